"""The drawing of the machine from above, for screen and shell: one table of parts, one place of them marked.

Lengths are units of a square of 200 by 200 around the middle of the table, x to the right and y down; lane 0
lies below. Not to scale: the drawing says where to reach, hardware/mechanical.md has the dimensions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from contract.messages import Model
from controller.machine.selftest.acts import LANES

HALF: Final = 100
COLUMNS: Final = 51
ROWS: Final = 25
_MARK: Final = "#"
Cell = tuple[int, int]
"""Column and row of a letter."""


class ShapeView(Model):
    """A part of the drawing."""

    place: str
    """What a step calls it (`GuideView.place`)."""
    lane: int | None
    kind: Literal["box", "round"]
    x: float
    """Of the middle."""
    y: float
    wide: float
    high: float


class PlanView(Model):
    """`/machine/plan.json`: the machine from above, in a square of 200 by 200 around 0, 0."""

    shapes: tuple[ShapeView, ...]
    """In the order in which they are drawn."""


_WHOLE: Final = (
    ShapeView(place="lid", lane=None, kind="box", x=0, y=0, wide=172, high=172),
    ShapeView(place="drum", lane=None, kind="round", x=0, y=0, wide=72, high=72),
    ShapeView(place="hatch", lane=None, kind="round", x=0, y=0, wide=36, high=36),
    ShapeView(place="dice", lane=None, kind="box", x=0, y=0, wide=14, high=14),
    ShapeView(place="estop", lane=None, kind="round", x=91, y=91, wide=16, high=16),
    ShapeView(place="plug", lane=None, kind="box", x=-91, y=-91, wide=16, high=16),
)
_OF_LANE: Final = (
    ("lift", 0.0, 72.0, 84.0, 14.0),
    ("row", -38.0, 72.0, 8.0, 14.0),
    ("belt", 0.0, 51.0, 56.0, 10.0),
    ("entry", -23.0, 51.0, 10.0, 16.0),
    ("cup", 35.0, 51.0, 14.0, 16.0),
    ("pusher", 35.0, 65.0, 14.0, 6.0),
)
"""Place, middle, width and height in lane 0; the others follow by quarter turns."""
_INK: Final = {"lid": ".", "drum": "o", "hatch": "o", "estop": "o", "plug": "+", "lift": "-", "belt": "="}


def _turned(place: str, lane: int, x: float, y: float, wide: float, high: float) -> ShapeView:
    for _ in range(lane):
        x, y, wide, high = y, -x, high, wide
    return ShapeView(place=place, lane=lane, kind="box", x=x, y=y, wide=wide, high=high)


PLAN: Final = PlanView(shapes=(*_WHOLE, *(_turned(p, lane, *at) for lane in LANES for p, *at in _OF_LANE)))


def drawn(place: str, lane: int | None) -> str:
    """The machine in letters, with the place filled; lines without an end. Lanes have the numbers that people
    read."""
    cells = [[" "] * COLUMNS for _ in range(ROWS)]
    marked = [s for s in PLAN.shapes if s.place == place and s.lane == lane]
    for shape in (*PLAN.shapes, *marked):
        ink = _MARK if shape in marked else _INK.get(shape.place, "-")
        whole = shape in marked and shape.place != "lid"
        covered = _covered(shape)
        for column, row in covered if whole else _rim(covered):
            if 0 <= column < COLUMNS and 0 <= row < ROWS:
                cells[row][column] = ink
    for number in LANES:
        label = _turned("", number, 0.0, 93.0, 0, 0)
        cells[_row(label.y)][_column(label.x)] = str(number + 1)
    return "\n".join("".join(line).rstrip() for line in cells)


def _column(x: float) -> int:
    return round((x + HALF) / (2 * HALF) * (COLUMNS - 1))


def _row(y: float) -> int:
    return round((y + HALF) / (2 * HALF) * (ROWS - 1))


def _covered(shape: ShapeView) -> set[Cell]:
    """The letters that a shape covers, also beyond the drawing."""
    middle, centre = _column(shape.x), _row(shape.y)
    half_wide = max(0.5, shape.wide / 2 / (2 * HALF) * (COLUMNS - 1))
    half_high = max(0.5, shape.high / 2 / (2 * HALF) * (ROWS - 1))
    return {
        (middle + across, centre + down)
        for across in range(-int(half_wide), int(half_wide) + 1)
        for down in range(-int(half_high), int(half_high) + 1)
        if shape.kind != "round" or (across / half_wide) ** 2 + (down / half_high) ** 2 <= 1
    }


def _rim(covered: set[Cell]) -> Iterator[Cell]:
    """Those of them that have a neighbour which is none."""
    for column, row in covered:
        if not {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)} <= covered:
            yield column, row
