"""A round file as people type it, put as it is read here: names of games, seats and wagers, amounts with a $."""

import re
from collections.abc import Mapping
from typing import Any

from nomorebets.errors import BadInput
from nomorebets.games.registry import named

NAMES = ("do", "kind", "wager")  # keys whose values are names as well
AS_THEY_ARE = ("submission", "why", "player", "events")
ROWS = (*NAMES, "packs", "actions", "spins", "wagers")  # lists that are no hands
DOLLARS = re.compile(r"(-?)\$ ?(\d[\d,]*)(?:\.(\d\d))?")
SEAT = re.compile(r"(?:seat|player|position|spot)?[ _#]*(\d+)", re.IGNORECASE)


def as_read(script: Mapping[str, Any]) -> dict[str, Any]:
    """
    >>> as_read({"Game": "High Card Flush", "Seats": {"Seat 3": {"Ante": "$10", "Flush Bonus": 500}}})
    {'game': 'high-card-flush', 'seats': {'3': {'ante': 1000, 'flush_bonus': 500}}}
    >>> as_read({"game": "hcf", "actions": [{"seat": "3", "do": "House way"}], "why": "Seat 3: $10"})
    {'game': 'high-card-flush', 'actions': [{'seat': 3, 'do': 'house_way'}], 'why': 'Seat 3: $10'}
    """
    read = {key: value if key in AS_THEY_ARE else _value(key, value) for key, value in _keyed(script).items()}
    return read | ({"game": named(read["game"])} if "game" in read else {})


def _value(key: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {one: below if one in AS_THEY_ARE else _value(one, below) for one, below in _keyed(value).items()}
    if key in ("seat", "bank", "co_bank") and isinstance(value, str) and (seat := SEAT.fullmatch(value)):
        return int(seat[1])
    if isinstance(value, str):
        amount = _amount(value)
        return name(value) if key in NAMES and amount == value else amount
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return [name(one) for one in value] if key == "irregularities" else value if key in ROWS else _listed(value)
    return [_value(key, one) for one in value] if isinstance(value, list) else value


def _listed(values: list[str]) -> Any:
    """Amounts that were laid one after the other, or a hand card by card."""
    read = [_amount(one) for one in values]
    return read if all(isinstance(one, int) for one in read) else " ".join(values)


def _keyed(table: Mapping[Any, Any]) -> dict[str, Any]:
    """Keys as names; no two may come to the same."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        one = _key(key) if isinstance(key, str) else key
        if one in found:
            raise BadInput(f"the key {one!r} stands there twice, also as {key!r}")
        found[one] = value
    return found


def _key(key: str) -> str:
    seat = SEAT.fullmatch(key)
    wager, colon, on = key.partition(":")
    return seat[1] if seat and seat[1] == str(int(seat[1])) else name(wager) + colon + on


def name(words: str) -> str:
    """
    >>> name("Flush Bonus"), name("house-way"), name("876")
    ('flush_bonus', 'house_way', '876')
    """
    return re.sub(r"[\s_‐-―-]+", "_", words.strip().casefold())


def _amount(value: str) -> int | str:
    """
    >>> _amount("$1,250"), _amount("-$0.75"), _amount("As Kd")
    (125000, -75, 'As Kd')
    """
    found = DOLLARS.fullmatch(value.strip())
    if not found:
        return value
    cents = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -cents if found[1] else cents
