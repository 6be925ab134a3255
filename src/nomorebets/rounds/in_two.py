"""Round files of games whose hands are set in two: dice that start the deal, a player who banks, hands that are set."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeGuard

from msgspec.structs import replace

from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.rounds.reading import cents, number, shown
from nomorebets.rounds.script import Runner, amounts
from nomorebets.table.actions import Action, Decision, Irregularity, Reveal, Step
from nomorebets.table.dealer import Until
from nomorebets.table.engine import offered
from nomorebets.table.events import Event
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.bank import Bank, BankOfferedFirst
from nomorebets.table.in_two.dice import counted
from nomorebets.table.in_two.setting import WRONGLY_SET

BANKING = (bank.BANK, bank.CO_BANK)
EXPOSED = ("players_tile_exposed", "players_card_exposed")
BEFORE_THE_DEAL = (*BANKING, bank.PASS, bank.DEALER_WAGER)


def listed(script: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The actions of a script that can be read at all."""
    actions = script.get("actions", [])
    return [one for one in actions if isinstance(one, dict)] if isinstance(actions, list) else []


def sets(action: Action) -> TypeGuard[Decision | Irregularity]:
    """Whether the action lays a hand in two."""
    if isinstance(action, Decision):
        return action.do in ("set", "house_way")
    return isinstance(action, Irregularity) and action.kind == WRONGLY_SET


def is_exposure(action: Action) -> TypeGuard[Irregularity]:
    return isinstance(action, Irregularity) and action.kind in EXPOSED


def exposed_unseen(actions: list[Action]) -> tuple[list[Action], list[Action]]:
    """What went wrong in the deal, up to the hands that were exposed before their players decided anything; the rest.

    A script may go seat by seat, but by then everybody has looked.
    """
    decided = {place: one.seat for place, one in enumerate(actions) if isinstance(one, Decision) or sets(one)}
    first = min(decided, default=len(actions))
    in_the_deal = [
        place
        for place, one in enumerate(actions)
        if is_exposure(one) and one.seat not in [seat for at, seat in decided.items() if at < place]
    ]
    if in_the_deal:
        in_the_deal = sorted({*range(first), *in_the_deal})
    return [actions[at] for at in in_the_deal], [one for at, one in enumerate(actions) if at not in in_the_deal]


