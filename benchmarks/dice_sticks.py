"""How well dice and sticks are read that no training saw: `python -m benchmarks.dice_sticks`.

Two dice anywhere in the middle of the mat and a stick before each pond, by other makers, in any room,
seen by any camera; seeds from HELD on. The camera's place is known, not calibrated. A part of
`python -m benchmarks.vision`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from benchmarks.progress import Command, Options, each
from vision.calibration.layout import DICE_REACH
from vision.calibration.mat import STICK_Y, to_table, turn
from vision.calibration.surface import Surface
from vision.eyes.dice import Dice
from vision.eyes.sticks import VALUES, Sticks
from vision.faces.makers import HELD
from vision.scene.render import Renderer, View
from vision.scene.rooms import ROOMS
from vision.scene.scene import DieBody, Scene, StickBody
from vision.train.draw.things import Look, look

NEAR_MM = 4.0


@dataclass
class Score:
    """Counts of one kind of thing."""

    shown: int = 0
    right: int = 0
    unclear: int = 0
    missed: int = 0
    invented: int = 0
    wrong: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, object]:
        return {
            "shown": self.shown,
            "right": self.right,
            "share": round(self.right / max(1, self.shown), 4),
            "not clear": self.unclear,
            "missed": self.missed,
            "invented": self.invented,
            "wrong": dict(self.wrong.most_common(8)),
        }


def exact(view: View) -> Surface:
    """The camera where it really is."""
    rotation = cv2.Rodrigues(view.rotation)[0].ravel().tolist()
    shift = (-view.rotation @ (view.x, view.y, view.z)).tolist()
    turned, moved = (rotation[0], rotation[1], rotation[2]), (shift[0], shift[1], shift[2])
    return Surface(view.width, view.height, view.focal, view.k1, turned, moved, 0.0, 0.0)


def table(seed: int) -> Scene:
    """Two dice, sometimes touching, a stick before every pond, and some of earlier hands in the middle."""
    rng = np.random.default_rng([seed, 71])
    size = float(rng.choice([9, 10, 12, 12, 14, 16, 17]))
    kept = tuple(
        StickBody(10 + k, 1000, float(rng.normal(0, 2)), y, float(rng.normal(0, 1)))
        for k, y in enumerate((21.0, -21.0, 30.0, -30.0)[: int(rng.integers(5)) if rng.random() < 0.5 else 0])
    )
    sticks = []
    for seat in range(4):
        x, y = to_table(seat, float(rng.normal(0, 8)), STICK_Y + float(rng.normal(0, 0.8)))
        value = int(rng.choice(VALUES[:5]))
        sticks.append(StickBody(seat, value, x, y, turn(seat, float(rng.normal(0, 2)))))
    dice: list[DieBody] = []
    while len(dice) < 2:
        x, y = (float(v) for v in rng.uniform(-84, 84, 2))
        if dice and rng.random() < 0.15:
            a = float(rng.uniform(0, 2 * math.pi))
            x, y = dice[0].x + 1.3 * size * math.cos(a), dice[0].y + 1.3 * size * math.sin(a)
        apart = all(math.hypot(x - d.x, y - d.y) > 1.25 * size for d in dice)
        if (
            max(abs(x), abs(y)) < 84
            and apart
            and all(_away(s, x, y) > 0.75 * size + 4 for s in (*sticks, *kept))
        ):
            value = int(rng.integers(1, 7))
            dice.append(DieBody(len(dice), value, x, y, float(rng.uniform(0, 360)), size))
    return Scene((), (*sticks, *kept), tuple(dice))


def _away(stick: StickBody, x: float, y: float) -> float:
    """Distance in mm of a place from the middle line of a stick."""
    a = math.radians(stick.angle)
    dx, dy = x - stick.x, y - stick.y
    along = max(-45.0, min(45.0, dx * math.cos(a) + dy * math.sin(a)))
    return math.hypot(dx - along * math.cos(a), dy - along * math.sin(a))


def count(
    dice: Score, sticks: Score, readers: tuple[Dice, Sticks], seen: Look, scene: Scene, seed: int
) -> None:
    """Reads one picture and counts."""
    light, lens = seen.room
    pixels = Renderer(seen.view, seen.style, light, seed, seen.mat, lens).render(scene, 1.0)
    surface = exact(seen.view)
    free = list(readers[0].find(pixels, surface, DICE_REACH))
    for die in scene.dice:
        near = min(free, key=lambda d: math.hypot(d.x - die.x, d.y - die.y), default=None)
        dice.shown += 1
        if near is None or math.hypot(near.x - die.x, near.y - die.y) > NEAR_MM:
            dice.missed += 1
            continue
        free.remove(near)
        dice.right += near.value == die.value
        dice.unclear += near.value is None
        if near.value not in (None, die.value):
            dice.wrong[f"{die.value}>{near.value}, {die.size} mm"] += 1
    dice.invented += sum(d.value is not None for d in free)
    for seat, stick in enumerate(scene.sticks[:4]):
        found = readers[1].find(pixels, surface, seat)
        sticks.shown += 1
        sticks.missed += not found
        sticks.invented += max(0, len(found) - 1)
        if found:
            sticks.right += found[0].value == stick.value
            sticks.unclear += found[0].value is None
            if found[0].value not in (None, stick.value):
                sticks.wrong[f"{stick.value}>{found[0].value}"] += 1


def measured(pictures: int, first: int) -> dict[str, object]:
    """Every named room of the house camera with other makers' things, then any room and camera."""
    readers = Dice(), Sticks()
    scores: dict[str, tuple[Score, Score]] = {}
    for seed in each("pictures", range(HELD + first, HELD + first + pictures)):
        rooms = list(ROOMS)
        name = rooms[seed % len(rooms)]
        seen = look(seed)
        scale = View().scale
        side = round(268 * scale)
        house = replace(View(width=side, height=side), tilt=math.degrees(math.atan2(46, 1250)), pan=-0.64)
        for kind, given in (
            (f"house camera, {name}", replace(seen, room=ROOMS[name], view=house)),
            ("any camera and room", seen),
        ):
            dice, sticks = scores.setdefault(kind, (Score(), Score()))
            count(dice, sticks, readers, given, table(seed), seed)
    return {
        kind: {"dice": dice.report(), "sticks": sticks.report()}
        for kind, (dice, sticks) in sorted(scores.items())
    }


def takes(options: Options) -> float:
    return float(5 + 0.8 * options.pictures)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--pictures", type=int, default=140)
    parser.add_argument("--first", type=int, default=0)
    args = parser.begin()
    print(json.dumps(measured(args.pictures, args.first), indent=1))


if __name__ == "__main__":
    main()
