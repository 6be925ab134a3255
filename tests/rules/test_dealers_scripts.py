"""The dealer's script of every game is the order in which the engine plays it."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from nomorebets.errors import ImproperConfiguration
from nomorebets.games.registry import KEYS, game, terms
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.dealers_script import Line, Part, Script, at_table, dealers_script
from nomorebets.table.actions import Bet, Cut, Decision, Leave, NoMoreBets, Reveal, Sit, Step
from nomorebets.table.completeness import ways_to_deal
from nomorebets.table.engine import duty, legal
from nomorebets.table.entries import Entry
from nomorebets.table.events import BY_MANUFACTURER, DevicesInstalled, DevicesRemoved, Shuffled
from nomorebets.table.life.opening import ALONE
from tests.dealers_script import Reader
from tests.driving import Driver
from tests.properties.wandering import OF_THE_RULEBOOK, start, wander
from tests.rounds.golden import played, scripts

every_game = pytest.mark.parametrize("key", KEYS)

WANDERINGS = 40
LENGTH = 160


@cache
def histories(key: str) -> list[tuple[Script, list[Entry]]]:
    """Every golden round, random lawful play, and some that is rare in it, each with the script of its table."""
    whole = dealers_script(key)
    golden = [played(one) for one in scripts() if one.parent.name == key]
    found = [(at_table(whole, one.terms.submission), list(one.entries)) for one in golden]
    drivers = [*wandered(key), *idled(key), *miscounted(key), *uncut(key), *refused(key), *amiss(key), *spoken(key)]
    drivers += without_devices(key)
    return found + [
        (at_table(whole, driver.terms.submission), list(with_devices(driver.entries))) for driver in drivers
    ]


def with_devices(entries: list[Entry]) -> Iterator[Entry]:
    """A history without what is shuffled and dealt otherwise while the devices of the submission are away."""
    there = True
    for entry in entries:
        there = there or any(isinstance(event, DevicesInstalled) for event in entry.events)
        if there:
            yield entry
        there = there and not any(isinstance(event, DevicesRemoved) for event in entry.events)


def wandered(key: str) -> Iterator[Driver]:
    listed = next(one for one in OF_THE_RULEBOOK if one.name == key)
    for seed in range(WANDERINGS):
        driver = start(listed, random.Random(seed), recorded=True)
        for _ in wander(driver, LENGTH):
            pass
        yield driver


def idled(key: str) -> Iterator[Driver]:
    """Nobody is left at the table, and then somebody comes; the cards may have come shuffled."""
    choices = game(key).licence.choices
    faces = {"idle_spread": "face_down"} if "idle_spread" in choices else {}
    for sealed in ({}, {"preshuffled": True}) if "preshuffled" in choices else ({},):
        driver = Driver(terms(key, {**faces, **sealed}), recorded=True).duties()
        yield driver.do(Sit(1, "Ann")).duties().do(Leave(1), Step("idle"), Sit(1, "Ben")).duties()


def without_devices(key: str) -> Iterator[Driver]:
    """The devices are taken off the table and put back."""
    if "shuffler" in game(key).licence.choices:
        both = {"shuffler": "automated", "dealing": "automated_shoe"}
        driver = Driver(terms(key, both), recorded=True).duties().do(Sit(1, "Ann")).duties()
        for step in ("remove_devices", *(ALONE if len(driver.terms.submission.devices) > 1 else ())):
            driver.do(Step(step), Step("install_devices"))
        yield driver


def miscounted(key: str) -> Iterator[Driver]:
    """One chip too few was counted where chips are to be counted."""
    driver = Driver(terms(key, PROGRESSIVE[key]), recorded=True) if key in PROGRESSIVE else None
    if driver:
        driver.duties().do(Sit(1, "Ann")).duties()
        for _ in range(3):
            bet = next((one for one in legal(driver.table) if type(one.action).__name__ == "Bet"), None)
            if bet:
                driver.do(bet.action)
        driver.duties().do(NoMoreBets()).duties(until="verify_progressive")
        owed = duty(driver.table)
        assert owed
        assert isinstance(owed.action, Step)
        driver.do(replace(owed.action, count=99)).duties()
        yield driver


def uncut(key: str) -> Iterator[Driver]:
    """The first player who is offered the cut refuses it, where players cut."""
    if "refuse_cut" in game(key).play.steps:
        driver = Driver(terms(key), recorded=True).duties().do(Sit(1, "Ann")).duties(until=Cut)
        yield driver.do(Step("refuse_cut", 0, 1)).duties()


def refused(key: str) -> Iterator[Driver]:
    """A player takes the bank, and another then wagers more than it covers."""
    if "refuse_bank" in game(key).play.steps:
        driver = Driver(terms(key), recorded=True).duties().do(Sit(1, "Ann", 5000), Sit(2, "Ben", 5000)).duties()
        driver.do(Bet(1, "wager", 1000), Bet(2, "wager", 1000), NoMoreBets()).duties()
        driver.do(Decision(1, "house_way"), Decision(2, "house_way")).duties().do(Reveal()).duties()
        yield driver.do(Decision(2, "bank")).duties().do(Bet(1, "wager", 9000)).duties()


def amiss(key: str) -> Iterator[Driver]:
    """Something is found amiss with a set, where it is then sealed and signed."""
    if "seal" in game(key).play.steps:
        driver = Driver(terms(key), recorded=True).duties(until="lay_side_by_side")
        yield driver.do(Step("lay_side_by_side", found="one is larger")).duties()


def spoken(key: str) -> Iterator[Driver]:
    """A bet is spoken and taken back, where bets may be spoken; another comes with too little cash."""
    if "take_back" in game(key).play.steps:
        driver = Driver(terms(key), recorded=True).duties().do(Sit(1, "Ann")).duties()
        red = Bet(1, "red", 500, cash=True)
        driver.do(red, Step("take_back", seat=1), red, Step("confirm_cash", seat=1))
        for ruled in (Step("settle_difference", seat=1), Step("refuse_cash", seat=1, note="red")):
            driver.do(Step("convert_cash", seat=1, count=400), ruled)
        yield driver


PROGRESSIVE: dict[str, dict[str, object]] = {
    "high-card-flush": {"progressive": "A"},
    "lunar-poker": {},
    "pai-gow-poker": {"progressive": {"Five aces": "100%"}},
}


@every_game
def test_every_step_of_a_log_has_its_line_and_comes_in_its_order(key: str) -> None:
    wrong = [sentence for script, entries in histories(key) for sentence in Reader(script, key).read(entries)]
    told_once = {sentence.partition(" entry ")[0]: sentence for sentence in reversed(wrong)}
    assert not wrong, "\n".join(told_once.values())


@every_game
def test_every_line_that_names_a_step_comes_up_in_some_round(key: str) -> None:
    seen: set[tuple[str, str]] = set()
    for script, entries in histories(key):
        reader = Reader(script, key)
        list(reader.read(entries))
        seen |= reader.seen
    named = {(part.title, step) for part in dealers_script(key).part for line in part.line for step in line.step}
    assert named - seen == set(), f"the script of {key} has steps that no round comes to"


# --- Under one submission a script says what is done at that table, and nothing else ----------------------------------

LOOKED_AT = {"spread", "show", "wash"}  # what cards that come shuffled are spared
COMES_SHUFFLED = ("high-card-flush", "what-the-flush", "lunar-poker", "pai-gow-poker")
COUNTS_ITSELF = ("high-card-flush", "what-the-flush", "lunar-poker", "packs-poker")
WAYS = ("manual_shoe", "hand", "automated_shoe")


def lines(key: str, submission: dict[str, object]) -> list[Line]:
    """The lines of a table's script that name a step."""
    script = at_table(dealers_script(key), terms(key, submission).submission)
    return [line for line in script.lines() if line.step]


