"""What people say with their tiles where nobody presses a button: a hand laid open is a declaration.

Each of them counts as the word that a button would have said (`memory.Words`), so that everything after it is
one way. A button that was pressed says the same, and first. What fits nothing is asked about, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from contract.messages.seat_panel import Button
from controller.infer import dice_and_sticks
from controller.infer.columns import UNSEEN
from controller.infer.context import Look
from controller.infer.hands import (
    HandSeen,
    Left,
    read_but,
    read_but_end,
    read_but_one,
    read_by_eyes,
    read_hand,
)
from controller.infer.memory import WORD_SETTLES
from controller.infer.question import put_right, unseen
from controller.infer.reading import CERTAIN, may_be_open
from controller.infer.show import RON_WINDOW, ask_tenpai, ask_unseen, lying_open, taken_beside, unseen_places
from controller.infer.waiting import DISCARD_AFTER, missed
from controller.panel.panel import PanelSignal
from engine.play.turn import changed
from engine.state.events import AbortDeclared, Drawn, EndReason
from engine.state.furiten import furiten
from engine.state.hand import Offer, Phase, Riichi
from engine.state.hand_showing import NINE
from engine.tiles.meld import MeldType
from engine.tiles.shape import complete, waits
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

LAID_S: Final = 0.5
"""Seconds that a hand lies open and still before it is a declaration: its last tile may be on its way."""
STICK_S: Final = 2.0
"""Seconds that a turned discard waits for its stick; whoever plays on after it has accepted a riichi."""
CLOSED_S: Final = 8.0
"""Seconds in which no hand is opened any more at an exhaustive draw: those that stay closed are noten."""
PUSHED_S: Final = 1.5
"""The same for a hand that is pushed away."""
ASK_S: Final = 3.0
"""Seconds that a hand lies open which does not win before its owner is asked."""
Read = Callable[[Sequence[TileSeen], int, bool, Left], HandSeen | None]
"""How a hand laid open is read: whole, or all but one tile."""
_WINNING: Final = (Button.RON, Button.TSUMO)
_PLAYED: Final = (Phase.DRAW, Phase.DISCARD, Phase.CALLS, Phase.KAN)


def say(look: Look) -> None:
    """Puts into the words of the look what the tiles say now."""
    for seat in range(4):
        for button in _said(look, seat):
            if not look.words.said(seat, button):
                # it has lain there for long enough: nothing settles any more
                look.words.put(PanelSignal(seat, button, look.now - WORD_SETTLES), implied=True)


def meant(look: Look) -> None:
    """A ron that a key or a page said is a tsumo where the opened hand is one: until the draw was seen the
    key for both says ron, and pages offer nothing else."""
    for seat in look.words.seats(Button.RON):
        since = look.words.since(seat, Button.RON)
        assert since is not None
        if look.hand.phase in _PLAYED and look.opened(seat) and _drew(look, seat):
            look.words.drop(seat, Button.RON)
            look.words.put(PanelSignal(seat, Button.TSUMO, since))


def _drew(look: Look, seat: int) -> bool:
    """Whether the open hand wins by a tile that was drawn, while the discard on offer lies where it lay."""
    offer = look.hand.winnable
    pond = None if offer is None else look.pond(offer.seat)
    taken = offer is not None and (pond is None or pond.missing)
    if taken or _ron(look, seat) or not _tsumo(look, seat):
        return False
    return look.timers.age(f"implied.drew.{seat}", look.views.still_since) >= LAID_S


def _said(look: Look, seat: int) -> Iterator[Button]:
    phase = look.hand.phase
    if look.hand.seats[seat].dead:
        return
    if _drawn(look):
        yield from _noten(look, seat)
    if phase in _PLAYED or phase is Phase.SHOWING:
        yield from _opened(look, seat)
    if phase in (Phase.DISCARD, Phase.CALLS) and seat == _mover(look):
        yield from _riichi(look, seat)


def _opened(look: Look, seat: int) -> Iterator[Button]:
    """A hand laid open: ron, tsumo, nine kinds, or a question.

    One with a hole is what it can be with one more tile, once there was time to lay that down; of one that
    wins nothing the doubtful tiles may be others than the likeliest.
    """
    if not look.opened(seat) or seat in look.left_open:
        return
    look.timers.age(_open(seat))
    if look.hand.wins_by(seat):
        return
    if _shows(look, seat):
        if _may_win(look, seat) and ask_tenpai(look, seat):
            look.undecided.add(seat)
        return
    button, patience = _win(look, seat) or _abort(look, seat), LAID_S
    if button is Button.RON and look.hand.automatic_end(look.game.rules) is not None:
        patience = 0.0  # else it would be shown as tenpai before
    if button is None:
        button, patience = _win(look, seat, read_but_one) or _win(look, seat, read_by_eyes), ASK_S
    if button is not None:
        if look.timers.age(f"implied.{button}.{seat}", look.views.still_since) >= patience:
            yield button
    elif not any(look.words.said(seat, word) for word in (*_WINNING, Button.ABORT)):
        look.asks.put(put_right(f"opened.{seat}", "opened_hand", seat), ASK_S)
        _ask_ends(look, seat)
        _ask_doubtful(look, seat)
        if _wants_discard(look, seat, _mover(look)):
            look.asks.put(unseen((Zone.POND, _mover(look), UNSEEN)), DISCARD_AFTER)


def _ask_ends(look: Look, seat: int) -> None:
    """About the first or last tile of an open hand that wins with one more: a row without a hole may be
    whole, so that it is no declaration before somebody has said what lies there."""
    said, resting = _win(look, seat, read_but_end), look.hand.seats[seat].resting
    # Thirteen tiles are a hand laid open by mistake, or one whose drawn tile nobody sees.
    after = DISCARD_AFTER if len(look.views.tiles(Zone.HAND, seat)) == resting else ASK_S
    for place in () if said is None else unseen_places(look, seat, drawn=said is Button.TSUMO):
        ask_unseen(look, seat, place, (), after)


def _ask_doubtful(look: Look, seat: int) -> None:
    """About each doubtful tile of an open hand that wins if this one is some other than the eyes name."""
    for tile in look.views.tiles(Zone.HAND, seat):
        if may_be_open(tile) and tile.p < CERTAIN and _win(look, seat, partial(read_but, tile.track)):
            ask_unseen(look, seat, tile, [face for face, _ in tile.odds if face is not None], ASK_S)


def _wants_discard(look: Look, seat: int, mover: int) -> bool:
    """Whether the open hand may win, had the mover discarded what nobody has seen: on that tile, being
    tenpai, or by one that was drawn since, being whole."""
    if seat == mover or look.laid(mover) or look.hand.automatic_end(look.game.rules) is not None:
        return False
    me = look.hand.seats[seat]
    seen = read_hand(lying_open(look, seat), me.resting, False, look.left)
    if seen is None:
        return _whole(look, seat, read_hand)
    return any(waits((*seen.tiles, *faces), me.melds) for faces in seen.choices)


def _shows(look: Look, seat: int) -> bool:
    """Whether the seat may have opened its hand because all, or it, are to show theirs, or have shown it."""
    hand = look.hand
    ends = hand.phase is Phase.SHOWING or hand.automatic_end(look.game.rules) is not None
    claims = hand.phase is Phase.SHOWING and bool(hand.wins)
    shows = hand.seats[seat].decided or seat in hand.to_show(look.game.rules)
    return ends and not claims and shows and not _ron(look, seat)


def _may_win(look: Look, seat: int) -> bool:
    """Whether a hand that was opened in time at a draw may win on the last discard, by a tile that nobody
    sees. Else it is tenpai."""
    window = look.timers.age(f"window.{len(look.hand.flow)}")
    in_time = look.hand.phase is Phase.CALLS and window < RON_WINDOW + look.timers.age(_open(seat))
    return in_time and any(_ron(look, seat, read) for read in (read_but_one, read_but_end))


def _win(look: Look, seat: int, read: Read = read_hand) -> Button | None:
    if _ron(look, seat, read):
        return Button.RON
    return Button.TSUMO if _tsumo(look, seat, read) else None


def _open(seat: int) -> str:
    """The timer of its open hand: who opens it in time may win, whenever it is read."""
    return f"implied.open.{seat}"


def _ron(look: Look, seat: int, read: Read = read_hand) -> bool:
    """Whether the hand is complete with the tile on offer, which lies in the pond or was taken beside it."""
    return any(_ron_on(look, seat, offer, read) for offer in look.hand.winnables)


def _ron_on(look: Look, seat: int, offer: Offer, read: Read) -> bool:
    hand = look.hand
    if offer.seat == seat or offer.tile is None:
        return False
    if hand.phase is Phase.SHOWING and look.timers.age("win") >= RON_WINDOW + look.timers.age(_open(seat)):
        return False
    resting, zone = hand.seats[seat].resting, lying_open(look, seat)
    seen = read(zone, resting, False, look.left)
    if seen is None:
        pond = look.pond(offer.seat)
        seen = taken_beside(look, zone, resting)
        if seen is None or pond is None or not pond.missing:
            return False
    return _completes(look, seat, seen, offer.tile) and not _only_tenpai(look, seat, seen)


def _only_tenpai(look: Look, seat: int, seen: HandSeen) -> bool:
    """At a draw a hand in furiten is opened because it is tenpai."""
    if look.hand.automatic_end(look.game.rules) is None or seen.doubts:
        return False
    return any(furiten(changed(look.hand, seat, shown=seen.tiles), seat, look.game.rules) or ())


def _completes(look: Look, seat: int, seen: HandSeen, tile: Tile) -> bool:
    melds = look.hand.seats[seat].melds
    return any(tile.kind in waits((*seen.tiles, *faces), melds) for faces in seen.choices)


def _tsumo(look: Look, seat: int, read: Read = read_hand) -> bool:
    """Whether the hand is complete with the tile that the seat has drawn, apart or among the others."""
    return seat == _mover(look) and look.hand.phase is not Phase.SHOWING and _whole(look, seat, read)


def _whole(look: Look, seat: int, read: Read) -> bool:
    """Whether the open hand is complete with one tile more than rest in a hand."""
    me = look.hand.seats[seat]
    seen = read(lying_open(look, seat, drawn=True), me.resting, True, look.left)
    if seen is None:
        return False
    for faces in seen.choices:
        if seen.apart is not None:
            if seen.apart.kind in waits((*seen.tiles, *faces), me.melds):
                return True
            continue
        if complete((*seen.tiles, *faces), len(me.melds)):
            return True
    return False


def _mover(look: Look) -> int:
    """Whose turn it is, or comes: a draw is not seen."""
    return look.hand.next_seat if look.hand.phase is Phase.CALLS else look.hand.turn


def _abort(look: Look, seat: int) -> Button | None:
    """Nine kinds, where they may be declared now."""
    if seat != _mover(look):
        return None
    faces = {t.tile.kind for t in look.views.tiles(Zone.HAND, seat) if t.tile is not None and t.tile.yaochuu}
    if len(faces) < NINE:
        return None
    drawn = look if look.hand.phase is Phase.DISCARD else None
    if drawn is None:
        after = look.outcome(Drawn(seat)).after
        drawn = None if after is None else look.after(after)
    return None if drawn is None or drawn.outcome(AbortDeclared(seat)).faults else Button.ABORT


def _riichi(look: Look, seat: int) -> Iterator[Button]:
    """A discard turned sideways by a closed hand, with its stick or accepted by who plays on; where nobody
    saw the discard after which others have played on, the stick alone."""
    me, laid = look.hand.seats[seat], look.laid(seat)
    if me.riichi is not Riichi.NO or me.owes_sideways or look.game.rules.game == "classical":
        return
    if any(meld.type is not MeldType.ANKAN for meld in me.melds):
        return
    paid = dice_and_sticks.stick_lies(look, seat)
    if missed(look, seat):
        if paid and not any(tile.sideways for tile in laid) and _stick_is_new(look, seat):
            yield Button.RIICHI
    elif laid and laid[0].sideways:
        waited = look.timers.age(f"implied.stick.{seat}") >= STICK_S
        if paid or (waited and look.went_on(seat)):
            yield Button.RIICHI


def _stick_is_new(look: Look, seat: int) -> bool:
    """Whether the stick was laid after the last discard that is known: it may be of an earlier hand."""
    stick, pond = look.views.get(Zone.STICK, seat), look.pond(seat)
    if stick is None or pond is None or not pond.known:
        return False
    return stick.t > max(look.views.since(look.place(Zone.POND, seat, tile)) for _, tile in pond.known)


def _drawn(look: Look) -> bool:
    """Whether a draw is being shown at which noten pays, and nobody can win on the last discard any more."""
    hand, rules = look.hand, look.game.rules
    ending = hand.ending_shown(rules)
    paid = ending is not None and ending.abortive and rules.flag("abort.noten_payment")
    if ending is not EndReason.EXHAUSTIVE and not paid:
        return False
    if hand.phase is Phase.SHOWING:
        return True
    return look.timers.age(f"window.{len(hand.flow)}") >= RON_WINDOW


def _noten(look: Look, seat: int) -> Iterator[Button]:
    """A hand that stays closed, or is pushed away; whoever is in riichi has to show."""
    hand, rules = look.hand, look.game.rules
    if seat not in hand.to_show(rules) or hand.must_show(seat, rules) or look.opened(seat):
        return
    shown = "".join(str(int(look.opened(other))) for other in range(4))
    closed = look.timers.age(f"implied.closed.{shown}") >= CLOSED_S
    gone = not look.views.tiles(Zone.HAND, seat) and look.views.get(Zone.HAND, seat) is not None
    pushed = look.timers.age(f"implied.pushed.{seat}") >= PUSHED_S if gone else False
    if closed or pushed:
        yield Button.NOTEN
