"""How the models do on sets, rooms and tables kept out of training, one kind of difference at a time.

A part of `python -m benchmarks.vision`; alone: `python -m benchmarks.looks --pictures 10`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.pairing import Score, check, surface_of
from vision.demo_scene import demo_scene
from vision.detect import Detector
from vision.faces_makers import HELD, maker
from vision.mess import LEVELS, Mess
from vision.render import Lens, Light, Renderer, Style, View
from vision.render_rooms import ROOMS, Room, room

HOUSE: Room = (Light(), Lens())
Look = tuple[str, Style, Room, Mess]


def looks(count: int, first: int) -> Iterator[tuple[int, Look]]:
    """Seed and look of every picture: other makers' sets, named rooms, untidy tables, and all at once."""
    own = Style.default()
    for k in range(first, first + count):
        seed = HELD + k
        style = maker(seed)
        yield seed, (f"other sets, {'dark' if style.dark else 'light'} bodies", style, HOUSE, Mess())
        for name in ROOMS:
            yield seed, (f"room: {name}", own, ROOMS[name], Mess())
        for name, mess in LEVELS.items():
            yield seed, (f"table: {name}", own, HOUSE, mess)
        mixed = Mess.random(np.random.default_rng([seed, 53]))
        light_body = replace(style, paper=own.paper, **_inks(own)) if style.dark else style
        yield seed, ("all at once, light bodies", light_body, room(seed), mixed)


def _inks(style: Style) -> dict[str, tuple[int, int, int]]:
    return {"black": style.black, "red": style.red, "green": style.green, "blue": style.blue}


def measured(reader: Detector, count: int, first: int, kind: str = "") -> dict[str, object]:
    """A score for each look whose name holds `kind`, through the calibration of the house's camera."""
    surface = surface_of(View())
    scores: dict[str, Score] = {}
    for seed, (name, style, (light, lens), mess) in looks(count, first):
        if kind not in name:
            continue
        draw = Renderer(View(), style, light, seed, lens=lens)
        scene = demo_scene(seed, arm=seed % 3 == 0, mess=mess)
        found = reader.detect(draw.render(scene, 1.0), surface)
        check(scores.setdefault(name, Score()), found, scene, draw.truth(scene))
    return {name: score.report() for name, score in sorted(scores.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=10, help="of each kind")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", default="", help="only looks whose name holds this, such as sets")
    args = parser.parse_args()
    print(json.dumps(measured(Detector(), args.pictures, args.first, args.kind), indent=1))


if __name__ == "__main__":
    main()
