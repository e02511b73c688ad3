"""Commands of the bus become what the table understands; whatever a screen sends, nothing breaks."""

from __future__ import annotations

from typing import Final

from contract.messages import AnswerBody, CaseBody, EntryBody, PanelBody, PenaltyBody, RulingBody, SeatBody
from contract.messages.seat_panel import Button
from contract.stored.codec import CodecError, decode, type_name
from controller.bus.gate import Order
from controller.infer.inference import Answer
from controller.panel.panel import PanelSignal
from controller.sentences.refusals import Refusal
from engine.judge import judge_needed, ruling
from engine.judge.penalties import PENALTIES, Penalty, penalty
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile
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


def signal_of(order: Order, now: float) -> PanelSignal:
    """The button of a `panel`, `win.confirm` or `win.dispute` command."""
    body = order.read()
    if isinstance(body, PanelBody):
        return PanelSignal(body.seat, body.button, now)
    assert isinstance(body, SeatBody)
    return PanelSignal(body.seat, Button.CONFIRM if order.name == "win.confirm" else Button.DISPUTE, now)


def answer_of(body: AnswerBody) -> Answer | None:
    """The answer of an `answer` command; None when it names no tile."""
    try:
        return Answer(body.question, None if body.tile is None else Tile.parse(body.tile))
    except ValueError:
        return None


def axis_of(name: str | None) -> int | Refusal:
    """The axis of a `machine.selftest` command, NONE for all, or what is wrong."""
    if name is None:
        return NONE
    if name.upper() in Axis.__members__:
        return Axis[name.upper()]
    return Refusal("no_axis", axis=name[:64], axes=", ".join(a.name for a in Axis))


def ruling_of(body: RulingBody, name: str, game: Game) -> ev.Event | Refusal:
    """The event of a `ruling` command in the game called `name`, or what is wrong."""
    if body.game not in (None, name):
        return Refusal("other_game")
    try:
        event = decode(body.event)
    except CodecError as error:
        return Refusal("bad_event", detail=str(error))
    if not isinstance(event, RULINGS):
        allowed = ", ".join(type_name(kind) for kind in RULINGS)
        return Refusal("no_ruling", event=type_name(event), allowed=allowed)
    if isinstance(event, ev.Penalised) and event.confirmed:
        return Refusal("all_four")
    return _hands_of(event, game) if body.hands and isinstance(event, ev.Correct) else event


def entry_of(body: EntryBody) -> ev.ResultEntered | Refusal:
    """The event of a `result.enter` command, or what is wrong."""
    try:
        event = decode(body.event)
    except CodecError as error:
        return Refusal("bad_event", detail=str(error))
    return event if isinstance(event, ev.ResultEntered) else Refusal("no_entry", event=type_name(event))


def _hands_of(asked: ev.Correct, game: Game) -> ev.Correct | Refusal:
    """The correction of whole hands as one of the events that these hands are."""
    starts = [at for at, event in enumerate(game.log) if isinstance(event, ev.HandStarted)]
    ends = [at + 1 for at, event in enumerate(game.log) if isinstance(event, ev.HandEnded)]
    last = asked.at + asked.count
    if asked.count < 1 or last > len(ends):
        return Refusal("no_such_hands", finished=len(ends), first=asked.at + 1, last=last)
    at = starts[asked.at]
    return ev.Correct(at, ends[last - 1] - at, asked.events, asked.reason)


def penalty_of(body: PenaltyBody, game: Game) -> ev.Penalised | Refusal:
    """The ruling that a row of the penalty table asks for, or what is wrong (K-PEN-03)."""
    row = _row(body.row, game)
    if isinstance(row, Refusal):
        return row
    if body.mild and row.minimum is None:
        return Refusal("no_milder", row=row.id)
    measure = row.minimum if body.mild and row.minimum is not None else row.standard
    sanction = measure.sanction or body.sanction
    if sanction is None:
        return Refusal("choose_sanction", row=row.id)
    if body.sanction not in (None, sanction):
        return Refusal("row_prescribes", row=row.id, sanction=sanction.value)
    if (body.points is None) == (sanction is ev.Sanction.FINE):
        points = body.points
        return Refusal("needs_points") if points is None else Refusal("no_points", sanction=sanction.value)
    if body.points is not None:
        return ev.Penalised(body.seat, sanction, row.id, body.points)
    return ruling(body.seat, sanction, row.id, (given.ruling for given in game.penalties))


def settlement_of(body: CaseBody, game: Game) -> ev.Penalised | Refusal:
    """The ruling that all four make themselves, or what is wrong (K-PEN-08)."""
    row = _row(body.row, game)
    if isinstance(row, Refusal):
        return row
    sanction = row.standard.sanction
    if sanction is None or judge_needed(sanction):
        return Refusal("row_for_referee", row=row.id)
    return ev.Penalised(body.offender, sanction, row.id, confirmed=(0, 1, 2, 3))


def _row(number: str, game: Game) -> Penalty | Refusal:
    try:
        return penalty(number, game.rules.name)
    except KeyError:
        return Refusal("no_row", row=number, last=f"P-{len(PENALTIES)}")
