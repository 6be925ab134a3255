"""Rules and figures over the network are the documents of the commands."""

import asyncio
import gc
import json
from collections.abc import Iterator
from typing import Any

import pytest

from nomorebets.client import Refused
from nomorebets.errors import BadInput
from nomorebets.service.reckoning import FILE, MOST_BYTES, MOST_KEPT, Command, File, Reckoner, place
from tests.unit.service.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house")) as one:
        yield one


ASKED = {
    "/v1/odds": ({"game": "pokette", "wager": "red"}, ("odds", "pokette", "--wager", "red")),
    "/v1/advise": (
        {"game": "high-card-flush", "hand": "Td 8d 6d 2c 3c 4h 5s"},
        ("advise", "high-card-flush", "--hand", "Td 8d 6d 2c 3c 4h 5s"),
    ),
}


@pytest.mark.parametrize("path", ASKED)
def test_figures_are_those_of_the_command(served: Served, path: str, nmb: Any) -> None:
    body, arguments = ASKED[path]
    told = json.loads(served.guest().asked("POST", path, body))
    assert told == nmb(*arguments, "--json").json


def test_rules_are_read_by_anybody_and_a_clause_with_all_that_hangs_on_it(served: Served, nmb: Any) -> None:
    house = served.house("")
    assert json.loads(house.asked("GET", "/v1/games")) == nmb("games", "--json").json
    told = json.loads(house.asked("GET", "/v1/rules?clause=high-card-flush:38.10(b)"))
    assert told == nmb("rules", "high-card-flush:38.10(b)", "--json").json


def test_a_submission_is_checked_and_what_no_clause_allows_is_said(served: Served) -> None:
    text = 'game = "high-card-flush"\npositions = 99\n'
    with pytest.raises(Refused) as refused:
        served.guest().asked("POST", "/v1/odds", {"game": "high-card-flush", "submission": text})
    assert refused.value.status == 400
    assert "positions" in refused.value.sentence
    assert "/tmp" not in refused.value.sentence


@pytest.mark.parametrize("hand", ["--help", "-o/tmp/x", "Td; rm", "$(id)"])
def test_nothing_that_is_sent_becomes_an_option(served: Served, hand: str) -> None:
    with pytest.raises(Refused) as refused:
        served.guest().asked("POST", "/v1/advise", {"game": "high-card-flush", "hand": hand})
    assert refused.value.status == 400


def test_figures_are_for_who_is_signed_in(served: Served) -> None:
    with pytest.raises(Refused) as refused:
        served.house("").asked("POST", "/v1/odds", {"game": "pokette"})
    assert refused.value.status == 401


def test_what_is_being_reckoned_ends_with_the_service() -> None:
    async def stopped() -> tuple[BaseException | bytes, ...]:
        reckoner = Reckoner()
        asked = asyncio.create_task(reckoner.told(Command("simulate", ("high-card-flush", "--rounds", "1000000000"))))
        while not reckoner.running:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # by then there is a process
        asked.cancel()  # as a server does with requests that last too long
        await reckoner.stop()
        assert not reckoner.running
        return await asyncio.gather(asked, return_exceptions=True)

    [ended] = asyncio.run(stopped())
    gc.collect()  # a process or a pipe that was left open is told of here, and fails the test
    assert isinstance(ended, asyncio.CancelledError)


def test_a_command_reads_as_many_files_as_it_needs_and_complains_of_each_by_what_it_is_called() -> None:
    asked = (f"--submission={FILE}", "--wager=red", "--", "pokette", place(1))

    async def told(book: str, game: str = "pokette") -> Any:
        files = (File(f'game = "{game}"\n'), File(book, ".csv", "the book"))
        return json.loads(await Reckoner().told(Command("monitor", asked, files)))

    assert asyncio.run(told("stake,net,rounds\n6000,-2000,6\n"))["rounds"] == 6
    with pytest.raises(BadInput, match=r"line 1 of the book has a stake of 0"):
        asyncio.run(told("stake,net\n0,0\n"))
    with pytest.raises(BadInput, match=r"^the submission is a submission for pai-gow, not for pokette"):
        asyncio.run(told("stake,net\n100,0\n", "pai-gow"))


def test_what_is_kept_has_an_end() -> None:
    """Whoever asks for ever more and ever larger documents does not fill the memory."""
    reckoner, document = Reckoner(), bytes(MOST_BYTES)
    asked = [Command("round", (str(number),)) for number in range(2 * MOST_KEPT // MOST_BYTES)]
    for one in asked:
        reckoner.keep(one, document)
        reckoner.keep(one, document)
    assert reckoner.held == sum(map(len, reckoner.kept.values())) == MOST_KEPT
    assert [*reckoner.kept] == asked[len(asked) // 2 :]
