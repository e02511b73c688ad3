"""`jantaku convert`: records and journals into other notations, exit status, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from controller.cli.convert import convert
from controller.cli.replay import replay
from controller.table.journal import Journal
from engine.notation.mjai_writer import write
from engine.state import events as ev
from tests.engine.board import Dealer, unseen


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    dealer = Dealer("rrc", 11)
    dealer.play_game(3)
    return dealer


@pytest.fixture(scope="module")
def journal(dealer: Dealer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a real table in its third hand: concealed tiles unseen, one discard corrected."""
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    events = unseen(dealer.events)
    at = max(n for n, event in enumerate(events) if isinstance(event, ev.HandEnded))
    discard = next(n for n, event in enumerate(events) if isinstance(event, ev.Discarded))
    with Journal(path, durable=False) as file:
        for event in events[:at]:
            file.append_event(event, 0)
        file.append("question", {"text": "?"}, 0)
        file.append_event(ev.Correct(discard, 1, (events[discard],), "looked again"), 0)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(convert, [str(argument) for argument in arguments])


def replayed(path: Path) -> list[dict[str, object]]:
    result = CliRunner().invoke(replay, [str(path), "--json"])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines() if '"hand"' in line]


@pytest.mark.parametrize("arguments", [(), ("--blank",)])
def test_a_played_table_is_replayed_from_tenhou_json(
    arguments: tuple[str, ...], journal: Path, dealer: Dealer, tmp_path: Path
) -> None:
    out = tmp_path / "game.json"
    assert run(journal, "--to", "tenhou", "-o", out, *arguments).exit_code == 0
    paid = [list(hand.ended.deltas) for hand in dealer.game.history]
    assert [row["deltas"] for row in replayed(out)] == paid[:-1]


def test_each_hand_of_a_table_has_a_link(journal: Path) -> None:
    result = run(journal, "--to", "tenhou", "--link")
    links = result.stdout.splitlines()
    assert result.exit_code == 0
    assert len(links) == 2
    for link in links:
        record = json.loads(unquote(link.removeprefix("https://tenhou.net/6/#json=")))
        assert len(record["log"]) == 1


@pytest.mark.parametrize("arguments", [(), ("--seat", "2")])
def test_a_finished_record_goes_through_mjai_and_back(arguments: tuple[str, ...], tmp_path: Path) -> None:
    dealer = Dealer("tenhou", 11)
    assert dealer.play_game().finished
    record, out = tmp_path / "game.mjson", tmp_path / "again.mjson"
    record.write_text("\n".join(write(dealer.events)), encoding="utf-8")
    assert run(record, "--to", "mjai", "-o", out, *arguments).exit_code == 0
    again = [row["deltas"] for row in replayed(out)]
    assert again == [list(hand.ended.deltas) for hand in dealer.game.history]


def test_a_record_that_pays_otherwise_than_its_rules_is_written_and_gives_status_1(tmp_path: Path) -> None:
    dealer = Dealer("tenhou", 11)
    dealer.play_game()
    lines = [json.loads(line) for line in write(dealer.events)]
    next(line for line in lines if "fu" in line)["fu"] += 10
    record = tmp_path / "game.mjson"
    record.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run(record, "--to", "mjai")
    assert result.exit_code == 1
    assert "jantaku replay" in result.stderr
    assert len(result.stdout.splitlines()) > 100


def test_bad_input_gives_one_sentence_and_status_2(journal: Path, tmp_path: Path) -> None:
    damaged, empty, started = tmp_path / "damaged.jsonl", tmp_path / "empty.jsonl", tmp_path / "started.jsonl"
    text = journal.read_text("utf-8")
    damaged.write_text(text.replace("dealt", "delt", 1), encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    started.write_text("".join(text.splitlines(keepends=True)[:2]), encoding="utf-8")
    for path in (damaged, empty, started, tmp_path / "absent", tmp_path):
        result = run(path, "--to", "tenhou")
        assert result.exit_code == 2, path
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
    unwritten = run(journal, "--to", "mjai", "-o", tmp_path / "no" / "folder")
    assert unwritten.exit_code == 2
    assert "cannot be written" in unwritten.stderr


@pytest.mark.parametrize("arguments", [("mjai", "--link"), ("mjai", "--blank"), ("tenhou", "--seat", "1")])
def test_an_option_of_the_other_notation_is_refused(arguments: tuple[str, ...], journal: Path) -> None:
    result = run(journal, "--to", *arguments)
    assert result.exit_code == 2
    assert "leave it out" in result.stderr or "leave them out" in result.stderr


def test_options_name_the_rules_that_a_record_does_not(dealer: Dealer, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in write(dealer.events)]
    lines[0] = {"type": "start_game", "names": lines[0]["names"]}
    path = tmp_path / "bare.mjson"
    path.write_text("\n".join(map(json.dumps, [*lines, {"type": "end_game"}])), encoding="utf-8")
    result = run(path, "--to", "tenhou", "--preset", "rrc", "--options", "game.length=tonpuusen")
    assert json.loads(result.stdout)["rule"]["options"]["game.length"] == "tonpuusen"
    wrong = run(path, "--to", "tenhou", "--options", "game.lenght=tonpuusen")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "There is no rule option 'game.lenght'" in wrong.stderr
