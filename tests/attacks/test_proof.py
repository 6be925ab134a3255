"""What passes for a proof and is none: logs that somebody else has made longer, and stacks that no seed says."""

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from nomorebets.equipment.chance import commitment, shuffled
from nomorebets.errors import NoMoreBetsError
from nomorebets.service.commands import Run
from nomorebets.service.http.auditing import EXPORTS
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.policy import Policy
from nomorebets.store import notes
from nomorebets.store.case import case, verified_case
from nomorebets.store.hidden import Opening, Value, Where, openings
from nomorebets.store.hidden import commitments as hidden_as
from nomorebets.store.rows import HOUSE
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.tree import Frontier, leaf_hash
from nomorebets.store.verify import verified
from tests.open_house import OpenHouse
from tests.unit.service.playing import play_round, sit
from tests.unit.store.house import House
from tests.unit.store.page import verify_log

NAME = "nomorebets/log"
SOMEBODY = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
Document = dict[str, Any]


@pytest.fixture(scope="module")
def page() -> ModuleType:
    return verify_log()


def both(page: ModuleType) -> list[Callable[[list[bytes], str], object]]:
    """The two that check an export."""

    def ours(lines: list[bytes], kept: str) -> object:
        return verified(lines, kept=[kept] if kept else [])

    return [ours, lambda lines, kept: page.verify(iter([line.decode() for line in lines]), kept)]


def found_out(page: ModuleType, lines: list[bytes], why: str, kept: str = "") -> None:
    for check in both(page):
        with pytest.raises((NoMoreBetsError, SystemExit), match=why):
            check(lines, kept)


def line(document: Document) -> bytes:
    return msgspec.json.encode(document) + b"\n"


def signed(leaves: Sequence[str], key: Ed25519PrivateKey = SOMEBODY) -> str:
    tree = Frontier()
    for entry in leaves:
        tree.add(leaf_hash(entry.encode()))
    return notes.signed(f"{NAME}\n{tree.size}\n{base64.b64encode(tree.root()).decode()}\n", NAME, key)


# --- Made longer ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    house = House(SqliteStore(), tmp_path_factory.mktemp("house"), ("high-card-flush",))
    house.play(2)
    return house.export()


def made_longer(lines: list[bytes], *, posing: bool) -> list[bytes]:
    """One entry more, under a header that somebody has signed: by the key of the house that came before, or by none."""
    header, rest = msgspec.json.decode(lines[0]), lines[1:]
    leaves = [msgspec.json.decode(one)["entry"] for one in rest if one.startswith(b'{"leaf"')]
    last = next(one for one in map(msgspec.json.decode, reversed(leaves)) if one["table"] != "house")
    last |= {"version": last["version"] + 1, "action": {"type": "NoMoreBets"}, "events": []}
    leaves.append(msgspec.json.encode(last).decode())
    if posing:
        header["earlier"], header["verifier"] = [header["verifier"]], str(notes.verifier_of(NAME, SOMEBODY))
    header["checkpoint"] = signed(leaves)
    return [line(header), *rest, line({"leaf": len(leaves) - 1, "entry": leaves[-1]})]


@pytest.mark.parametrize("kept", [True, False])
def test_leaves_that_somebody_has_added_are_found_out(page: ModuleType, lines: list[bytes], *, kept: bool) -> None:
    """Beside a checkpoint that was kept, too: that is of the leaves before them, which are the house's."""
    outside = msgspec.json.decode(lines[0])["checkpoint"] if kept else ""
    for check in both(page):
        assert check(lines, outside)
    found_out(page, made_longer(lines, posing=True), "not signed by", outside)
    found_out(page, made_longer(lines, posing=False), "not signed by", outside)


def test_a_checkpoint_stands_there_once(page: ModuleType, lines: list[bytes]) -> None:
    header = msgspec.json.decode(lines[0])
    header["checkpoints"] += 1
    found_out(page, [line(header), *lines[1:], lines[-1]], "a second time")


