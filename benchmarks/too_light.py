"""Tables in too much light, as a camera exposes them and exposed for less: `python -m benchmarks.too_light`.

Two tables of each of so many clubs (set, room, cloth and camera of each) are read at times of the club's own
light, by a camera whose exposure stays, and by one that exposes less while the white of some marker is burnt
out (`vision.camera.exposure.Metering`).
"""

from __future__ import annotations

import json
from typing import Final

from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.calibration.drift import around
from vision.calibration.markers import IDS
from vision.calibration.surface import Surface
from vision.camera.exposure import BURNT_SHARE, SETTLES_S, Exposure, Metering, burnt
from vision.camera.frame import Frame, Pixels
from vision.faces.makers import HELD
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.camera import empty_mat
from vision.scene.demo import demo_scene
from vision.scene.rig import Rig
from vision.scene.venue import Venue

TIMES: Final = (1.0, 1.5, 2.0, 3.0)
TABLES: Final = 2
TAKES_S: Final = 9.0


def burnt_out(pixels: Pixels, surface: Surface) -> bool:
    """Whether the white of some marker is."""
    return any(burnt(around(pixels, surface, marker).pixels) >= BURNT_SHARE for marker in IDS)


def metered(rig: Rig, surface: Surface) -> float:
    """Exposes for less until nothing is burnt out; the share of the exposure that is left."""
    metering, t = Metering(), 0.0
    while (wish := metering.wish(t, is_burnt=burnt_out(empty_mat(rig), surface), is_dim=False)) is not None:
        rig.expose(wish)
        t += SETTLES_S
    return metering.factor


def read(rig: Rig, surface: Surface, number: int, score: Score) -> None:
    """Adds the tables of a club as they are read to its `score`."""
    reader, exposure = Detector(colours=Colours()), Exposure()
    for n in range(TABLES):
        scene = demo_scene(number * TABLES + n)
        pixels = exposure.lit(Frame("", float(n), rig.render(scene, float(n)))).pixels
        check(
            score, reader.detect(pixels, surface, stacks=surface.layout.stacks), scene, rig.truth(scene, 0.0)
        )


def takes(options: Options) -> float:
    return TAKES_S * float(options.clubs)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--first", type=int, default=6500, help="number of the first club, of those kept out")
    parser.add_argument("--clubs", type=int, default=12)
    options = parser.begin()
    scores = {(times, shorter): Score() for times in TIMES for shorter in (False, True)}
    left: dict[float, list[float]] = {times: [] for times in TIMES}
    for number in each("clubs", range(options.first, options.first + options.clubs)):
        rig = Venue.of(number + HELD).rig(seed=number)
        surface = calibrate(empty_mat(rig))
        for times in TIMES:
            rig.expose(times)
            read(rig, surface, number, scores[times, False])
            left[times].append(metered(rig, surface))
            read(rig, surface, number, scores[times, True])
            rig.expose(1 / times / left[times][-1])
    for (times, shorter), score in scores.items():
        row = {"light": times, "exposes less": sum(part < 1.0 for part in left[times]) if shorter else 0}
        row |= {
            "tiles": score.tiles,
            "missed": score.tiles - score.found,
            "misread": score.found - score.right,
        }
        row |= {"invented": sum(score.ghosts.values()), "perfect": score.perfect, "pictures": score.pictures}
        tell(json.dumps(row))


if __name__ == "__main__":
    main()
