"""Nearest Fifteen: a shoe that outlives a round, and hands that are split."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from nomorebets.equipment.chance import commitment, shuffled
from nomorebets.equipment.places import place
from nomorebets.equipment.stack import completed, cut
from nomorebets.errors import IllegalAction
from nomorebets.table.actions import (
    Action,
    Bet,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    RevealSeed,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.dealer import Chance, Recorded, Seeds, routine
from nomorebets.table.engine import legal, offered, open_table, play
from nomorebets.table.entries import Entry, follow, seen
from nomorebets.table.events import Dealt, HandCollected, RoundCompleted, Settled, Shuffled
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import DEALERS, Phase, State, Table
from nomorebets.table.view import view
from tests.miniature.two_decks import GAME, LEAST_LEFT, SHOE, in_words, rule, showdown, terms, total

ANN, BEN = player("Ann"), player("Ben")
FACES_DOWN = (ONLOOKER, Actor(Role.DEALER), Actor(Role.SURVEILLANCE), Actor(Role.SYSTEM))


def stacked(cards: str) -> Recorded:
    """A shoe that starts with these cards."""
    return Recorded(completed(SHOE.parse(cards), SHOE.all))


def awaited(table: Table) -> tuple[int, ...]:
    """The seats that the table waits for, as anybody can see."""
    waiting = view(table).awaited
    return waiting.seats if waiting and waiting.by is Role.PLAYER else ()


class Room:
    """A table at which Ann and Ben sit, and its history."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.table, entry = open_table(terms())
        self.entries = [entry]
        self.on().do(Sit(1, "Ann"), Sit(2, "Ben")).on()

    def do(self, *actions: Action) -> "Room":
        for action in actions:
            self.table, entry = play(self.table, action, None)
            self.entries.append(entry)
        return self

    def on(self) -> "Room":
        for table, entry in routine(self.table, self.chance):
            self.table = table
            self.entries.append(entry)
        return self

    def dealt(self, *stakes: int) -> "Room":
        """Wagers at the first seats, and cards on the table."""
        bets = (Bet(seat, "stake", stake) for seat, stake in enumerate(stakes, 1))
        return self.do(*bets, NoMoreBets()).on()

    def stand(self) -> "Room":
        """Whoever is still to decide stands."""
        unanswered = GAME.play.unanswered
        assert unanswered is not None
        while seats := awaited(self.table):
            self.do(unanswered(self.table, self.table.seats[seats[0]]).action)
        return self.on()

    def cards(self, where: str) -> str:
        return SHOE.text(self.table.at(where).cards)

    @property
    def settled(self) -> list[Settled]:
        return [event for entry in self.entries for event in entry.events if isinstance(event, Settled)]


# --- The rules --------------------------------------------------------------------------------------------------------


def test_each_card_is_in_the_shoe_twice() -> None:
    assert len(SHOE.names) == 104
    assert SHOE.parse("8c 8c") == (6, 58)
    assert SHOE.text((6, 58)) == "8c 8c"


def test_the_nearer_to_fifteen_wins_whether_above_or_below() -> None:
    assert total(SHOE.parse("Ac Kd 7h")) == 8
    assert showdown(14, 17) == showdown(16, 13) != showdown(16, 14) == 0
    assert showdown(20, 14) == -1


def test_a_hand_is_told_in_words() -> None:
    words = [in_words(SHOE.parse(cards)) for cards in ("9c 8c", "9c 6c", "9c Kc")]
    assert words == ["17, 2 over", "fifteen", "9, 6 short"]


# --- A hand that is split ---------------------------------------------------------------------------------------------

#              Ann    Ben    dealer  then
SPLIT = stacked("8c 8c  9d 5d  Tc 3d  7h Kh Kd 2c")


def split() -> Room:
    """Ann has split a pair of eights."""
    return Room(SPLIT).dealt(500, 700).do(Decision(1, "split", 500))


def test_a_pair_is_split_into_two_hands_with_a_wager_on_each() -> None:
    room = split()
    assert (room.cards("seat 1"), room.cards("seat 1, hand 2")) == ("8c", "8c")
    assert room.table.hand(room.table.seats[1]) != room.table.at(place(1, hand=2)).cards
    assert room.table.seats[1].chips == {"stake": 500, "stake:hand 2": 500}
    assert room.table.ledger == {"player:Ann": -1000, "player:Ben": -700, "layout": 1700}


