"""What went wrong, as whoever asked for it is told: problem documents of RFC 9457, and which error is which.

A problem tells one sentence and its clause.  Of what went wrong within the house it tells nothing.
"""

from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.errors import (
    BadInput,
    IllegalAction,
    ImproperConfiguration,
    NoMoreBetsError,
    NotKept,
    Stale,
    Unknown,
)

MEDIA_TYPE = "application/problem+json"
TYPES = "urn:nomorebets:problem:"
KEPT_AGAIN_S = 1  # after which it is worth asking again what could not be kept


# --- What only a service refuses --------------------------------------------------------------------------------------


class NotSignedIn(NoMoreBetsError):
    """Nobody, or not who they say they are."""


class NotAllowed(NoMoreBetsError):
    """Somebody who may not do this."""


class NotNow(NoMoreBetsError):
    """Something that may be done, but not as things stand."""


class NotForUs(NoMoreBetsError):
    """A request to a house of another name."""


class TooLarge(NoMoreBetsError):
    """A request with more in it than is read."""


class NeedsKey(NoMoreBetsError):
    """A request without a key, so that a second try could not be told from a second request."""


class Reused(NoMoreBetsError):
    """The key of a request was used for another one."""


class Busy(NoMoreBetsError):
    """More waits to be recorded than can be."""


class OtherRules(NoMoreBetsError):
    """A round that other rules have to finish; a supervisor may decide otherwise."""


class NotJson(NoMoreBetsError):
    """A request in another form than JSON."""


class NoSuchMethod(NoMoreBetsError):
    """Something that is there, but not to be asked for in this way."""


class TooMany(NoMoreBetsError):
    """More than somebody may ask for in this time, and when to come back."""

    def __init__(self, sentence: str, retry_s: int) -> None:
        super().__init__(sentence)
        self.retry_s = retry_s

    def __reduce__(self) -> tuple[Any, ...]:
        return TooMany, (self.sentence, self.retry_s)


# --- Problems ---------------------------------------------------------------------------------------------------------


class Problem(Struct, frozen=True, omit_defaults=True):
    """A problem document."""

    type: str
    title: str
    status: int
    sentence: str
    clause: str
    offers: tuple[Any, ...] = ()  # what may be done instead, by whoever asked
    retry_after: int = 0  # seconds


class Kind(Struct, frozen=True):
    """A kind of problem: its name in a type, its status, its title."""

    name: str
    status: int
    title: str


KINDS: dict[type[NoMoreBetsError], Kind] = {
    IllegalAction: Kind("not-offered", 409, "The rules do not offer this now"),
    Stale: Kind("stale", 409, "Somebody acted first"),
    NotNow: Kind("not-now", 409, "Not as things stand"),
    ImproperConfiguration: Kind("improper-configuration", 422, "The rules do not allow this"),
    BadInput: Kind("bad-input", 400, "This cannot be understood"),
    Unknown: Kind("unknown", 404, "There is nothing of that name"),
    NotKept: Kind("not-kept", 503, "This could not be recorded"),
    NotSignedIn: Kind("not-signed-in", 401, "Nobody is signed in"),
    NotAllowed: Kind("not-allowed", 403, "This is not yours to do"),
    NotForUs: Kind("not-for-us", 421, "This is not the house that was asked for"),
    TooLarge: Kind("too-large", 413, "This is too large"),
    NotJson: Kind("not-json", 415, "This is not JSON"),
    NeedsKey: Kind("needs-key", 428, "This needs a key"),
    Reused: Kind("reused", 422, "This key was used for something else"),
    Busy: Kind("busy", 503, "Too much waits to be recorded"),
    OtherRules: Kind("other-rules", 503, "Other rules have to finish this"),
    NoSuchMethod: Kind("no-such-method", 405, "This is not asked for in this way"),
    TooMany: Kind("too-many", 429, "Too many requests"),
}
FAULT = Kind("fault", 500, "Something is wrong here")
NOTHING_SAID = "something went wrong in the house; nothing of it is told here"
ASK_AGAIN = "it could not be recorded; whether it was after all is said by asking again under the same key"


def problem(error: BaseException) -> Problem:
    """What is told of an error; of one that is no refusal, only that there was one."""
    kind = next((KINDS[one] for one in type(error).__mro__ if one in KINDS), None)
    if kind is None or not isinstance(error, NoMoreBetsError):
        return _as(FAULT, NOTHING_SAID)
    if isinstance(error, NotKept):
        return _as(kind, ASK_AGAIN, retry_after=KEPT_AGAIN_S)
    offers = error.offers if isinstance(error, IllegalAction) else ()
    retry_after = error.retry_s if isinstance(error, TooMany) else KEPT_AGAIN_S if isinstance(error, Busy) else 0
    return _as(kind, error.sentence, error.clause, offers, retry_after)


def _as(kind: Kind, sentence: str, clause: str = "", offers: tuple[Any, ...] = (), retry_after: int = 0) -> Problem:
    return Problem(TYPES + kind.name, kind.title, kind.status, sentence, clause, offers, retry_after)


Headers = list[tuple[bytes, bytes]]


def encoded(told: Problem) -> tuple[Headers, bytes]:
    """A problem as it is sent: headers and body."""
    body = msgspec.json.encode(told)
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", b"%d" % len(body))]
    if told.retry_after:
        headers.append((b"retry-after", b"%d" % told.retry_after))
    if told.status == KINDS[NotSignedIn].status:
        headers.append((b"www-authenticate", b"Bearer"))
    return headers, body
