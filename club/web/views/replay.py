"""A finished hand move by move, from the mjai lines that its table has recorded.

Pure. It gives what the replay of the table's screens draws (docs/records.md): the picture at the beginning,
and for every event the parts of the picture that it changes. Of the players' hands nothing is in the record
but what was laid open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from club.log.events.base import Record
from club.sentences import ToldError
from engine.notation.mjai import MjaiReader
from engine.notation.record import Playback, RecordError
from engine.play.apply import apply
from engine.result.settle import WinResult, wins
from engine.state import events as ev
from engine.state.hand import Game, Hand, Phase, Riichi, Seat
from engine.state.replace_fast import evolve
from engine.tiles.meld import Meld
from engine.tiles.tile import Tile

Picture = dict[str, Any]
_WINDS: Final = "ESWN"
_PRIVATE: Final = (ev.Dealt, ev.Drawn)


class ReplayError(ToldError):
    """The record cannot be played."""


def replay(record: Record, names: Sequence[str], preset: str) -> dict[str, Any]:
    """The `first` picture, and `frames` of the events after it; ReplayError."""
    if not record.moves:
        raise ReplayError("result_only")
    events = _events(record.moves, preset)
    begin = next(n for n, event in enumerate(events) if isinstance(event, ev.HandStarted))
    game: Game | None = None
    for event in events[: begin + 1]:
        game = apply(game, event, trust=True)
    assert game is not None
    game = evolve(game, names=tuple(names))
    shown = first = _picture(game)
    frames = []
    for event in events[begin + 1 :]:
        before, game = game, apply(game, event, trust=True)
        following = _picture(game, before if isinstance(event, ev.HandEnded) else None)
        frames.append(_frame(event, shown, following))
        shown = following
    return {"first": first, "frames": frames}


def _events(moves: Iterable[Mapping[str, Any]], preset: str) -> list[ev.Event]:
    """All events of the hand; what would follow it is left out."""
    playback = Playback(preset)
    reader = MjaiReader(playback)
    try:
        for number, line in enumerate(moves, 1):
            reader.take(number, line)
        reader.take(len(playback.places) + 1, {"type": "end_kyoku"})
    except RecordError as error:
        raise ReplayError("unplayable") from error
    ended = [n for n, event in enumerate(playback.events) if isinstance(event, ev.HandEnded)]
    if not ended:
        raise ReplayError("record_cut")
    return playback.events[: ended[-1] + 1]


def _frame(event: ev.Event, before: Picture, after: Picture) -> dict[str, Any]:
    changes = [
        {"op": "replace", "path": f"/{name}", "value": value}
        for name, value in after.items()
        if name != "seats" and value != before[name]
    ]
    changes += [
        {"op": "replace", "path": f"/seats/{n}", "value": seat}
        for n, seat in enumerate(after["seats"])
        if seat != before["seats"][n]
    ]
    data = (
        {} if isinstance(event, _PRIVATE) else {f.name: _plain(getattr(event, f.name)) for f in fields(event)}
    )
    if isinstance(event, ev.Drawn):
        data = {"seat": event.seat}
    return {"at_ms": None, "type": _type(event), "data": data, "changes": changes}


def _type(event: ev.Event) -> str:
    """`RiichiDeclared` is `riichi_declared`."""
    name = type(event).__name__
    return "".join(f"_{c.lower()}" if c.isupper() and n else c.lower() for n, c in enumerate(name))


def _plain(value: object) -> Any:
    """The value as JSON has it: tiles as text, sets with their type, tuples as lists."""
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Meld):
        return _meld(value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _picture(game: Game, settled: Game | None = None) -> Picture:
    """What everybody could see; `settled` is the game before the hand was paid."""
    hand = game.hand
    assert hand is not None
    built = hand.phase is not Phase.BUILD
    return {
        "rules": game.rules.game,
        "preset": game.rules.name,
        "round": {
            "wind": _WINDS[game.round_wind],
            "number": game.number,
            "honba": game.honba,
            "kyotaku": game.kyotaku,
        },
        "dealer": game.dealer,
        "turn": hand.turn if hand.phase in (Phase.DRAW, Phase.DISCARD, Phase.KAN) else None,
        "tiles_left": hand.live_left if built else None,
        "dora": _texts(hand.indicators),
        "ura": _texts(hand.ura),
        "seats": [_seat(game, n, seat) for n, seat in enumerate(hand.seats)],
        "result": None if settled is None else _result(settled, game),
    }


def _seat(game: Game, n: int, seat: Seat) -> Picture:
    riichi = "no" if seat.riichi is Riichi.NO else "paid" if seat.riichi is Riichi.PAID else "declared"
    pond = [
        {
            "tile": None if each.tile is None else str(each.tile),
            "sideways": each.sideways,
            "called": each.called_by is not None,
        }
        for each in seat.pond
    ]
    return {
        "seat": n,
        "name": game.names[n],
        "wind": _WINDS[(n - game.dealer) % 4],
        "score": game.scores[n],
        "riichi": riichi,
        "pond": pond,
        "melds": [_meld(each) for each in seat.melds],
        "concealed": len(seat.concealed),
        "dead": seat.dead,
        "ready": False,
        "flowers": [],
    }


def _meld(meld: Meld) -> Picture:
    called = None if meld.called is None else str(meld.called)
    return {"type": meld.type.value, "tiles": _texts(meld.tiles), "called": called, "source": meld.source}


def _result(before: Game, after: Game) -> Picture:
    hand, ended = before.hand, after.history[-1].ended
    assert hand is not None
    won = [] if ended.reason.void else [w for w in wins(before) if w.value and w.paid]
    return {
        "reason": ended.reason.value,
        "wins": [_win(hand, each) for each in won],
        "counted": [],
        "transfers": [],
        "again": False,
        "tenpai": list(ended.tenpai),
        "shown": [None if seat.shown is None else _texts(seat.shown) for seat in hand.seats],
        "deltas": list(ended.deltas),
        "offenders": list(hand.offenders),
        "paid": True,
    }


def _win(hand: Hand, won: WinResult) -> Picture:
    worth, win = won.value, won.win
    assert worth is not None
    assert win is not None
    plain = ("dora", "red", "ura", "han", "fu", "limit", "yakuman", "points")
    return {name: getattr(worth, name) for name in plain} | {
        "seat": won.seat,
        "source": won.source,
        "tiles": _texts(win.tiles),
        "melds": [_meld(each) for each in hand.seats[won.seat].melds],
        "win_tile": str(win.win_tile),
        "yaku": list(worth.yaku),
        "fu_parts": list(worth.fu_parts),
        "deltas": list(won.deltas),
        "responsible": won.responsible,
        "unsure": [],
        "pictures": [],
    }


def _texts(tiles: Iterable[Tile]) -> list[str]:
    return [str(tile) for tile in tiles]
