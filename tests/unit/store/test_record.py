"""Entries as they are kept: nothing hidden in the bytes, all of it back with the secret, nothing without."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets import open_session, restored, state_hash
from nomorebets.equipment.chance import commitment, is_hash
from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.rounds.session import Session
from nomorebets.store import hidden
from nomorebets.store.record import Body, Cause, Kept, Secret, body_of, kept, shown_in, whole
from nomorebets.table.entries import Entry, seen
from nomorebets.table.roles import ONLOOKER
from tests.unit.store.house import bets

SECRET = Secret(commitment(b"s" * 32), b"s" * 32)
OTHER = Secret(commitment(b"o" * 32), b"o" * 32)


def played(key: str, rounds: int = 1) -> Session:
    session = open_session(key, seed="kept")
    session.sit(1, "Ann")
    session.sit(2, "Bob")
    for _ in range(rounds):
        session.next_round(bets(session))
    return session


def kept_of(session: Session, secret: Secret = SECRET) -> list[Kept]:
    return [kept(entry, "log", Cause.DUTY, session.terms.hash, secret) for entry in session.entries]


def read(session: Session, one: Kept) -> tuple[Body, Entry]:
    body, play = body_of(one.body), session.terms.game.play
    return body, shown_in(body, play.events, play.own)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_kept_is_what_an_onlooker_sees_and_with_the_secret_the_whole(key: str) -> None:
    session = played(key, 2)
    back = []
    for entry, one in zip(session.entries, kept_of(session), strict=True):
        body, shown = read(session, one)
        assert shown == seen(entry, ONLOOKER)
        back.append(whole(body, shown, one.sealed, SECRET.seed) if one.sealed else shown)
    assert back == session.entries
    assert state_hash(restored(back)) == state_hash(session.table)


@pytest.mark.parametrize("key", KEYS)
def test_the_bytes_do_not_change_in_length_with_the_cards(key: str) -> None:
    """Another stack, the same people: whoever reads the file learns nothing from how long anything is."""
    for entry in played(key).entries:
        values = hidden.hidden_in(entry)
        turned = {path: _others(value) for path, value in values.items()}
        one = kept(entry, "log", Cause.DUTY, "rules", SECRET)
        other = kept(hidden.opened(entry, turned), "log", Cause.DUTY, "rules", SECRET)
        assert len(one.body) == len(other.body)
        assert len(one.sealed) == len(other.sealed)
        body, changed = body_of(one.body), body_of(other.body)
        assert msgspec.structs.replace(body, hidden={}) == msgspec.structs.replace(changed, hidden={})
        assert {*body.hidden} == {*changed.hidden}


def _others(value: hidden.Value) -> hidden.Value:
    if isinstance(value, str):
        return value[::-1] + "?" * (len(value) < 50)
    if all(isinstance(one, int) for one in value):
        return tuple(one ^ 1 for one in value)  # type: ignore[operator]
    return tuple(one[::-1] for one in value)  # type: ignore[index]


def test_another_secret_opens_nothing() -> None:
    session = played("high-card-flush")
    one = next(one for one in kept_of(session) if one.sealed)
    body, shown = read(session, one)
    with pytest.raises(BadInput, match="was changed, or sealed otherwise"):
        whole(body, shown, one.sealed, OTHER.seed)


def test_what_is_sealed_in_one_entry_does_not_pass_in_another() -> None:
    session = played("high-card-flush", 2)
    first, second, *_ = [one for one in kept_of(session) if len(body_of(one.body).hidden) == 2]
    body, shown = read(session, first)
    with pytest.raises(BadInput, match="was changed, or sealed otherwise"):
        whole(body, shown, second.sealed, SECRET.seed)


def test_a_commitment_that_does_not_fit_is_noticed() -> None:
    session = played("high-card-flush")
    one = next(one for one in kept_of(session) if one.sealed)
    body, shown = read(session, one)
    forged = msgspec.structs.replace(body, hidden=dict.fromkeys(body.hidden, "0" * 64))
    with pytest.raises(BadInput, match="is not what was committed to"):
        whole(forged, shown, one.sealed, SECRET.seed)


def test_an_opening_shows_one_field_and_no_other_value() -> None:
    session = played("pai-gow-poker")
    one = next(one for one in kept_of(session) if any(path.endswith("cards") for path in body_of(one.body).hidden))
    body, _ = read(session, one)
    for opening in hidden.openings(SECRET.seed, body.where, hidden.unseal(SECRET.seed, body.where, one.sealed)):
        assert is_hash(opening.salt)
        assert opening.fits("log", body.hidden[opening.field])
        assert not opening.fits("another log", body.hidden[opening.field])
        assert not msgspec.structs.replace(opening, value=_others(opening.value)).fits(
            "log", body.hidden[opening.field]
        )
        again = msgspec.json.decode(msgspec.json.encode(opening))
        assert again["field"] == opening.field


cards = st.lists(st.integers(0, 255), max_size=60).map(tuple)
names = st.lists(
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=4), min_size=1, max_size=9
).map(tuple)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=300)


@given(cards | names | texts)
def test_a_value_is_read_back_as_it_was(value: hidden.Value) -> None:
    assert hidden.unpacked(hidden.packed(value)) == value


@pytest.mark.parametrize("text", [b"", b"{}", b"[1", b'{"schema": 2}', b"\xff"])
def test_what_is_no_entry_is_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(BadInput, match="this is not an entry"):
        body_of(text)
