"""Events to tenhou.net/6 JSON, so that played games can be read back (written from the format alone)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import events as ev
from engine.hand import Game
from engine.meld import Meld, MeldType
from engine.settle import wins
from engine.state import apply
from engine.tile import Tile

LETTERS = {MeldType.CHI: "c", MeldType.PON: "p", MeldType.DAIMINKAN: "m"}
WORDS = {
    ev.EndReason.EXHAUSTIVE: "流局",
    ev.EndReason.NAGASHI: "流し満貫",
    ev.EndReason.KYUUSHU: "九種九牌",
    ev.EndReason.SUUFON: "四風連打",
    ev.EndReason.SUUCHA: "四家立直",
    ev.EndReason.SUUKAIKAN: "四槓散了",
    ev.EndReason.SANCHAHOU: "三家和了",
}


def code(tile: Tile | None) -> int:
    assert tile is not None
    suit = "mpsz".index(tile.suit)
    return 51 + suit if tile.red else 10 * (suit + 1) + tile.number


def call_text(seat: int, meld: Meld) -> str:
    assert meld.source is not None
    own = [str(code(tile)) for tile in meld.own]
    place = {3: 0, 2: 1, 1: len(own)}[(meld.source - seat) % 4]
    own.insert(place, LETTERS[meld.type] + str(code(meld.called)))
    return "".join(own)


def kan_text(meld: Meld) -> str:
    if meld.type is MeldType.ANKAN:
        *three, last = (str(code(tile)) for tile in meld.tiles)
        return "".join(three) + "a" + last
    rest = list(meld.tiles)
    assert meld.added is not None
    rest.remove(meld.added)
    return "k" + str(code(meld.added)) + "".join(str(code(tile)) for tile in rest)


class Writer:
    def __init__(self) -> None:
        self.log: list[list[Any]] = []
        self.game: Game | None = None
        self.riichi = ""

    def feed(self, event: ev.Event) -> None:
        before, self.game = self.game, apply(self.game, event)
        if isinstance(event, ev.HandStarted):
            number = 4 * event.round_wind + event.number - 1
            self.log.append([[number, event.honba, event.kyotaku], list(event.scores), [], []])
        elif isinstance(event, ev.Dealt):
            for tiles in event.hands:
                self.log[-1] += [[code(tile) for tile in tiles or ()], [], []]
        elif isinstance(event, ev.DoraRevealed):
            self.log[-1][2].append(code(event.tile))
        elif isinstance(event, ev.UraRevealed):
            self.log[-1][3] = [code(tile) for tile in event.tiles]
        elif isinstance(event, ev.HandEnded):
            assert before is not None
            self.log[-1].append(self.ending(before, event))
        else:
            self.turn(event)

    def turn(self, event: ev.Event) -> None:
        if isinstance(event, ev.Drawn):
            self.takes(event.seat).append(code(event.tile))
        elif isinstance(event, ev.RiichiDeclared):
            self.riichi = "r"
        elif isinstance(event, ev.Discarded):
            number = 60 if event.tsumogiri else code(event.tile)
            self.drops(event.seat).append(f"r{number}" if self.riichi else number)
            self.riichi = ""
        elif isinstance(event, ev.Called):
            self.takes(event.seat).append(call_text(event.seat, event.meld))
            if event.meld.type is MeldType.DAIMINKAN:
                self.drops(event.seat).append(0)
        elif isinstance(event, ev.KanDeclared):
            self.drops(event.seat).append(kan_text(event.meld))

    def takes(self, seat: int) -> list[Any]:
        row: list[Any] = self.log[-1][5 + 3 * seat]
        return row

    def drops(self, seat: int) -> list[Any]:
        row: list[Any] = self.log[-1][6 + 3 * seat]
        return row

    def ending(self, game: Game, event: ev.HandEnded) -> list[Any]:
        if event.reason is not ev.EndReason.WIN:
            word = WORDS[event.reason]
            if event.reason is ev.EndReason.EXHAUSTIVE and not any(event.deltas):
                word = "全員聴牌" if all(event.tenpai) else "全員不聴"
            return [word, list(event.deltas)] if any(event.deltas) else [word]
        out: list[Any] = ["和了"]
        for won in wins(game):
            out += [list(won.deltas), [won.seat, won.source, won.seat, ""]]
        return out


def written(events: Sequence[ev.Event]) -> dict[str, Any]:
    writer = Writer()
    for event in events:
        writer.feed(event)
    return {"title": ["", ""], "name": list("ABCD"), "rule": {"disp": "", "aka": 1}, "log": writer.log}
