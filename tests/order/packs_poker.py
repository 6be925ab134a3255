"""Pack's Poker 43.10 and 43.12: hands shown, pack after pack, player after player."""

from nomorebets.table.events import HandCollected, RoundCompleted, Settled, StepDue, Stepped, TurnedUp
from tests.order.before_the_deal import PACKS
from tests.order.reading import ENDED, Round, falling, in_order, is_dealers, is_seats, seat_at
from tests.order.statements import stated

NUMBERS = (1, 2, 3)


def turned(of: Round, number: int) -> list[int]:
    return of.at(TurnedUp, lambda up: up.place == f"pack {number}")


def racked(of: Round, number: int) -> list[int]:
    return of.at(Stepped, lambda step: step.step == "rack_pack" and step.note == str(number))


def settled(of: Round, number: int) -> list[int]:
    """Where the wagers on a pack were settled."""
    return of.settled(lambda event: event.wager.endswith(f"_{number}"))


def on_pack(of: Round, number: int) -> list[Settled]:
    """What was settled of the wagers on a pack, as they were settled."""
    return of.of(Settled, lambda event: event.wager.endswith(f"_{number}") and event.result in ENDED)


@stated(PACKS, "43.10(a)", "43.10(b)", "43.10(c)", "43.10(d)")
def players_hands_are_shown_before_the_dealers_and_that_before_the_packs(of: Round) -> bool:
    """Each player's cards lie open, then the dealer's are displayed, then the first pack is turned over."""
    return in_order(of.steps("lay_down"), of.at(TurnedUp, is_seats), of.at(TurnedUp, is_dealers), turned(of, 1))


@stated(PACKS, "43.10(a)2")
def a_dealer_turns_hands_over_from_the_right(of: Round) -> bool:
    """Where the dealer does it: one player at a time, starting from the dealer's right."""
    return of.submission.hands_shown_by == "player" or falling([seat_at(up.place) for up in of.of(TurnedUp, is_seats)])


@stated(PACKS, "43.10(d)", "43.10(h)", "43.10(i)", "43.12(b)")
def a_pack_is_settled_and_racked_before_the_next_is_turned_over(of: Round) -> bool:
    """All wagers on a pack are settled between its being turned over and its going to the discard rack."""
    moments = []
    for number in NUMBERS:
        moments += [turned(of, number), settled(of, number), racked(of, number)]
    return in_order(*moments)


@stated(PACKS, "43.10(d)", "43.10(g)")
def on_a_pack_players_are_settled_one_at_a_time_from_the_right(of: Round) -> bool:
    """A player's Pack's bet and then the bonuses, before the next player's; shares of a meter wait for all players."""
    for number in NUMBERS:
        shares = [event for event in on_pack(of, number) if event.payer.startswith("meter")]
        others = [event for event in on_pack(of, number) if event not in shares]
        if on_pack(of, number) != others + shares:
            return False
        seats = [event.seat for event in others]
        bets = [event.seat for event in others if event.wager.startswith("pack")]
        if seats != sorted(seats, reverse=True) or not falling(bets):
            return False
        first = {event.seat: event.wager for event in reversed(others)}
        if any(not first[seat].startswith("pack") for seat in bets):
            return False
    return True


@stated(PACKS, "43.12(d)2")
def the_lower_percentage_of_a_meter_is_paid_first(of: Round) -> bool:
    """Of one meter on one pack those with 10 per cent are paid before those who share what is left."""
    for number in NUMBERS:
        for meter in ("five_card", "seven_card"):
            paid = [event.pays for event in on_pack(of, number) if event.payer == f"meter:{meter}:main"]
            groups = sorted(set(paid), key=paid.index)
            if paid != [pays for pays in groups for _ in range(paid.count(pays))]:
                return False
    return True


@stated(PACKS, "43.12(c)")
def a_progressive_payout_is_verified_and_validated_before_it_is_paid(of: Round) -> bool:
    """Hand, wager, supervisor; then the dealer pays."""
    for number in NUMBERS:
        for at in of.settled(lambda event: event.result == "win" and is_progressive(of, event.wager)):
            [seat] = of.seats([at])
            if at not in settled(of, number):
                continue
            done = [
                [one for one in of.steps(step, seat=seat) if turned(of, number)[0] < one < at][-1:]
                for step in ("verify_hand", "verify_wager", "validate")
            ]
            paying = [one for one in of.steps("pay_progressive") if turned(of, number)[0] < one < at][-1:]
            if not all(done) or not paying or not in_order(*done, paying):
                return False
    return True


def is_progressive(of: Round, wager: str) -> bool:
    return str(getattr(of.submission, wager[:-2], "")).startswith("progressive")


@stated(PACKS, "43.10(j)", "43.12(d)4")
def cards_go_after_the_last_pack_that_was_wagered_on(of: Round) -> bool:
    """Or, at the licensee's election, all at the end; cards stay until a payout from a meter is documented."""
    papers = {event.seat for event in of.of(Settled, lambda event: event.payer.startswith("meter"))}
    for gone in of.of(HandCollected):
        last = max(int(wager[-1]) for seat, wager in of.stakes if seat == gone.seat)
        early = of.submission.hands_collected == "after_last_pack" and gone.seat not in papers
        at = of.at(HandCollected, seat=gone.seat)
        if not in_order(of.settled(seat=gone.seat), at) or not in_order(racked(of, last if early else 3), at):
            return False
        if early and last < NUMBERS[-1] and not in_order(at, turned(of, last + 1)):
            return False
    return True


@stated(PACKS, "43.10(k)")
def cards_are_collected_in_order(of: Round) -> bool:
    """Those that lie there at the end from the right, all in one go, and the dealer's with them."""
    entry = of.entry_with(RoundCompleted)
    return falling([event.seat for event in entry if isinstance(event, HandCollected)])


@stated(PACKS, "43.12(b)")
def a_meter_that_was_won_is_reset_before_the_next_round(of: Round) -> bool:
    """What is owed of it is done before the round is over."""
    owed = [event.step for event in of.of(StepDue) if event.step.startswith("reset_")]
    done = [event.step for event in of.of(Stepped) if event.step.startswith("reset_")]
    return of.is_void or owed == done
