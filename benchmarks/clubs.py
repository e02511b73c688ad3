"""Tables of many clubs, each with its own set, room, cloth, camera and habits: `python -m benchmarks.clubs`.

What is wrong at one club only does not show in a mean over all: every club where something was missed,
misread or invented has a row, its faults by face and odds. Clubs that were kept out of
training, unless `--known`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.faces.makers import HELD
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene
from vision.scene.untidiness import LEVELS
from vision.scene.venue import Venue

ARM: Final = 3
"""An arm reaches over one table of so many."""


def tables(club: int, pictures: int, total: Score) -> Score:
    """A score of the club's tables, which is added to `total`."""
    venue = Venue.of(club)
    light, lens = venue.room
    draw = Renderer(venue.view, venue.style, light, club, mat=venue.cloth, lens=lens)
    surface, reader, own = calibrated(draw, venue.view), Detector(colours=Colours()), Score()
    for n in range(pictures):
        scene = demo_scene(club * pictures + n, arm=n % ARM == 0, mess=LEVELS[venue.mess or "tidy"])
        found = reader.detect(draw.render(scene, float(n)), surface, stacks=surface.layout.stacks)
        truth = draw.truth(scene)
        for score in (own, total):
            check(score, found, scene, truth)
    return own


def calibrated(draw: Renderer, view: View) -> Surface:
    """The calibration that a picture of the empty mat gives."""
    fov = math.degrees(2 * math.atan(view.width / 2 / view.focal))
    return calibrate(draw.render(Scene(), 0.0), fov)


def rows(clubs: Sequence[int], pictures: int) -> Iterator[dict[str, object]]:
    total = Score()
    for club in each("clubs", clubs):
        score = tables(club, pictures, total)
        if score.perfect < score.pictures:
            yield {"club": club} | _faults(score)
    yield {"clubs": len(clubs), "tiles": total.tiles} | _faults(total)


def _faults(score: Score) -> dict[str, object]:
    return {
        "right": f"{score.perfect} of {score.pictures}",
        "missed": score.tiles - score.found,
        "misread": score.found - score.right,
        "ghosts": dict(score.ghosts),
        "wrong": dict(score.wrong.most_common(12)),
    }


def wanted(options: Options) -> Sequence[int]:
    """The clubs by their numbers among all."""
    first = options.first + (0 if options.known else HELD)
    return options.only or range(first, first + options.clubs)


def takes(options: Options) -> float:
    return float(5 + len(wanted(options)) * (2 + 1.2 * options.pictures))


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--clubs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int, nargs="*", metavar="CLUB", help="these by their numbers")
    parser.add_argument("--pictures", type=int, default=5, help="of each club")
    parser.add_argument("--known", action="store_true", help="clubs of which training may have seen some")
    args = parser.begin()
    for row in rows(wanted(args), args.pictures):
        tell(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
