"""Pai Gow, clause by clause."""

from typing import Any

import pytest

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import DEAD_HAND, DEALER, place
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.pai_gow import rules
from nomorebets.games.pai_gow.deal import AROUND
from nomorebets.games.pai_gow.maths import odds
from nomorebets.games.pai_gow.rules import TilesSealed
from nomorebets.games.registry import terms
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import Played, Report, play_round
from nomorebets.rounds.session import open_session
from nomorebets.table.actions import (
    Bet,
    Coupon,
    Deal,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    Shake,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.engine import duty, legal, play, replay
from nomorebets.table.events import (
    Dealt,
    DeckReceived,
    DeckRemoved,
    HandCollected,
    HandSet,
    Moved,
    RollVoided,
    Settled,
    Shaken,
    Shuffled,
    StepDue,
    Stepped,
    TurnedUp,
)
from nomorebets.table.in_two.bank import BANK as OWN_BANK
from nomorebets.table.in_two.bank import Bank, first_after
from nomorebets.table.in_two.centre import DealerCompared
from nomorebets.table.in_two.comparing import HandCompared
from nomorebets.table.in_two.dice import DealStarts, counted
from nomorebets.table.in_two.setting import set_by_house
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, State, Table
from nomorebets.table.view import view
from tests.driving import Driver

TEXT = "pai-gow"
clause = pytest.mark.clause

DEALING = Actor(Role.DEALER)
SUPERVISOR = Actor(Role.SUPERVISOR)


def start_of(total: int, first: int) -> int:
    return counted(Table(terms=terms(TEXT), own={OWN_BANK: Bank(seat=first)}), total)


def two(text: str) -> tuple[int, int]:
    first, second = TILES.parse(text)
    return first, second


def opened(*players: str, chips: int = -1, **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(TEXT, submission)).duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name, chips))
    return driver.duties()


def dealt(*players: str, wager: int = 1000, **submission: Any) -> Driver:
    driver = opened(*players, **submission)
    for seat in tuple(driver.table.seats):
        driver.do(Bet(seat, "wager", wager))
    return driver.do(NoMoreBets()).duties()


def all_set(driver: Driver) -> Driver:
    """Every player, and the bank, asks for the house way; the dealer sets."""
    while driver.table.phase == Phase.SETTING:
        offers = [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") == "house_way"]
        if offers:
            driver.do(offers[0].action)
        driver.duties()
    return driver


def played(driver: Driver) -> Driver:
    return all_set(driver).do(Reveal()).duties()


HIGH_PAIRS = "6-6 6-6 3-6 4-5"  # pair of twelves, mixed nines
TENS = "5-5 5-5 1-3 2-2"  # pair of tens; the fours make eight
WEAK = "2-3 4-6 1-4 1-2"
MIDDLE = "4-4 5-6 3-3 1-5"
DEALER_PAIR = "3-5 2-6 1-6 3-4"  # mixed eights
LOSES = "4-6 2-2 5-5 1-3"  # to the hands above


def settle(
    hands: dict[str, str], actions: list[dict[str, Any]] | None = None, seats: dict[str, Any] | None = None, **rest: Any
) -> Report:
    """Settle a round; without more every seat has ten dollars on it and all hands are set the house way."""
    numbers = [name for name in hands if name != "dealer"]
    banker = str(rest.get("bank", rest.get("co_bank", "")))
    if seats is None:
        seats = {name: {} if name == banker else {"wager": 1000} for name in numbers}
    if actions is None:
        setters = [name for name in numbers if name != banker] + ([banker] if "bank" in rest else [])
        actions = [{"seat": int(name), "do": "house_way"} for name in setters]
    whole = play_round({"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest})
    ledger = replay(State(), whole.events).ledger
    assert all(ledger.get(account, 0) == 0 for account in ("layout", "centre", "dealers_wager"))
    assert sum(whole.report.net.values()) + whole.report.house == 0
    return whole.report


def row(report: Report, seat: int = 1) -> tuple[str, int, int, int]:
    found = [one for one in report.settled if one.seat == seat]
    assert len(found) == 1
    return found[0].result, found[0].pays, found[0].returned, found[0].commission


def setting(low: str, seat: int = 1) -> dict[str, Any]:
    return {"seat": seat, "do": "set", "low": low}


# --- 10.1, 10.2: tiles and ranking ------------------------------------------------------------------------------------


@clause("10.2(a)", "10.3(a)", "10.3(b)", "10.1 Marker", "10.1 Dead hand")
def test_the_checklist_asks_for_tiles_dice_and_markers() -> None:
    asked = {item.clause.partition(":")[2] for item in checklist(terms(TEXT))}
    assert {"10.2(a)", "10.3(a)", "10.1 Marker"} <= asked


PAIRS = [
    "2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3", "2-2 2-2", "5-6 5-6", "4-6 4-6",
    "1-6 1-6", "1-5 1-5", "3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3", "6-6 4-5", "1-1 3-6", "6-6 2-6", "1-1 4-4",
]  # fmt: skip


@clause("10.2(b)", "10.1 Supreme pair", "10.1 Matched pairs", "10.1 Mixed or unmatched pairs", "10.1 Wongs")
@clause("10.1 Gongs", "10.1 Rank or ranking")
def test_pairs_rank_as_listed_and_above_every_other_hand() -> None:
    for better, worse in zip(PAIRS, [*PAIRS[1:], "5-6 4-4"], strict=True):
        assert rules.higher(two(better), two(worse))


@clause("10.2(b)")
@pytest.mark.parametrize(("one", "other"), [("6-6 4-5", "6-6 3-6"), ("1-1 2-6", "1-1 3-5"), ("6-6 4-4", "6-6 2-6")])
def test_wongs_and_gongs_of_the_same_rank_are_equal(one: str, other: str) -> None:
    assert not rules.higher(two(one), two(other))
    assert not rules.higher(two(other), two(one))


@clause("10.2(d)", "10.2(d)1", "10.2(d)2", "10.1 Value")
def test_other_hands_are_valued_by_the_last_digit_of_their_spots() -> None:
    assert rules.in_words(two("1-1 3-3")).startswith("eight")
    assert rules.in_words(two("5-6 1-6")).startswith("eight")
    assert rules.higher(two("5-6 4-4"), two("1-1 3-3"))  # nine before eight


@clause("10.2(e)")
def test_the_three_and_the_six_of_the_supreme_pair_count_as_each_other() -> None:
    assert rules.in_words(two("1-2 3-3")).startswith("nine")  # three and six, not two
    assert rules.in_words(two("1-2 1-3")).startswith("seven")
    assert rules.in_words(two("2-4 1-5")).startswith("nine")


@clause("10.2(f)", "10.2(g)", "10.2(h)", "10.2(c)", "10.1 Copy hand")
def test_the_higher_tile_decides_between_equal_values_and_equal_tiles_are_a_copy() -> None:
    assert rules.higher(two("6-6 1-6"), two("5-5 3-6"))  # nine each: twelve before ten
    assert not rules.higher(two("5-5 3-6"), two("5-5 4-5"))
    assert not rules.higher(two("5-5 4-5"), two("5-5 3-6"))


@clause("10.2(b)", "10.2(d)")
def test_counts_over_all_hands_of_four_tiles() -> None:
    held = odds.pairs_held()
    assert sum(held.values()) == sum(odds.lines_deciding().values()) == 35_960
    assert held[20] == 435  # two of 32 tiles are the supreme pair: C(30, 2) ways to add the rest
    assert held[0] == 22_176
    assert list(odds.warnings(terms(TEXT))) == []
    assert odds.returned(None) is None  # type: ignore[arg-type]


# --- 10.3, 10.4: dice, opening, shuffle -------------------------------------------------------------------------------


@clause("10.3(c)", "10.3(a)")
def test_dice_stay_on_the_table_for_a_day_at_most() -> None:
    driver = opened("Ann", dice_change_hours=12).do(Bet(1, "wager", 1000), NoMoreBets())
    with pytest.raises(IllegalAction):
        driver.do(Shake((1, 2, 3), times=3), at=12 * HOUR + 1)
    driver.do(Shake((1, 2, 3), times=3), at=12 * HOUR)
    fresh = opened("Ann", dice_change_hours=12).do(Step("place_dice"), by=SUPERVISOR, at=13 * HOUR)
    fresh.do(Bet(1, "wager", 1000), NoMoreBets()).do(Shake((1, 2, 3), times=3), at=24 * HOUR)
    with pytest.raises(ImproperConfiguration, match="allowed: 1 to 24"):
        terms(TEXT, {"dice_change_hours": 25})


@clause("10.4(a)", "10.4(a)1", "10.4(b)", "10.4(c)", "10.1 Washing")
def test_a_table_opens_step_by_step() -> None:
    driver = Driver(terms(TEXT)).duties()
    assert driver.steps == [
        ("receive", "dealer"),
        ("inspect", "dealer"),
        ("sort_into_pairs", "dealer"),
        ("lay_side_by_side", "dealer"),
        ("examine_backs_and_sides", "dealer"),
        ("verify", "floorperson"),
        ("spread", "dealer"),
    ]
    driver.do(Sit(1, "Ann")).do(Step("show"), by=player("Ann"))
    assert isinstance(duty(driver.table).action, Shuffle)  # type: ignore[union-attr]


@clause("10.4(a)3i", "10.4(a)3ii")
def test_unsuitable_tiles_are_replaced_by_another_set() -> None:
    driver = Driver(terms(TEXT)).do(Step("receive"), by=DEALING)
    driver.at = 1000
    driver.duties(until="examine_backs_and_sides").do(Step("examine_backs_and_sides", found="a scratch"))
    assert driver.table.in_play.removed_because == "a scratch"
    _, removed_first, *due = driver.entries[-1].events
    assert isinstance(removed_first, DeckRemoved)
    assert all(isinstance(event, StepDue) for event in due)
    with pytest.raises(IllegalAction):
        play(driver.table, Step("receive"), DEALING)
    before = len(driver.entries)
    driver.duties(until="receive")
    done = [(entry.action.step, entry.by.role) for entry in driver.entries[before:] if isinstance(entry.action, Step)]
    assert done == [
        ("bring_substitute", Role.SUPERVISOR),
        ("seal", Role.DEALER),
        ("sign", Role.DEALER),
        ("countersign", Role.SUPERVISOR),
    ]
    sealed = TilesSealed(deck=0, table="table", at=1000, clause=f"{TEXT}:10.4(a)3ii")
    assert sealed in driver.events
    driver.duties()
    assert len([event for event in driver.events if isinstance(event, DeckReceived)]) == 2
    removed = Driver(terms(TEXT)).do(Step("receive")).do(Step("remove", note="chipped"), by=SUPERVISOR)
    assert removed.table.in_play.removed_because == "chipped"


@clause("10.2(a)", "10.4(a)3i")
def test_tiles_have_no_hour_and_are_changed_at_a_supervisors_word() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000))
    assert driver.table.in_play.due_at == 0
    driver.do(Step("remove", note="scratched"), by=Actor(Role.SUPERVISOR))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())


