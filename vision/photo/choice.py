"""Which candidates of all levels are the tiles of a photograph.

A photograph shows tiles of many sizes: a hand stands towards the camera, a pond lies aslant and ever
farther away. But neighbours are of one size. So what counts besides a candidate's own score is how many
sure candidates near it, in place and in size, speak for it; halves of tiles, groups of tiles taken for one
and patterns elsewhere have few.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_H
from vision.nets.detect import Floats
from vision.photo.levels import Candidate, Level

BLANK: Final = Tile.parse("5z")
"""White dragons without a frame are imagined on every white side of a tile: they speak for none, themselves
included."""
ONE_LEVEL: Final = 0.12
"""Sizes whose logarithms differ less are looked at together."""
MOST_LEVELS: Final = 8
SURE: Final = 0.55
"""Candidates of at least this score speak for others."""
SAME_SIZE: Final = 0.2
"""Standard deviation of the logarithm of neighbours' sizes, each way."""
REACH: Final = 4.0
"""Standard deviation of the distance of neighbours, in heights of a tile."""
CLOSE: Final = 1.5
"""The same of those whose size a tile takes."""
AREA_POWER: Final = 0.75
"""A tile goes before its halves, and a row before one large tile that is imagined across it."""
SQUEEZED: Final = 0.7
"""Standard deviation of the logarithm of the stretch of photographs: few are squeezed, or seen far aslant."""
MOST_OVERLAP: Final = 0.3
"""Share of the smaller of two tiles that the other may cover."""
LEAST_SCORE: Final = 0.45
LEAST_SUPPORT: Final = 0.1
"""A lone tile has 0.2 to 1."""
LONE: Final = 0.9
LONE_PX: Final = 28.0
"""Odds of a face, and height, from which on a tile needs no neighbour: a letter may look like a small one."""
LONE_HEAT: Final = 0.55
"""And how clear its middle must be: of lone tiles 0.63 at least (29 laid into plain pictures), of books,
sides and halves of tiles 0.51 at most (12 in 152 photographs)."""
_CHUNK: Final = 400


class Support:
    """How much the sure candidates of a look at `levels` speak for a tile of a size at a place."""

    def __init__(self, found: Iterable[Candidate], levels: Iterable[Level]) -> None:
        sure = [c for c in found if c.tile not in (None, BLANK) and c.score > SURE]
        self._looks = _sizes(levels)
        self._sizes = _sizes(c.level for c in sure)
        self._places = _places(sure)
        self._weights = np.array([(2 * c.score - 1) ** 2 for c in sure])

    def of(self, some: Sequence[Candidate]) -> Floats:
        """For each of N candidates the number of sure tiles near it (N), itself included if it is no white
        dragon."""
        out = []
        for k in range(0, len(some), _CHUNK):
            part = some[k : k + _CHUNK]
            sizes = _sizes(c.level for c in part)
            looks = _alike(sizes, self._looks, SAME_SIZE).sum(axis=1)
            near = self._near(_places(part), sizes, REACH)
            out.append(near.sum(axis=1) / np.maximum(looks, 1e-9))
        return np.concatenate(out) if out else np.zeros(0)

    def levels(self, kept: Sequence[Candidate]) -> list[Level]:
        """The sizes that the tiles near each of `kept` agree on: those of most tiles first."""
        if not kept:
            return []
        sizes = self._settled(kept, REACH)
        alike = np.abs(sizes[:, None] - sizes).max(axis=-1) < ONE_LEVEL
        left = np.ones(len(kept), bool)
        out: list[Level] = []
        while left.any() and len(out) < MOST_LEVELS:
            group = left & alike[int((alike[:, left].sum(axis=1) * left).argmax())]
            across, down = np.exp(sizes[group].mean(axis=0)).tolist()
            out.append(Level(math.sqrt(across * down), down / across))
            left &= ~group
        return out

    def fitted(self, one: Candidate) -> Floats:
        """The corners of a tile (4 x 2 px) when it is as large as those close to it agree that it is."""
        size = np.exp(self._settled([one], CLOSE)[0])
        return np.asarray(one.middle + (one.quad - one.middle) * size / (one.level.across, one.level.down))

    def _settled(self, kept: Sequence[Candidate], reach: float) -> Floats:
        """Each tile's size as its neighbours see it (mean shift)."""
        places, sizes = _places(kept), _sizes(c.level for c in kept)
        for _ in range(3):
            near = self._near(places, sizes, reach) + 1e-12
            sizes = near @ self._sizes / near.sum(axis=1, keepdims=True)
        return sizes

    def _near(self, places: Floats, sizes: Floats, reach: float) -> Floats:
        """What each sure candidate says of each tile."""
        tile = TILE_H * np.exp((sizes.mean(axis=1)[:, None] + self._sizes.mean(axis=1)) / 2)
        away = ((places[:, None] - self._places) ** 2).sum(axis=-1) / (tile * reach) ** 2
        return np.asarray(self._weights * np.exp(-away / 2) * _alike(sizes, self._sizes, SAME_SIZE))


