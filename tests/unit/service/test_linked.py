"""Meters that tables share, exact to the cent: in any interleaving, and with several processes at once."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import BadInput, Unknown
from nomorebets.service import recording
from nomorebets.service.commands import HouseSteps
from nomorebets.service.linked import as_shared, decided, shared
from nomorebets.service.meters import adjusted
from nomorebets.service.policy import Policy
from nomorebets.service.reconciling import reconciled
from nomorebets.store.deeds import MeterAdjusted, MeterLinked, MeterOpened, deeds, record
from nomorebets.store.keeping import history
from nomorebets.store.record import body_of
from nomorebets.store.replaying import replayed
from nomorebets.store.rows import HOUSE
from nomorebets.store.verify import verified
from nomorebets.table.actions import Action, Bet, Decision, Irregularity, NoMoreBets, ReadMeter, Sit, Step
from nomorebets.table.dealer import faultless
from nomorebets.table.engine import duty, play
from nomorebets.table.events import Settled
from nomorebets.table.ledger import meter
from nomorebets.table.roles import SYSTEM, Actor, Role, player
from nomorebets.table.view import view
from tests.unit.service.linked_house import HANDS, LINKS, MAIN, SECONDARY, Hand

START = 1_000_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Hand]:
    made = Hand(tmp_path)
    yield made
    made.close()


def holds(hand: Hand) -> None:
    """Every meter is what its movements make, every movement has its entry, and no table's account has run away."""
    with hand.store.reading() as unit:
        found = reconciled(unit)
        for one in unit.meters.all():
            assert one.cents == sum(entry.delta for entry in unit.meters.entries(one.id)) >= 0
    assert [one.faults for one in found] == [()] * len(found)


def settled(hand: Hand, number: int) -> dict[str, Settled]:
    """How each wager at a table was settled the last time."""
    with hand.store.reading() as unit:
        entries = history(unit, hand.keys, number, hand.table(number).terms.game.play)
    return {one.wager: one for entry in entries for one in entry.events if isinstance(one, Settled)}


def paid(hand: Hand, number: int) -> int:
    return settled(hand, number)["progressive"].pays


def test_what_one_table_adds_another_wins(house: Hand) -> None:
    first, second = house.open(), house.open()
    house.seated(first, second)
    assert house.cents() == {"jackpot": START, "reserve": 0}
    house.round(first, "nothing")
    house.round(second, "nothing")
    assert house.cents() == {"jackpot": START + 48, "reserve": 4}
    assert house.table(first).ledger[MAIN] == START + 24  # nobody has told it since
    house.round(first, "share")
    assert paid(house, first) == (START + 72) // 10
    house.round(second, "whole")
    assert paid(house, second) == START + 96 - (START + 72) // 10
    reset = house.table(first).terms.submission.reset_minimum
    assert house.cents() == {"jackpot": max(reset, 8), "reserve": 0}
    holds(house)
    lines = house.export()
    assert verified(lines).leaves
    assert [one.by_other_rules for one in replayed(lines)] == [0, 0]


def test_a_share_of_a_meter_that_others_have_filled_is_of_what_it_holds(house: Hand) -> None:
    first, second = house.open(), house.open()
    house.seated(first, second)
    house.round(first, "whole")
    for _ in range(3):
        house.round(second, "nothing")
    house.round(first, "share")
    assert paid(house, first) == house.cents()["jackpot"] // 9  # a tenth of what it was
    holds(house)


def test_the_display_is_read_only_where_it_matters(house: Hand) -> None:
    first, second = house.open(), house.open()
    house.seated(first, second)
    house.round(second, "nothing")
    before = house.table(first).version
    house.loaded(first, "nothing")
    loaded = house.table(first)
    assert loaded.version > before
    assert MAIN not in loaded.ledger
    house.bet(first)
    house.finished(first)
    with house.store.reading() as unit:
        bodies = [body_of(row.body) for row in unit.tables.entries(first)]
    read = [body for body in bodies if isinstance(body.action, ReadMeter)]
    assert {body.action.meter for body in read if isinstance(body.action, ReadMeter)} == {MAIN, SECONDARY}
    assert {body.by for body in read} == {SYSTEM}
    assert len(read) == 2


