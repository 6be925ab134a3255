"""The service from outside, as clients use it: over HTTP and sockets, in a process of its own."""

import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nomorebets.client import House, Refused
from nomorebets.games.registry import KEYS
from nomorebets.service.policy import Policy
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import Bet, Decision, Leave, Sit
from tests.unit.service.playing import play_round, sit, watched
from tests.unit.service.serving import Served, serving

QUICK = Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1)


def test_it_starts_with_a_table_of_every_game_and_an_administrator_who_plays_nowhere(served: Served) -> None:
    rows = served.administrator.tables()
    assert tuple(row.game for row in rows) == KEYS
    assert served.administrator.me().roles == ("administrator",)
    with pytest.raises(Refused) as refused:
        served.administrator.act(rows[0].id, Sit(1))
    assert refused.value.status == 403


def test_a_guest_sits_down_with_play_money_and_takes_it_along(served: Served) -> None:
    guest = served.guest()
    table = guest.tables("pokette")[0].id
    assert guest.me().balance == 100_000
    guest.act(table, Sit(1, chips=40_000))
    assert (guest.me().balance, guest.me().at_tables) == (60_000, {table: 40_000})
    guest.act(table, Leave(1))
    assert (guest.me().balance, guest.me().at_tables) == (100_000, {})


def test_a_second_try_is_answered_alike_and_another_request_under_its_key_is_refused(served: Served) -> None:
    guest = served.guest()
    table = guest.tables("pokette")[0].id
    first = sit(guest, table, 2, key="once")
    again = guest.act(table, Sit(2), key="once")
    assert (first.first, first.last) == (again.first, again.last)
    with pytest.raises(Refused) as refused:
        guest.act(table, Sit(3), key="once")
    assert refused.value.status == 422
    guest.act(table, Leave(2))


def test_what_is_not_on_offer_is_refused_with_the_clause_and_own_offers_alone(served: Served) -> None:
    guest = served.guest()
    table = guest.tables("high-card-flush")[0].id
    with pytest.raises(Refused) as refused:
        guest.act(table, Decision(1, "raise", 1000))
    assert refused.value.status == 409
    assert refused.value.clause
    assert refused.value.told.offers


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """A player in the midst of a round finds the same cards after the process was killed."""
    with serving(tmp_path) as served:
        guest = served.guest()
        table = guest.tables("high-card-flush")[0].id
        sit(guest, table, 1)
        seen = _until(guest, table, "betting")
        guest.act(table, Bet(1, "ante", 1000), seen.round)
        guest.ready(table, 1)
        cards = _until(guest, table, "deciding").view.cards("seat 1")
        served.process.kill()
        served.process.wait()
    with serving(tmp_path) as again:
        guest = again.house(guest.token)
        seen = guest.table(table)
        assert seen.view.cards("seat 1") == cards
        guest.act(table, Decision(1, "fold"), seen.round)
        assert again.ended() == 0
    with serving(tmp_path) as last:
        assert last.ended() == 0


def _until(house: House, table: str, phase: str) -> TableView:
    for seen in watched(house, table):
        if seen.view.phase == phase:
            return seen
    raise AssertionError("the socket was closed")


@pytest.mark.parametrize("game", KEYS)
def test_a_round_of_every_game_is_played_over_a_socket_and_read_again(served: Served, game: str) -> None:
    guest = served.guest()
    table = guest.tables(game)[0].id
    sit(guest, table, 1)
    number = play_round(guest, table)
    told = guest.round(table, number)
    kinds = {bytes(step.entry) for step in told.steps}
    assert told.watcher.startswith("player:guest-")
    assert len(kinds) == len(told.steps) > 5
    assert [one.round for one in guest.rounds(table=table, player=guest.me().player)] == [number]
    guest.act(table, Leave(1))


def _first_packet(served: Served, method: str, path: str) -> tuple[dict[str, str], bytes]:
    """The headers of an answer, and what came together with them."""
    where = urlsplit(served.url)
    with socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=20) as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        head, _, body = connection.recv(1 << 16).partition(b"\r\n\r\n")
    lines = [line.partition(": ")[::2] for line in head.decode().split("\r\n")[1:]]
    return dict(lines), body


def test_an_answer_comes_in_one_packet(served: Served) -> None:
    headers, body = _first_packet(served, "GET", "/healthz")
    assert json.loads(body)["status"] == "ok"
    assert int(headers["content-length"]) == len(body)


def test_an_answer_without_a_body_waits_for_none(served: Served) -> None:
    headers, body = _first_packet(served, "HEAD", "/")
    assert headers["content-type"].startswith("text/html")
    assert not body