def test_each_hand_is_decided_in_its_turn() -> None:
    room = split()
    for hand, do in ((1, "take"), (1, "stand"), (2, "take")):
        offers = {offer.action for offer in legal(room.table) if isinstance(offer.action, Decision)}
        assert offers == {Decision(1, "stand", hand=hand), Decision(1, "take", hand=hand)}
        assert awaited(room.table) == (1,)
        room.do(Decision(1, do, hand=hand))
    assert (room.cards("seat 1"), room.cards("seat 1, hand 2")) == ("8c 7h", "8c Kh")
    with pytest.raises(IllegalAction):
        room.do(Decision(1, "take", hand=1))
    room.do(Decision(1, "stand", hand=2))
    assert awaited(room.table) == (2,)


def test_both_hands_are_settled_each_on_its_own() -> None:
    room = split().do(Decision(1, "take"), Decision(1, "stand")).stand()
    assert [(one.seat, one.wager, one.result) for one in room.settled] == [
        (2, "stake", "win"),
        (1, "stake", "win"),
        (1, "stake:hand 2", "lose"),
    ]
    assert room.table.seats[1].chips == {}
    assert room.table.ledger == {"player:Ann": 0, "player:Ben": 700, "layout": 0, "inventory": -700}
    assert sum(isinstance(event, HandCollected) for entry in room.entries for event in entry.events) == 2


def test_a_fourth_card_finishes_a_hand() -> None:
    room = split().do(Decision(1, "take"), Decision(1, "take"), Decision(1, "take"))
    assert offered(room.table, Decision(1, "stand", hand=2))


def test_only_a_pair_is_split_and_only_once() -> None:
    room = Room(SPLIT).dealt(500, 700).do(Decision(1, "stand"))
    for refused in (room, split().do(Decision(1, "stand"))):
        seat = awaited(refused.table)[0]
        with pytest.raises(IllegalAction, match="only two cards of one rank are split, and only once") as refusal:
            refused.do(Decision(seat, "split", 500))
        assert refusal.value.clause == rule.id("5(b)")


def test_void_hands_get_both_wagers_back() -> None:
    room = split().do(Irregularity("dealer_card_exposed"))
    assert room.table.void is not None
    assert {one.result for one in room.settled} == {"void"}
    assert not any(room.table.ledger.values())
    assert room.on().table.phase == Phase.BETTING


# --- A shoe that outlives a round -------------------------------------------------------------------------------------


def everywhere(state: State) -> list[int]:
    """Every card that lies somewhere at the table."""
    return [*state.in_play.stack, *(card for lying in state.places.values() for card in lying.cards)]


def test_the_next_round_is_dealt_on_from_the_same_shoe() -> None:
    room = Room(stacked("9c 5d  9d 5c  Tc 3d  As 2s  3s 4s  Td 5s")).dealt(100, 100).stand()
    assert (room.table.rounds, room.table.places) == (1, {})
    assert len(room.table.in_play.stack) == 104 - 6
    room.dealt(100, 100)
    assert [room.cards(where) for where in ("seat 1", "seat 2", DEALERS)] == ["As 2s", "3s 4s", "Td 5s"]


def rounds_of_one_shoe(room: Room) -> list[Entry]:
    """What is recorded from now until the cards are shuffled again."""
    first = len(room.entries)
    while not any(isinstance(entry.action, Shuffle) for entry in room.entries[first:]):
        room.dealt(100, 100).stand()
    return room.entries[first:]


def test_it_is_dealt_until_too_few_cards_are_left_and_then_shuffled() -> None:
    room = Room(Seeds(lambda number: bytes([number]) * 32))
    state = State()
    for entry in room.entries:
        state = follow(state, entry)
    left, used = [104], list[int]()
    for entry in rounds_of_one_shoe(room):
        used += [card for event in entry.events if isinstance(event, Dealt) for card in event.cards]
        state = follow(state, entry)
        assert len(set(everywhere(state))) == len(everywhere(state)), "no card is at two places"
        if any(isinstance(event, RoundCompleted) for event in entry.events):
            left.append(104 - len(used))
    assert len(left) > 5, "several rounds"
    assert all(count >= LEAST_LEFT for count in left[:-1])
    assert left[-1] < LEAST_LEFT
    assert len(set(used)) == len(used)


