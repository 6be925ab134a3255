"""Routes: a method and a path, who may use it, what is read, what is answered.  What is not said is not allowed.

A route is a function of a call; the table of all of them is also what the OpenAPI document and the matrix of rights are
made of.
"""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput, Unknown
from nomorebets.service.people.limits import counted_as
from nomorebets.service.people.roles import HouseRole, has, sits
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NotAllowed, NotSignedIn

if TYPE_CHECKING:
    from nomorebets.service.running import Running
    from nomorebets.service.site import Site

MOST_DIGITS = 12  # of a number in a path
ONE_TABLE = "/v1/tables/{id}"

EVERYBODY = frozenset(HouseRole)
PLAYERS = frozenset({HouseRole.GUEST, HouseRole.PLAYER})
STAFF = frozenset({HouseRole.DEALER, HouseRole.FLOOR})
WATCHES = frozenset({HouseRole.FLOOR, HouseRole.SURVEILLANCE, HouseRole.AUDITOR})
FLOOR = frozenset({HouseRole.FLOOR})
SEES_FLOOR = frozenset({HouseRole.FLOOR, HouseRole.SURVEILLANCE})
AUDITOR = frozenset({HouseRole.AUDITOR})
ADMINISTRATOR = frozenset({HouseRole.ADMINISTRATOR})


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No fields."""


class Call(Struct, frozen=True):
    """A request that was let in."""

    site: "Site"
    who: Who | None
    path: Mapping[str, str]
    query: Any
    body: Any
    raw: bytes
    key: str  # by which a second try is known
    address: str
    headers: Mapping[str, str]

    @property
    def signed_in(self) -> Who:
        if self.who is None:
            raise NotSignedIn("this is for somebody who is signed in")
        return self.who

    @property
    def counted(self) -> str:
        """A person; whoever can come again as another guest is counted by the address."""
        if self.who and any(one.role != HouseRole.GUEST for one in self.who.roles):
            return self.who.pseudonym
        return counted_as(self.address)


class Answer(Struct, frozen=True):
    """What is answered: a value that is written as JSON, or bytes or a file of a kind."""

    value: object = None
    status: int = 200
    headers: Mapping[str, str] = {}
    written: bytes | None = None
    file: Path | None = None  # which is sent piece by piece
    kind: str = "application/json"


Handler = Callable[[Call], Awaitable[Answer]]


class Route(Struct, frozen=True, kw_only=True):
    """One thing that can be asked for."""

    method: str
    path: str
    handler: Handler
    may: frozenset[HouseRole] | None  # None: also who is not signed in
    query: type[Struct] = Nothing
    body: type[Struct] | None = None
    answer: type[Any] | None = None
    status: int = 200
    once: bool = False  # a second try has to be told from a second request
    kind: str = "application/json"
    largest: int = 16 * 1024  # bytes of a body
    errors: tuple[int, ...] = ()
    at_a_table: bool = False  # a role at one table opens it, and what is answered is of such tables alone

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip().split("\n")[0]

    def admit(self, who: Who | None) -> None:
        """Refuse whoever has no right to it."""
        if self.may is None:
            return
        if who is None:
            raise NotSignedIn("this is for somebody who is signed in")
        if self.may == EVERYBODY:
            return
        anywhere = self.at_a_table or self.path.startswith(ONE_TABLE)  # whether it counts there is asked there
        if not any(one.role in self.may and (anywhere or one.table is None) for one in who.roles):
            raise NotAllowed(f"this is for {_listed(self.may)}{'' if anywhere else ' in the whole house'}")


def _listed(roles: frozenset[HouseRole]) -> str:
    return " or ".join(role for role in HouseRole if role in roles)


def has_one(who: Who | None, roles: frozenset[HouseRole], table: int | None = None) -> bool:
    """Whether somebody has one of these roles in the whole house, or at least at that table."""
    return who is not None and any(has(who.roles, role, table) for role in roles)


def need(who: Who, roles: frozenset[HouseRole], table: int) -> None:
    """Refuse whoever has none of these roles at a table."""
    if not has_one(who, roles, table):
        raise NotAllowed(f"this is for {_listed(roles)} at that table")


def need_apart(who: Who, roles: frozenset[HouseRole], running: "Running") -> None:
    """The same, and refuse whoever sits there: they play and do nothing else."""
    need(who, roles, running.row.id)
    if sits(who.pseudonym, running.table):
        raise NotAllowed("who sits at a table does nothing there but play")


def numbered(text: str, of: str) -> int:
    """A number that stands in a path."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise Unknown(f"there is no {of} {text[:20]!r}")
    return int(text)


class Routes:
    """Routes as they are declared, one beside each function."""

    def __init__(self) -> None:
        self.all: list[Route] = []

    def __call__(
        self, method: str, path: str, may: frozenset[HouseRole] | None, **more: Any
    ) -> Callable[[Handler], Handler]:
        def declared(handler: Handler) -> Handler:
            self.all.append(Route(method=method, path=path, handler=handler, may=may, **more))
            return handler

        return declared


def decoded(kind: type[Struct], raw: bytes) -> Any:
    """A body that was sent, as it should be."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(f"the body is not what is asked for here: {_short(error)}") from None


def asked(kind: type[Struct], pairs: list[tuple[str, str]]) -> Any:
    """A query, as it should be."""
    given = dict(pairs)
    if len(given) != len(pairs):
        raise BadInput("a field of the query is given twice")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"the query is not what is asked for here: {_short(error)}") from None


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
