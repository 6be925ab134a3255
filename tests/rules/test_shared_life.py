"""What the texts of several games say alike about the life of a table, each in clauses of its own."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import ASIDE
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import KEYS, terms
from nomorebets.rounds.file import decoded, play_round
from nomorebets.rounds.session import open_session
from nomorebets.table.actions import (
    Action,
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Reveal,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.dealer import dealt_on
from nomorebets.table.engine import duty, legal, offered, play
from nomorebets.table.events import DeckReceived, DeckRemoved, MayLook, Shuffled, Stepped
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.life.decks import OVERDUE
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, Table
from nomorebets.table.view import view
from tests.driving import Driver, opened
from tests.properties.wandering import played_on

NOON = 1_800_000_000
SUPERVISOR, DEALER = Actor(Role.SUPERVISOR), Actor(Role.DEALER)
MAIN = dict.fromkeys(("pai-gow", "pai-gow-poker"), "wager") | {"packs-poker": "pack_1", "pokette": "red"}
CARDS = ("high-card-flush", "what-the-flush", "lunar-poker", "packs-poker", "pai-gow-poker")


def main(key: str) -> str:
    return MAIN.get(key, "ante")


def of(**clauses: str) -> Callable[..., Any]:
    """One case for each game, marked with its own clauses, which stand there in one string."""
    cases = []
    for name, marks in clauses.items():
        key = name.replace("_", "-")
        cases.append(pytest.param(key, marks=pytest.mark.clause(*(f"{key}:{one}" for one in marks.split()))))
    return pytest.mark.parametrize("key", cases)


def at_table(key: str, **submission: Any) -> Driver:
    """Ann at a table at which nobody banks."""
    nobody_banks: dict[str, Any] = {"banking": False, "co_banking": False} if MAIN.get(key) == "wager" else {}
    return opened("Ann", key=key, **nobody_banks, **submission)


def bet(driver: Driver) -> Driver:
    """The main wager is laid, and all that comes before "No more bets" is done."""
    return driver.do(Bet(1, main(driver.terms.game.key), 1000)).duties()


def round_played(driver: Driver) -> Driver:
    bet(driver).do(NoMoreBets())
    played_on(driver)
    return driver.duties()


# --- Wagers made, increased and withdrawn -----------------------------------------------------------------------------


@of(
    high_card_flush="38.6(d)",
    what_the_flush="38.6(b)",
    lunar_poker="38.6(b)",
    packs_poker="43.6(b)",
    pai_gow="10.5(c)",
    pai_gow_poker="11.7(c)",
    pokette="12.4(c) 12.4(d)",
)
def test_a_wager_is_increased_up_to_the_most_and_until_no_more_bets(key: str) -> None:
    wager = main(key)
    driver = opened("Ann", "Ben", key=key, limits={wager.removesuffix("_1"): {"minimum": 500, "maximum": 2000}})
    driver.do(Bet(1, wager, 500), Bet(1, wager, 1), Bet(2, wager, 2000))
    assert driver.table.seats[1].chips == {wager: 501}
    with pytest.raises(IllegalAction, match=r"because \$5\.01 lie there and \$20 is the most"):
        driver.do(Bet(1, wager, 1500))
    with pytest.raises(IllegalAction, match=r"because \$20 lie there and \$20 is the most"):
        driver.do(Bet(2, wager, 1))
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, wager, 0))
    driver.do(Bet(1, wager, 1499)).duties()
    assert driver.table.ledger["layout"] == 4000
    driver.do(NoMoreBets())
    with pytest.raises(IllegalAction, match='after the announcement of "No more bets"'):
        driver.do(Bet(1, wager, 1))


@of(high_card_flush="38.6(a)5 38.10(b)", what_the_flush="38.6(d) 38.10(a)1", lunar_poker="38.10(b)3")
def test_a_wager_that_is_a_multiple_of_another_can_be_made_whatever_limit_may_be_posted(key: str) -> None:
    most = 10**12
    driver = opened("Ann", key=key, stack=range(52), limits={"ante": {"minimum": 500, "maximum": most}})
    driver.do(Bet(1, "ante", most), NoMoreBets()).duties(until=Reveal)
    amounts = {
        max(one.action.amount, one.most): one.action
        for one in legal(driver.table, player("Ann"))
        if isinstance(one.action, Decision)
    }
    largest = max(amounts)
    assert largest > most
    driver.do(replace(amounts[largest], amount=largest), by=player("Ann"))
    assert driver.table.ledger["player:Ann"] == -most - largest


@of(high_card_flush="38.6(a)4 38.12(a)", lunar_poker="38.11(a)", packs_poker="43.12(a)")
def test_a_wager_of_a_fixed_amount_is_not_increased(key: str) -> None:
    table: dict[str, dict[str, Any]] = {
        "packs-poker": {"seven_card": "progressive:A"},
        "lunar-poker": {"progressive": "percentage"},
    }
    driver = opened("Ann", key=key, **table.get(key, {"progressive": "A"}))
    name = "seven_card_1" if key == "packs-poker" else "progressive"
    amount = next(least for wager, least, _, _ in driver.terms.wagers if wager.name == name)
    driver.do(Bet(1, main(key), 1000), Bet(1, name, amount))
    with pytest.raises(IllegalAction, match="lie there, and no other amount does"):
        driver.do(Bet(1, name, amount))


@pytest.mark.clause("high-card-flush:38.6(d)")
def test_what_was_laid_in_parts_is_one_wager_that_is_withdrawn_whole() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), Coupon(1, "ante", 1000), Bet(1, "ante", 500))
    assert (driver.table.seats[1].stake("ante"), driver.table.seats[1].coupons) == (2500, {"ante": 1000})
    driver.do(Withdraw(1, "ante"))
    assert not driver.table.seats[1].chips


HANDS = {"1": "Ad Kd 9d 2c 3c 4h 5h", "dealer": "2s 3s 4s 5d 6d 7c 8c"}


def laid(text: str, *actions: dict[str, object]) -> list[tuple[str, int, int]]:
    seats: Any = decoded(text)
    raise_ = {"seat": 1, "do": "raise", "amount": 1200}
    file = {"game": "high-card-flush", "seats": {"1": seats}, "hands": HANDS, "actions": [*actions, raise_]}
    return [(row.wager, row.stake, row.pays) for row in play_round(file).report.settled]


@pytest.mark.clause("high-card-flush:38.6(d)")
def test_a_file_may_list_the_chips_on_one_area_one_by_one() -> None:
    whole = laid('{"ante": 1200}')
    assert whole == [("ante", 1200, 1200), ("raise", 1200, 0)]
    added = {"do": "bet", "seat": 1, "wager": "ante", "amount": 200}
    assert laid('{"ante": [700, 500]}') == whole
    assert laid('{"ante": 700, "ante": 500}') == whole
    assert laid('{"ante": 1000}', added) == whole


@pytest.mark.clause("high-card-flush:38.6(d)")
def test_chips_that_a_file_adds_too_late_or_nowhere_are_one_sentence() -> None:
    late = {"do": "bet", "seat": 1, "wager": "ante", "amount": 200}
    file = {"game": "high-card-flush", "seats": {"1": {"ante": 1000}}, "hands": HANDS}
    with pytest.raises(IllegalAction, match='after the announcement of "No more bets"'):
        play_round({**file, "actions": [{"seat": 1, "do": "raise", "amount": 1000}, late]})
    with pytest.raises(BadInput, match="'pot' is no wager; the wagers are ante"):
        play_round({**file, "actions": [{**late, "wager": "pot"}]})
    with pytest.raises(BadInput, match="seat 1: ante must be a whole number of cents, not '5'"):
        play_round({**file, "seats": {"1": {"ante": [500, "5"]}}})
    with pytest.raises(BadInput, match="the key 'player' stands there 2 times"):
        decoded('{"player": "Ann", "player": "Ben"}')


@pytest.mark.clause("pai-gow:10.5(c)", "pai-gow-poker:11.7(c)")
@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
def test_chips_may_be_added_in_a_file_in_which_a_player_banks(key: str) -> None:
    hands = {
        "pai-gow": {"1": "6-6 6-6 1-1 1-1", "2": "4-4 4-4 1-3 1-3", "dealer": "5-5 5-5 3-3 3-3"},
        "pai-gow-poker": {"1": "As Ks Qs Js 9s 2c 3c", "2": "Ad Kd Qd Jd 9d 2h 3h", "dealer": "Ah Kh Qh Jh 9h 2s 3s"},
    }[key]
    file: dict[str, Any] = {"game": key, "seats": {"1": {"wager": [500, 250]}, "2": {"chips": 100_000}}}
    actions = [
        {"seat": 2, "do": "bank"},
        {"do": "bet", "seat": 1, "wager": "wager", "amount": 250},
        *({"seat": seat, "do": "house_way"} for seat in (1, 2)),
    ]
    report = play_round({**file, "hands": hands, "actions": actions}).report
    assert [row.stake for row in report.settled if row.seat == 1] == [1000]


# --- Hours ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_hours_never_run_backwards(key: str) -> None:
    driver = Driver(terms(key), at=NOON).duties().do(Sit(1, "Ann"))
    assert {entry.at for entry in driver.entries[1:]} == {NOON}
    with pytest.raises(BadInput, match=f"the hour {NOON - 1} is before the last one at this table, {NOON}"):
        driver.do(Leave(1), at=NOON - 1)
    driver.do(Leave(1), at=0)  # no hour told: it is that of the last entry
    assert driver.entries[-1].at == driver.table.hour == NOON
    assert view(driver.table, at=1) == view(driver.table, at=NOON)


@of(
    high_card_flush="38.2(a) 38.3(a)",
    what_the_flush="38.2(a) 38.3(a)",
    lunar_poker="38.2(a) 38.3(a)",
    packs_poker="1.18(g) 1.18(g)2",
    pai_gow_poker="11.5(a)",
    pokette="12.3(a)",
)
def test_cards_that_come_due_are_changed_before_a_round_begins(key: str) -> None:
    nobody_banks = {"banking": False, "co_banking": False} if key == "pai-gow-poker" else {}
    driver = bet(Driver(terms(key, nobody_banks), at=NOON).duties().do(Sit(1, "Ann")).duties())
    hours = driver.terms.submission.hours_in_use
    driver.do(NoMoreBets(), at=NOON + hours * HOUR)
    driver.at = driver.table.hour
    played_on(driver)
    late = driver.at + 1
    decks = len(driver.table.decks)
    removal = duty_at(driver, late)
    assert removal == Step("remove")
    driver.at = late
    with pytest.raises(IllegalAction):  # what is to be changed is not shuffled or dealt
        driver.do(Bet(1, main(key), 1000), NoMoreBets())
    driver.duties()
    removed = [event for event in driver.events if isinstance(event, DeckRemoved)]
    clause = driver.terms.cites["change"]
    assert [(event.because, event.clause) for event in removed] == [(OVERDUE, clause)] * decks
    assert clause.startswith("packs-poker:1.18(g)")
    driver.do(NoMoreBets())


def duty_at(driver: Driver, hour: int) -> Action:
    """What is due at that hour, when the seeds are shown."""
    while driver.table.unrevealed:
        driver.do(driver.filled(duty(driver.table)))  # type: ignore[arg-type]
    first = next(offer for offer in legal(driver.table, at=hour) if offer.duty)
    return first.action


@pytest.mark.clause("packs-poker:1.18(g)")
def test_the_date_of_a_deck_that_is_gone_blocks_nothing() -> None:
    driver = Driver(terms("high-card-flush", {"decks": 2, "shuffler": "automated"}), at=NOON)
    driver.duties().do(Sit(1, "Ann")).duties().do(Bet(1, "ante", 1000), Step("remove", 1))
    gone = driver.table.decks[1]
    assert (gone.stage, gone.due_at) == (Stage.AWAY, 0)
    driver.do(Step("remove", 0), at=NOON + 20 * HOUR)
    driver.at = NOON + 30 * HOUR
    driver.duties().do(NoMoreBets())
    received = [event.due_at for event in driver.events if isinstance(event, DeckReceived)]
    assert received[2:] == [NOON + 54 * HOUR] * 2


@pytest.mark.clause("packs-poker:1.18(g)")
def test_a_round_that_has_begun_is_played_with_the_cards_that_come_due_in_it() -> None:
    driver = bet(Driver(terms("high-card-flush"), at=NOON).duties().do(Sit(1, "Ann")).duties()).do(NoMoreBets())
    driver.at = NOON + 30 * HOUR
    played_on(driver)
    assert driver.table.rounds == 1
    assert not [event for event in driver.events if isinstance(event, DeckRemoved)]
    assert duty_at(driver, driver.at) == Step("remove")


@pytest.mark.clause("packs-poker:1.18(g)", "high-card-flush:38.2(b)3")
def test_a_deck_that_comes_due_in_the_rack_is_changed_in_the_round() -> None:
    driver = round_played(opened("Ann", decks=2, shuffler="automated"))
    bet(driver).do(NoMoreBets())
    late = driver.table.decks[0].due_at + 1
    with pytest.raises(IllegalAction, match=r"the deck is due to be changed \[packs-poker:1\.18\(g\)\]"):
        driver.do(Shuffle(0, tuple(range(52))), at=late)
    driver.at = late
    assert duty_at(driver, late) == Step("remove", 0)
    driver.do(Step("remove", 0)).duties(until=Reveal)
    played_on(driver)
    assert driver.table.rounds == 2


@pytest.mark.clause("packs-poker:1.18(g)")
def test_a_table_that_runs_by_itself_changes_its_cards_by_the_system() -> None:
    session = open_session("high-card-flush", seed="river", at=NOON)
    session.sit(1, "Ann")
    session.at = NOON + 25 * HOUR
    session.run()
    removals = [entry for entry in session.entries if isinstance(entry.action, Step) and entry.action.step == "remove"]
    assert [entry.by.role for entry in removals] == [Role.SYSTEM]
    session.at = NOON
    with pytest.raises(BadInput, match="hours never run backwards"):
        session.do(Bet(1, "ante", 1000))


@pytest.mark.clause("packs-poker:1.18(g)")
def test_a_file_may_say_when_the_table_was_opened_and_when_the_round_was_played() -> None:
    file: dict[str, Any] = {
        "game": "high-card-flush",
        "seats": {"1": {"ante": 1000}},
        "hands": HANDS,
        "actions": [{"seat": 1, "do": "raise", "amount": 1000}],
    }

    def changed(**hours: object) -> list[str]:
        events = [event for entry in play_round({**file, **hours}).entries for event in entry.events]
        return [event.because for event in events if isinstance(event, DeckRemoved)]

    assert changed() == changed(at=NOON) == changed(opened_at=NOON, at=NOON + 24 * HOUR) == []
    assert changed(opened_at=NOON, at=NOON + 24 * HOUR + 1) == [OVERDUE]
    assert {entry.at for entry in play_round({**file, "at": NOON}).entries} == {NOON}
    with pytest.raises(BadInput, match="hours never run backwards"):
        changed(opened_at=NOON, at=NOON - 1)
    for wrong in ("noon", True, 0, 10**12):
        with pytest.raises(BadInput, match="at must be an hour in whole seconds since 1970"):
            changed(at=wrong)


# --- No gaming activity -----------------------------------------------------------------------------------------------


@of(
    high_card_flush="38.4(e)",
    what_the_flush="38.4(e)",
    lunar_poker="38.4(e)",
    packs_poker="43.4(c)",
    pai_gow="10.4(g)",
    pai_gow_poker="11.6(g)",
)
@pytest.mark.parametrize("decks", [1, 2])
def test_with_nobody_there_the_cards_are_spread_before_anybody_sits_down(key: str, decks: int) -> None:
    if decks > 1 and key == "pai-gow":
        return  # which has one set of tiles
    driver = round_played((two_decks if decks > 1 else at_table)(key)).do(Leave(1))
    offer = duty(driver.table)
    assert offer
    assert (offer.action, offer.by, offer.clause) == (Step("idle"), Role.DEALER, driver.terms.cites["idle"])
    with pytest.raises(IllegalAction, match="because the table is first made ready for whoever comes"):
        driver.do(Sit(1, "Ben"))
    driver.duties()
    assert {deck.stage for deck in driver.table.decks} == {Stage.SPREAD}
    before = len(driver.events)
    driver.do(Sit(1, "Ben")).duties()
    steps = [event.step for event in driver.events[before:] if isinstance(event, Stepped)]
    assert steps.count("show") == len(driver.table.decks)
    shuffled = {event.deck for event in driver.events[before:] if isinstance(event, Shuffled)}
    assert shuffled == set(range(len(driver.table.decks)))
    bet(driver).do(NoMoreBets())


@of(
    high_card_flush="38.3(c) 38.4(e)",
    what_the_flush="38.3(c) 38.4(e)",
    lunar_poker="38.3(c)",
    packs_poker="43.3(c)",
    pai_gow="10.4(c)",
    pai_gow_poker="11.5(c)",
)
def test_the_dealer_goes_on_when_the_first_player_had_the_opportunity_to_look(key: str) -> None:
    driver = Driver(terms(key)).duties().do(Sit(1, "Ann"), Sit(2, "Ben")).duties(until="show")
    for nobody in (player("Ben"), Actor(Role.FLOORPERSON), Actor(Role.SUPERVISOR)):
        with pytest.raises(IllegalAction):
            play(driver.table, Step("show"), nobody)
    with pytest.raises(IllegalAction):  # whether anything is amiss is for the player to say
        play(driver.table, Step("show", found="a scratch"), Actor(Role.DEALER))
    driver.do(Step("show"), by=Actor(Role.DEALER)).duties()
    assert (driver.table.phase, driver.steps.count(("show", Role.DEALER))) == (Phase.BETTING, 1)


@pytest.mark.clause("high-card-flush:38.4(e)")
def test_cards_that_only_somebody_has_seen_who_left_are_spread_again() -> None:
    driver = Driver(terms("high-card-flush", {"decks": 2, "shuffler": "automated"})).duties().do(Sit(1, "Ann"))
    driver.do(Step("show", 0), Step("wash", 0), Step("show", 1), Leave(1))
    with pytest.raises(IllegalAction, match=r"first made ready for whoever comes \[high-card-flush:38\.4\(e\)\]"):
        driver.do(Sit(2, "Ben"))
    with pytest.raises(IllegalAction):
        driver.do(Step("wash", 1))
    driver.duties()
    assert [deck.stage for deck in driver.table.decks] == [Stage.SPREAD, Stage.SPREAD]
    driver.do(Sit(2, "Ben")).duties()
    assert driver.table.phase == Phase.BETTING


@pytest.mark.parametrize("key", KEYS)
def test_a_table_that_runs_by_itself_idles_when_the_last_player_leaves(key: str) -> None:
    session = open_session(key, seed="river")
    session.sit(1, "Ann")
    session.leave(1)
    assert session.table.phase == Phase.IDLE
    assert [entry.by.role for entry in session.entries if entry.action == Step("idle")] == [Role.SYSTEM]
    session.sit(2, "Ben")
    assert session.table.phase == Phase.BETTING


# --- Two decks --------------------------------------------------------------------------------------------------------

TWO_DECKS = {"decks": 2, "shuffler": "automated"}


def two_decks(key: str, **submission: Any) -> Driver:
    return at_table(key, **({} if key == "packs-poker" else TWO_DECKS), **submission)


@of(
    high_card_flush="38.2(b)3 38.2(b)5",
    what_the_flush="38.2(b)3 38.2(b)5",
    lunar_poker="38.2(b)3 38.2(b)5",
    packs_poker="43.2(c) 43.2(e)",
    pai_gow_poker="11.2(b)3 11.2(b)5",
)
def test_no_round_is_over_before_the_other_deck_is_shuffled_in_it(key: str) -> None:
    driver = round_played(two_decks(key))
    assert [deck.stage for deck in driver.table.decks] == [Stage.GATHERED, Stage.READY]
    bet(driver)
    assert driver.table.decks[0].stage == Stage.GATHERED  # a deck is not shuffled before the other is in play
    with pytest.raises(IllegalAction, match=f"while the other is in play .{key}"):
        driver.do(Shuffle(0, tuple(range(len(driver.pieces)))))
    driver.do(NoMoreBets())
    for _ in range(9):  # nobody puts the other deck into the shuffler
        due = [offer for offer in legal(driver.table) if offer.duty and not isinstance(offer.action, Shuffle)]
        driver.do(*(driver.filled(offer) for offer in due[:1]))
    assert driver.table.phase == (Phase.DECIDING if key == "lunar-poker" else Phase.STUB)
    with pytest.raises(IllegalAction, match=r"the other deck lies in the discard rack"):
        driver.do(CountStub(4) if key == "pai-gow-poker" else racking(key))
    assert {type(offer.action) for offer in legal(driver.table) if offer.duty} == {Shuffle}
    driver.duties(until=Reveal)
    played_on(driver)
    driver.duties()
    assert [deck.stage for deck in driver.table.decks] == [Stage.READY, Stage.GATHERED]


@of(
    high_card_flush="38.2(b)5 38.13(a) 38.13(c) 38.13(d) 38.10(a)",
    what_the_flush="38.2(b)5 38.12(a) 38.12(b) 38.12(d)",
    lunar_poker="38.2(b)5 38.13(b) 38.13(d)",
    packs_poker="43.2(e) 43.13(b)",
    pai_gow_poker="11.2(b)5 11.11(f)",
)
def test_what_puts_cards_into_the_rack_waits_until_the_other_deck_is_out_of_it(key: str) -> None:
    def found(table: Table) -> set[str]:
        return {offer.action.kind for offer in legal(table) if isinstance(offer.action, Irregularity)}

    driver = bet(round_played(two_decks(key)))
    driver.do(NoMoreBets())
    phases = set()
    while any(deck.stage == Stage.GATHERED for deck in driver.table.decks):
        phases.add(driver.table.phase)
        assert found(driver.table) <= {"shuffler_jam", "shuffler_count_wrong"}
        with pytest.raises(IllegalAction, match="because the other deck lies in the discard rack"):
            play(driver.table, Irregularity("card_face_up_in_shoe"), SUPERVISOR)
        due = [offer for offer in legal(driver.table) if offer.duty and not isinstance(offer.action, Shuffle)]
        driver.do(*(driver.filled(offer) for offer in due[:1] or [*legal(driver.table)][:1]))
    assert Phase.DEALING in phases
    assert found(driver.table) - {"shuffler_jam", "shuffler_count_wrong"}


@of(
    high_card_flush="38.13(a)",
    what_the_flush="38.12(b)",
    lunar_poker="38.13(b)",
    packs_poker="43.13(b)",
    pai_gow_poker="11.11(f)",
)
def test_a_card_found_face_up_lies_in_the_discard_rack_where_all_can_see_it(key: str) -> None:
    driver = bet(at_table(key)).do(NoMoreBets())
    card = driver.pieces[driver.table.in_play.stack[-1]]
    driver.do(Irregularity("card_face_up_in_shoe", card=card))
    seen = {where: lying.cards for where, lying in view(driver.table).places.items() if where.startswith("rack")}
    assert seen == {ASIDE: (card,)}


@of(lunar_poker="38.13(b)", pai_gow_poker="11.11(f)")
def test_a_card_found_face_up_in_the_shoe_that_the_record_has_dealt_voids_all_hands(key: str) -> None:
    driver = bet(at_table(key)).do(NoMoreBets()).duties(until=Deal).do(Deal())
    dealt = next(card for card in range(len(driver.pieces)) if card not in driver.table.in_play.stack)
    driver.do(Irregularity("card_face_up_in_shoe", card=driver.pieces[dealt]))
    assert driver.table.void
    assert driver.table.void.reason == "a card was found face up in the shoe that had been dealt"
    assert {one.result for one in driver.table.seats[1].settled.values()} == {"void"}


of_devices = of(high_card_flush="38.13(g)", what_the_flush="38.12(g)", lunar_poker="38.13(g)", pai_gow_poker="11.11(o)")


@of_devices
def test_one_device_leaves_the_table_and_the_other_is_used_on(key: str) -> None:
    driver = two_decks(key, dealing="automated_shoe").do(Step("remove_shoe"), by=SUPERVISOR)
    left = driver.table.terms.submission
    assert (left.dealing, left.shuffles_by_device, left.decks) == ("manual_shoe", True, 2)
    assert driver.duties().steps[-1] == ("load", Role.DEALER)  # into the manual shoe
    round_played(driver)
    driver = two_decks(key, dealing="automated_shoe").do(Step("remove_shuffler"), by=SUPERVISOR)
    left = driver.table.terms.submission
    assert (left.dealing, left.shuffles_by_device, left.decks) == ("automated_shoe", False, 1)
    assert [event.by for event in round_played(driver).events if isinstance(event, Shuffled)][-1] == "dealer"
    for step in (Step("remove_shuffler"), Step("remove_shoe")):
        assert not offered(driver.table, step, SUPERVISOR)
    assert driver.do(Step("remove_devices"), by=SUPERVISOR).table.terms.submission.dealing == "manual_shoe"
    driver.do(Step("install_devices"), by=SUPERVISOR)
    assert driver.table.terms.submission.devices == ("shuffler", "shoe")
    assert round_played(driver.duties()).table.phase == Phase.BETTING


def removed(driver: Driver) -> list[tuple[int, str]]:
    return [(event.deck, event.because) for event in driver.entries[-1].events if isinstance(event, DeckRemoved)]


@of_devices
def test_without_its_shuffler_a_table_has_one_deck_which_is_shuffled_again_by_hand(key: str) -> None:
    driver = two_decks(key, dealing="automated_shoe")
    driver.do(Step("remove_shuffler"), by=SUPERVISOR)
    assert removed(driver) == [(1, "the devices were removed")]
    assert [deck.stage for deck in driver.table.decks] == [Stage.MIXED]
    driver = two_decks(key, dealing="automated_shoe").do(Step("remove", 1), by=SUPERVISOR)
    assert removed(driver.do(Step("remove_shuffler"), by=SUPERVISOR)) == []  # it is gone already


@of_devices
def test_without_its_automated_shoe_cards_are_placed_in_another_and_not_shuffled_again(key: str) -> None:
    driver = two_decks(key, dealing="automated_shoe").do(Step("remove_shoe"), by=SUPERVISOR)
    assert driver.table.decks[0].stage == Stage.STACKED
    assert not removed(driver)


@of(high_card_flush="38.13(g)", what_the_flush="38.12(g)", lunar_poker="38.13(g)")
def test_cards_that_came_shuffled_are_not_shuffled_again_without_the_shuffler(key: str) -> None:
    driver = at_table(key, shuffler="automated", preshuffled=True).do(Step("remove_devices"), by=SUPERVISOR)
    assert driver.table.decks[0].stage == Stage.READY


def out_of_order(driver: Driver) -> Driver:
    """The shuffler jams for good: it leaves the table, and no card of the round has to come from it."""
    driver.do(Irregularity("shuffler_jam"))
    step = "remove_shuffler" if len(driver.table.terms.submission.devices) > 1 else "remove_devices"
    for nobody in (Actor(Role.DEALER), player("Ann")):
        assert not offered(driver.table, Step(step), nobody)
    return driver.do(Step(step), by=SUPERVISOR)


@of_devices
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
def test_a_shuffler_that_fails_after_no_more_bets_leaves_and_the_cards_are_shuffled_by_hand(
    key: str, dealing: str
) -> None:
    driver = out_of_order(bet(at_table(key, shuffler="automated", dealing=dealing)).do(NoMoreBets()))
    played_on(driver)
    assert driver.duties().table.rounds == 1
    assert [event.by for event in driver.events if isinstance(event, Shuffled)] == ["device", "dealer", "dealer"]


@of_devices
@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("before", [(), (Deal(),)])
def test_a_round_is_played_to_its_end_though_the_shuffler_of_the_other_deck_fails(
    key: str, rounds: int, before: tuple[Deal, ...]
) -> None:
    driver = two_decks(key, dealing="automated_shoe")
    for _ in range(rounds):
        round_played(driver)
    bet(driver).do(NoMoreBets())
    driver.do(*(one for one in before if offered(driver.table, one)))
    in_play, other = driver.table.in_play, 1 - driver.table.deck
    out_of_order(driver)
    assert removed(driver) == [(other, "the devices were removed")]
    assert (driver.table.decks, driver.table.deck) == ((in_play,), 0)
    played_on(driver)
    driver.duties()
    assert driver.table.rounds == rounds + 1
    round_played(driver).do(Step("install_devices"), by=SUPERVISOR).duties()
    assert len({deck.colour for deck in driver.table.decks}) == 2


@of(high_card_flush="38.7(a)", what_the_flush="38.7(a)", lunar_poker="38.7(a)")
@pytest.mark.parametrize("decks", [1, 2])
def test_without_the_shuffler_that_dealing_from_the_hand_needs_the_deck_is_placed_in_the_shoe(
    key: str, decks: int
) -> None:
    driver = round_played(at_table(key, dealing="hand", **({} if decks == 1 else TWO_DECKS)))
    bet(driver).do(NoMoreBets())
    while driver.table.owed:
        driver.owed()
    out_of_order(driver)
    assert driver.table.terms.submission.dealing == "manual_shoe"
    assert not offered(driver.table, Deal())
    driver.duties(until=Deal)
    last = next(event for event in reversed(driver.events) if isinstance(event, Stepped))
    assert (last.step, last.clause) == ("load", driver.terms.game.text.cited("manual_shoe")["load"])
    played_on(driver)
    assert driver.duties().table.rounds == 2


@of(high_card_flush="38.8(b)1", what_the_flush="38.8(b)1", lunar_poker="38.8(b)1")
@pytest.mark.parametrize("preshuffled", [False, True])
def test_what_was_shuffled_without_a_device_is_not_dealt_from_the_hand_when_it_is_back(
    key: str, *, preshuffled: bool
) -> None:
    driver = bet(at_table(key, dealing="hand", preshuffled=preshuffled).do(Step("remove_devices"), by=SUPERVISOR))
    driver.duties(until=NoMoreBets)
    driver.do(Step("install_devices"), by=SUPERVISOR)
    assert not offered(driver.table, NoMoreBets())
    driver.duties(until=NoMoreBets)
    assert [event.by for event in driver.events if isinstance(event, Shuffled)][-1] == "device"
    assert round_played(driver).table.rounds == 1


of_shoes = of(
    high_card_flush="38.9(b)1 38.13(g)",
    what_the_flush="38.9(b)1 38.12(g)",
    lunar_poker="38.9(b)1 38.13(g)",
    packs_poker="43.9(b)1 43.13(f)",
    pai_gow_poker="11.8B(b)1 11.11(o)",
)


@of_shoes
def test_cards_are_placed_in_the_automated_shoe_when_it_is_back(key: str) -> None:
    driver = bet(at_table(key, dealing="automated_shoe").do(Step("remove_devices"), by=SUPERVISOR))
    driver.duties(until=NoMoreBets)
    driver.do(Step("install_devices"), by=SUPERVISOR)
    if key == "lunar-poker":  # which places its cards there when bets are closed
        driver.do(NoMoreBets())
    assert not offered(driver.table, NoMoreBets())
    assert not offered(driver.table, Deal())
    assert driver.duties(until=Deal if key == "lunar-poker" else NoMoreBets).steps[-1] == ("load", Role.DEALER)
    last = next(event for event in reversed(driver.events) if isinstance(event, Stepped))
    assert last.clause == driver.terms.game.text.cited("automated_shoe")["load"]
    played_on(driver if key == "lunar-poker" else bet(driver).do(NoMoreBets()))
    assert driver.duties().table.rounds == 1


@of(high_card_flush="38.4(d)", what_the_flush="38.4(d)", lunar_poker="38.4(d)", pai_gow_poker="11.6(f)")
@pytest.mark.parametrize("closed", [False, True])
def test_cards_that_were_cut_may_be_cut_again_though_a_shuffler_is_back(key: str, *, closed: bool) -> None:
    driver = bet(at_table(key, shuffler="automated"))
    assert not offered(driver.table, Step("recut", 0), SUPERVISOR)  # nobody has cut what the device has shuffled
    driver.do(Step("remove_devices"), by=SUPERVISOR).duties(until=NoMoreBets)
    driver.do(Step("install_devices"), by=SUPERVISOR)
    if closed:
        driver.do(NoMoreBets()).duties(until=Deal)
    before = driver.table.in_play.stack
    driver.do(Step("recut", 0), by=SUPERVISOR).duties(until=Deal if closed else NoMoreBets)
    assert driver.table.in_play.stack != before


@of_devices
def test_a_table_without_gaming_activity_stays_so_when_its_devices_leave(key: str) -> None:
    driver = Driver(terms(key, {**TWO_DECKS, "dealing": "automated_shoe"})).duties()
    assert driver.do(Step("remove_shuffler"), by=SUPERVISOR).table.phase == Phase.IDLE
    driver.do(Step("install_devices"), by=SUPERVISOR).duties().do(Sit(1, "Ann"))
    assert driver.do(Step("remove_shuffler"), by=SUPERVISOR).table.phase == Phase.IDLE  # nobody has looked at the cards


@of_devices
@pytest.mark.parametrize("step", ["remove_shuffler", "remove_shoe", "remove_devices"])
@pytest.mark.parametrize("seen", [False, True])
def test_devices_leave_and_come_back_while_there_is_no_gaming_activity(key: str, step: str, seen: bool) -> None:  # noqa: FBT001
    driver = Driver(terms(key, {**TWO_DECKS, "dealing": "automated_shoe"})).duties()
    if seen:  # the first deck is washed when the second one goes
        driver.do(Sit(1, "Ann"))
        while driver.table.decks[0].stage != Stage.MIXED:
            driver.do(driver.filled(next(offer for offer in legal(driver.table) if offer.duty)))
    assert driver.table.phase == Phase.IDLE
    driver.do(Step(step), by=SUPERVISOR)
    if not seen:
        driver.do(Step("install_devices"), by=SUPERVISOR).duties().do(Sit(1, "Ann"))
    assert driver.duties().table.phase == Phase.BETTING
    assert round_played(driver).table.rounds == 1


@of(
    high_card_flush="38.4(e)",
    what_the_flush="38.4(e)",
    lunar_poker="38.4(e)",
    packs_poker="43.4(c)",
    pai_gow="10.4(g)",
    pai_gow_poker="11.6(g)",
)
def test_a_table_is_closed_when_there_is_no_gaming_activity(key: str) -> None:
    driver = opened("Ann", key=key)
    assert not offered(driver.table, Step("close"), SUPERVISOR)
    closing = offered(driver.do(Leave(1)).table, Step("close"), SUPERVISOR)
    assert closing
    assert closing.clause == driver.table.terms.cites["idle"]
    driver.do(Step("close"), by=SUPERVISOR)
    assert {event.clause for event in driver.events if isinstance(event, DeckRemoved)} == {closing.clause}


@of(pai_gow_poker="11.2(b)3 11.2(b)5")
def test_a_stub_is_not_counted_from_the_hand_while_the_other_deck_is_in_the_rack(key: str) -> None:
    driver = bet(round_played(two_decks(key, dealing="hand"))).do(NoMoreBets())
    for _ in range(3):
        due = [offer for offer in legal(driver.table) if offer.duty and not isinstance(offer.action, Shuffle)]
        driver.do(*(driver.filled(offer) for offer in due[:1]))
    assert driver.table.phase == Phase.DEALING
    with pytest.raises(IllegalAction, match=r"the other deck lies in the discard rack"):
        driver.do(CountStub(4))
    assert {type(offer.action) for offer in legal(driver.table) if offer.duty} == {Shuffle}
    played_on(driver.duties(until=Reveal))
    driver.duties()
    assert [deck.stage for deck in driver.table.decks] == [Stage.READY, Stage.GATHERED]


def racking(key: str) -> Action:
    return Decision(1, "fold") if key == "lunar-poker" else Step("rack_stub")


@of(
    high_card_flush="38.2(b)3 38.13(e)",
    what_the_flush="38.2(b)3 38.12(e)",
    packs_poker="43.2(c) 43.13(d)",
    lunar_poker="38.2(b)3 38.13(e)",
)
def test_a_shuffle_that_fails_in_the_round_is_made_again_before_the_round_is_over(key: str) -> None:
    driver = bet(round_played(two_decks(key))).do(NoMoreBets())
    played_on(driver, until=Phase.COLLECTING)
    driver.do(Irregularity("shuffler_jam"))
    with pytest.raises(IllegalAction, match="because the other deck is shuffled while this one is in play"):
        driver.do(Step("collect"))
    driver.duties(until="collect").do(Step("collect"))


@of(
    high_card_flush="38.7(g) 38.8(f) 38.9(f)",
    what_the_flush="38.9(f)",
    lunar_poker="38.9(f)",
    packs_poker="43.7(h) 43.8(g)",
)
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
def test_a_wrong_count_by_the_shuffler_removes_the_deck_that_it_has_shuffled(key: str, dealing: str) -> None:
    if dealing == "manual_shoe" and key in ("what-the-flush", "lunar-poker"):
        return  # whose texts have the dealer count there
    wrong = Irregularity("shuffler_count_wrong")
    counting: dict[str, Any] = {"shuffler": "counting", "dealing": dealing}
    two: dict[str, Any] = {} if key == "packs-poker" else {"decks": 2}
    driver = round_played(opened("Ann", key=key, **counting, **two))
    bet(driver).do(NoMoreBets())
    with pytest.raises(IllegalAction):  # the shuffler has the deck of the last round still before it
        driver.do(wrong)
    driver.duties(until=Deal).do(wrong)
    clause = next(one.clause for one in driver.terms.game.play.irregularities if one.kind == wrong.kind)
    assert driver.table.decks[0].removed_because == "the shuffler counted a wrong number of cards"
    assert [event.clause for event in driver.events if isinstance(event, DeckRemoved)] == [clause]
    assert driver.table.decks[1].stage == Stage.DEALT
    with pytest.raises(IllegalAction):
        driver.do(wrong)
    driver.duties(until=Reveal)
    played_on(driver)
    assert driver.table.rounds == 2
    assert not driver.table.void


@of(high_card_flush="38.7(g)", what_the_flush="38.9(f)", lunar_poker="38.9(f)")
def test_of_one_deck_the_shuffler_counts_what_it_has_just_shuffled(key: str) -> None:
    wrong = Irregularity("shuffler_count_wrong")
    driver = opened("Ann", key=key, shuffler="counting", dealing="automated_shoe").do(wrong)
    assert driver.table.in_play.stage == Stage.AWAY
    driver.duties()
    bet(driver).do(NoMoreBets(), wrong)  # a card of it is still to be dealt
    assert driver.table.in_play.stage == Stage.AWAY
    driver.duties(until=Deal).do(Deal())
    with pytest.raises(IllegalAction):
        driver.do(wrong)


@of(high_card_flush="38.13(e)", what_the_flush="38.12(e)", lunar_poker="38.13(e)", pai_gow_poker="11.11(m)")
def test_the_only_deck_is_shuffled_again_until_a_card_of_it_is_dealt(key: str) -> None:
    jam = Irregularity("shuffler_jam")
    driver = bet(opened("Ann", key=key, shuffler="automated")).do(NoMoreBets(), jam)
    assert driver.table.in_play.stage == Stage.MIXED
    with pytest.raises(IllegalAction):
        play(driver.table, Deal(), None)
    driver.duties(until=Deal).do(Deal())
    with pytest.raises(IllegalAction):
        driver.do(jam)


# --- The count of the stub --------------------------------------------------------------------------------------------

COUNTED = {
    "high_card_flush": "38.7(f) 38.8(f) 38.9(f)",
    "what_the_flush": "38.7(f) 38.8(e) 38.9(e)",
    "lunar_poker": "38.7(f) 38.8(e) 38.9(e)",
    "packs_poker": "43.7(g) 43.8(f) 43.9(e)",
}


def rounds_counted(driver: Driver, rounds: int) -> dict[int, int]:
    """In which of so many rounds which deck was counted."""
    counted = {}
    for number in range(1, rounds + 1):
        bet(driver).do(NoMoreBets())
        deck, before = driver.table.deck, len(driver.entries)
        played_on(driver)
        driver.duties()
        if any(isinstance(entry.action, CountStub) for entry in driver.entries[before:]):
            counted[number] = deck
    return counted


@of(**COUNTED)
@pytest.mark.parametrize(
    ("every", "due"),
    [
        (1, {number: (number + 1) % 2 for number in range(1, 11)}),
        (2, {number: (number + 1) % 2 for number in range(1, 11)}),
        (4, {3: 0, 4: 1, 7: 0, 8: 1}),
        (5, {4: 1, 5: 0, 8: 1, 9: 0}),
    ],
)
def test_of_two_decks_each_is_counted_once_in_so_many_rounds(key: str, every: int, due: dict[int, int]) -> None:
    assert rounds_counted(two_decks(key, stub_count_every=every), 10) == due


@of(high_card_flush="38.7(f)", what_the_flush="38.7(f)", lunar_poker="38.7(f)")
def test_one_deck_is_counted_every_so_many_rounds(key: str) -> None:
    assert [*rounds_counted(opened("Ann", key=key, stub_count_every=3), 9)] == [3, 6, 9]


@of(**COUNTED)
def test_a_round_that_is_void_early_does_not_spare_its_deck_the_count(key: str) -> None:
    driver = two_decks(key, stub_count_every=4)
    assert rounds_counted(driver, 2) == {}
    bet(driver).do(NoMoreBets()).duties(until=Deal)
    for _ in range(2):
        driver.do(Irregularity("card_face_up_in_shoe", card=driver.pieces[driver.table.in_play.stack[-1]]))
    assert driver.table.void
    assert driver.table.deck == 0
    driver.duties()
    assert rounds_counted(driver, 2) == {1: 1, 2: 0}


@of(
    high_card_flush="38.7(f)2 38.8(f) 38.9(f)",
    what_the_flush="38.7(f)2 38.8(e) 38.9(e)",
    packs_poker="43.7(g)2 43.8(f) 43.9(e)",
)
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("misdealt", [False, True])
def test_a_wrong_count_voids_all_hands_however_the_cards_are_dealt(key: str, dealing: str, misdealt: bool) -> None:  # noqa: FBT001
    wrong = (Irregularity("stub_count_wrong", misdealt=misdealt), CountStub(35, misdealt=misdealt))
    for action in wrong:
        driver = bet(opened("Ann", key=key, dealing=dealing)).do(NoMoreBets()).duties(until=Deal).do(Deal(), action)
        assert driver.table.void
        assert driver.table.ledger["player:Ann"] == 0
        assert bool(driver.table.in_play.removed_because) != misdealt
        with pytest.raises(IllegalAction):
            driver.do(Step("collect"), Bet(1, main(key), 1000), NoMoreBets())


@pytest.mark.clause("lunar-poker:38.7(f)2", "lunar-poker:38.8(e)", "lunar-poker:38.9(e)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
def test_a_wrong_count_in_lunar_poker_voids_all_hands_and_removes_the_deck(dealing: str) -> None:
    driver = bet(opened("Ann", key="lunar-poker", dealing=dealing)).do(NoMoreBets(), Deal())
    driver.do(Irregularity("stub_count_wrong"))
    assert driver.table.void
    assert driver.table.in_play.removed_because == "wrong number of cards"


# --- The cut, and cards that came shuffled ----------------------------------------------------------------------------


@of(high_card_flush="38.13(e)", what_the_flush="38.12(e)", lunar_poker="38.13(e)", pai_gow_poker="11.11(m)")
def test_cards_that_came_shuffled_have_not_been_in_a_shuffler_that_jams_or_is_removed(key: str) -> None:
    driver = opened("Ann", key=key, shuffler="automated", preshuffled=True)
    ready = driver.table.in_play
    driver.do(Irregularity("shuffler_jam"))
    assert driver.table.in_play == ready
    assert play(driver.table, Step("remove_devices"), SUPERVISOR)[0].in_play == ready
    by_device = round_played(driver)
    assert not by_device.table.in_play.preshuffled
    assert by_device.do(Irregularity("shuffler_jam")).table.in_play.stage == Stage.MIXED


@of(high_card_flush="38.7(g)")
def test_a_shuffler_counts_no_cards_that_it_has_not_shuffled(key: str) -> None:
    driver = opened("Ann", key=key, shuffler="counting", preshuffled=True)
    with pytest.raises(IllegalAction):
        driver.do(Irregularity("shuffler_count_wrong"))
    round_played(driver).do(Irregularity("shuffler_count_wrong"))


@of(pai_gow_poker="11.6(f)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_pai_gow_poker_cards_are_cut_again_until_one_is_dealt(key: str, dealing: str) -> None:
    shuffled: dict[str, Any] = {"shuffler": "automated", "preshuffled": True} if dealing == "hand" else {}
    driver = bet(opened("Ann", key=key, dealing=dealing, **shuffled)).do(NoMoreBets())
    before = driver.table.in_play.stack
    driver.do(Step("recut"), by=SUPERVISOR)
    with pytest.raises(IllegalAction):
        driver.do(Step("recut"))
    driver.do(Cut(0, 20, 1)).owed()
    assert driver.table.in_play.stack == before[20:] + before[:20]
    driver.do(Step("load"), by=Actor(Role.DEALER))
    assert driver.table.in_play.stage == Stage.DEALT
    driver.duties(until=CountStub)
    with pytest.raises(IllegalAction):
        driver.do(Step("recut"))


@of(
    high_card_flush="38.4(a) 38.4(b)1 38.4(b)2 38.4(e)",
    what_the_flush="38.4(a) 38.4(b)1 38.4(b)2 38.4(e)",
    lunar_poker="38.4(a) 38.4(b)1 38.4(b)2 38.4(e)",
    pai_gow_poker="11.6(a) 11.6(b)1 11.6(b)2 11.6(g)",
)
def test_cards_that_came_shuffled_and_were_washed_are_shuffled_like_any(key: str) -> None:
    driver = opened("Ann", key=key, preshuffled=True, shuffler="automated")
    driver.do(Leave(1)).duties()
    assert driver.table.in_play.stage == Stage.SPREAD
    driver.do(Sit(1, "Ben")).duties()
    shuffles = [event for event in driver.events if isinstance(event, Shuffled)]
    assert [(event.by, event.to_cut) for event in shuffles] == [("manufacturer", True), ("device", False)]
    with pytest.raises(IllegalAction):  # what was not cut is not cut again
        driver.do(Step("recut"))


# --- Void rounds ------------------------------------------------------------------------------------------------------


def void_cases() -> list[Any]:
    cases: list[tuple[str, str, Irregularity, dict[str, Any]]] = []
    for key, clauses in {
        "high-card-flush": {"wrong_number_of_cards": "38.13(c)", "dealer_card_exposed": "38.13(d)"},
        "what-the-flush": {"automated_shoe_jam": "38.12(f)"},
        "lunar-poker": {"automated_shoe_jam": "38.13(f)"},
        "packs-poker": {"wrong_number_of_cards": "43.7(g)2", "automated_shoe_jam": "43.13(e)"},
        "pai-gow": {"tile_exposed": "10.9(e)", "wrong_total": "10.9(c)"},
        "pai-gow-poker": {"card_exposed": "11.11(e)", "wrong_total": "11.11(c)", "automated_shoe_jam": "11.11(n)"},
    }.items():
        for kind, clause in clauses.items():
            jam = kind == "automated_shoe_jam"
            cases.append((key, clause, Irregularity(kind), {"dealing": "automated_shoe"} if jam else {}))
    cases.append(("high-card-flush", "38.13(f)", Irregularity("automated_shoe_jam"), {"dealing": "automated_shoe"}))
    for key, clause in {"high-card-flush": "38.13(a)", "lunar-poker": "38.13(b)", "packs-poker": "43.13(b)"}.items():
        cases.append((key, clause, Irregularity("card_face_up_in_shoe"), {}))
    return [
        pytest.param(key, action, submission, marks=pytest.mark.clause(f"{key}:{clause}"), id=f"{key}-{action.kind}")
        for key, clause, action, submission in cases
    ]


@pytest.mark.parametrize(("key", "action", "submission"), void_cases())
def test_after_a_void_round_the_cards_are_shuffled_before_the_next(
    key: str, action: Irregularity, submission: dict[str, Any]
) -> None:
    driver = bet(at_table(key, **submission)).do(NoMoreBets())
    for _ in range(20):
        face_up = action.kind == "card_face_up_in_shoe"
        if offered(driver.table, action) and (driver.table.phase != Phase.SETTING or driver.table.dealer):
            card = driver.pieces[driver.table.in_play.stack[-1]] if face_up else ""
            driver.do(Irregularity(action.kind, card=card))
        else:
            driver.do(driver.filled(next(offer for offer in legal(driver.table) if offer.duty)))
        if driver.table.void:
            break
    voided = driver.table.deck
    driver.duties(until="collect").do(Step("collect"))
    assert driver.table.decks[voided].stage == Stage.GATHERED
    assert not driver.table.decks[voided].stack
    if len(driver.table.decks) > 1:  # the other deck is in play next, and this one goes into the shuffler then
        round_played(driver)
        assert driver.table.decks[voided].stage == Stage.READY
    else:
        driver.duties(until=Shuffle)
        with pytest.raises(IllegalAction):
            driver.do(Bet(1, main(key), 1000), NoMoreBets())
        driver.do(driver.filled(duty(driver.table))).duties()  # type: ignore[arg-type]
        driver.do(NoMoreBets())


def test_a_dealer_without_fault_passes_a_duty_that_it_is_too_late_for() -> None:
    driver = bet(round_played(opened("Ann", decks=2, shuffler="automated"))).do(NoMoreBets())
    table, entry = dealt_on(driver.table, driver.seeds, driver.table.decks[0].due_at + 1) or (None, None)
    assert table
    assert entry
    assert entry.action == Step("remove", 0, note=OVERDUE)
    with pytest.raises(BadInput):
        play(table, Step("x"), None, at=1)


@pytest.mark.clause("pai-gow-poker:11.7(c)", "pai-gow-poker:11.10(p)")
def test_a_bank_may_add_to_what_it_wagers_on_its_own_cards() -> None:
    hands = {"1": "As Ks Qs Js 9s 2c 3c", "2": "Ad Kd Qd Jd 9d 2h 3h", "dealer": "Ah Kh Qh Jh 9h 2s 3s"}
    file: dict[str, Any] = {
        "game": "pai-gow-poker",
        "submission": {"bonus": {"Flush": 4}},
        "bank": 2,
        "seats": {"1": {"wager": 1000}, "2": {"chips": 100_000, "bonus": [500, 300]}},
        "hands": hands,
        "actions": [{"seat": seat, "do": "house_way"} for seat in (1, 2)],
    }
    settled = play_round(file).report.settled
    assert [(row.seat, row.stake) for row in settled if row.wager == "bonus"] == [(2, 800)]


# --- The count of a stub in rounds that go wrong ----------------------------------------------------------------------

STUB_COUNTED = of(
    high_card_flush="38.7(e) 38.7(f) 38.8(f) 38.9(f)",
    what_the_flush="38.7(e) 38.7(f) 38.8(e) 38.9(e)",
    lunar_poker="38.7(f) 38.8(e) 38.9(e)",
    packs_poker="43.7(g) 43.8(f)",
)
ENDING = {
    "high-card-flush": ("communicating", "dealer_card_exposed", "wrong_number_of_cards"),
    "what-the-flush": ("card_exposed", "card_face_up_after_deal", "wrong_number_of_cards"),
    "lunar-poker": ("hole_card_exposed", "wrong_number_of_cards"),
    "packs-poker": ("wrong_number_in_pack", "wrong_number_of_cards"),
}


def just_dealt(key: str, **submission: Any) -> Driver:
    """A hand is dealt, and the stub lies there."""
    return bet(opened("Ann", key=key, **submission)).do(NoMoreBets()).duties(until=Deal).do(Deal())


@STUB_COUNTED
def test_a_count_that_is_due_is_not_escaped_by_a_round_that_ends_before_it(key: str) -> None:
    for kind in ENDING[key]:
        driver = opened("Ann", key=key, stub_count_every=1)
        for rounds in (1, 2):
            bet(driver).do(NoMoreBets()).duties(until=Deal).do(Deal())
            driver.do(Irregularity(kind, 1 if kind in ("communicating", "wrong_number_of_cards") else 0)).duties()
            assert driver.table.rounds == rounds, kind
        counts = [entry for entry in driver.entries if isinstance(entry.action, CountStub)]
        assert len(counts) == 2, kind


@STUB_COUNTED
def test_the_stub_of_a_void_round_is_racked(key: str) -> None:
    driver = just_dealt(key, stub_count_every=5)
    driver.do(Irregularity(ENDING[key][-2])).duties()
    assert ("rack_stub", Role.DEALER) in driver.steps


@of(
    high_card_flush="38.7(f)2 38.8(f) 38.9(f)",
    what_the_flush="38.7(f)2 38.8(e) 38.9(e)",
    packs_poker="43.7(g)2 43.8(f)",
)
def test_a_misdeal_keeps_the_deck_only_if_all_its_cards_are_found(key: str) -> None:
    driver = just_dealt(key)
    driver.do(CountStub(3, misdealt=True))
    assert driver.table.void
    assert next(iter(legal(driver.table, DEALER))).action == Step("count_dealt")
    driver.do(Step("count_dealt", count=15))
    assert driver.table.in_play.removed_because == "wrong number of cards"
    driver = just_dealt(key)
    stub = len(driver.table.in_play.stack) - 1
    driver.do(CountStub(stub, misdealt=True), Step("count_dealt", count=52 - stub))
    assert not driver.table.in_play.removed_because


@of(high_card_flush="38.7(f)2", what_the_flush="38.7(f)2", packs_poker="43.7(g)2")
def test_whoever_says_what_the_stub_counted_has_the_dealt_cards_counted_too(key: str) -> None:
    driver = just_dealt(key).do(Irregularity("stub_count_wrong", misdealt=True, count=3))
    driver.do(Step("count_dealt", count=15))
    assert driver.table.in_play.removed_because


@of(
    high_card_flush="38.7(f)1 38.7(f)2",
    what_the_flush="38.7(f)1 38.7(f)2",
    packs_poker="43.7(g)1 43.7(g)2",
    lunar_poker="38.7(f)1 38.7(f)2",
    pai_gow_poker="11.8(d)1 11.8(d)2",
)
def test_a_count_that_shows_a_whole_deck_is_no_wrong_one(key: str) -> None:
    driver = bet(opened("Ann", key=key)).do(NoMoreBets()).duties(until=Deal).do(Deal())
    whole = len(driver.table.in_play.stack)
    with pytest.raises(BadInput, match=f"{whole} cards in the stub are no wrong count"):
        driver.do(Irregularity("stub_count_wrong", count=whole))
    assert driver.do(Irregularity("stub_count_wrong", count=whole - 1)).table.void


@of(high_card_flush="38.7(f)2 38.13(c)", packs_poker="43.7(g)2", what_the_flush="38.7(f)2 38.12(d)")
def test_the_dealer_determines_a_misdeal(key: str) -> None:
    driver = just_dealt(key)
    for found in (Irregularity("wrong_number_of_cards", 1), Irregularity("stub_count_wrong")):
        assert offered(driver.table, found, DEALER)
        assert offered(driver.table, found, SUPERVISOR)


@of(what_the_flush="38.12(d) 38.7(f)1 38.7(f)2", lunar_poker="38.13(d) 38.7(f)1 38.7(f)2")
def test_an_honest_count_after_a_misdeal_voids_that_hand_alone(key: str) -> None:
    for counted, found, removed in ((-1, 1, False), (-1, 0, True), (0, 0, False)):
        driver = opened("Ann", "Ben", key=key, stub_count_every=1)
        driver.do(Bet(1, "ante", 1000), Bet(2, "ante", 1000), NoMoreBets()).duties(until=Deal).do(Deal())
        driver.do(Irregularity("wrong_number_of_cards", 1))
        if key == "lunar-poker":
            driver.duties().do(Decision(2, "fold")).duties(until=CountStub)
        stub = len(driver.table.in_play.stack)
        dealt = len(driver.pieces) - stub
        driver.do(CountStub(stub + counted), Step("count_dealt", count=dealt + found))
        assert bool(driver.table.void) is removed
        assert bool(driver.table.in_play.removed_because) is removed
        assert driver.table.seats[1].settled["ante"].result == "void"


@pytest.mark.clause("pai-gow-poker:11.8(d)", "pai-gow-poker:11.8B(e)")
def test_what_is_left_is_counted_in_a_void_round_too() -> None:
    driver = bet(opened("Ann", key="pai-gow-poker", banking=False)).do(NoMoreBets()).duties(until=CountStub)
    assert driver.do(Irregularity("wrong_number_of_cards", 1)).table.void
    driver.duties(until="collect")
    assert ("count_dealt", Role.DEALER) in driver.steps


@of(
    high_card_flush="38.3(d)",
    what_the_flush="38.3(d)",
    lunar_poker="38.3(d)",
    packs_poker="43.3(d)",
    pai_gow_poker="11.5(d)",
)
def test_each_of_two_decks_is_on_show_before_the_table_opens_and_mixed_before_play(key: str) -> None:
    driver = Driver(terms(key, {} if key == "packs-poker" else {"decks": 2, "shuffler": "automated"}))
    for step in ("receive", "inspect", "verify", "spread"):
        driver.do(Step(step, 0))
    assert driver.table.phase == Phase.CLOSED  # the second deck is still to be brought
    driver.duties()
    assert driver.table.phase == Phase.IDLE
    driver.do(Sit(1, "Ann"), Step("show", 0), Step("wash", 0))
    assert driver.table.phase == Phase.IDLE  # the second deck is still to be looked at
    assert driver.duties().table.phase == Phase.BETTING
    assert {step for step, _ in driver.steps} >= {"show", "wash"}


# --- Coupons and the posted limits ------------------------------------------------------------------------------------

WITH_COUPONS = of(
    high_card_flush="38.6(a)1 38.6(b)",
    what_the_flush="38.6(a) 38.6(c)",
    lunar_poker="38.6(a)",
    packs_poker="43.6(a)",
    pai_gow="10.5(a)",
    pai_gow_poker="11.7(a)",
)


def limited(key: str, **reading: str) -> Driver:
    """Ann at a table with a minimum of $5 and a maximum of $100."""
    return at_table(key, limits={main(key).removesuffix("_1"): {"minimum": 500, "maximum": 10_000}}, **reading)


@WITH_COUPONS
def test_a_coupon_does_not_carry_a_wager_past_the_posted_maximum(key: str) -> None:
    driver = limited(key).do(Bet(1, main(key), 10_000))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, main(key), 1))
    driver = limited(key).do(Bet(1, main(key), 9000))
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, main(key), 1001))
    driver.do(Coupon(1, main(key), 1000))
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, main(key), 1))
    driver = limited(key, limits_on="chips").do(Bet(1, main(key), 10_000), Coupon(1, main(key), 10_000))
    assert driver.table.seats[1].stake(main(key)) == 20_000


@WITH_COUPONS
def test_a_coupon_completes_the_posted_minimum(key: str) -> None:
    for coupon, chips in ((250, 250), (100, 400), (400, 400)):
        driver = limited(key).do(Coupon(1, main(key), coupon))
        assert driver.table.seats[1].chips == {main(key): chips}
        assert driver.table.seats[1].coupons == {main(key): coupon}
    driver.do(Bet(1, main(key), 100))
    for coupon, reading in ((500, "whole_wager"), (250, "chips")):
        with pytest.raises(IllegalAction):
            limited(key, limits_on=reading).do(Coupon(1, main(key), coupon))


@WITH_COUPONS
def test_a_wager_with_a_coupon_is_increased_to_the_most_however_little_that_is_above_the_least(key: str) -> None:
    limits = {main(key).removesuffix("_1"): {"minimum": 1000, "maximum": 1500}}
    driver = at_table(key, limits=limits).do(Coupon(1, main(key), 500))
    assert driver.table.seats[1].stake(main(key)) == 1000
    with pytest.raises(IllegalAction):
        driver.do(Bet(1, main(key), 501))
    driver.do(Bet(1, main(key), 499), Bet(1, main(key), 1))
    assert driver.table.seats[1].stake(main(key)) == 1500


def coupons(driver: Driver) -> dict[str, tuple[int, int]]:
    """The least and the most that a coupon on each wager of the first position may be worth."""
    offers = ((one.action, one.most) for one in driver.offers(1))
    return {action.wager: (action.amount, most) for action, most in offers if isinstance(action, Coupon)}


@WITH_COUPONS
def test_a_coupon_that_is_laid_first_leaves_room_for_the_chips_that_match_it(key: str) -> None:
    for minimum, maximum, worth in ((500, 600, (1, 300)), (500, 10_000, (1, 499)), (2, 1000, (1, 1)), (1, 1000, None)):
        limits = {main(key).removesuffix("_1"): {"minimum": minimum, "maximum": maximum}}
        assert coupons(at_table(key, limits=limits)).get(main(key)) == worth


@WITH_COUPONS
def test_one_coupon_lies_beside_a_wager_up_to_the_last_cent_of_its_maximum(key: str) -> None:
    driver = limited(key).do(Bet(1, main(key), 9999))
    assert coupons(driver)[main(key)] == (1, 1)
    driver = limited(key).do(Bet(1, main(key), 5000), Coupon(1, main(key), 1000))
    assert main(key) not in coupons(driver)
    with pytest.raises(IllegalAction):
        driver.do(Coupon(1, main(key), 1))


@of(lunar_poker="38.6(a) 38.6(c)", pai_gow_poker="11.7(a) 11.7(d)")
def test_a_progressive_wager_is_made_with_a_coupon_of_its_own_and_with_no_other(key: str) -> None:
    prizes = {"progressive": {"five aces": "100%", "four of a kind": 50}} if key == "pai-gow-poker" else {}
    driver = at_table(key, **prizes).do(Bet(1, main(key), 1000))
    assert coupons(driver)["progressive"] == (100, 100)
    assert "progressive" not in coupons(driver.do(Bet(1, "progressive", 100)))


@pytest.mark.clause("high-card-flush:38.6(a)1", "high-card-flush:38.6(b)")
def test_a_round_file_lays_a_coupon_that_completes_the_minimum() -> None:
    file: dict[str, Any] = {
        "game": "high-card-flush",
        "submission": {"limits": {"ante": {"minimum": 500, "maximum": 10_000}}},
        "seats": {"1": {"ante": 300, "match_play": {"ante": 250}}},
        "hands": {"1": "Ac Kc Qc 3d 5h 7s 9s", "dealer": "2c 3h 4d 5s 7d 9h Js"},
        "actions": [{"seat": 1, "do": "raise", "amount": 550}],
    }
    assert [row.stake for row in play_round(file).report.settled] == [550, 550]
    for chips, coupon in ((200, 250), (300, 150)):
        seat = {"ante": chips, "match_play": {"ante": coupon}}
        with pytest.raises(IllegalAction):
            play_round({**file, "seats": {"1": seat}})


# --- No gaming activity, the hand -------------------------------------------------------------------------------------


@of(high_card_flush="38.4(e)", what_the_flush="38.4(e)", lunar_poker="38.4(e)", packs_poker="43.4(c)")
def test_cards_are_spread_out_where_people_sit_and_do_not_wager(key: str) -> None:
    driver = opened("Ann", key=key)
    idle = offered(driver.table, Step("idle"), DEALER)
    assert idle
    assert not idle.duty
    driver.do(Step("idle"))
    assert driver.table.phase == Phase.IDLE
    assert driver.table.decks[0].stage == Stage.SPREAD
    before = len(driver.steps)
    assert driver.duties().table.phase == Phase.BETTING
    assert {step for step, _ in driver.steps[before:]} >= {"show", "wash"}
    assert offered(bet(driver).table, Step("idle")) is None


def with_seeds_shown(driver: Driver) -> Driver:
    while driver.table.unrevealed:
        driver.do(driver.filled(next(offer for offer in legal(driver.table) if offer.duty)))
    return driver


@of(high_card_flush="38.4(e)", what_the_flush="38.4(e)", lunar_poker="38.4(e)", packs_poker="43.4(c)")
def test_cards_that_are_still_to_be_looked_at_are_not_spread_out_for_want_of_wagers(key: str) -> None:
    driver = opened("Ann", key=key).do(Step("remove", 0), by=SUPERVISOR)
    with_seeds_shown(driver)
    assert not offered(driver.table, Step("idle"), DEALER)
    assert offered(driver.duties().table, Step("idle"), DEALER)


@of(high_card_flush="38.2(b)4", what_the_flush="38.2(b)4", lunar_poker="38.2(b)4")
def test_one_deck_is_in_play_round_after_round_and_two_by_turns(key: str) -> None:
    for driver, in_play in ((at_table(key), [0, 0, 0]), (two_decks(key), [0, 1, 0])):
        found = []
        for _ in in_play:
            found.append(driver.table.deck)
            round_played(driver)
        assert found == in_play


@of(high_card_flush="38.7(e)", what_the_flush="38.7(e)", packs_poker="43.7(f)")
def test_a_stub_waits_for_the_rack_and_is_counted_before_another_deck_is_brought(key: str) -> None:
    driver = bet(round_played(two_decks(key))).do(NoMoreBets())
    while driver.table.phase != Phase.STUB:
        due = [offer for offer in legal(driver.table) if offer.duty and not isinstance(offer.action, Shuffle)]
        driver.do(driver.filled(due[0]))
    assert [offer.action.deck for offer in legal(driver.table) if isinstance(offer.action, Shuffle)] == [0]
    driver = bet(two_decks(key, stub_count_every=1)).do(Step("remove", 1), by=SUPERVISOR)
    with_seeds_shown(driver).do(NoMoreBets(), Deal())
    duties = [offer.action for offer in legal(driver.table) if offer.duty]
    assert duties == [CountStub(0), Step("inspect_used" if key == "packs-poker" else "receive", 1)]


@of(high_card_flush="38.8(b)1 38.4(a)", what_the_flush="38.8(b)1 38.4(a)", lunar_poker="38.8(b)1 38.4(a)")
def test_pre_shuffled_cards_are_shuffled_by_the_device_before_they_are_dealt_from_the_hand(key: str) -> None:
    for dealing, by in (("hand", "device"), ("manual_shoe", "manufacturer")):
        driver = opened("Ann", key=key, preshuffled=True, dealing=dealing)
        shuffled = [event for event in driver.events if isinstance(event, Shuffled)]
        assert [event.by for event in shuffled] == [by]
        assert shuffled[0].to_cut is (by == "manufacturer")


# --- The opening, step by step ----------------------------------------------------------------------------------------


def washed_and_loaded() -> list[Any]:
    loads = {"manual_shoe": "38.7(a)", "hand": "38.8(b)2", "automated_shoe": "38.9(b)1"}
    return [
        pytest.param(key, dealing, marks=pytest.mark.clause(f"{key}:38.3(c)", f"{key}:{load}"), id=f"{key}-{dealing}")
        for key in ("high-card-flush", "what-the-flush")
        for dealing, load in loads.items()
    ]


@pytest.mark.parametrize(("key", "dealing"), washed_and_loaded())
def test_cards_that_were_seen_are_washed_and_what_is_stacked_is_placed(key: str, dealing: str) -> None:
    driver = Driver(terms(key, {"dealing": dealing})).duties().do(Sit(1, "Ann"))
    done = []
    while due := duty(driver.table):
        done.append((driver.table.in_play.stage, getattr(due.action, "step", "")))
        driver.do(driver.filled(due))
    assert (Stage.SEEN, "wash") in done
    assert done[-1] == (Stage.STACKED, "load")


# --- Pre-shuffled cards at a table that waits for players -----------------------------------------------------------


@of(
    high_card_flush="38.3(b) 38.4(e)",
    what_the_flush="38.3(a) 38.4(e)",
    lunar_poker="38.3(a) 38.4(e)",
    pai_gow_poker="11.5(a) 11.6(g)",
)
def test_pre_shuffled_cards_are_spread_when_the_table_idles_but_not_before_anybody_has_come(key: str) -> None:
    driver = Driver(terms(key, {"preshuffled": True})).duties()
    assert (driver.table.phase, driver.table.in_play.stage) == (Phase.IDLE, Stage.VERIFIED)
    assert "spread" not in {step for step, _ in driver.steps}
    driver.do(Sit(1, "Ann")).duties().do(Leave(1)).duties()
    assert (driver.table.phase, driver.table.in_play.stage) == (Phase.IDLE, Stage.SPREAD)
    driver.do(Sit(1, "Ben")).duties()
    assert [step for step, _ in driver.steps if step in ("idle", "show", "wash")] == ["idle", "show", "wash"]


# --- When players look at their cards ---------------------------------------------------------------------------------

LOOKS = of(high_card_flush="38.10(a)", what_the_flush="38.10(a)", packs_poker="43.10(a)")


def own_cards(driver: Driver, where: str = "seat 1") -> set[str]:
    return set(view(driver.table, player("Ann")).cards(where))


@LOOKS
@pytest.mark.parametrize("by_count", [False, True])
def test_players_look_at_their_cards_when_the_dealing_is_completed(key: str, *, by_count: bool) -> None:
    driver = bet(at_table(key, stub_count_every=1 if by_count else 5)).do(NoMoreBets()).duties(until=Deal)
    driver.do(Deal())
    assert driver.table.phase == Phase.STUB
    assert own_cards(driver) == {HIDDEN}
    driver.do(CountStub(len(driver.table.in_play.stack)) if by_count else Step("rack_stub"))
    if key == "what-the-flush":
        assert own_cards(driver) == {HIDDEN}
        driver.do(Step("turn_up_top_card"))
    assert own_cards(driver) == set(driver.terms.game.equipment.pieces.named(driver.hand(1)))


@LOOKS
def test_nobody_has_looked_at_cards_that_a_wrong_count_of_the_stub_has_voided(key: str) -> None:
    driver = bet(at_table(key, stub_count_every=1)).do(NoMoreBets()).duties(until=Deal)
    driver.do(Deal(), CountStub(len(driver.table.in_play.stack) - 1))
    assert driver.table.void
    looked = [event for event in driver.events if isinstance(event, MayLook) and any(event.players.values())]
    assert looked == []


@pytest.mark.clause("what-the-flush:38.10(a)", "what-the-flush:38.12(d)")
def test_with_a_misdeal_players_look_when_the_cards_that_were_dealt_make_up_the_deck() -> None:
    driver = opened("Ann", "Ben", key="what-the-flush", stub_count_every=1).do(Bet(1, "ante", 1000))
    driver.do(Bet(2, "ante", 1000), NoMoreBets(), Deal(), Irregularity("wrong_number_of_cards", 2))
    left = len(driver.table.in_play.stack)
    driver.do(CountStub(left), Step("count_dealt", count=52 - left))
    assert own_cards(driver) == {HIDDEN}
    driver.do(Step("turn_up_top_card"))
    assert HIDDEN not in own_cards(driver)
    looking = [event.players for event in driver.events if isinstance(event, MayLook)]
    assert looking == [{"seat 1": "", "seat 2": ""}, {"seat 1": "Ann"}]
