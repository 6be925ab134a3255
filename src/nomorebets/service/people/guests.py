"""Guests: an account for whoever comes, with play money and a name that nobody had before."""

from nomorebets.service.people.accounts import Draw, drawn
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.wallets import PLAY_MONEY, PlayMoney, opened
from nomorebets.store.deeds import NAME, AccountAdded, record
from nomorebets.store.rows import Account, RoleRow, Wallet
from nomorebets.store.unit import Unit


def welcome(unit: Unit, at_ms: int, draw: Draw, money: PlayMoney = PLAY_MONEY) -> tuple[Account, Wallet]:
    """One more guest, such as guest-12."""
    guest = drawn(unit, HouseRole.GUEST, Account(0, "", None, "", None, at_ms), draw)
    unit.accounts.give(guest.id, [RoleRow(guest.id, HouseRole.GUEST)])
    record(unit, AccountAdded(guest.pseudonym, (HouseRole.GUEST,)), NAME, at_ms)
    return guest, opened(unit, guest.id, money)
