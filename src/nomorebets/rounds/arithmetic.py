"""How what is due on a wager is reckoned, in one line that a person can follow with a pencil."""

from fractions import Fraction

from nomorebets.rounds.rows import Row
from nomorebets.rulebook.money import EVEN, Fixed, For, Pay, Share, To, dollars
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import BANK, CO_BANK
from nomorebets.table.in_two.vigorish import PER_CENT, ROUNDINGS

SIMPLE = 20  # odds that are said in parts no smaller than these


def due(row: Row) -> int:
    """What the player gets beyond the stake, on balance; what a bank has to pay is less than nothing."""
    return row.pays - row.commission - (row.stake if row.wager in (BANK, CO_BANK) else 0)


def arithmetic(terms: Terms, row: Row) -> str:
    """The line for one wager."""
    stake = dollars(row.stake)
    if row.wager in (BANK, CO_BANK):
        return _bank(terms, row)
    match row.result:
        case "win":
            return f"{_won(terms, row)}{_less(terms, row)}{_stake(row)}"
        case "push":
            return f"a push: the stake of {stake} goes back, and nothing is paid"
        case "void":
            return f"void: the stake of {stake} goes back, and nothing is paid"
        case "forfeit":
            return f"forfeited: {stake} is taken, and nothing is paid"
    return f"lost: {stake} is taken, and nothing is paid"


def _won(terms: Terms, row: Row) -> str:
    """The stake at its odds; a row of the pay table is named where only one pays this."""
    pay_table = terms.posted.get(row.wager)
    fitting = {name: pay for name, pay in pay_table.pays.items() if _gives(pay, row)} if pay_table else {}
    exact = [name for name, pay in fitting.items() if not isinstance(pay, Share)]
    fitting = {name: fitting[name] for name in exact or fitting}  # any sum may be a share of a meter
    names, said = [*fitting], {_odds(pay) for pay in fitting.values()}
    stake = f"{dollars(row.stake - row.coupon)} and a coupon of {dollars(row.coupon)}" if row.coupon else ""
    stake = stake or dollars(row.stake)
    amount = dollars(row.pays)
    if len(said) == 1:
        hand = f" ({names[0].replace('_', ' ')})" if len(names) == 1 else ""
        odds = said.pop()
        return (
            f"{stake} at {odds}{hand} = {amount}" if odds[0].isdigit() or odds == EVENLY else f"{odds}{hand} = {amount}"
        )
    if said and not exact:
        return f"a share of the meter = {amount}"
    odds_to_one = Fraction(row.pays, row.stake) if row.stake else Fraction(0)
    if not odds_to_one or odds_to_one.denominator > SIMPLE:
        return f"{amount} is paid"
    return f"{stake} at {_odds(To(odds_to_one.numerator, odds_to_one.denominator))} = {amount}"


EVENLY = "even money"


def _gives(pay: Pay, row: Row) -> bool:
    """Whether a row of a pay table comes to what was paid."""
    match pay:
        case To() | For():
            return pay.pays(row.stake) == row.pays
        case Fixed(cents=amount):
            return amount == row.pays
        case Share():
            return True
    return False


def _odds(pay: Pay) -> str:
    match pay:
        case To() if pay == EVEN:
            return EVENLY
        case Fixed():
            return "the amount that is posted"
    return pay.text()


def _less(terms: Terms, row: Row) -> str:
    if not row.commission:
        return ""
    rounding = ROUNDINGS[terms.submission.vigorish_rounding]
    fee = f"vigorish of {PER_CENT} % of {dollars(row.pays)}, {rounding}: {dollars(row.commission)}"
    return f", less {fee} = {dollars(row.pays - row.commission)}"


def _stake(row: Row) -> str:
    """What becomes of the stake."""
    chips = row.stake - row.coupon
    if not chips:
        return ""
    return f"; the stake of {dollars(chips)} goes back" if row.returned else f"; the stake of {dollars(chips)} is kept"


def _bank(terms: Terms, row: Row) -> str:
    match row.result:
        case "win":
            return f"{dollars(row.pays)} is left at the centre of the table for it{_less(terms, row)}"
        case "lose":
            return f"the centre of the table is short, and it pays {dollars(row.stake)}"
        case "void":
            return "void: nothing is paid, and nothing is due"
    return "nothing is left at the centre of the table, and nothing is short"
