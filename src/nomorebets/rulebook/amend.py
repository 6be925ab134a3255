"""What an amended text changes: clauses added, removed, moved, renumbered and reworded, and headings.

Segments that are the same in both texts hold the rest in place.  What is left between two of them is matched by its
words, then what is left of all by its words wherever it stands; what remains is gone or new.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from nomorebets.rulebook.rewording import Difference, differences, joined, notes
from nomorebets.rulebook.segments import SECTION, Segment, segments

What = Literal["added", "removed", "moved", "renumbered", "reworded"]

SIMILAR = 0.5  # so much of a clause is left where it is reworded in its place
SAME = 0.75  # and so much where it has moved as well
FEWEST = 5  # words by which a clause is known again within another


class Pair(NamedTuple):
    """A segment of the old text, by number, and what became of it in the new one; None where there is none."""

    old: int | None
    new: int | None
    moved: bool = False


class Change(Struct, frozen=True):
    """One thing that is otherwise in the new text."""

    what: What
    of: Literal["clause", "heading", "contents", "outside"]
    old: int | None
    new: int | None
    was: str = ""
    now: str = ""
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()


def paired(old: Sequence[Segment], new: Sequence[Segment]) -> list[Pair]:
    """Every segment of two texts, matched or alone, in the order of the new text with what is gone at its old place."""
    before, after = ([(one.kind, one.mark, joined(one.words)) for one in cut] for cut in (old, new))
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    pairs = [Pair(one.a + at, one.b + at) for one in blocks for at in range(one.size)]
    first = second = 0
    for one in blocks:
        pairs += _between(old, range(first, one.a), new, range(second, one.b))
        first, second = one.a + one.size, one.b + one.size
    return _elsewhere(old, new, pairs)


def _between(old: Sequence[Segment], gone: range, new: Sequence[Segment], come: range) -> list[Pair]:
    """Segments between two that are the same: matched in their order, so that most of their words are kept."""
    if _run(old, gone) == _run(new, come):  # cut otherwise, because a line breaks elsewhere
        return []
    best: list[list[tuple[float, tuple[Pair, ...]]]] = [[(0.0, ())] * (len(come) + 1) for _ in range(len(gone) + 1)]
    for row, first in enumerate(gone, 1):
        for column, second in enumerate(come, 1):
            like = likeness(old[first], new[second])
            score, kept = best[row - 1][column - 1]
            joined = (score + like, (*kept, Pair(first, second))) if like else (-1.0, ())
            best[row][column] = max(best[row - 1][column], best[row][column - 1], joined, key=lambda one: one[0])
    pairs = list(best[-1][-1][1])
    matched = {one.old for one in pairs} | {None}, {one.new for one in pairs}
    pairs += [Pair(one, None) for one in gone if one not in matched[0]]
    return pairs + [Pair(None, one) for one in come if one not in matched[1]]


def _run(cut: Sequence[Segment], numbers: range) -> list[str]:
    return [word for number in numbers for word in (cut[number].mark + " " + joined(cut[number].words)).split()]


def likeness(old: Segment, new: Segment) -> float:
    """How much two segments have in common that could be one: 0 if they could not."""
    if old.kind != new.kind:
        return 0.0
    like = _alike(old.words, new.words)
    labelled = _label(old) == _label(new) != ""
    return like + labelled / 20 + 0.01 if like >= SIMILAR or labelled else 0.0


def _label(one: Segment) -> str:
    """What a segment is known by besides its words: its mark, or the number of the section that it heads."""
    section = SECTION.match(one.words) if one.kind in ("heading", "contents") else None
    return section[2] if section else one.mark


@lru_cache(maxsize=4096)
def _alike(old: str, new: str) -> float:
    return SequenceMatcher(None, joined(old).split(), joined(new).split(), autojunk=False).ratio()


def _elsewhere(old: Sequence[Segment], new: Sequence[Segment], pairs: list[Pair]) -> list[Pair]:
    """What is gone here and has come there, with most of its words, has moved."""
    gone = [one.old for one in pairs if one.new is None and one.old is not None]
    come = [one.new for one in pairs if one.old is None and one.new is not None]
    likely = sorted(
        ((_alike(old[first].words, new[second].words), -first, -second) for first in gone for second in come),
        reverse=True,
    )
    moved: list[Pair] = []
    for like, first, second in likely:
        free = -first not in {one.old for one in moved} and -second not in {one.new for one in moved}
        if like >= SAME and free and old[-first].kind == new[-second].kind:
            moved.append(Pair(-first, -second, moved=True))
    taken = {one.old for one in moved}, {one.new for one in moved}
    return [
        one
        for one in pairs
        if not (one.new is None and one.old in taken[0]) and not (one.old is None and one.new in taken[1])
    ] + moved


def changes(old: Sequence[Segment], new: Sequence[Segment]) -> Iterator[Change]:
    """Everything that is otherwise in the new text, in its order."""
    found = sorted(paired(old, new), key=lambda one: _order(one, old, new))
    for one in found:
        was = old[one.old] if one.old is not None else None
        now = new[one.new] if one.new is not None else None
        if was is None and now is not None:
            yield Change("added", now.kind, None, one.new, now=now.words, notes=_within(now, old, "stood before in"))
        elif now is None and was is not None:
            yield Change("removed", was.kind, one.old, None, was=was.words, notes=_within(was, new, "stand now in"))
        elif was and now:
            changed = differences(was.words, now.words)
            what: What = "moved" if one.moved else "renumbered" if was.mark != now.mark else "reworded"
            if one.moved or was.mark != now.mark or changed:
                said = notes(changed, was.words, now.words, "")
                yield Change(what, was.kind, one.old, one.new, was.words, now.words, changed, said)


def _within(one: Segment, cut: Sequence[Segment], where: str) -> tuple[str, ...]:
    """That the words of a segment are part of another, which was divided, or merged with it."""
    words = joined(one.words)
    found = [other for other in cut if words in joined(other.words)] if len(words.split()) >= FEWEST else []
    return tuple(f"its words {where} {other.mark or other.words[:20]} (line {other.line})" for other in found[:1])


def _order(one: Pair, old: Sequence[Segment], new: Sequence[Segment]) -> tuple[float, int]:
    """By place in the new text; what is gone, by its place in the old one as far as that is through."""
    if one.new is not None:
        return one.new / max(1, len(new)), 1
    return (one.old or 0) / max(1, len(old)), 0


def amended(old: str, new: str) -> list[Change]:
    """
    >>> [(one.what, one.notes) for one in amended("(a) It may be.\\n(b) So.", "(a) It shall be.\\n(b) So.")]
    [('reworded', ('"may" became "shall": a choice became a duty',))]
    """
    return list(changes(segments(old), segments(new)))
