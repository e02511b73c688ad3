"""The group `jantaku club`: subcommands, each loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import Final

import click

COMMANDS: Final = {
    "seating": ("club.cli_seating:seating", "Draws: who plays with whom, at which wind and table."),
    "standings": ("club.cli_standings:standings_command", "Places, uma and totals of game results."),
    "clock": ("club.cli_clock:clock_command", "The timetable of an event; the time left at each table."),
    "penalties": ("club.cli_penalties:penalties_command", "The penalty table; the penalties of an event."),
    "import": ("club.cli_import:import_command", "Games played online become results."),
    "statistics": ("club.cli_figures:statistics_command", "What players do, from records of games."),
    "ratings": ("club.cli_figures:ratings_command", "Glicko-2 over rating periods."),
    "accreditation": ("club.cli_figures:accreditation_command", "Whether an event can be rated."),
    "forms": ("club.cli_forms:forms_command", "Forms to print: results, seating, standings, journal."),
    "hub": ("club.cli_hub:hub", "Run a club: its tables, its log and its pages."),
    "log": ("club.cli_log:log", "What has happened, one line an entry."),
    "verify": ("club.cli_log:verify", "Whether the log is as it was written."),
    "export": ("club.cli_log:export", "The log as JSON lines, without personal data."),
    "cluster": ("club.cli_cluster:cluster", "The configuration of a broker for many clubs."),
}
"""Name -> (module:object, one line of help); a module is imported only when its command runs."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for: `standings` needs no database."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        try:
            command = getattr(importlib.import_module(module), name)
        except ModuleNotFoundError as error:
            raise click.ClickException(
                f"`{error.name}` is missing: install the club's part with `pip install 'jantaku[club]'`."
            ) from error
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup)
def club() -> None:
    """Tournaments, referees and many tables in one hall."""
