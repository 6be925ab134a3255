"""Who may do what: every role, and nobody, by every route and every kind of action.  What is not in these tables is not
allowed, and a new route or kind of action without a row fails here.
"""

import http.client
import random
from collections.abc import Mapping
from typing import get_args
from urllib.parse import urlsplit

import pytest

from nomorebets.client import Refused
from nomorebets.games.registry import terms
from nomorebets.service.http.app import ROUTES
from nomorebets.service.people.roles import Given, HouseRole, actors
from nomorebets.service.policy import Policy
from nomorebets.table.actions import Act, Action, Deal, Leave, NoMoreBets, Open, Reveal, Sit, Step
from nomorebets.table.engine import legal, may_take
from tests.properties.wandering import AUTOMATIC, DRAWN, OF_THE_RULEBOOK, PLAIN, Listed, start, wander
from tests.unit.service.serving import Served

# In the order of the letters: nobody, guest, player, dealer, floor supervisor, surveillance, auditor, administrator.
LETTERS: dict[str, HouseRole | None] = dict(zip("ngpdfsaA", (None, *HouseRole), strict=True))

MATRIX = {
    "GET /v1/tables": "ngpdfsaA",
    "GET /v1/tables/{id}": "ngpdfsaA",
    "GET /v1/tables/{id}/posted": "ngpdfsaA",
    "GET /v1/tables/{id}/ways": "gp",
    "GET /v1/tables/{id}/worth": "gp",
    "POST /v1/tables": "....f...",
    "GET /v1/tables/{id}/policy": "ngpdfsaA",
    "PUT /v1/tables/{id}/policy": "....f...",
    "POST /v1/tables/{id}/go-on": "....f...",
    "POST /v1/tables/{id}/actions": ".gpdf...",
    "POST /v1/tables/{id}/ready": ".gp.....",
    "GET /v1/tables/{id}/entries": "ngpdfsaA",
    "GET /v1/rounds": "ngpdfsaA",
    "GET /v1/tables/{id}/rounds/{number}": "ngpdfsaA",
    "GET /v1/tables/{id}/rounds/{number}/proof": "ngpdfsaA",
    "POST /v1/guests": "ngpdfsaA",
    "POST /v1/sessions": "ngpdfsaA",
    "POST /v1/sessions/link": "ngpdfsaA",
    "DELETE /v1/sessions/current": ".gpdfsaA",
    "GET /v1/sessions": ".gpdfsaA",
    "DELETE /v1/sessions/{name}": ".gpdfsaA",
    "GET /v1/me": ".gpdfsaA",
    "POST /v1/me/play-money": ".gp.....",
    "GET /v1/log/checkpoint": "ngpdfsaA",
    "GET /v1/log/key": "ngpdfsaA",
    "GET /v1/log/tile/{level}/{place}": "ngpdfsaA",
    "GET /v1/log/inclusion": "ngpdfsaA",
    "GET /v1/log/consistency": "ngpdfsaA",
    "GET /v1/games": "ngpdfsaA",
    "GET /v1/games/{game}/rules": "ngpdfsaA",
    "GET /v1/games/{game}/pieces": "ngpdfsaA",
    "GET /v1/games/{game}/reader": "ngpdfsaA",
    "GET /v1/games/{game}/odds": "ngpdfsaA",
    "GET /v1/games/{game}/form": "ngpdfsaA",
    "GET /v1/search": "ngpdfsaA",
    "GET /v1/rules": "ngpdfsaA",
    "POST /v1/submission": ".gpdfsaA",
    "POST /v1/par": ".gpdfsaA",
    "POST /v1/card.svg": ".gpdfsaA",
    "POST /v1/check": ".gpdfsaA",
    "POST /v1/settle": ".gpdfsaA",
    "POST /v1/odds": ".gpdfsaA",
    "POST /v1/solve": ".gpdfsaA",
    "POST /v1/advise": ".gpdfsaA",
    "POST /v1/card": ".gpdfsaA",
    "POST /v1/simulate": ".gpdfsaA",
    "POST /v1/bankroll": ".gpdfsaA",
    "GET /healthz": "ngpdfsaA",
    "GET /readyz": "ngpdfsaA",
    "GET /metrics": "ngpdfsaA",
    "GET /v1/openapi.json": "ngpdfsaA",
    "GET /v1/hour": "ngpdfsaA",
    "GET /v1/accounts": ".......A",
    "GET /v1/accounts/{id}": ".......A",
    "POST /v1/accounts": ".......A",
    "PUT /v1/accounts/{id}/roles": ".......A",
    "POST /v1/accounts/{id}/close": ".......A",
    "POST /v1/accounts/{id}/reset": ".......A",
    "PUT /v1/me/password": ".gpdfsaA",
    "GET /v1/approvals": "....f.aA",
    "POST /v1/approvals": "....f..A",
    "POST /v1/approvals/{id}/approve": "....f...",
    "POST /v1/approvals/{id}/refuse": "....f...",
    "GET /v1/due": "...dfs..",
    "GET /v1/results": "....fs..",
    "GET /v1/irregularities": "....fs..",
    "GET /v1/tables/{id}/due": "...dfs..",
    "GET /v1/tables/{id}/inventory": "...dfsa.",
    "POST /v1/tables/{id}/inventory/{kind}": "...df...",
    "POST /v1/tables/{id}/inventory/{number}/confirm": "....f...",
    "POST /v1/tables/{id}/inventory/{number}/refuse": "....f...",
    "POST /v1/exports": "......a.",
    "GET /v1/exports/{id}": "......a.",
    "POST /v1/openings": ".gp...a.",
    "POST /v1/log/cosignatures": "ngpdfsaA",
    "POST /v1/backups": ".......A",
    "GET /v1/deeds": "......aA",
    "GET /v1/sign-ins": "......a.",
    "POST /v1/tables/{id}/effects": "...df...",
    "POST /v1/tables/{id}/rounds/{number}/case": "....fsa.",
    "GET /v1/tables/{id}/rounds/{number}/due": ".gpdfsaA",
    "GET /v1/meters": "....fsa.",
    "POST /v1/tables/{id}/rounds/{number}/disputes": ".gp.f...",
    "GET /v1/tables/{id}/rounds/{number}/disputes": ".gp.fsa.",
    "GET /v1/disputes": "....fs..",
    "POST /v1/disputes/{number}/settle": "....f...",
}
NAMES = ("Ann", "Ben", "Cid")  # as players are called who wander

