"""The handshake: readable by peers of any release, so never to be changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from firmware_bridge.message.state import Build, ResetCause
from firmware_bridge.message.wire import U8, U16, U32


@dataclass(frozen=True, slots=True)
class HostHello:
    """Sent in HELLO until the machine answers; readable by peers of any schema, so never to be changed."""

    magic: Annotated[bytes, "2s"]
    major: U8
    minor: U8
    schema: U16
    pins: U32
    session: U16
    """Of this run of the service: another one empties the machine's cache of replies."""


@dataclass(frozen=True, slots=True)
class MachineHello:
    """The machine's answer, and its greeting after a reset; never to be changed."""

    magic: Annotated[bytes, "2s"]
    major: U8
    minor: U8
    schema: U16
    pins: U32
    config: U16
    """Checksum of the settings in force."""
    firmware: Annotated[bytes, "4s"]
    """The first bytes of the commit."""
    dirty: Annotated[bool, "?"]
    build: Annotated[Build, "B"]
    cause: Annotated[ResetCause, "B"]
    boots: U16
    life: U16
    """Drawn at every reset: another one means that the machine forgot its commands."""
    fault: U8
    uptime_ms: U32


MAGIC: Final = b"JT"
