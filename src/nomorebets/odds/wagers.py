"""The odds of wagers that a pay table decides: exact counts, and with a meter what it has to hold."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.rulebook.money import Fixed, For, Pay, Posted, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable

Counts = Mapping[str, int]  # row of the table -> ways; "" is no row
NOTHING = "nothing"


class Metered(Struct, frozen=True):
    """What a wager has from its meter; amounts in cents."""

    amount: int  # on the meter
    without: Fraction  # returned per unit staked but for the meter
    per_cent: Fraction  # of the meter that a wager wins on average
    stake: int
    hits: int  # ways to win all of it

    @property
    def break_even(self) -> Fraction:
        """The meter at which the wager returns all that is staked."""
        return (1 - self.without) * self.stake * 100 / self.per_cent


class Envied(Struct, frozen=True):
    """What a wager has from the hands of other players; amounts in cents."""

    least: int  # that has to be staked for it
    each: Fraction  # that another player's hand pays on average

    @property
    def share(self) -> Fraction:
        """What another player's hand adds for each unit of the least stake."""
        return self.each / self.least


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

    @property
    def measures(self) -> Measures:
        return Measures(self.outcomes)


def net(pay: Pay | None, stake: int, meter: int, *, stake_kept: bool) -> Fraction:
    """What a row wins per unit staked; an amount or a share may be paid beside the stake or for it."""
    match pay:
        case To() | For():
            return pay.odds
        case Push():
            return Fraction(0)
        case Fixed():
            return Fraction(pay.cents, stake) - int(stake_kept)
        case Share():
            return Fraction(meter * pay.percent, 100 * stake) - 1
        case Posted():
            raise ValueError("a row that the licensee has not posted has no odds")
    return Fraction(-1)


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
) -> Wagered:
    """The odds of a table whose rows occur so often."""
    stake_stays = stake_kept or table.shares  # a progressive wager is collected before the deal and stays
    outcomes = tuple(
        Outcome(row or NOTHING, ways, net(table.pays.get(row), stake, meter, stake_kept=stake_stays))
        for row, ways in counts.items()
    )
    pays = {row: pay.text() for row, pay in table.pays.items() if row in counts}
    metered = None
    if table.shares:
        total = sum(counts.values())
        shared = {row: pay.percent for row, pay in table.pays.items() if isinstance(pay, Share)}
        fixed = sum((one.ways * (one.net + 1) for one in outcomes if one.name not in shared), Fraction(0)) / total
        per_cent = Fraction(sum(counts[row] * percent for row, percent in shared.items()), total)
        hits = sum(counts[row] for row, percent in shared.items() if percent == 100)
        metered = Metered(meter, fixed, per_cent, stake, hits)
    return Wagered(name or table.wager, table.letter, table.clause, play, stake, pays, outcomes, metered, envied)


def is_priced(table: PayTable) -> bool:
    """Whether every row has odds: none is still to be posted by the licensee."""
    return not any(isinstance(pay, Posted) for pay in table.pays.values())
