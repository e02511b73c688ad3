"""People who mix the tiles, build the walls and throw the dice."""

from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button
from controller.virtual.script import PEOPLE
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from tests.controller.virtual.host import Host, overlaps
from vision.calibration import mat
from vision.scene.scene import Rest, Scene, TileBody

NAMES = ("A", "B", "C", "D")


def table(seed: int = 1, hands: int = 1, pace: float = 8.0, tidiness: float = 0.0) -> VirtualTable:
    rules = Ruleset.preset("rrc")
    return VirtualTable(rules, NAMES, seed=seed, hands=hands, pace=pace, tidiness=tidiness, walls=PEOPLE)


class Watcher(Host):
    """Lamps only: no gate of a machine is ever opened for these people."""

    def answer(self) -> None:
        step = self.world.current
        if step is not None and step.gate.value in ("asked_tenpai", "paid"):
            super().answer()


def near(seat: int, tile: TileBody) -> bool:
    """Whether the tile is part of the wall before the seat."""
    x, y = mat.to_player(seat, tile.x, tile.y)
    return y < -235 and abs(x) < 235


def scenes(host: Host) -> dict[str, Scene]:
    """The mat at the end of each step of the first hand before the deal, by the step's name."""
    out: dict[str, Scene] = {}
    for scene in host.frames(120.0):
        if host.world.step_name == "take":
            break
        out[host.world.step_name] = scene
    return out


def test_people_need_no_machine_and_press_no_start() -> None:
    host = Watcher(table(hands=2))
    for _ in host.frames(4000.0):
        pass
    assert host.world.finished
    assert Button.START not in {signal.button for signal in host.signals}


def test_the_walls_stand_whole_before_the_dice_fall() -> None:
    seen = scenes(Watcher(table()))
    assert list(seen)[:5] == ["mix", "lower row", "upper row", "looked over", "dice"]
    standing = seen["looked over"]
    assert standing.dice == ()
    assert sorted(tile.id for tile in standing.tiles) == list(range(136))
    assert {tile.rest for tile in standing.tiles} == {Rest.FACE_DOWN}
    assert overlaps(standing.tiles) == []
    assert len(seen["dice"].dice) == 2
    upper = [tile for tile in standing.tiles if tile.z]
    for seat in range(4):
        assert sum(near(seat, tile) for tile in upper) == 17


def test_a_tidy_table_builds_exactly_and_a_hasty_one_does_not() -> None:
    def off(tidiness: float) -> float:
        """How far the worst wall stands from where a machine would raise it, in mm."""
        walls = scenes(Watcher(table(tidiness=tidiness)))["looked over"].tiles
        rows = [[mat.to_player(seat, t.x, t.y) for t in walls if near(seat, t)] for seat in range(4)]
        return max(abs(sum(y for _, y in row) / len(row) - mat.WALL_Y) for row in rows)

    assert off(1.0) < 0.1
    assert 1.0 < off(0.0) < 15.0


def test_mixed_tiles_are_those_of_the_hand_before() -> None:
    host = Watcher(table(hands=2))
    last: Scene | None = None
    for scene in host.frames(4000.0):
        if len(host.world.plans) == 2 and host.world.step_name == "mix":
            assert last is not None
            assert {(t.id, t.face) for t in scene.tiles} == {(t.id, t.face) for t in last.tiles}
            return
        last = scene
    raise AssertionError("No second hand was mixed for.")


def test_a_saved_table_goes_on_with_people() -> None:
    host = Watcher(table())
    for _ in host.frames(60.0):
        if host.world.step_name == "take":
            break
    again = VirtualTable.restore(host.world.save())
    assert (again.step_name, again.scene(0.0).dice) == (host.world.step_name, host.world.scene(host.now).dice)
    other = Watcher(again)
    for _ in other.frames(2000.0):
        pass
    assert again.finished


def mistaken(kind: str) -> tuple[Scene, Scene]:
    """The first hand of some hasty people whose walls are not right at once in this way: before and after."""
    for seed in range(60):
        seen = scenes(Watcher(table(seed, pace=20.0)))
        if "counted" in seen and _kind(seen["counted"]) == kind:
            return seen["counted"], seen["looked over"]
    raise AssertionError(f"Nobody builds a wall that is {kind}.")


def _counts(scene: Scene) -> list[int]:
    return sorted(sum(near(seat, tile) for tile in scene.tiles if tile.z) for seat in range(4))


def _kind(scene: Scene) -> str:
    if any(tile.rest is Rest.FACE_UP for tile in scene.tiles):
        return "open"
    return "long" if _counts(scene)[-1] == 18 else "short"


@pytest.mark.parametrize(
    ("kind", "upper"), [("short", [16, 17, 17, 17]), ("long", [16, 17, 17, 18]), ("open", [17] * 4)]
)
def test_walls_that_are_not_right_at_once_are_put_right(kind: str, upper: list[int]) -> None:
    before, after = mistaken(kind)
    assert _counts(before) == upper
    assert overlaps(before.tiles) == []
    assert _counts(after) == [17] * 4
    assert {tile.rest for tile in after.tiles} == {Rest.FACE_DOWN}


def test_tidy_people_build_right_at_once() -> None:
    assert not [
        seed for seed in range(6) if "counted" in scenes(Watcher(table(seed, pace=20.0, tidiness=1.0)))
    ]
