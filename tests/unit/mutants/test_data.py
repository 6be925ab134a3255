"""Data that is broken: whoever has it has the other."""

from nomorebets.games.pai_gow import deal
from nomorebets.games.registry import game, terms
from tests.mutants.data import choices, in_place_of, rows


def test_rows_are_exchanged_for_whoever_has_them() -> None:
    plain = deal.AROUND
    try:
        next(iter(rows("games.pai_gow.deal:AROUND", frozenset()))).make()
        in_two = game("pai-gow").play.in_two
        assert in_two
        assert deal.AROUND[:2] == in_two.around[:2] == plain[1::-1]
    finally:
        in_place_of(deal.AROUND, plain)


def test_strings_and_wagers_are_no_rows_in_an_order() -> None:
    assert not list(rows("games.pokette.rules:WAGERS", frozenset()))
    assert not list(rows("games.high_card_flush.rules:ANTE", frozenset()))


def test_a_choice_is_read_as_another_than_was_filed() -> None:
    submission = game("packs-poker").licence.submission
    one = next(one for one in choices("packs-poker") if one.place == "packs-poker submission: packs_dealt")
    plain = vars(submission)["packs_dealt"]
    before = terms("packs-poker").submission.packs_dealt
    try:
        one.make()
        assert terms("packs-poker").submission.packs_dealt != before
    finally:
        type.__setattr__(submission, "packs_dealt", plain)
    assert one.clauses == frozenset(game("packs-poker").licence.choices["packs_dealt"])
