"""The host's end of the line while firmware is exchanged. Time comes from the clock that it is given."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, Literal, Protocol, TypeVar

from firmware_bridge.flash.boot import (
    ENTER_MAGIC,
    WRITTEN,
    BootCode,
    BootHello,
    Written,
    boot_hello,
    question,
)
from firmware_bridge.flash.image import Image
from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.link import Port
from firmware_bridge.message import MAGIC, MAJOR, MINOR, FrameType, HostHello, MachineHello
from firmware_bridge.packing import SCHEMA, MessageError, pack, unpack
from firmware_bridge.pins import PIN_HASH

LOOK_S: Final = 2.0
"""A firmware that runs answers within a turn of its main loop; one that was just started within this time."""
ENTER_S: Final = 6.0
"""A silent host lets the motor supply go off after 2 s."""
GREET_S: Final = 5.0
_AGAIN_S: Final = 0.02
"""The bootloader listens for 100 ms after a reset."""
_HELLO_S: Final = 0.25
_PAGE_S: Final = 0.2
_TRIES: Final = 20
_TURN_S: Final = 0.001

T = TypeVar("T")
Progress = Callable[[float], None]
"""The share that is done, 0 to 1."""


class Clock(Protocol):
    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


FlashCode = Literal["failed", "busy", "silent", "cut", "back", "wiring", "board"]
"""Why firmware was not exchanged: `cut`, the machine fell silent meanwhile; `back`, it has the one from
before again."""


class FlashError(Exception):
    """The firmware could not be exchanged; one sentence that says what to do, and a code for pages."""

    def __init__(self, message: str, code: FlashCode = "failed") -> None:
        super().__init__(message)
        self.code = code


class BusyMachineError(FlashError):
    """It may move: its motor supply is on."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "busy")


class Bootloader:
    """Asks over a port until it is answered."""

    def __init__(self, port: Port, clock: Clock) -> None:
        self._port = port
        self._clock = clock
        self._decoder = Decoder()
        self._seq = 0

    def look(self, seconds: float = LOOK_S) -> MachineHello | BootHello | None:
        """Who is there; None when nobody that we know answers."""
        hello = HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, 0)
        asked = encode(LinkFrame(FrameType.HELLO, 0, 0, *pack(hello)))
        for frame in self._repeat(asked, _HELLO_S, seconds):
            found = _greeting(frame) or boot_hello(frame)
            if found is not None:
                return found
        return None

    def enter(self, seconds: float = ENTER_S) -> BootHello:
        """Brings the chip into its bootloader, whatever it runs. FlashError when it does not come."""
        refused = False
        asked = question(self._next(), BootCode.ENTER, ENTER_MAGIC)
        for frame in self._repeat(asked, _AGAIN_S, seconds):
            hello = boot_hello(frame)
            if hello is not None:
                return hello
            refused |= frame.type is FrameType.HELLO and frame.code == BootCode.REFUSED
        if refused:
            raise BusyMachineError(
                "The machine's motor supply is on, and so it takes no firmware: end what moves it, or press "
                "its "
                "emergency stop, and try again."
            )
        raise FlashError(
            "No bootloader answers: switch the machine off and on while this command runs, or, on a board "
            "that "
            "never had one, write it with a programmer (jantaku machine flash --programmer usbasp).",
            "silent",
        )

    def write(self, image: Image, progress: Progress) -> None:
        """All pages, the seal last. What is cut off is no firmware, and the bootloader stays."""
        pages = list(image.pages())
        for n, (page, data) in enumerate(pages):
            progress(n / len(pages))
            self._write_page(page, data, n / len(pages))
        progress(1.0)

    def start(self) -> bool:
        """Runs the firmware; whether the bootloader found it whole."""
        answer = self._ask(BootCode.START, b"", boot_hello)
        return answer is None or answer.whole  # the answer may be lost, and the greeting will show it

    def greeting(self, seconds: float = GREET_S) -> MachineHello | None:
        """What the firmware says of itself, which has just been started."""
        end = self._clock.now() + seconds
        while (left := end - self._clock.now()) > 0:
            found = self.look(min(left, LOOK_S))
            if isinstance(found, MachineHello):
                return found
        return None

    def _write_page(self, page: int, data: bytes, share: float) -> None:
        def written(frame: LinkFrame) -> Written | None:
            if frame.code != BootCode.WRITTEN or len(frame.payload) != WRITTEN.size:
                return None
            its_page, result = WRITTEN.unpack(frame.payload)
            return Written(result) if its_page == page else None

        result = self._ask(BootCode.WRITE, page.to_bytes(2, "little") + data, written)
        if result is None:
            raise FlashError(
                f"The machine fell silent at {share:.0%}: see to its power and its cable and give the same "
                f"command "
                "again; until then it waits in its bootloader.",
                "cut",
            )
        if result is not Written.DONE:
            raise FlashError(
                f"The chip does not keep page {page} as it was written ({result.name.lower()}): measure its "
                f"5 V, "
                "try again, and change the board if it stays so."
            )

    def _ask(self, code: BootCode, payload: bytes, found: Callable[[LinkFrame], T | None]) -> T | None:
        seq = self._next()
        asked = question(seq, code, payload)
        for frame in self._repeat(asked, _PAGE_S, _PAGE_S * _TRIES):
            answer = found(frame) if frame.type is FrameType.HELLO and frame.ack == seq else None
            if answer is not None:
                return answer
        return None

    def _next(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def _repeat(self, asked: bytes, period: float, seconds: float) -> Iterator[LinkFrame]:
        """Asks again and again, and gives every frame that comes meanwhile."""
        end, again = self._clock.now() + seconds, self._clock.now()
        while self._clock.now() < end:
            if self._clock.now() >= again:
                again = self._clock.now() + period
                self._port.write(asked)
            yield from self._decoder.feed(self._port.read())
            self._clock.sleep(_TURN_S)


def _greeting(frame: LinkFrame) -> MachineHello | None:
    if frame.type is not FrameType.HELLO:
        return None
    try:
        message = unpack(frame.code, frame.payload)
    except MessageError:
        return None
    return message if isinstance(message, MachineHello) and message.magic == MAGIC else None
