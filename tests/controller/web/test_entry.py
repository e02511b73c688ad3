"""What a hand is worth whose tiles somebody touches: every recorded win, and whatever else is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.web.entry import Worth, valued
from engine.play.apply import apply
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game

WINS = Path(__file__).resolve().parents[4] / "shared" / "games" / "wins.jsonl"
TOUCHED = (
    *("tiles", "melds", "win_tile", "seat", "from", "dora_indicators", "ura_indicators", "riichi"),
    *("double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chihou"),
)
"""What somebody says of a hand; the table knows the rest."""
HAND = {"tiles": "234567m234p5567s", "win_tile": "8s", "melds": [], "seat": 2, "from": 0}


def recorded() -> list[dict[str, Any]]:
    if not WINS.is_file():
        pytest.skip("the recorded wins are not on this machine")
    return [json.loads(line) for line in WINS.read_text("utf-8").splitlines()]


def dealt(preset: str, dealer: int = 0, wind: int = 0, honba: int = 0, sticks: int = 0) -> Game:
    rules = Ruleset.preset(preset)
    game = apply(None, ev.GameStarted(rules.name, rules.record))
    started = ev.HandStarted(wind, dealer + 1, honba, sticks, dealer, (25000,) * 4)
    return apply(apply(game, started, trust=True), ev.Dealt())


def ask(game: Game, question: object) -> Worth:
    return valued(game, json.dumps(question).encode())


def test_the_recorded_wins_have_their_value_and_entered_they_pay_the_same() -> None:
    wins = recorded()
    for win in wins:
        own = int(win["riichi"])
        wind = "ESWN".index(win["round_wind"])
        game = dealt("tenhou", win["dealer"], wind, win["honba"], win["kyotaku"] - min(own, win["kyotaku"]))
        worth = ask(game, {name: win[name] for name in TOUCHED})
        expected = win["expected"]
        assert worth.ok, win["id"]
        assert worth.yakuman == expected["yakuman"]
        if not worth.yakuman:
            assert (worth.han, worth.fu) == (expected["han"], expected["fu"])
        entered = ev.EnteredWin(win["seat"], win["from"], worth.han, worth.fu, worth.yakuman, win["pao"])
        laid = (win["seat"],) if own and win["kyotaku"] else ()
        ended = result(apply(game, ev.ResultEntered(ev.EndReason.WIN, (entered,), riichi=laid)))
        assert ended is not None
        paid = [delta + (1000 if seat in laid else 0) for seat, delta in enumerate(ended.deltas)]
        assert paid == expected["deltas"], win["id"]
    assert len(wins) == 135


def test_a_hand_that_does_not_win_says_why() -> None:
    game = dealt("rrc")
    assert ask(game, HAND).ok
    plain = HAND | {"tiles": "123456m789p12s55z", "win_tile": "3s"}
    assert ask(game, plain).faults == ("NO_YAKU",)
    assert ask(game, HAND | {"win_tile": "1z"}).faults == ("NOT_COMPLETE",)
    assert ask(game, HAND | {"tiles": "234m"}).faults
    assert ask(game, HAND | {"haitei": True}).faults == ("HAITEI_ON_RON",)


def test_what_the_table_knows_is_not_for_others_to_say() -> None:
    """Rules, dealer, winds and counters are those of the hand that is played."""
    game = dealt("rrc", dealer=1, wind=1)
    said = {"dealer": 0, "round_wind": "N", "preset": "tenhou", "options": {}, "honba": 7}
    honours = HAND | {"tiles": "234567m234p2222z"[:13] + "2z", "win_tile": "2z"}
    for question in (HAND, honours):
        assert ask(game, question | said) == ask(game, question)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"7", b'"x"', b"{}", b"[" * 9000, b'{"tiles": 1e999}']
)
def test_whatever_is_sent_is_answered(body: bytes) -> None:
    worth = valued(dealt("rrc"), body)
    assert not worth.ok
    assert worth.faults
