"""Tables in failing light, as the nets read them and lightened: `python -m benchmarks.dim`.

Two tables of each of so many clubs (set, room, cloth and camera of each) are read in the club's own light and
at shares of it, with a sensor's noise of 1.5 levels added: as they are, as the eyes lighten them
(`vision.camera.exposure`), and by the mean of five such pictures, as they read again what they doubt
(`vision.eyes.still`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.camera.exposure import Exposure
from vision.camera.frame import Frame, Pixels
from vision.eyes.eyes import REREADS
from vision.eyes.still import StillMean, averaged
from vision.faces.makers import HELD
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.camera import empty_mat
from vision.scene.demo import demo_scene
from vision.scene.venue import Venue

SHARES: Final = (1.0, 0.5, 0.2, 0.12, 0.07)
NOISE: Final = 1.5
TABLES: Final = 2
FRAME_S: Final = 0.1
TAKES_S: Final = 25.0


class Way(NamedTuple):
    """How a table is read: lightened or not, by the mean of so many pictures."""

    lightened: bool
    averaged: int


WAYS: Final = (Way(False, 1), Way(True, 1), Way(True, REREADS))
"""As it is; as the eyes read it first; and as they read again what they doubt."""


def dimmed(pixels: Pixels, share: float, rng: np.random.Generator) -> Pixels:
    """The picture at a share of its light."""
    if share == 1.0:
        return pixels
    return np.clip(pixels * share + rng.normal(0, NOISE, pixels.shape), 0, 255).astype(np.uint8)


def taken(pictures: Sequence[Pixels], way: Way) -> Pixels:
    """What the nets are given of these pictures."""
    exposure = Exposure()
    lit = [exposure.lit(Frame("", FRAME_S * n, own)).pixels for n, own in enumerate(pictures)]
    height, width = lit[0].shape[:2]
    mean = StillMean(np.array([(0.0, 0.0), (width, height)]), 0.0)
    for picture in (lit if way.lightened else pictures)[: way.averaged]:
        mean.add(picture)
    return averaged(lit[0], [mean])


def club(number: int, scores: dict[tuple[float, Way], Score]) -> None:
    """Adds the tables of a club to `scores`, by share of the light and how they were read."""
    rig, rng = Venue.of(number + HELD).rig(seed=number), np.random.default_rng(number)
    surface = calibrate(empty_mat(rig))
    readers = {key: Detector(colours=Colours()) for key in scores}
    for n in range(TABLES):
        scene = demo_scene(number * TABLES + n)
        lights = [rig.render(scene, n + FRAME_S * k) for k in range(REREADS)]
        truth = rig.truth(scene, float(n))
        for share in SHARES:
            dim = [dimmed(light, share, rng) for light in lights]
            for way in WAYS:
                seen = readers[share, way].detect(taken(dim, way), surface, stacks=surface.layout.stacks)
                check(scores[share, way], seen, scene, truth)


def takes(options: Options) -> float:
    return TAKES_S * float(options.clubs)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--first", type=int, default=6400, help="number of the first club, of those kept out")
    parser.add_argument("--clubs", type=int, default=12)
    options = parser.begin()
    scores = {(share, way): Score() for share in SHARES for way in WAYS}
    for number in each("clubs", range(options.first, options.first + options.clubs)):
        club(number, scores)
    for (share, way), score in scores.items():
        row = {"light": share, **way._asdict(), "tiles": score.tiles}
        row |= {"missed": score.tiles - score.found, "misread": score.found - score.right}
        row |= {"invented": sum(score.ghosts.values()), "perfect": score.perfect, "pictures": score.pictures}
        tell(json.dumps(row))


if __name__ == "__main__":
    main()
