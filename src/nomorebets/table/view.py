"""What leaves the core towards a watcher: everything that lies face up, and a player's own cards besides.

The dealer and the floor see what is face up, no more: nobody is entitled to look at the back of the stack.
"""

from msgspec import Struct

from nomorebets.equipment.stack import Stack
from nomorebets.table.actions import Offer, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import Settled
from nomorebets.table.state import Seat, Table

HIDDEN = "??"


class SeatView(Struct, frozen=True):
    player: str
    chips: dict[str, int]
    coupons: dict[str, int]
    cards: tuple[str, ...]
    low: tuple[str, ...]
    decisions: tuple[str, ...]
    settled: tuple[Settled, ...]


class DeckView(Struct, frozen=True):
    """A deck as the floor sees it: its back, its papers and how many cards are left, never which."""

    colour: str
    stage: str
    opened_at: int
    due_at: int
    removed_because: str
    left: int


class View(Struct, frozen=True):
    """A table as one watcher sees it."""

    game: str
    licensee: str
    phase: str
    round: int
    positions: int
    seats: dict[int, SeatView]
    dealer: tuple[str, ...]
    dealer_low: tuple[str, ...]
    discarded: tuple[str, ...]  # what the dealer turned up and discarded
    packs: dict[int, tuple[str, ...]]
    stand: tuple[str, ...]
    decks: tuple[DeckView, ...]
    meters: dict[str, int]
    balance: int
    limits: dict[str, tuple[int, int]]
    posted: dict[str, dict[str, str]]
    void: str
    commitment: str
    seed: str
    offers: tuple[Offer, ...]


def view(table: Table, watcher: str | None = None) -> View:
    """What a player may see, or with no player's name what anyone standing at the table may see."""
    terms = table.terms
    return View(
        game=terms.game.key,
        licensee=terms.submission.licensee,
        phase=table.phase,
        round=table.rounds + 1,
        positions=terms.submission.positions,
        seats={number: _seat(table, seat, watcher) for number, seat in sorted(table.seats.items())},
        dealer=_faces(table, table.dealer, table.dealer_up),
        dealer_low=_faces(table, table.dealer_low, table.dealer_up),
        discarded=tuple(terms.game.pieces.names[card] for card in table.discards if card in table.dealer_up),
        packs={
            number: _faces(table, cards, cards if number in table.packs_up else ())
            for number, cards in table.packs.items()
        },
        stand=_faces(table, table.stand, table.stand),
        decks=tuple(
            DeckView(d.colour, d.stage, d.opened_at, d.due_at, d.removed_because, len(d.stack)) for d in table.decks
        ),
        meters={name: amount for name, amount in table.ledger.items() if name.startswith("meter:")},
        balance=table.ledger.get(f"player:{watcher}", 0),
        limits={wager.name: (least, most) for wager, least, most, _ in terms.wagers},
        posted={
            wager: {name: pay.text(terms.submission.odds_word) for name, pay in pay_table.pays.items()}
            for wager, pay_table in terms.posted.items()
            if pay_table
        },
        void=table.void.reason if table.void else "",
        commitment=table.commitment or table.in_play.commitment or table.unrevealed.commitment,
        seed=table.seed,
        offers=tuple(offer for offer in legal(table) if _concerns(table, offer, watcher)),
    )


def _seat(table: Table, seat: Seat, watcher: str | None) -> SeatView:
    own = watcher is not None and seat.player == watcher
    seen = seat.hand if own else seat.up
    cards, low = _faces(table, seat.hand, seen), _faces(table, seat.low, seen)
    return SeatView(seat.player, seat.chips, seat.coupons, cards, low, seat.decisions, tuple(seat.settled.values()))


def _faces(table: Table, hand: Stack, seen: Stack) -> tuple[str, ...]:
    return tuple(table.terms.game.pieces.names[card] if card in seen else HIDDEN for card in hand)


def _concerns(table: Table, offer: Offer, watcher: str | None) -> bool:
    """A player's decisions bear on the hand: their bounds are for that player's eyes alone."""
    seat = getattr(offer.action, "seat", 0)
    if isinstance(offer.action, Step) and offer.action.by != "player":
        return watcher is None
    if not seat or seat not in table.seats:
        return True
    return table.seats[seat].player == watcher
