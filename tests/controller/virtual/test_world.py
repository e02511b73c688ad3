from __future__ import annotations

import json
from itertools import pairwise

import pytest

from contract.messages.seat_panel import Button, Lamp
from controller.virtual.gesture import Gate
from controller.virtual.seats import GAME_REST
from controller.virtual.world import VirtualTable
from engine.play.apply import apply
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game
from tests.controller.virtual.host import FRAME, Host, overlaps
from vision.scene.scene import Rest, Scene

NAMES = ("A", "B", "C", "D")
DRAWN_WITH_RIICHI = 38
"""A seed whose first hand is an exhaustive draw with deposits."""
READ = {"discard", "call", "kan", "dora", "stick", "show", "ura read"}


def table(seed: int = 1, hands: int = 1, pace: float = 8.0, tidiness: float = 0.0) -> VirtualTable:
    return VirtualTable(Ruleset.preset("rrc"), NAMES, seed=seed, hands=hands, pace=pace, tidiness=tidiness)


@pytest.mark.parametrize("seed", [1, 7])
def test_all_tiles_are_there_and_none_interpenetrate_at_rest(seed: int) -> None:
    host = Host(table(seed, hands=2))
    last: Scene | None = None
    seen = None
    for scene in host.frames():
        name = host.world.step_name
        if scene is last and seen != host.world.position and name not in ("collected", "walls"):
            seen = host.world.position
            assert sorted(t.id for t in scene.tiles) == list(range(136))
            if seen[1] % 7 == 0 or name in ("sticks", "ura read", "show", "finished"):
                assert overlaps(scene.tiles) == [], name
        last = scene
    assert host.world.finished


def test_the_same_seed_gives_the_same_scenes() -> None:
    first, second = Host(table()), Host(table())
    for a, b in zip(first.frames(), second.frames(), strict=True):
        assert a == b


def test_bodies_that_do_not_move_are_the_same_objects() -> None:
    host = Host(table())
    scenes = [s for s in host.frames(60.0) if len(s.tiles) == 136]
    for before, after in pairwise(scenes):
        old = {t.id: t for t in before.tiles}
        assert all(t is old[t.id] for t in after.tiles if t == old[t.id])


def test_what_must_be_read_lies_still_long_enough_whatever_the_pace() -> None:
    world = table(pace=50.0)
    for step in world.steps:
        if step.name in READ:
            assert step.still >= 0.45
        assert all(c.end <= step.seconds + 1e-9 for c in step.carries)
        assert all(r.points[-1][0] <= step.seconds + 1e-9 for r in step.reaches)


def test_faces_of_concealed_tiles_are_never_up_before_they_are_shown() -> None:
    host = Host(table())
    for scene in host.frames():
        if host.world.step_name in ("show", "ura", "ura read", "sticks", "finished", "collected"):
            break
        open_events = sum(
            {ev.Discarded: 1, ev.DoraRevealed: 1}.get(type(e), 0) for e in host.world.plans[0].events
        )
        melds = sum(4 for e in host.world.plans[0].events if isinstance(e, ev.Called | ev.KanDeclared))
        assert sum(t.rest is Rest.FACE_UP for t in scene.tiles) <= open_events + melds


def test_the_world_waits_for_machine_and_lamps() -> None:
    world = table()
    for i in range(100):
        world.step(i * FRAME)
    assert world.position == (0, 0)
    assert world.scene(9.9).tiles == ()
    world.raised()
    for i in range(100, 200):
        world.step(i * FRAME)
    assert world.current is not None
    assert world.current.gate is Gate.THROWN
    assert len(world.scene(19.9).tiles) == 136
    assert world.dice() == world.plans[0].throws[0]
    world.step(20.0)
    world.step(20.4)
    world.step(20.8)
    assert world.step_name != "walls"
    assert world.position > (0, 2)


def test_a_pause_of_the_service_does_not_hide_anything() -> None:
    world = table()
    world.raised()
    world.dice()
    for i in range(30):
        world.step(i * FRAME)
    before = world.position
    world.step(1000.0)
    assert world.position[1] - before[1] <= 12


