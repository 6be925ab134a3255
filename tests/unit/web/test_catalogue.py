"""What the pages say: every sentence is used, and wherever one is said its places are filled, all and no others."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from nomorebets.web import HERE
from nomorebets.web.shortening import pieces

SCRIPTS = HERE / "scripts"
CATALOGUES = sorted((SCRIPTS / "words").glob("*.json"))
SECTIONS: dict[str, Any] = {}
for catalogue in CATALOGUES:
    SECTIONS |= json.loads(catalogue.read_text("utf-8"))
WORDS = {str(file): [piece for _, piece in pieces(file.read_text("utf-8"))] for file in sorted(SCRIPTS.rglob("*.js"))}
# Looked up by what the house calls a thing, or shown as a whole.
BY_NAME = {"GAMES", "FIRST_WAGER", "WAGERS", "NUMBERS", "OFFERS", "RESULTS", "KEYS", "ROOMS", "INSCRIBED"}
BY_NAME |= {"DOES", "YOU_DO", "DONE", "CARDS", "MARKERS", "PHASES"}
PLACE = re.compile(r"\{(\w+)\}")


def named(words: list[str]) -> list[str]:
    """The sentences that some pieces of a script name, such as `TRAY.sit`."""
    threes = zip(words, words[1:], words[2:], strict=False)
    return [
        f"{section}.{key}"
        for section, dot, key in threes
        if dot == "." and section in {*SECTIONS} - BY_NAME and key in SECTIONS[section]
    ]


def parts(words: list[str], at: int) -> list[list[str]]:
    """What stands between the bracket at a place and the one that closes it, by commas."""
    found: list[list[str]] = [[]]
    depth = 1
    for word in words[at + 1 :]:
        depth += word.endswith(("(", "[", "{")) - word.startswith((")", "]", "}"))
        if not depth:
            break
        if depth == 1 and word == ",":
            found.append([])
        else:
            found[-1].append(word)
    return found


def said() -> Iterator[tuple[str, list[str], set[str]]]:
    """Wherever something is said: the script, the sentences of which it is one, and what is put into their places."""
    for name, words in WORDS.items():
        for at, word in enumerate(words):
            if word == "say" and words[at + 1] == "(" and words[at - 1] not in (".", "function"):
                sentence, filled = parts(words, at + 1)
                yield name, named(sentence), {part[0] for part in parts(filled, 0) if part}


SAID = list(said())


def forms(sentence: str) -> dict[str, str]:
    section, key = sentence.split(".")
    found = SECTIONS[section][key]
    return {"other": found} if isinstance(found, str) else found


def places(sentence: str) -> set[str]:
    return {place for form in forms(sentence).values() for place in PLACE.findall(form)}


def is_plain(sentence: str) -> bool:
    section, key = sentence.split(".")
    found = SECTIONS[section][key]
    return not (PLACE.search(found) if isinstance(found, str) else isinstance(found, dict) and "other" in found)


def test_every_sentence_is_used() -> None:
    used = {one for words in WORDS.values() for one in named(words)}
    assert {f"{section}.{key}" for section in {*SECTIONS} - BY_NAME for key in SECTIONS[section]} == used


def test_a_sentence_stands_in_one_catalogue() -> None:
    assert len(SECTIONS) == sum(len(json.loads(file.read_text("utf-8"))) for file in CATALOGUES)


@pytest.mark.parametrize(("script", "sentences", "filled"), SAID)
def test_all_places_are_filled(script: str, sentences: list[str], filled: set[str]) -> None:
    assert sentences, script
    assert filled >= set().union(*map(places, sentences)), (script, sentences)
    chosen = {"n"} if any(len(forms(one)) > 1 for one in sentences) else set()
    assert filled <= set().union(chosen, *map(places, sentences)), (script, sentences)


@pytest.mark.parametrize("sentence", sorted({one for _, sentences, _ in SAID for one in sentences}))
def test_every_number_has_its_form(sentence: str) -> None:
    assert "other" in forms(sentence)


def test_what_has_places_is_never_shown_without_them() -> None:
    used = Counter(one for words in WORDS.values() for one in named(words) if not is_plain(one))
    assert used == Counter(one for _, sentences, _ in SAID for one in sentences if not is_plain(one))
