"""The host's judgement of new firmware, over a port whose answers come late. The rest is in
tests/hardware."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cobs import cobs

from firmware_bridge.flash.boot import BOOT_HELLO, BOOT_MAGIC, PAGE, PAGES, VERSION, WRITTEN, BootCode
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.exchange import Exchange, Reporting
from firmware_bridge.flash.image import Identity, Image
from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.message import MAGIC, Build, FrameType, MachineHello, ResetCause
from firmware_bridge.packing import pack

OLD = Identity(1, 1, 1, 2, b"olde", False)
NEW = replace(OLD, firmware=b"newe")
LATE_S = 0.4


def hello(identity: Identity, uptime_ms: int) -> bytes:
    i, build, cause = identity, Build.AVR, ResetCause.EXTERNAL
    about = (MAGIC, i.major, i.minor, i.schema, i.pins, 0, i.firmware, i.dirty)
    said = MachineHello(*about, build, cause, boots=1, life=7, fault=0, uptime_ms=uptime_ms)
    return encode(LinkFrame(FrameType.HELLO, 0, 0, *pack(said)))


class Chip:
    """Port and clock. The firmware that was started lives `lives_s`, and then anew; greetings come `LATE_S`
    late."""

    def __init__(self, firmware: Identity, lives_s: float = 1e9) -> None:
        self._now = 0.0
        self._firmware, self._lives_s = firmware, lives_s
        self._started: float | None = None
        self._decoder = Decoder()
        self._coming: list[tuple[float, bytes]] = []

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds

    def pulse_reset(self) -> None:
        """Its line is cut."""

    def read(self) -> bytes:
        due = [data for at, data in self._coming if at <= self._now]
        self._coming = [one for one in self._coming if one[0] > self._now]
        return b"".join(due)

    def write(self, data: bytes) -> None:
        for frame in self._decoder.feed(data):
            if self._started is None:
                self._boot(frame)
            elif frame.code == 0:
                age = (self._now - self._started) % self._lives_s
                self._coming.append((self._now + LATE_S, hello(self._firmware, round(1000 * age))))

    def _boot(self, frame: LinkFrame) -> None:
        answer = BOOT_HELLO.pack(BOOT_MAGIC, VERSION, 1, PAGE, PAGES)
        if frame.code == BootCode.START:
            self._started = self._now
            self._coming.append((self._now, hello(OLD, 99_000)))  # it lay in the port
        self._coming.append(
            (self._now, encode(LinkFrame(FrameType.HELLO, 0, frame.seq, BootCode.HELLO, answer)))
        )


class Writing(Chip):
    """Takes pages, which are longer than the link's frames and not looked at."""

    def write(self, data: bytes) -> None:
        if len(data) > PAGE:
            page = int.from_bytes(self._body(data)[4:6], "little")
            seq = self._body(data)[1]
            done = LinkFrame(FrameType.HELLO, 0, seq, BootCode.WRITTEN, WRITTEN.pack(page, 0))
            self._coming.append((self._now, encode(done)))
        else:
            super().write(data)

    @staticmethod
    def _body(data: bytes) -> bytes:
        return bytes(cobs.decode(data.strip(b"\0")))


def run(chip: Chip) -> MachineHello:
    reporting = Reporting(lambda sentence: None, lambda share: None)
    return Exchange(chip, chip, reporting).run(Image(b"image", NEW), None)


def test_greetings_that_waited_in_the_port_do_not_count_against_the_new_firmware() -> None:
    assert run(Writing(NEW)).firmware == NEW.firmware


def test_the_firmware_that_greets_must_be_the_one_that_was_written() -> None:
    with pytest.raises(FlashError, match="does not greet"):
        run(Writing(OLD))


def test_firmware_that_begins_anew_again_and_again_does_not_stand() -> None:
    with pytest.raises(FlashError, match="does not greet"):
        run(Writing(NEW, lives_s=0.7))
