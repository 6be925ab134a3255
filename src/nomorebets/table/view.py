"""What leaves the core towards a watcher: everything that lies face up, a player's own cards besides, and own offers.

The dealer and the floor see what is face up, no more: nobody is entitled to look at the back of the stack.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.stack import Stack
from nomorebets.rulebook.money import EVEN, Fixed, Pay, Posted, Share
from nomorebets.table.actions import Reveal, Step, selected
from nomorebets.table.engine import ANYBODY, at_hour, awaited, by_taker, in_time, in_turn, legal, may_take
from nomorebets.table.events import Moved, RoundVoided, Settled
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.ledger import CENTRE, DEALERS_WAGER, HOUSE, LAYOUT, METER, player
from nomorebets.table.offers import Offer
from nomorebets.table.overdue import overdue
from nomorebets.table.roles import ONLOOKER, Actor, Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Lying, Seat, Table

EVEN_MONEY = "even money"
WIN = "win"
RETURNING = (WIN, "push", "void")


class Ended(Struct, frozen=True, omit_defaults=True):
    """How a wager ended, said as shortly as a full layout needs it.

    With a win, push or void all chips that lay are returned, and else none, unless it is said how much; the clause is
    that of the posted pay table, unless one is named.
    """

    result: str = WIN
    pays: int = 0
    returned: int | None = None
    commission: int = 0
    clause: str = ""
    chips: int = 0  # of a payment that no chips lay for


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat; what each wager that lies would win on each row of its table, in cents, is told to its player alone."""

    player: str
    chips: dict[str, int]
    wins: dict[str, dict[str, int]] = {}
    coupons: dict[str, int] = {}
    decisions: tuple[str, ...] = ()
    settled: dict[str, Ended] = {}  # in the order of settlement
    collected: bool = False

    @property
    def lying(self) -> dict[str, int]:
        """The chips that are still to be settled."""
        return {wager: chips for wager, chips in self.chips.items() if wager not in self.settled}


class PlaceView(Struct, frozen=True, omit_defaults=True):
    """The cards at one place; of a hand that is set in two the low hand, and each in words if all can be seen.

    Cards that a player discarded are shown with the hand until the round is over, face down to others.

    Of cards in common, `together` has what each hand makes with them, by the place of the hand.
    """

    cards: tuple[str, ...]
    up: tuple[str, ...] = ()  # which of them lie face up, if not all
    low: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()  # which of them the player discarded
    words: tuple[str, ...] = ()  # of the hand, or of the high and the low hand
    together: dict[str, str] = {}


class DeckView(Struct, frozen=True, omit_defaults=True):
    """A deck as the floor sees it: its back, its papers and how many cards are left, never which."""

    colour: str
    stage: str
    left: int = 0
    opened_at: int = 0
    due_at: int = 0
    removed_because: str = ""


class Awaited(Struct, frozen=True, omit_defaults=True):
    """Whom the table waits for: somebody with a duty, or players at their seats."""

    by: Role
    step: str = ""
    seats: tuple[int, ...] = ()


