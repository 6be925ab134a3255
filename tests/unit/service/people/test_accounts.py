"""Accounts: what is done to them, and that the log knows a pseudonym and nothing else."""

import pytest
from msgspec.structs import replace

from nomorebets.errors import BadInput, Stale, Unknown
from nomorebets.service.people import accounts
from nomorebets.service.people.guests import welcome
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import who_has
from nomorebets.service.people.wallets import PlayMoney
from nomorebets.store.deeds import AccountAdded, AccountClosed, RolesGiven
from nomorebets.store.rows import HOUSE, Wallet
from nomorebets.store.sqlite import SqliteStore
from tests.unit.service.people.crowd import Crowd


def test_an_account_is_added_with_its_roles_and_the_log_knows_its_pseudonym_only(crowd: Crowd) -> None:
    roles = Given(HouseRole.DEALER, 2), Given(HouseRole.FLOOR)
    ann = crowd.add(" Ann.Example ", *roles)
    assert (ann.handle, ann.name, ann.password, ann.made_ms) == ("ann.example", "Ann.Example", None, crowd.now)
    assert ann.pseudonym.startswith("person-")
    assert crowd.roles(ann) == roles
    assert crowd.deeds() == [("house", AccountAdded(ann.pseudonym, ("dealer@t2", "floor")))]


@pytest.mark.parametrize("handle", ["", "a b", "-ann", "ann.", "änn", "a" * 33, "ann\n@"])
def test_a_handle_is_plain(crowd: Crowd, handle: str) -> None:
    with pytest.raises(BadInput, match="a handle has up to 32"):
        crowd.add(handle)


def test_a_handle_is_one_person_s(crowd: Crowd) -> None:
    crowd.add("ann")
    with pytest.raises(BadInput, match="the handle ann is taken"):
        crowd.add("ANN")
    assert len(crowd.deeds()) == 1


@pytest.mark.parametrize("name", ["x" * 101, "Ann\x1b[2J"])
def test_a_name_can_be_printed(crowd: Crowd, name: str) -> None:
    with pytest.raises(BadInput, match="a name has up to 100"), crowd.store.unit() as unit:
        accounts.add(unit, "ann", [], "house", 1, crowd.draw, name=name)


def test_only_who_plays_has_a_wallet(crowd: Crowd) -> None:
    dealer, player = crowd.add("dealer", HouseRole.DEALER), crowd.add("player", HouseRole.PLAYER)
    with crowd.store.unit() as unit:
        assert unit.wallets.find(dealer.id) is None
        assert unit.wallets.find(player.id) == Wallet(player.id, 1_000_00, 1)
        for _ in range(2):  # who has one keeps it
            accounts.give_roles(unit, dealer, [Given(HouseRole.PLAYER, 1)], "boss", 5, money=PlayMoney(given=7))
        assert unit.wallets.find(dealer.id) == Wallet(dealer.id, 7, 1)


def test_roles_are_given_anew_as_a_deed_of_whoever_gave_them(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER)
    with crowd.store.unit() as unit:
        accounts.give_roles(unit, ann, [Given(HouseRole.AUDITOR)], "boss", crowd.now)
    assert crowd.roles(ann) == (Given(HouseRole.AUDITOR),)
    assert crowd.deeds()[1:] == [("boss", RolesGiven(ann.pseudonym, ("auditor",)))]


def test_a_closed_account_has_no_password_no_role_and_no_session(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER, password="hash")
    bob = crowd.signed_in(crowd.add("bob"))
    who = crowd.signed_in(ann)
    with crowd.store.unit() as unit:
        closed = accounts.close(unit, ann, "boss", 2_000_000)
        assert accounts.close(unit, closed, "boss", 3_000_000) == closed
        sessions = {one: unit.sessions.find(one) for one in (who.session, bob.session)}
    assert crowd.account(ann) == closed
    assert (closed.closed_ms, closed.password, closed.handle) == (2_000_000, None, "ann")
    assert crowd.roles(ann) == ()
    assert [one is not None and one.revoked_ms for one in sessions.values()] == [2_000_000, 0]
    assert crowd.deeds()[2:] == [("boss", AccountClosed(ann.pseudonym))]
    with pytest.raises(BadInput, match="is closed"), crowd.store.unit() as unit:
        accounts.give_roles(unit, closed, [], "boss", 1)


