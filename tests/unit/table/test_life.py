"""The life of a card table beyond what any clause of a game says."""

import pickle
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.equipment.chance import commitment, shuffled
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.registry import terms
from nomorebets.rounds.session import open_session
from nomorebets.table.actions import (
    Action,
    Bet,
    Deal,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    RevealSeed,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.engine import at_seat, evolve, legal, play
from nomorebets.table.entries import from_lines, to_lines
from nomorebets.table.events import DeckRemoved, SeedLost, StepDue
from nomorebets.table.game import Cites
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import Phase, State, Table, bare
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver, dealt, opened, raised

SEED = bytes(range(32))


def committed() -> Driver:
    """A round over, its shuffle committed to and its seed not yet shown."""
    driver = (
        Driver(terms("high-card-flush", {"shuffler": "automated"})).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    )
    driver.do(Shuffle(0, shuffled(SEED, 52), commitment(SEED)))
    assert view(driver.table, player("Ann")).commitment == commitment(SEED)
    driver.do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    with pytest.raises(IllegalAction):
        driver.do(RevealSeed(SEED.hex()))
    return raised(driver).do(Reveal(), Step("collect"))


def test_a_seed_is_shown_after_the_round_and_must_be_the_one_committed_to() -> None:
    driver = committed()
    for wrong in (bytes(32).hex(), "abc", "Z" * 64):
        with pytest.raises(BadInput, match="seed"):
            driver.do(RevealSeed(wrong))
    driver.do(RevealSeed(SEED.hex()))
    assert view(driver.table).seed == SEED.hex()
    with pytest.raises(IllegalAction):
        driver.do(RevealSeed(SEED.hex()))


def test_no_round_begins_before_the_last_seed_is_shown() -> None:
    driver = committed().do(Bet(1, "ante", 1000), Shuffle(0, WHOLE))
    with pytest.raises(IllegalAction, match="reveal the seed"):
        driver.do(NoMoreBets())
    driver.do(RevealSeed(SEED.hex()), NoMoreBets())


def test_a_stack_that_was_not_drawn_from_the_seed_is_found_out() -> None:
    driver = opened("Ann", shuffler="automated")
    driver.do(Irregularity("shuffler_jam"), Shuffle(0, WHOLE, commitment(SEED))).duties()  # the seed before is shown
    driver.do(Bet(1, "ante", 1000), NoMoreBets())
    raised(driver.duties(until=Reveal)).do(Reveal(), Step("collect"))
    with pytest.raises(BadInput, match="is not the one committed to"):
        driver.do(RevealSeed(SEED.hex()))


def test_a_seed_can_still_be_shown_when_the_deck_is_gone() -> None:
    driver = dealt("Ann")
    seed = driver.seeds.by_commitment[driver.table.in_play.commitment]
    driver.do(Irregularity("wrong_number_of_cards", 1))
    driver.duties(until=RevealSeed).do(RevealSeed(seed.hex()))


@pytest.mark.parametrize("stack", [(), WHOLE[:-1], (*WHOLE[:-1], 0), (*WHOLE, 52)])
def test_a_shuffle_yields_the_whole_deck(stack: tuple[int, ...]) -> None:
    driver = Driver(terms("high-card-flush")).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    with pytest.raises(BadInput, match="is not one whole set of 52 cards"):
        driver.do(Shuffle(0, stack))


def test_a_commitment_is_a_hash() -> None:
    driver = Driver(terms("high-card-flush")).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    with pytest.raises(BadInput, match="'x' is not a commitment"):
        driver.do(Shuffle(0, WHOLE, "x"))


def test_a_hidden_hand_is_not_found_out_by_naming_cards() -> None:
    driver = Driver(terms("lunar-poker"), recorded=True).duties().do(Sit(1, "Ann")).duties(until=Shuffle)
    driver.duties().do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    hidden = driver.pieces[driver.hand(1)[0]]
    driver.do(Irregularity("card_face_up_in_shoe", card=hidden))
    assert driver.table.void
    assert driver.table.void.reason == "a card was found face up in the shoe that had been dealt"


def test_a_deck_at_which_something_is_found_amiss_is_changed() -> None:
    for step in ("inspect", "verify"):
        driver = Driver(terms("high-card-flush")).duties(until=step)
        driver.do(Step(step, found="a corner is bent"))
        assert driver.table.in_play.removed_because == "a corner is bent"
        assert driver.duties().table.phase == Phase.IDLE
        with pytest.raises(IllegalAction):
            driver.do(Sit(1, "Ann")).duties(until="wash").do(Step("wash", found="nothing is looked for here"))


@pytest.mark.parametrize(
    "action",
    [Sit(1, "Ann", 10**5000), Step("show", note="\ud800"), Step("show", note="x" * 401), Step("x\ny"), Step("x" * 101)],
)
def test_what_a_log_could_not_hold_is_refused(action: Action) -> None:
    with pytest.raises(BadInput, match="is not made like this"):
        play(Driver(terms("high-card-flush")).duties().table, action, None)


def test_a_card_that_is_not_in_the_shoe_cannot_be_found_there() -> None:
    driver = opened("Ann", stack=WHOLE).do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(Irregularity("card_face_up_in_shoe", card="5c"))
    with pytest.raises(BadInput, match="5c is not in the shoe"):
        driver.do(Irregularity("card_face_up_in_shoe", card="5c"))
    with pytest.raises(BadInput, match="Zz is not in the shoe"):
        driver.do(Irregularity("card_face_up_in_shoe", card="Zz"))


def test_a_table_closes_when_nobody_sits_at_it_and_its_decks_leave() -> None:
    driver = opened("Ann")
    with pytest.raises(IllegalAction):
        driver.do(Step("close"))
    driver.do(Leave(1), Step("remove", 0, note="scratched"), Step("close"))
    assert driver.table.phase == Phase.CLOSED
    removed = [event.because for event in driver.events if isinstance(event, DeckRemoved)]
    assert removed == ["scratched"]
    driver.duties().do(Step("close"))
    assert driver.table.in_play.removed_because == "the table is closed"


def test_a_deck_removed_while_the_table_idles_is_replaced_before_play() -> None:
    driver = opened("Ann").do(Leave(1), Step("remove", 0), Step("idle"))
    assert driver.table.in_play.stage == Stage.AWAY
    assert driver.table.in_play.removed_because == "at the supervisor's word"
    driver.duties().do(Sit(1, "Ann")).duties()
    assert driver.table.phase == Phase.BETTING


def test_a_spare_deck_that_is_away_is_no_obstacle_to_removing_the_devices() -> None:
    driver = opened("Ann", decks=2, shuffler="automated")
    driver.do(Step("remove", 1), Step("remove_devices"))
    assert len(driver.table.decks) == 1
    driver = opened("Ann", decks=2, shuffler="automated").do(Step("remove", 0))
    driver.do(Step("remove_devices")).duties().do(Bet(1, "ante", 1000), NoMoreBets(), Deal())


def test_the_floor_sees_no_more_than_what_lies_face_up() -> None:
    seen = view(dealt("Ann", "Ben").table)
    assert {card for lying in seen.places.values() for card in lying.cards} == {"??"}
    assert seen.decks[0].left == 52 - 3 * 7


def test_offers_that_bear_on_a_hand_are_shown_to_its_player_alone() -> None:
    table = dealt("Ann", "Ben").table

    def decisions(watcher: Actor) -> list[object]:
        return [offer for offer in view(table, watcher).offers if isinstance(offer.action, Decision)]

    assert len(decisions(player("Ann"))) == 2
    assert decisions(player("Ben")) == decisions(ONLOOKER) == []


def test_a_jam_leaves_a_deck_alone_that_is_not_in_the_shuffler() -> None:
    driver = opened("Ann", decks=2, shuffler="automated").do(Bet(1, "ante", 1000), NoMoreBets())
    driver.do(Irregularity("shuffler_jam"))
    assert [deck.stage for deck in driver.table.decks] == [Stage.DEALT, Stage.MIXED]


def test_events_folded_one_by_one_give_the_table() -> None:
    driver = dealt("Ann")
    state = State()
    for entry in driver.entries:
        for event in entry.events:
            state = evolve(state, event)
    assert replace(state, version=len(driver.entries)) == bare(driver.table)


def test_the_dealers_duties_stand_before_all_else() -> None:
    for driver in (Driver(terms("high-card-flush")), opened("Ann"), dealt("Ann"), raised(dealt("Ann"))):
        duties = [offer.duty for offer in legal(driver.table)]
        assert duties == sorted(duties, reverse=True)


def test_a_deck_that_replaces_a_removed_one_keeps_its_seed_to_itself() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets()).duties(until="rack_stub")
    dealt_with = driver.table.in_play.commitment
    driver.do(Irregularity("stub_count_wrong"))
    for step in ("receive", "inspect", "verify", "spread"):
        driver.do(Step(step))
    driver.do(Step("show"), Step("wash"))
    shuffle = next(offer for offer in legal(driver.table) if isinstance(offer.action, Shuffle))
    driver.do(driver.filled(shuffle), Step("collect"))
    assert driver.table.in_play.commitment != dealt_with
    assert driver.table.unrevealed[0].commitment == dealt_with
    driver.duties().do(Bet(1, "ante", 1000), NoMoreBets())


