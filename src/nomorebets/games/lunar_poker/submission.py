"""What the licensee of a Lunar Poker table chooses, and what the text forbids between choices."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.equipment.cards import hand
from nomorebets.games.lunar_poker.hands import NOT_PAID, UNPAIRED, bet_rows, row, super_row
from nomorebets.rulebook.money import Fixed, Pay, Share, To, dollars
from nomorebets.rulebook.pay_table import PayTable, raised, read, to_1
from nomorebets.rulebook.rule import source
from nomorebets.table.submission import (
    CardTable,
    Cents,
    Finding,
    Fractional,
    Limits,
    Odds,
    device_refusals,
    limit_refusals,
    odds_refusals,
    percent_refusals,
    refused,
)

rule = source("lunar-poker")

PAY_TABLES = read(rule, __package__)
INSTANT, SUPER, BET = (PAY_TABLES[name]["printed"] for name in ("instant", "super", "bet"))


LEAST_RATE, LEAST_SHARE = 70, 10  # per cent


class Submission(CardTable, frozen=True, kw_only=True):
    """What the licensee of a Lunar Poker table chooses."""

    positions: Annotated[int, Meta(ge=4, le=5)] = 5
    instant_odds: dict[str, Odds] = {}
    super_odds: dict[str, Odds] = {}
    bet_odds: dict[str, Odds] = {}
    payout_limit: Cents | None = None
    payout_limit_per: Literal["wager", "round"] = "wager"
    progressive: Literal["percentage", "amount"] | None = "percentage"
    progressive_prizes: dict[str, Cents] = {}
    straight_flush_percent: Annotated[int, Meta(ge=10, le=99)] | Fractional = 10
    progressive_rate: Annotated[int, Meta(ge=LEAST_RATE, le=100)] | Fractional = LEAST_RATE
    progressive_initial: Cents = 1_000_000
    progressive_reset: Cents = 1_000_000
    progressive_judged_on: Literal["first_five", "final_hand"] = "first_five"
    fixed_prizes_from: Literal["meter", "inventory"] = "meter"
    second_payout: Literal["beside_combination", "beside_five_cards"] = "beside_combination"
    super_straight_flush: Literal["same_colored_straight", "not_paid"] = "same_colored_straight"
    super_ace_king_queen: Literal["any", "unpaired"] = "any"
    void_reaches: Literal["all_hands", "hands_in_play"] = "all_hands"
    forfeit_in_void: Literal["stands", "returned"] = "stands"
    misdealt_hand: Literal["that_hand", "all_hands"] = "that_hand"
    declare_until: Literal["further_cards", "own_choice"] = "further_cards"
    unaccepted_wager: Literal["returned", "kept"] = "returned"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"
    found_until: Literal["cards_collected", "reveal"] = "cards_collected"
    shared_meter: Literal["shared_anew", "as_paid"] = "shared_anew"

    @property
    def stub_is_counted(self) -> bool:
        """A shuffler that counts spares the count only where an automated shoe deals."""
        return self.device != "counting" or self.dealing != "automated_shoe"

    @property
    def placed_when_bets_are_closed(self) -> bool:
        """In the hand or the automated shoe the deck is placed when all of 38.7(b) is done."""
        return self.dealing != "manual_shoe"

    @property
    def progressive_judged_early(self) -> bool:
        """Whether progressive wagers are resolved before anybody chooses, on the first five cards."""
        return self.progressive is not None and self.progressive_judged_on == "first_five"

    @property
    def progressive_judged_late(self) -> bool:
        """Whether they are resolved when the hands are settled."""
        return self.progressive is not None and not self.progressive_judged_early


CHOICES = rule.choices(
    {
        "licensee": ("1.13X(b)5",),
        "limits": ("38.6(b)",),
        "limits_on": ("38.6(a)",),
        "positions": ("1.13X(b)1",),
        "dealing": ("38.7(a)", "38.8(a)", "38.9(a)", "1.19(b)", "1.19(b)1"),
        "shuffler": ("38.4(a)", "38.8(b)1", "38.9(f)", "1.19(c)"),
        "shuffler_feeds_shoe": ("38.4(a)", "38.7(a)"),
        "decks": ("38.2(a)", "38.2(b)"),
        "preshuffled": ("38.4(a)", "38.4(b)2"),
        "stub_count_every": ("38.7(f)", "38.8(e)", "38.9(e)"),
        "card_change_hours": ("38.2(a)",),
        "idle_spread": ("38.4(e)",),
        "odds_word": ("38.12(a)",),
        "instant_odds": ("38.12(c)",),
        "super_odds": ("38.12(d)",),
        "bet_odds": ("38.12(e)",),
        "payout_limit": ("38.12(f)", "1.13X(b)4"),
        "payout_limit_per": ("38.12(f)", "1.13X(b)4"),
        "progressive": ("38.12(g)", "1.13X(d)"),
        "progressive_prizes": ("38.12(g)",),
        "straight_flush_percent": ("38.12(g)",),
        "progressive_rate": ("38.12(h)",),
        "progressive_initial": ("38.12(h)",),
        "progressive_reset": ("38.12(h)",),
        "progressive_judged_on": ("38.10(b)", "38.10(i)3", "38.10(j)2"),
        "fixed_prizes_from": ("38.12(g)", "38.12(h)"),
        "second_payout": ("38.10(i)3",),
        "super_straight_flush": ("38.12(d)",),
        "super_ace_king_queen": ("38.12(d)",),
        "void_reaches": ("38.13(a)", "38.13(b)", "38.13(d)", "38.13(f)", "38.7(f)2"),
        "forfeit_in_void": ("38.10(f)", "38.13(a)", "38.13(b)", "38.13(d)", "38.13(f)"),
        "misdealt_hand": ("38.13(d)", "38.7(f)2"),
        "unaccepted_wager": ("38.6(c)", "38.11(b)2"),
        "declare_until": ("38.10(a)", "38.10(b)"),
        "found_until": ("38.10(f)", "38.13(a)"),
        "shared_meter": ("38.12(i)",),
    }
)

LIMITED = {"ante": True, "super": True, "progressive": False}


@rule("38.2(b)", "38.4(a)", "38.6(b)", "38.8(a)", "38.8(b)1", ruling="E-23")
@rule("38.12(c)", "38.12(d)", "38.12(e)", "38.12(f)", "38.12(g)", "38.12(h)", ruling="E-23")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids between fields."""
    yield from device_refusals(
        submission, hand=rule.id("38.8(b)1"), second_deck=rule.id("38.2(b)"), feeding=rule.id("38.4(a)")
    )
    for finding in limit_refusals(submission, LIMITED):
        yield replace(finding, clauses=(rule.id("38.6(b)"),))
    for field, odds, table in (
        ("instant_odds", submission.instant_odds, INSTANT),
        ("super_odds", submission.super_odds, SUPER),
        ("bet_odds", submission.bet_odds, BET),
    ):
        yield from odds_refusals(odds, [table], table.clause, field)
    yield from percent_refusals(submission, {"progressive_rate": LEAST_RATE}, rule.id("38.12(h)"))
    yield from percent_refusals(submission, {"straight_flush_percent": LEAST_SHARE}, rule.id("38.12(g)"), most=99)
    yield from low_prizes(submission)
    yield from low_limit(submission)


