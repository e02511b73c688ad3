"""Rare draws in mjai records: three rons, four of a kind of something, nagashi mangan; payments by hand."""

from __future__ import annotations

import pytest

from engine.result.game import next_hand
from engine.state import events as ev
from engine.tiles.tile import parse_tiles
from tests.engine.notation.rare import CALLED, LAST, PINFU, TANYAO, THIRD, Record, follows, names, play_out


def test_three_rons_are_a_draw_and_the_declared_riichi_costs_nothing() -> None:
    record = Record({1: PINFU, 2: TANYAO, 3: THIRD}, honba=1, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    record.riichi(0, "5p", paid=False)
    shown = [None, *map(names, (PINFU, TANYAO, THIRD))]
    playback = record.drawn_hand("sanchahou", tenpais=[False, True, True, True], shown_hands=shown).settle()
    assert playback.hands[0].ended.reason is ev.EndReason.SANCHAHOU
    assert playback.game is not None
    assert playback.game.scores == (24000, 25000, 25000, 25000)
    assert follows(playback) == "E1-2 1"


def test_four_equal_winds_end_the_hand() -> None:
    record = Record(honba=3)
    for seat in range(4):
        record.turn(seat, "S")
    playback = record.drawn_hand("suufon_renda").settle()
    assert playback.hands[0].ended.reason is ev.EndReason.SUUFON
    assert follows(playback) == "E1-4 0"


@pytest.mark.parametrize("said", [True, False])
def test_four_riichi_end_the_hand_and_all_sticks_stay(said: bool) -> None:
    record = Record()
    for seat, tile in enumerate(("1m", "1p", "1s", "9s")):
        record.riichi(seat, tile, paid=said or seat < 3)
    playback = record.drawn_hand("suucha_riichi").settle()
    assert playback.hands[0].ended.reason is ev.EndReason.SUUCHA
    assert playback.game is not None
    assert playback.game.scores == (24000,) * 4
    assert follows(playback) == "E1-1 4"


def test_four_kans_of_two_players_end_the_hand_after_the_discard() -> None:
    record = Record(marker="3s").draw(0)
    for tile, dora in (("1m", "3p"), ("1p", "4p"), ("1s", "6p")):
        record.add("ankan", actor=0, consumed=[tile] * 4).add("dora", dora_marker=dora).draw(0)
    record.drop(0, "E").add("daiminkan", actor=2, target=0, pai="E", consumed=["E"] * 3).draw(2)
    record.add("dora", dora_marker="7p").drop(2, "9s")
    playback = record.drawn_hand("suukaikan").settle()
    assert playback.hands[0].ended.reason is ev.EndReason.SUUKAIKAN
    turned = playback.events.index(ev.DoraRevealed(parse_tiles("7p")[0]))
    assert isinstance(playback.events[turned - 1], ev.Discarded), (
        "the discard turns the indicator of an open kan"
    )
    assert follows(playback) == "E1-1 0"


def test_nine_kinds_after_another_discard() -> None:
    hand = "19m19p19s1234z456m"
    record = Record({1: hand}, kyotaku=1, scores=(24000, 25000, 25000, 25000), marker="3s").turn(0, "2p")
    playback = record.draw(1, "C").drawn_hand("kyuushu_kyuuhai").settle()
    assert playback.hands[0].ended.reason is ev.EndReason.KYUUSHU
    assert follows(playback) == "E1-1 1"


@pytest.mark.parametrize(
    ("clean", "tenpai", "deltas", "next_one"),
    [
        ((0,), (), (12000, -4000, -4000, -4000), "E2-3 1"),
        ((2,), (0,), (-4000, -2000, 8000, -2000), "E1-3 1"),
        ((0, 2), (2,), (8000, -6000, 4000, -6000), "E2-3 1"),
        # A called tile spoils it: an ordinary draw.
        ((2, CALLED), (1, 3), (-1500, 1500, -1500, 1500), "E2-3 1"),
    ],
)
def test_nagashi_mangan_takes_no_honba_and_no_stick(
    clean: tuple[int, ...], tenpai: tuple[int, ...], deltas: tuple[int, ...], next_one: str
) -> None:
    record = Record(honba=2, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    play_out(record, clean)
    said = [seat in tenpai for seat in range(4)]
    playback = record.drawn_hand("nagashi_mangan", deltas, tenpais=said).settle()
    assert follows(playback) == next_one


def test_tenpai_follows_from_the_tiles_where_the_record_does_not_say_it() -> None:
    record = Record({0: LAST})
    play_out(record, (2,))
    playback = record.drawn_hand("nagashi_mangan", (-4000, -2000, 8000, -2000)).settle()
    assert playback.hands[0].ended.tenpai[0]
    assert follows(playback) == "E1-1 0"


def test_sticks_left_at_the_end_go_to_the_first_place_of_the_earlier_seat() -> None:
    record = Record(hand="S4", kyotaku=3, scores=(17000, 31000, 31000, 18000))
    play_out(record, ())
    record.drawn_hand("exhaustive", tenpais=[False] * 4, final_scores=[17000, 34000, 31000, 18000])
    playback = record.settle()
    assert playback.game is not None
    assert next_hand(playback.game) == ev.GameEnded((17000, 34000, 31000, 18000))
