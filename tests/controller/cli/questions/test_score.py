"""The commands `score` and `waits`: JSON lines in, JSON lines out, and every recorded win."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli.questions.score import score, waits
from tests.engine.notation.questions import TSUMO

WINS = Path(__file__).parents[5] / "shared" / "games" / "wins.jsonl"
LINE: dict[str, Any] = {"id": 1, **TSUMO}
DAISANGEN: dict[str, Any] = {
    "id": 2,
    "tiles": "34m55s555z",
    "melds": [
        {"type": "pon", "tiles": "777z", "called": "7z", "from": 1},
        {"type": "pon", "tiles": "666z", "called": "6z", "from": 2},
    ],
    "win_tile": "2m",
    "seat": 3,
    "from": 2,
    "dealer": 1,
    "round_wind": "S",
    "honba": 1,
    "pao": 1,
}


def run_score(*lines: object, json_out: bool = True) -> Result:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return CliRunner().invoke(score, ["--json"] if json_out else [], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_shape_of_an_answer() -> None:
    result = run_score(LINE)
    assert result.exit_code == 0
    (answer,) = answers(result)
    assert answer == {
        "id": 1,
        "ok": True,
        "han": 4,
        "fu": 20,
        "fu_parts": [["base", 20]],
        "yaku": [["riichi", 1], ["menzen_tsumo", 1], ["pinfu", 1]],
        "yakuhai": [],
        "dora": 1,
        "red": 0,
        "ura": 0,
        "yakuman": 0,
        "limit": None,
        "points": 7800,
        "deltas": [-2600, 8800, -2600, -2600],
    }


def test_pao_and_honba_are_paid_by_the_right_seats() -> None:
    (answer,) = answers(run_score(DAISANGEN))
    assert answer["deltas"] == [0, -16000, -16300, 32300]
    (tsumo,) = answers(run_score({**DAISANGEN, "from": 3}))
    assert tsumo["deltas"] == [0, -32300, 0, 32300]


def test_a_wrong_line_does_not_stop_the_work() -> None:
    result = run_score(
        "{", "[1]", {**LINE, "tiles": "11111m2256p678s1z"}, {**LINE, "win_tile": "9s"}, "", LINE
    )
    found = answers(result)
    assert [answer["ok"] for answer in found] == [False, False, False, False, True]
    assert [answer["faults"] for answer in found[:4]] == [
        ["NOT_JSON"],
        ["NOT_JSON"],
        ["FIVE_COPIES"],
        ["NOT_COMPLETE"],
    ]
    assert result.exit_code == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_does_not_have_are_no_json(number: str) -> None:
    (answer,) = answers(run_score(f'{{"id": {number}}}'))
    assert answer["faults"] == ["NOT_JSON"]


def test_a_field_that_is_said_twice_is_a_contradiction() -> None:
    line = json.dumps(LINE)
    (answer,) = answers(run_score(f'{line[:-1]}, "honba": 1, "honba": 2, "haitei": "no"}}'))
    assert (answer["id"], answer["faults"]) == (1, ["SAID_TWICE", "BAD_FIELD"])
    assert "honba" in answer["message"]


@pytest.mark.parametrize("name", ["\ud800", "a\u2028b\x85c", "ф"])
def test_any_text_may_be_the_name_of_a_line(name: str) -> None:
    result = run_score({**LINE, "id": name}, {**LINE, "id": 2})
    assert [answer["id"] for answer in answers(result)] == [name, 2]


def test_a_line_that_is_no_text_does_not_stop_the_work() -> None:
    line = json.dumps(LINE).encode()
    result = CliRunner().invoke(score, ["--json"], input=b"\xef\xbb\xbf" + line + b"\r\n\xe9\r\n" + line)
    assert [answer.get("faults") for answer in answers(result)] == [None, ["NOT_JSON"], None]
    assert result.exit_code == 1


def test_nested_lines_do_not_stop_the_work() -> None:
    deep = f'{{"id": 1, "seat": {"[" * 900}{"]" * 900}}}'
    found = answers(run_score("[" * 100_000, deep, LINE))
    assert [answer["ok"] for answer in found] == [False, False, True]


def test_a_hand_without_yaku() -> None:
    line = {**LINE, "tiles": "123456m789p2345s", "win_tile": "5s", "from": 2, "riichi": False}
    (answer,) = answers(run_score({**line, "ura_indicators": []}))
    assert answer == {
        "id": 1,
        "ok": False,
        "faults": ["NO_YAKU"],
        "message": "The hand is complete but has no yaku.",
    }


def test_people_read_a_card() -> None:
    result = run_score(LINE, "{", json_out=False)
    *card, last = result.stdout.splitlines()
    assert card[0] == "1: Tsumo on 4p: East wins."
    assert card[1] == "   Riichi: 1 han."
    assert "   Price: 2600 from each." in card
    assert last == "2: The line is not JSON: send one object a line."


def test_people_read_why_a_hand_is_no_win() -> None:
    line = {**LINE, "tiles": "123456m789p2345s", "win_tile": "5s", "from": 2, "riichi": False}
    result = CliRunner().invoke(score, ["--explain", "sv"], input=json.dumps(line))
    assert result.exit_code == 1
    assert result.stdout.startswith("1: Handen är fullständig men har ingen yaku.\n   ")


def test_an_explanation_is_added_on_request() -> None:
    plain, said = (
        json.loads(CliRunner().invoke(score, ["--json", *more], input=json.dumps(LINE)).stdout)
        for more in ([], ["--explain", "ru", "--tile-names"])
    )
    found = said.pop("explanation")
    assert said == plain
    assert found["language"] == "ru"
    assert found["text"] == "\n".join(line["text"] for line in found["lines"])
    assert found["text"].startswith("Цумо, выигрышный тайл 4 пин: выигрывает Восток.")
    parts = [part for line in found["lines"] if line["topic"] == "payment" for part in line["parts"]]
    assert [(part["key"], part["amount"]) for part in parts] == [
        ("2", -2600),
        ("3", -2600),
        ("0", -2600),
        ("1", 7800),
    ]


def test_input_that_is_no_text_is_wrong_use() -> None:
    for data in (b"\xff\xfe\x00", gzip.compress(b"{}")):
        result = CliRunner().invoke(score, ["--json"], input=data)
        assert result.exit_code == 2
        assert "UTF-8" in result.stderr


def test_help_has_an_example() -> None:
    for command in (score, waits):
        assert "Example:" in CliRunner().invoke(command, ["--help"]).stdout


def run_waits(*lines: object) -> list[dict[str, Any]]:
    text = "\n".join(json.dumps(line) for line in lines)
    return answers(CliRunner().invoke(waits, ["--json"], input=text))


def test_waits_of_thirteen_tiles() -> None:
    tenpai, far = run_waits({"id": 1, "tiles": "123456m2256p678s"}, {"id": 2, "tiles": "147m258p369s1234z"})
    assert tenpai == {
        "id": 1,
        "shanten": 0,
        "standard": 0,
        "seven_pairs": 5,
        "thirteen_orphans": 12,
        "waits": ["4p", "7p"],
    }
    assert far["shanten"] == 6
    assert "waits" not in far


def test_fourteen_tiles_list_what_keeps_tenpai() -> None:
    (answer,) = run_waits({"id": 1, "tiles": "123456m2256p678s9m"})
    assert answer["shanten"] == 0
    assert answer["discards"]["9m"] == ["4p", "7p"]
    (complete,) = run_waits({"id": 1, "tiles": "123456m22567p678s"})
    assert complete["shanten"] == -1
    assert complete["discards"]["7p"] == ["4p", "7p"]


def test_waits_with_melds_and_wrong_hands() -> None:
    melds = [{"type": "pon", "tiles": "555z", "called": "5z", "from": 3}]
    meld, wrong = run_waits({"tiles": "123456m2256p", "melds": melds}, {"id": 7, "tiles": "1m"})
    assert meld["seven_pairs"] is None
    assert meld["waits"] == ["4p", "7p"]
    assert wrong["faults"] == ["TILE_COUNT"]


def _names(answer: dict[str, Any]) -> list[str]:
    named = [name for name, _ in answer["yaku"] if name != "yakuhai"]
    return sorted([*named, *answer["yakuhai"]])


@pytest.mark.skipif(not WINS.exists(), reason="the recorded wins ../shared/games are not here")
def test_every_recorded_win_is_valued_as_paid() -> None:
    lines = [json.loads(line) for line in WINS.read_text("utf-8").splitlines()]
    found = answers(CliRunner().invoke(score, ["--json", "--preset", "tenhou", str(WINS)]))
    assert len(found) == len(lines) == 135
    for line, answer in zip(lines, found, strict=True):
        paid = line["expected"]
        assert answer["ok"], answer
        for key in ("han", "fu", "points", "deltas", "yakuman"):
            assert answer[key] == paid[key], (line["id"], key)
        assert _names(answer) == sorted("ittsu" if name == "ittsuu" else name for name in paid["yaku"])
