"""The command `club import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from club.cli import imports
from club.cli.imports import import_command
from club.cli.standings import standings_command

GAMES = Path(__file__).parents[3].parent / "shared" / "games"
pytestmark = pytest.mark.skipif(
    not GAMES.exists(), reason="the real games lie beside the repository and are not here"
)
NAMES = ("a", "b", "c", "d")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games with names, and the list of accounts."""
    for number in (1, 2):
        first, *rest = (GAMES / f"tenhou-{number:02}.mjson").read_text("utf-8").splitlines()
        named = json.loads(first) | {"names": NAMES}
        (tmp_path / f"{number}.mjson").write_text("\n".join([json.dumps(named), *rest]))
    (tmp_path / "accounts.csv").write_text("account,player\na,1\nb,2\nc,3\nd,4\n")
    return tmp_path


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(import_command, ["--accounts", str(folder / "accounts.csv"), *arguments])


def test_the_results_are_lines_that_the_standings_read(folder: Path) -> None:
    one = run(folder, str(folder / "1.mjson"))
    two = run(folder, "--round", "2", str(folder / "2.mjson"))
    assert (one.exit_code, two.exit_code) == (0, 0)
    line = json.loads(one.stdout)
    assert (line["round"], line["table"], line["players"]) == (1, 1, [1, 2, 3, 4])
    assert sum(line["scores"]) + 1000 * line["sticks_left"] == 100000
    assert line["source"]["site"] == "tenhou"
    found = CliRunner().invoke(
        standings_command, ["-", "--preset", "tenhou", "--json"], input=one.stdout + two.stdout
    )
    assert (found.exit_code, found.stderr) == (0, "")
    assert json.loads(found.stdout)["check"]["ok"]


def test_the_same_game_does_not_count_again(folder: Path) -> None:
    game, results = str(folder / "1.mjson"), folder / "results.jsonl"
    twice = run(folder, game, game)
    assert (twice.exit_code, len(twice.stdout.splitlines())) == (1, 1)
    assert "taken already" in twice.stderr
    results.write_text(twice.stdout)
    again = run(folder, "--results", str(results), game)
    assert (again.exit_code, again.stdout) == (1, "")


def test_the_seating_tells_the_table(folder: Path) -> None:
    seating = folder / "seating.json"
    seating.write_text(json.dumps({"rounds": [[[5, 6, 7, 8], [4, 3, 2, 1]]]}))
    found = run(folder, "--seating", str(seating), str(folder / "1.mjson"))
    assert json.loads(found.stdout)["table"] == 2
    assert run(folder, "--seating", str(seating), "--round", "2", str(folder / "1.mjson")).exit_code == 2


def test_what_does_not_count_or_cannot_be_read_is_one_sentence(folder: Path) -> None:
    wrong = run(folder, "--preset", "rrc", str(folder / "1.mjson"))
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "game.start_points 25000" in wrong.stderr
    (folder / "bad").write_bytes(b"\x1f\x8bno")
    for name in ("missing", "bad", "accounts.csv"):
        found = run(folder, str(folder / name))
        assert found.exit_code == 2, name
        assert len(found.stderr.splitlines()) == 1
    (folder / "accounts.csv").write_text("account,player\na,1\na,2\n")
    found = run(folder, str(folder / "1.mjson"))
    assert (found.exit_code, "stands there twice" in found.stderr) == (2, True)


def test_a_game_is_known_by_either_of_its_marks(tmp_path: Path) -> None:
    """A record that was saved again has another text, and the same reference. Other lines say nothing."""
    sources = [{"fingerprint": "f"}, {"reference": "r"}, {"fingerprint": "g", "reference": "s"}, {}, None]
    lines = [json.dumps({"round": 1, "source": source}) for source in sources]
    results = tmp_path / "results.jsonl"
    assert list(imports._taken(results)) == []
    results.write_text(
        "\n".join(["no line", "[]", '{"source": 3}', *lines, '{"source": {"reference": null}}'])
    )
    assert list(imports._taken(results)) == ["f", "r", "g", "s"]
