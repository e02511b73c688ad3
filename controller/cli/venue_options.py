"""The options that say at which table a virtual game is played, as the section [virtual] does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args

import click

from controller.config import Habits

Command = TypeVar("Command", bound=Callable[..., Any])
OPTIONS: Final = (
    click.option(
        "--venue",
        type=click.IntRange(0),
        help="Number of an invented club: it sets all of the following at random.",
    ),
    click.option("--style", type=click.IntRange(0), help="Number of the maker of the tile set."),
    click.option("--light", help="house, day, warm, dim, glare, flicker, unsharp, or the number of a room."),
    click.option(
        "--mess",
        type=click.Choice(get_args(Habits)),
        help="How untidy people are: tiles upside down, apart, counters.",
    ),
    click.option("--tidiness", type=click.FloatRange(0, 1), help="1: everything lies exactly."),
    click.option("--tile", type=click.FloatRange(24, 46), help="Length of a tile in mm."),
    click.option("--centre", type=click.FloatRange(0, 280), help="Side in mm of a unit in the middle."),
    click.option("--bump", type=click.FloatRange(0), help="The camera is pushed at this second."),
)


def venue_options(command: Command) -> Command:
    """Adds the options; the command gets them as keywords, None where they are not given."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
