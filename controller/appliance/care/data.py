"""The data of this computer's table, or of a hub that is alone here, looked after by root: saved, put back,
begun anew.

Never during a hand: that is asked before the table is stopped, and once more when it stands. Whatever goes
wrong, the table or the hub runs again, with the data that it had.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from controller.appliance import settings
from controller.appliance.backup import BackupError, kind_of, machine, opened, save
from controller.appliance.care.found import found
from controller.appliance.first_link import hand_out
from controller.appliance.restore import alone, asides, give, restore, take_back, take_place
from controller.appliance.settings import Kind
from controller.appliance.updates.services import HUB, TABLE, Services
from controller.config import KEPT
from runtime.stored import replace_file
from upkeep import places
from upkeep.computer import HUB_DATA, KEPT_BACKUPS, STATE, STICK_LABEL, TABLE_DATA
from upkeep.progress import ProgressFile
from upkeep.trouble import TroubleError, of_disk
from upkeep.wish import Place, Wish

KEPT_HERE: Final = 3
"""Backups on this computer, and folders that lay aside."""
_IN_HAND: Final = "A hand is being played: wait until it is paid."


@dataclass(frozen=True, slots=True)
class Keeper:
    """`kind` is what is looked after, whose data lie in `data`; beside a table a hub in `hub` is, too.
    `playing`: a hand lies on the table. `first` is the configuration with which what is looked after begins
    when nobody has set it up; it lies in a table's data, and beside a hub's. `copies` are backups from before
    updates."""

    services: Services
    playing: Callable[[], bool]
    first: Callable[[], str]
    progress: ProgressFile
    kind: Kind = "table"
    data: Path = TABLE_DATA
    hub: Path = HUB_DATA
    state: Path = STATE
    copies: Path = STATE / "before-updates"
    where: Mapping[Place, Path] = field(default_factory=lambda: places.PLACES)
    plugged: Callable[[], bool] = places.plugged
    newer: Callable[[Path], str | None] = lambda folder: None
    """The newer version that lies in a folder."""

    def does(self, wish: Wish) -> None:
        """TroubleError: nothing was changed."""
        match wish.what:
            case "look":
                self._look()
            case "backup":
                assert wish.place is not None
                self.progress.ended(detail=self._backup(wish.place).name)
            case "restore" | "foreign":
                assert wish.place is not None
                assert wish.file is not None
                self._restore(wish.place, wish.file, foreign=wish.what == "foreign")
            case "reset":
                self._reset()
            case "forget":
                for keeper in self._all():
                    keeper._forget(None)
                self.progress.ended()

    def _look(self) -> None:
        self.progress.doing("reading")
        stick = self.plugged()
        if stick:
            self._there("stick")
        look_at = {place: folder for place, folder in self.where.items() if stick or place != "stick"}
        release = self.newer(self.where["stick"]) if stick else None
        backups, unread = found(look_at, [keeper.kind for keeper in self._all()])
        self.progress.ended(backups=backups, unread=unread, release=release or "")

    def _backup(self, place: Place) -> Path:
        """Of a table, and of a hub that is here, too; the file of what is looked after."""
        self._there(place)
        self.progress.doing("saving")
        folder = self.where[place]
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise BackupError(f"{folder} cannot be made ({error.strerror}).", of_disk(error)) from error
        keep = KEPT_BACKUPS if place == "stick" else KEPT_HERE
        self._hand_out()
        try:
            file, manifest = save(self.data, folder, keep)
        finally:  # the club's data are saved whatever becomes of the table's
            if self.kind == "table" and self._has_hub():
                save(self.hub, folder, keep)
        places.note(manifest.at_ms, file, self.state)
        return file

    def _restore(self, place: Place, name: str, *, foreign: bool) -> None:
        self._there(place)
        self.progress.doing("reading", name)
        file = self.where[place] / name
        packed, manifest = opened(file)
        packed.close()
        keeper = next((each for each in self._all() if each.kind == manifest.kind), None)
        if keeper is None:
            raise BackupError(f"{file} is no backup of a {self.kind}: nothing was changed.", "damaged")
        if manifest.machine != machine() and not foreign:
            raise BackupError(
                f"{file} is a backup of another computer, {manifest.computer}: nothing was changed.",
                "foreign",
            )
        keeper._put_back(file)
        self.progress.ended(detail=manifest.computer)

    def _put_back(self, file: Path) -> None:
        with self._stopped() as begun:
            aside = restore(file, self.data)
            self._try(aside, must_begin=begun)
        before = [each for each in asides(self.data) if each != aside]  # whatever time the clock says
        for old in before[: max(0, len(before) + 1 - KEPT_HERE)]:
            shutil.rmtree(old, ignore_errors=True)

    def _reset(self) -> None:
        """One backup stays here, made before; all else is deleted once it has begun anew. Data of which none
        can be made, as they are damaged, stay aside."""
        self._idle(self.services.begun((self._service,)))
        last = self._last_backup()
        with self._stopped():
            aside = self._anew()
            self._try(aside, must_begin=False)
        kept = last or aside
        self._forget(kept)
        self._hand_out()
        self.progress.ended(detail="" if kept is None else kept.name)

    def _last_backup(self) -> Path | None:
        try:
            return self._backup("here")
        except BackupError as error:
            if error.code not in ("broken_data", "empty"):
                raise
            return None

    def _anew(self) -> Path | None:
        """Empty data and the first configuration take the place of what is there, which lies aside then."""
        fresh = self.data.with_name(f".{self.data.name}.anew")
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            with alone(self.data):
                fresh.mkdir(mode=0o700)
                if self.kind == "table":
                    replace_file(fresh / KEPT, self.first().encode(), private=True)
                give(fresh, self.data)
                if self.kind == "hub":
                    (fresh / settings.FOLDER).mkdir(mode=0o700)
                    replace_file(fresh / settings.FOLDER / settings.CLUB, self.first().encode(), private=True)
                return take_place(self.kind, fresh, self.data, settings.beside(self.data))
        except OSError as error:
            shutil.rmtree(fresh, ignore_errors=True)
            raise TroubleError(
                f"{error.filename} cannot be written ({error.strerror}): nothing was changed.",
                of_disk(error),
            ) from error

    def _forget(self, last: Path | None) -> None:
        """What was kept on this computer, but for the data and this last backup."""
        folders = (self.where["here"], self.copies)
        names = (f"jantaku-{self.kind}-*", f".jantaku-{self.kind}-*")  # also halves of backups
        kept = [path for folder in folders for name in names for path in folder.glob(name)]
        for file in kept:
            if file != last:
                file.unlink(missing_ok=True)
        for folder in asides(self.data):
            if folder != last:
                shutil.rmtree(folder, ignore_errors=True)

    def _try(self, aside: Path | None, *, must_begin: bool) -> None:
        """Starts it with other data; where it does not run it gets back what it had. TroubleError."""
        self.progress.doing("trying")
        self.services.start(self._service)
        if self.services.works((self._service,), must_begin=must_begin):
            return
        self.services.stop(self._service)
        if aside is not None:
            take_back(self.kind, aside, self.data, settings.beside(self.data))
        raise TroubleError(
            f"The {self.kind} does not run with these data: it has what it had before.", "not_up"
        )

    @property
    def _service(self) -> str:
        return TABLE if self.kind == "table" else HUB

    @contextmanager
    def _stopped(self) -> Iterator[bool]:
        """It does not run meanwhile; gives whether it had begun. It runs again whatever happens."""
        begun = self.services.begun((self._service,))
        self._idle(begun)
        self.progress.doing("stopping")
        self.services.stop(self._service)
        try:
            self._idle(begun)  # one may have been dealt just then: it goes on
            yield begun
        finally:
            self.services.start(self._service)
            self.services.refresh_screen()

    def _idle(self, begun: bool) -> None:
        """What a table that never began has on its mat is no hand that is played."""
        if begun and self.playing():
            raise TroubleError(_IN_HAND, "hand")

    def _there(self, place: Place) -> None:
        """Who opens the folder of a stick has it mounted."""
        if place != "stick":
            return
        if not self.plugged():
            raise TroubleError(f"No stick called {STICK_LABEL} is plugged in.", "no_stick")
        try:
            os.scandir(self.where["stick"]).close()
        except OSError as error:
            raise TroubleError(
                f"The stick {STICK_LABEL} cannot be read ({error.strerror}).",
                places.of_stick(error, self.plugged()),
            ) from error

    def _hand_out(self) -> None:
        """To a stick that is there, whatever is asked: who holds it holds the computer."""
        if self.kind == "hub" and self.plugged():
            hand_out(self.data, self.where["stick"])

    def _all(self) -> Iterator[Keeper]:
        """This one, and that of a hub beside it."""
        yield self
        if self.kind == "table" and self.hub.is_dir():
            yield replace(self, kind="hub", data=self.hub)

    def _has_hub(self) -> bool:
        try:
            return kind_of(self.hub) == "hub"
        except BackupError:
            return False
