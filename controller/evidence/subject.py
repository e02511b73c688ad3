"""What of the mat a line of the journal is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from contract.stored.codec import decode
from controller.infer.question import place_of
from controller.table.journal import Record
from controller.table.journal_notes import QUESTION
from engine.state import events as ev
from engine.state.hand import Game
from engine.state.wall_break import wall_of
from vision.calibration.mat import Zone
from vision.nets.detection import Quad

ZONE: Final = {
    ev.Discarded: Zone.POND,
    ev.Identified: Zone.POND,
    ev.RiichiDeclared: Zone.POND,
    ev.ReadyDeclared: Zone.POND,
    ev.RiichiPaid: Zone.STICK,
    ev.Called: Zone.MELD,
    ev.Fetched: Zone.MELD,
    ev.KanDeclared: Zone.MELD,
    ev.HandShown: Zone.HAND,
    ev.AbortDeclared: Zone.HAND,
}
"""Where an event of a seat shows."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Zones with their seats, or one tile in the picture; neither: the whole mat."""

    zones: tuple[tuple[Zone, int], ...] = ()
    quad: Quad | None = None


def subject(record: Record, game: Game) -> Subject | None:
    """What is to be kept of a line; None for one that no picture explains. `game` is the state after it."""
    if record.kind == QUESTION:
        return _asked(record)
    event = decode(record.body["event"]) if record.kind == "refused" else record.event
    if event is None:
        return None
    if isinstance(event, ev.WinDeclared):
        tsumo = event.seat == event.source
        return Subject(((Zone.HAND, event.seat) if tsumo else (Zone.POND, event.source),))
    if isinstance(event, ev.DoraRevealed | ev.UraRevealed):
        return Subject(_indicators(game))
    zone = ZONE.get(type(event))
    return None if zone is None else Subject(((zone, cast("ev.OfSeat", event).seat),))


def _asked(record: Record) -> Subject:
    quad, seat = record.body.get("quad"), record.body.get("seat")
    if isinstance(quad, list):
        a, b, c, d = ((float(x), float(y)) for x, y in quad)
        return Subject(quad=(a, b, c, d))
    place = place_of(str(record.body["id"]))
    if place is not None:
        return Subject(((place[0], place[1]),))
    return Subject() if not isinstance(seat, int) else Subject(((Zone.POND, seat), (Zone.MELD, seat)))


def _indicators(game: Game) -> tuple[tuple[Zone, int], ...]:
    """The sides of the wall in which the newest indicators lie: all where no dice say which."""
    hand = game.hand
    wall = None if hand is None else wall_of(game.rules, hand.dealer, hand.throws)
    if hand is None or not hand.indicators:
        return ()
    if wall is None:
        return tuple((Zone.WALL, side) for side in range(4))
    return ((Zone.WALL, wall.indicator(len(hand.indicators) - 1).side),)
