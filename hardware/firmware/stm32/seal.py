"""Appends its seal to a binary image: magic, length, CRC-16 (CCITT, seed 0xFFFF), as the program checks it.

`python3 seal.py IMAGE SEALED`; standard library only, because make calls it where nothing is installed.
"""

import binascii
import struct
import sys
from pathlib import Path

SEAL = struct.Struct("<IIH")
MAGIC = 0x4C414553


def sealed(image: bytes) -> bytes:
    return image + SEAL.pack(MAGIC, len(image), binascii.crc_hqx(image, 0xFFFF))


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(sealed(Path(sys.argv[1]).read_bytes()))
