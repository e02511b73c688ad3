"""`jantaku evidence`: listed, copied out, removed; and how the judge names what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.evidence.store import CLIP, PICTURE, Store
from controller.table.journal import Journal
from controller.table.writer import Accepted, Table
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import parse_tiles
from tests.controller.ending.test_referee import DEALT, M


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


KUIKAE: tuple[ev.Event, ...] = (
    *DEALT,
    ev.Discarded(0, M("4m")),
    ev.Called(1, Meld(MeldType.CHI, parse_tiles("234m"), M("4m"), 0)),
    ev.Discarded(1, M("1m")),
    ev.Penalised(1, Sanction.REDEAL, "P-01"),
    ev.HandEnded(ev.EndReason.REDEAL, (0, 0, 0, 0), 0),
)
CALL, BREACH = len(DEALT) + 1, len(DEALT) + 2


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A game whose call and forbidden discard were kept."""
    path = tmp_path / "game.jsonl"
    table = Table(Journal(path, durable=False), wall_clock=lambda: 1_700_000_000_000)
    for event in KUIKAE:
        assert isinstance(table.submit(event), Accepted)
    table.submit(ev.Drawn(2))
    table.close()
    store = Store(tmp_path, 10_000)
    store.put("game", CALL, PICTURE, b"picture of the call")
    store.put("game", CALL, CLIP, b"clip of the call")
    store.put("game", BREACH, PICTURE, b"picture of the breach")
    return path


def test_what_is_kept_is_listed_with_what_happened(journal: Path) -> None:
    result = ran("evidence", journal)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.split()[0] == str(CALL)
    assert "called seat=1" in first
    assert first.endswith(f"({CALL}.jpg, {CALL}.avi)")
    assert "discarded seat=1 tile=1m" in second


def test_the_list_as_json(journal: Path) -> None:
    rows = [json.loads(line) for line in ran("evidence", journal, "--json").stdout.splitlines()]
    assert [(row["seq"], row["kind"], row["ts_ms"]) for row in rows] == [
        (CALL, "event", 1_700_000_000_000),
        (BREACH, "event", 1_700_000_000_000),
    ]
    assert rows[0]["body"]["type"] == "called"
    assert Path(rows[0]["clip"]).read_bytes() == b"clip of the call"
    assert rows[1]["clip"] is None


def test_one_line_is_copied_out_under_the_name_of_the_game(journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "for the referee" / "case 1"
    assert ran("evidence", journal, CALL, "-o", out).exit_code == 0
    assert {p.name: p.read_bytes() for p in out.iterdir()} == {
        f"game-{CALL}.jpg": b"picture of the call",
        f"game-{CALL}.avi": b"clip of the call",
    }


def test_all_of_a_game_is_copied_out(journal: Path, tmp_path: Path) -> None:
    ran("evidence", journal, "-o", tmp_path / "out")
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_refused_events_and_questions_are_reported(journal: Path, tmp_path: Path) -> None:
    table = Table(Journal(journal, durable=False))
    question = {"id": "pond.1.7", "code": "unread_discard", "seat": 1}
    refused = len(table.records)
    table.submit(ev.Drawn(2))
    table.note("question", question)
    table.close()
    for seq in (refused, refused + 1):
        Store(tmp_path, 10_000).put("game", seq, PICTURE, b"picture")
    lines = ran("evidence", journal).stdout.splitlines()
    assert "refused drawn seat=2 tile=None replacement=False: WRONG_MOMENT" in lines[-2]
    assert "question pond.1.7: unread_discard" in lines[-1]


def test_nothing_kept_is_one_sentence(journal: Path) -> None:
    result = ran("evidence", journal, 3)
    assert (result.exit_code, result.stderr) == (1, "No evidence of line 3 of this game is kept.\n")
    assert ran("evidence", journal, "--delete").exit_code == 0
    result = ran("evidence", journal)
    assert (result.exit_code, result.stderr) == (1, "No evidence of this game is kept.\n")
    assert journal.exists()


def test_a_journal_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    result = ran("evidence", tmp_path / "game.jsonl")
    assert result.exit_code == 2
    assert result.stderr.startswith("The journal ")
    assert ran("evidence", tmp_path / "game.jsonl", "--delete").exit_code == 2


def test_a_folder_that_cannot_be_made_is_one_sentence(journal: Path) -> None:
    result = ran("evidence", journal, "-o", journal)
    assert result.exit_code == 2
    assert result.stderr == f"{journal} cannot be used (File exists): give another folder with -o.\n"


def test_only_a_whole_game_is_removed(journal: Path) -> None:
    result = ran("evidence", journal, CALL, "--delete")
    assert result.exit_code == 2
    assert "removes the evidence of the whole game" in result.stderr


def test_the_judge_names_the_evidence_of_what_was_broken(journal: Path) -> None:
    row = json.loads(ran("judge", journal, "--json").stdout)
    (finding,) = [f for f in row["findings"] if f["clause"] == "R-KUI-02"]
    assert str(journal.with_suffix(".evidence") / f"{BREACH}.jpg") in finding["evidence"]
    assert "log" not in row


def test_the_numbered_log_names_the_evidence(journal: Path) -> None:
    lines = ran("judge", journal, "--log").stdout.splitlines()
    (call,) = [line for line in lines if " called seat=1" in line]
    assert call.endswith(f"(evidence {CALL})")
    (dora,) = [line for line in lines if " dora_revealed " in line]
    assert "evidence" not in dora
    row = json.loads(ran("judge", journal, "--log", "--json").stdout)
    (call,) = [entry for entry in row["log"] if entry["event"]["type"] == "called"]
    assert (call["seq"], len(call["evidence"])) == (CALL, 2)
