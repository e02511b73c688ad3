"""What each seat of a played hand held: the deal and every draw, worked out from what came to light.

At a real table nobody sees concealed tiles, but a discard, a set and a shown hand say what must have
been dealt or drawn before. Each such tile takes the earliest unseen place: it suits every later need
as well, so that nothing that can be placed is left over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.notation.played import PlayedHand
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.tile_count import limit
from engine.tiles.meld import MeldType
from engine.tiles.tile import ALL, Tile

_DEAL = -1


@dataclass(slots=True)
class Place:
    """A place of a hand: dealt, or drawn by move number `at`."""

    at: int
    tile: Tile | None = None


@dataclass(slots=True)
class Racks:
    """The places of each seat, the thirteen dealt ones first."""

    places: tuple[list[Place], list[Place], list[Place], list[Place]] = field(
        default_factory=lambda: ([], [], [], [])
    )

    def dealt(self, seat: int) -> list[Tile | None]:
        return [place.tile for place in self.places[seat] if place.at == _DEAL]

    def drawn(self, at: int) -> Tile | None:
        """The tile of the draw that is move number `at`."""
        return next(place.tile for own in self.places for place in own if place.at == at)

    @property
    def unseen(self) -> list[Place]:
        return [place for own in self.places for place in own if place.tile is None]


def racks(hand: PlayedHand) -> Racks:
    """The tiles of all seats as far as they are known."""
    found = Racks()
    dealt = next((e for e in hand.moves if isinstance(e, ev.Dealt)), ev.Dealt())
    for own, tiles in zip(found.places, dealt.hands, strict=True):
        own += [Place(_DEAL, tile) for tile in tiles or (None,) * 13]
    for at, event in enumerate(hand.moves):
        if isinstance(event, ev.Drawn):
            tile = came_to_light(hand.moves, at, event.seat) if event.tile is None else event.tile
            found.places[event.seat].append(Place(at, tile))
    for seat, own in enumerate(found.places):
        _work_out(own, _left(hand.moves, seat))
    return found


def came_to_light(moves: Sequence[ev.Event], at: int, seat: int) -> Tile | None:
    """An unseen draw that came to light as such: thrown as drawn, thrown in riichi, or won on."""
    paid = any(isinstance(e, ev.RiichiPaid) and e.seat == seat for e in moves[:at])
    for event in moves[at + 1 :]:
        if isinstance(event, ev.Discarded):
            same = event.seat == seat and (event.tsumogiri or (paid and event.tsumogiri is None))
            return event.tile if same else None
        if isinstance(event, ev.HandShown) and event.seat == seat:
            return event.win_tile
        if isinstance(event, ev.Drawn | ev.KanDeclared):
            return None
    return None


def _left(moves: Sequence[ev.Event], seat: int) -> list[tuple[int, Tile]]:
    """The tiles that left the hand or were shown, each with the number of the move."""
    out: list[tuple[int, Tile]] = []
    for at, event in enumerate(moves):
        if not isinstance(event, ev.OfSeat) or event.seat != seat:
            continue
        tiles: Iterable[Tile | None] = ()
        if isinstance(event, ev.Discarded):
            tiles = (event.tile,)
        elif isinstance(event, ev.Called):
            tiles = event.meld.own
        elif isinstance(event, ev.KanDeclared):
            tiles = (event.meld.added,) if event.meld.type is MeldType.SHOUMINKAN else event.meld.tiles
        elif isinstance(event, ev.HandShown):
            tiles = (*event.tiles, event.win_tile)
        out += [(at, tile) for tile in tiles if tile is not None]
    return out


def _work_out(own: list[Place], left: Iterable[tuple[int, Tile]]) -> None:
    held = list(own)
    for at, tile in left:
        here = [place for place in held if place.at < at and place.tile in (tile, None)]
        place = next((place for place in here if place.tile is not None), next(iter(here), None))
        if place is not None:
            place.tile = tile
            held.remove(place)


def filled(found: Racks, hand: PlayedHand, rules: Ruleset) -> int:
    """Gives unseen places tiles that nobody is known to have held, and says how many.

    Not what was there: only something that can have been there. Neighbours are mixed, so that
    hands which nobody showed look as far from ready as they probably were.
    """
    spent = Counter(place.tile for own in found.places for place in own if place.tile is not None)
    spent.update(e.tile for e in hand.moves if isinstance(e, ev.DoraRevealed))
    for event in hand.moves:
        if isinstance(event, ev.UraRevealed):
            spent.update(event.tiles)
    rest = [tile for tile in ALL for _ in range(limit(rules, tile) - spent[tile])]
    mixed = [tile for start in range(5) for tile in rest[start::5]]
    places = found.unseen
    for place, tile in zip(places, mixed, strict=False):
        place.tile = tile
    return len(places)
