"""The end of a hand: opened hands, ura indicators, noten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import Final

from contract.messages.seat_panel import Button
from controller.infer.columns import UNSEEN
from controller.infer.context import Look
from controller.infer.hands import HandSeen, laid_open, lost, read_hand, unseen_ends
from controller.infer.melds import CLEAR
from controller.infer.question import contradiction, place_id, put_right, refused, unread, unseen_ura
from controller.infer.reading import CERTAIN, Allowed, anything, read_tile
from controller.infer.suspect import ask, misread
from controller.infer.unanswered import UNANSWERED, assume, assume_tile, due
from engine.state.events import Event, HandShown, NotenDeclared, RiichiPaid, UraRevealed, WinDeclared
from engine.state.faults import Fault
from engine.state.hand import Offer
from engine.state.hand_showing import NINE
from engine.tiles.meld import Meld
from engine.tiles.shape import waits
from engine.tiles.tile import ALL, Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

RON_WINDOW: Final = 3.0
"""Seconds that further winners have, and that a ron on the last discard of a hand has (the time
that EMA-2012 gives for any claim; RRC-2024 names none where no discard follows)."""
HAND_PATIENCE: Final = 4.0
"""Seconds until a claim is believed though the hand still stands (a hand is opened in one or two)."""
MISFIT_PATIENCE: Final = 8.0
"""Seconds until a claim is believed though the opened hand does not fit: the discard that it is
about may still be covered; later it is a false claim, which people must sort out."""
MERGED_PATIENCE: Final = 6.0
"""Seconds that a winner is asked to set the drawn tile off; then it counts as merged (R-WIN-08)."""
MOST_DOUBTS: Final = 3
"""Unread tiles of a winner's hand that its shape may settle; more is no reading at all."""
COUNT_PATIENCE: Final = 4.0
"""Seconds after which an opened hand is asked about of which not every tile is seen."""
URA_PATIENCE: Final = 10.0
"""Seconds after which a forgotten ura indicator is asked for (R-WIN-12)."""


def drawn_hand(look: Look, unpaid: bool) -> Iterator[Event]:
    """The wall is empty, or an abortive draw takes effect unless somebody wins on the discard."""
    window = look.timers.age(f"window.{len(look.hand.flow)}")
    if look.words.seats(Button.RON) or look.undecided or window < RON_WINDOW:
        return
    if unpaid:
        yield RiichiPaid(look.hand.turn)
    yield from _tenpai(look)


def claims(look: Look) -> list[WinDeclared]:
    """Rons on a tile that may be won on, in the order of time."""
    found = []
    for seat in look.words.seats(Button.RON):
        offer = _claimed(look, seat)
        if _believed(look, seat, Button.RON, offer):
            found.append(WinDeclared(seat, look.hand.turn if offer is None else offer.seat))
    return found


def _claimed(look: Look, seat: int) -> Offer | None:
    """The tile that the seat's ron is about: of several that which its open hand waits for."""
    offers = look.hand.winnables
    if len(offers) > 1:
        me = look.hand.seats[seat]
        seen = read_hand(lying_open(look, seat), me.resting, False, look.left)
        kinds = waits(seen.tiles, me.melds) if seen is not None else ()
        offers = tuple(each for each in offers if each.tile is None or each.tile.kind in kinds) or offers
    return next(iter(offers), None)


def tsumo(look: Look, seat: int) -> bool:
    said = look.words.settled(seat, Button.TSUMO, look.now)
    return said and _believed(look, seat, Button.TSUMO, look.hand.winnable)


def _believed(look: Look, seat: int, word: Button, offer: Offer | None) -> bool:
    """A word says who wins but not on what, so the opened hand must fit the tile that is known.

    Else a discard or kan that the eyes could not read yet may lie in between.
    """
    me = look.hand.seats[seat]
    if not look.words.settled(seat, word, look.now):
        return False
    zone = lying_open(look, seat, drawn=word is Button.TSUMO)
    if not look.opened(seat):
        return look.words.settled(seat, word, look.now, HAND_PATIENCE)
    won = None if offer is None else offer.tile
    seen = read_hand(zone, me.resting, word is Button.TSUMO, look.left)
    if seen is None and word is Button.RON:
        seen = taken_beside(look, zone, me.resting)
    if seen is not None and word is Button.TSUMO:
        won = seen.apart
    if seen is not None and not seen.doubts and won is not None and won.kind in waits(seen.tiles, me.melds):
        return True
    patience = HAND_PATIENCE if won is None else MISFIT_PATIENCE
    return look.words.settled(seat, word, look.now, patience)


