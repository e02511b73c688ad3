"""A tile laid on one of its kind, as the fourth of a kan may be (E-MELD-06 a).

Seen from above it hides the lower one and looks like it, moved away from the camera by the height of a
tile; what lies around it has not moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from vision.mat import TILE_D
from vision.track import Track

LEAST_MM: Final = 4.0
"""Below the camera a tile on another looks like none: its parallax must be larger than this."""
ALIKE: Final = 0.45
"""A move is that parallax if it differs from it by less than this share: places are found within 2 mm."""
REACH_MM: Final = 70.0
STILL_MM: Final = 2.5
"""Tiles up to the first from it move by less than the second: else the whole set was pushed."""


class Lay(NamedTuple):
    """Where a tile lay, in mm of the table frame, and its kind (None: a back)."""

    x: float
    y: float
    kind: int | None


def lays(tracks: Iterable[Track]) -> list[Lay]:
    return [Lay(t.x, t.y, _kind(t)) for t in tracks]


def stacked(
    before: Sequence[Lay], after: Sequence[Track], eye: NDArray[np.float64]
) -> tuple[set[int], set[int]]:
    """Tracks of tiles that now lie upon what lay there before, and of those that do so no longer.

    `eye` is where the camera is, in mm of the table frame.
    """
    moves = {track.id: _move(before, track) for track in after}
    laid, taken = set(), set()
    for track in after:
        move = moves[track.id]
        if move is None or not _rest_still(track, after, moves):
            continue
        lift = TILE_D / (float(eye[2]) - 2 * TILE_D)
        shift = (track.x - move[0] - float(eye[0])) * lift, (track.y - move[1] - float(eye[1])) * lift
        if math.hypot(*shift) < LEAST_MM:
            continue
        if _close(move, shift):
            laid.add(track.id)
        elif _close((-move[0], -move[1]), shift):
            taken.add(track.id)
    return laid, taken


def _kind(track: Track) -> int | None:
    face = track.odds()[0][0]
    return face.kind if isinstance(face, Tile) else None


def _move(before: Sequence[Lay], track: Track) -> tuple[float, float] | None:
    """From where the nearest tile of its kind lay; None if none lay near."""
    kind = _kind(track)
    same = [lay for lay in before if lay.kind == kind and kind is not None]
    moves = [(track.x - lay.x, track.y - lay.y) for lay in same]
    near = min(moves, key=lambda m: math.hypot(*m), default=None)
    return near if near is not None and math.hypot(*near) < TILE_D else None


def _rest_still(track: Track, after: Sequence[Track], moves: dict[int, tuple[float, float] | None]) -> bool:
    around = [
        moves[t.id] for t in after if t is not track and math.hypot(t.x - track.x, t.y - track.y) < REACH_MM
    ]
    return bool(around) and all(m is not None and math.hypot(*m) < STILL_MM for m in around)


def _close(move: tuple[float, float], shift: tuple[float, float]) -> bool:
    return math.hypot(move[0] - shift[0], move[1] - shift[1]) < ALIKE * math.hypot(*shift)
