"""Enrolling from pictures: the laid-out set in photographs, or single tiles cut out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.tiles.tile import Face
from vision.camera.frame import Pixels
from vision.nets.detect import FACES, Detector
from vision.nets.enrol import EnrolError, TileSet, copies, layout, tile_set
from vision.photo.read import read_photo, tile_crop
from vision.photo.rows import rows

Shown = tuple[Face | None, Pixels]
"""A face and an upright crop of it, 64 x 48 x 3."""


def laid_out(detector: Detector, pixels: Pixels) -> list[Shown]:
    """The crops of a photograph of the set laid as `layout` says; the back may be missed.

    EnrolError if the rows are others.
    """
    seen = rows(read_photo(detector, pixels).tiles)
    wanted = layout()
    if seen and seen[-1][-1].tile is not None:
        wanted[-1].remove(None)
    if [len(row) for row in seen] != [len(row) for row in wanted]:
        counts = ", ".join(str(len(row)) for row in seen) or "no tile"
        raise EnrolError(
            f"The rows hold {counts} where {', '.join(str(len(row)) for row in wanted)} tiles should lie: "
            "lay them apart on a dark cloth, in the light, and photograph them from above."
        )
    return [
        (face, tile_crop(pixels, tile.quad))
        for names, row in zip(wanted, seen, strict=True)
        for face, tile in zip(names, row, strict=True)
    ]


def enrolled(detector: Detector, shown: Sequence[Shown]) -> TileSet:
    """The tile set of these crops; `detector` has none of its own."""
    if not shown:
        raise EnrolError("No tile was seen: give photographs of the tiles of the set.")
    answers = detector.classify(np.stack([crop for _, crop in shown]))[:, :-1].argmax(axis=1)
    known = float(np.mean([answers[k] == FACES.index(face) for k, (face, _) in enumerate(shown)]))
    return tile_set([(face, detector.features(np.stack(copies(crop)))) for face, crop in shown], known)
