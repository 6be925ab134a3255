"""What all texts say of bets, of the announcement, of decks and of the deal."""

from collections.abc import Iterator

from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    CouponPlaced,
    Dealt,
    Decided,
    HandCollected,
    HandSet,
    MayLook,
    Moved,
    NotDealt,
    NumberDrawn,
    RoundCompleted,
    Shaken,
    Spun,
    Stepped,
    StubCounted,
    TurnedUp,
)
from tests.order.reading import CAME_OR_WENT, DEALER, Round, in_order
from tests.order.statements import stated

HCF, WTF, LUNAR, PACKS = "high-card-flush", "what-the-flush", "lunar-poker", "packs-poker"
TILES, POKER, POKETTE = "pai-gow", "pai-gow-poker", "pokette"

AFTER_THE_DEAL = {HCF: {"raise"}, WTF: {"play"}, LUNAR: {"bet", "buy", "exchange", "force"}}


def before_the_deal(of: Round) -> list[int]:
    """Where wagers were made, increased or withdrawn that have to lie before the deal."""
    later = AFTER_THE_DEAL.get(of.key, set())
    placed = of.at(BetPlaced, lambda bet: bet.wager not in later)
    return sorted([*placed, *of.at(CouponPlaced), *of.at(BetWithdrawn)])


def chance(of: Round) -> list[int]:
    """Where cards were dealt, dice shaken, a number drawn or a wheel spun."""
    return sorted([*of.at(Dealt), *of.at(Shaken), *of.at(NumberDrawn), *of.at(Spun)])


@stated(HCF, "38.1 Ante", "38.1 Flush Bonus wager", "38.1 Progressive payout wager", "38.1 Straight Flush Bonus wager")
@stated(HCF, "1.13Y(b)", "38.6(a)1", "38.6(a)2", "38.6(a)3", "38.6(a)4", "38.6(d)", "38.7(b)", "38.8(b)3", "38.9(b)2")
@stated(WTF, "38.1 Ante", "38.6(b)", "38.7(b)", "38.8(b)3", "38.9(b)2")
@stated(LUNAR, "38.1 Ante wager", "38.1 Super side bet", "38.6(b)", "38.7(b)", "38.8(b)3", "38.9(b)2")
@stated(PACKS, "43.1 Five-card bonus wager", "43.1 Pack's wager", "43.1 Seven-card bonus wager", "43.6(b)", "43.7(b)")
@stated(PACKS, "1.13Z(a)1", "43.8(b)2", "43.9(b)2", "43.12(a)")
@stated(TILES, "10.5(c)", "10.6(a)")
@stated(POKER, "11.7(c)", "11.7(e)", "11.7(f)", "11.8(a)", "11.8A(b)2", "11.8B(b)2", "11.13(b)1")
@stated(POKETTE, "12.1 Winning card")
def wagers_lie_before_no_more_bets_and_chance_comes_after(of: Round) -> bool:
    """No wager is made, increased or withdrawn after "No more bets", which is said before any card, roll or spin."""
    return in_order(before_the_deal(of), of.steps("announce"), chance(of)) and (
        not chance(of) or bool(of.steps("announce"))
    )


@stated(HCF, "38.1 Raise wager", "38.6(a)5")
@stated(WTF, "38.1 Play")
@stated(LUNAR, "38.1 Bet wager", "38.1 Buy a card payment", "38.1 Exchange cards payment", "38.1 Fold")
def what_is_wagered_on_a_hand_comes_after_it_was_dealt(of: Round) -> bool:
    """A raise, a play, a bet or a payment lies only when everybody has the first cards."""
    last = of.at(Dealt, lambda dealt: dealt.to == DEALER)[:1]
    return in_order(last, of.at(BetPlaced, lambda bet: bet.wager in AFTER_THE_DEAL[of.key]))


FORFEITS = (f"{HCF}:38.10(a)", f"{LUNAR}:38.10(f)")


@stated(HCF, "38.12(b)", "38.12(b)(1)")
@stated(LUNAR, "38.7(b)", "1.13X(d)5", "1.13X(d)6")
@stated(POKER, "11.14(b)")
def progressive_chips_are_counted_and_taken_before_the_deal(of: Round) -> bool:
    """After the announcement the system is locked, then chips are verified, then put away, then cards are dealt.

    Where the text has them collected from the table by themselves, that comes before they are verified.  Those of a
    hand that was void and is forfeited are put away once more.
    """
    taken = of.at(Moved, lambda move: (move.origin, move.to) == ("layout", "inventory") and move.clause not in FORFEITS)
    made = {seat for seat, wager in of.stakes if wager == "progressive"}
    locked, gathered, verified = (of.steps(f"{step}_progressive") for step in ("lock", "gather", "verify"))
    if of.key == HCF and len(gathered) < bool(verified):
        return False
    moments = locked, gathered, verified, taken, chance(of)
    return in_order(of.steps("announce"), *moments) and (not of.at(Dealt) or len(taken) == len(made))


