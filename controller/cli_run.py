"""`jantaku run`: one table, from the machine to the screen."""

from __future__ import annotations

import gzip
import json
import os
import sys
import webbrowser
from pathlib import Path
from typing import Any

import click

from controller.config import Config, ConfigError, load, parse
from engine.events import Event, HandEnded


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option(
    "--speed", type=click.FloatRange(0, 20), default=1.0, show_default=True, help="0: as fast as it goes."
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the virtual players and walls.")
@click.option("--record", type=click.Path(path_type=Path), help="Play this record (mjai or tenhou JSON).")
@click.option("--preset", help="Rules of the game, such as rrc or tenhou.")
@click.option("--broker", help="Use this MQTT broker: mqtt://host:1883.")
@click.option("--port", type=int, help="Port of the web pages.")
@click.option("--data", type=click.Path(path_type=Path), help="Where journals are kept.")
@click.option("--new", is_flag=True, help="Begin a new game even if one was interrupted.")
@click.option("--no-browser", is_flag=True, help="Do not open the table screen.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable lines on stdout.")
def run(  # noqa: PLR0913, PLR0917 - one parameter an option
    config_file: Path | None,
    speed: float,
    hands: int | None,
    seed: int | None,
    record: Path | None,
    preset: str | None,
    broker: str | None,
    port: int | None,
    data: Path | None,
    new: bool,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Run one table. Without --config it is a virtual one, played by virtual players.

    An interrupted game goes on where it stopped.

    \b
    Example: jantaku run --seed 7
             jantaku run --record game.mjson --speed 0 --no-browser
    """
    tell = _Tell(as_json)
    try:
        overrides = {
            "table": {"preset": preset},
            "broker": {"url": broker},
            "web": {"port": port},
            "data": data,
        }
        config = _config(config_file, overrides, record is not None)
        events = None if record is None else _record(record)
        finished = _play(config, events, speed, hands, seed, new, no_browser, tell)
    except _failures() as error:
        raise SystemExit(tell.failed(str(error))) from error
    if not finished:
        raise SystemExit(1)


def _config(path: Path | None, overrides: dict[str, Any], recorded: bool) -> Config:
    """The file's configuration with what the command line says instead."""
    config = load(path)
    values = config.model_dump()
    if recorded and path is None:
        values["table"]["preset"] = "tenhou"
    for section, wanted in overrides.items():
        if isinstance(wanted, dict):
            values[section].update({k: v for k, v in wanted.items() if v is not None})
        elif wanted is not None:
            values[section] = wanted
    return parse(values, "The command line")


def _record(path: Path) -> tuple[Event, ...]:
    from engine.notation.read import read  # noqa: PLC0415 - only a record needs it

    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return tuple(read(text.decode("utf-8").splitlines()))


def _play(
    config: Config,
    record: tuple[Event, ...] | None,
    speed: float,
    hands: int | None,
    seed: int | None,
    new: bool,
    no_browser: bool,
    tell: _Tell,
) -> bool:
    """Runs the table to its end; whether what was followed equals what happened."""
    from controller.run import Wishes, loop, start  # noqa: PLC0415 - needs the camera libraries

    running = start(config, Wishes(speed, hands, seed, record, new))
    screen = f"{running.url}table.html"
    tell.started(screen, running.service.table.name)
    if (
        not no_browser
        and sys.stdout.isatty()
        and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    ):
        webbrowser.open(screen)

    def watch(accepted: tuple[Event, ...]) -> bool:
        for event in accepted:
            if isinstance(event, HandEnded):
                tell.hand(event, running.service.table)
        return not (speed == 0 and running.finished)

    try:
        loop(running, watch)
        report = running.report() if running.finished else None
        if report is not None:
            tell.report(report)
        return report is None or report.equal
    finally:
        running.close()


def _failures() -> tuple[type[Exception], ...]:
    """Errors that a person can mend: one sentence, no traceback."""
    from controller.broker import BrokerError  # noqa: PLC0415
    from controller.journal import JournalError  # noqa: PLC0415
    from controller.web import WebError  # noqa: PLC0415
    from engine.notation.record import RecordError  # noqa: PLC0415
    from firmware_bridge.device import DeviceLostError  # noqa: PLC0415
    from vision.camera import CameraError  # noqa: PLC0415
    from vision.detect import ModelError  # noqa: PLC0415
    from vision.surface import CalibrationError  # noqa: PLC0415

    return (
        BrokerError,
        CalibrationError,
        CameraError,
        ConfigError,
        DeviceLostError,
        JournalError,
        ModelError,
        RecordError,
        WebError,
    )


class _Tell:
    """What the command prints: sentences for people, or JSON lines."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json

    def _line(self, **fields: object) -> None:
        click.echo(json.dumps(fields, ensure_ascii=False))

    def started(self, screen: str, game: str) -> None:
        if self._json:
            self._line(table=screen, game=game)
        else:
            click.echo(f"The table screen is at {screen}")

    def hand(self, ended: HandEnded, table: Any) -> None:
        game = table.game
        started = game.hand.started
        name = f"{'ESWN'[started.round_wind]}{started.number}-{started.honba}"
        if self._json:
            self._line(hand=name, reason=ended.reason.value, deltas=ended.deltas, scores=game.scores)
        else:
            moved = "  ".join(
                f"{score:>6} ({delta:+})" for score, delta in zip(game.scores, ended.deltas, strict=True)
            )
            click.echo(f"{name:<5} {ended.reason.value:<12} {moved}")

    def report(self, report: Any) -> None:
        if self._json:
            tallies = {
                kind: {"right": t.right, "wrong": t.wrong, "missing": t.missing, "extra": t.extra}
                for kind, t in report.tallies.items()
            }
            self._line(
                equal=report.equal,
                percent=round(report.percent, 3),
                hands=len(report.hands),
                hands_paid_right=report.paid,
                scores=report.followed_scores,
                truth=report.scores,
                **tallies,
            )
            return
        click.echo(
            f"Followed {report.percent:.2f} %; {report.paid} of {len(report.hands)} hands paid as played."
        )
        for kind, t in report.tallies.items():
            click.echo(
                f"  {kind:<9} {t.right} right, {t.wrong} wrong, {t.missing} missed, {t.extra} invented"
            )

    def failed(self, sentence: str) -> int:
        click.echo(f"jantaku: {sentence}", err=True)
        return 2