def test_the_seed_of_a_shoe_is_shown_when_it_is_dealt_and_not_before() -> None:
    chance = Seeds(lambda number: bytes([number]) * 32)
    room = Room(chance)
    published = view(room.table).commitment
    entries = rounds_of_one_shoe(room)
    actions = [entry.action for entry in entries]
    shown = [action for action in actions if isinstance(action, RevealSeed)]
    assert shown == [RevealSeed((bytes([1]) * 32).hex())]
    assert actions.index(shown[0]) < next(n for n, action in enumerate(actions) if isinstance(action, Shuffle))
    assert published == commitment(bytes([1]) * 32)
    first = next(event for entry in room.entries for event in entry.events if isinstance(event, Shuffled))
    assert first.stack == shuffled(bytes([1]) * 32, 104)
    dealt = [card for entry in entries for event in entry.events if isinstance(event, Dealt) for card in event.cards]
    assert tuple(dealt) == cut(first.stack, 52)[: len(dealt)], "what was dealt is the whole shoe from its top"


def test_a_shoe_is_cut_before_its_first_card_and_not_again() -> None:
    room = Room(SPLIT)
    assert offered(room.table, Step("recut"))
    assert not offered(room.dealt(100).stand().table, Step("recut"))


def test_a_shoe_that_is_left_shows_its_seed() -> None:
    room = Room(Seeds(lambda number: bytes([number]) * 32)).dealt(100).stand().do(Leave(1), Leave(2), Step("idle"))
    assert room.table.phase == Phase.IDLE
    assert isinstance(room.on().entries[-1].action, RevealSeed)
    assert room.table.seed == (bytes([1]) * 32).hex()
    assert isinstance(room.do(Sit(1, "Ann")).on().entries[-3].action, Shuffle)


# --- What is seen -----------------------------------------------------------------------------------------------------


def test_others_see_the_backs_of_a_hand_and_one_card_of_the_dealer() -> None:
    table = Room(SPLIT).dealt(500, 700).table
    assert view(table, ANN).cards("seat 1") == ("8c", "8c")
    assert view(table, ANN).cards("seat 2") == view(table, BEN).cards("seat 1") == (HIDDEN, HIDDEN)
    for watcher in (ANN, BEN, *FACES_DOWN):
        assert view(table, watcher).cards(DEALERS) == ("Tc", HIDDEN)
    for watcher in FACES_DOWN:
        assert {*view(table, watcher).cards("seat 1"), *view(table, watcher).cards("seat 2")} == {HIDDEN}


def test_a_split_pair_is_seen_by_all_and_what_is_taken_to_it_by_its_player() -> None:
    table = split().do(Decision(1, "stand"), Decision(1, "take", hand=2)).table
    assert view(table, ANN).cards("seat 1, hand 2") == ("8c", "7h")
    for watcher in (BEN, *FACES_DOWN):
        assert view(table, watcher).cards("seat 1, hand 2") == ("8c", HIDDEN)
        assert view(table, watcher).cards("seat 1") == ("8c",)


def test_a_history_hides_what_the_table_hides() -> None:
    room = split().do(Decision(1, "take"))
    for watcher in (BEN, *FACES_DOWN):
        backs = hidden_cards(room.entries, watcher)
        assert SHOE.parse("7h")[0] not in backs
        assert SHOE.parse("3d")[0] not in backs
    assert SHOE.parse("7h")[0] in hidden_cards(room.entries, ANN)


def hidden_cards(entries: Iterable[Entry], watcher: Actor) -> set[int]:
    """The cards that a watcher sees being dealt."""
    events = (event for entry in entries for event in seen(entry, watcher).events)
    return {card for event in events if isinstance(event, Dealt) for card in event.cards}


def test_a_view_does_not_depend_on_cards_that_its_watcher_may_not_see() -> None:
    table = Room(SPLIT).dealt(500, 700).table
    ann = table.at("seat 1")
    other = replace(table, places={**table.places, "seat 1": replace(ann, cards=SHOE.parse("Ah 2h"))})
    assert legal(table) != legal(other), "a pair is offered to be split"
    for watcher in (BEN, *FACES_DOWN):
        assert view(table, watcher) == view(other, watcher)


def test_the_dealers_hand_is_seen_when_it_is_revealed() -> None:
    room = Room(SPLIT).dealt(500, 700)
    while seats := awaited(room.table):
        room.do(Decision(seats[0], "stand"))
    table, _ = next(routine(room.table, room.chance))
    assert view(table).cards(DEALERS) == ("Tc", "3d")
    assert view(table).cards("seat 2") == ("9d", "5d")
    assert isinstance(table, Table)


def test_the_game_says_what_it_has_of_its_own() -> None:
    assert GAME.play.own == {"finished": dict[int, int]}
    assert split().do(Decision(1, "stand")).table.own == {"finished": {1: 1}}
    assert split().stand().table.own == {"finished": {}}