@pytest.mark.clause("high-card-flush:38.4(a)")
def test_a_seed_that_is_lost_for_good_does_not_stop_the_table() -> None:
    driver = committed()
    with pytest.raises(IllegalAction):
        driver.do(Step("declare_seed_lost"), by=Actor(Role.DEALER))
    driver.do(Step("declare_seed_lost", note="the key is gone"), by=Actor(Role.SUPERVISOR))
    lost = [event.commitment for event in driver.events if isinstance(event, SeedLost)]
    assert lost == [commitment(SEED)]
    assert not driver.table.unrevealed
    driver.duties().do(Bet(1, "ante", 1000), NoMoreBets())


@pytest.mark.parametrize(
    "action",
    [Bet(1, "ante", 1000.5), Bet(1.0, "ante", 1000), Bet(1, "ante", "1000"), Bet(1, None, 1000), "fold", None],  # type: ignore[arg-type]
)
def test_an_action_holds_whole_cents_and_names(action: Any) -> None:
    with pytest.raises(BadInput, match=r"not an action|is not made like this"):
        play(opened("Ann").table, action, None)


@pytest.mark.parametrize("name", ["Ann ", "a\nb", "\ud800", "x" * 101])
def test_a_player_has_a_name_that_can_be_read(name: str) -> None:
    with pytest.raises(BadInput, match=r"is no name for a player|is not made like this: .*player"):
        opened("Ann").do(Sit(2, name))