@clause("10.3(c)")
def test_no_round_begins_with_dice_that_are_due_to_be_changed() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"the dice are due to be changed \[pai-gow:10\.3\(c\)\]"):
        driver.do(NoMoreBets(), at=driver.table.dice.due_at + 1)
    driver.do(Step("place_dice"), NoMoreBets(), at=driver.table.dice.due_at + 1)


@clause("10.4(d)", "10.1 Washing")
def test_each_hand_makes_at_least_eight_circles() -> None:
    driver = opened("Ann").do(Irregularity("tile_turned_over"))
    tiles = tuple(range(32))
    for circles in (0, 7):
        with pytest.raises(BadInput, match=f"each hand makes at least 8 circles .*, not {circles}"):
            driver.do(Shuffle(0, tiles, circles=circles))
    driver.do(Shuffle(0, tiles, circles=9))
    assert [event.circles for event in driver.events if isinstance(event, Shuffled)] == [8, 9]


@clause("10.4(d)", "10.4(f)")
def test_tiles_are_washed_before_each_round_and_never_cut() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets()).duties()
    all_set(driver).do(Reveal()).duties(until="collect").do(Step("collect"), by=DEALING)
    driver.duties(until=Shuffle)
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, "wager", 1000), NoMoreBets())
    driver.duties()
    assert driver.table.in_play.stage == Stage.READY


@clause("10.4(e)")
def test_a_tile_turned_over_while_stacking_means_another_shuffle() -> None:
    driver = opened("Ann").do(Irregularity("tile_turned_over"))
    assert isinstance(duty(driver.table).action, Shuffle)  # type: ignore[union-attr]
    driver.do(Irregularity("tile_turned_over"))  # again, before it is stacked: nothing more to undo
    driver.duties().do(Bet(1, "wager", 1000), NoMoreBets())


@clause("10.4(g)")
def test_without_players_the_tiles_lie_in_pairs() -> None:
    driver = opened("Ann").do(Leave(1)).do(Step("idle"), by=DEALING)
    assert driver.table.in_play.stage == Stage.SPREAD
    closing = opened("Ann").do(Leave(1)).do(Step("close"), by=SUPERVISOR)
    assert closing.table.phase == Phase.CLOSED
    driver.do(Sit(1, "Ben")).do(Step("show"), by=player("Ben"))
    assert driver.table.phase == Phase.BETTING


# --- 10.5: wagers -----------------------------------------------------------------------------------------------------


@clause("10.5(a)")
def test_wagers_are_chips_within_the_limits_and_coupons_but_no_cash() -> None:
    driver = opened("Ann", limits={"wager": {"minimum": 500, "maximum": 2500}})
    with pytest.raises(IllegalAction, match=r"wager \$5 to \$25"):
        driver.do(Bet(1, "wager", 400))
    with pytest.raises(IllegalAction, match=r"verbal wager with cash is not accepted \[pai-gow:10\.5\(a\)\]"):
        driver.do(Bet(1, "wager", 1000, cash=True))
    driver.do(Bet(1, "wager", 1000), Coupon(1, "wager", 1000))
    coupon = {"1": {"wager": 1000, "match_play": {"wager": 500}}}
    assert row(settle({"1": HIGH_PAIRS, "dealer": WEAK}, seats=coupon)) == ("win", 1500, 1000, 75)


@clause("10.5(b)")
def test_only_seated_players_wager_and_stay_until_the_round_is_over() -> None:
    with pytest.raises(IllegalAction, match=r"nobody is seated .*10\.5\(b\)"):
        opened("Ann").do(Bet(2, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"stays until the round is complete .*10\.5\(b\)"):
        dealt("Ann").do(Leave(1))


@clause("10.5(c)")
def test_no_wager_after_no_more_bets() -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "wager", 1000), NoMoreBets())
    for late in (Bet(2, "wager", 1000), Withdraw(1, "wager")):
        with pytest.raises(IllegalAction, match=r'"No more bets" \[pai-gow:10\.5\(c\)\]'):
            driver.do(late)


# --- 10.6: dealing ----------------------------------------------------------------------------------------------------


@clause("10.6(a)", "10.6(b)", "10.6(f)")
def test_the_dice_are_shaken_after_no_more_bets_and_then_covered() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction):
        driver.do(Shake((1, 2, 3), times=3))
    driver.do(NoMoreBets())
    with pytest.raises(IllegalAction):
        driver.do(Deal())
    for wrong in ((), (1, 2), (0, 1, 2), (1, 2, 7)):
        with pytest.raises(BadInput, match="three dice show one to six each"):
            driver.do(Shake(wrong, times=3))
    driver.do(Shake((6, 5, 4), times=3), Deal())
    with pytest.raises(IllegalAction, match=r"10\.6\(f\)"):
        play(driver.table, Decision(1, "house_way"), None)
    driver.do(Step("cover_shaker"), by=Actor(Role.DEALER))
    steps = [event.step for event in driver.events if isinstance(event, Stepped)]
    assert steps[-2:] == ["announce", "cover_shaker"]


@clause("10.6(c)", "10.6(c)1", "10.6(c)2")
def test_the_start_is_counted_counterclockwise_from_the_dealer() -> None:
    assert start_of(9, DEALER) == DEALER
    assert start_of(15, DEALER) == AROUND[6] == 1  # the sixth wagering position counted from the dealer's right
    assert start_of(3, DEALER) == 5
    assert start_of(16, DEALER) == DEAD_HAND
    assert [start_of(total, 3) for total in (9, 10, 12, 13)] == [3, 2, DEAD_HAND, DEALER]


@clause("10.6(d)", "10.6(e)", "10.1 Dead hand")
def test_stacks_go_round_counterclockwise_and_unplayed_ones_to_the_dead_hand_unseen() -> None:
    driver = opened("Ann", "Ben").do(
        Bet(2, "wager", 1000), NoMoreBets(), Shake((3, 3, 1), times=3)
    )  # seven: position 1
    stack = driver.table.in_play.stack
    shaken, starts = driver.events[-2:]
    assert isinstance(shaken, Shaken)
    assert isinstance(starts, DealStarts)
    assert starts.position == 1
    driver.do(Deal())
    deals = [(event.to, event.cards) for event in driver.events if isinstance(event, Dealt)]
    around = AROUND[AROUND.index(1) :] + AROUND[: AROUND.index(1)]
    assert [to for to, _ in deals[:8]] == [place(whose) for whose in around]
    assert [cards for _, cards in deals[:8]] == [stack[n : n + 4] for n in range(0, 32, 4)]
    assert driver.table.in_play.stack == ()
    unplayed = [(place(DEAD_HAND), cards) for to, cards in deals[:8] if to in map(place, (1, 3, 4, 5, 6))]
    assert deals[8:] == unplayed  # collected when all are dealt
    assert {*driver.table.places} == {place(DEALER), place(2), place(DEAD_HAND)}
    kinds = [type(event) for event in driver.entries[-1].events]
    assert kinds.index(StepDue) == 14  # and then the shaker is to be covered


# --- 10.7: setting, surrender, settlement -----------------------------------------------------------------------------


@clause("10.7(a)", "10.7(b)", "10.1 Setting the hands", "10.1 High hand", "10.1 Second highest")
def test_players_set_two_hands_of_which_the_high_one_is_not_lower() -> None:
    report = settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting("4-5 3-6")])
    assert row(report) == ("win", 1000, 1000, 50)
    with pytest.raises(IllegalAction, match=r"offered: seat 1: set \(2 of 6-6 6-6 3-6 4-5, but not 6-6 6-6\)"):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting("6-6 6-6")])
    with pytest.raises(IllegalAction):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting("4-5 3-6"), setting("4-5 3-6")])
    with pytest.raises(IllegalAction):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting("1-1 3-6")])
    with pytest.raises(BadInput, match="low must name two tiles"):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting("4-5")])
    with pytest.raises(BadInput, match="low belongs to 'set'"):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [{"seat": 1, "do": "house_way", "low": "4-5 3-6"}])
    with pytest.raises(IllegalAction, match="a decision is missing"):
        settle({"1": HIGH_PAIRS, "dealer": WEAK}, [])


