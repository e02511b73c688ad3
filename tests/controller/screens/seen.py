"""What the eyes tell of a mat, by hand: a pond and a stick."""

from __future__ import annotations

from contract.messages import Eyes, Question, SeenTile, SeenZone

Quad = list[tuple[float, float]]


def box(x: float, y: float, w: float, h: float) -> Quad:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


POND = SeenZone(
    zone="pond",
    seat=0,
    quad=box(600, 600, 400, 150),
    moving=False,
    tiles=[
        SeenTile(tile="5m", p=0.99, quad=box(610, 610, 40, 52)),
        SeenTile(tile="0p", p=0.61, quad=box(660, 610, 40, 52)),
        SeenTile(tile=None, p=0.98, quad=box(710, 610, 40, 52)),
    ],
)
STICK = SeenZone(zone="stick", seat=2, quad=box(700, 300, 200, 20), moving=True, tiles=[], sticks=[1000])


def eyes(sight: str = "ok", questions: list[Question] | None = None) -> Eyes:
    return Eyes(ts_ms=0, width=1920, height=1080, sight=sight, zones=[POND, STICK], questions=questions or [])
