"""Rules, rulings, submissions and figures: what the commands tell, for pages."""

import asyncio
from typing import Annotated, Literal

from msgspec import Meta, Struct

from nomorebets.errors import Unknown
from nomorebets.games.registry import KEYS, house_terms, parsed
from nomorebets.licence.check import Checked, refusals
from nomorebets.service.http.routing import EVERYBODY, Answer, Call, Routes
from nomorebets.service.reckoning import FILE, Command, File

routes = Routes()

Game = Literal[KEYS]  # type: ignore[valid-type]
Toml = Annotated[str, Meta(max_length=200_000)]
Name = Annotated[str, Meta(max_length=60, pattern=r"^[A-Za-z0-9_][A-Za-z0-9_ .:/()-]*$")]
Cards = Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9?][A-Za-z0-9? -]*$")]
LARGE = 256 * 1024
OF_CARDS = ("advise", "round")  # commands that are told the cards which somebody holds or has held


async def told(call: Call, name: str, *arguments: str, file: str = "", ends: str = ".toml") -> Answer:
    """What a command says; of cards that somebody asks about nobody else hears."""
    whose = call.signed_in.pseudonym if name in OF_CARDS else ""
    return Answer(written=await reckoned(call, Command(name, arguments, (File(file, ends),), whose=whose)))


async def reckoned(call: Call, command: Command) -> bytes:
    """What a command prints or writes; what has to be reckoned for it is counted to whoever asks."""
    site = call.site
    if (known := site.reckoner.known(command)) is not None:
        return known
    who = call.counted
    with site.figures_waiting.held_by(who):
        site.figures.take(who, site.clock_ms())
        return await site.reckoner.told(command)


# --- The rulebook -----------------------------------------------------------------------------------------------------


@routes("GET", "/v1/games", None)
async def list_games(call: Call) -> Answer:
    """The games."""
    return await told(call, "games")


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    part: Literal["clauses", "irregularities", "rulings", "procedure"] = "clauses"


@routes("GET", "/v1/games/{game}/rules", None, query=Part, errors=(404,))
async def read_rules(call: Call) -> Answer:
    """A game's clauses in our words, its irregularities, its rulings, or the dealer's script."""
    part, game = call.query.part, call.path["game"]
    if game not in KEYS:
        raise Unknown(f"{game[:40]!r} is not a game; the games are {', '.join(KEYS)}")
    return await told(call, "rules", *((f"--{part}",) if part != "clauses" else ()), "--", game)


class Pieces(Struct, frozen=True):
    """What is dealt, each at the place by whose number a recorded order names it; how many dice, how many circles."""

    name: str
    names: tuple[str, ...]
    dice: int
    circles: int


@routes("GET", "/v1/games/{game}/pieces", None, answer=Pieces, errors=(404,))
async def pieces_of_game(call: Call) -> Answer:
    """The cards, tiles or sections of a game in the order of their numbers, for whoever records chance."""
    game = call.path["game"]
    if game not in KEYS:
        raise Unknown(f"{game[:40]!r} is not a game; the games are {', '.join(KEYS)}")
    equipment = house_terms(game).game.equipment
    return Answer(Pieces(equipment.pieces.name, tuple(equipment.pieces.names), equipment.dice, equipment.circles))


class OneClause(Struct, frozen=True, forbid_unknown_fields=True):
    clause: Name


@routes("GET", "/v1/rules", None, query=OneClause, errors=(404,))
async def read_clause(call: Call) -> Answer:
    """One clause with all that hangs on it."""
    return await told(call, "rules", "--", call.query.clause)


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Toml


@routes("POST", "/v1/check", EVERYBODY, body=Submission, answer=Checked, largest=LARGE, errors=(422,))
async def check_submission(call: Call) -> Answer:
    """Which clause allows each field of a submission, what none allows, and what is unwise."""
    async with call.site.one_by_one(call.counted):
        refused = await asyncio.to_thread(_refusals, call.body.submission)
    if refused:  # which is known at once; what is unwise has to be counted
        return Answer(refused)
    return await told(call, "check", FILE, "--no-edges", file=call.body.submission)


def _refusals(document: str) -> Checked | None:
    return refusals(*parsed(document))