@clause("10.7(a)")
def test_either_of_two_like_tiles_may_be_named() -> None:
    for low in ("6-6 3-6", "3-6 6-6", "6-6 4-5"):
        assert row(settle({"1": HIGH_PAIRS, "dealer": WEAK}, [setting(low)]))[0] in ("win", "push")


@clause("10.7(a)", "10.7(b)")
def test_set_hands_lie_face_down_and_cannot_be_touched_again() -> None:
    driver = dealt("Ann", "Ben")
    driver.do(Decision(1, "house_way"))
    assert set(view(driver.table, player("Ben")).cards(place(1))) == {"??"}
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "house_way"))


@clause("10.7(c)", "10.7(g)")
def test_the_dealer_sets_after_all_players_and_hands_are_exposed_from_the_right() -> None:
    driver = dealt("Ann", "Ben", "Cid")
    with pytest.raises(IllegalAction):
        driver.do(Step("set_dealer"), by=DEALING)
    all_set(driver)
    assert "??" not in view(driver.table).cards(place(DEALER))
    before = len(driver.events)
    driver.do(Reveal())
    assert [event.place for event in driver.events[before:] if isinstance(event, TurnedUp)] == [place(3)]
    driver.duties(until="pay")
    turned = [event.place for event in driver.events[before:] if isinstance(event, TurnedUp)]
    assert turned == [place(3), place(2), place(1)]


@clause("10.7(d)", "10.7(d)1", "10.7(d)2", "10.7(d)3", "10.7(d)4")
@pytest.mark.parametrize(
    ("hand", "high", "line"),
    [
        ("2-4 1-2 6-6 6-6", "2-4 1-2", "supreme pair"),
        ("6-6 4-5 1-1 3-4", "6-6 4-5", "wong or gong"),
        ("5-5 4-5 3-3 1-2", "5-5 4-5", "worth nine"),  # nine either way: the ten outranks the six
        ("6-6 4-6 1-6 5-6", "6-6 1-6", "worth nine"),
        ("2-4 4-4 1-6 3-4", "2-4 4-4", "highest ranking tile"),
    ],
)
def test_the_dealers_hands_are_set_by_the_rules_of_the_text(hand: str, high: str, line: str) -> None:
    chosen = set_by_house(terms(TEXT), TILES.parse(hand))
    assert line in chosen[2]
    assert sorted(TILES.text(chosen[1]).split()) == sorted(TILES.text(TILES.parse(high)).split())


@clause("10.7(e)")
def test_the_licensee_may_file_exceptions_to_the_house_way() -> None:
    exceptions = [{"say": "Whatever is lawful, the best low hand.", "play": "any_setting", "prefer": ["low_hand"]}]
    usual = set_by_house(terms(TEXT), TILES.parse(HIGH_PAIRS))
    filed = set_by_house(terms(TEXT, {"house_way_exceptions": exceptions}), TILES.parse(TENS))
    assert "10.7(d)" in usual[3]
    assert filed[2:] == ("Whatever is lawful, the best low hand.", "10.7(e)")
    for wrong in ({"house_way": "moon"}, {"house_way_exceptions": [{"say": "x", "play": "moon"}]}):
        with pytest.raises(ImproperConfiguration, match=r"house_way"):
            terms(TEXT, wrong)
    with pytest.raises(BadInput, match="a hand has 4 tiles, not 2"):
        set_by_house(terms(TEXT), two("6-6 6-6"))


@clause("10.7(f)", "10.7(f)1", "10.7(f)2")
def test_a_player_may_surrender_after_the_dealer_has_set_and_before_the_hands_are_exposed() -> None:
    report = settle({"1": HIGH_PAIRS, "dealer": WEAK}, [{"seat": 1, "do": "house_way"}, {"seat": 1, "do": "surrender"}])
    assert row(report) == ("lose", 0, 0, 0)
    driver = dealt("Ann", "Ben")
    with pytest.raises(IllegalAction):
        driver.do(Decision(1, "surrender"))
    all_set(driver).do(Decision(1, "surrender"))
    assert set(view(driver.table, player("Ben")).cards(place(1))) == {"??"}
    driver.do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "surrender"))


@clause("10.7(f)", "10.7(c)")
def test_a_script_may_go_seat_by_seat() -> None:
    hands = {"1": WEAK, "2": HIGH_PAIRS, "3": TENS}
    by_seat = [
        {"seat": 1, "do": "house_way"},
        {"seat": 1, "do": "surrender"},
        {"seat": 2, "do": "house_way"},
        {"seat": 3, "do": "house_way"},
    ]
    seats = {"1": {"wager": 1000}, "2": {}, "3": {"wager": 1000}}
    assert settle(hands, by_seat, seats, bank=2).net["1"] == -1000
    with pytest.raises(IllegalAction):  # but nobody surrenders a hand that is not set
        settle({"1": WEAK, "dealer": TENS}, [by_seat[1], by_seat[0]])


@clause("10.7(h)")
def test_a_wager_loses_when_neither_hand_is_higher() -> None:
    report = settle({"1": WEAK, "dealer": HIGH_PAIRS})
    assert row(report) == ("lose", 0, 0, 0)
    assert report.settled[0].clause == f"{TEXT}:10.7(h)"


@clause("10.7(h)", "10.7(i)", "10.1 Copy hand", "10.2(c)", "10.2(h)")
def test_copies_go_to_the_dealer() -> None:
    high_copy = settle({"1": "6-6 4-5 5-6 3-3", "dealer": "6-6 3-6 1-3 2-3"})  # wong against wong, seven below nine
    assert row(high_copy)[0] == "lose"
    low_copy = settle({"1": "6-6 6-6 5-5 4-5", "dealer": "1-1 1-1 5-5 3-6"})
    assert row(low_copy)[0] == "push"
    both = settle({"1": "5-5 4-5 4-6 1-6", "dealer": "5-5 3-6 4-6 1-6"})
    assert row(both) == ("lose", 0, 0, 0)


@clause("10.7(i)", "10.7(i)1", "10.7(i)2", "10.1 Push")
def test_one_higher_hand_is_a_push() -> None:
    by_high = settle({"1": "6-6 6-6 4-6 5-6", "dealer": "5-5 5-5 4-5 2-6"}, [setting("4-6 5-6")])
    assert row(by_high) == ("push", 0, 1000, 0)
    assert by_high.settled[0].clause == f"{TEXT}:10.7(i)1"
    by_low = settle({"1": "5-6 4-4 1-1 3-4", "dealer": "6-6 6-6 4-6 2-2"}, [setting("4-4 5-6")])
    assert row(by_low) == ("push", 0, 1000, 0)
    assert by_low.settled[0].clause == f"{TEXT}:10.7(i)2"


@clause("10.7(j)", "10.7(k)")
def test_both_hands_higher_win_even_money_less_vigorish_after_all_hands_are_exposed() -> None:
    report = settle({"1": HIGH_PAIRS, "2": "4-6 2-2 5-5 1-3", "dealer": DEALER_PAIR})
    assert [one.seat for one in report.settled] == [2, 1]  # the loser is collected first
    assert report.net == {"1": 950, "2": -1000}
    assert report.settled[1].clause == f"{TEXT}:10.7(j)"


@clause("10.7(h)", "10.7(i)1")
@pytest.mark.parametrize(("reading", "result"), [("loses", "push"), ("compares", "win")])
def test_a_low_hand_worth_zero_never_wins_unless_read_otherwise(reading: str, result: str) -> None:
    switch = {"zero_low_hand": reading}
    copied = {"1": "6-6 6-6 5-5 4-6", "dealer": "1-3 1-3 4-6 5-5"}  # zero against zero, the same tens
    assert row(settle(copied, [setting("5-5 4-6")], submission=switch))[0] == "push"
    higher_tile = {"1": "6-6 6-6 5-5 4-6", "dealer": "5-6 5-6 2-2 3-3"}  # zero against zero, ten above six
    assert row(settle(higher_tile, [setting("5-5 4-6")], submission=switch))[0] == result
    pair = {"1": "6-6 6-6 5-5 5-5", "dealer": "5-6 5-6 2-2 3-3"}  # tens are a pair, whatever their spots add up to
    assert row(settle(pair, [setting("5-5 5-5")], submission=switch))[0] == "win"


@clause("10.7(k)")
@pytest.mark.parametrize(
    ("won", "plain", "quarters"),
    [(1000, 50, 50), (1010, 51, 75), (100, 5, 25), (500, 25, 25), (501, 26, 50), (0, 0, 0)],
)
def test_vigorish_is_five_per_cent_and_may_be_rounded_up_to_quarters(won: int, plain: int, quarters: int) -> None:
    assert vigorish(won, "none") == plain
    assert vigorish(won, "quarter") == quarters
    if won:
        seats = {"1": {"wager": won}}
        report = settle({"1": HIGH_PAIRS, "dealer": WEAK}, None, seats, submission={"vigorish_rounding": "quarter"})
        assert row(report) == ("win", won, won, quarters)


@clause("10.7(l)")
def test_tiles_are_collected_in_order_after_the_settlement() -> None:
    driver = played(dealt("Ann", "Ben"))
    assert driver.table.phase == Phase.BETTING
    assert driver.table.dealer == ()


# --- 10.8: bank and co-bank -------------------------------------------------------------------------------------------


def bank_offers(driver: Driver) -> list[Offer]:
    return [offer for offer in legal(driver.table) if getattr(offer.action, "do", "") in ("bank", "co_bank", "pass")]


def after_a_round(*players: str, **submission: Any) -> Driver:
    return played(dealt(*players, **submission))


