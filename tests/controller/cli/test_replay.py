"""`jantaku replay`: lines, exit status, bad input."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli.replay import replay
from engine.notation.mjai_writer import write
from engine.notation.read import play
from tests.engine.board import Dealer
from tests.engine.notation.tenhou_log import Style, written

GAMES = Path(__file__).parents[4] / "shared" / "games"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished East-only game in mjai lines."""
    dealer = Dealer("tenhou", 11)
    game = dealer.play_game()
    assert game.finished
    path = tmp_path_factory.mktemp("records") / "game.mjson"
    path.write_text("\n".join(write(dealer.events)) + "\n", encoding="utf-8")
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(replay, arguments)


def rows(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_one_line_a_hand_and_one_a_game(record: Path) -> None:
    result = run(str(record), "--json")
    assert result.exit_code == 0
    *hands, game = rows(result)
    keys = {"file", "hand", "result", "ok", "deltas", "recorded", "differences", "findings"}
    assert all(keys <= set(hand) and hand["ok"] is True for hand in hands)
    assert hands[0]["hand"] == "E1-0"
    assert all(hand["deltas"] == hand["recorded"] for hand in hands)
    assert (game["ok"], game["hands"], game["finished"]) == (True, len(hands), True)
    scores = game["scores"]
    assert isinstance(scores, list)
    assert sum(scores) == 100000


def test_packed_records_read_the_same(record: Path, tmp_path: Path) -> None:
    packed = tmp_path / "game.mjson.gz"
    packed.write_bytes(gzip.compress(record.read_bytes()))
    plain, unpacked = rows(run(str(record), "--json")), rows(run(str(packed), "--json"))
    assert [{**row, "file": ""} for row in plain] == [{**row, "file": ""} for row in unpacked]


def test_a_payment_that_differs_gives_status_1(record: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    end = next(line for line in lines if "deltas" in line)
    end["deltas"][0] += 100
    spoiled = tmp_path / "spoiled.mjson"
    spoiled.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run(str(spoiled), "--json")
    assert result.exit_code == 1
    first = next(row for row in rows(result) if not row["ok"])
    assert first["differences"]
    where = f"Line {lines.index(end) + 1}"
    assert first["at"] == where
    assert f"DIFFERS at {where}  " in run(str(spoiled)).stdout


def test_other_rules_are_compared_too(record: Path) -> None:
    result = run(str(record), "--json", "--preset", "rrc")
    assert result.exit_code in (0, 1)
    assert rows(result)[-1]["preset"] == "rrc"


def test_finished_hands_of_a_cut_record_are_reported_before_the_error(record: Path, tmp_path: Path) -> None:
    whole = rows(run(str(record), "--json"))
    cut = tmp_path / "cut.mjson"
    data = record.read_bytes()
    cut.write_bytes(data[: data.rindex(b"start_kyoku")])
    result = run(str(cut), "--json")
    assert result.exit_code == 2
    *hands, error = rows(result)
    assert [hand | {"file": ""} for hand in hands] == [hand | {"file": ""} for hand in whole[:-2]]
    assert (error["ok"], error["error"]) == (False, result.stderr.rstrip())
    assert run(str(cut)).stdout.count(" ok") == len(hands)


def test_a_packed_file_and_a_letter_that_are_cut_in_two_lose_no_hand(record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8").replace('"A"', '"東"')
    packed, letter = tmp_path / "cut.gz", tmp_path / "letter.mjson"
    packed.write_bytes(gzip.compress(text.encode())[:-9])
    result = run(str(packed), "--json")
    assert result.exit_code == 2
    assert "the packed file is damaged." in result.stderr
    assert len(rows(result)) > 2
    lines = text.splitlines()
    letter.write_bytes("\n".join([*lines[:-2], '{"type": "none", "who": "東']).encode()[:-1])
    result = run(str(letter), "--json")
    assert "this is no JSON: the record is cut off" in result.stderr
    assert len(rows(result)) > 2


def test_options_name_the_rules_that_a_record_does_not(tmp_path: Path) -> None:
    dealer = Dealer("tenhou", 4, game__length="tonpuusen")
    assert dealer.play_game().finished
    lines = [json.loads(line) for line in write(dealer.events)]
    lines[0] = {"type": "start_game", "names": lines[0]["names"]}
    path = tmp_path / "east.mjson"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert "another hand follows" in run(str(path)).stdout
    result = run(str(path), "--json", "--options", "game.length=tonpuusen")
    assert result.exit_code == 0
    assert rows(result)[-1]["finished"] is True


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("game.lenght=tonpuusen", "There is no rule option 'game.lenght'"),
        ("game.length=east", "Rule option game.length cannot be 'east'"),
        ("no-such-file.toml", "There is no file no-such-file.toml"),
    ],
)
def test_wrong_options_are_reported_once_and_nothing_is_read(record: Path, option: str, said: str) -> None:
    result = run(str(record), str(record), "--options", option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count(said) == 1


def test_a_record_in_a_player_s_view_is_told_from_the_first_dealer_on(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "view.mjson"
    events = play(record.read_text("utf-8").splitlines()).events
    path.write_text(written(events, Style(view=3)), encoding="utf-8")
    result = run(str(path), "--json")
    assert result.exit_code == 0
    found, plain = rows(result), rows(run(str(record), "--json"))
    assert [row["deltas"] for row in found[:-1]] == [row["deltas"] for row in plain[:-1]]
    assert (found[-1]["turned"], found[-1]["scores"]) == (1, plain[-1]["scores"])


def test_unreadable_records_give_one_sentence_and_status_2(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.mjson"
    cut.write_text("\n".join(record.read_text("utf-8").splitlines()[:30]), encoding="utf-8")
    packed = tmp_path / "bad.gz"
    packed.write_bytes(b"no archive")
    binary = tmp_path / "binary.mjson"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (cut, packed, binary, tmp_path / "absent.mjson", tmp_path):
        result = run(str(path))
        assert result.exit_code == 2
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert "Traceback" not in result.stderr
    both = run(str(cut), str(record), "--json")
    assert both.exit_code == 2
    assert rows(both)[-1]["ok"] is True


def test_line_ends_a_mark_and_odd_names_change_nothing(record: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    lines[0]["names"] = ["a\u2028b", "\x85", "c\x0bd", "東"]
    text = "\ufeff" + "\r\n\r\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\r\n"
    odd = tmp_path / "odd.mjson"
    odd.write_bytes(text.encode())
    plain, found = rows(run(str(record), "--json")), rows(run(str(odd), "--json"))
    own = {"file": "", "at": ""}
    assert [row | own for row in plain] == [row | own for row in found]


def test_a_reordered_record_names_the_event_in_plain_words(record: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    at = next(n for n, line in enumerate(lines) if line["type"] == "dahai")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    path = tmp_path / "reordered.mjson"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run(str(path))
    drawn = lines[at]["actor"]
    assert f"Line {at + 1}: the draw" in result.stderr
    assert f"of seat {drawn} cannot happen here." in result.stderr


@pytest.mark.slow
def test_the_real_games_have_no_difference() -> None:
    files = sorted(GAMES.glob("*.mjson"))
    if not files:
        pytest.skip("the recorded games are not on this machine")
    result = run("--json", *map(str, files))
    assert result.exit_code == 0
    found = rows(result)
    assert sum("hand" in row for row in found) == 174
    assert sum("hands" in row for row in found) == len(files)
    assert all(row["ok"] and not row["differences"] for row in found)


def kuikae(folder: Path, winner: list[str]) -> dict[str, Any]:
    """South calls 3m with 4m 5m and discards 6m, West wins on it: one line of the answer for that hand."""
    rack = ["?"] * 13
    lines: list[dict[str, object]] = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]},
        {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
        | {"dora_marker": "9p", "scores": [25000] * 4, "tehais": [rack, rack, winner, rack]},
        {"type": "tsumo", "actor": 0, "pai": "?"},
        {"type": "dahai", "actor": 0, "pai": "3m", "tsumogiri": False},
        {"type": "chi", "actor": 1, "target": 0, "pai": "3m", "consumed": ["4m", "5m"]},
        {"type": "dahai", "actor": 1, "pai": "6m", "tsumogiri": False},
        {"type": "hora", "actor": 2, "target": 1, "deltas": [0, -1000, 1000, 0]},
        {"type": "end_kyoku"},
        {"type": "end_game"},
    ]
    path = folder / "kuikae.mjson"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert "kuikae of seat 1 (R-KUI" in run(str(path)).stdout
    return rows(run(str(path), "--json"))[0]


def test_what_the_judge_finds_stands_with_the_hand_and_is_no_difference(tmp_path: Path) -> None:
    hand = kuikae(tmp_path, ["?"] * 13)
    assert (hand["ok"], hand["deltas"]) == (True, [0, -1000, 1000, 0])
    (found,) = hand["findings"]
    assert (found["kind"], found["seat"]) == ("kuikae", 1)
    assert found["events"][-1] == 6


def test_a_win_against_the_rules_is_paid_as_recorded_and_named(tmp_path: Path) -> None:
    hand = kuikae(tmp_path, ["1m", "4m", "7m", "1p", "4p", "7p", "1s", "4s", "7s", "E", "S", "W", "N"])
    assert (hand["ok"], hand["deltas"]) == (False, [0, -1000, 1000, 0])
    (said,) = hand["differences"]
    assert "the win of seat 2 is not valid" in said
    assert [found["kind"] for found in hand["findings"]] == ["kuikae", "win_not_complete"]
