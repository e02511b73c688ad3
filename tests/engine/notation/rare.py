"""Hand-made mjai records of what a few real games do not hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from engine.notation import mjai_writer, tenhou_writer
from engine.notation.mjai import MjaiReader, tile_text
from engine.notation.read import play
from engine.notation.record import Playback
from engine.result.game import next_hand
from engine.state import events as ev
from engine.tiles.tile import parse_tiles

Line = dict[str, Any]
PINFU, TANYAO, THIRD = "234m567678s22s34p", "678m234678s88m34p", "223344m456s88p34p"
LAST = "345m456567s66p34p"
"""Waits for 2p and 5p."""
QUIET = ("2m", "6m", "7m", "8m", "2s", "8s", "7p", "8p")
"""Simples that no hand of these tests needs."""


def names(text: str) -> list[str]:
    return [tile_text(tile) for tile in parse_tiles(text)]


class Record:
    """A hand in mjai lines; unnamed tiles are unseen."""

    def __init__(
        self,
        hands: dict[int, str] | None = None,
        *,
        honba: int = 0,
        kyotaku: int = 0,
        scores: Sequence[int] = (25000,) * 4,
        marker: str = "N",
        hand: str = "E1",
    ) -> None:
        tehais = [names(hands[s]) if hands and s in hands else ["?"] * 13 for s in range(4)]
        self.lines: list[Line] = [
            {"type": "start_game", "names": ["a", "b", "c", "d"]},
            {
                "type": "start_kyoku",
                "bakaze": hand[0],
                "kyoku": int(hand[1]),
                "honba": honba,
                "kyotaku": kyotaku,
                "oya": int(hand[1]) - 1,
                "dora_marker": marker,
                "scores": list(scores),
                "tehais": tehais,
            },
        ]

    def add(self, kind: str, **fields: object) -> Record:
        self.lines.append({"type": kind, **fields})
        return self

    def draw(self, seat: int, tile: str = "?") -> Record:
        return self.add("tsumo", actor=seat, pai=tile)

    def drop(self, seat: int, tile: str, *, tsumogiri: bool = False) -> Record:
        return self.add("dahai", actor=seat, pai=tile, tsumogiri=tsumogiri)

    def turn(self, seat: int, tile: str, drawn: str = "?") -> Record:
        return self.draw(seat, drawn).drop(seat, tile, tsumogiri=drawn == tile)

    def riichi(self, seat: int, tile: str, *, drawn: str = "?", paid: bool = True) -> Record:
        self.draw(seat, drawn).add("reach", actor=seat).drop(seat, tile, tsumogiri=drawn == tile)
        return self.add("reach_accepted", actor=seat) if paid else self

    def pon(self, seat: int, source: int, tile: str, drop: str) -> Record:
        self.add("pon", actor=seat, target=source, pai=tile, consumed=[tile, tile])
        return self.drop(seat, drop)

    def hora(
        self, seat: int, source: int, tile: str, hand: str, deltas: Iterable[int], ura: Sequence[str] = ()
    ) -> Record:
        return self.add(
            "hora",
            actor=seat,
            target=source,
            pai=tile,
            hora_tehais=names(hand),
            ura_markers=list(ura),
            deltas=list(deltas),
        )

    def drawn_hand(self, reason: str, deltas: Sequence[int] = (0, 0, 0, 0), **more: object) -> Record:
        return self.add("ryukyoku", reason=reason, deltas=list(deltas), **more)

    def settle(self) -> Playback:
        """Plays the lines; the hand must have ended exactly as recorded, and does so in every notation."""
        playback = Playback()
        reader = MjaiReader(playback)
        for number, line in enumerate([*self.lines, {"type": "end_kyoku"}], 1):
            reader.feed(number, json.dumps(line))
        assert [hand.differences for hand in playback.hands] == [()]
        assert playback.hands[0].recorded == playback.hands[0].ended.deltas
        record = tenhou_writer.write(playback.events, fill=False)
        for lines in (
            [tenhou_writer.text(record)],
            [*mjai_writer.write(playback.events), '{"type": "end_game"}'],
        ):
            (again,) = play(lines).hands
            assert (paid(again.ended), again.differences) == (paid(playback.hands[0].ended), ())
        return playback


def paid(ended: ev.HandEnded) -> tuple[object, ...]:
    """A result without who was tenpai: at nagashi mangan tenhou's format does not say it."""
    return ended.reason, ended.deltas, ended.kyotaku, ended.winners


def follows(playback: Playback) -> str:
    assert playback.game is not None
    event = next_hand(playback.game)
    if isinstance(event, ev.GameEnded):
        return "end"
    return f"{'ESWN'[event.round_wind]}{event.number}-{event.honba} {event.kyotaku}"


CALLED = 9


def play_out(record: Record, clean: Sequence[int], last: str | None = None) -> None:
    """Seventy draws in turn; the seats of `clean` lay only terminals and honours.

    With `CALLED` among them seat 0 calls the first discard of seat 2. `last` is the last discard.
    """
    ends = [*(["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "P", "F", "C"] * 4)]
    simples = [*QUIET * 4]
    to_call = CALLED in clean
    seat, left = record.lines[1]["oya"], 70
    while left:
        left -= 1
        record.draw(seat)
        tile = ends.pop() if seat in clean or not simples else simples.pop()
        tile = last if last is not None and not left else tile
        record.drop(seat, tile)
        if to_call and seat == 2:
            to_call, seat = False, 0
            record.pon(0, 2, tile, simples.pop())
            ends = [t for t in ends if t != tile]
        seat = (seat + 1) % 4


def dragons(**table: Any) -> Record:
    """Seat 2 has called white from 0, green from 1 and red from 3, who is responsible."""
    record = Record(**table).turn(0, "P").pon(2, 0, "P", "9s").turn(3, "1m").turn(0, "1m")
    record.turn(1, "F").pon(2, 1, "F", "9s")
    return record.turn(3, "C").pon(2, 3, "C", "9s")