def words(host: Host) -> list[tuple[int, Button]]:
    return [(s.seat, s.button) for s in host.signals]


@pytest.mark.parametrize("seed", range(1, 5))
def test_words_are_said_in_the_order_of_the_events(seed: int) -> None:
    host = Host(table(seed))
    for _ in host.frames():
        pass
    expected: list[tuple[int, Button]] = []
    for event in host.world.plans[0].events:
        if isinstance(event, ev.RiichiDeclared):
            expected.append((event.seat, Button.RIICHI))
        elif isinstance(event, ev.WinDeclared):
            expected.append((event.seat, Button.TSUMO if event.seat == event.source else Button.RON))
        elif isinstance(event, ev.NotenDeclared):
            expected.append((event.seat, Button.NOTEN))
        elif isinstance(event, ev.AbortDeclared):
            expected.append((event.seat, Button.ABORT))
    said = words(host)
    assert said[: len(expected)] == expected
    assert sorted(said[len(expected) :]) == [(seat, Button.CONFIRM) for seat in range(4)]


@pytest.mark.parametrize("after", [3.0, 30.3, 41.0])
def test_a_restored_table_goes_on_as_if_nothing_had_happened(after: float) -> None:
    straight, cut = Host(table(2)), Host(table(2))
    for _ in cut.frames(after):
        pass
    saved = json.loads(json.dumps(cut.world.save()))
    again = Host(VirtualTable.restore(saved))
    assert again.world.position == cut.world.position
    last: list[Scene] = [Scene()] * 2
    for i, host in enumerate((straight, again)):
        for scene in host.frames():
            last[i] = scene
    assert last[0] == last[1]
    assert straight.world.truth == again.world.truth
    assert words(again) == words(straight)[-len(words(again)) :]


def test_options_with_numbers_by_name_are_saved_and_found_again() -> None:
    reds = {"m": 0, "p": 2, "s": 1}
    rules = Ruleset.preset("tenhou", {"tiles.red_fives": reds})
    saved = json.loads(json.dumps(VirtualTable(rules, NAMES, hands=1).save()))
    assert saved["options"] == {"tiles.red_fives": reds}
    assert VirtualTable.restore(saved).save() == saved


def test_a_finished_table_is_restored_finished() -> None:
    host = Host(table())
    for _ in host.frames():
        pass
    again = VirtualTable.restore(host.world.save())
    assert again.finished
    assert again.truth == host.world.truth
    assert again.scene(0.0) == host.world.scene(0.0)


def test_what_lies_is_not_taken_back_by_a_restart() -> None:
    host = Host(table(2))
    for scene in host.frames():
        step = host.world.current
        if step is not None and step.name == "discard" and scene is host.world.scene(host.now + 0.4):
            break
    again = VirtualTable.restore(host.world.save())
    assert set(again.scene(0.0).tiles) == set(host.world.scene(host.now).tiles)


def test_a_lamp_that_shows_the_turn_stands_for_a_lost_throw() -> None:
    world = table()
    world.raised()
    for i in range(50):
        world.step(i * FRAME)
    assert world.current is not None
    assert world.current.gate is Gate.THROWN
    world.panel.show(world.plans[0].dealer, Lamp.TURN)
    for i in range(50, 60):
        world.step(i * FRAME)
    assert world.current.gate is not Gate.THROWN


def test_a_noten_that_was_heard_before_a_restart_is_not_said_again() -> None:
    host = Host(table(seed=DRAWN_WITH_RIICHI))
    for _ in host.frames():
        if host.world.current is not None and host.world.current.name == "noten":
            break
    world = VirtualTable.restore(host.world.save())
    assert world.current is not None
    silent = world.current.seat
    for seat in range(4):
        world.panel.show(seat, Lamp.OFF if seat == silent else Lamp.ASK_CONFIRM)
    before = world.position
    pressed = []
    for i in range(40):
        pressed += world.panel.poll(i * FRAME)
        world.step(i * FRAME)
    assert world.position > before
    assert (silent, Button.NOTEN) not in [(s.seat, s.button) for s in pressed]