@clause("10.8(a)", "10.8(b)")
def test_nobody_banks_at_the_start_of_the_game_or_where_it_is_not_offered() -> None:
    assert bank_offers(opened("Ann")) == []
    assert bank_offers(after_a_round("Ann", banking=False)) == []
    driver = after_a_round("Ann", "Ben")
    assert bank_offers(driver)
    driver.do(Leave(1), Leave(2), Step("idle"), Sit(1, "Ann")).duties()
    assert bank_offers(driver) == []


@clause("10.8(c)", "10.1 Marker")
def test_the_bank_is_offered_counterclockwise_from_the_dealers_right() -> None:
    driver = after_a_round("Ann", "Ben", "Cid")
    asked = []
    while offers := bank_offers(driver):
        action = offers[-1].action
        assert isinstance(action, Decision)
        asked.append(action.seat)
        with pytest.raises(IllegalAction):
            driver.do(NoMoreBets())
        driver.do(Decision(action.seat, "pass"))
    assert asked == [3, 2, 1]
    driver.do(Bet(1, "wager", 1000), NoMoreBets())


def one_banked_round(driver: Driver) -> int:
    """The first player who is asked banks, the others wager; who was it?"""
    action = bank_offers(driver)[0].action
    assert isinstance(action, Decision)
    driver.do(Decision(action.seat, "bank"))
    for seat in tuple(driver.table.seats):
        if seat != action.seat:
            driver.do(Bet(seat, "wager", 1000))
    played(driver.do(NoMoreBets()).duties())
    return action.seat


@clause("10.8(c)")
def test_the_first_offer_rotates_and_nobody_banks_twice_running() -> None:
    driver = after_a_round(*"ABCDEF")
    banked = [one_banked_round(driver) for _ in range(6)]
    assert banked == [6, 5, 4, 3, 2, 1]
    assert bank_offers(driver) == []  # the offer has come back to the dealer
    for seat in range(1, 7):
        driver.do(Bet(seat, "wager", 1000))
    played(driver.do(NoMoreBets()).duties())
    assert one_banked_round(driver) == 6


@clause("10.8(c)")
def test_whoever_banked_last_is_passed_over() -> None:
    driver = after_a_round("Ann", "Ben")
    driver.do(Decision(2, "pass"), Decision(1, "bank"), Bet(2, "wager", 1000), NoMoreBets()).duties()
    played(driver)
    assert {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)} == {2}
    assert bank_offers(driver.do(Decision(2, "pass"))) == []


@clause("10.8(d)")
def test_a_bank_must_have_wagered_against_the_dealer_and_cover_the_others() -> None:
    driver = opened("Ann", "Ben", chips=5000).do(Bet(1, "wager", 1000), NoMoreBets())
    played(driver.duties())
    assert {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)} == {1}  # seat 2 did not wager
    driver.do(Bet(2, "wager", 100_000))
    assert [getattr(offer.action, "do", "") for offer in bank_offers(driver)] == ["pass"]
    driver.do(Withdraw(2, "wager"), Decision(1, "bank"), Bet(2, "wager", 100_000))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.do(Withdraw(2, "wager"), Bet(2, "wager", 1000), NoMoreBets())


@clause("10.8(d)")
@pytest.mark.parametrize(("reading", "covered"), [("with_dealers_wager", False), ("players_only", True)])
def test_whether_the_cover_includes_the_dealers_wager_is_a_reading(reading: str, *, covered: bool) -> None:
    hands = {"1": HIGH_PAIRS, "2": WEAK, "dealer": TENS}
    file: dict[str, Any] = {
        "seats": {"1": {"wager": 1000}, "2": {"chips": 1500}},
        "actions": [{"seat": 2, "do": "dealer_wager", "amount": 1000}],
        "submission": {"bank_cover": reading},
    }
    file["actions"] += [{"seat": 1, "do": "house_way"}, {"seat": 2, "do": "house_way"}]
    if covered:
        assert settle(hands, bank=2, **file).net["2"] == -2000
    else:
        with pytest.raises(IllegalAction):
            settle(hands, bank=2, **file)


@clause("10.8(d)", "10.10(a)")
def test_a_bank_wagers_nowhere() -> None:
    driver = after_a_round("Ann", "Ann", "Ben")
    driver.do(Decision(3, "pass"), Decision(2, "bank"))
    for action in (Bet(1, "wager", 1000), Bet(2, "wager", 1000)):
        with pytest.raises(IllegalAction):
            driver.do(action)
    with pytest.raises(BadInput, match="seat 2 banks, so it has no wager of its own"):
        settle({"1": WEAK, "2": HIGH_PAIRS}, seats={"1": {"wager": 1000}, "2": {"wager": 1000}}, bank=2)
    driver = after_a_round("Ann", "Ben").do(Bet(2, "wager", 1000))
    assert [getattr(offer.action, "do", "") for offer in bank_offers(driver)] == ["pass"]  # with a wager lying


@clause("10.7(c)", "10.8(n)", "10.8(m)", "10.6(e)")
def test_the_bank_shakes_sets_last_and_the_dealer_without_a_wager_has_no_hand() -> None:
    driver = after_a_round("Ann", "Ben")
    driver.do(Decision(2, "bank"), Decision(2, "dealer_wager"), Bet(1, "wager", 1000), NoMoreBets()).duties()
    assert [event.seat for event in driver.events if isinstance(event, Shaken)] == [0, 2]
    assert driver.table.dealer == ()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "house_way"))
    driver.do(Decision(1, "house_way"), Decision(2, "house_way")).duties()
    assert "??" not in view(driver.table, player("Ann")).cards(place(2))


BANK = 2


@clause("10.8(o)", "10.8(r)", "10.8(n)")
def test_a_bank_with_a_surplus_pays_winners_from_the_centre_and_vigorish_on_the_rest() -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": "4-6 2-2 5-5 1-3"}
    seats = {"1": {"wager": 1000}, "2": {}, "3": {"wager": 3000}}
    report = settle(hands, seats=seats, bank=BANK)
    assert report.net == {"1": 950, "2": 1900, "3": -3000}
    assert report.house == 150
    assert row(report) == ("win", 1000, 1000, 50)


@clause("10.8(o)")
def test_a_bank_with_a_shortfall_pays_the_rest_itself() -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": "4-6 2-2 5-5 1-3"}
    seats = {"1": {"wager": 3000}, "2": {"chips": 10_000}, "3": {"wager": 1000}}
    assert settle(hands, seats=seats, bank=BANK).net == {"1": 2850, "2": -2000, "3": -1000}


@clause("10.8(o)", "10.8(p)")
@pytest.mark.parametrize("bank", ["bank", "co_bank"])
def test_what_is_missing_is_collected_from_the_bank_when_the_centre_is_exhausted(bank: str) -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": LOSES, "4": "2-4 1-2 1-1 1-1"}
    seats = {"1": {"wager": 3000}, "2": {"chips": 10_000}, "3": {"wager": 1000}, "4": {"wager": 1000}}
    setters = [{"seat": seat, "do": "house_way"} for seat in ((1, 3, 4, 2) if bank == "bank" else (1, 3, 4))]
    events = set_as(hands, seats, setters, **{bank: BANK}).events
    won = [at for at, event in enumerate(events) if isinstance(event, Settled) and event.result == "win"]
    moved = [at for at, event in enumerate(events) if isinstance(event, Moved) and event.to == "centre"]
    assert [events[at].seat for at in won] == [4, 1]  # type: ignore[attr-defined]
    assert won[0] < moved[0] <= moved[-1] < won[1]
    assert sum(events[at].amount for at in moved) == 3000  # type: ignore[attr-defined]


@clause("10.8(o)")
def test_a_bank_that_pushes_with_everybody_neither_wins_nor_loses() -> None:
    hands = {"1": "6-6 6-6 4-6 5-6", "2": "5-5 5-5 4-5 2-6"}
    actions = [setting("4-6 5-6"), {"seat": 2, "do": "house_way"}]
    assert settle(hands, actions, {"1": {"wager": 1000}, "2": {}}, bank=BANK).net == {"1": 0, "2": 0}


@clause("10.8(n)", "10.8(o)", "10.8(q)")
@pytest.mark.parametrize(
    ("dealer", "bank_net", "house"),
    [
        ("2-4 1-2 1-1 1-1", -1500 - 2000, 2000 + 75),  # the dealer wins, and pays no vigorish
        ("2-4 1-2 5-5 4-6", -1500, 75),  # one hand higher: the wager goes back
        ("2-3 4-6 1-4 5-6", -1500 + 2000 - 25, -2000 + 75 + 25),  # the dealer loses into the centre
    ],
)
def test_the_dealers_wager_against_the_bank_is_won_pushed_or_lost(dealer: str, bank_net: int, house: int) -> None:
    hands = {"1": "6-6 6-6 3-6 4-5", "2": "3-5 2-6 1-6 3-4", "dealer": dealer}
    seats = {"1": {"wager": 1500}, "2": {}}
    actions = [
        {"seat": 2, "do": "dealer_wager", "amount": 2000},
        {"seat": 1, "do": "house_way"},
        {"seat": 2, "do": "house_way"},
    ]
    report = settle(hands, actions, seats, bank=BANK)
    assert report.net == {"1": 1500 - 75, "2": bank_net}
    assert report.house == house


