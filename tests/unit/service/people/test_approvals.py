"""What takes two people takes two, both of whom may, in time, once; and the log says who."""

from collections.abc import Callable

import pytest

from nomorebets.errors import BadInput, Stale, Unknown
from nomorebets.service.people import approvals
from nomorebets.service.people.approvals import LIFE_MS, LONGEST, What
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.store.deeds import Approved, Asked, Refused
from nomorebets.store.rows import Approval
from nomorebets.store.unit import Unit
from tests.unit.service.people.crowd import Crowd

Answer = Callable[[Unit, Who, int, int], Approval]
DOCUMENT = '{"meter": "royal", "cents": 500}'


class Two:
    """Somebody who asks and a floor supervisor."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.boss = crowd.signed_in(crowd.add("boss", HouseRole.ADMINISTRATOR))
        self.floor = crowd.signed_in(crowd.add("floor", HouseRole.FLOOR))

    def ask(self, who: Who, document: str = DOCUMENT) -> Approval:
        with self.crowd.store.unit() as unit:
            return approvals.ask(unit, who, What.METER_ADJUSTMENT, document, self.crowd.now)

    def answer(self, answer: Answer, who: Who, number: int) -> Approval:
        with self.crowd.store.unit() as unit:
            return answer(unit, who, number, self.crowd.now)

    def waiting(self) -> list[Approval]:
        with self.crowd.store.reading() as unit:
            return approvals.waiting(unit, self.crowd.now)


@pytest.fixture
def two(crowd: Crowd) -> Two:
    return Two(crowd)


@pytest.mark.parametrize(("answer", "deed"), [(approvals.approve, Approved), (approvals.refuse, Refused)])
def test_one_asks_and_another_answers_and_both_are_deeds(
    two: Two, answer: Answer, deed: type[Approved] | type[Refused]
) -> None:
    asked = two.ask(two.boss)
    assert two.waiting() == [asked]
    two.crowd.now += 5
    answered = two.answer(answer, two.floor, asked.id)
    assert (answered.state, answered.approved_by, answered.at_ms) == (
        deed.__name__.lower(),
        two.floor.account,
        two.crowd.now,
    )
    assert two.waiting() == []
    assert two.crowd.deeds()[2:] == [
        (two.boss.pseudonym, Asked(asked.id, "meter adjustment", DOCUMENT)),
        (two.floor.pseudonym, deed(two.boss.pseudonym, "meter adjustment", DOCUMENT)),
    ]


@pytest.mark.parametrize("answer", [approvals.approve, approvals.refuse])
def test_nobody_answers_what_they_asked_for(two: Two, answer: Answer) -> None:
    asked = two.ask(two.floor)
    with pytest.raises(NotAllowed, match="it takes two people"):
        two.answer(answer, two.floor, asked.id)
    assert two.waiting() == [asked]
    other = two.crowd.signed_in(two.crowd.add("other", HouseRole.FLOOR))
    assert two.answer(answer, other, asked.id).approved_by == other.account


@pytest.mark.parametrize(
    "role", [*(Given(role) for role in HouseRole if role != HouseRole.FLOOR), Given(HouseRole.FLOOR, 1)]
)
def test_only_a_floor_supervisor_of_the_house_answers(two: Two, role: Given) -> None:
    asked = two.ask(two.boss)
    who = two.crowd.signed_in(two.crowd.add("somebody", role))
    with pytest.raises(NotAllowed, match="only floor answers this"):
        two.answer(approvals.approve, who, asked.id)
    assert two.waiting() == [asked]


@pytest.mark.parametrize("role", [HouseRole.PLAYER, HouseRole.DEALER, HouseRole.AUDITOR, HouseRole.SURVEILLANCE])
def test_not_everybody_asks(two: Two, role: HouseRole) -> None:
    with pytest.raises(NotAllowed, match="only administrator or floor asks for this"):
        two.ask(two.crowd.signed_in(two.crowd.add("somebody", role)))


def test_what_was_answered_is_answered(two: Two) -> None:
    asked = two.ask(two.boss)
    two.answer(approvals.refuse, two.floor, asked.id)
    two.crowd.now += 2 * LIFE_MS
    with pytest.raises(Stale, match="has been answered meanwhile"):
        two.answer(approvals.approve, two.floor, asked.id)


def test_a_request_runs_out(two: Two) -> None:
    asked = two.ask(two.boss)
    two.crowd.now += LIFE_MS - 1
    assert two.waiting() == [asked]
    two.crowd.now += 1
    assert two.waiting() == []
    with pytest.raises(NotNow, match="has run out"):
        two.answer(approvals.approve, two.floor, asked.id)


def test_a_request_that_there_is_not_is_named(two: Two) -> None:
    with pytest.raises(Unknown, match="there is no request 9"):
        two.answer(approvals.approve, two.floor, 9)


def test_a_document_has_an_end(two: Two) -> None:
    two.ask(two.boss, "x" * LONGEST)
    with pytest.raises(BadInput, match="a document has up to"):
        two.ask(two.boss, "ä" * (LONGEST // 2) + "x")
