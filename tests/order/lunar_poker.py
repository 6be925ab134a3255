"""Lunar Poker 38.10 and 38.11: declarations, draws, the dealer's hand, and who is collected when."""

from collections import Counter

from nomorebets.table.events import (
    BetPlaced,
    Dealt,
    Decided,
    Discarded,
    DocumentationDue,
    Documented,
    HandCollected,
    Settled,
    Stepped,
    StubCounted,
    TurnedUp,
)
from tests.order.before_the_deal import LUNAR
from tests.order.reading import DEALER, Round, falling, in_order, is_dealers, is_seats, seat_at
from tests.order.statements import stated

CHOICES = ("buy", "exchange", "bet", "fold")


def chosen(of: Round, *choices: str) -> list[int]:
    return of.at(Decided, lambda decided: decided.do in choices)


def out(of: Round) -> set[int]:
    """The seats whose hands were void or forfeited by themselves."""
    lost = of.of(Settled, lambda event: event.wager == "ante" and event.result in ("void", "forfeit"))
    return {event.seat for event in lost if event.clause != "lunar-poker:38.10(k)2"}


def deciding(of: Round, choice: str) -> set[int]:
    """Who chose so and was played to the end."""
    return {event.seat for event in of.of(Decided, lambda decided: decided.do == choice)} - out(of)


def drawn(of: Round) -> list[int]:
    """Where cards beyond the first five were dealt to players."""
    return [at for at in of.at(Dealt, lambda dealt: not dealt.origin and seat_at(dealt.to) > 0) if at > last_first(of)]


def last_first(of: Round) -> int:
    """Where the last card of the first deal stands: after it the dealer's up card is seen."""
    return next(iter(of.at(TurnedUp, is_dealers)), len(of.events))


def revealed(of: Round) -> list[int]:
    """Where the hole cards were turned up."""
    return of.at(TurnedUp, is_dealers)[1:2]


@stated(LUNAR, "38.7(d)", "38.9(g)", "38.10(a)")
def the_dealers_first_card_is_up_before_anybody_acts(of: Round) -> bool:
    """One card of the dealer's is face up when the deal is done, and it is the first that was dealt to the dealer."""
    seen = of.of(TurnedUp, is_dealers)[:1]
    first = [card for dealt in of.of(Dealt, lambda dealt: dealt.to == DEALER)[:1] for card in dealt.cards[:1]]
    return in_order(of.at(TurnedUp, is_dealers)[:1], of.at(Decided)) and [list(up.cards) for up in seen] in (
        [],
        [first],
    )


@stated(LUNAR, "38.7(b)", "38.8(b)2", "38.9(b)1")
def hand_and_automated_shoe_have_the_deck_when_bets_are_closed_and_chips_are_away(of: Round) -> bool:
    """Called, locked, counted and put away; then the deck is placed, unless the shuffler feeds the shoe; then dealt."""
    if of.submission.dealing == "manual_shoe":
        return True
    placed = of.steps("load")[-1:]  # once more, where it was cut or shuffled once more
    closing = of.steps("announce"), of.steps("lock_progressive"), of.steps("verify_progressive")
    fed = of.submission.shuffler_feeds_shoe or not of.at(Dealt)
    return in_order(*closing, placed, of.at(Dealt)[:1]) and (fed or bool(placed))


@stated(LUNAR, "38.10(a)")
def what_is_due_is_declared_before_any_further_card(of: Round) -> bool:
    """An instant cash payout or a super side bet is claimed before additional cards are dealt."""
    return in_order(chosen(of, "declare"), drawn(of), revealed(of))


@stated(LUNAR, "38.10(a)1", "38.10(a)2")
def a_declared_hand_is_shown_verified_paid_and_goes_or_is_given_back(of: Round) -> bool:
    """Revealed, verified, paid; an instant payout ends the player's round at once, a super side bet does not."""
    for entry in of.by_entry():
        verified = next((e for e in entry if isinstance(e, Stepped) and e.step == "verify_declared"), None)
        if verified is None:
            continue
        seat, paid = verified.seat, [e for e in entry if isinstance(e, Settled)]
        shown, won = of.at(TurnedUp, seat=seat)[:1], [e for e in paid if e.result == "win" and e.seat == seat]
        if won and not (shown and in_order(shown, [of.events.index(won[0])])):
            return False
        instant = any(event.wager == "ante" for event in paid)
        gone = isinstance(entry[-1], HandCollected)
        if instant and not gone and (seat, "progressive") not in of.stakes:
            return False
        if not instant and gone:
            return False
    return True


ANEW = f"{LUNAR}:38.12(i)"


@stated(LUNAR, "38.10(b)")
def progressives_are_resolved_before_anybody_chooses(of: Round) -> bool:
    """Where they are judged on the first five cards; and no choice is made while one is waiting to be paid.

    What is shared anew, by 38.12(i), because another's hand does not stand, was paid before.
    """
    if of.submission.progressive_judged_on != "first_five":
        return True
    resolved = of.settled(lambda event: event.wager == "progressive" and event.clause != ANEW)
    return in_order(resolved, chosen(of, *CHOICES))


