"""Putting a table together: what goes on after a restart, and that nothing passes the camera by."""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Command
from controller.assembly import devices as body
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, start
from controller.bus.gate import Order
from controller.config import Config, ConfigError, parse
from controller.table.games import WORLD, Games
from controller.table.journal import JournalError
from engine.rules.presets import OPTIONS
from engine.state import events as ev
from runtime.clock import Clock, Trouble
from tests.controller.card import image
from vision.scene import venue

AWAY = "mqtt://127.0.0.1:1"
"""Nothing listens there; a table runs without a broker."""
LIMIT = 2_000_000


def config(data: Path, **sections: Any) -> Config:
    return parse({"broker": {"url": AWAY}, "data": data, **sections}, "the test")


@pytest.fixture(autouse=True)
def _loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models and tile faces are the same for every table of these tests."""
    for module, part in ((body, "Detector"), (venue, "Renderer"), (body, "calibrate")):
        monkeypatch.setattr(module, part, cached(module, part))


@cache
def cached(module: types.ModuleType, name: str) -> Callable[..., Any]:
    made = getattr(module, name)
    result: list[Any] = []

    def once(*given: Any, **named: Any) -> Any:
        if not result:
            result.append(made(*given, **named))
        return result[0]

    return once


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts tables over one data directory; they are closed at the end."""
    open_now: list[Running] = []

    def begin_one(**wishes: Any) -> Running:
        for running in open_now:
            running.close()
        open_now.clear()
        open_now.append(start(config(tmp_path), Wishes(**{"speed": 0.0, "seed": 3, **wishes})))
        return open_now[-1]

    yield begin_one
    for running in open_now:
        running.close()


def reachable(*roots: object) -> Iterator[object]:
    """Every object that code could get at from `roots` through references.

    A module and a class are common to all, and so are the globals of a function.
    """
    found: dict[int, object] = {id(root): root for root in roots}
    waiting = list(roots)
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, type | types.ModuleType | types.FrameType | types.CodeType):
            continue
        if isinstance(here, types.FunctionType):
            held: list[Any] = [here.__closure__, here.__defaults__, here.__kwdefaults__]
        else:
            held = gc.get_referents(here)
        for one in held:
            if id(one) not in found:
                found[id(one)] = one
                waiting.append(one)
        assert len(found) < LIMIT


def truth(*roots: object) -> set[str]:
    """Names of classes of the virtual table or of its scene that can be reached from `roots`."""
    return {
        f"{type(one).__module__}.{type(one).__name__}"
        for one in reachable(*roots)
        if type(one).__module__.startswith("controller.virtual")
        or type(one).__module__ == "vision.scene.scene"
    }


def test_nothing_of_the_truth_can_be_reached_from_the_road(begin: Callable[..., Running]) -> None:
    running = begin(hands=1)
    while not isinstance(running.service.table.events[-1], ev.Discarded):
        running.step()
    service = running.service
    parts = service._parts
    # The preparation serves the machine; what it tells the road are the machine's reports. The watch looks
    # through the camera, lamps and words go by the panel. Parts of the loop are looked into one by one.
    doors = {"_parts", "_open_game", "_preparation", "_camera", "_panel", "_seen", "_renew", "_begin"}
    loop = {
        "_watch",
        "_games",
        "_host",
        "_start",
        "_incoming",
        "_accepting",
        "_following",
        "_lights",
        "_outgoing",
        "_reports",
    }
    held = vars(service)
    owned = [held] + [vars(held[name]) for name in loop]
    road = [each[name] for each in owned for name in each if name not in doors | loop]
    assert {"inference", "_confirm"} <= vars(held["_following"]).keys()
    assert "table" in vars(held["_games"])
    assert truth(parts.eyes, parts.bus, parts.web, *road) == set()
    # The walk is not blind: machine, panel and camera do hold the virtual table.
    for part in (parts.device, parts.panel, parts.camera):
        assert truth(part)
    assert "vision.scene.scene.TileBody" in truth(parts.camera)


def test_a_game_goes_on_after_a_restart(begin: Callable[..., Running]) -> None:
    running = begin()
    while not any(isinstance(e, ev.Discarded) for e in running.service.table.events):
        running.step()
    name, events = running.service.table.name, running.service.table.events
    again = begin()
    assert (again.service.table.name, again.service.table.events) == (name, events)
    assert again.world is not None
    assert running.world is not None
    assert again.world.plans == running.world.plans


