"""`jantaku judge`: journals and records, hand by hand, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.table.journal import Journal
from controller.table.writer import Table
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.ending.test_referee import DEALT, M


def judged(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["judge", *map(str, arguments)])


def journal(folder: Path, *events: ev.Event) -> Path:
    path = folder / "game.jsonl"
    table = Table(Journal(path, durable=False))
    for event in events:
        table.submit(event)
    table.close()
    return path


@pytest.fixture
def kuikae(tmp_path: Path) -> Path:
    """South calls 4m for 234m, discards 1m, and the tiles are dealt again."""
    chi = Meld(MeldType.CHI, parse_tiles("234m"), M("4m"), 0)
    return journal(
        tmp_path,
        *DEALT,
        ev.Discarded(0, M("4m")),
        ev.Called(1, chi),
        ev.Discarded(1, M("1m")),
        ev.Penalised(1, Sanction.REDEAL, "P-01"),
        ev.HandEnded(ev.EndReason.REDEAL, (0, 0, 0, 0), 0),
    )


def test_a_breach_is_reported_with_its_clause_and_what_follows(kuikae: Path) -> None:
    result = judged(kuikae)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "E1-0"
    assert "R-KUI-02" in result.stdout
    assert "P-18" in result.stdout


@pytest.mark.parametrize(
    ("lang", "word"), [("ru", "Куикаэ"), ("ja", "喰い替え"), ("sv", "kuikae"), ("uk", "куїкае")]
)
def test_it_is_reported_in_the_language_asked_for(kuikae: Path, lang: str, word: str) -> None:
    assert word.casefold() in judged(kuikae, "--lang", lang).stdout.casefold()


def test_json_names_the_entries_and_the_ruling(kuikae: Path) -> None:
    (line,) = judged(kuikae, "--json").stdout.splitlines()
    row: dict[str, Any] = json.loads(line)
    assert (row["hand"], row["reason"]) == ("E1-0", "redeal")
    (found,) = row["findings"]
    assert (found["kind"], found["seat"], found["events"]) == ("kuikae", 1, [7, 8])
    assert found["ruling"] == {
        "type": "penalised", "seat": 1, "sanction": "dead_hand", "penalty": "P-18", "points": 0,
        "confirmed": [],
    }  # fmt: skip


def test_the_log_numbers_events_as_a_correction_names_them(kuikae: Path) -> None:
    lines = judged(kuikae, "--log").stdout.splitlines()
    number = next(int(line.split()[0]) for line in lines if "discarded" in line and "tile=1m" in line)
    table = Table(Journal(kuikae, durable=False))
    assert table.events[number] == ev.Discarded(1, M("1m"))
    corrected = table.submit(ev.Correct(number, 1, (ev.Discarded(1, Tile.parse("9p")),)))
    table.close()
    assert type(corrected).__name__ == "Accepted"
    assert judged(kuikae).exit_code == 0


def test_refused_words_in_a_journal_are_judged_too(tmp_path: Path) -> None:
    path = journal(tmp_path, *DEALT, ev.Drawn(2), ev.Discarded(0, M("4m")))
    result = judged(path, "--json")
    (found,) = json.loads(result.stdout)["findings"]
    assert (found["kind"], found["seat"]) == ("turn_out_of_order", 2)


def test_what_is_no_game_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hello\n")
    result = judged(tmp_path / "x.txt")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert judged(tmp_path / "none.jsonl").exit_code == 2
