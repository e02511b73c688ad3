"""What a hand that was laid open held before, as far as it is certain.

Nobody sees concealed tiles at a real table. From the hand in the end one goes back: what was discarded or
laid into a set was in it, and a draw that came to light as such was not. The first draw that nobody has
seen ends what is certain; nothing is guessed (`engine.notation.whole` fills a hand for viewers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.notation.whole import came_to_light
from engine.state import events as ev
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile

_SEATS: Final = range(4)
_HAND: Final = 13


def held(moves: Sequence[ev.Event]) -> Mapping[int, tuple[Tile, ...]]:
    """The concealed tiles after a discard, by the discard's place in `moves`, where they are certain.

    `moves` are the events of one hand as they stood (`PlayedHand.moves`).
    """
    found: dict[int, tuple[Tile, ...]] = {}
    for seat in _SEATS:
        found |= _of_seat(moves, seat)
    return found


def _of_seat(moves: Sequence[ev.Event], seat: int) -> dict[int, tuple[Tile, ...]]:
    found: dict[int, tuple[Tile, ...]] = {}
    tiles: list[Tile] | None = None
    for at in range(len(moves) - 1, -1, -1):
        event = moves[at]
        if not isinstance(event, ev.OfSeat) or event.seat != seat:
            continue
        if isinstance(event, ev.HandShown):
            tiles = [*event.tiles, *(() if event.win_tile is None else (event.win_tile,))]
        elif tiles is not None:
            if isinstance(event, ev.Discarded) and len(tiles) + 3 * _sets(moves[:at], seat) == _HAND:
                found[at] = tuple(tiles)
            tiles = _before(moves, at, event, tiles)
            if tiles is None:
                break
    return found


def _sets(moves: Sequence[ev.Event], seat: int) -> int:
    """How many sets lie beside the hand: nine kinds that are shown alone are no whole hand."""
    laid = (event for event in moves if isinstance(event, ev.Called | ev.KanDeclared) and event.seat == seat)
    return sum(event.meld.type is not MeldType.SHOUMINKAN for event in laid)


def _before(moves: Sequence[ev.Event], at: int, event: ev.OfSeat, tiles: list[Tile]) -> list[Tile] | None:
    """The hand before an event of its seat; None where that is not certain."""
    if isinstance(event, ev.Discarded):
        return None if event.tile is None else [*tiles, event.tile]
    if isinstance(event, ev.Called):
        return [*tiles, *event.meld.own]
    if isinstance(event, ev.KanDeclared):
        added = event.meld.added
        return [*tiles, *(event.meld.tiles if added is None else (added,))]
    if isinstance(event, ev.Drawn):
        drawn = came_to_light(moves, at, event.seat) if event.tile is None else event.tile
        if drawn is None or drawn not in tiles:
            return None
        tiles.remove(drawn)
    return tiles