def test_other_data_are_refused() -> None:
    with pytest.raises(ValueError, match="no saved virtual table"):
        VirtualTable.restore({"format": 99})


def test_tiles_taken_in_the_middle_of_a_hand_begin_it_anew() -> None:
    host = Host(table(2))
    for _ in host.frames(40.0):
        pass
    world = host.world
    assert world.position[1] > 10
    world.collected()
    assert world.position == (0, 0)
    for _ in host.frames():
        pass
    assert world.finished
    assert overlaps(world.scene(host.now).tiles) == []


def test_sticks_of_a_drawn_hand_are_kept_apart() -> None:
    world = table(seed=DRAWN_WITH_RIICHI, hands=2)
    host = Host(world)
    kept: tuple[float, ...] = ()
    for scene in host.frames():
        if world.position[0] == 1 and world.step_name == "take":
            kept = tuple(max(abs(s.x), abs(s.y)) for s in scene.sticks)
            break
    assert len(kept) == world.plans[0].ended.kyotaku > 0
    assert all(far < 60 for far in kept)
    assert all(lamp is not Lamp.ASK_CONFIRM for lamp in world.panel.lamps)


def test_after_a_game_the_people_play_another_one() -> None:
    host = Host(table())
    for _ in host.frames():
        pass
    before, lying = host.world.plans[0], host.world.scene(host.now)
    host.world.collected()
    assert not host.world.finished
    assert host.world.position == (0, 0)
    assert host.world.scene(host.now).tiles == lying.tiles, "the machine takes them, nobody else"
    assert host.world.plans[0].events != before.events
    assert host.world.truth.history == ()
    again = VirtualTable.restore(host.world.save())
    assert again.plans[0].events == host.world.plans[0].events
    for _ in host.frames():
        pass
    assert host.world.finished
    assert overlaps(host.world.scene(host.now).tiles) == []


def assigned() -> Game:
    """A game of others, by other rules than `table` plays."""
    rules = Ruleset.preset("tenhou", {"game.length": "tonpuusen"})
    return apply(None, ev.GameStarted(rules.name, rules.record, ("Anna", "Bo", "Chie", "Dmytro")))


def test_an_announced_game_is_played_by_its_rules_to_the_end() -> None:
    host = Host(table(pace=50.0))
    for _ in host.frames(30.0):
        """A hand is under way."""
    host.world.invite(assigned())
    started = host.world.plans[0].events[0]
    assert isinstance(started, ev.HandStarted)
    assert started.scores == (25000,) * 4
    for _ in host.frames(600.0):
        """It is played."""
    assert host.world.finished
    assert host.world.truth.names == ("Anna", "Bo", "Chie", "Dmytro")
    assert host.world.truth.rules.choice("game.length") == "tonpuusen"
    assert len(host.world.truth.history) == 1


def test_the_announcement_of_what_is_played_anyway_changes_nothing() -> None:
    world = table()
    world.invite(assigned())
    assert world.knows(assigned())
    before = world.plans
    world.invite(assigned())
    assert world.plans is before


def test_a_restored_table_plays_the_announced_game() -> None:
    world = table()
    world.invite(assigned())
    again = VirtualTable.restore(json.loads(json.dumps(world.save())))
    assert again.knows(assigned())
    assert again.plans[0].events == world.plans[0].events


def test_people_look_at_the_end_of_a_game_before_they_start_another() -> None:
    played = VirtualTable(Ruleset.preset("rrc"), NAMES, hands=1)
    saved = {**played.save(), "step": len(played.steps) - 1, "finished": True}
    world = VirtualTable.restore(saved)
    assert world.finished
    world.panel.show(0, Lamp.ASK_START)
    assert world.panel.poll(GAME_REST - 1) == []
    assert [said.button for said in world.panel.poll(GAME_REST + 1)] == [Button.START]
    world.collected()
    world.panel.show(0, Lamp.OFF)
    world.panel.show(0, Lamp.ASK_START)
    assert [said.button for said in world.panel.poll(GAME_REST + 5)] == [Button.START], "between two hands"
