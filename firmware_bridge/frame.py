"""Bytes of the link and frames: COBS, a checksum seeded with the schema, sequence numbers. No I/O.

A frame is `COBS( type | seq | ack | code | payload | crc16 ) 00`, little endian; the zero byte
resynchronises after any damage.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.message import MAX_PAYLOAD, FrameType
from firmware_bridge.packing import SCHEMA

_AROUND = 6
"""Bytes of a frame beside its payload: type, numbers, code and checksum."""
_LONGEST = MAX_PAYLOAD + _AROUND


@dataclass(frozen=True, slots=True)
class LinkFrame:
    type: FrameType
    seq: int
    ack: int = 0
    code: int = 0
    payload: bytes = b""


def encode(frame: LinkFrame, longest: int = MAX_PAYLOAD) -> bytes:
    """The bytes on the wire, the closing zero included."""
    if len(frame.payload) > longest:
        raise ValueError(f"A frame carries at most {longest} bytes.")
    body = bytes((frame.type, frame.seq, frame.ack, frame.code)) + frame.payload
    return bytes(cobs.encode(body + _checksum(frame.type, body))) + b"\0"


def tag(session: int, life: int) -> int:
    """A byte of a session and a life of the machine: a frame with another one is a copy that came late."""
    return (session ^ life) & 0xFF


def _checksum(kind: int, body: bytes) -> bytes:
    # A HELLO must be readable by a peer with another schema, so that both can say why they part.
    seed = 0xFFFF if kind == FrameType.HELLO else SCHEMA
    return binascii.crc_hqx(body, seed).to_bytes(2, "little")


class Decoder:
    """Cuts a stream of bytes into frames; what is damaged is dropped and counted in `damaged`."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self.damaged = 0

    def feed(self, data: bytes) -> list[LinkFrame]:
        frames = []
        self._pending += data
        *whole, rest = self._pending.split(b"\0")
        for piece in whole:
            if piece:
                frame = _decode(bytes(piece))
                if frame is None:
                    self.damaged += 1
                else:
                    frames.append(frame)
        # Noise without a zero must not fill the memory.
        self._pending = bytearray(rest[-2 * _LONGEST :])
        return frames


def _decode(piece: bytes) -> LinkFrame | None:
    try:
        body = cobs.decode(piece)
    except cobs.DecodeError:
        return None
    if not _AROUND <= len(body) <= _LONGEST or _checksum(body[0], body[:-2]) != body[-2:]:
        return None
    try:
        return LinkFrame(FrameType(body[0]), body[1], body[2], body[3], body[4:-2])
    except ValueError:
        return None
