"""White dragons and backs told apart by the colours of the other tiles in the picture.

By itself a plain white tile may be a white dragon or the back of another set. But all tiles on a mat are of
one set: a white dragon has the colour of the other faces' margins, a back that of the other backs.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Floats = NDArray[np.float32]

SURE: Final = 0.97
"""Odds from which a tile is one that others are compared with."""
LEAST: Final = 3
"""So many faces, and backs, tell how the set looks. Without backs nothing is told: there are ivory ones."""
SPREAD: Final = 0.1
"""How much the light makes tiles of one colour differ (median of rendered tables 0.06)."""
MOST: Final = 2.0
"""Log odds that the colour is worth at most: a back under glare is as pale as a face."""
OTHER: Final = 0.5
DARKER: Final = 0.8
MOST_OTHER: Final = 9.0
"""And what it is worth where neither glare nor shadow can have made it of a back's: darker in one channel
than in another by the first factor (log), or as dark as the faces and darker than backs by the second."""
NEAREST: Final = 0.2
"""Share of the others that light as it falls on the tile may have fallen on: the most alike count."""
DARK: Final = 4.0
"""Grey levels below which colours are noise."""


def weigh_blanks(crops: Pixels, odds: Floats, white: int, back: int) -> Floats:
    """The odds (N x K) of N x 64 x 48 x 3 upright crops with their colours weighed in.

    `white` and `back` are the numbers of the two classes, the faces those before `back`.
    """
    best, sure = odds.argmax(axis=1), odds.max(axis=1) > SURE
    faces, backs = sure & (best < back) & (best != white), sure & (best == back)
    blank = np.flatnonzero(odds[:, white] + odds[:, back] > 0.1)
    if min(faces.sum(), backs.sum()) < LEAST or not len(blank):
        return odds
    middles = crops[:, 8:56:3, 8:40:3]
    edges = np.concatenate([crops[faces, 6:58:3, 5:9], crops[faces, 6:58:3, 39:43]], axis=2)
    own, margins = _colours(middles[blank]), _colours(edges)
    covers = _true_backs(_colours(middles[backs]), margins)
    to_face, to_back = _distance(own, margins), _distance(own, covers)
    light = own - np.median(covers, axis=0)
    tinted = (light.min(axis=1) < -SPREAD) & (np.ptp(light, axis=1) > OTHER) & (to_face < to_back)
    other = tinted | ((light.max(axis=1) < -DARKER) & (to_face < 3 * SPREAD))
    most = np.where(other, MOST_OTHER, MOST)
    shift = np.where(sure[blank] & ~other, 0, np.clip((to_back - to_face) / SPREAD, -most, most))
    out = odds.copy()
    both = out[blank, white] + out[blank, back]
    share = 1 / (1 + out[blank, back] / np.maximum(out[blank, white], 1e-6) * np.exp(-shift))
    changed = shift != 0
    blank, both, share = blank[changed], both[changed], share[changed]
    out[blank, white], out[blank, back] = both * share, both * (1 - share)
    return out


def _colours(parts: Pixels) -> Floats:
    """N x H x W x 3 as N x 3: the logarithm of the median colour of each."""
    middle = np.median(parts.reshape(len(parts), -1, 3), axis=1)
    return np.asarray(np.log(np.maximum(middle, DARK)), np.float32)


def _true_backs(covers: Floats, margins: Floats) -> Floats:
    """Those of the colours of sure backs (N x 3) that are more like most backs than like the faces' margins.

    The others are white dragons that were surely taken for backs: they must not vouch for each other.
    """
    apart = np.linalg.norm(covers - np.median(covers, axis=0), axis=1)
    return np.asarray(covers[apart <= np.maximum(_distance(covers, margins), SPREAD)], np.float32)


def _distance(some: Floats, others: Floats) -> Floats:
    """N x 3 and M x 3 as N: the distance of each from the others that are most alike."""
    apart = np.linalg.norm(some[:, None] - others[None], axis=2)
    return np.asarray(np.quantile(apart, NEAREST, axis=1), np.float32)
