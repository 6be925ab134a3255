"""Those who run the house, over HTTP: accounts, and what is told of all that was done."""

from pathlib import Path

import pytest

from nomorebets.client import Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.approving import AdjustMeter, OpenTable
from nomorebets.service.policy import Policy
from nomorebets.store.deeds import AccountAdded, AccountClosed, PasswordReset, RolesGiven
from tests.unit.service.serving import Served, serving


def status(refused: pytest.ExceptionInfo[Refused]) -> int:
    return refused.value.status


# --- Accounts ---------------------------------------------------------------------------------------------------------


def test_an_account_is_added_by_a_link_that_works_once(served: Served) -> None:
    table = served.administrator.tables()[0].id
    made = served.administrator.add_account("Ann", f"dealer@{table}", name="Ann Example")
    assert (made.account.handle, made.account.roles) == ("ann", (f"dealer@{table}",))
    ann = served.by_link(made.link)
    assert (ann.me().player, ann.me().roles) == (made.account.pseudonym, ("dealer",))
    with pytest.raises(Refused) as refused:
        served.by_link(made.link)
    assert status(refused) == 401
    assert served.administrator.account(made.account.pseudonym) == made.account
    assert made.account in served.administrator.accounts()
    with pytest.raises(Refused, match="the handle ann is taken"):
        served.administrator.add_account("ann", "player")


def test_who_has_signed_in_by_a_link_chooses_a_password_and_later_gives_it_to_change_it(served: Served) -> None:
    bob = served.staff("bob", "player")
    bob.choose_password("correct horse")
    with pytest.raises(Refused) as refused:
        bob.choose_password("battery staple", "wrong horse")
    assert status(refused) == 403
    served.house("").asked("POST", "/v1/sessions", {"handle": "bob", "password": "correct horse"})
    bob.choose_password("battery staple", "correct horse")
    with pytest.raises(Refused) as refused:
        served.house("").asked("POST", "/v1/sessions", {"handle": "bob", "password": "correct horse"})
    assert status(refused) == 401


def test_a_guest_has_no_password(served: Served) -> None:
    with pytest.raises(Refused, match="nobody signs in to guest-"):
        served.desk(served.guest().token).choose_password("correct horse")


def test_a_password_that_is_reset_is_gone_with_all_sessions(served: Served) -> None:
    eve = served.staff("eve", "player")
    eve.choose_password("correct horse")
    name = eve.me().player
    link = served.administrator.reset_password(name).link
    with pytest.raises(Refused) as refused:
        eve.me()
    assert status(refused) == 401
    with pytest.raises(Refused):
        served.house("").asked("POST", "/v1/sessions", {"handle": "eve", "password": "correct horse"})
    again = served.by_link(link)
    again.choose_password("battery staple")
    assert again.me().player == name


def test_roles_are_given_and_count_at_once(served: Served) -> None:
    dan = served.staff("dan", "player")
    name = dan.me().player
    with pytest.raises(Refused) as refused:
        dan.open_table("pokette")
    assert status(refused) == 403
    assert served.administrator.give_roles(name, "floor").roles == ("floor",)
    assert dan.open_table("pokette")
    assert served.administrator.give_roles(name).roles == ()
    with pytest.raises(Refused) as refused:
        dan.open_table("pokette")
    assert status(refused) == 403


def test_a_closed_account_is_signed_out_and_an_erased_one_has_no_name(served: Served) -> None:
    joe = served.staff("joe", "player")
    name = joe.me().player
    assert served.administrator.close_account(name).closed_ms > 0
    with pytest.raises(Refused) as refused:
        joe.me()
    assert status(refused) == 401
    assert served.administrator.close_account(name, erase=True).handle == ""
    with pytest.raises(Refused) as refused:
        served.administrator.reset_password(name)
    assert status(refused) == 409


def test_the_last_administrator_stays(served: Served) -> None:
    boss = served.administrator
    with pytest.raises(Refused, match="the only administrator"):
        boss.close_account(boss.me().player)
    with pytest.raises(Refused, match="the only administrator"):
        boss.give_roles(boss.me().player, "floor")
    other = served.staff("other", "administrator")
    assert boss.give_roles(other.me().player, "floor").roles == ("floor",)


def test_an_account_that_there_is_not_is_named(served: Served) -> None:
    with pytest.raises(Refused, match="there is no account 'nobody'") as refused:
        served.administrator.account("nobody")
    assert status(refused) == 404


