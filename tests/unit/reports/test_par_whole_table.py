"""What a PAR sheet says of the whole table: awards, usual bets, meters in the long run, rules in words."""

from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from nomorebets.games.packs_poker.maths.odds import in_the_long_run
from nomorebets.games.registry import house_terms, terms
from nomorebets.licence.filing import filed_terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.wagers import Fed, Metered, Paid
from nomorebets.reports.par import sheet as par
from nomorebets.reports.par import whole_table
from nomorebets.reports.par.html import page
from nomorebets.reports.par.model import Combined, Entry, Part, Row, Sheet
from nomorebets.rounds.file import play_round
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import dollars


@cache
def flush() -> Sheet:
    return par.sheet(filed_terms("high-card-flush"), "nmb par high-card-flush", 20_000, 7, Threads(), unseen)


def test_rules_rankings_and_qualification_stand_in_the_words_of_the_clauses() -> None:
    shown = page(flush())
    assert set(flush().rules) == {"Rules of play", "Rank of hands", "What qualifies"}
    for clause in ("38.6(a)1", "38.10(b)", "38.5(b)(1)", "38.1 Dealer's qualifying hand"):
        assert text("high-card-flush").find(clause).gist in shown


def test_the_highest_award_is_what_the_engine_pays_at_the_maximum() -> None:
    """Seven diamonds in a row against a dealer who qualifies and loses, everything at its maximum."""
    awards = {one.wager: one for one in flush().awards}
    limits = {wager.name: most for wager, _, most, _ in house_terms("high-card-flush").wagers}
    ante = limits["ante"]
    found = play_round(
        {
            "game": "high-card-flush",
            "submission": house_terms("high-card-flush").document,
            "seats": {"1": {**{name: limits[name] for name in ("ante", "flush_bonus", "straight_flush_bonus")}}},
            "hands": {"1": "Kd Qd Jd Td 9d 8d 7d", "dealer": "9c 3c 2c 4s 5s 6h 7h"},
            "actions": [{"seat": 1, "do": "raise", "amount": 3 * ante}],
        }
    )
    paid = {one.wager: one.pays for one in found.report.settled}
    assert paid["ante"] + paid["raise"] == awards["ante"].cents
    assert paid["flush_bonus"] == awards["flush_bonus"].cents
    assert paid["straight_flush_bonus"] == awards["straight_flush_bonus"].cents
    assert awards["progressive"].share == 100


def test_the_exposure_of_a_round_is_that_of_all_positions() -> None:
    seat = sum(one.cents * one.areas for one in flush().awards)
    assert f"no more than {dollars(seat * 6)}" in page(flush())


def test_a_maximum_of_the_house_bounds_an_award() -> None:
    under = terms("high-card-flush", {"flush_bonus": "A", "bonus_maximum": 25_000_00})
    (entry,) = par.side_entries(under, Threads(), unseen)
    (award,) = whole_table.awards(under, (entry,))
    assert award.cents == 25_000_00


def test_usual_bets_return_the_sum_of_what_each_returns() -> None:
    first, *_, last = flush().combined
    assert [one.wager for one in first.parts] == ["ante"]
    assert {one.wager for one in last.parts} == {"ante", "flush_bonus", "straight_flush_bonus", "progressive"}
    assert first.house_edge == flush().entries[0].measures.house_edge
    half = Combined(
        (
            Part("a", 100, Fraction(-1, 10), Fraction(2), main=True),
            Part("b", 300, Fraction(-1, 2), Fraction(1), main=False),
        )
    )
    assert half.house_edge == Fraction(10 + 150, 400)
    assert half.returned == 1 - Fraction(160, 500)


# --- The long run ----------------------------------------------------------------------------------------------------


def test_what_play_adds_to_both_meters_comes_back() -> None:
    entry = next(one for one in flush().entries if one.wager == "progressive")
    run = entry.long_run
    assert run is not None
    assert entry.meter is not None
    assert run.rates == {"main": 21, "secondary": 5}
    assert run.funded == 0
    assert run.returned == pytest.approx(float(entry.meter.without) + 0.26)
    assert "21% to the main meter, 5% to the secondary meter" in page(flush())


def test_the_long_run_is_that_of_the_warnings_of_packs_poker() -> None:
    under = house_terms("packs-poker")
    table = under.posted["seven_card_1"]
    entry = next(one for one in par.side_entries(under, Threads(), unseen) if one.wager == "seven_card")
    run = whole_table.long_run(under, entry, table)
    assert run is not None
    assert run.returned == pytest.approx(float(in_the_long_run(under, "seven_card")))


@pytest.mark.parametrize(("reset", "hit"), [(1_000, Fraction(1, 40)), (777, Fraction(1, 3)), (5, Fraction(1, 1000))])
def test_what_the_house_adds_at_a_reset_is_the_mean_over_all_times_of_a_hit(reset: int, hit: Fraction) -> None:
    fed = Fed({"main": Fraction(20), "secondary": Fraction(7)}, reset)
    meter = Metered(0, Fraction(0), Fraction(0), 100, 1, lambda _on: Fraction(0))
    summed = sum(float(hit) * float(1 - hit) ** (n - 1) * max(0.0, reset - 7.0 * n) for n in range(1, reset // 7 + 2))
    assert whole_table.added_by_the_house(fed, hit, meter) == pytest.approx(summed)
    assert whole_table.added_by_the_house(replace(fed, reset_added=True), hit, meter) == reset
    assert whole_table.added_by_the_house(replace(fed, rates={"main": Fraction(20)}), hit, meter) == reset


def test_amounts_that_the_meter_pays_are_not_returned_twice() -> None:
    kept, given = (
        next(
            one.long_run
            for one in par.side_entries(
                terms("lunar-poker", {"progressive": "percentage", "fixed_prizes_from": source}), Threads(), unseen
            )
            if one.long_run
        )
        for source in ("inventory", "meter")
    )
    assert kept.by_rows > 0
    assert given.by_rows == 0


# --- Warnings and shared cards ---------------------------------------------------------------------------------------


def entry_of(net: int) -> Entry:
    rows = (Row(Outcome("win", 1, Fraction(net)), ""), Row(Outcome("lose", 1, Fraction(-1)), ""))
    return Entry("wager", "wager, best setting", "", 0, "exact", {}, rows, main=True)


def test_a_player_who_has_the_edge_is_warned_of_on_the_first_page() -> None:
    assert not list(whole_table.warnings((entry_of(1),)))
    (said,) = whole_table.warnings((entry_of(2),))
    assert said == "wager, best setting: the player has the edge, 50.0000% of each unit first placed"
    assert said in page(replace(flush(), warnings=(said,)))


def test_shared_cards_have_their_worth_and_the_clause_that_forbids_it() -> None:
    assert "6 players who know each other's cards" in flush().shared.said
    assert [one.clauses for one in flush().shared.forbidden] == [("38.10(a)",)]
    nothing = par.sharing(filed_terms("pokette"), (), 100, 1, Threads())
    assert nothing.said.startswith("Nothing is decided")


def test_what_a_row_comes_to_is_paid_in_steps_and_up_to_a_maximum() -> None:
    assert [Paid(most=500, step=100)(cents) for cents in (-100, 0, 99, 450, 900)] == [-100, 0, 0, 400, 500]
