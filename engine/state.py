"""The state machine: `apply` turns a game and an event into the next game, and nothing else does.

    BUILD -> THROWN -> DEALT -> DRAW -> DISCARD -> CALLS -> { DISCARD of the next | DISCARD of a caller }
    DISCARD -> KAN -> DISCARD       a closed or added kan, its replacement drawn
    CALLS -> KAN -> DISCARD         an open kan
    DISCARD, CALLS, KAN -> SHOWING  tsumo, ron, robbed kan, kyuushu kyuuhai, exhausted wall
    SHOWING, CALLS -> ENDED         the confirmed result; automatic draws need no showing

An event is first checked whole by `engine.check`; the functions here assume a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from engine import events as ev
from engine.check import legal
from engine.faults import LEGAL, Fault, IllegalEventError
from engine.hand import (
    Furiten,
    Game,
    Hand,
    HandResult,
    Offer,
    OfferKind,
    Phase,
    PondTile,
    Riichi,
    Seat,
    Source,
)
from engine.meld import Meld, MeldType
from engine.pao import responsible
from engine.rules import Ruleset
from engine.tile import Tile, sort_key

__all__ = [
    "Fault",
    "Furiten",
    "Game",
    "Hand",
    "HandResult",
    "IllegalEventError",
    "Offer",
    "OfferKind",
    "Phase",
    "PondTile",
    "Riichi",
    "Seat",
    "Source",
    "apply",
    "replay",
]


def apply(game: Game | None, event: ev.Event, *, trust: bool = False) -> Game:
    """The game after the event; IllegalEventError, and nothing changed, if it cannot happen.

    `None` is the table before its first game. `trust` believes what a record states and the
    engine cannot know: where the game stands at a `HandStarted`, and who is tenpai at a draw
    when the hands are not in the record.
    """
    faults = legal(game, event, trust=trust)
    if faults is not LEGAL:
        raise IllegalEventError(event, faults)
    if isinstance(event, ev.GameStarted):
        rules = Ruleset.preset(event.preset, event.options)
        start = rules.number("game.start_points")
        return Game(rules, event.names, (start, start, start, start))
    assert game is not None
    if isinstance(event, ev.HandStarted):
        return _hand_started(game, event)
    if isinstance(event, ev.GameEnded):
        return replace(game, finished=True, scores=event.scores, kyotaku=0)
    if isinstance(event, ev.HandEnded):
        return _hand_ended(game, event)
    assert game.hand is not None
    hand = _STEPS[type(event)](game.rules, game.hand, event)
    return replace(_deposit(game, event.seat) if isinstance(event, ev.RiichiPaid) else game, hand=hand)


def replay(events: Iterable[ev.Event], *, trust: bool = False) -> Game | None:
    """The game after a whole row of events."""
    start: Game | None = None
    return reduce(lambda game, event: apply(game, event, trust=trust), events, start)


def _hand_started(game: Game, event: ev.HandStarted) -> Game:
    return replace(
        game,
        hand=Hand(event, turn=event.dealer),
        round_wind=event.round_wind,
        number=event.number,
        dealer=event.dealer,
        honba=event.honba,
        kyotaku=event.kyotaku,
        scores=event.scores,
    )


def _hand_ended(game: Game, event: ev.HandEnded) -> Game:
    assert game.hand is not None
    a, b, c, d = (score + delta for score, delta in zip(game.scores, event.deltas, strict=True))
    return replace(
        game,
        scores=(a, b, c, d),
        kyotaku=event.kyotaku,
        hand=replace(game.hand, phase=Phase.ENDED, ending=event.reason),
        history=(*game.history, HandResult(game.hand.started, event)),
    )


def _deposit(game: Game, seat: int) -> Game:
    stick = game.rules.number("riichi.deposit")
    a, b, c, d = (score - (stick if i == seat else 0) for i, score in enumerate(game.scores))
    return replace(game, scores=(a, b, c, d), kyotaku=game.kyotaku + 1)


def _seats(hand: Hand, seat: int, new: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    a, b, c, d = (new if i == seat else old for i, old in enumerate(hand.seats))
    return a, b, c, d


def _each(hand: Hand, change: Callable[[Seat], Seat]) -> tuple[Seat, Seat, Seat, Seat]:
    a, b, c, d = (change(seat) for seat in hand.seats)
    return a, b, c, d


def _passed(hand: Hand) -> Hand:
    """The open offer was not won on: it joins those that passed."""
    if hand.offer is None:
        return hand
    return replace(hand, offer=None, flow=(*hand.flow, hand.offer), before=None)


def without(concealed: tuple[Tile | None, ...], tiles: Iterable[Tile | None]) -> tuple[Tile | None, ...]:
    """The concealed part after tiles left it: the known tile itself, else an unknown one."""
    rest = list(concealed)
    for tile in tiles:
        rest.remove(tile if tile in rest else None)
    return tuple(rest)


def _dice(_rules: Ruleset, hand: Hand, event: ev.DiceThrown) -> Hand:
    return replace(hand, dice=event.dice, phase=Phase.THROWN)


def _dealt(_rules: Ruleset, hand: Hand, event: ev.Dealt) -> Hand:
    a, b, c, d = (Seat((None,) * 13 if tiles is None else _sorted(tiles)) for tiles in event.hands)
    phase = Phase.DRAW if hand.indicators else Phase.DEALT
    return replace(hand, seats=(a, b, c, d), live_left=70, phase=phase)


def _dora(_rules: Ruleset, hand: Hand, event: ev.DoraRevealed) -> Hand:
    phase = Phase.DRAW if hand.phase is Phase.DEALT else hand.phase
    return replace(hand, indicators=(*hand.indicators, event.tile), phase=phase)


def _drawn(rules: Ruleset, hand: Hand, event: ev.Drawn) -> Hand:
    late = "next_player_discard", "declarer_discard_or_next_kan"
    window = "kan.chankan_deadline" if event.replacement else "call.ron_deadline"
    if rules.choice(window) not in late:
        hand = _passed(hand)
    me = hand.seats[event.seat]
    passed = len(hand.flow) + (hand.offer is not None)
    since = me.since if me.riichi.stands else passed
    return replace(
        hand,
        seats=_seats(hand, event.seat, replace(me, concealed=(*me.concealed, event.tile), since=since)),
        phase=Phase.DISCARD,
        turn=event.seat,
        source=Source.REPLACEMENT if event.replacement else Source.WALL,
        drawn=event.tile,
        live_left=hand.live_left - 1,
        since_before=me.since,
    )


def _riichi(_rules: Ruleset, hand: Hand, event: ev.RiichiDeclared) -> Hand:
    me = replace(hand.seats[event.seat], riichi=Riichi.DECLARED)
    return replace(hand, seats=_seats(hand, event.seat, me))


def _discarded(rules: Ruleset, hand: Hand, event: ev.Discarded) -> Hand:
    hand = _passed(hand)
    me = hand.seats[event.seat]
    declares = me.riichi is Riichi.DECLARED
    since = me.since
    if not me.riichi.stands and rules.choice("furiten.temporary_ends") == "own_discard":
        since = len(hand.flow)
    me = replace(
        me,
        concealed=_sorted(without(me.concealed, (event.tile,))),
        pond=(*me.pond, PondTile(event.tile, event.sideways, None, event.tsumogiri)),
        riichi=Riichi.DISCARDED if declares else me.riichi,
        double_riichi=me.double_riichi or (declares and hand.intact and not me.pond),
        ippatsu=declares,
        since=since,
    )
    offer = Offer(event.seat, event.tile, index=len(me.pond) - 1, last=hand.live_left == 0, riichi=declares)
    return replace(
        hand,
        seats=_seats(hand, event.seat, me),
        phase=Phase.CALLS,
        source=None,
        drawn=None,
        pending=0,
        offer=offer,
    )


def _sorted(concealed: tuple[Tile | None, ...]) -> tuple[Tile | None, ...]:
    known = [tile for tile in concealed if tile is not None]
    known.sort(key=sort_key)
    return (*known, *((None,) * (len(concealed) - len(known))))


def _identified(_rules: Ruleset, hand: Hand, event: ev.Identified) -> Hand:
    me = hand.seats[event.seat]
    pond = tuple(replace(p, tile=event.tile) if i == event.index else p for i, p in enumerate(me.pond))

    def named(offer: Offer) -> Offer:
        mine = offer.kind is OfferKind.DISCARD and (offer.seat, offer.index) == (event.seat, event.index)
        return replace(offer, tile=event.tile) if mine else offer

    return replace(
        hand,
        seats=_seats(hand, event.seat, replace(me, pond=pond)),
        flow=tuple(named(offer) for offer in hand.flow),
        offer=None if hand.offer is None else named(hand.offer),
    )


def _paid(_rules: Ruleset, hand: Hand, event: ev.RiichiPaid) -> Hand:
    me = replace(hand.seats[event.seat], riichi=Riichi.PAID)
    return replace(hand, seats=_seats(hand, event.seat, me))


def _give_back(hand: Hand) -> Hand:
    """A draw that a late call takes back: the tile returns to its place in the wall (R-CALL-02)."""
    if hand.phase is not Phase.DISCARD:
        return hand
    me = hand.seats[hand.turn]
    me = replace(me, concealed=_sorted(without(me.concealed, (hand.drawn,))), since=hand.since_before)
    return replace(hand, seats=_seats(hand, hand.turn, me), live_left=hand.live_left + 1)


def _called(rules: Ruleset, hand: Hand, event: ev.Called) -> Hand:
    hand = _give_back(hand)
    offer, meld = hand.offer, event.meld
    assert offer is not None
    assert offer.index is not None
    if offer.tile is None:
        assert meld.called is not None
        hand = _identified(rules, hand, ev.Identified(offer.seat, offer.index, meld.called))
    hand = _interrupted(rules, _passed(hand))
    giver = hand.seats[offer.seat]
    pond = list(giver.pond)
    pond[offer.index] = replace(pond[offer.index], called_by=event.seat)
    hand = replace(hand, seats=_seats(hand, offer.seat, replace(giver, pond=tuple(pond))))
    me = hand.seats[event.seat]
    me = replace(
        me,
        concealed=without(me.concealed, meld.own),
        melds=(*me.melds, meld),
        since=len(hand.flow),
        responsible=me.responsible + responsible(rules, me.melds, meld, offer.seat),
    )
    hand = replace(hand, seats=_seats(hand, event.seat, me), turn=event.seat, drawn=None)
    if meld.type is MeldType.DAIMINKAN:
        return _kan(rules, hand, meld)
    return replace(hand, phase=Phase.DISCARD, source=Source.CALL)


def _interrupted(rules: Ruleset, hand: Hand) -> Hand:
    """A call or kan ends ippatsu and the first go-around (R-TURN-03, R-RIICHI-14)."""
    freed = rules.choice("furiten.temporary_ends") == "own_draw_or_any_call"
    passed = len(hand.flow)

    def after(seat: Seat) -> Seat:
        if freed and not seat.riichi.stands:
            return replace(seat, ippatsu=False, since=passed)
        return replace(seat, ippatsu=False) if seat.ippatsu else seat

    return replace(hand, intact=False, seats=_each(hand, after))


_TIMING: Final = {
    MeldType.ANKAN: "kan.dora_timing_closed",
    MeldType.DAIMINKAN: "kan.dora_timing_open",
    MeldType.SHOUMINKAN: "kan.dora_timing_added",
}


def _kan(rules: Ruleset, hand: Hand, meld: Meld) -> Hand:
    """A kan stands: its indicator is due now or after the discard, that of an earlier kan now."""
    later = rules.choice(_TIMING[meld.type]) == "after_discard"
    return replace(hand, phase=Phase.KAN, source=None, drawn=None, kans=hand.kans + 1, pending=int(later))


def _kan_declared(rules: Ruleset, hand: Hand, event: ev.KanDeclared) -> Hand:
    hand = _passed(hand)
    before = replace(hand, before=None)
    me, meld = hand.seats[event.seat], event.meld
    if meld.type is MeldType.ANKAN:
        gone, tile, kind = meld.tiles, meld.tiles[0], OfferKind.CLOSED_KAN
        melds = (*me.melds, meld)
    else:
        assert meld.added is not None
        gone, tile, kind = (meld.added,), meld.added, OfferKind.KAN
        melds = tuple(meld if m.type is MeldType.PON and m.kind == meld.kind else m for m in me.melds)
    me = replace(me, concealed=_sorted(without(me.concealed, gone)), melds=melds)
    hand = _interrupted(rules, replace(hand, seats=_seats(hand, event.seat, me)))
    offered = kind is OfferKind.KAN or rules.flag("kan.rob_closed_kokushi")
    offer = Offer(event.seat, tile, kind) if offered else None
    return replace(_kan(rules, hand, meld), offer=offer, before=before if offered else None)


def _win(_rules: Ruleset, hand: Hand, event: ev.WinDeclared) -> Hand:
    if event.seat == event.source:
        me = hand.seats[event.seat]
        if me.riichi is Riichi.DECLARED:
            hand = replace(hand, seats=_seats(hand, event.seat, replace(me, riichi=Riichi.NO)))
    elif not hand.wins:
        hand = _robbed(_give_back(hand)) if hand.offer else hand
    return replace(hand, phase=Phase.SHOWING, ending=ev.EndReason.WIN, wins=(*hand.wins, event))


def _robbed(hand: Hand) -> Hand:
    """A robbed kan counts as not declared: its indicator and its interruption are void (R-KAN-10/11)."""
    offer, before = hand.offer, hand.before
    if offer is None or before is None or offer.kind is OfferKind.DISCARD:
        return hand
    kept = zip(hand.seats, before.seats, strict=True)
    a, b, c, d = (replace(now, ippatsu=then.ippatsu) for now, then in kept)
    return replace(
        hand,
        seats=(a, b, c, d),
        intact=before.intact,
        kans=before.kans,
        pending=before.pending,
        live_left=before.live_left,
        indicators=hand.indicators[: 1 + before.kans],
    )


def _shown(_rules: Ruleset, hand: Hand, event: ev.HandShown) -> Hand:
    ending = hand.ending or hand.automatic_end(_rules)
    if hand.ending is None:
        hand = _passed(hand)
    me = hand.seats[event.seat]
    won = any(w.seat == event.seat == w.source for w in hand.wins)
    win_tile = (hand.drawn if event.win_tile is None else event.win_tile) if won else None
    full = (*event.tiles, win_tile) if win_tile is not None else event.tiles
    concealed = full if len(full) == len(me.concealed) else me.concealed
    me = replace(me, shown=event.tiles, win_tile=win_tile, concealed=concealed)
    return replace(hand, seats=_seats(hand, event.seat, me), phase=Phase.SHOWING, ending=ending)


def _ura(_rules: Ruleset, hand: Hand, event: ev.UraRevealed) -> Hand:
    return replace(hand, ura=event.tiles)


def _noten(rules: Ruleset, hand: Hand, event: ev.NotenDeclared) -> Hand:
    ending = hand.ending or hand.automatic_end(rules)
    if hand.ending is None:
        hand = _passed(hand)
    me = replace(hand.seats[event.seat], noten=True)
    return replace(hand, seats=_seats(hand, event.seat, me), phase=Phase.SHOWING, ending=ending)


def _abort(_rules: Ruleset, hand: Hand, event: ev.AbortDeclared) -> Hand:
    return replace(hand, phase=Phase.SHOWING, ending=ev.EndReason.KYUUSHU, aborted_by=event.seat)


_STEPS: Final[dict[type, Callable[[Ruleset, Hand, Any], Hand]]] = {
    ev.DiceThrown: _dice,
    ev.Dealt: _dealt,
    ev.DoraRevealed: _dora,
    ev.Drawn: _drawn,
    ev.RiichiDeclared: _riichi,
    ev.Discarded: _discarded,
    ev.Identified: _identified,
    ev.RiichiPaid: _paid,
    ev.Called: _called,
    ev.KanDeclared: _kan_declared,
    ev.WinDeclared: _win,
    ev.HandShown: _shown,
    ev.UraRevealed: _ura,
    ev.NotenDeclared: _noten,
    ev.AbortDeclared: _abort,
}
