"""Which hands a kept picture may show: those that were laid open, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.state.hand import Game, Phase
from vision.calibration.mat import Zone
from vision.eyes.redact import Polygon, standing

if TYPE_CHECKING:
    from vision.eyes.eyes import Eyes


def hidden(eyes: Eyes, game: Game) -> tuple[Polygon, ...]:
    """What is blacked out in a picture of now: the strip of every hand that is not laid open."""
    assert eyes.surface is not None
    out = []
    for seat in range(4):
        if not laid_open(eyes, game, seat):
            strip = standing(eyes.surface, seat, eyes.content(Zone.MELD, seat))
            if strip is not None:
                out.append(strip)
    return tuple(out)


def standing_hands(eyes: Eyes, game: Game) -> Iterator[tuple[int, Polygon]]:
    """Between two hands: the strips of the seats before which tiles are seen that are not laid open. Where
    nobody knows where the mat lies, nobody knows of any."""
    if eyes.surface is None:
        return
    for seat in range(4):
        row = eyes.content(Zone.HAND, seat)
        if row and any(tile.tile is None for tile in row) and not laid_open(eyes, game, seat):
            strip = standing(eyes.surface, seat, eyes.content(Zone.MELD, seat))
            if strip is not None:
                yield seat, strip


def laid_open(eyes: Eyes, game: Game, seat: int) -> bool:
    """Whether the seat has shown its hand, or hands are being shown and all of it is read face up."""
    hand = game.hand
    if hand is None:
        return False
    if hand.seats[seat].shown is not None:
        return True
    showing = hand.phase in (Phase.SHOWING, Phase.ENDED) or hand.automatic_end(game.rules) is not None
    row = eyes.content(Zone.HAND, seat)
    return showing and bool(row) and all(tile.tile is not None for tile in row)