def allowed_on(look: Look, seat: int, index: int) -> Allowed:
    """Faces that an unread discard can have: some copy is left, and who claims it waits for it."""
    offer, left = look.hand.offer, look.unseen
    if offer is None or (offer.seat, offer.index) != (seat, index):
        return left
    claimed = {w.seat for w in look.hand.wins} | set(look.words.seats(Button.RON))
    kinds: set[int] | None = None
    for winner in sorted(claimed - {seat}):
        me = look.hand.seats[winner]
        seen = read_hand(look.views.tiles(Zone.HAND, winner), me.resting, False, look.left)
        if seen is not None and not seen.doubts:
            mine = set(waits(seen.tiles, me.melds))
            kinds = mine if kinds is None else kinds & mine
    return left if kinds is None else lambda face: face.kind in kinds and left(face)


def showing(look: Look) -> Iterator[Event]:
    """Winners open their hands, or at a draw everybody shows or hides."""
    hand = look.hand
    if not hand.wins:
        yield from _tenpai(look)
        return
    source = hand.wins[0].source
    ron = source != hand.wins[0].seat
    if ron:
        yield from claims(look)
    # What is won so far is read and valued at once; whoever wins on the same tile has time to say so.
    claimable = bool(look.words.seats(Button.RON)) or look.timers.age("win") < RON_WINDOW * ron
    for win in hand.wins:
        if hand.seats[win.seat].shown is None:
            yield from _winner(look, win)
    if not claimable and all(hand.seats[win.seat].shown is not None for win in hand.wins):
        yield from _tenpai(look)
    yield from _ura(look)


def _tenpai(look: Look) -> Iterator[Event]:
    """Hands shown or hidden at a draw, an abortive one included (R-DRAW-03, R-RIICHI-16), and those of
    the losers where they count (C-SCORE-01)."""
    for seat in look.hand.to_show(look.game.rules):
        if look.words.said(seat, Button.NOTEN):
            yield NotenDeclared(seat)
        zone, melds = lying_open(look, seat), look.hand.seats[seat].melds
        read = partial(_read_shown, look, seat)
        seen = read(zone)
        claimed = not look.hand.wins and look.hand.aborted_by is None
        good = partial(_waiting, melds) if claimed else _anything
        if seen is None:
            _ask_count(look, seat, zone, read, partial(_always, good))
        elif _complete(look, seat, seen, read, good) and not (claimed and misread(look, seat, seen, good)):
            yield HandShown(seat, seen.tiles)


def _read_shown(look: Look, seat: int, zone: Sequence[TileSeen]) -> HandSeen | None:
    if look.hand.aborted_by != seat:
        return read_hand(zone, look.hand.seats[seat].resting, False, look.left)
    opened = [tile for tile in zone if tile.tile is not None]
    return read_hand(opened, len(opened), False, look.left) if len(opened) >= NINE else None


def _winner(look: Look, win: WinDeclared) -> Iterator[Event]:
    seat, tsumo = win.seat, win.source == win.seat
    zone = lying_open(look, seat, drawn=tsumo)
    read = partial(_read_winner, look, win)
    seen = read(zone)
    if seen is None:
        _ask_count(look, seat, zone, read, partial(_winning, look, win), drawn=tsumo)
        return
    good = _winning(look, win, seen)
    if not _complete(look, seat, seen, read, good) or (tsumo and _may_be_parted(look, seat, seen)):
        return
    if not misread(look, seat, seen, good):
        yield HandShown(seat, seen.tiles, seen.apart)


def _read_winner(look: Look, win: WinDeclared, zone: Sequence[TileSeen]) -> HandSeen | None:
    resting, tsumo = look.hand.seats[win.seat].resting, win.source == win.seat
    seen = read_hand(zone, resting, tsumo, look.left)
    if seen is None and not tsumo:
        seen = taken_beside(look, zone, resting)
    return None if seen is None else _settled(look, win, seen)


def _anything(_: Sequence[Tile]) -> bool:
    return True


def _waiting(melds: Sequence[Meld], faces: Sequence[Tile]) -> bool:
    return bool(waits(faces, melds))


def _winning(look: Look, win: WinDeclared, seen: HandSeen) -> Callable[[Sequence[Tile]], bool]:
    """Of the faces of the row that was seen, whether they are complete; nothing is said of a merged tile."""
    offer, melds = look.hand.offer, look.hand.seats[win.seat].melds
    if seen.apart is not None:
        return lambda faces: faces[-1].kind in waits(faces[:-1], melds)
    won = None if win.source == win.seat or offer is None else offer.tile
    return lambda faces: won is None or won.kind in waits(faces, melds)


