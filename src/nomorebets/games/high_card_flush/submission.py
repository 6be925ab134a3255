"""What the licensee of a High Card Flush table chooses, and what the text forbids between choices."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.rulebook.money import Pay
from nomorebets.rulebook.pay_table import PayTable, read, to_1
from nomorebets.rulebook.rule import source
from nomorebets.table.submission import CardTable, Cents, Finding, Odds, device_refusals, limit_refusals, refused

rule = source("high-card-flush")

PAY_TABLES = read(rule, __package__)

SUIT_SPECIFIC = "7 Card Straight Flush, Suit Specific"


class Submission(CardTable, frozen=True, kw_only=True):
    """What the licensee of a High Card Flush table chooses."""

    positions: Annotated[int, Meta(ge=1, le=6)] = 6
    positions_per_player: Annotated[int, Meta(ge=1, le=3)] = 3
    flush_bonus: Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N"] | None = None
    straight_flush_bonus: Literal["A", "B", "C", "D", "E", "F", "G"] | None = None
    progressive: Literal["A", "B", "C", "D"] | None = None
    posted_bonus: dict[str, Odds] = {}
    suit: Literal["c", "d", "h", "s"] = "d"
    bonus_maximum: Cents | None = None
    bonus_maximum_per: Literal["round", "hand"] = "round"
    progressive_order: Literal["dealers_right_first", "dealers_left_first", "highest_first"] = "dealers_right_first"
    reset_minimum: Annotated[int, Meta(ge=0, le=10**12)] = 0
    four_card_row: Literal["printed", "shifted"] = "printed"
    folded_progressive: Literal["not_eligible", "eligible"] = "not_eligible"
    hand_played: Literal["best_flush", "cards_laid_out"] = "best_flush"
    void_reaches: Literal["all_hands", "hands_in_play"] = "all_hands"
    forfeit_in_void: Literal["stands", "returned"] = "stands"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"
    found_until: Literal["cards_collected", "reveal"] = "cards_collected"


CHOICES = rule.choices(
    {
        "licensee": ("1.13Y(b)1",),
        "limits": ("38.6(a)1", "38.6(a)2", "38.6(a)3"),
        "limits_on": ("38.6(a)1", "38.6(a)2", "38.6(a)3", "38.6(b)"),
        "positions": ("1.13Y(a)",),
        "positions_per_player": ("38.6(e)",),
        "dealing": ("38.7(a)", "38.8(a)", "38.9(a)"),
        "shuffler": ("38.4(a)", "38.7(g)", "38.8(b)1"),
        "shuffler_feeds_shoe": ("38.4(a)", "38.7(a)"),
        "decks": ("38.2(a)", "38.2(b)"),
        "preshuffled": ("38.4(a)", "38.4(b)2"),
        "stub_count_every": ("38.7(f)", "38.8(f)", "38.9(f)"),
        "card_change_hours": ("38.2(a)",),
        "idle_spread": ("38.4(e)",),
        "odds_word": ("38.11(a)",),
        "flush_bonus": ("38.6(a)2", "38.11(c)"),
        "straight_flush_bonus": ("38.6(a)3", "38.11(d)"),
        "progressive": ("38.6(a)4", "38.11(e)", "38.12(a)"),
        "posted_bonus": ("38.11(h)", "38.5(c)"),
        "suit": ("38.5(c)2",),
        "bonus_maximum": ("38.11(h)",),
        "bonus_maximum_per": ("38.11(h)",),
        "progressive_order": ("38.12(f)",),
        "reset_minimum": ("1.13Y(d)",),
        "four_card_row": ("38.11(c)",),
        "folded_progressive": ("38.12(c)", "38.10(c)"),
        "hand_played": ("38.10(b)", "38.5(b)(1)"),
        "void_reaches": ("38.13(c)", "38.13(d)"),
        "found_until": ("38.10(a)", "38.13(d)"),
        "forfeit_in_void": ("38.10(a)", "38.13(c)", "38.13(d)"),
    }
)

LIMITED = {"ante": True, "flush_bonus": True, "straight_flush_bonus": True, "progressive": False}


@rule("38.2(b)", "38.4(a)", "38.6(a)1", "38.8(a)", "38.8(b)1", "38.11(d)", "38.11(h)", "38.12(a)", ruling="A-17")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids between fields."""
    yield from device_refusals(
        submission, hand=rule.id("38.8(b)1"), second_deck=rule.id("38.2(b)"), feeding=rule.id("38.4(a)")
    )
    yield from _posted_bonus_objections(submission)
    for finding in limit_refusals(submission, LIMITED):
        yield replace(finding, clauses=(rule.id("38.6(a)1"),))


def _posted_bonus_objections(submission: Submission) -> Iterator[Finding]:
    rows = list(PAY_TABLES["straight_flush_bonus"]["G"].pays)
    posted = submission.posted_bonus
    if submission.straight_flush_bonus != "G":
        if posted:
            sentence = "only Straight Flush Bonus table G leaves amounts to the licensee"
            yield refused("posted_bonus", posted, rule.id("38.11(d)"), sentence)
        return
    unknown = [name for name in posted if name not in (*rows, SUIT_SPECIFIC)]
    missing = [name for name in rows if name not in posted]
    if unknown:
        sentence = f"the hands of table G are {', '.join(rows)} and {SUIT_SPECIFIC}"
        yield refused("posted_bonus", unknown[0], rule.id("38.5(c)"), sentence)
    if missing:
        sentence = f"table G needs a posted amount for {', '.join(missing)}"
        yield refused("posted_bonus", posted, rule.id("38.11(h)"), sentence)


@rule("38.6(a)2", "38.6(a)3", "38.6(a)4", "38.11(c)", "38.11(d)", "38.11(e)")
def offered(submission: Submission) -> dict[str, PayTable | None]:
    """The wagers on offer; a bonus only with the table selected for it."""
    posted: dict[str, PayTable | None] = {"ante": None}
    if submission.flush_bonus:
        posted["flush_bonus"] = flush_bonus(submission.flush_bonus, submission.four_card_row)
    if submission.straight_flush_bonus:
        table = PAY_TABLES["straight_flush_bonus"][submission.straight_flush_bonus]
        posted["straight_flush_bonus"] = licensee_set(table, submission.posted_bonus)
    if submission.progressive:
        posted["progressive"] = PAY_TABLES["progressive"][submission.progressive]
    return posted


@rule("38.11(c)", ruling="A-1")
def flush_bonus(letter: str, four_card_row: str) -> PayTable:
    """The column as printed, or with the four card row read as printed one column too far to the right."""
    columns = PAY_TABLES["flush_bonus"]
    if four_card_row == "printed":
        return columns[letter]
    letters = list(columns)
    neighbour = letters[(letters.index(letter) + 1) % len(letters)]
    row = "4 Card Flush"
    return replace(columns[letter], pays={**columns[letter].pays, row: columns[neighbour].pays[row]})


@rule("38.11(h)", "38.5(c)2")
def licensee_set(table: PayTable, posted: dict[str, Odds]) -> PayTable:
    """Table G with the licensee's amounts, the highest hand first."""
    if not posted:
        return table
    names = [SUIT_SPECIFIC, *table.pays]
    pays: dict[str, Pay] = {name: to_1(posted[name]) for name in names if name in posted}
    return replace(table, pays=pays)
