"""What takes two people: asked for by one, and done when another approves of it."""

from msgspec import Struct

from nomorebets.service.approving import Agreed, OpenTable, Wanted, check, document, done, wanted_in
from nomorebets.service.http.routing import ADMINISTRATOR, AUDITOR, FLOOR, Answer, Call, Nothing, Routes, numbered
from nomorebets.service.people import approvals
from nomorebets.service.people.accounts import pseudonym_of
from nomorebets.service.people.approvals import LONGEST, What
from nomorebets.store.rows import Approval
from nomorebets.store.unit import Unit

routes = Routes()


class Request(Struct, frozen=True):
    """Something that was asked for; once it is done, what came of it has a name."""

    id: int
    wanted: Wanted
    asked_by: str
    asked_ms: int
    state: str
    answered_by: str = ""
    at_ms: int = 0
    made: str = ""


class Requests(Struct, frozen=True):
    approvals: tuple[Request, ...]


@routes("GET", "/v1/approvals", ADMINISTRATOR | FLOOR | AUDITOR, answer=Requests)
async def what_waits_for_approval(call: Call) -> Answer:
    """What was asked for and can still be approved of."""

    def found(unit: Unit) -> Requests:
        return Requests(tuple(_told(unit, one) for one in approvals.waiting(unit, call.site.clock_ms())))

    return Answer(await call.site.read(found))


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    wanted: Wanted


@routes(
    "POST",
    "/v1/approvals",
    ADMINISTRATOR | FLOOR,
    body=Asking,
    answer=Request,
    status=201,
    largest=LONGEST,
    errors=(409, 422),
)
async def ask_for_approval(call: Call) -> Answer:
    """Ask for something that takes two people."""
    site, who, wanted = call.site, call.signed_in, call.body.wanted
    check(wanted)
    what = What(wanted.__struct_config__.tag)

    def ask(unit: Unit) -> Request:
        return _told(unit, approvals.ask(unit, who, what, document(wanted), site.clock_ms()))

    told = await site.write(ask)
    return Answer(told, status=201)


@routes("POST", "/v1/approvals/{id}/approve", FLOOR, body=Nothing, answer=Request, errors=(404, 409, 422))
async def approve(call: Call) -> Answer:
    """Approve of what another person has asked for: it is done with that, or nothing is."""
    site, who, number = call.site, call.signed_in, numbered(call.path["id"], "request")

    def carry_out(unit: Unit) -> Request:
        now = site.clock_ms()
        answered = approvals.approve(unit, who, number, now)
        asked_by = pseudonym_of(unit, answered.asked_by)
        made = done(unit, site.keys, Agreed(wanted_in(answered.document), asked_by, who.pseudonym), now)
        return _told(unit, answered, made)

    told = await site.write(carry_out)
    if isinstance(told.wanted, OpenTable):
        await site.table(told.made)  # from now on it is listed
    return Answer(told)


@routes("POST", "/v1/approvals/{id}/refuse", FLOOR, body=Nothing, answer=Request, errors=(404, 409))
async def refuse(call: Call) -> Answer:
    """Refuse what another person has asked for."""
    site, who, number = call.site, call.signed_in, numbered(call.path["id"], "request")
    return Answer(await site.write(lambda unit: _told(unit, approvals.refuse(unit, who, number, site.clock_ms()))))


def _told(unit: Unit, one: Approval, made: str = "") -> Request:
    answered = pseudonym_of(unit, one.approved_by) if one.approved_by else ""
    asked = pseudonym_of(unit, one.asked_by)
    return Request(one.id, wanted_in(one.document), asked, one.asked_ms, one.state, answered, one.at_ms, made)
