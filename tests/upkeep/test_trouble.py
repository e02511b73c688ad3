"""What a failed read or write says of the disk, in a code that pages know."""

from __future__ import annotations

import errno

import pytest

from upkeep.trouble import TroubleError, of_disk


@pytest.mark.parametrize(
    ("number", "code"),
    [
        *((errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EFBIG, "full")),
        *((errno.EROFS, "read_only"), (errno.EIO, "worn"), (errno.EUCLEAN, "worn")),
        *((errno.ENOENT, "gone"), (errno.ENODEV, "no_stick"), (errno.ENXIO, "no_stick")),
        *((errno.EACCES, "other"), (errno.EPERM, "other"), (0, "other")),
    ],
)
def test_each_number_of_the_system_has_its_code(number: int, code: str) -> None:
    assert of_disk(OSError(number, "so it says")) == code


def test_an_error_without_a_number_is_another() -> None:
    assert of_disk(OSError("a sentence alone")) == "other"


def test_a_trouble_is_its_sentence_and_its_code() -> None:
    full = TroubleError("No room.", "full")
    assert (str(full), full.code) == ("No room.", "full")
    assert TroubleError("Something.").code == "other"
