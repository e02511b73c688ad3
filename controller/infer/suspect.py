"""Clear readings that cannot all be true: which tile people should look at, or that two sets are mixed.

The rules show that something was misread but not what. The likeliest tile is asked about, then the next; what
follows when people name it stands in `correction.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from contract.messages.seat_panel import Button
from contract.stored.vocabulary import FAULTS
from controller.infer import wall
from controller.infer.columns import UNSEEN, portions
from controller.infer.context import Look
from controller.infer.hands import HandSeen
from controller.infer.melds import MeldSeen
from controller.infer.question import contested, contradiction, place_id, put_right, unread, unseen_set
from controller.infer.reading import CERTAIN, COPIES, WHITE, Reading, may_be_open
from controller.infer.unanswered import assume, due
from controller.infer.views import Place
from engine.state.faults import Fault
from engine.state.hand import Phase
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

STRANGE_AFTER: Final = 3.0
"""Seconds after which something that fits no event is asked about; calls and kans settle sooner."""
CALLED_AFTER: Final = 3.0
"""Seconds until a called tile is asked about: the discard that it was may still be about to be read."""
MISREAD_PATIENCE: Final = 15.0
"""Seconds that people are asked about tiles of a hand that is not what was claimed; then it is as it lies."""
MIXED: Final = 2
"""Tiles in view beyond those of a set that are another set's."""
MIXED_AFTER: Final = 3.0
"""Seconds that they lie there before it is said: a tile on its way is seen at two places for a moment."""
_IN_VIEW: Final = (Zone.POND, Zone.MELD, Zone.HAND)
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
        look.asks.put(contradiction("", place[1], (FAULTS[Fault.FIVE_COPIES],), seen, place))
    else:
        look.asks.put(unread(where, tile, _faces(tile)))


def _taken(look: Look, seat: int, face: Tile) -> Iterator[tuple[Zone, TileSeen]]:
    """What lies before a seat and was accepted as this face: discards, tiles of sets and of a shown hand."""
    me, seen = look.hand.seats[seat], look.pond(seat)
    for index, tile in () if seen is None else seen.known:
        if me.pond[index].tile == face:
            yield Zone.POND, tile
    for meld, group in zip(me.melds, portions(me.melds, look.columns(seat))[0], strict=True):
        if face in meld.tiles:
            yield from ((Zone.MELD, tile) for c in group for tile in c.lying if tile.tile == face)
    if me.shown is not None:
        yield from ((Zone.HAND, tile) for tile in look.views.tiles(Zone.HAND, seat) if tile.tile == face)


def _odds(tile: TileSeen, face: Tile) -> float:
    return dict(tile.odds).get(face, 0.0)


def ask_set(look: Look, seat: int, seen: MeldSeen, after: float) -> None:
    """About the tile of an uncertain or unfinished set that is the first to be looked at."""
    amiss = seen.amiss or tuple((tile, ()) for tile in sorted(seen.tiles, key=lambda t: t.p))
    for tile, faces in amiss:
        place = look.place(Zone.MELD, seat, tile)
        if (may_be_open(tile) or tile.track == UNSEEN) and look.views.named(place) is None:
            question = unread(place, tile, dict.fromkeys((*_faces(tile), *faces)))
            look.asks.put(question if seen.tiles else unseen_set(question), after)
            return
    if not seen.tiles:
        return
    fault = FAULTS[Fault.CALL_WRONG_TILE]
    look.asks.put(contradiction(f"meld.{seat}", seat, (fault,), seen.tiles[0]), after)


