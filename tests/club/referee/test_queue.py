"""The queue of calls and its response times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from club.referee.queue import Call, Stage, in_order, response

WAITS = Call("a", 1, 4, seat=2, since_ms=5_000)


def test_those_that_wait_come_first_and_the_longest_of_them_before_all() -> None:
    later = replace(WAITS, id="b", since_ms=9_000)
    taken = replace(WAITS, id="c", since_ms=1_000, taken_by="ref", taken_ms=3_000)
    settled = replace(taken, id="d", settled_by="ref", settled_ms=60_000)
    assert [call.id for call in in_order([settled, later, taken, WAITS])] == ["a", "b", "c", "d"]


def test_a_call_settled_at_once_was_answered_then() -> None:
    call = replace(WAITS, settled_by="ref", settled_ms=12_000)
    assert (call.stage, call.response_ms) == (Stage.SETTLED, 7_000)
    assert WAITS.response_ms is None


def test_median_and_p95_are_times_that_occurred() -> None:
    calls = [replace(WAITS, id=str(n), since_ms=0, taken_by="ref", taken_ms=1000 * n) for n in range(1, 21)]
    found = response([*calls, WAITS])
    assert (found.waiting, found.coming, found.settled) == (1, 20, 0)
    assert (found.median_ms, found.p95_ms) == (10_000, 19_000)


def test_before_the_first_answer_there_are_no_times() -> None:
    assert response([WAITS]).median_ms is None


def test_a_clock_that_jumps_back_makes_no_negative_time() -> None:
    assert replace(WAITS, taken_by="ref", taken_ms=1_000).response_ms == 0


def test_those_that_are_settled_come_last_and_the_newest_of_them_first() -> None:
    settled = [replace(WAITS, id=f"s{n}", since_ms=n, settled_by="ref", settled_ms=9) for n in (1, 3, 2)]
    coming = [replace(WAITS, id=f"c{n}", since_ms=n, taken_by="ref", taken_ms=9) for n in (3, 1)]
    order = [call.id for call in in_order([*settled, *coming, WAITS])]
    assert order == ["a", "c1", "c3", "s3", "s2", "s1"]


def test_a_call_was_answered_when_it_was_taken_also_after_it_is_settled() -> None:
    taken = replace(WAITS, taken_by="ref", taken_ms=6_000)
    assert (taken.stage, taken.response_ms) == (Stage.COMING, 1_000)
    done = replace(taken, settled_by="ref", settled_ms=90_000)
    assert (done.stage, done.response_ms) == (Stage.SETTLED, 1_000)
    found = response([done, taken])
    assert (found.waiting, found.coming, found.settled, found.median_ms) == (0, 1, 1, 1_000)


@pytest.mark.parametrize(("count", "median", "p95"), [(1, 1, 1), (2, 1, 2), (3, 2, 3), (21, 11, 20)])
def test_the_rank_is_the_smallest_that_so_many_do_not_exceed(count: int, median: int, p95: int) -> None:
    calls = [replace(WAITS, since_ms=0, taken_ms=ms) for ms in range(count, 0, -1)]
    assert (response(calls).median_ms, response(calls).p95_ms) == (median, p95)
