"""Witnesses get every checkpoint, and never keep anybody waiting."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from nomorebets.errors import BadInput
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.verify import verified
from nomorebets.store.witness import Witness, kept_in
from tests.unit.store.house import House


def test_a_file_of_checkpoints_is_what_an_export_is_held_against(tmp_path: Path) -> None:
    house = House(SqliteStore(), tmp_path, ("pokette",))
    witness = Witness(str(tmp_path / "witness.txt"))
    notes = []
    for _ in range(3):
        house.play()
        notes.append(house.sign())
        witness.tell(notes[-1])
    witness.close()
    assert kept_in(tmp_path / "witness.txt") == notes
    assert verified(house.export(), kept=notes).kept == 3


def test_a_note_that_was_kept_by_itself_is_read_the_same_way(tmp_path: Path) -> None:
    note = House(SqliteStore(), tmp_path, ()).sign()
    (tmp_path / "note.txt").write_text(note, "utf-8")
    assert kept_in(tmp_path / "note.txt") == [note]


@contextmanager
def listening(status: int) -> Iterator[tuple[str, list[str]]]:
    """An address that takes notes, and what it has got."""
    got: list[str] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_is_posted_to() -> None:
    with listening(204) as (address, got):
        witness = Witness(address)
        witness.tell("one\n")
        witness.tell("two\n")
        witness.close()
    assert got == ["one\n", "two\n"]


def test_one_that_fails_is_told_of_and_the_next_is_tried() -> None:
    failed: list[str] = []
    with listening(503) as (address, got):
        witness = Witness(address, failed.append)
        witness.tell("one\n")
        witness.tell("two\n")
        witness.close()
    assert got == ["one\n", "two\n"]
    assert len(failed) == 2
    assert "503" in failed[0]


def test_what_is_no_witness_is_said() -> None:
    with pytest.raises(BadInput, match="is no witness"):
        Witness("ftp://somewhere")