def _always(good: Callable[[Sequence[Tile]], bool], _: HandSeen) -> Callable[[Sequence[Tile]], bool]:
    return good


def _may_be_parted(look: Look, seat: int, seen: HandSeen) -> bool:
    """Whether the tile of a tsumo lies among the others, and there is still time to set it off."""
    if seen.apart is not None:
        return False
    look.asks.put(refused(f"merged.{seat}", seat, Fault.SHOWN_COUNT))
    return look.timers.age(f"merged.{seat}") < MERGED_PATIENCE


def _settled(look: Look, win: WinDeclared, seen: HandSeen) -> HandSeen:
    """Doubts that are settled because the winner's hand is complete; as of a set, by no unlikely face."""
    offer, melds = look.hand.offer, look.hand.seats[win.seat].melds
    won = seen.apart if win.seat == win.source else None if offer is None else offer.tile
    if won is None or not 0 < len(seen.doubts) <= MOST_DOUBTS or any(r.clash for _, r in seen.doubts):
        return seen
    choices: dict[tuple[Tile, ...], float] = {}
    for faces in product(*(reading.candidates for _, reading in seen.doubts)):
        if won.kind in waits((*seen.tiles, *faces), melds):
            odds = (dict(tile.odds)[face] for (tile, _), face in zip(seen.doubts, faces, strict=True))
            choices[faces] = prod(odds)
    best = max(choices, key=choices.__getitem__, default=None)
    clear = prod(tile.p for tile, _ in seen.doubts)
    if best is None or choices[best] < max(CLEAR * clear, CERTAIN * sum(choices.values())):
        return seen
    return HandSeen((*seen.tiles, *best), seen.apart)


def taken_beside(look: Look, zone: Sequence[TileSeen], resting: int) -> HandSeen | None:
    """The hand of a ron whose winning tile was wrongly taken beside it (E-WINTILE-01)."""
    seen, offer = read_hand(zone, resting, True, lambda _: anything), look.hand.offer
    if seen is None or offer is None or seen.apart is None or seen.apart != offer.tile:
        return None
    return HandSeen(seen.tiles, None, seen.doubts, seen.row[: len(seen.tiles)])


def _complete(
    look: Look,
    seat: int,
    seen: HandSeen,
    read: Callable[[Sequence[TileSeen]], HandSeen | None],
    good: Callable[[Sequence[Tile]], bool],
) -> bool:
    """Whether all of an opened hand is read; people are asked about the rest. When nobody answers it
    counts as what was claimed, of which `good` approves, else as the likeliest hand."""
    for tile, reading in seen.doubts:
        ask(look, (Zone.HAND, seat, tile.track), tile, reading)
    if seen.doubts and due(look, f"hand.{seat}"):
        doubts = [tile for tile, _ in seen.doubts]

        def whole(zone: Sequence[TileSeen], claimed: bool) -> bool:
            found = read(zone)
            return found is not None and not found.doubts and (not claimed or good(found.read))

        any(assume(look, Zone.HAND, seat, doubts, partial(whole, claimed=c)) for c in (True, False))
    return not seen.doubts


def lying_open(look: Look, seat: int, *, drawn: bool = False) -> tuple[TileSeen, ...]:
    """What lies in the hand zone, with the only tile that the eyes do not see once somebody has named it."""
    zone = look.views.tiles(Zone.HAND, seat)
    for place in unseen_places(look, seat, drawn=drawn):
        said = look.views.settled((Zone.HAND, seat, place.track))
        if said is not None:
            return (*zone, replace(place, odds=((said, 1.0),)))
    return zone


def unseen_places(look: Look, seat: int, *, drawn: bool = False) -> list[TileSeen]:
    """Where the only tile of an open hand may lie that the eyes do not see: in the hole of the row, else at
    the ends of which nobody has said that none lies there."""
    zone, resting = look.views.tiles(Zone.HAND, seat), look.hand.seats[seat].resting
    hole = lost(zone, resting, drawn)
    if hole is not None:
        return [hole]
    ends = unseen_ends(zone, resting, drawn)
    return [end for end in ends if not look.views.bare((Zone.HAND, seat, end.track))]


def ask_unseen(look: Look, seat: int, place: TileSeen, faces: Sequence[Tile], after: float) -> None:
    """About the tile of an open hand that lies there, or may."""
    look.asks.put(unread((Zone.HAND, seat, place.track), place, faces), after)


