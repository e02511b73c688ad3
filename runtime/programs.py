"""Other programs of the computer, run to their end without any input."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

PATIENCE_S: Final = 6.0
"""In which a program has answered."""
Call = Callable[[Sequence[str]], int]
Ask = Callable[[Sequence[str]], str | None]


def call(command: Sequence[str]) -> int:
    """Runs a command; its exit code, 127 where there is none such."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, check=False).returncode
    except OSError:
        return 127


def asked(command: Sequence[str]) -> str | None:
    """What a program answers; None where it is not there, refuses or takes too long."""
    try:
        found = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout
