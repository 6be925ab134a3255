"""Two Dice, a game of no rulebook: it shows that wagers outlive a roll, without a deck and without a line in the core.

The first roll wins, loses or sets a point; the line then waits for the point or a seven.  The field is a
wager on the next roll alone.
"""

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec import Meta

from nomorebets.equipment.custody import HOUR
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.rulebook.money import EVEN, LOSE, Result
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table import submission as table_submission
from nomorebets.table.actions import Action, Bet, Commit, Coupon, Irregularity, NoMoreBets, Shake, Step, Withdraw
from nomorebets.table.events import DicePlaced, Event, OfTheGame, PhaseBegan, RollVoided, Shaken, Stepped
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Terms, Text, Wager
from nomorebets.table.irregularities import DEALING, noted
from nomorebets.table.life import betting as table_betting
from nomorebets.table.life import collecting, opening, seating, seeds
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import Phase, Seat, State, Table

rule = source("two-dice", "tests.miniature")

TEXT = {
    "1": "Two dice are placed in the shaker when the table opens, and changed within the hours that are posted.",
    "1(a)": "A point does not outlast the day: when the table closes it is over.",
    "2": "Nobody wagers who is not seated at one of at most six positions, and nobody at two of them.",
    "3(a)": "The line wins even money if the first roll is 7 or 11 and loses if it is 2, 3 or 12.",
    "3(b)": "Any other first roll is the point: the line wins even money if it is rolled again before a 7, else loses.",
    "3(c)": "With a point the line is not placed, increased or withdrawn, whatever may lie beside it.",
    "4": "The field wins even money if the next roll is 2, 3, 4, 9, 10, 11 or 12, else it loses.",
    "5(a)": "Wagers are placed and withdrawn until the dealer announces 'No more bets'.",
    "5(b)": "The dealer then shakes; a roll that is not flat is none, and the dice are shaken again.",
    "5(c)": "One roll is one round.",
    "6": "Where the house draws the dice it commits to them before the bets are closed, and shows how after the roll.",
}

# The clause that orders each step and refusal.
CITES = {
    step: rule.id(clause)
    for clause, steps in {
        "1": "place_dice idle remove change change_dice",
        "2": "positions seated adjacent",
        "5(a)": "announce withdraw late cash coupon",
        "5(b)": "shake",
        "5(c)": "collect",
        "6": "commit shuffle",
    }.items()
    for step in steps.split()
}

# --- 1: the dice ------------------------------------------------------------------------------------------------------

NUMBER_OF_DICE = 2
FACES = tuple("123456")
DICE = Pieces("die", FACES, {face: (number,) for number, face in enumerate(FACES)})


class Submission(table_submission.Submission, frozen=True, kw_only=True):
    """What the licensee of a table of Two Dice chooses."""

    positions: Annotated[int, Meta(ge=1, le=6)] = 6
    dice_change_hours: Annotated[int, Meta(ge=1, le=24)] = 24

    @property
    def decks(self) -> int:
        return 0


CHOICES = rule.choices({"licensee": ("2",), "limits": ("5(a)",), "positions": ("2",), "dice_change_hours": ("1",)})


def in_words(faces: Stack) -> str:
    """A roll in words."""
    return f"{DICE.text(faces)}, {sum(face + 1 for face in faces)}"


@rule("1")
def closed(_table: Table, _seat: int | None) -> Iterator[Offer]:
    yield to_place_dice(duty=True)


def to_place_dice(*, duty: bool = False) -> Offer:
    return Offer(Step("place_dice"), CITES["place_dice"], by=Role.DEALER, duty=duty)


@rule("1")
def place_dice(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """Fresh dice; with the first ones the table opens."""
    yield DicePlaced(taken.at, taken.at + table.terms.submission.dice_change_hours * HOUR, taken.clause)
    if table.phase == Phase.CLOSED:
        yield PhaseBegan(Phase.IDLE)


# --- 3, 4: the wagers -------------------------------------------------------------------------------------------------

LINE = Wager("line", rule.data("two_dice:LINE", "3(a)"))
FIELD = Wager("field", rule.data("two_dice:FIELD", "4"), match_play=False)

POINT = "point"


class PointSet(OfTheGame, frozen=True):
    """A first roll neither won nor lost: the line waits for this number."""

    number: int
    clause: str


class PointOver(OfTheGame, frozen=True):
    """The line is decided: the next roll is a first one."""

    clause: str


def point_of(table: State) -> int:
    """The point; 0 while there is none."""
    return int(table.own.get(POINT, 0))


@rule("3(a)", "3(b)")
def line(total: int, point: int) -> Result | None:
    """What becomes of the line; nothing, while it waits."""
    if point:
        return EVEN if total == point else LOSE if total == 7 else None
    return EVEN if total in (7, 11) else LOSE if total in (2, 3, 12) else None


@rule("4")
def field(total: int, _point: int) -> Result:
    return EVEN if total in (2, 3, 4, 9, 10, 11, 12) else LOSE


DECIDED_BY: dict[str, Callable[[int, int], Result | None]] = {LINE.name: line, FIELD.name: field}
CLAUSES_OF = {LINE.name: (rule.id("3(a)"), rule.id("3(b)")), FIELD.name: (rule.id("4"),) * 2}


@rule("3(c)", "5(a)")
def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """What may be placed or taken back: of the line nothing while there is a point."""
    for offer in table_betting.wagers(table, seat):
        if not point_of(table):
            yield offer
        elif isinstance(offer.action, Withdraw):
            yield from table_betting.to_withdraw(seat, (one for one in seat.chips if one != LINE.name), offer.clause)
        elif not on_the_line(offer.action):
            yield offer


def on_the_line(action: Action) -> bool:
    return isinstance(action, Bet | Withdraw | Coupon) and action.wager == LINE.name


@rule("3(c)")
def refuses(table: Table, action: Action) -> tuple[str, str]:
    if point_of(table) and on_the_line(action):
        return f", because the line waits for {point_of(table)} or 7", rule.id("3(c)")
    return "", ""


@rule("1(a)")
def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Nobody is seated any more, so no line waits for the point."""
    if point_of(table):
        yield PointOver(clause=rule.id("1(a)"), own={POINT: 0})
    yield from opening.close_down(table, action, taken)


# --- 5, 6: the roll ---------------------------------------------------------------------------------------------------


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    if not seat:
        yield from seeds.unrevealed(table)
        yield from starting(table)
        yield to_place_dice()
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        yield from wagers(table, one)
    yield from seating.seating(table, seat)


@rule("5(a)", "6")
def starting(table: Table) -> Iterator[Offer]:
    """A roll needs a wager on the layout, dice that are not due to be changed, and a commitment if they are drawn."""
    if not table.seats:
        yield from opening.nobody_there(table)
    elif not table.unrevealed:
        if table.drawn and not table.commitment:
            yield Offer(Commit(""), CITES["commit"], by=Role.DEALER, duty=True)
        elif table.playing():
            yield Offer(NoMoreBets(), CITES["announce"], by=Role.DEALER, until=table.dice.due_at)


@rule("5(a)")
def close_bets(_table: Table, _action: NoMoreBets, taken: Taken) -> Iterator[Event]:
    yield Stepped("announce", taken.clause)
    yield PhaseBegan(Phase.DEALING)


@rule("5(b)")
def rolling(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield Offer(Shake(), CITES["shake"], by=Role.DEALER, duty=True, until=table.dice.due_at)
    yield to_place_dice()


@rule("5(b)", "3(a)", "3(b)", "4")
def shake(table: Table, action: Shake, taken: Taken) -> Iterator[Event]:
    """Each wager that the roll decides is settled, from the dealer's right; the others stay."""
    dice = action.dice
    if len(dice) != NUMBER_OF_DICE or not all(1 <= die <= 6 for die in dice):
        raise BadInput(f"two dice show one to six each, not {list(action.dice)}", taken.clause)
    yield Shaken(dice, taken.clause)
    total, point = sum(dice), point_of(table)
    for seat in table.playing()[::-1]:
        for wager in seat.lying:
            decided_by = DECIDED_BY[wager]
            result = decided_by(total, point)
            if result is not None:
                yield settled(seat, wager, result, CLAUSES_OF[wager][point > 0])
    yield from point_after(total, point)
    yield PhaseBegan(Phase.COLLECTING)


@rule("3(b)")
def point_after(total: int, point: int) -> Iterator[Event]:
    waits = line(total, point) is None
    if waits and not point:
        yield PointSet(number=total, clause=rule.id("3(b)"), own={POINT: total})
    elif point and not waits:
        yield PointOver(clause=rule.id("3(b)"), own={POINT: 0})


irregularity = Irregularities(rule)


@irregularity("5(b)", when=DEALING, by=Role.DEALER)
def not_flat(_table: Table, _action: Irregularity) -> Iterator[Event]:
    """A die does not lie flat: no roll, and the dice are shaken again."""
    yield RollVoided(rule.id("5(b)"))


GAME = Game(
    text=Text(
        key="two-dice",
        name="Two Dice",
        summary="A line that waits for its point, and a field that is decided by every roll.",
        rule=rule,
        cites=CITES,
        cites_by_dealing={"": {}},
    ),
    equipment=Equipment(
        pieces=DICE,
        preparation={},
        to_cut=lambda _table, _deck: False,
        deliveries=lambda _terms, _seats, _start: iter(()),
        dice=NUMBER_OF_DICE,
    ),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=lambda _submission: iter(()),
        pay_tables={},
        wagers=(LINE, FIELD),
        offered=lambda _submission: {LINE.name: None, FIELD.name: None},
    ),
    play=Play(
        offers={
            Phase.CLOSED: closed,
            Phase.IDLE: opening.idle,
            Phase.BETTING: betting,
            Phase.DEALING: rolling,
            Phase.COLLECTING: collecting.collecting,
        },
        decides={**life.DECIDES, NoMoreBets: close_bets, Shake: shake, Irregularity: noted},
        steps={**life.STEPS, "place_dice": place_dice, "close": close_down},
        irregularities=tuple(irregularity.all),
        refuses=refuses,
        events=(PointSet, PointOver),
        own={POINT: int},
    ),
    manner=Manner(in_words=in_words),
)

CLAUSES = frozenset(map(rule.id, TEXT))


def terms() -> Terms:
    return Terms(GAME, Submission())
