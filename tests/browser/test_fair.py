"""A deal is checked in the browser: all agrees, a changed digit is told, and the file is checked without the house."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from nomorebets.client import Desk
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from tests.browser.conftest import Visit
from tests.open_house import OpenHouse
from tests.unit.service.manual import Crew

SCRIPT = Path("docs/verify_log.py")
DEALT = ("high-card-flush", "lunar-poker", "packs-poker", "pai-gow", "pai-gow-poker", "what-the-flush", "pokette")


def played(house: OpenHouse, game: str, rounds: int = 1) -> str:
    """A table at which so many rounds are over, and the next has begun."""
    tokens = [house.person(role).token for role in (HouseRole.FLOOR, HouseRole.DEALER)]
    with Desk(house.url, tokens[0]) as floor, Desk(house.url, tokens[1]) as dealer:
        table = floor.open_table(game, policy=Policy(dealing="manual"))
        crew = Crew(table, game, dealer, floor, house.as_(house.person()), house.as_(house.person()))
        crew.play(lambda seen: seen.round > rounds)
        crew.play(lambda seen: bool(seen.view.commitment) and any(seat.chips for seat in seen.view.seats.values()))
    return table


def changed(page: Page, label: str) -> None:
    field = page.get_by_label(label)
    digits = field.input_value()
    field.fill(("1" if digits[0] == "0" else "0") + digits[1:])


@pytest.mark.parametrize("game", DEALT)
def test_a_deal_of_every_game_agrees_and_a_changed_digit_does_not(visit: Visit, house: OpenHouse, game: str) -> None:
    page = visit(f"/fair/{played(house, game)}/1")
    agrees = page.get_by_role("heading", name="The deal agrees")
    expect(agrees.or_(page.get_by_role("heading", name="The seed is still to be shown"))).to_be_visible()
    if not agrees.count():  # the house shows it a moment later
        page.wait_for_timeout(1500)
        page.reload()
    expect(agrees).to_be_visible()
    expect(page.locator(".checks .agrees")).to_have_count(4)
    expect(page.locator(".log .fact.wrong")).to_have_count(0)
    expect(page.locator(".log .fact")).to_have_count(3)
    changed(page, "Shown after the round")
    expect(page.get_by_text("check 2 and 3 and 4 fail")).to_be_visible()
    page.get_by_role("button", name="As it was").click()
    expect(page.get_by_role("heading", name="The deal agrees")).to_be_visible()
    changed(page, "Promised before bets closed")
    expect(page.get_by_text("check 1 and 2 fail")).to_be_visible()


def test_the_proof_is_taken_along_and_checked_without_the_house(visit: Visit, house: OpenHouse, tmp_path: Path) -> None:
    page = visit(f"/fair/{played(house, 'high-card-flush')}/1", width="phone")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save the proof").click()
    file = tmp_path / "round.jsonl"
    downloading.value.save_as(file)
    checked = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    file.write_text(
        file.read_text("utf-8").replace('"amount\\":500', '"amount\\":600', 1).replace("500", "501", 1), "utf-8"
    )
    assert subprocess.run([sys.executable, SCRIPT, file], capture_output=True, check=False).returncode != 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_round_that_was_never_played_is_told_as_such(house: OpenHouse, browser: object) -> None:
    answer = house.ask("GET", f"/v1/tables/{house.table('pokette')}/rounds/99/proof")
    assert (answer.status, b"never played" in answer.body) == (404, True)
