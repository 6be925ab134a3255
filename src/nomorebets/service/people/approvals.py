"""What takes two people: asked for by one, approved or refused by another who may, all of it deeds of the house."""

from enum import StrEnum

from nomorebets.errors import BadInput, Unknown
from nomorebets.service.people.accounts import pseudonym_of
from nomorebets.service.people.roles import HouseRole, has
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.store.deeds import Approved, Asked, Refused, record
from nomorebets.store.rows import Approval
from nomorebets.store.unit import Unit


class What(StrEnum):
    """What is never done by one person alone."""

    SUBMISSION = "submission"
    METER_ADJUSTMENT = "meter adjustment"


ASK = (HouseRole.ADMINISTRATOR, HouseRole.FLOOR)
ANSWER = (HouseRole.FLOOR,)
LIFE_MS = 24 * 60 * 60 * 1000
LONGEST = 256 * 1024
APPROVED, REFUSED = "approved", "refused"


def ask(unit: Unit, who: Who, what: What, document: str, at_ms: int) -> Approval:
    """Somebody asks for something; the document says what exactly, and is what is approved or not."""
    _may(who, ASK, "asks for this")
    if len(document.encode()) > LONGEST:
        raise BadInput(f"a document has up to {LONGEST} bytes")
    asked = unit.approvals.ask(Approval(0, who.account, what, document, at_ms))
    record(unit, Asked(asked.id, what, document), who.pseudonym, at_ms)
    return asked


def approve(unit: Unit, who: Who, number: int, at_ms: int) -> Approval:
    """Another person approves of it; what was asked for is then done in the same unit."""
    return _answer(unit, who, number, APPROVED, at_ms)


def refuse(unit: Unit, who: Who, number: int, at_ms: int) -> Approval:
    return _answer(unit, who, number, REFUSED, at_ms)


def waiting(unit: Unit, at_ms: int) -> list[Approval]:
    """What can still be approved."""
    return unit.approvals.waiting(since_ms=at_ms - LIFE_MS + 1)


def _answer(unit: Unit, who: Who, number: int, answer: str, at_ms: int) -> Approval:
    _may(who, ANSWER, "answers this")
    asked = unit.approvals.find(number)
    if asked is None:
        raise Unknown(f"there is no request {number}")
    if asked.asked_by == who.account:
        raise NotAllowed("it takes two people: who has asked for something does not answer it")
    if asked.state == "asked" and at_ms >= asked.asked_ms + LIFE_MS:
        raise NotNow(f"request {number} has run out; it has to be asked for again")
    answered = unit.approvals.answer(asked, who.account, answer, at_ms)
    deed = Approved if answer == APPROVED else Refused
    record(unit, deed(pseudonym_of(unit, asked.asked_by), asked.what, asked.document), who.pseudonym, at_ms)
    return answered


def _may(who: Who, roles: tuple[HouseRole, ...], does: str) -> None:
    if not any(has(who.roles, role) for role in roles):
        raise NotAllowed(f"only {' or '.join(roles)} {does}")