# What somebody may be offered at a table: where people deal and record chance, where they deal and the house draws it,
# and where the table runs by itself.
ACTIONS = {
    "Open": (".......", ".......", "......."),  # a table is opened by its own route
    "Sit": ("gp.....", "gp.....", "gp....."),
    "Leave": ("gp.....", "gp.....", "gp....."),
    "Bet": ("gp.....", "gp.....", "gp....."),
    "Coupon": ("gp.....", "gp.....", "gp....."),
    "Withdraw": ("gp.....", "gp.....", "gp....."),
    "Decision": ("gp.....", "gp.....", "gp....."),
    "Step": ("gpdf...", "gpdf...", "gp.f..."),
    "Shuffle": ("..d....", ".......", "......."),
    "Cut": ("gpd....", "gpd....", "gp....."),
    "Commit": ("..d....", ".......", "......."),
    "Shake": ("..d....", ".......", "......."),
    "DrawNumber": ("..d....", ".......", "......."),
    "SelectStack": ("gp.....", "gp.....", "gp....."),
    "Spin": ("..d....", ".......", "......."),
    "NoMoreBets": ("..d....", "..d....", "......."),
    "Deal": ("..d....", "..d....", "......."),
    "CountStub": ("..d....", "..d....", "......."),
    "Reveal": ("..d....", "..d....", "......."),
    "Irregularity": ("..df...", "..df...", "..df..."),
    "RevealSeed": ("..d....", ".......", "......."),
    "ReadMeter": (".......", ".......", "......."),  # of the system that links tables
}
ROUNDS = {"recorded": PLAIN, "drawn": DRAWN, "automatic": AUTOMATIC}


