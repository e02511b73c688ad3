"""The program `jantaku`: subcommands, each loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import Final

import click

COMMANDS: Final = {
    "run": "controller.cli_run:run",
    "score": "controller.cli_score:score",
    "waits": "controller.cli_score:waits",
    "replay": "controller.cli_replay:replay",
    "calibrate": "controller.cli_calibrate:calibrate",
    "test": "controller.cli_test:test",
}
"""Name -> module:object; a module is imported only when its command runs."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for: `score` needs no camera."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, name = place.split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jantaku")
def main() -> None:
    """The brain of an automatic riichi-mahjong table.

    \b
    jantaku run                watch a whole game on a virtual table
    jantaku run --config FILE  run a real table
    """
