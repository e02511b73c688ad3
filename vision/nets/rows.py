"""Backs in the rows of walls: what is doubtful by itself is not between others.

A wall is a chain of places. At each the nets say how likely a tile lies there, by what they see of it alone,
and a wall goes on from a tile to the next one, but for its end. The odds of each place given all the others
follow from that exactly (forwards and backwards along the chain).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.nets.gaps import right_of
from vision.nets.heatmap import Spot

Floats = NDArray[np.float64]

STACKS: Final = 17
"""Of a whole wall (R-WALL-01): one in so many is its last."""
GOES_ON: Final = 1 - 1 / STACKS


def continued(spots: Sequence[Spot], odds: Sequence[float]) -> Floats:
    """How likely each of N places of walls has a tile (N, 0..1), from how likely each is by itself. The two
    ends of a row keep their own odds, for a cup that ends a row hides half of its last tile. The ends of a
    whole wall do not."""
    out = np.array(odds, np.float64)
    for chain in chains(spots):
        mine = slice(None) if len(chain) == STACKS else slice(1, -1)
        out[chain[mine]] = _along(out[chain])[mine]
    return out


def chains(spots: Sequence[Spot]) -> Iterator[list[int]]:
    """The places that lie side by side, from the left to the right as their tiles are turned, two or more."""
    right = right_of(spots)
    left = {there: here for here, there in right.items()}
    right = {here: there for here, there in right.items() if left[there] == here}
    for begin in sorted(set(right) - set(right.values())):
        chain = [begin]
        while chain[-1] in right:
            chain.append(right[chain[-1]])
        yield chain


def _along(odds: Floats) -> Floats:
    """The odds of each place of a chain given all of them."""
    here = np.stack([1 - odds, odds], axis=1)
    step = np.array([[GOES_ON, 1 - GOES_ON], [1 - GOES_ON, GOES_ON]])
    left, right = np.ones_like(here), np.ones_like(here)
    for i in range(1, len(odds)):
        left[i] = step @ (left[i - 1] * here[i - 1])
        left[i] /= left[i].sum()
    for i in reversed(range(len(odds) - 1)):
        right[i] = step @ (right[i + 1] * here[i + 1])
        right[i] /= right[i].sum()
    whole = left * here * right
    return np.asarray(whole[:, 1] / np.maximum(whole.sum(axis=1), 1e-300))
