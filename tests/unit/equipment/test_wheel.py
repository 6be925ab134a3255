"""The wheel as pieces, and cards as one names them."""

import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.wheel import JOKERS, WHEEL, selection
from nomorebets.errors import BadInput


def test_the_wheel_has_the_cards_of_a_deck_and_two_jokers() -> None:
    assert WHEEL.names[:52] == CARDS.names
    assert WHEEL.parse("Jo Jo") == JOKERS
    assert WHEEL.parse("jo2 JO1") == (53, 52)
    with pytest.raises(BadInput, match="Jo occurs too often; there are 2 in the set"):
        WHEEL.parse("Jo Jo Jo")


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ("7c", "7c"),
        ("7c 7d 7h 7s", "7"),
        ("7c 7d 7h 7s 8c 8d 8h 8s", "8 7"),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "h"),
        ("7h 8h 7d 8d", "8h 8d 7h 7d"),
        ("Ac Kd", "Ac Kd"),
        ("Jo", "Jo"),
        ("", ""),
    ],
)
def test_a_selection_is_named_in_as_few_words_as_it_takes(cards: str, named: str) -> None:
    assert selection(WHEEL.parse(cards)) == named
