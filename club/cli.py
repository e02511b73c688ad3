"""The subcommands of `jantaku club`."""

from __future__ import annotations

from typing import Final

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
    "verify": ("club.cli_log:verify", "Whether the log and the people are as they were written."),
    "export": ("club.cli_log:export", "The log as JSON lines, without personal data."),
    "rename": ("club.cli_log:rename", "The club has another name."),
    "cluster": ("club.cli_cluster:cluster", "The configuration of a broker for many clubs."),
}
"""Name -> (module:object, one line of help); a module is imported only when its command runs."""
