"""What each decision is worth at a table: under its own submission, for its own players, where it is told at all."""

import tomllib

from nomorebets.games.registry import KEYS, house_terms, parsed, terms
from nomorebets.service.reckoning import in_toml


def test_every_submission_is_the_same_after_it_was_written_and_read() -> None:
    for key in KEYS:
        document = house_terms(key).document
        game, raw = parsed(in_toml({"game": key, **document}))
        assert game == key
        assert terms(game, raw).document == document


def test_names_that_are_no_plain_words_are_quoted() -> None:
    assert tomllib.loads(in_toml({"rows": {"7 card": [1, True, "a"]}})) == {"rows": {"7 card": [1, True, "a"]}}
