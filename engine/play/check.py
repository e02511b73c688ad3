"""Is an event possible at this moment? Every reason why not, found together.

What hangs on tiles that nobody has seen is let pass here; it is examined when the hand is shown.
What hangs on seconds is let pass too: the engine has no clock, the judge reads the time stamps of
the journal (R-CALL-02 `within_3s_return_tile`, R-CALL-05, `3_seconds` of R-KAN-10 and R-WIN-04).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.classical.check import check as classical_check
from engine.classical.flower import with_flowers
from engine.play.deposit import check_paid, too_poor
from engine.play.ruling import check_entered, check_penalised
from engine.result.declared_win import declared_win, kan_of_riichi, keeps_tenpai, riichi_in_furiten
from engine.result.game import called_off, next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import BREACHES, LEGAL, Fault
from engine.state.hand import Game, Hand, OfferKind, Phase, Riichi, Seat, Source
from engine.state.hand_showing import check_abort, check_noten, check_shown, check_ura
from engine.state.replace_fast import evolve
from engine.state.tile_count import copies, missing
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile

PLAYING: Final = (Phase.DISCARD, Phase.CALLS, Phase.KAN)


def faults_of(game: Game | None, event: ev.Event, *, trust: bool = False) -> Fault:
    """All that forbids the event now; `Fault(0)` when it is legal. `trust` as in `state.apply`.

    Of a correction only its place is checked: whether the game can be replayed with it, `legal` says.
    """
    if isinstance(event, ev.GameStarted):
        return _game_started(game, event)
    if game is None:
        return Fault.NO_GAME
    if isinstance(event, ev.HandStarted):
        return _hand_started(game, event, trust)
    if isinstance(event, ev.GameEnded):
        return _game_ended(game, event)
    if isinstance(event, ev.Reseated):
        return LEGAL
    if isinstance(event, ev.Correct):
        nested = any(isinstance(new, ev.Correct) for new in event.events)
        inside = event.at + event.count <= len(game.log) and not nested
        return LEGAL if inside else Fault.CORRECTION_PLACE
    if isinstance(event, ev.Penalised):
        return check_penalised(game, event)
    hand = game.in_play
    if game.finished or hand is None:
        return Fault.WRONG_MOMENT
    if isinstance(event, ev.HandEnded):
        return _hand_ended(game, event, trust)
    return _in_hand(game, hand, event)


def _in_hand(game: Game, hand: Hand, event: ev.Event) -> Fault:
    if game.rules.game == "classical":
        return classical_check(game, hand, event, _CHECKS)
    return _CHECKS.get(type(event), _not_played)(game, hand, event)


def held(rules: Ruleset, faults: Fault) -> bool:
    """Whether the state takes an event with these faults: only breaches of the rules are among them."""
    if rules.flag("chombo.dead_hand_call"):
        return not faults & ~BREACHES
    return not faults & ~(BREACHES & ~Fault.DEAD_HAND)


def _game_started(game: Game | None, event: ev.GameStarted) -> Fault:
    faults = LEGAL if game is None or game.finished else Fault.GAME_RUNNING
    try:
        Ruleset.preset(event.preset, event.options)
    except ValueError:
        faults |= Fault.UNKNOWN_RULES
    return faults


def _hand_started(game: Game, event: ev.HandStarted, trust: bool) -> Fault:
    if game.in_play is not None:
        return Fault.HAND_RUNNING
    if trust and not game.finished:
        return LEGAL
    return LEGAL if not game.finished and next_hand(game) == event else Fault.WRONG_HAND


def _game_ended(game: Game, event: ev.GameEnded) -> Fault:
    if game.in_play is not None:
        return Fault.HAND_RUNNING
    if game.finished:
        return Fault.WRONG_MOMENT
    follows = next_hand(game)
    if event.by_time and game.history and isinstance(follows, ev.HandStarted):
        follows = called_off(game)
    if not isinstance(follows, ev.GameEnded):
        return Fault.GAME_NOT_OVER
    return LEGAL if follows == event else Fault.WRONG_SCORES


def _hand_ended(game: Game, event: ev.HandEnded, trust: bool) -> Fault:
    expected = result(game, trust=trust)
    if expected is None:
        return Fault.RESULT_OPEN
    return LEGAL if expected == event else Fault.WRONG_RESULT


def _not_played(_game: Game, _hand: Hand, _event: ev.Event) -> Fault:
    return Fault.NOT_PLAYED


def _dice(game: Game, hand: Hand, _event: ev.DiceThrown) -> Fault:
    """One throw, or two where the rules say so (R-WALL-07)."""
    double = game.rules.choice("wall.dice_throws") == "double"
    again = double and hand.phase is Phase.THROWN and hand.second is None
    return LEGAL if hand.phase is Phase.BUILD or again else Fault.WRONG_MOMENT


def _dealt(game: Game, hand: Hand, event: ev.Dealt) -> Fault:
    faults = LEGAL if hand.phase in (Phase.BUILD, Phase.THROWN) else Fault.WRONG_MOMENT
    if any(tiles and len(tiles) < 13 for tiles in event.hands) and not with_flowers(game.rules):
        faults |= Fault.NOT_PLAYED
    return faults | copies(game.rules, hand, [t for tiles in event.hands for t in tiles or ()])


def _dora(game: Game, hand: Hand, event: ev.DoraRevealed) -> Fault:
    faults = LEGAL if hand.dora_allowed else Fault.INDICATOR_NOT_DUE
    return faults | copies(game.rules, hand, (event.tile,))


def _drawn(game: Game, hand: Hand, event: ev.Drawn) -> Fault:
    faults = LEGAL
    if hand.phase not in (Phase.DEALT, Phase.DRAW, Phase.CALLS, Phase.KAN):
        faults |= Fault.WRONG_MOMENT
    expected = hand.next_seat if hand.phase is Phase.CALLS else hand.turn
    if event.seat != expected:
        faults |= Fault.OUT_OF_TURN
    if event.replacement != (hand.phase is Phase.KAN):
        faults |= Fault.WRONG_WALL_END
    if hand.live_left == 0:
        faults |= Fault.WALL_EMPTY
    elif hand.automatic_end(game.rules):
        faults |= Fault.HAND_IS_DRAWN
    return faults | copies(game.rules, hand, () if event.tile is None else (event.tile,))


def _turn(hand: Hand, seat: int) -> Fault:
    faults = LEGAL if hand.phase is Phase.DISCARD else Fault.WRONG_MOMENT
    return faults if seat == hand.turn else faults | Fault.OUT_OF_TURN


def _dead(me: Seat) -> Fault:
    """A declaration with an announced dead hand (R-DEAD-01)."""
    return Fault.DEAD_HAND if me.dead else LEGAL


def _riichi(game: Game, hand: Hand, event: ev.RiichiDeclared) -> Fault:
    rules, me = game.rules, hand.seats[event.seat]
    faults = _turn(hand, event.seat) | _dead(me)
    if me.riichi is not Riichi.NO:
        faults |= Fault.RIICHI_TWICE
    if not me.closed:
        faults |= Fault.RIICHI_OPEN_HAND
    elif hand.source is Source.CALL:
        faults |= Fault.RIICHI_AFTER_CALL
    if hand.live_left < rules.number("riichi.min_live_tiles"):
        faults |= Fault.RIICHI_TOO_LATE
    faults |= too_poor(game, event.seat)
    if not faults and not me.unknown:
        ready = [tile for tile in set(me.known) if keeps_tenpai(rules, me, tile)]
        if not ready:
            faults |= Fault.RIICHI_NOTEN
        elif all(riichi_in_furiten(rules, me, tile) for tile in ready):
            faults |= Fault.RIICHI_FURITEN
    return faults


def _riichi_withdrawn(game: Game, hand: Hand, event: ev.RiichiWithdrawn) -> Fault:
    state = hand.seats[event.seat].riichi
    if state is Riichi.NO:
        return Fault.RIICHI_NOT_DECLARED
    late = game.rules.choice("riichi.cancel_window") == "free_until_discard_then_dead_hand_until_stick"
    if state is Riichi.PAID or (state is Riichi.DISCARDED and not late):
        return Fault.RIICHI_STANDS
    return LEGAL if hand.phase in PLAYING else Fault.WRONG_MOMENT


def _taken(game: Game, hand: Hand, seat: int, tiles: Iterable[Tile]) -> Fault:
    """Faults of tiles leaving a concealed part."""
    fresh = missing(hand.seats[seat], tiles)
    return Fault.TILE_NOT_IN_HAND if fresh is None else copies(game.rules, hand, fresh)


def kuikae(rules: Ruleset, meld: Meld) -> frozenset[int]:
    """Kinds that may not be discarded directly after the call (R-KUI-01)."""
    assert meld.called is not None
    called = meld.called.kind
    out = set() if rules.flag("call.kuikae_same") else {called}
    if meld.type is MeldType.CHI and not rules.flag("call.kuikae_suji"):
        other = {meld.kind: meld.kind + 3, meld.kind + 2: meld.kind - 1}.get(called)
        if other is not None and other // 9 == called // 9:
            out.add(other)
    return frozenset(out)


def _discarded(game: Game, hand: Hand, event: ev.Discarded) -> Fault:
    rules, me, tile = game.rules, hand.seats[event.seat], event.tile
    faults = _turn(hand, event.seat)
    if event.sideways and not (me.riichi is Riichi.DECLARED or me.owes_sideways):
        faults |= Fault.SIDEWAYS_WITHOUT_RIICHI
    if me.unfetched is not None and not rules.flag("call.discard_before_pickup"):
        faults |= Fault.NOT_FETCHED
    if tile is None:
        return faults if me.unknown else faults | Fault.TILE_UNREAD
    faults |= _taken(game, hand, event.seat, (tile,))
    if event.tsumogiri and hand.drawn is not None and hand.drawn != tile:
        faults |= Fault.NOT_TSUMOGIRI
    if hand.source is Source.CALL and me.melds and tile.kind in kuikae(rules, me.melds[-1]):
        faults |= Fault.KUIKAE
    if me.riichi.stands and (event.tsumogiri is False or hand.drawn not in (None, tile)):
        faults |= Fault.RIICHI_FROZEN
    if not faults and me.riichi is Riichi.DECLARED and not me.unknown:
        if not keeps_tenpai(rules, me, tile):
            faults |= Fault.RIICHI_NOTEN
        elif riichi_in_furiten(rules, me, tile):
            faults |= Fault.RIICHI_FURITEN
    return faults


def _identified(game: Game, hand: Hand, event: ev.Identified) -> Fault:
    pond = hand.seats[event.seat].pond
    if not 0 <= event.index < len(pond):
        return Fault.NO_SUCH_DISCARD
    if pond[event.index].tile is not None:
        return LEGAL if pond[event.index].tile == event.tile else Fault.ALREADY_READ
    return copies(game.rules, hand, (event.tile,))


def _fetched(_game: Game, hand: Hand, event: ev.Fetched) -> Fault:
    return LEGAL if hand.seats[event.seat].unfetched is not None else Fault.NOTHING_TO_FETCH


def _late_call(rules: Ruleset, hand: Hand) -> bool:
    """A set may still be called after the next player has drawn (R-CALL-02)."""
    return (
        hand.phase is Phase.DISCARD
        and hand.source is Source.WALL
        and hand.offer is not None
        and hand.offer.kind is OfferKind.DISCARD
        and rules.choice("call.late_after_draw") != "void"
    )


def _overrides(rules: Ruleset, hand: Hand, event: ev.Called) -> bool:
    """A pon or kan on the tile of a chi that lies there; the judge reads the seconds (R-CALL-05)."""
    deadline, priority = rules.choice("call.pon_override_deadline"), rules.choice("call.priority")
    if deadline != "3_seconds_after_discard" or priority != "ron>pon_kan>chi":
        return False
    chi = hand.seats[hand.turn].melds[-1].type is MeldType.CHI
    return chi and event.meld.type is not MeldType.CHI and event.seat != hand.turn


def _called(game: Game, hand: Hand, event: ev.Called) -> Fault:
    rules, offer, meld = game.rules, hand.offer, event.meld
    if offer is None and hand.before is not None and _overrides(rules, hand, event):
        return _called(evolve(game, hand=hand.before), hand.before, event)
    if offer is None or offer.kind is not OfferKind.DISCARD:
        return Fault.WINDOW_CLOSED
    faults = LEGAL if hand.phase is Phase.CALLS or _late_call(rules, hand) else Fault.WINDOW_CLOSED
    faults |= _dead(hand.seats[event.seat])
    if hand.phase is Phase.DISCARD and event.seat == hand.turn:
        faults |= Fault.CALL_AFTER_DRAW
    if event.seat == offer.seat:
        faults |= Fault.CALL_OWN_TILE
    if meld.type in (MeldType.ANKAN, MeldType.SHOUMINKAN):
        return faults | Fault.KAN_NOT_OWN
    if meld.source != offer.seat or offer.tile not in (None, meld.called):
        faults |= Fault.CALL_WRONG_TILE
    if meld.type is MeldType.CHI and event.seat != (offer.seat + 1) % 4:
        faults |= Fault.CHI_NOT_FROM_LEFT
    if hand.seats[event.seat].riichi is not Riichi.NO:
        faults |= Fault.RIICHI_CALL
    if offer.last and rules.choice("call.on_last_discard") == "win_only":
        faults |= Fault.CALL_LAST_DISCARD
    elif hand.automatic_end(rules) not in (None, ev.EndReason.EXHAUSTIVE):
        faults |= Fault.HAND_IS_DRAWN
    if meld.type.kan:
        faults |= _room_for_kan(rules, hand, hand.live_left + (hand.phase is Phase.DISCARD))
    own = meld.own if offer.tile is not None else (*meld.own, meld.called)
    fresh = missing(hand.seats[event.seat], meld.own)
    if fresh is None:
        return faults | Fault.TILE_NOT_IN_HAND
    named = [t for t in own[len(meld.own) :] if t is not None]
    return faults | copies(rules, hand, [*fresh, *named])


def _room_for_kan(rules: Ruleset, hand: Hand, live_left: int) -> Fault:
    faults = Fault.KAN_FIFTH if hand.kans >= rules.number("kan.max_per_hand") else LEGAL
    return faults | (Fault.WALL_EMPTY if live_left < max(1, rules.number("kan.min_live_tiles")) else LEGAL)


def _kan_declared(game: Game, hand: Hand, event: ev.KanDeclared) -> Fault:
    rules, me, meld = game.rules, hand.seats[event.seat], event.meld
    faults = _turn(hand, event.seat) | _room_for_kan(rules, hand, hand.live_left) | _dead(me)
    if hand.source is Source.CALL and not rules.flag("kan.after_own_call"):
        faults |= Fault.KAN_AFTER_CALL
    if meld.type is MeldType.ANKAN:
        faults |= _taken(game, hand, event.seat, meld.tiles)
    elif meld.type is MeldType.SHOUMINKAN and meld.added is not None:
        faults |= _taken(game, hand, event.seat, (meld.added,))
        if not any(_extends(meld, pon) for pon in me.melds):
            faults |= Fault.NO_SUCH_PON
    else:
        faults |= Fault.KAN_NOT_OWN
    if me.riichi is not Riichi.NO and not kan_of_riichi(rules, hand, event.seat, meld):
        faults |= Fault.RIICHI_KAN
    return faults


def _extends(kan: Meld, pon: Meld) -> bool:
    assert kan.added is not None
    rest = list(kan.tiles)
    rest.remove(kan.added)
    return pon.type is MeldType.PON and sorted(rest) == sorted(pon.tiles) and kan.source == pon.source


def _earlier(hand: Hand, event: ev.WinDeclared) -> Hand | None:
    """The hand before a call or the kans of a turn, where this first ron is about the discard before them."""
    if hand.wins or event.seat == hand.turn:
        return None
    kans = hand.before_kan
    if kans is not None and kans.offer is not None and kans.offer.seat == event.source:
        return kans
    return hand.before if hand.offer is None else None


def _win(game: Game, hand: Hand, event: ev.WinDeclared) -> Fault:
    rules, offer = game.rules, hand.offer
    if event.seat == event.source:
        faults = _turn(hand, event.seat)
        if hand.source is Source.CALL:
            faults |= Fault.TSUMO_AFTER_CALL
        return faults or declared_win(game, event)
    if (earlier := _earlier(hand, event)) is not None:
        return _win(evolve(game, hand=earlier), earlier, event)
    if offer is None or hand.ending not in (None, ev.EndReason.WIN):
        return Fault.WINDOW_CLOSED
    faults = LEGAL
    if hand.phase not in (*PLAYING, Phase.SHOWING):
        faults |= Fault.WRONG_MOMENT
    drawn = hand.phase is Phase.DISCARD and offer.kind is OfferKind.DISCARD
    by_draw = drawn and rules.choice("call.ron_deadline") == "next_player_draw"
    if by_draw or any(w.seat == w.source for w in hand.wins):
        faults |= Fault.WINDOW_CLOSED
    if event.source != offer.seat:
        faults |= Fault.OUT_OF_TURN
    if hand.wins_by(event.seat):
        faults |= Fault.WIN_TWICE
    if event.seat == hand.turn != offer.seat:
        faults |= Fault.CALL_AFTER_DRAW
    return faults or declared_win(game, event)


def _win_withdrawn(_game: Game, hand: Hand, event: ev.WinWithdrawn) -> Fault:
    if hand.ending is not ev.EndReason.WIN or all(w.seat != event.seat for w in hand.wins):
        return Fault.WIN_NOT_DECLARED
    return Fault.WIN_SHOWN if hand.seats[event.seat].shown is not None else LEGAL


_CHECKS: Final[dict[type, Callable[[Game, Hand, Any], Fault]]] = {
    ev.DiceThrown: _dice,
    ev.Dealt: _dealt,
    ev.DoraRevealed: _dora,
    ev.Drawn: _drawn,
    ev.RiichiDeclared: _riichi,
    ev.RiichiWithdrawn: _riichi_withdrawn,
    ev.Discarded: _discarded,
    ev.Identified: _identified,
    ev.RiichiPaid: check_paid,
    ev.Called: _called,
    ev.Fetched: _fetched,
    ev.KanDeclared: _kan_declared,
    ev.WinDeclared: _win,
    ev.WinWithdrawn: _win_withdrawn,
    ev.HandShown: check_shown,
    ev.UraRevealed: check_ura,
    ev.NotenDeclared: check_noten,
    ev.AbortDeclared: check_abort,
    ev.ResultEntered: check_entered,
}
