"""A film of JPEG pictures as an AVI file, which every player shows at its true speed."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

_HAS_INDEX: Final = 0x10
_KEY_FRAME: Final = 0x10
_BITS: Final = 24


def film(pictures: Sequence[bytes], rate: float) -> bytes:
    """Motion JPEG at `rate` pictures a second (AVI 1.0). ValueError without a picture.

    The pictures must be JPEGs of one size. One that is equal to the one before takes an empty chunk, which
    players show as that one for longer.
    """
    if not pictures:
        raise ValueError("A film needs a picture.")
    width, height = _size(pictures[0])
    tick = round(1_000_000 / rate)
    most, count = max(map(len, pictures)), len(pictures)
    avih = struct.pack("<14I", tick, 0, 0, _HAS_INDEX, count, 0, 1, most, width, height, 0, 0, 0, 0)
    strh = struct.pack("<4s4sIHHIIIIIIiI4H", b"vids", b"MJPG", 0, 0, 0, 0, tick, 1_000_000, 0, count,
                       most, -1, 0, 0, 0, width, height)  # fmt: skip
    strf = struct.pack("<IiiHH4sIiiII", 40, width, height, 1, _BITS, b"MJPG", width * height * 3, 0, 0, 0, 0)
    stream = _list(b"strl", _chunk(b"strh", strh) + _chunk(b"strf", strf))
    kept = [b"" if n and picture == pictures[n - 1] else picture for n, picture in enumerate(pictures)]
    frames = [_chunk(b"00dc", picture) for picture in kept]
    index, at = b"", 4
    for picture, chunk in zip(kept, frames, strict=True):
        index += struct.pack("<4sIII", b"00dc", _KEY_FRAME if picture else 0, at, len(picture))
        at += len(chunk)
    head = _list(b"hdrl", _chunk(b"avih", avih) + stream)
    body = head + _list(b"movi", b"".join(frames)) + _chunk(b"idx1", index)
    return _chunk(b"RIFF", b"AVI " + body)


def length(data: bytes) -> int:
    """How many pictures a film of `film` holds; 0 for anything else."""
    place = data.find(b"avih")
    return int(struct.unpack_from("<I", data, place + 24)[0]) if 0 <= place <= len(data) - 28 else 0


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _list(name: bytes, data: bytes) -> bytes:
    return _chunk(b"LIST", name + data)


def _size(jpeg: bytes) -> tuple[int, int]:
    """Width and height from the frame header; ValueError when there is none."""
    at = 2
    while at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        marker, size = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xC2:
            return int.from_bytes(jpeg[at + 7 : at + 9], "big"), int.from_bytes(jpeg[at + 5 : at + 7], "big")
        at += 2 + size
    raise ValueError("That is no JPEG.")
