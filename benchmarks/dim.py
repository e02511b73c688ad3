"""Tables in failing light, as the nets read them and lightened: `python -m benchmarks.dim`.

Two tables of each of so many clubs (set, room, cloth and camera of each) are read in the club's own light and
at shares of it, with a sensor's noise of 1.5 levels added, once as they are and once as the eyes lighten them
(`vision.camera.exposure`).
"""

from __future__ import annotations

import json
from typing import Final

import numpy as np

from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.camera.exposure import lit
from vision.camera.frame import Pixels
from vision.faces.makers import HELD
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.camera import empty_mat
from vision.scene.demo import demo_scene
from vision.scene.venue import Venue

SHARES: Final = (1.0, 0.5, 0.2, 0.12)
NOISE: Final = 1.5
TABLES: Final = 2
TAKES_S: Final = 9.0


def dimmed(pixels: Pixels, share: float, rng: np.random.Generator) -> Pixels:
    """The picture at a share of its light."""
    if share == 1.0:
        return pixels
    return np.clip(pixels * share + rng.normal(0, NOISE, pixels.shape), 0, 255).astype(np.uint8)


def club(number: int, scores: dict[tuple[float, bool], Score]) -> None:
    """Adds the tables of a club to `scores`, by share of the light and whether they were lightened."""
    rig, rng = Venue.of(number + HELD).rig(seed=number), np.random.default_rng(number)
    surface = calibrate(empty_mat(rig))
    readers = {key: Detector(colours=Colours()) for key in scores}
    for n in range(TABLES):
        scene = demo_scene(number * TABLES + n)
        pixels, truth = rig.render(scene, float(n)), rig.truth(scene, float(n))
        for share in SHARES:
            dim = dimmed(pixels, share, rng)
            for lightened in (False, True):
                key = share, lightened
                seen = readers[key].detect(
                    lit(dim) if lightened else dim, surface, stacks=surface.layout.stacks
                )
                check(scores[key], seen, scene, truth)


def takes(options: Options) -> float:
    return TAKES_S * float(options.clubs)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--first", type=int, default=6400, help="number of the first club, of those kept out")
    parser.add_argument("--clubs", type=int, default=12)
    options = parser.begin()
    scores = {(share, lightened): Score() for share in SHARES for lightened in (False, True)}
    for number in each("clubs", range(options.first, options.first + options.clubs)):
        club(number, scores)
    for (share, lightened), score in scores.items():
        row = {"light": share, "lightened": lightened, "tiles": score.tiles}
        row |= {"missed": score.tiles - score.found, "misread": score.found - score.right}
        row |= {"invented": sum(score.ghosts.values()), "perfect": score.perfect, "pictures": score.pictures}
        tell(json.dumps(row))


if __name__ == "__main__":
    main()
