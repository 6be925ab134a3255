"""Every page once, as whoever it is for opens it, at a table where there is something to see.

Accessibility, sizes and pictures are all measured on this list; a page without a scene of its own is opened as it is.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page

from nomorebets.client import Desk, House
from nomorebets.service.http.pages import PAGES
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.sessions import Kind
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Action, Bet, Shuffle, Sit
from tests.browser.conftest import table_of
from tests.browser.playing import NAMES, ROUND_MS, areas, bet, ready
from tests.open_house import OpenHouse
from tests.unit.service.manual import Crew

GAME = "high-card-flush"
GAMES = (GAME, "what-the-flush", "lunar-poker", "packs-poker", "pai-gow", "pai-gow-poker", "pokette")
PLAYERS = 5
OTHERS = (3, 4, 5)  # whoever looks sits before them, and is asked first
WAGERS, STAKE = {"packs-poker": "pack_1", "pai-gow": "wager", "pai-gow-poker": "wager", "pokette": "red"}, 500
OPENS_S = 10
TAKEN = {
    GAME: (1, 2, 3, 5, 6),
    "what-the-flush": (1, 2, 3, 5, 6),
    "lunar-poker": (2, 3, 5),
    "packs-poker": (1, 2, 3, 5, 6),
    "pai-gow": (1, 3, 4, 6),
    "pai-gow-poker": (3, 5),
    "pokette": (1, 4, 6),
}


@dataclass(frozen=True)
class Stage:
    """A house in which tables stand as the scenes need them."""

    house: OpenHouse
    betting: str  # bets lie, and the dealer closes them
    deciding: str  # a player decides, and the floor may be called
    recording: str  # cards are recorded by the dealer
    round: int  # that is over at the first of them, with its seed shown


def staged(house: OpenHouse, rounds: int = 1) -> Stage:
    """Play until the tables stand so, after so many rounds at the first of them."""
    tokens = [house.person(role).token for role in (HouseRole.FLOOR, HouseRole.DEALER)]
    with Desk(house.url, tokens[0]) as floor, Desk(house.url, tokens[1]) as dealer:

        def opened(**policy: str) -> Crew:
            table = floor.open_table(GAME, policy=Policy(dealing="manual", **policy))  # type: ignore[arg-type]
            return Crew(table, GAME, dealer, floor, *(house.as_(house.person()) for _ in range(PLAYERS)))

        betting, deciding, recording = opened(), opened(), opened(chance="recorded")
        for number in range(1, rounds + 1):
            betting.play(lambda seen, number=number: seen.round > number)  # type: ignore[misc]
        betting.players[1].dispute(betting.table, 1, 2, "My flush bonus was not paid.")
        betting.play(lambda seen: sum(bool(seat.chips) for seat in seen.view.seats.values()) == PLAYERS)
        deciding.play(lambda seen: seen.view.phase == "deciding")
        while not any(isinstance(one.action, Shuffle) and one.duty for one in dealer.table(recording.table).offers):
            recording.anybody()
        return Stage(house, betting.table, deciding.table, recording.table, 1)


def nothing(_page: Page) -> None:
    """The page is as it was opened."""


def half_way(page: Page) -> None:
    """A dispute in the midst of its round, through the eyes of a player."""
    page.get_by_role("tab", name="Seat 1").click()
    page.get_by_role("slider").fill("24")


def exposed(page: Page) -> None:
    page.get_by_text("Dealer card exposed").click()
    page.locator(".orders .sum").wait_for()


def typed(page: Page) -> None:
    page.locator(".typed").fill("kh jh 9h 6h 3s ac 8s")


@dataclass(frozen=True)
class Scene:
    """A page: where it is, who opens it, what is there when it is ready, and what is done then."""

    name: str
    path: Callable[[Stage], str]
    ready: str = "main h1, main h2"
    roles: tuple[HouseRole, ...] = ()
    then: Callable[[Page], None] = nothing


def at(path: str) -> Callable[[Stage], str]:
    """An address, with the tables of the stage in it."""
    return lambda stage: path.format(**{name: getattr(stage, name) for name in Stage.__dataclass_fields__})


def at_table_of(game: str) -> Callable[[Stage], str]:
    return lambda stage: f"/table/{stage.house.table(game)}"


def offered(one: House, table: str, kind: type[Action]) -> None:
    """Wait until the house has come to it."""
    latest = time.monotonic() + OPENS_S
    while not any(isinstance(offer.action, kind) for offer in one.table(table).offers):
        assert time.monotonic() < latest, f"{kind.__name__} is not offered"
        time.sleep(0.05)


def in_play(game: str) -> Scene:
    """A table at which others wager too; whoever looks sits down, wagers, and is asked or sees the wheel at rest."""
    others: dict[int, House] = {}

    def opened(stage: Stage) -> str:
        table = table_of(stage.house, game)
        for seat in OTHERS:
            others[seat] = stage.house.as_(stage.house.person())
            for action in (Sit(seat), Bet(seat, WAGERS.get(game, "ante"), STAKE * seat)):
                offered(others[seat], table, type(action))
                others[seat].act(table, action)
        return f"/table/{table}"

    def played(page: Page) -> None:
        page.get_by_role("button", name="Sit at").click()
        page.locator(".chips").wait_for()
        bet(page, NAMES[game])
        if areas(page).count() > 1:
            areas(page).nth(1).click()
        ready(page)
        for seat, one in others.items():
            one.ready(page.url.rsplit("/", 1)[-1], seat)
        page.locator(".hub-result, .tray .card:visible, .tray .tile:visible").first.wait_for(timeout=ROUND_MS)

    return Scene(f"table-{game}", opened, "main svg:visible", then=played)


def peopled() -> Scene:
    """The lobby of a house to which people have come."""

    def opened(stage: Stage) -> str:
        for game, seats in TAKEN.items():
            table = stage.house.table(game)
            for seat in seats:
                one = stage.house.as_(stage.house.person())
                offered(one, table, Sit)
                if seat not in one.table(table).view.seats:
                    one.act(table, Sit(seat))
        return "/"

    return Scene("lobby", opened, ".plan-seat.taken")


DEALER, FLOOR = (HouseRole.DEALER,), (HouseRole.FLOOR,)
OWN = (
    Scene("lobby", at("/")),
    *(Scene(f"table-{game}", at_table_of(game), "main svg:visible") for game in GAMES),
    Scene("sign-in", at("/sign-in")),
    Scene("deal-tables", at("/deal"), roles=DEALER),
    Scene("deal", at("/deal/{betting}"), ".due", DEALER),
    Scene("deal-recording", at("/deal/{recording}"), ".pad", DEALER, typed),
    Scene("floor", at("/floor"), ".tables tbody tr", FLOOR),
    Scene("floor-irregularity", at("/floor#irregularity/{deciding}"), ".kind", FLOOR, exposed),
    Scene("rounds", at("/rounds"), ".found a", FLOOR),
    Scene("rounds-dispute", at("/rounds#{betting}/{round}"), ".was-due .agrees", FLOOR, half_way),
    Scene("fair", at("/fair/{betting}/{round}"), ".log .fact"),
    Scene("odds", at("/odds"), "#edge"),
)
_KNOWN = {one.name.split("-")[0] for one in OWN} | {"sign-in"}
SCENES = (
    *OWN,
    *(Scene(name, at(path)) for path, name in PAGES.items() if name not in _KNOWN and "{" not in path),
)
BY_NAME = {one.name: one for one in SCENES}
PLAYED = {one.name: one for one in (peopled(), *map(in_play, GAMES))}


def shown(scene: Scene, stage: Stage, context: BrowserContext) -> Page:
    """The page of a scene, ready; whoever has a part in the house signs in by a link first."""
    page, house = context.new_page(), stage.house
    path = scene.path(stage)
    if scene.roles:
        link = house.person(*scene.roles, kind=Kind.LINK).token
        page.goto(f"{house.url}/sign-in#{link}")
        page.get_by_role("heading", name="You are signed in").wait_for()
    page.goto(house.url + path)
    if "#" in path:
        page.wait_for_load_state()
    page.locator(scene.ready).first.wait_for()
    scene.then(page)
    return page