def test_a_name_is_erased_without_touching_a_leaf(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER, password="hash")
    with crowd.store.unit() as unit:
        closed = accounts.close(unit, ann, "boss", 2_000_000)
    with crowd.store.reading() as unit:
        before = unit.tables.entries(HOUSE)
    with crowd.store.unit() as unit:
        accounts.erase(unit, closed, "boss", 3_000_000)
    erased = crowd.account(ann)
    assert (erased.pseudonym, erased.handle, erased.name) == (ann.pseudonym, None, "")
    with crowd.store.reading() as unit:
        assert unit.tables.entries(HOUSE) == before
        assert not [row for row in before if b"ann" in row.body.lower()]
    assert crowd.add("ann").pseudonym != ann.pseudonym, "the handle is free, the pseudonym never again"


def test_erasing_closes(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    with crowd.store.unit() as unit:
        assert accounts.erase(unit, ann, "boss", 2_000_000).closed_ms == 2_000_000
    assert crowd.deeds()[1:] == [("boss", AccountClosed(ann.pseudonym))]


def test_another_password_ends_all_sessions_but_the_one_it_was_changed_in(crowd: Crowd) -> None:
    ann = crowd.add("ann", password="old")
    here, elsewhere = crowd.signed_in(ann), crowd.signed_in(ann)
    with crowd.store.unit() as unit:
        accounts.set_password(unit, ann, "new", crowd.now, keep=here.session)
        rows = {row.token_hash: row.revoked_ms for row in unit.sessions.of(ann.id)}
    assert rows == {here.session: 0, elsewhere.session: crowd.now}
    assert crowd.account(ann).password == "new"


def test_who_cannot_sign_in_with_a_password_is_given_none(crowd: Crowd) -> None:
    with crowd.store.unit() as unit:
        guest, _ = welcome(unit, 1, crowd.draw)
        closed = accounts.close(unit, accounts.add(unit, "ann", [], "house", 1, crowd.draw), "boss", 2)
        for one in guest, closed:
            with pytest.raises(BadInput, match=f"nobody signs in to {one.pseudonym} with a password"):
                accounts.set_password(unit, one, "hash", 3)


def test_an_account_is_found_by_its_handle_however_it_is_typed(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    with crowd.store.reading() as unit:
        assert accounts.with_handle(unit, "ANN ") == ann
        with pytest.raises(Unknown, match="no account bob"):
            accounts.with_handle(unit, "bob")


# --- Guests -----------------------------------------------------------------------------------------------------------


def test_a_guest_has_a_pseudonym_play_money_and_a_deed(crowd: Crowd) -> None:
    with crowd.store.unit() as unit:
        guest, wallet = welcome(unit, crowd.now, lambda size: (1012).to_bytes(size))
    assert (guest.pseudonym, guest.handle, guest.password) == ("guest-12", None, None)
    assert wallet == Wallet(guest.id, 1_000_00, 1)
    assert crowd.roles(guest) == (Given(HouseRole.GUEST),)
    assert crowd.deeds() == [("house", AccountAdded("guest-12", ("guest",)))]


def test_a_house_gives_its_guests_what_its_policy_says(crowd: Crowd) -> None:
    with crowd.store.unit() as unit:
        _, wallet = welcome(unit, crowd.now, crowd.draw, PlayMoney(given=5_00))
    assert wallet.cents == 5_00


def test_a_pseudonym_that_is_taken_is_drawn_again_and_longer_if_need_be() -> None:
    crowd = Crowd(SqliteStore())
    with crowd.store.unit() as unit:
        names = [welcome(unit, 1, lambda size: bytes(size))[0].pseudonym for _ in range(3)]
    assert names == ["guest-00", "guest-000", "guest-0000"]


def test_who_took_a_handle_at_the_same_moment_was_first(crowd: Crowd) -> None:
    ann = crowd.add("ann")
    with pytest.raises(Stale, match="taken meanwhile"), crowd.store.unit() as unit:
        accounts.drawn(unit, "person", replace(ann, id=0), crowd.draw)


def test_a_guest_s_name_says_nothing_of_a_session(crowd: Crowd) -> None:
    with crowd.store.unit() as unit:
        guest, _ = welcome(unit, 1, crowd.draw)
        assert who_has(unit, guest.pseudonym, 2) is None
