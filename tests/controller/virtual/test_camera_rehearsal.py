"""A game played for the camera alone tells every event once, when it can be seen."""

from __future__ import annotations

import pytest

from controller.virtual.camera_rehearsal import CameraRehearsal, Moment
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from vision.calibration.mat import TILE_D
from vision.scene.scene import Rest

NAMES = ("A", "B", "C", "D")


@pytest.fixture(scope="module")
def played() -> tuple[VirtualTable, list[Moment]]:
    table = VirtualTable(Ruleset.preset("rrc", {}), NAMES, seed=5, hands=2, pace=4.0)
    return table, list(CameraRehearsal(table).moments(10.0))


def test_every_event_of_the_plans_is_reported_once(played: tuple[VirtualTable, list[Moment]]) -> None:
    table, moments = played
    events = [event for moment in moments for event in moment.events]
    planned = [event for plan in table.plans for event in plan.events]
    assert len(table.plans) == 2
    assert sorted(map(repr, events)) == sorted(map(repr, planned))
    wins_aside = [e for e in events if not isinstance(e, ev.WinDeclared | ev.HandShown)]
    assert wins_aside == [e for e in planned if not isinstance(e, ev.WinDeclared | ev.HandShown)]


def test_a_discard_is_reported_when_it_lies(played: tuple[VirtualTable, list[Moment]]) -> None:
    _, moments = played
    laid: dict[int, set[int]] = {0: set(), 1: set()}
    for moment in moments:
        up = [t for t in moment.scene.tiles if t.rest is Rest.FACE_UP and t.z == 0]
        for event in moment.events:
            if isinstance(event, ev.Discarded):
                new = {t.id for t in up if t.face == event.tile} - laid[moment.hand]
                assert new, event
                laid[moment.hand].add(min(new))
    assert len(laid[0]) > 20


def test_moments_follow_each_other_at_the_rate_asked_for(played: tuple[VirtualTable, list[Moment]]) -> None:
    _, moments = played
    assert [m.t for m in moments[:4]] == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert [m.hand for m in moments] == sorted(m.hand for m in moments)


def test_the_two_loose_tiles_of_chinese_classical_lie_on_the_dead_wall() -> None:
    rules = Ruleset.preset("classical", {"classical.flowers": False})
    table = VirtualTable(rules, NAMES, seed=2, hands=1, pace=20.0, mess="messy")
    moments = list(CameraRehearsal(table).moments(8.0))
    still = [m.scene for m in moments if not m.scene.arms]
    assert max(sum(t.z == 2 * TILE_D for t in scene.tiles) for scene in still) == 2
    assert sum(len(m.events) for m in moments) == len(table.plans[0].events)


def test_a_hand_without_a_winner_is_shown_too() -> None:
    for seed in range(40):
        table = VirtualTable(Ruleset.preset("rrc", {}), NAMES, seed=seed, hands=1, pace=20.0)
        if table.plans[0].reason is ev.EndReason.WIN:
            continue
        events = [event for moment in CameraRehearsal(table).moments(5.0) for event in moment.events]
        assert isinstance(events[-1], ev.HandEnded)
        assert len(events) == len(table.plans[0].events)
        return
    pytest.fail("No draw in forty games.")