def test_the_people_play_what_the_club_assigns_by_its_rules_also_after_a_restart(
    begin: Callable[..., Running],
) -> None:
    running = begin(assigned_only=True)
    running.step()
    people = [{"id": n, "name": name} for n, name in enumerate(("Anna", "Bo", "Chie", "Dmytro"), 1)]
    sitting = {"id": "1-1-1", "tournament": 1, "round": 1, "label": "1", "players": people, "clock": "none"}
    body = {**sitting, "preset": "tenhou", "options": {"game.length": "tonpuusen"}}
    running.service._parts.bus.take(Command(id="assign-1", by="hub-club", name="assign", body=body))
    while not any(isinstance(e, ev.Discarded) for e in running.service.table.events):
        running.step()
    again = begin(assigned_only=True)
    for table in (running, again):
        game = table.service.table.game
        assert game is not None
        assert table.world is not None
        assert table.world.knows(game)
        assert (game.names[1], game.rules.choice("game.length")) == ("Bo", "tonpuusen")
        assert game.in_play is not None
        assert table.world.plans[0].events[0] in game.log


@pytest.mark.parametrize("wishes", [{"new": True}, {"seed": 4}])
def test_another_game_is_begun_when_it_is_asked_for(
    begin: Callable[..., Running], wishes: dict[str, Any]
) -> None:
    first = begin().service.table.name
    assert begin(**wishes).service.table.name != first
    assert begin(**{**wishes, "new": False}).service.table.name != first


@pytest.mark.parametrize("spoil", ["missing", "damaged", "other version"])
def test_a_lost_virtual_table_is_put_aside_and_a_new_game_begins(
    begin: Callable[..., Running], tmp_path: Path, spoil: str
) -> None:
    running = begin()
    name = running.service.table.name
    running.close()
    file = tmp_path / "games" / f"{name}{WORLD}"
    if spoil == "missing":
        file.unlink()
    elif spoil == "damaged":
        file.write_bytes(file.read_bytes()[:-9])
    else:
        games = Games(tmp_path)
        saved = games.world(tmp_path / "games" / f"{name}.jsonl")
        assert saved is not None
        saved["world"]["format"] = 99
        games.keep_world(tmp_path / "games" / f"{name}.jsonl", saved)
    again = begin().service
    assert again.table.name != name
    assert again._alerts.all[0].code == "mended_world"
    assert (tmp_path / "games" / f"{name}.jsonl").exists()
    assert (tmp_path / "games" / f"{name}{WORLD}.aside").exists() is (spoil != "missing")
    assert begin().service.table.name == again.table.name


def test_rules_that_the_machine_cannot_keep_are_refused(tmp_path: Path) -> None:
    flowers = config(tmp_path, table={"preset": "classical", "options": {"classical.flowers": True}})
    with pytest.raises(ConfigError, match="136 tiles"):
        start(flowers, Wishes())


def test_the_journal_stores_every_option(begin: Callable[..., Running]) -> None:
    started = begin().service.table.events[0]
    assert isinstance(started, ev.GameStarted)
    assert set(started.options) >= set(OPTIONS) - {"game.yakitori_amount", "chombo.exposed_tiles_limit"}


def test_a_second_table_on_the_same_data_is_refused(begin: Callable[..., Running], tmp_path: Path) -> None:
    begin()
    with pytest.raises(JournalError, match="Another running table uses"):
        start(config(tmp_path), Wishes(speed=0.0, new=True))


@pytest.mark.parametrize(("mounted", "said"), [(None, "Nothing is kept"), ("ro", "Nothing new is kept")])
def test_a_table_whose_card_keeps_nothing_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: str | None, said: str
) -> None:
    monkeypatch.setattr("controller.card.ROOT", image(tmp_path / "computer", mounted))
    with pytest.raises(JournalError, match=said):
        start(config(tmp_path / "data"), Wishes())
    assert not (tmp_path / "data").exists(), "nothing seems to be kept"