def telling(key: str, submission: dict[str, object], step: str) -> list[str]:
    """What a table's script says is done at a step."""
    return [line.does for line in lines(key, submission) if step in line.step]


@pytest.mark.clause("high-card-flush:38.4(a)", "what-the-flush:38.4(a)", "lunar-poker:38.4(a)", "lunar-poker:38.8(b)1")
@pytest.mark.clause("pai-gow-poker:11.6(a)", "what-the-flush:38.8(b)1", "high-card-flush:38.8(b)1")
@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("dealing", WAYS)
@pytest.mark.parametrize("key", COMES_SHUFFLED)
def test_cards_are_made_ready_as_their_script_says(key: str, dealing: str, *, sealed: bool) -> None:
    submission: dict[str, object] = {"preshuffled": sealed, "dealing": dealing}
    driver = Driver(terms(key, submission), recorded=True).duties().do(Sit(1, "Ann")).duties()
    first = dealers_script(key).part[0]
    said = {step for line in at_table(Script((first,)), driver.terms.submission).lines() for step in line.step}
    done = {step for step, _ in driver.steps} | {"cut" for one in driver.entries if isinstance(one.action, Cut)}
    assert said & LOOKED_AT == done & LOOKED_AT
    assert "cut" in said or "cut" not in done
    by = [event.by for event in driver.events if isinstance(event, Shuffled)]
    as_they_came = ["as they came" in does for does in telling(key, submission, "shuffle")]
    assert as_they_came == [by == [BY_MANUFACTURER]]


