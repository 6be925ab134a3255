"""Every route, with what its description allows and with what it does not, as everybody: nothing fails, nothing hangs,
and no answer is of another kind than was described."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from nomorebets.service.http.openapi import document
from nomorebets.service.people.roles import HouseRole
from tests.open_house import Headers, OpenHouse

CHECKS: Any = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
ROLES: tuple[HouseRole | None, ...] = (None, *HouseRole)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
SECONDS = 60.0  # after which something hangs
FEW, MANY = 3, int(os.environ.get("MANY", "200"))

SCHEMA: Any = schemathesis.openapi.from_dict(document())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
COMMANDS = tuple(
    f"/v1/{name}"
    for name in "games rules check settle odds par solve advise card simulate bankroll".split()  # noqa: SIM905
)
AT_ONCE = [one for one in OPERATIONS if not one.path.startswith(COMMANDS)]
RECKONED = [one for one in OPERATIONS if one.path.startswith(COMMANDS)]
ENDS_A_SESSION = [one for one in OPERATIONS if one.method == "delete"]


def named(operation: Any) -> str:
    return str(operation.definition.raw["operationId"])


def everybody(house: OpenHouse) -> Callable[[HouseRole | None], Headers]:
    """Who asks, signed in once for all that is asked."""
    known = {role: house.person(role).bearer for role in HouseRole}
    return lambda role: known[role] if role else {}


def asked(house: OpenHouse, case: Any, who: Headers) -> None:
    """Ask for it, and look at what comes back."""
    sent = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
    case.headers = sent
    response = case.call(base_url=house.url, headers=who, timeout=SECONDS)
    case.validate_response(response, checks=CHECKS)


def fuzz(house: OpenHouse, operation: Any, most: int, roles: tuple[HouseRole | None, ...]) -> int:
    """So many requests of each kind, each as everybody: how many that was."""
    tables = sorted(row.key for row in house.site.writer.rows.values() if row.game)
    who, count = everybody(house), 0
    for mode in MODES:

        @settings(
            max_examples=most,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode), st.sampled_from([*tables, ""]))
        def one(case: Any, table: str) -> None:
            nonlocal count
            if table and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = table
            for role in roles:
                count += 1
                signed = house.person(role).bearer if operation in ENDS_A_SESSION and role else who(role)
                asked(house, case, signed)

        with suppress(Unsatisfiable):  # there is nothing in it that could be wrong
            one()
    return count


@pytest.mark.parametrize("operation", AT_ONCE, ids=named)
def test_nothing_that_is_asked_for_fails(house: OpenHouse, operation: Any) -> None:
    assert fuzz(house, operation, FEW, ROLES) >= len(ROLES)


@pytest.mark.parametrize("operation", RECKONED, ids=named)
def test_nothing_that_is_reckoned_fails(house: OpenHouse, operation: Any) -> None:
    """Each runs a command in a process of its own, so these are few."""
    assert fuzz(house, operation, 1, (None, HouseRole.PLAYER))


@pytest.mark.slow
@pytest.mark.parametrize("operation", AT_ONCE, ids=named)
def test_nothing_that_is_asked_for_often_fails(house: OpenHouse, operation: Any) -> None:
    assert fuzz(house, operation, MANY, ROLES) >= len(ROLES)


def test_the_house_still_deals_after_all_of_it(house: OpenHouse) -> None:
    ready = house.ask("GET", "/readyz")
    assert (ready.status, ready.json["status"]) == (200, "ready")
