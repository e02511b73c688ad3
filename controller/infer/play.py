"""What happens next while a hand is played: the first thing that explains what lies there.

Draws are not seen at a real table: the act of a player whose turn comes implies the draw. The
risky conclusion is that nobody called the last discard, so it waits while anything on the mat
says that a call is under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from contract.messages.seat_panel import Button
from contract.stored.vocabulary import FAULTS
from controller.infer import dice_and_sticks, show, waiting
from controller.infer.columns import UNSEEN
from controller.infer.context import UNDEALT, Look, matches
from controller.infer.correction import corrected
from controller.infer.melds import MeldSeen
from controller.infer.question import ASK_AFTER, contradiction, place_id, unseen
from controller.infer.reading import read_tile
from controller.infer.suspect import ask, ask_called, ask_set, assume_set, still_offered
from controller.infer.unanswered import assume_tile, due
from engine.state.events import (
    AbortDeclared,
    Called,
    Dealt,
    Discarded,
    DoraRevealed,
    Drawn,
    Event,
    Identified,
    KanDeclared,
    ReadyDeclared,
    RiichiDeclared,
    RiichiPaid,
    WinDeclared,
)
from engine.state.faults import Fault
from engine.state.hand import Phase, Riichi
from engine.state.wall_break import throws
from engine.tiles.meld import Meld
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

RIICHI_GRACE: Final = 2.0
"""Seconds that the word may come after the sideways tile (R-RIICHI-06: slips of order in one turn)."""
FETCH_GRACE: Final = 3.0
"""Seconds that a discard may be gone before the set appears in which it lies (R-CALL-07)."""
EXPOSE_GRACE: Final = 1.5
"""Seconds that a hand may be short of tiles before they appear in the meld zone (R-CALL-07). Less
than a turn, since standing tiles are counted less surely than open ones are read."""
UNSEEN_AFTER: Final = 5.0
"""Seconds that a discard may lie before the indicator is asked for that nobody has seen turned."""
DEALT_AFTER: Final = 0.5
"""Seconds that an open tile lies in the walls beside four hands, or discards of two seats, until it is the
indicator: one that fell over in the deal is turned back with the next grip."""
UNFINISHED_AFTER: Final = 3.0
"""Seconds after which open tiles that make no set are asked about; laying one out takes less."""
KAN_GRACE: Final = 3.0
"""Seconds that a turned indicator holds play back until the kan is read that it belongs to."""
LATE_RON: Final = 3.0
"""Seconds after which a ron that fits no newer discard is taken for the last accepted one (R-WIN-04)."""


def candidates(look: Look) -> Iterator[Event]:
    """Events that would explain the look, the likeliest first; the first legal one happened."""
    if look.hand.phase in _STEPS:
        yield from corrected(look)
        yield from _indicator(look)
        yield from _identified(look)
        yield from _STEPS[look.hand.phase](look)


def _before_the_deal(look: Look) -> Iterator[Event]:
    """Dice that break the wall; where nobody sees them, the indicator or a discard says that all is dealt.

    Dice that people throw may be pushed aside unread: there the indicator is turned, and hands stand or
    discards lie, too, which no throw can follow.
    """
    if len(look.hand.throws) >= throws(look.game.rules):
        yield Dealt()
        return
    yield from dice_and_sticks.thrown(look)
    if look.late and look.any_laid:
        yield Dealt()
        return
    turned, laid = look.opens is not None, sum(bool(look.laid(seat)) for seat in range(4))
    if look.dice and (look.built is None or not (turned and (laid or look.hands_stand))):
        return
    settled = turned and (laid > 1 or look.hands_stand) and look.timers.age("dealt.hands") >= DEALT_AFTER
    late = (turned or laid) and look.timers.age(f"dealt.{turned}.{laid > 0}") >= UNSEEN_AFTER
    if settled or late:
        yield Dealt()


def _indicator(look: Look) -> Iterator[Event]:
    if not look.hand.dora_allowed or look.hand.phase in UNDEALT:
        return
    seen = look.indicator(len(look.hand.indicators))
    if seen is None:
        yield from _unseen_indicator(look)
        return
    reading = read_tile(seen, look.unseen, back=True)
    if reading.tile is not None:
        yield DoraRevealed(reading.tile)
        return
    place = (Zone.WALL, look.side(len(look.hand.indicators)), seen.track)
    ask(look, place, seen, reading)
    if look.hand.phase in (Phase.DEALT, Phase.SHOWING):
        assume_tile(look, place, seen)


def _unseen_indicator(look: Look) -> Iterator[Event]:
    """Play has gone on, so it must have been turned: a person can say what it is."""
    place = Zone.WALL, look.side(len(look.hand.indicators)), UNSEEN
    named = look.views.named(place)
    if named is not None and look.unseen(named):
        yield DoraRevealed(named)
    elif look.hand.phase in (Phase.CALLS, Phase.SHOWING) or look.any_laid:
        look.asks.put(unseen(place), UNSEEN_AFTER)


def _undealt(look: Look) -> Iterator[Event]:
    """Nobody sees or says the first indicator: play goes on, and the result waits for it."""
    if look.any_laid and due(look, "indicator"):
        yield from _first_draw(look)


def _identified(look: Look) -> Iterator[Event]:
    """Discards that were accepted unread and can be read now."""
    for seat, me in enumerate(look.hand.seats):
        if all(p.tile is not None for p in me.pond):
            continue
        seen = look.pond(seat)
        if seen is None:
            continue
        yield from waiting.hidden(look, seat, seen)
        for index, tile in seen.known:
            if me.pond[index].tile is None:
                reading = read_tile(tile, show.allowed_on(look, seat, index))
                if reading.tile is not None:
                    yield Identified(seat, index, reading.tile)
                else:
                    ask(look, (Zone.POND, seat, tile.track), tile, reading)


def _acts(look: Look, seat: int) -> bool:
    return look.acts(seat) or show.tsumo(look, seat)


def _goes_on(look: Look, seat: int) -> bool:
    """Whether the seat whose turn comes has drawn."""
    return _acts(look, seat) or waiting.passed_over(look, seat)


def _first_draw(look: Look) -> Iterator[Event]:
    if _acts(look, look.hand.turn):
        yield Drawn(look.hand.turn)


def _turn(look: Look) -> Iterator[Event]:
    hand, seat = look.hand, look.hand.turn
    if hand.offer is not None and hand.offer.seat != seat:
        yield from (Called(*call) for call in _calls_on_offer(look))
    for claim in show.claims(look):
        late = look.words.settled(claim.seat, Button.RON, look.now, LATE_RON)
        if late and claim.source != seat:
            yield claim
    kan = look.closed_kan(seat)
    if kan is not None:
        yield KanDeclared(seat, kan)
    yield from _added_kan(look, seat)
    if show.tsumo(look, seat):
        yield WinDeclared(seat, seat)
    if look.words.settled(seat, Button.ABORT, look.now):
        yield AbortDeclared(seat)
    yield from _riichi(look, seat)
    me = hand.seats[seat]
    turned = me.riichi is Riichi.DECLARED or me.owes_sideways
    for caller, meld in look.called_from(seat):
        if not _lies_longer(look, seat, caller):
            yield Discarded(seat, meld.called, sideways=turned)
    if not look.laid(seat) and look.went_on(seat):
        look.views.look_again(Zone.POND, seat)
    if waiting.missed(look, seat):
        yield from waiting.missed_discard(look, seat, turned)
    elif look.laid(seat) and not _unread_kan(look) and not _called_before(look, seat):
        yield from _discard(look, seat, look.laid(seat)[0], turned)


def _called_before(look: Look, seat: int) -> bool:
    """Whether a set that is not read yet holds a discard of the seat from before the one that lies there."""
    laid = look.views.since(look.place(Zone.POND, seat, look.laid(seat)[0]))
    for other in range(4):
        seen = None if other == seat else look.meld(other)
        if seen is None or seen.certain or not seen.tiles or seen.points_at(other) != seat:
            continue
        if _set_since(look, other, seen) < laid and not due(look, f"before.{other}"):
            return True
    return False


def _lies_longer(look: Look, seat: int, caller: int) -> bool:
    """Whether the discard of the seat that lies there came before the one in the caller's set: a third player
    has discarded between the two."""
    seen = look.meld(caller)
    if seen is None or not seen.tiles or not look.laid(seat):
        return False
    first = {other: tiles[0] for other in range(4) if (tiles := look.laid(other)) and other != caller}
    since = {other: look.views.since(look.place(Zone.POND, other, tile)) for other, tile in first.items()}
    called = _set_since(look, caller, seen)
    return any(since[seat] < when < called for other, when in since.items() if other != seat)


def _set_since(look: Look, seat: int, seen: MeldSeen) -> float:
    """When the set lay there as far as it is seen."""
    found = (tile for tile in seen.tiles if tile.track != UNSEEN)
    return max(look.views.since(look.place(Zone.MELD, seat, tile)) for tile in found)


def _added_kan(look: Look, seat: int) -> Iterator[Event]:
    added = look.added_kan(seat)
    if added is None:
        return
    kan, seen, reading = added
    if kan is not None:
        yield KanDeclared(seat, kan)
    else:
        ask(look, (Zone.MELD, seat, seen.track), seen, reading)


def _riichi(look: Look, seat: int) -> Iterator[Event]:
    """The word counts at once when the tile lies there, else when it has settled.

    Where several discards are caught up with, it belongs to none that lay there long before it.
    """
    said = look.words.since(seat, Button.RIICHI)
    if look.game.rules.game == "classical":
        if said is not None:
            yield ReadyDeclared(seat)
        return
    if look.hand.seats[seat].riichi is not Riichi.NO or said is None:
        return
    laid = look.laid(seat)
    if laid and not laid[0].sideways:
        earlier = look.views.since(look.place(Zone.POND, seat, laid[0])) < said - RIICHI_GRACE
        if earlier or any(tile.sideways for tile in laid):
            return
    called = any(True for _ in look.called_from(seat))
    if laid or called or look.words.settled(seat, Button.RIICHI, look.now):
        yield RiichiDeclared(seat)


def _discard(look: Look, seat: int, seen: TileSeen, turned: bool) -> Iterator[Event]:
    place = (Zone.POND, seat, seen.track)
    reading = read_tile(seen, look.unseen)
    went_on = look.went_on(seat)
    if seen.sideways and not turned:
        fault = FAULTS[Fault.SIDEWAYS_WITHOUT_RIICHI]
        look.asks.put(contradiction(f"sideways.{seat}.{seen.track}", seat, (fault,), seen), RIICHI_GRACE)
        if look.timers.age(f"sideways.{seat}.{seen.track}") < RIICHI_GRACE or not went_on:
            return
    if reading.tile is None:
        ask(look, place, seen, reading)
        if not (went_on or due(look, place_id(place))):
            return
    yield Discarded(seat, reading.tile, sideways=seen.sideways and turned)


def _calls_on_offer(look: Look) -> Iterator[tuple[int, Meld]]:
    offer = look.hand.offer
    if offer is None:
        return
    for seat, meld in look.called_from(offer.seat):
        if matches(meld.called, offer.tile):
            yield seat, meld


def _window(look: Look) -> Iterator[Event]:
    """The last discard lies there: ron, a call, the end of the hand, or the next player's turn."""
    hand, seat = look.hand, look.hand.turn
    unpaid = hand.seats[seat].riichi is Riichi.DISCARDED
    yield from show.claims(look)
    if look.game.rules.game == "classical" and look.words.said(seat, Button.RIICHI):
        yield ReadyDeclared(seat)
    if unpaid and dice_and_sticks.stick_lies(look, seat) and not look.words.seats(Button.RON):
        yield RiichiPaid(seat)
    for call in _calls_on_offer(look):
        if unpaid:
            yield RiichiPaid(seat)
        yield Called(*call)
    unclear = ask_sets(look)
    if hand.automatic_end(look.game.rules) is not None:
        yield from show.drawn_hand(look, unpaid)
    elif _goes_on(look, hand.next_seat) and not unclear and not _call_under_way(look, seat):
        if unpaid:
            yield RiichiPaid(seat)
        yield Drawn(hand.next_seat)


