"""`jantaku render`: a whole game as a video, with what happens in it and where everything lies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO

import click

from contract.stored.codec import encode
from controller.cli.venue_options import venue_options
from controller.history.records import UnreadableError, events_of
from controller.virtual.camera_rehearsal import CameraRehearsal, Moment
from controller.virtual.record import RecordError
from controller.virtual.world import VirtualTable
from engine.classical.flower import with_flowers
from engine.rules.ruleset import Ruleset
from engine.state.events import Event
from vision.camera.video import Video, VideoError
from vision.scene.render import Truth
from vision.scene.rig import Rig
from vision.scene.venue import Venue

NAMES: Final = ("East", "South", "West", "North")
HANDS_USUAL: Final = 10
"""Hands of a game, for the progress bar."""
_UNREADABLE: Final = 2


@click.command(
    name="render", epilog="Example: jantaku render --seed 7 --hands 1 -o game.mp4 --truth truth.jsonl"
)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The video: .mp4 or .avi.")
@click.option("--truth", type=click.Path(path_type=Path), help="File for the truth, one JSON line a picture.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Seed of walls, players and placement.",
)
@click.option("--record", type=click.Path(path_type=Path), help="Play this record (mjai or tenhou JSON).")
@click.option("--preset", default="rrc", show_default=True, help="Rules, such as tenhou or classical.")
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Stop after so many seconds.")
@click.option("--pace", type=click.FloatRange(0, 20, min_open=True), default=1.0, show_default=True)
@venue_options
@click.option("--fps", type=click.FloatRange(1, 60), default=12.5, show_default=True)
@click.option(
    "--scale",
    type=click.FloatRange(0.1, 1),
    default=1.0,
    show_default=True,
    help="Size of the picture, as a share of the camera's.",
)
def render(  # noqa: PLR0913, PLR0917 - one parameter an option
    out: Path,
    truth: Path | None,
    seed: int,
    record: Path | None,
    preset: str,
    hands: int | None,
    seconds: float | None,
    pace: float,
    fps: float,
    scale: float,
    bump: float | None,
    **look: Any,
) -> None:
    """Draw a game of the virtual table as a video with exact truth.

    A line of the truth holds the picture's number and time, the hand, the step, the events that have
    become visible, arms, sticks and dice, and the tiles with their corners in pixels and the share
    of each that can be seen; a line without `tiles` has the same ones as the line before.
    """
    try:
        events = None if record is None else _events(record, preset)
        venue = _venue(look)
        table = VirtualTable(
            _rules(preset),
            NAMES,
            seed=seed,
            record=events,
            tidiness=venue.tidiness,
            pace=pace,
            hands=hands,
            mess=venue.mess,
        )
        rig = venue.rig(seed, () if bump is None else (bump,))
        with ExitStack() as opened:
            video = opened.enter_context(Video(out, fps, scale))
            lines = None if truth is None else opened.enter_context(truth.open("w", encoding="utf-8"))
            count = _film(CameraRehearsal(table), rig, video, lines, hands or HANDS_USUAL, seconds)
    except (VideoError, RecordError, UnreadableError) as error:
        raise _failed(str(error)) from error
    except OSError as error:
        raise _failed(f"{truth} cannot be written: {error.strerror}.") from error
    click.echo(f"{out}: {count} pictures, {count / fps:.0f} s, {len(table.plans)} hands")


def _rules(preset: str) -> Ruleset:
    """The rules of the preset; flowers stay in their box, as at the table, which holds 136 tiles."""
    try:
        rules = Ruleset.preset(preset, {})
        return Ruleset.preset(preset, {"classical.flowers": False}) if with_flowers(rules) else rules
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--preset") from error


def _events(path: Path, preset: str) -> Sequence[Event]:
    return events_of(path, preset)[0]


def _venue(look: Mapping[str, Any]) -> Venue:
    try:
        return Venue.chosen(**look)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _film(
    rehearsal: CameraRehearsal,
    rig: Rig,
    video: Video,
    lines: TextIO | None,
    hands: int,
    seconds: float | None,
) -> int:
    """All pictures and their truth; how many there were."""
    count, before = 0, None
    with click.progressbar(length=hands, label="hands") as bar:
        for moment in rehearsal.moments(video.rate):
            if seconds is not None and moment.t > seconds:
                break
            video.write(rig.exposed(rehearsal.at, moment.t))
            if lines is not None:
                seen = rig.truth(moment.scene, moment.t)
                line, before = _line(count, moment, seen, before, video.scale)
                lines.write(json.dumps(line) + "\n")
            count += 1
            bar.update(max(0, min(moment.hand, hands) - bar.pos))
    return count


def _line(
    number: int, moment: Moment, seen: Sequence[Truth], before: Any, scale: float
) -> tuple[dict[str, Any], Any]:
    """One line of the truth, and its tiles for the next line to be compared with."""
    tiles = [
        {
            "id": body.id,
            "tile": None if true.tile is None else str(true.tile),
            "rest": body.rest.value,
            "quad": [[round(scale * v, 1) for v in corner] for corner in true.quad.tolist()],
            "visible": round(true.visible, 3),
        }
        for body, true in zip(moment.scene.tiles, seen, strict=True)
    ]
    line: dict[str, Any] = {
        "picture": number,
        "t": round(moment.t, 3),
        "hand": moment.hand,
        "step": moment.doing,
        "events": [encode(event) for event in moment.events],
        "arms": [_plain(arm, "seat", "x", "y", "z") for arm in moment.scene.arms],
        "sticks": [_plain(stick, "value", "x", "y", "angle") for stick in moment.scene.sticks],
        "dice": [_plain(die, "value", "x", "y", "angle") for die in moment.scene.dice],
    }
    if tiles != before:
        line["tiles"] = tiles
    return line, tiles


def _plain(body: object, *names: str) -> dict[str, float]:
    return {name: round(getattr(body, name), 2) for name in names}


def _failed(message: str) -> SystemExit:
    click.echo(message, err=True)
    return SystemExit(_UNREADABLE)