def test_nobody_sits_down_as_somebody_else() -> None:
    table = opened("Ann").table
    with pytest.raises(IllegalAction, match="because nobody sits down as somebody else"):
        play(table, Sit(2, "Ben"), player("Cid"))
    after, _ = play(table, Sit(2), player("Cid"))
    assert after.seats[2].player == "Cid"


def test_a_refusal_travels_to_another_process() -> None:
    with pytest.raises(IllegalAction) as refused:
        opened("Ann").do(Bet(1, "ante", 1))
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.offers, again.action) == (str(refused.value), refused.value.offers, Bet(1, "ante", 1))


def test_a_clause_that_a_game_does_not_name_is_asked_for_in_a_sentence() -> None:
    with pytest.raises(ImproperConfiguration, match="two-dice names no clause for 'dance'; its cites need that key"):
        Cites("two-dice", {"wave": "two-dice:1"})["dance"]


# --- The hour ---------------------------------------------------------------------------------------------------------

NOON = 1_800_000_000
A_DAY_LATER = NOON + 25 * HOUR


def at_noon() -> Table:
    """A table of cards and dice with a wager on it, ready to be dealt at noon."""
    driver = Driver(terms("pai-gow-poker"), at=NOON).duties().do(Sit(1, "Ann")).duties().do(Bet(1, "wager", 1000))
    return driver.duties().table


