"""How `jantaku run` begins a table: once, or until it begins, with a page that says why it does not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.card import trouble as card_trouble
from controller.cli.tell import Tell
from controller.config import Config, ConfigError, default_data, parse, values_of
from runtime.logs import log
from runtime.secret import new_secret
from runtime.tasks import BrokenError, Tasks

if TYPE_CHECKING:
    from controller.assembly.run import Running
    from controller.assembly.safe import TableDoor
    from controller.setup.desk import Desk
    from runtime.web.crowd import Listener


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a table's configuration, and the file of its club."""

    config: Path | None = None
    join: Path | None = None
    own: Path | None = None
    """Where the set-up page keeps the configuration of a table that is started without one."""

    @property
    def toml(self) -> Path | None:
        """The configuration's file; None where there is none."""
        if self.config is None and self.own is not None and self.own.is_file():
            return self.own
        return self.config


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for. `stays`: until somebody ends it, so people look at its pages."""

    config: Callable[[], Config]
    files: Files
    overrides: dict[str, Any]
    wishes: dict[str, Any]
    stays: bool
    desk: Desk | None = None
    ticket: str = field(default_factory=new_secret)
    """Lets browsers of this computer in, as often as the table begins again."""

    def nearest(self) -> Config:
        """The configuration, or as much of one that cannot be used as its pages and its doctor need: where
        they listen and where the data lie."""
        try:
            return self.config()
        except ConfigError:
            values: dict[str, Any] = {}
        with suppress(ConfigError):
            found = {} if self.files.toml is None else values_of(self.files.toml)
            values = {"web": found.get("web", {}), "data": found.get("data", Path())}
        bare: dict[str, Any] = {"web": {}}
        for kept in (values, bare):
            wanted = {"web": dict(self.overrides["web"]), "data": self.overrides["data"]}
            with suppress(ConfigError, AttributeError, TypeError):
                overlay(kept, wanted)
                return parse(kept, "The command line")
        return Config(data=default_data())


class UnforeseenError(Exception):
    """An error of the program while a table was put together; the log has it."""


def overlay(values: dict[str, Any], wanted: dict[str, Any]) -> None:
    """What is wanted stands in the place of the values; None is no wish."""
    for section, part in wanted.items():
        if isinstance(part, dict) and isinstance(values.get(section), dict):
            values[section].update({key: value for key, value in part.items() if value is not None})
        elif part is not None:
            values[section] = part


def once(asked: Asked, held: ExitStack, safe: TableDoor | None) -> tuple[Config, Running]:
    """The table that is asked for; `held` ends its log. What is wrong with it is raised."""
    from controller.assembly.displays import Entrance  # noqa: PLC0415
    from controller.assembly.resuming import Wishes  # noqa: PLC0415
    from controller.assembly.run import start  # noqa: PLC0415 - needs the camera libraries

    if asked.desk is not None:
        asked.desk.begins()
    config, tasks = asked.config(), Tasks()
    with ExitStack() as opened:
        opened.enter_context(log(config.logging.level, tasks, config.broker.password))
        listener = None if safe is None else safe.hand_over(config.web.host, config.web.port)
        try:
            running = start(
                config, Wishes(**asked.wishes), tasks, Entrance(listener, asked.desk, asked.ticket)
            )
        except failures():
            raise
        except OSError as error:
            what = error.filename or "A file or a device"
            why = error.strerror or str(error)
            raise UnforeseenError(
                f"{what} cannot be used ({why}): mend the disk, or who may use it."
            ) from error
        except Exception as error:
            logging.getLogger(__name__).exception("The table cannot be put together.")
            raise UnforeseenError(
                f"The table cannot be put together by an error of the program ({type(error).__name__}): "
                "its log says more."
            ) from error
        tasks.end_hard()
        held.callback(opened.pop_all().close)
    return config, running


def in_the_end(
    asked: Asked, held: ExitStack, tell: Tell, before: tuple[Config, Listener] | None = None
) -> tuple[Config, Running]:
    """Tried until it begins, with a page that says why it does not. `before` is the configuration of a table
    that begins again, and the socket of its pages."""
    from controller.doctor.whole import Doctor  # noqa: PLC0415
    from controller.table.games import BusyError  # noqa: PLC0415
    from controller.web.place import WebError  # noqa: PLC0415
    from upkeep.attempts import begun  # noqa: PLC0415

    def final(error: Exception) -> bool:
        typed = isinstance(error, ConfigError) and asked.files.toml is None and asked.files.join is None
        place = isinstance(error, WebError) and before is None
        return typed or place or isinstance(error, BrokenError | BusyError)

    return begun(
        lambda safe: once(asked, held, safe),
        final,
        lambda: _anywhere(asked, before),
        Doctor(asked.nearest),
        tell.waits,
        None if before is None else _door(asked, before[0], before[1]),
    )


def _anywhere(asked: Asked, before: tuple[Config, Listener] | None) -> TableDoor:
    """Where the table is to be served now, or where it was before. WebError."""
    from controller.web.place import WebError  # noqa: PLC0415

    try:
        return _door(asked, asked.nearest())
    except WebError:
        if before is None:
            raise
        return _door(asked, before[0])


def _door(asked: Asked, config: Config, listener: Listener | None = None) -> TableDoor:
    """The web door where a configuration says, or at a socket that is open already. WebError."""
    from controller.appliance.system import first_page  # noqa: PLC0415
    from controller.appliance.taken_along import maker  # noqa: PLC0415
    from controller.assembly.door import own_role  # noqa: PLC0415
    from controller.assembly.safe import TableDoor  # noqa: PLC0415
    from controller.broker.ticket import put_ticket  # noqa: PLC0415
    from controller.web.setup import Setup  # noqa: PLC0415
    from upkeep.desk import CareDesk  # noqa: PLC0415
    from upkeep.safe_door import Upkeep  # noqa: PLC0415

    card = card_trouble()  # where it keeps nothing no set-up and no care may seem to be kept
    setup = Setup(asked.desk, config.data, "") if asked.desk is not None and card is None else None
    upkeep = (
        None
        if card == "card_away"
        else Upkeep(CareDesk(config.updates.index), partial(maker, data=config.data))
    )
    kept = partial(put_ticket, config.data / "broker", ticket=asked.ticket, first=first_page(config.data))
    return TableDoor(config.web, listener, setup, partial(own_role, config), kept, upkeep)


def failures() -> tuple[type[Exception], ...]:
    """Errors that a person can mend: one sentence, no traceback."""
    from controller.broker.certificates import CertificateError  # noqa: PLC0415
    from controller.broker.errors import BrokerError  # noqa: PLC0415
    from controller.table.journal import JournalError  # noqa: PLC0415
    from controller.virtual.record import RecordError  # noqa: PLC0415
    from controller.web.place import WebError  # noqa: PLC0415
    from firmware_bridge.device import DeviceLostError  # noqa: PLC0415
    from runtime.stored import StoredError  # noqa: PLC0415
    from vision.calibration.surface import CalibrationError  # noqa: PLC0415
    from vision.camera.sources import CameraError  # noqa: PLC0415
    from vision.nets.load import ModelError  # noqa: PLC0415

    return (
        BrokerError,
        CalibrationError,
        CameraError,
        CertificateError,
        ConfigError,
        DeviceLostError,
        JournalError,
        ModelError,
        RecordError,
        StoredError,
        UnforeseenError,
        WebError,
    )
