"""Backs of two colours in the walls: two sets are mixed, which is known before a face is seen.

Light, too, parts what is alike: the sun on half of a mat, a blind, a lamp mirrored in polished backs.
But shadows change no hue, light of another colour falls on neighbours alike, and a mirrored lamp makes tiles
paler by whatever it likes. So the hues of neighbours are compared, and two sets are where they either hardly
differ or differ by one and the same step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_W
from vision.camera.frame import Pixels
from vision.eyes.observation import TileSeen
from vision.eyes.observe import wall_row
from vision.nets.detection import Quad

Floats = NDArray[np.float64]

WHITE: Final = Tile.parse("5z")

GRID: Final = np.linspace(0.25, 0.75, 7)
"""Where a back is looked at, as shares of its sides: not at its edges, where another colour may show."""
DARK: Final = 16.0
"""Levels by which channels are raised, for the hue of what is dark is noise."""
MOST: Final = 40
"""So many backs are compared at least: most of the 68 that lie on top of whole walls."""
STEPS: Final = 5
"""So many steps are believed: those of three tiles, as one or two may be misread or replace what was lost."""
NOISE: Final = 0.02
"""Difference of hues (log) that a camera alone makes."""
APART: Final = 4.0
"""How much larger steps are than the differences within the sets: of one bell-shaped heap one in 3,000 is."""
BETWEEN: Final = 0.33
"""Differences between the two, as a share of the steps: at borders of patches of light, or where a lamp is
mirrored in some backs."""
PLAIN: Final = 0.2
"""Hues (log) that differ by less are hardly seen to differ."""
LAMPS: Final = 0.9
"""Hues that differ by more are of no light: candle light and daylight are 0.75 apart."""
PATCHES: Final = 8
"""Steps that patches of light make at most: into each wall and out again."""
ALONG: Final = 0.8
"""Cosine of steps with the one that all of them are, but for a tenth."""
NEUTRAL: Final = 0.4
"""The weakest colour of a mirrored lamp as a share of its strongest: of a warm one, as a camera shows it."""
KEPT: Final = np.linspace(0.7, 1.5, 9)
"""How much of the own colour a back shows beside what it mirrors: they are lit much the same."""
GAMMA: Final = 2.2


class Back(NamedTuple):
    """The back of a tile of a wall: `along` in mm of its row, `colour` BGR (0..255)."""

    along: float
    colour: tuple[float, ...]


class Walls:
    """The backs in the four walls of a table as they were read last. `mixed`: of two sets, when most of the
    walls was last seen; while a hand is played too few are left to say."""

    def __init__(self) -> None:
        self._rows: list[list[Back]] = [[], [], [], []]
        self.mixed = False

    def see(self, seat: int, pixels: Pixels, tiles: Sequence[TileSeen]) -> None:
        """The wall before `seat` has these tiles in the picture."""
        self._rows[seat] = row_of(pixels, tiles)
        seen = two_sets(self._rows)
        self.mixed = self.mixed if seen is None else seen


def row_of(pixels: Pixels, tiles: Sequence[TileSeen]) -> list[Back]:
    """The backs of a wall, of which the picture shows these tiles. Pale ones among others look like white
    dragons, of which few ever lie open there."""
    row = [tile for tile in wall_row(tiles) if tile.tile in (None, WHITE)]
    seen = colours(pixels, [tile.quad for tile in row]).tolist()
    return [Back(tile.x, tuple(colour)) for tile, colour in zip(row, seen, strict=True)]


def colours(pixels: Pixels, quads: Sequence[Quad]) -> Floats:
    """N x 3: the median colour (BGR, 0..255) of the middle of each of N tiles."""
    corners = np.array(quads, np.float64).reshape(-1, 4, 2)
    across, down = (each.reshape(-1, 1) for each in np.meshgrid(GRID, GRID))
    weights = np.hstack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
    x, y = np.rint(weights @ corners).astype(int).transpose(2, 0, 1)
    height, width = pixels.shape[:2]
    seen = pixels[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1), :3]
    return np.asarray(np.median(seen, axis=1), np.float64)


def two_sets(walls: Iterable[Sequence[Back]]) -> bool | None:
    """Whether the walls have backs of two sets; None where too few are seen to say."""
    rows = [sorted(wall) for wall in walls]
    pairs = [pair for row in rows for pair in pairwise(row) if pair[1].along - pair[0].along < 1.5 * TILE_W]
    if sum(map(len, rows)) < MOST or len(pairs) < MOST // 2:
        return None
    left, right = (np.array([pair[side].colour for pair in pairs], np.float64) for side in (0, 1))
    away = _hues(right) - _hues(left)
    size = np.linalg.norm(away, axis=1)
    step = _step(size)
    if step is None:
        return False
    large = size > step / 2
    if step < LAMPS and large.sum() <= PATCHES:
        return False
    way = np.linalg.eigh(away[large].T @ away[large])[1][:, -1]
    if np.quantile(np.abs(away[large] @ way) / size[large], 0.1) < ALONG:
        return False
    back = (away[large] @ way < 0)[:, None]
    one = np.median(np.where(back, right[large], left[large]), axis=0)
    other = np.median(np.where(back, left[large], right[large]), axis=0)
    return not (_mirrors(one, other) or _mirrors(other, one))


def _hues(seen: Floats) -> Floats:
    """N x 3 colours without their brightness, so that shade changes nothing."""
    levels = np.log(seen + DARK)
    return np.asarray(levels - levels.mean(axis=1, keepdims=True))


def _step(size: Floats) -> float | None:
    """How large the differences are that are clearly larger than most, at most three of four; None where
    there are no such."""
    ordered = np.sort(size)
    for at in range(len(ordered) // 4, len(ordered) - STEPS + 1):
        step = float(np.median(ordered[at:]))
        if not ordered[at - 1] < step / 2 <= ordered[at]:
            continue
        within = max(NOISE, float(np.sqrt((ordered[:at] ** 2).mean())))
        between = ((ordered > 0.3 * step) & (ordered < 0.7 * step)).sum()
        if step >= max(PLAIN, APART * within) and between <= BETWEEN * (len(ordered) - at):
            return step
    return None


def _mirrors(one: Floats, other: Floats) -> bool:
    """Whether backs of the colour `one` look like the `other` (BGR) where they mirror a lamp."""
    own, shown = ((each / 255.0) ** GAMMA for each in (one, other))
    added = shown - KEPT[:, None] * own
    least, most = added.min(axis=1), added.max(axis=1)
    return bool(((least > 0) & (least > NEUTRAL * most)).any())
