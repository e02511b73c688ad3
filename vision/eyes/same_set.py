"""Whether the tiles that are read are those of the set that was taught: another set is read without it."""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.nets.detect import FACES, NO_TILE
from vision.nets.enrol import TileSet

LATEST: Final = 60
"""So many faces that were read last show which set lies on the table: those of one hand."""
LEAST: Final = 12
"""And so many show it at first: a hand or the beginning of the ponds."""
BACK: Final = FACES.index(None)
Array = NDArray[np.float32]


class SameSet:
    """A taught set as a `Likeness`, as long as the faces on the table look like it: half of them at least as
    much as all but the least alike of its own tiles (`TileSet.own`)."""

    def __init__(self, known: TileSet) -> None:
        self._known = known
        self._nearest: deque[float] = deque(maxlen=LATEST)

    @property
    def same(self) -> bool:
        return len(self._nearest) < LEAST or median(tuple(self._nearest)) >= self._known.own

    def weigh(self, odds: Array, features: Array) -> Array:
        """Odds of FACES and "no tile" (N x 47) with what the features (N x D) resemble."""
        likely, nearest = self._known.likeness(features)
        faces = ~np.isin(odds.argmax(axis=1), (BACK, NO_TILE))
        self._nearest.extend(nearest[faces, 0].tolist())
        return self._known.mixed(odds, likely, nearest) if self.same else odds
