"""Scripted rounds: a file says what was bet, dealt and decided, and the engine says what was due.

The table is opened and run by its own rules; the file only supplies what people and chance would.  What it leaves out
in procedure a dealer without fault does; what it leaves out in decisions is an error, never a guess.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.stack import DEALER, Stack, completed, cut
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import game, terms
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
from nomorebets.table.card_table import faultless, to_cut
from nomorebets.table.engine import duty, legal, offered, open_table, play
from nomorebets.table.events import Dealt, Event, RoundVoided, Settled, SettlementUndone
from nomorebets.table.game import Terms
from nomorebets.table.log import records
from nomorebets.table.refusal import listed
from nomorebets.table.state import Phase

KEYS = ("game", "submission", "seats", "stack", "hands", "actions", "meters", "why")
COLLECT = Step("collect", "dealer")
MOST_CENTS = 10**15


class Row(Struct, frozen=True, omit_defaults=True):
    """How one wager ended."""

    seat: int
    wager: str
    stake: int
    result: str
    pays: int
    returned: int
    clause: str
    coupon: int = 0


class Report(Struct, frozen=True):
    """The settlement of a round."""

    game: str
    void: dict[str, str] | None
    hands: dict[str, str]
    settled: tuple[Row, ...]
    net: dict[str, int]
    house: int
    meters: dict[str, dict[str, int]]


class Played(Struct, frozen=True):
    """A round that was played to its end: its report, its events and the terms it was played under."""

    report: Report
    events: tuple[Event, ...]
    terms: Terms


def play_round(file: object) -> Played:
    """Play one scripted round through the real engine."""
    script = _mapping(file, "a round", KEYS)
    one = game(_required(script, "game"))
    submission = _mapping(script.get("submission", {}), "submission")
    posted = _terms(one.key, msgspec.json.encode(submission, order="sorted"))
    runner = _Runner(posted, script)
    return runner.run()


@cache
def _terms(key: str, submission: bytes) -> Terms:
    return terms(key, msgspec.json.decode(submission))


class _Runner:
    """The table of one script, and what has happened at it."""

    def __init__(self, posted: Terms, script: Mapping[str, Any]) -> None:
        self.terms = posted
        self.script = script
        self.seats = _seats(posted, script)
        self.meters = _meters(posted, script.get("meters", {}))
        self.actions = _actions(posted, script.get("actions", []))
        self.table, events = open_table(posted, self.meters)
        self.events = list(events)
        self.stack: Stack = ()

    def run(self) -> Played:
        self.open_and_bet()
        for action in self.actions:
            self.take(action)
        self.routine(until=Reveal)
        self.all_decided()
        self.routine()
        return Played(self.report(), tuple(self.events), self.terms)

    def do(self, action: Action) -> None:
        self.table, events = play(self.table, action)
        self.events += events

    def routine(self, until: type[Act] | None = None) -> None:
        """The dealer's duties up to a kind of action, or until it is for others to act; the cards stay to be seen."""
        while (offer := duty(self.table)) and offer.action != COLLECT:
            if until is not None and isinstance(offer.action, until):
                break
            self.do(self.supplied(offer.action))

    def supplied(self, action: Action) -> Action:
        """A duty with what the script, or a dealer who counts rightly, supplies to it."""
        match action:
            case Shuffle(deck=index) if not to_cut(self.table, self.table.decks[index]):
                return replace(action, stack=self.stack)
            case Shuffle():
                half = len(self.stack) // 2
                return replace(action, stack=cut(self.stack, len(self.stack) - half))  # which the cut will undo
            case Deal():
                self.enough()
        return faultless(self.table, action)

    def enough(self) -> None:
        """A stack may stop after the last card needed, but not before it."""
        if "stack" in self.script:
            pieces = self.terms.game.pieces
            given = sum(card not in self.table.discards for card in pieces.parse(self.script["stack"]))
            playing = tuple(seat.number for seat in self.table.playing())
            needed = sum(count for _, count in self.terms.game.deliveries(self.terms, playing))
            if given < needed:
                raise BadInput(f"the stack is too short: of {needed} {pieces.name}s to deal it has {given}")

    def open_and_bet(self) -> None:
        self.routine()
        for number, seat in self.seats.items():
            self.do(Sit(number, seat.get("player", f"seat {number}")))
        self.routine(until=Shuffle)
        for number, seat in self.seats.items():
            for wager in self.terms.game.wagers:
                if wager.name in seat:
                    self.do(Bet(number, wager.name, seat[wager.name]))
            for name, amount in seat.get("match_play", {}).items():
                self.do(Coupon(number, name, amount))
        playing = tuple(seat.number for seat in self.table.playing())
        self.stack = _stack(self.terms, self.script, playing, self.actions)
        self.routine()
        self.do(NoMoreBets())

    def take(self, action: Action) -> None:
        """A scripted action, after the duties that come before it."""
        if isinstance(action, Irregularity) and action.kind == "card_face_up_in_shoe" and action.card < 0:
            action = replace(action, card=self.table.in_play.stack[-1])
        while offered(self.table, action) is None:
            offer = duty(self.table)
            if offer is None or isinstance(offer.action, Reveal) or offer.action == COLLECT:
                break
            self.do(self.supplied(offer.action))
        self.do(action)

    def all_decided(self) -> None:
        if self.table.phase == Phase.DECIDING and duty(self.table) is None:
            offers = [offer for offer in legal(self.table) if isinstance(offer.action, Decision)]
            sentence = f"a decision is missing at the end of the actions; offered: {listed(offers)}"
            raise IllegalAction(sentence, offers[0].clause, offers[0].action, offers)

    def report(self) -> Report:
        rows: dict[tuple[int, str], Row] = {}
        hands: dict[str, Stack] = {}
        void = None
        for event in self.events:
            match event:
                case Settled():
                    rows[event.seat, event.wager] = _row(event)
                case SettlementUndone(settled=undone):
                    del rows[undone.seat, undone.wager]
                case Dealt(to=to, cards=cards):
                    name = "dealer" if to == DEALER else str(to)
                    hands[name] = hands.get(name, ()) + cards
                case RoundVoided(reason=reason, clause=clause):
                    void = {"reason": reason, "clause": clause}
        net = dict.fromkeys(map(str, self.seats), 0)
        for row in rows.values():
            net[str(row.seat)] += row.pays + row.returned - (row.stake - row.coupon)
        meters = {
            wager: {name: self.table.meter(wager, name) for name in amounts} if wager in self.terms.metered else amounts
            for wager, amounts in self.meters.items()
            if wager in self.terms.metered or wager in self.script.get("meters", {})
        }
        grown = sum(
            after - self.meters[wager][name] for wager, amounts in meters.items() for name, after in amounts.items()
        )
        text = self.terms.game.pieces.text
        return Report(
            game=self.terms.game.key,
            void=void,
            hands={name: text(cards) for name, cards in hands.items()},
            settled=tuple(rows.values()),
            net=net,
            house=-sum(net.values()) - grown,
            meters=meters,
        )


