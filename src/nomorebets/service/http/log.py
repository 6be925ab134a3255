"""The log of the house: checkpoints, tiles, and proofs that something is in it or that it has only grown."""

import base64
from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.errors import BadInput, Unknown
from nomorebets.service.http.routing import Answer, Call, Routes
from nomorebets.service.problems import NotNow
from nomorebets.store.tiles import WIDTH
from nomorebets.store.tree import HASH_BYTES, consistency, inclusion
from nomorebets.store.unit import Unit

routes = Routes()
Number = Annotated[int, Meta(ge=0, le=10**12)]
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}


@routes("GET", "/v1/log/checkpoint", None, kind="text/plain; charset=utf-8", errors=(404,))
async def last_checkpoint(call: Call) -> Answer:
    """The last checkpoint that the house signed, with the lines of witnesses."""

    def found(unit: Unit) -> str:
        last = unit.log.checkpoint()
        if last is None:
            raise Unknown("there is no checkpoint yet")
        return last.note + "".join(one.line for one in unit.log.cosignatures(last.size))

    return Answer(written=(await call.site.read(found)).encode(), kind="text/plain; charset=utf-8")


class LogKey(Struct, frozen=True):
    log: str
    verifier: str


@routes("GET", "/v1/log/key", None, answer=LogKey)
async def key_of_log(call: Call) -> Answer:
    """The name of the log, and the public key with which its checkpoints are signed."""
    name = call.site.writer.log
    return Answer(LogKey(name, str(call.site.keys.verifier(name))))


@routes("GET", "/v1/log/tile/{level}/{place}", None, kind="application/octet-stream", errors=(404,))
async def tile_of_log(call: Call) -> Answer:
    """A tile of the tree: up to 256 hashes of a level."""
    level, place = _whole(call.path["level"]), _whole(call.path["place"])
    hashes = await call.site.read(lambda unit: unit.log.tile(level, place))
    if not hashes:
        raise Unknown(f"there is no tile {place} at level {level} yet")
    headers = FOR_EVER if len(hashes) == WIDTH * HASH_BYTES else {"cache-control": "no-cache"}
    return Answer(written=hashes, kind="application/octet-stream", headers=headers)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise BadInput(f"{text[:20]!r} is not a number of a tile")
    return int(text)


class Proof(Struct, frozen=True):
    """Hashes in base64, in the order of RFC 9162."""

    size: int
    path: tuple[str, ...]
    index: int = 0
    first: int = 0


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=40)] = ""
    version: Number = 0
    index: Number = 0
    size: Number = 0


@routes("GET", "/v1/log/inclusion", None, query=Which, answer=Proof, errors=(404, 409))
async def proof_of_inclusion(call: Call) -> Answer:
    """That an entry is in the log, by its table and version or by the number of its leaf."""
    wanted: Which = call.query

    def found(unit: Unit) -> Proof:
        index = wanted.index
        if wanted.table:
            leaf = unit.log.leaf(call.site.numbers.get(wanted.table, -1), wanted.version)
            if leaf is None:
                raise Unknown(f"entry {wanted.version} of table {wanted.table} has no leaf")
            index = leaf
        size = _reached(unit, wanted.size or unit.log.size)
        if index >= size:
            raise NotNow(f"the log of {size} leaves has no leaf {index}")
        return Proof(size, _encoded(inclusion(unit.log.nodes, index, size)), index)

    return Answer(await call.site.read(found))


class Between(Struct, frozen=True, forbid_unknown_fields=True):
    first: Number
    second: Number


@routes("GET", "/v1/log/consistency", None, query=Between, answer=Proof, errors=(409,))
async def proof_of_consistency(call: Call) -> Answer:
    """That the log of one size is the beginning of the log of another."""
    first, second = call.query.first, call.query.second
    if not 0 < first <= second:
        raise BadInput(f"a log of {first} leaves is not the beginning of one of {second}")

    def found(unit: Unit) -> Proof:
        return Proof(_reached(unit, second), _encoded(consistency(unit.log.nodes, first, second)), first=first)

    return Answer(await call.site.read(found))


def _reached(unit: Unit, size: int) -> int:
    if size > unit.log.size:
        raise NotNow(f"the log has {unit.log.size} leaves, not {size}")
    return size


def _encoded(path: list[bytes]) -> tuple[str, ...]:
    return tuple(base64.b64encode(one).decode() for one in path)
