"""What the licensee of a Pai Gow Poker table chooses, and what the text forbids between choices."""

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games.pai_gow_poker.hands import (
    HIGH_NAMES,
    NAMES,
    PAI_GOW,
    PREMIUM,
    QUALIFYING,
    THREE_CARD_NAMES,
    spelled,
)
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS, Setting
from nomorebets.rulebook.money import Fixed, For, Pay, Push, Share, To, dollars
from nomorebets.rulebook.pay_table import PayTable, read, to_1
from nomorebets.rulebook.rule import source
from nomorebets.table.in_two.house_way import HouseWay, Line
from nomorebets.table.submission import (
    MOST_HOURS,
    Amount,
    Cents,
    DealtDeck,
    Finding,
    Percent,
    device_refusals,
    hours_refusals,
    limit_refusals,
    most_hours,
    percent_refusals,
    refused,
)

rule = source("pai-gow-poker")

PAY_TABLES = read(rule, __package__)
PRINTED = "printed"

Cell = Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(min_length=1, max_length=20)]
Rows = dict[str, Cell]

NUMBERS = range(1, 8)
ADDITIONAL = tuple(f"additional_{number}" for number in NUMBERS)
LEAST_ODDS, MOST_ODDS = Fraction(11, 2), Fraction(6)
FINEST = 10_000  # into how many parts one per cent may be divided


class Submission(DealtDeck, frozen=True, kw_only=True):
    """What the licensee of a Pai Gow Poker table chooses."""

    positions_per_player: Annotated[int, Meta(ge=1, le=2)] = 2
    shuffler: Literal["none", "automated"] | None = None
    card_change_hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] | None = None
    cutting_card: Literal["rack", "four_from_bottom"] = "rack"
    recut_by: Literal["last_cutter", "next_entitled"] = "last_cutter"
    start: Literal["dice", "number", "button"] = "dice"
    mark_start: bool = False
    dice_change_hours: Annotated[int, Meta(ge=1, le=24)] = 24
    wheel: Literal["second", "lowest"] = "second"
    house_way: Annotated[str, Meta(min_length=1, max_length=100)] = "foxwoods"
    house_way_exceptions: tuple[Line, ...] = ()
    vigorish_rounding: Literal["none", "quarter", "down"] = "none"
    banking: bool = True
    co_banking: bool = True
    dealers_wager: Cents | None = None
    bank_cover: Literal["with_dealers_wager", "players_only"] = "with_dealers_wager"
    bank_rotation: Literal["positions", "players"] = "positions"
    coupons_paid_by: Literal["bank", "house"] = "bank"
    dealers_copies: Literal["bank", "dealer"] = "bank"
    co_bank_set_by: Literal["dealer", "player"] = "dealer"
    odd_cent: Literal["house", "co_bank"] = "house"
    exposure_found: Literal["until_they_are_turned_over", "until_the_end"] = "until_they_are_turned_over"
    found_until: Literal["cards_collected", "payment"] = "cards_collected"
    exposed_after_looking: Literal["played", "asked"] = "played"
    surrender_bar: Literal["any_hand_wager", "as_printed"] = "any_hand_wager"
    additional_odds: Annotated[str, Meta(min_length=1, max_length=20)] | None = "6"
    additional_coupons: bool = True
    progressive: Rows | None = None
    progressive_wager: Literal[100, 500] = 100
    progressive_rate: Percent = 0
    progressive_initial: Amount = 0
    progressive_reset: Amount = 0
    bonus: Rows | None = None
    bonus_rows: Literal["qualifying", "posted"] = "qualifying"
    royal_match: Literal["king_queen", "ace_king"] = "king_queen"
    envy: dict[str, Cents] = {}
    envy_holder: Literal["any_player", "bonus_wager"] = "any_player"
    envy_surrendered: Literal["earned", "lost"] = "earned"
    insurance: Rows | None = None
    insurance_joker: Literal["ace", "completes"] = "ace"
    three_card: Rows | None = None
    seven_card: Rows | None = None
    imperial: bool = True
    imperial_maximum: Cents | None = None
    imperial_maximum_per: Literal["player", "betting_area"] = "player"
    imperial_royal: Literal["with_joker", "natural"] = "with_joker"
    imperial_stake: Literal["lost_with_neither", "lost_without_own"] = "lost_with_neither"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"

    @property
    def positions(self) -> int:
        """Seven hands of seven leave four of 53 cards: six positions and the dealer."""
        return 6

    @property
    def hours_in_use(self) -> int:
        return self.card_change_hours or hours(self.dealing)

    @property
    def device(self) -> str:
        """The shuffler in use; where none is named, one is there only if the button requires it."""
        return self.shuffler or ("automated" if self.start == "button" else "none")

    @property
    def amounts(self) -> Mapping[str, int]:
        return {"progressive": self.progressive_wager}

    @property
    def fixed_amount_stake(self) -> str:
        """Amounts are paid by the progressive alone, whose stake is collected before the deal."""
        return "kept"

    def without_devices(self, device: str = "") -> Self:
        """Without one of them there is no button; but from the hand cards are dealt without any device, too."""
        left = super().without_devices(device)
        dealing = "hand" if self.dealing == "hand" else left.dealing
        start = "dice" if self.start == "button" else self.start
        return replace(left, dealing=dealing, start=start)


