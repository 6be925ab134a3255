"""Pokette: what is left of its order; how the dealer collects and pays stood in 12.7, which is lost."""

from nomorebets.table.events import BetPlaced, Posted, Spun
from tests.order.before_the_deal import POKETTE
from tests.order.reading import Round, in_order
from tests.order.statements import stated


@stated(POKETTE, "12.1 Winning card", "12.2(a)", "12.4(d)")
def the_winning_card_is_posted_and_then_wagers_are_settled(of: Round) -> bool:
    """After a valid spin its card is shown on the stand; every wager of the spin is settled after that.

    When a deck leaves the table, the cards of others stay on the stand, which is no result of a spin.
    """
    posted = of.at(Posted, lambda card: card.clause == f"{POKETTE}:12.2(a)")
    return in_order(of.at(Spun), of.steps("post"), posted, of.settled()) and len(posted) == len(of.at(Spun))


@stated(POKETTE, "12.4(d)")
def players_are_settled_from_the_dealers_right(of: Round) -> bool:
    """One player after the other, as ruling P-13 has it, since the clause that said so is lost."""
    seats = of.seats(of.settled())
    return seats == sorted(seats, reverse=True)


POKER_HANDS = {"pair_in_two", "pair_in_three", "three_of_a_kind", "flush", "straight", "straight_flush"}


@stated(POKETTE, "12.3(a)", "12.3(b)")
def decks_are_inspected_and_put_into_their_container_before_anybody_wagers(of: Round) -> bool:
    """The three decks are sorted and inspected, and then housed."""
    return in_order(of.steps("inspect"), of.steps("store"), of.at(BetPlaced)) or bool(of.steps("remove", "receive"))
