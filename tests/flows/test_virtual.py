"""The virtual table, seen by perfect eyes: people, lamps and inference fit together in millimetres."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages.seat_panel import Lamp
from controller.ending.confirm import lamps
from controller.infer import Input
from controller.virtual.compare import compare
from controller.virtual.gesture import Gate
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from firmware_bridge.message import DiceFell, WallsPresented
from tests.controller.infer.scripted.follower import Follower
from tests.flows.scene_eyes import FaultyEyes, SceneEyes

NAMES = ("A", "B", "C", "D")
FRAME = 0.1


def machine(world: VirtualTable, follower: Follower) -> list[Input]:
    """Opens the gates that a machine would open, and reports like one."""
    step = world.current
    if step is None or (follower.game.in_play is not None and step.gate is not Gate.THROWN):
        return []
    if step.gate is Gate.COLLECTED:
        world.collected()
    elif step.gate is Gate.RAISED:
        world.raised()
        return [WallsPresented((17, 17, 17, 17))]
    elif step.gate is Gate.THROWN:
        return [DiceFell(world.dice())]
    return []


def run(
    world: VirtualTable, follower: Follower, seconds: float = 4000.0, eyes: SceneEyes | None = None
) -> None:
    eyes = eyes or SceneEyes()
    while not world.finished and follower.now < seconds:
        follower.now += FRAME
        now = follower.now
        inputs: list[Input] = [*machine(world, follower), *world.panel.poll(now)]
        world.step(now)
        follower.feed(*inputs, *eyes.feed(world.scene(now), now))
        waits = follower.game.in_play is None
        closed = follower.inferred.window_closed
        shown = lamps(follower.game, follower.confirmed, waits_for_start=waits, window_closed=closed)
        for seat, lamp in shown.items():
            world.panel.show(seat, Lamp.OFF if lamp is Lamp.TURN else lamp)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seed", "pace"), [("rrc", 1, 1.0), ("tenhou", 2, 8.0)])
def test_hands_at_the_virtual_table_end_as_they_were_played(
    preset: str, seed: int, pace: float, tmp_path: Path
) -> None:
    world = VirtualTable(Ruleset.preset(preset), NAMES, seed=seed, hands=3, pace=pace, tidiness=0.3)
    follower = Follower(tmp_path / "game.jsonl", ev.GameStarted(preset, names=NAMES))
    run(world, follower)
    assert [q.model_dump() for q in follower.questions] == []
    ends = [e for e in follower.table.events if isinstance(e, ev.HandEnded)]
    assert ends == [plan.ended for plan in world.plans[: len(ends)]]
    assert len(ends) >= 3
    assert follower.game.scores == world.plans[2].after.scores


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seed"), [("rrc", 62), ("tenhou", 71)])
def test_hands_are_followed_although_the_eyes_miss_tiles_and_nobody_answers(
    preset: str, seed: int, tmp_path: Path
) -> None:
    """Discards stay unread; every call, win and payment is right, and nothing is invented."""
    world = VirtualTable(Ruleset.preset(preset), NAMES, seed=seed, hands=2, pace=4.0, tidiness=0.5)
    follower = Follower(tmp_path / "game.jsonl", ev.GameStarted(preset, names=NAMES))
    run(world, follower, 1000.0, FaultyEyes(seed))
    found = compare(world.plans, follower.table.events)
    assert found.paid == 2
    unread = found.tallies.pop("discards")
    assert (unread.wrong, unread.extra) == (0, 0)
    assert all(tally.right == tally.total and not tally.extra for tally in found.tallies.values())