class Payment(Struct, frozen=True, omit_defaults=True):
    """Money that was moved in this round beside the wagers: envy, the dealer's wager, what a bank pays or keeps."""

    origin: str
    to: str
    amount: int
    clause: str
    seat: int = 0
    name: str = ""


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one watcher sees it; as JSON without what is not there."""

    table: str
    game: str
    licensee: str
    version: int
    phase: str
    round: int
    positions: int
    seats: dict[int, SeatView]
    places: dict[str, PlaceView]
    decks: tuple[DeckView, ...]
    deck: int
    dice: tuple[int, ...] = ()
    dice_due_at: int = 0
    overdue: tuple[str, ...] = ()  # what has to be changed before play goes on, at the hour of the view
    number: int = 0
    section: int = -1  # of a wheel, at which it came to rest; -1: none yet
    own: dict[str, object] = {}  # what only this game has: the bank, the button and so on
    meters: dict[str, int] = {}
    balance: int
    awaited: Awaited | None = None
    payments: tuple[Payment, ...] = ()
    void: RoundVoided | None = None  # why, and by which clause
    commitment: str = ""
    seed: str = ""
    may_reveal: bool = False  # whether the dealer may go on to that, whoever may still decide something
    offers: tuple[Offer, ...]
    lists: dict[str, tuple[str, ...]] = {}  # what may be selected where an offer names a list
    remarks: dict[int, str] = {}  # what the watcher may want to know of an offer, by its place among them

    def selectable(self, offer: Offer) -> tuple[str, ...]:
        """What may be selected where an offer leaves a choice, one by one; its `but` names what may not go together."""
        if not offer.select:
            return ()
        among = self.lists[offer.select.listed] if offer.select.listed else offer.select.among
        return tuple(one for one in among if (one,) not in offer.select.but)

    def cards(self, place: str) -> tuple[str, ...]:
        """What lies at a place, by name or face down."""
        return self.places[place].cards if place in self.places else ()


def view(table: Table, watcher: Actor = ONLOOKER, at: int = 0) -> View:
    """What a watcher may see; without one, what anyone standing at the table may; of an hour, with what is overdue."""
    return Views(table, at).of(watcher)


class Views:
    """A table at an hour, as each of its watchers sees it: what is the same for all is made once.

    What has not changed since the views `before`, of the same table, is taken from there.
    """

    def __init__(self, table: Table, at: int = 0, before: "Views | None" = None) -> None:
        same = before if before and before.table.terms is table.terms else None
        self.known_places: dict[tuple[str, bool], tuple[Lying, PlaceView]] = same.known_places if same else {}
        self.known_seats: dict[int, tuple[Seat, SeatView]] = same.known_seats if same else {}
        self.table: Table = at_hour(table, max(at, table.hour))
        self.in_turn = in_time(self.table, in_turn(self.table, None))  # all that players may do is among it
        self.players, _ = by_taker(self.table, self.in_turn)
        self.seats_of, self.places_of = defaultdict[str, list[Seat]](list), defaultdict[str, list[str]](list)
        for seat in table.seats.values():
            self.seats_of[seat.player].append(seat)
        for where, lying in table.places.items():
            if lying.player:
                self.places_of[lying.player].append(where)
        self.public = self._public()  # what anyone sees, without anybody's offers

    @cached_property
    def every(self) -> tuple[Offer, ...]:
        return legal(self.table)

    @cached_property
    def staff(self) -> list[Offer]:
        """What is no player's, to which irregularities add the most."""
        return by_taker(self.table, self.every)[1]

    def of(self, watcher: Actor) -> View:
        """What one of them sees."""
        shown, offers = self.apart(watcher)
        return replace(shown, offers=offers)

    def apart(self, watcher: Actor) -> tuple[View, tuple[Offer, ...]]:
        """The same without their offers, and those."""
        offers, lists, remark = self.offers(watcher), dict[str, tuple[str, ...]](), self.table.terms.game.manner.remark
        remarks = {n: words for n, offer in enumerate(offers) if (words := remark(self.table, offer.action))}
        written = tuple([_with_list(offer, lists) for offer in offers])
        if watcher.role != Role.PLAYER:
            return replace(self.public, lists=lists, remarks=remarks), written
        shown = replace(
            self.public,
            seats=self._seats(watcher.name),
            places=self._places(watcher.name),
            balance=self.table.ledger.get(player(watcher.name), 0),
            lists=lists,
            remarks=remarks,
        )
        return shown, written

    def offers(self, watcher: Actor) -> tuple[Offer, ...]:
        """What one of them may do."""
        among: Iterable[Offer]
        match watcher.role:
            case Role.PLAYER:
                among = self.players.get(watcher.name, self.players[ANYBODY])
            case Role.SYSTEM:
                among = self.every
            case Role.ONLOOKER:
                among = ()
            case _:
                among = self.staff
        return tuple([offer for offer in among if may_take(self.table, offer, watcher)])

    def _seats(self, name: str) -> dict[int, SeatView]:
        """The seats as a player sees them: at their own they read what each wager would win."""
        seats = {**self.public.seats}
        for seat in self.seats_of.get(name, ()):
            wins = {key: _wins(self.table, seat, key) for key in seat.lying}
            if wins:
                seats[seat.number] = replace(seats[seat.number], wins=wins)
        return seats

    def _places(self, name: str) -> dict[str, PlaceView]:
        """The places as a player sees them, who may look at their own cards."""
        own = self.places_of.get(name, ())
        return self._with_places({**self.public.places}, own, own=True) if own else self.public.places

    def _with_places(self, places: dict[str, PlaceView], anew: Iterable[str], *, own: bool) -> dict[str, PlaceView]:
        """All places as a watcher sees them, of whom some are known and the others made anew."""
        table = self.table
        for where in anew:
            places[where] = self._place(where, own=own)
        for where in table.terms.game.manner.common:
            if where in places and HIDDEN not in places[where].cards:
                places[where] = replace(places[where], together=_together(table, places, where))
        return places

    def _place(self, where: str, *, own: bool) -> PlaceView:
        lying, known = self.table.places[where], self.known_places.get((where, own))
        if known is None or known[0] is not lying:
            known = self.known_places[where, own] = lying, _place(self.table, where, lying, own=own)
        return known[1]

    def _seat(self, seat: Seat) -> SeatView:
        """A seat as everybody sees it."""
        known = self.known_seats.get(seat.number)
        if known is None or known[0] is not seat:
            known = self.known_seats[seat.number] = seat, _seat(self.table, seat)
        return known[1]

    def _public(self) -> View:
        table, terms = self.table, self.table.terms
        unrevealed = table.unrevealed[0].commitment if table.unrevealed else ""
        return View(
            table=table.name,
            game=terms.game.key,
            licensee=terms.submission.licensee,
            version=table.version,
            phase=table.phase,
            round=table.rounds + 1,
            positions=terms.submission.positions,
            seats={number: self._seat(seat) for number, seat in table.seats.items()},
            places=self._with_places({}, table.places, own=False),
            decks=tuple(
                DeckView(d.colour, d.stage, len(d.stack), d.opened_at, d.due_at, d.removed_because) for d in table.decks
            ),
            deck=table.deck,
            dice=table.dice.shows,
            dice_due_at=table.dice.due_at,
            overdue=tuple(overdue(table, table.hour)),
            number=table.number,
            section=table.section,
            own=table.own,
            meters={name: amount for name, amount in table.ledger.items() if name.startswith(METER)},
            balance=0,
            awaited=_awaited(table, self.in_turn),
            payments=tuple(_payments(table)),
            void=table.void,
            commitment=table.commitment or table.in_play.commitment or unrevealed,
            seed=table.seed,
            may_reveal=any(isinstance(offer.action, Reveal) for offer in self.in_turn),
            offers=(),
        )


