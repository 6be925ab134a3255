"""The command line: what it prints, and what bad input gets."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nomorebets.games.registry import game
from nomorebets.table.in_two.house_way import read

ROUND: dict[str, Any] = {
    "game": "high-card-flush",
    "submission": {"flush_bonus": "A", "progressive": "C"},
    "seats": {"1": {"ante": 1000, "flush_bonus": 500}, "3": {"ante": 2500, "progressive": 100}},
    "hands": {"1": "Ad Kd 9d 7d 2d 3c 4c", "3": "2c 3d 4h 5s 7c 8h 9s", "dealer": "Ah Kh Qs Js 2h 3s 6c"},
    "actions": [{"seat": 1, "do": "raise", "amount": 2000}, {"seat": 3, "do": "fold"}],
    "meters": {"progressive": {"main": 1000000, "secondary": 0}},
}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(content: object, name: str = "file.json") -> str:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return str(path)

    return write


def test_games_are_listed(nmb: Any) -> None:
    assert "high-card-flush" in nmb("games").out
    assert nmb("games", "--json").json[0]["clauses"] == 152


def test_a_round_is_settled_as_in_the_contract(nmb: Any, file: Any) -> None:
    ran = nmb("round", file(ROUND), "--json")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json["settled"][-1] == {
        "seat": 1,
        "wager": "flush_bonus",
        "stake": 500,
        "result": "win",
        "pays": 5000,
        "returned": 500,
        "clause": "high-card-flush:38.11(c)",
    }
    assert ran.json["net"] == {"1": 8000, "3": -2600}
    assert ran.json["meters"] == {"progressive": {"main": 1000021, "secondary": 5}}
    assert ran.json["house"] == -8000 + 2600 - 26
    assert ran.json["void"] is None


def test_a_round_may_be_toml_or_come_from_standard_input(nmb: Any, file: Any) -> None:
    toml = """
        game = "high-card-flush"
        stack = "2c 3d 4h 5s 7c 8h 9s Ah Kh Qs Js 2h 3s 6c"
        actions = [{ seat = 2, do = "fold" }]
        [seats.2]
        ante = 1000
    """
    assert nmb("round", file(toml, "round.toml"), "--json").json["net"] == {"2": -1000}
    assert nmb("round", "-", "--json", stdin=json.dumps(ROUND)).json["net"] == {"1": 8000, "3": -2600}


WIDTHS = (40, 60, 80, 100)
EXAMPLE = str(Path(__file__).parents[3] / "docs/examples/submission.toml")


def readable(screen: str, columns: int) -> bool:
    """Whether nothing is cut off, no line is too long, and no column is so narrow that words stand in it as letters."""
    lines = [line.strip() for line in screen.splitlines() if line.strip()]
    fits = max(len(line.rstrip()) for line in screen.splitlines()) <= columns and "…" not in screen
    return fits and sum(len(line) < 3 for line in lines) < max(5, len(lines) // 50)


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_round_is_read_in_a_narrow_terminal(nmb: Any, file: Any, columns: int) -> None:
    screen = nmb("round", file(ROUND), columns=columns).out
    assert readable(screen, columns)
    for words in ("flush_bonus", "$5", "win", "$50", "38.10(e)1(ii)(A)", "progressive main meter: $10,000.21"):
        assert words in screen
    assert ("returned $5" in screen) == (columns < 80)


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("games",), ("high-card-flush", "152 clauses")),
        (("rules",), ("what-the-flush", "131 clauses")),
        (("rules", "high-card-flush"), ("38.1 Dealer's qualifying hand", "equipment")),
        (("rules", "high-card-flush", "--irregularities"), ("card_face_up_in_shoe", "38.13(a)")),
        (("rules", "high-card-flush", "--rulings"), ("A-7 Longer flushes without a nine",)),
        (("check", EXAMPLE), ("allowed", "positions_per_player", "38.6(e)")),
        (("lint", "high-card-flush"), ("high-card-flush:38.11(c)",)),
        (("inspect", "pokette"), ("12.2(a)",)),
    ],
)
def test_what_is_listed_is_read_in_a_narrow_terminal(
    nmb: Any, command: tuple[str, ...], words: tuple[str, ...], columns: int
) -> None:
    screen = nmb(*command, columns=columns).out
    assert readable(screen, columns)
    for one in words:
        assert one in screen


def test_a_round_is_shown_to_people(nmb: Any, file: Any) -> None:
    ran = nmb("round", file(ROUND), "--events")
    assert "seat 1: +$80" in ran.out
    assert "38.10(e)1(ii)(A)" in ran.out
    assert "progressive main meter: $10,000.21" in ran.out
    assert "BetPlaced" in ran.out
    void = {**ROUND, "actions": [{"do": "irregularity", "kind": "dealer_card_exposed"}]}
    assert "void: a card of the dealer was exposed" in nmb("round", file(void)).out


def test_the_event_log_is_printed_on_request(nmb: Any, file: Any) -> None:
    events = nmb("round", file(ROUND), "--json", "--events").json["events"]
    assert events[0]["action"]["type"] == "Open"
    assert events[0]["events"][0]["type"] == "RulesPosted"
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["rules"] for event in events}) == 1


def test_many_rounds_give_a_line_each_with_errors_in_their_place(nmb: Any, file: Any) -> None:
    wrong = {**ROUND, "actions": [{"seat": 1, "do": "raise", "amount": 9999}]}
    lines = "\n".join([json.dumps(ROUND), json.dumps(wrong), "", "{", json.dumps(ROUND)])
    ran = nmb("round", file(lines, "rounds.jsonl"))
    settled = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert ["net" in one for one in settled] == [True, False, False, True]
    assert ["error" in one for one in settled] == [False, True, True, False]
    assert settled[1]["clause"] == "high-card-flush:38.6(a)5(b)"
    assert settled[2]["clause"] is None
    assert nmb("round", file("\n".join([json.dumps(ROUND)] * 2))).code == 0  # told by its lines, not its name
    assert nmb("round", file(json.dumps(ROUND, indent=1)), "--json").code == 0


def altered(**changes: object) -> dict[str, Any]:
    return {**ROUND, **changes}


BAD_ROUNDS: list[tuple[object, str]] = [
    ("", "the file is empty"),
    ("   \n", "the file is empty"),
    ("{", "this is not JSON"),
    ("[" * 100_000, "this is not"),
    ("[1]", "a round must be a table of keys and values"),
    ("3", "a round must be a table of keys and values"),
    (b"\xff\xfe", "is not text in UTF-8"),
    ({}, "a round needs the key 'game'"),
    (altered(game="chess"), "'chess' is not a game; the games are high-card-flush"),
    (altered(game=["x"]), "is not a game"),
    (altered(moon=1), "a round has no key 'moon'"),
    (altered(submission=[1]), "submission must be a table"),
    (altered(submission={"flush_bonus": "Z"}), 'flush_bonus = "Z" is not allowed'),
    (altered(submission={"dealing": "catapult"}), "allowed: manual_shoe, hand, automated_shoe"),
    (altered(seats={}), "seats is empty"),
    (altered(seats=[]), "seats must be a table"),
    (altered(seats={"7": {"ante": 1000}}), "seat '7' does not exist; the seats are 1 to 6 [high-card-flush:1.13Y(a)]"),
    (altered(seats={"01": {"ante": 1000}}), "seat '01' does not exist"),
    (altered(seats={"one": {"ante": 1000}}), "seat 'one' does not exist"),
    (altered(seats={"²": {"ante": 1000}}), "seat '²' does not exist"),
    (altered(seats={"1": 1000}), "seat 1 must be a table"),
    (altered(seats={"1": {"flush_bonus": 500}}), "seat 1 has no ante wager"),
    (altered(seats={"1": {"ante": -1000}}), "seat 1: ante is -1000; allowed are 0 to"),
    (altered(seats={"1": {"ante": 0}}), "seat 1: ante $0 is not offered; offered: seat 1: ante $1 to $10,000"),
    (altered(seats={"1": {"ante": 10**60}}), "seat 1: ante is 1000000"),
    (altered(seats={"1": {"ante": 10**9}}), "seat 1: ante $10,000,000 is not offered"),
    (altered(seats={"1": {"ante": 10.5}}), "seat 1: ante must be a whole number of cents, not 10.5"),
    (altered(seats={"1": {"ante": "1000"}}), "seat 1: ante must be a whole number of cents, not '1000'"),
    (altered(seats={"1": {"ante": True}}), "seat 1: ante must be a whole number of cents, not True"),
    (altered(seats={"1": {"ante": None}}), "seat 1: ante must be a whole number of cents, not None"),
    (altered(seats={"1": {"ante": 1000, "raise": 1000}}), "seat 1 has no key 'raise'"),
    (altered(seats={"1": {"ante": 1000, "player": 3}}), "seat 1: player must be a name, not 3"),
    (altered(seats={"1": {"ante": 1000, "player": " "}}), "seat 1 needs the name of its player"),
    (altered(seats={"1": {"ante": 1000, "progressive": 200}}), "progressive $2 is not offered"),
    (altered(seats={"1": {"ante": 1000, "straight_flush_bonus": 200}}), "straight_flush_bonus $2 is not offered"),
    (
        altered(seats={"1": {"ante": 1000, "match_play": {"ante": 5000}}}),
        "match play coupon on ante $50 is not offered",
    ),
    (altered(seats={"1": {"ante": 1000, "match_play": {"moon": 5000}}}), "match_play has no key 'moon'"),
    (altered(seats={"1": {"ante": 1000, "match_play": {"ante": "x"}}}), "coupon on ante must be a whole number"),
    (altered(stack="Ad Kd"), "a round needs either 'stack' or 'hands', not both"),
    ({**{k: v for k, v in ROUND.items() if k != "hands"}}, "a round needs either 'stack' or 'hands'"),
    (
        {**{k: v for k, v in ROUND.items() if k != "hands"}, "stack": "Ad Kd"},
        "of 21 cards to deal it has 2",
    ),
    (
        {**{k: v for k, v in ROUND.items() if k != "hands"}, "stack": "Ad Ad"},
        "Ad occurs too often; there is one in the set",
    ),
    ({**{k: v for k, v in ROUND.items() if k != "hands"}, "stack": "Ad Zz"}, "'Zz' is not a card"),
    ({**{k: v for k, v in ROUND.items() if k != "hands"}, "stack": 12}, "12 is not a list of cards"),
    (altered(hands={"1": ROUND["hands"]["1"]}), "hands has no hand for 3"),
    (altered(hands=[1]), "hands must be a table"),
    (altered(hands={**ROUND["hands"], "2": "Ac"}), "hands has no key '2'"),
    (altered(hands={**ROUND["hands"], "1": "Ad Kd"}), "the hand of 1 must have 7 cards, not 2"),
    (altered(hands={**ROUND["hands"], "1": "Ad Kd 9d 7d 2d 3c 6c"}), "6c occurs too often"),
    (altered(hands={**ROUND["hands"], "1": None}), "None is not a list of cards"),
    (altered(actions={}), "actions must be a list"),
    (altered(actions=["fold"]), "an action must be a table"),
    (altered(actions=[{"seat": 1}]), "an action needs 'do'"),
    (altered(actions=[{"do": "raise", "amount": 2000}]), "the seat of 'raise' must be a number, not None"),
    (altered(actions=[{"do": "raise", "seat": "one", "amount": 2000}]), "must be a number, not 'one'"),
    (altered(actions=[{"do": "raise", "seat": 1, "amount": 2001}]), "offered: seat 1: raise $10 to $20"),
    (altered(actions=[{"do": "raise", "seat": 1, "amount": 1.5}]), "the amount of 'raise' must be a whole number"),
    (altered(actions=[{"do": "raise", "seat": 1, "amount": -5}]), "the amount of 'raise' is -5"),
    (altered(actions=[{"do": "dance", "seat": 1}]), "seat 1: dance is not offered; offered: seat 1: raise"),
    (altered(actions=[{"do": "fold", "seat": 1, "moon": 1}]), "the action 'fold' has no key 'moon'"),
    (altered(actions=[{"do": "fold", "seat": 3}]), "seat 3: fold is not offered"),
    (altered(actions=[{"do": "fold", "seat": 1}]), "a decision is missing at the end of the actions; offered: seat 3"),
    (altered(actions=[]), "a decision is missing at the end of the actions; offered: seat 1"),
    (altered(actions=[*ROUND["actions"], {"do": "fold", "seat": 1}]), "seat 1: fold is not offered"),
    (altered(actions=[{"do": "irregularity"}]), "None is no kind of irregularity; the kinds are card_face_up_in_shoe"),
    (altered(actions=[{"do": "irregularity", "kind": "flood"}]), "'flood' is no kind of irregularity"),
    (altered(actions=[{"do": "irregularity", "kind": "communicating", "seat": 2}]), "communicating at seat 2"),
    (altered(actions=[{"do": "irregularity", "kind": "communicating", "seat": "one"}]), "must be a number"),
    (altered(actions=[{"do": "irregularity", "kind": "stub_count_wrong", "misdealt": 1}]), "misdealt must be true or"),
    (altered(actions=[{"do": "irregularity", "kind": "card_face_up_in_shoe", "card": "Ad"}]), "Ad is in a hand"),
    (altered(actions=[{"do": "irregularity", "kind": "card_face_up_in_shoe", "card": "Ac As"}]), "must name one card"),
    (
        altered(
            actions=[{"do": "irregularity", "kind": kind} for kind in ("stub_count_wrong", "card_face_up_in_shoe")]
        ),
        "irregularity card_face_up_in_shoe is not offered",
    ),
    (altered(actions=[{"do": "irregularity", "kind": "automated_shoe_jam"}]), "automated_shoe_jam is not offered"),
    (altered(meters=[]), "meters must be a table"),
    (altered(meters={"moon": {}}), "meters has no key 'moon'"),
    (altered(meters={"progressive": {"main": -1}}), "meters.progressive.main is -1"),
    (altered(meters={"progressive": {"third": 1}}), "meters.progressive has no key 'third'"),
    (altered(meters={"progressive": 3}), "meters.progressive must be a table"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD_ROUNDS)
def test_a_bad_round_gets_one_sentence_and_exit_code_2(nmb: Any, file: Any, content: object, sentence: str) -> None:
    ran = nmb("round", file(content), "--json")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("nmb: ")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_a_round_in_bad_toml_gets_one_sentence(nmb: Any, file: Any) -> None:
    ran = nmb("round", file("game = ", "round.toml"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "this is not TOML" in ran.err


BAD_CALLS = [
    (("round", "nowhere.json"), "nowhere.json cannot be read: No such file or directory"),
    (("round", "."), "cannot be read: Is a directory"),
    (("rules", "chess"), "'chess' is neither a game nor a clause"),
    (("rules", "chess:1"), "'chess:1' is neither a game nor a clause"),
    (("rules", "high-card-flush:99"), "high-card-flush has no clause '99'"),
    (("rules", "chess", "--rulings"), "'chess' is not a game"),
    (("rules", "chess", "--irregularities"), "'chess' is not a game"),
    (("trace", "chess"), "'chess' is not a game"),
    (("trace", "--tests", "nowhere"), "no tests were found in nowhere"),
    (("lint", "chess"), "'chess' is not a game"),
    (("check", "nowhere.toml"), "nowhere.toml cannot be read"),
    (("inspect", "chess"), "'chess' is not a game"),
    (("inspect", "high-card-flush", "--sign", " "), "is signed with a name"),
    (("inspect", "high-card-flush", "--sign", "A", "--fault", "x"), "does not say what is wrong"),
    (("inspect", "high-card-flush", "--sign", "A", "--fault", "9=x"), "is not on this checklist"),
    (("inspect", "high-card-flush", "-o", "nowhere/x.json"), "nowhere/x.json cannot be written"),
    (("inspect", "high-card-flush", "--verify", "nowhere"), "nowhere cannot be read"),
    (("inspect", "high-card-flush", "--verify", "x", "--sign", "A"), "leave out --sign and --fault"),
    (("inspect", "high-card-flush", "--fault", "1.13Y(c)=x"), "add --sign with the inspector's name"),
    (("rules", "pai-gow", "--house-way", "6-6 4-5"), "a hand has 4 tiles, not 2"),
    (("rules", "pai-gow", "--house-way", "6-6 6-6 6-6 4-5"), "6-6 occurs too often; there are 2 in the set"),
    (("rules", "high-card-flush", "--house-way", "6-6 4-5"), "High Card Flush has no hands to set"),
    (("rules", "--house-way", "6-6"), "name a game"),
    (("rules", "--rulings"), "name a game to read its irregularities or rulings"),
    (("play", "chess"), "'chess' is not a game"),
    (("play", "high-card-flush", "--submission", "nowhere"), "nowhere cannot be read"),
    (("play", "high-card-flush", "--positions", "9"), "1 to 3 positions"),
    (("play", "high-card-flush", "--bankroll", "-4"), "bankroll"),
    (("play", "high-card-flush", "--log", "nowhere/log"), "nowhere/log cannot be written"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_CALLS)
def test_a_bad_call_gets_one_sentence_and_exit_code_2(
    nmb: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = nmb(*arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [("dance",), ("round",), ("games", "--moon"), ("play", "--positions", "many")])
def test_a_call_that_does_not_exist_is_explained_without_a_traceback(nmb: Any, arguments: tuple[str, ...]) -> None:
    ran = nmb(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_rules_can_be_read(nmb: Any) -> None:
    assert "high-card-flush" in nmb("rules").out
    assert "38.10(e)1(ii)(A)" in nmb("rules", "high-card-flush").out
    assert nmb("rules", "high-card-flush", "--json").json[0]["id"] == "high-card-flush:1.13Y(a)"
    clause = nmb("rules", "high-card-flush:38.10(c)").out
    assert "folded_progressive" in clause
    assert "ruling A-2" in clause
    assert nmb("rules", "high-card-flush:38.1 Suit").out.count("ruling") == 0
    assert nmb("rules", "high-card-flush:38.10(c)", "--json").json["kind"] == "rule"
    assert "dealer_card_exposed" in nmb("rules", "high-card-flush", "--irregularities").out
    assert "A-20" in nmb("rules", "high-card-flush", "--rulings").out


def test_the_house_way_says_which_line_sets_a_hand(nmb: Any) -> None:
    printed = nmb("rules", "pai-gow", "--house-way", "6-6 4-5 1-1 3-4").out
    assert "high  6-6 4-5  wong, twelve high" in printed
    assert "pai-gow:10.7(d)2" in printed
    assert nmb("rules", "pai-gow", "--house-way", "6-6 4-5 1-1 3-4", "--json").json["low"] == "1-1 3-4"


def test_a_house_way_is_shown_as_a_file(nmb: Any) -> None:
    for key, name in (("pai-gow", "simple"), ("pai-gow-poker", "foxwoods")):
        printed = nmb("rules", key, "--house-way", name).out
        in_two = game(key).play.in_two
        assert in_two is not None
        way = in_two.house_ways[name]
        assert read(printed, way.conditions, way.measures).lines == way.lines
    assert nmb("rules", "pai-gow", "--house-way", "simple", "--json").json["line"][2]["play"] == "any_setting"


def test_the_version_is_told(nmb: Any) -> None:
    assert nmb("--version").out.startswith("nmb 0.")


def test_every_clause_is_traced(nmb: Any) -> None:
    ran = nmb("trace", "high-card-flush", "--json")
    assert ran.code == 0
    assert len(ran.json["clauses"]) == 152
    assert ran.json["gaps"] == []
    assert list(ran.json["clauses"][0]) == ["id", "kind", "level", "gist", "code", "tests", "ruling"]
    assert "152 clauses, 0 gaps" in nmb("trace", "high-card-flush").out
    assert " 0 gaps" in nmb("trace").out


def test_the_dealers_script_is_printed_and_given_as_a_document(nmb: Any) -> None:
    ran = nmb("rules", "high-card-flush", "--procedure", "--json")
    assert ran.code == 0
    assert ran.json["game"] == "high-card-flush"
    closed = next(part for part in ran.json["parts"] if part["title"] == "Bets are closed")
    said = [line for line in closed["lines"] if line["says"] == "No more bets"]
    assert [line["dealing"] for line in said] == [["manual_shoe"], ["hand"], ["automated_shoe"]]
    assert said[0]["clauses"] == ["high-card-flush:38.7(b)"]
    assert said[0]["step"] == ["announce"]
    printed = nmb("rules", "high-card-flush", "--procedure").out
    assert 'says "No more bets"' in printed
    assert "dealer (dealing from hand) 38.8(b)2i" in printed
    assert "the dealer watches: " in printed
    assert "(for each player in turn)" in printed
    assert nmb("rules", "--procedure").code == 2


def test_a_trace_without_evidence_shows_its_gaps_and_fails(nmb: Any, file: Any, tmp_path: Path) -> None:
    file('import pytest\n@pytest.mark.clause("high-card-flush:99")\ndef test_it(): ...\n', "test_little.py")
    ran = nmb("trace", "--tests", str(tmp_path))
    assert ran.code == 1
    assert "gap high-card-flush:38.10(b) lacks test" in ran.out
    assert "gap high-card-flush:99 lacks a clause of this id, which a test names" in ran.out


def test_the_texts_are_linted(nmb: Any) -> None:
    faults = nmb("lint", "--json").json
    found = {(fault["kind"], fault["clause"].partition(":")[2]) for fault in faults}
    assert ("dangling reference", "38.2(a)") in found
    assert ("dangling reference", "38.12(c)") in found
    assert ("contradiction", "38.10(c)") in found
    assert ("pays more than it takes", "38.11(c)") in found
    assert ("never paid", "38.5(c)2") in found
    assert "0 without a ruling" in nmb("lint").out


def test_a_submission_is_checked(nmb: Any, file: Any) -> None:
    good = file('game = "high-card-flush"\nflush_bonus = "E"\n', "good.toml")
    ran = nmb("check", good)
    assert ran.code == 0
    assert "108.92%" in ran.out
    assert nmb("check", good, "--json").json["lawful"] is True
    bad = nmb("check", file('game = "high-card-flush"\nflush_bonus = "Z"\ndecks = 9\n', "bad.toml"))
    assert bad.code == 2
    assert bad.err.splitlines()[0] == (
        'nmb: flush_bonus = "Z" is not allowed; allowed: A, B, C, D, E, F, G, H, I, J, K, L, M, N or nothing '
        "[high-card-flush:38.6(a)2]"
    )
    assert len(bad.err.splitlines()) == 2


def test_a_submission_for_another_game_is_refused(nmb: Any, file: Any) -> None:
    submission = file('game = "high-card-flush"\nlicensee = "Ours"\n', "ours.toml")
    assert nmb("inspect", "high-card-flush", "--submission", submission).code == 0
    assert (
        "is a submission for high-card-flush, not for pai-gow" in nmb("play", "pai-gow", "--submission", submission).err
    )


def test_an_inspection_is_signed_kept_and_verified(nmb: Any, tmp_path: Path) -> None:
    kept = tmp_path / "inspection.json"
    asked = [one["clause"] for one in nmb("inspect", "high-card-flush", "--json").json]
    seen = [option for clause in asked for option in ("--yes", clause)]
    signing = ("inspect", "high-card-flush", "--sign", "An Inspector", "--table", "7", "-o", str(kept), *seen)
    assert "passed, signed by An Inspector" in nmb(*signing).out
    assert "passed, signed by An Inspector" in nmb("inspect", "high-card-flush", "--verify", str(kept)).out
    kept.write_text(kept.read_text().replace('"table": "7"', '"table": "8"'))
    ran = nmb("inspect", "high-card-flush", "--verify", str(kept))
    assert (ran.code, ran.err) == (2, "nmb: the inspection signed by An Inspector was changed after it was signed\n")
    kept.write_text("{}")
    assert "this is not an inspection" in nmb("inspect", "high-card-flush", "--verify", str(kept)).err
    faulty = nmb(*signing, "--force", "--fault", "1.13Y(c)=no tip box [/red]")
    assert faulty.code == 1
    assert "not passed" in faulty.out
    assert "no tip box [/red]" in faulty.out
    assert nmb("inspect", "high-card-flush", "--verify", str(kept)).code == 1
    assert nmb("inspect", "high-card-flush", "--json").json[0]["clause"] == "high-card-flush:1.13Y(a)"


def test_a_reader_that_goes_away_is_no_error() -> None:
    nmb = str(Path(sys.executable).with_name("nmb"))
    with subprocess.Popen([nmb, "rules", "high-card-flush"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()


@pytest.mark.parametrize("command", [["games"], ["odds", "pokette"], ["rules", "pokette"]])
def test_a_disk_that_is_full_is_said_in_one_line(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        nmb = [sys.executable, "-c", "from nomorebets.cli.app import main; main()", *command]
        ran = subprocess.run(nmb, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "nmb: the output cannot be written: No space left on device\n")