def _unread_kan(look: Look) -> bool:
    """Whether an indicator is open that belongs to a kan nobody could see yet."""
    if look.hand.dora_allowed:
        return False
    early = look.indicator(len(look.hand.indicators))
    return early is not None and look.timers.age("kan") < KAN_GRACE


def ask_sets(look: Look) -> bool:
    """Asks about sets that were not read with certainty; true if one of them may hold the last discard."""
    source, found = look.hand.turn, False
    for seat in range(4):
        seen = look.meld(seat)
        if seen is None:
            continue
        if not seen.certain:
            ask_set(look, seat, seen, ASK_AFTER if seen.clash or seen.melds else UNFINISHED_AFTER)
            settled = due(look, f"set.{seat}") or _only_one(look, seat, seen)
            waits = not settled or assume_set(look, seat, seen)
            found |= waits and seat != source and not _passed(look, source, seat)
        elif seen.melds[0].source == source and not _taken_otherwise(look, seat):
            ask_called(look, seat, seen)
            found = True
    return found


def _taken_otherwise(look: Look, seat: int) -> bool:
    """Whether the set of the seat is the call of the last discard, or of a later one not seen yet."""
    return any(s == seat for s, _ in _calls_on_offer(look)) or _passed(look, look.hand.turn, seat)