@clause("10.8(n)")
def test_the_dealer_wagers_what_the_bank_last_wagered_unless_it_directs_less_or_nothing() -> None:
    driver = after_a_round("Ann", "Ben", wager=2000).do(Decision(2, "bank"), Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction):  # the dealer has not laid it yet
        play(driver.table, NoMoreBets(), None)
    driver.do(Step("dealers_wager"), by=DEALING)
    assert driver.table.ledger["dealers_wager"] == 2000
    with pytest.raises(IllegalAction, match=r"dealer_wager \$0 to \$20"):
        driver.do(Decision(2, "dealer_wager", 2001))
    driver.do(Decision(2, "dealer_wager", 500)).duties()
    assert driver.table.ledger["dealers_wager"] == 500
    driver.do(Decision(2, "dealer_wager"), NoMoreBets()).duties()
    assert driver.table.ledger["dealers_wager"] == 0
    assert driver.table.dealer == ()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "dealer_wager", 500))


@clause("10.8(n)")
def test_of_two_wagers_the_larger_with_its_coupon_is_what_the_dealer_wagers() -> None:
    driver = opened("Ann", "Ann", "Ben").do(Bet(1, "wager", 1000), Bet(2, "wager", 1200), Coupon(1, "wager", 700))
    played(driver.do(NoMoreBets()).duties())
    driver.do(Decision(2, "bank"), Bet(3, "wager", 1000), NoMoreBets())
    assert driver.table.ledger["dealers_wager"] == 1700


@clause("10.8(n)")
@pytest.mark.parametrize(
    ("last", "directed", "net"),
    [(2000, None, -2000), (2000, 500, -500), (2000, 0, 0), (None, None, 0), (0, None, 0), (None, 700, -700)],
)
def test_in_a_round_file_the_bank_says_what_it_last_wagered(last: int | None, directed: int | None, net: int) -> None:
    seats = {"1": {"wager": 1000}, "2": {} if last is None else {"last_wager": last}}
    hands = {"1": "2-4 1-2 5-5 4-6", "2": DEALER_PAIR, "dealer": HIGH_PAIRS}  # a push, and the dealer wins
    actions = [{"seat": 1, "do": "set", "low": "5-5 4-6"}, {"seat": 2, "do": "house_way"}]
    if directed is not None:
        actions.insert(0, {"seat": 2, "do": "dealer_wager", "amount": directed})
    assert settle(hands, actions, seats, bank=BANK).net["2"] == net
    if last and directed is None:
        with pytest.raises(IllegalAction, match=r"dealer_wager \$0 to \$20"):
            settle(hands, [{"seat": 2, "do": "dealer_wager", "amount": 2001}, *actions], seats, bank=BANK)


@clause("10.8(n)")
def test_a_last_wager_is_only_said_of_a_bank_and_in_cents() -> None:
    file: dict[str, Any] = {"game": TEXT, "bank": 2, "hands": {}, "seats": {"1": {"wager": 1000}, "2": {}}}
    with pytest.raises(BadInput, match=r"seat 1: last_wager says what a bank wagered before"):
        play_round({**file, "seats": {"1": {"wager": 1000, "last_wager": 5}, "2": {}}})
    with pytest.raises(BadInput, match=r"seat 2: last_wager must be a whole number of cents, not 'x'"):
        play_round({**file, "seats": {"1": {"wager": 1000}, "2": {"last_wager": "x"}}})


@clause("10.8(n)", "10.8(o)")
def test_a_bank_may_play_against_the_dealer_alone() -> None:
    driver = after_a_round("Ann").do(Decision(1, "bank"), Decision(1, "dealer_wager"))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    before = driver.table.ledger["player:Ann"]
    driver.do(Decision(1, "dealer_wager", 1000), NoMoreBets()).duties()
    played(driver)
    assert driver.table.ledger["player:Ann"] - before in (-1000, 0, 950)


@clause("10.8(p)", "10.8(a)")
@pytest.mark.parametrize(
    ("one", "three", "bank_net", "house"),
    [
        (1000, 3021, 1011 - 51, 50 + 51 + 1010),  # a surplus of 20.21: 10.10 for the house, the rest less vigorish
        (3001, 1000, -1000, 151 - 1001),  # a shortfall of 20.01: the house bears the odd cent
        (1000, 1000, 0, 50),
        (1000, 1001, 0, 50 + 1),  # a cent over: the bank's, and the vigorish on it takes it
        (1001, 1000, 0, 51 - 1),
    ],
)
def test_a_co_bank_goes_half_and_half_with_the_house(one: int, three: int, bank_net: int, house: int) -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": "4-6 2-2 5-5 1-3"}
    seats = {"1": {"wager": one}, "2": {"chips": 100_000}, "3": {"wager": three}}
    report = settle(hands, seats=seats, co_bank=BANK)
    assert settle({**hands, "dealer": WEAK}, seats=seats, co_bank=BANK).net == report.net  # known, but not played
    assert report.net["2"] == bank_net
    assert report.house == house


@clause("10.8(p)", "10.7(k)")
def test_vigorish_never_takes_more_than_there_is() -> None:
    report = settle(
        {"1": HIGH_PAIRS, "2": DEALER_PAIR, "3": "4-6 2-2 5-5 1-3"},
        seats={"1": {"wager": 1000}, "2": {}, "3": {"wager": 1001}},
        co_bank=BANK,
        submission={"vigorish_rounding": "quarter"},
    )
    assert report.net["2"] == 0


@clause("10.8(d)")
@pytest.mark.parametrize(
    ("chips", "reading", "enough"),
    [
        (500, "with_dealers_wager", True),
        (499, "with_dealers_wager", False),
        (1000, "players_only", True),
        (999, "players_only", False),
    ],
)
def test_a_co_bank_covers_half_or_all_by_reading(chips: int, reading: str, *, enough: bool) -> None:
    file: dict[str, Any] = {"seats": {"1": {"wager": 1000}, "2": {"chips": chips}}, "co_bank": BANK}
    file["submission"] = {"bank_cover": reading}
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR}
    if enough:
        assert settle(hands, **file).net["2"] == -500
    else:
        with pytest.raises(IllegalAction):
            settle(hands, **file)


@clause("10.6(b)")
def test_dice_that_do_not_come_from_the_committed_seed_are_found_out() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets())
    shown = driver.filled(legal(driver.table)[0])
    assert isinstance(shown, Shake)
    driver.do(Shake((*shown.dice[:2], shown.dice[2] % 6 + 1), times=3))
    with pytest.raises(BadInput, match="is not the one committed to"):
        played(driver.duties())


@clause("10.8(p)", "10.7(c)")
def test_the_dealer_sets_a_co_banks_hand_and_does_not_wager_against_it() -> None:
    driver = after_a_round("Ann", "Ben").do(Decision(2, "co_bank"))
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "dealer_wager", 100))
    driver.do(Bet(1, "wager", 1000), NoMoreBets()).duties()
    driver.do(Decision(1, "house_way")).duties()
    assert [event.place for event in driver.events if isinstance(event, HandSet)][-1] == place(2)
    without = after_a_round("Ann", "Ben", co_banking=False)
    assert [getattr(offer.action, "do", "") for offer in bank_offers(without)] == ["bank", "pass"]


@clause("10.8(o)")
def test_a_surrendered_wager_goes_to_the_centre_where_a_player_banks() -> None:
    actions = [
        {"seat": 1, "do": "house_way"},
        {"seat": 2, "do": "house_way"},
        {"seat": 1, "do": "surrender"},
    ]
    assert settle({"1": WEAK, "2": HIGH_PAIRS}, actions, {"1": {"wager": 1000}, "2": {}}, bank=BANK).net["2"] == 950


@clause("10.8(c)")
def test_bank_and_pass_may_be_written_as_actions() -> None:
    hands = {"1": WEAK, "2": HIGH_PAIRS, "dealer": TENS}
    seats = {"1": {"wager": 1000}, "2": {"wager": 1000}}
    passing = [{"seat": 1, "do": "house_way"}, {"seat": 2, "do": "house_way"}]
    early = [{"seat": 2, "do": "pass"}, {"seat": 1, "do": "pass"}]
    assert settle(hands, [*early, *passing], seats).net == settle(hands, passing, seats).net


@clause("10.8(c)")
@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"bank": 9}, "bank = 9 is no seat of this round"),
        ({"bank": True}, "bank = True is no seat"),
        ({"bank": []}, r"bank = \[\] is no seat"),
        ({"meters": {"progressive": {}}}, "meters has no key 'progressive'"),
        ({"bank": 1, "co_bank": 2}, "one bank or one co-bank, not both"),
    ],
)
def test_a_bank_that_cannot_be_is_refused(keys: dict[str, Any], complaint: str) -> None:
    seats = {"1": {}, "2": {}} if "co_bank" in keys else {"1": {"wager": 1000}}
    file = {"game": TEXT, "seats": {**seats, "3": {"wager": 1000}}, "hands": {}, **keys}
    if keys == {"bank": True}:
        file["seats"] = {"1": {}}
    with pytest.raises(BadInput, match=complaint):
        play_round(file)


# --- 10.8: whose right it is, and what lies ---------------------------------------------------------------------------


def asked(driver: Driver) -> set[int]:
    """The seats that are offered the bank."""
    return {getattr(offer.action, "seat", 0) for offer in bank_offers(driver)}


@clause("10.8(c)", "10.8(d)")
def test_no_player_banks_two_rounds_running_from_another_chair() -> None:
    driver = after_a_round("Ann", "Ben", "Ben")
    driver.do(Decision(3, "bank"), Bet(1, "wager", 1000))
    played(driver.do(NoMoreBets()).duties())
    assert asked(driver) == {1}  # neither of Ben's positions
    driver.do(Leave(3), Sit(5, "Ben"))
    assert asked(driver) == {1}
    driver.do(Decision(1, "pass"), Bet(5, "wager", 1000))
    played(driver.do(NoMoreBets()).duties())
    assert {driver.table.seats[seat].player for seat in asked(driver)} == {"Ben"}  # and now Ben may again


