"""How often somebody may ask, and for how long failures lock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.service.people.limits import ACCEPTED, WRONG, Buckets, Lockout, Rate, counted_as, in_a_row
from nomorebets.service.problems import TooMany
from nomorebets.store.rows import SignIn

RATE = Rate(at_once=3, a_minute=6)  # one more every ten seconds


def taken(buckets: Buckets, who: str, now_ms: int) -> bool:
    try:
        buckets.take(who, now_ms)
    except TooMany:
        return False
    return True


def test_so_many_at_once_and_then_one_after_the_other() -> None:
    buckets = Buckets(RATE)
    assert [taken(buckets, "ann", 0) for _ in range(4)] == [True, True, True, False]
    assert not taken(buckets, "ann", 9_999)
    assert taken(buckets, "ann", 10_000)
    assert not taken(buckets, "ann", 10_001)
    assert [taken(buckets, "ann", 100_000) for _ in range(4)] == [True, True, True, False]


def test_everybody_has_a_bucket() -> None:
    buckets = Buckets(RATE)
    assert all(taken(buckets, who, 0) for who in ("ann", "bob") for _ in range(3))


def test_a_refusal_says_when_to_come_back_and_that_is_true() -> None:
    buckets = Buckets(RATE)
    for _ in range(3):
        buckets.take("ann", 0)
    with pytest.raises(TooMany) as refused:
        buckets.take("ann", 500)
    assert refused.value.retry_s == 10
    buckets.take("ann", 500 + 10_000)


def test_nothing_is_kept_beyond_the_room_there_is_and_full_buckets_go_first() -> None:
    buckets = Buckets(RATE, most=2)
    for _ in range(3):
        buckets.take("ann", 0)
    buckets.take("bob", 0)
    buckets.take("cat", 10_000)  # bob's is full again, ann's is not
    assert {*buckets.full_at} == {"ann", "cat"}
    assert taken(buckets, "ann", 10_000)
    assert not taken(buckets, "ann", 10_000)


def test_if_none_is_full_the_one_that_was_not_asked_for_the_longest_is_forgotten() -> None:
    buckets = Buckets(RATE, most=2)
    for who in ("ann", "bob", "ann", "cat"):
        buckets.take(who, 0)
    assert {*buckets.full_at} == {"ann", "cat"}


@given(st.lists(st.integers(0, 20_000), max_size=60), st.integers(1, 5), st.integers(1, 600))
def test_in_no_time_more_is_given_than_the_rate_says(pauses: list[int], at_once: int, a_minute: int) -> None:
    rate, now, given_at = Rate(at_once, a_minute), 0, []
    buckets = Buckets(rate)
    for pause in pauses:
        now += pause
        if taken(buckets, "ann", now):
            given_at.append(now)
    for first, start in enumerate(given_at):
        for count, end in enumerate(given_at[first:], 1):
            assert (count - at_once) * rate.every_ms <= end - start


def test_who_has_a_network_of_addresses_is_counted_once() -> None:
    assert counted_as("2001:db8::1") == counted_as("2001:db8::ffff:1") != counted_as("2001:db8:0:1::1")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")
    assert counted_as("unix:" + "x" * 100) == "unix:" + "x" * 59


def tries(*outcomes: str) -> list[SignIn]:
    return [SignIn(1_000 * number, b"", "", outcome) for number, outcome in enumerate(outcomes)][::-1]


def test_failures_in_a_row_end_with_whoever_was_accepted() -> None:
    assert in_a_row(tries(WRONG, ACCEPTED, WRONG, WRONG)) == tries(ACCEPTED, ACCEPTED, WRONG, WRONG)[:2]
    assert in_a_row(tries(WRONG, WRONG)) == tries(WRONG, WRONG)
    assert in_a_row(tries(WRONG, ACCEPTED)) == in_a_row([]) == []


def test_failures_lock_for_a_growing_time_up_to_the_longest() -> None:
    lockout = Lockout(failures=3, first_ms=100, longest_ms=750)
    after = [lockout.until(tries(*[WRONG] * count)) - 1_000 * (count - 1) for count in range(1, 9)]
    assert after[2:] == [100, 200, 400, 750, 750, 750]
    assert [lockout.until(tries(*[WRONG] * count)) for count in range(3)] == [0, 0, 0]


def test_no_more_failures_are_looked_at_than_it_takes_for_the_longest_time() -> None:
    lockout = Lockout(failures=3)
    last = tries(*[WRONG] * lockout.most_looked_at)
    assert lockout.until(last) == last[0].at_ms + lockout.longest_ms
    assert lockout.until(last[:-2]) < last[0].at_ms + lockout.longest_ms
