"""What the drawing programs draw of fixed seeds, kept small: the nets learnt from it and the figures of the
eyes were measured on it, so that it changes only where somebody means it to.

`python -m tests.vision.drawn` writes the kept pictures anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any, Final
from unittest import mock

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray
from PIL import ImageFont

from engine.tiles.tile import ALL, Flower
from tests.vision.kept import KEPT, Picture, in_short, keep
from vision.faces.makers import maker
from vision.faces.style import BIRDS, CANES, PATTERNS, RedFive, Style
from vision.faces.textures import texture
from vision.scene.camera import CameraFault, spoiled
from vision.scene.demo import demo_scene
from vision.scene.looks import die_look, stick_look
from vision.scene.render import Lens, Light, MatLook, Renderer, View
from vision.scene.rooms import room
from vision.scene.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody
from vision.scene.untidiness import LEVELS, Mess
from vision.scene.venue import Venue
from vision.train.draw import (
    aslant,
    backs,
    birds,
    bodies,
    close,
    compose,
    crops,
    degrade,
    designs,
    drawings,
    finish,
    flowers,
    layout,
    others,
    rendered,
    strangers,
    suits,
    surroundings,
    things,
    variety,
)
from vision.train.draw.abroad import sets
from vision.train.fonts import CHAR_FONTS


@contextmanager
def one_font() -> Iterator[None]:
    """Characters in the font that Pillow brings, as every computer has others."""
    with ExitStack() as stack:
        for module in (drawings, designs, strangers):
            stack.enter_context(mock.patch.object(module, "font_of", _font))
        yield


def _font(_path: str, size: int) -> Any:
    return ImageFont.load_default(size)


def _set(number: int) -> list[Picture]:
    """A maker's set with the design of each kind that has this number."""
    style = replace(
        maker(number),
        bird=number % BIRDS,
        dot=number,
        bamboo=number % CANES,
        white=number,
        pattern=number % PATTERNS,
        hand=number % 3,
        index=number % 4,
        red_five=list(RedFive)[number % 3],
    )
    return [texture(face, 26, style) for face in (*ALL, None, *Flower)]


FACES: Final[dict[str, Callable[[], Iterable[Picture]]]] = {
    f"set{number}": lambda number=number: _set(number)  # type: ignore[misc]
    for number in range(7)
}


def _look(**changes: object) -> drawings.Look:
    return replace(drawings.random_style(default_rng(11), CHAR_FONTS), **changes)  # type: ignore[arg-type]


def _drawn_sets() -> Iterator[Picture]:
    for seed in range(2):
        yield from designs.drawn_set(default_rng(seed), "drawn").faces


def _abroad_sets() -> Iterator[Picture]:
    for seed in range(6):
        yield from sets.abroad_set(default_rng(seed), "abroad").faces


def _glyphs() -> Iterator[Picture]:
    yield from designs.glyph_set(default_rng(5), "glyphs", "a font").faces[::6]


def _suits() -> Iterator[Picture]:
    for design in range(11):
        for number in range(1, 10):
            scheme = (design + number) % 4
            s = _look(dots=design, rods=design % 9, scheme=scheme, mirrored=design % 2 > 0)
            yield np.asarray(suits.pin(default_rng(number), s, number, False))
            if number > 1:
                yield np.asarray(suits.sou(default_rng(number), s, number, number == 5))


def _birds() -> Iterator[Picture]:
    for seed in range(40):
        yield np.asarray(birds.bird(default_rng(seed), drawings.random_style(default_rng(seed), CHAR_FONTS)))


def _backs() -> Iterator[Picture]:
    for seed in range(50):
        yield backs.random_back(default_rng(seed), (250, 246, 232))[0]


def _others_faces() -> Iterator[Picture]:
    for white in drawings.White:
        yield np.asarray(drawings.honour(_look(white=white), 5))
    for seed, face in enumerate([*Flower] * 4):
        s = drawings.random_style(default_rng(seed), CHAR_FONTS)
        yield np.asarray(flowers.flower(default_rng(seed), s, face))
    for index in range(5):
        s = _look(index=index, red_dots=((0.08, 0.5), (0.92, 0.5)))
        face = drawings.man(default_rng(1), s, 3, False)
        drawings.add_index(face, s, "3")
        drawings.mark(face, s)
        yield np.asarray(face)


def _objects() -> Iterator[Picture]:
    for kind in (*others.KINDS, *others.STRANGE):
        for seed in range(6):
            yield others.draw(default_rng(seed), kind)[0]


