"""Auditors, witnesses and backups, over HTTP: what they get can be checked, and that they got it is in the log."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from nomorebets.client import Desk, House, Refused
from nomorebets.service.policy import Policy
from nomorebets.store.deeds import BackedUp, Disclosed, Exported
from nomorebets.store.notes import COSIGNATURE, checkpoint, cosigned, signers, verifier, verifier_of
from nomorebets.store.replaying import replayed
from nomorebets.store.verify import verified
from nomorebets.table.actions import Bet, Leave
from tests.unit.service.playing import play_round, sit, watched
from tests.unit.service.serving import Served, serving

WITNESS = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KNOWN = verifier_of("witness.example", WITNESS, COSIGNATURE)
QUICK = Policy(pause_seconds=0, betting_seconds=60, deciding_seconds=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder, "--witness-key", str(KNOWN)) as one:
        yield one


@pytest.fixture(scope="module")
def auditor(served: Served) -> Desk:
    return served.staff("auditor", "auditor")


@pytest.fixture(scope="module")
def table(served: Served) -> str:
    """A table at which a round was played."""
    table, guest = served.staff("opening-floor", "floor").open_table("high-card-flush", policy=QUICK), served.guest()
    sit(guest, table, 1)
    play_round(guest, table)
    guest.act(table, Leave(1))
    return table


def last_deed(served: Served) -> object:
    return [*served.administrator.deeds()][-1].action


# --- Exports ----------------------------------------------------------------------------------------------------------


def test_an_export_is_proved_without_the_house_and_is_a_deed(served: Served, auditor: Desk, table: str) -> None:
    made = auditor.export()
    lines = auditor.exported(made.id).splitlines(keepends=True)
    assert sum(map(len, lines)) == made.bytes
    assert verified(lines).leaves == made.size
    assert any(one.table == table and one.rounds == 1 for one in replayed(lines))
    assert last_deed(served) == Exported(made.size, auditor.me().player)


@pytest.mark.parametrize("name", ["nothing", "..", "%2e%2e%2fhouse"])
def test_an_export_that_there_is_not_is_not_found(auditor: Desk, name: str) -> None:
    with pytest.raises(Refused) as refused:
        auditor.exported(name)
    assert refused.value.status == 404


# --- What lay face down -----------------------------------------------------------------------------------------------


def dealt(house: House, table: str, kind: str) -> int:
    """The last entry in which something of a kind was done."""
    return max(int(one["version"]) for one in house.entries(table) if one["action"]["type"] == kind)


def test_what_a_shown_seed_opens_is_opened_to_an_auditor_and_each_is_a_deed(
    served: Served, auditor: Desk, table: str
) -> None:
    version = dealt(auditor, table, "Deal")
    found = auditor.openings(table, version, "case 7")
    assert found
    assert all(one.version == version for one in found)
    told = [one.action for one in served.administrator.deeds()][-len(found) :]
    assert told == [Disclosed(table, version, one.field, auditor.me().player, "case 7") for one in found]


def test_before_that_a_player_opens_what_is_their_own_and_an_auditor_nothing(served: Served, auditor: Desk) -> None:
    table = served.staff("another-floor", "floor").open_table("high-card-flush", policy=QUICK)
    ann, bob = (served.desk(served.guest().token) for _ in range(2))
    for seat, one in enumerate((ann, bob), 1):
        sit(one, table, seat)
    for seat, one in enumerate((ann, bob), 1):
        for seen in watched(one, table):
            if any(isinstance(offer.action, Bet) for offer in seen.offers):
                one.act(table, Bet(seat, "ante", 1000))
                break
    for seat, one in enumerate((ann, bob), 1):
        one.ready(table, seat)
    next(seen for seen in watched(ann, table) if seen.view.phase == "deciding")
    version = dealt(ann, table, "Deal")
    own, others = ({one.field: one.value for one in who.openings(table, version)} for who in (ann, bob))
    assert own
    assert others
    assert own.keys().isdisjoint(others)
    with pytest.raises(Refused, match="its seed has not been shown") as refused:
        auditor.openings(table, version)
    assert refused.value.status == 409
    with pytest.raises(Refused, match="its seed has not been shown"):
        ann.openings(table, dealt(ann, table, "Shuffle"))
    with pytest.raises(Refused, match="has no entry"):
        ann.openings(table, 9999)
    assert auditor.openings(table, 1) == ()


# --- Witnesses --------------------------------------------------------------------------------------------------------


def test_a_witness_signs_under_our_checkpoint_and_everybody_sees_it(served: Served, table: str) -> None:
    assert table
    anyone = served.desk("")
    note = anyone.asked("GET", "/v1/log/checkpoint").decode()
    size = checkpoint(note).size
    stranger = Ed25519PrivateKey.generate()
    with pytest.raises(Refused) as refused:
        anyone.cosign(size, cosigned(note, "witness.example", stranger, 1))
    assert refused.value.status == 403
    with pytest.raises(Refused, match="is not over this note") as refused:
        anyone.cosign(size, cosigned(note.replace("nomorebets", "elsewhere", 1), "witness.example", WITNESS, 1))
    assert refused.value.status == 400
    with pytest.raises(Refused, match="there is no checkpoint of ours") as refused:
        anyone.cosign(10**6, cosigned(note, "witness.example", WITNESS, 1))
    assert refused.value.status == 409
    anyone.cosign(size, cosigned(note, "witness.example", WITNESS, 1))
    seen = anyone.asked("GET", "/v1/log/checkpoint").decode()
    if checkpoint(seen).size == size:
        house = verifier(anyone.ask("GET", "/v1/log/key", dict)["verifier"])
        assert signers(seen, [KNOWN, house]) == [house, KNOWN]


# --- Backups ----------------------------------------------------------------------------------------------------------


def test_a_backup_holds_everything_but_the_keys_and_is_a_deed(served: Served, folder: Path, table: str) -> None:
    made = served.administrator.back_up()
    assert last_deed(served) == BackedUp(made.size, made.digest)
    copy = sqlite3.connect(folder / "backups" / made.name)
    try:
        assert copy.execute("SELECT count(*) FROM leaf").fetchone() == (made.size,)
        assert copy.execute("SELECT count(*) FROM game_table WHERE key = ?", (table,)).fetchone() == (1,)
        assert copy.execute("SELECT count(*) FROM snapshot").fetchone() == (0,)
    finally:
        copy.close()
    assert [one.name for one in (folder / "backups").iterdir()] == [made.name]
