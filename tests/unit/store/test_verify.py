"""An export proves itself: as it was signed it passes, and changed in any way it does not."""

from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.store import notes, verify
from nomorebets.store.bundle import Broken, Opened
from nomorebets.store.contents import Contents
from nomorebets.store.hidden import FIELD_LABEL, Where, packed
from nomorebets.store.rows import Cosignature
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.unit import Store
from nomorebets.store.verify import verified
from tests.unit.store.house import House

GAMES = ("high-card-flush", "pokette", "pai-gow")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    made = House(SqliteStore(), tmp_path_factory.mktemp("house"), GAMES)
    made.play(2)
    return made


@pytest.fixture(scope="module")
def lines(house: House) -> list[bytes]:
    return house.export()


def test_an_export_of_every_store_is_in_order(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, GAMES)
    house.play(2)
    found = verified(house.export())
    with store.reading() as unit:
        assert (
            found.leaves == unit.log.size == 1 + sum(table.kept for table in house.tables)
        )  # and the house was founded
    assert (found.tables, found.checkpoints, found.kept) == (4, 2, 0)
    assert found.seeds >= 4


def test_a_round_whose_seed_is_not_shown_yet_stays_hidden(tmp_path: Path) -> None:
    house = House(SqliteStore(), tmp_path, ("high-card-flush",))
    table = house.tables[0]
    table.keep(1)
    house.sign()
    lines = house.export()
    found = verified(lines)
    assert found.seeds == 0
    assert found.unopened > 0
    assert not any(b"opening" in line for line in lines)


def test_a_checkpoint_that_was_kept_outside_is_of_this_log(house: House, lines: list[bytes]) -> None:
    first, last = (msgspec.json.decode(line)["note"] for line in lines if line.startswith(b'{"note"'))
    assert verified(lines, kept=[first, last]).kept == 2


def test_a_house_that_goes_on_from_yesterday_is_found_out(house: House, lines: list[bytes], tmp_path: Path) -> None:
    """A copy plays on otherwise: both pass by themselves, and one of them not beside a checkpoint of the other."""
    copytree(house.keys.folder, tmp_path / "keys")
    other = House(SqliteStore(), tmp_path, GAMES)
    other.tables[0].session.leave(2)
    other.play(2)
    assert verified(other.export()).leaves
    with pytest.raises(Broken, match=r"that was kept outside is of another log|was kept outside; this log has only"):
        verified(other.export(), kept=[msgspec.json.decode(lines[0])["checkpoint"]])


def test_a_witness_who_signed_is_named(house: House) -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
    with house.store.unit() as unit:
        last = unit.log.checkpoint()
        assert last is not None
        unit.log.cosign(Cosignature(last.size, "auditor", notes.cosigned(last.note, "auditor", key, 5)))
    found = verified(house.export(), [notes.verifier_of("auditor", key, notes.COSIGNATURE)])
    assert found.witnesses == ("auditor",)


def signed_by_another(lines: list[bytes]) -> list[bytes]:
    """All of it signed anew with a key of the same name."""
    key = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
    made = []
    for line in lines:
        parts = msgspec.json.decode(line)
        for name in ("note", "checkpoint"):
            if name in parts:
                text, _ = notes.parted(parts[name])
                parts[name] = notes.signed(text, "nomorebets/log", key)
        made.append(msgspec.json.encode(parts) + b"\n")
    return made


def test_another_key_does_not_pass_for_the_house_s(lines: list[bytes]) -> None:
    with pytest.raises(Broken, match="not signed by the house"):
        verified(signed_by_another(lines))


HOW = ("flip", "drop", "double", "swap", "truncate", "sign", "roll back")


def signed_anew(lines: list[bytes], at: int, chance: Random) -> list[bytes]:
    """One checkpoint, or all of them, under another key of the same name, which may say to be the house's."""
    key = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
    everywhere, posing = chance.random() < 0.5, chance.random() < 0.5
    made = []
    for number, line in enumerate(lines):
        if not everywhere and number != at:
            made.append(line)
            continue
        parts = msgspec.json.decode(line)
        for name in {"note", "checkpoint"} & {*parts}:
            parts[name] = notes.signed(notes.parted(parts[name])[0], "nomorebets/log", key)
        if posing and "verifier" in parts:
            parts["verifier"] = str(notes.verifier_of("nomorebets/log", key))
        made.append(msgspec.json.encode(parts) + b"\n")
    return made


def rolled_back(lines: list[bytes], at: int) -> list[bytes]:
    """The log as it was at an earlier checkpoint, with a first line that fits."""
    signed = [number for number, line in enumerate(lines) if line.startswith(b'{"note"')]
    before = [number for number in signed if number <= at]
    if not before:
        return lines[:at]
    parts = msgspec.json.decode(lines[0])
    parts |= {"checkpoint": msgspec.json.decode(lines[before[-1]])["note"], "checkpoints": len(before)}
    return [msgspec.json.encode(parts) + b"\n", *lines[1 : before[-1] + 1]]


def changed_somehow(lines: list[bytes], seed: int) -> list[bytes]:
    """An export that was tampered with at one place; one integer says how."""
    chance = Random(seed)
    how, at, changed = chance.choice(HOW), chance.randrange(len(lines)), list(lines)
    match how:
        case "flip":
            place = chance.randrange(len(lines[at]) - 1)
            changed[at] = lines[at][:place] + bytes([lines[at][place] ^ 1]) + lines[at][place + 1 :]
        case "drop":
            del changed[at]
        case "double":
            changed.insert(at, lines[at])
        case "swap":
            other = chance.randrange(len(lines))
            changed[at], changed[other] = changed[other], changed[at]
        case "truncate":
            changed = changed[:at]
        case "sign":
            changed = signed_anew(lines, at, chance)
        case "roll back":
            changed = rolled_back(lines, at)
    return changed


