"""Decisions at a terminal: about a hand, about the bank, about the stack that is delivered first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Action, Cut, Decision, Reveal, SelectStack
from nomorebets.table.in_two import bank
from nomorebets.table.offers import Offer
from nomorebets.table.roles import SYSTEM
from nomorebets.terminal import drawing
from nomorebets.terminal.amounts import ask_amount, read_amount
from nomorebets.terminal.choices import Choice, keyed, picked, takes
from nomorebets.terminal.hands import held, in_two, whose
from nomorebets.terminal.saying import number, quoted, spoken
from nomorebets.terminal.setting_screen import SettingScreen

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

DECLARE, HOUSE_WAY, NOTHING_DUE = "declare", "house_way", "nothing due"


def decide_or_go_on(session: Session) -> None:
    """Put the next seat's choices to the player; where the dealer may reveal at any time, Enter goes on to that."""
    choices = session.choices(Decision)
    go_on = partial(session.do, Reveal(), by=SYSTEM) if session.seen.may_reveal else None
    waiting = [one for one in choices if not go_on or one.action.seat not in session.passed]
    if waiting:
        seat = waiting[0].action.seat
        ours = [one for one in waiting if one.action.seat == seat]
        if any(one.name == "set" and one.select for one in ours):
            SettingScreen(session, seat).take()
        else:
            decide(session, ours, partial(session.passed.add, seat) if go_on else None, "Enter to go on")
    else:
        assert go_on is not None, "a round that waits for nobody goes on"
        go_on()


def decide(session: Session, choices: Sequence[Choice], enter: Callable[[], None] | None, hint: str) -> None:
    """Put the choices of one seat to the player until one is taken, or what Enter stands for."""
    talk = session.talk
    keys = keyed(session.within_reach(choices))
    words = {choice.name: choice for choice in keys.values()} | keys
    talk.show(drawing.offers({key: (choice.words, choice.clause) for key, choice in keys.items()}))
    named = " or ".join([*keys, hint] if enter else keys)
    while True:
        answer = talk.ask(f"{whose(session.seen, choices[0].action.seat)} [dim]({named})[/]", choices)
        if enter and not answer:
            return enter()
        word, _, rest = (answer, "", "") if answer in words else answer.partition(" ")
        if word not in words:
            talk.say(f"{quoted(answer)} is not on offer; type {named}, or h for help.")
        elif (action := complete(session, words[word], rest)) and is_meant(session, action, choices):
            return session.do(action)


def is_meant(session: Session, action: Action, choices: Sequence[Choice]) -> bool:
    """What would be forfeited by going on is said before, once; what the house would lay is shown before it lies."""
    declare = next((one for one in choices if one.name == DECLARE), None)
    if isinstance(action, Decision) and action.do == HOUSE_WAY:
        return is_shown(session, action)
    if declare is None or action == declare.action or not is_due(declare) or declare.action.seat in session.warned:
        return True
    session.warned.add(declare.action.seat)
    session.talk.say(f"You have not declared, and what is not declared is forfeited ({number(declare.clause)}).")
    session.talk.say("Declare first, or type the same again to go on without.")
    return False


def is_due(declare: Choice) -> bool:
    """Whether a declaration is worth something, as it is remarked of it, one thing after the other."""
    return any(not part.endswith(NOTHING_DUE) for part in declare.remark.split(", "))


def is_shown(session: Session, action: Decision) -> bool:
    """Both hands as the house way lays them, and whether the player wants them so."""
    hand = held(session.seen, action.seat)
    low, line = session.rules.house_way(hand)
    session.talk.say(in_two(session.posted, session.rules.laid(hand, low)))
    session.talk.aside(line)
    return not session.talk.ask("Lay it so? [dim](Enter: yes · 0: back)[/]", [])


def complete(session: Session, choice: Choice, answer: str) -> Action | None:
    """The decision with the amount or the cards that go with it; None after second thoughts."""
    if choice.select:
        cards = select_cards(session, choice, answer)
        return replace(choice.action, cards=cards) if cards else None
    amount = stake(session, choice, answer)
    return None if amount is None else replace(choice.action, amount=amount)


def select_cards(session: Session, choice: Choice, answer: str) -> tuple[str, ...]:
    """The cards that an answer names, asked for where it names none; nothing after second thoughts."""
    assert choice.select is not None, "only a choice that takes cards gets here"
    piece, select = session.posted.piece, choice.select
    example = " ".join(select.among[: select.least]).lower()
    prompt = f"{choice.name} {takes(select)} {piece}s [dim](such as {example} · Enter: back)[/]"
    asked = not answer
    while answer := answer or session.talk.ask(prompt, [choice]):
        cards, unknown = picked(answer, select.among)
        if unknown:
            session.talk.say(f"{quoted(unknown)} is not one {piece} of {' '.join(select.among)}.")
        elif select.allows(cards):
            return cards
        else:
            wanted = f"{takes(select)} {piece}s, not {len(cards)}"
            session.talk.say(f"{choice.name} takes {wanted} ({number(choice.clause)}).")
        if not asked:
            break
        answer = ""
    return ()


def stake(session: Session, choice: Choice, answer: str) -> int | None:
    """The amount that goes with a decision, asked for where there is a choice; None after second thoughts."""
    amount: int | None = choice.least
    if answer:
        amount = read_amount(session, choice, answer)
    elif choice.most > choice.least:
        hint = f"Enter: {dollars(choice.least)} · m: the most, {dollars(choice.most)} · 0: back"
        amount = ask_amount(session, choice, choice.least, hint)
    return None if amount == 0 < choice.least else amount


# --- The bank ---


def offer_bank(session: Session) -> None:
    """Where the bank is offered, take it or pass; a bank with nobody else at the table plays against the dealer."""
    while choices := {choice.name: choice for choice in session.choices(Decision)}:
        if wager := choices.get(spoken(bank.DEALER_WAGER)):
            amount = ask_amount(session, wager, wager.most, f"Enter: {dollars(wager.most)}")
            if amount:
                return session.do(replace(wager.action, amount=amount))
            session.talk.say("Nobody else is at the table, so the dealer has to wager against you.")
        else:
            passing = choices.pop(bank.PASS).action
            choices.pop(spoken(bank.CO_BANK), None)
            decide(session, [*choices.values()], partial(session.do, passing), "Enter to pass")
    return None


def do_duty(session: Session, offer: Offer) -> Action:
    """What the player has to do before play goes on: select a stack, cut, which is in the middle, or show the cards."""
    match offer.action:
        case SelectStack():
            return select_stack(session, offer)
        case Cut(count=least):
            return replace(offer.action, count=(least + offer.most) // 2)
    return offer.action


def select_stack(session: Session, offer: Offer) -> SelectStack:
    """Ask the bank which stack is delivered first."""
    assert isinstance(offer.action, SelectStack), "a stack is to be selected"
    while answer := session.talk.ask(f"Which stack first? [dim](1 to {offer.most} · Enter: 1)[/]", []):
        if answer.isdecimal() and 1 <= int(answer) <= offer.most:
            return replace(offer.action, stack=int(answer))
        session.talk.say(f"{quoted(answer)} is not a stack; type 1 to {offer.most}.")
    return offer.action