# --- What takes two people --------------------------------------------------------------------------------------------


def test_a_table_under_a_changed_submission_is_opened_by_two_people(served: Served) -> None:
    ann, bob = served.staff("floor-ann", "floor"), served.staff("floor-bob", "floor")
    submission = {**house_terms("high-card-flush").document, "positions": 3}
    with pytest.raises(Refused, match="takes two people"):
        ann.open_table("high-card-flush", submission)
    asked = ann.ask_for(OpenTable("high-card-flush", submission, Policy(name="for two")))
    assert asked in bob.approvals()
    with pytest.raises(Refused, match="who has asked for something does not answer it"):
        ann.approve(asked.id)
    before = {one.id for one in bob.tables()}
    answered = bob.approve(asked.id)
    assert (answered.state, answered.answered_by, answered.asked_by) == (
        "approved",
        bob.me().player,
        ann.me().player,
    )
    assert {one.id: (one.name, one.positions) for one in bob.tables() if one.id not in before} == {
        answered.made: ("for two", 3)
    }
    assert asked.id not in {one.id for one in bob.approvals()}
    with pytest.raises(Refused, match="has been answered meanwhile"):
        bob.approve(asked.id)


def test_what_is_refused_is_not_done(served: Served) -> None:
    ann, bob = served.staff("floor-eve", "floor"), served.staff("floor-joe", "floor")
    before = ann.tables()
    asked = served.administrator.ask_for(OpenTable("pokette", house_terms("pokette").document))
    assert bob.refuse(asked.id).state == "refused"
    assert [one.id for one in ann.tables()] == [one.id for one in before]


def test_what_could_not_be_done_is_refused_when_it_is_asked_for(served: Served) -> None:
    with pytest.raises(Refused) as refused:
        served.administrator.ask_for(
            OpenTable("high-card-flush", {**house_terms("high-card-flush").document, "decks": 9})
        )
    assert status(refused) in (400, 422)
    with pytest.raises(Refused, match="there is no request"):
        served.staff("floor-dan", "floor").approve(999)


def test_a_table_that_shares_meters_and_what_is_on_one_take_two_people(served: Served) -> None:
    floor, document = served.staff("floor-kim", "floor"), house_terms("high-card-flush").document
    links = {f"meter:progressive:{one}": f"{one} of the house" for one in ("main", "secondary")}
    asked = served.administrator.ask_for(OpenTable("high-card-flush", document, links=links))
    table = floor.approve(asked.id).made
    asked = served.administrator.ask_for(AdjustMeter("main of the house", 1_234_500, "counted again"))
    floor.approve(asked.id)
    meters = next(one.meters for one in floor.tables("high-card-flush") if one.id == table)
    assert meters["meter:progressive:main"] == 1_234_500
    asked = served.administrator.ask_for(AdjustMeter("royal", 5, "a coin fell out"))
    with pytest.raises(Refused, match="there is no meter"):
        floor.approve(asked.id)


# --- History ----------------------------------------------------------------------------------------------------------


def test_what_was_done_with_accounts_is_the_history_of_the_house(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        boss, auditor = served.administrator, served.staff("auditor", "auditor")
        name = boss.add_account("ann", "player").account.pseudonym
        boss.give_roles(name, "dealer")
        boss.reset_password(name)
        boss.close_account(name)
        told = [*auditor.deeds()]
        assert [one.action for one in told if getattr(one.action, "account", "") == name] == [
            AccountAdded(name, ("player",)),
            RolesGiven(name, ("dealer",)),
            PasswordReset(name),
            AccountClosed(name),
        ]
        assert {one.by for one in told[-4:]} == {boss.me().player}
        assert [*boss.deeds()] == told
        assert [one.version for one in told] == [*range(1, len(told) + 1)]
        assert served.ended() == 0


def test_an_auditor_reads_who_tried_to_sign_in_but_never_what_was_typed(served: Served) -> None:
    with pytest.raises(Refused):
        served.house("").asked("POST", "/v1/sessions", {"handle": "Mallory", "password": "correct horse"})
    last = served.staff("reader", "auditor").sign_ins(1)[0]
    assert (last.outcome, last.address, len(last.handle)) == ("wrong", "127.0.0.1", 64)
