"""A thousand random messages: the benchmark's own check, small enough for every run of the tests."""

from __future__ import annotations

from benchmarks.displays_fuzz import fuzz


def test_random_messages_break_nothing_and_move_nothing() -> None:
    found = fuzz(1000, seed=7)
    assert found.passed, [*found.crashes, *found.unauthorised]
    assert {"forbidden", "bad_schema", "retained", "ok"} <= set(found.codes)
