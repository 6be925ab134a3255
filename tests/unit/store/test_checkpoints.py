"""Checkpoints: signed when there is news, by another key once the old one has said so, each going on from the last."""

from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from nomorebets.errors import BadInput
from nomorebets.store.bundle import Broken
from nomorebets.store.checkpoints import between, change_signing_key, goes_on, signed_now
from nomorebets.store.keys import Keys
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.unit import Store
from nomorebets.store.verify import verified
from tests.unit.store.house import House


def test_without_news_the_last_checkpoint_holds(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ())
    assert house.sign() == house.sign()


def test_any_two_checkpoints_are_of_one_log(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ("pokette",))
    house.play(4)
    with store.reading() as unit:
        kept = unit.log.checkpoints()
        assert len(kept) == 4
        for one, other in combinations(kept, 2):
            proof = between(unit, one.size, other.size)
            assert goes_on(one.note, other.note, proof)
            assert not goes_on(other.note, one.note, proof)
            assert not goes_on(one.note, kept[0].note, proof)
        with pytest.raises(BadInput, match="there is no proof from 3 to 2 leaves"):
            between(unit, 3, 2)


def test_a_key_that_takes_another_s_place_was_named_under_the_old_one(store: Store, tmp_path: Path) -> None:
    house = House(store, tmp_path, ("pokette",))
    house.play()
    old = str(house.keys.verifier("log"))
    new = change_signing_key(store, house.keys, "ann", 2000)
    house.play()
    assert new == str(house.keys.verifier("log")) == str(Keys(house.keys.folder).verifier("log")) != old
    lines = house.export()
    found = verified(lines)
    assert [one.verifier for one in found.lives] == [old, new]
    assert msgspec.json.decode(lines[0])["earlier"] == [old]
    header = msgspec.json.decode(lines[0])
    alone = msgspec.json.encode({**header, "earlier": []}) + b"\n"
    with pytest.raises(Broken, match="the log began under another key"):
        verified([alone, *lines[1:]])


def test_a_key_that_the_old_one_has_not_named_does_not_sign(tmp_path: Path) -> None:
    """A thief of the database, not of the key, goes on with a key of his own."""
    house = House(SqliteStore(), tmp_path, ("pokette",))
    house.play()
    house.keys.next_signing_key()
    house.keys.change_signing_key()
    house.tables[0].play(5)
    signed_now(house.store, house.keys, 5)
    with pytest.raises(Broken, match="not signed by the house"):
        verified(house.export())


def test_a_checkpoint_that_was_kept_under_the_old_key_still_holds(tmp_path: Path) -> None:
    house = House(SqliteStore(), tmp_path, ("pokette",))
    house.play()
    kept = house.sign()
    change_signing_key(house.store, house.keys, "ann", 2000)
    house.play()
    assert verified(house.export(), kept=[kept, house.sign()]).kept == 2
