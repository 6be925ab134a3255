"""Every progressive meter reckoned once more, in fractions, from the wagers and the hits that a log tells of.

A meter grows with each wager by its rate, from the first card on; it gives back what a wager that is void had added.
What it shows is never behind that by any part of a cent, and never a whole cent ahead.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from nomorebets.table.actions import Open, Step
from nomorebets.table.entries import Entry
from nomorebets.table.events import (
    Dealt,
    DocumentationDue,
    Event,
    MeterReset,
    Moved,
    ResetUndone,
    RoundCompleted,
    Settled,
    SettlementUndone,
    Stepped,
)
from tests.order.before_the_deal import HCF, PACKS, POKER
from tests.order.reading import Round, lay_out

CONTRIBUTION = {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}  # 38.11(f): main and secondary, per cent
INITIAL = 1_000_000


class Meter(NamedTuple):
    """What a text or a submission says of a wager's meters: per cent of each wager, and what they start from."""

    main: Fraction
    secondary: Fraction
    initial: int
    reset: int


def meters(key: str, submission: Any) -> dict[str, Meter]:
    """By the wager that feeds them."""
    match key:
        case "high-card-flush" if submission.progressive:
            first, second = map(Fraction, CONTRIBUTION[submission.progressive])
            return {"progressive": Meter(first, second, INITIAL, submission.reset_minimum)}
        case "lunar-poker" if submission.progressive:
            rate, start = submission.progressive_rate, submission.progressive_initial
            return {"progressive": Meter(Fraction(rate), Fraction(), start, submission.progressive_reset)}
        case "pai-gow-poker" if submission.progressive:
            rate, start = submission.progressive_rate, submission.progressive_initial
            return {"progressive": Meter(Fraction(rate or 0), Fraction(), start, submission.progressive_reset)}
        case "packs-poker":
            found = {bonus: submission.meter(bonus) for bonus in submission.progressive}
            return {
                bonus: Meter(Fraction(one.rate), Fraction(one.reset_rate), one.initial, one.reset)
                for bonus, one in found.items()
            }
    return {}


def percentages(key: str, submission: Any) -> set[Fraction]:
    """What of a meter may be won: by the printed tables, or by the one that is posted."""
    if key == HCF:
        return {Fraction(10), Fraction(100)}
    return {Fraction(pays[:-1]) for pays in submission.progressive.values() if str(pays).endswith("%")}


def main(wager: str) -> str:
    return f"meter:{wager}:main"


def secondary(wager: str) -> str:
    return f"meter:{wager}:secondary"


@dataclass
class Reckoning:
    """What the meters show by the log, and what they should show."""

    key: str
    submission: Any
    shown: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    due: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    closed: bool = False  # bets are, and no card is dealt yet: the meters are about to grow
    fed: set[tuple[int, str]] = field(default_factory=set)  # the wagers of this round that have added to a meter
    won: set[str] = field(default_factory=set)  # the wagers whose main meter was won and is to be reset
    hits: int = 0  # payouts from a meter
    resets: int = 0

    def __post_init__(self) -> None:
        self.known = meters(self.key, self.submission)
        self.layout = Round(self.key, self.submission)

    def feeds(self, wager: str) -> str:
        """The wager under whose name the meters stand that this one feeds, or nothing."""
        name = wager[:-2] if self.key == PACKS else wager
        return name if name in self.known else ""

    def follow(self, entry: Entry) -> Iterator[str]:
        """What is wrong with the meters after an entry."""
        before = dict(self.shown)
        for at, event in enumerate(entry.events):
            lay_out(self.layout, event)
            self.grow(event)
            self.move(event, opening=isinstance(entry.action, Open))
            if self.key in (HCF, POKER):
                yield from self.paid_as_shown(event)
                yield from self.reset_at_once(event, entry.events[at + 1 :])
        if isinstance(entry.action, Open):
            self.due.update({main(name): Fraction(meter.initial) for name, meter in self.known.items()})
        if self.key not in (HCF, POKER):
            yield from self.reset_by_step(entry, before)
        if not self.closed:
            yield from self.behind_or_ahead()
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            yield from (f"{main(name)} was won and not reset" for name in self.won if self.after_reset(name))
            self.layout.stakes.clear()
            self.fed.clear()
            self.won.clear()

    # --- Growing ---

    def behind_or_ahead(self) -> Iterator[str]:
        for account in {*self.shown, *self.due}:
            ahead = self.shown[account] - self.due[account]
            if not 0 <= ahead < 1:
                yield f"{account} shows {self.shown[account]} cents, and is {ahead} ahead of its rate"

    def grow(self, event: Event) -> None:
        """With the first card every wager has added its share; one that is void takes it back."""
        match event:
            case Stepped(step="announce"):
                self.closed = True
            case Dealt() if self.closed:
                self.closed = False
                self.fed = {(seat, wager) for seat, wager in self.layout.stakes if self.feeds(wager)}
                for seat, wager in self.fed:
                    self.add(seat, wager, 1)
            case Settled(seat=seat, wager=wager, result="void") if (seat, wager) in self.fed:
                self.add(seat, wager, -1)
            case SettlementUndone(settled=undone) if (
                undone.result == "void" and (undone.seat, undone.wager) in self.fed
            ):
                self.add(undone.seat, undone.wager, 1)
            case RoundCompleted():
                self.closed = False

    def add(self, seat: int, wager: str, times: int) -> None:
        stake, name = self.layout.stakes[seat, wager], self.feeds(wager)
        meter = self.known[name]
        self.due[main(name)] += times * Fraction(stake * meter.main, 100)
        self.due[secondary(name)] += times * Fraction(stake * meter.secondary, 100)

    def move(self, event: Event, *, opening: bool) -> None:
        """What goes into a meter or comes out of it; what wagers add, and what it starts from, is reckoned apart."""
        match event:
            case Moved(origin=origin, to=to, amount=amount):
                for account, cents in ((origin, -amount), (to, amount)):
                    if account.startswith("meter:"):
                        self.shown[account] += cents
                        self.due[account] += 0 if opening or "inventory" in (origin, to) else cents
            case Settled(payer=payer, pays=pays) if payer.startswith("meter:"):
                self.shown[payer] -= pays
                self.due[payer] -= pays
                self.hits += 1
            case SettlementUndone(settled=Settled(payer=payer, pays=pays)) if payer.startswith("meter:"):
                self.shown[payer] += pays
                self.due[payer] += pays
                self.won.discard(payer.split(":")[1])
            case MeterReset():
                self.refill(event, 1)
            case ResetUndone(reset=undone):
                self.refill(undone, -1)

    def refill(self, reset: MeterReset, times: int) -> None:
        """The main meter has what was saved for it and what the house adds, or gives both back."""
        for account, cents in (
            (main(reset.meter), reset.saved + reset.added),
            (secondary(reset.meter), -reset.saved),
        ):
            self.shown[account] += times * cents
            self.due[account] += times * cents

    def paid_as_shown(self, event: Event) -> Iterator[str]:
        """Each winner in turn has a percentage of what the meter shows then, as the one before has left it."""
        if isinstance(event, Settled) and event.payer.startswith("meter:"):
            before = self.shown[event.payer] + event.pays
            if event.pays not in {before * percent // 100 for percent in percentages(self.key, self.submission)}:
                yield f"seat {event.seat} is paid {event.pays} of {before}"

    # --- Resetting ---

    def filled(self, name: str, on_main: int, saved: int) -> int:
        """What the main meter shows after a reset: what was saved, and the house's least amount or portion."""
        portion = self.known[name].reset
        added = getattr(self.submission, "reset_portion", "least") == "added"
        return max(on_main, portion) + saved if added else max(on_main + saved, portion)

    def after_reset(self, name: str) -> int:
        """What a reset would add to the main meter."""
        return self.filled(name, self.shown[main(name)], self.shown[secondary(name)]) - self.shown[main(name)]

    def reset_at_once(self, event: Event, later: Sequence[Event]) -> Iterator[str]:
        """A meter that is won shows the secondary's amount, or the least that the house has set, before the next."""
        if not (isinstance(event, Settled) and event.payer.startswith("meter:") and event.pays):
            return
        name = event.payer.split(":")[1]
        if self.shown[main(name)]:
            return
        self.resets += 1
        following = next((one for one in later if not isinstance(one, DocumentationDue)), None)
        match following:
            case MeterReset(meter=meter, saved=saved, added=added) if (meter, saved, saved + added) == (
                name,
                self.shown[secondary(name)],
                self.after_reset(name),
            ):
                return
        yield f"{main(name)} was won and not reset at once: {following}"

    def in_turn(self, was: int, paid: Sequence[int]) -> bool:
        """Whether each had the percentage of a straight flush of what was left, however little, and nobody all."""
        percent = Fraction(getattr(self.submission, "straight_flush_percent", 100))
        for cents in paid:
            if percent == 100 or cents != was * percent // 100:
                return False
            was -= cents
        return True

    def reset_by_step(self, entry: Entry, before: Mapping[str, int]) -> Iterator[str]:
        """A meter that is won is reset by the dealer, in a step of its own, before the round is over."""
        for name in self.known:
            now, was = self.shown[main(name)], before.get(main(name), 0)
            paid = [e.pays for e in entry.events if isinstance(e, Settled) and e.payer == main(name)]
            emptied = sum(paid) and now < len(paid) and getattr(self.submission, "fixed_prizes_from", "") != "meter"
            if emptied and not self.in_turn(was, paid):
                self.won.add(name)
            if isinstance(entry.action, Step) and entry.action.step == f"reset_{name}":
                self.resets += 1
                self.won.discard(name)
                if now != self.filled(name, was, before.get(secondary(name), 0)) or self.shown[secondary(name)]:
                    yield f"{main(name)} shows {now} after its reset, {was} before"
