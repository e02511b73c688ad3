"""Events to mjai lines. A win has the fields of both dialects, of mjai itself and of game records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from engine.notation.mjai import Line, tile_text
from engine.notation.played import PlayedGame, PlayedHand, played
from engine.notation.yaku_words import row_of
from engine.result.pay import add
from engine.result.settle import WinResult, wins
from engine.state import events as ev
from engine.state.hand import Hand
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile

_WINDS: Final = "ESWN"
_LIMITS: Final = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def write(events: Iterable[ev.Event], seat: int | None = None) -> list[str]:
    """The mjai lines of a game; with `seat` only what this seat could see, the rest as `?`.

    Hands that do not count are left out. ValueError when the events do not begin with `GameStarted`.
    """
    return write_played(played(events), seat)


def write_played(game: PlayedGame, seat: int | None = None) -> list[str]:
    """The same of a game that was played through already."""
    return [json.dumps(line, ensure_ascii=False) for line in _lines(game, seat)]


def _lines(game: PlayedGame, seat: int | None) -> Iterator[Line]:
    yield {
        "type": "start_game",
        "names": list(game.game.names),
        "preset": game.started.preset,
        "options": game.options,
    }
    for hand in game.hands:
        if hand.ended is None or not hand.ended.reason.void:
            yield from _hand(hand, seat)
    if game.finished is not None:
        yield {"type": "end_game", "scores": list(game.finished.scores)}


def _hand(hand: PlayedHand, seat: int | None) -> Iterator[Line]:
    begun = False
    for event in hand.moves:
        if isinstance(event, ev.DoraRevealed) and not begun:
            begun = True
            yield _start(hand, event, seat)
        elif isinstance(event, ev.Drawn):
            own = seat in (None, event.seat)
            yield {"type": "tsumo", "actor": event.seat, "pai": tile_text(event.tile if own else None)}
        elif isinstance(event, ev.RiichiPaid):
            yield _accepted(hand, event)
        elif type(event) in _WRITERS:
            yield _WRITERS[type(event)](event)
    if hand.ended is not None:
        yield from _ended(hand, hand.ended)


def _tiles(tiles: Iterable[Tile | None]) -> list[str]:
    return [tile_text(tile) for tile in tiles]


def _start(hand: PlayedHand, first: ev.DoraRevealed, seat: int | None) -> Line:
    started = hand.started
    dealt = next((e.hands for e in hand.moves if isinstance(e, ev.Dealt)), ev.Dealt().hands)
    dice = next((e.dice for e in hand.moves if isinstance(e, ev.DiceThrown)), None)
    seen = [tiles if seat in (None, i) else None for i, tiles in enumerate(dealt)]
    line: Line = {
        "type": "start_kyoku",
        "bakaze": _WINDS[started.round_wind],
        "kyoku": started.number,
        "honba": started.honba,
        "kyotaku": started.kyotaku,
        "oya": started.dealer,
        "dora_marker": tile_text(first.tile),
        "scores": list(started.scores),
        "tehais": [_tiles(tiles or (None,) * 13) for tiles in seen],
    }
    return line if dice is None else line | {"dice": list(dice)}


def _accepted(hand: PlayedHand, event: ev.RiichiPaid) -> Line:
    """The deposit, with the scores that all deposits of the hand so far have left."""
    stick = hand.game.rules.number("riichi.deposit")
    paid = [e.seat for e in hand.moves if isinstance(e, ev.RiichiPaid)]
    laid = set(paid[: paid.index(event.seat) + 1])
    scores = [score - (stick if i in laid else 0) for i, score in enumerate(hand.started.scores)]
    deltas = [-stick if i == event.seat else 0 for i in range(4)]
    return {"type": "reach_accepted", "actor": event.seat, "deltas": deltas, "scores": scores}


def _called(event: ev.Called) -> Line:
    meld = event.meld
    return {
        "type": meld.type.value,
        "actor": event.seat,
        "target": meld.source,
        "pai": tile_text(meld.called),
        "consumed": _tiles(meld.own),
    }


def _kan(event: ev.KanDeclared) -> Line:
    meld = event.meld
    if meld.type is MeldType.ANKAN:
        return {"type": "ankan", "actor": event.seat, "consumed": _tiles(meld.tiles)}
    rest = list(meld.tiles)
    if meld.added is not None:
        rest.remove(meld.added)
    return {
        "type": "kakan",
        "actor": event.seat,
        "pai": tile_text(meld.added),
        "consumed": _tiles(rest),
    }


_WRITERS: Final[dict[type, Callable[[Any], Line]]] = {
    ev.DoraRevealed: lambda e: {"type": "dora", "dora_marker": tile_text(e.tile)},
    ev.RiichiDeclared: lambda e: {"type": "reach", "actor": e.seat},
    ev.Discarded: lambda e: {
        "type": "dahai",
        "actor": e.seat,
        "pai": tile_text(e.tile),
        "tsumogiri": bool(e.tsumogiri),
    },
    ev.Called: _called,
    ev.KanDeclared: _kan,
}


def _ended(played_hand: PlayedHand, ended: ev.HandEnded) -> Iterator[Line]:
    game = played_hand.game
    hand, scores = game.hand, game.scores
    assert hand is not None
    if hand.entered is not None and ended.reason is ev.EndReason.WIN:
        yield from _entered(hand.entered, ended, scores)
    elif ended.reason is ev.EndReason.WIN:
        for win in wins(game):
            if win.value is not None and win.paid:
                yield _hora(hand, win, scores)
                scores = add((scores, win.deltas))
    else:
        yield {
            "type": "ryukyoku",
            "reason": ended.reason.value,
            "honba": hand.honba,
            "kyotaku": ended.kyotaku,
            "deltas": list(ended.deltas),
            "scores_before": list(scores),
            "scores": list(add((scores, ended.deltas))),
            "tenpais": list(ended.tenpai),
            "shown_hands": [None if s.shown is None else _tiles(s.shown) for s in hand.seats],
        }
    yield {"type": "end_kyoku"}


def _entered(entered: ev.ResultEntered, ended: ev.HandEnded, scores: tuple[int, ...]) -> Iterator[Line]:
    """Wins as people entered them; paid in one sum, which stands with the first."""
    for place, won in enumerate(entered.wins):
        yield {
            "type": "hora",
            "actor": won.seat,
            "target": won.source,
            "fu": won.fu,
            "fan": won.han,
            "yakuman": won.yakuman,
            "pao": won.responsible,
            "deltas": list(ended.deltas) if place == 0 else [0, 0, 0, 0],
            "scores_before": list(scores),
            "scores": list(add((scores, ended.deltas))),
        }


def _hora(hand: Hand, won: WinResult, scores: tuple[int, ...]) -> Line:
    assert won.win is not None
    assert won.value is not None
    win, worth = won.win, won.value
    yaku = [[name, han] for name, han in row_of(worth).items()]
    ura = _tiles(win.ura)
    return {
        "type": "hora",
        "actor": won.seat,
        "target": won.source,
        "pai": tile_text(win.win_tile),
        "hora_tehais": _tiles(win.tiles),
        "n_melds": len(win.melds),
        "dora_markers": _tiles(win.indicators),
        "ura_markers": ura,
        "uradora_markers": ura,
        "honba": hand.honba,
        "kyotaku": won.sticks,
        "fu": worth.fu,
        "fan": worth.han,
        "points": worth.points,
        "hora_points": worth.points,
        "limit": 0 if worth.limit is None else _LIMITS.index(worth.limit) + 1,
        "yaku": yaku,
        "yakus": yaku,
        "yakuman": worth.yakuman,
        "pao": won.responsible,
        "deltas": list(won.deltas),
        "scores_before": list(scores),
        "scores": list(add((scores, won.deltas))),
    }
