"""What lies is taken back by one offer, in which the wager is selected."""

import pytest

from nomorebets.errors import IllegalAction
from nomorebets.table.actions import Bet, Withdraw
from nomorebets.table.offers import Offer, Selector
from tests.driving import Driver, opened


def withdrawals(driver: Driver, seat: int = 1) -> list[Offer]:
    return [offer for offer in driver.offers(seat) if isinstance(offer.action, Withdraw)]


def test_all_that_may_be_taken_back_is_one_offer() -> None:
    driver = opened(flush_bonus="A", straight_flush_bonus="A")
    assert not withdrawals(driver)
    driver.do(Bet(1, "ante", 1000))
    assert [offer.select for offer in withdrawals(driver)] == [Selector("wager", ("ante",))]
    driver.do(Bet(1, "flush_bonus", 500), Bet(1, "straight_flush_bonus", 500))
    assert [offer.select for offer in withdrawals(driver)] == [
        Selector("wager", ("flush_bonus", "straight_flush_bonus"))
    ]
    driver.do(Withdraw(1, "flush_bonus"))
    assert driver.table.seats[1].chips == {"ante": 1000, "straight_flush_bonus": 500}


def test_a_wager_on_a_place_is_taken_back_by_its_key() -> None:
    driver = opened(key="pokette").do(Bet(1, "split", 500, on="As Ah"), Bet(1, "red", 500))
    assert [offer.select for offer in withdrawals(driver)] == [Selector("wager", ("split:As Ah", "red"))]
    assert not driver.do(Withdraw(1, "split:As Ah"), Withdraw(1, "red")).table.seats[1].chips


def test_a_refusal_names_what_may_be_taken_back() -> None:
    driver = opened(flush_bonus="A", straight_flush_bonus="A")
    driver.do(Bet(1, "ante", 1000), Bet(1, "flush_bonus", 500), Bet(1, "straight_flush_bonus", 500))
    for wager in ("ante", "", "raise"):
        with pytest.raises(IllegalAction) as refused:
            driver.do(Withdraw(1, wager))
        said = f"seat 1: withdraw {wager}".rstrip()
        offered = "seat 1: withdraw flush_bonus or straight_flush_bonus [high-card-flush:38.6(d)]"
        assert str(refused.value).startswith(f"{said} is not offered; offered: {offered}")
