"""Rule options of the command line: words and values, and files with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.rule_options import overrides


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True),
        ("No", False),
        ("true", True),
        ("25000", 25000),
        ("[1, 2]", [1, 2]),
        ('{"m": 1}', {"m": 1}),
        ("hanchan", "hanchan"),
        ("a=b", "a=b"),
    ],
)
def test_a_value_is_a_word_or_what_json_says(text: str, value: Any) -> None:
    (found,) = overrides([f" game.x = {text} "]).values()
    assert (type(found), found) == (type(value), value)
    assert list(overrides([f"game.x={text}"])) == ["game.x"]


def test_a_file_has_ids_with_values_or_is_a_tables_configuration(tmp_path: Path) -> None:
    wanted = {"game.tobi": True, "tiles.red_fives": {"m": 1, "p": 1, "s": 1}}
    (plain := tmp_path / "a.json").write_text(json.dumps(wanted))
    (nested := tmp_path / "b.toml").write_text(
        "[game]\ntobi = true\n[tiles]\nred_fives = {m = 1, p = 1, s = 1}\n"
    )
    (table := tmp_path / "c.toml").write_text('[table.options]\n"game.tobi" = true\n[web]\nport = 1\n')
    assert overrides([str(plain)]) == overrides([str(nested)]) == wanted
    assert overrides([str(table)]) == {"game.tobi": True}
    assert overrides([str(plain), "game.tobi=no"])["game.tobi"] is False


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.json", None, "There is no file"),
        ("bad.json", "{", "is not TOML, or not JSON"),
        ("bad.toml", "{", "is not TOML, or not JSON"),
        ("list.json", "[1]", "holds no options"),
    ],
)
def test_a_file_that_holds_no_options_is_refused(
    tmp_path: Path, name: str, content: str | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=said):
        overrides([str(tmp_path / name)])
