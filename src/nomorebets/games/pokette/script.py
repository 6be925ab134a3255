"""Rounds of Pokette as a script: a list of spins, each with its wagers and its result."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.cards import RANK_NAMES, RANKS, SIGNS, SUIT_NAMES, SUITS
from nomorebets.equipment.pieces import words
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import JOKERS, WHEEL, rank, selection, suit
from nomorebets.errors import BadInput
from nomorebets.games.pokette.submission import sections
from nomorebets.rounds.paid import Difference, differences
from nomorebets.rounds.reading import cents, hour, mapping, number, shown
from nomorebets.rounds.rows import Row
from nomorebets.rounds.script import COLLECT, Runner, due
from nomorebets.rounds.settlement import Played, Report
from nomorebets.table.actions import Action, Bet, Irregularity, NoMoreBets, Spin, Step
from nomorebets.table.events import Settled

MOST_POSTED = 2
WAGER_KEYS = ("seat", "wager", "amount", "cash", "why")
SELECTED_BY = {
    "single_card": "cards",
    "split": "cards",
    "corner": "cards",
    "single_rank": "rank",
    "double_rank": "ranks",
    "suit": "suit",
}


class ScriptedSpin(Struct, frozen=True):
    """What was bet before a spin, what went wrong after the bets were closed, and the card that it brought."""

    bets: tuple[Bet, ...]
    card: int
    irregularities: tuple[Irregularity, ...] = ()
    at: int = 0  # the hour, if it is not that of the spin before
    paid: dict[str, Any] = {}  # after it, where that is told spin by spin


class PoketteRunner(Runner):
    """The table of one script: cards posted before it begins are brought by spins without a wager."""

    keys: ClassVar[tuple[str, ...]] = ("spins", "posted")

    def run(self) -> Played:
        self.open()
        for card in self.posted:
            self.spin(ScriptedSpin((), card))
            self.do(COLLECT)
        for count, spin in enumerate(self.spins):
            if count:
                self.do(COLLECT)
            self.spin(spin)
        return self.played()

    def spin(self, spin: ScriptedSpin) -> None:
        self.hour = spin.at or self.hour
        self.routine()  # cards that are due to be changed by now
        for bet in spin.bets:
            self.do(bet)
            if bet.cash:
                self.do(Step("confirm_cash", seat=bet.seat))
                self.do(Step("convert_cash", seat=bet.seat, count=bet.amount))
        position = sections(self.terms.submission.wheel_order).index(spin.card)
        self.do(NoMoreBets())
        for irregularity in spin.irregularities:
            self.do(irregularity)
            self.routine(until=due(Spin))
        self.do(Spin(position))
        self.routine(until=lambda _table, action: action == COLLECT)

    # --- What the script says ---

    def read_seats(self) -> dict[int, Mapping[str, Any]]:
        """The seats of the file, or those that its wagers name."""
        if "meters" in self.script:
            raise BadInput(f"{self.terms.game.name} has no meters; leave out 'meters'")
        self.posted = self.read_posted()
        self.spins = self.read_spins()
        given: Mapping[str, Any] = {str(bet.seat): {} for spin in self.spins for bet in spin.bets}
        given = mapping(self.script.get("seats", given), "seats")
        if not given:
            raise BadInput("nobody is seated; a round needs a wager, or a seat under 'seats'")
        seats = {self.seat_number(key): self.read_seat(key, value) for key, value in given.items()}
        return dict(sorted(seats.items()))

    def read_seat(self, key: str, value: object) -> Mapping[str, Any]:
        seat = mapping(value, f"seat {key}", ("player", "why"))
        if not isinstance(seat.get("player", ""), str):
            raise BadInput(f"seat {key}: player must be a name, not {shown(seat['player'])}")
        return seat

    def read_actions(self) -> list[Action]:
        return []

    def read_posted(self) -> Stack:
        text = self.script.get("posted", "")
        if not isinstance(text, str):
            raise BadInput(f"posted must name cards, such as 'Ah Kd', not {shown(text)}")
        cards = tuple(self.one_card(word, "posted") for word in words(text))
        if len(cards) > MOST_POSTED:
            raise BadInput(
                f"posted names {len(cards)} cards; before a spin one or two are posted", self.terms.cites["clear"]
            )
        return cards

    def read_spins(self) -> tuple[ScriptedSpin, ...]:
        value = self.required("spins")
        if not isinstance(value, list) or not value:
            raise BadInput(f"spins must be a list of one spin or more, not {shown(value)}")
        return tuple(self.read_spin(count, one) for count, one in enumerate(value, 1))

    def read_spin(self, count: int, value: object) -> ScriptedSpin:
        what = f"spin {count}"
        spin = mapping(value, what, ("wagers", "irregularities", "result", "at", "paid", "why"))
        if "result" not in spin:
            raise BadInput(f"{what} has no result; it is the card under the clapper, such as '7c' or 'Jo'")
        wagers = spin.get("wagers", [])
        if not isinstance(wagers, list):
            raise BadInput(f"{what}: wagers must be a list, not {shown(wagers)}")
        bets = tuple(self.read_bet(what, one) for one in wagers)
        kinds = spin.get("irregularities", [])
        if not isinstance(kinds, list):
            raise BadInput(f"{what}: irregularities must be a list of kinds, not {shown(kinds)}")
        found = tuple(self.read_irregularity({"kind": kind}) for kind in kinds)
        at = hour(spin["at"], f"{what}: at") if "at" in spin else 0
        return ScriptedSpin(bets, self.one_card(spin["result"], f"{what}: result"), found, at, spin.get("paid", {}))

    def read_bet(self, what: str, value: object) -> Bet:
        name = mapping(value, f"{what}: a wager").get("wager")
        known = [wager.name for wager in self.terms.game.licence.wagers]
        if name not in known:
            raise BadInput(f"{what}: {shown(name)} is no wager; the wagers are {', '.join(known)}")
        by = SELECTED_BY.get(str(name))
        entry = mapping(value, f"{what}: {name}", (*WAGER_KEYS, *([by] if by else [])))
        cash = entry.get("cash", False)
        if not isinstance(cash, bool):
            raise BadInput(f"{what}: cash of {name} must be true or false, not {shown(cash)}")
        seat = number(entry.get("seat"), f"{what}: the seat of {name}")
        amount = cents(entry.get("amount"), f"{what}: the amount of {name}")
        return Bet(seat, str(name), amount, cash, self.read_place(f"{what}: {name}", by, entry) if by else "")

    def read_place(self, what: str, by: str, entry: Mapping[str, Any]) -> str:
        """The place on the layout that a wager is on, by its name; what is no place the table refuses."""
        cards = self.read_selection(what, by, entry)
        return "Jo2" if cards == JOKERS[1:] else selection(cards)

    def read_selection(self, what: str, by: str, entry: Mapping[str, Any]) -> Stack:
        """The cards that a wager is on: named one by one, or by rank or suit."""
        text = entry.get(by)
        if not isinstance(text, str) or not words(text):
            raise BadInput(f"{what} needs {by!r}, in text such as {EXAMPLES[by]!r}, not {shown(text)}")
        if by == "cards":
            return tuple(sorted(WHEEL.parse(text)))
        names, measure = (SUITS, suit) if by == "suit" else (RANKS, rank)
        written = [_letter(word, by) for word in words(text.translate(BETWEEN_RANKS))]
        wrong = [word for word in written if len(word) != 1 or word not in names]
        if wrong or len(written) != (2 if by == "ranks" else 1):
            raise BadInput(f"{what}: {by} is written as in {EXAMPLES[by]!r}, not {shown(text)}")
        wanted = [names.index(word) for word in written]
        return tuple(card for card in WHEEL.all[: len(RANKS) * len(SUITS)] if measure(card) in wanted)

    def one_card(self, value: object, what: str) -> int:
        cards = WHEEL.parse(value)
        if len(cards) != 1:
            raise BadInput(f"{what} must name one card, not {shown(value)}")
        return cards[0]

    # --- What was due ---

    def row(self, _settled: Settled | None, plain: Row, round_: int) -> Row:
        return replace(plain, spin=round_ - len(self.posted))

    def differences(self, report: Report) -> tuple[Difference, ...] | None:
        """What was paid may be told of the whole round, or of each spin."""
        told = [(at, spin.paid) for at, spin in enumerate(self.spins, 1) if spin.paid]
        if not told:
            return super().differences(report)
        if "paid" in self.script:
            raise BadInput("what was paid is told of the round or of its spins, not of both")
        found: list[Difference] = []
        for at, paid in told:
            found += differences(self.terms, [row for row in report.settled if row.spin == at], paid)
        return tuple(found)

    def report(self) -> Report:
        """Of the spins those that the script has; the others only brought the cards that were posted before."""
        whole, before = super().report(), len(self.posted)
        return replace(whole, spins=tuple(replace(one, spin=one.spin - before) for one in whole.spins[before:]))


EXAMPLES = {"cards": "Ah Ad", "rank": "7", "ranks": "8 7", "suit": "h"}


BETWEEN_RANKS = str.maketrans("-–/&", "    ")


def _letter(word: str, by: str) -> str:
    """A rank or suit as it is written here: ten may be 10 or T, and a suit its sign."""
    if by == "suit":
        named = zip(SUITS, SIGNS, SUIT_NAMES, strict=True)
        return next(
            (suit for suit, signs, name in named if word in signs or word.lower() in (name, f"{name}s")), word.lower()
        )
    names = dict(zip(RANK_NAMES, RANKS, strict=True))
    return names.get(word.lower().rstrip("s"), word.upper().replace("10", "T"))


RUNNER = PoketteRunner
