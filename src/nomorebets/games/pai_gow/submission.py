"""What the licensee of a Pai Gow table chooses, and what the text forbids between choices."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games.pai_gow.setting import CONDITIONS, HOUSE_WAYS, MEASURES, Setting
from nomorebets.rulebook.rule import source
from nomorebets.table import submission as shared
from nomorebets.table.in_two.house_way import HouseWay, Line
from nomorebets.table.submission import Cents, Finding, limit_refusals

rule = source("pai-gow")


class Submission(shared.Submission, frozen=True, kw_only=True):
    """What the licensee of a Pai Gow table chooses."""

    positions_per_player: Annotated[int, Meta(ge=1, le=2)] = 2
    banking: bool = True
    co_banking: bool = True
    vigorish_rounding: Literal["none", "quarter", "down"] = "none"
    house_way: Annotated[str, Meta(min_length=1, max_length=100)] = "text"
    house_way_exceptions: tuple[Line, ...] = ()
    dice_change_hours: Annotated[int, Meta(ge=1, le=24)] = 24
    zero_low_hand: Literal["loses", "compares"] = "loses"
    dealers_wager: Cents | None = None
    bank_cover: Literal["with_dealers_wager", "players_only"] = "with_dealers_wager"
    bank_rotation: Literal["positions", "players"] = "positions"
    coupons_paid_by: Literal["bank", "house"] = "bank"
    dealers_copies: Literal["bank", "dealer"] = "bank"
    co_bank_set_by: Literal["dealer", "player"] = "dealer"
    odd_cent: Literal["house", "co_bank"] = "house"
    limits_on: Literal["whole_wager", "chips"] = "whole_wager"
    exposure_found: Literal["until_they_are_turned_over", "until_the_end"] = "until_they_are_turned_over"
    found_until: Literal["tiles_collected", "payment"] = "tiles_collected"
    exposed_after_looking: Literal["played", "asked"] = "played"

    @property
    def hours_in_use(self) -> int:
        """Unlike dice, tiles are changed when they are found unsuitable: no clause has an hour for them."""
        return 0

    @property
    def positions(self) -> int:
        """Eight stacks: six positions, the dealer and the dead hand."""
        return 6


CHOICES = rule.choices(
    {
        "licensee": ("10.5(a)",),
        "limits": ("10.5(a)",),
        "limits_on": ("10.5(a)",),
        "positions_per_player": ("10.10(a)",),
        "banking": ("10.8(a)",),
        "co_banking": ("10.8(a)", "10.8(p)"),
        "vigorish_rounding": ("10.7(k)",),
        "house_way": ("10.7(e)", "10.7(d)"),
        "house_way_exceptions": ("10.7(e)",),
        "dice_change_hours": ("10.3(c)",),
        "zero_low_hand": ("10.7(h)", "10.7(i)1"),
        "dealers_wager": ("10.8(n)",),
        "bank_cover": ("10.8(d)",),
        "bank_rotation": ("10.8(c)",),
        "coupons_paid_by": ("10.8(o)", "10.5(a)"),
        "dealers_copies": ("10.8(n)", "10.2(h)"),
        "co_bank_set_by": ("10.8(p)", "10.7(c)"),
        "odd_cent": ("10.8(p)",),
        "exposure_found": ("10.9(e)",),
        "found_until": ("10.9(c)", "10.9(e)"),
        "exposed_after_looking": ("10.9(d)",),
    }
)


@rule("10.7(d)", "10.7(e)", ruling="D-15")
def house_way(submission: Submission) -> HouseWay[Setting]:
    """The way in which the dealer's hands are set: the licensee's exceptions first, then the way it names."""
    way = HOUSE_WAYS[submission.house_way]
    if not submission.house_way_exceptions:
        return way
    lines = (*submission.house_way_exceptions, *way.lines)
    return HouseWay(f"{way.name} with exceptions", lines, CONDITIONS, MEASURES)


@rule("10.5(a)", "10.7(e)", "10.8(a)", "10.10(a)")
def objections(submission: Submission) -> Iterator[Finding]:
    """What the text forbids between fields."""
    if submission.house_way not in HOUSE_WAYS:
        sentence = f"house_way = {submission.house_way!r} is not known; the house ways are {', '.join(HOUSE_WAYS)}"
        yield Finding("house_way", submission.house_way, "refused", (rule.id("10.7(e)"),), sentence)
    else:
        try:
            house_way(submission)
        except BadInput as error:
            clauses = (rule.id("10.7(e)"),)
            yield Finding("house_way_exceptions", "", "refused", clauses, f"house_way_exceptions: {error.sentence}")
    for finding in limit_refusals(submission, {"wager": True}):
        yield replace(finding, clauses=(rule.id("10.5(a)"),))
