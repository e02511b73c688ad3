"""Tables in the middle of a hand as POV-Ray draws them: rounded lacquered bodies with inked faces, cloth, a
wooden rim with printed markers, and the lamps and windows of rooms, which the backs mirror."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from benchmarks.povray.drawing import PLAIN, Camera, Floats, drawn, vector
from benchmarks.povray.faces import Drawings
from engine.tiles.tile import Face, Tile
from vision.calibration.markers import DICTIONARY, QUIET, Plan
from vision.camera.frame import Pixels
from vision.scene.render import Truth
from vision.scene.scene import DieBody, Rest, Scene, StickBody, TileBody

W, H, D = 26.0, 34.0, 20.0
BACK_D: Final = 7.2
EDGE: Final = 1.2
ROUND: Final = 1.8
ARC: Final = 3
"""Steps of a quarter of a circle."""
RIM: Final = 60.0
SIDE: Final = 240
"""Pixels of a printed marker."""
Colour = tuple[float, float, float]
IVORIES: Final[tuple[Colour, ...]] = (
    (0.82, 0.78, 0.66),
    (0.87, 0.86, 0.82),
    (0.74, 0.68, 0.52),
    (0.9, 0.9, 0.9),
)
DARKS: Final[tuple[Colour, ...]] = ((0.03, 0.03, 0.035), (0.09, 0.01, 0.015), (0.02, 0.05, 0.09))
BACKS: Final[tuple[Colour, ...]] = (
    (0.75, 0.28, 0.02),
    (0.02, 0.22, 0.08),
    (0.03, 0.12, 0.4),
    (0.72, 0.5, 0.05),
    (0.35, 0.02, 0.04),
    (0.02, 0.02, 0.03),
    (0.3, 0.55, 0.6),
    (0.5, 0.42, 0.55),
)
CLOTHS: Final[tuple[Colour, ...]] = (
    (0.02, 0.2, 0.09),
    (0.03, 0.07, 0.25),
    (0.25, 0.02, 0.04),
    (0.05, 0.05, 0.055),
    (0.2, 0.17, 0.13),
)
WOODS: Final[tuple[Colour, ...]] = ((0.25, 0.11, 0.04), (0.5, 0.35, 0.2), (0.06, 0.04, 0.035))
QUALITY: Final = ("+A0.3", "+AM2", "+R2")
CAMERAS: Final = ((2028, 1520), (1920, 1440))
ROOMS: Final = ("panels", "strips", "window", "pendant", "spots")


@dataclass(frozen=True)
class Set:
    """How the tiles look: linear colours, how much the lacquer mirrors, how deep the faces are engraved."""

    drawings: Drawings
    front: Colour
    back: Colour
    mirror: float
    depth: float

    @classmethod
    def random(cls, rng: np.random.Generator, drawings: Drawings) -> Set:
        fronts = DARKS if drawings.dark else IVORIES
        front, back = fronts[rng.integers(len(fronts))], BACKS[rng.integers(len(BACKS))]
        if sum(abs(a - b) for a, b in zip(front, back, strict=True)) < 0.15:
            back = BACKS[(BACKS.index(back) + 1) % len(BACKS)]
        return cls(drawings, front, back, float(rng.uniform(0.0, 0.06)), float(rng.choice((0.0, 2.0, 5.0))))


@dataclass(frozen=True)
class Place:
    """A room with a table: its camera, its lamps, its cloth and wood."""

    camera: Camera
    field: float
    room: str
    lights: str
    cloth: Colour
    wood: Colour

    @classmethod
    def random(cls, rng: np.random.Generator, field: float) -> Place:
        height = rng.uniform(1050, 1350)
        eye = np.array([rng.uniform(-60, 60), rng.uniform(-160, 60), height])
        width, rows = CAMERAS[rng.integers(len(CAMERAS))]
        fov = 2 * math.degrees(math.atan((field / 2 + RIM) / (height - 60) * width / rows))
        camera = Camera(eye, np.array([*(eye[:2] * 0.1), 0.0]), fov, width, rows)
        room = str(rng.choice(ROOMS))
        cloth, wood = CLOTHS[rng.integers(len(CLOTHS))], WOODS[rng.integers(len(WOODS))]
        return cls(camera, field, room, _lights(rng, room), cloth, wood)


def _lights(rng: np.random.Generator, room: str) -> str:
    """Lamps with the panels that glossy things mirror."""
    warm = rng.uniform(0.0, 1.0)
    tint = np.array([1.0, 1 - 0.14 * warm, 1 - 0.36 * warm])
    x, y = rng.uniform(-700, 700, 2)
    match room:
        case "panels":
            spots = [(x, y, 1900.0, 600.0, 600.0), (x + 1500, y + 300, 1900.0, 600.0, 600.0)]
        case "strips":
            spots = [(x, 0.0, 1800.0, 80.0, 1200.0), (x - 900, 0.0, 1800.0, 80.0, 1200.0)]
        case "window":
            return "\n".join(
                [
                    _lamp((-2600, y, 700), (0, 900, 0), (0, 0, 1100), np.array([0.9, 0.97, 1.0]) * 1.3),
                    _lamp((x, y, 2200), (300, 0, 0), (0, 300, 0), tint * 0.25),
                ]
            )
        case "pendant":
            spots = [(x * 0.4, y * 0.4, 1500.0, 160.0, 160.0)]  # above the camera
        case _:
            spots = [
                (x + dx, y + dy, 2000.0, 90.0, 90.0) for dx, dy in ((0, 0), (700, 0), (0, 700), (-700, -500))
            ]
    power = 1.0 / len(spots)
    return "\n".join(_lamp((a, b, c), (w, 0, 0), (0, h, 0), tint * power) for a, b, c, w, h in spots)


def _lamp(at: Sequence[float], across: Sequence[float], along: Sequence[float], power: Floats) -> str:
    """A lit rectangle; what mirrors it sees it, the pattern of its light is of 4 x 4 points."""
    here, a, b = np.array(at, float), np.array(across, float), np.array(along, float)
    corners = [here + s * a / 2 + t * b / 2 for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]
    seen = f"polygon {{ 5, {', '.join(map(vector, corners))} pigment {{ rgb {vector(power * 5)} }} "
    return (
        f"light_source {{ {vector(here)} rgb {vector(power * 1.25)} "
        f"area_light {vector(a)}, {vector(b)}, 3, 3 adaptive 0 jitter }}\n"
        f"{seen} finish {{ ambient 0 diffuse 0 emission 1 }} no_shadow }}"
    )


@lru_cache(maxsize=1)
def _body() -> str:
    """A tile's body with round edges: each eighth of a sphere in its corner, and what lies between."""
    half = np.array([W / 2, H / 2, D / 2]) - ROUND
    steps = np.radians(np.linspace(0, 90, ARC + 1))
    points, normals = [], []
    for up in (-1, 1):
        for lat in steps if up > 0 else steps[::-1]:
            for quarter in range(4):
                for lon in steps + quarter * np.pi / 2:
                    way = np.array(
                        [math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), up * math.sin(lat)]
                    )
                    middle = quarter * np.pi / 2 + np.pi / 4
                    corner = np.array([np.sign(math.cos(middle)), np.sign(math.sin(middle)), up]) * half
                    points.append(corner + ROUND * way + (0, 0, D / 2))
                    normals.append(way)
    round_, rows = 4 * (ARC + 1), 2 * (ARC + 1)
    faces = [(0, ARC + 1, 2 * ARC + 2), (0, 2 * ARC + 2, 3 * ARC + 3)]
    last = (rows - 1) * round_
    faces += [(last + a, last + b, last + c) for a, b, c in faces]
    for row in range(rows - 1):
        for n in range(round_):
            a, b = row * round_ + n, row * round_ + (n + 1) % round_
            faces += [(a, b, b + round_), (a, b + round_, a + round_)]
    listed = (
        ", ".join(map(vector, points)),
        ", ".join(map(vector, normals)),
        ", ".join(f"<{i},{j},{k}>" for i, j, k in faces),
    )
    return (
        f"#declare Body = mesh2 {{ vertex_vectors {{ {len(points)}, {listed[0]} }} "
        f"normal_vectors {{ {len(normals)}, {listed[1]} }} "
        f"face_indices {{ {len(faces)}, {listed[2]} }} inside_vector z }}"
    )


