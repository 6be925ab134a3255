"""The meters of a house: opened with the first table that is linked to them, and adjusted by two people."""

from collections.abc import Mapping

from nomorebets.errors import BadInput, Unknown
from nomorebets.service.problems import NotAllowed
from nomorebets.service.running import posted_in
from nomorebets.store.deeds import MeterAdjusted, MeterLinked, MeterOpened, record
from nomorebets.store.rows import HOUSE, GameTable, Meter, MeterLink
from nomorebets.store.unit import Unit
from nomorebets.table.game import Terms
from nomorebets.table.ledger import METER, meter

Links = Mapping[str, str]  # account of a table -> name of a meter


def initial(posted: Terms) -> dict[str, int]:
    """What the accounts of a table's meters hold at first, as its text says."""
    amounts = posted.game.licence.meters(posted.submission)
    return {meter(wager, name): cents for wager in posted.metered for name, cents in amounts[wager].items()}


def check_links(unit: Unit, posted: Terms, links: Links) -> None:
    """Refuse links that would mix what does not belong together."""
    own = initial(posted)
    for account in links:
        if account not in own:
            has = f"it has {', '.join(sorted(own))}" if own else "it has none"
            raise BadInput(f"the table has no meter {account!r} that could be linked; {has}")
    if apart := sorted(one for one in own if _wager(one) in map(_wager, links) and one not in links):
        raise BadInput(f"the meters of a wager are linked together; {', '.join(apart)} is missing")
    if len({*links.values()}) < len(links):
        raise BadInput("each meter of a table is linked to a meter of its own; two of them have the same")
    tables = {row.id: row for row in unit.tables.all()}
    for link in unit.meters.links():
        for account, name in links.items():
            known = unit.meters.named(name)
            if known and link.meter_id == known.id:
                _check_alike(posted, account, name, tables[link.table_id], link.account)


def _check_alike(posted: Terms, account: str, name: str, row: GameTable, other: str) -> None:
    """Tables share a meter if they play the same game on the same pay table, and the same meter of it."""
    if row.game != posted.game.key or account != other:
        raise BadInput(f"meter {name!r} is {other} of {row.game}; it cannot be {account} of {posted.game.key}")
    if _decides(posted, account) != _decides(posted_in(row), account):
        raise BadInput(f"meter {name!r} is linked to tables with another pay table for {_wager(account)}")


def _wager(account: str) -> str:
    return account.removeprefix(METER).partition(":")[0]


def _decides(posted: Terms, account: str) -> dict[str, object]:
    """The rows of the pay table by which wagers are paid off a meter."""
    return {row: pay for one in posted.tables if one.wager == _wager(account) for row, pay in one.pays.items()}


def link(unit: Unit, row: GameTable, posted: Terms, links: Links, by: str, now_ms: int) -> None:
    """Link a new table to meters; one that does not exist yet is opened with what the text says for a new one."""
    for account, name in links.items():
        found = unit.meters.named(name) or _opened(unit, name, initial(posted)[account], by, now_ms)
        unit.meters.link(MeterLink(row.id, account, found.id))
        record(unit, MeterLinked(name, row.key, account, by), by, now_ms)


def _opened(unit: Unit, name: str, cents: int, by: str, now_ms: int) -> Meter:
    """A meter begins with nothing; what the house places on it is its first movement, and a deed."""
    version = record(unit, MeterOpened(name, cents), by, now_ms)
    return unit.meters.move(unit.meters.add(name, 0), cents, HOUSE, version)


def adjusted(unit: Unit, name: str, to_cents: int, asked_by: str, approved_by: str, reason: str, at_ms: int) -> Meter:
    """A meter as two people have set it: one asks, another approves."""
    if asked_by == approved_by:
        raise BadInput(f"a meter is adjusted by two people; {asked_by} cannot approve what they have asked for")
    if to_cents < 0:
        raise BadInput(f"a meter cannot hold {to_cents} cents")
    found = unit.meters.named(name)
    if found is None:
        raise Unknown(f"there is no meter {name!r}")
    tables = {link.table_id for link in unit.meters.links() if link.meter_id == found.id}
    unit.tables.locked([HOUSE, *tables])  # heads before meters
    for who in (asked_by, approved_by):
        if tables & _sits_at(unit, who):
            raise NotAllowed(f"{who} sits at a table that shares meter {name!r}, and does nothing there but play")
    before = unit.meters.locked([found.id])[found.id]
    deed = MeterAdjusted(name, before.cents, to_cents, asked_by, reason)
    return unit.meters.move(before, to_cents - before.cents, HOUSE, record(unit, deed, approved_by, at_ms))


def _sits_at(unit: Unit, who: str) -> set[int]:
    account = unit.accounts.called(who)
    return {stay.table_id for stay in unit.wallets.stays(account.id)} if account else set()
