"""What the licensee chooses where a text says "may", checked against what the text allows.

A game's submission is a frozen struct: its types say what a field may hold, `Game.choices` which clauses allow it, and
`Game.objections` what the text forbids between fields.
"""

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from nomorebets.errors import ImproperConfiguration
from nomorebets.rulebook.money import To, dollars
from nomorebets.rulebook.pay_table import PayTable

Cents = Annotated[int, Meta(ge=1, le=10**12)]
Amount = Annotated[int, Meta(ge=0, le=10**12)]  # cents, or nothing
Fractional = Annotated[
    str, Meta(pattern=r"^([0-9]{1,4}/[1-9][0-9]{0,2}|[0-9]{1,2}\.[0-9]{1,4})$", description='"72.5" or "145/2"')
]  # a percentage that is not whole
Percent = Annotated[int, Meta(ge=0, le=100)] | Fractional
Odds = (
    Annotated[int, Meta(ge=1, le=1_000_000)]
    | Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,5}/[1-9][0-9]{0,2}$", description='a fraction such as "9/2"')]
)  # to 1


SHUFFLER, SHOE = "shuffler", "shoe"  # the devices that may be taken off a table


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The posted minimum and maximum of a wager, in cents."""

    minimum: Cents = 100
    maximum: Cents = 1_000_000


class Submission(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every game's licensee chooses."""

    licensee: Annotated[str, Meta(min_length=1, max_length=100)] = "No More Bets"
    limits: dict[str, Limits] = {}

    def limits_of(self, wager: str) -> Limits:
        """The posted minimum and maximum of a wager."""
        return self.limits.get(wager, Limits())

    # What only some games leave to the licensee; the others have it so.

    @property
    def decks(self) -> int:
        """How many decks or sets are on the table."""
        return 1

    @property
    def limits_on(self) -> str:
        """Whether posted limits hold for chips and coupon together, in games that take coupons."""
        return "whole_wager"

    @property
    def positions_per_player(self) -> int:
        return 1

    @property
    def dealing(self) -> str:
        return ""

    @property
    def fixed_amount_stake(self) -> str:
        """Whether a wager that is paid a fixed amount is returned besides, or kept."""
        return "returned"

    @property
    def preshuffled(self) -> bool:
        return False

    @property
    def hours_in_use(self) -> int:
        """After how many hours a deck or set is changed."""
        return 24

    @property
    def device(self) -> str:
        """The shuffler in use."""
        return "none"

    @property
    def shuffles_by_device(self) -> bool:
        return self.device != "none"

    @property
    def device_for_the_hand(self) -> bool:
        """Whether cards are dealt from the hand, and the text has a device shuffle whatever is dealt so."""
        return False

    @property
    def placed_when_bets_are_closed(self) -> bool:
        """Whether the deck is placed where it is dealt from only after "No more bets"."""
        return False

    @property
    def stub_is_counted(self) -> bool:
        """Whether the dealer counts the stub; a shuffler that counts the cards spares that."""
        return self.device != "counting"

    @property
    def stub_count_every(self) -> int:
        """After how many rounds the stub is counted."""
        return 1

    @property
    def shuffler_feeds_shoe(self) -> bool:
        return False

    @property
    def idle_spread(self) -> str:
        return "face_up"

    @property
    def odds_word(self) -> str:
        return "to"

    @property
    def void_reaches(self) -> str:
        return "all_hands"

    @property
    def devices(self) -> tuple[str, ...]:
        """What there is of a shuffler and an automated shoe that may leave the table."""
        return ()

    @property
    def start(self) -> str:
        """What decides where the deal starts, in games that determine it."""
        return "dice"

    @property
    def amounts(self) -> Mapping[str, int]:
        """The only amount of a wager, where the licensee fixes it."""
        return {}


