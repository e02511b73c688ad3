"""The subcommands of `jantaku club`."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "seating": ("club.cli.seating:seating", "Draws: who plays with whom, at which wind and table."),
    "standings": ("club.cli.standings:standings_command", "Places, uma and totals of game results."),
    "clock": ("club.cli.clock:clock_command", "The timetable of an event; the time left at each table."),
    "penalties": ("club.cli.penalties:penalties_command", "The penalty table; the penalties of an event."),
    "import": ("club.cli.imports:import_command", "Games played online become results."),
    "statistics": ("club.cli.figures:statistics_command", "What players do, from records of games."),
    "ratings": ("club.cli.figures:ratings_command", "Glicko-2 over rating periods."),
    "accreditation": ("club.cli.figures:accreditation_command", "Whether an event can be rated."),
    "forms": ("club.cli.forms:forms_command", "Forms to print: results, seating, standings, journal."),
    "hub": ("club.cli.hub:hub", "Run a club: its tables, its log and its pages."),
    "log": ("club.cli.log:log", "What has happened, one line an entry."),
    "verify": ("club.cli.log:verify", "Whether the log and the people are as they were written."),
    "export": ("club.cli.log:export", "The log as JSON lines, without personal data."),
    "rename": ("club.cli.log:rename", "The club has another name."),
    "cluster": ("club.cli.cluster:cluster", "The configuration of a broker for many clubs."),
}
"""Name -> (module:object, one line of help); a module is imported only when its command runs."""
