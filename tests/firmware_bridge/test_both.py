"""The model in Python says what the firmware says: the same states, and the same reasons for refusals."""

from __future__ import annotations

import shutil

import pytest

from firmware_bridge.device import Answered, Device
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    Configure,
    Done,
    Home,
    Jog,
    Lower,
    MachineState,
    Move,
    Press,
    Raise,
    Reason,
    SelfTest,
    Service,
    Shuffle,
    Status,
    ThrowDice,
)
from firmware_bridge.pins import Axis
from firmware_bridge.virtual.native import NativeDevice
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults
from tests.firmware_bridge.virtual.test_simulator import Mat

pytestmark = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "cc")),
    reason="needs make and a C compiler: sudo apt install make gcc",
)
S = MachineState
EVENING: list[Command] = [
    *(Collect(0), Close(), Shuffle(), Raise(), ThrowDice()),
    *(Collect(0), Close(), Shuffle(), Raise(), Lower()),
]
TRIED: list[Command] = [
    *(Home(), Close(), Shuffle(), Raise(), Lower(), ClearFault(), SelfTest()),
    *(Jog(Axis.LIFT0, True, 100), Move(Axis.LIFT0, 10, 100, 1000, 255, 1000), Service(False)),
    *(Configure(0, 10**6), Configure(200, 1)),
]


class Watched:
    """A device, its states and what it refused."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.device.open()
        self.now = 0.0
        self.states: list[MachineState] = []
        self.done = 0
        self.replies: list[Answered] = []
        self.step(1.0)

    def step(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.05
            for item in self.device.poll(self.now):
                if isinstance(item, Status) and item.state not in self.states[-1:]:
                    self.states.append(item.state)
                elif isinstance(item, Done):
                    self.done += 1
                elif isinstance(item, Answered):
                    self.replies.append(item)

    def do(self, command: Command) -> None:
        wanted = self.done + 1
        self.device.send(Press())
        self.device.send(command)
        while self.done < wanted:
            assert self.now < 600
            self.step(0.1)
        self.step(0.5)

    def reason(self, command: Command) -> Reason | None:
        """Why it is refused; None when it is not."""
        count = len(self.replies)
        self.device.send(command)
        while len(self.replies) == count:
            assert self.now < 600
            self.step(0.05)
        reply = self.replies[-1].reply
        return reply.reason if reply.answer is Answer.REFUSED else None


@pytest.fixture(scope="module")
def both() -> tuple[Watched, Watched]:
    pair = (
        Watched(SimulatedDevice(Mat(), 3, faults=Faults(jam=0.0))),
        Watched(NativeDevice(Mat(), 3, Faults(jam=0.0))),
    )
    for watched in pair:
        watched.do(Home())
    return pair


def test_an_evening_passes_through_the_same_states_with_the_same_refusals(
    both: tuple[Watched, Watched],
) -> None:
    for watched in both:
        assert watched.states[-1] is S.READY
        watched.states.clear()
    for command in EVENING:
        wrong = _wrong(command, both[0].states[-1:] == [S.PRESENTED])
        reasons = [[(str(c), watched.reason(c)) for c in wrong] for watched in both]
        assert reasons[0] == reasons[1], command
        assert None not in dict(reasons[0]).values()
        for watched in both:
            watched.do(command)
    model, firmware = (_undisturbed(watched.states) for watched in both)
    assert model == firmware
    assert S.LOWERING in model


def test_the_hatch_rests_while_the_dice_are_thrown(both: tuple[Watched, Watched]) -> None:
    for watched in both:
        watched.device.send(Press())
        assert watched.reason(ThrowDice()) is None
        assert watched.reason(Collect(0)) is Reason.BUSY
        watched.step(3.0)


def _undisturbed(states: list[MachineState]) -> list[MachineState]:
    """Without what the plant does to the firmware alone: a tile that comes across is cleared by itself."""
    kept = [state for state in states if state is not S.RECOVERING]
    return [state for n, state in enumerate(kept) if n == 0 or state is not kept[n - 1]]


def _wrong(legal: Command, presented: bool) -> list[Command]:
    """Commands that are out of turn where `legal` comes next; `Lower` is in turn while walls stand."""
    return [c for c in TRIED if type(c) is not type(legal) and not (presented and isinstance(c, Lower))]
