"""The commands `club statistics`, `ratings` and `accreditation`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from club.cli.figures import accreditation_command, ratings_command, statistics_command

GAMES = Path(__file__).parents[3].parent / "shared" / "games"


@pytest.mark.skipif(not GAMES.exists(), reason="the real games lie beside the repository and are not here")
def test_statistics_of_a_record(tmp_path: Path) -> None:
    first, *rest = (GAMES / "tenhou-01.mjson").read_text("utf-8").splitlines()
    names = ["a", "b", "c", "d"]
    path = tmp_path / "1.mjson"
    path.write_text("\n".join([json.dumps(json.loads(first) | {"names": names}), *rest]))
    won = [json.loads(line)["actor"] for line in rest if '"hora"' in line]
    result = CliRunner().invoke(statistics_command, [str(path), "--json"])
    rows = {row["player"]: row for row in map(json.loads, result.stdout.splitlines())}
    assert [rows[name]["win"]["count"] for name in names] == [won.count(seat) for seat in range(4)]
    assert sorted(rows[name]["places"].index(1) for name in names) == [0, 1, 2, 3]
    accounts = tmp_path / "accounts.csv"
    accounts.write_text("account,player\nb,7\n")
    result = CliRunner().invoke(statistics_command, [str(path), "--accounts", str(accounts)])
    assert result.stdout.splitlines()[0] == "7"
    assert f"({won.count(1)} of " in result.stdout
    assert CliRunner().invoke(statistics_command, [str(accounts)]).exit_code == 2


def test_ratings_of_two_periods(tmp_path: Path) -> None:
    files = []
    for number, scores in enumerate(([50000, 40000, 20000, 10000], [40000, 40000, 20000, 20000])):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(json.dumps({"round": 1, "table": 1, "players": [1, 2, 3, 4], "scores": scores}))
        files.append(str(path))
    result = CliRunner().invoke(ratings_command, [*files, "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["player"] for row in rows] == [1, 2, 3, 4]
    assert [row["games"] for row in rows] == [2] * 4
    assert sum(row["rating"] for row in rows) == pytest.approx(6000, abs=20)
    table = CliRunner().invoke(ratings_command, files).stdout.splitlines()
    assert len(table) == 5


def test_accreditation_says_what_fails() -> None:
    given = ["--players", "32", "--games", "4", "--games", "4", "--places", "32"]
    good = CliRunner().invoke(accreditation_command, given)
    assert (good.exit_code, good.stdout.splitlines()[-1]) == (0, "RR, small")
    few = CliRunner().invoke(
        accreditation_command, [*given, "--open", "15", "--options", "game.agariyame=yes"]
    )
    assert few.exit_code == 1
    assert [line.split()[1] for line in few.stdout.splitlines() if line.startswith("FAIL")] == [
        "open",
        "rules",
    ]
    assert "NOT PERMITTED: game.agariyame = yes" in few.stdout
    data = json.loads(CliRunner().invoke(accreditation_command, [*given, "--json"]).stdout)
    assert (data["rating"], data["size"]) == ("RR", "small")
    assert CliRunner().invoke(accreditation_command, [*given, "--options", "x"]).exit_code == 2
