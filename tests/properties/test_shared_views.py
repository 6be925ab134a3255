"""Many look at one table at once: what they share of it changes nothing of what each of them sees."""

import msgspec
from hypothesis import given

from nomorebets.table.engine import legal
from nomorebets.table.entries import follow, owners, seen
from nomorebets.table.roles import ONLOOKER
from nomorebets.table.state import State, under
from nomorebets.table.view import Views, view
from tests.properties.wandering import EVERYONE, OPENINGS, Listed, every_game, seeds, wandered


@every_game
@given(seed=seeds)
def test_a_view_that_shares_its_parts_is_that_of_its_watcher(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed, OPENINGS[seed % len(OPENINGS)])
    at = driver.table.hour + seed % 3
    views = Views(driver.table, at)
    for watcher in driver.chance.sample(EVERYONE, len(EVERYONE)):
        shared, own = views.of(watcher), view(driver.table, watcher, at)
        assert msgspec.json.encode(shared) == msgspec.json.encode(own), watcher
        assert views.offers(watcher) == legal(driver.table, watcher, at), watcher


@every_game
@given(seed=seeds)
def test_a_view_that_takes_over_what_has_not_changed_is_that_of_its_watcher(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed, OPENINGS[seed % len(OPENINGS)])
    state, before = State(), None
    for entry in driver.entries:
        state = follow(state, entry)
        table = under(state, driver.table.terms)
        before = Views(table, 0, before)
        for watcher in driver.chance.sample(EVERYONE, 2):
            assert msgspec.json.encode(before.of(watcher)) == msgspec.json.encode(view(table, watcher)), watcher


@every_game
@given(seed=seeds)
def test_whoever_owns_nothing_in_an_entry_reads_it_as_an_onlooker(listed: Listed, seed: int) -> None:
    for entry in wandered(listed, seed, OPENINGS[seed % len(OPENINGS)]).entries:
        for watcher in EVERYONE:
            if watcher.name not in owners(entry):
                assert seen(entry, watcher) == seen(entry, ONLOOKER), (watcher, entry)
            public = seen(entry, ONLOOKER)
            assert seen(entry, watcher, (), public) == seen(entry, watcher), (watcher, entry)
        for name in owners(entry):
            assert name == entry.by.name or any(getattr(one, "player", "") == name for one in entry.events)
