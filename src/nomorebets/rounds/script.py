"""Scripted rounds: a script says what was bet, dealt and decided, and the engine says what was due.

The table is opened and run by its own rules; the script only supplies what people and chance would.  What it leaves out
in procedure a dealer without fault does; what it leaves out in decisions is an error, never a guess.  A game whose
rounds go otherwise brings a `Runner` of its own.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, ClassVar

from msgspec.structs import replace

from nomorebets.equipment.places import ASIDE, DEAD_HAND, DEALER
from nomorebets.equipment.stack import Stack, completed
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.rounds import settlement
from nomorebets.rounds.banking import bank_rows
from nomorebets.rounds.paid import Difference, differences
from nomorebets.rounds.reading import cents, hour, mapping, meters_found, number, shown
from nomorebets.rounds.rows import Row, rows
from nomorebets.rounds.settlement import Played, Report
from nomorebets.table import dealer
from nomorebets.table.actions import (
    Act,
    Action,
    Bet,
    Coupon,
    Deal,
    Decision,
    Irregularity,
    NoMoreBets,
    Reveal,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.dealer import Recorded, Until
from nomorebets.table.engine import legal, offered, open_table, play
from nomorebets.table.entries import Entry
from nomorebets.table.events import Event, Settled
from nomorebets.table.game import Terms
from nomorebets.table.irregularities import not_in_the_shoe
from nomorebets.table.refusal import listed
from nomorebets.table.state import Phase, Table

COMMON = ("game", "submission", "seats", "meters", "opened_at", "at", "paid", "why")
BET_KEYS = ("do", "seat", "wager", "amount", "why")
COLLECT = Step("collect")
FACE_UP = "card_face_up_in_shoe"  # the one irregularity that takes a card out of the deal


def due(kind: type[Act]) -> Until:
    """Up to where a kind of action is due."""
    return lambda _table, action: isinstance(action, kind)


def amounts(value: Any) -> list[Any]:
    """What is laid on one area: chips at once, or one after the other."""
    return value if isinstance(value, list) else [value]


class Runner:
    """The table of one script, and what has happened at it."""

    keys: ClassVar[tuple[str, ...]] = ("stack", "hands", "actions")
    seat_keys: ClassVar[tuple[str, ...]] = ("player", "match_play", "why")
    decision_keys: ClassVar[tuple[str, ...]] = ("do", "seat", "amount", "why")
    irregularity_keys: ClassVar[tuple[str, ...]] = ("do", "kind", "seat", "card", "misdealt", "count", "why")

    def __init__(self, posted: Terms, script: Mapping[str, Any]) -> None:
        self.terms = posted
        self.script = mapping(script, "a round", (*COMMON, *self.keys))
        self.seats = self.read_seats()
        self.meters = meters_found(posted, script.get("meters", {}))
        self.opened_at, self.hour = self.read_hours()
        actions = self.read_actions()
        first = [*takewhile(self.is_before_the_deal, actions)]
        self.bets = [one for one in first if isinstance(one, Bet)]
        self.actions = [*(one for one in first if not isinstance(one, Bet)), *actions[len(first) :]]
        self.table: Table
        self.entries: list[Entry] = []
        self.chance = Recorded()

    def before(self) -> list[Event]:
        """What is known of the rounds before this one."""
        return []

    def run(self) -> Played:
        self.open()
        self.bet()
        self.close_bets()
        for action in self.actions:
            self.take(action)
        self.finish()
        return self.played()

    def played(self) -> Played:
        """What came of the round, held against what was paid if the script says that."""
        report = self.report()
        return Played(replace(report, differences=self.differences(report)), tuple(self.entries), self.terms)

    def differences(self, report: Report) -> tuple[Difference, ...] | None:
        return tuple(differences(self.terms, report.settled, self.script["paid"])) if "paid" in self.script else None

    # --- What happens ---

    def do(self, action: Action) -> None:
        self.record(*play(self.table, action, None, self.hour))

    def record(self, table: Table, entry: Entry) -> None:
        self.table = table
        self.entries.append(entry)

    def routine(self, until: Until = lambda _table, _action: False) -> None:
        """The dealer's duties until it is for others to act, or it is said to stop; the cards stay to be seen."""
        for done in dealer.routine(
            self.table, self.supplied, self.hour, lambda table, action: action == COLLECT or until(table, action)
        ):
            self.record(*done)

    def supplied(self, table: Table, action: Action) -> Action:
        """A duty with what the script supplies to it."""
        if isinstance(action, Deal):
            self.enough()
        return self.chance(table, action)

    def open(self) -> None:
        """Open the table and seat the players."""
        of_the_round, self.hour = self.hour, self.opened_at
        self.table, entry = open_table(self.terms, self.meters, before=self.before(), at=self.hour)
        self.opened = self.table
        self.entries.append(entry)
        self.routine()
        self.hour = of_the_round
        self.routine()
        for position, seat in self.seats.items():
            self.do(Sit(position, seat.get("player", f"seat {position}"), seat.get("chips", -1)))
        self.routine(until=due(Shuffle))

    def bet(self) -> None:
        for position in self.bettors():
            self.lay(position)
        for bet in self.bets:
            self.do(bet)

    def bettors(self) -> list[int]:
        """The seats that wager as soon as they may."""
        return list(self.seats)

    @property
    def coupons(self) -> dict[str, str]:
        """The keys of coupons that take the place of chips, and their wagers."""
        return {f"{wager.name}_coupon": wager.name for wager in self.terms.game.licence.wagers if wager.coupon}

    def lay(self, number: int) -> None:
        """The wagers of one seat, with coupons in place of chips or beside them."""
        seat = self.seats[number]
        match_play = dict(seat.get("match_play", {}))
        for wager in self.terms.game.licence.wagers:
            chips = amounts(seat.get(wager.name, []))
            coupon = Coupon(number, wager.name, match_play.get(wager.name, 0))
            if chips and coupon.amount and self.completes(coupon, sum(chips)):
                self.do(coupon)  # which comes with chips of its own
                del match_play[wager.name]
                more = sum(chips) - self.table.seats[number].chips[wager.name]
                chips = [more] if more else []
            for amount in chips:
                self.do(Bet(number, wager.name, amount))
        for key, name in self.coupons.items():
            if key in seat:
                self.do(Coupon(number, name, seat[key]))
        for name, amount in match_play.items():
            self.do(Coupon(number, name, amount))

    def completes(self, coupon: Coupon, chips: int) -> bool:
        """Whether these chips reach the posted minimum only together with the coupon, which is laid first then."""
        least = next((least for wager, least, _, _ in self.terms.wagers if wager.name == coupon.wager), 0)
        enough = max(coupon.amount, least - coupon.amount) <= chips < least
        return enough and offered(self.table, coupon) is not None

    def close_bets(self) -> None:
        self.chance.stack = self.read_stack()
        self.routine()
        self.do(NoMoreBets())

    def take(self, action: Action) -> None:
        """A scripted action, after the duties that come before it."""
        stack = self.table.in_play.stack
        if isinstance(action, Irregularity) and action.kind == FACE_UP and not action.card and stack:
            action = replace(action, card=self.terms.game.equipment.pieces.names[stack[-1]])

        def far_enough(table: Table, duty: Action) -> bool:
            return isinstance(duty, Reveal) or (not table.owed and offered(table, action) is not None)

        self.routine(until=far_enough)
        if isinstance(action, Irregularity) and action.card and action.kind.startswith("card_face_up"):
            self.check_in_the_shoe(action)
        if isinstance(action, Decision) and not action.amount:
            self.check_amount(action)
        self.do(action)

    def check_amount(self, action: Decision) -> None:
        """A decision that costs as much as one likes is not guessed."""
        for offer in legal(self.table):
            same = isinstance(offer.action, Decision) and (offer.action.seat, offer.action.do) == (
                action.seat,
                action.do,
            )
            if same and offer.most > 0:
                sentence = f"seat {action.seat}: {action.do} needs its amount, in cents; offered: {listed([offer])}"
                raise IllegalAction(sentence, offer.clause, action, [offer])

    def check_in_the_shoe(self, action: Irregularity) -> None:
        """A file knows all hands, so that a card in one of them is a slip of its own."""
        pieces = self.terms.game.equipment.pieces
        offer = offered(self.table, action)
        if offer and not set(pieces.meant(action.card)) & set(self.table.in_play.stack):
            raise not_in_the_shoe(action.card, offer.clause)

    def finish(self) -> None:
        """The rest of the round, in which no decision may be missing."""
        self.routine()
        offers = [offer for offer in legal(self.table) if isinstance(offer.action, Decision)]
        if offers and self.table.phase != Phase.BETTING and offered(self.table, Reveal()) is None:
            sentence = f"a decision is missing at the end of the actions; offered: {listed(offers)}"
            raise IllegalAction(sentence, offers[0].clause, offers[0].action, offers)
        if offered(self.table, Reveal()) is not None:
            self.do(Reveal())
            self.routine()

    # --- What the script says ---

    def playing(self) -> tuple[int, ...]:
        """The seats that are dealt a hand."""
        return tuple(seat.number for seat in self.table.playing())

    def places(self) -> tuple[int, ...]:
        """The places whose hands must be known: those of the players, and the dealer's."""
        return (*self.playing(), DEALER)

    def place_name(self, number: int) -> str:
        """What a place is called among the hands of a script."""
        return "dealer" if number == DEALER else str(number)

    def start(self) -> int:
        """Where the deal starts, in games that determine it."""
        return 0

    def read_seats(self) -> dict[int, Mapping[str, Any]]:
        """The seats in the order of their numbers; wagers are those that are placed before the deal."""
        seats = mapping(self.required("seats"), "seats")
        if not seats:
            raise BadInput("seats is empty; a round needs at least one seat with a wager")
        read = {}
        for key, value in seats.items():
            number = self.seat_number(key)
            read[number] = self.read_seat(key, value)
        return dict(sorted(read.items()))

    def seat_number(self, key: object) -> int:
        positions = self.terms.submission.positions
        if not (isinstance(key, str) and key.isdecimal() and 1 <= int(key) <= positions and key == str(int(key))):
            clause = self.terms.cites["positions"]
            raise BadInput(f"seat {key!r} does not exist; the seats are 1 to {positions}", clause)
        return int(key)

    def read_seat(self, key: str, value: object) -> Mapping[str, Any]:
        wagers = [wager.name for wager in self.terms.game.licence.wagers]
        seat = mapping(value, f"seat {key}", (*wagers, *self.coupons, *self.seat_keys))
        for name in wagers:
            for amount in amounts(seat.get(name, [])):
                cents(amount, f"seat {key}: {name}")
        for name in (*self.coupons, "chips"):
            if name in seat:
                cents(seat[name], f"seat {key}: {name}")
        if not isinstance(seat.get("player", ""), str):
            raise BadInput(f"seat {key}: player must be a name, not {shown(seat['player'])}")
        for name, amount in mapping(seat.get("match_play", {}), f"seat {key}: match_play", wagers).items():
            cents(amount, f"seat {key}: match play coupon on {name}")
        self.check_wager(key, seat)
        return seat

    def read_hours(self) -> tuple[int, int]:
        """When the table was opened, and when the round is played: by default when it was opened, or at no hour."""
        given = {key: hour(self.script[key], key) for key in ("opened_at", "at") if key in self.script}
        played = given.get("at", given.get("opened_at", 0))
        return given.get("opened_at", played), played

    def check_wager(self, key: str, seat: Mapping[str, Any]) -> None:
        required = self.terms.required
        if required not in seat:
            clause = self.terms.wagers[0][3]
            raise BadInput(f"seat {key} has no {required} wager, without which no cards are dealt to it", clause)

    def required(self, key: str) -> Any:
        if key not in self.script:
            raise BadInput(f"a round needs the key {key!r}; its keys are {', '.join((*COMMON, *self.keys))}")
        return self.script[key]

    def read_actions(self) -> list[Action]:
        value = self.script.get("actions", [])
        if not isinstance(value, list):
            raise BadInput(f"actions must be a list, not {shown(value)}")
        return [self.read_action(one) for one in value]

    def read_action(self, value: object) -> Action:
        entry = mapping(value, "an action")
        do = entry.get("do")
        if not isinstance(do, str):
            raise BadInput(f"an action needs 'do', the name of what is done, in {shown(value)}")
        if do == "bet" and "wager" in entry:
            return self.read_added(mapping(value, "a bet", BET_KEYS))
        if do == "irregularity":
            return self.read_irregularity(mapping(value, "an irregularity", self.irregularity_keys))
        return self.read_decision(do, mapping(value, f"the action {do!r}", self.decision_keys))

    def read_added(self, entry: Mapping[str, Any]) -> Bet:
        """Chips that are laid one after the other, before the deal."""
        known = [wager.name for wager in self.terms.game.licence.wagers]
        if entry["wager"] not in known:
            raise BadInput(f"{shown(entry['wager'])} is no wager; the wagers are {', '.join(known)}")
        seat = number(entry.get("seat"), "the seat of a bet")
        return Bet(seat, entry["wager"], cents(entry.get("amount"), "the amount of a bet"))

    def is_before_the_deal(self, action: Action) -> bool:
        """Whether an action comes before "No more bets" where it stands among the first."""
        return isinstance(action, Bet)

    def read_decision(self, do: str, entry: Mapping[str, Any]) -> Action:
        seat = number(entry.get("seat"), f"the seat of {do!r}")
        return Decision(seat, do, cents(entry.get("amount", 0), f"the amount of {do!r}"))

    def read_irregularity(self, entry: Mapping[str, Any]) -> Irregularity:
        pieces = self.terms.game.equipment.pieces
        kinds = [one.kind for one in self.terms.game.play.irregularities]
        kind = entry.get("kind")
        if kind not in kinds:
            raise BadInput(f"{shown(kind)} is no kind of irregularity; the kinds are {', '.join(kinds)}")
        misdealt = entry.get("misdealt", False)
        if not isinstance(misdealt, bool):
            raise BadInput(f"misdealt must be true or false, not {shown(misdealt)}")
        card = ""
        if "card" in entry:
            named = pieces.parse(entry["card"])
            if len(named) != 1:
                raise BadInput(f"card must name one {pieces.name}, not {shown(entry['card'])}")
            card = pieces.names[named[0]]
        seat = number(entry.get("seat", 0), "the seat of an irregularity")
        count = number(entry["count"], "the count of an irregularity") if "count" in entry else -1
        return Irregularity(str(kind), seat, card, misdealt, count)

    def enough(self) -> None:
        """A stack may stop after the last piece needed, but not before it."""
        if "stack" in self.script:
            pieces = self.terms.game.equipment.pieces
            aside = self.table.at(ASIDE).cards
            given = sum(card not in aside for card in pieces.parse(self.script["stack"]))
            needed = dealt = 0
            for to, count in self.deliveries():
                dealt += count
                if to != DEAD_HAND:
                    needed = dealt
            if given < needed:
                raise BadInput(f"the stack is too short: of {needed} {pieces.name}s to deal it has {given}")

    def deliveries(self) -> tuple[tuple[int, int], ...]:
        return tuple(self.terms.game.equipment.deliveries(self.terms, self.playing(), self.start()))

    def read_stack(self) -> Stack:
        """The whole set in the order in which it leaves the shoe: what the script knows on top."""
        pieces = self.terms.game.equipment.pieces
        if ("stack" in self.script) == ("hands" in self.script):
            raise BadInput("a round needs either 'stack' or 'hands'" + (", not both" if "stack" in self.script else ""))
        aside = self.put_aside()
        if "hands" in self.script:
            first = self.from_hands(self.script["hands"])
            both = [card for card in aside if card in first]
            if both:
                raise BadInput(f"{pieces.names[both[0]]} is in a hand, so it was not put aside")
            return completed(first, pieces.all, aside)
        first = pieces.parse(self.script["stack"])
        return completed(first, pieces.all, [card for card in aside if card not in first])

    def put_aside(self) -> list[int]:
        """The cards that were found face up, as far as the script names them."""
        found = [one for one in self.actions if isinstance(one, Irregularity) and one.kind == FACE_UP]
        return [self.terms.game.equipment.pieces.parse(one.card)[0] for one in found if one.card]

    def from_hands(self, value: object) -> Stack:
        """The order of dealing that gives these hands; places that the script need not know get what is left."""
        pieces = self.terms.game.equipment.pieces
        names = {place: self.place_name(place) for place in self.places()}
        given = mapping(value, "hands", (*names.values(), *({"dealer"} - {*names.values()})))
        deliveries = self.deliveries()
        for to, name in names.items():
            if name not in given:
                raise BadInput(f"hands has no hand for {name}; it needs {', '.join(names.values())}")
            size = len(pieces.parse(given[name]))
            due = sum(count for place, count in deliveries if place == to)
            if size != due:
                raise BadInput(f"the hand of {name} must have {due} {pieces.name}s, not {size}")
        # A dealer's hand that is not played may be known all the same: it must only be a possible one.
        unplayed = [text for name, text in given.items() if name not in names.values()]
        known = iter(pieces.parse(" ".join([*(given[name] for name in names.values()), *map(str, unplayed)])))
        hands = {to: [next(known) for _ in pieces.parse(given[name])] for to, name in names.items()}
        held = {piece for hand in hands.values() for piece in hand}
        gone = held.union(self.put_aside())
        spare = [piece for piece in pieces.all if piece not in gone]
        stack: list[int] = []
        for to, count in deliveries:
            source = hands.get(to, spare)
            stack += source[:count]
            del source[:count]
        return tuple(stack)

    # --- What was due ---

    def report(self) -> Report:
        played = settlement.report(self.terms, self.opened, self.table, self.entries[1:], self.seats)
        events = [event for entry in self.entries for event in entry.events]
        settled = (self.row(one, plain, round_) for round_, one, plain in rows(events))
        return replace(played, settled=(*settled, *bank_rows(self.terms, events)), meters=self.meters_after())

    def meters_after(self) -> dict[str, dict[str, int]]:
        """The meters in use as they are now, and those that the script found."""
        return {
            wager: {name: self.table.meter(wager, name) for name in amounts} if wager in self.terms.metered else amounts
            for wager, amounts in self.meters.items()
            if wager in self.terms.metered or wager in self.script.get("meters", {})
        }

    def row(self, _settled: Settled | None, plain: Row, _round: int) -> Row:
        """How one wager ended, as this game tells it."""
        return plain