@rule("38.12(g)", ruling="E-23")
def low_prizes(submission: Submission) -> Iterator[Finding]:
    """Higher amounts may be posted for the hands that the progressive pays amounts on, never lower ones."""
    printed = PAY_TABLES["progressive"].get(submission.progressive or "")
    least = {hand: pay.cents for hand, pay in printed.pays.items() if isinstance(pay, Fixed)} if printed else {}
    for name, amount in submission.progressive_prizes.items():
        if name not in least:
            those = f"those that are: {', '.join(least)}" if least else "the progressive is not offered"
            sentence = f"{name} is not paid an amount; {those}"
            yield refused("progressive_prizes", submission.progressive_prizes, rule.id("38.12(g)"), sentence)
        elif amount < least[name]:
            sentence = f"{name} is paid {dollars(least[name])} at least, not {dollars(amount)}"
            yield refused("progressive_prizes", submission.progressive_prizes, rule.id("38.12(g)"), sentence)


LEAST_LIMIT = 500_000

# Six cards for every two hands that a bet can be paid for, and every hand that five of them win as a super side bet:
# where odds are raised any of them may come to the most.
SIX_CARDS = (
    "Ac Kc Qc Jc Tc 9s", "Ac Kc Qc Jc Tc 9c", "Ac Kc Qc Jc Tc 9d", "Ac Kc Qc Jc Tc 2c",
    "Ac 5c 4c 3c 2c 2s", "Ad Kc Qc Jc Tc 9c", "Ac Ks 5c 4c 3c 2c", "Ac 6c 5c 4c 3c 2c", "Ac 7c 5c 4c 3c 2c",
    "Kc Qc Jc Tc 9c 8c",
    "Ac Ad Ah As 4c 4h", "Ah Kc 7c 7d 7h 7s",
    "Ac Ad Ah Kd 4d 4h", "8d 8h 8s 5c 5d 5s", "Ac Ah As Kd Qc Qs",
    "Ad Kd Qh Jd Td 4d", "As Kc Qc 9c 6c 5c", "Qc Tc 9c 7c 5c 5s", "Ts 9s 8h 7s 6s 5s", "Ac Kc Kh Qc 9c 8c",
    "Qc Jc Tc 9c 5c 2c",
    "Ad Ks Qc Js Ts 9s", "Ad Kd 5h 4h 3h 2d", "Ad Ks 5h 4h 3h 2c", "7d 6c 6s 5s 4c 3c",
    "Ah Kh Qd Qh Qs 9h", "As Kc 8c 8d 8s 7c",
    "Ac Kd Qc Qs 9c 9s", "Ah As Kd Kh Qd Qh", "Ac As 8c 8d 4c 4s",
    "Ac Kh Ks Qs 4s 2s", "As Kc Kh 9c 5c 3c",
    "As Ks Qs 8h 4s 3c", "As Ks Tc 9c 7c 4c",
)  # fmt: skip
EVERY_SIX = tuple(map(hand, SIX_CARDS))


