"""A house under load: several tables, two of which share a meter, and players who go on whatever happens."""

import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nomorebets.client import House, Refused
from nomorebets.games.registry import house_terms
from nomorebets.service.house import house_of, opened
from nomorebets.service.http.tables import Acted
from nomorebets.service.meters import Links
from nomorebets.service.people.accounts import add
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.people.wallets import PlayMoney
from nomorebets.service.policy import Policy
from nomorebets.service.writer import system_clock
from nomorebets.table.ledger import meter
from tests.faults.players import LOST, SIDE, Asked, Player, Where

RICH = PlayMoney(100_000_000)  # nobody stops because they have lost
QUICK = Policy(pause_seconds=0, betting_seconds=0.3, deciding_seconds=0.3, buy_in=RICH.given)
LINKED = "high-card-flush"
LINKS: Links = {meter(SIDE, "main"): "jackpot", meter(SIDE, "secondary"): "reserve"}
GAMES = (LINKED, LINKED, "packs-poker", "pai-gow-poker")
AGAIN = 100  # acknowledged requests of each player that are asked again at the end
PATIENCE_S = 120  # for something that has to happen at some time


def founded(
    data: Path, database: str, seed: int, seats: int = 2, policy: Policy = QUICK, games: Sequence[str] = GAMES
) -> tuple[Where, list[Player]]:
    """A house with tables and players who have accounts."""
    store, keys = house_of(data, database, system_clock())
    where, players = Where(), []
    with store.unit() as unit:
        for number, game in enumerate(games):
            document: dict[str, object] = {SIDE: "A"} if game == LINKED else house_terms(game).document
            links = LINKS if game == LINKED else {}
            table = opened(unit, keys, game, document, policy, "tests", system_clock(), links)
            for seat in range(1, seats + 1):
                handle = f"p{number}{seat}"
                roles = [Given(HouseRole.PLAYER)]
                account = add(unit, handle, roles, "tests", system_clock(), os.urandom, money=RICH)
                session = open_session(unit, account.id, Kind.BEARER, system_clock(), os.urandom)
                luck = random.Random(f"{seed} {number} {seat}")
                players.append(
                    Player(seats * number + seat, session.token, account.pseudonym, table.key, seat, where, luck)
                )
    store.close()
    return where, players


@contextmanager
def playing(players: Sequence[Player]) -> Iterator[None]:
    """While this lasts, all of them play."""
    until = threading.Event()
    threads = [threading.Thread(target=one.play, args=(until,), daemon=True) for one in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        until.set()
        for thread in threads:
            thread.join(PATIENCE_S)


def more_acknowledged(players: Sequence[Player], count: int = 1) -> None:
    """Wait until each table has acknowledged so many actions more: its round goes on."""
    tables = {one.table for one in players}
    before = {table: _acknowledged(players, table) for table in tables}
    until = time.monotonic() + PATIENCE_S
    while behind := [table for table in tables if _acknowledged(players, table) < before[table] + count]:
        wrong = [error for one in players for error in one.wrong]
        if wrong:
            raise AssertionError("a player was told what nobody is told") from wrong[0]
        assert time.monotonic() < until, f"nothing goes on at {behind}"
        time.sleep(0.02)


def _acknowledged(players: Sequence[Player], table: str) -> int:
    return sum(len(one.told) for one in players if one.table == table)


def asked_again(where: Where, players: Sequence[Player]) -> int:
    """What was acknowledged is answered alike; what was never answered is asked for again, and happens once or not."""
    count = 0
    for player in players:
        with House(where.url, player.token) as house:
            for told in player.luck.sample(player.told, min(AGAIN, len(player.told))):
                done = _again(house, told.asked)
                assert done is not None, f"{told.asked.key} was acknowledged, and is refused now"
                assert (done.first, done.last) == (told.first, told.last), told.asked.key
            while player.unknown:
                count += 1
                _settled(house, player)
    return count


def _settled(house: House, player: Player) -> None:
    asked, sent = player.unknown.pop()
    for _ in range(PATIENCE_S):
        try:
            player.ask(house, asked, sent)
        except (Refused, *LOST):
            if not player.unknown or player.unknown[-1][0] is not asked:
                return
            player.unknown.pop()
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{asked.key} is never answered")


def _again(house: House, asked: Asked) -> Acted | None:
    try:
        return house.ask("POST", f"/v1/tables/{asked.table}/actions", Acted, asked.body, asked.key)
    except Refused:
        return None
