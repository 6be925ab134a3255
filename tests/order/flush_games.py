"""High Card Flush 38.10 and 38.12, What The Flush 38.10: decisions, the reveal, and hand after hand."""

from nomorebets.table.events import (
    Decided,
    Discarded,
    DocumentationDue,
    Event,
    HandCollected,
    LaidApart,
    RoundCompleted,
    Settled,
    Stepped,
    TurnedUp,
)
from tests.order.before_the_deal import HCF, WTF
from tests.order.reading import Round, falling, hands, in_order, is_dealers, is_seats, rising, seat_at
from tests.order.statements import stated

BONUSES = ("flush_rush", "super_flush_rush")
MAIN = ("ante", "raise", "play")
CONFIRM = "confirm_bonuses"


def kinds(events: list[Event]) -> list[str]:
    """What happened to a hand, a word each: `up`, the wager that was settled, `collected`."""
    return [
        "up" if isinstance(event, TurnedUp) else event.wager if isinstance(event, Settled) else "collected"
        for event in events
    ]


def chosen(of: Round, *choices: str) -> list[int]:
    return of.at(Decided, lambda decided: decided.do in choices)


# --- High Card Flush --------------------------------------------------------------------------------------------------


@stated(HCF, "38.10(b)")
def players_raise_or_fold_clockwise(of: Round) -> bool:
    """The option is offered to each player from the dealer's left and on clockwise."""
    return rising([decided.seat for decided in of.of(Decided, lambda decided: decided.do in ("raise", "fold"))])


@stated(HCF, "38.1 Fold", "38.10(b)", "38.10(c)")
def a_folded_hand_goes_at_once(of: Round) -> bool:
    """The ante is collected and the hand with it, unless cards are shown that win a bonus.

    Such a bonus is confirmed by the dealer, then paid, and then the hand is collected; all before the dealer reveals.
    """
    declared = set[int]()
    confirmed = {event.seat for event in of.of(Decided, lambda decided: decided.do == "forfeit")}
    for entry in of.by_entry():
        folded = next((event for event in entry if isinstance(event, Decided) and event.do == "fold"), None)
        step = next((event for event in entry if isinstance(event, Stepped) and event.step == CONFIRM), None)
        whose = folded or step
        if whose is None or not hands(entry):  # a confirmation that is looked into
            continue
        [(seat, events)] = hands(entry)
        told = kinds(events)
        won = any(isinstance(event, Settled) and event.result == "win" for event in events)
        shown = told[1:] == ["up"]
        stays = shown or any(isinstance(event, DocumentationDue) for event in entry)
        (declared if shown else confirmed).add(seat)
        if seat != whose.seat or won != bool(step) or (told[0] == "ante") != bool(folded) or "up" in told[2:]:
            return False
        if "collected" in told[:-1] or (told[-1] == "collected") == stays:
            return False
    revealed = of.at(TurnedUp, is_dealers)
    return in_order(of.steps(CONFIRM), revealed) and (not revealed or declared <= confirmed)


@stated(HCF, "38.10(a)", "38.10(b)", "38.10(d)")
def the_dealer_reveals_when_all_have_decided_and_discards_are_racked(of: Round) -> bool:
    """After each player has raised or folded, and forfeits and discards are collected, the dealer's hand is shown."""
    decisions, racked = chosen(of, "raise", "fold"), of.steps("rack_discards")
    forfeited = {event.seat for event in of.of(Decided, lambda decided: decided.do == "forfeit")}
    lying = [apart for apart in of.of(LaidApart) if seat_at(apart.place) not in forfeited]
    shown = of.at(TurnedUp, is_dealers)
    return in_order(decisions, racked, shown) and (bool(racked) or not (lying and shown))


@stated(HCF, "38.10(e)", "38.10(e)1", "38.10(e)1(ii)", "38.10(e)3", "38.12(d)", "38.12(e)")
def each_hand_is_turned_over_resolved_and_collected_in_its_turn(of: Round) -> bool:
    """From the dealer's right: turned over, ante and raise, then bonuses; its cards go before the next is touched.

    A hand that wins the Progressive stays until that is paid, which the house's own order may put off to the end.
    """
    entry = of.entry_with(TurnedUp, is_dealers)
    waits = of.submission.progressive_order != "dealers_right_first"
    documented = {event.seat for event in entry if isinstance(event, DocumentationDue)}
    turns = [(seat, kinds(events)) for seat, events in hands(entry)]
    in_turn = [(seat, told) for seat, told in turns if told[0] == "up"]
    late = turns[len(in_turn) :]
    for seat, told in in_turn:
        later = waits and seat in {other for other, _ in late}
        gone = not later and seat not in documented
        if told[1:3] != ["ante", "raise"] or told.count("collected") != gone or (gone and told[-1] != "collected"):
            return False
    paid_late = all(told[0] == "progressive" and set(told) <= {"progressive", "collected"} for _, told in late)
    return turns[: len(in_turn)] == in_turn and falling([seat for seat, _ in in_turn]) and paid_late