hours = rule("11.5(a)", ruling="D-52")(most_hours)


CHOICES = rule.choices(
    {
        "licensee": ("11.7(a)",),
        "limits": ("11.7(a)",),
        "limits_on": ("11.7(a)",),
        "positions_per_player": ("11.12(a)",),
        "dealing": ("11.8(a)", "11.8A(a)", "11.8B(a)"),
        "shuffler": ("11.6(a)", "11.2(b)"),
        "shuffler_feeds_shoe": ("11.6(a)",),
        "decks": ("11.2(a)", "11.2(b)"),
        "preshuffled": ("11.6(a)", "11.6(b)2"),
        "card_change_hours": ("11.5(a)",),
        "cutting_card": ("11.6(e)",),
        "recut_by": ("11.6(f)",),
        "idle_spread": ("11.6(g)",),
        "odds_word": ("11.20(a)",),
        "start": ("11.4(a)", "11.8C(a)"),
        "mark_start": ("11.8C(e)",),
        "dice_change_hours": ("11.4(a)1iii",),
        "wheel": ("11.3(d)",),
        "house_way": ("11.9(d)",),
        "house_way_exceptions": ("11.9(d)",),
        "vigorish_rounding": ("11.9(j)",),
        "banking": ("11.10(a)",),
        "co_banking": ("11.10(e)",),
        "dealers_wager": ("11.10(g)",),
        "bank_cover": ("11.10(d)2",),
        "bank_rotation": ("11.10(c)",),
        "coupons_paid_by": ("11.10(l)", "11.7(a)"),
        "dealers_copies": ("11.10(k)", "11.1 Copy hand"),
        "co_bank_set_by": ("11.10(e)", "11.9(c)"),
        "odd_cent": ("11.10(m)",),
        "exposure_found": ("11.11(e)",),
        "found_until": ("11.11(c)", "11.11(e)", "11.11(h)"),
        "exposed_after_looking": ("11.11(d)",),
        "surrender_bar": ("11.9(e)",),
        "additional_odds": ("11.13(a)", "11.13(b)6"),
        "additional_coupons": ("11.13(b)2",),
        "progressive": ("11.14(a)", "11.7(d)"),
        "progressive_wager": ("11.14(a)",),
        "progressive_rate": ("11.14(a)",),
        "progressive_initial": ("11.14(a)",),
        "progressive_reset": ("11.14(a)",),
        "bonus": ("11.1 Bonus wager", "11.3(f)"),
        "bonus_rows": ("11.1 Qualifying poker hand",),
        "royal_match": ("11.3(f)2",),
        "envy": ("11.1 Envy bonus",),
        "envy_holder": ("11.1 Envy bonus",),
        "envy_surrendered": ("11.1 Envy bonus", "11.9(e)"),
        "insurance": ("11.1 Pai gow insurance wager", "11.3(h)"),
        "insurance_joker": ("11.3(h)", "11.1 Pai gow insurance wager"),
        "three_card": ("11.7(e)", "11.1 Three-card bonus wager"),
        "seven_card": ("11.7(e)", "11.1 Seven-card bonus wager"),
        "imperial": ("11.7(f)",),
        "imperial_maximum": ("11.20(d)",),
        "imperial_maximum_per": ("11.20(d)",),
        "imperial_royal": ("11.19(c)1", "11.3(c)"),
        "imperial_stake": ("11.19(c)2", "11.9(g)"),
    }
)

