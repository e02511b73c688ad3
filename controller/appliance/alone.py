"""One at a time: whatever changes versions or data of a computer holds a lock meanwhile."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.card import trouble
from upkeep.trouble import TroubleError


def must_keep(wrong: type[TroubleError] = TroubleError) -> None:
    """`wrong` with the code `unkept` where this computer writes into memory what should lie on its card."""
    if trouble() == "card_away":
        raise wrong("Nothing is kept on this computer, since its card fails: nothing was done.", "unkept")


@contextmanager
def alone(folder: Path, wrong: type[TroubleError] = TroubleError) -> Iterator[None]:
    """Holds the lock of the folder; `wrong` with the code `busy` where another process holds it, and with
    `unkept` where nothing that is changed would stay."""
    must_keep(wrong)
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise wrong("Something else is under way here: wait until it has ended.", "busy") from error
    finally:
        os.close(held)
