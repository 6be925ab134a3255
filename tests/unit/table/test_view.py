"""What a view tells a page beside the cards: what own wagers would win, how they ended, what was paid beside them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nomorebets.equipment.places import DEALER, pack, place
from nomorebets.rounds.file import decoded_toml, play_round
from nomorebets.table.actions import Bet, Decision, Irregularity, NoMoreBets, Spin, Step
from nomorebets.table.entries import state_after
from nomorebets.table.events import Moved, RoundVoided
from nomorebets.table.evolve import evolve
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.roles import ONLOOKER, player
from nomorebets.table.state import Lying, Table, under
from nomorebets.table.view import Ended, Views, view
from tests.driving import Driver, dealt, opened

ANN = player("Ann")
ROUNDS = Path(__file__).parents[2] / "rounds"


# --- What own wagers would win ----------------------------------------------------------------------------------------


def test_what_a_wager_would_win_is_told_to_its_player_alone() -> None:
    table = opened("Ann", "Ben").do(Bet(1, "ante", 1000), Bet(2, "ante", 1000)).table
    assert view(table, ANN).seats[1].wins == {"ante": {"even money": 1000}}
    assert not view(table, ANN).seats[2].wins
    assert not view(table, ONLOOKER).seats[1].wins


@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
@pytest.mark.parametrize(
    ("rounding", "stake", "net"), [("none", 1000, 950), ("none", 1010, 959), ("quarter", 1010, 935)]
)
def test_vigorish_is_taken_of_what_is_told(key: str, rounding: str, stake: int, net: int) -> None:
    driver = opened(key=key, vigorish_rounding=rounding).do(Bet(1, "wager", stake))
    assert view(driver.table, ANN).seats[1].wins["wager"] == {"even money": net}


def test_what_is_told_is_no_more_than_a_limit_allows() -> None:
    driver = opened(bonus_maximum=20_000, flush_bonus="A").do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 1000))
    wins = view(driver.table, ANN).seats[1].wins["flush_bonus"]
    assert max(wins.values()) == 20_000
    assert min(wins.values()) == 1000


def test_an_imperial_wager_wins_no_more_than_its_maximum() -> None:
    driver = opened(key="pai-gow-poker", imperial_maximum=4_000_000)
    driver.do(Bet(1, "wager", 1_000_000), Bet(1, "imperial", 1_000_000))
    assert max(view(driver.table, ANN).seats[1].wins["imperial"].values()) == 4_000_000


def test_a_number_is_paid_in_whole_dollars() -> None:
    driver = opened(key="pai-gow-poker", start="number", additional_odds="5.5")
    driver.do(Bet(1, "wager", 1000), Bet(1, "additional_1", 150))
    assert set(view(driver.table, ANN).seats[1].wins["additional_1"].values()) == {800}


def test_a_stake_that_is_kept_is_not_won() -> None:
    driver = opened(progressive="A").do(Bet(1, "ante", 1000), Bet(1, "progressive", 100))
    seen = view(driver.table, ANN)
    shares = seen.seats[1].wins["progressive"]
    assert max(shares.values()) == seen.meters["meter:progressive:main"] - 100


def test_a_straight_wins_on_the_row_that_the_posted_cards_leave() -> None:
    driver = opened(key="pokette")
    sections = driver.terms.submission.wheel_order.split()
    for card in ("7c", "8d"):
        driver.do(NoMoreBets(), Spin(sections.index(card)), Step("collect")).duties()
    driver.do(Bet(1, "straight", 1000))
    assert list(view(driver.table, ANN).seats[1].wins["straight"]) == ["straight_open"]


# --- What became of the round -----------------------------------------------------------------------------------------


def test_it_is_told_where_the_wheel_came_to_rest() -> None:
    driver = opened(key="pokette").do(Bet(1, "red", 1000), Bet(1, "black", 1000), NoMoreBets())
    assert view(driver.table).section == -1
    section = driver.terms.submission.wheel_order.split().index("7h")
    seen = view(driver.do(Spin(section)).owed().table)
    assert seen.section == section
    assert seen.seats[1].settled == {"red": Ended("win", pays=1000), "black": Ended("lose")}
    assert not seen.seats[1].lying


def test_a_settlement_names_its_clause_where_it_is_not_the_tables() -> None:
    driver = dealt("Ann", flush_bonus="A").do(Decision(1, "fold"))
    assert view(driver.table).seats[1].settled == {"ante": Ended("lose", clause="high-card-flush:38.10(b)")}


def test_why_a_round_is_void_is_told_with_the_clause() -> None:
    driver = dealt("Ann")
    assert view(driver.table).void is None
    driver.do(Irregularity("dealer_card_exposed"))
    void = view(driver.table).void
    assert isinstance(void, RoundVoided)
    assert void.clause.startswith("high-card-flush:38.13")


def before_the_end(path: str) -> Table:
    """The table of a round file as it is before its cards are collected."""
    one = play_round(decoded_toml(ROUNDS.joinpath(path).read_text("utf-8")))
    return under(state_after(one.entries), one.terms)


def test_envy_is_told_beside_the_wagers() -> None:
    payments = view(before_the_end("pai-gow-poker/envy-for-two-hands.toml")).payments
    assert {payment.name for payment in payments} == {"envy"}
    assert all(payment.seat and payment.to.startswith("player:") for payment in payments)
    assert {payment.clause for payment in payments} == {"pai-gow-poker:11.1 Envy bonus"}


def test_what_a_bank_pays_and_the_dealers_wager_are_told() -> None:
    payments = view(before_the_end("pai-gow/bank-with-a-shortfall-and-a-dealers-wager.toml")).payments
    assert {payment.name for payment in payments} == {"bank", "dealer's wager"}


def test_a_payment_that_goes_back_is_not_called_the_banks() -> None:
    table = before_the_end("pai-gow-poker/envy-for-two-hands.toml")
    envy = next(move for move in table.moves if move.to.startswith("player:"))
    back = Moved(envy.seat, envy.to, envy.origin, envy.amount, "pai-gow-poker:11.11(e)")
    last = view(evolve(table, back)).payments[-1]
    assert (last.origin, last.amount, last.name) == (envy.to, envy.amount, "")


def test_meters_and_chips_that_are_taken_early_are_no_payments() -> None:
    table = before_the_end("high-card-flush/two-progressive-winners.toml")
    assert table.moves
    assert not view(table).payments


# --- Cards in common --------------------------------------------------------------------------------------------------


def test_hands_are_read_together_with_each_pack_that_is_face_up() -> None:
    driver = opened("Ann", "Ben", key="packs-poker")
    driver.do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), NoMoreBets()).duties(until="reveal")
    first, second = place(pack(1)), place(pack(2))
    assert not view(driver.table, ANN).places[first].together
    driver.duties(until="pack_2")
    seen = view(driver.table, ANN)
    hands = [place(1), place(2), place(DEALER)]
    in_words = driver.terms.game.manner.in_words
    cards = {where: driver.table.at(where).cards + driver.table.at(first).cards for where in hands}
    assert seen.places[first].together == {where: in_words(cards[where]) for where in hands}
    assert HIDDEN in seen.places[second].cards
    assert not seen.places[second].together


def test_a_hand_that_is_not_seen_is_not_read_together_with_a_pack() -> None:
    driver: Driver = opened("Ann", "Ben", key="packs-poker")
    driver.do(Bet(1, "pack_1", 1000), Bet(2, "pack_1", 1000), NoMoreBets()).duties(until="display")
    table = driver.table
    first = place(pack(1))
    cards = table.at(first).cards
    shown = {**table.places, first: Lying(cards, up=cards)}
    early = replace(table, places=shown)
    assert list(view(early, ANN).places[first].together) == [place(1)]
    assert not view(early, ONLOOKER).places[first].together


def test_views_take_what_has_not_changed_from_those_before_and_make_the_rest_anew() -> None:
    driver = dealt("Ann", "Ben")
    before = Views(driver.table)
    seen = before.of(ONLOOKER)
    driver.do(Decision(1, "fold"))
    after = Views(driver.table, before=before)
    again = after.of(ONLOOKER)
    assert again.seats[2] is seen.seats[2]
    assert again.places["seat 2"] is seen.places["seat 2"]
    assert again.seats[1] != seen.seats[1]
    for watcher in (ONLOOKER, player("Ann"), player("Ben")):
        assert after.of(watcher) == view(driver.table, watcher)
