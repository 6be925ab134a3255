"""What hangs at a table and does not change while it is open: a document for pages and other clients, beside views."""

from collections.abc import Iterator

from msgspec import Struct

from nomorebets.rulebook.clauses import rulings
from nomorebets.rulebook.rule import folder
from nomorebets.table.game import Terms


class PostedWager(Struct, frozen=True, omit_defaults=True):
    """A wager that may be placed before the deal, between which amounts and by which clause."""

    name: str
    least: int
    most: int
    clause: str
    required: bool = False
    beside: str = ""  # the wager that has to lie before it
    table: str = ""  # the pay table that decides it; none: even money
    series: str = ""  # one of several that differ in their number alone
    match_play: bool = False  # whether a coupon may lie beside the chips
    coupon: str = ""  # the clause by which a coupon may take the place of the chips
    cash: bool = False
    places: tuple[str, ...] = ()  # where on the layout it may be put, if the player selects that


class PostedTable(Struct, frozen=True):
    """A pay table row by row, in the words of the layout or sign."""

    title: str
    clause: str
    rows: dict[str, str]


class PostedRuling(Struct, frozen=True, omit_defaults=True):
    """A doubt in the text that was ruled on; where the licensee takes a side, the switch and what was chosen."""

    id: str
    title: str
    clauses: tuple[str, ...]
    switch: str = ""
    chosen: object = None


class Posted(Struct, frozen=True):
    """A game under a submission, as it is posted."""

    game: str
    name: str
    summary: str
    licensee: str
    positions: int
    positions_per_player: int
    piece: str  # what it is played with: a card or a tile
    pieces: tuple[str, ...]  # all of them by name, in the order of the set
    by_rank: bool  # whether hands are sorted for reading by rank, not by suit
    in_two: bool  # whether a hand is set in two
    wagers: tuple[PostedWager, ...]
    tables: dict[str, PostedTable]
    layout: tuple[tuple[str, ...], ...]  # the cards that wagers are placed on, row by row
    awaited: dict[str, str]  # steps that people want to wait for, and how one says so
    cites: dict[str, str]  # the clause that orders each step
    rulings: tuple[PostedRuling, ...]
    submission: dict[str, object]  # every choice and switch as it is in force

    @property
    def required(self) -> str:
        """The wager without which there is no other, if there is one."""
        return next((wager.name for wager in self.wagers if wager.required), "")

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """Between which amounts each wager may be placed."""
        return {wager.name: (wager.least, wager.most) for wager in self.wagers}


def posted(terms: Terms) -> Posted:
    """What is posted at a table under these terms."""
    game, submission = terms.game, terms.submission
    pieces = game.equipment.pieces
    tables = {table.wager: (wager, table) for wager, table in terms.posted.items() if table}
    return Posted(
        game=game.key,
        name=game.name,
        summary=game.text.summary,
        licensee=submission.licensee,
        positions=submission.positions,
        positions_per_player=submission.positions_per_player,
        piece=pieces.name,
        pieces=pieces.names,
        by_rank=game.manner.by_rank,
        in_two=game.play.in_two is not None,
        wagers=tuple(_wagers(terms)),
        tables={
            name: PostedTable(table.title, table.clause, terms.inscribed[wager])
            for name, (wager, table) in tables.items()
        },
        layout=tuple(map(pieces.named, game.equipment.layout)),
        awaited=dict(game.manner.awaited),
        cites=dict(terms.cites),
        rulings=tuple(_rulings(terms)),
        submission=terms.document,
    )


def _wagers(terms: Terms) -> Iterator[PostedWager]:
    places = terms.game.equipment.places(terms.submission)
    for wager, least, most, clause in terms.wagers:
        pay_table = terms.posted[wager.name]
        yield PostedWager(
            name=wager.name,
            least=least,
            most=most,
            clause=clause,
            required=wager.required,
            beside=terms.beside.get(wager.name, ""),
            table=pay_table.wager if pay_table else "",
            series=wager.series,
            match_play=wager.match_play and wager.name not in terms.progressive,
            coupon=wager.coupon,
            cash=wager.cash,
            places=places.get(wager.name, ()),
        )


def _rulings(terms: Terms) -> Iterator[PostedRuling]:
    """The rulings on the game's text; a game of no rulebook has none."""
    key = terms.game.key
    for ruling in rulings(key) if terms.game.text.rule.package == folder(key) else ():
        chosen = terms.document.get(ruling.switch) if ruling.switch else None
        yield PostedRuling(ruling.id, ruling.title, ruling.clauses, ruling.switch, chosen)