@stated(HCF, "38.12(f)")
def progressive_winners_are_paid_in_their_order(of: Round) -> bool:
    """Of those who win at the same reveal the one farthest to the right first, unless the house files another order."""
    entry = of.entry_with(TurnedUp, is_dealers)
    won = [e for e in entry if isinstance(e, Settled) and e.wager == "progressive" and e.result == "win"]
    paid = [event.seat for event in won]
    match of.submission.progressive_order:
        case "dealers_right_first":
            return falling(paid)
        case "dealers_left_first":
            return rising(paid)
    shares = [event.payer != "inventory" for event in won]
    return shares == sorted(shares, reverse=True)


@stated(HCF, "38.12(e)", "38.12(f)")
def a_share_of_the_meter_is_verified_and_documented_before_the_cards_go(of: Round) -> bool:
    """Paid, indicated, verified, documented; then the cards go, and the system is reset before the next round."""
    forfeits = of.of(Settled, lambda event: event.wager == "progressive" and event.result == "forfeit")
    forfeited = {event.seat for event in forfeits}  # even when it had been paid
    for due in of.of(DocumentationDue, lambda due: due.seat not in forfeited):
        paid = of.settled(lambda event: event.wager == "progressive", seat=due.seat)
        indicated, verified = (of.steps(step, seat=due.seat) for step in ("indicate_winner", "verify_payout"))
        gone = of.at(HandCollected, seat=due.seat)
        forfeiture = of.at(Decided, lambda decided: decided.do == "forfeit", seat=due.seat)
        if not of.is_void and not forfeiture and not (indicated and verified and gone):
            return False
        if not in_order(indicated, verified, forfeiture):  # of what is forfeited nothing is entered
            return False
        if not in_order(paid, indicated, verified, gone, of.steps("reset_system"), of.at(RoundCompleted)):
            return False
    return True


# --- What The Flush ---------------------------------------------------------------------------------------------------


@stated(WTF, "38.10(a)")
def the_dealers_top_card_is_seen_before_anybody_decides(of: Round) -> bool:
    """It is turned up when the deal is done, and a two is discarded; then players play or surrender."""
    first = of.at(TurnedUp, is_dealers)[:1]
    decisions = chosen(of, "play", "surrender")
    return in_order(first, of.at(Discarded), decisions) and (bool(first) or not decisions)


@stated(WTF, "38.10(a)")
def a_surrendered_ante_is_collected_at_once(of: Round) -> bool:
    """With the surrender the ante goes to the inventory, before anything else happens."""
    for entry in of.by_entry():
        given_up = [event.seat for event in entry if isinstance(event, Decided) and event.do == "surrender"]
        lost = [event.seat for event in entry if isinstance(event, Settled) and event.wager == "ante"]
        if given_up and given_up != lost:
            return False
    return True


@stated(WTF, "38.10(b)")
def the_dealers_cards_are_turned_up_when_all_have_decided(of: Round) -> bool:
    """Once each player has played or surrendered the dealer's other cards are shown, and then the players'."""
    seen = of.at(TurnedUp, is_dealers)
    return in_order(chosen(of, "play", "surrender"), seen[1:], of.at(TurnedUp, is_seats))


@stated(WTF, "38.10(c)")
def one_player_at_a_time_bonuses_before_ante_and_play(of: Round) -> bool:
    """Counterclockwise from the right each hand is turned up, its bonuses are settled, then ante and play."""
    entry = of.entry_with(TurnedUp, is_seats)
    turns = [
        (seat, kinds([event for event in events if not isinstance(event, HandCollected)]))
        for seat, events in hands([event for event in entry if not isinstance(event, HandCollected)])
    ]
    for _, told in turns:
        settled = told[1:]
        if told[0] != "up" or settled != [*filter(BONUSES.__contains__, settled), *filter(MAIN.__contains__, settled)]:
            return False
    return falling([seat for seat, _ in turns])


@stated(WTF, "38.10(d)")
def hands_are_collected_after_all_wagers_and_in_order(of: Round) -> bool:
    """After settling all wagers the cards of all players are picked up in order."""
    void = {event.seat for event in of.of(Settled, lambda event: event.result == "void")}
    gone = of.at(HandCollected, lambda event: event.seat not in void)
    return in_order(of.settled(lambda event: event.seat not in void), gone) and falling(of.seats(gone))
