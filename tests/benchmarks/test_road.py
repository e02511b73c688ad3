"""What the benchmark of the road concludes from its notes."""

from __future__ import annotations

from pathlib import Path

from benchmarks.road import Deed, Notes, Shown, arm_away, deed_of, figures, match, noting, report, table_of
from controller.table.journal import Journal
from controller.table.writer import Table
from controller.virtual.gesture import GestureStep, Mat, Pace, carry_all
from controller.virtual.plan import PlayedPlan
from controller.virtual.script import Script
from engine.play.apply import outcome
from engine.rules.ruleset import Ruleset
from engine.state.events import Discarded
from engine.tiles.tile import Tile
from tests.controller.given import FIRST_DRAW
from vision.calibration import mat
from vision.scene.scene import Rest, TileBody


def discards(seed: int = 4) -> tuple[list[GestureStep], list[Discarded]]:
    plan = PlayedPlan(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed).hand(0)
    assert plan is not None
    steps = Script(plan, Mat(), str(seed), 0.6, Pace()).steps
    return [s for s in steps if s.name == "discard"], [e for e in plan.events if isinstance(e, Discarded)]


def test_every_discard_of_a_hand_is_a_deed_with_its_tile() -> None:
    steps, events = discards()
    deeds = [deed_of(step, 100.0) for step in steps]
    assert [(d.seat, d.face) for d in deeds] == [(e.seat, str(e.tile)) for e in events]


def test_the_arm_leaves_after_the_tile_was_let_go_and_before_the_movement_ends() -> None:
    for step in discards()[0]:
        deed = deed_of(step, 0.0)
        assert step.carries[0].end == deed.released < deed.arm_away < step.seconds


def test_an_arm_that_has_left_shows_no_finger_over_the_pond() -> None:
    x, y = mat.to_table(1, 40.0, -146.0)
    body = TileBody(1, Tile.parse("5p"), x, y, 0.0, Rest.FACE_UP)
    carries, reach = carry_all(1, mat.to_table(1, 0.0, -345.0), [body], None, 0.0, 0.7)
    away = arm_away(reach, carries[0].end)
    before, after = reach.at(away - 0.002), reach.at(away)
    assert before is not None
    assert after is not None
    near = mat.ZONES[mat.Zone.POND].near
    assert mat.to_player(1, before.x, before.y)[1] + 8 >= near > mat.to_player(1, after.x, after.y)[1] + 8


def test_a_discard_is_matched_with_what_passed_after_it() -> None:
    deeds = [Deed(0, "5m", 10.0, 10.1), Deed(0, "5m", 14.0, 14.1)]
    shown = [Shown(0, "5m", 14.4, 14.41), Shown(0, "5m", 10.3, 10.31)]
    notes = Notes(
        observed=[(9.0, 0), (10.1, 0), (10.2, 0), (10.25, 1), (14.3, 0)],
        accepted=[(10.21, 0), (14.31, 0)],
        published=[9.9, 10.22, 14.32],
    )
    first, second = match(deeds, sorted(shown, key=lambda s: s.dom), notes)
    assert [round(t, 3) for t in first.stages if t is not None] == [0.2, 0.21, 0.22, 0.3]
    assert [round(t, 3) for t in second.stages if t is not None] == [0.3, 0.31, 0.32, 0.4]


def test_a_tile_that_was_misread_or_never_came_is_missed_and_fails() -> None:
    deeds = [Deed(0, "5m", 10.0, 10.1), Deed(1, "9s", 14.0, 14.1)]
    found = report(match(deeds, [Shown(0, "6m", 10.3), Shown(1, "9s", 14.2)], Notes()), Notes(turns=[0.08]))
    assert (found["discards"], found["missed"], found["reached"]) == (2, 1, False)


def test_a_slow_road_does_not_reach() -> None:
    deeds = [Deed(0, "5m", 10.0 + n, 10.1 + n) for n in range(20)]
    slow = [Shown(0, "5m", d.released + (0.3 if i > 1 else 0.9), None) for i, d in enumerate(deeds)]
    found = report(match(deeds, slow, Notes()), Notes(turns=[0.08]))
    assert found["missed"] == 0
    assert not found["reached"]
    assert "NOT reached" in "\n".join(table_of(found))
    quick = [Shown(0, "5m", d.released + 0.3, None) for d in deeds]
    assert report(match(deeds, quick, Notes()), Notes(turns=[0.08]))["reached"]


def test_figures_are_of_the_nearest_rank() -> None:
    found = figures([n / 1000 for n in range(100, 0, -1)])
    assert found == {"n": 100, "median": 51.0, "p95": 95.0, "max": 100.0}


def test_a_discard_is_noted_when_the_table_has_accepted_it_with_its_outcome(tmp_path: Path) -> None:
    table, notes = Table(Journal(tmp_path / "game.jsonl", durable=False)), Notes()
    for event in FIRST_DRAW:
        table.submit(event)
    with noting(notes):
        table.submit(outcome(table.game, Discarded(1, Tile.parse("9m"))))
        table.submit(outcome(table.game, Discarded(0, Tile.parse("9m"))))
    assert [seat for _, seat in notes.accepted] == [0]
    table.close()
