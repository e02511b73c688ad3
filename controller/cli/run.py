"""`jantaku run`: one table, from the machine to the screen."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args

import click

from controller.cli.starting import Asked, Files, failures, in_the_end, once, overlay
from controller.cli.tell import Tell
from controller.cli.venue_options import venue_options
from controller.config import Config, ConfigError, default_data, kept_file, load, parse, values_of
from controller.power import Logind, carry_out
from controller.sentences.refusals import Refusal
from engine.state.events import Event, GameEnded, HandEnded
from runtime.logs import LEVELS
from runtime.memory import one_heap
from runtime.tasks import EXIT, BrokenError

if TYPE_CHECKING:
    from contract.messages.host import What
    from controller.assembly.run import Running
    from controller.setup.desk import Desk
    from controller.virtual.compare import Report
    from runtime.web.crowd import Listener

Walls = Literal["machine", "people", "raised", "dealt"]
Words = Literal["all", "none"]
PATIENCE_S: Final = 180.0
"""Table seconds without any event after which a table that runs by itself is stuck: the longest
pause in play, a shuffle with three attempts to clear a jam, takes under 20."""


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option(
    "--speed", type=click.FloatRange(0, 20), default=1.0, show_default=True, help="0: as fast as possible."
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the virtual players and walls.")
@click.option("--record", type=click.Path(path_type=Path), help="Play this record (mjai or tenhou JSON).")
@click.option("--preset", help="Rules of the game, such as rrc or tenhou.")
@click.option("--broker", help="Use this MQTT broker: mqtt://host:1883; auto: the club's.")
@click.option(
    "--join", type=click.Path(path_type=Path), help="The club's file, whose path `jantaku club hub` prints."
)
@click.option("--club", help="The table's club; a virtual table plays what is assigned to it there.")
@click.option("--table", "table_name", help="Name of the table, as its club knows it, such as table-2.")
@click.option("--host", help="Address to serve other computers at, such as 0.0.0.0 (default: this one only).")
@click.option("--port", type=int, help="Port of the web pages.")
@click.option("--data", type=click.Path(path_type=Path), help="Where journals are kept.")
@click.option("--new", is_flag=True, help="Begin a new game even if one was interrupted.")
@click.option(
    "--walls", type=click.Choice(get_args(Walls)), help="Who raises a virtual table's walls, or deals."
)
@click.option("--words", type=click.Choice(get_args(Words)), help="Whether virtual people press buttons.")
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
             jantaku run --walls people
             jantaku run --join ~/.local/state/jantaku/club/broker/join.toml --table table-2
             jantaku run --record game.mjson --speed 0 --no-browser
    """
    one_heap()
    tell = Tell(as_json)
    overrides = _overrides(config_file, **table)
    stays = hands is None and speed > 0
    try:
        events = None if record is None else _record(record)
        wishes = {"speed": speed, "hands": hands, "seed": seed, "record": events, "new": new}
        wishes["assigned_only"] = table["club"] is not None or join is not None
        goes_on = stays and record is None
        files = Files(config_file, join, kept_file(overrides["data"]) if goes_on else None)
        asked = Asked(lambda: _config(files, overrides, record is not None), files, overrides, wishes, stays)
        if goes_on:
            asked = replace(asked, desk=_desk(files, overrides))
        good, wanted = _play(asked, no_browser, tell)
    except KeyboardInterrupt:
        # Stopped while it was starting: nothing has happened yet.
        return
    except BrokenError as error:
        tell.failed(str(error))
        raise SystemExit(EXIT) from error
    except failures() as error:
        raise SystemExit(tell.failed(str(error))) from error
    if wanted is not None and not carry_out(wanted, Logind()):
        raise SystemExit(tell.failed(str(Refusal("no_power"))))
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
    walls: str | None,
    **look: Any,
) -> dict[str, Any]:
    """What the command line says of the table, by section; `look` is that of a virtual one."""
    return {
        "table": {"preset": preset, "club": club, "name": table_name, "walls": _raised(walls)},
        "broker": {"url": broker},
        "machine": {"kind": None if walls is None else "simulated" if walls == "machine" else "none"},
        "web": {"host": host, "port": port},
        "logging": {"level": log_level},
        "virtual": look,
        "data": data or _data_of(table_name, config_file),
    }


def _raised(walls: str | None) -> str | None:
    """The value of `table.walls`, which is for tables without a machine of ours."""
    return "people" if walls == "machine" else walls


