"""Tables that come back: with public names alone they are played on as if they had stayed."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from nomorebets import (
    decoded,
    encoded,
    from_lines,
    legal,
    open_session,
    open_table,
    play,
    restored,
    state_hash,
    terms,
    to_lines,
    view,
)
from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.rounds.session import Session
from nomorebets.table.actions import Bet, Decision
from nomorebets.table.state import Table, bare, under
from tests.driving import dealt
from tests.miniature import two_dice

MAIN = {"packs-poker": "pack_1", "pokette": "red", "pai-gow": "wager", "pai-gow-poker": "wager"}


def evening(key: str) -> Session:
    """A session after two rounds, with the bank on offer where there is one."""
    session = open_session(key, seed="travel")
    session.sit(1, "Ann")
    session.sit(2, "Ben")
    for _ in range(2):
        session.next_round({seat: {MAIN.get(key, "ante"): 1000} for seat in (1, 2)})
    session.run()
    return session


def plays_on(back: Table, stayed: Table) -> None:
    assert type(back) is Table
    assert state_hash(back) == state_hash(stayed)
    assert msgspec.json.encode(view(back)) == msgspec.json.encode(view(stayed))
    assert legal(back) == legal(stayed)
    offers = [one for one in legal(stayed) if isinstance(one.action, Bet | Decision) and not one.select]
    assert offers
    for offer in offers:
        after, entry = play(back, offer.action, None)
        there, same = play(stayed, offer.action, None)
        assert (state_hash(after), entry) == (state_hash(there), same)


@pytest.mark.parametrize("key", KEYS)
def test_a_table_is_played_on_from_its_log(key: str) -> None:
    session = evening(key)
    log = to_lines(session.entries, session.terms.hash).splitlines()
    plays_on(restored(session.entries), session.table)
    plays_on(restored(line.entry for line in from_lines(log)), session.table)


@pytest.mark.parametrize("key", KEYS)
def test_a_table_is_played_on_from_its_state(key: str) -> None:
    session = evening(key)
    plays_on(decoded(encoded(session.table)), session.table)
    plays_on(decoded(encoded(session.table), session.terms), session.table)


@pytest.mark.parametrize("away", [True, "shuffler", "shoe"])
def test_a_table_without_its_devices_comes_back_without_them(away: Any) -> None:
    table = dealt("Ann", shuffler="automated", dealing="automated_shoe", decks=2).table
    without = under(replace(bare(table), without_devices=away), table.terms)
    back = decoded(encoded(without))
    assert back.terms.submission == without.terms.submission != table.terms.submission


def test_a_game_that_is_not_one_of_ours_brings_its_terms() -> None:
    table, entry = open_table(two_dice.terms())
    assert bare(restored([entry], two_dice.terms())) == bare(table)
    with pytest.raises(BadInput, match="is not a game; the games are"):
        restored([entry])


def test_terms_that_were_not_posted_are_refused() -> None:
    document = encoded(dealt("Ann", decks=2, shuffler="automated").table)
    with pytest.raises(BadInput, match=r"these terms of pokette are not those of high-card-flush that were posted$"):
        decoded(document, terms("pokette"))
    with pytest.raises(BadInput, match=r"that were posted in .*decks"):
        decoded(document, terms("high-card-flush"))


@pytest.mark.parametrize("strange", [52, -1, 10**6])
def test_a_card_that_no_deck_has_is_found_when_a_history_or_a_state_is_read(strange: int) -> None:
    session = evening("high-card-flush")
    log = to_lines(session.entries, session.terms.hash)
    first = f"[{session.table.in_play.order[0]},"  # of the shuffle, before the cut
    document = encoded(session.table).decode()
    with pytest.raises(BadInput, match=f"card 51 is the last, and {strange} is none"):
        decoded(document.replace(first, f"[{strange},"))
    read = from_lines(log.replace(first, f"[{strange},").splitlines(keepends=True))
    with pytest.raises(BadInput, match=f"card 51 is the last, and {strange} is none"):
        restored(line.entry for line in read)


@pytest.mark.parametrize(
    "document", [b"", b"[]", b'{"game":"pokette","phase":"dancing"}', b"\xff", b'{"name":' + b"[" * 5000]
)
def test_what_is_no_state_is_refused_in_a_sentence(document: bytes) -> None:
    with pytest.raises(BadInput, match="this is not the state of a table"):
        decoded(document)


def test_a_part_that_is_not_the_games_own_is_refused_in_a_sentence() -> None:
    state = msgspec.json.decode(encoded(evening("pai-gow").table))
    state["own"]["bank"] = "river"
    with pytest.raises(BadInput, match="this is not what pai-gow has of its own"):
        decoded(msgspec.json.encode(state))
