"""A taught set is used while its tiles lie on the table, and not for others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.tiles.tile import Tile
from vision.eyes.same_set import LATEST, LEAST, Array, SameSet
from vision.nets.detect import FACES, NO_TILE
from vision.nets.enrol import tile_set

RNG = np.random.default_rng(5)
LOOKS = RNG.normal(size=(3, 200)).astype(np.float32)
KNOWN = replace(tile_set([(Tile(n), look[None, None]) for n, look in enumerate(LOOKS)]), own=0.8)
BACK = FACES.index(None)


def crops(count: int, *, own: bool, reads: int = 1) -> tuple[Array, Array]:
    """So many that the nets take for the face number `reads`, though the set's first face lies there."""
    odds = np.full((count, NO_TILE + 1), 1e-4, np.float32)
    odds[:, reads] = 1.0
    looks = LOOKS[:1] if own else RNG.normal(size=(1, 200))
    return odds / odds.sum(axis=1, keepdims=True), np.repeat(looks, count, axis=0).astype(np.float32)


def read(set_: SameSet, count: int, *, own: bool, reads: int = 1) -> int:
    return int(set_.weigh(*crops(count, own=own, reads=reads))[0].argmax())


def test_the_tiles_of_the_set_are_read_by_it_from_the_first() -> None:
    set_ = SameSet(KNOWN)
    assert read(set_, 1, own=True) == 0
    assert read(set_, LATEST, own=True) == 0
    assert set_.same


def test_another_set_is_read_without_it_and_the_old_one_with_it_again() -> None:
    set_ = SameSet(KNOWN)
    read(set_, LATEST, own=True)
    read(set_, LATEST, own=False)
    assert not set_.same
    odds, looks = crops(1, own=False)
    assert (set_.weigh(odds, looks) == odds).all()
    read(set_, LATEST, own=True)
    assert read(set_, 1, own=True) == 0


def test_a_few_odd_tiles_are_no_other_set() -> None:
    set_ = SameSet(KNOWN)
    read(set_, LEAST, own=True)
    read(set_, LEAST - 1, own=False)
    assert set_.same


def test_backs_and_what_is_no_tile_tell_nothing() -> None:
    set_ = SameSet(KNOWN)
    for reads in (BACK, NO_TILE):
        read(set_, LATEST, own=False, reads=reads)
    assert set_.same


def test_a_set_of_which_that_was_never_measured_is_always_used() -> None:
    set_ = SameSet(replace(KNOWN, own=-1.0))
    read(set_, LATEST, own=False)
    assert set_.same