SHORT = 10  # a list that stands in the offer itself


def _with_list(offer: Offer, lists: dict[str, tuple[str, ...]]) -> Offer:
    """The offer with a long list of places on the layout put apart, where it stands once for all seats."""
    if not offer.select or offer.select.field != "on" or len(offer.select.among) <= SHORT:
        return offer
    name: str = getattr(offer.action, "wager", offer.select.field)
    lists[name] = offer.select.among
    return replace(offer, select=replace(offer.select, among=(), listed=name))


def _awaited(table: Table, offers: tuple[Offer, ...]) -> Awaited | None:
    """Whose turn it is: the next duty, or the seats that have to decide."""
    if offers and offers[0].duty:
        action = offers[0].action
        step = action.step if isinstance(action, Step) else type(action).__name__
        seat = getattr(action, "seat", 0)
        return Awaited(offers[0].by, step, (seat,) if seat else ())
    seats = tuple(seat.number for seat in awaited(table))
    return Awaited(Role.PLAYER, seats=seats) if seats else None


def _seat(table: Table, seat: Seat) -> SeatView:
    ended = {key: _ended(table, seat, one) for key, one in seat.settled.items()}
    return SeatView(seat.player, seat.chips, {}, seat.coupons, seat.decisions, ended, seat.collected)


def _ended(table: Table, seat: Seat, one: Settled) -> Ended:
    pay_table = table.terms.posted.get(selected(one.wager)[0])
    clause = "" if pay_table and pay_table.clause == one.clause else one.clause
    chips = 0 if one.wager in seat.chips else one.chips
    usual = one.chips if one.result in RETURNING else 0
    returned = None if one.returned == usual else one.returned
    result = WIN if one.result == WIN else one.result  # a default is left out only if it is that very string
    return Ended(result, one.pays, returned, one.commission, clause, chips)


