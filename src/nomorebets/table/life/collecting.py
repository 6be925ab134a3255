"""The end of a round: payouts documented, cards collected, the next deck in its turn."""

from collections.abc import Iterator

from nomorebets.equipment.custody import Stage
from nomorebets.table.actions import Step
from nomorebets.table.events import Documented, Event, HandCollected, PhaseBegan, RoundCompleted
from nomorebets.table.life.decks import preparing, to_be_shuffled
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table


def collecting(table: Table, seat: int | None) -> Iterator[Offer]:
    """The round is over when payouts are documented and the other deck, where there is one, is shuffled."""
    cites = table.terms.cites
    for number in table.undocumented:
        if seat is None or seat == number:
            yield Offer(Step("document", seat=number), cites["document"], by=Role.SUPERVISOR, duty=True)
    if not table.undocumented and not to_be_shuffled(table):
        yield Offer(Step("collect"), cites["collect"], by=Role.DEALER, duty=True)
    yield from preparing(table)


def document(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """With the papers the cards go, unless they went before and another amount was paid since."""
    over = Documented if table.seats[action.seat].collected else HandCollected
    yield over(action.seat, taken.clause)


def rounds_since_count(table: Table) -> tuple[int, ...]:
    """For each deck the rounds of play since its stub was counted, this one among them."""
    counted = table.deck if table.stub_counted else -1
    return tuple(0 if index == counted else deck.since_count + 1 for index, deck in enumerate(table.decks))


def complete(table: Table, _action: Step, taken: Taken, stay: tuple[str, ...] = ()) -> Iterator[Event]:
    """The deck that was dealt is gathered, and of several the next is in play; wagers not settled stay."""
    collected = (table.deck,) if table.in_play.stage == Stage.DEALT else ()  # one that took its place is still to come
    following = (table.deck + 1) % max(len(table.decks), 1)
    yield RoundCompleted(taken.clause, following, collected, stay, rounds_since_count(table))
    yield PhaseBegan(Phase.BETTING)
