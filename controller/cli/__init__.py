"""The program `jantaku`: subcommands, each loaded when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

import click

from runtime.version import version

COMMANDS: Final = {
    "run": ("controller.cli.run:run", "One table: play, watch, follow, show."),
    "link": ("controller.cli.link:link", "The address that signs this computer's browser in."),
    "score": ("controller.cli.questions.score:score", "Value winning hands, JSON lines in and out."),
    "waits": ("controller.cli.questions.score:waits", "Shanten and waits of hands, JSON lines in and out."),
    "settle": (
        "controller.cli.questions.settle:settle",
        "Count and settle hands of Chinese Classical, JSON lines.",
    ),
    "rules": ("controller.cli.rules:rules", "The rule sheet of a preset, and what differs between two."),
    "replay": ("controller.cli.replay:replay", "Play records through the engine and compare every payment."),
    "judge": ("controller.cli.judge:judge_game", "Why each hand ended as it did; which rules were broken."),
    "club": ("club.cli:COMMANDS", "Tournaments, referees and many tables in one hall."),
    "evidence": ("controller.cli.evidence:evidence", "The stored pictures and clips of a game."),
    "convert": ("controller.cli.convert:convert", "Records and journals as mjai lines or tenhou.net/6 JSON."),
    "read": ("controller.cli.read:read", "The tiles in photographs, on the mat, or in a film."),
    "hand": ("controller.cli.hand:hand", "A page on which a telephone values a photographed hand."),
    "enrol": ("controller.cli.enrol:enrol", "Teach the eyes a club's own tile set."),
    "collect": (
        "controller.cli.collect:collect",
        "The tiles of confirmed hands as pictures, by their names.",
    ),
    "machine": (
        "controller.cli.machine.commands:machine",
        "The machine without a game: status, self-test, faults.",
    ),
    "mqtt": (
        "controller.cli.mqtt.commands:mqtt",
        "Brokers, accounts of devices, tools for authors of displays.",
    ),
    "calibrate": ("controller.cli.calibrate:calibrate", "Find the mat in the camera's picture."),
    "render": ("controller.cli.render:render", "A whole game as a video with exact truth."),
    "doctor": ("controller.cli.doctor:doctor", "What this computer lacks, and how well the camera sees."),
    "install": (
        "controller.cli.appliance.install:install",
        "Make this computer a table started by its switch.",
    ),
    "uninstall": (
        "controller.cli.appliance.install:uninstall",
        "Undo the installation; games and settings stay.",
    ),
    "update": (
        "controller.cli.appliance.update:update",
        "Install a newer version beside this one, or go back.",
    ),
    "backup": ("controller.cli.appliance.backup:backup", "Games, settings and accounts in one file."),
    "restore": ("controller.cli.appliance.backup:restore", "Put a backup in the place of the present data."),
    "support": (
        "controller.cli.appliance.support:support",
        "Logs, versions and settings for a helper, without secrets.",
    ),
    "test": ("controller.cli.test:test", "Run the test suite with all it needs."),
}
"""Name -> (module:object, one line of help); a module is imported only when its command runs."""
Commands = Mapping[str, tuple[str, str]]


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for: `score` needs no camera.

    `lazy` names them as COMMANDS does; an object that is itself such a mapping is a group, which needs the
    part of the installation (`jantaku[club]`) that is called like it.
    """

    def __init__(self, *args: Any, lazy: Commands, part: str = "jantaku", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._lazy = lazy
        self._part = part

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in self._lazy:
            return None
        where, about = self._lazy[cmd_name]
        module, name = where.split(":")
        try:
            found = getattr(importlib.import_module(module), name)
        except ModuleNotFoundError as error:
            raise click.ClickException(
                f"`{error.name}` is missing: install it with `pip install '{self._part}'`."
            ) from error
        if isinstance(found, click.Command):
            return found
        return LazyGroup(cmd_name, lazy=found, part=f"jantaku[{cmd_name}]", help=about)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._lazy.items()])


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version(), package_name="jantaku")
def main() -> None:
    """The brain of an automatic riichi-mahjong table.

    \b
    jantaku run                watch a whole game on a virtual table
    jantaku run --config FILE  run a real table
    """
