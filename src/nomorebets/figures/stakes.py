"""What every seat of a simulation plays and places, checked as the table would."""

from collections.abc import Iterable, Mapping

from nomorebets.errors import BadInput
from nomorebets.odds.maths import OnOffer, simulator
from nomorebets.sim.strategy import FROM_FILE, Own
from nomorebets.table.game import Terms

MOST_DIGITS = 18  # of an amount in cents


def strategy_names(key: str) -> tuple[str, ...]:
    """What one may call a strategy of a game, a file among them where it takes one."""
    of = simulator(key)
    return (*of.strategies, FROM_FILE) if of.own else of.strategies


def own_strategy(terms: Terms, name: str, text: str) -> Own:
    """A player's own strategy, read as the game has it."""
    read = simulator(terms.game.key).own
    if read is None:
        names = ", ".join(strategy_names(terms.game.key))
        raise BadInput(f"{terms.game.name} takes no strategy from a file; there are {names}")
    own: Own = read(name, text)
    return own


def check_strategy(terms: Terms, strategy: str | Own) -> None:
    """Refuse what is no strategy of a game."""
    if isinstance(strategy, str) and strategy not in simulator(terms.game.key).strategies:
        names = ", ".join(strategy_names(terms.game.key))
        raise BadInput(f"{strategy!r} is not a strategy of {terms.game.name}; there are {names}")


def check_seats(terms: Terms, seats: int) -> None:
    """Refuse more seats than the table has positions, and none."""
    if not 1 <= seats <= terms.submission.positions:
        raise BadInput(
            f"{seats} seats cannot be; a table has 1 to {terms.submission.positions}", terms.cites["positions"]
        )


def named_stakes(wagers: Iterable[str]) -> dict[str, int]:
    """Stakes as one writes them: NAME=CENTS."""
    stakes = {}
    for one in wagers:
        name, _, cents = one.partition("=")
        if not cents.isascii() or not cents.isdecimal() or len(cents) > MOST_DIGITS:
            raise BadInput(f"{one!r} is no wager; write NAME=CENTS, e.g. ante=1000")
        stakes[name] = int(cents)
    return stakes


def bank_offers(terms: Terms, bank: str, seats: int) -> OnOffer:
    """What may be wagered besides if somebody banks; refused where nobody can."""
    if not bank:
        return {}
    banking = simulator(terms.game.key).banking
    if banking is None:
        raise BadInput(f"nobody banks at {terms.game.name} but the house; leave out --bank")
    return banking.wagers(terms, bank, seats)


def placed_stakes(terms: Terms, stakes: Mapping[str, int], besides: OnOffer) -> dict[str, int]:
    """The stakes of every seat.

    The main wager is the least that it may be, if nothing else is said; where no wager has to be placed, all are.
    """
    limits = {**{wager.name: (least, most, clause) for wager, least, most, clause in terms.wagers}, **besides}
    for wager, stake in stakes.items():
        if wager not in limits:
            raise BadInput(f"{wager!r} is not on offer here; the wagers are {', '.join(limits)}")
        least, most, clause = limits[wager]
        if not least <= stake <= most:
            raise BadInput(f"{wager} of {stake} cents is not accepted; from {least} to {most} is", clause)
    if terms.required:
        return {terms.required: limits[terms.required][0], **stakes}
    for wager in stakes:
        need = terms.beside.get(wager)
        if need and need not in stakes:
            raise BadInput(f"{wager} needs a wager on {need} beside it", limits[wager][2])
    return dict(stakes) or {wager: least for wager, (least, _, _) in limits.items()}