OPTIONAL = ("progressive", "imperial", "seven_card", "bonus", "insurance", "three_card")  # in the order of settlement
LIMITED = {"wager": True, **dict.fromkeys(ADDITIONAL, True), **{name: name != "progressive" for name in OPTIONAL}}

# --- Tables that the licensee posts ----------------------------------------------------------------------------------

# Which hands a posted table may name, and the clause that the table stands under.
POSTED = {
    "progressive": (tuple(NAMES), rule.data("submission:POSTED", "11.14(a)", ruling="D-33")),
    "bonus": (tuple(NAMES), rule.data("submission:POSTED", "11.1 Bonus wager", ruling="D-33")),
    "insurance": (
        (*HIGH_NAMES, PAI_GOW),
        rule.data("submission:POSTED", "11.1 Pai gow insurance wager", ruling="D-33"),
    ),
    "three_card": (
        tuple(dict.fromkeys(name for names in THREE_CARD_NAMES.values() for name in names)),
        rule.data("submission:POSTED", "11.1 Three-card bonus wager", ruling="D-33"),
    ),
    "seven_card": (
        tuple(name for name in NAMES if not name.startswith(("Seven-card", "Royal flush plus"))),
        rule.data("submission:POSTED", "11.1 Seven-card bonus wager", ruling="D-33"),
    ),
}


def cell(value: int | str, stake: int = 0) -> Pay:
    """What a licensee posts for a hand: odds to 1, or "push"; for the progressive, whose stake is kept, a multiple of
    it, an amount or a share of the meter.

    >>> cell("11/2"), cell("push"), cell("$250", 100), cell(50, 100), cell("5/2", 100)
    (To(numerator=11, denominator=2), Push(), Fixed(cents=25000), Fixed(cents=5000), Fixed(cents=250))
    >>> cell("10%", 100) == Share(10), cell("12.5%", 100).text()
    (True, '25/2% of the main meter')
    """
    words = str(value)
    if words in ("push", "0") and not stake:
        return Push()
    if stake and words.endswith("%"):
        share = Fraction(words[:-1])
        if not 0 < share <= 100 or share.denominator > FINEST:
            raise ValueError(words)
        return Share(share.numerator, share.denominator)
    if stake and words.startswith("$"):
        return Fixed(int(words[1:].replace(",", "")) * 100)
    odds = Fraction(words)
    if odds < 0 or odds > 1_000_000:
        raise ValueError(words)
    return Fixed(to_1(odds).pays(stake)) if stake else To(odds.numerator, odds.denominator)


def posted(wager: str, rows: Rows, stake: int = 0) -> PayTable:
    names = {spelled(name): name for name in POSTED[wager][0]}
    pays = {names[spelled(row)]: cell(value, stake) for row, value in rows.items()}
    return PayTable(wager, "posted", POSTED[wager][1], pays)


def posted_refusals(submission: Submission) -> Iterator[Finding]:
    """A posted table names hands of its wager, each once, and what each pays."""
    for wager, (known, clause) in POSTED.items():
        rows: Rows | None = getattr(submission, wager)
        stake = submission.progressive_wager if wager == "progressive" else 0
        names = {spelled(name) for name in known}
        seen = set()
        if rows == {}:
            yield refused(wager, rows, clause, "a table names at least one hand; without a table leave it out")
        for row, value in (rows or {}).items():
            if spelled(row) not in names:
                yield refused(wager, row, clause, f"the hands of this wager are {', '.join(known)}")
            elif spelled(row) in seen:
                yield refused(wager, row, clause, "it names a hand twice")
            seen.add(spelled(row))
            try:
                cell(value, stake)
            except (ValueError, ZeroDivisionError):
                what = (
                    'a multiple such as 50, an amount such as "$250" or a share such as "10%"'
                    if stake
                    else ('odds to 1 such as 50, "11/2" or "push"')
                )
                yield refused(wager, value, clause, f"a row pays {what}")


