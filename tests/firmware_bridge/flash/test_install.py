"""Which machine takes which firmware, before anything of it is written; and what is kept then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.flash import install as installs
from firmware_bridge.flash.boot import PAGE, PAGES, VERSION, BootHello
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.exchange import Reporting
from firmware_bridge.flash.image import Identity, Image
from firmware_bridge.flash.sealed import NUCLEO
from firmware_bridge.flash.stock import Kept
from firmware_bridge.message import MAGIC, Build, MachineHello, ResetCause
from firmware_bridge.pins import BOARDS, PIN_HASH

REPORTING = Reporting(lambda sentence: None, lambda share: None)
OLD = Image(b"the old one", Identity(1, 4, 2, PIN_HASH, b"olde", False))
NEW = Image(b"the new one", Identity(1, 4, 2, PIN_HASH, b"newe", False))
NUCLEOS = next(pins for pins, board in BOARDS.items() if board == NUCLEO)


def greeting(identity: Identity) -> MachineHello:
    i = identity
    about = (MAGIC, i.major, i.minor, i.schema, i.pins, 0, i.firmware, i.dirty)
    return MachineHello(*about, Build.AVR, ResetCause.EXTERNAL, boots=1, life=7, fault=0, uptime_ms=5)


@dataclass
class Machine:
    """At the port there is `present`; it remembers what goes in and what it might go back to."""

    present: MachineHello | BootHello | None
    written: list[tuple[Image, Image | None]] = field(default_factory=list)
    open: bool = False

    def look(self) -> MachineHello | BootHello | None:
        assert self.open
        return self.present

    def run(self, new: Image, before: Image | None) -> MachineHello:
        assert self.open
        self.written.append((new, before))
        return greeting(new.identity)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    made = Kept(tmp_path)
    made.prepare()
    return made


def put(
    monkeypatch: pytest.MonkeyPatch, present: MachineHello | BootHello | None, kept: Kept, **more: bool
) -> Machine:
    """Installs the new firmware into such a machine."""
    machine = Machine(present)

    @contextmanager
    def opened(port: str) -> Iterator[str]:
        assert port == "/dev/ttyTable"
        machine.open = True
        try:
            yield port
        finally:
            machine.open = False

    def exchange(line: str, clock: Any, reporting: Reporting) -> Machine:
        assert (line, reporting) == ("/dev/ttyTable", REPORTING)
        return machine

    monkeypatch.setattr(installs, "opened", opened)
    monkeypatch.setattr(installs, "Exchange", exchange)
    try:
        assert installs.install("/dev/ttyTable", NEW, kept, REPORTING, **more) == greeting(NEW.identity)
    finally:
        assert not machine.open
    return machine


@pytest.mark.parametrize(
    "present",
    [
        greeting(OLD.identity),
        BootHello(VERSION, False, PAGE, PAGES),
        BootHello(VERSION, False, PAGE, 1),
        None,
    ],
)
def test_a_machine_of_the_same_wiring_or_of_none_that_is_known_takes_it(
    monkeypatch: pytest.MonkeyPatch, kept: Kept, present: MachineHello | BootHello | None
) -> None:
    machine = put(monkeypatch, present, kept)
    assert [new for new, _ in machine.written] == [NEW]


def test_what_greets_is_kept_and_what_does_not_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events: list[str] = []

    class Shelf(Kept):
        def before(self, new: Image, running: Identity | None) -> Image | None:
            assert (new, running) == (NEW, OLD.identity)
            events.append("before")
            return OLD

        def keep(self, image: Image) -> None:
            assert image == NEW
            events.append("kept")

    machine = put(monkeypatch, greeting(OLD.identity), Shelf(tmp_path))
    assert machine.written == [(NEW, OLD)]
    assert events == ["before", "kept"]

    def fails(self: Machine, new: Image, before: Image | None) -> MachineHello:
        raise FlashError("It does not greet.")

    monkeypatch.setattr(Machine, "run", fails)
    with pytest.raises(FlashError, match="does not greet"):
        put(monkeypatch, greeting(OLD.identity), Shelf(tmp_path))
    assert events == ["before", "kept", "before"]


@pytest.mark.parametrize(
    ("present", "code", "sentence"),
    [
        (
            BootHello(VERSION, False, PAGE, 0),
            "board",
            f"is a {NUCLEO} without whole firmware: .* --programmer",
        ),
        (
            greeting(replace(OLD.identity, pins=NUCLEOS)),
            "board",
            f"is a {NUCLEO}, and this firmware is for the Arduino Mega 2560: .* brings its own",
        ),
        (
            greeting(replace(OLD.identity, pins=0xBAD0BAD)),
            "wiring",
            f"by pin map 0BAD0BAD, and this firmware is for {PIN_HASH:08X}: .* with --rewired",
        ),
    ],
)
def test_another_board_or_another_wiring_is_refused_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch, kept: Kept, present: MachineHello | BootHello, code: str, sentence: str
) -> None:
    with pytest.raises(FlashError, match=sentence) as refused:
        put(monkeypatch, present, kept)
    assert refused.value.code == code
    assert kept.image() is None
    rewired = code == "wiring"
    if rewired:
        assert put(monkeypatch, present, kept, rewired=True).written
    else:
        with pytest.raises(FlashError, match=sentence):
            put(monkeypatch, present, kept, rewired=True)
