"""Enrolling from pictures: the set laid out in photographs or on a mat, or single tiles cut out by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Face, Tile
from vision.camera.frame import Pixels
from vision.nets.detect import FACES, Detector, Likeness
from vision.nets.enrol import COPIES, EnrolError, TileSet, copies, halves, layout, tile_set
from vision.photo.outlines import outlines, turned
from vision.photo.read import read_photo, tile_crop
from vision.photo.rows import Lies, rows

Shown = tuple[Face | None, Pixels]
"""A face and an upright crop of it, 64 x 48 x 3."""
LEAST_ODDS: Final = 1e-4
"""No tile counts for more doubt than one with these odds: one that is misread does not outweigh the rest."""
SHARES: Final = (0.5, 0.65, 0.75, 0.9, 0.97)
"""Weights of likeness that are tried, as of `TileSet.share`."""
SCALES: Final = (0.00625, 0.0125, 0.025, 0.05, 0.1, 0.2)
"""And scales of its logarithms of odds, as of `TileSet.scale`."""
LEAST_ALIKE: Final = 0.05
"""Share of a set's own tiles that may look less like it than others do."""
T = TypeVar("T", bound=Lies)


@dataclass(frozen=True, slots=True)
class Marks:
    """How tiles were read whose faces are known: `right` of `count`, and by `doubt` how surely: the mean of
    minus the logarithm of the odds of the right face, 0 where all are certain."""

    count: int
    right: int
    doubt: float

    def better(self, other: Marks) -> bool:
        """More tiles are read right, or as many with less doubt."""
        return (self.right, -self.doubt) > (other.right, -other.doubt)


def laid_out(detector: Detector, pixels: Pixels) -> list[Shown]:
    """The crops of a photograph of the set laid as `layout` says; the back and the red fives may be missing.

    Where the nets do not know the set its tiles are those that stand out from the cloth. EnrolError if the
    rows are others.
    """
    try:
        return _cut(pixels, as_laid(read_photo(detector, pixels).tiles))
    except EnrolError:
        there = outlines(pixels)
        for tiles in (there, turned(there)):
            with suppress(EnrolError):
                return _cut(pixels, as_laid(tiles))
        raise


def _cut(pixels: Pixels, tiles: Sequence[tuple[Face | None, Lies]]) -> list[Shown]:
    return [(face, tile_crop(pixels, tile.quad)) for face, tile in tiles]


def as_laid(tiles: Sequence[T]) -> list[tuple[Face | None, T]]:
    """Each tile with the face that the layout has at its place, in order. EnrolError for other rows."""
    seen = rows(tiles)
    backed = bool(seen) and seen[-1][-1].tile is None
    counts = [len(row) for row in seen]
    for wanted in _layouts(backed=backed):
        if counts == [len(row) for row in wanted]:
            faces = [face for row in wanted for face in row]
            return list(zip(faces, (tile for row in seen for tile in row), strict=True))
    listed = ", ".join(map(str, counts)) or "no tile"
    whole = ", ".join(str(len(row)) for row in next(_layouts(backed=backed)))
    raise EnrolError(
        f"The rows hold {listed} where {whole} tiles should lie: "
        "lay them apart on a dark cloth, in the light, and photograph them from above.",
        "rows",
        rows=listed,
        wanted=whole,
    )


def _layouts(*, backed: bool) -> Iterator[list[list[Face | None]]]:
    """The layouts in which the tiles may lie: with red fives or without, the back at the end or not seen."""
    for red in (True, False):
        wanted: list[list[Face | None]] = [list(row) for row in layout()]
        if not red:
            wanted[-1] = [face for face in wanted[-1] if face is None or not _red(face)]
        yield [*wanted[:-1], wanted[-1] if backed else wanted[-1][:-1]]


def _red(face: Face) -> bool:
    return isinstance(face, Tile) and str(face)[0] == "0"


def enrolled(detector: Detector, shown: Sequence[Shown]) -> TileSet:
    """The tile set of these crops; `detector` has none of its own."""
    return _set_of(_seen(detector, shown))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A tile and its copies as the classifier sees them upright and upside down: the odds of FACES and "no
    tile" (2 x N x 47) and the features (2 x N x D); and those of it and the next tile, half and half (D)."""

    face: Face | None
    odds: NDArray[np.float32]
    features: NDArray[np.float32]
    beside: NDArray[np.float32]


def _seen(detector: Detector, shown: Sequence[Shown], spoilt: int = COPIES) -> list[_Seen]:
    out = []
    seams = halves([crop for _, crop in shown])
    for (face, crop), seam in zip(shown, seams, strict=True):
        upright = np.stack(copies(crop, spoilt))
        ways = np.concatenate([upright, upright[:, ::-1, ::-1]])
        odds, features = (part.reshape(2, len(upright), -1) for part in detector.seen(ways))
        out.append(_Seen(face, odds, features, detector.features(seam[None])[0]))
    return out


