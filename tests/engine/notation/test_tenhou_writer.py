"""tenhou.net/6 JSON out: what is written opens elsewhere and is read back as the same game."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import tenhou_writer
from engine.notation.read import play
from engine.notation.tenhou_words import (
    ALL_NOTEN,
    ALL_TENPAI,
    DRAWS,
    call_text,
    entry,
    kan_text,
    number,
    win_texts,
)
from engine.result.settle import result
from engine.state import events as ev
from engine.state.events import EndReason
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, full_set, parse_tiles
from tests.engine.board import Board, Dealer, unseen

# What the format does not hold: dice, order of the showing, when an indicator was turned.
UNRECORDED = (ev.DiceThrown, ev.HandShown, ev.NotenDeclared, ev.DoraRevealed, ev.WinDeclared, ev.RiichiPaid)


def reread(record: dict[str, Any]) -> list[ev.HandEnded]:
    playback = play([tenhou_writer.text(record)])
    assert [hand.differences for hand in playback.hands] == [()] * len(playback.hands)
    return [hand.ended for hand in playback.hands]


def ends(events: list[ev.Event]) -> list[ev.HandEnded]:
    return [event for event in events if isinstance(event, ev.HandEnded)]


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("tenhou", "rrc", "wrc")))
def test_a_played_game_is_read_back(seed: int, preset: str) -> None:
    dealer = Dealer(preset, seed)
    dealer.play_game(2)
    playback = play([tenhou_writer.text(tenhou_writer.write(dealer.events))])
    assert playback.game is not None
    assert playback.game.history == dealer.game.history
    assert [hand.differences for hand in playback.hands] == [()] * len(playback.hands)

    def course(events: list[ev.Event]) -> list[ev.Event]:
        return [e for e in events if not isinstance(e, (*UNRECORDED, ev.GameEnded, ev.Dealt))]

    assert course(playback.events) == course(dealer.events)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_a_real_table_gives_the_same_results_with_blanks_and_with_tiles_made_up(seed: int) -> None:
    dealer = Dealer("rrc", seed)
    dealer.play_game(2)
    events = unseen(dealer.events)
    blank, filled = tenhou_writer.write(events, fill=False), tenhou_writer.write(events)
    assert reread(blank) == ends(events)
    assert reread(filled) == ends(events)
    assert blank["title"] == ["", ""]
    assert filled["title"] == ["", "unseen tiles are made up"]
    whole = Counter(number(tile) for tile in full_set())
    for row in filled["log"]:
        dealt = [row[4 + 3 * seat] for seat in range(4)]
        drawn = [code for seat in range(4) for code in row[5 + 3 * seat] if isinstance(code, int)]
        assert [len(hand) for hand in dealt] == [13] * 4
        assert not Counter([*chain(*dealt), *drawn, *row[2], *row[3]]) - whole


def settled(board: Board) -> tuple[ev.Event, ...]:
    """All events of the board's game with the result of its hand."""
    ended = result(board.game)
    assert ended is not None
    return (*board.game.log, ended)


def test_what_is_known_of_an_unseen_hand_is_where_it_must_have_been() -> None:
    board = Board("rrc").deal(indicator="9s")
    board.drop(0, "1z").draw(1).do(ev.Discarded(1, Tile.parse("0p"), tsumogiri=True)).turn(2, "1m")
    board.draw(3).do(ev.WinDeclared(3, 3))
    board.do(ev.HandShown(3, parse_tiles("123m456m789m11p23s"), Tile.parse("4s")))
    (row,) = tenhou_writer.write(settled(board), fill=False)["log"]
    assert row[4:7] == [[41] + [0] * 12, [0], [41]]
    assert row[7:10] == [[0] * 13, [52], [60]]
    assert row[10:13] == [[11] + [0] * 12, [0], [11]]
    assert row[13:16] == [[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 21, 32, 33], [34], []]
    won = [3, 3, 3, "役満8000-16000点", "地和(役満)"]
    assert row[16] == ["和了", [-16000, -8000, -8000, 32000], won]


