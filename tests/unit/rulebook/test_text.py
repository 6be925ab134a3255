import pytest

from nomorebets.rulebook.text import citations, fingerprint, path, split, unclaimed

TEXT = """
Full text of the proposal follows:

CHAPTER 69E

13:69E-1.13Y High Card Flush; physical characteristics

- (a) A table for
- six players.
b) The layout shall contain:
- 1. A name, as in N.J.A.C.
13:69F-38.1; and
<|PAGE|>2. **An area.**

SUBCHAPTER 38. HIGH CARD FLUSH

- 13:69F-38.1 Definitions
- 13:69F-38.2 Cards

13:69F-38.1 Definitions

The following words have these meanings:

“Ante or “Ante wager” means the first wager.

"Player’s raise" means the wager which:

- (a) Is at least the ante;
- (b) Is at most:

(i) Double, or \\$10.
ii. <u>Triple</u>.

13:69F-1.2 Cards

(a) One deck.

(a) Two decks.

13:69F-38.3 Opening

(a) Open.
"""

IDS = [
    "1.13Y(a)",
    "1.13Y(b)",
    "1.13Y(b)1",
    "1.13Y(b)2",
    "38.1 Ante",
    "38.1 Player's raise",
    "38.1 Player's raise(a)",
    "38.1 Player's raise(b)",
    "38.1 Player's raise(b)(i)",
    "38.1 Player's raise(b)ii",
    "38.2(a)",
    "38.2(a)bis",
    "38.3(a)",
]


def test_a_text_is_split_at_the_markers_of_its_clauses() -> None:
    assert split(TEXT, IDS) == {
        "1.13Y(a)": "A table for six players.",
        "1.13Y(b)": "The layout shall contain:",
        "1.13Y(b)1": "A name, as in N.J.A.C. 13:69F-38.1; and",
        "1.13Y(b)2": "An area.",
        "38.1 Ante": '"Ante or "Ante wager" means the first wager.',
        "38.1 Player's raise": '"Player\'s raise" means the wager which:',
        "38.1 Player's raise(a)": "Is at least the ante;",
        "38.1 Player's raise(b)": "Is at most:",
        "38.1 Player's raise(b)(i)": "Double, or $10.",
        "38.1 Player's raise(b)ii": "Triple.",
        "38.2(a)": "One deck.",
        "38.2(a)bis": "Two decks.",
        "38.3(a)": "Open.",
    }


def test_a_clause_without_a_marker_is_named() -> None:
    with pytest.raises(ValueError, match=r"38\.3\(b\)"):
        split(TEXT, [*IDS, "38.3(b)"])


def test_a_clause_that_lost_its_marker_begins_where_the_text_goes_on_in_the_midst_of_a_sentence() -> None:
    torn = """
13:69F-38.4 Wagers

(a) A wager that breaks off

within a sentence.

poses of the bonus.

2. Then the other bonus.

13:69F-38.6 Odds

(a) Even money.
"""
    ids = ["38.4(a)", "38.5(c)1", "38.5(c)2", "38.6(a)"]
    assert list(split(torn, ids).values()) == [
        "A wager that breaks off within a sentence.",
        "poses of the bonus.",
        "Then the other bonus.",
        "Even money.",
    ]
    with pytest.raises(ValueError, match=r"38\.5\(c\)3"):
        split(torn, [*ids[:3], "38.5(c)3", "38.6(a)"])


def test_a_marker_is_not_looked_for_beyond_its_section() -> None:
    with pytest.raises(ValueError, match=r"1\.13Y\(i\)"):
        split(TEXT, ["1.13Y(i)", "38.1 Ante"])