@clause("10.8(d)")
def test_the_right_to_bank_goes_with_the_player_and_not_with_the_chair() -> None:
    driver = after_a_round("Ann", "Ben").do(Leave(2), Sit(2, "Cid"))
    assert asked(driver) == {1}  # Cid wagered against nobody
    driver.do(Leave(1), Sit(4, "Ann"))
    assert asked(driver) == {4}
    driver.do(Decision(4, "pass"), Leave(4), Sit(1, "Ann"))
    assert asked(driver) == set()  # and has passed, at any chair


@clause("10.8(d)")
def test_who_sat_out_the_last_round_against_the_dealer_does_not_bank() -> None:
    driver = after_a_round("Ann", "Ben")
    driver.do(Decision(2, "pass"), Decision(1, "pass"), Bet(1, "wager", 1000), NoMoreBets())
    assert asked(played(driver.duties())) == {1}


@clause("10.8(b)", "10.4(a)3i")
def test_after_another_set_came_in_mid_session_nobody_banks_the_first_round() -> None:
    driver = after_a_round("Ann", "Ben").do(Step("remove"), by=SUPERVISOR)
    assert asked(driver) == {2}  # the old set had been played with
    driver.duties()
    assert bank_offers(driver) == []
    played(driver.do(Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets()).duties())
    assert asked(driver) == {2}


@clause("10.8(b)")
def test_a_bank_that_was_taken_before_another_set_came_is_given_up() -> None:
    driver = after_a_round("Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000)).duties()
    assert driver.table.ledger["dealers_wager"] == 1000
    driver.do(Step("remove"), by=SUPERVISOR).duties()
    assert driver.table.ledger["dealers_wager"] == 0
    assert bank_offers(driver) == []
    driver.do(Bet(2, "wager", 1000), NoMoreBets())
    assert asked(played(driver.duties())) == {2}
    late = dealt("Ann", "Ben")  # another set may not come while one is being played with
    with pytest.raises(IllegalAction):
        late.do(Step("remove"), by=SUPERVISOR)


@clause("10.8(c)")
@pytest.mark.parametrize(("rotation", "banks"), [("positions", [6, 2, 1, 2, 1]), ("players", [6, 2, 1, 0, 6])])
def test_the_first_offer_moves_on_by_positions_or_by_players(rotation: str, banks: list[int]) -> None:
    driver = Driver(terms(TEXT, {"bank_rotation": rotation})).duties()
    driver.do(Sit(6, "Ann"), Sit(2, "Ben"), Sit(1, "Cid")).duties()
    for seat in (1, 2, 6):
        driver.do(Bet(seat, "wager", 1000))
    played(driver.do(NoMoreBets()).duties())
    found = []
    for _ in banks:
        found.append(one_banked_round(driver) if bank_offers(driver) else 0)
        if not found[-1]:
            for seat in (1, 2, 6):
                driver.do(Bet(seat, "wager", 1000))
            played(driver.do(NoMoreBets()).duties())
    assert found == banks


@clause("10.8(c)")
def test_with_nobody_there_the_offer_by_players_stays_with_the_dealer() -> None:
    driver = after_a_round("Ann", "Ann", "Ben", bank_rotation="players")
    assert [first_after(driver.table, first) for first in (0, 3, 2, 1)] == [3, 2, 0, 0]  # two positions, one player
    empty = after_a_round("Ann", bank_rotation="players").do(Leave(1))
    assert first_after(empty.table, 0) == 0


@clause("10.8(d)", "10.8(o)")
@pytest.mark.parametrize(
    ("by", "bank_net", "house", "chips"), [("bank", -1500, 75, 1500), ("house", -1000, -425, 1000)]
)
def test_what_a_coupon_wins_is_paid_and_covered_by_the_bank_or_the_house(
    by: str, bank_net: int, house: int, chips: int
) -> None:
    hands = {"1": HIGH_PAIRS, "2": DEALER_PAIR}
    file: dict[str, Any] = {"bank": BANK, "submission": {"coupons_paid_by": by}}
    for enough in (chips, chips - 1):
        seats = {"1": {"wager": 1000, "match_play": {"wager": 500}}, "2": {"chips": enough}}
        if enough == chips:
            report = settle(hands, seats=seats, **file)
            assert (report.net, report.house) == ({"1": 1425, "2": bank_net}, house)
        else:
            with pytest.raises(IllegalAction):
                settle(hands, seats=seats, **file)


@clause("10.8(d)")
def test_the_dealer_wagers_no_more_than_the_bank_covers_and_refuses_one_that_cannot_cover_the_others() -> None:
    driver = opened("Ann", "Ben", chips=5000).do(Bet(1, "wager", 2000), Bet(2, "wager", 1500), NoMoreBets())
    played(driver.duties())
    driver.do(Decision(2, "bank")).duties()
    at_hand = driver.table.at_hand(driver.table.seats[2])
    assert driver.table.ledger["dealers_wager"] == 1500
    driver.do(Bet(1, "wager", at_hand - 600)).duties()
    assert driver.table.ledger["dealers_wager"] == 600
    with pytest.raises(IllegalAction):
        driver.do(Step("refuse_bank"), by=DEALING)
    driver.do(Withdraw(1, "wager"), Bet(1, "wager", at_hand + 1))
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.do(Step("refuse_bank"), by=DEALING)
    assert driver.table.ledger["dealers_wager"] == 0
    assert asked(driver) == {1}
    driver.do(Decision(1, "pass"), NoMoreBets())


@clause("10.10(b)", "10.5(a)")
def test_a_coupon_counts_with_the_chips_where_two_wagers_are_compared() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "wager", 1000), Bet(2, "wager", 1400), Coupon(1, "wager", 500))
    driver.do(NoMoreBets()).duties()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "house_way"))
    driver.do(Decision(1, "house_way"))
    seats = {"1": {"wager": 1000, "player": "Ann", "match_play": {"wager": 500}}, "2": {"wager": 1400, "player": "Ann"}}
    actions = [{"seat": 2, "do": "house_way"}, {"seat": 1, "do": "house_way"}]
    settle({"1": HIGH_PAIRS, "2": "4-6 2-2 5-5 1-3", "dealer": DEALER_PAIR}, actions, seats)


# --- 10.7(g)-(l), 10.8(n)-(q): one hand after the other ---------------------------------------------------------------


def set_as(hands: dict[str, str], seats: dict[str, Any], actions: list[dict[str, Any]], **rest: Any) -> Played:
    return play_round({"game": TEXT, "seats": seats, "hands": hands, "actions": actions, **rest})


def happened(played: Played, *kinds: type) -> list[tuple[str, int, str]]:
    """Events of these kinds: their names, seats or places, and results or clauses."""
    return [
        (type(event).__name__, getattr(event, "seat", 0), getattr(event, "result", getattr(event, "clause", "")))
        for event in played.events
        if isinstance(event, kinds)
    ]


@clause("10.7(g)", "10.7(h)", "10.7(i)", "10.7(j)", "10.7(l)")
def test_losers_and_pushes_are_settled_and_collected_as_they_are_exposed_and_winners_when_they_are_paid() -> None:
    hands = {"1": LOSES, "2": HIGH_PAIRS, "3": "1-1 1-1 4-6 5-6", "dealer": DEALER_PAIR}
    actions = [setting("4-6 5-6", 3), {"seat": 1, "do": "house_way"}, {"seat": 2, "do": "house_way"}]
    played = set_as(hands, {name: {"wager": 1000} for name in "123"}, actions)
    at = f"{TEXT}:10.7"
    assert happened(played, HandCompared, Settled, HandCollected) == [
        ("HandCompared", 3, "push"),
        ("Settled", 3, "push"),
        ("HandCollected", 3, f"{at}(i)1"),
        ("HandCompared", 2, "win"),
        ("HandCompared", 1, "lose"),
        ("Settled", 1, "lose"),
        ("HandCollected", 1, f"{at}(h)"),
        ("Settled", 2, "win"),
        ("HandCollected", 2, f"{at}(l)"),
    ]
    by_entry = [[type(event).__name__ for event in entry.events] for entry in played.entries]
    assert [events[0] for events in by_entry[-4:]] == ["TurnedUp", "TurnedUp", "TurnedUp", "Stepped"]


@clause("10.7(f)", "10.7(g)")
def test_a_player_may_surrender_until_that_players_own_hand_is_exposed() -> None:
    driver = all_set(dealt("Ann", "Ben", "Cid")).do(Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(3, "surrender"))
    driver.do(Decision(1, "surrender"), Reveal())
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "surrender"))
    assert duty(driver.table).action == Step("pay")  # type: ignore[union-attr]


@clause("10.7(f)2", "10.7(f)1")
def test_surrendered_tiles_are_taken_face_down_and_stay_unseen() -> None:
    driver = all_set(dealt("Ann", "Ben")).do(Decision(1, "surrender"))
    assert driver.events[-1] == HandCollected(1, f"{TEXT}:10.7(f)2")
    assert driver.table.seats[1].settled["wager"].result == "lose"
    driver.do(Reveal()).duties(until="collect")
    assert set(view(driver.table, player("Ben")).cards(place(1))) == {"??"}
    assert place(1) not in [event.place for event in driver.events if isinstance(event, TurnedUp)]


