"""The host's judgement of new firmware, over a port whose answers come late. The rest is in
tests/hardware."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from cobs import cobs

from firmware_bridge.flash import exchange as exchanges
from firmware_bridge.flash.boot import (
    BOOT_HELLO,
    BOOT_MAGIC,
    PAGE,
    PAGES,
    VERSION,
    WRITTEN,
    BootCode,
    BootHello,
)
from firmware_bridge.flash.bootloader import ENTER_S, BusyMachineError, FlashError, Progress
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


BEFORE, AFTER = Image(b"before", OLD), Image(b"after", NEW)
SILENT, BUSY = FlashError("Nobody answers.", "silent"), BusyMachineError("Its supply is on.")


class Host:
    """A bootloader's other end: `enters` are what becomes of each attempt to get there, `stands` is what
    greets of the firmware that was written last, `whole` whether it is found so."""

    def __init__(self, *enters: FlashError | None, stands: Sequence[Identity] = (NEW,), whole: bool = True):
        self.enters, self.stands, self.whole = list(enters), list(stands), whole
        self.did: list[object] = []
        self.written: list[Image] = []
        self.time = 0.0

    def enter(self, seconds: float = ENTER_S) -> None:
        self.did.append(("enter", seconds))
        found = self.enters.pop(0) if self.enters else None
        if found is not None:
            raise found

    def write(self, image: Image, progress: Progress) -> None:
        self.written.append(image)
        progress(1.0)

    def start(self) -> bool:
        self.did.append("start")
        return self.whole

    def greeting(self, seconds: float) -> MachineHello | None:
        assert seconds == 1.0
        self.time += seconds
        if not self.stands or self.written[-1].identity not in self.stands:
            return None
        identity = self.written[-1].identity
        about = (MAGIC, identity.major, identity.minor, identity.schema, identity.pins, 0)
        how = (identity.firmware, identity.dirty, Build.AVR, ResetCause.EXTERNAL)
        return MachineHello(*about, *how, boots=1, life=7, fault=0, uptime_ms=round(1000 * self.time))

    def look(self) -> BootHello:
        return BootHello(VERSION, False, PAGE, PAGES)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def pulse_reset(self) -> None:
        self.did.append("reset")


def exchanged(
    monkeypatch: pytest.MonkeyPatch, host: Host, before: Image | None
) -> tuple[MachineHello | FlashError, list[str]]:
    """What became of it, and what was said to the person beside the machine."""
    said: list[str] = []
    monkeypatch.setattr(exchanges, "Bootloader", lambda port, clock: host)
    port: Any = host
    exchange = Exchange(port, host, Reporting(said.append, lambda share: None))
    assert exchange.look() == host.look()
    try:
        return exchange.run(AFTER, before), said
    except FlashError as error:
        return error, said


def test_new_firmware_that_stands_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    found, said = exchanged(monkeypatch, host, BEFORE)
    assert isinstance(found, MachineHello)
    assert (found.firmware, said, host.written) == (b"newe", [], [AFTER])
    assert host.did == [("enter", 6.0), "start"]
    assert found.uptime_ms >= 2000, "it stood for a second after its first greeting"


def test_a_chip_that_is_silent_is_reset_and_asked_for_a_moment_more(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(SILENT)
    assert isinstance(exchanged(monkeypatch, host, None)[0], MachineHello)
    assert host.did == [("enter", 6.0), "reset", ("enter", 2.0), "start"]
    host = Host(SILENT, SILENT)
    assert exchanged(monkeypatch, host, BEFORE) == (SILENT, [])
    assert (host.did, host.written) == ([("enter", 6.0), "reset", ("enter", 2.0)], [])


def test_a_machine_that_may_move_is_not_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(BUSY)
    assert exchanged(monkeypatch, host, BEFORE) == (BUSY, [])
    assert (host.did, host.written) == ([("enter", 6.0)], [])


def test_what_is_not_found_whole_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found, said = exchanged(monkeypatch, Host(whole=False), BEFORE)
    assert isinstance(found, FlashError)
    assert (str(found).partition(":")[0], found.code, said) == (
        "The bootloader does not find the firmware whole after it was written",
        "failed",
        [],
    )


def test_without_one_from_before_there_is_no_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(stands=())
    found, said = exchanged(monkeypatch, host, None)
    assert isinstance(found, FlashError)
    assert "none is kept to go back to" in str(found)
    assert (found.code, said, host.written) == ("failed", [], [AFTER])
    assert 6.0 <= host.time <= 8.0, "a second to stand and five to greet, and the last look"


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_firmware_from_before_comes_back_by_hand_where_it_must(
    monkeypatch: pytest.MonkeyPatch, by_hand: bool
) -> None:
    host = Host(None, *([SILENT, SILENT] if by_hand else []), stands=(OLD,))
    found, said = exchanged(monkeypatch, host, BEFORE)
    assert isinstance(found, FlashError)
    assert f"has its firmware from before again ({OLD}): report it with" in str(found)
    assert (found.code, host.written) == ("back", [AFTER, BEFORE])
    assert said[0] == f"The new firmware does not greet: going back to {OLD}."
    asked = "Switch the machine off and on within 60 seconds, or press RESET on its board."
    assert said[1:] == ([asked] if by_hand else [])
    again = [("enter", 6.0), "reset", ("enter", 2.0), ("enter", 60.0)] if by_hand else [("enter", 6.0)]
    assert host.did == [("enter", 6.0), "start", *again, "start"]


def test_where_neither_greets_the_board_is_to_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(stands=())
    found, _ = exchanged(monkeypatch, host, BEFORE)
    assert isinstance(found, FlashError)
    assert (found.code, host.written) == ("failed", [AFTER, BEFORE])
    assert str(found).startswith("Neither the new firmware nor the one from before greets: measure the 5 V")
