"""What is told of an error, and what is not."""

import inspect
import pickle

import msgspec
import pytest

from nomorebets import errors
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration, NoMoreBetsError, NotKept, Stale, Unknown
from nomorebets.service import problems
from nomorebets.service.problems import KINDS, TYPES, NotAllowed, NotSignedIn, TooLarge, TooMany, encoded, problem
from nomorebets.store.bundle import Broken
from nomorebets.table.actions import Leave, Sit
from nomorebets.table.offers import Offer


@pytest.mark.parametrize("module", [errors, problems])
def test_no_error_is_without_a_kind(module: object) -> None:
    raised = {
        one
        for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(one, NoMoreBetsError) and one is not NoMoreBetsError
    }
    assert raised
    assert raised <= set(KINDS)


def test_no_two_kinds_have_a_name() -> None:
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (IllegalAction("no", "38.1", Sit(1)), 409),
        (ImproperConfiguration("no"), 422),
        (BadInput("no"), 400),
        (Unknown("no"), 404),
        (Stale("no"), 409),
        (NotKept("no"), 503),
        (NotSignedIn("no"), 401),
        (NotAllowed("no"), 403),
        (TooLarge("no"), 413),
        (TooMany("no", 1), 429),
    ],
)
def test_every_error_has_its_status(error: NoMoreBetsError, status: int) -> None:
    assert problem(error).status == status


def document(error: BaseException) -> tuple[dict[bytes, bytes], dict[str, object]]:
    headers, body = encoded(problem(error))
    assert dict(headers)[b"content-length"] == b"%d" % len(body)
    assert dict(headers)[b"content-type"] == b"application/problem+json"
    return dict(headers), msgspec.json.decode(body)


def test_a_problem_tells_sentence_and_clause() -> None:
    _, told = document(ImproperConfiguration("no table has nine seats", "38.2(b)"))
    assert told == {
        "type": f"{TYPES}improper-configuration",
        "title": "The rules do not allow this",
        "status": 422,
        "sentence": "no table has nine seats",
        "clause": "38.2(b)",
    }


def test_a_refusal_comes_with_the_offers_that_it_was_made_from() -> None:
    _, told = document(IllegalAction("no", "38.1", Sit(1), [Offer(Leave(1), "38.2")]))
    assert told["offers"] == [{"action": {"type": "Leave", "seat": 1}, "clause": "38.2"}]


def test_who_has_to_wait_is_told_how_long() -> None:
    assert document(TooMany("slow down", 7))[0][b"retry-after"] == b"7"
    assert document(NotKept("disk"))[0][b"retry-after"] == b"1"
    assert b"retry-after" not in document(BadInput("no"))[0]


def test_who_is_not_signed_in_is_told_how_to_be() -> None:
    assert document(NotSignedIn("no"))[0][b"www-authenticate"] == b"Bearer"
    assert b"www-authenticate" not in document(NotAllowed("no"))[0]


@pytest.mark.parametrize(
    "error", [NotKept("disk I/O error in SECRET"), ValueError("SECRET"), Broken("SECRET", 1), KeyError("SECRET")]
)
def test_of_what_went_wrong_within_the_house_nothing_is_told(error: Exception) -> None:
    headers, body = encoded(problem(error))
    assert b"SECRET" not in body + repr(headers).encode()
    assert problem(error).status >= 500


def test_a_refusal_is_whole_again_in_another_process() -> None:
    again = pickle.loads(pickle.dumps(TooMany("slow down", 7)))
    assert (again.sentence, again.retry_s) == ("slow down", 7)
