"""One at a time: whatever changes versions or data of a computer holds a lock meanwhile."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.appliance.trouble import TroubleError


@contextmanager
def alone(folder: Path, wrong: type[TroubleError] = TroubleError) -> Iterator[None]:
    """Holds the lock of the folder; `wrong` with the code `busy` where another process holds it."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise wrong("Something else is under way here: wait until it has ended.", "busy") from error
    finally:
        os.close(held)
