"""Making the PAR sheet of a game under a submission."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from msgspec import json, to_builtins
from msgspec.structs import replace

from nomorebets import __version__
from nomorebets.figures.collusion import measure_sharing
from nomorebets.figures.wagers import wagered_on
from nomorebets.licence.check import concerned
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers, unseen
from nomorebets.odds import maths as lookup
from nomorebets.odds.solution import Solution
from nomorebets.odds.wagers import AS_RECKONED, Wagered, is_priced
from nomorebets.reports.par import whole_table
from nomorebets.reports.par.cross_check import cross_check
from nomorebets.reports.par.model import Entry, Fact, Identity, Mistake, Reading, Row, Shared, Sheet, spoken
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.money import Share, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.told import clauses_of, told
from nomorebets.table.game import Terms
from nomorebets.table.submission import shown

NOBODY = Identity()


def sheet(
    filed: Filed,
    command: str,
    rounds: int,
    seed: int,
    workers: Workers,
    progress: Progress,
    identity: Identity = NOBODY,
) -> Sheet:
    """The PAR sheet of a game under its submission, with a cross-check of so many rounds."""
    terms = filed.terms
    key = terms.game.key
    solved = tuple(solutions(terms, workers, progress))
    entries = (*map(main_entry, solved), *side_entries(terms, workers, progress))
    card = lookup.strategy_card(key)(terms, workers, progress) if lookup.maths(key).strategy_card else None
    wrong = [Mistake(card.wager, way.say, way.ev, card.best - way.ev) for way in card.mistakes] if card else []
    unsolved = "" if lookup.maths(key).solver else f"The best play of {terms.game.name} is not computed yet."
    return Sheet(
        game=key,
        name=terms.game.name,
        summary=terms.game.text.summary,
        version=__version__,
        command=command,
        text=text(key).title,
        text_hash=text_hash(key),
        rules_hash=terms.hash,
        filed_as=filed.submission,
        submission_hash=hashlib.sha256(shown(to_builtins(terms.submission)).encode()).hexdigest(),
        fields=json.encode(terms.submission).decode(),
        identity=identity,
        equipment=tuple(equipment(terms)),
        submission=tuple(fields(terms)),
        limits=tuple(limits(terms)),
        rules=in_words(key),
        warnings=tuple(whole_table.warnings(entries)),
        awards=tuple(whole_table.awards(terms, entries)),
        positions=terms.submission.positions,
        combined=tuple(whole_table.combined(terms, entries)),
        shared=sharing(filed, entries, min(rounds, MOST_DEALS), seed, workers),
        tables=terms.tables,
        entries=entries,
        unsolved=unsolved,
        mistakes=(*chain.from_iterable(map(mistakes, solved)), *wrong),
        card=card,
        check=cross_check(terms, entries, rounds, seed, workers, progress),
        assumptions=tuple(assumptions(terms, entries)),
        readings=tuple(readings(terms)),
    )


def text_hash(key: str) -> str:
    """The hash of a text as it is pinned: every clause with the fingerprint of its words."""
    whole = hashlib.sha256()
    for clause in text(key).clause:
        whole.update(f"{clause.id}\0{clause.words}\0".encode())
    return whole.hexdigest()


DEVICES = {"none": "none", "automated": "automated shuffler", "counting": "automated shuffler that counts"}


def equipment(terms: Terms) -> Iterator[Fact]:
    submission, pieces = terms.submission, terms.game.equipment.pieces
    named = f"{len(pieces.names)} {pieces.name}s"
    count = submission.decks
    if submission.dealing == "wheel":
        yield Fact("Wheel", f"{len(pieces.names)} sections")
    else:
        yield Fact("Pieces", named if count == 1 else f"{named} in each of {count} sets, one of them in play")
    if submission.dealing and submission.dealing != "wheel":
        yield Fact("Dealing", spoken(submission.dealing), terms.game.licence.choices.get("dealing", ()))
        yield Fact("Shuffler", DEVICES[submission.device], terms.game.licence.choices.get("shuffler", ()))
    yield Fact("Positions", str(submission.positions), terms.game.licence.choices.get("positions", ()))


def fields(terms: Terms) -> Iterator[Fact]:
    """Every field of the submission as it holds here."""
    for name, clauses in terms.game.licence.choices.items():
        yield Fact(name, shown(getattr(terms.submission, name)), clauses)


def limits(terms: Terms) -> Iterator[Fact]:
    for wager, least, most, clause in terms.wagers:
        between = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
        yield Fact(spoken(wager.name), between, (clause,))


def solutions(terms: Terms, workers: Workers, progress: Progress) -> Iterator[Solution]:
    """The wagers that play decides; those of a pay table are counted by its rows."""
    key = terms.game.key
    if lookup.maths(key).solver and not all(terms.posted.values()):
        yield from lookup.solver(key).solutions(terms, workers, progress)


def main_entry(solution: Solution) -> Entry:
    return Entry(
        wager=solution.wager,
        title=f"{spoken(solution.wager)}, {solution.name}",
        clause="",
        stake=0,
        method=solution.method,
        readings=solution.readings,
        rows=tuple(Row(one, "") for one in solution.outcomes),
        decisions=solution.decisions,
        by_stake=solution.by_stake,
        main=True,
    )


def side_entries(terms: Terms, workers: Workers, progress: Progress) -> Iterator[Entry]:
    for table in terms.tables:
        if is_priced(table):
            for one in wagered_on(terms, table, None, workers, progress):
                entry = side_entry(one, table, terms)
                yield replace(entry, long_run=whole_table.long_run(terms, entry, table))


def side_entry(one: Wagered, table: PayTable, terms: Terms) -> Entry:
    of, submission = lookup.odds(terms.game.key), terms.submission
    pays = (of.whole(table) if of.whole else table).pays
    percents = {row: pay.rate for row, pay in table.pays.items() if isinstance(pay, Share)}
    played = f", {one.play}" if one.play else ""
    return Entry(
        wager=one.wager,
        title=f"{spoken(one.wager)}, {table.title}{played}",
        clause=one.clause,
        stake=one.stake,
        method="exact",
        readings={},
        rows=tuple(
            Row(row, one.pays.get(row.name, ""), percents.get(row.name, 0), pays.get(row.name)) for row in one.outcomes
        ),
        meter=one.meter,
        staked=one.by_stake,
        envied=one.envied,
        paid=of.paid(table, submission) if of.paid else AS_RECKONED,
        stake_kept=table.shares or submission.fixed_amount_stake == "kept",
        by_rows=rows_that_may_pay(of.by_rows(table, submission), one) if of.by_rows else {},
    )


def rows_that_may_pay(found: Mapping[tuple[str, ...], int], one: Wagered) -> dict[tuple[str, ...], int]:
    """Hands by the rows that may pay them, if for some there are several."""
    several = any(len(rows) > 1 for rows in found) and sum(found.values()) == one.measures.total
    return dict(found) if several else {}


def in_words(key: str) -> dict[str, tuple[Fact, ...]]:
    """The rules in the words of our clauses."""
    of = told(key)
    about = {"Rules of play": of.play, "Rank of hands": of.rankings, "What qualifies": of.qualifying}
    return {say: words_of(key, named) for say, named in about.items() if named}


def words_of(key: str, named: Iterable[str]) -> tuple[Fact, ...]:
    return tuple(Fact(one.hand, one.gist, (one.id,)) for one in clauses_of(key, named))


MOST_DEALS = 200_000


def sharing(filed: Filed, entries: tuple[Entry, ...], deals: int, seed: int, workers: Workers) -> Shared:
    """What all positions gain together if each knows the cards of all others."""
    terms = filed.terms
    key, seats = terms.game.key, terms.submission.positions
    forbidden = words_of(key, told(key).quiet)
    if not any(one.decisions for one in entries):
        return Shared(
            "Nothing is decided once hands are seen, so what players tell each other wins nothing.", forbidden
        )
    if not lookup.maths(key).collusion:
        return Shared(f"What shared hands are worth is not reckoned at {terms.game.name}.", forbidden)
    if not deals:
        return Shared("No simulation was asked for.", forbidden)
    found = measure_sharing(filed, seats, deals, seed, workers, unseen)
    said = (
        f"{seats} players who know each other's cards and play each deal for the most win {found.gain:.4%} of the main "
        f"wager more than each alone (standard error {found.se:.4%}): {found.ev:+.4%} instead of {found.alone:+.4%}, "
        f"over {found.deals:,} deals of seed {found.seed}."
    )
    return Shared(said, forbidden)


SHOWN_WAYS = 5


def mistakes(solution: Solution) -> Iterator[Mistake]:
    """The simple ways that cost least."""
    for way in solution.simple[:SHOWN_WAYS]:
        yield Mistake(solution.wager, way.say, way.ev, solution.measures.ev - way.ev)


def assumptions(terms: Terms, entries: tuple[Entry, ...]) -> Iterator[str]:
    """What the figures take for granted."""
    pieces = terms.game.equipment.pieces.name
    if terms.submission.dealing == "wheel":
        yield "Every section of the wheel is as likely as any other, and no spin depends on another."
    else:
        yield f"Every order of the {pieces}s is as likely as any other, and each round starts from all of them."
    yield "One position is reckoned by itself: nothing is known of the cards or tiles of other positions."
    yield (
        "Figures are per unit of the wager as it was first placed; the element of risk is per unit of all that was put "
        "up for it in the end. A hit is a round that pays more than was put up."
    )
    yield (
        "Hold is the house's part of the wagers first placed. Its bands are those of a normal distribution; they are "
        "fair from the number of rounds given beside them on, 25 times the square of the skewness and 30 at least."
    )
    if any(one.method != "exact" for one in entries):
        yield "Where the method is simulation, the counts are of simulated rounds and not of all that can be dealt."
    if any(one.meter for one in entries):
        yield "Progressive wagers are reckoned at a fixed meter, which one player alone wins."
    of_the_game = lookup.odds(terms.game.key).assumptions
    if of_the_game:
        yield from of_the_game(terms)


def readings(terms: Terms) -> Iterator[Reading]:
    for one in rulings(terms.game.key):
        value = shown(getattr(terms.submission, one.switch)) if one.switch else ""
        matters = one.money and concerned(one.switch, terms)
        yield Reading(one.id, one.title, one.question, one.reading, one.clauses, one.switch, value, matters)
