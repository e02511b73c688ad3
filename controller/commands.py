"""Commands of the bus become what the table understands; whatever a screen sends, nothing breaks."""

from __future__ import annotations

from typing import Final

from controller.codec import CodecError, decode, type_name
from controller.infer.inference import Answer
from controller.panel import Button, PanelSignal
from controller.topics import Command
from engine import events as ev
from engine.tile import Tile
from firmware_bridge.message import NONE
from firmware_bridge.pins import Axis

RULINGS: Final = (
    ev.Penalised,
    ev.Correct,
    ev.Reseated,
    ev.ResultEntered,
    ev.RiichiWithdrawn,
    ev.WinWithdrawn,
)
"""Events that people decide and no camera sees."""


def signal_of(command: Command, now: float) -> PanelSignal | None:
    """The button of a `panel` command; None when its body names no seat or no button."""
    seat, button = command.body.get("seat"), command.body.get("button")
    if type(seat) is not int or seat not in range(4) or not isinstance(button, str):
        return None
    try:
        return PanelSignal(seat, Button(button), now)
    except ValueError:
        return None


def answer_of(command: Command) -> Answer | None:
    """The answer of an `answer` command; None when its body names no question or no tile."""
    question, tile = command.body.get("question"), command.body.get("tile")
    if not isinstance(question, str) or not isinstance(tile, str):
        return None
    try:
        return Answer(question, Tile.parse(tile))
    except ValueError:
        return None


def axis_of(command: Command) -> int | str:
    """The axis of a `machine.selftest` command, NONE for all, or one sentence about what is wrong."""
    name = command.body.get("axis")
    if name is None:
        return NONE
    if isinstance(name, str) and name.upper() in Axis.__members__:
        return Axis[name.upper()]
    return f"There is no axis {name}: one of {', '.join(a.name for a in Axis)}."


def ruling_of(command: Command) -> ev.Event | str:
    """The event of a `rule` command, or one sentence about what is wrong with its body."""
    try:
        event = decode(command.body.get("event"))
    except CodecError as error:
        return str(error)
    if not isinstance(event, RULINGS):
        allowed = ", ".join(type_name(kind) for kind in RULINGS)
        return f"{type_name(event)} is no ruling: rule one of {allowed}."
    return event
