"""The message table of `firmware_bridge` as a C header: packed structs that are the bytes on the wire.

Both targets (AVR and the host's processor) are little endian, so a struct is copied as it stands.
"""

from __future__ import annotations

import re
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from firmware_bridge import faults, message, settings
from firmware_bridge.packing import LAYOUTS, SCHEMA

_TYPES: Final = {
    "B": "uint8_t",
    "?": "uint8_t",
    "H": "uint16_t",
    "I": "uint32_t",
    "h": "int16_t",
    "i": "int32_t",
    "s": "uint8_t",
}
_CONSTANTS: Final = (
    "MAX_PAYLOAD",
    "EVENT_QUEUE",
    "EVENT_RETRY_MS",
    "STATUS_MS",
    "HOLD_MS",
    "POWER_OFF_MS",
)


def render() -> str:
    return "\n".join(
        [
            "/* Generated from message, faults and settings of firmware_bridge by",
            "   `python -m hardware.generate`; do not edit. */",
            "#ifndef JANTAKU_MESSAGES_H",
            "#define JANTAKU_MESSAGES_H",
            "",
            "#include <stdint.h>",
            "",
            f"#define PROTOCOL_MAJOR {message.MAJOR}",
            f"#define PROTOCOL_MINOR {message.MINOR}",
            f"#define SCHEMA_HASH 0x{SCHEMA:04x}u /* seed of every frame's checksum but HELLO's */",
            "#define HELLO_SEED 0xffffu",
            f"#define BAUD {message.BAUD}UL",
            f"#define NONE 0x{message.NONE:02x}",
            *(f"#define {name} {getattr(message, name)}" for name in _CONSTANTS),
            "",
            *(line for enum in message.ENUMS for line in _enum(enum)),
            "enum code {",
            *(f"    CODE_{_upper(kind.__name__)} = 0x{code:02x}," for code, kind in message.CODES.items()),
            "};",
            "",
            *(line for kind in message.CODES.values() for line in _struct(kind)),
            *_faults(),
            *_settings(),
            "#endif",
            "",
        ]
    )


def _upper(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def _enum(enum: type[Enum]) -> list[str]:
    prefix = _upper(enum.__name__)
    members = [f"    {prefix}_{m.name} = {m.value}," for m in enum]
    return [f"enum {_upper(enum.__name__).lower()} {{", *members, "};", ""]


def _struct(kind: type[Any]) -> list[str]:
    name = f"msg_{_upper(kind.__name__).lower()}"
    layout = LAYOUTS[kind]
    if layout.whole.size == 0:
        return []
    lines = [f"struct __attribute__((packed)) {name} {{"]
    for field, letters in zip(fields(kind), layout.formats, strict=True):
        count = f"[{letters[:-1]}]" if letters[:-1] else ""
        lines.append(f"    {_TYPES[letters[-1]]} {field.name}{count};")
    return [*lines, "};", f'_Static_assert(sizeof(struct {name}) == {layout.whole.size}, "{name}");', ""]


def _faults() -> list[str]:
    lines = ["enum fault {", "    FAULT_NONE = 0,"]
    lines += [
        f"    FAULT_{k.name} = 0x{k.number:02x},{' /* + lane */' if k.per_lane else ''}" for k in faults.KINDS
    ]
    lines += ["};", "enum fault_class {"]
    lines += [f"    CLASS_{c.name} = {c.value}," for c in faults.FaultClass]
    lines += ["};", "", "/* name, class, attempts of the machine itself, one number per lane */"]
    rows = [f"    X({k.name}, CLASS_{k.cls.name}, {k.attempts}, {int(k.per_lane)})" for k in faults.KINDS]
    return [*lines, "#define FAULTS(X) \\", *(f"{r} \\" for r in rows[:-1]), rows[-1], ""]


def _settings() -> list[str]:
    lines = ["enum setting {", *(f"    SET_{s.name} = {n}," for n, s in enumerate(settings.SETTINGS))]
    lines += [f"    SET_COUNT = {len(settings.SETTINGS)}", "};", ""]
    lines += [f"#define DEFAULT_CONFIG 0x{settings.checksum({}):04x}u /* checksum of the defaults */"]
    lines += ["/* name, default, lowest, highest */", "#define SETTINGS(X) \\"]
    rows = [f"    X({s.name}, {s.default}L, {s.low}L, {s.high}L)" for s in settings.SETTINGS]
    return [*lines, *(f"{r} \\" for r in rows[:-1]), rows[-1], ""]