OPS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from([*HANDS, "void"])), min_size=4, max_size=14)


@settings(max_examples=15)
@given(OPS)
def test_in_any_interleaving_shared_meters_are_what_the_entries_make(ops: list[tuple[int, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hand = Hand(Path(folder))
        tables = [hand.open() for _ in range(3)]
        hand.seated(*tables)
        betting: dict[int, str] = {}
        for at, wins in ops:
            number = tables[at]
            if number not in betting:
                betting[number] = wins
                hand.loaded(number, "whole" if wins == "void" else wins)
                hand.bet(number)
            elif betting.pop(number) == "void":
                hand.duties(number)
                hand.act(number, Decision(1, "raise", 1000))
                hand.act(number, Irregularity("wrong_number_of_cards", 1))
                hand.duties(number)
            else:
                hand.finished(number)
            holds(hand)
        lines = hand.export()
        assert verified(lines).leaves
        assert all(not one.by_other_rules for one in replayed(lines))
        hand.close()


# --- Several processes at once ----------------------------------------------------------------------------------------


def at_once(*works: Callable[[], None]) -> None:
    """All of these in threads that begin together."""
    ready = threading.Barrier(len(works))

    def begun(work: Callable[[], None]) -> None:
        ready.wait()
        work()

    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(begun, work) for work in works]:
            done.result(120)


def test_no_cent_is_lost_between_processes(database: Callable[[], str], tmp_path: Path) -> None:
    url = database()
    hands = [Hand(tmp_path, url), Hand(tmp_path, url)]
    crossed = {MAIN: "second jackpot", SECONDARY: "second reserve"}
    tables = [[hand.open(), hand.open(crossed), hand.open()] for hand in hands]
    for hand, own in zip(hands, tables, strict=True):
        hand.seated(*own)

    def plays(hand: Hand, numbers: list[int], kinds: list[str]) -> Callable[[], None]:
        def play() -> None:
            for wins in kinds:
                for number in numbers:
                    hand.round(number, wins)

        return play

    kinds = ["nothing", "share", "whole", "nothing", "share"]
    at_once(
        *(plays(hand, own[:1], kinds) for hand, own in zip(hands, tables, strict=True)),
        *(plays(hand, own[1:], kinds[::-1]) for hand, own in zip(hands, tables, strict=True)),
    )
    holds(hands[0])
    with hands[0].store.reading() as unit:
        moved = {one.name: one.version for one in unit.meters.all()}
    assert moved["jackpot"] > 4 * len(kinds)
    lines = hands[0].export()
    assert verified(lines).leaves
    assert [one.by_other_rules for one in replayed(lines)] == [0] * 6
    for hand in hands:
        hand.close()


def test_of_two_tables_that_win_at_once_the_second_gets_what_is_left(
    database: Callable[[], str], tmp_path: Path
) -> None:
    url = database()
    hands = [Hand(tmp_path, url), Hand(tmp_path, url)]
    numbers = [hand.open() for hand in hands]
    for hand, number in zip(hands, numbers, strict=True):
        hand.seated(number)
        hand.loaded(number, "whole")
        hand.bet(number)
        hand.duties(number)
    at_once(
        *(lambda hand=hand, number=number: hand.finished(number) for hand, number in zip(hands, numbers, strict=True))
    )
    holds(hands[0])
    with hands[0].store.reading() as unit:
        jackpot = unit.meters.named("jackpot")
        assert jackpot
        wins = [one for one in unit.meters.entries(jackpot.id) if one.delta < 0 or one.version > 3]
    first, second = wins[0].table_id, next(number for number in numbers if number != wins[0].table_id)
    payouts = {number: paid(hands[0], number) for number in numbers}
    assert payouts[first] == START + 48
    assert payouts[second] == wins[0].after < START
    for hand in hands:
        hand.close()


def to_contribute(hand: Hand, number: int) -> Action:
    """A wager lies at a table, and the next thing that the dealer does adds to its meters."""
    hand.loaded(number, "nothing")
    hand.bet(number)
    hand.act(number, Step("lock_progressive"))
    hand.act(number, Step("gather_progressive"))
    return Step("verify_progressive", count=1)


def test_all_meters_of_a_unit_are_locked_at_once_and_in_order(house: Hand) -> None:
    """Else two processes that each record something at two tables could wait for each other's meters."""
    first, second = house.open(), house.open({MAIN: "second jackpot", SECONDARY: "second reserve"})
    other = house.open({MAIN: "third jackpot", SECONDARY: "third reserve"})
    house.seated(first, second, other)
    step = to_contribute(house, second)
    with house.store.unit() as unit:
        unit.tables.locked([first, second])
        made = decided(unit, house.writer.running(second), lambda table: play(table, step, Actor(Role.DEALER)))
        names = [one.name for one in unit.meters.held.values()]
    assert [type(entry.action) for _, entry in made] == [ReadMeter, Step]
    assert names == ["jackpot", "reserve", "second jackpot", "second reserve"]


def test_tables_that_run_by_themselves_share_meters_too(house: Hand) -> None:
    hurried = Policy(pause_seconds=0, betting_seconds=0, deciding_seconds=0)
    tables = [house.open(policy=hurried) for _ in range(2)]
    for number in (*tables, *tables):
        steps = HouseSteps(number, 0, without_pause=True)
        house.writer.ask(steps).result(20)
        if not house.table(number).seats:
            house.act(number, Sit(1, "Ann", 100_000))
            house.writer.ask(steps).result(20)
        for bet in (Bet(1, "ante", 1000), Bet(1, "progressive", 100)):
            house.act(number, bet)
        house.writer.ask(steps).result(20)
    assert [house.table(number).rounds for number in tables] == [2, 2]
    with house.store.reading() as unit:
        assert [one.version for one in unit.meters.all()] >= [5, 5]
    holds(house)
    lines = house.export()
    assert verified(lines).seeds == 4
    assert [one.by_other_rules for one in replayed(lines)] == [0, 0]


# --- Where a meter decides without being moved ------------------------------------------------------------------------


@pytest.mark.parametrize(("on_the_meter", "payer"), [(5_000_000, meter("five_card", "main")), (0, "inventory")])
def test_whoever_is_paid_more_by_the_meter_is_so_as_it_is_by_now(house: Hand, on_the_meter: int, payer: str) -> None:
    """A royal flush is paid by its printed row while the meter holds less, and then nothing of it names the meter."""
    number = house.open({meter("five_card", "main"): "diamonds"}, {"five_card": "progressive:C"}, "packs-poker")
    set_to(house, "diamonds", 5_000_000 - on_the_meter)
    house.seated(number)
    house.duties(number, (*CARDS.parse("Ad Kd Qd Jd Td"), *WITHOUT_ROYAL))
    for bet in (Bet(1, "pack_1", 1000), Bet(1, "five_card_1", 500)):
        house.act(number, bet)
    while not any(account.startswith("meter") for account in house.table(number).ledger):  # until it is registered
        due = duty(house.table(number))
        house.act(number, faultless(house.table(number), due.action) if due else NoMoreBets())
    set_to(house, "diamonds", on_the_meter)
    house.duties(number)
    assert settled(house, number)["five_card_1"].payer == payer
    holds(house)


WITHOUT_ROYAL = tuple(card for card in range(52) if card not in CARDS.parse("Ad Kd Qd Jd Td"))


def set_to(hand: Hand, name: str, cents: int) -> None:
    with hand.store.unit() as unit:
        adjusted(unit, name, cents, "Cara", "Dan", "counted by hand", 5)


# --- Opening, linking, adjusting --------------------------------------------------------------------------------------


def test_what_the_house_places_on_a_meter_is_a_deed(house: Hand) -> None:
    number = house.open()
    house.open()
    with house.store.reading() as unit:
        done = [deed.action for deed in deeds(unit)]
        key = next(row.key for row in unit.tables.all() if row.id == number)
    assert [one for one in done if isinstance(one, MeterOpened)] == [
        MeterOpened("jackpot", START),
        MeterOpened("reserve", 0),
    ]
    assert MeterLinked("jackpot", key, MAIN, "tests") in done
    assert sum(isinstance(one, MeterLinked) for one in done) == 4
    holds(house)


@pytest.mark.parametrize(
    ("links", "submission", "game", "sentence"),
    [
        ({"meter:ante:main": "x"}, {"progressive": "A"}, "", r"no meter 'meter:ante:main' that .*; it has meter:prog"),
        ({MAIN: "x", SECONDARY: "y"}, {}, "what-the-flush", "it has none"),
        ({MAIN: "x"}, {"progressive": "A"}, "", "linked together; meter:progressive:secondary is missing"),
        ({MAIN: "x", SECONDARY: "x"}, {"progressive": "A"}, "", "two of them have the same"),
        (
            {MAIN: "reserve", SECONDARY: "jackpot"},
            {"progressive": "A"},
            "",
            "cannot be meter:progressive:secondary",
        ),
        ({MAIN: "jackpot"}, {"progressive": "percentage"}, "lunar-poker", "it cannot be meter:progressive:main of lun"),
        (LINKS, {"progressive": "C"}, "", "'jackpot' is linked to tables with another pay table for progressive"),
    ],
)
def test_what_does_not_belong_together_is_not_linked(
    house: Hand, links: dict[str, str], submission: dict[str, object], game: str, sentence: str
) -> None:
    house.open()
    with pytest.raises(BadInput, match=sentence):
        house.open(links, submission, game)


def test_a_meter_is_adjusted_by_two_people(house: Hand) -> None:
    number = house.open()
    house.seated(number)
    with house.store.unit() as unit:
        with pytest.raises(BadInput, match="Cara cannot approve what they have asked for"):
            adjusted(unit, "jackpot", 5, "Cara", "Cara", "", 5)
        with pytest.raises(BadInput, match="cannot hold -1 cents"):
            adjusted(unit, "jackpot", -1, "Cara", "Dan", "", 5)
        with pytest.raises(Unknown, match="there is no meter 'jackpott'"):
            adjusted(unit, "jackpott", 5, "Cara", "Dan", "", 5)
        assert adjusted(unit, "jackpot", 2_000_000, "Cara", "Dan", "the display was wrong", 5).cents == 2_000_000
        last = deeds(unit)[-1]
    assert last.action == MeterAdjusted("jackpot", START, 2_000_000, "Cara", "the display was wrong")
    assert last.by == "Dan"
    house.round(number, "share")
    assert paid(house, number) == 200_002
    holds(house)


def test_people_are_shown_what_a_meter_holds_and_would_pay(house: Hand) -> None:
    first, second = house.open(), house.open()
    house.seated(first, second)
    house.round(first, "nothing")
    house.round(second, "nothing")
    house.loaded(first, "nothing")
    house.act(first, Bet(1, "ante", 1000))
    house.act(first, Bet(1, "progressive", 100))
    with house.store.reading() as unit:
        now = shared(unit, first)
    assert now == {MAIN: START + 48, SECONDARY: 4}
    table = house.table(first)
    assert view(table).meters == {MAIN: START + 24, SECONDARY: 2}
    seen = view(as_shared(table, now), player("Ann"))
    assert seen.meters == now
    assert seen.seats[1].wins["progressive"]["7 Card Straight Flush"] == START + 48 - 100
    assert as_shared(table, {}) is table


# --- What does not agree is found -------------------------------------------------------------------------------------


def faults(hand: Hand) -> list[str]:
    with hand.store.reading() as unit:
        return [sentence for one in reconciled(unit) for sentence in one.faults]


def test_a_meter_that_was_changed_in_the_database_is_found(house: Hand) -> None:
    house.open()
    with house.store.unit() as unit:
        unit.meters.on.run("UPDATE meter SET cents = cents + 1 WHERE name = ?", "jackpot")
    assert faults(house) == [f"it holds {START + 1} cents at version 1; 1 movements make {START}"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ((1, 3, 0, 99, 5, START + 5), "movement 2 is missing"),
        ((1, 2, 0, 99, 5, START + 6), f"after movement 2 it held {START + 6} cents; the movements make {START + 5}"),
        ((1, 2, 0, 99, -START - 1, -1), "after movement 2 it held less than nothing"),
    ],
)
def test_movements_that_do_not_follow_each_other_are_found(house: Hand, row: tuple[int, ...], sentence: str) -> None:
    house.open()
    with house.store.unit() as unit:
        unit.meters.on.run("INSERT INTO meter_entry VALUES (?, ?, ?, ?, ?, ?)", *row)
    assert sentence in faults(house)


def moved_by(hand: Hand, table: int, version: int) -> None:
    with hand.store.unit() as unit:
        jackpot = unit.meters.named("jackpot")
        assert jackpot
        unit.meters.move(jackpot, 5, table, version)


def test_a_movement_without_an_entry_is_found(house: Hand) -> None:
    number, other = house.open(), house.open({}, {})
    key = house.writer.running(number).row.key
    moved_by(house, number, 77)
    moved_by(house, HOUSE, 77)
    moved_by(house, other, 1)
    assert faults(house) == [
        "the house moved it by 5 cents without deed 77",
        f"it was moved by entry 77 of table {key}, which there is not",
        f"it was moved by table {other}, which is not linked to it",
    ]


def test_a_deed_without_a_movement_is_found(house: Hand) -> None:
    house.open()
    with house.store.unit() as unit:
        version = record(unit, MeterAdjusted("jackpot", 5, 12, "Cara", ""), "Dan", 5)
    assert faults(house) == [f"deed {version} of the house moves it by 7 cents, and no movement says so"]


def test_an_entry_that_has_moved_no_meter_is_found(house: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    number = house.open()
    house.seated(number)
    monkeypatch.setattr(recording, "moved", lambda *_: None)
    house.round(number, "nothing")
    assert [sentence.partition("of table")[2][14:] for sentence in faults(house)] == [
        "moves meter:progressive:main by 24 cents; the meter was moved by 0",
        "moves meter:progressive:secondary by 2 cents; the meter was moved by 0",
    ]


def test_an_account_that_was_read_wrongly_is_found(house: Hand) -> None:
    number = house.open()
    house.act(number, ReadMeter(MAIN, 77))
    assert "reads 77 cents, which the meter did not hold then" in faults(house)[0]


def test_a_table_that_went_by_what_the_meter_did_not_hold_is_found(
    house: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = house.open()
    house.seated(number)
    monkeypatch.setattr(recording, "decided", lambda _unit, running, decide: [decide(running.table)])
    house.round(number, "nothing")
    assert f"leaves 24 cents on {MAIN}; the meter held {START + 24}" in faults(house)[0]


def test_the_command_says_whether_all_agrees(nmb: Any, tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    number = hand.open()
    hand.close()
    ran = nmb("meters", "--data", str(tmp_path))
    assert (ran.code, ran.out) == (0, "jackpot: $10,000, 1 movements, 1 tables\nreserve: $0, 1 movements, 1 tables\n")
    hand = Hand(tmp_path)
    moved_by(hand, number, 77)
    hand.close()
    ran = nmb("meters", "--data", str(tmp_path))
    assert ran.code == 1
    assert "  it was moved by entry 77 of table" in ran.out
    ran = nmb("meters", "--data", str(tmp_path), "--json")
    assert ran.code == 1
    assert [one["meter"] for one in ran.json] == ["jackpot", "reserve"]
    assert nmb("meters").code == 2
