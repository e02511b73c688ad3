"""What the pages know of the care for this computer, and what they ask of it; nothing is done here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import Field

from contract.messages import Model
from runtime.clock import CLOCK
from runtime.version import version
from upkeep import places
from upkeep.computer import PLACE, PREVIOUS, STATE
from upkeep.network import FETCHED, PART, Network, Offer, offered
from upkeep.progress import RUN, Doing, Progress, latest
from upkeep.release import VERSION, name_of, order, trusted
from upkeep.systemd import Systemd
from upkeep.trouble import Code
from upkeep.versions import Versions
from upkeep.wish import FILE, UPDATE, From, Place, Wish

PATIENCE_S: Final = 10.0
"""In which a unit that was asked for has written its first progress."""
GOING_S: Final = 5.0
"""In which a unit that has written how it ended is gone."""
_LOOKS_S: Final = 0.2
Refused = Literal[
    "forbidden", "hand", "round", "busy", "no_stick", "not_here", "not_allowed", "bad", "no_index"
]
Playing = Literal["hand", "round"]
"""A hand at a table, or a round of a club's event."""
_STOPS: Final = ("restore", "foreign", "reset")


class LastBackup(Model):
    """When the last backup was made, in milliseconds since 1970, and its file."""

    at_ms: int
    file: str


class CareView(Model):
    """`/care.json`, for the house."""

    here: bool
    """This computer is an appliance, which can be asked all of it; else the shell does it."""
    stick: bool
    """A stick for backups is plugged in."""
    last: LastBackup | None
    version: str
    """That runs."""
    before: str | None
    """The version that lies beside it, to which it may be taken back."""
    network: bool
    """An address of releases is set."""
    offer: Offer | None
    """What the last look into the network has found."""
    fetched: int
    """Per cent of it that are fetched."""
    progress: Progress | None
    """What is done now, or the last thing that was."""
    now_ms: int


class CareAsk(Model):
    """Sent to `/care`. A backup has a `place`, a restore its `file`, too; an update has its origin there."""

    what: Literal["look", "backup", "restore", "foreign", "reset", "forget", "update", "back"]
    place: Literal["stick", "here", "network"] | None = None
    file: str | None = Field(default=None, pattern=f"^{FILE.pattern}$")


class CareAnswer(Model):
    """ok: it has begun, and `/care.json` says how it goes."""

    code: Literal["ok"] | Refused


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the progress lies, what is kept, what was fetched, and the versions."""

    run: Path = RUN
    state: Path = STATE
    fetched: Path = FETCHED
    place: Path = PLACE


@dataclass(frozen=True, slots=True)
class _Asked:
    what: Doing
    at: float
    at_ms: int
    before: Progress | None


class CareDesk:
    """`index` is the address of releases."""

    def __init__(
        self,
        index: str = "",
        systemd: Systemd | None = None,
        folders: Folders | None = None,
        plugged: Callable[[], bool] = places.plugged,
        keys: Callable[[], list[Path]] = trusted,
    ) -> None:
        self._index = index
        self._systemd = systemd or Systemd()
        folders = folders or Folders()
        self._run, self._state, self._fetched = folders.run, folders.state, folders.fetched
        self._versions = Versions(folders.place)
        self._plugged, self._keys = plugged, keys
        self._asked: _Asked | None = None

    def view(self) -> CareView:
        """Asks systemd: up to some seconds."""
        last, offer = places.noted(self._state), self._offer()
        return CareView(
            here=self._systemd.there(),
            stick=self._plugged(),
            last=None if last is None else LastBackup(at_ms=last.at_ms, file=last.file),
            version=version(),
            before=self._versions.version(PREVIOUS),
            network=bool(self._index),
            offer=offer,
            fetched=self._part(offer),
            progress=self._progress(),
            now_ms=CLOCK.now_ms(),
        )

    def ask(self, asked: CareAsk, playing: Playing | None) -> CareAnswer:
        """Has root do something, if it may be now; `playing` is what is played."""
        unit = _unit(asked)
        if unit is None:
            return CareAnswer(code="bad")
        if asked.what in (*_STOPS, "update", "back") and playing is not None:
            return CareAnswer(code=playing)
        if asked.place == "stick" and not self._plugged():
            return CareAnswer(code="no_stick")
        if not self._systemd.there():
            return CareAnswer(code="not_here")
        if self._busy():
            return CareAnswer(code="busy")
        what: Doing = "restore" if asked.what == "foreign" else asked.what
        self._asked = _Asked(what, time.monotonic(), CLOCK.now_ms(), latest(self._run))
        if not self._systemd.start(unit):
            self._asked = None
            return CareAnswer(code="not_allowed")
        return CareAnswer(code="ok")

    def look(self) -> CareAnswer:
        """Looks into the network now, as this user: nothing is installed."""
        if not self._index:
            return CareAnswer(code="no_index")
        Network(self._index, self._keys(), self._fetched).look(version())
        return CareAnswer(code="ok")

    def _busy(self) -> bool:
        """Whether something else is done. What pages read as ended may run a moment longer: it is awaited."""
        end = time.monotonic() + GOING_S
        while self._systemd.busy():
            found = latest(self._run)
            if found is None or not found.code or time.monotonic() > end:
                return True
            time.sleep(_LOOKS_S)
        return False

    def _offer(self) -> Offer | None:
        """What is not later than this version any more is no offer."""
        found = offered(self._fetched)
        if found is not None and found.version and not order(found.version) > order(version()):
            return found.model_copy(update={"version": "", "size": 0})
        return found

    def _part(self, offer: Offer | None) -> int:
        if offer is None or not VERSION.fullmatch(offer.version) or not offer.size:
            return 0
        file = self._fetched / name_of(offer.version)
        for each in (file, file.with_name(file.name + PART)):
            try:
                return min(100, 100 * each.stat().st_size // offer.size)
            except OSError:
                continue
        return 0

    def _progress(self) -> Progress | None:
        """What root has written. What was asked for is under way until then; a unit without end was cut."""
        found, asked = latest(self._run), self._asked
        if asked is not None and found == asked.before:
            if time.monotonic() - asked.at < PATIENCE_S or self._systemd.busy():
                return Progress(what=asked.what, at_ms=asked.at_ms)
            return Progress(what=asked.what, at_ms=asked.at_ms, code="interrupted")
        if found is not None and not found.code and not self._systemd.busy():
            again = latest(self._run)  # it may have ended just then
            return again if again != found else found.model_copy(update={"code": _CUT})
        return found


_CUT: Final[Code] = "interrupted"


def _unit(asked: CareAsk) -> str | None:
    """That does it; None where the parts do not fit."""
    if asked.what == "back":
        origin: From = "back"
        return UPDATE.format(origin) if asked.place is None and asked.file is None else None
    if asked.what == "update":
        return UPDATE.format(asked.place) if asked.place in ("stick", "network") and not asked.file else None
    wish = Wish(asked.what, _place(asked), asked.file)
    with_place, with_file = (
        asked.what in ("backup", "restore", "foreign"),
        asked.what in ("restore", "foreign"),
    )
    fits = (wish.place is not None) == with_place and (wish.file is not None) == with_file
    return wish.unit if fits and asked.place != "network" else None


def _place(asked: CareAsk) -> Place | None:
    return None if asked.place == "network" else asked.place
