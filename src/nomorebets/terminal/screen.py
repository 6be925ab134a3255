"""What a player has seen of a table so far, so that only what is new is drawn."""

from collections.abc import Iterable, Mapping

from nomorebets.equipment.places import DEALER, RACK, STAND, pack, place
from nomorebets.rounds.asking import Rules
from nomorebets.table.entries import Entry
from nomorebets.table.events import CutMade, DeckRemoved, NumberDrawn, Settled, Shuffled
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.ledger import player
from nomorebets.table.posted import Posted
from nomorebets.table.view import Payment, PlaceView, View
from nomorebets.terminal import drawing, on_request
from nomorebets.terminal.choices import Choice
from nomorebets.terminal.hands import described, in_order, whose
from nomorebets.terminal.house import YOU
from nomorebets.terminal.saying import spoken, symbolic
from nomorebets.terminal.talking import Talk
from nomorebets.terminal.tile_ranks import called

POSTED = "Posted"
DISCARDED = "Discarded by the dealer"
DEALERS = "Dealer"
TILE = "tile"
VERDICTS = {
    "win": "Both of your hands are higher.",
    "lose": "Neither of your hands is higher.",
    "push_high": "Your high hand is higher, your low hand is not.",
    "push_low": "Your low hand is higher, your high hand is not.",
}


class Screen:
    """Entries and views come in, and what they bring is said and drawn once."""

    def __init__(self, posted: Posted, talk: Talk, rules: Rules) -> None:
        self.posted = posted
        self.talk = talk
        self.rules = rules
        self.payments: tuple[Payment, ...] = ()  # of this round, beside the wagers
        self.in_two: dict[str, tuple[str, ...]] = {}  # hands that lay in two, in words
        self.settled: list[Settled] = []
        self.settled_shown = 0  # how many of these have been shown
        self.drawn: dict[str, tuple[str, ...]] = {}
        self.cuts: dict[int, int] = {}  # deck -> where it was cut since it was shuffled
        self.committed: tuple[str, int] = ("", 0)  # the commitment that was shown, and the cut

    def follow(self, entry: Entry, seen: View) -> None:
        """Tell and draw what an entry has brought."""
        for event in entry.events:
            match event:
                case Settled():
                    self.settled.append(event)
                case NumberDrawn(number=drawn):
                    self.talk.say(f"The number is {drawn}.")
                case Shuffled(deck=deck):
                    self.cuts[deck] = 0
                case CutMade(deck=deck, count=count):
                    self.cuts[deck] = count
                case DeckRemoved(deck=deck, because=because):
                    self.talk.aside(f"{seen.decks[deck].colour} {self.posted.piece}s changed: {because}")
        self.look(seen)

    def look(self, seen: View) -> None:
        """Draw the hands that are new or have been turned up."""
        hands, packs = hands_on(seen), packs_on(seen)
        chips = {whose(seen, number): seat.chips for number, seat in seen.seats.items()}
        for name, cards in packs.items():
            if name not in self.drawn:
                self.talk.show(*drawing.pack(name, cards, together(seen, name), self.talk.width))
        for name, hand in hands.items():
            if hand.cards != self.drawn.get(name) and not self.is_drawn_later(name, hand):
                words, names = described(self.posted, hand), in_order(self.posted, hand)
                if name == POSTED:
                    words, names = f"the wheel brought {symbolic(hand.cards[-1])}", list(hand.cards)
                playing = self.playing(name, hand)
                self.talk.show(*drawing.hand(name, words, chips.get(name, {}), names, self.talk.width, playing=playing))
                if self.posted.piece == TILE and HIDDEN not in hand.cards:
                    self.talk.aside(" · ".join(map(called, names)))
        self.remember(seen, hands)
        self.drawn = {name: hand.cards for name, hand in hands.items()} | packs

    def playing(self, name: str, hand: PlaceView) -> tuple[str, ...]:
        """The cards that make the hand what it is, where not all of them do."""
        told_apart = name in (POSTED, DISCARDED) or hand.low or hand.apart or self.posted.in_two
        return () if told_apart or not hand.words else self.rules.playing(hand.cards)

    def remember(self, seen: View, hands: Mapping[str, PlaceView]) -> None:
        """What is compared and paid at the end of the round, when the cards are away."""
        self.payments = seen.payments or self.payments
        self.in_two |= {name: hand.words for name, hand in hands.items() if hand.low and hand.words}

    def is_drawn_later(self, name: str, hand: PlaceView) -> bool:
        """A hand that is set by keys is drawn with them when its turn comes."""
        by_keys = self.posted.by_rank and self.posted.in_two
        return by_keys and name not in (DEALERS, POSTED, DISCARDED) and not hand.low

    # --- The round ---

    def open_round(self, seen: View, bankroll: int) -> None:
        """How things stand before the bets, with the commitment to what was shuffled."""
        self.talk.console.rule(f"[bold]Round {seen.round}[/]", align="left", style="dim")
        self.talk.show(drawing.heading(seen, bankroll))
        self.tell_commitment(seen)

    def tell_commitment(self, seen: View) -> None:
        """What the seed can be checked with later, and where the cards were cut, unless that is known by now."""
        before, (commitment, cut) = self.committed, (seen.commitment, self.cuts.get(seen.deck, 0))
        if commitment != before[0]:
            shuffled = f"shuffled{f' and cut at {cut}' if cut else ''}"
            done = shuffled if seen.deck in self.cuts else "the next spin is decided"
            self.talk.aside(f"{done}; to check the seed with later:")
            self.talk.show_to_copy(f"hash {commitment}")
        elif cut != before[1]:
            self.talk.aside(f"cut at {cut}")
        self.committed = commitment, cut

    def close_bets(self) -> None:
        self.talk.console.print("[bold]No more bets.[/]\n")
        self.settled, self.settled_shown, self.payments, self.in_two = [], 0, (), {}

    def close_round(self, seen: View, net: int, bankroll: int) -> None:
        """What became of the round, and the seed to check its shuffle with."""
        self.tell_settled(seen)
        if len(self.in_two) > 1:
            self.talk.show(drawing.compared(self.in_two, self.verdict(seen)))
        if banked := [one for one in self.payments if one.name]:
            self.talk.show(drawing.payments(banked, player(YOU.name)))
        self.talk.show(drawing.result(net, bankroll))
        self.talk.show_to_copy(f"seed {seen.seed}\n")

    def verdict(self, seen: View) -> str:
        """How two hands compared with two others, of a player with one position."""
        ended = [one for one in self.settled if one.wager == self.posted.required]
        if len(seen.seats) != 1 or not ended:
            return ""
        by_clause = {self.posted.cites.get(name): words for name, words in VERDICTS.items()}
        return by_clause.get(ended[0].clause, "")

    def tell_settled(self, seen: View) -> None:
        """What became of the wagers that were settled since this was last shown."""
        fresh = self.settled[self.settled_shown :]
        self.settled_shown = len(self.settled)
        if fresh:
            self.talk.show(drawing.settlement(fresh, seats=len(seen.seats) > 1))

    def explain(self, choices: Iterable[Choice]) -> None:
        """The clauses behind what was just settled and what is on offer."""
        settled = [(f"{spoken(one.wager)}: {one.result}", one.clause) for one in self.settled]
        reasons = [*settled, *((choice.words, choice.clause) for choice in choices)]
        if not reasons:
            self.talk.say("Nothing is settled yet, and there is nothing to decide.")
        self.talk.show(*on_request.reasons(reasons))