@pytest.mark.clause("high-card-flush:38.8(b)1", "what-the-flush:38.8(b)1", "lunar-poker:38.8(b)1")
@pytest.mark.parametrize("key", ["high-card-flush", "what-the-flush", "lunar-poker"])
def test_cards_that_are_dealt_from_the_hand_are_never_cut(key: str) -> None:
    for sealed in (False, True):
        assert not telling(key, {"preshuffled": sealed, "dealing": "hand"}, "cut")


@pytest.mark.clause("lunar-poker:38.8(e)", "lunar-poker:38.9(f)", "what-the-flush:38.9(f)", "high-card-flush:38.7(g)")
@pytest.mark.clause("packs-poker:43.7(h)", "packs-poker:43.8(g)")
@pytest.mark.parametrize("dealing", WAYS)
@pytest.mark.parametrize("key", COUNTS_ITSELF)
def test_the_dealer_is_spared_the_count_where_the_table_does_not_ask_for_it(key: str, dealing: str) -> None:
    submission: dict[str, object] = {"dealing": dealing, "shuffler": "counting"}
    spared = ["need not" in does.casefold() for does in telling(key, submission, "count_stub")]
    assert spared == [not terms(key, submission).submission.stub_is_counted]


@pytest.mark.clause("lunar-poker:38.10(b)", "lunar-poker:38.10(i)3", "lunar-poker:38.10(j)2")
@pytest.mark.parametrize(
    ("submission", "before", "after"),
    [
        ({}, True, False),
        ({"progressive_judged_on": "final_hand"}, False, True),
        ({"progressive": None}, False, False),
        ({"progressive": None, "progressive_judged_on": "final_hand"}, False, False),
    ],
)
def test_progressives_are_resolved_where_the_script_says_so(
    submission: dict[str, object], *, before: bool, after: bool
) -> None:
    script = at_table(dealers_script("lunar-poker"), terms("lunar-poker", submission).submission)
    told = {part.title: {step for line in part.line for step in line.step} for part in script.part}
    steps = {"verify_hand", "verify_light", "validate", "pay_progressive"}
    assert (steps | {"resolve_progressives"}) & told["The players choose"] == (
        steps | {"resolve_progressives"} if before else set()
    )
    assert steps & told["Each hand is settled"] == (steps if after else set())


@every_game
def test_a_line_says_does_or_watches_for_something_and_cites_clauses_that_exist(key: str) -> None:
    ids = {clause.id for clause in text(key).clause}
    ways = set(ways_to_deal(game(key).licence.submission))
    for line in dealers_script(key).lines():
        assert line.clauses
        assert set(line.clauses) <= ids, line
        assert line.says or line.does or line.watches, line
        assert set(line.dealing) <= ways, line
        for told in filter(None, (line.does, line.watches)):
            assert told[0].isupper(), told
            assert told.endswith("."), told


@every_game
def test_conditions_of_a_line_are_fields_of_the_submission(key: str) -> None:
    defaults = game(key).licence.submission()
    for line in dealers_script(key).lines():
        for condition in line.when:
            assert hasattr(defaults, condition.partition("=")[0]), line


@every_game
def test_titles_of_parts_are_told_apart(key: str) -> None:
    titles = [part.title for part in dealers_script(key).part]
    assert len(titles) == len(set(titles))


def reading(part: list[Part]) -> list[str]:
    """What is found wrong with a round of High Card Flush, read along these parts."""
    entries = next(entries for _, entries in histories("high-card-flush"))
    return list(Reader(Script(tuple(part)), "high-card-flush").read(entries))


def test_a_step_without_a_line_is_named_with_who_did_it() -> None:
    parts = [part for part in dealers_script("high-card-flush").part if part.title != "The stub"]
    assert reading(parts) == [
        "no line of high-card-flush's dealers_script.toml has the step 'rack_stub', which the dealer did in entry "
        "19 (Step); write one, with its clause"
    ]


def test_a_line_out_of_its_order_is_noticed() -> None:
    script = list(dealers_script("high-card-flush").part)
    deal, stub = (next(n for n, part in enumerate(script) if part.title == title) for title in ("The deal", "The stub"))
    script[deal], script[stub] = script[stub], script[deal]
    assert "'rack_stub'" in reading(script)[0]
    backwards = [replace(part, line=part.line[::-1]) if part.title == "The deal" else part for part in script]
    assert len(reading(backwards)) > 1


def test_a_script_is_cut_to_what_a_table_deals_and_offers() -> None:
    whole = Script((Part("deal", (Line(("1",), dealing=("hand",)), Line(("2",), when=("progressive",)))),))
    for submission, left in (({}, 0), ({"dealing": "hand"}, 1), ({"progressive": "A"}, 1)):
        assert len(list(at_table(whole, terms("high-card-flush", submission).submission).lines())) == left
    with pytest.raises(ImproperConfiguration):
        terms("high-card-flush", {"dealing": "sleeve"})