def assume_set(look: Look, seat: int, seen: MeldSeen) -> bool:
    """Nobody says what the set is: it counts as the likeliest. False where its tiles make none.

    Which of several sets it is of which only the called tile is seen is never guessed.
    """
    others = {tile.track: faces for tile, faces in seen.amiss}
    if UNSEEN in others:
        if not seen.melds:
            look.views.assume((Zone.MELD, seat, UNSEEN), max(others[UNSEEN], key=look.unseen))
        return True
    doubts = [t for t in seen.tiles if may_be_open(t) and (t.p < CERTAIN or t.track in others)]

    def whole(zone: Sequence[TileSeen]) -> bool:
        found = look.meld(seat, zone)
        return found is not None and found.certain

    return assume(look, Zone.MELD, seat, doubts, whole, others)


def ask_called(look: Look, seat: int, seen: MeldSeen) -> None:
    """About the called tile of a certain set, which was accepted as another when it was discarded.

    When nobody answers it counts as the set shows it: there it lies beside its like. Not while that discard
    still lies in its pond: then a later one was called, of which no picture has come yet.
    """
    tile = called_tile(seen)
    place = look.place(Zone.MELD, seat, tile)
    known = None if look.hand.offer is None else look.hand.offer.tile
    look.asks.put(contested(place, tile, known), CALLED_AFTER)
    if tile.tile is not None and due(look, place_id(place)) and not still_offered(look):
        look.views.assume(place, tile.tile)


def still_offered(look: Look) -> bool:
    """Whether the last discard, as it was accepted, is seen in its pond: nobody has fetched it."""
    offer = look.hand.offer
    if offer is None or offer.index is None or offer.tile is None:
        return False
    seen = look.pond(offer.seat)
    there = None if seen is None else dict(seen.known).get(offer.index)
    return there is not None and there.tile == offer.tile


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


def mixed_sets(look: Look) -> None:
    """Says that two sets are mixed where more of some tiles lie in view than a set has.

    One too many is a misread tile, about which `ask` asks. Two are hardly: of the readings that count here at
    most one in thirty is wrong, and all but a few are much surer (`CERTAIN`). White dragons are left out:
    under glare a row of backs reads as many of them.
    """
    lying: Counter[int] = Counter()
    for zone, seat in product(_IN_VIEW, range(4)):
        tiles = (tile for tile in look.views.tiles(zone, seat) if tile.p >= CERTAIN)
        lying.update(tile.tile.kind for tile in tiles if tile.tile not in {None, WHITE})
    kinds = [kind for kind, count in sorted(lying.items()) if count > COPIES]
    if sum(lying[kind] - COPIES for kind in kinds) >= MIXED:
        faces = [str(Tile(kind)) for kind in kinds]
        question = put_right("sets_mixed", "sets_mixed", None).model_copy(update={"candidates": faces})
        look.asks.put(question, MIXED_AFTER)


def called_tile(seen: MeldSeen) -> TileSeen:
    return next(tile for tile in seen.tiles if tile.sideways)


def _faces(tile: TileSeen) -> list[Tile]:
    return [face for face, _ in tile.odds if face is not None]


def strange(look: Look) -> None:
    """Asks about what lies on the mat and fits neither the state nor any event.

    Not while something is asked: the answer may well explain it.
    """
    hand = look.hand
    if look.asks.raised:
        return
    for seat in range(4):
        lies = look.pond(seat)
        if lies is not None and lies.wrong is not None:
            tile = dict(lies.known)[lies.wrong]
            known = hand.seats[seat].pond[lies.wrong].tile
            look.asks.put(contested(look.place(Zone.POND, seat, tile), tile, known), STRANGE_AFTER)
    for place, seen, name in look.views.contested():
        look.asks.put(contested(place, seen, name), STRANGE_AFTER)
    if look.wall is None or hand.phase is Phase.ENDED:
        return
    due = len(hand.indicators) + hand.dora_allowed
    won = hand.wins or look.words.seats(Button.RON) or look.words.seats(Button.TSUMO)
    for side, tile in wall.strangers(look.wall, due, look.open_walls, ura_open=bool(won)):
        question = contradiction(f"open.{side}.{tile.track}", side, ("INDICATOR_NOT_DUE",), tile)
        look.asks.put(question, STRANGE_AFTER)
