"""Wallets: chips come out of them when their owner sits down at a table, and go back when the owner leaves it.

Both happen in the unit of the entry that seats the player or lets them go.  Between the two is a stay: what the player
has at the table is what was brought, and what the table's ledger says was won or lost since.
"""

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput, IllegalAction, Unknown
from nomorebets.rulebook.money import dollars
from nomorebets.service.problems import NotNow
from nomorebets.store.rows import HOUSE, Stay, Wallet
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Action
from nomorebets.table.entries import Entry
from nomorebets.table.events import PlayerLeft, PlayerSat
from nomorebets.table.ledger import player
from nomorebets.table.state import State


class PlayMoney(Struct, frozen=True):
    """What the house gives, in cents: at first, and again to whoever has less than the least."""

    given: int = 1_000_00
    least: int = 10_00


PLAY_MONEY = PlayMoney()
GIVEN, REFILLED, BROUGHT, BACK, COVERED = "given", "refilled", "brought", "back", "covered"  # why a wallet moved
OF_THE_HOUSE = (GIVEN, REFILLED, COVERED)  # what was not there before


def opened(unit: Unit, account: int, money: PlayMoney = PLAY_MONEY) -> Wallet:
    """A wallet with what the house gives at first."""
    return unit.wallets.move(unit.wallets.open(account), money.given, HOUSE, 0, GIVEN)


def refilled(unit: Unit, account: int, money: PlayMoney = PLAY_MONEY) -> Wallet:
    """A wallet that was nearly empty, filled up to what the house gives at first."""
    wallet = unit.wallets.locked([account])[account]
    if unit.wallets.stays(account):
        raise NotNow("there are chips at a table; a wallet is filled up when none are out")
    if wallet.cents >= money.least:
        raise NotNow(f"there is {dollars(wallet.cents)} in it; a wallet is filled up below {dollars(money.least)}")
    return unit.wallets.move(wallet, money.given - wallet.cents, HOUSE, 0, REFILLED)


# --- At tables --------------------------------------------------------------------------------------------------------


def brought(unit: Unit, account: int, table: int, version: int, cents: int, balance: int) -> Wallet:
    """Somebody sits down with chips; the balance is theirs in the table's ledger, before the entry of that version."""
    if cents < 0:
        raise BadInput("how many chips are brought to the table has to be said")
    wallet = unit.wallets.locked([account])[account]
    if wallet.cents < cents:
        raise NotNow(f"{dollars(cents)} cannot be brought to the table; there is {dollars(wallet.cents)} in the wallet")
    stay = unit.wallets.stay(account, table) or Stay(account, table, 0, balance)
    unit.wallets.keep_stay(replace(stay, brought=stay.brought + cents))
    return unit.wallets.move(wallet, -cents, table, version, BROUGHT)


def back(unit: Unit, account: int, table: int, version: int, balance: int) -> Wallet:
    """Somebody has left the last seat at a table, and takes along what is there; the balance is that of the ledger now.

    A bank may lose more than its player brought.  What a wallet cannot pay of that the house covers, and says so.
    """
    stay = unit.wallets.stay(account, table)
    if stay is None:
        raise Unknown(f"account {account} has no stay at table {table}")
    wallet = unit.wallets.locked([account])[account]
    there = stay.brought + balance - stay.ledger_before
    if wallet.cents + there < 0:
        wallet = unit.wallets.move(wallet, -there - wallet.cents, HOUSE, 0, COVERED)
    unit.wallets.end_stay(stay)
    return unit.wallets.move(wallet, there, table, version, BACK)


def moved(unit: Unit, table: int, before: State, after: State, entry: Entry) -> None:
    """What an entry means for wallets: in its unit, with the states before and after it."""
    for event in entry.events:
        if isinstance(event, PlayerSat):
            balance = before.ledger.get(player(event.player), 0)
            brought(unit, _account(unit, event.player), table, entry.version, event.chips, balance)
    left = {before.seats[event.seat].player for event in entry.events if isinstance(event, PlayerLeft)}
    for name in sorted(left):
        if not after.first_seat(name):
            back(unit, _account(unit, name), table, entry.version, after.ledger.get(player(name), 0))


def _account(unit: Unit, pseudonym: str) -> int:
    account = unit.accounts.called(pseudonym)
    if account is None:
        raise Unknown(f"there is no account of {pseudonym}")
    return account.id


def chips_of(state: State, name: str) -> int | None:
    """The chips that a player has in front of them, not counting those that are bet; none, if there are no limits."""
    own = [seat for seat in state.seats.values() if seat.player == name]
    if not own or any(seat.brought < 0 for seat in own):
        return None
    since = state.ledger.get(player(name), 0) - state.seats[state.first_seat(name)].before
    return sum(seat.brought for seat in own) + since


def check_chips(before: State, after: State, action: Action, name: str) -> None:
    """Refuse what a player does with chips that they have not got, before it is recorded."""
    had, has = chips_of(before, name), chips_of(after, name)
    if had is not None and has is not None and has < min(had, 0):
        raise IllegalAction(
            f"that takes {dollars(had - has)}; {name} has {dollars(max(had, 0))} in chips at this table", "", action
        )
