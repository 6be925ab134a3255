"""A table's book against the odds: what is read, what counts as evidence, and how often that is wrong."""

import json
from fractions import Fraction
from itertools import product
from math import exp, log, prod
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from nomorebets.cli.app import app
from nomorebets.errors import BadInput
from nomorebets.figures import monitor
from nomorebets.figures.monitor import Evidence, Line
from nomorebets.figures.theory import Theory, theory
from nomorebets.games.pai_gow_poker.maths.counting import imperial
from nomorebets.games.registry import KEYS, terms
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Threads
from nomorebets.odds.outcomes import Measures, Outcome
from tests import fair_books

LONG_SHOT = Measures(
    [Outcome("lose", 90, Fraction(-1)), Outcome("win", 9, Fraction(5)), Outcome("jackpot", 1, Fraction(40))]
)
KEY = KEYS[0]
POSTED = Filed(terms(KEY, {"flush_bonus": "D"}))
THEORY = Theory(KEY, "given", "wager", "", LONG_SHOT)


def drawn(measures: Measures, chance: Random, rounds: int, leak: float = 0.0) -> list[Line]:
    nets = [float(one.net) for one in measures.outcomes]
    ways = [one.ways for one in measures.outcomes]
    return [Line(100, round(100 * (net + leak))) for net in chance.choices(nets, ways, k=rounds)]


def alarmed(book: list[Line], false_alarms: float) -> bool:
    return monitor.monitor_book(THEORY, book, false_alarms).alarm is not None


def test_the_evidence_is_1_on_average_whatever_the_number_of_rounds() -> None:
    evidence = Evidence(LONG_SHOT)
    for rounds in (1, 2, 3):
        mean = sum(
            prod(one.ways / LONG_SHOT.total for one in ended)
            * exp(evidence.log_of(float(sum(one.net for one in ended)), rounds))
            for ended in product(LONG_SHOT.outcomes, repeat=rounds)
        )
        assert mean == pytest.approx(1)


def test_false_alarms_are_as_rare_as_they_are_said_to_be_and_leaks_are_found() -> None:
    chance = Random(5)
    fair = sum(alarmed(drawn(LONG_SHOT, chance, 150), 0.1) for _ in range(200))
    assert fair <= 0.1 * 200
    assert alarmed(drawn(LONG_SHOT, chance, 3000, leak=0.5), 0.01)
    assert alarmed(drawn(LONG_SHOT, chance, 3000, leak=-0.5), 0.01)


def test_the_bounds_are_where_the_evidence_is_enough() -> None:
    evidence = Evidence(LONG_SHOT)
    for way in (1, -1):
        bound = evidence.bound(500, log(100), way)
        assert evidence.log_of(bound, 500) == pytest.approx(log(100))
        assert (bound > 500 * evidence.mean) == (way > 0)


def test_a_day_counts_as_its_rounds() -> None:
    by_round = [Line(100, -100), Line(100, 500), Line(100, -100), Line(100, -100)]
    by_day = [Line(400, 200, rounds=4)]
    assert list(monitor.running_sums(by_day))[-1] == pytest.approx(list(monitor.running_sums(by_round))[-1])
    one, other = (monitor.monitor_book(THEORY, book, 0.01) for book in (by_round, by_day))
    assert one.z == pytest.approx(other.z)
    assert (one.hold, one.net, one.rounds) == (other.hold, other.net, other.rounds) == (-0.5, 200, 4)


def test_the_theory_is_that_of_the_wager() -> None:
    found = theory(POSTED, None, Threads(1))
    assert (found.wager, found.play) == ("ante", "best play")
    assert float(found.measures.house_edge) == pytest.approx(0.026645, abs=1e-6)
    bonus = theory(POSTED, "flush_bonus", Threads(1)).measures
    assert float(bonus.house_edge) == pytest.approx(0.0753, abs=5e-5)
    with pytest.raises(BadInput, match="'red' has no odds at High Card Flush as posted; there are ante, flush_bonus"):
        theory(POSTED, "red", Threads(1))


