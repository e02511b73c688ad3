"""Rare wins in mjai records: two rons, pao, kans of every kind, the last tile; payments by hand."""

from __future__ import annotations

import json

import pytest

from engine.notation.mjai import MjaiReader
from engine.notation.read import play
from engine.notation.record import Playback
from engine.state import events as ev
from engine.tiles.tile import parse_tiles
from tests.engine.notation.rare import LAST, PINFU, TANYAO, Line, Record, dragons, follows, play_out


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_two_rons_the_nearer_winner_takes_honba_and_every_stick(order: tuple[int, int]) -> None:
    record = Record({1: PINFU, 2: TANYAO}, honba=2, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    record.riichi(0, "9m").turn(1, "9p", "9p").riichi(2, "9p", drawn="9p").turn(3, "9p")
    record.turn(0, "5p", "5p")
    # Seat 1: pinfu tanyao 2000, 600 honba, sticks of the table, of the loser and of the other winner.
    # Seat 2: double riichi, ippatsu, pinfu, tanyao: mangan.
    rows = {1: (PINFU, (-2600, 5600, 0, 0), ()), 2: (TANYAO, (-8000, 0, 8000, 0), ("N",))}
    for seat in order:
        hand, deltas, ura = rows[seat]
        record.hora(seat, 0, "5p", hand, deltas, ura).add("none")
    playback = record.settle()
    assert playback.hands[0].ended.deltas == (-10600, 5600, 8000, 0)
    assert follows(playback) == "E2-0 0"


def test_pao_tsumo_is_paid_by_the_responsible_seat_alone_with_honba() -> None:
    record = dragons(honba=1, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    record.turn(3, "1s").turn(0, "1s").turn(1, "1s").draw(2, "4m")
    playback = record.hora(2, 2, "4m", "23m99p", (0, 0, 33300, -32300)).settle()
    assert playback.hands[0].wins[0].responsible == 3
    assert follows(playback) == "end"


def test_pao_ron_is_halved_and_the_responsible_seat_pays_the_honba() -> None:
    record = dragons(honba=2).turn(3, "1s").turn(0, "1s").turn(1, "4m")
    record.hora(2, 1, "4m", "23m99p", (0, -16000, 32600, -16600)).settle()


def test_pao_ron_from_the_responsible_seat_is_an_ordinary_ron() -> None:
    record = dragons(honba=1).turn(3, "4m")
    record.hora(2, 3, "4m", "23m99p", (0, 0, 32300, -32300)).settle()


def test_pao_holds_for_the_whole_hand_of_two_yakuman() -> None:
    record = dragons().turn(3, "1s").turn(0, "1s").turn(1, "1s").draw(2, "E")
    record.hora(2, 2, "E", "11z22z", (0, 0, 64000, -64000)).settle()


def test_four_winds_of_the_dealer_are_paid_by_the_seat_of_the_fourth() -> None:
    record = Record(marker="1m", honba=1).turn(0, "9s").turn(1, "E").pon(0, 1, "E", "9s")
    record.turn(1, "S").pon(0, 1, "S", "9s").turn(1, "W").pon(0, 1, "W", "8s")
    record.turn(1, "1p").turn(2, "N").pon(0, 2, "N", "8s")
    record.turn(1, "1p").turn(2, "1p").turn(3, "1p").draw(0, "3m")
    record.hora(0, 0, "3m", "3m", (48300, 0, -48300, 0)).settle()


def test_the_last_discard_and_the_last_draw() -> None:
    # Tanyao, pinfu, houtei of a non-dealer: 30 fu 3 han.
    record = Record()
    play_out(record, (), last="5p")
    record.hora(3, 1, "5p", LAST, (0, -3900, 0, 3900)).settle()
    # Tsumo, tanyao, pinfu, haitei: 20 fu 4 han.
    record = Record()
    play_out(record, (), last="5p")
    record.lines.pop()
    record.lines[-1]["pai"] = "5p"
    record.hora(1, 1, "5p", LAST, (-2600, 5200, -1300, -1300)).settle()


def test_a_robbed_kan_leaves_ippatsu_and_turns_no_indicator() -> None:
    record = Record({1: PINFU}).turn(0, "1p").turn(1, "9p", "9p").turn(2, "2p")
    record.pon(0, 2, "2p", "9s").riichi(1, "9m", drawn="9m").turn(2, "1p").turn(3, "1p")
    record.draw(0, "2p").add("kakan", actor=0, pai="2p", consumed=["2p"] * 3)
    # Riichi, ippatsu, chankan, pinfu, tanyao: mangan; without ippatsu it were 7700.
    record.hora(1, 0, "2p", PINFU, (-8000, 9000, 0, 0), ("N",)).settle()


def test_the_indicator_of_an_open_kan_does_not_count_for_its_own_rinshan() -> None:
    record = Record({1: "555z234567m34p99s"}).turn(0, "P")
    record.add("daiminkan", actor=1, target=0, pai="P", consumed=["P"] * 3).draw(1, "2p")
    # Rinshan, haku: 20 + 16 + 2 fu.
    record.hora(1, 1, "2p", "234567m34p99s", (-1300, 2700, -700, -700)).settle()


def test_an_indicator_that_a_record_turns_before_a_rinshan_lies_there() -> None:
    record = Record({1: "555z234567m34p99s"}).turn(0, "P")
    record.add("daiminkan", actor=1, target=0, pai="P", consumed=["P"] * 3).draw(1, "2p")
    record.add("dora", dora_marker="1s")
    playback = record.hora(1, 1, "2p", "234567m34p99s", (-1300, 2700, -700, -700)).settle()
    assert ev.DoraRevealed(parse_tiles("1s")[0]) in playback.events


@pytest.mark.parametrize("place", ["before the discard", "after it", "with the win"])
def test_the_indicator_of_an_open_kan_counts_for_a_ron_on_the_discard(place: str) -> None:
    record = Record({1: PINFU}).turn(0, "P")
    record.add("daiminkan", actor=2, target=0, pai="P", consumed=["P"] * 3).draw(2).drop(2, "5p")
    if place != "with the win":
        record.lines.insert(
            len(record.lines) - (place == "before the discard"), {"type": "dora", "dora_marker": "1s"}
        )
    # Pinfu, tanyao, two dora of the new indicator.
    record.hora(1, 2, "5p", PINFU, (0, 7700, -7700, 0))
    record.lines[-1]["dora_markers"] = ["N", "1s"]
    record.settle()


def test_the_indicator_of_a_closed_kan_counts_for_its_rinshan() -> None:
    record = Record({1: "9999m67m34p23499s"}).turn(0, "1s").draw(1, "5m")
    record.add("ankan", actor=1, consumed=["9m"] * 4).add("dora", dora_marker="8m").draw(1, "2p")
    # Tsumo, rinshan, four dora.
    record.hora(1, 1, "2p", "567m34p23499s", (-6000, 12000, -3000, -3000)).settle()


def test_riichi_takes_an_ura_indicator_for_every_kan() -> None:
    record = Record({1: "999m567m34p23499s"}).riichi(0, "1s").riichi(1, "1s", drawn="1s")
    record.turn(2, "1s").turn(3, "8s").turn(0, "8s", "8s").draw(1, "9m")
    record.add("ankan", actor=1, consumed=["9m"] * 4).add("dora", dora_marker="7s").draw(1, "2p")
    # Double riichi, tsumo, rinshan, five ura: baiman, and the sticks of both.
    deltas = (-8000, 18000, -4000, -4000)
    record.hora(1, 1, "2p", "567m34p23499s", deltas, ("8m", "1s")).settle()


def test_a_riichi_that_waits_for_the_fourth_of_an_own_kan_stands() -> None:
    record = Record({1: "333s123456m24s99p"}).turn(0, "1s").draw(1, "3s")
    record.add("ankan", actor=1, consumed=["3s"] * 4).add("dora", dora_marker="8m")
    record.riichi(1, "E", drawn="E")
    playback = Playback()
    reader = MjaiReader(playback)
    for number, line in enumerate(record.lines, 1):
        reader.feed(number, json.dumps(line))
    assert playback.game is not None
    assert playback.game.kyotaku == 1


@pytest.mark.parametrize("late", [True, False])
def test_a_called_declaration_tile_ends_ippatsu_and_the_stick_is_laid(late: bool) -> None:
    record = Record({1: PINFU}).turn(0, "1p").riichi(1, "9p", drawn="9p", paid=not late)
    record.pon(3, 1, "9p", "E")
    if late:
        record.lines.insert(-1, {"type": "reach_accepted", "actor": 1})
    record.turn(0, "5p")
    # Double riichi, pinfu, tanyao: 30 fu 4 han.
    record.hora(1, 0, "5p", PINFU, (-7700, 8700, 0, 0), ("N",)).settle()


def test_unknown_lines_and_fields_change_nothing() -> None:
    record = Record({1: PINFU}).turn(0, "5p")
    record.hora(1, 0, "5p", PINFU, (-2000, 2000, 0, 0))
    for number in range(len(record.lines), 1, -1):
        record.lines.insert(number, {"type": "none", "actor": 3})
    record.lines[3]["comment"] = {"deep": [1]}
    record.settle()


def ended(*more: Line) -> Playback:
    """Seat 0 is bankrupt after this hand; the record goes on with `more`."""
    record = Record({1: PINFU}, hand="E2", scores=(1900, 38100, 30000, 30000))
    record.draw(1).drop(1, "9m").turn(2, "9m").turn(3, "9m").turn(0, "5p")
    record.hora(1, 0, "5p", PINFU, (-2900, 2900, 0, 0)).add("end_kyoku")
    playback = Playback()
    reader = MjaiReader(playback)
    for number, line in enumerate([*record.lines, *more], 1):
        reader.feed(number, json.dumps(line))
    reader.finish()
    return playback


def test_a_game_that_is_over_needs_no_last_line() -> None:
    assert ended().game == ended({"type": "end_game"}).game
    playback = ended()
    assert playback.game is not None
    assert playback.game.finished
    assert playback.final == ()


def test_a_win_of_an_unseen_hand_without_payments_is_worth_its_fu_and_han() -> None:
    record = Record().turn(0, "1m").turn(1, "1m")
    record.add("hora", actor=2, target=1, fu=30, fan=3).add("end_kyoku").add("end_game")
    (report,) = play([json.dumps(line) for line in record.lines]).hands
    assert report.ended.deltas == (0, -3900, 3900, 0)