class DealtDeck(Submission, frozen=True, kw_only=True):
    """What the licensee of a game with a dealt deck chooses."""

    dealing: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    shuffler: Literal["none", "automated", "counting"] | None = None
    shuffler_feeds_shoe: bool = False
    decks: Annotated[int, Meta(ge=1, le=2)] = 1
    preshuffled: bool = False
    idle_spread: Literal["face_up", "face_down"] = "face_up"
    odds_word: Literal["to", "win"] = "to"

    def without_devices(self, device: str = "") -> Self:
        """The same without its devices, or without the one that is named; from the hand no card is dealt without."""
        left = self
        if device != SHOE:
            dealing = "manual_shoe" if self.dealing == "hand" else self.dealing
            left = replace(left, dealing=dealing, shuffler="none", shuffler_feeds_shoe=False, decks=1)
        if device != SHUFFLER and self.dealing == "automated_shoe":
            left = replace(left, dealing="manual_shoe", shuffler=left.device)
        return left

    @property
    def devices(self) -> tuple[str, ...]:
        shuffler = (SHUFFLER,) if self.shuffles_by_device else ()
        return (*shuffler, SHOE) if self.dealing == "automated_shoe" else shuffler

    @property
    def device(self) -> str:
        """The shuffler in use; where none is named, one is there only if dealing from the hand requires it."""
        return self.shuffler or ("automated" if self.dealing == "hand" else "none")


class CardTable(DealtDeck, frozen=True, kw_only=True):
    """What the licensee chooses besides where cards are changed once a day and the stub is counted now and then."""

    stub_count_every: Annotated[int, Meta(ge=1, le=5)] = 5
    card_change_hours: Annotated[int, Meta(ge=1, le=24)] = 24

    @property
    def hours_in_use(self) -> int:
        return self.card_change_hours

    @property
    def device_for_the_hand(self) -> bool:
        return self.dealing == "hand"


MOST_HOURS = 8


def most_hours(dealing: str) -> int:
    """How long the cards of the poker games that the text lists are in use: eight hours from a shoe, four by hand."""
    return 4 if dealing == "hand" else MOST_HOURS


class Finding(Struct, frozen=True):
    """One line of a check: what a field holds, whether that is lawful, and which clauses say so."""

    field: str
    value: object
    verdict: Literal["allowed", "default", "warning", "refused"]
    clauses: tuple[str, ...]
    sentence: str


def allowed(kind: Any) -> str:
    """What a field of this type may hold, in words.

    >>> allowed(Annotated[int, Meta(ge=1, le=5)]), allowed(Literal["to", "win"] | None)
    ('1 to 5', 'to, win or nothing')
    """
    origin = typing.get_origin(kind)
    if origin is Literal:
        return ", ".join(str(value) for value in typing.get_args(kind))
    if origin in (typing.Union, types.UnionType):
        named = [allowed(part) for part in typing.get_args(kind) if part is not type(None)]
        return " or ".join([", ".join(named), *(["nothing"] if type(None) in typing.get_args(kind) else [])])
    if origin is Annotated:
        base, *metas = typing.get_args(kind)
        meta = metas[0]
        if meta.description:
            return str(meta.description)
        if base is str:
            return f"text of {meta.min_length} to {meta.max_length} characters"
        return f"{meta.ge:,} to {meta.le:,}"
    if origin is dict:
        key, value = typing.get_args(kind)
        return f"a table of {allowed(value)} for each of {allowed(key)}"
    if origin is tuple:
        return f"a list of {allowed(typing.get_args(kind)[0])}"
    if isinstance(kind, type) and issubclass(kind, Struct):
        return f"{{ {', '.join(field.name for field in msgspec.structs.fields(kind))} }}"
    return {bool: "true or false", str: "names"}[kind]


def shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def convert(kind: type[Submission], raw: Mapping[str, object], choices: Mapping[str, tuple[str, ...]]) -> Submission:
    """Read a submission field by field, so that each refusal names its value, what is allowed and the clause."""
    findings = list(refusals(kind, raw, choices))
    if findings:
        raise ImproperConfiguration(findings[0].sentence, findings[0].clauses[0] if findings[0].clauses else "")
    return msgspec.convert(dict(raw), kind)


def _unknown(name: str, choices: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], str]:
    """That no clause allows a field, and the one that was perhaps meant, with its clauses."""
    typed = re.sub(r"\W+", "_", name.casefold())
    like = get_close_matches(typed, choices, n=1) or [one for one in choices if f"_{typed}_" in f"_{one}_"]
    meant = f"; did you mean {like[0]}?" if like else ""
    sentence = f"no clause allows a field {name!r}; the fields are {', '.join(sorted(choices))}{meant}"
    return choices[like[0]] if like else (), sentence


