"""The strategy card of a game: as it is reckoned, and as a document for programs."""

from msgspec import Struct

from nomorebets.figures.ratio import ratio
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.maths import strategy_card
from nomorebets.odds.strategy_card import Card, Level


class MistakeDocument(Struct, frozen=True):
    """What some players do instead."""

    say: str
    house_edge_decimal: float
    cost: float


class RuleDocument(Struct, frozen=True):
    """One line of a way of playing."""

    when: str
    do: str
    share: float
    cost: float


class LevelDocument(Struct, frozen=True):
    """A complete way of playing."""

    name: str
    house_edge: str
    house_edge_decimal: float
    cost: float
    rules: tuple[RuleDocument, ...]


class CardDocument(Struct, frozen=True):
    """The ways of a game's main wager that a person can remember."""

    game: str
    wager: str
    title: str
    readings: dict[str, str]
    house_edge: str
    house_edge_decimal: float
    note: str
    mistakes: tuple[MistakeDocument, ...]
    levels: tuple[LevelDocument, ...]
    submission: str = ""


def make_card(filed: Filed, workers: Workers, progress: Progress) -> Card:
    """The strategy card of a game under a submission."""
    return strategy_card(filed.terms.game.key)(filed.terms, workers, progress)


def card_document(card: Card, submission: str) -> CardDocument:
    mistakes = (MistakeDocument(way.say, float(-way.ev), float(card.best - way.ev)) for way in card.mistakes)
    return CardDocument(
        game=card.game,
        wager=card.wager,
        title=card.title,
        readings=card.readings,
        house_edge=ratio(-card.best),
        house_edge_decimal=float(-card.best),
        note=card.note,
        mistakes=tuple(mistakes),
        levels=tuple(level_document(card, level) for level in card.levels),
        submission=submission,
    )


def level_document(card: Card, level: Level) -> LevelDocument:
    rules = tuple(RuleDocument(rule.when, rule.do, float(rule.share), float(rule.cost)) for rule in level.rules)
    return LevelDocument(level.name, ratio(-level.ev), float(-level.ev), float(card.best - level.ev), rules)
