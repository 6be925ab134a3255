"""Amendments as drafters make them, ten in each text at once: every one is told, with its note, and nothing else."""

import re
import textwrap
from pathlib import Path

import pytest

from nomorebets.reports.amended import amend_document

# What is printed, what is printed instead, and how it is told: what became of which clause, and a note on it.
Amended = tuple[str, str, str]
BY_HAND: dict[str, tuple[Amended, ...]] = {
    "high-card-flush": (
        (
            r"indicates that 52 cards are in",
            "indicates that fifty-two cards are in",
            "reworded 38.7(f)1: is now written",
        ),
        (
            r"(?<=deal )seven(?= consecutive cards face down to each)",
            "eight",
            "reworded 38.7(c): the number seven became",
        ),
        (
            r"(6 Card\t100.*?\nFlush\t*\n)(5 Card\t10\t10.*?\nFlush\t*\n)",
            r"\2\1",
            "reworded 38.11(c): in another order",
        ),
        (r"\\\$3\tn/a", r"\$3\t\$5", "reworded 38.11(e): numbers changed: none became 5"),
        (r"\n- 4\. Both decks", " Both decks", "removed 38.2(b)4: its words stand now in 3. | reworded 38.2(b)3"),
        (r"- \(C\) If the dealer's and", "- (D) If the dealer's and", "renumbered 38.10(e)1(ii)(C)"),
        (
            r"may, in its discretion, permit a dealer",
            "shall permit a dealer",
            "reworded 38.8(a): a choice became a duty",
        ),
        (r'(?="Stub" means)', '"Soft hand" means a hand without a flush.\n\n', "added 38.1 Soft hand"),
        (r"(?<=38\.12 Progressive Payout wager)", "; meters", "reworded 38.12"),
        (r"- \(f\) Once each player[^\n]*\n", "", "removed 38.10(f)"),
    ),
    "what-the-flush": (
        (r"(?<=50 )to(?= 1)", "for", "reworded 38.11(c): they differ by the stake"),
        (r"\(d\)(?= If a casino licensee offers a Flush Rush)", "(e)", "renumbered 38.6(d)bis"),
        (r"(?<=no greater than )two(?= times)", "four", "reworded 38.6(d): the number two became four"),
        (r"(?=“Stub”)", "“Toke” means a gift to the dealer.\n\n", "added 38.1 Toke"),
        (r"must(?= remain seated)", "may", "reworded 38.6(f): a duty became a choice"),
        (r"(?<=38\.8 )Procedure(?= for)", "Procedures", "reworded 38.8"),
        (r"\(b\)(?= The dealer shall announce “No more bets” prior)", "", "removed 38.7(b): (a) | reworded 38.7(a)"),
        (r"13:69F-38\.13.*\Z", "", "removed 38.13: | removed 38.13"),
        (r"- 8\. A fourth card face down to the dealer;\*\*\n", "", "removed 38.7(d)8"),
        (r"(?<=five rounds)(?= of play)", " or fewer", "reworded 38.7(f)"),
    ),
    "lunar-poker": (
        (r"\\\$1\.00(?= gaming chip into)", r"\$5.00", "reworded 38.6(c): the number 1.00 became 5.00"),
        (r"\(f\) No player may play more[^\n]*\n\n", "", "removed 38.6(f)"),
        (r"shall not(?= be accepted)", "may", "reworded 38.6(a): a negation was taken out"),
        (r'\n9\.(?= "One Pair")', "", "removed 38.5(b)9: its words stand now in 8. | reworded 38.5(b)8"),
        (r"(?<=13:69F-)1\.2(?= Cards)", "38.2", "reworded 1.2: became 38.2"),
        (r'"Hole card" means', '"Hole card" or "down card" means', "reworded 38.1 Hole card"),
        (r"(?<=\n)(?=13:69F-38\.7 )", "(h) A player may leave.\n\n", "added 38.6(h)"),
        (r"(?<=38\.13 Irregularities)", " and misdeals", "reworded 38.13"),
        (r"(?<=king, queen, jack, 10 and )nine(?= being)", "eight", "reworded 38.5(b)2: the number nine became eight"),
        (r"(?<=5\. )The cards from only one deck shall", "Both decks may", "reworded 38.2(b)5: a duty became a choice"),
    ),
    "packs-poker": (
        (r"(?<=odds of 1 to)(\s+)1\.(?=\s+\(b\))", r"\g<1>2.", "reworded 43.11(a): the number 1 became 2"),
        (r"(Flush 8 to 1)(\s+)(Straight 5 to 1)", r"\3\2\1", "reworded 43.11(c)1: in another order"),
        (r"52(?= cards are still present)", "fifty-two", "reworded 43.7(h): the number 52 is now written"),
        (r"(?<=discretion, )(\s*)permit(?= a dealer to deal)", r"\1prohibit", "reworded 43.8(a): its opposite"),
        (r"  i\.  Once the dealer has chosen.*?(?= ii\.  The cards)", "", "removed 43.8(b)1i"),
        (r"13:69F-43\.6 Wagers", "13:69F-43.6 Permissible wagers", "reworded 43.6"),
        (r"(?=“Stub”)", "“Soft pack” means a pack without a pair. \n\n", "added 43.1 Soft pack"),
        (r"(?<=once every )five", "six", "reworded 43.7(g): the number five became six"),
        (r"(?<=2\.  The dealer shall )then(?= announce)", "loudly", "reworded 43.8(b)2"),
        (r"(?=13:69F-43\.9 )", "(z) Nothing else is dealt.\n\n", "added 43.8(z)"),
    ),
    "chapter-69f-extract": (
        (
            r"(Ten \(4-6\)) and \1( \|\n\| Eleventh \| )(Seven \(1-6\)) and \3",
            r"\3 and \3\2\1 and \1",
            "reworded 10.2(b): order",
        ),
        (r"five(?= percent)", "6", "reworded 10.7(k): the number five became 6"),
        (r"(?<=the bank shall )win(?= that hand)", "lose", ""),
        (r"(?<=\n13:69F-10\.9 Irregularities)(?=; invalid roll of the dice\n\n)", " and faults", "reworded 10.9"),
        (r"50(?= percent)", "40", ""),
        (r"Three(?= decks of cards shall be)", "Four", "reworded 12.2(a): the number Three became Four"),
        (r"(?=“Gongs”)", "“Fang” shall mean a tile of the dealer.\n\n", "added 10.1 Fang"),
        (r"(?<=\n\n)\(c\)(?= When comparing high hands)", "(cc)", "renumbered 10.2(c): its opposite"),
        (
            r"(?<=11\.2 Cards; number of decks\n\n)\(a\)",
            "(a) Cards are played.\n\n(b)",
            "added 11.2(a) | renumbered 11.2(a)",
        ),
        (
            r"may(?=, in its discretion, offer the bank)",
            "shall",
            "reworded 11.10(e): a choice became a duty the number 50 became 40",
        ),
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_what_a_drafter_changes_is_told_and_nothing_else(name: str, regulations: Path) -> None:
    old = new = (regulations / f"{name}.txt").read_text("utf-8")
    told: list[str] = []
    for printed, instead, how in BY_HAND[name]:
        new, times = re.subn(printed, instead, new, count=1, flags=re.DOTALL)
        assert times, printed
        told += filter(None, how.split(" | "))
    found = [
        (f"{one.what} {one.clause.rpartition(':')[2].removeprefix('69F-')}", " ".join(one.notes))
        for one in amend_document("old", old, "new", new).changes
    ]
    assert sorted(what for what, _ in found) == sorted(one.partition(":")[0] for one in told)
    for one in told:
        what, _, note = one.partition(":")
        assert any(note.strip() in notes for named, notes in found if named == what), (one, found)


@pytest.mark.parametrize("width", [44, 66, 105])
@pytest.mark.parametrize("name", BY_HAND)
def test_lines_that_break_elsewhere_even_within_words_are_no_amendment(
    name: str, width: int, regulations: Path
) -> None:
    old = (regulations / f"{name}.txt").read_text("utf-8")
    assert amend_document("old", old, "new", "\n".join(_broken(line, width) for line in old.split("\n"))).changes == ()


def _broken(line: str, width: int) -> str:
    whole = "\t" in line or line.startswith(("|", "<", "#")) or re.match(r" *(?:- )?13:69", line)
    return line if whole else "\n".join(textwrap.wrap(line, width, break_long_words=False)) or line


def test_a_word_is_the_same_with_a_hyphen_in_it_or_without(regulations: Path) -> None:
    old = (regulations / "high-card-flush.txt").read_text("utf-8")
    new = (
        old.replace("pre-shuffled", "preshuffled")
        .replace("casino", "casi-\nno")
        .replace("dealer shall", "dealer\u00a0shall")
    )
    assert amend_document("old", old, "new", new.replace("\n", "\r\n")).changes == ()
