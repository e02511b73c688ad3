"""The first packet of an MQTT client, read and rewritten before a broker sees it (MQTT 3.1.1 and 5, 3.1)."""

from __future__ import annotations

from typing import Final

MOST: Final = 8192
"""Bytes of a CONNECT: account, will and properties of a screen have a tenth of that."""
CONNECT: Final = 0x10
USER: Final = 0x80
PASSWORD: Final = 0x40
WILL: Final = 0x04
CLEAN: Final = 0x02
LONGEST_HEAD: Final = 5
"""Bytes of a packet's kind and length."""
FIVE: Final = 5
EXPIRY: Final = 0x11
"""Property: how long a broker keeps the session of who is gone."""
SIZES: Final = {0x11: 4, 0x17: 1, 0x19: 1, 0x21: 2, 0x22: 2, 0x27: 4}
"""Bytes of the properties of a CONNECT that have a fixed length."""
FIELDS: Final = {0x15: 1, 0x16: 1, 0x26: 2}
"""How many fields with a length of their own the other properties have."""


class ConnectError(Exception):
    """A CONNECT that is not passed on. `answer` is the CONNACK that says so, empty where none fits."""

    def __init__(self, message: str, answer: bytes = b"") -> None:
        super().__init__(message)
        self.answer = answer


class _Reader:
    """Takes a packet apart; ConnectError where it ends too early."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        found = self._data[self.at : self.at + count]
        if len(found) < count:
            raise ConnectError("The CONNECT packet ends too early.")
        self.at += count
        return found

    def field(self) -> bytes:
        """What follows with its length before it."""
        return self.take(int.from_bytes(self.take(2)))

    def varint(self) -> int:
        value = 0
        for shift in (0, 7, 14, 21):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if not byte & 0x80:
                return value
        raise ConnectError("The CONNECT packet has a length of more than four bytes.")

    @property
    def over(self) -> bool:
        return self.at == len(self._data)


def size(data: bytes) -> int | None:
    """Bytes of the whole packet that begins so; None while that is not known. ConnectError where it is no
    CONNECT, or larger than any screen's."""
    if data and data[0] != CONNECT:
        raise ConnectError("The first packet is no CONNECT.")
    reader = _Reader(data)
    try:
        reader.take(1)
        length = reader.varint()
    except ConnectError:
        if len(data) < LONGEST_HEAD:
            return None
        raise
    if reader.at + length > MOST:
        raise ConnectError("The CONNECT packet is too large.")
    return reader.at + length


def renamed(packet: bytes, client_id: str) -> bytes:
    """The whole CONNECT with another client id and for a session that ends with the connection.

    A broker ends the connection of whoever has the client id already, so it must be one that nobody can
    guess; what a session would keep for later nobody could fetch. ConnectError without a user name.
    """
    reader = _Reader(packet)
    reader.take(1)
    reader.varint()
    protocol, level, flags = reader.field(), reader.take(1)[0], reader.take(1)[0]
    if protocol != b"MQTT" or level not in (4, FIVE):
        raise ConnectError("Only MQTT 3.1.1 and 5 are spoken here.", b"\x20\x02\x00\x01")
    if flags & 1:
        raise ConnectError("The CONNECT packet has a flag that MQTT does not know.")
    keepalive = reader.take(2)
    properties = _kept(reader.take(reader.varint())) if level == FIVE else b""
    reader.field()  # the client's own id
    rest = reader.at
    user = _rest(reader, level, flags)
    if not user:
        answer = b"\x20\x03\x00\x87\x00" if level == FIVE else b"\x20\x02\x00\x05"
        raise ConnectError("An account is required.", answer)
    head = _field(protocol) + bytes((level, flags | CLEAN)) + keepalive
    if level == FIVE:
        head += _varint(len(properties)) + properties
    body = head + _field(client_id.encode()) + packet[rest:]
    return bytes((CONNECT,)) + _varint(len(body)) + body


def _rest(reader: _Reader, level: int, flags: int) -> bytes:
    """Reads will, user name and password to the end; the user name."""
    if flags & WILL:
        if level == FIVE:
            reader.take(reader.varint())
        reader.field()
        reader.field()
    user = reader.field() if flags & USER else b""
    if flags & PASSWORD:
        reader.field()
    if not reader.over:
        raise ConnectError("The CONNECT packet is longer than what it says.")
    return user


def _kept(properties: bytes) -> bytes:
    """All but how long the session shall last."""
    reader, kept = _Reader(properties), b""
    while not reader.over:
        start = reader.at
        kind = reader.take(1)[0]
        if kind in SIZES:
            reader.take(SIZES[kind])
        elif kind in FIELDS:
            for _ in range(FIELDS[kind]):
                reader.field()
        else:
            raise ConnectError("The CONNECT packet has a property that MQTT does not know.")
        if kind != EXPIRY:
            kept += properties[start : reader.at]
    return kept


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(2) + data


def _varint(value: int) -> bytes:
    out = b""
    while True:
        value, low = divmod(value, 128)
        out += bytes((low | (0x80 if value else 0),))
        if not value:
            return out
