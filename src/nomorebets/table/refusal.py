"""Why an action is not on offer, in one sentence that names what is."""

from collections.abc import Sequence

from msgspec.structs import replace

from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import (
    Action,
    Bet,
    Coupon,
    Decision,
    Irregularity,
    Leave,
    NoMoreBets,
    Offer,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.state import Phase, Table

FEW = 3


def said(action: Action, most: int = 0, names: Sequence[str] = ()) -> str:
    """An action in words; with `most`, the whole range that is offered; with the names of pieces, which they are."""
    match action:
        case Bet(on=on) | Decision(cards=on) if on and all(0 <= piece < len(names) for piece in on):
            selected = " ".join(names[piece] for piece in on)
            return said(replace(action, **{"on" if isinstance(action, Bet) else "cards": ()}), most) + f" ({selected})"
        case Bet(seat, wager, amount, cash):
            return f"seat {seat}: {wager} {_range(amount, most)}{' in cash' if cash else ''}"
        case Coupon(seat, wager, amount):
            return f"seat {seat}: match play coupon on {wager} {_range(amount, most)}"
        case Withdraw(seat, wager):
            return f"seat {seat}: withdraw {wager}"
        case Decision(seat, do, amount):
            return f"seat {seat}: {do}" + (f" {_range(amount, most)}" if amount or most else "")
        case Step(step, by):
            return f"{step} by the {by}" + (f" for seat {action.seat}" if action.seat else "")
        case Irregularity(kind, seat):
            return f"irregularity {kind}" + (f" at seat {seat}" if seat else "")
        case Sit(seat) | Leave(seat):
            return f"seat {seat}: {type(action).__name__.lower()}"
        case Shuffle():
            return "shuffle"
    return {"NoMoreBets": "no more bets", "CountStub": "count the stub", "RevealSeed": "reveal the seed"}.get(
        type(action).__name__, type(action).__name__.lower()
    )


def _range(least: int, most: int) -> str:
    return f"{dollars(least)} to {dollars(most)}" if most > least else dollars(least)


def refused(table: Table, action: Action, offers: Sequence[Offer]) -> tuple[str, str]:
    """The sentence and the clause for an action that is not on offer."""
    names = table.terms.game.pieces.names
    reason, clause = _reason(table, action, offers)
    if not reason:
        reason, clause = table.terms.game.refuses(table, action)
    near = _nearest(action, offers)
    offered = f"; offered: {listed(near, names)}"
    if not reason:
        return f"{said(action, names=names)} is not offered{offered}", near[0].clause
    instead = f" [{clause}]{offered}" if isinstance(action, Decision) else ""  # what else there is to decide
    return f"{said(action, names=names)} is not offered{reason}{instead}", clause


def listed(offers: Sequence[Offer], names: Sequence[str] = ()) -> str:
    """The offers in words; many that differ only in the pieces they select are told together."""
    words = []
    for alike in _alike(offers):
        if len(alike) > FEW:
            words.append(f"{_selecting(alike, names)} [{alike[0].clause}]")
        else:
            words += [f"{said(offer.action, offer.most, names)} [{offer.clause}]" for offer in alike]
    return " or ".join(words)


def _alike(offers: Sequence[Offer]) -> list[list[Offer]]:
    groups: dict[Offer, list[Offer]] = {}
    for offer in offers:
        action = replace(offer.action, cards=()) if isinstance(offer.action, Decision) else offer.action
        groups.setdefault(replace(offer, action=action), []).append(offer)
    return list(groups.values())


def _selecting(offers: Sequence[Offer], names: Sequence[str]) -> str:
    """Decisions on selected pieces: how many may be selected, and of which."""
    selections = [offer.action.cards for offer in offers if isinstance(offer.action, Decision)]
    numbers = sorted({len(pieces) for pieces in selections})
    all_of_them = " ".join(names[piece] for piece in sorted({piece for pieces in selections for piece in pieces}))
    span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    return f"{said(replace(offers[0].action, cards=()))} ({span} of {all_of_them})"


def _reason(table: Table, action: Action, offers: Sequence[Offer]) -> tuple[str, str]:
    cites = table.terms.cites
    match action:
        case Bet(cash=True) if not any(one.cash for one in table.terms.game.wagers):
            return ", because a verbal wager with cash is not accepted", cites["cash"]
        case Bet() | Coupon() | Withdraw() if table.phase not in (Phase.CLOSED, Phase.IDLE, Phase.BETTING):
            return ' after the announcement of "No more bets"', cites["late"]
        case Bet() | Coupon() | Withdraw() if action.seat not in table.seats:
            return f", because nobody is seated at position {action.seat}", cites["seated"]
        case Bet() if not any(isinstance(one.action, Bet) and one.action.seat == action.seat for one in offers):
            if any(one.player == table.seats[action.seat].player and one.chips for one in table.seats.values()):
                most = table.terms.submission.positions_per_player
                where = f"at {most} adjacent positions at most" if most > 1 else "at one position only"
                return f", because one player may wager {where}", cites["adjacent"]
        case Leave() if action.seat in table.seats:
            return ", because a player with a wager stays until the round is complete", cites["seated"]
        case Sit() if not 0 < action.seat <= table.terms.submission.positions:
            return f", because the table has positions 1 to {table.terms.submission.positions}", cites["positions"]
        case Shuffle() if any(action.deck == i and 0 < d.due_at < action.at for i, d in enumerate(table.decks)):
            return ", because the deck is due to be changed", cites["change"]
        case NoMoreBets() if any(0 < deck.due_at < action.at for deck in table.decks):
            return f", because the {table.terms.game.pieces.name}s are due to be changed", cites["change"]
    return "", ""


def _nearest(action: Action, offers: Sequence[Offer]) -> list[Offer]:
    """The offers that were most likely meant: the same thing first, then the same seat, then whatever is due."""
    seat = getattr(action, "seat", 0)
    offers = [offer for offer in offers if not getattr(offer.action, "cards", ()) or offer.action.seat == seat]  # type: ignore[union-attr]
    alike = [offer for offer in offers if type(offer.action) is type(action)]
    name = getattr(action, "do", None) or getattr(action, "wager", None) or getattr(action, "kind", None)
    names = ("do", "wager", "kind")
    same = [offer for offer in alike if name and name in (getattr(offer.action, n, None) for n in names)]
    here = [offer for offer in same if getattr(offer.action, "seat", 0) == seat]
    beside = [offer for offer in alike if getattr(offer.action, "seat", 0) == seat and offer not in here]
    near = [*here, *beside] or alike or [offer for offer in offers if offer.duty] or list(offers)
    return [offer for some in _alike(near)[:4] for offer in some]
