"""The game teaches the eyes: tiles of confirmed hands are kept, and learnt from when the game is over.

The main loop hands over crops of tiles whose faces the game knows; a thread keeps them and learns. What it
has learnt is used from between two hands on, and only if hands that were held back are read better by it.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from controller.clock import wall_ms
from controller.teaching.gathering import Gathering
from controller.teaching.known import faces_of
from engine.state.events import Event, GameEnded, HandEnded
from engine.tiles.tile import ALL
from runtime.stored import Format, NewerError, StoredError, put_aside
from vision.eyes.same_set import SameSet
from vision.nets.enrol import UNNAMED, EnrolError, TileSet, known_set, learnt_file, set_file
from vision.photo.album import Album
from vision.photo.learn import Faces, enough, lacking, learnt

if TYPE_CHECKING:
    from controller.table.writer import Table
    from runtime.tasks import Part
    from vision.camera.frame import Frame
    from vision.eyes.eyes import Eyes
    from vision.eyes.taught import Taught
    from vision.photo.enrol import Shown

FORMAT: Final = Format("learning", 1, "record of what the eyes learnt", "it is written anew")
NICE: Final = 10
"""How far the thread stands back behind all others (nice(2))."""
WAITING: Final = 4
"""Hands that wait for the thread at most."""
CLOSE_S: Final = 2.0
"""How long the end of the program waits for hands to be written; learning may take a minute on a Pi."""
ORDER_S: Final = 5.0
"""How long a page waits until the thread can take its order."""
ALBUM: Final = ".hands"
"""How the name of a folder ends that holds the pictures of a set."""
Order = Literal["learn", "forget"]


@dataclass(frozen=True, slots=True)
class Last:
    """How tiles of hands that were held back were read before and `then`, of `count`; `kept`: what was learnt
    was taken over. `at_ms` is Unix time, `newest` the number of the newest hand that there was."""

    at_ms: int
    right: int
    then: int
    count: int
    kept: bool
    newest: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How far it is. `hands` are kept; of the faces `lacking` too few were seen; `few`: too few tiles are
    held back to judge by; `busy`: the thread works; `used`: the table reads with what its hands taught."""

    on: bool
    hands: int = 0
    lacking: Faces = ()
    few: bool = True
    busy: bool = False
    used: bool = False
    last: Last | None = None


