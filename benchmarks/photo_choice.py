"""Whether the constants of the choice of tiles suit photographs they were not chosen on.

`python -m benchmarks.photo_choice --shared ../shared --models DIR`: for each group the constants are chosen
anew, one after the other, on photographs of the other groups (not on those that `benchmarks.photographs
--every 5` reads). Then every fifth photograph of the group left out is read with them. `--models` is as in
`benchmarks.photographs`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import cv2

from benchmarks.photographs import CROPS_OF, Box, compare, labelled, readers, whole
from engine.tile import Tile
from vision.detect import MODELS, Detector
from vision.frame import Pixels
from vision.photo import PhotoTile, as_quad
from vision.photo_choice import SHIPPED, Choice, Support, chosen
from vision.photo_levels import Candidate, Level, candidates, halves, levels

TRIED: Final[dict[str, tuple[float, ...]]] = {
    "least_support": (0.05, 0.1, 0.18, 0.3),
    "sure": (0.45, 0.55, 0.65),
    "least_score": (0.35, 0.45, 0.55),
    "same_size": (0.13, 0.2, 0.3),
    "reach": (2.5, 4.0, 6.0),
    "area_power": (0.5, 0.75, 1.0),
    "most_overlap": (0.2, 0.3, 0.4),
    "close": (1.0, 1.5, 2.5),
}


@dataclass(frozen=True, slots=True)
class Looked:
    """What the first look at a photograph found, and the truth."""

    group: str
    looks: list[Level]
    found: list[Candidate]
    truth: list[tuple[Tile, Box]]


def look(detector: Detector, group: str, pixels: Pixels, truth: list[tuple[Tile, Box]]) -> Looked:
    picture, looks = halves(pixels), levels(pixels.shape[1], pixels.shape[0])
    return Looked(group, looks, [c for level in looks for c in candidates(detector, picture, level)], truth)


def worth(choice: Choice, seen: Sequence[Looked]) -> float:
    """Tiles located, less those told across them, as a share; the mean of the groups."""
    counts: dict[str, Counter[str]] = {}
    for one in seen:
        support = Support(one.found, one.looks, choice)
        kept = [c for c in chosen(one.found, support) if c.tile is not None]
        told = [PhotoTile(c.tile, as_quad(support.fitted(c)), c.score) for c in kept]
        compare(counts.setdefault(one.group, Counter()), told, one.truth)
    shares = [(c["located"] - c["across"]) / c["tiles"] for c in counts.values()]
    return sum(shares) / len(shares)


def best(seen: Sequence[Looked]) -> tuple[Choice, float]:
    """The constants of `TRIED` that locate most; of equals those that are shipped."""
    choice, most = SHIPPED, worth(SHIPPED, seen)
    for name, values in TRIED.items():
        for value in values:
            other = replace(choice, **{name: value})
            if (found := worth(other, seen)) > most:
                choice, most = other, found
    return choice, most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    photos, read = args.shared / "photos", readers(args.models)
    seen = [look(read[group], group, px, truth) for group, px, truth in labelled(photos, slice(1, None, 5))]
    choices = {}
    for group in CROPS_OF:
        others = [one for one in seen if one.group != group]
        choices[group], share = best(others)
        first = worth(SHIPPED, others)
        print(group, f"left out: {first:.4f} -> {share:.4f}", asdict(choices[group]), flush=True)
    print(json.dumps(whole(photos, args.models, 5, choices), indent=1))


if __name__ == "__main__":
    main()
