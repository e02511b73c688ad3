"""How near a hand was after its discards, where what it held is certain once it was laid open. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from contract.messages import Model
from engine.notation.held import held
from engine.notation.played import laid_open, played
from engine.state import events as ev
from engine.state.hand import Hand
from engine.state.tile_count import seen_by
from engine.tiles.shape import acceptance
from engine.tiles.tile import ALL, Tile


class Ukeire(Model):
    """What a hand lacks after a discard."""

    shanten: int
    """0 is tenpai."""
    tiles: list[tuple[str, int]]
    """Faces that bring it nearer, each with the copies that its player could not see; in tenpai the waits."""


def certain_hands(start: ev.GameStarted, events: Sequence[ev.Event]) -> Mapping[int, tuple[Tile, ...]]:
    """The concealed tiles after a discard, by its place in the events of a finished hand of riichi.

    Tiles that nobody was shown are removed first: the journal of a played record knows them.
    """
    (hand,) = played([start, *map(laid_open, events)]).hands
    found = held(hand.moves)
    by_turn = {_turn(hand.moves, at): tiles for at, tiles in found.items()}
    passed: Counter[int] = Counter()
    out = {}
    for at, event in enumerate(events):
        if isinstance(event, ev.Discarded):
            tiles = by_turn.get((event.seat, passed[event.seat]))
            passed[event.seat] += 1
            if tiles is not None:
                out[at] = tiles
    return out


def _turn(moves: Sequence[ev.Event], at: int) -> tuple[int, int]:
    """Whose discard stands there, and how many of the seat came before it."""
    event = moves[at]
    assert isinstance(event, ev.Discarded)
    return event.seat, sum(isinstance(e, ev.Discarded) and e.seat == event.seat for e in moves[:at])


def ukeire(hand: Hand, seat: int, tiles: Sequence[Tile]) -> Ukeire:
    """Of a hand of these concealed tiles, by what lies on the table then."""
    found = acceptance(tiles, hand.seats[seat].melds, seen_by(hand, seat))
    return Ukeire(shanten=found.shanten, tiles=[(str(ALL[kind]), left) for kind, left in found.kinds.items()])