def body_matrix(body: TileBody, unit: float) -> Floats:
    """4 x 3: a tile that lies face up around the origin, its underside at 0, to where it is; mm."""
    right, away, up = np.eye(3)
    match body.rest:
        case Rest.FACE_UP:
            axes = np.stack([right, away, up])
        case Rest.FACE_DOWN:
            axes = np.stack([-right, away, -up])
        case Rest.STANDING:
            axes = np.stack([right, up, -away])
        case _:
            axes = np.stack([up, -right, -away])
    angle, bank = math.radians(body.angle), math.radians(body.bank)
    tip = np.array([[math.cos(bank), 0, math.sin(bank)], [0, 1, 0], [-math.sin(bank), 0, math.cos(bank)]])
    turn = np.array(
        [[math.cos(angle), math.sin(angle), 0], [-math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    )
    axes = axes @ tip @ turn
    corners = np.array(
        [(sx * W / 2, sy * H / 2, sz * D / 2) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]
    )
    low = (corners @ axes)[:, 2].min()
    middle = np.array([body.x, body.y, body.z - low])
    return np.vstack([axes, middle - np.array([0, 0, D / 2]) @ axes]) * unit


def table(scene: Scene, place: Place, tiles: Set, unit: float, quality: Sequence[str] = QUALITY) -> Pixels:
    """The picture of a scene, whose lengths are in units of `unit` mm."""
    return drawn(*described(scene, place, tiles, unit, quality))


def described(
    scene: Scene, place: Place, tiles: Set, unit: float, quality: Sequence[str]
) -> tuple[str, Camera, Sequence[str], dict[str, bytes]]:
    """What `drawn` is to be given for it."""
    plan = Plan(place.field)
    faces = {_name(body.face): body.face for body in scene.tiles}
    pictures = {f"marker{m.id}.png": _marker(m.id, m.side) for m in plan.markers}
    for name, face in faces.items():
        assert isinstance(face, Tile)
        pictures |= {f"{name}.png": tiles.drawings.face(face), f"{name}_r.png": tiles.drawings.relief(face)}
    text = [
        "global_settings { assumed_gamma 1.0 max_trace_level 6 }",
        '#include "shapes.inc"',
        place.lights,
        "light_source { <0,0,3000> rgb 0.16 shadowless }",
        "background { rgb 0.06 }",
        "plane { z, -700 pigment { bozo color_map { [0 rgb 0.05] [1 rgb 0.25] } scale 200 } }",
        *_mat(place, plan),
        _body(),
        *(_kind(name, tiles) for name in faces),
        *(f"object {{ {_name(b.face)} matrix {vector(body_matrix(b, unit))} }}" for b in scene.tiles),
        *(_stick(stick) for stick in scene.sticks),
        *(_die(die) for die in scene.dice),
    ]
    return "\n".join(text), place.camera, quality, pictures


def truth(scene: Scene, camera: Camera, unit: float, quality: Sequence[str] = PLAIN) -> list[Truth]:
    """What is to be seen of each tile: a second picture without light, each body in a colour of its own."""
    text = [
        "global_settings { assumed_gamma srgb }",
        '#include "shapes.inc"',
        _body(),
    ]
    for number, body in enumerate(scene.tiles, 1):
        colour = vector((number * 1.0 / 255, 0, 0))
        text.append(
            f"object {{ Body pigment {{ color srgb {colour} }} finish {{ ambient 0 diffuse 0 emission 1 }} "
            f"matrix {vector(body_matrix(body, unit))} }}"
        )
    owner = drawn("\n".join(text), camera, quality)[..., 2]
    return [_seen(body, owner == number, camera, unit) for number, body in enumerate(scene.tiles, 1)]


def _seen(body: TileBody, own: Pixels, camera: Camera, unit: float) -> Truth:
    matrix = body_matrix(body, unit)
    height = 0.0 if body.rest is Rest.FACE_DOWN else D
    corners = np.array(
        [(-W / 2, H / 2, height), (W / 2, H / 2, height), (W / 2, -H / 2, height), (-W / 2, -H / 2, height)]
    )
    quad = camera.project(corners @ matrix[:3] + matrix[3])
    inside = np.zeros(own.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    face: Face | None = body.face if body.rest is Rest.FACE_UP else None
    return Truth(face, quad, float((own & (inside > 0)).sum() / max(1, inside.sum())))


def _name(face: Face) -> str:
    return f"t{face}"


def _finish(tiles: Set) -> str:
    mirror = f"reflection {{ {tiles.mirror / 2} {tiles.mirror + 0.02} fresnel on }} conserve_energy"
    return f"finish {{ diffuse 0.8 specular 0.3 roughness 0.012 {mirror} }}"


def _kind(name: str, tiles: Set) -> str:
    """A tile of one face: its body, and its ink in grooves of the lacquer on it."""
    place = f"scale {vector((W, H, 1))} translate {vector((-W / 2, -H / 2, 0))}"
    groove = ""
    if tiles.depth:
        picture = f'png "{name}_r.png" once interpolate 2 bump_size {tiles.depth}'
        groove = f"normal {{ bump_map {{ {picture} }} {place} }}"
    share = (BACK_D + 1) / (D + 2)  # the pattern begins anew where it ends: a millimetre beyond the body
    layers = f"[{share} rgb {vector(tiles.back)}] [{share} rgb {vector(tiles.front)}]"
    body = f"pigment {{ gradient z color_map {{ {layers} }} scale {D + 2} translate -z }} {_finish(tiles)}"
    ink = f'pigment {{ image_map {{ png "{name}.png" once interpolate 2 }} {place} }}'
    low, high = vector((EDGE - W / 2, EDGE - H / 2, D + 0.01)), vector((W / 2 - EDGE, H / 2 - EDGE, D + 0.03))
    return (
        f"#declare {name} = union {{ object {{ Body {body} }} "
        f"box {{ {low}, {high} {ink} {groove} finish {{ diffuse 0.7 specular 0.2 }} no_shadow }} }}"
    )


def _mat(place: Place, plan: Plan) -> list[str]:
    half, out = plan.field / 2, plan.field / 2 + RIM
    cloth, wood = np.array(place.cloth), np.array(place.wood)
    cards = []
    for marker in plan.markers:
        card = marker.side + 2 * QUIET
        low = vector((marker.x - card / 2, marker.y - card / 2, 0))
        high = vector((marker.x + card / 2, marker.y + card / 2, 0.2))
        cards.append(
            f'box {{ {low}, {high} pigment {{ image_map {{ png "marker{marker.id}.png" once interpolate 2 }} '
            f"scale {vector((card, card, 1))} translate {low} }} finish {{ diffuse 0.8 }} }}"
        )
    return [
        f"box {{ <{-half},{-half},-5>, <{half},{half},0> pigment {{ granite color_map {{ "
        f"[0 rgb {vector(cloth * 0.8)}] [1 rgb {vector(cloth * 1.2)}] }} scale 5 }} "
        "normal { granite 0.25 scale 1.5 } finish { diffuse 0.9 } }",
        f"difference {{ box {{ <{-out},{-out},-30>, <{out},{out},0.05> }} "
        f"box {{ <{-half},{-half},-4>, <{half},{half},1> }} pigment {{ wood turbulence 0.05 "
        f"color_map {{ [0 rgb {vector(wood)}] [1 rgb {vector(wood * 0.75)}] }} "
        "rotate x*87 scale 25 } finish { diffuse 0.8 specular 0.15 } }",
        *cards,
    ]


def _marker(number: int, side: float) -> bytes:
    """A card, white around the black square."""
    kind = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    edge = round(SIDE * QUIET / side)
    bits = np.pad(cv2.aruco.generateImageMarker(kind, number, SIDE), edge, constant_values=255)
    return bytes(cv2.imencode(".png", bits)[1])


def _stick(stick: StickBody) -> str:
    dots = {100: 8, 500: 1, 1000: 1, 5000: 5, 10000: 9}.get(abs(stick.value), 0)
    ground = 0.9 if stick.value >= 0 else 0.05
    ink = vector((0.6, 0.02, 0.02) if stick.value in (1000, 5000, 10000) else (0.05, 0.05, 0.05))
    along = [5.0 * (k - (dots - 1) / 2) for k in range(dots)]
    spots = [f"cylinder {{ <{x},0,3.5>, <{x},0,4.05>, 1.5 pigment {{ rgb {ink} }} }}" for x in along]
    return (
        f"union {{ box {{ <-45,-3.5,0>, <45,3.5,4> pigment {{ rgb {ground} }} }} {' '.join(spots)} "
        f"rotate z*{stick.angle} translate <{stick.x},{stick.y},{stick.z}> }}"
    )


_PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def _die(die: DieBody) -> str:
    half, step = die.size / 2, die.size * 0.27
    radius = die.size * (0.18 if die.value == 1 else 0.09)
    ink = "<0.6,0.02,0.02>" if die.value == 1 else "<0.03,0.03,0.03>"
    pips = [
        f"sphere {{ {vector((x * step, y * step, die.size))}, {radius:.2f} pigment {{ rgb {ink} }} }}"
        for x, y in _PIPS[die.value]
    ]
    cube = f"Round_Box(<{-half},{-half},0>, <{half},{half},{die.size}>, {die.size * 0.15:.2f}, 0)"
    return (
        f"union {{ difference {{ object {{ {cube} pigment {{ rgb 0.85 }} }} {' '.join(pips)} }} "
        f"rotate z*{die.angle} translate <{die.x},{die.y},0> }}"
    )
