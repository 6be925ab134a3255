"""What an outcome wins as a formula over its inputs: the wager, the meter, the odds, and the house's maximum."""

from collections.abc import Sequence
from typing import NamedTuple

from nomorebets.reports.par.model import Entry, Row
from nomorebets.rulebook.money import Fixed, For, Pay, Push, Share, To


class Inputs(NamedTuple):
    """The cells that the nets of a wager follow from; "" is one that it has not got."""

    wager: str = ""
    meter: str = ""
    most: str = ""


def odd(pay: Pay | None) -> float | None:
    """The number that a row of a pay table prints: odds, dollars, or per cent of a meter."""
    match pay:
        case To():
            return float(pay.odds)
        case For():
            return float(pay.multiple)
        case Fixed():
            return pay.cents / 100
        case Share():
            return float(pay.rate)
    return None


def net_formula(row: Row, entry: Entry, odds: str, inputs: Inputs) -> str:
    """What a unit of the wager wins on a row, reckoned in whole cents as the rules do."""
    won = _won(row.pay, odds, inputs, kept=entry.stake_kept)
    if row.pay is None or isinstance(row.pay, Push):
        return won
    if entry.paid.step > 1:
        won = f"IF({won}<0,{won},INT(({won})/{entry.paid.step})*{entry.paid.step})"
    if inputs.most:
        won = f"MIN({won},ROUND(100*{inputs.most},0))"
    return f"({won})/(100*{inputs.wager})"


def _won(pay: Pay | None, odds: str, inputs: Inputs, *, kept: bool) -> str:
    staked = f"100*{inputs.wager}"
    match pay:
        case To():
            return f"INT(ROUND({staked}*{odds},6))"
        case For():
            return f"INT(ROUND({staked}*({odds}-1),6))"
        case Push():
            return "0"
        case Fixed():
            return f"ROUND(100*{odds},0)" + (f"-{staked}" if kept else "")
        case Share():
            return f"INT(ROUND({inputs.meter}*{odds},6))-{staked}"
    return "-1"


class Placed(NamedTuple):
    """Where the outcomes of a wager have their odds and ways, and where its hands stand by the rows that may pay them.

    With these what a unit wins on average is a formula at any wager and meter.
    """

    entry: Entry
    odds: Sequence[str]
    chances: Sequence[str]
    classes: Sequence[tuple[tuple[int, ...], str]] = ()  # the rows by number, and the cell of the ways
    total: str = ""

    def ev_at(self, inputs: Inputs) -> str:
        nets = [
            net_formula(row, self.entry, odds, inputs) for row, odds in zip(self.entry.rows, self.odds, strict=True)
        ]
        if not self.classes:
            return "+".join(f"{chance}*{net}" for chance, net in zip(self.chances, nets, strict=True))
        each = (f"{ways}*MAX({','.join(nets[at] for at in rows)})" for rows, ways in self.classes)
        return f"({'+'.join(each)})/{self.total}"
