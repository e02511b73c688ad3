"""Where the partitions of an image lie, and under which numbers the kernel finds them; pure.

1. boot: FAT, read by the firmware of the computer; nothing writes it afterwards.
2. system: Debian and the program, a squashfs, which cannot be written.
3. data: ext4, the last, so that it can grow to the end of the card.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Final

from controller.appliance.image.target import Target
from controller.card import WORD

MIB: Final = 1 << 20
DATA_MIB: Final = 128
"""Of the data partition before it grows; nothing but its file system is in it."""
BOOT, SYSTEM, DATA = 1, 2, 3
_FIRST: Final = 1 * MIB
_TYPES: Final = {
    "gpt": {
        BOOT: "C12A7328-F81F-11D2-BA4B-00A0C93EC93B",
        SYSTEM: "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
        DATA: "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
    },
    "dos": {BOOT: "c", SYSTEM: "83", DATA: "83"},
}


@dataclass(frozen=True, slots=True)
class Part:
    """A partition, in bytes from the beginning of the disk."""

    number: int
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Names:
    """Numbers by which this image differs from others. `seed`: the same gives the same."""

    target: Target
    seed: str

    def uuid(self, what: str) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"jantaku:{self.target.name}:{self.seed}:{what}"))

    @property
    def disk(self) -> str:
        """The number of the table of partitions."""
        whole = self.uuid("disk")
        return whole if self.target.label == "gpt" else whole[:8]

    def part(self, number: int) -> str:
        """PARTUUID, as the kernel has it."""
        return self.uuid(f"part{number}") if self.target.label == "gpt" else f"{self.disk}-{number:02}"


def parts(target: Target, system_bytes: int) -> tuple[Part, Part, Part]:
    """Beginnings and sizes are whole MiB: erase blocks of a card are a multiple or a fraction."""
    boot = Part(BOOT, _FIRST, target.boot_mib * MIB)
    system = Part(SYSTEM, boot.start + boot.size, -(-system_bytes // MIB) * MIB)
    return boot, system, Part(DATA, system.start + system.size, DATA_MIB * MIB)


def disk_bytes(laid: tuple[Part, Part, Part]) -> int:
    """Bytes of the card, with a MiB after the last partition for the copy of a GPT."""
    return laid[-1].start + laid[-1].size + MIB


def table(names: Names, laid: tuple[Part, Part, Part]) -> str:
    """What sfdisk(8) reads."""
    gpt = names.target.label == "gpt"
    lines = [f"label: {names.target.label}", f"label-id: {'' if gpt else '0x'}{names.disk}", "unit: sectors"]
    for part in laid:
        line = f"start={part.start // 512}, size={part.size // 512}, "
        line += f"type={_TYPES[names.target.label][part.number]}"
        if gpt:
            line += f", uuid={names.part(part.number)}, name=jantaku-{part.number}"
        lines.append(line + (", bootable" if not gpt and part.number == BOOT else ""))
    return "\n".join(lines) + "\n"


def words(names: Names) -> str:
    """The kernel's command line. A kernel that cannot go on starts the computer anew."""
    root, data = names.part(SYSTEM), names.part(DATA)
    return (
        f"root=PARTUUID={root} rootfstype=squashfs ro {WORD}PARTUUID={data} "
        "fsck.mode=skip panic=10 quiet console=tty0"
    )
