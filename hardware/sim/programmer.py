"""An ArduinoISP with a simulated board at its six-pole plug: what `avrdude -c stk500v1` talks to.

Test equipment: the protocol is Atmel's STK500 (application note AVR061), as far as avrdude uses it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.sim.board import Board

IN_SYNC: Final = 0x14
OK: Final = 0x10
FAILED: Final = 0x11
END: Final = 0x20
MEGA: Final = bytes((0x1E, 0x98, 0x01))
_FIXED: Final = {0x30: 0, 0x31: 0, 0x41: 1, 0x40: 2, 0x42: 20, 0x50: 0, 0x51: 0, 0x55: 2, 0x56: 4, 0x75: 0}
"""Command -> bytes that follow before END."""


_UNUSED: Final = {"efuse": 0xF8, "lock": 0xC0}
"""Bits that do not exist are read as ones."""


class Programmer:
    """Bytes in, bytes out. `answers` False: nothing is plugged into the board."""

    def __init__(self, board: Board, signature: bytes = MEGA, answers: bool = True) -> None:
        self._board = board
        self._signature = signature
        self._answers = answers
        self._pending = bytearray()
        self._address = self._extended = 0
        self.fuses = {"lfuse": 0xFF, "hfuse": 0xD8, "efuse": 0xFD, "lock": 0xFF}
        """As Arduino delivers a board."""

    def feed(self, data: bytes) -> bytes:
        self._pending += data
        out = b""
        while (size := self._size()) and len(self._pending) > size:
            command, end = bytes(self._pending[:size]), self._pending[size]
            del self._pending[: size + 1]
            out += bytes((IN_SYNC,)) + self._do(command) if end == END else bytes((0x15,))
        return out

    def _size(self) -> int:
        """Of the command that begins, without its END; 0 while it is not known."""
        if not self._pending:
            return 0
        kind = self._pending[0]
        if kind in _FIXED:
            return 1 + _FIXED[kind]
        if kind == 0x45:  # extended parameters of the device
            return 1 + self._pending[1] if len(self._pending) > 1 else 0
        if kind == 0x64 and len(self._pending) > 2:  # a page to write
            return 4 + int.from_bytes(self._pending[1:3], "big")
        if kind == 0x74:
            return 4
        if kind != 0x64:
            del self._pending[0]
        return 0

    def _do(self, command: bytes) -> bytes:
        kinds: dict[int, Callable[[bytes], bytes]] = {
            0x41: lambda c: bytes(({0x80: 2, 0x81: 1, 0x82: 18}.get(c[1], 3),)),
            0x50: self._enter,
            0x51: self._leave,
            0x55: self._load,
            0x56: lambda c: bytes((self._spi(c[1:]),)),
            0x64: self._write,
            0x74: self._read,
            0x75: lambda _: self._signature,
        }
        kind = kinds.get(command[0])
        answer = b"" if kind is None else kind(command)
        return answer if answer == bytes((FAILED,)) else answer + bytes((OK,))

    def _enter(self, _: bytes) -> bytes:
        return b"" if self._answers else bytes((FAILED,))

    def _load(self, command: bytes) -> bytes:
        self._address = int.from_bytes(command[1:3], "little")
        return b""

    @property
    def _at(self) -> int:
        return 2 * (self._extended << 16 | self._address)

    def _write(self, command: bytes) -> bytes:
        """Programming can only clear bits, as on the chip."""
        data = command[4:]
        held = self._board.flash(self._at, len(data))
        self._board.program({self._at + n: a & b for n, (a, b) in enumerate(zip(data, held, strict=True))})
        return b""

    def _read(self, command: bytes) -> bytes:
        return self._board.flash(self._at, int.from_bytes(command[1:3], "big"))

    def _leave(self, _: bytes) -> bytes:
        self._board.fuses(self.fuses["lfuse"], self.fuses["hfuse"], self.fuses["efuse"])
        self._board.power()
        return b""

    def _spi(self, command: bytes) -> int:
        """Instructions of serial programming (data sheet, table 30-17)."""
        a, b, c, d = command
        reads = {(0x50, 0x00): "lfuse", (0x58, 0x08): "hfuse", (0x50, 0x08): "efuse", (0x58, 0x00): "lock"}
        writes = {0xA0: "lfuse", 0xA8: "hfuse", 0xA4: "efuse", 0xE0: "lock"}
        if a == 0x4D:
            self._extended = c
        elif (a, b) == (0xAC, 0x80):
            self._board.erase()
            self.fuses["lock"] = 0xFF
        elif a == 0xAC and b in writes:
            self.fuses[writes[b]] = d | _UNUSED.get(writes[b], 0)
        elif a == 0x30:
            return self._signature[c & 3]
        elif (a, b) in reads:
            return self.fuses[reads[a, b]]
        return 0
