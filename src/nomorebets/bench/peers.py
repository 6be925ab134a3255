"""What other libraries for Python do in the same time, where they are installed; none of them is needed for anything.

Those that rank poker hands are given the same seven cards, made ready in their own form.  Those that play rounds play
the game of theirs that is nearest to one player against a dealer, because none has ours.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from nomorebets.bench.measure import Work
from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.stack import Stack

Names = list[tuple[str, ...]]


def _named(hands: list[Stack]) -> Names:
    return [tuple(CARDS.names[card] for card in hand) for hand in hands]


def _each(evaluate: Callable[..., object], prepared: list[tuple[Any, ...]]) -> Work:
    def work(count: int) -> None:
        for number in range(count):
            evaluate(*prepared[number % len(prepared)])

    return work


def treys(hands: list[Stack]) -> Work:
    library: Any = import_module("treys")
    prepared = [[library.Card.new(card) for card in hand] for hand in _named(hands)]
    return _each(library.Evaluator().evaluate, [(hand[:5], hand[5:]) for hand in prepared])


def eval7(hands: list[Stack]) -> Work:
    library: Any = import_module("eval7")
    return _each(library.evaluate, [([library.Card(card) for card in hand],) for hand in _named(hands)])


def phevaluator(hands: list[Stack]) -> Work:
    library: Any = import_module("phevaluator")
    return _each(library.evaluate_cards, [tuple(library.Card(card) for card in hand) for hand in _named(hands)])


def pokerkit(hands: list[Stack]) -> Work:
    library: Any = import_module("pokerkit")
    prepared = [tuple(library.Card.parse("".join(hand))) for hand in _named(hands)]
    return _each(library.StandardHighHand.from_game, [(hand[:2], hand[2:]) for hand in prepared])


def openspiel_round(chance: Random) -> Work:
    """Blackjack, played at random."""
    game: Any = import_module("pyspiel").load_game("blackjack")

    def work(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, shares)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    return work


def rlcard_round(_chance: Random) -> Work:
    """Blackjack, played at random."""
    library: Any = import_module("rlcard")
    agents: Any = import_module("rlcard.agents")
    env = library.make("blackjack", config={"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions)])

    def work(count: int) -> None:
        for _ in range(count):
            env.run(is_training=False)

    return work


def pokerkit_round(_chance: Random) -> Work:
    """Hold'em between two who always check or call."""
    library: Any = import_module("pokerkit")
    automations = tuple(library.Automation)
    uniform_antes = True

    def work(count: int) -> None:
        for _ in range(count):
            state = library.FixedLimitTexasHoldem.create_state(automations, uniform_antes, 0, (1, 2), 2, 4, 200, 2)
            while state.status:
                state.check_or_call()

    return work


EVALUATORS: dict[str, Callable[[list[Stack]], Work]] = {
    "treys": treys,
    "eval7": eval7,
    "phevaluator": phevaluator,
    "PokerKit": pokerkit,
}
PLAYERS: dict[str, Callable[[Random], Work]] = {
    "OpenSpiel": openspiel_round,
    "RLCard": rlcard_round,
    "PokerKit": pokerkit_round,
}