@clause("10.8(n)", "10.8(o)", "10.8(q)")
def test_the_dealers_wager_is_judged_before_the_players_and_a_win_lies_until_it_is_paid() -> None:
    hands = {"1": LOSES, "2": DEALER_PAIR, "3": HIGH_PAIRS, "dealer": "2-4 1-2 1-1 1-1"}
    seats = {"1": {"wager": 1000}, "2": {"last_wager": 2000}, "3": {"wager": 500}}
    actions = [{"seat": seat, "do": "house_way"} for seat in (1, 3, 2)]
    played = set_as(hands, seats, actions, bank=BANK)
    moves = [event for event in played.events if isinstance(event, Moved | Settled | DealerCompared | HandCompared)]
    told = [
        (type(event).__name__, getattr(event, "result", "") or (getattr(event, "origin", ""), getattr(event, "to", "")))
        for event in moves
    ]
    assert told == [
        ("Moved", ("inventory", "dealers_wager")),
        ("DealerCompared", "win"),
        ("HandCompared", "win"),
        ("HandCompared", "lose"),
        ("Settled", "lose"),  # into the centre, before anybody is paid
        ("Settled", "win"),
        ("Moved", ("player:seat 2", "centre")),  # which is exhausted now
        ("Moved", ("centre", "dealers_wager")),
        ("Moved", ("dealers_wager", "inventory")),  # this amount and the original wager
    ]
    assert isinstance(moves[-1], Moved)
    assert (moves[-1].amount, moves[-1].clause) == (4000, f"{TEXT}:10.8(q)")
    assert played.report.net == {"1": -1000, "2": -1500, "3": 475}


@clause("10.8(n)", "10.2(h)", "10.1 Copy hand")
@pytest.mark.parametrize(("reading", "bank_net"), [("bank", 950), ("dealer", -1000)])
def test_who_wins_copies_between_dealer_and_bank_is_a_reading(reading: str, bank_net: int) -> None:
    hands = {"1": "6-6 6-6 1-5 3-3", "2": "5-5 4-5 4-6 1-6", "dealer": "5-5 3-6 4-6 1-6"}
    actions = [setting("1-5 3-3"), {"seat": 2, "do": "house_way"}]
    seats = {"1": {"wager": 100}, "2": {"last_wager": 1000}}
    report = settle(hands, actions, seats, bank=BANK, submission={"dealers_copies": reading})
    assert report.net == {"1": 0, "2": bank_net}


@clause("10.8(p)", "10.7(c)")
def test_a_co_banks_hand_is_set_by_the_house_way_or_by_reading_by_the_player() -> None:
    hands = {"1": "6-6 6-6 5-6 1-5", "2": "5-5 4-5 3-3 1-2"}
    seats = {"1": {"wager": 1000}, "2": {}}
    one = [setting("5-6 1-5")]
    by_house = set_as(hands, seats, one, co_bank=BANK)
    (lying,) = [event for event in by_house.events if isinstance(event, HandSet) and event.place == place(2)]
    assert {*TILES.text(lying.low).split()} == {"3-3", "1-2"}
    assert lying.clause == f"{TEXT}:10.8(p)"
    submission = {"co_bank_set_by": "player"}
    with pytest.raises(IllegalAction, match="a decision is missing"):
        set_as(hands, seats, one, co_bank=BANK, submission=submission)
    by_player = set_as(hands, seats, [*one, setting("4-5 1-2", 2)], co_bank=BANK, submission=submission)
    assert (by_house.report.net["2"], by_player.report.net["2"]) == (0, -500)


@clause("10.8(p)")
@pytest.mark.parametrize(("bears", "surplus", "short"), [("house", 1001 - 51, -500), ("co_bank", 1000 - 50, -501)])
def test_who_bears_a_co_banks_odd_cent_is_a_reading(bears: str, surplus: int, short: int) -> None:
    for wager, net, hand in ((2001, surplus, LOSES), (1001, short, HIGH_PAIRS)):
        report = settle(
            {"1": hand, "2": DEALER_PAIR},
            seats={"1": {"wager": wager}, "2": {}},
            co_bank=BANK,
            submission={"odd_cent": bears},
        )
        assert report.net["2"] == net


@clause("10.7(k)")
def test_a_fraction_of_a_cent_counts_whole_or_not_at_all() -> None:
    for rounding, fee in (("none", 51), ("down", 50)):
        seats = {"1": {"wager": 1001}}
        report = settle({"1": HIGH_PAIRS, "dealer": WEAK}, seats=seats, submission={"vigorish_rounding": rounding})
        assert row(report)[3] == fee
    down: dict[str, Any] = {"submission": {"vigorish_rounding": "down", "limits": {"wager": {"minimum": 1}}}}
    small = settle({"1": LOSES, "2": DEALER_PAIR}, seats={"1": {"wager": 19}, "2": {}}, bank=BANK, **down)
    assert small.net["2"] == 19  # nothing is taken of a surplus that small


# --- 10.3-10.6, 10.9: steps with what was observed --------------------------------------------------------------------


@clause("10.6(a)", "10.8(m)", "10.6(f)")
def test_the_shaker_is_shaken_three_times_and_once_more_when_it_is_covered() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets())
    with pytest.raises(BadInput, match=r"the shaker is shaken at least 3 times, not 2") as refused:
        driver.do(Shake((1, 2, 3), times=2))
    assert refused.value.clause == f"{TEXT}:10.6(a)"
    driver.do(Shake((1, 2, 3), times=5), Deal()).owed()
    covered = [event for event in driver.events if isinstance(event, Stepped) and event.step == "cover_shaker"]
    assert [event.clause for event in covered] == [f"{TEXT}:10.6(f)"]
    banked = after_a_round("Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000), NoMoreBets())
    banked.do(Step("bank_shakes", seat=2), by=player("Ben"))
    for times in (0, 1):
        with pytest.raises(BadInput, match=f"at least 3 times, not {times}"):
            banked.do(Shake((1, 2, 3), times=times))
    banked.duties()
    covered = [event for event in banked.events if isinstance(event, Stepped) and event.step == "cover_shaker"]
    assert covered[-1].clause == f"{TEXT}:10.8(m)"


@clause("10.3(b)")
def test_the_shaker_is_the_dealers_and_no_players() -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets())
    for action in (Shake((1, 2, 3), times=3), Step("place_dice")):
        with pytest.raises(IllegalAction):
            driver.do(action, by=player("Ann"))
    driver.do(Shake((1, 2, 3), times=3), by=DEALING)


@clause("10.3(c)")
def test_dice_that_are_a_day_old_are_changed_even_after_no_more_bets() -> None:
    late = 24 * HOUR + 1
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets())
    with pytest.raises(IllegalAction, match="the dice are due to be changed"):
        driver.do(Shake((1, 2, 3), times=3), at=late)
    driver.do(Step("place_dice"), by=SUPERVISOR, at=late)
    driver.do(Shake((1, 2, 3), times=3), Deal(), at=late)
    session = open_session(TEXT, seed="old dice")
    session.sit(1, "Ann")
    session.do(Bet(1, "wager", 1000))
    session.do(NoMoreBets())
    session.at = late
    session.play_out()
    assert session.table.phase == Phase.BETTING


@clause("10.8(a)")
def test_a_bank_that_lifts_the_lid_shakes_again() -> None:
    driver = after_a_round("Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000), NoMoreBets())
    driver.do(Irregularity("lid_lifted_by_bank", 2), by=DEALING)
    assert driver.events[-1] == RollVoided(f"{TEXT}:10.8(a)")
    driver.do(Step("bank_shakes", seat=2)).do(Irregularity("lid_lifted_by_bank", 2), by=DEALING)
    with pytest.raises(IllegalAction, match="offered: bank_shakes"):
        driver.do(Shake((1, 2, 3), times=3))
    driver.do(Step("bank_shakes", seat=2), Shake((1, 2, 3), times=3))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("lid_lifted_by_bank", 2))
    with pytest.raises(IllegalAction):
        opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets(), Irregularity("lid_lifted_by_bank", 1))


@clause("10.4(a)", "10.4(a)1", "10.4(a)2", "10.4(a)3", "10.4(a)3i", "10.4(a)3ii")
@pytest.mark.parametrize(
    ("step", "seen", "number"),
    [
        ("sort_into_pairs", {"count": 15}, "10.4(a)1"),
        ("sort_into_pairs", {"count": 16, "found": "two gees and no joon"}, "10.4(a)1"),
        ("lay_side_by_side", {"found": "one tile is larger"}, "10.4(a)2"),
        ("examine_backs_and_sides", {"found": "a scratch"}, "10.4(a)3"),
    ],
)
def test_a_set_is_sorted_laid_side_by_side_and_examined_and_another_comes_if_it_is_amiss(
    step: str, seen: dict[str, Any], number: str
) -> None:
    driver = Driver(terms(TEXT)).duties(until=step)
    (offer,) = [one for one in legal(driver.table) if getattr(one.action, "step", "") == step]
    assert offer.clause == f"{TEXT}:{number}"
    with pytest.raises(IllegalAction):
        play(driver.table, Step("verify"), None)
    if step == "sort_into_pairs":
        with pytest.raises(BadInput, match="needs the number that was counted"):
            driver.do(Step(step), by=DEALING)
    driver.do(Step(step, **seen), by=DEALING)
    assert driver.table.in_play.removed_because == seen.get("found", "15 pairs instead of 16")
    driver.duties()
    assert len([event for event in driver.events if isinstance(event, DeckReceived)]) == 2
    assert driver.table.phase == Phase.IDLE