@pytest.mark.parametrize("hundred", range(5))
def test_whatever_is_changed_is_noticed(lines: list[bytes], hundred: int) -> None:
    notice_all(lines, range(100 * hundred, 100 * hundred + 100))


@pytest.mark.slow
def test_whatever_is_changed_is_noticed_ten_thousand_times(lines: list[bytes]) -> None:
    notice_all(lines, range(10_000))


def notice_all(lines: list[bytes], seeds: range) -> None:
    kept = [msgspec.json.decode(lines[0])["checkpoint"]]
    for seed in seeds:
        changed = changed_somehow(lines, seed)
        if changed != lines:
            with pytest.raises(NoMoreBetsError):  # one integer reproduces it
                verified(changed, kept=kept) and print(seed)  # noqa: T201


def first_leaf_changed(lines: list[bytes], number: int) -> list[bytes]:
    """The entry of this leaf with another hour in it."""
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"leaf":%d,' % number))
    parts = msgspec.json.decode(lines[at])
    entry = msgspec.json.decode(parts["entry"])
    entry["by"]["name"] = "somebody else"
    parts["entry"] = msgspec.json.encode(entry).decode()
    return [*lines[:at], msgspec.json.encode(parts) + b"\n", *lines[at + 1 :]]


def test_a_log_that_was_rolled_back_passes_by_itself_and_not_beside_what_was_kept(lines: list[bytes]) -> None:
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"note"'))
    earlier = rolled_back(lines, at)
    assert verified(earlier).checkpoints == 1
    with pytest.raises(Broken, match="was kept outside; this log has only"):
        verified(earlier, kept=[msgspec.json.decode(lines[0])["checkpoint"]])


def test_a_long_file_is_read_by_two_and_the_first_that_is_wrong_is_named(
    lines: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, told = tmp_path / "export.jsonl", list[int]()
    file.write_bytes(b"".join(lines))
    whole = verified(lines)
    monkeypatch.setattr(verify, "LONG", 0)
    assert verify.verified_file(file, progress=lambda done, _size: told.append(done)) == whole
    assert told
    for seed in range(12):
        changed = changed_somehow(lines, seed)
        file.write_bytes(b"".join(changed))
        kept = [msgspec.json.decode(lines[0])["checkpoint"]]
        with pytest.raises(NoMoreBetsError) as both:
            verify.verified_file(file, kept=kept)
        with pytest.raises(NoMoreBetsError) as one:
            verified(changed, kept=kept)
        if isinstance(both.value, Broken) and isinstance(one.value, Broken):
            assert both.value.leaf <= one.value.leaf


def test_a_changed_entry_is_named_by_the_checkpoint_that_covers_it(lines: list[bytes]) -> None:
    size = next(
        notes.checkpoint(msgspec.json.decode(line)["note"]).size for line in lines if line.startswith(b'{"note"')
    )
    with pytest.raises(Broken, match=f"not what the checkpoint of {size} leaves says") as broken:
        verified(first_leaf_changed(lines, 3))
    assert broken.value.leaf == size - 1


@pytest.mark.parametrize("text", [b"", b"{}\n", b"not json\n", b'{"format": 1}\n'])
def test_what_is_no_export_is_told_in_a_sentence(text: bytes) -> None:
    with pytest.raises(Broken, match="this is no export of a log"):
        verified([text] if text else [])


def test_an_export_of_another_format_is_not_guessed_at(lines: list[bytes]) -> None:
    with pytest.raises(BadInput, match="the export has format 2; this version reads 1"):
        verified([lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]])


def test_a_value_that_was_not_committed_to_is_noticed(lines: list[bytes]) -> None:
    number = next(n for n, line in enumerate(lines) if b'"field":"events.0.cards"' in line)
    parts = msgspec.json.decode(lines[number])
    parts["opening"]["value"][0] ^= 1
    changed = [*lines[:number], msgspec.json.encode(parts) + b"\n", *lines[number + 1 :]]
    with pytest.raises(Broken, match="is opened to what was not committed to"):
        verified(changed)


def test_a_salt_of_another_length_opens_nothing(lines: list[bytes]) -> None:
    """What is hashed after the salt could else be taken for a part of it, and another value for what was hidden."""
    one = next(msgspec.json.decode(line, type=Opened).opening for line in lines if b'"opening"' in line)
    longer = replace(one, salt=one.salt + "00")
    place = bytes(Where("log", one.table, one.version)) + one.field.encode() + b"\0"
    committed = sha256(FIELD_LABEL + bytes.fromhex(longer.salt) + place + packed(one.value)).hexdigest()
    contents = Contents("log")
    contents.next = one.table, one.version, one.field, place, committed
    with pytest.raises(Broken, match="is opened to what was not committed to"):
        contents.opening(longer)


def test_a_seed_that_is_shown_opens_everything_under_it(lines: list[bytes]) -> None:
    number = next(n for n, line in enumerate(lines) if b'"field":"events.0.stack"' in line)
    stop = next(n for n, line in enumerate(lines) if n > number and b'"opening"' not in line)
    with pytest.raises(Broken, match="is not opened, though its seed was shown"):
        verified([*lines[:number], *lines[stop:]])
    with pytest.raises(Broken, match="which was not hidden under this seed"):
        verified([*lines[: number + 1], *lines[number:]])