def refusals(
    kind: type[Submission], raw: Mapping[str, object], choices: Mapping[str, tuple[str, ...]]
) -> Iterator[Finding]:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = {field.name for field in msgspec.structs.fields(kind)}
    for name, value in raw.items():
        if name not in fields:
            yield Finding(name, value, "refused", *_unknown(name, choices))
            continue
        try:
            msgspec.convert(value, hints[name])
        except (msgspec.ValidationError, OverflowError):
            sentence = f"{name} = {shown(value)} is not allowed; allowed: {allowed(hints[name])}"
            yield Finding(name, value, "refused", choices[name], sentence)


def refused(field: str, value: object, clause: str, sentence: str) -> Finding:
    """What the text forbids, and why."""
    return Finding(field, value, "refused", (clause,), f"{field} = {value!r} is not allowed: {sentence}")


def device_refusals(submission: DealtDeck, *, hand: str = "", second_deck: str, feeding: str) -> Iterator[Finding]:
    """What needs an automated shuffler, by the clauses that say so: the hand, a second deck, feeding the shoe."""
    if hand and submission.dealing == "hand" and submission.device == "none":
        yield refused("shuffler", "none", hand, "cards dealt from the hand need an automated shuffler")
    if submission.decks == 2 and not submission.shuffles_by_device:
        yield refused("decks", 2, second_deck, "a second deck needs an automated shuffler")
    fed = submission.shuffler_feeds_shoe
    if fed and (submission.dealing == "hand" or not submission.shuffles_by_device):
        sentence = "only an automated shuffler at a dealing shoe inserts the cards itself"
        yield refused("shuffler_feeds_shoe", fed, feeding, sentence)


def hours_refusals(submission: Submission, changed: int | None, clause: str) -> Iterator[Finding]:
    """Cards are changed no later than the way of dealing allows."""
    most = most_hours(submission.dealing)
    if changed is not None and changed > most:
        reason = f"cards dealt from the hand are changed at least every {most} hours"
        yield refused("card_change_hours", changed, clause, reason)


def odds_refusals(
    odds: Mapping[str, int | str], tables: Iterable[PayTable], unknown: str, field: str = "odds"
) -> Iterator[Finding]:
    """Odds that the licensee posts stand for rows that there are, and are no less than the printed ones."""
    least = {row: (pay, table.clause) for table in tables for row, pay in table.pays.items() if isinstance(pay, To)}
    for row, number in odds.items():
        if row not in least:
            sentence = f"{field} is not allowed: {row} has no odds; those that have are {', '.join(least)}"
            yield Finding(field, odds, "refused", (unknown,), sentence)
        elif Fraction(number) < least[row][0].odds:
            sentence = f"{field}.{row} = {number} is not allowed: the least is {least[row][0].text()}"
            yield Finding(field, odds, "refused", (least[row][1],), sentence)


def percent_refusals(
    submission: Submission, least: Mapping[str, int], clause: str, most: int = 100
) -> Iterator[Finding]:
    """Percentages that are no whole numbers lie between the least and the most as well."""
    for field, floor in least.items():
        value = getattr(submission, field)
        if not floor <= Fraction(value) <= most:
            yield refused(field, value, clause, f"it is from {floor} to {most}")


def limit_refusals(submission: Submission, wagers: Mapping[str, bool]) -> Iterator[Finding]:
    """Limits stand for wagers that exist and may be limited (True), and the minimum is not above the maximum."""
    for name, limits in submission.limits.items():
        if not wagers.get(name):
            named = ", ".join(name for name, limited in wagers.items() if limited)
            yield Finding(
                "limits", name, "refused", (), f"limits.{name} is no wager that may be limited; those are {named}"
            )
        elif limits.minimum > limits.maximum:
            sentence = (
                f"limits.{name} has a minimum of {dollars(limits.minimum)} above its maximum of "
                f"{dollars(limits.maximum)}"
            )
            yield Finding("limits", name, "refused", (), sentence)