@rule("11.1 Qualifying poker hand", ruling="D-12")
def bonus_refusals(submission: Submission) -> Iterator[Finding]:
    """A bonus table that could never pay is no table."""
    paying = set(map(spelled, QUALIFYING if submission.bonus_rows == "qualifying" else NAMES))
    if submission.bonus and not any(spelled(row) in paying for row in submission.bonus):
        clause = rule.id("11.1 Qualifying poker hand")
        yield refused("bonus", submission.bonus, clause, "no hand that it pays is a straight or higher")


@rule("11.1 Envy bonus", "11.1 Premium qualifying poker hand")
def envy_refusals(submission: Submission) -> Iterator[Finding]:
    """Envy bonuses go with the bonus wager, and with hands of four of a kind or higher."""
    clause = rule.id("11.1 Envy bonus")
    if submission.envy and submission.bonus is None:
        yield refused("envy", submission.envy, clause, "it goes with the bonus wager, for which no table is posted")
    premium = set(map(spelled, PREMIUM))
    for row in submission.envy:
        if spelled(row) not in premium:
            yield refused("envy", row, clause, f"premium hands are {', '.join(PREMIUM)}")


@rule("11.13(b)6", ruling="D-18")
def additional_refusals(submission: Submission) -> Iterator[Finding]:
    """Between 5 1/2 and 6 to 1."""
    if submission.additional_odds is not None:
        try:
            fair = LEAST_ODDS <= Fraction(submission.additional_odds) <= MOST_ODDS
        except (ValueError, ZeroDivisionError):
            fair = False
        if not fair:
            sentence = "the odds to 1 lie between 11/2 and 6"
            yield refused("additional_odds", submission.additional_odds, rule.id("11.13(b)6"), sentence)


@rule("11.20(d)", ruling="D-39")
def least_imperial_maximum(submission: Submission) -> int:
    """$40,000, or the most that one player can win at the minimum wager, on as many areas as the limit is for."""
    areas = submission.positions_per_player if submission.imperial_maximum_per == "player" else 1
    return max(4_000_000, most_imperial(areas) * submission.limits_of("imperial").minimum)


@rule("11.20(d)", ruling="D-39")
def most_imperial(areas: int) -> int:
    """In minimum wagers: the best hands that can be dealt together, each against a nine high hand.

    Five aces leave neither an ace nor the joker for another hand, so that the best beside them is a straight flush.

    >>> most_imperial(1), most_imperial(2)
    (1100, 1250)
    """
    player, banker = (
        {row: pay.numerator for row, pay in PAY_TABLES[bonus][PRINTED].pays.items() if isinstance(pay, To)}
        for bonus in ("player_hand_bonus", "banker_hand_bonus")
    )
    best = max(player, key=player.__getitem__)
    beside = max(odds for row, odds in player.items() if row not in NEED_AN_ACE)
    with_best = player[best] + (areas - 1) * beside
    without = areas * max(odds for row, odds in player.items() if row != best)
    return max(with_best, without) + areas * max(banker.values())


NEED_AN_ACE = ("Five Aces", "Royal Flush")  # or the joker in place of it


