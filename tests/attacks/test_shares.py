"""What one person takes is not taken from the others: figures and sockets have an end for each."""

import asyncio
import json
import threading
import time
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from nomorebets.service.people.limits import Buckets, Places, Rate
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.problems import TooMany
from nomorebets.service.site import ACTIONS, ACTIONS_WAITING, FIGURES, FIGURES_WAITING, LOOKING_BACK, SOCKETS
from nomorebets.service.writer import system_clock
from nomorebets.store.sqlite import SqliteStore
from tests.open_house import HERE, Answered, OpenHouse, Person
from tests.unit.service.playing import play_round, sit

SECONDS = 30


def simulated(house: OpenHouse, person: Person, seed: int, rounds: int = 1000) -> Answered:
    body = {"game": "high-card-flush", "rounds": rounds, "seed": seed}
    return house.ask("POST", "/v1/simulate", body, person.bearer)


def test_one_person_waits_for_few_figures_at_once(house: OpenHouse) -> None:
    greedy, other = house.person(HouseRole.PLAYER), house.person(HouseRole.PLAYER)
    answers: list[Answered] = []
    threads = [
        threading.Thread(target=lambda seed=seed: answers.append(simulated(house, greedy, seed, 300_000)))
        for seed in range(FIGURES_WAITING + 3)
    ]
    for thread in threads:
        thread.start()
    assert simulated(house, other, 1).status == 200
    for thread in threads:
        thread.join()
    refused = [one for one in answers if one.status == 429]
    assert refused
    assert {one.json["sentence"] for one in refused} == {"nobody has more than 4 figures to wait for at once"}
    assert simulated(house, greedy, 99).status == 200


@pytest.mark.parametrize("role", [HouseRole.PLAYER, HouseRole.GUEST])
def test_one_person_has_few_figures_reckoned_in_a_minute(house: OpenHouse, role: HouseRole) -> None:
    """A guest could come again as another one, and is counted by the address."""
    site, person, other = house.site, house.person(role), house.person(HouseRole.PLAYER)
    known = simulated(house, person, 5)
    assert known.status == 200
    site.figures = Buckets(FIGURES)
    for _ in range(FIGURES.at_once):
        site.figures.take(HERE if role == HouseRole.GUEST else person.name, system_clock())
    assert simulated(house, house.person() if role == HouseRole.GUEST else person, 6).status == 429
    assert simulated(house, person, 5).body == known.body
    assert simulated(house, other, 7).status == 200
    site.figures = Buckets(FIGURES)


def test_a_hand_that_one_has_reckoned_is_not_guessed_by_another(house: OpenHouse) -> None:
    """What was kept was told at once, also to who may have nothing more reckoned: thousands of guesses a second."""
    site, player, spy = house.site, house.person(HouseRole.PLAYER), house.person(HouseRole.PLAYER)
    body = {"game": "high-card-flush", "hand": "Ah Kh 9h 5s 2d 3c 4c"}
    known = house.ask("POST", "/v1/advise", body, player.bearer)
    assert known.status == 200
    site.figures = Buckets(FIGURES)
    for _ in range(FIGURES.at_once):
        site.figures.take(player.name, system_clock())
        site.figures.take(spy.name, system_clock())
    assert house.ask("POST", "/v1/advise", body, player.bearer).body == known.body
    assert house.ask("POST", "/v1/advise", body, spy.bearer).status == 429
    site.figures = Buckets(FIGURES)


