"""For those who read, reckon and file: a whole text, what is found in it, the printed odds, and a submission's form."""

import asyncio
import gzip
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from nomorebets.errors import Unknown
from nomorebets.games.registry import KEYS, house_file, parsed
from nomorebets.licence.fields import Form, form
from nomorebets.reports.finding import Found, find
from nomorebets.reports.reader import Reader, reader
from nomorebets.service.http.reckoning import LARGE, Name, Submission, told
from nomorebets.service.http.routing import EVERYBODY, Answer, Call, Routes
from nomorebets.service.reckoning import FILE

routes = Routes()


def _game(call: Call) -> str:
    key = call.path["game"]
    if key not in KEYS:
        raise Unknown(f"{key[:40]!r} is not a game; the games are {', '.join(KEYS)}")
    return key


@cache
def _written(key: str) -> tuple[bytes, bytes]:
    """A text as it is sent, plain and small: it is the same for everybody."""
    plain = msgspec.json.encode(reader(key))
    return plain, gzip.compress(plain, mtime=0)


@routes("GET", "/v1/games/{game}/reader", None, answer=Reader, errors=(404,))
async def read_text(call: Call) -> Answer:
    """A whole text: its clauses in our words, with code, tests, evidence, examples and rulings."""
    plain, small = await asyncio.to_thread(_written, _game(call))
    if "gzip" not in call.headers.get("accept-encoding", ""):
        return Answer(written=plain)
    return Answer(written=small, headers={"content-encoding": "gzip", "vary": "accept-encoding"})


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    words: Annotated[str, Meta(min_length=1, max_length=100)]
    game: Literal[("", *KEYS)] = ""  # type: ignore[valid-type]  # that is read, and comes first


class Results(Struct, frozen=True):
    found: tuple[Found, ...]


@routes("GET", "/v1/search", None, query=Search, answer=Results)
async def search_texts(call: Call) -> Answer:
    """Clauses and rulings of all games, by citation as people write it or by words."""
    async with call.site.one_by_one(call.counted):
        return Answer(Results(tuple(await asyncio.to_thread(find, call.query.words, call.query.game))))


class Of(Struct, frozen=True, forbid_unknown_fields=True):
    of: Literal["printed", "house", "best_play"] = "printed"
    wager: Name | None = None  # of the printed ones


@routes("GET", "/v1/games/{game}/odds", None, query=Of, errors=(404, 422))
async def posted_odds(call: Call) -> Answer:
    """The exact odds of every printed pay table, or of those that our own submission posts, or its best play."""
    key, of = _game(call), call.query.of
    if of == "best_play":
        return await told(call, "solve", "--", key)
    if of == "house":
        return await told(call, "odds", f"--submission={FILE}", "--", key, file=house_file(key))
    return await told(call, "odds", *([f"--wager={call.query.wager}"] if call.query.wager else []), "--", key)


@routes("GET", "/v1/games/{game}/form", None, answer=Form, errors=(404,))
async def form_of_submission(call: Call) -> Answer:
    """The fields of a submission: what each means, what it may hold, and the clauses that leave it to the licensee."""
    return Answer(form(_game(call)))


class Fields(Struct, frozen=True):
    game: str
    fields: dict[str, Any]


@routes("POST", "/v1/submission", EVERYBODY, body=Submission, answer=Fields, largest=LARGE, errors=(422,))
async def read_submission(call: Call) -> Answer:
    """A submission file as fields, lawful or not."""
    async with call.site.one_by_one(call.counted):
        return Answer(Fields(*await asyncio.to_thread(parsed, call.body.submission)))
