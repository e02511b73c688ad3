"""What `eyes` carries of the camera's picture (see docs/mqtt.md)."""

from __future__ import annotations

from contract.messages.snapshot import Question, SightCode
from contract.messages.tree import Model


class SeenTile(Model):
    tile: str | None
    """Null for a back."""
    p: float
    """Calibrated probability of the reading, 0..1."""
    quad: list[tuple[float, float]]
    """Corners in pixels, from the top left clockwise as the reader of the tile sees it."""


class SeenZone(Model):
    zone: str
    """hand, meld, wall, pond, stick or centre."""
    seat: int
    quad: list[tuple[float, float]]
    """Outline of the zone in image pixels."""
    moving: bool
    """Something moves in it: it is not read now."""
    tiles: list[SeenTile]
    sticks: tuple[int | None, ...] = ()
    """Points of the sticks before a pond; null for one that is not clear, or of no common set."""
    dice: tuple[int | None, ...] = ()
    """What the dice in the centre show; null for one that is not clear."""


class Eyes(Model):
    """`eyes`, retained: what was recognised, to be drawn over `/camera.jpg`."""

    ts_ms: int
    width: int
    """Of the picture that the quads speak of; `/camera.jpg` may be smaller."""
    height: int
    sight: SightCode
    zones: list[SeenZone]
    questions: tuple[Question, ...] = ()
