"""How the models do on sets, rooms and tables kept out of training, one kind of difference at a time.

A part of `python -m benchmarks.vision`; alone: `python -m benchmarks.looks --pictures 10`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.pairing import Score, check, surface_of
from benchmarks.progress import Command, Options, each, no_folder
from vision.faces.makers import HELD, maker
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Lens, Light, Renderer, Style, View
from vision.scene.rooms import ROOMS, Room, room
from vision.scene.untidiness import LEVELS, Mess

HOUSE: Room = (Light(), Lens())
FULL_HD: Final = View(1920, 1080, 1556.0)
"""Sees as much as the house's camera does, with 1.3 pixels a mm."""
Look = tuple[str, Style, Room, Mess, View]


def looks(count: int, first: int) -> Iterator[tuple[int, Look]]:
    """Seed and look of every picture: other makers' sets, named rooms, untidy tables, and all at once.

    Sets on tidy to wild tables are seen by a camera of 1920 x 1080, everything else by the house's.
    """
    own = Style.default()
    for k in range(first, first + count):
        seed = HELD + k
        style = maker(seed)
        yield seed, (f"other sets, {'dark' if style.dark else 'light'} bodies", style, HOUSE, Mess(), View())
        for name in ROOMS:
            yield seed, (f"room: {name}", own, ROOMS[name], Mess(), View())
        for name, mess in LEVELS.items():
            yield seed, (f"table: {name}", own, HOUSE, mess, View())
            yield seed, (f"1080p, other sets, table: {name}", style, HOUSE, mess, FULL_HD)
        mixed = Mess.random(np.random.default_rng([seed, 53]))
        yield seed, ("all at once, light bodies", _light_body(style), room(seed), mixed, View())


def _light_body(style: Style) -> Style:
    own = Style.default()
    if not style.dark:
        return style
    return replace(style, paper=own.paper, black=own.black, red=own.red, green=own.green, blue=own.blue)


def measured(reader: Detector, count: int, first: int, kind: str = "") -> dict[str, object]:
    """A score for each look whose name holds `kind`, each camera calibrated on the empty mat."""
    surfaces = {view: surface_of(view) for view in (View(), FULL_HD)}
    scores: dict[str, Score] = {}
    wanted = [look for look in looks(count, first) if kind in look[1][0]]
    for seed, (name, style, (light, lens), mess, view) in each("pictures", wanted):
        draw = Renderer(view, style, light, seed, lens=lens)
        scene = demo_scene(seed, arm=seed % 3 == 0, mess=mess)
        found = reader.detect(draw.render(scene, 1.0), surfaces[view])
        check(scores.setdefault(name, Score()), found, scene, draw.truth(scene))
    return {name: score.report() for name, score in sorted(scores.items())}


def takes(options: Options) -> float:
    kinds = sum(options.kind in name for _, (name, *_) in looks(1, 0))
    return float(10 + 1.2 * kinds * options.pictures)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pictures", type=int, default=10, help="of each kind")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", default="", help="only looks whose name holds this, such as sets")
    args = parser.begin()
    parser.need(no_folder(args.models, "models"))
    print(json.dumps(measured(Detector(args.models), args.pictures, args.first, args.kind), indent=1))


if __name__ == "__main__":
    main()
