"""The command `rules`: presets, rule sheets, differences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli.rules import rules
from engine.rules.presets import OPTIONS, PRESETS


def run(*args: str) -> Result:
    return CliRunner().invoke(rules, args)


def lines(*args: str) -> list[dict[str, Any]]:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def row(option: str, *args: str) -> dict[str, Any]:
    return next(line for line in lines(*args) if line.get("id") == option)


def test_without_a_preset_each_is_listed_in_one_line() -> None:
    listed = run().stdout.splitlines()
    assert [line.split()[0] for line in listed[: len(PRESETS)]] == list(PRESETS)
    assert {line["preset"] for line in lines()} >= set(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sheet_names_every_option_within_the_page(preset: str) -> None:
    result = run(preset)
    assert result.exit_code == 0
    for option in OPTIONS.values():
        assert option.id in result.stdout
        assert option.title in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_a_row_says_where_its_value_comes_from() -> None:
    assert row("game.tobi", "rrc")["source"] == "RRC-2024 §3.11, §12.1"
    filled = row("score.yakuman_stack", "ema_2012")
    assert (filled["value"], filled["origin"], filled["source"]) == (False, "fallback", "RRC-2024 §12.1")
    assert row("fu.base", "ema_2012")["origin"] == "recommended"
    assert row("call.kuikae_suji", "mahjong_soul")["source"] == "general knowledge of the platform"
    text = run("ema_2012").stdout
    assert "fu.base · filled by recommendation" in text
    assert "score.yakuman_stack · filled from the fallback preset: RRC-2024 §12.1" in text
    assert "The list of yaku is that of RRC 2024" in text


def test_a_row_says_who_keeps_the_option() -> None:
    assert "tiles.count · RRC-2024 §3.1.1 · the only value" in run("rrc").stdout
    kept = row("timer.minutes", "rrc")
    assert (kept["value"], kept["honoured"]) == (75, "club")


@pytest.mark.parametrize(
    ("chosen", "refused"),
    [
        ([], set()),
        (["game.tobi=yes", "game.uma=[20000,10000,-10000,-20000]", "game.start_points=25000"], set()),
        (["tiles.red_fives=none", "wall.dice_throws=double", "score.renhou=off"], set()),
        (["game.uma=[30000,0,-10000,-20000]"], {"game.uma"}),
        (["call.open_tanyao=no", "score.wareme=yes"], {"call.open_tanyao"}),
        (["game.oka=20000"], {"game.oka"}),
        # All five abortive draws or none; the time goes with what follows it.
        (["abort.sanchahou=yes"], set()),
        (["abort.suukaikan=no"], {"abort.suukaikan"}),
        ([f"abort.{k}=no" for k in ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan")], set()),
        (["timer.minutes=90"], {"timer.minutes"}),
        (["timer.minutes=90", "timer.after=finish_current"], set()),
    ],
)
def test_what_rrc_does_not_permit_is_not_accreditable(chosen: list[str], refused: set[str]) -> None:
    options = [part for each in chosen for part in ("--options", each)]
    found = lines("rrc", *options)
    assert {line["id"] for line in found[1:] if not line["accreditable"]} == refused
    assert found[0]["accreditable"] == (not refused)
    assert ("NOT ACCREDITABLE" in run("rrc", *options).stdout) == bool(refused)


def test_other_presets_are_not_rated_by_rrc() -> None:
    assert lines("wrc")[0]["accreditable"] is None
    assert "ccreditable" not in run("wrc", "--options", "game.tobi=yes").stdout


def test_a_difference_shows_both_values_with_their_sources() -> None:
    found = {line["id"]: line for line in lines("rrc", "--diff", "wrc")}
    assert found["score.kiriage_mangan"]["one"] == {
        "value": False,
        "origin": "preset",
        "source": "RRC-2024 §12.1",
    }
    assert found["score.kiriage_mangan"]["other"]["value"] is True
    assert "game.uma" not in found
    text = run("rrc", "--diff", "wrc").stdout
    assert text.startswith(f"rrc and wrc: {len(found)} options differ.")
    assert "yes · RRC-2024 §12.1" in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_preset_differs_from_itself_only_by_what_was_chosen() -> None:
    assert lines("ema", "--diff", "ema") == []
    (only,) = lines("ema", "--diff", "ema", "--options", "game.tobi=yes")
    assert (only["one"]["value"], only["other"]["value"]) == (True, False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("flat.toml", '"game.tobi" = true\n"tiles.red_fives" = "none"\n'),
        ("nested.toml", "[game]\ntobi = true\n[tiles.red_fives]\nm = 0\np = 0\ns = 0\n"),
        ("table.toml", '[table]\n[table.options]\n"game.tobi" = true\ntiles.red_fives = "none"\n'),
        ("options.json", '{"game.tobi": true, "tiles.red_fives": {"m": 0, "p": 0, "s": 0}}'),
    ],
)  # fmt: skip
def test_options_come_from_a_file_too(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = {line["id"] for line in lines("rrc", "--diff", "rrc", "--options", str(path))}
    assert found == {"game.tobi", "tiles.red_fives"}


@pytest.mark.parametrize(
    "args",
    [
        ["rcc"],
        ["rrc", "--diff", "rcc"],
        ["--diff", "rrc"],
        ["rrc", "--options", "game.tobi=5"],
        ["rrc", "--options", "game.toby=yes"],
        ["rrc", "--options", "no-such-file"],
        ["rrc", "--options", "README.md"],
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(args: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")


def test_help_has_an_example() -> None:
    assert "jantaku rules rrc --diff tenhou" in run("--help").stdout


@pytest.mark.parametrize("name", ["deep.json", "deep.toml"])
def test_a_file_that_nests_without_end_is_wrong_use(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(("a = " if name.endswith("toml") else "") + "[" * 100_000, encoding="utf-8")
    result = run("rrc", "--options", str(path))
    assert result.exit_code == 2
    assert "is not TOML" in result.stderr
    assert run("rrc", "--options", "game.uma=" + "[" * 100_000).exit_code == 2
