"""Meters that tables share: read off their displays by the system, whatever else is to be done at the table."""

import msgspec
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import terms
from nomorebets.table.actions import MOST, Bet, Decision, Irregularity, NoMoreBets, ReadMeter, Reveal, Sit, Step
from nomorebets.table.engine import duty, legal, play
from nomorebets.table.events import MeterReset, Moved, RulesPosted, Settled
from nomorebets.table.ledger import LINK, meter
from nomorebets.table.roles import SYSTEM, Actor, Role, player
from nomorebets.table.state import state_hash
from nomorebets.table.steps import named_steps
from tests.driving import WHOLE, Driver

MAIN, SECONDARY = meter("progressive", "main"), meter("progressive", "secondary")
ROYAL, LOW = "Ah Kh Qh Jh Th", "9d 9s Jc 7d 4s"
DIAMOND_ROYAL = "Ad Kd Qd Jd Td"


def linked(key: str = "high-card-flush", *accounts: str, stack: tuple[int, ...] = (), **submission: object) -> Driver:
    """A table that shares these meters, with Ann at position 1."""
    opening = {"linked": accounts or (MAIN, SECONDARY)}
    driver = Driver(terms(key, {"progressive": "A"} | submission), stack=stack, opening=opening)
    return driver.duties().do(Sit(1, "Ann")).duties()


def first(*hands: str) -> tuple[int, ...]:
    """A deck that gives these hands card by card."""
    top = [card for turn in zip(*map(CARDS.parse, hands), strict=True) for card in turn]
    return (*top, *(card for card in WHOLE if card not in top))


def test_a_linked_meter_is_not_the_table_s_to_set_and_is_read_before_it_is_used() -> None:
    driver = linked()
    assert driver.table.linked == (MAIN, SECONDARY)
    assert MAIN not in driver.table.ledger
    driver.do(ReadMeter(MAIN, 1_000_321), ReadMeter(SECONDARY, 7))
    assert (driver.table.ledger[MAIN], driver.table.ledger[SECONDARY]) == (1_000_321, 7)
    driver.do(ReadMeter(MAIN, 5))
    assert driver.table.ledger[MAIN] == 5
    assert driver.table.ledger[LINK] == -5 - 7
    assert sum(driver.table.ledger.values()) == 0
    assert driver.entries[-1].events == (Moved(0, MAIN, LINK, 1_000_316, "high-card-flush:38.11(f)"),)
    assert driver.entries[-1].by == SYSTEM


def test_a_meter_of_which_only_a_part_is_linked_is_set_for_the_rest() -> None:
    driver = linked("high-card-flush", SECONDARY)
    assert driver.table.ledger[MAIN] == 1_000_000
    with pytest.raises(IllegalAction, match=r"read \$1 off meter:progressive:main is not offered"):
        play(driver.table, ReadMeter(MAIN, 100), SYSTEM)


def test_the_display_is_the_system_s_alone_to_read() -> None:
    driver = linked()
    for actor in (player("Ann"), *(Actor(role) for role in Role if role != Role.SYSTEM)):
        assert not any(isinstance(offer.action, ReadMeter) for offer in legal(driver.table, actor))
        with pytest.raises(IllegalAction):
            play(driver.table, ReadMeter(MAIN, 100), actor)
    assert [offer.action for offer in legal(driver.table, SYSTEM)] == [ReadMeter(MAIN, 0), ReadMeter(SECONDARY, 0)]
    with pytest.raises(IllegalAction):
        play(driver.table, ReadMeter(MAIN, -1), SYSTEM)
    with pytest.raises(BadInput):
        play(driver.table, ReadMeter(MAIN, MOST + 1), SYSTEM)


def test_no_other_table_has_anything_to_read() -> None:
    driver = Driver(terms("high-card-flush", {"progressive": "A"}))
    with pytest.raises(IllegalAction):
        play(driver.table, ReadMeter(MAIN, 100), SYSTEM)
    assert not any(isinstance(offer.action, ReadMeter) for offer in legal(driver.table))
    assert b"linked" not in msgspec.json.encode(driver.entries)


def test_links_are_posted_and_part_of_the_state() -> None:
    driver = linked()
    posted = driver.entries[0].events[0]
    assert isinstance(posted, RulesPosted)
    assert posted.linked == (MAIN, SECONDARY)
    assert state_hash(driver.table) != state_hash(linked("high-card-flush", SECONDARY, MAIN).table)


def test_reading_is_no_duty_no_step_and_disturbs_nothing_that_is_owed() -> None:
    driver = linked().do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    before = driver.table
    driver.do(ReadMeter(MAIN, 1_000_000))
    after = driver.table
    assert (after.owed, after.phase, duty(after)) == (before.owed, before.phase, duty(before))
    assert after.owed
    assert not [*named_steps(driver.entries[-1])]
    driver.duties()
    assert (after.seats, driver.table.ledger[MAIN]) == (before.seats, 1_000_024)


def test_a_void_round_takes_back_what_the_table_moved_and_not_what_it_read() -> None:
    driver = linked().do(Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets()).duties(until=Reveal)
    driver.do(ReadMeter(MAIN, 500_000), Irregularity("wrong_number_of_cards", 1))
    assert driver.table.ledger[MAIN] == 500_000 - 24
    assert driver.table.ledger["player:Ann"] == 0


@pytest.mark.clause("lunar-poker:38.12(h)")
def test_a_meter_that_is_to_be_reset_is_reset_to_what_it_shows_by_then() -> None:
    driver = linked("lunar-poker", MAIN, stack=first(ROYAL, LOW), progressive="percentage", progressive_reset=400_000)
    driver.do(ReadMeter(MAIN, 900_000), Bet(1, "ante", 1000), Bet(1, "progressive", 100), NoMoreBets())
    driver.duties(until="reset_progressive")
    assert [(due.step, due.expected) for due in driver.table.owed] == [("reset_progressive", 400_000)]
    driver.do(ReadMeter(MAIN, 400_500))  # others have won it, reset it and played on
    assert [(due.step, due.expected) for due in driver.table.owed] == [("reset_progressive", 400_500)]
    driver.do(Step("reset_progressive", seat=1, count=400_500), by=Actor(Role.DEALER))
    assert driver.table.ledger[MAIN] == 400_500


@pytest.mark.clause("packs-poker:43.12(b)")
@pytest.mark.clause("packs-poker:43.12(e)")
def test_a_step_that_is_due_with_what_a_meter_shows_keeps_its_place_among_the_others() -> None:
    main = meter("five_card", "main")
    stack = (*CARDS.parse(DIAMOND_ROYAL), *(card for card in WHOLE if card not in CARDS.parse(DIAMOND_ROYAL)))
    opening = {"linked": (main,)}
    driver = Driver(terms("packs-poker", {"five_card": "progressive:C"}), stack=stack, opening=opening)
    driver.duties().do(Sit(1, "Ann")).duties().do(ReadMeter(main, 4_000_000))
    driver.do(*(Bet(1, f"five_card_{number}", 500) for number in (1, 2, 3)), NoMoreBets())
    driver.duties(until="reset_five_card")
    before = driver.table.owed
    driver.do(ReadMeter(main, 1_234_567))
    assert [due.expected for due in driver.table.owed[:1]] == [1_234_567]
    assert [(due.step, due.seat, due.by) for due in driver.table.owed] == [(d.step, d.seat, d.by) for d in before]
    driver.duties()
    assert driver.table.rounds == 1
    assert driver.table.ledger[main] == 1_000_000


SPADES, STRAIGHT_FLUSH = "As Ks Qs Js Ts", "9c 8c 7c 6c 5c"


def both_paid(key: str, *hands: str, until: str | type, read: int) -> Driver:
    """Two hands that are paid off a linked meter; then it shows this amount, and the second is forfeited."""
    flush, opening = key == "high-card-flush", {"linked": (MAIN,)}
    stack = first(" ".join(hands)) if flush else first(*hands)  # hand by hand, or card by card
    driver = Driver(terms(key, {"progressive": "A" if flush else "percentage"}), stack=stack, opening=opening)
    driver.do(ReadMeter(MAIN, 1_000_000)).duties().do(Sit(1, "Ann"), Sit(2, "Ben")).duties()
    driver.do(
        *(Bet(seat, wager, amount) for seat in (1, 2) for wager, amount in (("ante", 1000), ("progressive", 100)))
    )
    driver.do(NoMoreBets())
    if flush:
        driver.duties(until=Reveal).do(*(Decision(seat, "raise", 1000) for seat in (1, 2)))
    driver.duties(until=until)
    if read:
        driver.do(ReadMeter(MAIN, read))
    return driver.do(Irregularity("communicating", 2))


RUNS = "8c 9c Tc Jc Qc Kc 3d", "8s 9s Ts Js Qs Ks 2c", "9d 5d 2d 6c 7c 4s 5h"


