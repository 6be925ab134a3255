"""What the licensee of a Pokette table chooses, and what the text forbids between choices."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.equipment.wheel import WHEEL
from nomorebets.errors import BadInput
from nomorebets.rulebook.pay_table import PayTable, raised, read
from nomorebets.rulebook.rule import source
from nomorebets.table import submission as table
from nomorebets.table.submission import Finding, Odds, limit_refusals, odds_refusals

rule = source("pokette")

PAY_TABLES = read(rule, __package__)
PRINTED = "printed"
LAYOUT = tomllib.loads(files(__package__).joinpath("layout.toml").read_text("utf-8"))

DECKS = 3


class Submission(table.Submission, frozen=True, kw_only=True):
    """What the licensee of a Pokette table chooses."""

    positions: Annotated[int, Meta(ge=1, le=8)] = 8
    odds: dict[str, Odds] = {}
    odds_word: Literal["to", "win"] = "to"
    wheel_order: Annotated[str, Meta(min_length=1, max_length=400)] = " ".join(LAYOUT["wheel"].split())
    least_revolutions: Annotated[int, Meta(ge=0, le=100)] = 3
    card_display: Literal["stand", "device"] = "stand"
    joker_straight_up: Literal["refused", "allowed"] = "refused"
    pair_in_two_on: Literal["one_posted_card", "last_posted_card"] = "one_posted_card"
    value_chip_colours: tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...] = (
        "white",
        "red",
        "green",
        "black",
    )

    @property
    def decks(self) -> int:
        """Three, or none where an approved device shows the winning cards."""
        return DECKS if self.card_display == "stand" else 0

    @property
    def dealing(self) -> str:
        return "wheel"


@rule("12.4(b)")
def colour(words: str) -> str:
    """A colour as it is compared with others: small letters, with one blank between words and none around them."""
    return " ".join(words.lower().split())


CHOICES = rule.choices(
    {
        "licensee": ("12.4(a)",),
        "limits": ("12.5(a)", "12.5(b)"),
        "positions": ("12.4(a)",),
        "odds": ("12.5(a)", "12.5(b)"),
        "odds_word": ("12.5(a)",),
        "wheel_order": ("12.1 Winning card", "12.2(a)"),
        "least_revolutions": ("12.1 Winning card",),
        "card_display": ("12.2(a)",),
        "joker_straight_up": ("12.5(a)1", "12.5(a)13"),
        "pair_in_two_on": ("12.5(b)1", "12.4(d)"),
        "value_chip_colours": ("12.4(b)",),
    }
)


@cache
@rule("12.1 Winning card", ruling="P-5")
def sections(order: str) -> tuple[int, ...]:
    """The cards around the wheel, each as often as a wheel has it."""
    return WHEEL.parse(order)


@rule("12.1 Winning card", "12.4(b)", "12.5(a)", "12.5(b)", ruling="P-5")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids: part of a wheel, a nameless colour, odds below the least, limits for what is no wager."""
    try:
        filed = sections(submission.wheel_order)
    except BadInput as error:
        yield _refused("wheel_order", "12.1 Winning card", error.sentence)
    else:
        missing = [WHEEL.names[card] for card in WHEEL.all if card not in filed]
        if missing:
            yield _refused("wheel_order", "12.1 Winning card", f"it has {len(filed)} sections and lacks {missing[0]}")
    if not all(map(colour, submission.value_chip_colours)):
        yield _refused("value_chip_colours", "12.4(b)", "one of the colours is nothing but blanks")
    yield from low_odds(submission)
    for finding in limit_refusals(submission, dict.fromkeys(PAY_TABLES, True)):
        yield replace(finding, clauses=(rule.id("12.5(a)"),))


@rule("12.5(a)", "12.5(b)", ruling="P-1")
def low_odds(submission: Submission) -> Iterator[Finding]:
    """Nothing is paid at less than the printed odds."""
    return odds_refusals(submission.odds, _tables(), rule.id("12.5(a)"))


def _tables() -> Iterator[PayTable]:
    for columns in PAY_TABLES.values():
        yield columns[PRINTED]


def _refused(field: str, clause: str, sentence: str) -> Finding:
    return Finding(field, "", "refused", (rule.id(clause),), f"{field} is not allowed: {sentence}")


@rule("12.5(a)", "12.5(b)", ruling="P-1")
def offered(submission: Submission) -> dict[str, PayTable | None]:
    """Every wager, at the printed odds or at the higher ones that the licensee posts."""
    return {table.wager: raised(table, submission.odds) for table in _tables()}