def hands_on(seen: View) -> dict[str, PlaceView]:
    """The hands on the table, what stands on the card stand and what the dealer threw away openly, by their names."""
    rack = PlaceView(tuple(card for card in seen.cards(RACK) if card != HIDDEN))
    places = {POSTED: STAND, **owners(seen)}
    lying = {name: seen.places[where] for name, where in places.items() if where in seen.places}
    return {name: hand for name, hand in {DISCARDED: rack, **lying}.items() if hand.cards}


def owners(seen: View) -> dict[str, str]:
    """Where the hands of the dealer and of the seats lie, by their names."""
    return {DEALERS: place(DEALER)} | {whose(seen, number): place(number) for number in seen.seats}


def together(seen: View, name: str) -> dict[str, str]:
    """What each hand makes with a pack, the players' first."""
    made = seen.places[name.lower()].together
    return {owner: made[where] for owner, where in reversed(owners(seen).items()) if where in made}


def packs_on(seen: View) -> dict[str, tuple[str, ...]]:
    """The packs that are turned up, by their names."""
    packs: dict[str, tuple[str, ...]] = {}
    while (where := place(pack(len(packs) + 1))) in seen.places:
        packs[where.capitalize()] = seen.cards(where)
    return {name: cards for name, cards in packs.items() if HIDDEN not in cards}