def test_csv_and_json_lines_are_the_same_book() -> None:
    rows = [Line(1500, -1500, when="noon"), Line(3000, 6000, rounds=2)]
    table = "when,stake,net,rounds\nnoon,1500,-1500,1\n,3000,6000,2\n"
    lines = '{"stake": 1500, "net": -1500, "when": "noon"}\n\n{"stake": 3000, "net": 6000, "rounds": 2}\n'
    assert monitor.read_book(table) == monitor.read_book(lines) == rows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there are no lines in the book"),
        ("stake,net\n", "there are no lines in the book"),
        ("stake,net\n100,many\n", "line 1 of the book cannot be read"),
        ("stake\n100\n", "line 1 of the book cannot be read: .*`net`"),
        ("stake,net,tip\n100,1,5\n", "line 1 of the book cannot be read: .*`tip`"),
        ('{"stake": 100, "net": 0}\n{"stake"\n', "line 2 of the book is not JSON"),
        ("stake,net\n100,5\n0,5\n", "line 2 of the book has a stake of 0 in 1 rounds"),
        (f"stake,net\n{10**30},5\n", f"line 1 of the book has {10**30}; no number is above {10**15}"),
        (f"stake,net\n100,-{10**30}\n", f"line 1 of the book has {10**30}"),
        ("stake,net,rounds\n100,5,0\n", "line 1 of the book has a stake of 100 in 0 rounds"),
    ],
)
def test_a_bad_book_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        monitor.read_book(text)


def test_what_cannot_be_monitored_is_refused() -> None:
    with pytest.raises(BadInput, match="false alarms cannot be; it is above 0"):
        monitor.monitor_book(THEORY, [Line(1, 1)], 1.5)
    with pytest.raises(BadInput, match="always ends the same way"):
        Evidence(Measures([Outcome("push", 1, Fraction(0))]))


def test_the_command_fails_at_an_alarm_and_draws_the_book(tmp_path: Path) -> None:
    book, plot = tmp_path / "book.csv", tmp_path / "book.svg"
    book.write_text("when,stake,net,rounds\nMonday,60000,-1600,400\nTuesday,60000,42000,400\n", "utf-8")
    found = CliRunner().invoke(app, ["monitor", KEY, str(book), "--plot", str(plot)])
    assert found.exit_code == 1
    assert "alarm at Tuesday" in found.stdout.replace("\n", " ")
    assert "High Card Flush, ante" in list(ElementTree.fromstring(plot.read_text("utf-8")).itertext())
    book.write_text('{"stake": 60000, "net": -1600, "rounds": 400}', "utf-8")
    found = CliRunner().invoke(app, ["monitor", KEY, str(book), "--json"])
    document = json.loads(found.stdout)
    assert (found.exit_code, document["alarm"], document["p_value"]) == (0, None, 1.0)
    found = CliRunner().invoke(app, ["monitor", KEY, str(book)])
    assert "within what chance does" in found.stdout


# --- Seats of one deal, and meters -----------------------------------------------------------------------------------


def paired(together: int) -> tuple[Measures, Fraction]:
    """A coin at even money, and the covariance of two that fall alike so many times of ten."""
    coin = Measures([Outcome("lose", 1, Fraction(-1)), Outcome("win", 1, Fraction(1))])
    return coin, Fraction(2 * together - 10, 10)


@pytest.mark.parametrize("together", [0, 3, 5, 8, 10])
@pytest.mark.parametrize("known", [True, False])
def test_wagers_that_share_a_deal_leave_the_evidence_at_1_at_most(*, together: int, known: bool) -> None:
    """Over all that two coins can do, each tilt by itself."""
    coin, covariance = paired(together)
    evidence = Evidence(coin, covariance if known else None)
    for tilt, rate in zip(evidence.tilts, evidence.per_round(2), strict=True):
        alike, apart = together / 10, 1 - together / 10
        mean = alike * (exp(tilt) + exp(-tilt)) / 2 + apart
        assert mean <= exp(rate) * (1 + 1e-12)


def test_a_known_covariance_says_more_than_a_bound() -> None:
    coin, covariance = paired(5)
    known, bounded = Evidence(coin, covariance), Evidence(coin)
    assert all(one <= other for one, other in zip(known.per_round(6), bounded.per_round(6), strict=True))
    assert known.log_of(300, 3000, 6) > bounded.log_of(300, 3000, 6)
    assert known.variance(6) == pytest.approx(1 / 6)
    assert bounded.variance(6) == 1


def test_seats_of_a_round_are_not_taken_for_rounds() -> None:
    """Six seats that always end alike are one wager."""
    together = [Line(600, 6 * line.net, seats=6) for line in drawn(LONG_SHOT, Random(3), 200)]
    alone = [Line(100, line.net) for line in drawn(LONG_SHOT, Random(3), 200)]
    one, other = (monitor.monitor_book(THEORY, book, 0.01) for book in (together, alone))
    assert (one.evidence, one.z) == pytest.approx((other.evidence, other.z))
    assert (one.covariance, other.covariance) == ("bounded", "")


