"""Double entry in whole cents: every amount that enters one account leaves another, so the sum is always zero.

Accounts: `player:<name>`, `layout` (chips in the betting areas), `inventory` (the table inventory container),
`meter:<wager>:<meter>`, `centre` (of the table, through which a player's bank is settled), `dealers_wager` (against a
bank), `commission` (vigorish), `house` (what the house put into a meter) and `link` (what other tables have put on a
meter that they share with this one, less what was won of it there).  A player's account starts at nothing: it holds
what has been won or lost since.
"""

from collections.abc import Iterable, Mapping

LAYOUT = "layout"
INVENTORY = "inventory"
HOUSE = "house"
CENTRE = "centre"
DEALERS_WAGER = "dealers_wager"
COMMISSION = "commission"
LINK = "link"
METER = "meter:"
OF_THE_HOUSE = (INVENTORY, COMMISSION, HOUSE)

Ledger = dict[str, int]
Transfer = tuple[str, str, int]  # from, to, cents


def player(name: str) -> str:
    return f"player:{name}"


def meter(wager: str, name: str) -> str:
    return f"{METER}{wager}:{name}"


def post(ledger: Mapping[str, int], transfers: Iterable[Transfer]) -> Ledger:
    after = dict(ledger)
    for origin, to, amount in transfers:
        if amount:
            after[origin] = after.get(origin, 0) - amount
            after[to] = after.get(to, 0) + amount
    return after