@stated(LUNAR, "38.10(c)", "38.10(d)")
def who_draws_pays_first_and_then_bets_or_folds_before_another_draws(of: Round) -> bool:
    """Payment collected, cards delivered, then a bet or a fold; draws are not mixed with those of other players."""
    drawing = 0
    for event in of.events:
        match event:
            case Decided(seat=seat, do="buy" | "exchange"):
                if drawing:
                    return False
                drawing = seat
            case Decided(seat=seat, do="bet" | "fold" | "forfeit") if seat == drawing:
                drawing = 0
            case HandCollected(seat=seat) if seat == drawing:
                drawing = 0
            case Dealt(to=to, origin="") if seat_at(to) and drawing and seat_at(to) != drawing:
                return False
    for dealt in of.of(Dealt, lambda dealt: not dealt.origin and seat_at(dealt.to) > 0):
        paying = of.at(Settled, lambda event: event.wager in ("buy", "exchange"), seat=seat_at(dealt.to))[:1]
        at = of.events.index(dealt)
        if at > last_first(of) and not (paying and in_order(paying, [at])):
            return False
    return True


@stated(LUNAR, "38.10(d)")
def discards_are_confirmed_replaced_and_racked(of: Round) -> bool:
    """Cards are laid beside, the dealer confirms how many, deals as many and at once racks the old ones."""
    for entry in of.by_entry():
        discarded = [e for e in entry if isinstance(e, Discarded) and e.place != DEALER]
        if not discarded:
            continue
        told = [type(event).__name__ for event in entry]
        fresh = [len(event.cards) for event in entry if isinstance(event, Dealt)]
        if told not in (["Stepped", "Dealt", "Discarded"], ["Stepped", "Discarded"]):
            return False
        if fresh and fresh != [len(discarded[0].cards)]:
            return False
    return True


@stated(LUNAR, "38.10(a)1", "38.11(a)")
def papers_come_before_any_card_of_their_hand_is_discarded(of: Round) -> bool:
    """Cards on which something was paid off the meter stay on the table until that is documented."""
    for at, event in enumerate(of.events):
        if isinstance(event, Discarded) and (seat := seat_at(event.place.removeprefix("beside "))):
            before = [one for one in of.events[:at] if getattr(one, "seat", 0) == seat]
            due = sum(isinstance(one, DocumentationDue) for one in before)
            settled = sum(isinstance(one, Documented | HandCollected) for one in before)
            if due > settled:
                return False
    return True


def awaiting_papers(of: Round, at: int) -> set[int]:
    """Seats with a payout that is not documented by then."""
    due = Counter(event.seat for event in of.events[:at] if isinstance(event, DocumentationDue))
    over = Counter(event.seat for event in of.events[:at] if isinstance(event, Documented | HandCollected))
    return set(due - over)


@stated(LUNAR, "38.1 Fold", "38.10(c)", "38.10(d)")
def a_folded_hand_goes_at_once(of: Round) -> bool:
    """The ante is collected, and then at once the hand, unless papers keep it on the table."""
    begins = 0
    for entry in of.by_entry():
        papers = awaiting_papers(of, begins)
        begins += len(entry)
        for at, event in enumerate(entry):
            if isinstance(event, Decided) and event.do == "fold":
                after = entry[at + 1 :]
                ante = isinstance(after[0], Settled) and after[0].wager == "ante" and after[0].result == "lose"
                if not ante or isinstance(after[-1], HandCollected) == (event.seat in papers):
                    return False
    return True


@stated(LUNAR, "38.1 Bet wager", "38.1 Fold", "38.10(f)", "38.10(g)")
def hole_cards_are_revealed_when_all_have_bet_or_folded(of: Round) -> bool:
    """After all players have placed a bet or folded the hole cards are turned over; then the players' hands are."""
    return in_order(chosen(of, *CHOICES), revealed(of), of.settled(lambda event: event.wager == "bet"))


def showdown(of: Round) -> list[tuple[int, str]]:
    """What happens to hands that are held against a qualifying one: `up`, `lose`, `push`, `win`, `collected`."""
    entries = [e for e in of.by_entry() if any(isinstance(s, Settled) and s.wager == "bet" for s in e)]
    told: list[tuple[int, str]] = []
    for event in entries[0] if entries else ():
        match event:
            case TurnedUp(place=place) if seat_at(place):
                told.append((seat_at(place), "up"))
            case Settled(seat=seat, wager="bet", result=result) if result in ("win", "lose", "push"):
                told.append((seat, result))
            case HandCollected(seat=seat):
                told.append((seat, "collected"))
    return told


