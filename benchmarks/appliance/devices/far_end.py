"""The machine at the far end of the serial cable: the firmware's binary in simavr, in its plant."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

from controller.virtual.world import VirtualTable
from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.message import DiceFell, FrameType, MachineState, Status, WallsPresented
from firmware_bridge.packing import MessageError, pack, unpack
from hardware.sim.rig import NOBODY, Place, Rig, Unsafe

STEP_S: Final = 0.005


class FarEnd:
    """What `world` and its tiles do for the machine, people do here."""

    def __init__(self, cable: Path, world: VirtualTable, seed: int) -> None:
        """Plugs in the cable, whose socket QEMU has made."""
        self._rig = Rig("simavr", seed)
        self._rig.takes_walls(True)
        self._rig.remove(1, 0)  # both sets are there, on the mat
        self._world = world
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(cable))
        self._line.setblocking(False)
        self._from_machine, self._waiting = Decoder(), b""
        self._dice: tuple[int, LinkFrame] | None = None
        self._begun: float | None = None
        self.status = Status(MachineState.BOOT)
        self.states: list[MachineState] = []
        """Each that it reported, when it changed."""

    def step(self, t: float) -> None:
        """Lives until `t`; the first call switches it on."""
        if self._begun is None:
            self._begun = t
        while self._rig.now + STEP_S <= t - self._begun:
            self._rig.live(round(1e6 * STEP_S))
            self._carry()

    @property
    def unsafe(self) -> dict[Unsafe, int]:
        return self._rig.unsafe()

    @property
    def takes_in(self) -> bool:
        """The hatch is open, and tiles lie on the mat."""
        drum = self.status.drum_set
        return self.status.state is MachineState.INTAKE and self._rig.count(drum, Place.MAT) > 0

    def pressed(self) -> None:
        """A person pressed START."""
        self._rig.pressed()

    def close(self) -> None:
        self._line.close()
        self._rig.close()

    def _carry(self) -> None:
        """Bytes both ways."""
        try:
            data = self._line.recv(4096)
        except BlockingIOError:
            data = b""
        if data:
            self._rig.write(data)
        for frame in self._from_machine.feed(self._rig.read()):
            self._waiting += encode(self._passed_on(frame))
        try:
            self._waiting = self._waiting[self._line.send(self._waiting) :] if self._waiting else b""
        except BlockingIOError:
            return

    def _passed_on(self, frame: LinkFrame) -> LinkFrame:
        """The dice fall as the tiles of the next hand lie; else the frame as it came."""
        if frame.type is not FrameType.EVENT:
            return frame
        try:
            report = unpack(frame.code, frame.payload)
        except MessageError:
            return frame
        match report:
            case Status():
                self._see(report)
            case WallsPresented() if frame.seq:
                self._world.raised()
            case DiceFell():
                if self._dice is None or self._dice[0] != frame.seq:  # else it is sent again
                    code, payload = pack(DiceFell(self._world.dice(), report.spun))
                    fallen = LinkFrame(frame.type, frame.seq, frame.ack, code, payload)
                    self._dice = frame.seq, fallen
                return self._dice[1]
            case _:
                return frame
        return frame

    def _see(self, status: Status) -> None:
        before, self.status = self.status.state, status
        if before is status.state:
            return
        self.states.append(status.state)
        if status.state is MachineState.INTAKE:
            self._rig.push(status.drum_set)
        elif status.state is MachineState.CLOSING:
            self._rig.push(NOBODY)
            self._world.collected()