class TwoHandsRunner(Runner):
    """A round in which a player may bank: every player is taken to have wagered the round before.

    How much is known only of a bank that says so; of another the dealer wagers what it directs, or nothing.
    """

    keys: ClassVar[tuple[str, ...]] = (*Runner.keys, "dice", "bank", "co_bank")
    seat_keys: ClassVar[tuple[str, ...]] = (*Runner.seat_keys, "chips", "last_wager")
    decision_keys: ClassVar[tuple[str, ...]] = (*Runner.decision_keys, "low")

    def __init__(self, posted: Terms, script: Mapping[str, Any]) -> None:
        self.bankers = [(script[key], key) for key in BANKING if key in script]
        by_key = len(self.bankers)
        self.bankers += [(one.get("seat"), one["do"]) for one in listed(script) if one.get("do") in BANKING]
        super().__init__(posted, script)
        self.chance.dice = self.read_dice()
        for seat, key in self.bankers:
            if type(seat) is not int or seat not in self.seats:
                named = ", ".join(map(str, self.seats))
                raise BadInput(f"{key} = {shown(seat)} is no seat of this round; those are {named}")
        if len(self.bankers) > 1:
            raise BadInput("a round has one bank or one co-bank, not both", posted.cites["bank"])
        early = [one for one in self.actions if isinstance(one, Decision) and one.do in BEFORE_THE_DEAL]
        self.early = [*(Decision(seat, do) for seat, do in self.bankers[:by_key]), *early]
        self.actions = self.in_turn([one for one in self.actions if one not in early])

    def is_before_the_deal(self, action: Action) -> bool:
        banks = isinstance(action, Decision) and action.do in BEFORE_THE_DEAL
        return banks or super().is_before_the_deal(action)

    def in_turn(self, actions: list[Action]) -> list[Action]:
        """A script may go seat by seat: a bank sets after the others, and surrenders come when all hands are set.

        Of one player's two hands the text says which is set first; in a script either may be.
        """
        in_the_deal, actions = exposed_unseen(actions)
        bankers = [seat for seat, _ in self.bankers]
        turns: tuple[list[Action], list[Action], list[Action]] = ([], [], [])
        placed = set()
        found: list[Action] = []
        for action in actions:
            if not isinstance(action, Decision) and not sets(action):
                found.append(action)  # what went wrong, which is found before what comes next in the script
                continue
            turn = 0
            if getattr(action, "do", "") == "surrender" and action.seat in placed:
                turn = 2
            elif action.seat in bankers:
                turn = 1
            placed.add(action.seat)
            turns[turn].extend([*found, action])
            found = []
        turns[2].extend(found)
        return [*in_the_deal, *(action for turn in map(self.larger_first, turns) for action in turn)]

    def larger_first(self, actions: list[Action]) -> list[Action]:
        """The settings of each player in the order in which the hands are to be set."""
        ordered = list(actions)
        places: dict[str, list[int]] = {}
        for place, action in enumerate(actions):
            if sets(action) and action.seat in self.seats:
                places.setdefault(self.player(action.seat), []).append(place)
        for own in places.values():
            settings = sorted((actions[place] for place in own), key=self.turn_of, reverse=True)
            for place, setting in zip(own, settings, strict=True):
                ordered[place] = setting
        return ordered

    def player(self, number: int) -> str:
        """Who sits there."""
        name: str = self.seats[number].get("player", f"seat {number}")
        return name

    def turn_of(self, action: Action) -> tuple[int, int]:
        number: int = action.seat  # type: ignore[union-attr]
        seat, main = self.seats[number], self.terms.required
        return sum(amounts(seat.get(main, 0))) + seat.get("match_play", {}).get(main, 0), number

    def read_dice(self) -> tuple[int, ...]:
        """Where hands are given, the dice change nothing that is not known; a stack needs them."""
        if "dice" not in self.script:
            if "stack" in self.script:
                raise BadInput("a stack needs 'dice', which say where the deal starts", self.terms.cites["shake"])
            return (3, 3, 3)
        dice = self.script["dice"]
        if not isinstance(dice, list):
            raise BadInput(f"dice must be a list of three numbers, not {shown(dice)}", self.terms.cites["shake"])
        return tuple(number(die, "a die") for die in dice)

    def check_wager(self, key: str, seat: Mapping[str, Any]) -> None:
        banks = int(key) in [seat for seat, _ in self.bankers]
        if banks and self.terms.required in seat:
            raise BadInput(f"seat {key} banks, so it has no wager of its own", self.terms.cites["cover"])
        if "last_wager" in seat:
            if not banks:
                sentence = f"seat {key}: last_wager says what a bank wagered before, and this seat does not bank"
                raise BadInput(sentence, self.terms.cites["dealers_wager"])
            cents(seat["last_wager"], f"seat {key}: last_wager")
        if not banks:
            super().check_wager(key, seat)

    def before(self) -> list[Event]:
        """The bank is offered first to whoever decides about it first, and all have wagered in the round before."""
        if not self.early:
            return []
        first, most = self.early[0].seat, self.terms.wagers[0][2]
        wagers = {self.player(number): seat.get("last_wager") or most for number, seat in self.seats.items()}
        told = self.terms.submission.dealers_wager or any(seat.get("last_wager") for seat in self.seats.values())
        known = Bank(first=first, wagers=wagers, directed=-1 if told else 0)
        return [BankOfferedFirst(position=first, own={bank.BANK: known})]

    def bettors(self) -> list[int]:
        """A bank lays its optional wagers when it is the bank."""
        bankers = [seat for seat, _ in self.bankers]
        return [seat for seat in self.seats if seat not in bankers]

    def close_bets(self) -> None:
        for action in self.early:
            self.do(action)
            if action.do in BANKING:
                self.lay(action.seat)
        super().close_bets()

    def routine(self, until: Until = lambda _table, _action: False) -> None:
        """A file says who banks: a bank that cannot cover what lies is an error of its own, not refused in silence."""
        super().routine(lambda table, action: action == Step(bank.REFUSE) or until(table, action))

    def take(self, action: Action) -> None:
        """A piece is exposed as soon as it is dealt; if a file does not say which, it is the first unseen one."""
        if not is_exposure(action) or action.seat not in self.seats:
            super().take(action)
            return
        where, exposed = self.table.seats[action.seat].place, action
        self.routine(lambda table, duty: isinstance(duty, Reveal) or offered(table, exposed) is not None)
        if not exposed.card:
            lying = self.table.at(where)
            unseen = [piece for piece in lying.cards if piece not in lying.up]
            exposed = replace(exposed, card=self.terms.game.equipment.pieces.named(unseen)[0] if unseen else "")
        self.do(exposed)

    def playing(self) -> tuple[int, ...]:
        return bank.in_bank_hands(self.table)

    def start(self) -> int:
        return counted(self.table, sum(self.chance.dice))

    def places(self) -> tuple[int, ...]:
        return self.playing()

    def read_decision(self, do: str, entry: Mapping[str, Any]) -> Action:
        decision = super().read_decision(do, entry)
        if do != "set":
            if "low" in entry:
                raise BadInput(f"low belongs to 'set', not to {do!r}")
            return decision
        assert isinstance(decision, Decision)
        return self.read_setting(decision, self.terms.game.equipment.pieces.parse(entry.get("low")))

    def read_setting(self, decision: Decision, low: Stack) -> Action:
        if len(low) != 2:
            pieces = self.terms.game.equipment.pieces
            raise BadInput(f"low must name two {pieces.name}s, not {pieces.text(low)!r}", self.terms.cites["set"])
        return replace(decision, cards=self.terms.game.equipment.pieces.named(low))
