"""How `jantaku club hub` begins: once, or with a configuration file until it begins, with a page that says
why it does not."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from club import first_link, pages_note
from club.access.roles import Role
from club.access.services import Access
from club.database.database import Database
from club.doctor import examined, finding_of
from club.hub.config import BusyError, Config, ConfigError, WebSection, load, nearest, state_directory
from club.hub.mqtt_client import BrokerAddressError
from club.log.faults import LogRefusal
from club.process import Running, start
from club.web.safe import HubDoor, upkeep_of
from club.web.server import ServerError, bind
from runtime.clock import CLOCK
from runtime.logs import log
from runtime.tasks import BrokenError, Tasks
from runtime.web.crowd import Listener
from upkeep.attempts import begun
from upkeep.computer import table_here
from upkeep.desk import CareDesk
from upkeep.finding import Finding

KNOWN: Final = (ConfigError, LogRefusal, BrokerAddressError, ServerError)
"""Errors that a person can mend: one sentence, no traceback."""
PORTS_TRIED: Final = 20
"""After the port that another program holds."""
_LOG = logging.getLogger(__name__)


class StoppedError(Exception):
    """A signal has ended the hub before it began."""


class FoundError(Exception):
    """What stopped the hub, as its doctor says it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass
class Starting:
    """`file` is the configuration, in whose place `overrides` of the command line stand; `stopping` says that
    a signal came; `held` ends the log of the hub that runs."""

    file: Path | None
    overrides: dict[str, Any]
    stopping: Callable[[], bool]
    held: ExitStack
    say: Callable[[str, str], None]
    door: HubDoor | None = None
    _found: list[Finding] = field(default_factory=list)

    @property
    def stays(self) -> bool:
        """Without a file it was typed, and whoever typed it reads why; nor is a file looked after that never
        was there."""
        if self.file is None:
            return False
        data = self.overrides.get("data") or state_directory()
        return self.file.exists() or pages_note.last(data) is not None

    def once(self, listener: Listener | None = None, config: Config | None = None) -> Running:
        """What is wrong with it is raised."""
        config, tasks = config or load(self.file, self.overrides), Tasks()
        with ExitStack() as opened:
            opened.enter_context(log(config.logging.level, tasks, config.broker.password))
            running = start(config, tasks, listener)
            self.held.callback(opened.pop_all().close)
        return running

    def in_the_end(self) -> Running:
        """Tried until it begins. StoppedError, BusyError."""
        return begun(
            self._attempt,
            lambda error: isinstance(error, StoppedError | BusyError | BrokenError),
            self._open,
            self._examined,
            self.say,
        )

    def press(self) -> None:
        """The next attempt is made now, if one is waited for."""
        if self.door is not None:
            self.door.press()

    def _attempt(self, safe: HubDoor | None) -> Running:
        if self.stopping():
            raise StoppedError
        try:
            config = load(self.file, self.overrides)
            listener = None if safe is None else safe.hand_over(config.web.host, config.web.port)
            return self.once(listener, config)
        except (BusyError, BrokenError):
            raise
        except Exception as error:
            if not isinstance(error, (*KNOWN, OSError)):
                _LOG.exception("The hub cannot be put together.")
            self._found = [finding_of(error)]
            raise FoundError(self._found[0]) from error

    def _examined(self) -> Sequence[Finding]:
        said = {each.code for each in self._found}
        return [*self._found, *(each for each in examined(self._nearest()) if each.code not in said)]

    def _nearest(self) -> Config:
        data = self.overrides.get("data") or state_directory()
        return nearest(self.file, self.overrides, pages_note.last(data) or WebSection())

    def _open(self) -> HubDoor:
        """The web door; where another program holds its port at the next free one. ServerError."""
        config = self._nearest()
        listener = _listening(config.web)
        ticket = first_link.ticket_of(config.data)

        def keep(url: str) -> Callable[[], None]:
            first_link.keep(config.data, first_link.to_page(url, ticket), listener.getsockname()[1])
            return lambda: None  # the hub that begins writes its own, or removes it

        looks_after = upkeep_of(CareDesk(config.updates.index), config.data)
        upkeep = None if table_here() else looks_after
        self.door = HubDoor(config.web, listener, ticket, lambda token: _directs(config, token), upkeep, keep)
        return self.door


def _listening(web: WebSection) -> Listener:
    for port in _ports(web.port):
        with suppress(ServerError):
            return bind(web.host, port)
    return bind(web.host, web.port)


def _ports(first: int) -> Iterator[int]:
    yield first
    if first:
        yield from range(first + 1, min(first + PORTS_TRIED, 65_536))


def _directs(config: Config, token: str) -> bool:
    """Whether somebody who directs the club holds this session, as far as its accounts can be read."""
    try:
        database = Database(config.log, 0, make=False)
    except LogRefusal:
        return False
    try:
        session = Access(database).sign_in.session(token, CLOCK.now_s())
    except LogRefusal:
        return False
    finally:
        database.close()
    return session is not None and session.identity.has((Role.DIRECTOR,))
