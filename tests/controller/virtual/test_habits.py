"""What people do besides laying tiles down inexactly: turned discards, counters, the lowered tile."""

from __future__ import annotations

import itertools
import math

import pytest

from controller.virtual.camera_rehearsal import CameraRehearsal, Moment
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from vision.calibration.mat import TILE_D, TILE_W, to_player
from vision.scene.scene import Rest, TileBody

NAMES = ("A", "B", "C", "D")


def table(seed: int, mess: str | None, hands: int = 1) -> VirtualTable:
    rules = Ruleset.preset("rrc", {})
    return VirtualTable(rules, NAMES, seed=seed, tidiness=0.9, hands=hands, pace=20.0, mess=mess)


def moments(seed: int, mess: str | None, hands: int = 1) -> tuple[VirtualTable, list[Moment]]:
    made = table(seed, mess, hands)
    return made, list(CameraRehearsal(made).moments(10.0))


@pytest.fixture(scope="module")
def games() -> list[tuple[VirtualTable, list[Moment]]]:
    return [moments(seed, "loose", hands=3) for seed in range(4)]


def on_cloth(moment: Moment) -> list[TileBody]:
    return [t for t in moment.scene.tiles if t.rest is Rest.FACE_DOWN and t.z == 0]


def test_the_lowered_tile_leaves_two_single_ones_and_touches_nothing() -> None:
    lowered = 0
    for seed in range(12):
        made = table(seed, "loose")
        steps = [step for step in made.steps if step.name == "lower"]
        lowered += len(steps)
        if not steps:
            continue
        (tile,) = [carry.to for carry in steps[0].carries]
        moments = CameraRehearsal(made).moments(10.0)
        after = next(m for m in moments if m.doing == "take")
        lying = on_cloth(after)
        single = [
            t for t in lying
            if not any(o.z == TILE_D and math.hypot(o.x - t.x, o.y - t.y) < 5 for o in after.scene.tiles)
        ]  # fmt: skip
        # it and the one that it was taken from; a wall that the deal has begun on may add one
        assert 2 <= len(single) <= 3
        assert any((t.x, t.y) == (tile.x, tile.y) for t in single)
        for a, b in itertools.combinations(lying, 2):
            assert math.hypot(a.x - b.x, a.y - b.y) > TILE_W - 1.0
    assert 2 <= lowered <= 10


def test_discards_lie_upside_down_and_apart_only_where_it_is_asked_for() -> None:
    for mess, usual in ((None, True), ("wild", False)):
        made, shown = moments(4, mess)
        last = next(m for m in reversed(shown) if m.doing in ("win", "think", "noten"))
        turned = 0
        for tile in last.scene.tiles:
            for seat in range(4):
                x, y = to_player(seat, tile.x, tile.y)
                if tile.rest is Rest.FACE_UP and -200 < y < -95 and -90 < x < 110:
                    turned += abs(math.remainder(tile.angle - 90.0 * seat, 360.0)) > 150
        assert (turned == 0) is usual
        assert made.finished


def test_counters_lie_beside_the_dice_while_the_hand_is_played(
    games: list[tuple[VirtualTable, list[Moment]]],
) -> None:
    counted = 0
    for made, motions in games:
        for plan in made.plans:
            started = plan.events[0]
            corner = [m for m in motions if m.hand == plan.index and m.doing == "discard"]
            sticks = {tuple(s for s in m.scene.sticks if s.value == 100) for m in corner}
            away = corner[0].scene.dice[0]
            put_away = to_player(plan.dealer, away.x, away.y)[0] > 200
            for group in sticks:
                assert len(group) == (started.honba if put_away else 0)  # type: ignore[union-attr]
                assert all(to_player(plan.dealer, s.x, s.y)[0] > 200 for s in group)
            counted += put_away
    assert 2 <= counted < sum(len(made.plans) for made, _ in games)


def test_counters_are_gone_before_the_next_hand(games: list[tuple[VirtualTable, list[Moment]]]) -> None:
    for _, motions in games:
        for moment in motions:
            if moment.doing in ("collected", "walls", "look"):
                assert not [s for s in moment.scene.sticks if s.value == 100]


def test_habits_are_saved_with_the_table() -> None:
    made = table(3, "messy")
    again = VirtualTable.restore(made.save())
    assert again.steps == made.steps
    assert made.steps != table(3, None).steps
