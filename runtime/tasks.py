"""The supervisor of all background work of a process: it starts, names, watches and ends it.

An error that nobody expected is logged with its traceback, counted, and shown by whoever asks for
`Tasks.troubled`; then the part starts again, after a pause that grows. A part that fails more often than
its budget allows ends the process where it is needed (`runtime.parts`), with the exit code `EXIT`; else it
is tried again once a minute. What one item did wrong (`Part.slipped`) is left out and costs no budget.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from enum import StrEnum
from typing import Any, Final, ParamSpec, TypeVar

from runtime.parts import PARTS, About

_LOG = logging.getLogger(__name__)
EXIT: Final = 70
"""The exit code of a process that cannot go on by an error of its own (EX_SOFTWARE of sysexits.h)."""
BUDGET: Final = 5
WINDOW_S: Final = 60.0
"""So many failures within this time are mended by a restart of the part."""
PAUSES_S: Final = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Before the restarts of the budget."""
LATER_S: Final = 60.0
"""Between two attempts beyond it."""
STEADY_S: Final = 10.0
"""A part that ran this long since its last error runs steadily."""
LOOK_S: Final = 0.25
"""Between two looks at parts that may hang."""
GRACE_S: Final = 4.0
"""For the orderly end of a doomed process; after it, it is cut off."""
P = ParamSpec("P")
T = TypeVar("T")


class State(StrEnum):
    RUNNING = "running"
    RECOVERING = "recovering"
    """It failed, and does not run steadily yet."""
    FAILED = "failed"
    """It failed more often than its budget allows."""
    STUCK = "stuck"
    """It lives and does nothing."""
    ENDED = "ended"


WELL: Final = (State.RUNNING, State.ENDED)


class BrokenError(Exception):
    """The process cannot go on; one sentence that names the part."""


class Part:
    """One part of a process. Everything may be called from any thread."""

    def __init__(self, name: str, about: About, doom: Callable[[str], None]) -> None:
        self.name = name
        self.about = about
        self.stopping = threading.Event()
        """Set when the part shall end; its work looks at it."""
        self.failures = 0
        """Errors that nobody expected, of the part or of single items."""
        self.restarts = 0
        self.stuck = False
        self.beats = 0
        self.deadline_s: float | None = None
        self._doom = doom
        self._begun = time.monotonic()
        self._failed_at: float | None = None
        self._beyond = False
        self._ended = False
        self._recent: deque[float] = deque(maxlen=BUDGET + 1)
        self._slips: deque[float] = deque(maxlen=BUDGET)
        self._thread: threading.Thread | None = None
        self._watched_in: int | None = None

    @property
    def state(self) -> State:
        if self.stuck:
            return State.STUCK
        steady = self._failed_at is None or time.monotonic() - self._failed_at >= STEADY_S
        if self._beyond:
            return State.FAILED
        if not steady:
            return State.RECOVERING
        return State.ENDED if self._ended else State.RUNNING

    @property
    def since_s(self) -> float:
        """Seconds since its last error, or since it began."""
        return time.monotonic() - (self._begun if self._failed_at is None else self._failed_at)

    @property
    def alive(self) -> bool:
        """Whether a thread of its own runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, work: Callable[[], None]) -> None:
        """Runs `work` in a thread of its own until it returns, and again whenever it fails."""
        self._thread = threading.Thread(target=self.keep, args=(work,), name=self.name, daemon=True)
        self._thread.start()

    def end(self, timeout_s: float | None = None) -> None:
        """Asks it to end and waits so long; safe to call twice, and from the part itself."""
        self.stopping.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        """Waits until its work has returned."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def keep(self, work: Callable[[], object]) -> None:
        """Runs the work in the calling thread, and restarts it after failures."""
        self._ended = False
        while True:
            try:
                work()
            except BaseException as error:  # whatever ends a thread without a word
                pause = self.failed(error)
            else:
                self._ended = True
                return
            if self.stopping.wait(pause):
                return
            self._again()

    async def keep_task(self, work: Callable[[], Awaitable[object]]) -> None:
        """The same with a task of the running event loop, until that is cancelled."""
        while True:
            try:
                await work()
            except Exception as error:
                pause = self.failed(error)
            else:
                self._ended = True
                return
            await asyncio.sleep(pause)
            self._again()

    def failed(self, error: BaseException) -> float:
        """The part ended by this error: seconds until it may start again."""
        now = time.monotonic()
        self._recent.append(now)
        tries = sum(now - at < WINDOW_S for at in self._recent)
        self._beyond = tries > BUDGET
        self._wrong(error, "will not recover" if self._beyond and self.about.needed else "starts again")
        if self._beyond:
            if self.about.needed:
                self._doom(self.name)
            return LATER_S
        return PAUSES_S[min(tries, len(PAUSES_S)) - 1]

    def fatal(self, error: BaseException) -> None:
        """An error after which only a new process helps."""
        self._beyond = True
        self._wrong(error, "cannot go on")
        self._doom(self.name)

    def slipped(self, error: BaseException) -> None:
        """One item failed and is left out; the part goes on. A flood of them is counted, not logged."""
        now = time.monotonic()
        if len(self._slips) < BUDGET or now - self._slips[0] >= WINDOW_S:
            self._slips.append(now)
            self._wrong(error, "leaves an item out")
        else:
            self.failures += 1
            self._failed_at = now

    def guard(self, called: Callable[P, T]) -> Callable[P, T | None]:
        """Wraps a callback of a library: an exception counts as an item that failed, and None is returned."""

        def guarded(*args: P.args, **named: P.kwargs) -> T | None:
            try:
                return called(*args, **named)
            except Exception as error:
                self.slipped(error)
                return None

        return guarded

    def read(self, done: Future[Any] | asyncio.Future[Any]) -> None:
        """As the callback of a future: its error does not stay unread."""
        if not done.cancelled() and (error := done.exception()) is not None:
            self.slipped(error)

    def watch(self, deadline_s: float) -> None:
        """From now on the part must `beat` more often than this, in its own thread or else in this one."""
        self.beats += 1
        self._watched_in = threading.get_ident()
        self.deadline_s = deadline_s

    def beat(self) -> None:
        """A sign of life."""
        self.beats += 1

    def hang(self) -> None:
        """It has not beaten in time: the process ends where the part is needed."""
        if self.stuck:
            return
        self.stuck = True
        self.failures += 1
        ident = self._watched_in if self._thread is None else self._thread.ident
        frame = sys._current_frames().get(ident or 0)
        where = "" if frame is None else "\n" + "".join(traceback.format_stack(frame))
        _LOG.critical("part=%s hangs (no sign of life for %s s)%s", self.name, self.deadline_s, where)
        if self.about.needed:
            self._doom(self.name)

    def _again(self) -> None:
        self.restarts += 1
        self._beyond = False

    def _wrong(self, error: BaseException, what: str) -> None:
        self.failures += 1
        self._failed_at = time.monotonic()
        _LOG.error("part=%s %s: %s", self.name, what, type(error).__name__, exc_info=error)