class Rounds(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Toml  # a round file, as JSON


@routes("POST", "/v1/settle", EVERYBODY, body=Rounds, largest=LARGE)
async def settle_rounds(call: Call) -> Answer:
    """What was due in rounds of which one knows the cards and wagers."""
    return await told(call, "round", FILE, file=call.body.rounds, ends=".json")


# --- Figures ----------------------------------------------------------------------------------------------------------


class Figures(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game, and what is posted at the table; without a submission our own, or every printed table."""

    game: Game
    submission: Toml = ""

    def arguments(self) -> list[str]:
        return [f"--submission={FILE}"] if self.submission else []


class Odds(Figures, frozen=True):
    wager: Name | None = None
    pay_table: Name | None = None
    meter: Annotated[int, Meta(ge=0, le=10**12)] | None = None


class Advice(Figures, frozen=True, kw_only=True):
    hand: Cards
    up: Cards | None = None


class Many(Figures, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5_000_000)] = 100_000
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    seats: Annotated[int, Meta(ge=1, le=8)] = 1


class Bankroll(Figures, frozen=True):
    units: Annotated[int, Meta(ge=1, le=100_000)] = 50
    rounds: Annotated[int, Meta(ge=1, le=1_000_000)] = 1000
    wager: Name | None = None


async def figures(call: Call, name: str) -> Answer:
    """A command on a game: each field of the body is an option of the same name."""
    body: Figures = call.body
    own = [field for field in body.__struct_fields__ if field not in ("game", "submission")]
    chosen = {field: getattr(body, field) for field in own if getattr(body, field) is not None}
    options = [f"--{field.replace('_', '-')}={value}" for field, value in chosen.items()]
    return await told(call, name, *body.arguments(), *options, "--", body.game, file=body.submission)


@routes("POST", "/v1/odds", EVERYBODY, body=Odds, largest=LARGE)
async def count_odds(call: Call) -> Answer:
    """The outcomes of wagers, counted exactly."""
    return await figures(call, "odds")


@routes("POST", "/v1/solve", EVERYBODY, body=Figures, largest=LARGE)
async def solve_game(call: Call) -> Answer:
    """The best play of the main wager, exactly."""
    return await figures(call, "solve")


@routes("POST", "/v1/advise", EVERYBODY, body=Advice, largest=LARGE)
async def advise_player(call: Call) -> Answer:
    """What each lawful decision is worth with a hand, the best first."""
    return await figures(call, "advise")


@routes("POST", "/v1/card", EVERYBODY, body=Figures, largest=LARGE)
async def strategy_card(call: Call) -> Answer:
    """The best play condensed to rules that a person can remember."""
    return await figures(call, "card")


class Sheet(Figures, frozen=True):
    form: Literal["html", "xlsx"] = "html"


@routes("POST", "/v1/par", EVERYBODY, body=Sheet, largest=LARGE, kind="application/octet-stream", errors=(422,))
async def par_sheet(call: Call) -> Answer:
    """The PAR sheet, as a page or as a workbook, without a simulation beside it."""
    return await _file(call, "par", f".{call.body.form}", "--rounds=0")


@routes("POST", "/v1/card.svg", EVERYBODY, body=Figures, largest=LARGE, kind="application/octet-stream", errors=(422,))
async def drawn_strategy_card(call: Call) -> Answer:
    """The strategy card as a picture."""
    return await _file(call, "card", ".svg")


async def _file(call: Call, name: str, ends: str, *options: str) -> Answer:
    """What a command writes, to be kept as a file."""
    body: Figures = call.body
    command = Command(name, (*body.arguments(), *options, "--", body.game), (File(body.submission),), writes=ends)
    headers = {"content-disposition": f'attachment; filename="{body.game}-{name}{ends}"'}
    return Answer(written=await reckoned(call, command), kind="application/octet-stream", headers=headers)


@routes("POST", "/v1/simulate", EVERYBODY, body=Many, largest=LARGE)
async def simulate_rounds(call: Call) -> Answer:
    """Many rounds at the speed of the machine."""
    return await figures(call, "simulate")


@routes("POST", "/v1/bankroll", EVERYBODY, body=Bankroll, largest=LARGE)
async def reckon_bankroll(call: Call) -> Answer:
    """How far a bankroll goes, and how likely it is to be lost."""
    return await figures(call, "bankroll")