@clause("10.9(c)", "10.9(e)")
@pytest.mark.parametrize("kind", ["wrong_total", "unplayed_tile_exposed"])
def test_what_is_found_when_the_dealer_has_set_or_hands_lie_open_voids_all_of_them(kind: str) -> None:
    driver = all_set(dealt("Ann", "Ben", "Cid")).do(Reveal(), Reveal(), Irregularity(kind))
    assert [seat.settled["wager"].result for seat in driver.table.seats.values()] == ["void"] * 3
    assert {name: amount for name, amount in driver.table.ledger.items() if amount} == {}
    assert isinstance(duty(driver.duties(until=Shuffle).table).action, Shuffle)  # type: ignore[union-attr]
    banked = after_a_round(*"ABC").do(Decision(3, "bank"), Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets())
    before = dict(banked.table.ledger)
    all_set(banked.duties()).do(Reveal(), Reveal(), Irregularity(kind))
    players = {name: amount for name, amount in banked.table.ledger.items() if name.startswith("player:")}
    assert all(amount == before[name] + (1000 if name[-1] in "AB" else 0) for name, amount in players.items())
    assert all(banked.table.ledger.get(name, 0) == 0 for name in ("centre", "dealers_wager", "layout"))


@clause("10.9(f)")
def test_tiles_that_the_dealer_laid_otherwise_than_submitted_are_reset_before_any_hand_is_exposed() -> None:
    driver = dealt("Ann").do(Decision(1, "house_way"))
    by_house = set_by_house(driver.terms, driver.table.dealer)[0]
    other = tuple(tile for tile in driver.table.dealer if tile not in by_house)
    with pytest.raises(BadInput, match="a low hand has two tiles, not 1"):
        driver.do(Step("set_dealer", found=TILES.names[other[0]]), by=DEALING)
    same = Driver(driver.terms)
    same.table = driver.table
    assert same.do(Step("set_dealer", found=TILES.text(by_house)), by=DEALING).table.owed == ()
    driver.do(Step("set_dealer", found=TILES.text(other)), by=DEALING)
    assert driver.table.at(place(DEALER)).low == other
    with pytest.raises(IllegalAction):
        play(driver.table, Reveal(), None)
    driver.do(Step("reset_hands"), by=DEALING)
    assert {*driver.table.at(place(DEALER)).low} == {*by_house}
    assert driver.events[-1].clause == f"{TEXT}:10.9(f)"  # type: ignore[attr-defined]
    driver.do(Reveal())


# --- 10.9, 10.10: irregularities and two areas ------------------------------------------------------------------------


def irregular(kind: str, **more: object) -> dict[str, object]:
    return {"do": "irregularity", "kind": kind, **more}


@clause("10.9(a)", "10.9(b)")
@pytest.mark.parametrize("kind", ["dice_not_flat", "dice_fell_out"])
def test_no_roll_is_shaken_again(kind: str) -> None:
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets(), Irregularity(kind))
    assert isinstance(duty(driver.table).action, Shake)  # type: ignore[union-attr]
    played(driver.duties())  # the seed that is shown afterwards fits the second shake
    report = settle({"1": WEAK, "dealer": TENS}, [irregular(kind), {"seat": 1, "do": "house_way"}])
    assert report.void is None
    driver = opened("Ann").do(Bet(1, "wager", 1000), NoMoreBets(), Shake((1, 2, 3), times=3))
    with pytest.raises(IllegalAction):
        driver.do(Irregularity(kind))


@clause("10.9(c)", "10.9(e)")
@pytest.mark.parametrize(
    ("kind", "number"),
    [("wrong_total", "10.9(c)"), ("tile_exposed", "10.9(e)"), ("unplayed_tile_exposed", "10.9(e)")],
)
def test_all_hands_are_void_and_the_dealers_wager_goes_back(kind: str, number: str) -> None:
    report = settle({"1": WEAK, "dealer": TENS}, [irregular(kind)])
    assert report.void
    assert report.void["clause"] == f"{TEXT}:{number}"
    assert row(report) == ("void", 0, 1000, 0)
    banked = settle(
        {"1": WEAK, "2": HIGH_PAIRS, "dealer": TENS},
        [{"seat": 2, "do": "dealer_wager", "amount": 500}, irregular(kind)],
        {"1": {"wager": 1000}, "2": {}},
        bank=BANK,
    )
    assert banked.net == {"1": 0, "2": 0}


@clause("10.9(d)")
def test_a_player_whose_tile_the_dealer_exposes_may_void_the_hand() -> None:
    hands = {"1": WEAK, "2": HIGH_PAIRS, "dealer": TENS}
    exposed = irregular("players_tile_exposed", seat=1)
    rest = [{"seat": 2, "do": "house_way"}]
    void = settle(hands, [exposed, {"seat": 1, "do": "void"}, *rest])
    assert row(void, 1) == ("void", 0, 1000, 0)
    assert void.net["2"] == 950
    play = settle(hands, [exposed, {"seat": 1, "do": "play"}, {"seat": 1, "do": "house_way"}, *rest])
    assert row(play, 1)[0] == "lose"
    with pytest.raises(IllegalAction, match=r"offered: seat 1: play \[pai-gow:10\.9\(d\)\]"):
        settle(hands, [exposed, {"seat": 1, "do": "house_way"}, *rest])
    with pytest.raises(IllegalAction):
        settle(hands, [{"seat": 1, "do": "house_way"}, exposed, *rest])


@clause("10.9(f)")
def test_hands_that_the_dealer_set_wrongly_are_set_again() -> None:
    driver = all_set(dealt("Ann")).do(Irregularity("dealer_set_wrongly"))
    settings = [event for event in driver.events if isinstance(event, HandSet) and event.place == place(DEALER)]
    assert settings[0].low == settings[1].low
    assert settings[1].clause == f"{TEXT}:10.9(f)"
    banked = after_a_round("Ann", "Ben").do(Decision(2, "bank"), Bet(1, "wager", 1000), NoMoreBets()).duties()
    all_set(banked).do(Irregularity("dealer_set_wrongly"), Reveal())  # no hand of the dealer's in play


@clause("10.10(a)")
def test_a_player_may_wager_on_two_adjacent_areas() -> None:
    driver = opened("Ann", "Ann", "Ann").do(Bet(1, "wager", 1000))
    with pytest.raises(IllegalAction, match=r"10\.10\(a\)"):
        driver.do(Bet(3, "wager", 1000))
    driver.do(Bet(2, "wager", 1000))
    with pytest.raises(IllegalAction):
        opened("Ann", "Ann", positions_per_player=1).do(Bet(1, "wager", 1000), Bet(2, "wager", 1000))


@clause("10.10(b)")
def test_of_two_hands_the_one_with_the_larger_wager_is_set_first() -> None:
    driver = opened("Ann", "Ann").do(Bet(1, "wager", 2000), Bet(2, "wager", 1000), NoMoreBets()).duties()
    with pytest.raises(IllegalAction):
        driver.do(Decision(2, "house_way"))
    driver.do(Decision(1, "house_way"), Decision(2, "house_way"))
    equal = opened("Ann", "Ann").do(Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets()).duties()
    with pytest.raises(IllegalAction):  # of equal wagers the first counterclockwise
        equal.do(Decision(1, "house_way"))
    seats = {name: {"wager": 1000, "player": "Ann"} for name in ("1", "2")}
    report = settle(
        {"1": HIGH_PAIRS, "2": "4-6 2-2 5-5 1-3", "dealer": DEALER_PAIR},
        [{"seat": 2, "do": "house_way"}, {"seat": 1, "do": "house_way"}],
        seats,
    )
    assert report.net == {"1": 950, "2": -1000}


@clause("10.7(a)", "10.8(c)", "10.9(d)")
def test_whoever_lets_the_time_run_out_has_the_hand_set_by_the_house_way_and_passes_the_bank() -> None:
    def answer(driver: Driver, seat: int) -> tuple[str, str]:
        """What is done for the player; it has to be on offer."""
        decision, said = driver.unanswered(seat)
        driver.do(decision)
        return decision.do, said

    driver = dealt("Ann", "Ben", exposed_after_looking="asked")
    assert answer(driver, 1) == ("house_way", f"{TEXT}:10.7(b)")
    driver.do(driver.exposed("players_tile_exposed", 2))
    assert answer(driver, 2) == ("play", f"{TEXT}:10.9(d)")
    assert answer(driver, 2) == ("house_way", f"{TEXT}:10.7(b)")
    played(driver.duties())
    assert answer(driver, 2) == ("pass", f"{TEXT}:10.8(c)")
    driver.do(Decision(1, "bank"), Bet(2, "wager", 1000), NoMoreBets()).duties()
    assert answer(driver, 2) == answer(driver, 1) == ("house_way", f"{TEXT}:10.7(b)")  # the bank's hand, too


# --- Round files ------------------------------------------------------------------------------------------------------


@clause("10.6(c)", "10.6(d)")
def test_a_stack_is_dealt_from_where_the_dice_say() -> None:
    stack = " ".join(TILES.names)
    file: dict[str, Any] = {
        "game": TEXT,
        "seats": {"6": {"wager": 1000}},
        "stack": stack,
        "dice": [3, 3, 3],
        "actions": [{"seat": 6, "do": "house_way"}],
    }
    hands = play_round(file).report.hands
    assert hands == {"dealer": TILES.text(range(4)), "6": TILES.text(range(4, 8))}
    for wrong, complaint in (
        ({"dice": None}, "dice must be a list"),
        ({"dice": [1, 2]}, "three dice show one to six each"),
        ({"dice": [1, 2, "x"]}, "a die must be a number"),
    ):
        with pytest.raises(BadInput, match=complaint):
            play_round({**file, **wrong})
    with pytest.raises(BadInput, match="a stack needs 'dice'"):
        play_round({name: value for name, value in file.items() if name != "dice"})


@clause("10.5(a)")
def test_a_settled_wager_is_settled_once() -> None:
    driver = played(dealt("Ann", "Ben"))
    assert len([event for event in driver.events if isinstance(event, Settled)]) == 2