def marked(detector: Detector, shown: Sequence[Shown]) -> Marks:
    """How `detector` reads these crops, of which there is one at least."""
    odds = detector.classify(np.stack([crop for _, crop in shown]))[:, :-1]
    return _marks(odds, np.array([FACES.index(face) for face, _ in shown]))


def _marks(odds: NDArray[np.float32], meant: NDArray[np.int64]) -> Marks:
    own = np.maximum(odds[np.arange(len(meant)), meant], LEAST_ODDS)
    return Marks(len(meant), int((odds.argmax(axis=1) == meant).sum()), float(-np.log(own).mean()))


def taught(
    looks: Sequence[Sequence[Shown]], before: Likeness | None = None, more: Sequence[Shown] = ()
) -> tuple[TileSet, Marks, Marks]:
    """The set of several looks at the same tiles, and how they are read now and with it.

    Each look is read by what the others taught, as the table will read tiles that it has not been taught by.
    `before` is the set that is read by now, if any; `more` crops are learnt from and not read. EnrolError
    where the set is not read better than before: such a set is of no use.
    """
    now = total([marked(_with(before), look) for look in looks])
    known, by_others = _of_looks(looks, more)
    then = total([marked(_with(each), look) for look, each in zip(looks, by_others, strict=True)])
    if not then.better(now):
        raise no_better(now, then)
    return known, now, then


def of_looks(looks: Sequence[Sequence[Shown]], more: Sequence[Shown] = (), spoilt: int = COPIES) -> TileSet:
    """The set of several looks at the same tiles, believed as far as each is read by what the rest teach;
    `more` crops are learnt from and not read. `spoilt` copies of each crop are learnt from, too."""
    return _of_looks(looks, more, spoilt)[0]


def _of_looks(
    looks: Sequence[Sequence[Shown]], more: Sequence[Shown], spoilt: int = COPIES
) -> tuple[TileSet, list[TileSet]]:
    """The set, and for each look that of the others."""
    plain = Detector()
    seen, besides = [_seen(plain, look, spoilt) for look in looks], _seen(plain, more, spoilt)
    sets = [_set_of([*chain(*(rest for rest in seen if rest is not look)), *besides]) for look in seen]
    share, scale = _fitted(seen, sets)
    whole = replace(_set_of([*chain(*seen), *besides]), own=_own(seen, sets))
    return replace(whole, share=share, scale=scale), [
        replace(each, share=share, scale=scale) for each in sets
    ]


def _own(looks: Sequence[Sequence[_Seen]], sets: Sequence[TileSet]) -> float:
    """The cosine that most tiles of a set have to it in another look."""
    nearest = [
        known.likeness(np.stack([each.features[0, 0] for each in look if each.face is not None]))[1]
        for look, known in zip(looks, sets, strict=True)
    ]
    return float(np.quantile(np.concatenate(nearest), LEAST_ALIKE))


def no_better(now: Marks, then: Marks) -> EnrolError:
    """What a set is refused with that does not help."""
    return EnrolError(
        f"This set would not be read better: {then.right} of {then.count} tiles instead of {now.right}. "
        "It is read without being taught; keep it so.",
        "no_better",
        right=now.right,
        then=then.right,
        count=now.count,
    )


def _set_of(seen: Sequence[_Seen]) -> TileSet:
    beside = np.stack([each.beside for each in seen]) if seen else None
    return tile_set([(each.face, each.features) for each in seen], beside)


def _fitted(looks: Sequence[Sequence[_Seen]], sets: Sequence[TileSet]) -> tuple[float, float]:
    """How much likeness is to weigh and how far it is to be believed: with the least doubt about the copies
    of each look, read by the set of the others. A wrong answer that is sure costs most."""
    marks: dict[tuple[float, float], list[Marks]] = {}
    for look, known in zip(looks, sets, strict=True):
        odds = np.concatenate([each.odds.reshape(-1, each.odds.shape[-1]) for each in look])
        features = np.concatenate([each.features.reshape(-1, each.features.shape[-1]) for each in look])
        meant = np.concatenate([np.full(each.odds[..., 0].size, FACES.index(each.face)) for each in look])
        likeness = known.likeness(features)
        for share, scale in product(SHARES, SCALES):
            read = replace(known, share=share, scale=scale).mixed(odds, *likeness)
            marks.setdefault((share, scale), []).append(_marks(read, meant))
    return min(marks, key=lambda tried: total(marks[tried]).doubt)


def total(marks: Sequence[Marks]) -> Marks:
    """The total of several looks."""
    count, right = sum(each.count for each in marks), sum(each.right for each in marks)
    return Marks(count, right, sum(each.doubt * each.count for each in marks) / count)


def _with(known: Likeness | None) -> Detector:
    return Detector(tile_set=known)
