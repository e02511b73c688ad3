"""Events to mjai lines. The engine runs along and supplies the value of every win."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from engine import events as ev
from engine.hand import Game, Hand, Phase
from engine.meld import MeldType
from engine.notation.mjai import Line, tile_text
from engine.settle import WinResult, wins
from engine.state import apply
from engine.tile import Tile

_WINDS: Final = "ESWN"
_LIMITS: Final = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def write(events: Iterable[ev.Event]) -> list[str]:
    """The mjai lines of a row of events that begins with `GameStarted`."""
    return [json.dumps(line, ensure_ascii=False) for line in _lines(events)]


def _lines(events: Iterable[ev.Event]) -> Iterator[Line]:
    game: Game | None = None
    dealt = ev.Dealt()
    for event in events:
        before, game = game, apply(game, event, trust=True)
        if isinstance(event, ev.Dealt):
            dealt = event
        if isinstance(event, ev.GameStarted):
            yield {"type": "start_game", "names": list(event.names), "preset": event.preset}
        elif isinstance(event, ev.GameEnded):
            yield {"type": "end_game", "scores": list(event.scores)}
        elif isinstance(event, ev.HandEnded):
            assert before is not None
            yield from _ended(before, event)
        elif isinstance(event, ev.Dealt | ev.DoraRevealed) and _hand(game).phase is Phase.DRAW:
            yield _start(game, dealt)
        elif type(event) in _WRITERS:
            yield _WRITERS[type(event)](event)


def _hand(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def _tiles(tiles: Iterable[Tile | None]) -> list[str]:
    return [tile_text(tile) for tile in tiles]


def _start(game: Game, dealt: ev.Dealt) -> Line:
    hand = _hand(game)
    started = hand.started
    line: Line = {
        "type": "start_kyoku",
        "bakaze": _WINDS[started.round_wind],
        "kyoku": started.number,
        "honba": started.honba,
        "kyotaku": started.kyotaku,
        "oya": started.dealer,
        "dora_marker": tile_text(hand.indicators[0]),
        "scores": list(started.scores),
        "tehais": [_tiles(tiles or (None,) * 13) for tiles in dealt.hands],
    }
    return line if hand.dice is None else line | {"dice": list(hand.dice)}


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
    ev.Drawn: lambda e: {"type": "tsumo", "actor": e.seat, "pai": tile_text(e.tile)},
    ev.RiichiDeclared: lambda e: {"type": "reach", "actor": e.seat},
    ev.Discarded: lambda e: {
        "type": "dahai",
        "actor": e.seat,
        "pai": tile_text(e.tile),
        "tsumogiri": bool(e.tsumogiri),
    },
    ev.RiichiPaid: lambda e: {"type": "reach_accepted", "actor": e.seat},
    ev.Called: _called,
    ev.KanDeclared: _kan,
}


def _ended(game: Game, event: ev.HandEnded) -> Iterator[Line]:
    hand = _hand(game)
    if event.reason is ev.EndReason.WIN:
        scores = game.scores
        for win in wins(game):
            if win.value is not None and win.paid:
                yield _hora(game, win, scores)
                a, b, c, d = (s + x for s, x in zip(scores, win.deltas, strict=True))
                scores = (a, b, c, d)
    else:
        yield {
            "type": "ryukyoku",
            "reason": event.reason.value,
            "honba": hand.honba,
            "kyotaku": event.kyotaku,
            "deltas": list(event.deltas),
            "scores_before": list(game.scores),
            "tenpais": list(event.tenpai),
            "shown_hands": [None if s.shown is None else _tiles(s.shown) for s in hand.seats],
        }
    yield {"type": "end_kyoku"}


def _hora(game: Game, won: WinResult, scores: tuple[int, ...]) -> Line:
    assert won.win is not None
    assert won.value is not None
    win, worth = won.win, won.value
    dora = [["dora", worth.dora], ["red_five", worth.red], ["ura_dora", worth.ura]]
    return {
        "type": "hora",
        "actor": won.seat,
        "target": won.source,
        "pai": tile_text(win.win_tile),
        "hora_tehais": _tiles(win.tiles),
        "n_melds": len(win.melds),
        "dora_markers": _tiles(win.indicators),
        "ura_markers": _tiles(win.ura),
        "honba": game.honba,
        "kyotaku": won.sticks,
        "fu": worth.fu,
        "points": worth.points,
        "limit": 0 if worth.limit is None else _LIMITS.index(worth.limit) + 1,
        "yaku": [[name, han] for name, han in worth.yaku] + [row for row in dora if row[1]],
        "yakuman": worth.yakuman,
        "pao": won.responsible,
        "deltas": list(won.deltas),
        "scores_before": list(scores),
    }
