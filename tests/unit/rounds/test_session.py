"""A table played from Python."""

from typing import Any

import msgspec
import pytest

from nomorebets.equipment.custody import HOUR
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import KEYS
from nomorebets.rounds.session import Decide, Session, open_session
from nomorebets.rounds.settlement import net, report
from nomorebets.table.actions import Action, Bet, Decision, Leave, NoMoreBets, Reveal, Withdraw, selected
from nomorebets.table.engine import play
from nomorebets.table.entries import state_after
from nomorebets.table.events import DeckRemoved
from nomorebets.table.roles import SYSTEM, Role, player
from nomorebets.table.state import Phase, bare
from nomorebets.table.view import View, view
from tests.driving import dealt

MAIN = {"packs-poker": "pack_1", "pokette": "split:As Ah", "pai-gow": "wager", "pai-gow-poker": "wager"}


def seated(key: str, seed: str = "demo") -> Session:
    session = open_session(key, seed=seed)
    for seat, name in enumerate(("Ann", "Ben"), 1):
        session.sit(seat, name)
    return session


def bets(key: str) -> dict[int, dict[str, int]]:
    return {seat: {MAIN.get(key, "ante"): 1000} for seat in (1, 2)}


def first_offer(seen: View) -> Action | None:
    """The first decision on offer, with the first that may be selected; a bank is passed."""
    for offer in seen.offers:
        if isinstance(offer.action, Decision) and offer.action.do not in ("bank", "co_bank", "dealer_wager"):
            return offer.action if not offer.select else None
    return None


@pytest.mark.parametrize("key", KEYS)
def test_rounds_are_settled_to_the_cent(key: str) -> None:
    session = seated(key)
    before = session.table
    for _ in range(5):
        played = session.next_round(bets(key), first_offer)
        assert {row.seat for row in played.settled} == {1, 2}
    first = next(number for number, entry in enumerate(session.entries) if entry.version > before.version)
    won = net(before, session.entries[first:], (1, 2))
    account = {f"player:{name}": won[str(seat)] for seat, name in ((1, "Ann"), (2, "Ben"))}
    assert account == {name: amount for name, amount in session.table.ledger.items() if name.startswith("player:")}
    assert not session.table.ledger.get("layout")


@pytest.mark.parametrize("key", KEYS)
def test_what_seats_house_and_meters_won_is_nothing_in_all(key: str) -> None:
    session = seated(key)
    meters = sum(amount for account, amount in session.table.ledger.items() if account.startswith("meter:"))
    for _ in range(3):
        played = session.next_round(bets(key))
        after = sum(amount for wager in played.meters.values() for amount in wager.values())
        assert sum(played.net.values()) + played.house + after - meters == 0
        meters = after


def test_the_same_words_give_the_same_rounds() -> None:
    one, two = (seated("lunar-poker", "words") for _ in range(2))
    assert [one.next_round(bets("lunar-poker")) for _ in range(3)] == [
        two.next_round(bets("lunar-poker")) for _ in range(3)
    ]
    assert seated("lunar-poker", "others").next_round(bets("lunar-poker")) != one.next_round(bets("lunar-poker"))


def test_the_house_deals_and_the_players_decide() -> None:
    session = seated("high-card-flush")
    session.next_round(bets("high-card-flush"), first_offer)
    roles = {type(entry.action).__name__: entry.by.role for entry in session.entries}
    assert roles["Shuffle"] == roles["Deal"] == roles["NoMoreBets"] == roles["RevealSeed"] == Role.SYSTEM
    assert roles["Sit"] == roles["Bet"] == roles["Decision"] == Role.PLAYER
    assert state_after(session.entries) == bare(session.table)


def test_what_is_done_for_a_player_whose_time_runs_out_is_recorded_as_the_systems() -> None:
    session = seated("high-card-flush")
    played = session.next_round(bets("high-card-flush"))
    folds = [entry for entry in session.entries if isinstance(entry.action, Decision)]
    assert [(entry.by, entry.action.do) for entry in folds] == [(SYSTEM, "fold")] * 2  # type: ignore[union-attr]
    assert played.net == {"1": -1000, "2": -1000}
    with pytest.raises(IllegalAction):
        play(dealt("Ann").table, Decision(1, "fold"), SYSTEM)  # where people deal, the system decides for nobody