def _row(event: Settled) -> Row:
    stake = event.chips + event.coupon
    return Row(event.seat, event.wager, stake, event.result, event.pays, event.returned, event.clause, event.coupon)


def _mapping(value: object, what: str, keys: Iterable[str] = ()) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(f"{what} must be a table of keys and values, not {_shown(value)}")
    unknown = [key for key in value if keys and key not in keys]
    if unknown:
        raise BadInput(f"{what} has no key {unknown[0]!r}; its keys are {', '.join(keys)}")
    return value


def _required(script: Mapping[str, Any], key: str) -> Any:
    if key not in script:
        raise BadInput(f"a round needs the key {key!r}; its keys are {', '.join(KEYS)}")
    return script[key]


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _cents(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{what} must be a whole number of cents, not {_shown(value)}")
    if not 0 <= value <= MOST_CENTS:
        raise BadInput(f"{what} is {_shown(value)}; allowed are 0 to {MOST_CENTS} cents")
    return value


def _seats(posted: Terms, script: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """The seats in the order of their numbers; wagers are those that are placed before the deal."""
    seats = _mapping(_required(script, "seats"), "seats")
    if not seats:
        raise BadInput("seats is empty; a round needs at least one seat with a wager")
    wagers = [wager.name for wager in posted.game.wagers]
    read = {}
    for key, value in seats.items():
        positions = posted.submission.positions
        if not (isinstance(key, str) and key.isdecimal() and 1 <= int(key) <= positions and key == str(int(key))):
            raise BadInput(f"seat {key!r} does not exist; the seats are 1 to {positions}", posted.cites["positions"])
        seat = _mapping(value, f"seat {key}", (*wagers, "player", "match_play", "why"))
        for name in wagers:
            if name in seat:
                _cents(seat[name], f"seat {key}: {name}")
        if posted.required not in seat:
            raise BadInput(
                f"seat {key} has no {posted.required} wager, without which no cards are dealt to it",
                posted.wagers[0][3],
            )
        if not isinstance(seat.get("player", ""), str):
            raise BadInput(f"seat {key}: player must be a name, not {_shown(seat['player'])}")
        for name, amount in _mapping(seat.get("match_play", {}), f"seat {key}: match_play", wagers).items():
            _cents(amount, f"seat {key}: match play coupon on {name}")
        read[int(key)] = seat
    return dict(sorted(read.items()))


def _meters(posted: Terms, value: object) -> dict[str, dict[str, int]]:
    """The meters as found, or as the text sets them at first."""
    known = posted.game.meters(posted.submission)
    found = _mapping(value, "meters", tuple(known))
    meters = {wager: dict(amounts) for wager, amounts in known.items()}
    for wager, amounts in found.items():
        for name, amount in _mapping(amounts, f"meters.{wager}", tuple(known[wager])).items():
            meters[wager][name] = _cents(amount, f"meters.{wager}.{name}")
    return meters


def _actions(posted: Terms, value: object) -> list[Action]:
    if not isinstance(value, list):
        raise BadInput(f"actions must be a list, not {_shown(value)}")
    return [_action(posted, one) for one in value]


def _action(posted: Terms, value: object) -> Action:
    entry = _mapping(value, "an action")
    do = entry.get("do")
    if not isinstance(do, str):
        raise BadInput(f"an action needs 'do', the name of what is done, in {_shown(value)}")
    if do == "irregularity":
        return _irregularity(
            posted, _mapping(value, "an irregularity", ("do", "kind", "seat", "card", "misdealt", "why"))
        )
    entry = _mapping(value, f"the action {do!r}", ("do", "seat", "amount", "why"))
    seat = _number(entry.get("seat"), f"the seat of {do!r}")
    return Decision(seat, do, _cents(entry.get("amount", 0), f"the amount of {do!r}"))


def _number(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{what} must be a number, not {_shown(value)}")
    return value


def _irregularity(posted: Terms, entry: Mapping[str, Any]) -> Irregularity:
    kinds = [one.kind for one in posted.game.irregularities]
    kind = entry.get("kind")
    if kind not in kinds:
        raise BadInput(f"{_shown(kind)} is no kind of irregularity; the kinds are {', '.join(kinds)}")
    misdealt = entry.get("misdealt", False)
    if not isinstance(misdealt, bool):
        raise BadInput(f"misdealt must be true or false, not {_shown(misdealt)}")
    card = -1
    if "card" in entry:
        named = posted.game.pieces.parse(entry["card"])
        if len(named) != 1:
            raise BadInput(f"card must name one {posted.game.pieces.name}, not {_shown(entry['card'])}")
        card = named[0]
    return Irregularity(str(kind), _number(entry.get("seat", 0), "the seat of an irregularity"), card, misdealt)


def _stack(posted: Terms, script: Mapping[str, Any], playing: tuple[int, ...], actions: list[Action]) -> Stack:
    """The whole set in the order in which it leaves the shoe: what the script knows on top."""
    pieces = posted.game.pieces
    if ("stack" in script) == ("hands" in script):
        raise BadInput("a round needs either 'stack' or 'hands'" + (", not both" if "stack" in script else ""))
    aside = [one.card for one in actions if isinstance(one, Irregularity) and one.card >= 0]
    if "hands" in script:
        first = _from_hands(posted, script["hands"], playing)
        both = [card for card in aside if card in first]
        if both:
            raise BadInput(f"{pieces.names[both[0]]} is in a hand, so it was not put aside")
        return completed(first, pieces.all, aside)
    first = pieces.parse(script["stack"])
    return completed(first, pieces.all, [card for card in aside if card not in first])


def _from_hands(posted: Terms, value: object, playing: tuple[int, ...]) -> Stack:
    pieces = posted.game.pieces
    names = {number: str(number) for number in playing} | {DEALER: "dealer"}
    given = _mapping(value, "hands", tuple(names.values()))
    hands = {}
    for to, name in names.items():
        if name not in given:
            raise BadInput(f"hands has no hand for {name}; it needs {', '.join(names.values())}")
        hands[to] = list(pieces.parse(given[name]))
    deliveries = tuple(posted.game.deliveries(posted, playing))
    for to, name in names.items():
        due = sum(count for place, count in deliveries if place == to)
        if len(hands[to]) != due:
            raise BadInput(f"the hand of {name} must have {due} {pieces.name}s, not {len(hands[to])}")
    stack: list[int] = []
    for to, count in deliveries:
        stack += hands[to][:count]
        del hands[to][:count]
    return pieces.distinct(stack)


def document(played: Played, *, events: bool = False) -> dict[str, object]:
    """The report as it is printed, with the event log if it is asked for."""
    whole: dict[str, object] = msgspec.to_builtins(played.report)
    if events:
        whole["events"] = msgspec.to_builtins(list(records(played.events, played.terms)))
    return whole


def decoded(text: str) -> object:
    """A round in JSON."""
    if not text.strip():
        raise BadInput("the file is empty; a round is a JSON object with the keys " + ", ".join(KEYS))
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not JSON: {error}") from None
    except RecursionError:
        raise BadInput("this is not a round: it is nested too deeply") from None


def decoded_toml(text: str) -> object:
    """A round in TOML, with the same keys."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"this is not TOML: {error}") from None


def is_lines(text: str) -> bool:
    """Whether a text holds one JSON object on each of several lines, rather than one over all of them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    try:
        return isinstance(msgspec.json.decode(lines[0]), dict)
    except msgspec.DecodeError:
        return False