def _ask_count(
    look: Look,
    seat: int,
    zone: Sequence[TileSeen],
    read: Callable[[Sequence[TileSeen]], HandSeen | None],
    claim: Callable[[HandSeen], Callable[[Sequence[Tile]], bool]],
    *,
    drawn: bool = False,
) -> None:
    """About an opened hand of which the eyes see too few or too many tiles: the one that they miss, else
    they are to be laid apart. When nobody says, it is the only tile with which the hand is what was claimed.
    """
    whole = look.hand.seats[seat].resting + drawn
    places = unseen_places(look, seat, drawn=drawn)
    if not places and laid_open(zone) and 0 < abs(len(zone) - whole) <= MOST_DOUBTS:
        look.asks.put(put_right(f"count.{seat}", "hand_count", seat, (len(zone), whole)), COUNT_PATIENCE)
    for place in places:
        faces = _fitting(look, (*zone, place), place, read, claim)
        ask_unseen(look, seat, place, faces, COUNT_PATIENCE)
        if len(faces) == len(places) == 1 and due(look, place_id((Zone.HAND, seat, place.track))):
            look.views.assume((Zone.HAND, seat, place.track), faces[0])


def ask_tenpai(look: Look, seat: int) -> bool:
    """Asks about the tiles of an open hand that are not read and by which it may be tenpai, for as long as
    people have to answer; whether it does."""
    zone, melds = lying_open(look, seat), look.hand.seats[seat].melds
    read, good = partial(_read_shown, look, seat), partial(_waiting, melds)
    seen, asked = read(zone), False
    if due(look, f"tenpai.{seat}"):
        return False
    if seen is not None and any(good((*seen.tiles, *faces)) for faces in seen.choices):
        for tile, reading in seen.doubts:
            ask(look, (Zone.HAND, seat, tile.track), tile, reading)
            asked = True
    for place in () if seen is not None else unseen_places(look, seat):
        faces = _fitting(look, (*zone, place), place, read, partial(_always, good))
        if faces:
            ask_unseen(look, seat, place, faces, COUNT_PATIENCE)
            asked = True
    return asked


def _fitting(
    look: Look,
    zone: Sequence[TileSeen],
    unseen: TileSeen,
    read: Callable[[Sequence[TileSeen]], HandSeen | None],
    claim: Callable[[HandSeen], Callable[[Sequence[Tile]], bool]],
) -> list[Tile]:
    """The faces that the unseen tile of the zone can have, where all others are read."""
    anyone = max(ALL, key=look.unseen)
    found = read([replace(tile, odds=((anyone, 1.0),)) if tile is unseen else tile for tile in zone])
    if found is None or found.doubts:
        return []
    row, good = found.read, claim(found)
    n = next(n for n, tile in enumerate(found.row) if tile.track == unseen.track)
    return [face for face in ALL if look.unseen(face) and good((*row[:n], face, *row[n + 1 :]))]


def _unseen_ura(look: Look, side: int, count: int) -> Iterator[Event]:
    """It is asked for; a person can say what lies there if it is the only one that the eyes do not see."""
    place = Zone.WALL, side, UNSEEN
    hole = look.ura_hole(side, count)
    if hole is not None:
        look.asks.put(unread(place, hole, ()), URA_PATIENCE)
        return
    named = look.views.named(place)
    if count == 1 and named is not None and look.unseen(named):
        yield UraRevealed((named,))
        return
    look.asks.put(contradiction("ura", side, ("URA_COUNT",)), URA_PATIENCE)
    if count == 1:
        look.asks.put(unseen_ura(place), UNANSWERED)


def _ura(look: Look) -> Iterator[Event]:
    """Of a winner in riichi, once it is known how many indicators have tiles under them."""
    hand = look.hand
    winners = [hand.seats[win.seat] for win in hand.wins]
    if hand.ura or not hand.counted_indicators or any(w.shown is None for w in winners):
        return
    rules = look.game.rules
    if not rules.flag("dora.ura") or not any(w.riichi.stands for w in winners):
        return
    found: list[Tile] = []
    kan_ura = rules.flag("dora.kan_ura")
    count = len(hand.counted_indicators) if kan_ura else 1
    for n in range(count):
        seen = look.ura(n, len(hand.indicators) if kan_ura else 1)
        if seen is None:
            yield from _unseen_ura(look, look.side(n), count)
            return
        reading = read_tile(seen, look.unseen)
        if reading.tile is None:
            place = (Zone.WALL, look.side(n), seen.track)
            ask(look, place, seen, reading)
            assume_tile(look, place, seen)
            return
        found.append(reading.tile)
    yield UraRevealed(tuple(found))
