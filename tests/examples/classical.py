"""The worked examples of Chinese Classical, every line of these kinds."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from engine.classical.base import base_parts
from engine.classical.doubles import Counted, doubles
from engine.classical.rack import Rack
from engine.classical.reading import completed
from engine.classical.score import rounded
from engine.classical.settle import settle
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import HandResult
from engine.tiles.tile import Flower, parse_tiles
from tests.engine.hands import displayed
from tests.examples.register import Data, runner

RULES = Ruleset.preset("classical")
WINDS = "ESWN"


def loser(tiles: str, *melds: str, flowers: str = "") -> Counted:
    """A loser's hand of East in the East round."""
    rack = Rack(parse_tiles(tiles), tuple(map(displayed, melds)), 0, 0, Flower.row(flowers))
    return Counted(rack, completed(rack), None, RULES)


def factor(hand: Counted) -> int:
    return prod(times for _, times in doubles(hand))


@runner("classical.doubles")
def _doubles(given: Data, expected: Data, _: str) -> None:
    pungs = ("5'55z", "6'66z", "7'77z")[: given["doubles"]]
    assert len(pungs) == given["doubles"]
    assert factor(loser("25m3p4s", *pungs)) == expected["factor"]


@runner("classical.pair")
def _pair(given: Data, expected: Data, _: str) -> None:
    assert given["pair"] == "wind that is own and round wind"
    hand = loser("147m258p369s37z11z")
    assert sum(points for _, points in base_parts(hand.rack, hand.reading, None)) == expected["points"]


@runner("classical.set_double")
def _set_double(given: Data, expected: Data, _: str) -> None:
    assert given["set"] == "pung of a wind that is own and round wind"
    assert factor(loser("147m258p369s3z", "11'1z")) == expected["factor"]


@runner("classical.flower_number")
def _flower_number(given: Data, expected: Data, _: str) -> None:
    for wind, number in zip(given["wind"], expected["number"], strict=True):
        for family in "fg":
            (flower,) = Flower.row(f"{number}{family}")
            assert WINDS[flower.wind] == wind


@runner("classical.settlement")
def _settlement(given: Data, expected: Data, _: str) -> None:
    values = [given["values"][wind] for wind in WINDS]
    found = settle(values, WINDS.index(given["winner"]), east=0)
    assert dict(zip(WINDS, found.net, strict=True)) == expected["net"]


@runner("classical.rounding")
def _rounding(given: Data, expected: Data, _: str) -> None:
    assert rounded(given["value"]) == expected["rounded"]


@runner("classical.stick_sum")
def _stick_sum(given: Data, expected: Data, _: str) -> None:
    assert RULES.counts("sticks.start_set") == given["sticks"]
    assert RULES.number("game.start_points") == expected["points"]
    assert sum(int(stick) * count for stick, count in given["sticks"].items()) == expected["points"]


def course(short: bool) -> list[ev.HandStarted]:
    """Every hand of a game in which East never wins."""
    game = apply(None, ev.GameStarted("classical", {"classical.short_game": short}))
    hands = []
    while isinstance(follows := next_hand(game), ev.HandStarted):
        hands.append(follows)
        ended = ev.HandEnded(ev.EndReason.WIN, (0, 0, 0, 0), 0, ((follows.dealer + 1) % 4,))
        game = replace(game, history=(*game.history, HandResult(follows, ended)))
    return hands


@runner("classical.game_length")
def _game_length(given: Data, expected: Data, _: str) -> None:
    for short, hands in ((False, expected["hands"]), (True, expected["short_hands"])):
        played = course(short)
        assert len(played) == hands
        assert {hand.round_wind for hand in played} == set(range(given["rounds"]))
