"""An entry as it is kept: the same bytes for everyone, hashed as they are, and what is hidden sealed beside them.

In the bytes cards lie face down as an onlooker sees them; `hidden` has a commitment for each field that is withheld,
all made under one secret, which `under` names by its own commitment.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Raw, Struct

from nomorebets.errors import BadInput
from nomorebets.store.hidden import Where, commitments, face_down, hidden_in, opened, seal, unseal
from nomorebets.table.actions import Action
from nomorebets.table.entries import SCHEMA, Entry, event_from, kinds_with
from nomorebets.table.events import Event
from nomorebets.table.roles import Actor


class Cause(StrEnum):
    """Why an action was taken."""

    PERSON = "person"
    DUTY = "duty"
    CLOCK = "clock"
    RECOVERY = "recovery"


class Secret(Struct, frozen=True):
    """What hides the cards of one shuffle, and the commitment by which it is known."""

    commitment: str
    seed: bytes


class Kept(Struct, frozen=True):
    """What is stored of an entry."""

    body: bytes
    sealed: bytes = b""


class Body(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What everyone may read of an entry."""

    schema: int
    log: str
    table: str
    version: int
    at: int
    by: Actor
    cause: Cause
    rules: str
    action: Action
    events: tuple[Raw, ...]
    under: str = ""
    hidden: dict[str, str] = {}

    @property
    def where(self) -> Where:
        return Where(self.log, self.table, self.version)


_BODIES = msgspec.json.Decoder(Body)


def kept(entry: Entry, log: str, cause: Cause, rules: str, secret: Secret | None = None) -> Kept:
    """An entry as it is kept; one that hides something needs a secret to hide it under."""
    values, shown = hidden_in(entry), face_down(entry)
    where = Where(log, entry.table, entry.version)
    under, hidden, sealed = "", {}, b""
    if values:
        assert secret is not None, "what is hidden is hidden under a secret"
        under, hidden = secret.commitment, commitments(secret.seed, where, values)
        sealed = seal(secret.seed, where, values)
    events: Any = shown.events  # which are written as they would be one by one
    body = Body(
        SCHEMA, log, entry.table, entry.version, entry.at, entry.by, cause, rules, shown.action, events, under, hidden
    )
    return Kept(msgspec.json.encode(body), sealed)


def body_of(written: bytes) -> Body:
    try:
        return _BODIES.decode(written)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(f"this is not an entry: {' '.join(str(error).split())[:200]}") from None


def shown_in(body: Body, events: Iterable[type[Event]] = (), own: Mapping[str, Any] | None = None) -> Entry:
    """The entry as everyone may see it; `events` and `own` are what its game has of its own."""
    kinds = kinds_with(events)
    try:
        read = tuple(event_from(raw, kinds, own or {}) for raw in body.events)
    except (msgspec.DecodeError, LookupError, TypeError, RecursionError) as error:
        raise BadInput(f"entry {body.version} of {body.table} has no events that can be read: {error}") from None
    return Entry(body.version, body.at, body.by, body.action, read, body.table)


def whole(of: Body, shown: Entry, sealed: bytes, seed: bytes) -> Entry:
    """The entry with all that is hidden in it, which has to be what was committed to."""
    values = unseal(seed, of.where, sealed)
    if commitments(seed, of.where, values) != of.hidden:
        raise BadInput(f"what is sealed in entry {of.version} of {of.table} is not what was committed to")
    return opened(shown, values)