@stated(PACKS, "43.12(a)", "43.12(b)")
def progressive_wagers_are_registered_before_the_deal(of: Round) -> bool:
    """The system shows whose lie there, bets are closed, they are registered on the meter; then cards are dealt."""
    registered = of.steps("register_five_card", "register_seven_card")
    return shown_as_they_lie(of) and in_order(of.steps("activate"), of.steps("announce"), registered, chance(of))


def shown_as_they_lie(of: Round) -> bool:
    """Whether bets are closed only when the system, as last activated, shows every position of a progressive wager."""
    lying: set[tuple[int, str]] = set()
    shown: set[tuple[int, str]] = set()
    for event in of.events:
        positions = {(seat, wager[:-2]) for seat, wager in lying if wager[:-2] in of.submission.progressive}
        match event:
            case BetPlaced(seat=seat, wager=wager) | CouponPlaced(seat=seat, wager=wager):
                lying.add((seat, wager))
            case BetWithdrawn(seat=seat, wager=wager):
                lying.discard((seat, wager))
            case Stepped(step="activate"):
                shown = positions
            case Stepped(step="announce"):
                return shown == positions
    return True


# --- Decks ------------------------------------------------------------------------------------------------------------


@stated(HCF, "38.3(c)", "38.4(a)", "38.4(b)", "38.4(d)", "38.7(a)", "38.8(b)2", "38.9(b)1")
@stated(WTF, "38.3(c)", "38.4(a)", "38.4(b)", "38.4(d)", "38.7(a)", "38.8(b)2", "38.9(b)1")
@stated(LUNAR, "38.3(c)", "38.4(a)", "38.4(b)", "38.4(d)", "38.7(a)", "38.8(b)2", "38.9(b)1")
@stated(POKER, "11.5(c)", "11.6(a)", "11.6(b)", "11.6(c)", "11.6(e)", "11.6(f)", "11.8A(b)1", "11.8B(b)1")
def a_deck_is_shuffled_and_cut_before_it_is_dealt(of: Round) -> bool:
    """After each round it is shuffled; by hand, or as it came, it is cut after that; and cut again where ordered."""
    return of.prepared


@stated(PACKS, "43.3(c)", "43.4(a)", "43.4(b)", "43.7(a)", "43.8(b)1", "43.9(b)1")
@stated(TILES, "10.4(c)", "10.4(f)", "10.6(a)")
def cards_that_nobody_cuts_are_shuffled_before_they_are_dealt(of: Round) -> bool:
    """After each round the cards or tiles are shuffled before they are dealt again."""
    return not of.at(Dealt) or bool(of.stack)


@stated(HCF, "38.2(b)4")
@stated(WTF, "38.2(b)4")
@stated(LUNAR, "38.2(b)4")
@stated(PACKS, "43.2(d)")
@stated(POKER, "11.2(b)4")
def two_decks_take_turns(of: Round) -> bool:
    """Both decks are alternated in and out of play, each used for every other round."""
    came_or_went = any(of.at(kind) for kind in CAME_OR_WENT)
    return of.submission.decks < 2 or not of.at(Dealt) or came_or_went or of.deck != of.last_deck


# --- The deal ---------------------------------------------------------------------------------------------------------


def seats(of: Round) -> list[str]:
    """The places of those with a wager, clockwise from the dealer's left."""
    return [f"seat {number}" for number in sorted({seat for seat, _ in of.stakes})]


def around(places: list[str], times: int) -> list[str]:
    """One card at a time."""
    return places * times


def in_turn(places: list[str], cards: int) -> list[str]:
    """So many consecutive cards to each."""
    return [place for place in places for _ in range(cards)]


def high_card_flush(of: Round) -> list[str]:
    return in_turn([*seats(of), DEALER], 7)


def what_the_flush(of: Round) -> list[str]:
    if of.submission.dealing == "automated_shoe":
        return in_turn([DEALER], 8) + in_turn(seats(of), 7)
    return [*around([*seats(of), DEALER], 7), DEALER]


def lunar_poker(of: Round) -> list[str]:
    whose = [*seats(of), DEALER]
    return in_turn(whose, 5) if of.submission.dealing == "automated_shoe" else around(whose, 5)


def packs_poker(of: Round) -> list[str]:
    whose, packs = [*seats(of), DEALER], ["pack 1", "pack 2", "pack 3"]
    around_hands = of.submission.hands_dealt == "one_at_a_time" and of.submission.dealing != "automated_shoe"
    to_hands = around(whose, 5) if around_hands else in_turn(whose, 5)
    return to_hands + (around(packs, 2) if of.submission.packs_dealt == "one_at_a_time" else in_turn(packs, 2))