@pytest.mark.parametrize("seats", [1, 6])
def test_fair_books_of_a_full_table_of_tiles_hardly_alarm_and_leaks_are_found(seats: int) -> None:
    expected = fair_books.main_theory("pai-gow")
    assert expected.covariance is not None
    books = list(fair_books.of_seats("pai-gow", seats, 60, 60))
    assert fair_books.alarms(expected, iter(books), 0.1) <= 6
    leaking = [[Line(line.stake, line.net + line.stake // 10, line.rounds, seats=seats) for line in books[0]]]
    assert fair_books.alarms(expected, iter(leaking), 0.01) == 1


def test_a_progressive_is_held_against_the_course_of_its_meter() -> None:
    expected = fair_books.progressive_theory()
    books = list(fair_books.metered(20, 3000))
    assert fair_books.alarms(expected, iter(books), 0.1) <= 3
    high = [Line(line.stake, line.net, line.rounds, meter=20_000_000) for line in books[0]]
    document = monitor.monitor_book(expected, high, 0.01)
    assert document.house_edge < monitor.monitor_book(expected, books[0], 0.01).house_edge
    with pytest.raises(BadInput, match="line 2 of the book does not say what was on the meter"):
        monitor.monitor_book(expected, [books[0][0], Line(100, -100)], 0.01)


def test_fair_books_are_held_against_the_odds_of_their_amounts() -> None:
    """A quarter on a win of a dollar is five times the rate of vigorish."""
    quarters = {"vigorish_rounding": "quarter"}
    expected = fair_books.main_theory("pai-gow", quarters)
    books = list(fair_books.of_seats("pai-gow", 6, 40, 60, quarters))
    assert fair_books.alarms(expected, iter(books), 0.1) <= 4
    document = monitor.monitor_book(expected, books[0], 0.01)
    assert document.house_edge == pytest.approx(0.050346, abs=1e-6)
    assert document.covariance == "bounded"
    at_rate = monitor.monitor_book(expected, [Line(6000, 0, 2, seats=6)], 0.01)
    assert (at_rate.covariance, round(at_rate.house_edge, 6)) == ("exact", -0.009677)
    with pytest.raises(BadInput, match="line 1 of the book has 101 cents on 2 wagers, which are not alike"):
        monitor.monitor_book(expected, [Line(101, 0, 2)], 0.01)


@pytest.mark.slow
def test_a_number_is_held_against_the_odds_of_its_amount() -> None:
    """At 11 to 2 a dollar wins five, two dollars win eleven."""
    filed = Filed(terms("pai-gow-poker", {"start": "number", "additional_odds": "11/2"}))
    expected = theory(filed, "additional_1", Threads(1))
    edges = [monitor.monitor_book(expected, [Line(amount, 0)], 0.01).house_edge for amount in (100, 200)]
    assert edges == pytest.approx([1 / 7, 1 / 14])


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), fair_books.TABLES)
def test_fair_books_alarm_no_more_often_than_is_said(key: str, seats: int) -> None:
    assert fair_books.alarms(fair_books.main_theory(key), fair_books.of_seats(key, seats, 400, 100), 0.1) <= 40


@pytest.mark.slow
def test_fair_books_of_a_progressive_alarm_no_more_often_than_is_said() -> None:
    assert fair_books.alarms(fair_books.progressive_theory(), fair_books.metered(400, 10_000), 0.1) <= 40


def test_an_imperial_wager_up_to_its_maximum_is_held_against_the_odds_of_its_amount(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two hands decide it, which are counted for minutes; here all lose but one deal in ten."""
    most = 4_000_000
    filed = Filed(terms("pai-gow-poker", {"imperial": True, "imperial_maximum": most}))
    table = filed.terms.posted["imperial"]
    assert table is not None
    monkeypatch.setattr(imperial, "counted", lambda *_: {next(iter(table.pays)): 1, "": 9})
    expected = theory(filed, "imperial", Threads(1))
    assert expected.at_stake is not None
    little, much = (expected.at_stake(stake).ev for stake in (100, 100_000))
    assert little > much == Fraction(most, 100_000) / 10 - Fraction(9, 10)