class Learning:
    """One for a table with a camera. Play never waits for it."""

    def __init__(self, data: Path, name: str | None, taught: Taught, part: Part, *, on: bool) -> None:
        """`name` is that of the table's set, if it has one, `taught` what its eyes read with. `on`: the owner
        agrees that pictures of single tiles are kept; else those of before are deleted."""
        self._data, self._name = data, name
        self._learnt = learnt_file(data, name or UNNAMED)
        self._record = self._learnt.with_suffix(".json")
        self._album = Album(album_folder(data, name or UNNAMED))
        self._taught, self._on = taught, on
        self._gathering = Gathering()
        self._wanted: Faces = (*ALL, None)
        self._seen: dict[int, Faces] = {}
        self._work: queue.Queue[list[Shown] | Order | None] = queue.Queue(WAITING)
        self._ready: list[TileSet | None] = []
        self._failed: str | None = None
        self._last: Last | None = None
        self._busy = True
        self._part = part
        self._part.start(self._keep)

    @property
    def trouble(self) -> str | None:
        """What a person should know, in a sentence; None when all is well."""
        return self._failed

    def turn(
        self,
        frame: Frame | None,
        eyes: Eyes,
        table: Table,
        accepted: Iterable[Event],
        *,
        previewed: bool,
        playing: bool,
    ) -> None:
        """One turn of the main loop. `previewed`: a result waits to be confirmed, and the tiles lie still as
        they were played; `playing`: a hand is prepared or played."""
        if not playing:
            while self._ready:
                known = self._ready.pop(0)
                self._taught.use(None if known is None else SameSet(known))
        if not self._on or table.game is None:
            return
        self._wanted = faces_of(table.game.rules)
        self._gathering.look(frame if previewed else None, eyes)
        for event in accepted:
            if isinstance(event, HandEnded):
                self._order(self._gathering.taken(table.settled))
            elif isinstance(event, GameEnded):
                self._order("learn")
        if not previewed:
            self._gathering.clear()

    def now(self) -> Standing:
        """What pages show of it; callable from any thread."""
        seen = self._seen
        return Standing(
            self._on,
            len(seen),
            tuple(lacking(seen, self._wanted)),
            few=not enough(seen),
            busy=self._busy,
            used=self._learnt.exists(),
            last=self._last,
        )

    def order(self, what: Order) -> Standing:
        """Learns now, or forgets what was learnt and every picture; callable from any thread."""
        self._busy = True  # before the thread can have done it
        with suppress(queue.Full):
            self._work.put(what, timeout=ORDER_S)
        return self.now()

    def close(self) -> None:
        """Keeps the hands that wait, and leaves learning for the next start; safe to call twice."""
        self._part.stopping.set()
        with suppress(queue.Full):
            self._work.put_nowait(None)
        self._part.end(CLOSE_S)

    def _order(self, work: list[Shown] | Order) -> None:
        """Where the thread is too slow a hand is left out."""
        if work:
            with suppress(queue.Full):
                self._work.put_nowait(work)

    # the thread

    def _keep(self) -> None:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        do = self._part.guard(self._do)
        do(None)
        while (work := self._next()) is not None:
            self._busy = True
            do(work)

    def _next(self) -> list[Shown] | Order | None:
        """None: the program ends, and nothing waits any more."""
        with suppress(queue.Empty):
            return self._work.get(block=not self._part.stopping.is_set())
        return None

    def _do(self, work: list[Shown] | Order | None) -> None:
        """None: what was kept before is looked through."""
        try:
            self._carry_out(work)
            self._failed = None
        except OSError as error:
            self._failed = f"What the game teaches the eyes cannot be kept ({error.strerror}): mend the disk."
        finally:
            self._last = self._recorded()
            self._busy = False

    def _carry_out(self, work: list[Shown] | Order | None) -> None:
        if not self._on:
            for folder in self._learnt.parent.glob(f"*{ALBUM}"):
                Album(folder).forget()
        if work == "forget":
            forget(self._data, self._name or UNNAMED)
            self._ready.append(self._reads_with())
        elif work == "learn":
            self._learn()
        elif work is not None:
            self._album.add(work)
        if work != "learn":
            self._seen = self._album.faces()
        last = self._recorded()
        if work is None and self._seen and (last is None or last.newest < max(self._seen)):
            self._learn()  # the computer was switched off before the last game was learnt from

    def _learn(self) -> None:
        """Nothing, where too little was seen yet."""
        few = lacking(self._seen, self._wanted) or not enough(self._seen)
        if few or not self._on or self._part.stopping.is_set():
            return
        found = learnt(self._album.hands(), self._reads_with())
        if found.better:
            found.known.save(self._learnt)
            self._ready.append(found.known)
        last = Last(
            wall_ms(),
            found.before.right,
            found.then.right,
            found.then.count,
            kept=found.better,
            newest=max(self._seen),
        )
        FORMAT.write(self._record, asdict(last))

    def _reads_with(self) -> TileSet | None:
        with suppress(EnrolError):
            return known_set(self._data, self._name)
        return None

    def _recorded(self) -> Last | None:
        try:
            return read_record(self._record)
        except (FileNotFoundError, NewerError):
            return None
        except StoredError as error:
            with suppress(OSError):
                put_aside(self._record, error)
            return None


def album_folder(data: Path, name: str) -> Path:
    """Where the pictures of the tiles of a set lie."""
    return set_file(data, name).with_suffix(ALBUM)


def forget(data: Path, name: str) -> None:
    """What hands have taught of a set, and every picture of its tiles. OSError."""
    Album(album_folder(data, name)).forget()
    for path in (learnt_file(data, name), learnt_file(data, name).with_suffix(".json")):
        path.unlink(missing_ok=True)


def read_record(path: Path) -> Last:
    """What `Learning` wrote. FileNotFoundError, StoredError."""
    try:
        return Last(**FORMAT.read(path))
    except TypeError as error:
        raise FORMAT.broken(path) from error
