"""Citations as people write them lead to what they mean, and those that lead nowhere are refused with what is near."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.rulebook.citation import Book, book, resolve, steps

BOOKS = [book(key) for key in KEYS]

FLUSH, WILD, LUNAR, PACKS = "high-card-flush", "what-the-flush", "lunar-poker", "packs-poker"
TILES, CARDS, POKETTE = "pai-gow", "pai-gow-poker", "pokette"

ONE_CLAUSE = {
    "high-card-flush:38.10(c)": (FLUSH, "38.10(c)"),
    "high-card-flush 38.10(c)": (FLUSH, "38.10(c)"),
    "HIGH-CARD-FLUSH:38.10(C)": (FLUSH, "38.10(c)"),
    "High Card Flush 38.10(c)": (FLUSH, "38.10(c)"),
    "high_card_flush: 38.10 (c)": (FLUSH, "38.10(c)"),
    "highcardflush 38.10c": (FLUSH, "38.10(c)"),
    "38.10(c) high-card-flush": (FLUSH, "38.10(c)"),
    "38.10(c) of High Card Flush": (FLUSH, "38.10(c)"),
    "38.10(c), High Card Flush": (FLUSH, "38.10(c)"),
    "38.10(c) (lunar-poker)": (LUNAR, "38.10(c)"),
    "what the flush § 38.10(c)4": (WILD, "38.10(c)4"),
    "13:69F-38.10(e)1(i)": (FLUSH, "38.10(e)1(i)"),
    "13:69F-38.10(e)(1)(i)": (FLUSH, "38.10(e)1(i)"),
    "38.10(e)(1)(i)": (FLUSH, "38.10(e)1(i)"),
    "38.10(e)1i": (FLUSH, "38.10(e)1(i)"),
    "38.10 (e) 1 (i)": (FLUSH, "38.10(e)1(i)"),
    "38.10.e.1.i": (FLUSH, "38.10(e)1(i)"),
    "38.10(E)1(I)": (FLUSH, "38.10(e)1(i)"),
    "38.10(e)1(ii)(a)": (FLUSH, "38.10(e)1(ii)(A)"),
    "N.J.A.C. 13:69F-38.10(e)1(ii)(B)": (FLUSH, "38.10(e)1(ii)(B)"),
    "NJAC 13:69F-38.10(e)1(ii)(C)": (FLUSH, "38.10(e)1(ii)(C)"),
    "n.j.a.c. 69F-38.10(e)2(iii)": (FLUSH, "38.10(e)2(iii)"),
    "13:69F–38.11(h)": (FLUSH, "38.11(h)"),
    "69E-1.13Y(b)": (FLUSH, "1.13Y(b)"),
    "13:69E-1.13y(B)4": (FLUSH, "1.13Y(b)4"),
    "1.13X(b)2iv": (LUNAR, "1.13X(b)2iv"),
    "1.13x(b)(2)(iv)": (LUNAR, "1.13X(b)2iv"),
    "Section 1.13Z(b)6ii": (PACKS, "1.13Z(b)6ii"),
    "packs-poker:1.18(n)3iii": (PACKS, "1.18(n)3iii"),
    "Pack's Poker 43.11(b)1": (PACKS, "43.11(b)1"),
    "Pack’s Poker, 43.11(b)(1)": (PACKS, "43.11(b)1"),
    "13:69F-43-11(b)2": (PACKS, "43.11(b)2"),
    "clause 10.7(k)": (TILES, "10.7(k)"),
    "§10.7(d)(2)": (TILES, "10.7(d)2"),
    "Pai Gow 10.8(m)": (TILES, "10.8(m)"),
    "11.8(a)": (CARDS, "11.8(a)"),
    "11.8A(b)1i": (CARDS, "11.8A(b)1i"),
    "11.8a(b)(1)(ii)": (CARDS, "11.8A(b)1ii"),
    "pai gow poker: 11.19(c)2": (CARDS, "11.19(c)2"),
    "para. 11.10(i)5": (CARDS, "11.10(i)5"),
    "12.5(a)13": (POKETTE, "12.5(a)13"),
    "what-the-flush:38.13": (WILD, "38.13"),
    "what-the-flush:38.6(d)bis": (WILD, "38.6(d)bis"),
    "lunar-poker:38.10(k)2(1)": (LUNAR, "38.10(k)2(1)"),
    "high-card-flush:38.1 Suit": (FLUSH, "38.1 Suit"),
    'high-card-flush 38.1 "raise wager"(b)(iii)': (FLUSH, "38.1 Raise wager(b)(iii)"),
    "38.1 Dealer’s qualifying hand": (FLUSH, "38.1 Dealer's qualifying hand"),
    "38.1 instant cash payout": (LUNAR, "38.1 Instant cash payout"),
    "11.1 Pai gow insurance wager": (CARDS, "11.1 Pai gow insurance wager"),
    "10.1 Mixed or unmatched pairs": (TILES, "10.1 Mixed or unmatched pairs"),
    "10.1 Gongs": (TILES, "10.1 Gongs"),
}
SECTIONS = {
    "high-card-flush:38.10": (FLUSH, "38.10(a)", "38.10(f)", 17),
    "13:69F-10.7": (TILES, "10.7(a)", "10.7(l)", 20),
    "N.J.A.C. 13:69F-10.7": (TILES, "10.7(a)", "10.7(l)", 20),
    "11.8a": (CARDS, "11.8A(a)", "11.8A(g)", 13),
    "69E-1.13Z": (PACKS, "1.13Z(a)", "1.13Z(d)", 13),
    "13:69F-12": (POKETTE, "12.1 Non-poker hand wager", "12.5(b)5", 35),
    "Lunar Poker 38.10(c) through (e)": (LUNAR, "38.10(c)", "38.10(e)", 3),
    "high-card-flush:38.10(c)-(e)": (FLUSH, "38.10(c)", "38.10(e)3", 14),
    "10.7(d)1-3": (TILES, "10.7(d)1", "10.7(d)3", 3),
    "10.2(d), (e) and (f)": (TILES, "10.2(d)", "10.2(f)", 3),
    "43.11(b)1 and 2": (PACKS, "43.11(b)1", "43.11(b)2", 2),
    "13:69F-43.11(b) and 43.12(e)": (PACKS, "43.11(b)", "43.12(e)", 2),
}
RULINGS = {
    "A-2": {FLUSH: "A-2"},
    "a-2": {FLUSH: "A-2"},
    "A2": {FLUSH: "A-2"},
    "E-63": {LUNAR: "E-63"},
    "ruling E 63": {LUNAR: "E-63"},
    "D-5": {TILES: "D-5", CARDS: "D-5"},
    "pai-gow-poker:D-5": {CARDS: "D-5"},
    "P-1 of Pokette": {POKETTE: "P-1"},
}
IN_SEVERAL = {
    "38.10(c)": (FLUSH, WILD, LUNAR),
    "13:69F-38.10": (FLUSH, WILD, LUNAR),
    "1.19(b)": (LUNAR, PACKS),
    "38.1 Stub": (FLUSH, WILD, LUNAR),
}
# As people abbreviate games, wrap a citation in words and marks, and turn it round.
AS_TYPED = {
    "hcf 38.10(c)": ((FLUSH, "38.10(c)"),),
    "HCF:38.10c": ((FLUSH, "38.10(c)"),),
    "38.10(c) hcf": ((FLUSH, "38.10(c)"),),
    "§ 38.10(c) (WTF)": ((WILD, "38.10(c)"),),
    "Lunar § 38.10(k)2": ((LUNAR, "38.10(k)2"),),
    "pack 43.11(b)": ((PACKS, "43.11(b)"),),
    "PGP 11.8(a)": ((CARDS, "11.8(a)"),),
    "pg: 10.7(k)": ((TILES, "10.7(k)"),),
    "pok 12.5(a)13": ((POKETTE, "12.5(a)13"),),
    "flush 38.10(d)": ((FLUSH, "38.10(d)"), (WILD, "38.10(d)")),
    "43.1 pack": ((PACKS, "43.1 Pack"),),
    '"High Card Flush" 38.10(c)': ((FLUSH, "38.10(c)"),),
    "High Card Flush (38.10(c))": ((FLUSH, "38.10(c)"),),
    "“38.10(e)1”": ((FLUSH, "38.10(e)1"),),
    "(10.7(k))": ((TILES, "10.7(k)"),),
    "10.7[k].": ((TILES, "10.7(k)"),),
    "１０.7(k)": ((TILES, "10.7(k)"),),
    "10.7⁠(k)": ((TILES, "10.7(k)"),),
    "Rule 10.7(k)": ((TILES, "10.7(k)"),),
    "reg. 10.7(k)": ((TILES, "10.7(k)"),),
    "art. 10.7, par. k": ((TILES, "10.7(k)"),),
    "N.J. Admin. Code § 13:69F-10.7(k)": ((TILES, "10.7(k)"),),
    "New Jersey Administrative Code, Title 13, Chapter 69F, 10.7(k)": ((TILES, "10.7(k)"),),
    "13-69F-10.7(k)": ((TILES, "10.7(k)"),),
    "13.69F:10.7(k)": ((TILES, "10.7(k)"),),
    "paragraph (k) of section 10.7": ((TILES, "10.7(k)"),),
    "(k) of 10.7": ((TILES, "10.7(k)"),),
    "subsection (c) of § 38.10, High Card Flush": ((FLUSH, "38.10(c)"),),
    "38.10e1iia": ((FLUSH, "38.10(e)1(ii)(A)"),),
    "38.10(e)1iiB": ((FLUSH, "38.10(e)1(ii)(B)"),),
    "10.7(k) et seq.": ((TILES, "10.7(k)"),),
    "definition of gongs": ((TILES, "10.1 Gongs"),),
    "hcf def. of stub": ((FLUSH, "38.1 Stub"),),
}
LISTED = {
    "hcf 38.10(a) thru (c)": (FLUSH, "38.10(a)", "38.10(c)", 3),
    "hcf 38.10(a)..(c)": (FLUSH, "38.10(a)", "38.10(c)", 3),
    "hcf 38.10(a)/(b)": (FLUSH, "38.10(a)", "38.10(b)", 2),
    "pgp 11.10(d) — (f)": (CARDS, "11.10(d)", "11.10(f)", 5),
    "10.7(a) & (b) pai gow": (TILES, "10.7(a)", "10.7(b)", 2),
}
SEVERAL_RULINGS = {
    "a-1 to a-3": ["A-1", "A-2", "A-3"],
    "Rulings A-2, A-7 and a13": ["A-2", "A-7", "A-13"],
    "Ruling No. A.2": ["A-2"],
    "hcf #a-2": ["A-2"],
}
REFUSED = {
    "high crad flush 38.10(c)": "did you mean high-card-flush:38.10.c.?",
    "lunr-poker:38.10(k)": "did you mean lunar-poker:38.10.k.?",
    "38.1O(c)": "the nearest are high-card-flush:38.10.c.",
    "10.7(k)-(m)": "no text has a clause '10.7.m.'; the nearest are pai-gow:10.7.l.",
    "A-2, A-99": "no text has a ruling 'a-99'",
    "38.10(c) and A-2": "cite A-2 apart from the clauses",
    "stub": "words are looked for with --search",
    "45.1": "the nearest are packs-poker:43.1 ",
    "38.99": "no text has a clause '38.99'; the nearest are",
    "high-card-flush:38.10(z)": "high-card-flush has no clause '38.10.z.'; the nearest are high-card-flush:38.10.a.",
    "13:69E-38.10(c)": "the nearest are high-card-flush:38.10.c., what-the-flush:38.10.c., lunar-poker:38.10.c.",
    "A-99": "no text has a ruling 'a-99'; the nearest are high-card-flush:A-9",
    "pokette:A-2": "pokette has no ruling 'a-2'; the nearest are pokette:P-2",
    "chess": "'chess' is neither a game nor a clause; games are high-card-flush",
    "": "'' is neither a game nor a clause",
    "(c)": "is neither a game nor a clause",
}


@pytest.mark.parametrize("citation", ONE_CLAUSE)
def test_a_clause_is_found_as_people_cite_it(citation: str) -> None:
    (found,) = resolve(citation, BOOKS)
    assert (found.text, *found.clauses) == ONE_CLAUSE[citation]


@pytest.mark.parametrize("citation", AS_TYPED)
def test_a_citation_is_found_as_people_type_it(citation: str) -> None:
    assert tuple((one.text, *one.clauses) for one in resolve(citation, BOOKS)) == AS_TYPED[citation]


@pytest.mark.parametrize("citation", SEVERAL_RULINGS)
def test_rulings_are_found_as_people_list_them(citation: str) -> None:
    assert [one.ruling for one in resolve(citation, BOOKS)] == SEVERAL_RULINGS[citation]


@pytest.mark.parametrize("citation", SECTIONS | LISTED)
def test_a_section_and_a_list_have_all_their_clauses(citation: str) -> None:
    (found,) = resolve(citation, BOOKS)
    assert (found.text, found.clauses[0], found.clauses[-1], len(found.clauses)) == (SECTIONS | LISTED)[citation]


@pytest.mark.parametrize("citation", RULINGS)
def test_a_ruling_is_found_by_its_id(citation: str) -> None:
    assert {one.text: one.ruling for one in resolve(citation, BOOKS)} == RULINGS[citation]


@pytest.mark.parametrize("citation", IN_SEVERAL)
def test_what_several_texts_have_is_found_in_all_of_them(citation: str) -> None:
    assert tuple(one.text for one in resolve(citation, BOOKS)) == IN_SEVERAL[citation]


@pytest.mark.parametrize("citation", REFUSED)
def test_what_leads_nowhere_is_refused_with_what_is_nearest(citation: str) -> None:
    with pytest.raises(BadInput, match=REFUSED[citation]):
        resolve(citation, BOOKS)


def test_a_clause_has_those_below_it() -> None:
    (found,) = resolve("43.11(b)", BOOKS)
    assert (found.clauses, found.below) == (("43.11(b)",), ("43.11(b)1", "43.11(b)2"))


@pytest.mark.parametrize("kept", BOOKS, ids=lambda kept: kept.text)
def test_every_clause_and_ruling_is_found_by_its_own_id(kept: Book) -> None:
    assert len({steps(clause) for clause in kept.clauses}) == len(kept.clauses)
    for clause in kept.clauses:
        (found,) = resolve(f"{kept.text}:{clause}", BOOKS)
        assert found.clauses == (clause,)
    for ruling in kept.rulings:
        (found,) = resolve(f"{kept.text}:{ruling}", BOOKS)
        assert found.ruling == ruling
