"""One place says the version."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from runtime import version as module

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_a_checkout_says_what_stands_in_its_project_file() -> None:
    assert module.version() == PROJECT["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", module.version())


@pytest.mark.parametrize("text", [None, "", "[project]\nname = 'another'\nversion = '7.0.0'\n"])
def test_a_wheel_says_what_was_installed(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text)
    monkeypatch.setattr(module, "_PROJECT", tmp_path / "pyproject.toml")
    monkeypatch.setattr(importlib.metadata, "version", lambda name: f"wheel of {name}")
    assert module.version.__wrapped__() == "wheel of jantaku"


def test_the_command_line_says_it() -> None:
    result = CliRunner().invoke(main, ["--version"], prog_name="jantaku")
    assert result.output == f"jantaku, version {PROJECT['version']}\n"


def test_the_list_of_changes_knows_the_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased"
    assert PROJECT["version"] in headings
