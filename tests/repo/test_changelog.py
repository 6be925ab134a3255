"""Fragments of the changelog: a known kind, something said, and for a rule whom it concerns."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "changelog.d"
KINDS = ("rule", "analysis", "service", "internal")
NAME = re.compile(rf"[a-z0-9]+(?:-[a-z0-9]+)*\.(?P<kind>{'|'.join(KINDS)})\.md")
FRAGMENTS = sorted(path for path in FOLDER.iterdir() if path.name != "README.md")

every_fragment = pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda path: path.name)


@every_fragment
def test_a_fragment_has_a_slug_and_a_known_kind(fragment: Path) -> None:
    assert NAME.fullmatch(fragment.name), f"name it <slug>.<kind>.md with one of {', '.join(KINDS)}"


@every_fragment
def test_a_fragment_says_something(fragment: Path) -> None:
    assert fragment.read_text("utf-8").strip()


@every_fragment
def test_a_change_of_rules_names_text_and_rounds(fragment: Path) -> None:
    if fragment.name.endswith(".rule.md"):
        last = fragment.read_text("utf-8").strip().splitlines()[-1]
        assert re.fullmatch(r"Text: .+\. Rounds: .+\.", last)


def test_the_format_names_every_kind() -> None:
    described = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"| `{kind}` |" in described for kind in KINDS)
