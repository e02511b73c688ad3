"""What people name otherwise than it was accepted is corrected, in the hand that is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from contract.messages.seat_panel import Button
from controller.infer import pond
from controller.infer.columns import Column, gap, portions, right_border
from controller.infer.context import Look
from controller.infer.hands import apart, read_hand
from controller.infer.melds import read_meld
from controller.infer.reading import COPIES
from controller.infer.show import ask_tenpai, lying_open
from controller.infer.suspect import called_tile
from engine.state.events import (
    Called,
    Correct,
    Discarded,
    DoraRevealed,
    Drawn,
    EndReason,
    Event,
    HandShown,
    HandStarted,
    Identified,
    KanDeclared,
    NotenDeclared,
    UraRevealed,
)
from engine.state.hand import Game, Phase
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import waits
from engine.tiles.tile import Tile
from vision.calibration.mat import MELD_GAP, Zone
from vision.eyes.observation import TileSeen

SAID: Final = "The players say which tile it is."
LATE: Final = "The kan lay there before the discard, and was not seen."
LATE_KAN: Final = 3.0
"""Seconds after which a kan is one of the turn that is over."""
UNSAID: Final = "Nobody says which tile it is: the set in which it lies shows it."
LATE_TENPAI: Final = "The hand was opened after it had counted as noten for staying closed."
NO_TILE: Final = "The players say that no tile lies there."


def corrected(look: Look) -> Iterator[Event]:
    """Discards, tiles of sets and of shown hands and indicators that people name otherwise.

    Only in the hand that is played: before its result is recorded every player may demand a correction,
    and all four see and confirm what follows from it (K-ASSIST-04). What is recorded only a judge takes
    back (K-ASSIST-05), and where players disagree they call one (K-PEN-08): DISPUTE keeps the result from
    being paid. Nothing that was played is undone: the tile lies open before all, and the eyes misread it.
    """
    if look.views.any_named:
        yield from _named_otherwise(look)
    yield from _late_kans(look)
    yield from _late_tenpai(look)
    offer = look.hand.offer
    if offer is None or offer.index is None or offer.tile is None:
        return
    for seat, meld in look.called_from(offer.seat):
        seen = look.meld(seat)
        if seen is None or meld.called is None or meld.called == offer.tile:
            continue
        place = look.place(Zone.MELD, seat, called_tile(seen))
        if look.views.settled(place) == meld.called:
            reason = SAID if look.views.named(place) == meld.called else UNSAID
            yield _correction(look.game, offer.seat, offer.index, meld.called, reason)


def _late_kans(look: Look) -> Iterator[Event]:
    """A closed or added kan that was seen as one only after its declarer's discard, and a called one of which
    a tile was seen only then."""
    for seat in range(4):
        if seat in (look.hand.turn, look.hand.next_seat) and look.hand.phase is not Phase.CALLS:
            continue
        event = None if seat == look.hand.next_seat else _late_kan(look, seat)
        late = event is not None and look.timers.age(f"late.{seat}") >= LATE_KAN
        if event is not None and late and not look.outcome(event).faults:
            yield event


def _late_kan(look: Look, seat: int) -> Correct | None:
    replacement = Drawn(seat, replacement=True)
    called = _called_kan(look, seat)
    if called is not None:
        at, kan = called
        return Correct(at, 1, (Called(seat, kan), replacement), LATE)
    own, added = look.closed_kan(seat), look.added_kan(seat)
    if own is None and added is not None:
        own = added[0]
    drawn = [n for n, e in _of_this_hand(look.game) if isinstance(e, Drawn) and e.seat == seat]
    return Correct(drawn[-1] + 1, 0, (KanDeclared(seat, own), replacement), LATE) if own and drawn else None


def _called_kan(look: Look, seat: int) -> tuple[int, Meld] | None:
    """The last set of the seat, accepted as a pon, where four tiles lie in its row: the number of the call in
    the log, and the kan."""
    melds = look.hand.seats[seat].melds
    groups, rest = portions(melds, look.columns(seat))
    if len(rest) != 1 or not melds or melds[-1].type is not MeldType.PON:
        return None
    four = [*groups[-1], *rest]
    if len(four) != COPIES or gap(*four[-2:]) >= MELD_GAP / 2:
        return None
    seen = read_meld(four, seat, look.tiles, border=right_border(groups[:-1]))
    kan = seen.melds[0] if seen is not None and seen.certain else None
    if kan is None or kan.type is not MeldType.DAIMINKAN or kan.source != melds[-1].source:
        return None
    calls = [n for n, e in _of_this_hand(look.game) if isinstance(e, Called) and e.meld == melds[-1]]
    return (calls[-1], kan) if calls and kan.called == melds[-1].called else None


def _late_tenpai(look: Look) -> Iterator[Event]:
    """A hand that counted as noten because it stayed closed, and is laid open before anything is paid.

    Who said noten by a button has said it (R-DRAW-03).
    """
    if look.hand.ending is not EndReason.EXHAUSTIVE:
        return
    for seat, me in enumerate(look.hand.seats):
        if not me.noten or not look.words.implied(seat, Button.NOTEN) or not look.opened(seat):
            continue
        seen = read_hand(lying_open(look, seat), me.resting, False, look.left)
        if seen is None or seen.doubts:
            ask_tenpai(look, seat)
        elif waits(seen.tiles, me.melds):
            said = (n for n, e in _of_this_hand(look.game) if isinstance(e, NotenDeclared) and e.seat == seat)
            yield Correct(max(said), 1, (HandShown(seat, seen.tiles),), LATE_TENPAI)


def _named_otherwise(look: Look) -> Iterator[Event]:
    for seat, me in enumerate(look.hand.seats):
        yield from _corrected_hand(look, seat)
        yield from _corrected_sets(look, seat)
        lying = look.views.tiles(Zone.POND, seat)
        names = {tile.track: look.views.named(look.place(Zone.POND, seat, tile)) for tile in lying}
        named = {track: name for track, name in names.items() if name is not None}
        for index, name in pond.renamed(me.pond, lying, named) if named else ():
            yield _correction(look.game, seat, index, name)
        yield from _never_laid(look, seat)
    yield from _corrected_indicators(look)


def _never_laid(look: Look, seat: int) -> Iterator[Event]:
    """The last discard of a seat, accepted unread, where people say that no tile lies; nobody acted on it."""
    laid, seen = look.hand.seats[seat].pond, look.pond(seat)
    if not laid or laid[-1].tile is not None or seen is None or not seen.missing:
        return
    at = max(n for n, e in _of_this_hand(look.game) if isinstance(e, Discarded) and e.seat == seat)
    after = look.game.log[at + 1 :]
    if look.views.faceless(Zone.POND, seat) and all(isinstance(event, Drawn) for event in after):
        yield Correct(at, 1 + len(after), (), NO_TILE)


def _corrected_sets(look: Look, seat: int) -> Iterator[Event]:
    """Sets in which a tile is named so that they are other sets; not where the game could not follow."""
    melds = look.hand.seats[seat].melds
    groups, _ = portions(melds, look.columns(seat))
    for meld, group in zip(melds, groups, strict=True):
        if all(look.views.named(look.place(Zone.MELD, seat, c.tile)) is None for c in group):
            continue
        pon = meld.type is MeldType.PON  # what is added to it is another event
        seen = read_meld([Column(c.tile) for c in group] if pon else group, seat, look.tiles)
        if seen is None or not seen.certain or seen.melds[0] == meld or seen.melds[0].type is not meld.type:
            continue
        for at, old in _of_this_hand(look.game):
            if isinstance(old, Called | KanDeclared) and (old.seat, old.meld) == (seat, meld):
                event = _other_set(look, at, replace(old, meld=seen.melds[0]))
                if not look.outcome(event).faults:
                    yield event


def _other_set(look: Look, at: int, new: Called | KanDeclared) -> Correct:
    """The set of this number as another one; if its called tile is another, so was the discard."""
    log, called = look.game.log, new.meld.called
    if not isinstance(new, Called):
        return Correct(at, 1, (new,), SAID)
    before = max(n for n, event in enumerate(log[:at]) if isinstance(event, Discarded))
    laid = log[before]
    assert isinstance(laid, Discarded)
    if laid.tile in (called, None):
        return Correct(at, 1, (new,), SAID)
    events = replace(laid, tile=called), *log[before + 1 : at], new
    return Correct(before, len(events), events, SAID)


def _corrected_indicators(look: Look) -> Iterator[Event]:
    hand = look.hand
    revealed = [(at, e) for at, e in _of_this_hand(look.game) if isinstance(e, DoraRevealed | UraRevealed)]
    turned = 0
    for at, old in revealed:
        if isinstance(old, DoraRevealed):
            name = _named(look, look.side(turned), look.indicator(turned))
            turned += 1
            if name is not None and name != old.tile:
                yield Correct(at, 1, (replace(old, tile=name),), SAID)
            continue
        shown = len(hand.indicators) if len(old.tiles) > 1 else 1
        row = [(look.side(n), look.ura(n, shown)) for n in range(len(old.tiles))]
        said = [(_named(look, *place), tile) for place, tile in zip(row, old.tiles, strict=True)]
        names = tuple(tile if name is None else name for name, tile in said)
        if names != old.tiles:
            yield Correct(at, 1, (UraRevealed(names),), SAID)


def _named(look: Look, side: int, seen: TileSeen | None) -> Tile | None:
    return None if seen is None else look.views.named((Zone.WALL, side, seen.track))


def _of_this_hand(game: Game) -> list[tuple[int, Event]]:
    """The events of the hand in play with their numbers in the log."""
    log = game.log
    begun = max(n for n, event in enumerate(log) if isinstance(event, HandStarted))
    return list(enumerate(log[begun:], begun))


def _corrected_hand(look: Look, seat: int) -> Iterator[Event]:
    """A hand that was shown, with tiles as people name them."""
    if look.hand.seats[seat].shown is None:
        return
    at, old = [(n, e) for n, e in _of_this_hand(look.game) if isinstance(e, HandShown) and e.seat == seat][-1]
    zone = look.views.tiles(Zone.HAND, seat)
    known = {tile.track for tile in zone if look.views.named(look.place(Zone.HAND, seat, tile)) is not None}
    lone = None if old.win_tile is None else apart(sorted(zone, key=lambda t: t.x))
    won = lone.tile if lone is not None and lone.track in known else old.win_tile
    row = [tile for tile in zone if tile is not lone and tile.tile is not None]
    before, now = Counter(old.tiles), Counter(tile.tile for tile in row if tile.tile is not None)
    wrong, right = list((before - now).elements()), list((now - before).elements())
    named = {tile.tile for tile in row if tile.track in known}
    tiles = list(old.tiles)
    if len(wrong) == len(right) and named.issuperset(right):
        for misread, face in zip(wrong, right, strict=True):
            tiles[tiles.index(misread)] = face
    if (tuple(tiles), won) != (old.tiles, old.win_tile):
        yield Correct(at, 1, (replace(old, tiles=tuple(tiles), win_tile=won),), SAID)


def _correction(game: Game, seat: int, index: int, tile: Tile, reason: str = SAID) -> Correct:
    """The discard of this number, where it was laid or where it was named later, as another tile."""
    laid: list[int] = []
    named: int | None = None
    for n, event in _of_this_hand(game):
        if isinstance(event, Discarded) and event.seat == seat:
            laid.append(n)
        elif isinstance(event, Identified) and (event.seat, event.index) == (seat, index):
            named = n
    at = laid[index] if named is None else named
    old = game.log[at]
    assert isinstance(old, Discarded | Identified)
    return Correct(at, 1, (replace(old, tile=tile),), reason)
