"""Rounds from whatever a table's log was written as: its own file, a house's export, or the case of one round."""

from collections.abc import Iterable

import msgspec

from nomorebets.errors import BadInput
from nomorebets.games.registry import game, terms
from nomorebets.rounds.logs import alone, is_plain_log, logged_rounds, rounds_in
from nomorebets.rounds.settlement import Played
from nomorebets.table.actions import Open
from nomorebets.table.entries import Entry

EXPORT, CASE = '{"format":', '{"case":'


def is_log(text: str) -> bool:
    return is_plain_log(text) or text.lstrip().startswith((EXPORT, CASE))


def rounds_of(text: str) -> list[Played]:
    """The rounds that are over; of an export table by table, and of a case its one round."""
    if is_plain_log(text):
        return logged_rounds(text)
    try:
        return _kept_rounds([line.encode() for line in text.splitlines() if line.strip()])
    except (msgspec.DecodeError, LookupError, TypeError) as error:
        raise BadInput(f"this is no log of a house: {' '.join(str(error).split())[:200]}") from None


def _kept_rounds(lines: list[bytes]) -> list[Played]:
    from nomorebets.store.case import About

    about = msgspec.json.decode(lines[0], type=About) if lines[0].startswith(CASE.encode()) else None
    found: list[Played] = []
    for history in _histories(lines).values():
        first = history[0].action
        if not isinstance(first, Open):
            raise BadInput(f"table {history[0].table} does not begin with its rules")
        posted = terms(first.game, dict(first.submission))
        if about:
            found.append(alone(posted, [one for one in history if about.first <= one.version <= about.last]))
        else:
            found += rounds_in(history, posted)
    return found


def _histories(lines: Iterable[bytes]) -> dict[str, list[Entry]]:
    """The entries of each table, with whatever is open of them filled in."""
    from nomorebets.store.bundle import Opened
    from nomorebets.store.deeds import NAME as HOUSE
    from nomorebets.store.hidden import Value, opened
    from nomorebets.store.record import Body, body_of, shown_in

    bodies: dict[str, list[Body]] = {}
    values: dict[tuple[str, int], dict[str, Value]] = {}
    for line in lines:
        if line.startswith(b'{"leaf"'):
            written: str = msgspec.json.decode(line)["entry"]
            if msgspec.json.decode(written)["table"] != HOUSE:
                body = body_of(written.encode())
                bodies.setdefault(body.table, []).append(body)
        elif line.startswith(b'{"opening"'):
            one = msgspec.json.decode(line, type=Opened).opening
            values.setdefault((one.table, one.version), {})[one.field] = one.value
    histories = {}
    for table, history in bodies.items():
        first = history[0].action
        play = game(first.game).play if isinstance(first, Open) else None
        events, own = (play.events, play.own) if play else ((), {})
        known = ((body, values.get((table, body.version), {})) for body in history)
        histories[table] = [opened(shown_in(body, events, own), open_) for body, open_ in known]
    return histories
