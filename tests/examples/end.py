"""The worked examples of the end of hands and games, every line of these kinds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.play.apply import apply
from engine.result.chombo import chombo
from engine.result.drawn_hand import noten_payment
from engine.result.game import account, exact_points, final_scores, next_hand, uma_step
from engine.result.settle import result, wins
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.hand import Game, HandResult, Offer, Phase, PondTile
from engine.tiles.tile import Tile, parse_tiles
from engine.value.points import change
from tests.engine.board import Board
from tests.examples.register import Data, runner

WINDS = "ESWN"


WINNERS = {"South": "234m567678s22s34p", "West": "223344m406s88p34p", "North": "678m234678s88m34p"}
"""Three hands that win on 5p: 2 han 30 fu; riichi and four more; riichi and two more."""


@runner("multi_ron")
def _multi_ron(given: Data, expected: Data, preset: str) -> None:
    seats = {"East": 2, "South": 3, "West": 0, "North": 1}
    before = {seats[wind]: points for wind, points in given["scores_before"].items()}
    for wind in given["riichi_this_hand"]:
        before[seats[wind]] += 1000
    a, b, c, d = (before[seat] for seat in range(4))
    started = ev.HandStarted(0, 3, given["honba"], given["sticks_on_table_before"], 2, (a, b, c, d))
    board = Board(preset)
    board.game = apply(board.game, started, trust=True)
    racks = {seats[wind]: parse_tiles(text) for wind, text in WINNERS.items()}
    board.do(ev.Dealt(tuple(racks.get(seat) for seat in range(4))), ev.DoraRevealed(Tile.parse("1z")))
    for tile in ("9m", "9p", "1s"):
        # The second of these go-arounds brings the riichi, the third ends their ippatsu.
        board.turn(2, tile)
        board.draw(3, tile).drop(3, tile)
        for seat in (0, 1):
            board.draw(seat, tile)
            board.riichi(seat, tile) if tile == "9p" else board.drop(seat, tile)
    board.turn(2, "5p")
    board.do(*(ev.WinDeclared(seats[wind], 2) for wind in ("North", "West", "South")))
    board.do(*(ev.HandShown(seats[wind], racks[seats[wind]]) for wind in WINNERS))
    board.do(ev.UraRevealed((Tile.parse("1z"),)))
    found = {w.seat: w for w in wins(board.game)}
    for wind, points in given["winners"].items():
        value = found[seats[wind]].value
        assert value is not None
        assert value.points == points
        assert found[seats[wind]].sticks == expected["sticks"][wind]
    ended = result(board.game)
    assert ended is not None
    paid = expected["discarder_pays"]
    assert -ended.deltas[2] == paid["hands"] + paid["honba"]
    assert paid["honba"] == 3 * expected["honba_each"]
    board.do(ended)
    assert {w: board.game.scores[seats[w]] for w in seats} == expected["scores_after"]
    follows = next_hand(board.game)
    assert isinstance(follows, ev.HandStarted)
    assert (follows.round_wind, follows.number) == (0, int(expected["next"]["hand"][1]))
    assert (follows.honba, follows.kyotaku) == (expected["next"]["honba"], expected["next"]["sticks"])


def exhausted(board: Board) -> Board:
    """The last discard has been made and nobody wins on it."""
    for seat in range(4):
        board.set_seat(seat, concealed=(None,) * 13, pond=(PondTile(Tile.parse("7p")),))
    offer = Offer(3, Tile.parse("7p"), index=0, last=True)
    return board.set_hand(
        live_left=0, phase=Phase.CALLS, turn=3, offer=offer, source=None, drawn=None, intact=False
    )


READY = ("123456789m1144p", "123456789m2255p", "123456789s1133z", "123456789s2244z")


@runner("noten_payment")
def _noten(given: Data, expected: Data, preset: str) -> None:
    board = exhausted(Board(preset).deal(indicator="9p"))
    for seat, ready in enumerate(given["tenpai"]):
        shown = ev.HandShown(seat, parse_tiles(READY[seat]))
        board.do(shown if ready else ev.NotenDeclared(seat))
    ended = result(board.game)
    assert ended is not None
    assert list(ended.deltas) == expected["deltas"]
    assert list(ended.tenpai) == given["tenpai"]
    assert noten_payment(given["tenpai"], 3000) == ended.deltas


@runner("nagashi")
def _nagashi(given: Data, expected: Data, preset: str) -> None:
    seat = 0 if given["player"] == "dealer" else 2
    board = exhausted(Board(preset, score__nagashi_mangan=True).deal(indicator="9p"))
    board.set_seat(seat, pond=tuple(PondTile(tile) for tile in parse_tiles("19m19p15z")))
    board.set_hand(started=replace(board.hand.started, honba=given.get("honba", 0)))
    board.game = replace(board.game, kyotaku=given.get("sticks", 0))
    board.do(*(ev.NotenDeclared(i) for i in range(4)))
    ended = result(board.game)
    assert ended is not None
    assert ended.reason is ev.EndReason.NAGASHI
    losses = [-ended.deltas[i] for i in range(4) if i != seat]
    if "each_pays" in expected:
        assert losses == [expected["each_pays"]] * 3
    else:
        others = [expected["others_pay"] + expected["honba_paid"]] * 2
        assert losses == [expected["dealer_pays"], *others]
        assert ended.kyotaku == expected["sticks_stay"]


def after(preset: str, hand: str, honba: int, ended: ev.HandEnded) -> Game:
    """A game whose last hand ended so."""
    board = Board(preset)
    number = int(hand[1])
    started = ev.HandStarted(WINDS.index(hand[0]), number, honba, 0, number - 1, board.game.scores)
    return replace(board.game, history=(HandResult(started, ended),))


def ending(event: str, dealer: int) -> ev.HandEnded:
    nothing = (0, 0, 0, 0)
    if event == "draw, dealer noten":
        return ev.HandEnded(ev.EndReason.EXHAUSTIVE, nothing, 0)
    winner = {"dealer wins": dealer, "North wins by ron": (dealer + 3) % 4}[event]
    return ev.HandEnded(ev.EndReason.WIN, nothing, 0, (winner,))


@runner("honba_sequence")
def _honba_sequence(given: Data, expected: Data, preset: str) -> None:
    if "event" not in given:
        assert given["honba"] == expected["honba"]
        return
    dealer = int(given["hand"][1]) - 1
    game = after(preset, given["hand"], given["honba"], ending(given["event"], dealer))
    follows = next_hand(game)
    assert isinstance(follows, ev.HandStarted)
    assert f"{WINDS[follows.round_wind]}{follows.number}" == expected["next_hand"]
    assert follows.honba == expected["honba"]
    assert (follows.dealer != dealer) == expected["winds_rotate"]
    if "bonus" in expected:
        assert given["honba"] * game.rules.number("honba.value") == expected["bonus"]
    if "new_dealer_lays" in expected:
        assert follows.honba == expected["new_dealer_lays"]


@runner("honba_sticks")
def _honba_sticks(given: Data, expected: Data, preset: str) -> None:
    game = after(preset, "E2", given["counters"], ending(given["event"], 1))
    follows = next_hand(game)
    assert isinstance(follows, ev.HandStarted)
    assert follows.honba == expected["new_dealer_lays"]
    assert game.history[-1].started.honba == expected["old_dealer_takes_back"]
    assert [s - game.scores[0] for s in follows.scores] == [expected["score_changes"]] * 4


@runner("final_score")
def _final_score(given: Data, expected: Data, preset: str) -> None:
    if isinstance(given["points"], int):
        uma = given["uma"] * 1000
        options = {"game.start_points": 25000, "game.oka": given["oka"], "game.uma": (uma, 5000, -5000, -uma)}
        rules = Ruleset.preset(preset, options)
        assert rules.number("game.return_points") == given["target"]
        row = account(rules, [given["points"], 24000, 20000, 14000])[0]
        assert row.place == 1
        assert float(row.total / 1000) == expected["final"]
        return
    rules = Ruleset.preset(preset)
    rows = account(rules, given["points"])
    places = [str(r.place) if r.tied == 1 else f"{r.place}-{r.place + r.tied - 1}" for r in rows]
    assert places == expected["places"]
    assert [r.uma for r in rows] == expected["uma"]
    assert [r.points - given["return_points"] for r in rows] == expected["points_minus_return"]
    assert [r.total for r in rows] == expected["final"]


@runner("uma_tie")
def _uma_tie(given: Data, expected: Data, preset: str) -> None:
    rules = Ruleset.preset(preset, {"game.uma": tuple(given["uma"])})
    rows = account(rules, [40000, 40000, 25000, 15000])
    assert [r.uma for r in rows if r.place in given["tied_places"]] == [expected["uma_each"]] * 2


@runner("uma_step")
def _uma_step(given: Data, expected: Data, preset: str) -> None:
    assert uma_step(Ruleset.preset(preset, {"game.uma": given["uma"]})) == expected["step"]


@runner("stick_payment")
def _stick_payment(given: Data, expected: Data, _: str) -> None:
    laid = {int(stick): count for stick, count in given["laid"].items()}
    assert change(given["amount"], laid) == expected["change"]
    with pytest.raises(ValueError, match="short"):
        change(given["amount"], {100: 1})


@runner("leftover_riichi")
def _leftover(given: Data, expected: Data, preset: str) -> None:
    rules = Ruleset.preset(preset)
    assert given["tied_winners"] == 3
    scores = (36000, 36000, 36000, 11000)
    whole = final_scores(rules, scores, given["sticks"])
    assert whole == (36000 + expected["each"],) * 3 + (11000,)
    game = replace(Board(preset).game, scores=scores, kyotaku=given["sticks"])
    exact = Fraction(expected["exact"])
    assert exact_points(game) == (36000 + exact,) * 3 + (Fraction(11000),)


@runner("oka")
def _oka(given: Data, expected: Data, _: str) -> None:
    options = {"game.start_points": given["start_points"], "game.oka": expected["oka"]}
    assert Ruleset.preset("ema", options).number("game.return_points") == given["return_points"]


@runner("chombo")
def _chombo(given: Data, expected: Data, preset: str) -> None:
    if "uma" in given:
        cost = chombo(Ruleset.preset(preset, {"game.uma": given["uma"]}), offender=2, dealer=0)
        assert (cost.after_uma, cost.deltas) == (expected["after_uma"], (0, 0, 0, 0))
        return
    offender = 1 if given["offender"] == "dealer" else 0
    deltas = chombo(Ruleset.preset(preset, {"chombo.form": given["form"]}), offender, dealer=1).deltas
    assert -deltas[offender] == expected["total"]
    others = [delta for seat, delta in enumerate(deltas) if seat != offender]
    each = expected.get("to_each", expected.get("to_others"))
    assert others == [expected.get("to_dealer", each), each, each]


@runner("chombo_saved")
def _saved(given: Data, expected: Data, preset: str) -> None:
    assert given["double_ron"]
    assert given["one_hand_invalid"]
    board = Board(preset).deal(indicator="1z").drop(0, "5p")
    board.do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(ev.HandShown(1, parse_tiles("1234567m1234p99s")), ev.HandShown(2, parse_tiles(WINNERS["South"])))
    ended = result(board.game)
    assert (ended is not None and ended.winners == (2,)) == expected["valid_win_counts"]
    assert wins(board.game)[0].faults == Fault.NOT_COMPLETE
