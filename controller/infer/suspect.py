"""Clear readings that cannot all be true: which tile people should look at, and what follows when they do.

The rules tell that something was misread but not what. The likeliest tile is asked about, then the next; what
people say of a discard counts also where it was accepted otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.infer import pond
from controller.infer.hands import HandSeen
from controller.infer.look import Look
from controller.infer.melds import MeldSeen
from controller.infer.question import contested, contradiction, unread
from controller.infer.reading import Reading
from controller.infer.views import Place
from engine.events import Correct, Discarded, Event, HandShown, HandStarted, Identified
from engine.faults import Fault
from engine.hand import Game
from engine.tile import Tile
from vision.mat import Zone
from vision.observation import TileSeen

SAID: Final = "The players say which tile it is."
CALLED_AFTER: Final = 3.0
"""Seconds until a called tile is asked about: the discard that it was may still be about to be read."""
MISREAD_PATIENCE: Final = 15.0
"""Seconds that people are asked about tiles of a hand that is not what was claimed; then it is as it lies."""
MOST_ASKED: Final = 3
"""Tiles of such a hand that are asked about, one after the other."""


def ask(look: Look, place: Place, seen: TileSeen, reading: Reading) -> None:
    """About a tile that could not be read, or for which a discard was mistaken that takes its last copy."""
    if not reading.clash:
        look.asks.put(unread(place, seen, reading.candidates))
        return
    face = reading.candidates[0]
    found = [(_odds(seen, face), -1, place, seen)]
    for seat in range(4):
        taken = ((look.place(zone, seat, tile), tile) for zone, tile in _taken(look, seat, face))
        found += [(_odds(tile, face), seat, where, tile) for where, tile in taken]
    unnamed = [one for one in found if look.views.named(one[2]) is None]
    if not unnamed:
        return
    _, _, where, tile = min(unnamed, key=lambda one: one[:2])
    if tile is seen:
        look.asks.put(contradiction("", place[1], (str(Fault.FIVE_COPIES.name),), seen, place))
    else:
        look.asks.put(unread(where, tile, _faces(tile)))


def _taken(look: Look, seat: int, face: Tile) -> Iterator[tuple[Zone, TileSeen]]:
    """What lies before a seat and was accepted as this face: discards, tiles of a hand that was shown."""
    me, seen = look.hand.seats[seat], look.pond(seat)
    for index, tile in () if seen is None else seen.known:
        if me.pond[index].tile == face:
            yield Zone.POND, tile
    if me.shown is not None:
        yield from ((Zone.HAND, tile) for tile in look.views.tiles(Zone.HAND, seat) if tile.tile == face)


def _odds(tile: TileSeen, face: Tile) -> float:
    return dict(tile.odds).get(face, 0.0)


def ask_set(look: Look, seat: int, seen: MeldSeen, after: float) -> None:
    """About the tile of an uncertain or unfinished set that is the first to be looked at."""
    amiss = seen.amiss or tuple((tile, ()) for tile in sorted(seen.tiles, key=lambda t: t.p))
    for tile, faces in amiss:
        place = look.place(Zone.MELD, seat, tile)
        if tile.tile is not None and look.views.named(place) is None:
            look.asks.put(unread(place, tile, dict.fromkeys((*_faces(tile), *faces))), after)
            return
    fault = str(Fault.CALL_WRONG_TILE.name)
    look.asks.put(contradiction(f"meld.{seat}", seat, (fault,), seen.tiles[0]), after)


def ask_called(look: Look, seat: int, seen: MeldSeen) -> None:
    """About the called tile of a certain set, which was accepted as another when it was discarded."""
    tile = _called(seen)
    known = None if look.hand.offer is None else look.hand.offer.tile
    look.asks.put(contested(look.place(Zone.MELD, seat, tile), tile, known), CALLED_AFTER)


def misread(look: Look, seat: int, seen: HandSeen, good: Callable[[Sequence[Tile]], bool]) -> bool:
    """Whether people are asked about a tile of an opened hand that is not what was claimed.

    `good` says of the faces of its row whether it is. Nobody is asked about tiles without which it is not.
    """
    if seen.doubts or good(seen.read):
        return False
    named = sum(look.views.named(look.place(Zone.HAND, seat, tile)) is not None for tile in seen.row)
    if named >= MOST_ASKED or look.timers.age(f"misread.{seat}") >= MISREAD_PATIENCE:
        return False
    for n, tile in sorted(enumerate(seen.row), key=lambda pair: pair[1].p):
        place = look.place(Zone.HAND, seat, tile)
        if look.views.named(place) is not None:
            continue
        faces = [f for f in _faces(tile)[1:] if good((*seen.read[:n], f, *seen.read[n + 1 :]))]
        if faces:
            look.asks.put(unread(place, tile, (seen.read[n], *faces)))
            return True
    return False


def corrected(look: Look) -> Iterator[Event]:
    """Discards and shown hands that people name otherwise than they were accepted, on the mat or in a set."""
    for seat, me in enumerate(look.hand.seats):
        yield from _corrected_hand(look, seat)
        lying = look.views.tiles(Zone.POND, seat)
        names = {tile.track: look.views.named(look.place(Zone.POND, seat, tile)) for tile in lying}
        told = {track: name for track, name in names.items() if name is not None}
        for index, name in pond.renamed(me.pond, lying, told) if told else ():
            yield _correction(look.game, seat, index, name)
    offer = look.hand.offer
    if offer is None or offer.index is None or offer.tile is None:
        return
    for seat, meld in look.called_from(offer.seat):
        seen = look.meld(seat)
        if seen is None or meld.called is None or meld.called == offer.tile:
            continue
        if look.views.named(look.place(Zone.MELD, seat, _called(seen))) == meld.called:
            yield _correction(look.game, offer.seat, offer.index, meld.called)


def _corrected_hand(look: Look, seat: int) -> Iterator[Event]:
    """A hand that was shown, with one tile as people name it."""
    if look.hand.seats[seat].shown is None:
        return
    log = look.game.log
    at = max(n for n, e in enumerate(log) if isinstance(e, HandShown) and e.seat == seat)
    old = log[at]
    assert isinstance(old, HandShown)
    zone = look.views.tiles(Zone.HAND, seat)
    named = {tile.tile for tile in zone if look.views.named(look.place(Zone.HAND, seat, tile)) is not None}
    before = Counter(old.tiles if old.win_tile is None else (*old.tiles, old.win_tile))
    now = Counter(tile.tile for tile in zone if tile.tile is not None)
    wrong, right = list((before - now).elements()), list((now - before).elements())
    if len(wrong) == len(right) == 1 and right[0] in named and wrong[0] in old.tiles:
        place = old.tiles.index(wrong[0])
        tiles = (*old.tiles[:place], right[0], *old.tiles[place + 1 :])
        yield Correct(at, 1, (replace(old, tiles=tiles),), SAID)


def _called(seen: MeldSeen) -> TileSeen:
    return next(tile for tile in seen.tiles if tile.sideways)


def _faces(tile: TileSeen) -> list[Tile]:
    return [face for face, _ in tile.odds if face is not None]


def _correction(game: Game, seat: int, index: int, tile: Tile) -> Correct:
    """The discard of this number, where it was laid or where it was named later, as another tile."""
    log = game.log
    begun = max(n for n, event in enumerate(log) if isinstance(event, HandStarted))
    laid: list[int] = []
    named: int | None = None
    for n, event in enumerate(log[begun:], begun):
        if isinstance(event, Discarded) and event.seat == seat:
            laid.append(n)
        elif isinstance(event, Identified) and (event.seat, event.index) == (seat, index):
            named = n
    at = laid[index] if named is None else named
    old = log[at]
    assert isinstance(old, Discarded | Identified)
    return Correct(at, 1, (replace(old, tile=tile),), SAID)