# --- Dealt otherwise --------------------------------------------------------------------------------------------------

SEED, OTHER = b"1" * 32, b"2" * 32


class Forger:
    """A house that writes what it likes, and signs it."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.leaves: list[str] = []

    def entry(self, action: Document, under: bytes = b"", values: dict[str, Value] | None = None) -> list[Opening]:
        where = Where("log", "t", len(self.leaves) + 1)
        body: Document = {"schema": 2, "log": "log", "table": "t", "version": where.version, "at": 1}
        body |= {"by": {"role": "system", "name": ""}, "cause": "duty", "rules": "", "action": action, "events": []}
        if values:
            body |= {"under": commitment(under), "hidden": hidden_as(under, where, values)}
        self.leaves.append(msgspec.json.encode(body).decode())
        self.lines.append(line({"leaf": len(self.leaves) - 1, "entry": self.leaves[-1]}))
        return openings(under, where, values or {})

    def opened(self, found: list[Opening]) -> None:
        self.lines += [line({"opening": one}) for one in found]

    def export(self) -> list[bytes]:
        note = signed(self.leaves)
        header = {"format": 1, "log": "log", "verifier": str(notes.verifier_of(NAME, SOMEBODY)), "checkpoint": note}
        return [line(header | {"checkpoints": 1}), *self.lines, line({"note": note})]


def dealt(seed: bytes, *, stack: Value, promised: bytes = SEED, opened: bool = True) -> list[bytes]:
    """A round where the house draws: it promises a seed, and hides a stack under one."""
    forger = Forger()
    forger.entry({"type": "Open", "game": "high-card-flush", "drawn": True})
    values = {"action.stack": stack}
    hidden = forger.entry({"type": "Shuffle", "stack": [], "commitment": commitment(promised)}, seed, values)
    if opened and seed != promised:
        forger.opened(hidden)
    forger.entry({"type": "RevealSeed", "seed": promised.hex()})
    if opened and seed == promised:
        forger.opened(hidden)
    return forger.export()


def test_a_stack_lies_as_the_seed_says_that_was_promised(page: ModuleType) -> None:
    for check in both(page):
        assert check(dealt(SEED, stack=shuffled(SEED, 52)), "")


def otherwise(lines: list[bytes], change: Callable[[Document], object]) -> list[bytes]:
    """The openings written in another way."""
    made = []
    for one in lines:
        document = msgspec.json.decode(one)
        if "opening" in document:
            change(document["opening"])
        made.append(line(document))
    return made


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.update(salt=one["salt"].upper()),
        lambda one: one.update(salt=f" {one['salt']}"),
        lambda one: one.update(value=[bool(card) if card < 2 else card for card in one["value"]]),
    ],
)
def test_an_opening_is_written_in_one_way(page: ModuleType, change: Callable[[Document], object]) -> None:
    found_out(page, otherwise(dealt(SEED, stack=shuffled(SEED, 52)), change), "committed to|cannot be read|neither")


@pytest.mark.parametrize("opened", [True, False])
def test_a_stack_that_no_promised_seed_says_is_found_out(page: ModuleType, *, opened: bool) -> None:
    """The house promised one seed, and hid the cards that it dealt under another: nothing was left to be compared."""
    found_out(page, dealt(OTHER, stack=shuffled(OTHER, 52), opened=opened), "hidden under")


def test_a_stack_of_its_own_is_found_out_under_the_seed_that_was_promised(page: ModuleType) -> None:
    found_out(page, dealt(SEED, stack=shuffled(OTHER, 52)), "as the seed says")


def test_a_stack_that_is_not_hidden_at_all_is_found_out(page: ModuleType) -> None:
    forger = Forger()
    forger.entry({"type": "Open", "game": "high-card-flush", "drawn": True})
    forger.entry({"type": "Shuffle", "stack": [], "commitment": commitment(SEED)})
    forger.entry({"type": "RevealSeed", "seed": SEED.hex()})
    found_out(page, forger.export(), "hidden under")


def test_cards_that_are_hidden_under_a_seed_that_was_shown_already_are_found_out(page: ModuleType) -> None:
    forger = Forger()
    forger.entry({"type": "Open", "game": "high-card-flush", "drawn": True})
    hidden = forger.entry(
        {"type": "Shuffle", "stack": [], "commitment": commitment(SEED)},
        SEED,
        {"action.stack": shuffled(SEED, 52)},
    )
    forger.entry({"type": "RevealSeed", "seed": SEED.hex()})
    forger.opened(hidden)
    forger.entry({"type": "NoMoreBets"}, SEED, {"events.0.cards": (1, 2)})
    found_out(page, forger.export(), "hidden under")


# --- What a house really makes ----------------------------------------------------------------------------------------


def quickly(house: OpenHouse, number: int) -> None:
    house.site.writer.ask(Run(number, Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1))).result()


def test_what_every_game_really_makes_passes(page: ModuleType, house: OpenHouse) -> None:
    """Its export and its cases: what is asked of a lie is not asked of the truth."""
    auditor, watcher = house.person(HouseRole.AUDITOR), house.person(HouseRole.SURVEILLANCE)
    played = []
    for row in [one for one in house.site.writer.rows.values() if one.id != HOUSE]:
        quickly(house, row.id)
        player = house.as_(house.person())
        sit(player, row.key, 1)
        played.append((row.key, play_round(player, row.key)))
    made = house.ask("POST", "/v1/exports", {}, auditor.bearer)
    assert made.status == 201
    file = house.site.settings.data / EXPORTS / f"{made.json['id']}.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    for check in both(page):
        assert check(lines, "")
    for key, number in played:
        proved = house.ask("POST", f"/v1/tables/{key}/rounds/{number}/case", {}, watcher.bearer)
        lines = proved.body.splitlines(keepends=True)
        assert verified_case(lines).seeds
        assert page.verify(iter([one.decode() for one in lines]))


def test_what_is_decided_before_there_are_cards_is_no_lie(page: ModuleType) -> None:
    """Who offers to bank before the first shuffle hides nothing, and under nothing that was committed to."""
    forger = Forger()
    forger.entry({"type": "Open", "game": "pai-gow", "drawn": True})
    forger.entry({"type": "Decision", "seat": 1, "do": "bank", "cards": []}, OTHER, {"action.cards": ()})
    for check in both(page):
        assert check(forger.export(), "")


def capital(document: Document) -> None:
    if "path" in document:
        document["path"] = [one.upper() for one in document["path"]]


def elsewhere(document: Document) -> None:
    if "leaf" in document:
        document["leaf"] += 2**10


def of_tomorrow(document: Document) -> None:
    if "case" in document:
        document["case"] += 1


def twice_opened(document: Document) -> None:
    """In an order that is not that of the entries: the last is said to be of the first."""
    if "opening" in document:
        document["opening"]["version"] = -document["opening"]["version"]


@pytest.mark.parametrize("change", [capital, elsewhere, of_tomorrow, twice_opened])
def test_both_refuse_a_case_that_could_be_written_otherwise(
    page: ModuleType, change: Callable[[Document], None], tmp_path: Path
) -> None:
    house = House(SqliteStore(), tmp_path, ("high-card-flush",))
    house.play(2)
    with house.store.reading() as unit:
        lines = list(case(unit, "t1", 2, house.keys))
    assert verified_case(lines)
    assert page.verify(iter([one.decode() for one in lines]))
    documents = [msgspec.json.decode(one) for one in lines]
    for document in documents:
        change(document)
    lines = [line(document) for document in documents]
    with pytest.raises(NoMoreBetsError):
        verified_case(lines)
    with pytest.raises((SystemExit, LookupError)):
        page.verify(iter([one.decode() for one in lines]))
