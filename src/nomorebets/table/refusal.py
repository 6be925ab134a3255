"""Why an action is not on offer, in one sentence that names what is: all of it from the actor's own offers."""

from collections.abc import Sequence

from msgspec.structs import replace

from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import (
    Action,
    Bet,
    CountStub,
    Coupon,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    ReadMeter,
    Shake,
    Shuffle,
    Sit,
    Step,
    Withdraw,
    wager_key,
)
from nomorebets.table.life.decks import is_overdue, to_be_shuffled
from nomorebets.table.offers import Offer, as_written
from nomorebets.table.rack import awaits_rack
from nomorebets.table.state import Phase, Table

MOST_LISTED = 4  # offers in a sentence


def said(action: Action, most: int = 0) -> str:
    """An action in words; with `most`, the whole range that is offered."""
    match action:
        case Bet(on=on) if on:
            return f"{said(replace(action, on=''), most)} ({on})"
        case Decision(cards=cards) if cards:
            return f"{said(replace(action, cards=()), most)} ({' '.join(cards)})"
        case Bet(seat, wager, amount, cash):
            return f"seat {seat}: {wager} {_range(amount, most)}{' in cash' if cash else ''}"
        case Coupon(seat, wager, amount):
            return f"seat {seat}: match play coupon on {wager} {_range(amount, most)}"
        case Withdraw(seat, wager):
            return f"seat {seat}: withdraw {wager}".rstrip()
        case Decision(seat, do, amount):
            return f"seat {seat}: {do}" + (f" {_range(amount, most)}" if amount or most else "")
        case Step(step):
            return step + (f" for seat {action.seat}" if action.seat else "")
        case Irregularity(kind, seat):
            return f"irregularity {kind}" + (f" at seat {seat}" if seat else "")
        case Sit(seat) | Leave(seat):
            return f"seat {seat}: {type(action).__name__.lower()}"
        case ReadMeter(meter, amount):
            return f"read {dollars(amount)} off {meter}"
    return {"NoMoreBets": "no more bets", "CountStub": "count the stub", "RevealSeed": "reveal the seed"}.get(
        type(action).__name__, type(action).__name__.lower()
    )


def _range(least: int, most: int) -> str:
    return f"{dollars(least)} to {dollars(most)}" if most > least else dollars(least)


def listed(offers: Sequence[Offer]) -> str:
    """The offers in words, each with its clause."""
    return " or ".join(f"{_in_words(offer)} [{offer.clause}]" for offer in offers)


def _in_words(offer: Offer) -> str:
    """An offer in words, with what may be selected."""
    words = said(offer.action, offer.most)
    if isinstance(offer.action, Step):
        words = words.replace(offer.action.step, f"{offer.action.step} by the {offer.by}", 1)
    if not offer.select or offer.select.field == "on":
        return words
    if isinstance(offer.action, Withdraw):
        return f"{words} {' or '.join(offer.select.among)}"
    least, most = offer.select.least, offer.select.most
    span = _some(least, most)
    but = " or ".join(" ".join(cards) for cards in offer.select.but)
    return f"{words} ({span} of {' '.join(offer.select.among)}{f', but not {but}' if but else ''})"


def refused(table: Table, action: Action, offers: Sequence[Offer]) -> tuple[str, str]:
    """The sentence and the clause for an action that is not on offer."""
    reason, clause = _reason(table, action, offers)
    if not reason:
        reason, clause = table.terms.game.play.refuses(table, action)
    if not reason:
        reason, clause = _not_to_select(action, offers)
    near = _nearest(action, offers)
    seat = getattr(action, "seat", 0)
    nothing = f"; nothing is offered {f'to seat {seat} ' if seat else ''}now"
    offered = f"; offered: {listed(near)}" if near else nothing
    if not reason:
        return f"{said(action)} is not offered{offered}", near[0].clause if near else ""
    instead = f" [{clause}]{offered}" if isinstance(action, Decision) else ""  # what else there is to decide
    return f"{said(action)} is not offered{reason}{instead}", clause