def test_one_person_does_not_fill_the_row_in_which_actions_wait(house: OpenHouse) -> None:
    """Where a thousand waited nobody else was heard, and one person could have all of them."""
    site, table, greedy, other = house.site, house.table("pai-gow"), house.person(), house.person()
    assert isinstance(site.store, SqliteStore)
    statuses: list[int] = []

    def acted(who: Person, number: int) -> None:
        statuses.append(house.act(table, who, {"type": "Leave", "seat": 1}, key=f"{number}").status)

    with site.store.writing:
        threads = [threading.Thread(target=acted, args=(greedy, number)) for number in range(ACTIONS_WAITING + 10)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + SECONDS
        while len(statuses) < 10 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert statuses == [429] * 10
        waits = threading.Thread(target=acted, args=(other, 0))
        waits.start()
    for thread in (*threads, waits):
        thread.join()
    assert statuses[10:] == [409] * (ACTIONS_WAITING + 1)


def test_one_person_has_only_so_many_entries_written_in_a_minute(house: OpenHouse) -> None:
    """Who sits down and leaves again, hundreds of times a second, fills the disk of the house."""
    site, table, greedy, other = house.site, house.table("pai-gow"), house.person(), house.person()
    site.actions = Buckets(Rate(at_once=3, a_minute=3))
    statuses = [house.act(table, greedy, {"type": "Leave", "seat": 1}).status for _ in range(4)]
    assert statuses == [409, 409, 409, 429]
    assert house.act(table, other, {"type": "Leave", "seat": 1}).status == 409
    site.actions = Buckets(ACTIONS)


@pytest.mark.parametrize("path", ["/v1/search?words=a+b+c", "/v1/tables/{}/rounds/1", "/v1/tables/{}/rounds/1/proof"])
def test_what_takes_long_is_done_one_at_a_time(house: OpenHouse, path: str) -> None:
    """Forty who searched the texts at once kept players waiting for three seconds."""
    site, table, player = house.site, house.table("high-card-flush"), house.as_(house.person())
    if not site.writer.running(site.numbers[table]).table.rounds:
        sit(player, table, 1)
        play_round(player, table)
    statuses: list[int] = []
    threads = [
        threading.Thread(target=lambda: statuses.append(house.ask("GET", path.format(table)).status))
        for _ in range(LOOKING_BACK + 5)
    ]
    asyncio.run_coroutine_threadsafe(site.aside.acquire(), site.hub.loop).result()
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + SECONDS
    while len(statuses) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert statuses == [429] * 5
    assert house.act(house.table("pokette"), house.person(), {"type": "Leave", "seat": 6}).status == 409
    site.hub.loop.call_soon_threadsafe(site.aside.release)
    for thread in threads:
        thread.join()
    assert statuses[5:] == [200] * LOOKING_BACK


def test_one_person_has_so_many_sockets_and_no_more(house: OpenHouse) -> None:
    greedy, other = house.person(), house.person()

    def opened(person: Person) -> ClientConnection:
        address = f"ws://{house.host}/v1/tables/{house.table('pokette')}/socket"
        return connect(address, additional_headers=person.bearer, compression=None, max_size=None)

    with ExitStack() as sockets:
        held = [sockets.enter_context(opened(greedy)) for _ in range(SOCKETS)]
        with pytest.raises(InvalidStatus) as refused:
            opened(greedy)
        assert refused.value.response.status_code == 429
        assert "sockets" in json.loads(refused.value.response.body)["sentence"]
        assert json.loads(sockets.enter_context(opened(other)).recv(SECONDS))["type"] == "hello"
        assert json.loads(held[0].recv(SECONDS))["type"] == "hello"
    for _ in range(200):
        if not house.site.sockets.held[greedy.name]:
            break
        threading.Event().wait(0.05)
    with opened(greedy) as again:
        assert json.loads(again.recv(SECONDS))["type"] == "hello"


def test_a_place_that_is_given_back_is_free() -> None:
    places = Places(1, "things")
    with places.held_by("one"):
        with pytest.raises(TooMany), places.held_by("one"):
            pass
        with places.held_by("other"):
            assert places.held == {"one": 1, "other": 1}
    with places.held_by("one"):
        pass
    assert not places.held


def test_a_rate_is_for_each() -> None:
    buckets = Buckets(Rate(1, 1))
    buckets.take("one", 0)
    buckets.take("other", 0)
    with pytest.raises(TooMany):
        buckets.take("one", 0)