class Pool(ThreadPoolExecutor):
    """Threads of a part; an error of a future is reported also where nobody reads its result, but for those
    that are `expected`."""

    def __init__(self, part: Part, threads: int, expected: tuple[type[Exception], ...] = ()) -> None:
        super().__init__(threads, part.name)
        self._part = part
        self._expected = expected

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = super().submit(fn, *args, **kwargs)
        future.add_done_callback(self._done)
        return future

    def _done(self, future: Future[Any]) -> None:
        if not future.cancelled() and not isinstance(future.exception(), self._expected):
            self._part.read(future)


class Tasks:
    """The parts of one process, or of one table or hub within it."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._lock = threading.Lock()
        self._ending: list[Callable[[], None]] = []
        self._looking: threading.Thread | None = None
        self._closed = threading.Event()
        self._hard = False
        self.doomed: str | None = None
        """The needed part that cannot go on; the process is to end with `EXIT`."""

    @property
    def parts(self) -> Sequence[Part]:
        with self._lock:
            return tuple(self._parts)

    @property
    def troubled(self) -> Sequence[Part]:
        """The parts that do not run steadily."""
        return [part for part in self.parts if part.state not in WELL]

    def part(self, name: str) -> Part:
        """A new part; KeyError for a name that `runtime.parts` does not know."""
        made = Part(name, PARTS[name], self._doom)
        with self._lock:
            self._parts.append(made)
        return made

    def other(self) -> Part:
        """What is nobody's: threads and tasks of libraries."""
        found = next((part for part in self.parts if part.name == "other"), None)
        return found or self.part("other")

    def adopt(self, loop: asyncio.AbstractEventLoop, part: Part) -> None:
        """Errors in callbacks and forgotten tasks of an event loop are those of a part."""

        def handle(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            part.slipped(context.get("exception") or RuntimeError(context.get("message", "")))

        loop.set_exception_handler(handle)

    def watch(self, part: Part, deadline_s: float) -> None:
        """A part that gives no sign of life for so long hangs; where it is needed the process ends."""
        part.watch(deadline_s)
        with self._lock:
            if self._looking is None:
                self._looking = threading.Thread(target=self._look, name="watch", daemon=True)
                self._looking.start()

    def on_doom(self, end: Callable[[], None]) -> None:
        """`end` is called, in any thread, when the process has to end."""
        self._ending.append(end)

    def end_hard(self) -> None:
        """A doomed process that does not end in order within `GRACE_S` is cut off: for programs."""
        self._hard = True

    def check(self) -> None:
        """Raises BrokenError when the process has to end."""
        if self.doomed is not None:
            raise BrokenError(f"The program cannot go on without one part, {PARTS[self.doomed].does}.")

    def close(self) -> None:
        """Ends the watch; parts are ended by who started them."""
        self._closed.set()
        if self._looking is not None and self._looking is not threading.current_thread():
            self._looking.join(1.0)

    def _doom(self, name: str) -> None:
        with self._lock:
            if self.doomed is not None:
                return
            self.doomed = name
        _LOG.critical("part=%s ends the process with exit code %s", name, EXIT)
        if self._hard:
            last = threading.Timer(GRACE_S, _cut_off)
            last.daemon = True
            last.start()
        for end in self._ending:
            end()

    def _look(self) -> None:
        """Counts looks, not time: a computer that slept, or a process that was stopped, hangs in nothing."""
        seen: dict[Part, tuple[int, float]] = {}
        while not self._closed.wait(LOOK_S):
            for part in self.parts:
                if part.deadline_s is None:
                    continue
                beats, silent = seen.get(part, (-1, 0.0))
                if part.beats != beats or part.stopping.is_set():
                    seen[part], part.stuck = (part.beats, 0.0), False
                    continue
                seen[part] = beats, silent + LOOK_S
                if silent + LOOK_S >= part.deadline_s:
                    part.hang()


def _cut_off() -> None:
    logging.shutdown()
    os._exit(EXIT)