FIVE_OF_SIX = tuple(
    sorted({six & ~(1 << card) for six in EVERY_SIX for card in range(six.bit_length()) if six >> card & 1})
)
IN_A_ROW = tuple(map(hand, ("Ac Kc Qc Jc Tc", "Kc Qc Jc Tc 9c")))


@rule("38.12(f)", ruling="E-11")
def least_limit(submission: Submission) -> int:
    """What a payout limit may not fall short of: $5,000, or the best win of a round at the minimum wagers.

    That is an instant cash payout with what the same hand wins as a super side bet, or a super side bet and then a bet
    that is won with other cards in exchange, or with one more.
    """
    ante, beside = (submission.limits.get(wager, Limits()).minimum for wager in ("ante", "super"))
    instant, bet = to_one(raised(INSTANT, submission.instant_odds)), to_one(raised(BET, submission.bet_odds))
    supers, reading = to_one(raised(SUPER, submission.super_odds)), super_reading(submission)

    def on_bet(cards: int) -> int:
        first, second = bet_rows(cards, submission.second_payout)
        return to_1(bet.get(first, NOTHING) + bet.get(second, NOTHING)).pays(2 * ante)

    def on_super(five: int) -> int:
        return to_1(supers.get(super_row(five, reading), NOTHING)).pays(beside)

    at_once = max(to_1(instant[row(five)]).pays(ante) + on_super(five) for five in IN_A_ROW)
    exchanged = to_1(max(supers.values())).pays(beside) + max(map(on_bet, FIVE_OF_SIX))
    bought = max(
        on_bet(six) + (0 if row(five) in instant else on_super(five))  # who declares such a hand buys no card
        for six in EVERY_SIX
        for five in FIVE_OF_SIX
        if five & six == five
    )
    return max(LEAST_LIMIT, at_once, exchanged, bought)


NOTHING = Fraction(0)


def to_one(table: PayTable) -> dict[str, Fraction]:
    """The odds to 1 of a table, by row."""
    return {name: pay.odds for name, pay in table.pays.items() if isinstance(pay, To)}


@rule("38.12(f)", ruling="E-11")
def low_limit(submission: Submission) -> Iterator[Finding]:
    limit = submission.payout_limit
    if limit is not None and limit < (least := least_limit(submission)):
        sentence = f"the least is {dollars(least)}" + (
            ", what one player could win in a round at the minimum wagers" if least > LEAST_LIMIT else ""
        )
        yield Finding(
            "payout_limit",
            limit,
            "refused",
            (rule.id("38.12(f)"),),
            f"payout_limit = {dollars(limit)} is not allowed: {sentence}",
        )


@rule("38.12(c)", "38.12(d)", "38.12(e)", "38.12(g)", "38.6(b)", "38.6(c)", "38.6(d)", ruling="E-23")
def offered(submission: Submission) -> Mapping[str, PayTable | None]:
    """The wagers on offer, and what else has a pay table: at the printed odds, or at the higher ones posted."""
    posted: dict[str, PayTable | None] = {
        "ante": None,
        "super": replace(raised(SUPER, submission.super_odds), reading=super_reading(submission)),
        "instant": raised(INSTANT, submission.instant_odds),
        "bet": raised(BET, submission.bet_odds),
    }
    if submission.progressive:
        posted["progressive"] = progressive(submission, PAY_TABLES["progressive"][submission.progressive])
    return posted


def super_reading(submission: Submission) -> str:
    """Which hands the super side bet leaves out, where the submission takes the narrower readings."""
    narrow = (submission.super_straight_flush, submission.super_ace_king_queen)
    return " ".join(word for word in narrow if word in (NOT_PAID, UNPAIRED))


@rule("38.12(g)", ruling="E-23")
def progressive(submission: Submission, printed: PayTable) -> PayTable:
    """The elected table, with what the licensee pays above its percentage and amounts."""
    pays: dict[str, Pay] = {**printed.pays}
    if submission.progressive == "percentage":
        share = Fraction(submission.straight_flush_percent)
        pays["Straight Flush"] = Share(share.numerator, share.denominator)
    pays |= {name: Fixed(amount) for name, amount in submission.progressive_prizes.items()}
    return replace(printed, pays=pays)
