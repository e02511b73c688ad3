"""Mahjong Soul's records: the real games written in that shape read as the same games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from club.online.majsoul import is_majsoul, lines_of, names_of, options_of
from club.online.source import read
from engine.notation import tenhou_writer
from engine.notation.read import RecordError, play
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from tests.club.online.majsoul_writer import record

RECORDS = sorted((Path(__file__).parents[3].parent / "shared" / "games").glob("*.mjson"))
NAMES = ["Åsa", "龍馬", "信長", "太子"]
REFERENCE = "241023-8ebc1b25-cd19-4146-888f-59c3b6db234e"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def moves(events: list[ev.Event]) -> list[ev.Event]:
    """What was played, without the throws of the dice that the site does not have and the word tsumogiri."""
    out: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Discarded):
            out.append(ev.Discarded(event.seat, event.tile, event.sideways))
        elif not isinstance(event, ev.GameStarted | ev.DiceThrown):
            out.append(event)
    return out


needs_games = pytest.mark.skipif(
    not RECORDS, reason="the real games lie beside the repository and are not here"
)


@needs_games
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_real_game_is_the_same_game(path: Path) -> None:
    text = path.read_text("utf-8").splitlines()
    rows = [json.dumps(line) for line in lines_of(record(lines(path), NAMES))]
    expected, found = play(text), play(rows, "tenhou")
    assert moves(found.events) == moves(expected.events)
    assert [hand.differences for hand in found.hands] == [() for _ in expected.hands]
    assert found.final == ()
    assert found.game is not None
    assert found.game.names == tuple(NAMES)


HEAD: dict[str, Any] = {
    "accounts": [{"seat": 3, "nickname": "d"}, {"nickname": "a"}, {"seat": 1, "nickname": "b"}],
    "result": {"players": [{}, {}, {}, {}]},
}


def test_accounts_stand_in_any_order_and_seat_0_may_be_left_out() -> None:
    assert names_of(HEAD) == ["a", "b", "", "d"]


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        ({"mode": 2, "detail_rule": {}}, {}),
        ({"mode": 1}, {"game.length": "tonpuusen"}),
        ({"mode": 2, "detail_rule": {"dora_count": 3, "shiduan": 1}}, {}),
        (
            {"mode": 2, "detail_rule": {"dora_count": 0, "shiduan": 0}},
            {"tiles.red_fives": {"m": 0, "p": 0, "s": 0}, "call.open_tanyao": False},
        ),
        ({"detail_rule": {"dora_count": 4}}, {"tiles.red_fives": {"m": 1, "p": 2, "s": 1}}),
        (
            {"detail_rule": {"dora_count": 3, "have_nanruxiru": False, "ming_dora_immediately_open": True}},
            {
                "game.extra_round": "never",
                "kan.dora_timing_open": "immediate",
                "kan.dora_timing_added": "immediate",
            },
        ),
        ({"detail_rule": {"dora_count": 3, "have_nanruxiru": True, "have_toutiao": False}}, {}),
    ],
)
def test_the_rules_of_a_room(mode: dict[str, Any], options: dict[str, Any]) -> None:
    assert options_of(mode) == options


def test_every_rule_that_a_room_can_have_is_one_of_ours() -> None:
    fields = (
        "can_jifei",
        "have_nanruxiru",
        "have_yifa",
        "have_li_dora",
        "have_gang_li_dora",
        "have_biao_dora",
    )
    aborts = ("have_jiuzhongjiupai", "have_sifenglianda", "have_sigangsanle", "have_sijializhi")
    off = dict.fromkeys((*fields, *aborts, "have_gang_biao_dora", "have_liujumanguan"), False)
    on = dict.fromkeys(
        ("have_toutiao", "have_sanjiahele", "have_qieshangmanguan", "ming_dora_immediately_open"), True
    )
    options = options_of({"mode": 2, "detail_rule": {"dora_count": 3} | off | on})
    usual, made = Ruleset.preset("mahjong_soul"), Ruleset.preset("mahjong_soul", options)
    assert len(options) == len(off) + len(on) + 1
    assert [name for name in options if made.value(name) == usual.value(name)] == []


def until_west() -> tuple[list[dict[str, Any]], list[int]]:
    """A real game in which nobody had 30000 after South, cut off there, and its scores."""
    game_lines = lines(RECORDS[0].with_name("tenhou-10.mjson"))
    west = next(n for n, line in enumerate(game_lines) if line.get("bakaze") == "W")
    return game_lines[:west], game_lines[west]["scores"]


@needs_games
def test_a_room_without_a_west_round_is_known_by_its_end() -> None:
    played, final = until_west()
    ends = [n for n, line in enumerate(played) if line["type"] in ("hora", "ryukyoku")][-1]
    over = [*played[:ends], played[ends] | {"final_scores": final}, *played[ends + 1 :]]
    soul = read(json.dumps(record(over, NAMES)))
    rows = [json.dumps(line) for line in (*played, {"type": "end_game"})]
    tenhou = tenhou_writer.write(play(rows).events)
    tenhou |= {"ref": REFERENCE, "sc": [n for score in final for n in (score, 0.0)]}
    for found in (soul, read(json.dumps(tenhou))):
        assert (list(found.scores), found.sticks_left, found.playback.final) == (final, 0, ())
    with pytest.raises(RecordError, match="not over"):
        read(json.dumps(tenhou | {"sc": [25000, 0.0] * 4}))
    del tenhou["sc"]
    with pytest.raises(RecordError, match="not over"):
        read(json.dumps(tenhou))


def test_the_wrapping_does_not_matter() -> None:
    start = {"name": "RecordNewRound", "tiles0": ["1m"] * 14, "doras": ["0s"], "scores": [25000] * 4}
    head = HEAD | {"config": {"mode": {"mode": 2}}}
    head["result"] = {"players": [{"seat": n, "part_point_1": 25000} for n in range(4)]}
    bare = {"head": head, "data": [start]}
    named = {"head": head, "data": {"records": [{"name": ".lq.RecordNewRound", "data": start}]}}
    found = list(lines_of(bare))
    assert found == list(lines_of(named))
    assert found[1]["dora_marker"] == "5sr"
    assert found[2] == {"type": "tsumo", "actor": 0, "pai": "1m"}
    assert is_majsoul(bare)
    assert not is_majsoul({"title": [], "log": []})


def test_a_game_of_three_is_reported() -> None:
    data = {"head": HEAD | {"config": {"mode": {}}}, "data": [{"name": "RecordBaBei", "seat": 1}]}
    with pytest.raises(ValueError, match="three players"):
        list(lines_of(data))