def test_nobody_decides_for_another() -> None:
    session = seated("what-the-flush")
    with pytest.raises(IllegalAction, match="it is for the player at that seat to do"):
        session.next_round(bets("what-the-flush"), lambda _view: Decision(2, "surrender"))


def test_a_decision_that_is_not_on_offer_is_refused_with_what_is() -> None:
    session = seated("high-card-flush")
    with pytest.raises(IllegalAction, match=r"offered: seat 1: raise .* or seat 1: fold"):
        session.next_round(bets("high-card-flush"), lambda _view: Decision(1, "dance"))


@pytest.mark.parametrize("key", KEYS)
def test_a_bet_that_is_refused_changes_no_card_that_is_dealt_after_it(key: str) -> None:
    one, other = seated(key), seated(key)
    for _ in range(3):
        with pytest.raises(IllegalAction):
            other.next_round({**bets(key), 2: {MAIN.get(key, "ante"): 1000, "nope": 5}}, first_offer)
        assert not any(seat.chips for seat in other.table.seats.values())
        assert one.next_round(bets(key), first_offer) == other.next_round(bets(key), first_offer)
    assert one.entries == other.entries


def test_of_bets_that_are_refused_nothing_is_recorded() -> None:
    session = seated("high-card-flush")
    before, entries = session.table, list(session.entries)
    for wrong in ({1: {"ante": 1000}, 2: {"ante": 1}}, {}):
        with pytest.raises(IllegalAction):
            session.next_round(wrong)
        assert (session.table, session.entries) == (before, entries)
    assert session.next_round(bets("high-card-flush")).net


def refusing(after: int) -> Decide:
    """A function that decides so many times as it is asked to, and then raises an error."""
    views: list[View] = []

    def decide(seen: View) -> Action | None:
        views.append(seen)
        if len(views) > after:
            raise LookupError("these cards are not to my liking")
        return first_offer(seen)

    return decide


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("key", KEYS)
def test_who_looks_and_goes_away_is_not_dealt_anew(key: str, after: int) -> None:
    session = seated(key)
    session.next_round(bets(key))
    start, entries = session.table, list(session.entries)
    try:
        session.next_round(bets(key), refusing(after))
    except LookupError:
        if session.table.rounds == start.rounds:  # it was about the bank, before a wager lay
            session.next_round(bets(key))
    assert session.entries[: len(entries)] == entries
    assert (session.table.phase, session.table.rounds) == (Phase.BETTING, start.rounds + 1)
    assert not session.table.ledger.get("layout")
    assert session.settlement(start).settled
    assert state_after(session.entries) == bare(session.table)


def test_a_decision_that_is_not_on_offer_is_as_if_the_time_ran_out() -> None:
    session = seated("high-card-flush")
    start = session.table
    with pytest.raises(IllegalAction):
        session.next_round(bets("high-card-flush"), lambda _view: Decision(1, "dance"))
    assert session.settlement(start).net == {"1": -1000, "2": -1000}
    assert {entry.by for entry in session.entries if isinstance(entry.action, Decision)} == {SYSTEM}


def test_an_error_about_the_bank_comes_before_anything_lies() -> None:
    session = seated("pai-gow")
    session.next_round(bets("pai-gow"))
    session.run()
    before, entries = session.table, list(session.entries)
    with pytest.raises(LookupError):
        session.next_round(bets("pai-gow"), refusing(0))
    assert (session.table, session.entries) == (before, entries)


def test_a_function_that_decides_does_nothing_else_at_the_table() -> None:
    session = seated("pai-gow")
    session.next_round(bets("pai-gow"))

    def leaving(_view: View) -> None:
        if 2 in session.table.seats:
            session.leave(2)

    with pytest.raises(BadInput, match="the table went on while a player was asked"):
        session.next_round({1: {"wager": 1000}}, leaving)
    assert state_after(session.entries) == bare(session.table)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"1": {"ante": 1000}}, r"seat '1' must be a whole number; .* type=dict\[int, dict\[str, int\]\]"),
        ({1: 1000}, "the bets of seat 1 must be wagers and amounts in cents, not 1000"),
    ],
)
def test_bets_that_are_not_by_seat_are_refused_in_a_sentence(wrong: Any, sentence: str) -> None:
    session = seated("high-card-flush")
    before = list(session.entries)
    with pytest.raises(BadInput, match=sentence):
        session.next_round(wrong)
    assert session.entries == before