@rule("11.2(b)", "11.4(a)3", "11.5(a)", "11.6(a)", "11.7(a)", "11.8C(d)", "11.9(d)", "11.13(b)6", "11.20(d)")
@rule("11.14(a)")
@rule("11.1 Bonus wager", "11.1 Qualifying poker hand", "11.1 Envy bonus", "11.1 Premium qualifying poker hand")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids between fields."""
    if submission.start == "button" and (submission.dealing != "automated_shoe" or submission.device == "none"):
        sentence = "a button needs an automated shuffler and an automated dealing shoe"
        yield refused("start", "button", rule.id("11.8C(d)"), sentence)
    yield from device_refusals(submission, second_deck=rule.id("11.2(b)"), feeding=rule.id("11.6(a)"))
    yield from hours_refusals(submission, submission.card_change_hours, rule.id("11.5(a)"))
    yield from house_way_refusals(submission)
    yield from percent_refusals(submission, {"progressive_rate": 0}, rule.id("11.14(a)"))
    yield from additional_refusals(submission)
    yield from posted_refusals(submission)
    yield from bonus_refusals(submission)
    yield from envy_refusals(submission)
    least = least_imperial_maximum(submission)
    if submission.imperial_maximum is not None and submission.imperial_maximum < least:
        sentence = f"the least that a limit may be here is {dollars(least)}, {least} cents"
        yield refused("imperial_maximum", submission.imperial_maximum, rule.id("11.20(d)"), sentence)
    for finding in limit_refusals(submission, LIMITED):
        yield replace(finding, clauses=(rule.id("11.7(a)"),))


def house_way_refusals(submission: Submission) -> Iterator[Finding]:
    clause = rule.id("11.9(d)")
    if submission.house_way not in HOUSE_WAYS:
        yield refused("house_way", submission.house_way, clause, f"the house ways are {', '.join(HOUSE_WAYS)}")
        return
    try:
        house_way(submission)
    except BadInput as error:
        yield Finding("house_way_exceptions", "", "refused", (clause,), f"house_way_exceptions: {error.sentence}")


@rule("11.9(d)")
def house_way(submission: Submission) -> HouseWay[Setting]:
    """The way in which the dealer's hands are set: the licensee's exceptions first, then the way it names."""
    return _house_way(submission.house_way, submission.house_way_exceptions)


@cache
def _house_way(name: str, exceptions: tuple[Line, ...]) -> HouseWay[Setting]:
    way = HOUSE_WAYS[name]
    if not exceptions:
        return way
    return dataclasses.replace(way, name=f"{name} with exceptions", lines=(*exceptions, *way.lines))


# --- The wagers on offer ---------------------------------------------------------------------------------------------


@rule("11.7(d)", "11.7(e)", "11.7(f)", "11.13(a)", "11.14(a)", ruling="D-33")
def offered(submission: Submission) -> dict[str, PayTable | None]:
    """The main wager, the numbers where one is drawn, and of the others those with a table, printed or posted."""
    tables: dict[str, PayTable | None] = {"wager": None}
    if submission.start == "number" and submission.additional_odds is not None:
        odds = Fraction(submission.additional_odds)
        for number, name in zip(NUMBERS, ADDITIONAL, strict=True):
            pays: dict[str, Pay] = {f"Number {number}": To(odds.numerator, odds.denominator)}
            tables[name] = PayTable(name, "posted", rule.id("11.13(b)6"), pays)
    for wager in POSTED:
        rows: Rows | None = getattr(submission, wager)
        if rows:
            tables[wager] = posted(wager, rows, submission.amounts.get(wager, 0))
    if bonus := tables.get("bonus"):
        tables["bonus"] = paid_rows(bonus, submission.bonus_rows)
    if submission.imperial:
        tables["imperial"] = imperial_table(submission.imperial_stake)
    return tables


@rule("11.1 Bonus wager", "11.1 Qualifying poker hand", ruling="D-12")
def paid_rows(table: PayTable, rows: str) -> PayTable:
    """Nothing below a straight is paid, unless the posted table is read to the letter."""
    if rows == "posted":
        return table
    return replace(table, pays={name: pay for name, pay in table.pays.items() if name in QUALIFYING})


@cache
@rule("11.20(b)", "11.20(c)", ruling="D-38")
def imperial_table(stake: str) -> PayTable:
    """Both lists as one: what the player's hand pays and what the dealer's or the bank's pays.

    By one reading the latter, alone, is paid while the stake is lost.
    """
    player, banker = PAY_TABLES["player_hand_bonus"][PRINTED], PAY_TABLES["banker_hand_bonus"][PRINTED]
    beside = banker.pays
    if stake == "lost_without_own":
        beside = {row: For(pay.numerator) for row, pay in banker.pays.items() if isinstance(pay, To)}
    return PayTable("imperial", PRINTED, player.clause, {**player.pays, **beside})
