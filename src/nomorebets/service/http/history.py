"""What the house itself has done, and who has tried to sign in."""

from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.service.http.routing import ADMINISTRATOR, AUDITOR, Answer, Call, Routes
from nomorebets.store.deeds import DeedBody, deeds
from nomorebets.store.unit import Unit

routes = Routes()
Most = Annotated[int, Meta(ge=1, le=500)]


class After(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=0, le=10**12)] = 0
    most: Most = 100


class Deeds(Struct, frozen=True):
    """Entries of the house's own history; each is a leaf of the log as those of tables are."""

    deeds: tuple[DeedBody, ...]


@routes("GET", "/v1/deeds", AUDITOR | ADMINISTRATOR, query=After, answer=Deeds)
async def deeds_of_house(call: Call) -> Answer:
    """What the house has done beside its tables after a version, and at whose word."""
    after, most = call.query.after, call.query.most
    return Answer(Deeds(tuple(await call.site.read(lambda unit: deeds(unit, after, most)))))


class Lately(Struct, frozen=True, forbid_unknown_fields=True):
    most: Most = 100


class Tried(Struct, frozen=True):
    """A try to sign in; of the handle there is a digest, since people type passwords into the wrong field."""

    at_ms: int
    handle: str
    address: str
    outcome: str


class SignIns(Struct, frozen=True):
    sign_ins: tuple[Tried, ...]


@routes("GET", "/v1/sign-ins", AUDITOR, query=Lately, answer=SignIns)
async def sign_ins(call: Call) -> Answer:
    """Who has tried to sign in, the last first."""

    def found(unit: Unit) -> SignIns:
        rows = unit.sign_ins.last(call.query.most)
        return SignIns(tuple(Tried(row.at_ms, row.handle.hex(), row.address, row.outcome) for row in rows))

    return Answer(await call.site.read(found))
