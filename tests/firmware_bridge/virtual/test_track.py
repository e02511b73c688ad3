"""A movement takes its time, can be given up, and is followed by what was asked for, once."""

from __future__ import annotations

import pytest

from firmware_bridge.virtual.track import Track


def test_what_follows_comes_when_the_time_is_over_and_once() -> None:
    track, ended = Track(), list[str]()
    track.begin(2.0, lambda: ended.append("first"))
    assert (track.moving, track.done) == (True, 0.0)
    track.advance(0.5)
    assert (track.moving, track.done) == (True, 0.25)
    track.advance(1.5)
    assert (track.moving, track.done, ended) == (False, 1.0, ["first"])
    track.advance(5.0)
    assert ended == ["first"]


def test_what_follows_may_begin_the_next_movement() -> None:
    track = Track()
    track.begin(1.0, lambda: track.begin(3.0, lambda: None))
    track.advance(1.0)
    assert (track.moving, track.done) == (True, 0.0)


def test_a_new_movement_replaces_the_old_one_and_one_given_up_has_no_end() -> None:
    track, ended = Track(), list[str]()
    track.begin(1.0, lambda: ended.append("old"))
    track.begin(4.0, lambda: ended.append("new"))
    track.advance(2.0)
    assert track.done == pytest.approx(0.5)
    track.cancel()
    track.advance(9.0)
    assert (track.moving, track.done, ended) == (False, 1.0, [])
    track.begin(0.0, lambda: None)
    assert track.done == 1.0