def _config(files: Files, overrides: dict[str, Any], recorded: bool) -> Config:
    """The file's configuration with what the club's file and the command line say instead."""
    config = load(files.toml)
    if recorded and files.toml is None:
        config = config.model_copy(update={"table": config.table.model_copy(update={"preset": "tenhou"})})
    return _whole(config, files, overrides)


def _whole(config: Config, files: Files, overrides: dict[str, Any]) -> Config:
    values = config.model_dump()
    if files.join is not None:
        club = values_of(files.join, "--join")
        overlay(values, club)
        parse(values, str(files.join))
    overlay(values, overrides)
    return parse(values, "The command line")


def _desk(files: Files, overrides: dict[str, Any]) -> Desk:
    """Changes the table's file, whatever the command line says besides."""
    from controller.setup.desk import Desk  # noqa: PLC0415

    path = files.config or files.own
    assert path is not None

    def whole(values: dict[str, Any]) -> Config:
        from controller.assembly.choices import check  # noqa: PLC0415 - needs the camera libraries

        return check(_whole(check(parse(values, str(path))), files, overrides))

    fixed: dict[str, Any] = {name: {} for name, part in overrides.items() if isinstance(part, dict)}
    with suppress(ConfigError):
        overlay(fixed, {} if files.join is None else values_of(files.join, "--join"))
    overlay(fixed, overrides)
    return Desk(path, whole, fixed)


def _data_of(table: str | None, config_file: Path | None) -> Path | None:
    """Tables that are distinguished by the command line alone have a data directory each."""
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


class _Again(NamedTuple):
    """The table is to begin again: its configuration and the socket of its pages."""

    config: Config
    listener: Listener


def _play(asked: Asked, no_browser: bool, tell: Tell) -> tuple[bool, What | None]:
    """Runs the table to its end, as often as it is to begin again; whether what was followed equals what
    happened, and what its host wants of the program or the computer now."""
    from controller.setup.firmware import bring  # noqa: PLC0415

    before: _Again | None = None
    while True:
        ended = _sitting(asked, no_browser, tell, before)
        if not isinstance(ended, _Again):
            return ended
        if asked.desk is not None and asked.desk.firmware.is_set():
            asked.desk.firmware.clear()
            asked.desk.flashed = bring(ended.config)
        before, asked = ended, replace(asked, wishes=asked.wishes | {"new": False})


def _sitting(
    asked: Asked, no_browser: bool, tell: Tell, before: _Again | None
) -> tuple[bool, What | None] | _Again:
    """One run of the table, with what `_play` gives where it is not to begin again."""
    from controller.assembly.door import first_account  # noqa: PLC0415
    from controller.assembly.run import loop  # noqa: PLC0415 - needs the camera libraries

    wishes = asked.wishes
    with ExitStack() as held, _interruptible():
        config, running = in_the_end(asked, held, tell, before) if asked.stays else once(asked, held, None)
        try:
            screen = f"{running.url}table.html"
            link = running.link("table.html")
            tell.started(screen, running.service.table, link=link, builds=running.builds)
            if running.far is not None:
                tell.serves(running.far, first_account(config) if tell.shows_secrets else None)
            seen = sys.stdout.isatty() and {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
            if seen and before is None and not no_browser:
                webbrowser.open(link or screen)
            fast = wishes["speed"] == 0 and not wishes["assigned_only"]
            watch = _Watch(running, tell, fast, wishes["hands"], asked.desk)
            loop(running, watch.turn)
            if watch.again:
                return _Again(config, running.listener())
            equal = watch.report is None or watch.report.equal
            return not watch.stuck and equal, running.ended
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
    """Reports every hand, and decides when the program ends by itself."""

    def __init__(
        self, running: Running, tell: Tell, fast: bool, hands: int | None, desk: Desk | None = None
    ) -> None:
        self._running = running
        self._tell = tell
        self._fast = fast
        self._hands = hands
        self._desk = desk
        self.again = False
        """Somebody has set the table up: it begins again."""
        self._news_at = running.clock.now()
        self._reported_at = 0.0
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
        if self._desk is not None and self._desk.again.is_set():
            self._desk.again.clear()
            self.again = True
        ends = running.finished and (self._fast or self._hands is not None)
        return not (ends or self.stuck or self._hands == 0 or self.again)

    def _progress(self, now: float) -> None:
        if time.monotonic() - self._reported_at >= 1.0:
            self._reported_at = time.monotonic()
            self._tell.progress(self._running.service.table, now)
