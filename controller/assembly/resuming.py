"""What goes on after a start: the interrupted game, and how its virtual table stood."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from contract.stored.codec import encode
from controller.config import Config
from controller.people.hosting import set_by_host
from controller.table.games import WORLD, Games, WorldError
from controller.table.journal import JournalError, read
from controller.table.recovery import Found, Recovery
from controller.table.writer import Table
from controller.virtual.restart import agree, machine_left
from controller.virtual.script import OURS, Walls
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import Event, GameStarted
from runtime.stored import put_aside
from vision.scene.venue import Venue

FAST_PACE: Final = 4.0
"""How much hastier the virtual people are where a table runs as fast as it can; what must be read still rests
long enough."""
LOST: Final = "mended_world"
SENTENCE: Final = (
    "How the virtual table stood is lost: a new game begins, and the old one lies in the history."
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None is no wish."""

    speed: float = 1.0
    hands: int | None = None
    seed: int | None = None
    record: tuple[Event, ...] | None = None
    new: bool = False
    assigned_only: bool = False
    """A virtual table plays what its club assigns, and nothing else."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game that goes on, and of a virtual one how its table stood; nothing: a new game begins."""

    path: Path | None = None
    table: Table | None = None
    world: VirtualTable | None = None
    saved: dict[str, Any] | None = None


def resumed(
    games: Games, wishes: Wishes, config: Config, found: Found, usual: GameStarted | None = None
) -> Resumed:
    """What goes on, of a table whose own rules are those of `usual`; adds what was damaged to `found`.
    JournalError where the disk cannot be used."""
    virtual = config.camera.kind == "rendered"
    if wishes.new:
        return Resumed()
    recovery = Recovery(games, found, keeps=not virtual)
    try:
        path = recovery.unfinished()
        if path is None:
            return Resumed()
        if virtual:
            return _virtual(games, recovery, path, wishes, config, usual)
    except WorldError as error:
        if virtual:
            _lost(games, error, found)
        return Resumed()
    if path.with_suffix(WORLD).exists():
        return Resumed()
    table = recovery.open(path, games.open)
    return Resumed() if table is None else Resumed(path, table)


def _virtual(
    games: Games, recovery: Recovery, path: Path, wishes: Wishes, config: Config, usual: GameStarted | None
) -> Resumed:
    """WorldError where nobody knows how the table stood."""
    saved = games.world(path)
    if saved is None:
        raise WorldError(f"How the table of the interrupted game {path} stood is not on the disk any more.")
    try:
        chosen = usual is not None and set_by_host(read(path).records, usual)
        if not (wishes.assigned_only or _wished(saved["world"], wishes, config, chosen=chosen)):
            return Resumed()
        pace = FAST_PACE if wishes.speed == 0 else 1.0
        world = VirtualTable.restore({**saved["world"], "pace": pace, "hands": wishes.hands})
        machine_left(saved, config.machine.sets)
    except (KeyError, TypeError, ValueError, JournalError) as error:
        raise WorldError(
            f"How the table of the interrupted game {path} stood is not known: {error}"
        ) from error
    table = recovery.open(path, games.open)
    if table is None:
        return Resumed()
    agree(world, table)
    return Resumed(path, table, world, saved)


def _wished(world: dict[str, Any], wishes: Wishes, config: Config, *, chosen: bool) -> bool:
    """Whether the interrupted game is one that is asked for; `chosen`: by people who played by the same
    table's own rules."""
    same_rules = chosen or (
        world["preset"] == config.table.preset and world["options"] == config.table.options
    )
    same_walls = world.get("walls", OURS) == _walls(config)
    same_seed = chosen or wishes.seed is None or world["seed"] == wishes.seed
    record = None if wishes.record is None else [encode(e) for e in wishes.record]
    same_record = world["record"] == record or (record is None and wishes.seed is None)
    return bool(same_rules and same_walls and same_seed and same_record)


def _lost(games: Games, why: WorldError, found: Found) -> None:
    """The journal stays in the history; JournalError where the disk cannot be written."""
    newest = games.newest()
    file = None if newest is None else newest.with_suffix(WORLD)
    try:
        if file is not None and file.exists():
            put_aside(file, why)
    except OSError as error:
        raise JournalError(f"{why} It cannot be put aside ({error.strerror}): mend the disk.") from error
    found[LOST] = SENTENCE


def new_world(rules: Ruleset, wishes: Wishes, config: Config, venue: Venue) -> VirtualTable:
    """A virtual table with its people, who have not begun."""
    seed = secrets.randbelow(1_000_000) if wishes.seed is None else wishes.seed
    return VirtualTable(
        rules,
        config.table.players,
        seed=seed,
        record=wishes.record,
        tidiness=venue.tidiness,
        pace=FAST_PACE if wishes.speed == 0 else 1.0,
        hands=wishes.hands,
        mess=venue.mess,
        walls=_walls(config),
        words=config.virtual.words,
    )


def _walls(config: Config) -> Walls:
    """Who raises the walls at the virtual table."""
    return config.table.walls if config.machine.kind == "none" else OURS