def test_what_it_is_too_late_for_is_not_among_the_offers_of_that_hour() -> None:
    table = at_noon()
    closing = [offer for offer in legal(table) if isinstance(offer.action, NoMoreBets)]
    assert closing
    assert all(offer in legal(table, at=NOON) for offer in closing)
    assert not any(isinstance(offer.action, NoMoreBets) for offer in legal(table, at=A_DAY_LATER))
    others = [offer for offer in legal(table) if not offer.is_late(A_DAY_LATER)]
    now = [offer for offer in legal(table, at=A_DAY_LATER) if offer.clause != "packs-poker:1.18(g)2"]
    assert now == others  # and the cards are to be changed
    dealer = Actor(Role.DEALER)
    assert not any(isinstance(offer.action, NoMoreBets) for offer in legal(table, dealer, A_DAY_LATER))
    assert view(table, dealer, A_DAY_LATER).offers == legal(table, dealer, A_DAY_LATER)


def test_a_view_of_an_hour_says_what_is_overdue() -> None:
    table = at_noon()
    assert view(table).overdue == view(table, at=NOON).overdue == ()
    assert view(table, at=A_DAY_LATER).overdue == ("red cards", "dice")
    gone, _ = play(table, Step("remove"), None, at=A_DAY_LATER)
    assert view(gone, at=A_DAY_LATER).overdue == ("dice",)


def test_a_refusal_does_not_name_what_it_is_too_late_for() -> None:
    with pytest.raises(IllegalAction, match="because the cards are due to be changed") as refused:
        play(at_noon(), NoMoreBets(), None, at=A_DAY_LATER)
    assert not any(offer.is_late(A_DAY_LATER) for offer in refused.value.offers)


def test_a_step_that_no_game_knows_is_refused_in_a_sentence() -> None:
    table = Driver(terms("high-card-flush")).duties().table
    due = replace(table, owed=(StepDue("juggle", Role.DEALER, "high-card-flush:38.4(a)"),))
    with pytest.raises(BadInput, match="juggle is no step of High Card Flush"):
        play(due, Step("juggle"), None)


def test_what_is_done_for_one_player_is_not_offered_at_the_seat_of_another() -> None:
    session = open_session("high-card-flush", seed="river")
    for seat, name in enumerate(("Ann", "Ben"), 1):
        session.sit(seat, name)
        session.do(Bet(seat, "ante", 1000))
    session.do(NoMoreBets())
    session.run()
    done = {seat: [one.action for one in at_seat(session.table, seat) if one.by == Role.SYSTEM] for seat in (1, 2)}
    assert done == {1: [Decision(1, "fold")], 2: []}


@pytest.mark.parametrize("by", Role)
def test_a_step_that_is_owed_is_for_whoever_owes_it(by: Role) -> None:
    table = Driver(terms("high-card-flush")).duties().table
    due = replace(table, owed=(StepDue("settle_difference", by, "high-card-flush:38.4(a)"),))
    may = {role for role in Role if legal(due, Actor(role))}
    above = {Role.SUPERVISOR} if by == Role.FLOORPERSON else set()
    assert may == {by} - {Role.PLAYER} | above  # at no seat it is that of whoever sits there, and nobody does


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ('{"type":"StepDue","step":"load","by":"butler","clause":""}', "butler"),
        ('{"type":"DevicesInstalled","clause":"","decks":101}', "<= 100"),
        ('{"type":"DevicesRemoved","clause":"","decks":-1}', ">= 0"),
        ('{"type":"RulesPosted","game":"","submission":{},"decks":101}', "<= 100"),
    ],
)
def test_an_event_that_no_table_could_hold_is_found_when_its_line_is_read(event: str, why: str) -> None:
    (line,) = to_lines(Driver(terms("high-card-flush")).entries, "").splitlines()
    head, _, tail = line.partition('"events":[')
    with pytest.raises(BadInput, match=f"line 1 of the log is not an entry: .*{why}"):
        list(from_lines([f'{head}"events":[{event},{tail}']))
