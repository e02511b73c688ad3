"""Other programs of the computer, run to their end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Done:
    """What a program has said, and its exit code: 127 where there is none such, 124 after too long."""

    code: int
    out: str = ""
    error: str = ""


def done(command: Sequence[str], given: str, patience_s: float) -> Done:
    """Runs a program in the language of programs, with this on its standard input."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        ran = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            timeout=patience_s,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Done(124)
    except OSError:
        return Done(127)
    return Done(ran.returncode, ran.stdout, ran.stderr)


def asked(command: Sequence[str]) -> str | None:
    """What a program answers; None where it is not there, refuses or takes too long."""
    try:
        found = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout
