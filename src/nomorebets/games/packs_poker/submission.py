"""What the licensee of a Pack's Poker table chooses, and what the text forbids between choices."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, Self

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.rulebook.money import For, Pay, To
from nomorebets.rulebook.pay_table import PayTable, read
from nomorebets.rulebook.rule import source
from nomorebets.table import submission as shared
from nomorebets.table.submission import (
    MOST_HOURS,
    SHOE,
    Amount,
    Finding,
    Limits,
    Percent,
    hours_refusals,
    limit_refusals,
    most_hours,
    percent_refusals,
    refused,
)

rule = source("packs-poker")

PAY_TABLES = read(rule, __package__)

PACKS = (1, 2, 3)
PACK, FIVE_CARD, SEVEN_CARD = "pack", "five_card", "seven_card"
BONUSES = (FIVE_CARD, SEVEN_CARD)

PROGRESSIVE = "progressive:"
POSTED_AMOUNT = Limits(500, 500)

LEAST_RATE = {FIVE_CARD: 1, SEVEN_CARD: 5}


class Meter(NamedTuple):
    """What the licensee sets of a progressive bonus: shares of each wager in per cent, amounts in cents."""

    rate: Fraction
    reset_rate: Fraction
    initial: int
    reset: int


class Submission(shared.Submission, frozen=True, kw_only=True):
    """What the licensee of a Pack's Poker table chooses."""

    dealing: Literal["manual_shoe", "hand", "automated_shoe"] = "automated_shoe"
    shuffler: Literal["automated", "counting"] = "automated"
    shuffler_feeds_shoe: bool = False
    hands_dealt: Literal["five_at_a_time", "one_at_a_time"] = "five_at_a_time"
    packs_dealt: Literal["two_at_a_time", "one_at_a_time"] = "two_at_a_time"
    stub_count_every: Annotated[int, Meta(ge=1, le=5)] = 5
    card_change_hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] | None = None
    idle_spread: Literal["face_up", "face_down"] = "face_up"
    odds_posted: Literal["layout", "sign"] = "layout"
    hands_shown_by: Literal["player", "dealer"] = "player"
    hands_collected: Literal["after_last_pack", "at_end"] = "after_last_pack"
    no_pair_win: Literal["lose", "push"] = "lose"
    bonus_needs_pack: bool = False
    five_card: (
        Literal[
            "A", "B", "C", "D", "E",
            "progressive:A", "progressive:B", "progressive:C", "progressive:D", "progressive:E",
        ]
        | None
    ) = None  # fmt: skip
    seven_card: (
        Literal[
            "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L",
            "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W",
            "progressive:A", "progressive:B", "progressive:C", "progressive:D", "progressive:E",
            "progressive:F", "progressive:G", "progressive:H", "progressive:I", "progressive:J",
            "progressive:K", "progressive:L", "progressive:M",
        ]
        | None
    ) = None  # fmt: skip
    five_card_rate: Percent = LEAST_RATE[FIVE_CARD]
    five_card_reset_rate: Percent = 0
    five_card_initial: Amount = 1_000_000
    five_card_reset: Amount = 1_000_000
    seven_card_rate: Percent = LEAST_RATE[SEVEN_CARD]
    seven_card_reset_rate: Percent = 0
    seven_card_initial: Amount = 1_000_000
    seven_card_reset: Amount = 1_000_000
    seven_card_straight_flush: Literal["any", "royal"] = "any"
    progressive_odds: Literal["for", "to"] = "for"
    fixed_amount_stake: Literal["returned", "kept"] = "returned"
    meter_sharing: Literal["percentage", "whole_meter"] = "percentage"
    highest_payout: Literal["of_the_row", "after_sharing"] = "of_the_row"
    meter_reset: Literal["before_the_next_pack", "after_the_round"] = "before_the_next_pack"
    unaccepted_wager: Literal["returned", "kept"] = "returned"
    reset_portion: Literal["added", "least"] = "added"
    void_reaches: Literal["all_hands", "hands_in_play"] = "all_hands"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"
    found_until: Literal["cards_collected", "no_more_bets"] = "cards_collected"

    @property
    def positions(self) -> int:
        return 6

    @property
    def decks(self) -> int:
        """Two, of which one is shuffled while the other is in play."""
        return 2

    @property
    def device(self) -> str:
        return self.shuffler

    @property
    def devices(self) -> tuple[str, ...]:
        """The shuffler may not leave the table."""
        return (SHOE,) if self.dealing == "automated_shoe" else ()

    def without_devices(self, _device: str = "") -> Self:
        return replace(self, dealing="manual_shoe")

    @property
    def hours_in_use(self) -> int:
        return self.card_change_hours or hours(self.dealing)

    @property
    def progressive(self) -> tuple[str, ...]:
        """The bonus wagers that are offered in the progressive configuration."""
        return tuple(bonus for bonus in BONUSES if (getattr(self, bonus) or "").startswith(PROGRESSIVE))

    @property
    def pays_amounts(self) -> bool:
        """Whether some rows pay an amount whatever the stake."""
        return self.seven_card is not None and SEVEN_CARD not in self.progressive

    @property
    def shares_a_meter(self) -> bool:
        """Whether several players can win from one meter on one pack: there is only one diamond royal."""
        return SEVEN_CARD in self.progressive

    def limits_of(self, wager: str) -> Limits:
        """One pair of limits for the wagers of a kind; a progressive wager is of the posted amount."""
        name = wager[:-2]
        return self.limits.get(name, POSTED_AMOUNT if name in self.progressive else Limits())

    def meter(self, bonus: str) -> Meter:
        rate, reset_rate, *amounts = (getattr(self, f"{bonus}_{name}") for name in Meter._fields)
        return Meter(Fraction(rate), Fraction(reset_rate), *amounts)


CHOICES = rule.choices(
    {
        "licensee": ("1.13Z(b)1",),
        "limits": ("43.6(b)", "43.12(a)"),
        "limits_on": ("43.6(a)",),
        "dealing": ("43.9(a)", "43.7(a)", "43.8(a)", "1.19(b)1"),
        "shuffler": ("43.4(a)", "43.7(h)", "43.8(g)"),
        "shuffler_feeds_shoe": ("43.4(a)", "43.7(a)"),
        "hands_dealt": ("43.7(d)", "43.8(c)"),
        "packs_dealt": ("43.7(e)", "43.8(d)", "43.9(d)"),
        "stub_count_every": ("43.7(g)", "43.8(f)"),
        "card_change_hours": ("1.18(g)", "1.18(g)2", "1.18(g)3"),
        "idle_spread": ("43.4(c)",),
        "odds_posted": ("1.13Z(b)6", "1.13Z(c)"),
        "hands_shown_by": ("43.10(a)", "43.10(a)1", "43.10(a)2"),
        "hands_collected": ("43.10(j)",),
        "no_pair_win": ("43.10(f)",),
        "bonus_needs_pack": ("43.6(b)",),
        "five_card": ("43.11(b)", "43.6(b)", "43.11(b)1", "43.11(b)2"),
        "seven_card": ("43.11(c)", "43.6(b)", "43.11(c)1", "43.11(c)2", "43.5(d)"),
        "five_card_rate": ("43.12(e)",),
        "five_card_reset_rate": ("43.12(e)",),
        "five_card_initial": ("43.12(e)",),
        "five_card_reset": ("43.12(e)",),
        "seven_card_rate": ("43.12(e)",),
        "seven_card_reset_rate": ("43.12(e)",),
        "seven_card_initial": ("43.12(e)",),
        "seven_card_reset": ("43.12(e)",),
        "seven_card_straight_flush": ("43.5(d)1", "43.11(c)1", "43.11(c)2"),
        "progressive_odds": ("43.11(b)2", "43.11(c)2"),
        "fixed_amount_stake": ("43.11(c)1",),
        "meter_sharing": ("43.12(d)1", "43.12(d)2"),
        "highest_payout": ("43.11(c)2", "43.12(d)1"),
        "meter_reset": ("43.12(b)", "43.12(e)"),
        "unaccepted_wager": ("43.12(c)2",),
        "reset_portion": ("43.12(e)",),
        "void_reaches": ("43.7(g)2", "43.13(b)", "43.13(e)"),
        "found_until": ("43.13(a)",),
    }
)


hours = rule("1.18(g)", "1.18(g)2", "1.18(g)3", ruling="C-24")(most_hours)


@rule("1.18(g)3", "43.4(a)", "43.6(b)", "43.9(a)", "43.12(e)")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids between fields."""
    dealing = submission.dealing
    yield from hours_refusals(submission, submission.card_change_hours, rule.id("1.18(g)3"))
    if submission.shuffler_feeds_shoe and dealing == "hand":
        yield refused("shuffler_feeds_shoe", True, rule.id("43.4(a)"), "there is no shoe to feed where the hand deals")
    if submission.hands_dealt == "one_at_a_time" and dealing == "automated_shoe":
        yield refused("hands_dealt", "one_at_a_time", rule.id("43.9(a)"), "an automated shoe gives out stacks of five")
    shares = [f"{bonus}_{name}" for bonus in BONUSES for name in ("rate", "reset_rate")]
    yield from percent_refusals(submission, dict.fromkeys(shares, 0), rule.id("43.12(e)"))
    for bonus, least in LEAST_RATE.items():
        meter = submission.meter(bonus)
        if bonus in submission.progressive and meter.rate + meter.reset_rate < least:
            reason = f"with {bonus}_reset_rate it must be at least {least}% of each wager"
            yield refused(f"{bonus}_rate", getattr(submission, f"{bonus}_rate"), rule.id("43.12(e)"), reason)
    for finding in limit_refusals(submission, dict.fromkeys((PACK, *BONUSES), True)):
        yield replace(finding, clauses=(rule.id("43.6(b)"),))


@rule("43.6(b)", "43.11(b)", "43.11(c)")
def offered(submission: Submission) -> dict[str, PayTable | None]:
    """The wagers on offer on each pack; a bonus only with the table selected for it."""
    posted: dict[str, PayTable | None] = {}
    for number in PACKS:
        posted[f"{PACK}_{number}"] = None
        for bonus in BONUSES:
            if selected := getattr(submission, bonus):
                posted[f"{bonus}_{number}"] = read_as(PAY_TABLES[bonus][selected], submission.progressive_odds)
    return posted


@rule("43.11(b)2", "43.11(c)2", ruling="C-4")
def read_as(table: PayTable, progressive_odds: str) -> PayTable:
    """A progressive table with its multiples for 1, or read as odds to 1."""
    if progressive_odds == "for":
        return table
    pays: dict[str, Pay] = {name: To(pay.multiple) if isinstance(pay, For) else pay for name, pay in table.pays.items()}
    return replace(table, pays=pays)
