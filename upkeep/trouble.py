"""What goes wrong while a computer is looked after: a sentence, and a code that pages know in words."""

from __future__ import annotations

import errno
from typing import Final, Literal

Code = Literal[
    "other",
    "hand",
    "busy",
    "no_stick",
    "stick_unread",
    "full",
    "read_only",
    "worn",
    "unkept",
    "damaged",
    "broken_data",
    "foreign",
    "newer",
    "gone",
    "empty",
    "not_up",
    "no_key",
    "unsigned",
    "stranger",
    "no_release",
    "other_kind",
    "older",
    "same",
    "no_room",
    "not_installed",
    "no_earlier",
    "no_versions",
    "no_backup",
    "no_minisign",
    "no_index",
    "network",
    "interrupted",
]
_OF_DISK: Final[dict[int | None, Code]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read_only",
    errno.EIO: "worn",
    errno.EUCLEAN: "worn",
    errno.ENOENT: "gone",
    errno.ENODEV: "no_stick",
    errno.ENXIO: "no_stick",
}


class TroubleError(Exception):
    """Nothing was made or changed, unless the sentence says so."""

    def __init__(self, sentence: str, code: Code = "other") -> None:
        super().__init__(sentence)
        self.code: Code = code


def of_disk(error: OSError) -> Code:
    """What a failed read or write says of the disk."""
    return _OF_DISK.get(error.errno, "other")
