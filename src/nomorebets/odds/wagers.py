"""The odds of wagers that a pay table decides: exact counts, and with a meter what it has to hold."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct

from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.rulebook.money import Fixed, For, Pay, Posted, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable

Counts = Mapping[str, int]  # row of the table -> ways; "" is no row
NOTHING = "nothing"
WHOLE = 100  # per cent of a meter
MOST_ON_METER = 10**15  # cents


class Metered(Struct, frozen=True):
    """What a wager has from its meter; amounts in cents."""

    amount: int  # on the meter
    without: Fraction  # returned per unit staked but for the meter, by the rows that pay most at this amount
    per_cent: Fraction  # of the meter that a wager wins on average
    stake: int
    hits: int  # ways to win all of it
    returned: Callable[[int], Fraction]  # per unit staked, with so much on the meter
    same_rows: bool = True  # whether hands are paid on the same rows whatever is on the meter

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which the wager returns all that is staked; None if no meter is high enough."""
        if self.same_rows:
            return (1 - self.without) * self.stake * 100 / self.per_cent if self.per_cent else None
        if self.returned(MOST_ON_METER) < 1:
            return None
        low, high = 0, MOST_ON_METER  # the more is on the meter, the more is returned
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.returned(middle) >= 1 else (middle + 1, high)
        return Fraction(low)


class Fed(Struct, frozen=True):
    """What feeds the meters of a wager: per cent of each wager to each, and cents of the house at a reset."""

    rates: Mapping[str, Fraction]
    reset: int
    reset_added: bool = False  # to what was saved; else the house adds what that lacks
    amounts_from_meter: bool = False  # whether the meter pays the fixed amounts, too


class Envied(Struct, frozen=True):
    """What a wager has from the hands of other players; amounts in cents."""

    least: int  # that has to be staked for it
    each: Fraction  # that another player's hand pays on average

    @property
    def share(self) -> Fraction:
        """What another player's hand adds for each unit of the least stake."""
        return self.each / self.least


class Staked(Struct, frozen=True):
    """A wager of so many cents, and what the player wins of it per unit on average."""

    stake: int
    ev: Fraction


class Wagered(Struct, frozen=True):
    """One wager on one pay table: what can come of it for each unit staked."""

    wager: str
    pay_table: str
    clause: str
    play: str  # how the hand is played, where that decides what is paid
    stake: int
    pays: dict[str, str]
    outcomes: tuple[Outcome, ...]
    meter: Metered | None = None
    envied: Envied | None = None
    by_stake: tuple[Staked, ...] = ()  # where what is won per unit depends on the amount

    @property
    def measures(self) -> Measures:
        return Measures(self.outcomes)


def won(pay: Pay | None, stake: int, meter: int, *, stake_kept: bool) -> int:
    """What a row wins, in cents as they are paid; an amount or a share may be paid beside the stake or for it."""
    match pay:
        case To():
            return pay.pays(stake)
        case For():
            return pay.pays(stake) - stake
        case Push():
            return 0
        case Fixed():
            return pay.cents - (stake if stake_kept else 0)
        case Share():
            return pay.of(meter) - stake
        case Posted():
            raise ValueError("a row that the licensee has not posted has no odds")
    return -stake


class Paid(Struct, frozen=True):
    """What is paid of what a row comes to, in cents: up to a maximum, and in whole steps such as dollars."""

    most: int | None = None
    step: int = 1

    def __call__(self, reckoned: int) -> int:
        """
        >>> Paid(most=5000)(6000), Paid(step=100)(550), Paid(step=100)(-50)
        (5000, 500, -50)
        """
        paid = reckoned if reckoned < 0 else reckoned // self.step * self.step
        return paid if self.most is None else min(paid, self.most)


AS_RECKONED = Paid()


def outcomes_on(
    table: PayTable, counts: Counts, stake: int, meter: int, *, stake_kept: bool, paid: Paid = AS_RECKONED
) -> tuple[Outcome, ...]:
    """What can come of a wager on a table whose rows occur so often."""
    stake_stays = stake_kept or table.shares  # a progressive wager is collected before the deal and stays
    return tuple(
        Outcome(row or NOTHING, ways, Fraction(paid(reckoned), stake))
        for row, ways in counts.items()
        for reckoned in (won(table.pays.get(row), stake, meter, stake_kept=stake_stays),)
    )


def metered(table: PayTable, outcomes: tuple[Outcome, ...], stake: int, meter: int) -> Metered:
    """What the meter is worth to a wager, if hands are paid on the same rows whatever it holds."""
    shares = {row: pay.rate for row, pay in table.pays.items() if isinstance(pay, Share)}
    total = sum(one.ways for one in outcomes)
    fixed = sum((one.ways * (one.net + 1) for one in outcomes if one.name not in shares), Fraction(0)) / total
    per_cent = Fraction(sum(one.ways * shares.get(one.name, 0) for one in outcomes), total)
    hits = sum(one.ways for one in outcomes if shares.get(one.name) == WHOLE)
    return Metered(meter, fixed, per_cent, stake, hits, lambda on: fixed + per_cent * on / (100 * stake))


def odds_on(
    table: PayTable,
    counts: Counts,
    *,
    stake: int,
    meter: int = 0,
    stake_kept: bool = False,
    name: str = "",
    play: str = "",
    envied: Envied | None = None,
    paid: Paid = AS_RECKONED,
) -> Wagered:
    """The odds of a table whose rows occur so often."""
    outcomes = outcomes_on(table, counts, stake, meter, stake_kept=stake_kept, paid=paid)
    pays = {row: pay.text() for row, pay in table.pays.items() if row in counts}
    of_meter = metered(table, outcomes, stake, meter) if table.shares else None
    return Wagered(name or table.wager, table.letter, table.clause, play, stake, pays, outcomes, of_meter, envied)


def is_priced(table: PayTable) -> bool:
    """Whether every row has odds: none is still to be posted by the licensee."""
    return not any(isinstance(pay, Posted) for pay in table.pays.values())