def _only_one(look: Look, seat: int, seen: MeldSeen) -> bool:
    """Whether the caller has played on, and one face alone completes the set of which a tile is not seen; a
    five may be a red one, which people are asked about."""
    faces = next((faces for tile, faces in seen.amiss if tile.track == UNSEEN), ())
    sure = len(faces) == 1 and bool(look.laid(seat))
    return sure and look.timers.age(f"only.{seat}") >= UNFINISHED_AFTER


def _passed(look: Look, source: int, seat: int) -> bool:
    """Whether play went on so that the seat cannot have called: the discard lies there, a third one acted."""
    return still_offered(look) and any(look.laid(other) for other in range(4) if other not in (source, seat))


def _call_under_way(look: Look, source: int) -> bool:
    """Whether the mat says that somebody is taking the last discard of `source`."""
    if _unread_kan(look):
        return True
    gone = look.pond(source)
    if gone is not None and gone.missing and look.timers.age(f"gone.{source}") < FETCH_GRACE:
        return True
    caller = look.hand.next_seat
    if not look.short(caller) or look.laid((caller + 1) % 4):
        return False
    return look.timers.age(f"short.{caller}") < EXPOSE_GRACE


def _kan(look: Look) -> Iterator[Event]:
    seat = look.hand.turn
    yield from show.claims(look)
    if _acts(look, seat):
        yield Drawn(seat, replacement=True)


_STEPS: Final[dict[Phase, Callable[[Look], Iterator[Event]]]] = {
    Phase.BUILD: _before_the_deal,
    Phase.THROWN: _before_the_deal,
    Phase.DEALT: _undealt,
    Phase.DRAW: _first_draw,
    Phase.DISCARD: _turn,
    Phase.CALLS: _window,
    Phase.KAN: _kan,
    Phase.SHOWING: show.showing,
}
