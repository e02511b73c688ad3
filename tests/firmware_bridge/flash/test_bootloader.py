"""How a chip is asked: again and again, and not without a pause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cobs import cobs

from firmware_bridge.flash.boot import (
    BOOT_HELLO,
    BOOT_MAGIC,
    ENTER_MAGIC,
    PAGE,
    PAGES,
    VERSION,
    BootCode,
    BootHello,
)
from firmware_bridge.flash.bootloader import Bootloader, BusyMachineError, FlashError
from firmware_bridge.flash.image import Image
from firmware_bridge.frame import LinkFrame, encode
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    Build,
    FrameType,
    HostHello,
    MachineHello,
    ResetCause,
)
from firmware_bridge.packing import SCHEMA, pack, unpack
from firmware_bridge.pins import PIN_HASH
from tests.firmware_bridge.flash.test_exchange import OLD, Chip


class Silent(Chip):
    """Nobody answers."""

    def __init__(self) -> None:
        super().__init__(OLD)
        self.asked: list[float] = []

    def write(self, data: bytes) -> None:
        del data
        self.asked.append(self.now())


def test_who_does_not_answer_is_asked_again_after_a_pause_and_given_up_in_time() -> None:
    chip = Silent()
    assert Bootloader(chip, chip).look(1.0) is None
    pauses = [after - before for before, after in zip(chip.asked, chip.asked[1:], strict=False)]
    assert chip.asked[0] == 0.0
    assert 3 <= len(chip.asked) <= 5
    assert max(pauses) - min(pauses) < 0.03
    assert 1.0 <= chip.now() < 1.1


Answers = Callable[[int, LinkFrame], list[LinkFrame]]


class Scripted:
    """Port and clock: `answers` gets the number of the question and the question, and says what comes."""

    def __init__(self, answers: Answers = lambda n, frame: []) -> None:
        self._answers, self._now = answers, 0.0
        self.asked: list[tuple[float, LinkFrame]] = []
        self._coming = b""

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds

    def read(self) -> bytes:
        coming, self._coming = self._coming, b""
        return coming

    def write(self, data: bytes) -> None:
        raw = cobs.decode(data.strip(b"\0"))
        frame = LinkFrame(FrameType(raw[0]), raw[1], raw[2], raw[3], bytes(raw[4:-2]))
        self.asked.append((self._now, frame))
        self._now += 0.001
        assert self._now < 60, "it asks for ever"
        for each in self._answers(len(self.asked), frame):
            self._coming += encode(each)

    @property
    def host(self) -> Bootloader:
        return Bootloader(self, self)


def says(code: BootCode, payload: bytes = b"", to: int = 0) -> LinkFrame:
    return LinkFrame(FrameType.HELLO, 0, to, code, payload)


def boots(whole: int = 1, to: int = 0) -> LinkFrame:
    return says(BootCode.HELLO, BOOT_HELLO.pack(BOOT_MAGIC, VERSION, whole, PAGE, PAGES), to)


def greets(magic: bytes = MAGIC) -> LinkFrame:
    about = (magic, 1, 4, SCHEMA, PIN_HASH, 0, b"newe", False)
    hello = MachineHello(*about, Build.AVR, ResetCause.EXTERNAL, boots=1, life=7, fault=0, uptime_ms=5)
    return LinkFrame(FrameType.HELLO, 0, 0, *pack(hello))


def test_it_comes_to_the_bootloader_whatever_was_said_before() -> None:
    line = Scripted(lambda n, frame: [greets(), says(BootCode.REFUSED), boots(0)] if n == 3 else [])
    assert line.host.enter() == BootHello(VERSION, False, PAGE, PAGES)
    assert [frame.code for _, frame in line.asked] == [BootCode.ENTER] * 3
    assert {frame.payload for _, frame in line.asked} == {ENTER_MAGIC}
    assert line.now() < 0.1, "within the time that a bootloader listens"


@pytest.mark.parametrize(
    ("answer", "kind", "code", "sentence"),
    [
        ([says(BootCode.REFUSED)], BusyMachineError, "busy", "press its emergency stop"),
        ([], FlashError, "silent", "switch the machine off and on while this command runs"),
        ([greets()], FlashError, "silent", "--programmer usbasp"),
        ([LinkFrame(FrameType.REPLY, 0, 0, BootCode.REFUSED)], FlashError, "silent", "No bootloader"),
    ],
)
def test_why_it_does_not_come_is_said_after_the_time(
    answer: list[LinkFrame], kind: type[FlashError], code: str, sentence: str
) -> None:
    line = Scripted(lambda n, frame: answer)
    with pytest.raises(FlashError, match=sentence) as error:
        line.host.enter()
    assert (type(error.value), error.value.code) == (kind, code)
    assert 6.0 <= line.now() < 6.1
    assert 200 <= len(line.asked) <= 300, "every 20 ms, as one that listens for 100 ms must hear it"
    with pytest.raises(FlashError):
        line.host.enter(1.0)
    assert 7.0 <= line.now() < 7.1


def test_who_is_there_is_the_firmware_or_the_bootloader_and_nobody_else() -> None:
    assert Scripted(lambda n, frame: [boots()]).host.look() == BootHello(VERSION, True, PAGE, PAGES)
    found = Scripted(lambda n, frame: [greets(b"XX"), says(BootCode.WRITTEN), greets()]).host.look()
    assert isinstance(found, MachineHello)
    assert found.firmware == b"newe"
    line = Scripted(lambda n, frame: [greets(b"XX"), says(BootCode.WRITTEN)])
    assert line.host.look() is None
    assert 2.0 <= line.now() < 2.01
    assert len(line.asked) == 8, "four times a second"
    frame = line.asked[0][1]
    assert (frame.type, frame.seq, frame.ack) == (FrameType.HELLO, 0, 0)
    assert unpack(frame.code, frame.payload) == HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, 0)


def test_a_greeting_is_that_of_the_firmware_and_comes_in_time() -> None:
    line = Scripted(lambda n, frame: [greets() if n == 12 else boots()])
    found = line.host.greeting()
    assert isinstance(found, MachineHello)
    line = Scripted(lambda n, frame: [boots()])
    assert line.host.greeting(1.0) is None
    assert 1.0 <= line.now() < 1.01
    line = Scripted()
    assert line.host.greeting() is None
    assert 5.0 <= line.now() < 5.01


@pytest.mark.parametrize(
    ("answer", "whole"), [(lambda to: [boots(1, to)], True), (lambda to: [boots(0, to)], False), (None, True)]
)
def test_firmware_is_started_unless_the_bootloader_says_that_it_is_not_whole(
    answer: Callable[[int], list[LinkFrame]] | None, whole: bool
) -> None:
    """Where the answer is lost the greeting shows it."""
    line = Scripted(lambda n, frame: answer(frame.seq) if answer else [])
    assert line.host.start() is whole
    assert line.asked[0][1].code == BootCode.START
    assert len(line.asked) == (1 if answer else 20)


IMAGE = Image(bytes(range(200)) * 3, OLD)


def wrote(frame: LinkFrame, result: int = 0) -> LinkFrame:
    return says(BootCode.WRITTEN, frame.payload[:2] + bytes([result]), frame.seq)


def test_all_pages_are_written_in_turn_and_the_seal_last() -> None:
    line, shares = Scripted(lambda n, frame: [wrote(frame)]), list[float]()
    line.host.write(IMAGE, shares.append)
    frames = [frame for _, frame in line.asked]
    assert [frame.payload for frame in frames] == [
        page.to_bytes(2, "little") + data for page, data in IMAGE.pages()
    ]
    assert [int.from_bytes(frame.payload[:2], "little") for frame in frames] == [0, 1, 2, PAGES - 1]
    assert {frame.code for frame in frames} == {BootCode.WRITE}
    assert [frame.seq for frame in frames] == [1, 2, 3, 4]
    assert shares == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_the_numbers_of_questions_go_round_and_leave_out_zero() -> None:
    line, image = Scripted(lambda n, frame: [wrote(frame)]), Image(bytes(PAGE * 300), OLD)
    line.host.write(image, lambda share: None)
    assert [frame.seq for _, frame in line.asked] == [n % 255 + 1 for n in range(301)]


def test_a_page_is_sent_until_its_own_answer_comes() -> None:
    def answers(n: int, frame: LinkFrame) -> list[LinkFrame]:
        other, short = replace(frame, payload=b"\7\7"), replace(wrote(frame), payload=b"\0\0")
        late = replace(wrote(frame), ack=frame.seq - 1)
        reply = replace(wrote(frame), type=FrameType.REPLY)
        strange = replace(boots(), ack=frame.seq)
        return [wrote(frame)] if n % 3 == 0 else [wrote(other), short, late, reply, strange]

    line = Scripted(answers)
    line.host.write(Image(b"", OLD), lambda share: None)
    assert [round(at, 1) for at, _ in line.asked] == [0.0, 0.2, 0.4]
    assert len({frame.seq for _, frame in line.asked}) == 1, "it is one question"


def test_a_machine_that_falls_silent_is_given_up_with_the_share_that_was_written() -> None:
    line = Scripted(lambda n, frame: [wrote(frame)] if n <= 2 else [])
    with pytest.raises(FlashError, match=r"fell silent at 50%: see to its power") as error:
        line.host.write(IMAGE, lambda share: None)
    assert error.value.code == "cut"
    assert len(line.asked) == 22
    assert 4.0 <= line.now() < 4.1


@pytest.mark.parametrize(("result", "word"), [(1, "beyond"), (2, "differs")])
def test_a_chip_that_does_not_keep_a_page_is_named_with_it(result: int, word: str) -> None:
    line = Scripted(lambda n, frame: [wrote(frame, result if n == 3 else 0)])
    with pytest.raises(FlashError, match=rf"does not keep page 2 as it was written \({word}\)"):
        line.host.write(IMAGE, lambda share: None)
    assert len(line.asked) == 3
