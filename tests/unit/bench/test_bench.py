"""What is measured and how it is shown; how fast it is depends on the machine and is not tested."""

import json
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from nomorebets.bench import c, measure, peers, run, show
from nomorebets.bench.engine import Rounds
from nomorebets.bench.measure import Machine, Row, beside, rate
from nomorebets.bench.run import Document
from nomorebets.cli.app import app
from nomorebets.errors import BadInput
from nomorebets.figures.simulation import Simulation
from nomorebets.games.registry import KEYS, house_terms, terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import simulator
from nomorebets.sim import strategy
from nomorebets.sim.in_two import HOUSE_WAY
from nomorebets.sim.run import chunk
from nomorebets.sim.stream import stream
from nomorebets.table.game import Terms

KEY = KEYS[0]
needs_c = pytest.mark.skipif(bool(c.missing()), reason=c.missing() or "C is there")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """One short turn of everything."""
    monkeypatch.setattr(measure, "LONG_ENOUGH", 1e-6)
    monkeypatch.setattr(measure, "TURNS", 1)
    monkeypatch.setattr(run, "HANDS", 1 << 9)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library of others, no C."""
    monkeypatch.setattr(peers, "import_module", missing)
    monkeypatch.setattr(c, "COMPILER", "no-such-compiler")


def missing(name: str) -> None:
    raise ModuleNotFoundError(name)


def spinning(per_unit: float) -> measure.Work:
    def work(count: int) -> None:
        until = time.process_time() + count * per_unit
        while time.process_time() < until:
            pass

    return work


def test_a_ratio_is_our_speed_over_theirs() -> None:
    assert 3 < beside(spinning(1e-4), spinning(4e-4)) < 5
    assert 8000 < rate(spinning(1e-4)) < 10_100


@pytest.mark.parametrize("key", KEYS)
def test_the_engine_plays_whole_rounds_of_every_game(key: str) -> None:
    table = Rounds(terms(key), 2)
    table.play(3)
    assert table.session.table.rounds == 3


@needs_c
@pytest.mark.usefixtures("hasty")
def test_the_loops_in_c_come_to_the_same_tallies_and_ranks() -> None:
    document = run.measured(KEY)
    assert [run.PLAIN_C in row.times for row in document.simulation] == [True, True]
    assert {row.what for row in document.ranking if run.PLAIN_C in row.times} == {
        "poker_rank, seven cards",
        "poker_rank, five cards",
        "flush_rank, seven cards",
    }


ROUNDS = 500_000  # in which shares of meters are won
IN_C = [key for key in KEYS if (c.LOOPS / f"{key}.c").exists()]
OWN = strategy.read("own.toml", '[[line]]\nfrom = "Td 8d 6d"\nantes = "most"\n[[line]]\nantes = 0')
# Fractions and readings that are not the defaults, and stakes that a limit caps.
FILED: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    (
        "lunar-poker",
        {
            "bet_odds": {"One Pair": "4/3", "Flush": "11/2"},
            "instant_odds": {"Straight Flush": "2001/7"},
            "payout_limit": 500_000,
            "payout_limit_per": "round",
            "progressive": "percentage",
            "straight_flush_percent": "100/7",
            "progressive_rate": "507/7",
        },
        {"ante": 60_001, "super": 6000},
    ),
    (
        "packs-poker",
        {
            "five_card": "progressive:D",
            "seven_card": "progressive:D",
            "five_card_rate": "10/7",
            "five_card_reset_rate": "0.25",
            "seven_card_rate": "40/7",
            "seven_card_reset_rate": "0.25",
            "reset_portion": "least",
        },
        {},
    ),
    ("pai-gow-poker", {"imperial_stake": "lost_without_own"}, {}),
]


@needs_c
@pytest.mark.parametrize(
    ("posted", "placed"),
    [
        *(pytest.param(house_terms(key), {}, id=key) for key in IN_C),
        *(pytest.param(terms(key, filed), placed, id=f"{key}-filed") for key, filed, placed in FILED),
    ],
)
def test_a_loop_in_c_comes_to_the_same_tally_at_a_full_table(posted: Terms, placed: dict[str, int]) -> None:
    key = posted.game.key
    names = simulator(key).strategies
    play = HOUSE_WAY if HOUSE_WAY in names else OWN if simulator(key).own else names[-1]
    stakes = {wager.name: least for wager, least, _, _ in posted.wagers} | placed
    simulation = Simulation(posted, strategy=play, seats=3, stakes=stakes, seed=2, workers=Threads(1), progress=unseen)
    in_c = c.rounds(key, simulation.kernel)
    assert in_c is not None
    ours = chunk(simulation.kernel.play, simulation.kernel.parameters, 2, 0, ROUNDS)
    assert ours.tolist() == in_c(stream(2, 0), ROUNDS).tolist()


@pytest.mark.usefixtures("hasty", "alone")
def test_what_cannot_be_compared_is_named(tmp_path: Path) -> None:
    plot = tmp_path / "bench.svg"
    printed = CliRunner().invoke(app, ["bench", "--game", KEY, "--json", "--plot", str(plot)])
    document = json.loads(printed.stdout)
    assert document["left_out"] == [
        "there is no C compiler here: no-such-compiler is not found",
        *(f"{name} is not installed" for name in ("treys", "eval7", "phevaluator", "PokerKit", "OpenSpiel", "RLCard")),
    ]
    assert all(row["times"] == {} for section in show.SECTIONS for row in document[section])
    assert all(row["all_cores"] > 0 for row in document["simulation"])
    assert "Ranked hands" in "".join(ElementTree.fromstring(plot.read_text("utf-8")).itertext())


@pytest.mark.usefixtures("hasty")
def test_without_the_repository_there_is_no_c(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(c, "LOOPS", tmp_path / "benchmarks")
    assert "benchmarks/ of the repository" in c.missing()
    assert c.ranks("poker_rank") is None


def test_a_game_that_is_none_is_refused() -> None:
    with pytest.raises(BadInput, match="'bridge' is not a game"):
        run.measured("bridge")


@pytest.fixture
def document() -> Document:
    rows = (
        Row("a game, main wager", "rounds", 2.1e7, 4.0e7, {run.PLAIN_C: 0.934, "OpenSpiel": 1480.0}),
        Row("a ranking", "hands", 6.13e7),
    )
    return Document(Machine("a CPU", 2, "3.11.7", "0.68.1", "Linux"), rows[:1], rows[1:], (), ("X is not installed",))


def test_the_table_names_the_machine_and_the_ratios(document: Document, capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    show.print_bench(Console(width=150), document)
    printed = capsys.readouterr().out
    for said in ("a CPU, 2 cores", "21 million rounds", "0.93 x plain C, 1,480 x OpenSpiel", "X is not installed"):
        assert said in printed


def test_the_picture_is_whole(document: Document) -> None:
    drawn = ElementTree.fromstring(show.picture(document))
    said = list(drawn.itertext())
    assert "21 million, 0.93 of plain C" in said
    assert "a CPU, Python 3.11.7, numba 0.68.1" in said
