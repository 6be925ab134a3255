"""Why a round was settled so: the clauses that decided it, in our words, and the rulings on their doubts."""

from collections.abc import Iterator

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.rounds.settlement import Played
from nomorebets.rulebook.clauses import Ruling, text
from nomorebets.rulebook.clauses import rulings as all_rulings


def cited(played: Played) -> tuple[str, ...]:
    """The clauses by which wagers ended, each once, in the order of settlement; why a round is void comes first."""
    report = played.report
    ids = [report.void["clause"]] if report.void else []
    return tuple(dict.fromkeys(one.partition(":")[2] for one in (*ids, *(row.clause for row in report.settled))))


def clauses(played: Played) -> Markup:
    known = {clause.id: clause.gist for clause in text(played.terms.game.key).clause}
    found = ((tag("dt", clause), tag("dd", known[clause])) for clause in cited(played) if clause in known)
    return tag("dl", found)


def rulings(played: Played) -> Inner:
    """The readings of these clauses that change money, and which of two is in force where the licensee may choose."""
    apply = [one for one in all_rulings(played.terms.game.key) if one.money and {*one.clauses} & {*cited(played)}]
    if not apply:
        return ""
    title = tag("h2", "Readings of the text that apply")
    return tag("section", title, tag("dl", ([*_ruling(played, one)] for one in apply)))


def _ruling(played: Played, one: Ruling) -> Iterator[Markup]:
    submission = played.terms.submission
    chosen = f" Here: {one.switch} = {getattr(submission, one.switch)}." if one.switch else ""
    yield tag("dt", f"{one.id}: {one.title}")
    yield tag("dd", f"{one.question} ", tag("span", one.reading + chosen, class_="reading"))