@stated(LUNAR, "38.10(h)", "38.10(i)1", "38.10(i)2", "38.10(i)3", "38.10(k)1")
def losers_go_at_once_ties_after_the_last_of_them_winners_when_paid(of: Round) -> bool:
    """From the dealer's right hand by hand; the cards of a tie wait until all losing wagers and hands are collected."""
    told = showdown(of)
    ended = {seat: (at, what) for at, (seat, what) in enumerate(told) if what in ("win", "lose", "push")}
    gone = {seat: at for at, (seat, what) in enumerate(told) if what == "collected" and seat in ended}
    order = [seat for seat, what in told if what in ("win", "lose", "push")]
    compared = next(iter(of.settled(lambda event: event.wager == "bet")), 0)
    waiting = awaiting_papers(of, compared) | {seat for seat, wager in of.stakes if late(of, wager)}
    last_loser = max((gone.get(seat, at) for seat, (at, what) in ended.items() if what == "lose"), default=-1)
    for seat, (at, what) in ended.items():
        if seat in waiting:
            continue
        if seat not in gone:
            return False
        following = [other for other, (begins, _) in ended.items() if begins > at]
        next_turn = min((ended[other][0] for other in following), default=len(told))
        if what != "push" and not at < gone[seat] < next_turn:
            return False
        if what == "push" and gone[seat] < max(at, last_loser):
            return False
    return falling(order)


def late(of: Round, wager: str) -> bool:
    """Whether a progressive wager is judged after the showdown, so that its hand stays."""
    return wager == "progressive" and of.submission.progressive_judged_on != "first_five"


@stated(LUNAR, "38.1 Force the dealer payment", "38.10(j)1", "38.10(j)2", "38.10(k)")
def without_a_hand_it_is_announced_asked_paid_and_collected(of: Round) -> bool:
    """ "No hand"; who forces pays for it; antes are paid from the right, and then the cards of those who stood go."""
    stood = deciding(of, "stand")
    antes = of.settled(lambda event: event.wager == "ante" and event.seat in stood)
    forced = of.at(Settled, lambda event: event.wager == "force" and event.result == "lose")
    gone = of.at(HandCollected, lambda event: event.seat in stood)
    asked = chosen(of, "force", "stand")
    announced = in_order(revealed(of), of.steps("no_hand"), asked, antes, gone)
    return announced and in_order(forced, antes) and falling(of.seats(antes))


@stated(LUNAR, "38.10(k)", "38.10(k)1", "38.10(k)2")
def a_forced_dealer_discards_draws_and_is_then_compared(of: Round) -> bool:
    """Payments, the highest card discarded, a new one dealt face up; then who forced is settled."""
    forced = deciding(of, "force")
    asked = chosen(of, "force", "stand")
    away = of.at(Discarded, lambda event: event.place == DEALER)
    new = [at for at in of.at(Dealt, lambda dealt: dealt.to == DEALER) if away and at > away[0]]
    up = [at for at in of.at(TurnedUp, is_dealers) if new and at > new[0]]
    settled = of.at(Settled, lambda event: event.seat in forced and event.wager in ("ante", "bet"))
    return not away or (in_order(asked, away, new, up, settled) and bool(new and up))


@stated(LUNAR, "38.11(a)", "38.11(b)", "38.12(i)")
def a_progressive_payout_is_verified_and_validated_before_it_is_paid(of: Round) -> bool:
    """Hand, light, supervisor; then it is paid, and only then the cards are collected, unless it is shared anew."""
    for won in of.of(Settled, lambda event: event.wager == "progressive" and event.result == "win"):
        done = [of.steps(step, seat=won.seat) for step in ("verify_hand", "verify_light", "validate")]
        paid, gone = [of.events.index(won)], of.at(HandCollected, seat=won.seat) if won.clause != ANEW else []
        if not all(done) or not in_order(*done, paid, gone):
            return False
    return True


@stated(LUNAR, "38.12(i)")
def progressive_winners_are_paid_from_the_right(of: Round) -> bool:
    """In the order in which this text pays anybody; those who share the meter together when the first of them is."""
    judged = of.of(Settled, lambda event: event.wager == "progressive" and event.clause == "lunar-poker:38.12(g)")
    won = [event for event in judged if event.result == "win"]
    alone = [event for event in won if [other.pays for other in won].count(event.pays) == 1]
    lost = [event.seat for event in judged if event.result == "lose"]
    return falling([event.seat for event in alone]) and falling(lost)


@stated(LUNAR, "38.1 Stub", "38.7(e)", "38.7(f)", "38.8(d)", "38.8(e)", "38.9(d)", "38.9(e)")
def the_stub_goes_when_all_cards_of_the_round_are_dealt(of: Round) -> bool:
    """It serves draws and a forced dealer, and is racked or counted after them."""
    gone = sorted([*of.steps("rack_stub"), *of.at(StubCounted)])
    return all(in_order(earlier, gone) for earlier in (of.at(Dealt), of.at(BetPlaced), of.at(TurnedUp, is_seats)))
