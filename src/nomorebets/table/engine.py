"""The engine: what is legal for whom, what follows from an action, and the two together.

An action comes in with who acts and at what hour; `legal` says whether it is on offer to them, `decide` turns the offer
that was taken into events, and both are one entry of the table's history, which `follow` folds into the next state.
Nothing here reads a clock, a random source or a database.
"""

from __future__ import annotations  # so that signatures name an action, instead of the twenty kinds of them

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain

import msgspec

from nomorebets.errors import BadInput, IllegalAction
from nomorebets.table.actions import (
    Act,
    Action,
    Bet,
    Coupon,
    Decision,
    Irregularity,
    Leave,
    Note,
    Open,
    ReadMeter,
    Sit,
    Step,
    Withdraw,
    Word,
)
from nomorebets.table.differences import rulings
from nomorebets.table.entries import Entry, follow
from nomorebets.table.events import Event, Moved, RulesPosted
from nomorebets.table.evolve import evolve, replay
from nomorebets.table.game import Terms
from nomorebets.table.irregularities import irregularities
from nomorebets.table.ledger import HOUSE, meter
from nomorebets.table.life.linked import to_read
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.refusal import refused, said
from nomorebets.table.roles import SYSTEM, Actor, Role
from nomorebets.table.state import Phase, Seat, State, Table, under

__all__ = ["decide", "duty", "evolve", "follow", "legal", "open_table", "play", "replay"]


def legal(table: Table, watcher: Actor | None = None, at: int = 0) -> tuple[Offer, ...]:
    """Everything that may be done now, or what a watcher may do, but for what it is too late for at that hour."""
    table = at_hour(table, max(at, table.hour))
    offers = in_time(table, at_seat(table, None))
    return offers if watcher is None else tuple([one for one in offers if may_take(table, one, watcher)])


