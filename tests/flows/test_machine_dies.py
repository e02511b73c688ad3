"""A virtual evening whose machine, with the real firmware, dies: by the screen's acts the game goes on.

The service is the real one, with perfect eyes; nobody presses a key. People do what the screen offers.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from contract.messages import ActCode, Phase
from contract.messages.seat_panel import Button, Lamp
from controller.loop.following import Habits
from controller.loop.parts import Parts
from controller.loop.service import Service
from controller.panel.panel import PanelSignal
from controller.table.journal import Journal
from controller.table.writer import Table
from controller.virtual.seats import VirtualPanel
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import GameStarted, HandEnded
from firmware_bridge.device import DeviceLostError, News, Trouble
from firmware_bridge.pins import Axis, Input
from firmware_bridge.virtual.native import NativeDevice
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from tests.controller.desk import FakeBus, FakeCamera, FakeWeb
from tests.flows.scene_eyes import SceneEyes
from vision.camera.frame import Frame
from vision.eyes.observation import Observation

NAMES: Final = ("A", "B", "C", "D")
FRAME: Final = 0.1
PICTURE: Final = np.zeros((6, 8, 3), np.uint8)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(shutil.which(tool) for tool in ("make", "cc")),
        reason="needs make and a C compiler: sudo apt install make gcc",
    ),
]


class Eyes(SceneEyes):
    """The scene's eyes at a camera."""

    surface = None
    calibrated = True
    two_sets = burnt = False

    def __init__(self, world: VirtualTable) -> None:
        super().__init__()
        self._world = world

    def feed(self, frame: Frame) -> list[Observation]:  # type: ignore[override]
        return super().feed(self._world.scene(frame.t), frame.t)

    def picture(self) -> list[Any]:
        return []


class Camera(FakeCamera):
    now = 0.0

    def read(self) -> Frame:
        return Frame("scene", self.now, PICTURE)


class Wire(NativeDevice):
    """A machine whose cable can be pulled."""

    pulled = False

    def poll(self, now: float) -> list[News]:
        news = super().poll(now)
        if self.pulled:
            raise DeviceLostError(Trouble.CABLE, "The cable is unplugged.")
        return news


class NoKeys:
    """The people's seats without START: it is touched on the screen alone."""

    def __init__(self, panel: VirtualPanel) -> None:
        self._panel = panel

    def poll(self, now: float) -> list[PanelSignal]:
        return [said for said in self._panel.poll(now) if said.button is not Button.START]

    def show(self, seat: int, lamp: Lamp) -> None:
        self._panel.show(seat, lamp)


class Evening:
    """A table of one set or two whose people touch what `likes` first of what is offered."""

    def __init__(self, folder: Path, sets: int = 1, seed: int = 5) -> None:
        self.folder = folder
        self.world = VirtualTable(Ruleset.preset("rrc"), NAMES, seed=seed, hands=4, pace=3.0)
        self.device = Wire(self.world, seed, Faults(jam=0.0), Left.evening(sets), sets)
        self.device.open()
        self.eyes, self.camera, self.bus = Eyes(self.world), Camera(), FakeBus()
        self.now, self._touched, self._ids = 0.0, 0.0, 0
        self.chosen: list[ActCode] = []
        self.likes: tuple[ActCode, ...] = (ActCode.START, ActCode.GO_ON, ActCode.CLOSE)
        self.sets = sets
        self.service = self._service(None)

    def _service(self, table: Table | None) -> Service:
        parts: dict[str, Any] = {
            "device": self.device,
            "panel": NoKeys(self.world.panel),
            "camera": self.camera,
            "eyes": self.eyes,
            "bus": self.bus,
            "web": FakeWeb(),
            "habits": Habits(tiles_declare=True, silence_s=5.0),
            "sets": self.sets,
            "data": self.folder,
        }
        return Service(Parts(**parts), self._open, table, "boot")

    def _open(self) -> tuple[Table, GameStarted]:
        return Table(Journal(self.folder / "game.jsonl", durable=False)), GameStarted("rrc", names=NAMES)

    def restart(self) -> None:
        """The program dies and comes back; all it knows is the journal."""
        self.service.close()
        self.service = self._service(Table(Journal(self.folder / "game.jsonl", durable=False)))

    @property
    def hands(self) -> int:
        game = self.service.table.game
        return 0 if game is None else len(game.history)

    @property
    def playing(self) -> bool:
        return bool(self.bus.states) and self.bus.states[-1].phase in (Phase.PLAY, Phase.DEAL)

    def turn(self) -> None:
        self.now = round(self.now + FRAME, 3)
        self.camera.now = self.now
        self.world.build(by_people=self.service.people_build)
        self.world.step(self.now)
        self.service.step(self.now)
        if self.now - self._touched > 1.5:
            self._touch()

    def _touch(self) -> None:
        offered = self.bus.states[-1].machine.acts
        found = [one for like in self.likes for one in offered if one.act is like]
        if not found or (self.service.people_build and found[0].act is ActCode.START):
            return
        self._touched = self.now
        self._ids += 1
        self.chosen.append(found[0].act)
        body = found[0].model_dump(mode="json")
        self.bus.hear(id=f"w{self._ids}", by="table", name="machine.act", body=body)

    def until(self, true: Callable[[], object], seconds: float = 900.0) -> bool:
        end = self.now + seconds
        while self.now < end and not true():
            self.turn()
        return bool(true())

    def plant(self, name: str, *arguments: object) -> None:
        self.device._box.plant(name, *arguments)

    def close(self) -> None:
        self.service.close()
        self.device.close()


