"""Random lawful play at every game that is listed: where it starts, how it goes on, and who is there to see it."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec import Meta

from nomorebets.games.registry import KEYS, game, parsed, terms
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import Posted
from nomorebets.table.actions import Bet, Irregularity, Leave, Step
from nomorebets.table.engine import duty, legal
from nomorebets.table.game import Terms
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role, player
from tests.driving import Driver, in_round
from tests.miniature import two_decks, two_dice

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


# --- What is played ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """Something that passes the gauntlet by being listed: its name, some lawful terms of it, and its clauses."""

    name: str
    terms: Callable[[random.Random], Terms]
    clauses: Callable[[], frozenset[str]]

    def __str__(self) -> str:
        return self.name


def lawful_terms(key: str, chance: random.Random) -> Terms:
    return terms(key, a_submission(key, chance))


@cache
def clauses_of(key: str) -> frozenset[str]:
    return frozenset(f"{key}:{clause.id}" for clause in text(key).clause)


def miniature(module: ModuleType) -> Listed:
    """A game of no rulebook: a module with `terms` and `CLAUSES`."""
    return Listed(module.GAME.key, lambda _chance: module.terms(), lambda: frozenset(module.CLAUSES))


OF_THE_RULEBOOK = tuple(Listed(key, partial(lawful_terms, key), partial(clauses_of, key)) for key in KEYS)
MINIATURES = tuple(map(miniature, (two_dice, two_decks)))
GAMES = (*OF_THE_RULEBOOK, *MINIATURES)

every_game = pytest.mark.parametrize("listed", GAMES, ids=str)
every_game_of_the_rulebook = pytest.mark.parametrize("listed", OF_THE_RULEBOOK, ids=str)
seeds = st.integers(min_value=0, max_value=2**32)


@cache
def examples(key: str) -> list[dict[str, object]]:
    """The submissions for a game that the documentation ships, with the tables that are too many to draw."""
    filed = [parsed(path.read_text("utf-8")) for path in sorted(EXAMPLES.rglob("*.toml"))]
    return [raw for named, raw in filed if named == key]


def a_submission(key: str, chance: random.Random) -> dict[str, object]:
    """A random lawful submission: an example, or fields drawn by their types until the text has no objection."""
    one = game(key)
    hints = get_type_hints(one.licence.submission, include_extras=True)
    while True:
        shipped = chance.choice([{}, *examples(key)])
        chosen = shipped | {
            name: value for name in hints if chance.random() < 0.4 for value in drawn(hints[name], chance)
        }
        for wager, columns in one.licence.pay_tables.items():
            column = columns.get(str(chosen.get(wager)))
            if column and any(isinstance(pay, Posted) for pay in column.pays.values()):
                chosen["posted_bonus"] = {hand: chance.randint(1, 500) for hand in column.pays}
        if not list(one.licence.objections(msgspec.convert(chosen, one.licence.submission))):
            return chosen


def drawn(kind: Any, chance: random.Random) -> Iterator[object]:
    """One value of a field's type; nothing for a type that has too many."""
    if get_origin(kind) is Literal:
        yield chance.choice(get_args(kind))
    elif kind is bool:
        yield chance.random() < 0.5
    elif get_origin(kind) is Annotated and get_args(kind)[0] is int:
        meta: Meta = get_args(kind)[1]
        assert isinstance(meta.ge, int)
        assert isinstance(meta.le, int)
        yield chance.randint(meta.ge, min(meta.le, 10_000))
    elif type(None) in get_args(kind):
        yield from drawn(get_args(kind)[0], chance)


# --- How it goes on ---------------------------------------------------------------------------------------------------

FEW = 18
MANY = 30
STEPS = 90

PLAIN: Mapping[str, bool] = {}
DRAWN: Mapping[str, bool] = {"drawn": True}
AUTOMATIC: Mapping[str, bool] = {"drawn": True, "automatic": True}
OPENINGS = (PLAIN, DRAWN, AUTOMATIC)


def some(offers: Sequence[Offer], chance: random.Random, most: int = MANY) -> list[Offer]:
    """The offers, or of too many a sample."""
    return chance.sample(offers, min(len(offers), most))


def pick(offers: tuple[Offer, ...], chance: random.Random) -> Offer:
    """Any offer, but such that rounds get on: what is due is likely, what goes wrong or ends the game is rare.

    Where a layout takes dozens of bets, all of them together are no likelier than a few.
    """
    bets = [offer for offer in offers if type(offer.action) is Bet]
    if len(bets) > FEW:
        offers = (*(offer for offer in offers if type(offer.action) is not Bet), *chance.sample(bets, FEW))
    weights = []
    for offer in offers:
        rare = isinstance(offer.action, Irregularity | Leave) or (
            isinstance(offer.action, Step) and not offer.duty and offer.action.step != "rack_stub"
        )
        weights.append(1 if rare else 60 if offer.duty else 12)
    return chance.choices(offers, weights)[0]


def start(listed: Listed, chance: random.Random, opening: Mapping[str, bool] = PLAIN, *, recorded: bool) -> Driver:
    return Driver(listed.terms(chance), chance, opening=opening, recorded=recorded)


def wander(driver: Driver, steps: int) -> Iterator[Driver]:
    """One random lawful action after another."""
    for _ in range(steps):
        driver.do(driver.filled(pick(legal(driver.table), driver.chance)))
        yield driver


def wandered(
    listed: Listed, seed: int, opening: Mapping[str, bool] = PLAIN, *, recorded: bool = False, steps: int = STEPS
) -> Driver:
    """A table after some random lawful actions: any state can be reached like this."""
    chance = random.Random(seed)
    driver = start(listed, chance, opening, recorded=recorded)
    for _ in wander(driver, chance.randint(0, steps)):
        pass
    return driver


def played_on(driver: Driver, until: str | None = None) -> None:
    """Play the round to its end, or to a phase of it, with no irregularity from here on."""
    for _ in range(100):
        if not in_round(driver.table) or driver.table.phase == until:
            break
        choices = [offer for offer in legal(driver.table) if not isinstance(offer.action, Irregularity)]
        driver.do(driver.filled(duty(driver.table) or driver.chance.choice(choices)))


# --- Who is there -----------------------------------------------------------------------------------------------------

PLAYERS = tuple(map(player, ("Ann", "Ben", "Cid", "Dan")))  # Dan never sits down
STAFF = tuple(Actor(role) for role in (Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR, Role.SECURITY, Role.SYSTEM))
WATCHING = tuple(Actor(role) for role in (Role.SURVEILLANCE, Role.AUDITOR, Role.ONLOOKER))
EVERYONE = (*PLAYERS, *STAFF, *WATCHING)
