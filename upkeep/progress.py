"""How far a wish is, and what became of it: root writes it and pages read it, until the computer is off.

The file lies in /run, so that a card which is full, worn out or read-only does not hide what happened.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, ValidationError

from contract.messages import Model
from runtime.clock import CLOCK
from runtime.stored import replace_file
from upkeep.trouble import Code

RUN: Final = Path("/run/jantaku-care")
FILE: Final = "progress.json"
Doing = Literal["look", "backup", "restore", "reset", "forget", "update", "back"]
Step = Literal["", "reading", "saving", "stopping", "starting", "waiting", "fetching", "installing", "trying"]
Outcome = Code | Literal["", "done", "newest"]
"""Empty while it is done; newest: there was no newer version."""


class FoundBackup(Model):
    """A backup that can be restored here."""

    of: Literal["table", "hub"]
    """What is saved in it; where a hub is beside a table both can be restored."""
    place: Literal["stick", "here"]
    file: str
    computer: str
    own: bool
    """It is this computer's own."""
    at_ms: int
    version: str
    whole: bool
    """With accounts and passwords."""
    size: int


class UnreadBackup(Model):
    """A file that is one, or is called so, and cannot be restored here. `newer`: of a newer version; `name`:
    its name fits into no wish."""

    place: Literal["stick", "here"]
    file: str
    why: Literal["newer", "name", "damaged"]


class Progress(Model):
    """What is done at the computer, or became of it. `code` is empty until it has ended, `message` says a
    failure in English, `detail` is the file, version or computer that it is about."""

    what: Doing
    at_ms: int
    step: Step = ""
    code: Outcome = ""
    message: str = ""
    detail: str = ""
    backups: list[FoundBackup] = Field(default_factory=list)
    """Of `look`."""
    unread: list[UnreadBackup] = Field(default_factory=list)
    release: str = ""
    """Of `look`: the newer version that lies on the stick."""


class ProgressFile:
    """Writes how far one thing is into the folder `run`. A folder that cannot be written stops nothing."""

    def __init__(self, what: Doing, run: Path | None = None) -> None:
        self._what, self._run = what, run or RUN
        self.step: Step = ""

    def doing(self, step: Step, detail: str = "") -> None:
        self.step = step
        self._write(Progress(what=self._what, at_ms=CLOCK.now_ms(), step=step, detail=detail))

    def ended(
        self,
        code: Outcome = "done",
        message: str = "",
        detail: str = "",
        backups: list[FoundBackup] | None = None,
        release: str = "",
        unread: list[UnreadBackup] | None = None,
    ) -> None:
        self._write(
            Progress(
                what=self._what,
                at_ms=CLOCK.now_ms(),
                step=self.step,
                code=code,
                message=message,
                detail=detail,
                backups=backups or [],
                unread=unread or [],
                release=release,
            )
        )

    def _write(self, progress: Progress) -> None:
        with suppress(OSError):
            self._run.mkdir(mode=0o755, exist_ok=True)
            replace_file(self._run / FILE, progress.model_dump_json().encode())


def latest(run: Path = RUN) -> Progress | None:
    """The newest progress; None where there has been none since the computer was switched on."""
    try:
        return Progress.model_validate_json((run / FILE).read_bytes())
    except (OSError, ValidationError):
        return None
