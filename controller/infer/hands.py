"""A hand laid open in the hand zone: its tiles, and the one that lies apart after a tsumo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import prod
from statistics import median_low
from typing import Final

from controller.infer.columns import HOLE, UNSEEN, UNSEEN_FIRST
from controller.infer.reading import CERTAIN, COPIES, Allowed, Reading, may_be_open, read_tile
from engine.tiles.tile import ALL, Tile
from vision.calibration.mat import TILE_H, TILE_W, WIN_GAP
from vision.eyes.observation import TileSeen
from vision.nets.detection import Quad

Left = Callable[[Sequence[Tile]], Allowed]
MOSTLY: Final = 4
"""One tile in so many of a hand laid open may look like a back, beside four white dragons that nearly do."""
MOST_CHOICES: Final = 625
"""Of five faces each for four tiles: more is no reading at all."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """An opened hand. `tiles` are complete only without `doubts`; `apart` is not among them.

    `doubts` are tiles that could not be read with certainty, each with how it was read. Without any,
    `row` is what lies there for the `tiles` and the one `apart`, in this order.
    """

    tiles: tuple[Tile, ...]
    apart: Tile | None
    doubts: tuple[tuple[TileSeen, Reading], ...] = ()
    row: tuple[TileSeen, ...] = ()

    @property
    def read(self) -> tuple[Tile, ...]:
        """The faces of the `row`."""
        return self.tiles if self.apart is None else (*self.tiles, self.apart)

    @property
    def choices(self) -> Iterator[Sequence[Tile]]:
        """The faces that the doubtful tiles can have, together; none where too many can be."""
        faces = [list(_likely(tile, reading)) for tile, reading in self.doubts]
        if prod(map(len, faces)) <= MOST_CHOICES:
            yield from product(*faces)


def _likely(tile: TileSeen, reading: Reading) -> Iterator[Tile]:
    """Its candidates but for those beside which the best one would be certain."""
    odds = dict(tile.odds)
    best = max((odds[face] for face in reading.candidates), default=0.0)
    return (face for face in reading.candidates if odds[face] >= (1 - CERTAIN) * best)


def laid_open(zone: Sequence[TileSeen]) -> bool:
    """Whether a hand is shown, although a few of its tiles may look like backs."""
    backs = [tile for tile in zone if tile.tile is None]
    blank = sum(map(may_be_open, backs))
    return bool(zone) and blank <= COPIES and len(backs) - blank <= len(zone) // MOSTLY


def without_strays(zone: Sequence[TileSeen]) -> tuple[TileSeen, ...]:
    """The zone without backs beside the row of a hand laid open.

    No tile of a hand lies there, but a patch of cloth of the backs' colour may look like one.
    """
    if not laid_open(zone):
        return tuple(zone)
    level = median_low(tile.y for tile in zone if tile.tile is not None or may_be_open(tile))
    return tuple(tile for tile in zone if tile.tile is not None or abs(tile.y - level) < TILE_H)


def read_hand(zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """The hand of `size` tiles, with one more when the seat has `drawn`; None while it is not laid open
    or not all there.

    `left` says of which faces copies are left beside those read already; clear tiles are read first.
    Without a tile apart, a hand with a drawn tile is given whole in `tiles`: the winning tile was
    merged into it (R-WIN-08).
    """
    if len(zone) != size + drawn or not laid_open(zone):
        return None
    row = sorted(zone, key=lambda t: t.x)
    lone = apart(row) if drawn else None
    faces: dict[int, Tile] = {}
    doubts: list[tuple[TileSeen, Reading]] = []
    for seen in sorted(row, key=lambda t: -t.p):
        reading = read_tile(seen, left(tuple(faces.values())))
        if reading.tile is None:
            doubts.append((seen, reading))
        else:
            faces[seen.track] = reading.tile
    rest = [seen for seen in row if seen.track in faces and seen is not lone]
    winning = None if lone is None else faces.get(lone.track)
    order = rest if lone is None else [*rest, lone]
    return HandSeen(tuple(faces[seen.track] for seen in rest), winning, tuple(doubts), tuple(order))


def lost(zone: Sequence[TileSeen], size: int, drawn: bool) -> TileSeen | None:
    """The only tile of an opened hand, of `size` as in `read_hand`, that the eyes do not see: it lies in the
    hole of the row. Of the track `UNSEEN`; None where more are lost, or nothing shows where it lies.
    """
    row = _all_but_one(zone, size, drawn)
    holes = _holes(row, drawn)
    if len(holes) != 1:
        return None
    ((n, gap),) = holes
    end = n in _ends(_gaps(row), drawn)
    if gap > TILE_W + HOLE + (WIN_GAP if end else 0.0):
        return None
    share = 0.5 if not end else TILE_W / (gap + TILE_W)
    return _between(row[n], row[n + 1], 1 - share if end and n == 0 else share, UNSEEN)


def unseen_ends(zone: Sequence[TileSeen], size: int, drawn: bool) -> tuple[TileSeen, ...]:
    """As `lost`, where the row has no hole: the tile lies after the last (`UNSEEN`) or before the first
    (`UNSEEN_FIRST`). Of a hand with a drawn tile of which none lies apart it is that one."""
    row = _all_but_one(zone, size, drawn)
    if not row or _holes(row, drawn) or min(b.x - a.x for a, b in pairwise(row)) < TILE_W / 2:
        return ()
    lone = apart(row) if drawn else None
    step = TILE_W + (WIN_GAP if drawn and lone is None else 0.0)
    after = _between(row[-2], row[-1], 1 + step / (row[-1].x - row[-2].x), UNSEEN)
    before = _between(row[0], row[1], -step / (row[1].x - row[0].x), UNSEEN_FIRST)
    return tuple(end for end, at in ((after, row[-1]), (before, row[0])) if lone is not at)


def _all_but_one(zone: Sequence[TileSeen], size: int, drawn: bool) -> list[TileSeen]:
    """The row of a hand laid open of which the eyes see all tiles but one; else empty."""
    whole = 2 <= len(zone) == size + drawn - 1 and laid_open(zone)
    return sorted(zone, key=lambda t: t.x) if whole else []


def _holes(row: Sequence[TileSeen], drawn: bool) -> list[tuple[int, float]]:
    """The gaps of the row in which a tile may be missing: after how many tiles but one, and how wide (mm)."""
    gaps = _gaps(row)
    ends = _ends(gaps, drawn)
    # beside what lies apart a gap is a hole only if it is one even so
    least = [TILE_W + WIN_GAP / 2 if n in ends else HOLE for n in range(len(gaps))]
    return [(n, gap) for n, gap in enumerate(gaps) if gap >= least[n]]


def _gaps(row: Sequence[TileSeen]) -> list[float]:
    """Millimetres between the edges of neighbours."""
    return [right.x - left.x - TILE_W for left, right in pairwise(row)]


def _ends(gaps: Sequence[float], drawn: bool) -> set[int]:
    """The gaps beside which a drawn tile may lie apart: of two that are wide enough, the narrower, since the
    other one is a hole."""
    first, last = 0, len(gaps) - 1
    if not drawn or not gaps:
        return set()
    if min(gaps[first], gaps[last]) < WIN_GAP / 2:
        return {first, last}
    return {first if gaps[first] < gaps[last] else last}


def _between(left: TileSeen, right: TileSeen, share: float, track: int) -> TileSeen:
    """A tile in line with two others, at that share of the way from one to the other."""
    a, b, c, d = (
        (px + share * (qx - px), py + share * (qy - py))
        for (px, py), (qx, qy) in zip(left.quad, right.quad, strict=True)
    )
    quad: Quad = (a, b, c, d)
    x, y = left.x + share * (right.x - left.x), left.y + share * (right.y - left.y)
    return TileSeen(track, ((None, 0.0),), x, y, left.angle, sideways=False, quad=quad)


def read_but_one(zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """As `read_hand`, where the eyes miss the one tile in the hole of the row.

    It may show any face that is left. None where the row has not just one hole.
    """
    return _read_with(lost(zone, size, drawn), zone, size, drawn, left)


def read_but_end(zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """The same where they miss the first tile or the last."""
    return _read_with(next(iter(unseen_ends(zone, size, drawn)), None), zone, size, drawn, left)


def read_but(track: int, zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """The same where nobody knows what the tile of this track is."""
    unknown = next((tile for tile in zone if tile.track == track), None)
    others = [tile for tile in zone if tile is not unknown]
    return _read_with(unknown, others, size, drawn, left)


def _read_with(
    unseen: TileSeen | None, zone: Sequence[TileSeen], size: int, drawn: bool, left: Left
) -> HandSeen | None:
    if unseen is None:
        return None
    anyone = replace(unseen, odds=tuple((face, 1 / len(ALL)) for face in ALL))
    return read_hand((*zone, anyone), size, drawn, left)


def read_by_eyes(zone: Sequence[TileSeen], size: int, drawn: bool, left: Left) -> HandSeen | None:
    """As `read_hand`, where a face of which one copy is left is as likely as any other."""

    def any_left(more: Sequence[Tile]) -> Allowed:
        allowed = left(more)
        return lambda face: COPIES if allowed(face) else 0

    return read_hand(zone, size, drawn, any_left)


def apart(row: Sequence[TileSeen]) -> TileSeen | None:
    """The first or last tile when a gap of at least half of `WIN_GAP` sets it off (E-WINTILE-03)."""
    if len(row) < 2:
        return row[0] if row else None
    right = row[-1].x - row[-2].x - TILE_W
    left = row[1].x - row[0].x - TILE_W
    if max(left, right) < WIN_GAP / 2:
        return None
    return row[-1] if right >= left else row[0]
