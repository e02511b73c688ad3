"""Figures and turning points of real games, counted anew from the lines of their records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.history.figures import PlayerFigures
from controller.history.summary import Turning, sitting
from engine.notation.read import play
from tests.controller.history.test_summary import RECORDS, journalled

Line = dict[str, Any]


class Counted:
    """A hand by its lines."""

    def __init__(self, lines: list[Line]) -> None:
        wins = [line for line in lines if line["type"] == "hora"]
        ends = [line for line in lines if line["type"] in ("hora", "ryukyoku")]
        self.start: list[int] = lines[0]["scores"]
        self.riichi = {line["actor"] for line in lines if line["type"] == "reach_accepted"}
        self.called = {line["actor"] for line in lines if line["type"] in ("chi", "pon", "daiminkan")}
        self.won = {line["actor"] for line in wins}
        self.tsumo = {line["actor"] for line in wins if line["actor"] == line["target"]}
        self.dealt_in = {line["target"] for line in wins} - self.tsumo
        self.moved = [sum(line["deltas"][seat] for line in ends) for seat in range(4)]

    @property
    def end(self) -> list[int]:
        paid = zip(self.start, self.moved, strict=True)
        return [had + moved - 1000 * (seat in self.riichi) for seat, (had, moved) in enumerate(paid)]


def counted(path: Path) -> list[Counted]:
    hands: list[list[Line]] = []
    for line in map(json.loads, path.read_text("utf-8").splitlines()):
        if line["type"] == "start_kyoku":
            hands.append([])
        if hands:
            hands[-1].append(line)
    return [Counted(lines) for lines in hands]


def figures(hands: list[Counted], seat: int) -> list[int]:
    """As of `told`."""
    won, dealt = ([hand for hand in hands if seat in getattr(hand, what)] for what in ("won", "dealt_in"))
    return [
        len(hands),
        len(won),
        sum(seat in hand.tsumo for hand in hands),
        len(dealt),
        sum(seat in hand.riichi for hand in hands),
        sum(seat in hand.riichi for hand in won),
        sum(seat in hand.riichi for hand in dealt),
        sum(seat in hand.called for hand in hands),
        sum(hand.moved[seat] for hand in won),
        -sum(hand.moved[seat] for hand in dealt),
    ]


def figures_of(player: PlayerFigures) -> list[int]:
    shares = (player.win, player.tsumo, player.deal_in, player.riichi, player.riichi_won)
    more = (player.riichi_dealt_in, player.called)
    points = (player.win_points.total, player.deal_in_points.total)
    return [player.hands, *(share.count for share in (*shares, *more)), *map(int, points)]


def turning(hands: list[Counted]) -> list[list[Turning]]:
    most = max(max(hand.moved) for hand in hands)
    leader: int | None = None
    out: list[list[Turning]] = []
    for hand in hands:
        here: list[Turning] = []
        first = [seat for seat in range(4) if hand.end[seat] == max(hand.end)]
        if len(first) == 1:
            here += ["lead"] if leader not in (None, first[0]) else []
            leader = first[0]
        here += ["swing"] if max(hand.moved) == most else []
        out.append(here)
    return out


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
@pytest.mark.parametrize("path", RECORDS[8:12], ids=lambda path: path.stem)
def test_real_games_are_reported_as_their_lines_count(tmp_path: Path, path: Path) -> None:
    hands = counted(path)
    found = sitting(journalled(tmp_path, list(play(path.read_text("utf-8").splitlines()).events))).summary
    assert [figures_of(player) for player in found.players] == [figures(hands, seat) for seat in range(4)]
    assert [hand.turning for hand in found.hands] == turning(hands)
