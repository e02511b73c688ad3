"""Events to tenhou.net/6 JSON, which the public viewers open.

The format knows neither dice nor the order of showing, and it has no word for a hand that does not
count: such hands are left out. A viewer wants every tile; those of a real table that never came to
light are 0, or with `fill` tiles that can have been there, and the title says that they are made up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from engine.notation.played import PlayedGame, PlayedHand, played
from engine.notation.tenhou_words import (
    ALL_NOTEN,
    ALL_TENPAI,
    DRAWS,
    TSUMOGIRI,
    UNSEEN,
    WIN,
    Worth,
    call_text,
    kan_text,
    number,
    score_text,
    yaku_texts,
)
from engine.notation.whole import Racks, filled, racks
from engine.result.settle import WinResult, wins
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.tiles.meld import MeldType
from engine.tiles.tile import sort_key
from engine.value.points import YAKUMAN, base_points

VIEWER: Final = "https://tenhou.net/6/#json="
_MADE_UP: Final = "unseen tiles are made up"
_TABLE: Final = "Jantaku"
Record = dict[str, Any]


def write(events: Iterable[ev.Event], *, fill: bool = True) -> Record:
    """The record of a game from its events; ValueError as `played`, IllegalEventError as `apply`."""
    game = played(events)
    log, made_up = [], 0
    for hand in game.hands:
        if hand.ended is None or hand.ended.reason.void:
            continue
        found = racks(hand)
        made_up += filled(found, hand, game.game.rules) if fill else 0
        log.append(_Row(hand, found).written())
    if not log:
        raise ValueError("no hand that counts has ended yet.")
    return {
        "title": ["", _MADE_UP if made_up else ""],
        "name": list(game.game.names),
        "rule": _rule(game),
        "log": log,
    }


def text(record: Record) -> str:
    """The record as the viewers take it: one line, no spaces."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def links(record: Record) -> list[str]:
    """The address that opens each hand in the viewer of the site."""
    return [VIEWER + quote(text(record | {"log": [row]}), safe="-_.!~*'(),") for row in record["log"]]


def _rule(game: PlayedGame) -> Record:
    """Shown text and red fives as on the site; `preset` and `options` are for readers who know them."""
    rules = game.game.rules
    reds = rules.counts("tiles.red_fives")
    words = (
        "東" if rules.choice("game.length") == "tonpuusen" else "南",
        "喰" if rules.flag("call.open_tanyao") else "",
        "赤" if any(reds.values()) else "",
    )
    return {
        "disp": f"{_TABLE} {rules.name} {''.join(words)}",
        "aka": 0,
        **{f"aka5{place}": reds[suit] for place, suit in enumerate("mps", 1)},
        "preset": game.started.preset,
        "options": game.options,
    }


Win = tuple[list[int], list[Any]]
"""Points by seat, then who won from whom, who answers for it, what it was worth and why."""


class _Row:
    """One hand as the array of the format."""

    def __init__(self, hand: PlayedHand, found: Racks) -> None:
        self._hand = hand
        self._racks = found
        self._takes: list[list[object]] = [[], [], [], []]
        self._drops: list[list[object]] = [[], [], [], []]

    def written(self) -> list[Any]:
        declared: set[int] = set()
        for at, event in enumerate(self._hand.moves):
            if isinstance(event, ev.RiichiDeclared):
                declared.add(event.seat)
            else:
                self._move(at, event, declared)
        hand, started = self._hand.game.hand, self._hand.started
        assert hand is not None
        row: list[Any] = [
            [4 * started.round_wind + started.number - 1, started.honba, started.kyotaku],
            list(started.scores),
            [number(tile) for tile in hand.indicators],
            [number(tile) for tile in hand.ura],
        ]
        for seat in range(4):
            row += [self._dealt(seat), self._takes[seat], self._drops[seat]]
        return [*row, self._end()]

    def _dealt(self, seat: int) -> list[int]:
        dealt = self._racks.dealt(seat)
        known = sorted((tile for tile in dealt if tile is not None), key=sort_key)
        return [number(tile) for tile in known] + [UNSEEN] * dealt.count(None)

    def _move(self, at: int, event: ev.Event, declared: set[int]) -> None:
        if isinstance(event, ev.Drawn):
            self._takes[event.seat].append(number(self._racks.drawn(at)))
        elif isinstance(event, ev.Discarded):
            code = TSUMOGIRI if event.tsumogiri or event.tile is None else number(event.tile)
            riichi = event.seat in declared
            declared.discard(event.seat)
            self._drops[event.seat].append(f"r{code}" if riichi else code)
        elif isinstance(event, ev.Called):
            self._takes[event.seat].append(call_text(event.seat, event.meld))
            if event.meld.type is MeldType.DAIMINKAN:
                self._drops[event.seat].append(UNSEEN)
        elif isinstance(event, ev.KanDeclared):
            self._drops[event.seat].append(kan_text(event.seat, event.meld))

    def _end(self) -> list[Any]:
        ended = self._hand.ended
        assert ended is not None
        if ended.reason is ev.EndReason.WIN:
            return [WIN, *(part for parts in self._wins(ended) for part in parts)]
        if ended.reason.abortive:
            return [DRAWS[ended.reason]]
        if ended.reason is ev.EndReason.EXHAUSTIVE and not any(ended.deltas):
            return [ALL_TENPAI if all(ended.tenpai) else ALL_NOTEN]
        return [DRAWS[ended.reason], list(ended.deltas)]

    def _wins(self, ended: ev.HandEnded) -> list[Win]:
        game = self._hand.game
        hand = game.hand
        assert hand is not None
        if hand.entered is None:
            return [_won(won) for won in wins(game) if won.value is not None and won.paid]
        # Entered wins are paid in one sum: it stands with the first, the others move nothing more.
        deltas = [list(ended.deltas), *([0, 0, 0, 0] for _ in hand.entered.wins[1:])]
        rows = [_entered(game.rules, hand.dealer, won) for won in hand.entered.wins]
        return list(zip(deltas, rows, strict=True))


def _won(won: WinResult) -> Win:
    assert won.win is not None
    assert won.value is not None
    worth, win = won.value, won.win
    written = Worth(worth.fu, worth.han, worth.limit, worth.base, win.dealer, win.tsumo)
    payer = won.seat if won.responsible is None else won.responsible
    return list(won.deltas), [won.seat, won.source, payer, score_text(written), *yaku_texts(worth, win)]


def _entered(rules: Ruleset, dealer: int, won: ev.EnteredWin) -> list[Any]:
    """A win as people entered it: what it was worth, nobody knows of what."""
    base, limit = base_points(won.han, won.fu, rules)
    if won.yakuman:
        base, limit = won.yakuman * YAKUMAN, "yakuman"
    written = Worth(won.fu, won.han, limit, base, won.seat == dealer, won.seat == won.source)
    payer = won.seat if won.responsible is None else won.responsible
    return [won.seat, won.source, payer, score_text(written)]