def plain_set() -> designs.TileSet:
    """A set of two tones: a dark cross, another on each face."""
    faces = []
    for number in range(designs.BACK + 1):
        face = np.full((drawings.H, drawings.W, 3), 235, np.uint8)
        face[20 + 2 * number : 34 + 2 * number] = (40, 30, 160)
        face[:, 30 + number : 44 + number] = (30, 110, 20)
        faces.append(face)
    return designs.TileSet("plain", tuple(faces), (240, 236, 226), (40, 120, 60))


def _patches() -> Iterator[Picture]:
    for seed in (0, 1, 2, 5):
        yield compose.patch(default_rng(seed), plain_set()).image


def _hands() -> Iterator[Picture]:
    for seed in range(8):
        canvas = np.full((120, 120, 3), 120, np.float32)
        yield compose._hand(canvas, default_rng(seed), 0.6)
        yield canvas


def _crops() -> Iterator[Picture]:
    rng = default_rng(3)
    for crop, label, turned in crops.from_patch(rng, compose.patch(rng, plain_set())):
        yield crop
        yield np.full((8, 6), label + turned)
    yield crops.of_photo(plain_set().faces[3])


def _aslant() -> Iterator[Picture]:
    for seed in range(4):
        yield aslant.picture(default_rng(seed), plain_set())[0]


def _close_ups() -> Iterator[Picture]:
    look = plain_set()
    for seed in range(40):
        yield close.close_up(default_rng(seed), look, seed % len(look.faces), seed % 3 == 0)
    for seed in range(6):
        yield close.part(default_rng(seed), look)
        yield close.photographed(default_rng(seed), look.faces[seed])


def photo() -> NDArray[np.uint8]:
    rng = default_rng(8)
    return cv2.resize(rng.integers(0, 255, (9, 7, 3), np.uint8), (68, 88)).astype(np.uint8)


def _spoilt() -> Iterator[Picture]:
    for way in degrade.WAYS:
        for strength in (0.4, 1.0):
            yield degrade.degraded(default_rng(2), photo(), way, strength)
    face = plain_set().faces[9]
    for seed in range(16):
        rng = default_rng(seed)
        yield finish.Finish.random(rng, (240, 236, 226)).on(rng, face)
        yield compose.spoil(face.astype(np.float32), rng)


TWO: Final = np.array([[100, 110, 15, 4, 20, 1], [60, 150, 80, 9, 20, 1]], np.float32)
"""The truth of two tiles."""


def _varied() -> Iterator[Picture]:
    image = cv2.resize(photo(), (layout.SIDE, layout.SIDE)).astype(np.uint8)
    for seed in range(16):
        seen, _, known = variety.varied(default_rng(seed), image, TWO.copy())
        yield seen
        yield known * 200


def _surroundings() -> Iterator[Picture]:
    for seed in range(6):
        for draw in (surroundings.ground, surroundings.cloth, surroundings.wood):
            yield draw(default_rng(seed), 90, 70)
        canvas = np.full((120, 160, 3), 90, np.float32)
        yield surroundings.fingers(default_rng(seed), canvas, 26.0) * 200.0
        yield canvas


def _strangers() -> Iterator[Picture]:
    for seed in range(4):
        yield from strangers.strangers(default_rng(seed))


TRAINING: Final[dict[str, Callable[[], Iterable[Picture]]]] = {
    "drawn_sets": _drawn_sets,
    "abroad_sets": _abroad_sets,
    "glyphs": _glyphs,
    "suits": _suits,
    "birds": _birds,
    "backs": _backs,
    "other_faces": _others_faces,
    "objects": _objects,
    "patches": _patches,
    "hands": _hands,
    "crops": _crops,
    "aslant": _aslant,
    "close_ups": _close_ups,
    "spoilt": _spoilt,
    "varied": _varied,
    "surroundings": _surroundings,
    "strangers": _strangers,
}


NEAR: Final = View(360, 270, 1100.0, 10.0, -5.0, 600.0, 2.0, -1.0, 1.0, -0.05)
"""A fifth of a metre of the mat."""


