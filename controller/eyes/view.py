"""What the eyes read, as it is published to be drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Sequence

from contract.messages import Eyes, Question, SeenTile, SeenZone
from vision.eyes.observation import Observation
from vision.nets.detection import Quad


def _pixels(quad: Quad) -> list[tuple[float, float]]:
    """Rounds to a tenth of a pixel, finer than anybody can draw."""
    return [(round(x, 1), round(y, 1)) for x, y in quad]


def seen_zone(seen: Observation, outline: Quad, *, moving: bool) -> SeenZone:
    """What was read in a zone, to be drawn over the picture; `outline` in image pixels."""
    return SeenZone(
        zone=seen.zone.value,
        seat=seen.seat,
        quad=_pixels(outline),
        moving=moving,
        tiles=[
            SeenTile(tile=None if t.tile is None else str(t.tile), p=round(t.p, 3), quad=_pixels(t.quad))
            for t in seen.tiles
        ],
        sticks=tuple(stick.value for stick in seen.sticks),
        dice=tuple(die.value for die in seen.dice),
    )


def eyes(
    zones: Sequence[SeenZone],
    *,
    ts_ms: int,
    width: int,
    height: int,
    sight: str,
    questions: Sequence[Question] = (),
) -> Eyes:
    """The picture's reading as a whole."""
    return Eyes(
        ts_ms=ts_ms,
        width=width,
        height=height,
        sight=sight,
        zones=list(zones),
        questions=tuple(questions),
    )
