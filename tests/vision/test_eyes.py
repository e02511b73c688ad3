"""The eyes on short rendered scenes: what is told, when, and how often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import ALL, Tile, parse_tiles
from vision.camera import CameraFault, spoiled
from vision.detect import Detector
from vision.eyes import Eyes
from vision.frame import Frame, Pixels
from vision.mat import (
    HAND_LEFT,
    HAND_Y,
    MELD_RIGHT,
    MELD_Y,
    POND_LEFT,
    POND_ROW_Y,
    STICK_Y,
    TILE_D,
    URA_Y,
    WALL_LEFT,
    WALL_Y,
    Rect,
    Zone,
    to_table,
    turn,
)
from vision.observation import Detection, Observation, Sight, SightChanged
from vision.render import Renderer, View
from vision.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody
from vision.surface import Surface, calibrate

FPS = 12.0
Change = Callable[[Pixels], Pixels]


class Teller:
    """Stands in for the networks: tells the truth about a scene with a chosen sureness."""

    def __init__(self, view: View) -> None:
        self.view, self.scene, self.calls = view, Scene(), 0
        self.sure: Callable[[int], float] = lambda _: 0.99

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, plane: float = TILE_D
    ) -> list[Detection]:
        del pixels
        self.calls += 1
        out = []
        for body in self.scene.tiles:
            if body.rest is Rest.STANDING or abs(body.z + TILE_D - plane) > 1:
                continue
            if any(np.hypot(arm.x - body.x, arm.y - body.y) < 60 for arm in self.scene.arms):
                continue
            if region is None or region.holds(body.x, body.y):
                out.append(self._detection(body, surface, plane))
        return out

    def _detection(self, body: TileBody, surface: Surface, plane: float) -> Detection:
        face = body.face if body.rest is Rest.FACE_UP and isinstance(body.face, Tile) else None
        p = self.sure(self.calls)
        corners = [(body.x + dx, body.y + dy, plane) for dx, dy in ((-9, 9), (9, 9), (9, -9), (-9, -9))]
        a, b, c, d = ((float(x), float(y)) for x, y in surface.image_points(corners))
        odds: tuple[tuple[Tile | None, float], ...] = ((face, p), (ALL[33 if face != ALL[33] else 0], 1 - p))
        return Detection(odds, body.x, body.y, body.angle, (a, b, c, d), 0.97, plane)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(seed=3)


@pytest.fixture(scope="module")
def surface(renderer: Renderer) -> Surface:
    return calibrate(renderer.render(Scene(), 0.0), 50.0)


class Table:
    """Shows scenes to the eyes at FPS and keeps what they tell."""

    def __init__(self, renderer: Renderer, surface: Surface) -> None:
        self.renderer, self.t = renderer, 0.0
        self.teller = Teller(renderer.view)
        self.eyes = Eyes(self.teller, surface)
        self.told: list[Observation | SightChanged] = []

    def show(self, scenes: Iterable[Scene], change: Change = lambda pixels: pixels) -> list[Observation]:
        """What was observed while the scenes were shown."""
        before = len(self.told)
        for scene in scenes:
            self.teller.scene = scene
            self.told += self.eyes.feed(Frame("t", self.t, change(self.renderer.render(scene, self.t))))
            self.t += 1 / FPS
        return [x for x in self.told[before:] if isinstance(x, Observation)]

    @property
    def sights(self) -> list[Sight]:
        return [x.sight for x in self.told if isinstance(x, SightChanged)]


def tile(
    number: int,
    face: Tile,
    seat: int,
    x: float,
    y: float,
    angle: float = 0.0,
    rest: Rest = Rest.FACE_UP,
    z: float = 0,
) -> TileBody:
    at_x, at_y = to_table(seat, x, y)
    return TileBody(number, face, at_x, at_y, turn(seat, angle), rest, z)


HANDS = tuple(
    tile(100 * seat + i, ALL[i], seat, HAND_LEFT + 26 * (i + 0.5), HAND_Y, rest=Rest.STANDING)
    for seat in range(4)
    for i in range(13)
)


def discard(number: int, face: Tile, seat: int, place: int, angle: float = 0.0) -> TileBody:
    return tile(number, face, seat, POND_LEFT + 13 + 26 * place, POND_ROW_Y[0], angle)


def laying(before: tuple[TileBody, ...], new: TileBody, seat: int, x: float, y: float) -> list[Scene]:
    """An arm of `seat` brings `new`, lets go of it and leaves."""
    steps = [-375 + (y + 375) * f for f in (0.3, 0.8, 1.0, 1.0, 0.6, 0.2)]
    out = []
    for i, at in enumerate(steps):
        arm_x, arm_y = to_table(seat, x, at - 10)
        carried = new if i >= 3 else replace(new, x=arm_x, y=arm_y, z=50.0)
        out.append(Scene((*before, carried), arms=(ArmBody(seat, arm_x, arm_y),)))
    return out


def faces(observation: Observation) -> str:
    return " ".join(f"{'X' if t.tile is None else t.tile}{'~' * t.sideways}" for t in observation.tiles)


@pytest.fixture
def table(renderer: Renderer, surface: Surface) -> Table:
    out = Table(renderer, surface)
    out.show([Scene(HANDS)] * 6)
    assert out.told == []
    return out


@pytest.mark.parametrize("seat", range(4))
def test_a_discard_is_told_once_after_the_hand_has_left(table: Table, seat: int) -> None:
    new = discard(50, ALL[4], seat, 0)
    early = table.show(laying(HANDS, new, seat, POND_LEFT + 13, POND_ROW_Y[0])[:4])
    assert early == []
    gone = table.t + 2 / FPS
    told = table.show(
        laying(HANDS, new, seat, POND_LEFT + 13, POND_ROW_Y[0])[4:] + [Scene((*HANDS, new))] * 8
    )
    (one,) = told
    assert (one.zone, one.seat, faces(one)) == (Zone.POND, seat, "5m")
    assert one.t <= gone
    assert one.tiles[0].x == pytest.approx(POND_LEFT + 13, abs=1.0)


def test_an_observation_comes_within_a_quarter_of_a_second(table: Table) -> None:
    scene = Scene((*HANDS, discard(50, ALL[4], 2, 0)))
    assert len(table.show([scene] * 4)) == 1


def test_nothing_is_told_while_nothing_happens(table: Table) -> None:
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    table.show([scene] * 5)
    calls = table.teller.calls
    assert table.show([scene] * 20) == []
    assert table.teller.calls == calls


def test_a_row_grows_tile_by_tile_and_the_old_tiles_stay_the_same(table: Table) -> None:
    row: tuple[TileBody, ...] = ()
    seen: list[tuple[int, ...]] = []
    for i, face in enumerate(parse_tiles("19m5p")):
        row += (discard(60 + i, face, 1, i, 90.0 if i == 1 else 0.0),)
        (one,) = table.show([Scene(HANDS + row)] * 5)
        seen.append(tuple(t.track for t in one.tiles))
    assert faces(one) == "1m 9m~ 5p"
    assert seen[2][:2] == seen[1]
    assert seen[1][:1] == seen[0]


def test_a_called_tile_goes_and_appears_in_the_meld(table: Table) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    (before,) = table.show([Scene(HANDS + pond)] * 5)
    meld = [
        tile(62, ALL[2], 1, MELD_RIGHT - 17, MELD_Y - 4, 90.0),
        tile(70, ALL[3], 1, MELD_RIGHT - 47.2, MELD_Y),
        tile(71, ALL[4], 1, MELD_RIGHT - 73.4, MELD_Y),
    ]
    told = {(o.zone, o.seat): o for o in table.show([Scene((*HANDS, *pond[:2], *meld))] * 5)}
    assert faces(told[Zone.MELD, 1]) == "5m 4m 3m~"
    assert faces(told[Zone.POND, 0]) == "1m 2m"
    assert [t.track for t in told[Zone.POND, 0].tiles] == [t.track for t in before.tiles[:2]]
    assert (Zone.HAND, 1) not in told


def test_a_laid_open_hand_and_a_closed_kan_are_told_with_their_backs(table: Table) -> None:
    others = tuple(t for t in HANDS if t.id >= 100)
    shown = [tile(i, ALL[i], 0, HAND_LEFT + 26.2 * (i + 0.5), HAND_Y) for i in range(10)]
    rests = (Rest.FACE_DOWN, Rest.FACE_UP, Rest.FACE_UP, Rest.FACE_DOWN)
    kan = [
        tile(80 + i, ALL[30], 0, MELD_RIGHT - 13 - 26.2 * i, MELD_Y, rest=rest)
        for i, rest in enumerate(rests)
    ]
    told = {o.zone: o for o in table.show([Scene((*others, *shown, *kan))] * 5)}
    assert faces(told[Zone.HAND]) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p"
    assert faces(told[Zone.MELD]) == "X 4z 4z X"


def test_indicators_on_the_wall_and_ura_before_it_are_told(table: Table) -> None:
    x = WALL_LEFT + 26 * 3.5
    wall = [
        tile(
            200 + 2 * i + up, ALL[0], 3, WALL_LEFT + 26 * (i + 0.5), WALL_Y, rest=Rest.FACE_DOWN, z=20.0 * up
        )
        for i in range(17)
        for up in (0, 1)
    ]
    wall[7] = tile(407, ALL[20], 3, x, WALL_Y, z=20.0)
    (one,) = table.show([Scene((*HANDS, *wall))] * 5)
    assert (one.zone, one.seat, faces(one)) == (Zone.WALL, 3, "3s")
    assert one.tiles[0].x == pytest.approx(x, abs=1.0)
    (two,) = table.show([Scene((*HANDS, *wall, tile(490, ALL[27], 3, x, URA_Y)))] * 5)
    assert sorted(faces(two).split()) == ["1z", "3s"]
    assert {round(t.y) for t in two.tiles} == {round(WALL_Y), round(URA_Y)}


@pytest.mark.parametrize("seat", range(4))
def test_a_riichi_stick_comes_and_goes(table: Table, seat: int) -> None:
    x, y = to_table(seat, 12.0, STICK_Y - 1.5)
    stick = StickBody(0, 1000, x, y, turn(seat, 4.0))
    (one,) = table.show([Scene(HANDS, (stick,))] * 5)
    assert (one.zone, one.seat, [s.value for s in one.sticks]) == (Zone.STICK, seat, [1000])
    assert (one.sticks[0].x, one.sticks[0].y) == pytest.approx((x, y), abs=1.5)
    (two,) = table.show([Scene(HANDS)] * 5)
    assert (two.zone, two.seat, two.sticks) == (Zone.STICK, seat, ())


def test_thrown_dice_are_told_once_and_told_when_they_are_thrown_again(table: Table) -> None:
    def thrown(*at: tuple[int, float, float]) -> Scene:
        return Scene(HANDS, dice=tuple(DieBody(k, v, x, y, 25.0 + x) for k, (v, x, y) in enumerate(at)))

    (one,) = table.show([thrown((3, -30.0, 24.0), (6, 28.0, -20.0))] * 8)
    assert (one.zone, sorted(d.value or 0 for d in one.dice)) == (Zone.CENTRE, [3, 6])
    (again,) = table.show([thrown((6, -18.0, 25.0), (3, 40.0, 20.0))] * 8)
    assert sorted((d.value, round(d.x), round(d.y)) for d in again.dice) == [(3, 40, 20), (6, -18, 25)]
    assert again.t > one.t
    (gone,) = table.show([Scene(HANDS)] * 8)
    assert (gone.zone, gone.dice) == (Zone.CENTRE, ())


def test_the_clearing_of_the_mat_is_told_zone_by_zone(table: Table) -> None:
    x, y = to_table(1, 0.0, STICK_Y)
    meld = tuple(tile(60 + k, ALL[9 + k], 2, MELD_RIGHT - 13 - 26 * k, MELD_Y) for k in range(3))
    lying = (*HANDS, *meld, *(discard(50 + seat, ALL[seat], seat, 0) for seat in range(4)))
    stick, die = StickBody(0, 1000, x, y, turn(1, 0.0)), DieBody(0, 4, 20.0, 15.0, 30.0)
    before = table.show([Scene(lying, (stick,), (die,))] * 8)
    assert all(o.tiles or o.sticks or o.dice for o in before)
    after = table.show([Scene()] * 10)
    assert {(o.zone, o.seat) for o in after} == {(o.zone, o.seat) for o in before}
    assert not any(o.tiles or o.sticks or o.dice for o in after)


def test_a_doubtful_tile_is_read_again_and_told_when_it_is_surer(table: Table) -> None:
    table.teller.sure = lambda _: 0.7
    told = table.show([Scene((*HANDS, discard(50, ALL[4], 0, 0)))] * 10)
    margins = [o.tiles[0].margin for o in told]
    assert len(margins) >= 2
    assert margins == sorted(margins)
    assert len({o.tiles[0].track for o in told}) == 1


def test_an_arm_at_rest_over_a_pond_holds_the_observation_back(table: Table) -> None:
    new = discard(50, ALL[4], 0, 0)
    table.show(laying(HANDS, new, 0, POND_LEFT + 13, POND_ROW_Y[0])[:4])
    x, y = to_table(0, 40.0, POND_ROW_Y[0])
    assert table.show([Scene((*HANDS, new), arms=(ArmBody(0, x, y),))] * 15) == []
    (one,) = table.show([Scene((*HANDS, new))] * 5)
    assert faces(one) == "5m"


def test_the_picture_names_every_zone_and_what_moves(table: Table) -> None:
    x, y = to_table(0, 0.0, POND_ROW_Y[0])
    table.show([Scene((*HANDS, discard(50, ALL[4], 2, 0)))] * 5)
    table.show([Scene((*HANDS, discard(50, ALL[4], 2, 0)), arms=(ArmBody(0, x, y),))] * 2)
    zones = {(z.zone, z.seat): z for z in table.eyes.picture()}
    assert len(zones) == 4 * (len(Zone) - 1) + 1, "five of each seat and the centre"
    assert zones[Zone.POND, 0].moving
    assert not zones[Zone.POND, 2].moving
    assert [t.tile for t in zones[Zone.POND, 2].tiles] == [ALL[4]]


@pytest.mark.parametrize(
    ("fault", "sight"),
    [
        (CameraFault.DARK, Sight.DARK),
        (CameraFault.COVERED, Sight.COVERED),
        (CameraFault.BUMPED, Sight.MOVED),
        (CameraFault.BLURRED, Sight.BLURRED),
    ],
)
def test_a_fault_is_noticed_in_two_seconds_and_passes(table: Table, fault: CameraFault, sight: Sight) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    table.show([Scene(HANDS + pond)] * 6)
    begun = table.t
    changed = table.show([Scene(HANDS + pond)] * 12, lambda p: spoiled(p, fault))
    assert table.sights == [sight]
    assert table.told[-1].t - begun <= 2.0
    assert changed == []
    if sight is not Sight.MOVED:
        table.show([Scene(HANDS + pond)] * 24)
        assert table.sights == [sight, Sight.OK]
    assert all(
        isinstance(x, SightChanged) and x.message.endswith(".")
        for x in table.told
        if not isinstance(x, Observation)
    )


def nudged(surface: Surface, mm: float, degrees: float) -> Change:
    """What the camera shows after the picture has slipped and turned around the middle of the mat."""
    x, y = surface.image_points([[0.0, 0.0, 0.0]])[0].tolist()
    matrix = cv2.getRotationMatrix2D((x, y), degrees, 1.0)
    matrix[:, 2] += np.multiply((0.6, 0.8), mm * surface.scale())
    size = (surface.width, surface.height)
    return lambda p: np.asarray(cv2.warpAffine(p, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(("mm", "degrees"), [(3.0, 0.0), (0.0, 0.3)])
def test_a_small_bump_is_named_in_two_seconds_and_the_mat_found_again(
    table: Table, surface: Surface, mm: float, degrees: float
) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    table.show([Scene(HANDS + pond)] * 18)
    assert table.sights == []
    begun = table.t
    table.show([Scene(HANDS + pond)] * 36, nudged(surface, mm, degrees))
    assert table.sights == [Sight.MOVED, Sight.OK]
    named = next(x for x in table.told if isinstance(x, SightChanged))
    assert named.t - begun <= 2.0


def test_a_hair_s_breadth_is_no_bump(table: Table, surface: Surface) -> None:
    table.show([Scene(HANDS)] * 30, nudged(surface, 0.8, 0.05))
    assert table.sights == []


@pytest.mark.parametrize("fps", [4, 12, 30])
def test_a_camera_that_freezes_is_named_in_two_seconds_and_lives_again(table: Table, fps: int) -> None:
    held = table.renderer.render(Scene(HANDS), table.t)
    begun, step = table.t, 1 / fps
    told: list[Observation | SightChanged] = []
    for _ in range(2 * fps):
        table.t += step
        told += table.eyes.feed(Frame("t", table.t, held))
    assert [x.sight for x in told if isinstance(x, SightChanged)] == [Sight.FROZEN]
    assert told[-1].t - begun <= 2.0
    table.show([Scene(HANDS)] * 12)
    assert table.sights == [Sight.OK]


def test_pictures_of_another_size_are_told_so(table: Table) -> None:
    for shape in ((1, 1, 3), (760, 1014, 3)):
        for _ in range(9):
            table.t += 1 / FPS
            table.told += table.eyes.feed(Frame("t", table.t, np.full(shape, 90, np.uint8)))
    assert table.sights == [Sight.MOVED]
    (one,) = (x for x in table.told if isinstance(x, SightChanged))
    assert "another size" in one.message


def test_a_bumped_camera_is_placed_again_by_the_markers(table: Table) -> None:
    table.show([Scene(HANDS)] * 30, lambda p: spoiled(p, CameraFault.BUMPED))
    assert table.sights == [Sight.MOVED, Sight.OK]
    pushed = table.eyes.surface
    assert pushed is not None
    assert pushed.error_mm < 0.5
    table.show([Scene(HANDS)] * 40)
    assert table.sights == [Sight.MOVED, Sight.OK] * 2


def test_a_missing_camera_is_noticed_and_comes_back(table: Table) -> None:
    told: list[SightChanged] = []
    for _ in range(24):
        table.t += 1 / FPS
        told += table.eyes.idle(table.t)
    assert [x.sight for x in told] == [Sight.MISSING]
    table.show([Scene(HANDS)] * 12)
    assert table.sights == [Sight.OK]


def test_what_happened_in_the_dark_is_told_afterwards(table: Table) -> None:
    table.show([Scene(HANDS)] * 12, lambda p: spoiled(p, CameraFault.DARK))
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    table.show([scene] * 6, lambda p: spoiled(p, CameraFault.DARK))
    (one,) = table.show([scene] * 18)
    assert faces(one) == "5m"


def test_without_a_calibration_the_eyes_say_so_once(renderer: Renderer) -> None:
    eyes = Eyes(Teller(renderer.view), None)
    frame = Frame("t", 0.0, renderer.render(Scene(), 0.0))
    (one,) = eyes.feed(frame)
    assert isinstance(one, SightChanged)
    assert "jantaku calibrate" in one.message
    assert eyes.feed(frame) == []
    assert eyes.picture() == []


def test_the_real_networks_read_a_table(renderer: Renderer, surface: Surface) -> None:
    eyes = Eyes(Detector(), surface)
    text = parse_tiles("159m159p159s1234567z0m0p")
    pond = [discard(50 + i, face, 0, i % 6) for i, face in enumerate(text[:6])]
    pond += [
        tile(60 + i, face, 0, POND_LEFT + 13 + 26.2 * i, POND_ROW_Y[1]) for i, face in enumerate(text[6:12])
    ]
    hand = [tile(80 + i, face, 2, HAND_LEFT + 26.2 * (i + 0.5), HAND_Y) for i, face in enumerate(text[6:])]
    scene = Scene((*(t for t in HANDS if not 200 <= t.id < 300), *pond, *hand))
    told = {}
    for i in range(8):
        for one in eyes.feed(Frame("t", i / FPS, renderer.render(scene, i / FPS))):
            if isinstance(one, Observation):
                told[one.zone, one.seat] = faces(one)
    assert told == {
        (Zone.POND, 0): " ".join(map(str, text[:12])),
        (Zone.HAND, 2): " ".join(map(str, text[6:])),
    }


def test_a_fourth_tile_laid_upon_the_sideways_one_is_told(renderer: Renderer, surface: Surface) -> None:
    """E-MELD-06 a, with the real networks."""
    eyes = Eyes(Detector(), surface)
    pon = tuple(
        tile(k, parse_tiles("6p")[0], 1, MELD_RIGHT - x, MELD_Y - drop, angle)
        for k, (x, drop, angle) in enumerate(((13.0, 0.0, 0.0), (43.0, 4.0, 90.0), (73.0, 0.0, 0.0)))
    )
    upon = replace(pon[1], id=3, z=TILE_D)
    told: list[Observation | SightChanged] = []
    for n in range(16):
        scene = Scene(pon if n < 8 else (*pon, upon))
        told += eyes.feed(Frame("t", n / FPS, renderer.render(scene, n / FPS)))
    melds = [o for o in told if isinstance(o, Observation) and o.zone is Zone.MELD]
    assert [t.raised for t in melds[0].tiles] == [False, False, False]
    assert [(t.sideways, t.raised) for t in melds[-1].tiles] == [(False, False), (True, True), (False, False)]
