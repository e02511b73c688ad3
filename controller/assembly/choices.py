"""What the configuration of a table chooses: its rules, its virtual venue, its clock, its habits."""

from __future__ import annotations

from dataclasses import replace

from controller.clock import Clock, FastClock, PacedClock, RealClock
from controller.club_link.playable import unplayable
from controller.config import Config, ConfigError
from controller.ending.confirm import Who
from controller.loop.following import Habits
from engine.rules.ruleset import Ruleset
from vision.calibration.by_markers import RIM_IDS
from vision.calibration.markers import IDS
from vision.scene.venue import Venue


def rules_of(config: Config) -> Ruleset:
    """The rules of the table. ConfigError if they are unknown, invalid, or need what this table lacks."""
    try:
        rules = Ruleset.preset(config.table.preset, config.table.options)
    except ValueError as error:
        raise ConfigError(str(error), "rules", "table.options") from error
    if (why_not := unplayable(rules, watched=not config.scores_only)) is not None:
        raise ConfigError(str(why_not), "rules", "table.preset")
    return rules


def venue_of(config: Config) -> Venue:
    """The venue of a virtual table; ConfigError where it cannot be drawn."""
    look = config.virtual
    light = None if look.light is None else str(look.light)
    try:
        found = Venue.chosen(look.venue, look.style, light, look.mess, look.tidiness, look.tile, look.centre)
    except ValueError as error:
        raise ConfigError(str(error), "look", "virtual.venue") from error
    cards = {"all": IDS, "rim": RIM_IDS, "none": ()}[look.markers]
    return replace(found, cloth=replace(found.cloth, cards=cards))


def check(config: Config) -> Config:
    """The configuration, whose rules can be played and whose venue can be drawn; ConfigError."""
    rules_of(config)
    venue_of(config)
    return config


def clock_of(speed: float, virtual: bool) -> Clock:
    """A real table knows one speed only."""
    if not virtual or speed == 1.0:
        return RealClock()
    return PacedClock(speed) if speed else FastClock()


def habits_of(config: Config) -> Habits:
    """How people at this table say what they do. Virtual people without words declare by tiles, and their
    silence accepts a result: they press nothing else."""
    table = config.table
    mute = config.camera.kind == "rendered" and config.virtual.words == "none"
    tiles = table.declare == "tiles" or (table.declare == "auto" and (mute or config.machine.kind == "none"))
    silence = mute or table.confirm == "silence"
    who = Who.ALL if silence else Who(table.confirm)
    return Habits(tiles, who, table.silence_s if silence else None)
