"""Pages when the line breaks or the house is killed: they come back by themselves, and nothing is lost or doubled."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from nomorebets.client import Desk
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind
from nomorebets.service.policy import Policy
from nomorebets.service.serve import Started
from tests.browser.line import Line, a_line
from tests.browser.playing import DECIDED, decide_with_the_mouse, finish, hand
from tests.open_house import OpenHouse, open_house
from tests.unit.service.manual import Crew

GAME = "high-card-flush"
DROPS = 30
CUT_MS = 10_000
BACK_MS = 15_000
FIGURED_MS = 90_000  # what a page asks to be reckoned as it opens may take that long on a busy machine
BROKEN = re.compile("Disconnected|Connection lost")

ARRIVING = "async (script) => (await (await import(script)).meOrGuest()).player"
SITTING = "async ([script, table]) => (await import(script)).act(table, { type: 'Sit', seat: 2 })"
# Bets and takes back through the page's own line, which is dropped at any moment; what became of each is told.
BETTING = """async ([script, table, times]) => {
    const { Live } = await import(script);
    const live = new Live(table, { onChange: () => {}, onState: () => {}, onRefused: () => {} });
    const kept = setInterval(() => live.retry(), 100);
    const told = [];
    for (let n = 0; n < times; n += 1) {
        const asked = n % 2 ? { type: "Withdraw", seat: 2, wager: "ante" }
            : { type: "Bet", seat: 2, wager: "ante", amount: 500 };
        const answer = live.send({ type: "act", action: asked });
        await fetch("/v1/hour").catch(() => null);
        await window.drop();
        told.push((await answer).type);
    }
    clearInterval(kept);
    return told;
}"""


@pytest.fixture(scope="module")
def line() -> Iterator[Line]:
    with a_line() as between:
        yield between


@pytest.fixture(scope="module")
def behind(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house at the end of a line that can be cut."""
    data: Path = tmp_path_factory.mktemp("behind a line")
    with open_house(data, hosts=(f"127.0.0.1:{line.port}",), secure=False) as house:
        line.house = house.port
        yield house


def a_guest_at(page: Page, url: str, game: str) -> None:
    """Two clicks from the lobby to a seat."""
    page.goto(url)
    plate = page.get_by_role("region", name=game, exact=True)
    plate.get_by_role("button", name="Take a seat").click()
    plate.get_by_role("button", name="Sit at").click()
    page.wait_for_url("**/table/*")
    page.get_by_text("Place your wagers").first.wait_for()


def seats(page: Page) -> dict[str, dict[str, object]]:
    """The table of this page as its person sees it now, asked anew."""
    table = page.url.split("/table/")[1].split("?")[0]
    asked = page.evaluate(f"fetch('/v1/tables/{table}').then(answer => answer.json())")
    return dict(asked["view"]["seats"])


def bet_once(page: Page) -> None:
    page.locator(".area-group.offered").first.click()
    page.wait_for_timeout(300)


def test_a_table_comes_back_after_ten_seconds_without_a_network(
    browser: Browser, line: Line, behind: OpenHouse
) -> None:
    context = browser.new_context()
    page = context.new_page()
    a_guest_at(page, line.url, "High Card Flush")
    bet_once(page)
    before = seats(page)
    line.cut()
    expect(page.get_by_text(BROKEN).first).to_be_visible()
    page.wait_for_timeout(CUT_MS)
    line.mend()
    expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=BACK_MS)
    assert {number: seat["player"] for number, seat in seats(page).items()} == {
        number: seat["player"] for number, seat in before.items()
    }
    context.close()
    assert behind.site.store.usable


@pytest.mark.parametrize("path", ["/floor", "/deal/{table}"])
def test_pages_of_the_staff_say_that_the_line_is_lost_and_go_on(
    browser: Browser, line: Line, behind: OpenHouse, path: str
) -> None:
    both = behind.person(HouseRole.FLOOR, HouseRole.DEALER, kind=Kind.LINK)
    context = browser.new_context()
    page = context.new_page()
    wrong = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{line.url}/sign-in#{both.token}")
    page.get_by_role("heading", name="You are signed in").wait_for()
    page.goto(line.url + path.format(table=behind.table(GAME)))
    page.locator(".tables tbody tr, .figures").first.wait_for()
    line.cut()
    expect(page.get_by_text(BROKEN).first).to_be_visible(timeout=BACK_MS)
    line.mend()
    expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=BACK_MS)
    context.close()
    assert wrong == []


def other_game(page: Page) -> None:
    page.get_by_label("Game").select_option("pai-gow")


