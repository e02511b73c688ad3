"""A tile laid on one of its kind, as the fourth of a kan may be (E-MELD-06 a).

Seen from above it hides the lower one and looks like it, moved away from the camera by the height of a
tile; what lies around it has not moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_D
from vision.eyes.track import Track
from vision.nets.detection import Detection

LEAST_MM: Final = 4.0
"""Below the camera a tile on another looks like none: its parallax must be larger than this."""
ALIKE: Final = 0.45
"""A move is that parallax if it differs from it by less than this share: places are found within 2 mm."""
REACH_MM: Final = 70.0
STILL_MM: Final = 2.5
"""Tiles up to the first from it move by less than the second: else the whole set was pushed."""


class Lay(NamedTuple):
    """Where a tile is seen on the plane of tiles on the cloth, in mm, and its kind (None: a back)."""

    x: float
    y: float
    kind: int | None

    def to(self, other: Lay) -> tuple[float, float]:
        return other.x - self.x, other.y - self.y


class Stacks:
    """Follows the tiles of one strip; `raised` are the tracks of those that lie upon others."""

    def __init__(self) -> None:
        self.raised: set[int] = set()
        self._lays: dict[int, Lay] = {}

    def follow(self, tracks: Iterable[Track], found: Iterable[Detection], eye: NDArray[np.float64]) -> None:
        """Takes in one reading, from which `tracks` are; `eye` is the camera's place in mm of the table."""
        heights = {(d.x, d.y): d.height for d in found}
        now: dict[int, Lay] = {}
        for track in tracks:
            height = heights.get((track.x, track.y))
            if height is None and track.id in self._lays:
                now[track.id] = self._lays[track.id]
            else:
                now[track.id] = _lay(track, height or TILE_D, eye)
        laid, taken = _changed(list(self._lays.values()), now, eye)
        self._lays = now
        self.raised = ((self.raised | laid) - taken) & now.keys()


def _lay(track: Track, height: float, eye: NDArray[np.float64]) -> Lay:
    """Whether the top was taken for a high one makes no difference to where it is seen."""
    face = track.odds()[0][0]
    part = (float(eye[2]) - TILE_D) / (float(eye[2]) - height)
    x, y = (float(e) + (v - float(e)) * part for v, e in ((track.x, eye[0]), (track.y, eye[1])))
    return Lay(x, y, face.kind if isinstance(face, Tile) else None)


def _changed(
    before: Sequence[Lay], now: Mapping[int, Lay], eye: NDArray[np.float64]
) -> tuple[set[int], set[int]]:
    """Tracks of tiles that now lie upon what lay there before, and of those that do so no longer."""
    moves = {track: _move(before, lay) for track, lay in now.items()}
    laid, taken = set(), set()
    for track, lay in now.items():
        move = moves[track]
        if move is None or not _rest_still(track, now, moves):
            continue
        lift = TILE_D / (float(eye[2]) - 2 * TILE_D)
        shift = (lay.x - move[0] - float(eye[0])) * lift, (lay.y - move[1] - float(eye[1])) * lift
        if math.hypot(*shift) < LEAST_MM:
            continue
        if _close(move, shift):
            laid.add(track)
        elif _close((-move[0], -move[1]), shift):
            taken.add(track)
    return laid, taken


def _move(before: Sequence[Lay], lay: Lay) -> tuple[float, float] | None:
    """From where the nearest tile of its kind was seen; None if none was near."""
    moves = [old.to(lay) for old in before if old.kind == lay.kind is not None]
    near = min(moves, key=lambda m: math.hypot(*m), default=None)
    return near if near is not None and math.hypot(*near) < TILE_D else None


def _rest_still(track: int, now: Mapping[int, Lay], moves: Mapping[int, tuple[float, float] | None]) -> bool:
    here = now[track]
    around = [moves[n] for n, lay in now.items() if n != track and math.hypot(*here.to(lay)) < REACH_MM]
    return bool(around) and all(m is not None and math.hypot(*m) < STILL_MM for m in around)


def _close(move: tuple[float, float], shift: tuple[float, float]) -> bool:
    return math.hypot(move[0] - shift[0], move[1] - shift[1]) < ALIKE * math.hypot(*shift)
