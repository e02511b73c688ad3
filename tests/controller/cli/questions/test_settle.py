"""The command `settle`: Chinese Classical hands in, values and payments out."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from controller.cli import COMMANDS
from controller.cli.questions.settle import settle

LINE: dict[str, Any] = {
    "id": 7,
    "round_wind": "E",
    "east": 0,
    "winner": 1,
    "from": 1,
    "win_tile": "6s",
    "hands": [
        {"tiles": "147m258p369s1167z"},
        {"tiles": "234m567m34p22z45s2p"},
        {"tiles": "258m147p9s444z", "melds": [{"type": "pon", "tiles": "555z", "called": "5z", "from": 0}]},
        {"tiles": "369m3699p2588s67z"},
    ],
}

HANDS = [
    {
        "points": 4,
        "base": [["pair_seat_wind", 2], ["pair_round_wind", 2]],
        "doubles": [],
        "factor": 1,
        "limit": None,
        "value": 10,
    },
    {
        "points": 24,
        "base": [["pair_seat_wind", 2], ["win", 20], ["win_from_wall", 2]],
        "doubles": [["fully_concealed", 2]],
        "factor": 2,
        "limit": None,
        "value": 50,
    },
    {
        "points": 12,
        "base": [["pung_wind", 8], ["pung_dragon", 4]],
        "doubles": [["dragon_set", 2]],
        "factor": 2,
        "limit": None,
        "value": 30,
    },
    {"points": 0, "base": [], "doubles": [], "factor": 1, "limit": None, "value": 0},
]
PAYMENTS = [
    {"from": 0, "to": 1, "points": 100},
    {"from": 0, "to": 2, "points": 40},
    {"from": 3, "to": 0, "points": 20},
    {"from": 2, "to": 1, "points": 50},
    {"from": 3, "to": 1, "points": 50},
    {"from": 3, "to": 2, "points": 30},
]


def run(*lines: object, json_out: bool = True) -> Result:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return CliRunner().invoke(settle, ["--json"] if json_out else [], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_shape_of_an_answer() -> None:
    """South wins from the wall with 24 points doubled; West has a pung of dragons and one of winds."""
    result = run(LINE)
    assert result.exit_code == 0
    (answer,) = answers(result)
    assert answer == {
        "id": 7,
        "ok": True,
        "east": 0,
        "winner": 1,
        "hands": HANDS,
        "payments": PAYMENTS,
        "net": [-120, 200, 20, -100],
    }


def test_counted_values_are_settled_as_they_are() -> None:
    (answer,) = answers(run({"id": 1, "values": {"E": 40, "S": 100, "W": 20, "N": 60}, "winner": "S"}))
    assert answer["net"] == [-200, 400, -180, -20]
    assert answer["hands"][1] == {"value": 100}


def test_a_limit_hand_has_its_name_and_no_parts() -> None:
    hands = [*LINE["hands"][:1], {"tiles": "19m19p19s1234567z"}, *LINE["hands"][2:]]
    (answer,) = answers(run({**LINE, "hands": hands, "win_tile": "1m"}))
    assert answer["hands"][1] == {
        "points": 0,
        "base": [],
        "doubles": [],
        "factor": 1,
        "limit": "thirteen_wonders",
        "value": 500,
    }


def test_a_wrong_line_does_not_stop_the_work() -> None:
    result = run("{", {**LINE, "win_tile": "8s", "loose": True}, LINE)
    found = answers(result)
    assert [answer["ok"] for answer in found] == [False, False, True]
    assert found[0]["faults"] == ["NOT_JSON"]
    assert found[1]["faults"] == ["LOOSE_WITHOUT_KONG", "NOT_COMPLETE"]
    assert result.exit_code == 1


def test_people_read_a_table() -> None:
    result = run(LINE, {**LINE, "id": 8, "winner": None, "from": None, "win_tile": None}, json_out=False)
    rows = [row.strip() for row in result.stdout.splitlines()]
    assert rows[0] == "7: Mahjong on 6s from the wall: South wins."
    assert "Doubled: 24 × 2 (fully concealed hand) = 48." in rows
    assert "East pays South 100." in rows
    assert "South        50     +200" in rows
    assert "8: Nobody pays." in rows


def test_the_reasons_come_in_every_language() -> None:
    first = {
        "en": "Mahjong",
        "ru": "Маджонг",
        "uk": "Маджонг",
        "ja": "南家",
        "sv": "Mahjong",
        "de": "Mahjong",
    }
    for language, word in first.items():
        options = ["--json", "--explain", language]
        (answer,) = answers(CliRunner().invoke(settle, options, input=json.dumps(LINE)))
        assert answer["explanation"]["language"] == language
        assert answer["explanation"]["text"].startswith(word)
        (won,) = [
            line for line in answer["explanation"]["lines"] if line["parts"][:1] and "24" in line["text"]
        ][:1]
        assert [part["amount"] for part in won["parts"]] == [2, 20, 2]


def test_the_command_is_registered_and_its_help_has_an_example() -> None:
    assert "settle" in COMMANDS
    assert "Example:" in CliRunner().invoke(settle, ["--help"]).stdout
