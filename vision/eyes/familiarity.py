"""How well the eyes know the set of a table, and how far its odds are to be believed.

Readings of a resting tile repeat their error, so together they are worth little more than one of them. How
much was measured on tables of two renderers that share no code, as the power of the mean odds under which
what lay there is likeliest: 1 for sets of strangers, with more the eyes are sure of what is wrong; 2 for sets
that are read as well as those of the training, which are right more often than they say
(`python -m benchmarks.belief --tables 5`).
"""

from __future__ import annotations

from collections import deque
from typing import Final

from vision.nets.detection import Detection

LATEST: Final = 200
"""So many faces that were read last count: a hand's and more, so that another light is known by the next."""
BEFORE: Final = 20
"""As good as so many faces of a known set were read before the first: it is the likelier case."""
STRANGE, KNOWN = 0.90, 0.99
"""Mean odds of the faces of one picture: tables of strangers' sets had 0.73 to 0.95, all but one of sixteen
of our own renderer 0.99 and more."""


class Familiarity:
    """Learns from every face that is read for the first time."""

    def __init__(self) -> None:
        self._odds = deque([KNOWN] * BEFORE, LATEST)

    def see(self, detection: Detection) -> None:
        face, odds = detection.odds[0]
        if face is not None:
            self._odds.append(odds)

    @property
    def power(self) -> float:
        """The power, 1 to 2, to which the mean odds of a tile's readings are raised."""
        mean = sum(self._odds) / len(self._odds)
        return 1.0 + min(1.0, max(0.0, (mean - STRANGE) / (KNOWN - STRANGE)))