# What each page asks of the house when somebody does something, and what is there once it has answered.
ASKING: dict[str, tuple[Callable[[Page], None], str | re.Pattern[str]]] = {
    "/": (lambda page: page.get_by_label("Search").fill("Pokette"), "Seven tables are open"),
    "/rules?game=pokette": (other_game, "Pai Gow, clause by clause"),
    "/odds?game=pokette": (other_game, "Pai Gow"),
    "/submission?game=pokette": (other_game, 'game = "pai-gow"'),
    "/rounds": (lambda page: page.get_by_role("button", name="Find").click(), re.compile("No round is like|found")),
}


@pytest.mark.parametrize("path", ASKING)
def test_pages_that_are_read_say_that_the_line_is_lost_and_go_on(
    browser: Browser, line: Line, behind: OpenHouse, path: str
) -> None:
    asks, there = ASKING[path]
    context = browser.new_context()
    page = context.new_page()
    wrong = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(line.url + path)
    page.locator("main h1").first.wait_for()
    page.wait_for_load_state("networkidle", timeout=FIGURED_MS)
    line.cut()
    asks(page)
    expect(page.get_by_text(BROKEN).first).to_be_visible(timeout=BACK_MS)
    line.mend()
    expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=BACK_MS)
    expect(page.locator("main :is(h1, pre, p)").filter(has_text=there).first).to_be_visible(timeout=BACK_MS)
    context.close()
    assert wrong == []
    assert behind.site.store.usable


def test_dropped_lines_lose_and_double_nothing(browser: Browser, line: Line, behind: OpenHouse) -> None:
    assert dropped(browser, line, behind, DROPS) == DROPS


@pytest.mark.slow
def test_a_thousand_dropped_lines_lose_and_double_nothing(browser: Browser, line: Line, behind: OpenHouse) -> None:
    assert dropped(browser, line, behind, 1000) == 1000


def dropped(browser: Browser, line: Line, behind: OpenHouse, times: int) -> int:
    """Act so many times while the line is dropped each time: how many of the acts are in the record, once each."""
    context = browser.new_context()
    page = context.new_page()
    page.expose_function("drop", line.drop)
    page.goto(line.url)
    scripts = page.locator("script").first.evaluate("one => one.src.replace('lobby.js', '')")
    name = page.evaluate(ARRIVING, f"{scripts}house.js")
    tokens = [behind.person(role).token for role in (HouseRole.FLOOR, HouseRole.DEALER)]
    with Desk(behind.url, tokens[0]) as floor, Desk(behind.url, tokens[1]) as dealer:
        table = floor.open_table(GAME, policy=Policy(dealing="manual"))
        crew = Crew(table, GAME, dealer, floor, behind.as_(behind.person()))
        crew.play(lambda seen: seen.view.phase == "betting")
        page.evaluate(SITTING, [f"{scripts}house.js", table])
        assert page.evaluate(BETTING, [f"{scripts}house.js", table, times]) == ["done"] * times
    context.close()
    acts = [kind for kind in done_by(name, behind, table) if kind in ("Bet", "Withdraw")]
    assert acts == ["Bet", "Withdraw"] * (times // 2)
    return len(acts)


def done_by(name: str, behind: OpenHouse, table: str) -> list[str]:
    """What somebody has done at a table, of all that is in its record."""
    entries = behind.as_(behind.person()).entries(table)
    return [one["action"]["type"] for one in entries if one["by"].get("name") == name]


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[bytes], Started]]:
    """The real program, in a process of its own."""
    program = [sys.executable, "-c", "from nomorebets.cli.app import app; app()"]
    asked = ["serve", "--data", str(data), "--port", str(port), "--json"]
    process = subprocess.Popen([*program, *asked], stdout=subprocess.PIPE, env=os.environ)
    assert process.stdout is not None
    try:
        yield process, msgspec.json.decode(process.stdout.readline(), type=Started)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_round_goes_on_in_the_page_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    with serving(tmp_path) as (process, started):
        a_guest_at(page, started.url, "High Card Flush")
        bet_once(page)
        page.get_by_role("button", name="Ready, $").click()
        page.locator(DECIDED).first.wait_for()
        held, before = hand(page), seats(page)
        os.kill(process.pid, signal.SIGKILL)
        expect(page.get_by_text(BROKEN).first).to_be_visible()
    port = int(started.url.rpartition(":")[2])
    with serving(tmp_path, port):
        expect(page.get_by_text(BROKEN)).to_have_count(0, timeout=BACK_MS)
        assert hand(page) == held
        assert {number: seat["player"] for number, seat in seats(page).items()} == {
            number: seat["player"] for number, seat in before.items()
        }
        finish(page, decide_with_the_mouse)
    context.close()
