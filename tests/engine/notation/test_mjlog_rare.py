"""Rare ends of hands in tenhou XML: abortive draws, nagashi mangan, two rons, pao; every tile recorded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.notation import tenhou_writer
from engine.notation.read import RecordError, play
from engine.state import events as ev
from tests.engine.notation.rare import PINFU, TANYAO, THIRD, Record, dragons, names, play_out
from tests.engine.notation.tenhou_log import Style, written
from tests.engine.notation.test_mjlog import hand

READY = ("123456789m11z23p", "123456789s22z23p", "456789p123s33z78m", "456789p456s44z78m")


def triple() -> Record:
    record = Record({1: PINFU, 2: TANYAO, 3: THIRD}).riichi(0, "5p", paid=False)
    shown = [None, *map(names, (PINFU, TANYAO, THIRD))]
    return record.drawn_hand("sanchahou", tenpais=[False, True, True, True], shown_hands=shown)


def winds() -> Record:
    record = Record()
    for seat in range(4):
        record.turn(seat, "S")
    return record.drawn_hand("suufon_renda")


def riichis() -> Record:
    record = Record(dict(enumerate(READY)), marker="9p")
    for seat, tile in enumerate(("P", "F", "C", "P")):
        record.riichi(seat, tile, drawn=tile)
    shown = [names(text) for text in READY]
    return record.drawn_hand("suucha_riichi", tenpais=[True] * 4, shown_hands=shown)


def kans() -> Record:
    record = Record(marker="3s").draw(0)
    for tile, dora in (("1m", "3p"), ("1p", "4p"), ("1s", "6p")):
        record.add("ankan", actor=0, consumed=[tile] * 4).add("dora", dora_marker=dora).draw(0)
    record.drop(0, "E").add("daiminkan", actor=2, target=0, pai="E", consumed=["E"] * 3).draw(2)
    return record.add("dora", dora_marker="7p").drop(2, "9s").drawn_hand("suukaikan")


def kinds() -> Record:
    record = Record({1: "19m19p19s1234z456m"}, marker="3s").turn(0, "2p")
    return record.draw(1, "C").drawn_hand("kyuushu_kyuuhai")


def nagashi() -> Record:
    record = Record(honba=2, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    play_out(record, (0,))
    return record.drawn_hand("nagashi_mangan", (12000, -4000, -4000, -4000), tenpais=[False] * 4)


@pytest.mark.parametrize(
    ("made", "kind", "reason"),
    [
        (triple, "ron3", ev.EndReason.SANCHAHOU),
        (winds, "kaze4", ev.EndReason.SUUFON),
        (riichis, "reach4", ev.EndReason.SUUCHA),
        (kans, "kan4", ev.EndReason.SUUKAIKAN),
        (kinds, "yao9", ev.EndReason.KYUUSHU),
        (nagashi, "nm", ev.EndReason.NAGASHI),
    ],
)
@pytest.mark.parametrize("view", [None, 2])
def test_a_draw_of_each_kind(
    made: Callable[[], Record], kind: str, reason: ev.EndReason, view: int | None
) -> None:
    known = whole(made())
    text = written(known, Style(view=view))
    assert f'<RYUUKYOKU type="{kind}"' in text
    (report,) = play([text]).hands
    assert report.ended.reason is reason
    assert report.differences == ()
    assert report.ended.deltas == report.recorded


def whole(record: Record) -> list[ev.Event]:
    """The events of a record with tiles for those that nobody saw."""
    return play([tenhou_writer.text(tenhou_writer.write(record.settle().events))]).events


def test_two_rons_are_two_tags_and_one_hand() -> None:
    record = Record({1: PINFU, 2: TANYAO}, honba=2, kyotaku=1, scores=(24000, 25000, 25000, 25000))
    record.turn(0, "9m").turn(1, "9p", "9p").turn(2, "9p", "9p").turn(3, "9p").turn(0, "5p", "5p")
    record.hora(1, 0, "5p", PINFU, (-2600, 3600, 0, 0)).hora(2, 0, "5p", TANYAO, (-2000, 0, 2000, 0))
    text = written(whole(record))
    assert text.count("<AGARI") == 2
    (report,) = play([text]).hands
    assert report.ended.deltas == (-4600, 3600, 2000, 0)
    assert report.differences == ()


@pytest.mark.parametrize("tsumo", [True, False])
def test_who_answers_for_a_yakuman_is_compared(tsumo: bool) -> None:
    record = dragons(honba=1).turn(3, "1s").turn(0, "1s")
    if tsumo:
        record.turn(1, "1s").draw(2, "4m").hora(2, 2, "4m", "23m99p", (0, 0, 32300, -32300))
    else:
        record.turn(1, "4m").hora(2, 1, "4m", "23m99p", (0, -16000, 32300, -16300))
    text = written(whole(record))
    assert ' yakuman="39"' in text
    (report,) = play([text]).hands
    assert report.differences == ()
    assert report.wins[0].responsible == 3
    (other,) = play([text.replace('paoWho="3"', 'paoWho="0"')]).hands
    assert other.differences == ("seat 3 is responsible for the win of seat 2, recorded seat 0",)


def test_indicators_are_compared() -> None:
    record = Record({1: PINFU}).turn(0, "5p").hora(1, 0, "5p", PINFU, (-2000, 2000, 0, 0))
    text = written(whole(record))
    assert play([text]).hands[0].differences == ()
    altered = re.sub(r'doraHai="\d+"', 'doraHai="0"', text)
    (said,) = play([altered]).hands[0].differences
    assert said == "the dora indicators are 4z, recorded 1m"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('type="9"', 'type="25"', "Tag 2: this is a game of three players"),
        ("<T112/>", '<T112/><N who="0" m="30752"/>', "this is a game of three players"),
        (' ten="250,250,250,250"', ' ten="350,350,350"', "this is a game of three players"),
    ],
)
def test_three_players_are_refused_by_that_name(before: str, after: str, said: str) -> None:
    text = hand()
    assert before in text
    with pytest.raises(RecordError, match=said):
        play([text.replace(before, after)])
