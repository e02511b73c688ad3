"""Tiles that a row leaves room for: between two of its tiles, or one step beyond its ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.camera.frame import Pixels
from vision.nets.detect import FACES, NO_TILE, Detector, Floats
from vision.photo.choice import BLANK, overlap
from vision.photo.close import cut, seen_close
from vision.photo.levels import Candidate, inside

IN_ROW: Final = 0.3
"""Neighbours of a row are shifted up or down by less than this share of their height."""
NEXT: Final = 1.35
"""Widths from a tile to the next of a row, at most."""
MOST_MISSING: Final = 2
UNEVEN: Final = 0.35
"""Widths by which a room may be wider or narrower than the tiles that are missing."""
INNER: Final = 0.5
END: Final = 0.9
"""Odds of a face, at least, between tiles, and where only one speaks for it."""
FREE: Final = 0.2
"""Share of a tile that others may cover."""
ALIKE: Final = 0.25
"""Logarithm of colours: what is as blank and as bright as the margins of its neighbours is a white dragon."""
_BACK, _WHITE = FACES.index(None), FACES.index(BLANK)


def filled(
    detector: Detector, picture: Sequence[Pixels], kept: Sequence[Candidate], found: Sequence[Candidate]
) -> list[Candidate]:
    """The tiles of `kept`, and those found in the gaps between and beside them.

    A new tile replaces a back that it overlaps: in a row of faces a blank tile is more often a white dragon.

    `picture` is what `vision.photo.levels.halves` gives, `found` the candidates of all levels.
    """
    out, (high, wide) = list(kept), picture[0].shape[:2]
    while rooms := _rooms(faces := [c for c in out if c.tile is not None]):
        read = seen_close(detector, picture, [room for room, _ in rooms], found)
        new: list[Candidate] = []
        for one, (_, beside) in sorted(zip(read, rooms, strict=True), key=lambda pair: pair[0].odds[NO_TILE]):
            closer, least = (_dragon(picture, one, beside), INNER) if len(beside) > 1 else (one, END)
            blank = closer.tile in (None, BLANK) and closer is one
            sure = not blank and closer.odds[closer.face] > least and inside(closer.quad, wide, high)
            if sure and _free(closer, faces + new):
                new.append(closer)
        if not new:
            break
        out = [c for c in out if c.tile is not None or _free(c, new)] + new
    return out


def _rooms(row: Sequence[Candidate]) -> list[tuple[Candidate, list[Candidate]]]:
    """Places as wide as a tile where none was found, each with the tiles beside it."""
    out: list[tuple[Candidate, list[Candidate]]] = []
    for one in row:
        (right, other), (left, another) = (_nearest(one, row, way) for way in (1, -1))
        for near, far, beside in ((right, left, other), (left, right, another)):
            if near < NEXT and far == math.inf:
                out.append((_beside(one, beside, -1.0), [one]))
        missing = round(min(right, 9.0)) - 1
        if 1 <= missing <= MOST_MISSING and abs(right - missing - 1) < UNEVEN:
            shares = [(k + 1) / (missing + 1) for k in range(missing)]
            out += [(_beside(one, other, share), [one, other]) for share in shares]
    return out


def _nearest(one: Candidate, row: Sequence[Candidate], way: int) -> tuple[float, Candidate]:
    """How many widths to the right (1) or left (-1) the next tile of the row stands; no end if none."""
    places = ((*_place(one, other), other) for other in row if other is not one)
    beside = [(way * x, other) for x, y, other in places if way * x > 0.5 and abs(y) < IN_ROW]
    return min(beside, key=lambda pair: pair[0], default=(math.inf, one))


def _place(one: Candidate, other: Candidate) -> tuple[float, float]:
    """Where the middle of the other lies, in widths and heights of one."""
    a, b, c, d = one.quad
    ways = np.array([(b + c - a - d) / 2, (c + d - a - b) / 2])
    x, y = np.linalg.solve(ways.T, other.middle - one.middle).tolist()
    return x, y


def _beside(one: Candidate, other: Candidate, share: float) -> Candidate:
    quad: Floats = (1 - share) * one.quad + share * other.quad
    return replace(one, quad=quad, heat=min(one.heat, other.heat), turned=0.0)


def _free(one: Candidate, others: Sequence[Candidate]) -> bool:
    return all(overlap(one.quad, other.quad) <= FREE for other in others)


def _dragon(picture: Sequence[Pixels], one: Candidate, beside: Sequence[Candidate]) -> Candidate:
    """The candidate as a white dragon if it is blank and of the colour of the tiles beside it."""
    blank = float(one.odds[_BACK] + one.odds[_WHITE])
    own = _colour(cut(picture, one.quad)[12:52, 10:38])
    margins = [cut(picture, other.quad)[8:56, [6, 7, 8, 39, 40, 41]] for other in beside]
    if blank < INNER or min(np.linalg.norm(own - _colour(m)) for m in margins) > ALIKE:
        return one
    odds = one.odds.copy()
    odds[_WHITE], odds[_BACK] = blank, 0.0
    return replace(one, odds=odds)


def _colour(part: Pixels) -> Floats:
    return np.asarray(np.log(np.maximum(np.median(part.reshape(-1, 3), axis=0), 4.0)))