def _bodies() -> Scene:
    """Each thing in each way that it may lie, and an arm."""
    tiles = tuple(
        TileBody(
            *(k, ALL[k], -80 + 40 * (k % 5), -50 + 45 * (k // 5), 20.0 * k, list(Rest)[k % 4]),
            *(20.0 * (k % 3 == 0), 10.0 * (k % 4 == 1), 8.0 * (k % 5 == 2)),
        )
        for k in range(12)
    )
    values = (100, 500, 1000, 5000, 10000, -1000, 0)
    sticks = tuple(StickBody(k, v, -60 + 15 * k, 60 - 3 * k, 20.0 * k) for k, v in enumerate(values))
    dice = tuple(DieBody(k, k + 1, -60 + 22 * k, -70, 15.0 * k, 12.0 + k) for k in range(6))
    return Scene(tiles, sticks, dice, (ArmBody(2, 10, -30), ArmBody(1, 60, 40)))


def _in_parts(picture: Picture) -> Iterator[Picture]:
    for row in np.array_split(picture, 4):
        yield from np.array_split(row, 6, axis=1)


def _plain_room() -> Iterator[Picture]:
    yield from _in_parts(Renderer(NEAR, light=Light(noise=0.0, jpeg=80)).render(_bodies(), 0.0))


def _other_room() -> Iterator[Picture]:
    rng = default_rng(1)
    light = replace(Light.harsh(rng), glare=0.5, flicker=0.3, spread=0.08)
    lens = Lens(defocus=1.3, exposure=0.004, readout=0.02)
    style = replace(maker(3), coloured_sticks=True, die=9, sticks=8, belt=(200, 160, 90))
    renderer = Renderer(replace(NEAR, x=400.0), style, light, 3, MatLook.random(rng), lens)
    tiles = (
        TileBody(0, ALL[7], 380.0, 30.0, 25.0, Rest.FACE_UP),
        TileBody(1, ALL[0], 430, 0, 9, Rest.FACE_DOWN),
    )
    sticks = (StickBody(0, 5000, 390.0, -30.0, 10.0), StickBody(1, 10000, 390.0, -45.0, 10.0))

    def moved(t: float) -> Scene:
        return Scene(tiles, sticks, (DieBody(0, 4, 350 + 9000 * t, 40, 8),))

    yield from _in_parts(renderer.exposed(moved, 0.0))


def _faults() -> Iterator[Picture]:
    for fault in CameraFault:
        yield spoiled(photo(), fault)


SCENES: Final[dict[str, Callable[[], Iterable[Picture]]]] = {
    "plain_room": _plain_room,
    "other_room": _other_room,
    "faults": _faults,
}


def seeds() -> list[str]:
    """What else follows from seeds: sets, rooms, layouts, views, scenes."""
    rngs = [default_rng(seed) for seed in range(6)]
    parts: list[object] = [*LEVELS.items(), *map(die_look, range(4)), stick_look(0)]
    for seed, rng in enumerate(rngs):
        parts += [
            maker(seed),
            die_look(seed + 4),
            stick_look(seed),
            room(seed),
            Venue.of(seed),
            things.look(seed),
        ]
        parts += [
            Light.random(rng),
            Lens.random(rng),
            MatLook.random(rng),
            Mess.random(rng),
            Style.random(rng),
        ]
        parts += [*layout.layout(rng), rendered.random_view(rng), drawings.random_style(rng, CHAR_FONTS)]
        camera, boxes = bodies.scene(rng, plain_set())
        parts += [camera, *((b.label, b.middle.tolist(), b.axes.tolist(), b.size.tolist()) for b in boxes)]
        parts += variety.varied(rng, np.zeros((208, 208, 3), np.uint8), TWO.copy())[1].tolist()
    parts += [aslant.picture(rngs[0], plain_set())[1], demo_scene(5, mess=LEVELS["wild"])]
    with mock.patch.object(rendered, "Renderer", _Camera):
        for rng in rngs[:2]:
            parts += [(shot.pixels, shot.view, shot.scene) for shot in rendered.shoot(rng)]
    for rng in rngs:
        scene = things.crowd(rng)
        parts += [scene, things._tops(NEAR, scene)]
    return in_short(parts)


class _Camera:
    """Instead of a renderer, which takes its time: the picture is what it was asked for."""

    def __init__(self, *asked: object) -> None:
        self._asked = asked

    def render(self, scene: Scene, t: float) -> object:
        return self._asked, t

    def truth(self, scene: Scene) -> list[object]:
        return []


def main() -> None:
    KEPT.mkdir(exist_ok=True)
    with one_font():
        for name, draw in (FACES | SCENES | TRAINING).items():
            keep(name, draw())
        (KEPT / "seeds.txt").write_text("".join(f"{line[:8]}\n" for line in seeds()))


if __name__ == "__main__":
    main()