DEALS = {HCF: high_card_flush, WTF: what_the_flush, LUNAR: lunar_poker, PACKS: packs_poker}


def by_place(cards: Iterator[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    """Whose cards are which, in the order in which the places were dealt to."""
    found: dict[str, list[int]] = {}
    for to, card in cards:
        found.setdefault(to, []).append(card)
    return list(found.items())


@stated(HCF, "38.7(c)", "38.7(d)", "38.8(c)", "38.8(d)", "38.9(c)", "38.9(d)")
@stated(WTF, "38.7(d)", "38.8(c)", "38.9(c)")
@stated(LUNAR, "38.7(d)", "38.7(d)3", "38.7(d)4", "38.8(c)", "38.8(c)3", "38.8(c)4", "38.9(c)")
@stated(PACKS, "43.7(d)", "43.7(e)", "43.8(c)", "43.8(d)", "43.9(c)", "43.9(d)")
def cards_go_clockwise_from_the_dealers_left(of: Round) -> bool:
    """Each card of the stack goes where the text deals it, in the text's order, by this way of dealing."""
    entry = of.entry_with(Dealt, lambda dealt: not dealt.origin)
    dealt = ((event.to, card) for event in entry if isinstance(event, Dealt) for card in event.cards)
    places = DEALS[of.key](of)
    return not entry or by_place(dealt) == by_place(zip(places, of.stack, strict=False))


@stated(LUNAR, "38.10(c)", "38.10(d)", "38.10(k)")
def further_cards_come_off_the_stub(of: Round) -> bool:
    """What is bought, exchanged or dealt to a forced dealer are the next cards of the deck, in their order."""
    drawn = [card for dealt in of.of(Dealt, lambda dealt: not dealt.origin) for card in dealt.cards]
    left = [card for card in of.stack if card not in of.removed]
    return bool(of.at(NotDealt)) or drawn == left[: len(drawn)]


@stated(HCF, "38.1 Stub", "38.7(e)", "38.7(f)", "38.8(e)", "38.8(f)", "38.9(e)", "38.9(f)")
@stated(WTF, "38.1 Stub", "38.7(e)", "38.7(f)", "38.8(d)", "38.8(e)", "38.9(d)", "38.9(e)")
@stated(PACKS, "43.1 Stub", "43.7(f)", "43.7(g)", "43.8(e)", "43.8(f)", "43.9(e)", "43.10(a)")
@stated(POKER, "11.8(d)", "11.8A(d)", "11.8B(e)")
def the_stub_goes_when_all_are_dealt_and_before_anybody_decides(of: Round) -> bool:
    """After the last card is dealt the stub is racked or counted, and then the players have their turn.

    A card that the dealer exposes by mistake is nobody's turn.
    """
    gone = sorted([*of.steps("rack_stub"), *of.at(StubCounted)])
    from_deck = of.at(Dealt, lambda dealt: not dealt.origin)
    played = of.at(Decided, lambda decided: decided.do not in ("forfeit", "exposed"))
    turned = of.at(TurnedUp, lambda up: up.clause != f"{POKER}:11.11(d)")
    players = sorted([*played, *of.at(HandSet), *turned])
    if players and not gone:
        return False
    return in_order(from_deck, gone, players)


@stated(HCF, "38.10(a)")
@stated(WTF, "38.10(a)")
@stated(PACKS, "43.10(a)")
def players_look_at_their_cards_when_the_dealing_is_completed(of: Round) -> bool:
    """The stub is away, at What The Flush the dealer's top card is up, too; then they examine their cards."""
    gone = sorted([*of.steps("rack_stub"), *of.at(StubCounted)])
    up = of.steps("turn_up_top_card")
    looking = of.at(MayLook, lambda event: any(event.players.values()))
    return in_order(gone, looking) and in_order(up, looking) and (not looking or bool(gone))


@stated(HCF, "38.10(f)")
@stated(WTF, "38.10(d)")
@stated(LUNAR, "38.10(k)2(1)")
@stated(PACKS, "43.10(k)")
@stated(TILES, "10.7(l)")
@stated(POKER, "11.9(k)")
def the_round_ends_when_all_is_settled_and_collected(of: Round) -> bool:
    """Every wager is settled, every hand of a player collected, each once; the dealer's cards go last."""
    collected = [event.seat for event in of.of(HandCollected)]
    expected = {seat for seat, _ in of.stakes}
    if of.is_void:
        return True
    if of.key != WTF and sorted(collected) != sorted(expected):
        return False
    return in_order(of.settled(), of.at(RoundCompleted)) and in_order(of.at(HandCollected), of.at(RoundCompleted))