@pytest.mark.clause("lunar-poker:38.12(g)", "lunar-poker:38.12(i)", "high-card-flush:38.12(f)")
@pytest.mark.parametrize(
    ("key", "hands", "until"),
    [
        ("lunar-poker", (ROYAL, SPADES, LOW), "reset_progressive"),
        ("lunar-poker", (ROYAL, SPADES, LOW), Reveal),
        ("lunar-poker", (STRAIGHT_FLUSH, ROYAL, LOW), Reveal),
        ("high-card-flush", RUNS, "reset_system"),
    ],
)
@pytest.mark.parametrize("shows", [1_600_000, 950_000])
def test_who_is_paid_anew_is_due_nothing_of_what_others_have_put_on_a_linked_meter_since(
    key: str, hands: tuple[str, ...], until: str | type, shows: int
) -> None:
    unread = both_paid(key, *hands, until=until, read=0).table
    driver = both_paid(key, *hands, until=until, read=shows)
    assert driver.table.seats[1].settled["progressive"] == unread.seats[1].settled["progressive"]
    assert sum(driver.table.ledger.values()) == 0
    assert driver.do(ReadMeter(MAIN, 1_234_567)).table.ledger[MAIN] == 1_234_567


@pytest.mark.clause("lunar-poker:38.12(i)")
def test_who_is_still_to_be_paid_is_paid_on_what_a_linked_meter_shows_by_then() -> None:
    driver = both_paid("lunar-poker", STRAIGHT_FLUSH, ROYAL, LOW, until="reset_progressive", read=1_600_000)
    on_meter = 1_000_140 + 1_600_000  # what was paid is back on it
    assert driver.duties(until=Reveal).table.seats[1].settled["progressive"].pays == on_meter // 10


@pytest.mark.clause("lunar-poker:38.12(i)")
def test_what_a_linked_meter_shows_counts_once_however_often_others_are_paid_anew() -> None:
    driver = both_paid("lunar-poker", ROYAL, SPADES, LOW, until=Reveal, read=1_600_000)
    driver.do(Irregularity("communicating", 1))
    assert driver.table.ledger[MAIN] == 1_600_000 + 1_000_140 - 1_000_000  # what is forfeited is back, the reset is not
    assert driver.table.ledger["house"] == 0


@pytest.mark.clause("lunar-poker:38.12(h)", "lunar-poker:38.12(i)")
@pytest.mark.parametrize(("put_on", "shows"), [(70, 1_000_000), (1_000_500, 1_000_500)])
def test_a_reset_that_is_made_anew_adds_to_what_others_had_put_on_a_linked_meter_before_it(
    put_on: int, shows: int
) -> None:
    stack = first(ROYAL, "9d 9s Jc 7d 4s", "2c 3c 5d 8h Td")
    driver = Driver(terms("lunar-poker", {"progressive": "percentage"}), stack=stack, opening={"linked": (MAIN,)})
    driver.do(ReadMeter(MAIN, 900_000)).duties().do(Sit(1, "Ann"), Sit(2, "Ben")).duties()
    for seat in (1, 2):
        driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
    driver.do(NoMoreBets()).duties(until="reset_progressive").do(ReadMeter(MAIN, put_on)).owed()
    assert driver.table.ledger[MAIN] == shows
    driver.do(ReadMeter(MAIN, shows + 30), Irregularity("wrong_number_of_cards", 2))
    assert driver.table.seats[1].settled["progressive"].pays == 900_070
    assert driver.table.ledger[MAIN] == shows + 30
    assert sum(driver.table.ledger.values()) == 0
    assert {reset.saved for reset in driver.table.resets} == {0}, "there is no secondary meter"
    events = driver.entries[-1].events
    before = events[: next(number for number, event in enumerate(events) if isinstance(event, MeterReset))]
    assert [event.amount for event in before if isinstance(event, Moved)][-1] == put_on


@pytest.mark.clause("lunar-poker:38.12(g)", "lunar-poker:38.12(i)")
def test_between_two_payouts_that_are_made_anew_stands_what_was_read_between_them() -> None:
    stack = first("9d 8d 7d 6d 5d", STRAIGHT_FLUSH, ROYAL, "2c 2h 4h 5h Js")
    driver = Driver(terms("lunar-poker", {"progressive": "percentage"}), stack=stack, opening={"linked": (MAIN,)})
    driver.do(ReadMeter(MAIN, 1_000_000)).duties().do(*(Sit(seat, name) for seat, name in enumerate("ABC", 1))).duties()
    wagers = (("ante", 1000), ("progressive", 100))
    driver.do(*(Bet(seat, wager, amount) for seat in (1, 2, 3) for wager, amount in wagers), NoMoreBets())
    driver.duties(until="reset_progressive").owed().do(ReadMeter(MAIN, 1_600_000)).duties(until=Reveal)
    *_, paid, _reset, read, paid_next = driver.do(Irregularity("communicating", 2)).entries[-1].events
    assert [(one.seat, one.pays) for one in (paid, paid_next) if isinstance(one, Settled)] == [
        (3, 1_000_210),
        (1, 160_000),
    ]
    assert isinstance(read, Moved)
    assert (read.origin, read.to, read.amount) == (LINK, MAIN, 600_000)
