"""Bought tables: a set is pushed in while the next walls rise, and some tables deal it, too."""

from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button
from controller.virtual.gesture import Pace
from controller.virtual.placement_noise import Slop
from controller.virtual.raising import LATE, _risen
from controller.virtual.script import DEALT, RAISED, Walls
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import Tile
from tests.controller.virtual.host import overlaps
from tests.controller.virtual.test_building import NAMES, Watcher, near
from vision.calibration import mat
from vision.scene.scene import Rest, Scene, TileBody

SET = 136


def host(walls: Walls, hands: int, seed: int = 3) -> Watcher:
    rules = Ruleset.preset("rrc")
    table = VirtualTable(rules, NAMES, seed=seed, hands=hands, pace=8.0, walls=walls)
    return Watcher(table)


def before_play(walls: Walls, seed: int = 3) -> list[dict[str, Scene]]:
    """The mat at the end of each step before the first draw, of two hands."""
    people, out = host(walls, 2, seed), [dict[str, Scene](), dict[str, Scene]()]
    playing = False
    for scene in people.frames(4000.0):
        name = people.world.step_name
        playing = name not in ("pushed in", "forgotten", "last ones", "looked over", "stand up")
        if not playing:
            out[len(people.world.plans) - 1][name] = scene
    assert Button.START not in {signal.button for signal in people.signals}
    return out


def test_walls_rise_whole_and_no_dice_lie_on_the_mat() -> None:
    for seen in before_play(RAISED):
        standing = seen["looked over"]
        assert standing.dice == ()
        assert {tile.rest for tile in standing.tiles} == {Rest.FACE_DOWN}
        assert overlaps(standing.tiles) == []
        upper = [tile for tile in standing.tiles if tile.z]
        assert [sum(near(seat, tile) for tile in upper) for seat in range(4)] == [17] * 4


def test_two_sets_take_turns_and_their_tiles_lie_there_together() -> None:
    first, second = before_play(RAISED)
    assert {tile.id for tile in first["looked over"].tiles} == set(range(SET))
    assert {tile.id for tile in second["looked over"].tiles} == set(range(SET, 2 * SET))
    late = [tile for seen in before_play(RAISED, 5) for tile in seen.get("forgotten", Scene()).tiles]
    assert SET < len(late) <= 2 * (SET + LATE), "what was forgotten lies beside walls that stand"


def test_a_table_that_deals_lays_hands_down_and_turns_the_indicator() -> None:
    for seen in before_play(DEALT):
        lying = seen["looked over"].tiles
        assert len(lying) == SET
        assert sum(tile.rest is Rest.FACE_UP for tile in lying) == 1
        for seat in range(4):
            own = [t for t in lying if mat.ZONES[mat.Zone.HAND].holds(*mat.to_player(seat, t.x, t.y))]
            assert len(own) == 13
            assert {tile.rest for tile in own} == {Rest.FACE_DOWN}
        assert overlaps(lying) == []
        standing = [tile for tile in seen["stand up"].tiles if tile.rest is Rest.STANDING]
        assert len(standing) == 52


def test_a_game_is_played_to_its_end_with_either() -> None:
    for walls in (RAISED, DEALT):
        people = host(walls, 2)
        for _ in people.frames(4000.0):
            pass
        assert people.world.finished


def test_of_the_old_set_what_lies_nearest_the_middle_goes_in_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is pushed as a whole: one tile after the other, each as long in moving."""
    places = [far * mat.MAT_HALF for far in (0.2, 0.5, 1.0)]
    old = [TileBody(n, Tile(n), x, 0.0, 0.0, Rest.FACE_UP) for n, x in enumerate(places)]
    monkeypatch.setattr("controller.virtual.raising.LATE", 0)  # nobody forgets one
    pushed = _risen(old, [], Slop("3"), Pace())[0]
    moved = sorted((carry.to.x, carry.begin, carry.end) for carry in pushed.carries)
    assert [x for x, _, _ in moved] == [x / 20 for x in places]
    assert [begin / pushed.seconds for _, begin, _ in moved] == pytest.approx([0.08, 0.2, 0.4])
    assert [end / pushed.seconds for _, _, end in moved] == pytest.approx([0.68, 0.8, 1.0])
