"""The rooms of reading, in a real browser: the rulebook, the odds and a submission."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from nomorebets.figures.odds import count_odds
from nomorebets.games.registry import KEYS
from nomorebets.licence.check import check
from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.rulebook.clauses import text
from tests.browser.conftest import WIDTHS, Visit
from tests.open_house import OpenHouse, open_house

RAISE = "/rules?clause=high-card-flush:38.6(a)5(b)(ii)"
BONUS = "/odds?game=high-card-flush&wager=flush_bonus&table=D"
PAGES = {"a clause": RAISE, "odds": BONUS, "a submission": "/submission?game=pokette"}
READY = ".clause h1, #fraction, #verdict"
expect.set_options(timeout=30_000)  # what nobody has counted yet takes a while on a small machine


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """One whose texts are in the way of nobody: what is read does not depend on them."""
    data: Path = tmp_path_factory.mktemp("reading")
    with open_house(data) as running:
        yield running


# --- The rulebook -----------------------------------------------------------------------------------------------------


def test_a_clause_is_shown_in_our_words_with_its_code_tests_and_rulings(visit: Visit) -> None:
    page = visit(RAISE)
    expect(page.get_by_role("heading", level=1)).to_have_text("38.6(a)5(b)(ii)")
    expect(page.locator(".gist")).to_have_text(text("high-card-flush").find("38.6(a)5(b)(ii)").gist)
    expect(page.locator(".evidence mark").first).to_have_text('"38.6(a)5(b)(ii)"')
    expect(page.locator(".tests")).to_contain_text("the raise is at least the ante and limited by the flush")
    expect(page.locator(".evidence")).to_contain_text("A-8")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("38.10(C)", "38.10(c)"),
        ("N.J.A.C. 13:69F-38.10(e)1", "38.10(e)1"),
    ],
)
def test_a_clause_is_found_as_people_cite_it_and_by_words(visit: Visit, asked: str, found: str) -> None:
    page = visit("/rules")
    page.wait_for_selector(".sections")
    page.keyboard.press("/")
    page.keyboard.type(asked)
    expect(page.locator(".results b").first).to_have_text(found)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(found)


def test_words_are_found_in_clauses_and_rulings(visit: Visit) -> None:
    page = visit("/rules")
    page.wait_for_selector(".sections")
    page.keyboard.press("/")
    page.keyboard.type("five card flush raise")
    expect(page.locator(".results b", has_text="38.1 Raise wager(b)(ii)")).to_be_visible()


def test_arrows_go_to_the_neighbours_and_back_leads_back(visit: Visit) -> None:
    page = visit(RAISE)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("38.6(a)5(b)(ii)")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("38.6(a)5(b)(iii)")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("38.6(a)5(b)(i)")
    page.go_back()
    expect(heading).to_have_text("38.6(a)5(b)(ii)")


@pytest.mark.parametrize("game", KEYS)
def test_every_game_can_be_read_and_every_section_has_a_name(visit: Visit, game: str) -> None:
    page = visit(f"/rules?game={game}")
    expect(page.locator(".sections > li")).to_have_count(len(text(game).section) + 1)
    page.locator(".sections a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text(game).clause[0].id)
    expect(page.locator(".gist")).to_have_text(text(game).clause[0].gist)


# --- Odds -------------------------------------------------------------------------------------------------------------


def test_changing_one_of_the_odds_moves_the_edge_to_the_exact_fraction(visit: Visit) -> None:
    page = visit(BONUS)
    printed = count_odds("high-card-flush", wager="flush_bonus", pay_table="D")[0]
    expect(page.locator("#fraction")).to_have_text(printed.house_edge)
    page.get_by_role("button", name="5 Card Flush: one more").click()
    paid = {"5 Card Flush": "6"}
    changed = Measures(
        tuple(Outcome(o.outcome, o.ways, Fraction(paid.get(o.outcome, o.net))) for o in printed.outcomes)
    )
    edge = changed.house_edge
    expect(page.locator("#fraction")).to_have_text(f"{edge.numerator}/{edge.denominator}")
    expect(page.locator(".headline")).to_contain_text(f"{changed.sd:.3f}")
    expect(page.locator(".note")).to_contain_text("Not a lawful table")
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".note")).to_contain_text("table D")


@pytest.mark.parametrize("game", ["high-card-flush", "what-the-flush"])
def test_every_printed_table_is_shown_with_the_edge_that_is_counted(visit: Visit, game: str) -> None:
    wagers = {one.wager: one for one in reversed(count_odds(game)) if one.meter is None}
    for wager, first in wagers.items():
        page = visit(f"/odds?game={game}&wager={wager}&table={first.pay_table}")
        expect(page.locator("#fraction")).to_have_text(first.house_edge)
        page.close()


def test_what_is_on_the_meter_moves_the_edge_as_it_is_counted(visit: Visit) -> None:
    page = visit("/odds?game=lunar-poker&wager=progressive&table=percentage")
    page.get_by_label("On the meter, in dollars").fill("50000")
    (counted,) = count_odds("lunar-poker", wager="progressive", pay_table="percentage", meter=5_000_000)
    expect(page.locator("#fraction")).to_have_text(counted.house_edge)
    page.wait_for_timeout(400)
    expect(page.locator(".quiet[role=status]")).to_have_text("", timeout=30_000)
    expect(page.locator("#fraction")).to_have_text(counted.house_edge)


def test_a_reading_is_counted_anew_by_the_house(visit: Visit) -> None:
    page = visit(BONUS)
    page.get_by_text("Readings that change money").click()
    page.get_by_label("four_card_row").select_option("shifted")
    (counted,) = count_odds("high-card-flush", {"flush_bonus": "A", "four_card_row": "shifted"})
    page.get_by_role("button", name="A", exact=True).click()
    expect(page.locator("#fraction")).to_have_text(counted.house_edge)


def test_the_par_sheet_is_kept_as_a_file(visit: Visit) -> None:
    page = visit("/odds?game=pokette&wager=red")
    page.wait_for_selector("#fraction")
    with page.expect_download(timeout=60_000) as kept:
        page.get_by_role("button", name="PAR sheet").click()
    assert kept.value.suggested_filename == "pokette-par.html"
    assert "Pokette" in Path(kept.value.path()).read_text("utf-8")


# --- A submission -----------------------------------------------------------------------------------------------------


def test_a_submission_is_edited_and_refused_with_its_clause_beside_the_field(visit: Visit) -> None:
    page = visit("/submission?game=what-the-flush")
    expect(page.locator("#verdict")).to_have_text("Lawful")
    page.get_by_label("decks", exact=True).fill("2")
    expect(page.locator("#verdict")).to_have_text("Refused, 1 reason")
    refused = check("what-the-flush", {"decks": 2}).findings[0]
    field = page.locator('[data-field="decks"]')
    expect(field.locator(".why")).to_contain_text(refused.sentence)
    expect(field.locator(".why a")).to_have_text(refused.clauses[0].partition(":")[2])
    page.get_by_label("shuffler", exact=True).select_option(label="automated")
    expect(page.locator("#verdict")).to_have_text("Lawful")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download as TOML").click()
    assert 'shuffler = "automated"\n' in Path(kept.value.path()).read_text("utf-8")


def test_two_submissions_are_set_beside_each_other_with_the_effect_on_each_edge(visit: Visit) -> None:
    page = visit("/submission?game=pokette")
    expect(page.locator("#verdict")).to_have_text("Lawful")
    page.locator('[data-field="odds"]').get_by_role("button", name="Add a row").click()
    page.get_by_label("odds, Name").fill("red")
    page.get_by_label("odds, Name").press("Tab")
    page.get_by_label("red, Value").fill("2")
    page.get_by_label("Compare with").select_option("house")
    expect(page.locator("#comparison tbody").first).to_contain_text("odds 12.5(a)")
    cells = page.locator("#comparison").get_by_role("row", name=re.compile("^Red")).locator("td")
    for at, filed in enumerate(({"odds": {"red": 2}}, {})):
        (counted,) = count_odds("pokette", filed, wager="red")
        expect(cells.nth(at)).to_have_attribute("title", counted.house_edge)


def test_a_file_that_somebody_brings_fills_the_form(visit: Visit) -> None:
    page = visit("/submission?game=pokette")
    page.wait_for_selector("#verdict")
    filed = b'game = "what-the-flush"\nflush_rush = false\npositions = 9\n'
    page.locator("#brought").set_input_files({"name": "own.toml", "mimeType": "application/toml", "buffer": filed})
    expect(page.get_by_label("positions", exact=True)).to_have_value("9")
    expect(page.locator('[data-field="positions"] .why')).to_contain_text("1 to 6")


# --- For everybody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("theme", ["felt", "paper", "contrast"])
def test_nothing_stands_in_anybodys_way_in_any_theme_at_any_width(visit: Visit, name: str, theme: str) -> None:
    page = visit(PAGES[name])
    page.evaluate("theme => localStorage.setItem('nomorebets', JSON.stringify({theme}))", theme)
    for wide, tall in WIDTHS.values():
        page.set_viewport_size({"width": wide, "height": tall})
        page.reload()
        page.wait_for_selector(READY)
        page.wait_for_timeout(300)
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert page.evaluate("document.querySelectorAll('*').length") < 1500


# --- What takes long: last, so that nothing waits for it --------------------------------------------------------------


def test_what_a_reading_is_worth_is_counted_under_each(visit: Visit) -> None:
    page = visit("/rules?ruling=what-the-flush:B-1")
    page.get_by_role("button", name="What is it worth?").click()
    cells = page.get_by_role("row", name=re.compile("^Flush rush")).locator("td")
    for at, value in enumerate(("wild_twos", "not_consecutive", "natural_twos")):
        (counted,) = count_odds("what-the-flush", {"bonus_hands": value}, wager="flush_rush")
        expect(cells.nth(at)).to_have_attribute("title", counted.house_edge)