def in_time(table: Table, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Those for which it is not too late."""
    return tuple([one for one in offers if not (table.hour and one.is_late(table.hour))])


def at_hour(table: Table, at: int) -> Table:
    """The table at that hour, by which cards and dice may have come due; with none told, at the hour of its last entry.

    Hours never run backwards.
    """
    if not at or at == table.hour:
        return table
    if at < table.hour:
        sentence = f"the hour {at} is before the last one at this table, {table.hour}; hours never run backwards"
        raise BadInput(sentence, table.terms.cites.get("change", ""))
    return msgspec.structs.replace(table, hour=at)


def at_seat(table: Table, seat: int | None) -> Iterator[Offer]:
    """What may be done at one seat (0: what concerns none), or everything."""
    yield from in_turn(table, seat)
    yield from irregularities(table, seat)
    yield from for_the_absent(table, seat)
    if table.linked and not seat:
        yield from to_read(table)


def in_turn(table: Table, seat: int | None) -> Iterator[Offer]:
    """What the round has come to: a step that somebody owes, or what the rules offer in this phase."""
    return owed(table, seat) if table.owed else table.terms.game.play.offers[table.phase](table, seat)


def owed(table: Table, seat: int | None) -> Iterator[Offer]:
    """The step that comes before anything else; players at their bets need not wait for it, or where a game says so."""
    due = table.owed[0]
    if seat in (None, due.seat):
        action, asked = Step(due.step, due.deck, due.seat), ("count", "found") if due.expected >= 0 else ("found",)
        yield Offer(action, due.clause, by=due.by, duty=True, free=asked)
    yield from rulings(table, seat)
    yield from table.terms.game.play.meanwhile(table, seat)
    if table.phase == Phase.BETTING:
        yield from (one for one in table.terms.game.play.offers[table.phase](table, seat) if one.by == Role.PLAYER)


def awaited(table: Table) -> list[Seat]:
    """The players who have to act before the round goes on, with a duty of their own or a decision."""
    return [] if table.owed else table.terms.game.play.awaited(table)


def for_the_absent(table: Table, seat: int | None) -> Iterator[Offer]:
    """Where a table runs by itself: what the house's system may do for a player who lets the time run out."""
    for one in awaited(table) if table.automatic else ():
        if seat in (None, one.number):
            yield unanswered(table, one)


def unanswered(table: Table, seat: Seat) -> Offer:
    """What is done for a player who is awaited and lets the time run out."""
    of_the_game = table.terms.game.play.unanswered
    assert of_the_game is not None, "a game that waits for players says what is done if they do not decide"
    return of_the_game(table, seat)


# --- Whose an offer is ------------------------------------------------------------------------------------------------

DEALT_BY_SYSTEM = (Role.DEALER, Role.FLOORPERSON, Role.SECURITY)
OF_PLAYER, OF_SYSTEM = Role.PLAYER, Role.SYSTEM  # asked for at every action, and an enumeration is slow to find them


def may_take(table: State, offer: Offer, actor: Actor) -> bool:
    """Whether an offer is somebody's to take: the one place that decides it.

    Where the house draws the chance, only its system brings it in; where a table runs by itself, the system also does
    what a dealer would, every duty of the staff, and what is done for players who let the time run out; and it shows
    the cards to whoever comes first.  Otherwise an offer is for the role that the text names, a player's for the player
    at that seat: a free seat is anybody's, and what is at no seat the first player's to come.  What a floorperson does
    and what a dealer finds amiss, a supervisor may, too.
    """
    if offer.action.chance and table.drawn:
        return actor.role == OF_SYSTEM
    if actor.role == OF_SYSTEM:
        own = offer.by != OF_PLAYER or not offer.action.seat  # type: ignore[union-attr]
        return offer.by == OF_SYSTEM or (table.automatic and own and (offer.duty or offer.by in DEALT_BY_SYSTEM))
    if table.automatic and offer.by in DEALT_BY_SYSTEM and not isinstance(offer.action, Irregularity):
        return False
    if offer.by != OF_PLAYER:
        above = offer.by == Role.FLOORPERSON or isinstance(offer.action, Irregularity)
        return actor.role == offer.by or (above and actor.role == Role.SUPERVISOR)
    if actor.role != OF_PLAYER:
        return False
    whose = _player(table, offer)
    return whose == actor.name if whose else isinstance(offer.action, Sit)


ANYBODY = ""  # under which stands what is on offer to a player who has no seat


def by_taker(table: State, offers: Iterable[Offer]) -> tuple[dict[str, list[Offer]], list[Offer]]:
    """Offers put together by those who can take them at all: each player's own by name, and what is no player's.

    Whether they may is asked of `may_take`; but nobody needs to ask it of what is somebody else's.
    """
    players: dict[str, list[Offer]] = {name: [] for name in (ANYBODY, *(seat.player for seat in table.seats.values()))}
    staff: list[Offer] = []
    for offer in offers:
        if offer.by != OF_PLAYER:
            staff.append(offer)
            continue
        whose = _player(table, offer)
        for own in (players[whose],) if whose else players.values():
            own.append(offer)
    return players, staff


def may_act(table: State, offer: Offer, action: Action, actor: Actor) -> bool:
    """The same of an action within an offer: nobody sits down as somebody else."""
    return may_take(table, offer, actor) and not _as_another(action, actor)


def _as_another(action: Action, actor: Actor) -> bool:
    return isinstance(action, Sit) and action.player not in ("", actor.name)


def _player(table: State, offer: Offer) -> str:
    """Whose seat a player's offer is at; what is no seat's is for whoever was the first to sit down."""
    seat = table.seats.get(offer.action.seat or table.first_seat())  # type: ignore[union-attr]
    return seat.player if seat else ""


def actor_of(table: State, offer: Offer, action: Action) -> Actor:
    """Whoever an offer names: the system, one of the staff, or the player at the seat."""
    if may_take(table, offer, SYSTEM):
        return SYSTEM
    if offer.by != OF_PLAYER:
        return _staff(offer.by)
    return Actor(OF_PLAYER, action.player if isinstance(action, Sit) else _player(table, offer))


@lru_cache(maxsize=len(Role))
def _staff(role: Role) -> Actor:
    return Actor(role)


OF_PLAYERS = (Sit, Leave, Bet, Coupon, Withdraw, Decision)

# --- Taking an offer --------------------------------------------------------------------------------------------------


def offered(table: Table, action: Action, by: Actor | None = None, at: int = 0) -> Offer | None:
    """The offer that an action takes up, if somebody has it at that hour; with nobody named, if anybody has."""
    if at > table.hour:
        table = at_hour(table, at)
    seat = getattr(action, "seat", 0)
    if isinstance(action, Irregularity):
        offers = irregularities(table, seat)
    elif isinstance(action, ReadMeter):
        offers = to_read(table)
    else:
        offers = chain(in_turn(table, seat), for_the_absent(table, None))  # the dealer may cut for whoever does not
    for offer in offers:
        if action in offer and not offer.is_late(table.hour) and (by is None or may_act(table, offer, action, by)):
            return offer
    return None


def decide(table: Table, action: Action, taken: Taken) -> Iterable[Event]:
    """What happens when an offer is taken."""
    return table.terms.game.play.decides[type(action)](table, action, taken)


def play(table: Table, action: Action, by: Actor | None, at: int = 0) -> tuple[Table, Entry]:
    """Take an action if it is on offer: the table after it, and the entry to be recorded.

    It has to be said by whom; with None it is taken by whoever may, as where one hand plays all parts.  An hour that is
    told is not before the last.
    """
    action, table = checked(action), at_hour(table, at)
    offer = offered(table, action, by)
    if offer is None:
        raise refusal(table, action, by)
    return take(table, offer, action, by)


def checked(action: Action) -> Action:
    """An action whose fields hold what they should: whole cents, names, nothing that a log could not be read with."""
    kind = type(action)
    if not issubclass(kind, Act):
        raise BadInput(f"{action!r} is not an action")
    try:
        made = msgspec.convert(msgspec.structs.asdict(action), kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"{kind.__name__} is not made like this: {error}") from None
    for name in _texts(kind):
        if not getattr(made, name).isprintable():
            raise BadInput(f"{kind.__name__} is not made like this: {name} holds what cannot be printed")
    return made


@cache
def _texts(kind: type[Act]) -> tuple[str, ...]:
    """The fields of an action that hold a text."""
    return tuple(one.name for one in msgspec.structs.fields(kind) if one.type in (str, Word, Note))


def take(table: Table, offer: Offer, action: Action, by: Actor | None = None, at: int = 0) -> tuple[Table, Entry]:
    """Take an action that is in an offer of this table."""
    if at:
        table = at_hour(table, at)
    by = by or actor_of(table, offer, action)
    events = tuple(decide(table, action, Taken(offer.clause, by, table.hour)))
    entry = Entry(table.version + 1, table.hour, by, action, events, table.name)
    after = follow(table, entry)
    return (under(after, table.terms) if after.without_devices != table.without_devices else after), entry


def refusal(table: Table, action: Action, by: Actor | None, at: int = 0) -> IllegalAction:
    """Why an action is not on offer, told from what is on offer to whoever wanted to take it and nothing else."""
    table = at_hour(table, at)
    offers = legal(table)
    by = by or _wanting(table, action, offers)
    own = tuple(offer for offer in offers if may_take(table, offer, by))
    seat = table.seats.get(action.seat) if isinstance(action, OF_PLAYERS) else None
    if seat and by != Actor(Role.PLAYER, seat.player):
        taken = isinstance(action, Sit)
        why = "because that seat is taken" if taken else "because it is for the player at that seat to do"
        clause = table.terms.cites.get("seated", "")
        sentence = f"{said(action)} is not offered, {why}"
    elif by.name and _as_another(action, by):
        sentence = f"{said(action)} is not offered, because nobody sits down as somebody else"
        clause = table.terms.cites.get("seated", "")
    else:
        sentence, clause = refused(table, action, own)
    like = next((offer for offer in own if type(offer.action) is type(action)), offers[0])
    return IllegalAction(sentence, clause or like.clause, action, own)


def _wanting(table: Table, action: Action, offers: tuple[Offer, ...]) -> Actor:
    """Who it probably was that wanted to take an action: the player at its seat, or whoever is offered its like."""
    for offer in offers:
        if type(offer.action) is type(action) and offer.by != Role.PLAYER:
            return actor_of(table, offer, action)
    seat = table.seats.get(getattr(action, "seat", 0))
    if seat or isinstance(action, OF_PLAYERS):
        return Actor(Role.PLAYER, seat.player if seat else "")
    return actor_of(table, offers[0], action)


def duty(table: Table) -> Offer | None:
    """What a dealer or floor without fault does next; nothing while it is for the players to act."""
    first = next(in_turn(table, None), None)  # duties stand before all else
    return first if first and first.duty else None


def open_table(
    terms: Terms,
    meters: Mapping[str, Mapping[str, int]] | None = None,
    *,
    drawn: bool = False,
    automatic: bool = False,
    linked: Iterable[str] = (),
    before: Iterable[Event] = (),
    at: int = 0,
    name: str = "table",
) -> tuple[Table, Entry]:
    """A closed table with its rules posted and its meters set, to what the text says or as they are found.

    What is `linked` to other tables is not this table's to set: its account holds nothing before it is first read.
    `before` is what is known of the rounds before, where a round is taken up in the midst of a game.
    """
    game, linked, found = terms.game, tuple(linked), {wager: dict(amounts) for wager, amounts in (meters or {}).items()}
    initial = {**game.licence.meters(terms.submission), **found}
    posted = RulesPosted(game.key, terms.document, name, terms.submission.decks, drawn, automatic, linked)
    clause = terms.cites.get("meters", "")
    events: list[Event] = [posted]
    for wager, amounts in initial.items():
        own = {meter(wager, which): amount for which, amount in amounts.items()} if wager in terms.metered else {}
        events += [Moved(0, HOUSE, to, amount, clause) for to, amount in own.items() if to not in linked]
    action = Open(game.key, terms.document, found, drawn, automatic, linked)
    entry = Entry(1, at, SYSTEM if automatic else _staff(Role.SUPERVISOR), action, (*events, *before), name)
    return under(follow(State(), entry), terms), entry