@pytest.fixture(scope="module")
def tokens(served: Served) -> dict[str, str]:
    """Somebody of every role, by letter; signing out of it is another one's."""
    staff = {
        letter + more: served.staff(f"matrix-{role}{more}", role).token
        for letter, role in LETTERS.items()
        for more in ("", "-leaving")
        if role not in (None, HouseRole.GUEST)
    }
    return {"n": "", "n-leaving": "", "g": served.guest().token, "g-leaving": served.guest().token} | staff


# --- Routes -----------------------------------------------------------------------------------------------------------


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert {f"{one.method} {one.path}" for one in ROUTES} == MATRIX.keys()
    assert len(ROUTES) == len(MATRIX)


@pytest.mark.parametrize("letter", LETTERS)
def test_by_every_route_each_is_let_in_or_refused_as_the_table_says(
    served: Served, tokens: dict[str, str], letter: str
) -> None:
    for route, allowed in MATRIX.items():
        method, _, path = route.partition(" ")
        leaving = "-leaving" if route == "DELETE /v1/sessions/current" else ""
        status = asked(served, tokens[letter + leaving], method, path)
        refused = 401 if letter == "n" else 403
        if letter in allowed:
            assert status not in (401, 403), (route, letter, status)
            assert status < 500, (route, letter, status)
        else:
            assert status == refused, (route, letter, status)


def asked(served: Served, token: str, method: str, path: str) -> int:
    """What is said to a request that names nothing that there is."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    body = None
    if method != "GET":
        body, headers["content-type"] = b"{}", "application/json"
    connection = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=30)
    try:
        connection.request(method, path.replace("{", "").replace("}", ""), body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


# --- Actions ----------------------------------------------------------------------------------------------------------


def test_every_kind_of_action_has_a_row() -> None:
    assert [one.__name__ for one in get_args(Action)] == [*ACTIONS]


@pytest.mark.parametrize("number", range(3), ids=[*ROUNDS])
def test_each_is_offered_the_kinds_of_actions_that_the_table_says_and_no_others(number: int) -> None:
    found = offered_to([*ROUNDS.values()][number])
    told = {kind: {*rows[number]} - {"."} for kind, rows in ACTIONS.items()}
    assert {kind: found.get(kind, set()) for kind in told} == told
    assert found.keys() <= told.keys()


# The only game in which a player selects a stack: as the bank, where the cards are dealt from the hand.
BANKED = Listed("banked", lambda _chance: terms("pai-gow-poker", {"dealing": "hand"}), frozenset)


def offered_to(opening: Mapping[str, bool]) -> dict[str, set[str]]:
    """To whom each kind of action was offered, wherever random play at all games has come."""
    found: dict[str, set[str]] = {}
    for listed in (*OF_THE_RULEBOOK, BANKED):
        for seed in range(8):
            table = start(listed, random.Random(f"{listed} {seed}"), opening, recorded=not opening)
            for driver in wander(table, 120 if listed is not BANKED else 400):
                alike = {}
                for offer in legal(driver.table):
                    alike[type(offer.action), offer.by, offer.duty, getattr(offer.action, "seat", 0)] = offer
                for offer in alike.values():
                    letters = found.setdefault(type(offer.action).__name__, set())
                    letters |= {
                        letter
                        for letter, role in LETTERS.items()
                        if role
                        for name in NAMES
                        if any(may_take(driver.table, offer, one) for one in actors(name, (Given(role),), 1))
                    }
    return found


BLUNT: tuple[Act, ...] = (Sit(1), Leave(1), Step("close"), NoMoreBets(), Deal(), Reveal(), Open("pokette"))


@pytest.mark.parametrize("letter", LETTERS)
def test_who_has_no_part_in_a_table_is_refused_whatever_they_try(
    served: Served, tokens: dict[str, str], letter: str
) -> None:
    """Nobody and who only watches are not let in; of the others the rules refuse what is not theirs."""
    floor = served.desk(tokens["f"])
    table = floor.open_table("pokette", policy=Policy(dealing="manual", guests=True))
    house = served.house(tokens[letter])
    for action in BLUNT:
        with pytest.raises(Refused) as refused:
            house.act(table, action)  # type: ignore[arg-type]
        expected = {"n": 401} | dict.fromkeys("saA", 403)
        assert refused.value.status == expected.get(letter, 409), (letter, action)
    assert house.table(table).version == 1
