"""A virtual table across restarts: how it stood is written down, and it goes on as it stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.table.games import Games
from controller.table.journal import JournalError
from controller.table.writer import Table
from controller.virtual.world import VirtualTable
from firmware_bridge.device import Device
from firmware_bridge.virtual.device import VirtualDevice
from firmware_bridge.virtual.saved_state import Left

if TYPE_CHECKING:
    from pathlib import Path

    from controller.loop.service import Service


def agree(world: VirtualTable, table: Table) -> None:
    """A kill between the journal and the saved table leaves the table one turn behind: what the
    machine had done by then, and what all had confirmed, has happened to it, too."""
    game = table.game
    if game is None:
        return
    if game.in_play is not None:
        world.raised()
        while world.thrown < len(game.in_play.throws):
            world.dice()
    elif game.finished:
        world.panel.confirmed.update(range(4))


def machine_left(saved: dict[str, Any] | None, sets: int) -> Left:
    """What the simulated machine was left with; JournalError when the saved table does not say it."""
    if saved is None:
        return Left.evening(sets)
    try:
        return Left.read(saved["machine"])
    except (KeyError, ValueError) as error:
        raise JournalError(f"{error} Begin another game with --new.") from error


class Keeper:
    """Writes down how the virtual table stands whenever that has changed.

    Never ahead of the journal: what people have said and laid down counts for them as done only
    when the service has it on the disk.
    """

    def __init__(self, games: Games, path: Path, world: VirtualTable | None, device: Device | None) -> None:
        self._games = games
        self._path = path
        self._world = world
        self._device = device
        self._kept: object = None

    def begin(self) -> Table:
        """The table of a new game, with its journal; JournalError when that cannot be written."""
        if self._path.exists():
            self._path = self._games.new()
        begun = self._games.open(self._path)
        self.now()
        return begun

    def now(self) -> None:
        """JournalError when it cannot be written."""
        if self._world is None:
            return
        path, left = self._path, self._device.left if isinstance(self._device, VirtualDevice) else None
        stands = (path, self._world.position, self._world.finished, left)
        if stands == self._kept:
            return
        try:
            self._games.keep_world(
                path, {"world": self._world.save(), "machine": None if left is None else left.save()}
            )
        except OSError as error:
            raise JournalError(
                f"How the virtual table stands cannot be written ({error.strerror}): make room on the disk."
            ) from error
        self._kept = stands

    def after(self, service: Service) -> None:
        if not service.written:
            return
        try:
            self.now()
            service.warn("world", None)
        except JournalError as error:
            service.warn("world", str(error))