@pytest.mark.parametrize("key", KEYS)
def test_a_round_is_played_step_by_step_as_a_server_would(key: str) -> None:
    session = seated(key)
    start, seat = session.table, player("Ann")
    wager, on = selected(MAIN.get(key, "ante"))
    asked = msgspec.json.encode(Bet(1, wager, 1000, on=on))
    session.do(msgspec.json.decode(asked, type=Action), seat)
    while session.awaited:  # to cut
        session.decide_for(session.awaited[0])
        session.run()
    session.do(NoMoreBets(), SYSTEM)
    session.run()
    while session.table.phase != Phase.BETTING:
        assert msgspec.json.encode(view(session.table, seat))
        if session.awaited:
            session.decide_for(session.awaited[0])
        else:
            session.do(Reveal(), SYSTEM)
        session.run()
    assert {row.seat for row in session.settlement(start).settled} == {1}
    assert not session.table.unrevealed
    with pytest.raises(BadInput, match="nothing is awaited from seat 9"):
        session.decide_for(9)


def test_a_player_may_bank() -> None:
    session = seated("pai-gow")
    session.next_round(bets("pai-gow"))

    def bank(seen: View) -> Action | None:
        offers = [offer.action for offer in seen.offers if isinstance(offer.action, Decision)]
        return next((action for action in offers if action.do == "bank"), None)

    played = session.next_round(bets("pai-gow"), bank)
    assert [row.seat for row in played.settled if row.wager == "wager"] == [1]
    assert sum(played.net.values()) + played.house == 0


def test_who_left_in_the_midst_is_in_the_settlement() -> None:
    session = seated("high-card-flush")
    start, first = session.table, len(session.entries)
    session.do(Bet(2, "ante", 1000))
    session.do(Withdraw(2, "ante"))
    session.do(Leave(2))
    assert report(session.terms, start, session.table, session.entries[first:], [1]).net == {"1": 0, "2": 0}


NOON = 1_800_000_000
A_DAY_LATER = NOON + 25 * HOUR


@pytest.mark.parametrize("key", KEYS)
def test_what_is_overdue_is_changed_before_the_next_round(key: str) -> None:
    session = open_session(key, seed="demo", at=NOON)
    for seat, name in enumerate(("Ann", "Ben"), 1):
        session.sit(seat, name)
    session.next_round(bets(key), first_offer)
    session.at = A_DAY_LATER
    assert session.next_round(bets(key), first_offer).settled
    removed = [event for entry in session.entries for event in entry.events if isinstance(event, DeckRemoved)]
    assert len(removed) == sum(bool(deck.due_at) for deck in session.table.decks)
    assert not view(session.table, at=A_DAY_LATER).overdue
    assert state_after(session.entries) == bare(session.table)


@pytest.mark.parametrize("key", KEYS)
def test_a_round_that_lasts_too_long_is_played_to_its_end(key: str) -> None:
    session = open_session(key, seed="demo", at=NOON)
    session.sit(1, "Ann")
    session.sit(2, "Ben")

    def slowly(seen: View) -> Action | None:
        session.at = A_DAY_LATER
        return first_offer(seen)

    for _ in range(2):
        assert session.next_round(bets(key), slowly).settled
    assert not session.table.unrevealed


def test_a_player_may_leave_and_another_take_the_seat() -> None:
    session = seated("high-card-flush")
    session.next_round(bets("high-card-flush"))
    session.leave(1)
    session.leave(2)
    session.sit(1, "Cid")
    assert session.next_round({1: {"ante": 1000}}).net == {"1": -1000}
    assert [seat.player for seat in session.table.seats.values()] == ["Cid"]
    with pytest.raises(IllegalAction, match="seat 2: leave is not offered, because nobody is seated at position 2"):
        session.leave(2)
