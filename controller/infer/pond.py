"""A pond as it lies against the discards that the state knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, TypeVar

from controller.infer.reading import CERTAIN
from engine.state.hand import PondTile
from engine.tiles.tile import Tile
from vision.calibration.mat import POND_LEFT, TILE_W
from vision.eyes.observation import TileSeen
from vision.eyes.observe import SAME_ROW, gap

Entry = TypeVar("Entry")
ROW: Final = 6
"""Tiles of a full row (E-POND-01)."""


@dataclass(frozen=True, slots=True)
class PondTruth:
    """What the state expects in a pond: the discards that nobody took, by history index."""

    indexes: tuple[int, ...]
    tiles: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class PondSeen:
    """How a seen pond differs from the expected one.

    `known` pairs history indexes with what lies there, `new` are tiles laid since, oldest first,
    `missing` that the last expected tile was taken away, `wrong` the index whose clear reading is
    another tile than the discard that was accepted, `room` that a tile has room before the first new one.
    """

    known: tuple[tuple[int, TileSeen], ...]
    new: tuple[TileSeen, ...] = ()
    missing: bool = False
    wrong: int | None = None
    room: bool = False


def truth_of(history: Sequence[PondTile]) -> PondTruth:
    """What must lie there of a seat's discards."""
    left = tuple((n, p.tile) for n, p in enumerate(history) if p.called_by is None)
    return PondTruth(tuple(n for n, _ in left), tuple(t for _, t in left))


def corrected(
    before: Sequence[PondTile], now: Sequence[PondTile], seen: Sequence[TileSeen]
) -> list[tuple[TileSeen, Tile]]:
    """The tiles on the mat whose names somebody changed, with their new names.

    Only where all else lies as it should: else nobody knows which tile is meant.
    """
    truth = truth_of(now)
    if len(seen) < len(truth.indexes):
        return []
    pairs = list(zip(truth.indexes, truth.tiles, seen, strict=False))
    changed = {n for n, (old, new) in enumerate(zip(before, now, strict=False)) if old.tile != new.tile}
    if any(n not in changed and _differs(name, tile) for n, name, tile in pairs):
        return []
    return [(tile, name) for n, name, tile in pairs if n in changed and name not in (None, tile.tile)]


def renamed(
    history: Sequence[PondTile], seen: Sequence[TileSeen], names: Mapping[int, Tile]
) -> list[tuple[int, Tile]]:
    """History indexes of discards that people name otherwise than they were accepted, and the names.

    `names` by track. Only where all else lies as it should, as in `corrected`.
    """
    truth = truth_of(history)
    if len(seen) < len(truth.indexes):
        return []
    otherwise: list[tuple[int, Tile]] = []
    for n, accepted, tile in zip(truth.indexes, truth.tiles, seen, strict=False):
        name = names.get(tile.track)
        if name is not None and accepted not in (None, name):
            otherwise.append((n, name))
        elif _differs(accepted, tile):
            return []
    return otherwise


def compare(truth: PondTruth, seen: Sequence[TileSeen], hidden: Set[int] = frozenset()) -> PondSeen:
    """The pond against the state; order decides, places may drift and close up (E-POND-07).

    A tile before the last that the eyes lost, or that now reads otherwise, does not hide the rest. `hidden`
    are discards, by history index, that the eyes had not found when play went on: they count once a tile
    lies right behind the one before.
    """
    for index in sorted(hidden & set(truth.indexes)):
        place = truth.indexes.index(index)
        if not _follows(seen, place):
            truth = PondTruth(_without(truth.indexes, place), _without(truth.tiles, place))
    found, wrong = _paired(truth, seen)
    if not wrong or wrong == [truth.indexes[-1]]:
        return found
    for lost in range(len(truth.indexes) - 1):
        kept = PondTruth(_without(truth.indexes, lost), _without(truth.tiles, lost))
        other, differ = _paired(kept, seen)
        if len(seen) >= len(kept.indexes) and not differ:
            return other
    return found if len(wrong) == 1 else PondSeen(found.known, wrong=wrong[0])


def _follows(seen: Sequence[TileSeen], place: int) -> bool:
    """Whether no tile has room between this one, by its number in the pond, and the one before it."""
    if place >= len(seen):
        return False
    tile, room = seen[place], TILE_W / 2
    before = seen[place - 1] if place else None
    if before is not None and abs(before.y - tile.y) < SAME_ROW:
        return gap(before, tile) < room
    ended = before is None or before.x > POND_LEFT + ROW * TILE_W - 2 * room
    return ended and tile.x < POND_LEFT + TILE_W / 2 + room


def _without(row: tuple[Entry, ...], place: int) -> tuple[Entry, ...]:
    return row[:place] + row[place + 1 :]


def _paired(truth: PondTruth, seen: Sequence[TileSeen]) -> tuple[PondSeen, list[int]]:
    """Tile by tile in order, and the history indexes where the two differ."""
    known = tuple(zip(truth.indexes, seen, strict=False))
    expected = dict(zip(truth.indexes, truth.tiles, strict=True))
    wrong = [n for n, tile in known if _differs(expected[n], tile)]
    count = len(truth.indexes)
    first = wrong[0] if wrong else None
    missing = len(seen) == count - 1 and not wrong
    room = len(seen) > count and not _follows(seen, count)
    return PondSeen(known, tuple(seen[count:]), missing, first, room), wrong


def _differs(expected: Tile | None, seen: TileSeen) -> bool:
    return expected is not None and seen.tile is not None and seen.tile != expected and seen.p >= CERTAIN
