"""The number of judges (K-JUDGE-01, K-JUDGE-04, X-26); expected values counted by hand."""

from __future__ import annotations

import pytest

from club.referee.judges import shortcomings, wanted


@pytest.mark.parametrize(
    ("participants", "playing", "useful", "free"),
    [
        (32, 0, (2, 2), 0),
        (48, 0, (3, 3), 0),
        (79, 0, (4, 5), 0),
        (80, 0, (4, 5), 2),
        (80, 2, (4, 5), 1),
        (80, 4, (4, 5), 1),
        (160, 2, (8, 10), 3),
    ],
)
def test_playing_and_free_judges(participants: int, playing: int, useful: tuple[int, int], free: int) -> None:
    found = wanted(participants, playing)
    assert (found.playing, found.free) == (useful, free)


def test_an_event_of_eight_tables_does_with_two_playing_judges_or_one_who_is_free() -> None:
    assert shortcomings(32, playing=2, free=0) == ()
    assert shortcomings(32, playing=0, free=1) == ()
    assert shortcomings(32, playing=1, free=0) == ("too_few",)


def test_a_large_event_needs_one_who_does_not_play_however_many_play() -> None:
    assert shortcomings(80, playing=5, free=0) == ("too_few_free",)


def test_one_beginner_at_most() -> None:
    assert shortcomings(32, playing=3, free=0, beginners=2) == ("too_many_beginners",)
    assert shortcomings(32, playing=3, free=0, beginners=1) == ()


@pytest.mark.parametrize("participants", range(4, 401, 4))
def test_the_least_that_is_wanted_is_enough_and_one_fewer_is_not(participants: int) -> None:
    least, most = wanted(participants).playing
    assert least <= most <= -(-participants // 4)
    free = wanted(participants, least).free
    assert shortcomings(participants, playing=least, free=free) == ()
    assert "too_few" in shortcomings(participants, playing=least - 1, free=0)
    alone = wanted(participants)
    assert ("too_few" in shortcomings(participants, playing=0, free=alone.free)) == (participants < 80)
    if free:
        assert "too_few_free" in shortcomings(participants, playing=least, free=free - 1)
