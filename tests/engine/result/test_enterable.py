"""What the rules have of the results that people may enter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.legal import legal
from engine.result.enterable import enterable
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, EnteredWin, ResultEntered
from engine.state.faults import Fault
from engine.value.score import value
from engine.value.win import Win
from tests.engine.board import Board
from tests.engine.hands import win

DRAW = EndReason.EXHAUSTIVE
GREATEST: list[Win] = [
    win("5z", "5z", "X11zX", "X22zX", "X33zX", "X44zX"),
    win("1112223334445z", "5z", tsumo=True, seat="E", tenhou=True),
    win("1z", "1z", "X44zX", "X55zX", "X66zX", "X77zX"),
    win("19m19p19s1234567z", "1m", tsumo=True, seat="E", tenhou=True),
    win("1112345678999m", "5m", tsumo=True, seat="E", tenhou=True),
]
DOUBLE = ["daisuushii", "suuankou_tanki", "kokushi_13_sided", "chuuren_9_sided"]


def rules(preset: str = "rrc", **options: object) -> Ruleset:
    return Ruleset.preset(preset, {key.replace("__", "."): value for key, value in options.items()})


def test_nagashi_and_abortive_draws_are_ends_where_the_rules_have_them() -> None:
    """R-NAGASHI-01, R-ABORT-01 to -06: WRC has none, RRC has all of them but three rons."""
    assert enterable(rules("wrc")).ends == ()
    assert enterable(rules("wrc", abort__suufon_renda=True)).ends == (EndReason.SUUFON,)
    assert EndReason.KYUUSHU in enterable(rules("tenhou")).ends


def test_who_is_tenpai_is_asked_where_it_pays() -> None:
    """R-DRAW-02, R-ABORT-07. Four riichi are four tenpai hands, which pay nothing."""
    every = {"abort__suucha_riichi": True, "abort__suufon_renda": True, "score__nagashi_mangan": True}
    assert enterable(rules("wrc", **every)).tenpai == (DRAW, EndReason.NAGASHI)
    paid = enterable(rules("wrc", abort__noten_payment=True, **every)).tenpai
    assert paid == (DRAW, EndReason.NAGASHI, EndReason.SUUFON)


@pytest.mark.parametrize(
    ("stacks", "double", "most"),
    [(False, [], 1), (False, ["daisuushii"], 2), (True, [], 4), (True, DOUBLE, 6), (True, DOUBLE[2:], 4)],
)
def test_as_many_yakuman_as_the_rules_pay(stacks: bool, double: list[str], most: int) -> None:
    """R-YAKU-03."""
    options: dict[str, Any] = {"score__yakuman_stack": stacks, "score__double_yakuman": double}
    assert enterable(rules(**options)).yakuman == most
    game = Board(**options).deal().game
    for times, fault in ((most, Fault(0)), (most + 1, Fault.ENTERED_RESULT)):
        entered = ResultEntered(EndReason.WIN, (EnteredWin(1, 2, 0, 0, yakuman=times),))
        assert legal(game, entered) == fault


@pytest.mark.parametrize("preset", PRESETS)
def test_no_hand_is_worth_more_yakuman(preset: str) -> None:
    """The hands with the most yakuman by the engine that values them: none beats what may be entered."""
    known = rules(preset)
    most = enterable(known).yakuman
    found = [worth.yakuman for each in GREATEST if (worth := value(each, known)) is not None]
    assert found
    assert max(found) <= most
    if known.flag("score.yakuman_stack"):
        assert max(found) == most
