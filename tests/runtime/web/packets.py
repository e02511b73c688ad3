"""MQTT packets, made by hand."""

from __future__ import annotations


def field(text: bytes) -> bytes:
    return len(text).to_bytes(2) + text


def packet(kind: int, body: bytes) -> bytes:
    """With its length."""
    size, out = len(body), b""
    while True:
        size, low = divmod(size, 128)
        out += bytes((low | (0x80 if size else 0),))
        if not size:
            return bytes((kind,)) + out + body


def connect(
    *,
    user: bytes | None = b"wall-hall",
    secret: bytes | None = b"secret",
    client_id: bytes = b"known",
    clean: bool = True,
    level: int = 4,
    properties: bytes = b"",
    will: tuple[bytes, bytes] | None = None,
) -> bytes:
    """A CONNECT."""
    flags = (2 if clean else 0) | (4 if will else 0)
    flags |= (0x80 if user is not None else 0) | (0x40 if secret is not None else 0)
    body = field(b"MQTT") + bytes((level, flags)) + b"\x00\x05"
    if level == 5:
        body += bytes((len(properties),)) + properties
    body += field(client_id)
    if will:
        body += (b"\x00" if level == 5 else b"") + field(will[0]) + field(will[1])
    for part in (user, secret):
        if part is not None:
            body += field(part)
    return packet(0x10, body)


CONNACK = b"\x20\x02\x00\x00"