def _reason(table: Table, action: Action, offers: Sequence[Offer]) -> tuple[str, str]:
    cites, pieces = table.terms.cites, table.terms.game.equipment.pieces
    match action:
        case Bet(cash=True) if not any(one.cash for one in table.terms.game.licence.wagers):
            return ", because a verbal wager with cash is not accepted", cites.get("cash", "")
        case Bet() | Coupon() | Withdraw() if table.phase not in (Phase.CLOSED, Phase.IDLE, Phase.BETTING):
            return ' after the announcement of "No more bets"', cites.get("late", "")
        case Bet() | Coupon() | Withdraw() | Leave() if action.seat not in table.seats:
            return f", because nobody is seated at position {action.seat}", cites.get("seated", "")
        case Bet(on=on) if (written := as_written(action, offers).on) != on:
            clause = next(clause for wager, _, _, clause in table.terms.wagers if wager.name == action.wager)
            return f", because that place is written {written!r}", clause
        case Bet() if reason := _no_room(table, action):
            return reason
        case Bet() if reason := _not_posted(table, action):
            return reason
        case Bet() if not any(isinstance(one.action, Bet) and one.action.seat == action.seat for one in offers):
            name, others = table.seats[action.seat].player, [one for n, one in table.seats.items() if n != action.seat]
            if any(one.player == name and one.chips for one in others):
                most = table.terms.submission.positions_per_player
                where = f"at {most} adjacent positions at most" if most > 1 else "at one position only"
                return f", because one player may wager {where}", cites.get("adjacent", "")
        case Leave() if action.seat in table.seats:
            return ", because a player with a wager stays until the round is complete", cites.get("seated", "")
        case Sit() if not 0 < action.seat <= table.terms.submission.positions:
            return f", because the table has positions 1 to {table.terms.submission.positions}", cites.get(
                "positions", ""
            )
        case Sit() if not table.seats and table.phase in (Phase.IDLE, Phase.BETTING):
            return ", because the table is first made ready for whoever comes", cites.get("idle", "")
        case Shuffle() if any(action.deck == i and is_overdue(table, deck) for i, deck in enumerate(table.decks)):
            return ", because the deck is due to be changed", cites.get("change", "")
        case Shuffle() if table.phase == Phase.BETTING and action.deck != table.deck:
            return ", because a deck is shuffled while the other is in play", cites.get("other_deck", "")
        case NoMoreBets() if any(is_overdue(table, deck) for deck in table.decks):
            return f", because the {pieces.name}s are due to be changed", cites.get("change", "")
        case NoMoreBets() | Shake() if 0 < table.dice.due_at < table.hour:
            return ", because the dice are due to be changed", cites.get("change_dice", "")
        case CountStub() | Step(step="rack_stub") | Decision() | Irregularity() if awaits_rack(table):
            return ", because the other deck lies in the discard rack", cites.get("rack", "")
        case Step(step="collect") if table.phase == Phase.COLLECTING and to_be_shuffled(table):
            return ", because the other deck is shuffled while this one is in play", cites.get("other_deck", "")
    return "", ""


def _no_room(table: Table, bet: Bet) -> tuple[str, str] | None:
    """Why what lies there is not increased by so much, if that is so."""
    lying = table.seats[bet.seat].chips.get(wager_key(bet.wager, bet.on))
    if lying is None:
        return None
    for wager, least, most, clause in table.terms.wagers:
        if wager.name == bet.wager and least == most:
            return f", because {dollars(lying)} lie there, and no other amount does", clause
        if wager.name == bet.wager and bet.amount > most - lying:
            return f", because {dollars(lying)} lie there and {dollars(most)} is the most", clause
    return None


def _not_posted(table: Table, bet: Bet) -> tuple[str, str] | None:
    """Why a wager of the text is not to be had at this table, whatever lies there; the game may say it better."""
    clause = next((one.clause for one in table.terms.game.licence.wagers if one.name == bet.wager), "")
    if not clause or bet.wager in table.terms.posted:
        return None
    reason, by_game = table.terms.game.play.refuses(table, bet)
    return (reason, by_game) if reason else (", because the submission of this table does not post it", clause)


def _not_to_select(action: Action, offers: Sequence[Offer]) -> tuple[str, str]:
    """What is wrong with the cards or tiles that were named, where some of those offered may be."""
    if not isinstance(action, Decision) or not action.cards:
        return "", ""
    for offer in offers:
        select = offer.select
        if isinstance(offer.action, Decision) and (offer.action.seat, offer.action.do) == (action.seat, action.do):
            if select and (strange := [card for card in action.cards if card not in select.among]):
                return f", because {strange[0]} is not in the hand", offer.clause
            if select and not select.least <= len(action.cards) <= select.most:
                return f", because {_some(select.least, select.most)} are named, not {len(action.cards)}", offer.clause
            if select and any(sorted(but) == sorted(action.cards) for but in select.but):
                return ", because the low hand would rank above the high hand", offer.clause
    return "", ""


def _some(least: int, most: int) -> str:
    return f"{least} to {most}" if most > least else str(least)


def _nearest(action: Action, offers: Sequence[Offer]) -> list[Offer]:
    """The offers that were most likely meant: the same thing first, then the same seat, then whatever is due."""
    seat = getattr(action, "seat", 0)
    alike = [offer for offer in offers if type(offer.action) is type(action)]
    name = getattr(action, "do", None) or getattr(action, "wager", None) or getattr(action, "kind", None)
    names = ("do", "wager", "kind")
    same = [offer for offer in alike if name and name in (getattr(offer.action, n, None) for n in names)]
    here = [offer for offer in same if getattr(offer.action, "seat", 0) == seat]
    beside = [offer for offer in alike if getattr(offer.action, "seat", 0) == seat and offer not in here]
    near = [*here, *beside] or alike or [offer for offer in offers if offer.duty] or list(offers)
    return near[:MOST_LISTED]
