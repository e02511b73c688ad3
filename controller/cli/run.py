"""`jantaku run`: one table, from the machine to the screen."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from controller.cli.tell import Tell
from controller.cli.venue_options import venue_options
from controller.config import Config, ConfigError, default_data, load, parse, values_of
from engine.state.events import Event, GameEnded, HandEnded
from runtime.logs import LEVELS, log
from runtime.tasks import EXIT, BrokenError, Tasks

if TYPE_CHECKING:
    from controller.assembly.run import Running
    from controller.virtual.compare import Report

PATIENCE_S: Final = 180.0
"""Table seconds without any event after which a table that runs by itself is stuck: the longest
pause in play, a shuffle with three attempts to clear a jam, takes under 20."""


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option(
    "--speed", type=click.FloatRange(0, 20), default=1.0, show_default=True, help="0: as fast as it goes."
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the virtual players and walls.")
@click.option("--record", type=click.Path(path_type=Path), help="Play this record (mjai or tenhou JSON).")
@click.option("--preset", help="Rules of the game, such as rrc or tenhou.")
@click.option("--broker", help="Use this MQTT broker: mqtt://host:1883; auto: the club's.")
@click.option("--join", type=click.Path(path_type=Path), help="A club's file that `jantaku club hub` names.")
@click.option("--club", help="The table's club; a virtual table plays what is assigned to it there.")
@click.option("--table", "table_name", help="Name of the table, as its club knows it, such as table-2.")
@click.option("--host", help="Address to serve other computers at, such as 0.0.0.0 (default: this one only).")
@click.option("--port", type=int, help="Port of the web pages.")
@click.option("--data", type=click.Path(path_type=Path), help="Where journals are kept.")
@click.option("--new", is_flag=True, help="Begin a new game even if one was interrupted.")
@venue_options
@click.option("--log-level", type=click.Choice(LEVELS), help="What goes to the log (default: warning).")
@click.option("--no-browser", is_flag=True, help="Do not open the table screen.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable lines on stdout.")
def run(  # noqa: PLR0913, PLR0917 - one parameter an option
    config_file: Path | None,
    speed: float,
    hands: int | None,
    seed: int | None,
    record: Path | None,
    join: Path | None,
    new: bool,
    no_browser: bool,
    as_json: bool,
    **table: Any,
) -> None:
    """Run one table. Without --config it is a virtual one, played by virtual players.

    An interrupted game goes on where it stopped.

    \b
    Example: jantaku run --seed 7
             jantaku run --venue 900004
             jantaku run --join ~/.local/state/jantaku/club/broker/join.toml --table table-2
             jantaku run --record game.mjson --speed 0 --no-browser
    """
    tell = Tell(as_json)
    try:
        config = _config(config_file, join, _overrides(config_file, **table), record is not None)
        events = None if record is None else _record(record)
        wishes = {"speed": speed, "hands": hands, "seed": seed, "record": events, "new": new}
        wishes["assigned_only"] = table["club"] is not None or join is not None
        good = _play(config, wishes, no_browser, tell)
    except KeyboardInterrupt:
        # Stopped while it was starting: nothing has happened yet.
        return
    except BrokenError as error:
        tell.failed(str(error))
        raise SystemExit(EXIT) from error
    except _failures() as error:
        raise SystemExit(tell.failed(str(error))) from error
    if not good:
        raise SystemExit(1)


def _overrides(  # noqa: PLR0913 - one parameter an option
    config_file: Path | None,
    *,
    preset: str | None,
    broker: str | None,
    club: str | None,
    table_name: str | None,
    host: str | None,
    port: int | None,
    data: Path | None,
    log_level: str | None,
    **look: Any,
) -> dict[str, Any]:
    """What the command line says of the table, by section; `look` is that of a virtual one."""
    return {
        "table": {"preset": preset, "club": club, "name": table_name},
        "broker": {"url": broker},
        "web": {"host": host, "port": port},
        "logging": {"level": log_level},
        "virtual": look,
        "data": data or _data_of(table_name, config_file),
    }


def _config(path: Path | None, join: Path | None, overrides: dict[str, Any], recorded: bool) -> Config:
    """The file's configuration with what the club's file and the command line say instead."""
    config = load(path)
    values = config.model_dump()
    if recorded and path is None:
        values["table"]["preset"] = "tenhou"
    if join is not None:
        club = values_of(join, "--join")
        _overlay(values, club)
        parse(values, str(join))
    _overlay(values, overrides)
    return parse(values, "The command line")


def _overlay(values: dict[str, Any], wanted: dict[str, Any]) -> None:
    for section, part in wanted.items():
        if isinstance(part, dict) and isinstance(values.get(section), dict):
            values[section].update({key: value for key, value in part.items() if value is not None})
        elif part is not None:
            values[section] = part


def _data_of(table: str | None, config_file: Path | None) -> Path | None:
    """Tables that are told apart by the command line alone have a data directory each."""
    return default_data() / "tables" / table if table is not None and config_file is None else None


def _record(path: Path) -> tuple[Event, ...]:
    from controller.history.records import UnreadableError, lines_of  # noqa: PLC0415 - only a record needs them
    from engine.notation.read import RecordError, read  # noqa: PLC0415

    try:
        return tuple(read(lines_of(path)))
    except UnreadableError as error:
        raise ConfigError(f"{error} Give --record another file.") from error
    except RecordError as error:
        raise ConfigError(f"The record {path} cannot be played: {error}") from error


def _play(config: Config, wishes: dict[str, Any], no_browser: bool, tell: Tell) -> bool:
    """Runs the table to its end; whether what was followed equals what happened."""
    from controller.assembly.displays import first_account  # noqa: PLC0415
    from controller.assembly.run import Wishes, loop, start  # noqa: PLC0415 - needs the camera libraries

    tasks = Tasks()
    tasks.end_hard()
    with log(config.logging.level, tasks, config.broker.password), _interruptible():
        running = start(config, Wishes(**wishes), tasks)
        try:
            screen = f"{running.url}table.html"
            link = running.link("table.html")
            tell.started(screen, running.service.table, link=link, builds=running.builds)
            if running.far is not None:
                tell.serves(running.far, first_account(config) if tell.shows_secrets else None)
            if not no_browser and sys.stdout.isatty() and {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
                webbrowser.open(link or screen)
            fast = wishes["speed"] == 0 and not wishes["assigned_only"]
            watch = _Watch(running, tell, fast, wishes["hands"])
            loop(running, watch.turn)
            return not watch.stuck and (watch.report is None or watch.report.equal)
        finally:
            running.close()


def _fields(report: Report) -> dict[str, object]:
    tallies = {
        kind: {"right": t.right, "wrong": t.wrong, "missing": t.missing, "extra": t.extra}
        for kind, t in report.tallies.items()
    }
    return {
        "equal": report.equal,
        "percent": round(report.percent, 3),
        "hands": len(report.hands),
        "hands_paid_right": report.paid,
        "scores": report.followed_scores,
        "truth": report.scores,
        **tallies,
    }


def _lines(report: Report) -> list[str]:
    paid = f"{report.paid} of {len(report.hands)} hands paid as played"
    return [f"Followed {report.percent:.2f} %; {paid}."] + [
        f"  {kind:<9} {t.right} right, {t.wrong} wrong, {t.missing} missed, {t.extra} invented"
        for kind, t in report.tallies.items()
    ]


@contextmanager
def _interruptible() -> Iterator[None]:
    """SIGTERM while a table starts stops it just as Ctrl-C does: in order."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Watch:
    """Tells every hand, and decides when the program ends by itself."""

    def __init__(self, running: Running, tell: Tell, fast: bool, hands: int | None) -> None:
        self._running = running
        self._tell = tell
        self._fast = fast
        self._hands = hands
        self._news_at = running.clock.now()
        self._told_at = 0.0
        self.stuck = False
        self.report: Report | None = None

    def turn(self, accepted: Sequence[Event]) -> bool:
        """Whether to go on after a turn that accepted these events."""
        running = self._running
        now = running.clock.now()
        for event in accepted:
            if isinstance(event, HandEnded):
                self._tell.hand(event, running.service.table)
                if running.world is None and self._hands is not None:
                    self._hands -= 1
            elif isinstance(event, GameEnded):
                self._tell.final(running.service.table)
        if accepted:
            self._news_at = now
        if not running.finished:
            self.report = None
        elif self.report is None:
            self.report = running.report()
            assert self.report is not None
            self._tell.result(_fields(self.report), _lines(self.report))
        if self._fast:
            self._progress(now)
            self.stuck = now - self._news_at > PATIENCE_S and not running.finished
        if self.stuck:
            self._tell.stuck(len(running.service.questions))
        ends = running.finished and (self._fast or self._hands is not None)
        return not (ends or self.stuck or self._hands == 0)

    def _progress(self, now: float) -> None:
        if time.monotonic() - self._told_at >= 1.0:
            self._told_at = time.monotonic()
            self._tell.progress(self._running.service.table, now)


def _failures() -> tuple[type[Exception], ...]:
    """Errors that a person can mend: one sentence, no traceback."""
    from controller.broker.certificates import CertificateError  # noqa: PLC0415
    from controller.broker.errors import BrokerError  # noqa: PLC0415
    from controller.table.journal import JournalError  # noqa: PLC0415
    from controller.virtual.record import RecordError  # noqa: PLC0415
    from controller.web.server import WebError  # noqa: PLC0415
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
        WebError,
    )