def chosen(found: Sequence[Candidate], support: Support) -> list[Candidate]:
    """The tiles among the candidates of all levels: of two at one place that whose kind is worth more."""
    likely = [c for c in found if c.score > LEAST_SCORE]
    worth = {
        id(c): c.score * s * _worth(c.level)
        for c, s in zip(likely, support.of(likely).tolist(), strict=True)
        if s > LEAST_SUPPORT
    }
    kept: list[tuple[Candidate, NDArray[np.float32], float]] = []
    for one in sorted((c for c in likely if id(c) in worth), key=lambda c: -worth[id(c)]):
        quad = one.quad.astype(np.float32)
        area = float(cv2.contourArea(quad))
        low, high = quad.min(axis=0), quad.max(axis=0)
        if all(
            (low > q.max(axis=0)).any()
            or (high < q.min(axis=0)).any()
            or cv2.intersectConvexConvex(quad, q)[0] <= MOST_OVERLAP * min(area, a)
            for _, q, a in kept
        ):
            kept.append((one, quad, area))
    return [one for one, _, _ in kept]


def overlap(a: Floats, b: Floats) -> float:
    """Intersection over union of two convex quads (4 x 2 px)."""
    one, other = a.astype(np.float32), b.astype(np.float32)
    both = float(cv2.intersectConvexConvex(one, other)[0])
    return both / max(1e-9, cv2.contourArea(one) + cv2.contourArea(other) - both)


def without_sides(kept: Sequence[Candidate]) -> list[Candidate]:
    """Without white dragons that are not as large as the face nearest to them: those are sides of tiles."""
    most = 2 * SAME_SIZE
    faces = [c for c in kept if c.tile not in (None, BLANK)]
    if not faces:
        return list(kept)
    places, sizes = _places(faces), _sizes(c.level for c in faces)

    def fits(one: Candidate) -> bool:
        nearest = int(np.square(places - one.middle).sum(axis=1).argmin())
        return bool(np.abs(_sizes([one.level])[0] - sizes[nearest]).max() < most)

    return [c for c in kept if c.tile != BLANK or fits(c)]


def without_strays(kept: Sequence[Candidate]) -> list[Candidate]:
    """Without small or unsure tiles that have no neighbour of their size: much in a room looks like one."""
    most, sizes, places = 2 * SAME_SIZE, _sizes(c.level for c in kept), _places(kept)

    def stays(k: int) -> bool:
        alike = np.abs(sizes - sizes[k]).max(axis=1) < most
        away = np.linalg.norm(places - places[k], axis=1) / (TILE_H * kept[k].level.scale)
        one = kept[k]
        large = one.level.down * TILE_H >= LONE_PX
        clear = one.odds[one.face] >= LONE and one.heat >= LONE_HEAT
        return bool((large and clear) or (alike & (away < REACH)).sum() > 1)

    return [one for k, one in enumerate(kept) if stays(k)]


def _worth(level: Level) -> float:
    """More for large tiles, less for stretched ones."""
    return float(level.scale ** (2 * AREA_POWER) * math.exp(-((math.log(level.stretch) / SQUEEZED) ** 2) / 2))


def _sizes(levels: Iterable[Level]) -> Floats:
    """N x 2: logarithms of pixels a mm, across and down."""
    return np.log([[level.across, level.down] for level in levels]).reshape(-1, 2)


def _places(some: Sequence[Candidate]) -> Floats:
    return np.array([c.middle for c in some]).reshape(-1, 2)


def _alike(a: Floats, b: Floats, spread: float) -> Floats:
    return np.asarray(np.exp(-((a[:, None] - b) ** 2).sum(axis=-1) / (2 * spread**2)))
