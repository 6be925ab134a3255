"""Pokette: what is left of its order; how the dealer collects and pays stood in 12.7, which is lost."""

from collections.abc import Callable, Sequence

from nomorebets.table.events import BetPlaced, Posted, Settled, Spun
from tests.order.before_the_deal import POKETTE
from tests.order.reading import ENDED, Round, in_order
from tests.order.statements import stated


@stated(POKETTE, "12.1 Winning card", "12.2(a)", "12.4(d)")
def the_winning_card_is_posted_and_then_wagers_are_settled(of: Round) -> bool:
    """After a valid spin its card is shown on the stand; every wager of the spin is settled after that.

    When a deck leaves the table, cards of later spins stay on the stand, which is no result of a spin.
    """
    posted = of.at(Posted, lambda card: card.clause == f"{POKETTE}:12.2(a)")
    return in_order(of.at(Spun), of.steps("post"), posted, of.settled()) and len(posted) == len(of.at(Spun))


@stated(POKETTE, "12.4(d)")
def players_are_settled_from_the_dealers_right(of: Round) -> bool:
    """One player after the other, as ruling P-13 has it, since the clause that said so is lost."""
    seats = of.seats(of.settled())
    return seats == sorted(seats, reverse=True)


def straight(cards: Sequence[str]) -> bool:
    """Three values in a row, the ace below the two or above the king."""
    return any(
        sorted(run) == sorted(card[0] for card in cards) for run in zip(ORDER, ORDER[1:], ORDER[2:], strict=False)
    )


def flush(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def values(cards: Sequence[str]) -> int:
    """How many different ones there are."""
    return len({card[0] for card in cards})


ORDER = "A23456789TJQKA"
MADE: dict[str, tuple[int, Callable[[Sequence[str]], bool]]] = {
    "pair_in_two": (2, lambda cards: values(cards) == 1),
    "pair_in_three": (3, lambda cards: values(cards) < 3),
    "three_of_a_kind": (3, lambda cards: values(cards) == 1),
    "flush": (3, flush),
    "straight": (3, straight),
    "straight_flush": (3, lambda cards: straight(cards) and flush(cards)),
}


@stated(POKETTE, "12.5(b)1", "12.5(b)2", "12.5(b)3", "12.5(b)4", "12.5(b)5")
def a_poker_hand_is_made_by_consecutive_spins(of: Round) -> bool:
    """It wins if the winning cards of the last two or three spins make it, whatever went from the stand, or loses."""
    order = of.submission.wheel_order.split()
    brought = [order[section] for section in of.sections]
    for wager in of.of(Settled, lambda one: one.result in ENDED and one.wager in MADE):
        spins, made = MADE[wager.wager]
        cards = brought[-spins:]
        whole = len(cards) == spins and not any(card.startswith("Jo") for card in cards)
        if (wager.result == "win") != (whole and made(cards)):
            return False
    return True


@stated(POKETTE, "12.3(a)", "12.3(b)")
def decks_are_inspected_and_put_into_their_container_before_anybody_wagers(of: Round) -> bool:
    """The three decks are sorted and inspected, and then housed."""
    return in_order(of.steps("inspect"), of.steps("store"), of.at(BetPlaced)) or bool(of.steps("remove", "receive"))