@pytest.mark.parametrize(
    ("words", "cited"),
    [
        ("Nothing is cited, though (i) this and (ii) that cost $1.00.", []),
        ("see N.J.A.C. 13:69F-38.6(a)(6).", ["38.6(a)(6)"]),
        ("see N.J.A.C 13:69E-1.39; 13:69E-1.39A; or 13:69E-1.39B.", ["13:69E-1.39", "13:69E-1.39A", "13:69E-1.39B"]),
        ("see N.J.A.C. 13:69F-38.7, 38.8, or 38.9 and deal", ["38.7", "38.8", "38.9"]),
        ("see N.J.A.C. 13:69F-38.11(c);(d); and (e).", ["38.11(c)", "38.11(d)", "38.11(e)"]),
        ("see N.J.A.C. 13:69F-38.3(c) and, if applicable, (d)", ["38.3(c)", "38.3(d)"]),
        ("see N.J.A.C. 13:69F- 38.8(b)1 and 3", ["38.8(b)1", "38.8(b)3"]),
        ("see N.J.A.C. 13:69E-1.15 and 1.13B(e)", ["13:69E-1.15", "13:69E-1.13B(e)"]),
        ("see N.J.A.C. 13:69E-1.18 and 38.2, each", ["13:69E-1.18", "38.2"]),
        ("despite N.J.A.C. 13:69E or this chapter", ["13:69E"]),
        ("Except as provided in (b) and (c) below", ["38.4(b)", "38.4(c)"]),
        ("pursuant to (c)(1)(ii) above", ["38.4(c)(1)(ii)"]),
        ("pursuant to (c)1ii above", ["38.4(c)1ii"]),
        ("see N.J.A.C. 13:69E-1.18 and (b) through (d) below", ["13:69E-1.18", "38.4(b)", "38.4(c)", "38.4(d)"]),
        ("listed in (d)1 through 3 above", ["38.4(d)1", "38.4(d)2", "38.4(d)3"]),
        ("N.J.A.C. 13:69F-38.6 first, and N.J.A.C. 13:69F-38.6 again", ["38.6"]),
    ],
)
def test_the_references_of_a_clause_are_found_and_completed(words: str, cited: list[str]) -> None:
    assert citations(words, "38.4(c)1iii") == cited


@pytest.mark.parametrize(
    ("reference", "steps"),
    [
        ("38.6", ("38.6",)),
        ("38.6(a)(6)", ("38.6", "a", "6")),
        ("38.6(a)6", ("38.6", "a", "6")),
        ("38.4(c)1iii", ("38.4", "c", "1", "iii")),
        ("38.10(e)1(ii)(A)", ("38.10", "e", "1", "ii", "A")),
        ("38.1 Raise wager(b)(i)", ("38.1", "Raise wager", "b", "i")),
        ("13:69E-1.18(e)1", ("13:69E-1.18", "e", "1")),
    ],
)
def test_a_reference_has_the_same_path_however_it_is_bracketed(reference: str, steps: tuple[str, ...]) -> None:
    assert path(reference) == steps


def test_a_fingerprint_sees_words_and_not_spaces() -> None:
    assert fingerprint("No more\n bets") == fingerprint("No more bets") == "bba6446700fd"
    assert fingerprint("No more bet") != fingerprint("No more bets")


SAID = """
13:69F-38.1 Definitions

The following words and terms, when used in this subchapter, shall have the following meanings:

"Ante" means a wager.

"Raise" means another one.

13:69F-38.2 Wagers

(a) The wagers.

(b) As provided in
(a) above, a player may:

1. Wager; or

2. - 3. (No change.)

4. Raise.

13:69F-38.3 One position

A player shall not wager on two.
"""
ALL_SAID = ["38.1 Ante", "38.1 Raise", "38.2(a)", "38.2(b)", "38.2(b)1", "38.2(b)4", "38.3"]


def test_a_text_of_which_every_clause_is_known_says_nothing_else() -> None:
    assert list(unclaimed(SAID, ALL_SAID)) == []
    assert list(unclaimed(SAID, ALL_SAID[:2], ALL_SAID[2:])) == []


@pytest.mark.parametrize("left_out", ALL_SAID)
def test_a_clause_that_is_left_out_is_noticed(left_out: str) -> None:
    assert list(unclaimed(SAID, [clause for clause in ALL_SAID if clause != left_out]))


def test_what_no_clause_has_is_quoted() -> None:
    assert list(unclaimed(SAID, ALL_SAID[:-1])) == ["no clause has: A player shall not wager on two."]
    assert list(unclaimed(SAID, [one for one in ALL_SAID if one != "38.2(b)4"])) == [
        "38.2(b)1 swallows another clause: 4. Raise. 13:69F-38.3 One position A p"
    ]
