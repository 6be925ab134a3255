"""A house in a thread and a real Chromium that visits it.

Where there is no Chromium these tests are skipped, unless `NMB_BROWSER` says that there has to be one.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from nomorebets.client import Desk
from nomorebets.games.registry import house_terms
from nomorebets.service.approving import OpenTable
from nomorebets.service.people.limits import Buckets, Rate
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from tests.open_house import OpenHouse, open_house

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
QUIETER = ("--disable-component-update", "--disable-sync")
MANY = Rate(at_once=10_000, a_minute=10_000)
WIDTHS = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("NMB_BROWSER"):
            pytest.fail("there has to be a Chromium here")
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *QUIETER])
        yield running
        running.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    data: Path = tmp_path_factory.mktemp("house")
    with open_house(data) as running:
        running.site.figures = Buckets(MANY)  # all who visit come from one address
        for row in running.ask("GET", "/v1/tables").json["tables"]:
            quick(running, row["id"])
        yield running


def table_of(house: OpenHouse, game: str, *, coupons: bool = False) -> str:
    """A table that nobody else is at, and as quick as the others; two people open it."""
    policy = Policy(pause_seconds=0.05, absent_seconds=25, coupons=coupons, private=True)
    tokens = [house.person(HouseRole.FLOOR).token for _ in range(2)]
    with Desk(house.url, tokens[0]) as one, Desk(house.url, tokens[1]) as other:
        asked = one.ask_for(OpenTable(game, house_terms(game).document, policy))
        return other.approve(asked.id).made


def quick(house: OpenHouse, table: str) -> None:
    """Nobody has to wait for the eye, or for guests who have gone."""
    floor = house.person(HouseRole.FLOOR)
    path = f"/v1/tables/{table}/policy"
    policy = house.ask("GET", path).json | {"pause_seconds": 0.05, "absent_seconds": 25}
    assert house.ask("PUT", path, policy, floor.bearer).status == 200


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: OpenHouse) -> Iterator[Visit]:
    """Open a page as somebody new; nothing but the house is ever asked for, and nothing goes wrong unseen."""
    contexts, wrong = [], list[str]()

    def opened(path: str, width: str = "desktop", **more: object) -> Page:
        wide, tall = WIDTHS[width]
        context = browser.new_context(
            viewport={"width": wide, "height": tall},
            reduced_motion="reduce",
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.append(asked.url) if house.host not in asked.url else None)
        page.goto(house.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
