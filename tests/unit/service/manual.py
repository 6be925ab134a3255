"""People at a table that does not run by itself: each looks at what is offered to them and does it."""

import random
import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from nomorebets.client import House, Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import (
    Act,
    Action,
    Bet,
    CountStub,
    Cut,
    Deal,
    Decision,
    NoMoreBets,
    Reveal,
    SelectStack,
    Shake,
    Shuffle,
    Sit,
    Spin,
    Step,
)
from nomorebets.table.in_two.bank import DEALER_WAGER
from nomorebets.table.in_two.dice import LEAST_SHAKES
from nomorebets.table.offers import Offer
from tests.unit.service.house import chosen

DEALS = (NoMoreBets, Deal, Reveal)
DECIDES = (Decision, Cut, SelectStack)
QUIET = ("fold", "stand", "house_way", "pass", "surrender")
# Where nobody bets on a meter.
COUNTED = {"verify_progressive": 0, "register_seven_card": 0, "sort_into_pairs": 16, "count_surrendered": 7}
LONGEST_S = 15
STALE = 409

Choice = Callable[[TableView], Action | None]


class Crew:
    """A dealer, a supervisor and players at one table, and what they have done there."""

    def __init__(self, table: str, game: str, dealer: House, floor: House, *players: House) -> None:
        self.table, self.game, self.dealer, self.floor, self.players = table, game, dealer, floor, players
        self.pieces = house_terms(game).game.equipment.pieces
        self.luck = random.Random(f"{game} by hand")
        self.done: list[tuple[str, Action]] = []
        self.refused: list[tuple[Action, str]] = []

    def play(self, until: Callable[[TableView], bool], choice: Choice | None = None) -> TableView:
        """Go on until then; a choice goes before what a player would do by default."""
        latest = time.monotonic() + LONGEST_S
        while time.monotonic() < latest:
            seen = self.players[0].table(self.table)
            if until(seen):
                return seen
            if not self.anybody(choice):
                time.sleep(0.01)  # the house draws
        raise AssertionError(
            f"{self.game} stands still in phase {seen.view.phase}: {self.done[-3:]}, {self.refused[-3:]}"
        )

    def anybody(self, choice: Choice | None = None) -> bool:
        """Whoever has something to do does it: whether anybody had."""
        return any(self.acts(who, action) for who, action in self.wishes(choice))

    def wishes(self, choice: Choice | None) -> Iterator[tuple[House, Action]]:
        for number, one in enumerate(self.players, 1):
            seen = one.table(self.table)
            if wish := (choice(seen) if choice else None) or self.players_wish(seen, number):
                yield one, wish
        for one in (self.dealer, self.floor):
            seen = one.table(self.table)
            for offer in seen.offers:
                if offer.duty or isinstance(offer.action, DEALS):
                    yield one, self.filled_in(seen, offer)

    def players_wish(self, seen: TableView, seat: int) -> Action | None:
        own = [one for one in seen.offers if getattr(one.action, "seat", 0) in (seat, 0)]
        if seat not in seen.view.seats:
            return next((one.action for one in own if isinstance(one.action, Sit) and one.action.seat == seat), None)
        shown = replace(seen.view, offers=seen.offers)
        if duty := next((one for one in own if one.duty), None):
            return chosen(shown, duty, self.luck)
        if not seen.view.seats[seat].chips:
            bets = [one for one in own if isinstance(one.action, Bet)]
            if bets and seen.view.phase == "betting":
                return chosen(shown, bets[0], self.luck)
        decisions = [one for one in own if isinstance(one.action, DECIDES)]
        decisions = [one for one in decisions if getattr(one.action, "do", "") != DEALER_WAGER]  # any number of times
        decisions.sort(key=lambda one: getattr(one.action, "do", "") not in QUIET)
        return chosen(shown, decisions[0], self.luck) if decisions else None

    def filled_in(self, seen: TableView, offer: Offer) -> Action:
        """What the dealer has done or seen."""
        action = offer.action
        match action:
            case Shuffle():
                stack = self.luck.sample(self.pieces.all, len(self.pieces.all))
                return replace(action, stack=tuple(stack), circles=house_terms(self.game).game.equipment.circles)
            case Shake():
                dice = house_terms(self.game).game.equipment.dice
                return Shake(tuple(self.luck.randint(1, 6) for _ in range(dice)), LEAST_SHAKES)
            case Spin():
                return Spin(self.luck.randrange(offer.most + 1))
            case CountStub():
                return replace(action, count=seen.view.decks[seen.view.deck].left)
            case Step(step=step) if step in COUNTED:
                return replace(action, count=COUNTED[step])
        return chosen(replace(seen.view, offers=seen.offers), offer, self.luck)

    def acts(self, who: House, action: Action) -> bool:
        try:
            who.act(self.table, action)
        except Refused as refused:
            if refused.status != STALE:
                raise
            self.refused.append((action, refused.sentence))
            return False  # somebody was faster
        self.done.append((who.token, action))
        return True

    def did(self, who: House, kind: type[Act]) -> list[Action]:
        return [action for token, action in self.done if token == who.token and isinstance(action, kind)]