def dead(axis: Axis) -> Callable[[Evening], None]:
    return lambda evening: evening.plant("break", axis, 1)


def pull(evening: Evening) -> None:
    evening.device.pulled = True


DEATHS: Final[dict[str, Callable[[Evening], None]]] = {
    "a lift": dead(Axis.LIFT1),
    "the drum": dead(Axis.DRUM),
    "the hatch": dead(Axis.CENTRE),
    "a row's sensor": lambda evening: evening.plant("ill", Input.ROW_FULL2, 1),
    "the supply": lambda evening: evening.plant("supply", 18000.0, 350.0),
    "the cable": pull,
    "the stop": lambda evening: evening.plant("estop", True),
}
"""What is broken for good, and nobody mends it."""


def followed(evening: Evening) -> bool:
    """Every hand ended as it was played."""
    ends = [event for event in evening.service.table.events if isinstance(event, HandEnded)]
    return ends == [plan.ended for plan in evening.world.plans[: len(ends)]]


ONE_SET: Final = ("a lift", "the drum", "the cable")
CASES: Final = [*((death, 2) for death in DEATHS), *((death, 1) for death in ONE_SET)]


@pytest.mark.parametrize(("death", "sets"), CASES)
def test_a_machine_that_dies_for_good_ends_no_evening(death: str, sets: int, tmp_path: Path) -> None:
    evening = Evening(tmp_path, sets)
    try:
        assert evening.until(lambda: evening.playing), "the first hand is the machine's"
        assert not evening.service.people_build
        DEATHS[death](evening)
        evening.likes = (*evening.likes, ActCode.BY_HAND)
        assert evening.until(lambda: evening.hands == 1)
        asked: list[int] = []

        def tired() -> bool:
            """After two vain attempts nobody asks the machine any more."""
            asked[:] = [n for n, act in enumerate(evening.chosen) if act is ActCode.GO_ON]
            if len(asked) >= 2 or evening.device.pulled:
                evening.likes = (ActCode.BY_HAND, ActCode.START, ActCode.CLOSE)
            return evening.hands >= 3

        assert evening.until(tired, 1500.0), evening.bus.states[-1].machine
        assert ActCode.BY_HAND in evening.chosen
        assert followed(evening)
    finally:
        evening.close()


def test_a_machine_that_is_mended_builds_the_next_hand_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        assert evening.until(lambda: evening.playing)
        evening.plant("break", Axis.CONV2, 1)
        assert evening.until(lambda: evening.hands == 1)
        assert evening.until(lambda: evening.bus.states[-1].machine.fault)
        evening.likes = (ActCode.BY_HAND,)
        assert evening.until(lambda: evening.service.people_build and evening.playing)
        evening.plant("break", Axis.CONV2, 0)
        assert evening.until(lambda: evening.hands == 2)
        evening.likes = (ActCode.BY_MACHINE, ActCode.GO_ON, ActCode.HATCH, ActCode.START, ActCode.CLOSE)
        assert evening.until(lambda: evening.hands == 3, 1500.0), evening.bus.states[-1].machine
        assert not evening.service.people_build, "the third hand was the machine's"
        assert followed(evening)
    finally:
        evening.close()


def test_a_program_that_dies_in_a_hand_by_people_follows_it_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    try:
        evening.likes = (ActCode.BY_HAND,)
        assert evening.until(lambda: evening.playing), "walls by hand from the first hand on"
        evening.until(lambda: False, 20.0)
        evening.restart()
        assert evening.service.people_build
        assert evening.until(lambda: evening.hands == 1)
        assert followed(evening)
    finally:
        evening.close()
