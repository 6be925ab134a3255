"""What the licensee of a What The Flush table chooses, and what the text forbids between choices."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.rulebook.pay_table import PayTable, raised, read
from nomorebets.rulebook.rule import source
from nomorebets.table.submission import CardTable, Finding, Odds, device_refusals, limit_refusals, odds_refusals

rule = source("what-the-flush")

PAY_TABLES = read(rule, __package__)
PRINTED = {wager: columns["printed"] for wager, columns in PAY_TABLES.items()}


class Submission(CardTable, frozen=True, kw_only=True):
    """What the licensee of a What The Flush table chooses."""

    positions: Annotated[int, Meta(ge=1, le=6)] = 6
    flush_rush: bool = True
    super_flush_rush: bool = True
    odds: dict[str, Odds] = {}
    bonus_hands: Literal["wild_twos", "not_consecutive", "natural_twos"] = "wild_twos"
    straight_flush_rank: Literal["above_flush", "as_flush"] = "above_flush"
    wild_two_rank: Literal["highest_missing", "two"] = "highest_missing"
    misdealt_hand: Literal["that_hand", "all_hands"] = "that_hand"
    void_reaches: Literal["all_hands", "hands_in_play"] = "all_hands"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"
    found_until: Literal["cards_collected", "reveal"] = "cards_collected"

    @property
    def stub_is_counted(self) -> bool:
        """From a manual shoe always; a shuffler that counts the cards spares it where the text says so."""
        return self.dealing == "manual_shoe" or self.device != "counting"


CHOICES = rule.choices(
    {
        "licensee": ("38.11(a)",),
        "limits": ("38.6(c)", "38.6(d)bis"),
        "limits_on": ("38.6(a)", "38.6(c)"),
        "positions": ("38.6(c)",),
        "dealing": ("38.7(a)", "38.8(a)", "38.9(a)"),
        "shuffler": ("38.4(a)", "38.8(b)1", "38.9(f)"),
        "shuffler_feeds_shoe": ("38.4(a)", "38.7(a)"),
        "decks": ("38.2(a)", "38.2(b)"),
        "preshuffled": ("38.3(a)", "38.4(a)", "38.4(b)2"),
        "stub_count_every": ("38.7(f)", "38.8(e)", "38.9(e)"),
        "card_change_hours": ("38.2(a)",),
        "idle_spread": ("38.4(e)",),
        "odds_word": ("38.11(a)",),
        "flush_rush": ("38.6(d)bis", "38.1 Flush Rush"),
        "super_flush_rush": ("38.6(d)bis", "38.1 Super Flush Rush"),
        "odds": ("38.11(c)", "38.11(d)"),
        "bonus_hands": ("38.5(d)", "38.5(e)", "38.5(a)"),
        "straight_flush_rank": ("38.5(b)", "38.5(b)1"),
        "wild_two_rank": ("38.5(a)",),
        "misdealt_hand": ("38.12(d)", "38.7(f)2"),
        "void_reaches": ("38.12(a)", "38.12(b)"),
        "found_until": ("38.12(a)",),
    }
)

LIMITED = {"ante": True, "flush_rush": True, "super_flush_rush": True}


@rule("38.2(b)", "38.4(a)", "38.6(c)", "38.8(a)", "38.8(b)1", "38.11(c)", "38.11(d)", ruling="B-17")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids: some choices without a shuffler, odds below the printed ones, limits for no wager."""
    yield from device_refusals(
        submission, hand=rule.id("38.8(b)1"), second_deck=rule.id("38.2(b)"), feeding=rule.id("38.4(a)")
    )
    yield from odds_refusals(submission.odds, PRINTED.values(), rule.id("38.11(c)"))
    for finding in limit_refusals(submission, LIMITED):
        yield replace(finding, clauses=(rule.id("38.6(c)"),))


@rule("38.6(d)bis", "38.11(c)", "38.11(d)", ruling="B-17")
def offered(submission: Submission) -> dict[str, PayTable | None]:
    """The ante, and each bonus wager that the licensee offers, at the printed odds or the higher ones posted."""
    posted: dict[str, PayTable | None] = {"ante": None}
    for wager, table in PRINTED.items():
        if getattr(submission, wager):
            posted[wager] = replace(raised(table, submission.odds), reading=submission.bonus_hands)
    return posted
