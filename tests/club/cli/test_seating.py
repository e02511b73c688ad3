"""`jantaku club seating`: the fixed shape, histories, people apart, commitments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import JsonValue

from club.cli.seating import seating
from club.seating.commit import commitment
from club.seating.draw import VERSION, Method, bound


def run(*arguments: object) -> Result:
    return CliRunner().invoke(seating, [str(argument) for argument in arguments])


def drawn(*arguments: object) -> Any:
    result = run("--json", *arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def results(path: Path, rounds: list[list[list[int]]]) -> Path:
    """Players with small numbers win."""
    lines = []
    for number, tables in enumerate(rounds, 1):
        for table, four in enumerate(tables, 1):
            scores = [10_000 + 10_000 * sum(other > player for other in four) for player in four]
            scores = [score + 5_000 for score in scores]
            lines.append(json.dumps({"round": number, "table": table, "players": four, "scores": scores}))
    path.write_text("\n".join(lines))
    return path


def test_the_shape() -> None:
    answer = drawn("--players", 32, "--rounds", 8, "--method", "predetermined", "--seed", "s")
    assert [len(tables) for tables in answer["rounds"]] == [8] * 8
    assert all(
        sorted(p for four in tables for p in four) == list(range(1, 33)) for tables in answer["rounds"]
    )
    assert (answer["extra_meetings"], answer["max_meetings"], answer["wind_spread"]) == (0, 1, 0)
    plan: dict[str, JsonValue] = {"order": ["predetermined"] * 8, "preset": "rrc"}
    assert answer["commitment"] == commitment("s", bound(range(1, 33), 8, Method.PREDETERMINED) | plan)


def test_a_table_to_read_names_winds_and_tables() -> None:
    result = run("--players", 16, "--rounds", 2, "--method", "random", "--seed", "s")
    assert result.stdout.count("Round") == 2
    assert "table   E   S   W   N" in result.stdout


RANDOM = ("--method", "random", "--seed", "s")


@pytest.mark.parametrize(("players", "more"), [(16, ()), (6, ()), (5, ("--byes",)), (100, ())])
def test_what_people_read_is_what_programs_read(players: int, more: tuple[str, ...]) -> None:
    terms = ("--players", players, "--rounds", 2, *RANDOM, *more)
    answer, (*rows, worth, committed, seed) = drawn(*terms), run(*terms).stdout.splitlines()
    numbers = [len(str(player)) for tables in answer["rounds"] for four in tables for player in four]
    expected = []
    for number, tables in enumerate(answer["rounds"], 1):
        expected += [f"Round {number}", f"  table{''.join(f'{wind:>{max(numbers) + 2}}' for wind in 'ESWN')}"]
        expected += [
            f"{table:>7}{''.join(f'{player:>{max(numbers) + 2}}' for player in four)}"
            for table, four in enumerate(tables, 1)
        ]
        if more:
            expected.append(f"  rest: {', '.join(map(str, answer['byes'][number - 1]))}")
    if answer["substitutes"]:
        expected.append(f"Substitutes: {', '.join(map(str, answer['substitutes']))}")
    assert rows == expected
    assert worth == (
        f"Extra meetings {answer['extra_meetings']}, one pair at most {answer['max_meetings']} times; "
        f"winds differ by {answer['wind_spread']}; tables come back to {answer['table_revisits']}"
    )
    assert committed == f"Commitment {answer['commitment']}"
    assert seed == f"Seed s, version {answer['version']} of the draw"


def test_rounds_are_numbered_on_from_those_that_were_played(tmp_path: Path) -> None:
    byes = ("--players", 15, "--rounds", 5, "--method", "random", "--byes", "--seed", "s")
    (tmp_path / "b.jsonl").write_text(
        json.dumps({"round": 1, "table": 1, "players": [1, 2, 3, 4], "scores": [30_000] * 4})
    )
    told = run(*byes, "--history", tmp_path / "b.jsonl").stdout.splitlines()
    assert [line for line in told if line.startswith("Round")] == [f"Round {n}" for n in (2, 3, 4, 5)]
    rests = [line for line in told if line.startswith("  rest: ")]
    answer = drawn(*byes, "--history", tmp_path / "b.jsonl")
    assert rests == [f"  rest: {', '.join(map(str, each))}" for each in answer["byes"]]
    assert len(rests) == 4


def test_a_draw_that_is_not_the_published_one_is_shown_and_said() -> None:
    terms = ("--players", 16, "--rounds", 2, *RANDOM)
    published = run(*terms, "--commit").stdout.strip()
    assert json.loads(run(*terms, "--commit", "--json").stdout) == {"commitment": published, "seed": "s"}
    for good in (published, published.upper(), f"sha256:{published}"):
        found = run(*terms, "--verify", good)
        assert (found.exit_code, found.stderr) == (0, "")
    other = run(*terms, "--verify", "abc")
    assert (other.exit_code, other.stdout) == (1, run(*terms).stdout)
    assert other.stderr == f"This draw has the commitment {published}, not abc.\n"


@pytest.mark.parametrize(
    ("players", "rounds", "code"), [(3, 1, 2), (4, 1, 0), (2001, 1, 2), (4, 0, 2), (4, 101, 2)]
)
def test_so_many_may_play_so_many_rounds(players: int, rounds: int, code: int) -> None:
    assert run("--players", players, "--rounds", rounds, *RANDOM).exit_code == code


def test_who_has_left_and_who_never_came_are_said(tmp_path: Path) -> None:
    history = results(tmp_path / "r.jsonl", [[[1, 2, 3, 4], [5, 6, 7, 8]]])
    terms = ("--rounds", 3, "--method", "swiss", "--seed", "s", "--history", history)
    gone = run("--players", 8, *terms, "--out", 9)
    assert (gone.exit_code, gone.stderr) == (
        2,
        "Player 9 has no game in the history and cannot be left out.\n",
    )
    many = run("--players", 4, *terms)
    assert many.stderr == "The history has 8 players, 4 play: name with --out who has left.\n"
    here = drawn("--players", 8, *terms, "--out", 3)
    assert {p for tables in here["rounds"] for four in tables for p in four} == {1, 2, 4, 5, 6, 7, 8, 9}
    over = run("--players", 8, "--rounds", 1, "--method", "random", "--history", history)
    assert over.stderr == "1 of 1 rounds are played: nothing is left to draw.\n"


def test_commit_verify_and_a_changed_draw() -> None:
    terms = ("--players", 16, "--rounds", 4, "--method", "random")
    published = run(*terms, "--seed", "s", "--commit").stdout.strip()
    assert run(*terms, "--seed", "s", "--verify", published).exit_code == 0
    for other in (("--seed", "t"), ("--seed", "s", "--rounds", 3), ("--seed", "s", "--preset", "ema")):
        assert run(*terms, *other, "--verify", published).exit_code == 1


def test_a_draw_of_release_0_1_is_verified_and_made_again() -> None:
    """Its commitment names no version of the draw, so that the first one is meant."""
    terms = ("--players", 20, "--rounds", 10, "--method", "predetermined", "--seed", "s")
    plan: dict[str, JsonValue] = {"order": ["predetermined"] * 10, "preset": "rrc"}
    published = commitment("s", bound(range(1, 21), 10, Method.PREDETERMINED, version=1) | plan)
    old = drawn(*terms, "--verify", published)
    assert (old["version"], old["commitment"]) == (1, published)
    assert drawn(*terms, "--draw-version", 1) == old
    new = drawn(*terms)
    assert new["version"] == VERSION
    assert new["rounds"] != old["rounds"]
    assert drawn(*terms, "--verify", "sha256:" + new["commitment"].upper()) == new
    assert run(*terms, "--draw-version", VERSION, "--verify", published).exit_code == 1


def test_swiss_follows_the_history_and_draws_one_round(tmp_path: Path) -> None:
    first = drawn("--players", 32, "--rounds", 8, "--method", "swiss", "--seed", "s")["rounds"]
    assert len(first) == 1, "without results only the first round, by lot"
    history = results(tmp_path / "results.jsonl", first)
    answer = drawn("--players", 32, "--rounds", 8, "--method", "swiss", "--seed", "s", "--history", history)
    assert len(answer["rounds"]) == 1
    assert answer["extra_meetings"] == 0
    assert answer["rank_spread"] <= 10


def test_predetermined_draws_what_is_left_of_a_smaller_field(tmp_path: Path) -> None:
    terms = ("--rounds", 6, "--method", "predetermined", "--seed", "s")
    history = results(tmp_path / "results.jsonl", drawn("--players", 32, *terms)["rounds"][:2])
    out = [argument for player in (4, 8, 15, 16) for argument in ("--out", player)]
    answer = drawn("--players", 28, *terms, "--history", history, *out)
    assert [len(tables) for tables in answer["rounds"]] == [7] * 4
    assert not {4, 8, 15, 16} & {p for tables in answer["rounds"] for four in tables for p in four}
    assert run("--players", 28, *terms, "--history", history).exit_code == 2
    history = results(
        tmp_path / "cut.jsonl", [*drawn("--players", 32, *terms)["rounds"][:2], answer["rounds"][0]]
    )
    refused = run("--players", 32, *terms, "--history", history)
    assert refused.exit_code == 2
    assert "K-SEAT-06" in refused.stderr


def test_players_are_numbered_as_the_history_does(tmp_path: Path) -> None:
    history = results(tmp_path / "results.jsonl", [[[0, 1, 2, 3], [4, 5, 6, 7]]])
    answer = drawn("--players", 8, "--rounds", 2, "--method", "swiss", "--history", history)
    assert sorted(p for four in answer["rounds"][0] for p in four) == list(range(8))


@pytest.mark.parametrize("text", ["[1, 2]\n3 4\n~ 5, 6", "[[1, 2], [3, 4], [5, 6]]"])
def test_people_apart(tmp_path: Path, text: str) -> None:
    (path := tmp_path / "apart").write_text(text)
    answer = drawn("--players", 32, "--rounds", 8, "--method", "random", "--apart", path)
    assert answer["met_though_apart"] == 0
    pairs = [{1, 2}, {3, 4}, {5, 6}]
    assert not any(pair <= set(four) for tables in answer["rounds"] for four in tables for pair in pairs)


def test_substitutes_fill_the_last_table_or_players_rest() -> None:
    answer = drawn("--players", 30, "--rounds", 4, "--method", "random")
    assert answer["substitutes"] == [31, 32]
    answer = drawn("--players", 30, "--rounds", 4, "--method", "random", "--byes")
    assert [len(resting) for resting in answer["byes"]] == [2] * 4
    assert len({player for resting in answer["byes"] for player in resting}) == 8


def test_automatic_takes_the_method_whose_turn_it_is(tmp_path: Path) -> None:
    terms = ("--players", 40, "--rounds", 5, "--method", "automatic", "--seed", "s")
    rounds: list[list[list[int]]] = []
    methods = []
    for _ in range(5):
        given = ("--history", results(tmp_path / "results.jsonl", rounds)) if rounds else ()
        answer = drawn(*terms, *given)
        methods.append(answer["method"])
        rounds += answer["rounds"]
    assert methods == ["random", "swiss", "swiss", "interval", "interval"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("--history", "{"), ("--history", '{"round": 1}'), ("--apart", "1 x"), ("--apart", "[[1, -2]]")],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, name: str, text: str) -> None:
    (path := tmp_path / "file").write_text(text)
    refused = run("--players", 16, "--rounds", 4, "--method", "random", name, path)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.strip().endswith(".")
