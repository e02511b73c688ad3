"""The groups of the program: nothing is imported before it is asked for, and what is missing is named."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner

from controller.cli import LazyGroup, main

CLUB = {"draw": ("nowhere.at.all:draw", "Draws.")}


def test_the_help_names_every_command_and_imports_none() -> None:
    code = (
        "import sys; from controller.cli import main; main(['--help'], standalone_mode=False);"
        "print(sorted({'numpy', 'pydantic', 'club', 'controller.cli.run'} & sys.modules.keys()))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert "Value winning hands" in result
    assert result.splitlines()[-1] == "[]"


def test_a_group_of_another_room_stands_in_the_program() -> None:
    result = CliRunner().invoke(main, ["club", "-h"]).output
    assert result.startswith("Usage: main club [OPTIONS] COMMAND [ARGS]...")
    assert "Draws: who plays with whom" in result
    assert CliRunner().invoke(main, ["club", "nonsense"]).exit_code == 2


def test_a_part_that_is_not_installed_is_named_with_its_remedy() -> None:
    program = LazyGroup("program", lazy={"club": (f"{__name__}:CLUB", "A club.")})
    done = CliRunner().invoke(program, ["club", "draw"])
    assert done.exit_code == 1
    assert done.output == "Error: `nowhere` is missing: install it with `pip install 'jantaku[club]'`.\n"
