"""The table of the bootloader (`firmware_bridge.flash.boot`) as a C header."""

from __future__ import annotations

import struct

from firmware_bridge.flash import boot

_LETTERS = {"B": "uint8_t", "?": "uint8_t", "H": "uint16_t", "I": "uint32_t"}
_NUMBERS = ("FLASH", "START", "PAGE", "PAGES", "LISTEN_MS", "PATIENCE_MS", "VERSION", "SEAL_MAGIC")
_MAGICS = ("ENTER_MAGIC", "BOOT_MAGIC", "IDENTITY_MAGIC")


def render() -> str:
    return "\n".join(
        [
            "/* Generated from firmware_bridge.flash.boot by `python -m hardware.generate`; do not edit. */",
            "#ifndef JANTAKU_GEN_BOOT_H",
            "#define JANTAKU_GEN_BOOT_H",
            "",
            "#include <stdint.h>",
            "",
            *(f"#define BOOT_{name} {getattr(boot, name):#x}UL" for name in _NUMBERS),
            *(f"#define BOOT_{name} {_bytes(getattr(boot, name))}" for name in _MAGICS),
            "",
            "enum boot_code {",
            *(f"    BOOT_CODE_{code.name} = {code:#04x}," for code in boot.BootCode),
            "};",
            "",
            "enum boot_written {",
            *(f"    BOOT_WRITTEN_{result.name} = {result.value}," for result in boot.Written),
            "};",
            "",
            *_struct("boot_hello", boot.BOOT_HELLO, "magic version whole page_size pages"),
            *_struct("boot_written_page", boot.WRITTEN, "page result"),
            *_struct("boot_seal", boot.SEAL, "magic length crc"),
            *_struct("boot_identity", boot.IDENTITY, "magic major minor schema pins firmware dirty"),
            "#endif",
            "",
        ]
    )


def _bytes(magic: bytes) -> str:
    return "{" + ", ".join(f"{byte:#04x}" for byte in magic) + "}"


def _struct(name: str, layout: struct.Struct, fields: str) -> list[str]:
    """`fields` in the order of the layout's letters."""
    lines = [f"struct __attribute__((packed)) {name} {{"]
    count = ""
    names = iter(fields.split())
    for letter in layout.format[1:]:
        if letter.isdigit():
            count += letter
            continue
        kind = "uint8_t" if letter == "s" else _LETTERS[letter]
        lines.append(f"    {kind} {next(names)}{f'[{count}]' if count else ''};")
        count = ""
    return [*lines, "};", f'_Static_assert(sizeof(struct {name}) == {layout.size}, "{name}");', ""]
