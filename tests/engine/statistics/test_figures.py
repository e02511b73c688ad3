"""Statistics: a few hands by hand, and the sixteen real games counted another way."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.notation.played import played
from engine.notation.read import play
from engine.result.game import account
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.events import EndReason
from engine.statistics.facts import HandFacts, hands_of, of_record
from engine.statistics.figures import Mean, Share, statistics
from tests.engine.board import Board

FOUR = (11, 12, 13, 14)
RECORDS = sorted((Path(__file__).parents[3].parent / "shared" / "games").glob("*.mjson"))
HANDS = (
    HandFacts(
        *(FOUR, EndReason.WIN, (8300, -7300, 0, -1000)),
        winners=(0,),
        source=1,
        riichi=frozenset((0, 3)),
        called=frozenset((1,)),
    ),
    HandFacts(*(FOUR, EndReason.WIN, (-2000, 4000, -1000, -1000)), winners=(1,), called=frozenset((1,))),
    HandFacts(FOUR, EndReason.EXHAUSTIVE, (1500, 1500, -1500, -1500), tenpai=frozenset((0, 1))),
    HandFacts(FOUR, EndReason.CHOMBO, (0, 0, 0, 0), offenders=frozenset((2,)), riichi=frozenset((2,))),
    HandFacts(FOUR, EndReason.SUUFON, (0, 0, 0, 0)),
)


def test_every_figure_says_what_it_rests_on() -> None:
    rules = Ruleset.preset("rrc")
    ends = [
        account(rules, scores) for scores in ((40000, 40000, 50000, -10000), (60000, 30000, 20000, 10000))
    ]
    games = [ending for end in ends for ending in zip(FOUR, end, strict=True)]
    del games[4]  # a game that somebody else finished for East
    found = statistics(HANDS, games)
    east, south, west, north = (found[player] for player in FOUR)
    assert (east.hands, east.win, east.tsumo, east.riichi) == (4, Share(1, 4), Share(0, 1), Share(1, 4))
    assert (east.riichi_won, east.riichi_dealt_in) == (Share(1, 1), Share(0, 1))
    assert (east.tenpai, east.drawn) == (Share(1, 1), Share(1, 4))
    assert east.win_points == Mean(Fraction(8300), 1)
    assert (south.deal_in, south.deal_in_points) == (Share(1, 4), Mean(Fraction(7300), 1))
    assert (south.tsumo, south.called, south.called_won) == (Share(1, 1), Share(2, 2), Share(1, 2))
    assert (west.chombo, west.riichi) == (Share(1, 5), Share(0, 4))
    assert [west.win.value, west.tsumo.value] == [0, None]
    assert east.places == (Share(0, 1), Share(1, 1), Share(0, 1), Share(0, 1))
    assert (east.mean_place.value, south.mean_place.value) == (Fraction(5, 2), Fraction(9, 4))
    assert north.below_zero == Share(1, 2)
    assert north.points.value == 0


def test_a_kept_hand_says_who_dealt_in_by_its_wins_or_by_who_paid() -> None:
    ron = (8000, -8000, 0, 0)
    assert of_record(FOUR, EndReason.WIN, ron, winners={0: None}).source == 1
    pao = of_record(FOUR, EndReason.WIN, (48000, -48000, 0, 0), winners={0: 0}, called=[2])
    assert (pao.source, pao.called) == (None, frozenset((2,)))
    tsumo = of_record(FOUR, EndReason.WIN, (6000, -2000, -2000, -2000), winners={0: None})
    assert (tsumo.source, tsumo.called) == (None, None)
    assert of_record(FOUR, EndReason.EXHAUSTIVE, (3000, 0, 0, -3000)).source is None


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
@pytest.mark.parametrize("path", RECORDS[:4], ids=lambda path: path.stem)
def test_real_games_counted_line_by_line(path: Path) -> None:
    text = path.read_text("utf-8").splitlines()
    lines = [json.loads(line) for line in text]
    won = Counter(line["actor"] for line in lines if line["type"] == "hora")
    dealt = Counter(
        {
            (n, line["target"])
            for n, line in numbered(lines)
            if line["type"] == "hora" and line["actor"] != line["target"]
        }
    )
    riichi = Counter(line["actor"] for line in lines if line["type"] == "reach_accepted")
    called = {
        (n, line["actor"]) for n, line in numbered(lines) if line["type"] in ("chi", "pon", "daiminkan")
    }
    found = statistics(hands_of(played(play(text).events), FOUR))
    for seat, player in enumerate(FOUR):
        assert found[player].win.count == won[seat]
        assert found[player].deal_in.count == sum(seat == who for _, who in dealt)
        assert found[player].riichi.count == riichi[seat]
        assert found[player].called.count == sum(seat == who for _, who in called)
        assert found[player].hands == sum(line["type"] == "start_kyoku" for line in lines)


def numbered(lines: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """Each line with the number of its hand."""
    out, hand = [], 0
    for line in lines:
        hand += line["type"] == "start_kyoku"
        out.append((hand, line))
    return out


def test_a_result_that_people_entered_says_who_dealt_in_and_who_laid_a_stick() -> None:
    """Where no camera watches, a hand has neither tiles nor words, only its result."""
    board = Board().deal().do(ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 1, 3, 40),), riichi=(1, 2)))
    ended = result(board.game)
    assert ended is not None
    (hand,) = hands_of(played(board.do(ended).game.log), FOUR)
    assert (hand.winners, hand.source, hand.riichi) == ((2,), 1, frozenset((1, 2)))
    assert hand.deltas == (0, -5200, 7200, 0)