def _payments(table: Table) -> Iterator[Payment]:
    """What was moved in this round but for what goes into and out of meters, and chips that are taken early."""
    names = table.terms.game.manner.payments
    for move in table.moves:
        if not any(account in (LAYOUT, HOUSE) or account.startswith(METER) for account in (move.origin, move.to)):
            name = names.get(move.clause) or _name(table, move)
            yield Payment(move.origin, move.to, move.amount, move.clause, move.seat, name)


def _name(table: Table, move: Moved) -> str:
    """What is settled with a bank; what goes back because a hand is void has no name."""
    accounts = (move.origin, move.to)
    if DEALERS_WAGER in accounts or move.clause == table.terms.cites.get("dealers_winnings"):
        return "dealer's wager"
    return "bank" if CENTRE in accounts else ""


# --- What a wager would win -------------------------------------------------------------------------------------------

TAKEN_EARLY = "collect_progressive"  # the step by which the chips of a progressive wager are taken before the deal


def _wins(table: Table, seat: Seat, key: str) -> dict[str, int]:
    """What a player would be ahead by, on each row of a wager's table; where none decides it, at even money."""
    wager, _ = selected(key)
    pay_table = table.terms.posted.get(wager)
    if not pay_table:
        return {EVEN_MONEY: _won(table, seat, key, EVEN)}
    in_reach = table.terms.game.manner.in_reach
    return {row: _won(table, seat, key, pay) for row, pay in pay_table.pays.items() if in_reach(table, wager, row)}


def _won(table: Table, seat: Seat, key: str, pay: Pay) -> int:
    """What is paid and returned beyond the chips; a share of a meter as the meter stands."""
    wager, _ = selected(key)
    terms, chips = table.terms, seat.chips[key]
    if isinstance(pay, Share | Posted):
        pay_table = terms.posted[wager]
        assert pay_table is not None, "it has a row of it"
        return pay.of(table.meter(pay_table.wager, "main")) - chips if isinstance(pay, Share) else 0
    won = settled(seat, key, pay, "")
    taken = wager in terms.progressive and TAKEN_EARLY in terms.cites
    kept = isinstance(pay, Fixed) and (taken or terms.submission.fixed_amount_stake == "kept")
    return terms.game.manner.paid(table, seat, wager, won.pays) + (0 if kept else won.returned) - chips


# --- Cards ------------------------------------------------------------------------------------------------------------


def _together(table: Table, places: dict[str, PlaceView], common: str) -> dict[str, str]:
    """What each hand that the watcher sees makes with cards in common, in words."""
    in_words, lying = table.terms.in_words, table.places
    seen = [where for where, hand in places.items() if _is_hand(table, where) and HIDDEN not in hand.cards]
    return {where: in_words(lying[where].cards + lying[common].cards) for where in seen}


def _place(table: Table, where: str, lying: Lying, *, own: bool) -> PlaceView:
    """The one loop in which cards are hidden, from all but whose own they are."""
    names = table.terms.game.equipment.pieces.names

    def faces(cards: Stack) -> tuple[str, ...]:
        if not own and not lying.up:
            return (HIDDEN,) * len(cards)
        return tuple([names[card] if own or card in lying.up else HIDDEN for card in cards])

    cards, low, apart = faces(lying.cards), faces(lying.low), faces(lying.apart)
    up = tuple(names[card] for card in lying.cards if card in lying.up)
    played = tuple(card for card in lying.cards if card not in lying.apart) if lying.apart else lying.cards
    words = () if HIDDEN in faces(played) or not _is_hand(table, where) else _in_words(table, lying, played)
    return PlaceView(cards, () if len(up) == len(cards) else up, low, apart, words)


def _is_hand(table: Table, where: str) -> bool:
    """Whether what lies there is read as a hand: that of a seat or of the dealer, or what else the game reads so."""
    return where == DEALERS or where.startswith("seat ") or where in table.terms.game.manner.read


def _in_words(table: Table, lying: Lying, played: Stack) -> tuple[str, ...]:
    in_words = table.terms.in_words
    if not lying.low:
        words = in_words(played) if played else ""
        return (words,) if words else ()
    high = tuple(card for card in lying.cards if card not in lying.low)
    return in_words(high), in_words(lying.low)