def pon(source: int) -> Meld:
    red, *plain = parse_tiles("0s55s")
    return Meld(MeldType.PON, (red, *plain), plain[0], source)


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (Meld(MeldType.CHI, parse_tiles("234m"), Tile.parse("3m"), 0), "c131214"),
        (pon(0), "p355335"),
        (pon(3), "53p3535"),
        (pon(2), "5335p35"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("4444z"), Tile.parse("4z"), 0), "m44444444"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("4444z"), Tile.parse("4z"), 3), "44m444444"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("4444z"), Tile.parse("4z"), 2), "444444m44"),
    ],
)
def test_a_call_of_seat_1_says_by_the_place_of_its_letter_whose_tile_it_was(meld: Meld, text: str) -> None:
    assert call_text(1, meld) == text
    found = entry(text)
    assert (found.marked, found.source(1)) == (meld.called, meld.source)


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (Meld(MeldType.ANKAN, parse_tiles("0p555p")), "252525a52"),
        (Meld(MeldType.SHOUMINKAN, parse_tiles("7777z"), Tile.parse("7z"), 0, Tile.parse("7z")), "k47474747"),
        (Meld(MeldType.SHOUMINKAN, parse_tiles("7777z"), Tile.parse("7z"), 2, Tile.parse("7z")), "4747k4747"),
    ],
)
def test_a_kan_of_seat_1(meld: Meld, text: str) -> None:
    assert kan_text(1, meld) == text


@pytest.mark.parametrize(
    ("texts", "points", "fu", "han", "yaku"),
    [
        (["30符4飜7700点", "立直(1飜)", "ドラ(3飜)"], 7700, 30, 4, {"riichi": 1, "dora": 3}),
        (["満貫2000-4000点", "自風 東(1飜)"], 8000, None, None, {"seat_wind": 1}),
        (["倍満8000点∀", "両立直(2飜)", "裏ドラ(0飜)"], 24000, None, None, {"double_riichi": 2}),
        (["役満32000点", "国士無双１３面(役満)"], 32000, None, None, {"kokushi_musou": 13}),
        (["40符2飜2600点", "Riichi(1飜)"], 2600, 40, 2, None),
        (["?"], None, None, None, None),
        ([], None, None, None, None),
    ],
)
def test_the_texts_of_a_win_are_understood(
    texts: list[str], points: int | None, fu: int | None, han: int | None, yaku: dict[str, int] | None
) -> None:
    assert tuple(win_texts(texts)) == (points, fu, han, yaku)


def test_each_hand_has_its_address() -> None:
    dealer = Dealer("tenhou", 3)
    dealer.play_game(2)
    record = tenhou_writer.write(dealer.events)
    addresses = tenhou_writer.links(record)
    assert len(addresses) == 2
    for address, row in zip(addresses, record["log"], strict=True):
        head, _, data = address.partition("#json=")
        assert head == "https://tenhou.net/6/"
        assert json.loads(unquote(data))["log"] == [row]
        assert set(address) <= set(map(chr, range(33, 127))) - set('"<>\\^`{|}')


GAMES = sorted((Path(__file__).parents[4] / "shared" / "games").glob("*.mjson"))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(16))
def test_a_real_game_pays_the_same_in_both_notations(number: int) -> None:
    if not GAMES:
        pytest.skip("the recorded games are not on this machine")
    recorded = play(GAMES[number].read_text("utf-8").splitlines())
    record = tenhou_writer.write(recorded.events)
    assert record["title"] == ["", ""], "every tile of these games is known"
    assert reread(record) == ends(recorded.events)


def test_draws_are_called_as_the_server_calls_them() -> None:
    """Words of its own records, by which viewers know how a hand ended."""
    assert (ALL_TENPAI, ALL_NOTEN) == ("全員聴牌", "全員不聴")
    assert DRAWS == {
        EndReason.EXHAUSTIVE: "流局",
        EndReason.NAGASHI: "流し満貫",
        EndReason.KYUUSHU: "九種九牌",
        EndReason.SUUFON: "四風連打",
        EndReason.SUUCHA: "四家立直",
        EndReason.SUUKAIKAN: "四槓散了",
        EndReason.SANCHAHOU: "三家和了",
    }