def test_a_full_disk_stands_among_the_alerts_of_a_virtual_table(
    begin: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = begin()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("controller.table.games.Games.keep_world", full)
        alerts: dict[str, str] = {}
        for _ in range(300):  # until somebody has pressed, the machine has moved and something is written
            running.step()
            alerts = {a.code: a.message for a in running.service._alerts.all}
            if "world" in alerts:
                break
        assert "make room on the disk" in alerts["world"]
    running.step()
    assert "world" not in {a.code for a in running.service._alerts.all}


def test_two_tables_of_one_name_are_said_until_one_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How they hear of each other: `tests/controller/bus/test_namesake.py` and `broker/test_discovery.py`."""
    running = start(config(tmp_path, camera={"kind": "none"}, machine={"kind": "none"}), Wishes())
    try:
        for there in (False, True, False):
            monkeypatch.setattr("controller.bus.mqtt.Bus.namesake", there)
            running.step()
            assert ("name_twice" in {alert.code for alert in running.service._alerts.all}) is there
    finally:
        running.close()


def test_a_wrong_clock_is_said_before_the_first_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages answer from then on: who asked in between read that all was well."""
    trouble = Trouble("clock_early", "This computer's clock says 1970.")
    monkeypatch.setattr(Clock, "trouble", lambda _: trouble)
    running = start(config(tmp_path, camera={"kind": "none"}, machine={"kind": "none"}), Wishes())
    try:
        assert "clock_early" in {alert.code for alert in running.service._alerts.all}
    finally:
        running.close()


@pytest.mark.parametrize("fault", ["missing", "dark", "covered", "bumped"])
def test_a_table_starts_with_a_camera_at_fault_and_says_so(tmp_path: Path, fault: str) -> None:
    asked = config(tmp_path, virtual={"fault": fault})
    running = start(asked, Wishes(speed=0.0, seed=3, hands=1))
    try:
        seen: set[str] = set()
        for _ in range(25):
            running.step()
            seen |= {alert.code for alert in running.service._alerts.all}
        assert any(code.startswith("camera_") for code in seen)
    finally:
        running.close()


@pytest.mark.slow
def test_a_table_without_a_machine_is_played_across_a_restart(tmp_path: Path) -> None:
    """People build the walls; eyes and models are real, and the process ends in the middle of the hand."""
    asked = config(tmp_path, machine={"kind": "none"})
    running = start(asked, Wishes(speed=0.0, seed=3, hands=1))
    try:
        while sum(isinstance(event, ev.Discarded) for event in running.service.table.events) < 8:
            running.step()
    finally:
        running.close()
    running = start(asked, Wishes(speed=0.0, seed=3, hands=1))
    try:
        while not running.finished:
            running.step()
        report = running.report()
        assert report is not None
        assert report.equal
        assert report.paid == 1
    finally:
        running.close()


NONE = {"camera": {"kind": "none"}, "machine": {"kind": "none"}}


def test_a_score_table_has_no_machine_no_camera_and_no_eyes(tmp_path: Path) -> None:
    running = start(config(tmp_path, **NONE), Wishes())
    try:
        running.step()
        parts = running.service._parts
        assert (parts.device, parts.camera, parts.eyes, parts.teacher) == (None,) * 4
        assert running.service.table.game is not None
        assert running.world is None
    finally:
        running.close()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"preset": "classical"}, "classical"),
        ({"preset": "japanese", "options": {"score.wareme": True}}, "score.wareme"),
    ],
)
def test_a_score_table_refuses_rules_that_only_a_camera_can_count(
    tmp_path: Path, table: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        start(config(tmp_path, **NONE, table=table), Wishes())


def test_a_game_that_a_host_has_chosen_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Though its rules and people are not those of the configuration."""
    four, chosen = ("Anna", "Bo", "Chie", "Dan"), {"preset": "ema", "options": {"game.tobi": True}}
    running = start(config(tmp_path), Wishes(speed=0.0, seed=3))
    try:
        body = {"players": list(four), **chosen}
        order = Order(id="set", by="host", name="game.set", body=body)
        running.service._inbox._bus.take(order)
        while running.service.table.game.names != four:  # type: ignore[union-attr]
            running.step()
        while not any(isinstance(event, ev.Discarded) for event in running.service.table.events):
            running.step()
        name = running.service.table.name
    finally:
        running.close()
    for preset, goes_on in (("rrc", True), ("wrc", False)):
        again = start(config(tmp_path, table={"preset": preset}), Wishes(speed=0.0, seed=3))
        try:
            game = again.service.table.game
            assert game is not None
            assert (again.service.table.name == name) is goes_on
            assert (game.names == four) is goes_on, "a table with rules of its own begins anew"
        finally:
            again.close()
