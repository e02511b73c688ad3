"""Updates of a simulated computer: a version that works runs after every ending and every power cut."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.updates.services import HUB, KIOSK, PATIENCE_S, STEADY_S, TABLE, TRIES, Services
from controller.appliance.updates.update import Updating
from tests.controller.appliance.updates.plug import CutVersions, PowerCutError
from upkeep.release import Release, UpdateError
from upkeep.versions import Versions

OLD, NEW = "0.9.0", "0.10.0"


class Computer:
    """Its systemd, its programs, and a plug that is pulled before the step of a number.

    `kinds` says how a version fares: good, dead (its service fails), loops (it starts again and again),
    door (no table begins), uninstallable, or no units (its `install` fails).
    """

    def __init__(self, root: Path, kinds: dict[str, str], running: Sequence[str] = (HUB, TABLE)) -> None:
        self.root, self.kinds = root, kinds
        self.place = root / "opt"
        self.active = list(running)
        self.kiosk = True
        self.table_begins = True
        self.playing = False
        self.seconds = 0
        self.said: list[str] = []
        self.ran: list[str] = []
        self.pulled_at: int | None = None
        self.steps = 0
        self._lives: dict[str, str | None] = {}
        self.units = OLD
        """Whose units lie there."""
        self.while_installing: Callable[[], object] = lambda: None
        self._program(OLD)
        (self.place / "current").symlink_to(OLD)
        self.switch_on()

    def _program(self, version: str) -> None:
        program = self.place / version / "bin/jantaku"
        program.parent.mkdir(parents=True)
        program.write_text(version)

    @property
    def current(self) -> str:
        return (self.place / "current/bin/jantaku").read_text()

    def step(self) -> None:
        if self.steps == self.pulled_at:
            raise PowerCutError
        self.steps += 1

    def switch_on(self) -> None:
        self._lives = dict.fromkeys(self.active, self.current)

    def run(self, command: Sequence[str]) -> int:
        self.step()
        words = " ".join(command).replace(str(self.root), "")
        self.ran.append(words)
        kind = self.kinds.get(self.current, "good")
        if "venv" in command:
            (self.place / Path(command[-1]).name).mkdir()
        elif "pip" in command:
            new = Path(command[0]).parents[1].name
            if self.kinds.get(new) == "uninstallable":
                return 1
            self._program(new)
        elif words.startswith("systemctl restart"):
            self._lives[command[-1]] = self.current
        elif words.startswith("systemctl stop"):
            self._lives[command[-1]] = None
        elif words.startswith("systemctl start"):
            self._lives[command[-1]] = self._lives[command[-1]] or self.current
        elif words.startswith("/opt/current/bin/jantaku install"):
            self.units = self.current
            self.while_installing()
            return int(kind == "no units")
        return 0

    def ask(self, *command: str) -> str:
        version = self._lives.get(command[-1])
        kind = self.kinds.get(version or "", "good")
        begun = self.table_begins and kind != "door"
        state = "inactive" if version is None else "failed" if kind == "dead" else "active"
        restarts = self.seconds // 3 if kind == "loops" else 0
        status = "All is well." if begun else "A file of a newer program."
        there = command[-1] in self.active or (self.kiosk and command[-1] == KIOSK)
        unit = "enabled" if there else ""
        return f"ActiveState={state}\nNRestarts={restarts}\nStatusText={status}\nUnitFileState={unit}\n"

    def sleep(self, seconds: float) -> None:
        self.seconds += round(seconds)

    def updating(self) -> Updating:
        return Updating(
            CutVersions(self.place, self.step),
            Services(self.run, self.ask, self.sleep),
            lambda: self.playing,
            lambda: ("--hub",),
            lambda line, step: self.said.append(line),
            run=self.run,
            unpack=lambda file, *_: Release(file.name, (file,)),
            copies=self.root / "copies",
            room=lambda place: 10**10,
        )


@pytest.fixture(autouse=True)
def _disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes at once."""
    monkeypatch.setattr("os.sync", lambda: None)
    monkeypatch.setattr("os.fsync", lambda file: None)


def computer(root: Path, kind: str = "good") -> Computer:
    return Computer(root, {NEW: kind})


def links(place: Path) -> dict[str, str]:
    return {path.name: str(path.readlink()) for path in place.iterdir() if path.is_symlink()}


def folders(place: Path) -> set[str]:
    return {path.name for path in place.iterdir() if path.is_dir() and not path.is_symlink()}


def test_a_version_that_ends_again_and_again_is_taken_back_without_waiting_longer(tmp_path: Path) -> None:
    it = computer(tmp_path, "loops")
    with pytest.raises(UpdateError):
        it.updating().update(Path(NEW))
    assert links(it.place)["current"] == OLD
    assert it.seconds <= 3 * (TRIES + 1) + STEADY_S + 1, "some starts, and the older version's steady seconds"


def test_a_version_that_works_is_kept_and_the_one_before_stays_beside_it(tmp_path: Path) -> None:
    it = computer(tmp_path)
    assert it.updating().update(Path(NEW)) == NEW
    assert links(it.place) == {"current": NEW, "previous": OLD}
    assert folders(it.place) == {OLD, NEW}
    assert [words for words in it.ran if "backup" in words] == [
        f"/opt/current/bin/jantaku backup /copies --keep 3 --data /var/lib/jantaku/{data}"
        for data in ("club", "table")
    ], "before anything is switched, by the version that ran"
    assert it.ran.index("/opt/current/bin/jantaku install --hub") < it.ran.index(f"systemctl restart {HUB}")
    assert it.ran[-1] == "systemctl try-restart jantaku-kiosk.service"
    it.kiosk, ran = False, len(it.ran)
    assert it.updating().update(Path("0.11.0")) == "0.11.0"
    assert not any(KIOSK in words for words in it.ran[ran:]), "there is no screen of its own"
    assert (links(it.place), folders(it.place)) == ({"current": "0.11.0", "previous": NEW}, {NEW, "0.11.0"})


@pytest.mark.parametrize("kind", ["dead", "loops", "door", "no units"])
def test_a_version_that_does_not_work_is_taken_back(kind: str, tmp_path: Path) -> None:
    it = computer(tmp_path, kind)
    with pytest.raises(UpdateError, match=rf"{NEW} does not come up here: {OLD} runs again\."):
        it.updating().update(Path(NEW))
    assert (links(it.place)["current"], folders(it.place)) == (OLD, {OLD})
    assert it._lives == {HUB: OLD, TABLE: OLD}
    assert it.seconds <= 2 * PATIENCE_S
    with pytest.raises(UpdateError, match="There is no earlier version"):
        it.updating().back()


def test_the_version_before_runs_again_although_it_cannot_make_its_units(tmp_path: Path) -> None:
    """What it cannot make stands there as it made it once: nobody is sent to a backup for that."""
    it = Computer(tmp_path, {NEW: "no units", OLD: "no units"})
    with pytest.raises(UpdateError, match=rf"{NEW} does not come up here: {OLD} runs again\."):
        it.updating().update(Path(NEW))
    assert it._lives == {HUB: OLD, TABLE: OLD}


def test_the_one_that_did_not_work_is_remembered_until_it_works(tmp_path: Path) -> None:
    it = computer(tmp_path, "dead")
    with pytest.raises(UpdateError):
        it.updating().update(Path(NEW))
    assert Versions(it.place).failed() == NEW
    assert it.updating().update(Path("0.9.5")) == "0.9.5"
    assert Versions(it.place).failed() == NEW, "another one that works says nothing of it"
    it.kinds[NEW] = "good"
    assert it.updating().update(Path(NEW)) == NEW
    assert Versions(it.place).failed() is None


def test_a_table_that_could_not_begin_before_need_not_begin_after(tmp_path: Path) -> None:
    it = computer(tmp_path)
    it.table_begins = False
    assert it.updating().update(Path(NEW)) == NEW


def test_one_that_cannot_be_installed_touches_nothing(tmp_path: Path) -> None:
    it = computer(tmp_path, "uninstallable")
    with pytest.raises(UpdateError, match=r"could not be installed .* nothing was changed"):
        it.updating().update(Path(NEW))
    assert (links(it.place), folders(it.place)) == ({"current": OLD}, {OLD})
    assert not any("systemctl" in words for words in it.ran)


def test_never_during_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    it = computer(tmp_path)
    it.playing = True
    with pytest.raises(UpdateError, match="A hand is being played: update when it is paid, or add --wait"):
        it.updating().update(Path(NEW))
    assert it.ran == []
    it.playing = False
    installed = Updating._install

    def begins_meanwhile(updating: Updating, release: Release) -> None:
        installed(updating, release)
        it.playing = True

    monkeypatch.setattr(Updating, "_install", begins_meanwhile)
    with pytest.raises(UpdateError, match="A hand is being played"):
        it.updating().update(Path(NEW))
    assert it.current == OLD
    assert not any("restart" in words for words in it.ran)


@pytest.mark.parametrize("patient", [False, True])
def test_a_hand_that_is_dealt_just_as_all_stops_goes_on(patient: bool, tmp_path: Path) -> None:
    it = computer(tmp_path)
    stopped, waited = list[str](), list[bool]()

    def run(command: Sequence[str]) -> int:
        if command[1] == "stop":
            stopped.append(command[-1])
            it.playing = len(stopped) <= len(it.active)
        return it.run(command)

    def wait() -> None:
        waited.append(it._lives == {HUB: OLD, TABLE: OLD})
        it.playing = False

    updating = dataclasses.replace(it.updating(), wait=wait if patient else None)
    updating = dataclasses.replace(updating, services=Services(run, it.ask, it.sleep))
    if patient:
        assert updating.update(Path(NEW)) == NEW
        assert (waited, it._lives) == ([True], {HUB: NEW, TABLE: NEW})
        return
    with pytest.raises(UpdateError, match="A hand is being played"):
        updating.update(Path(NEW))
    assert (it.current, it._lives) == (OLD, {HUB: OLD, TABLE: OLD})


@pytest.mark.parametrize("kind", ["good", "door"])
def test_no_table_runs_while_units_are_made(kind: str, tmp_path: Path) -> None:
    """That takes seconds, in which a hand would be dealt and cut off."""
    it = computer(tmp_path, kind)
    lives: list[str | None] = []
    it.while_installing = lambda: lives.append(it._lives[TABLE])
    with contextlib.suppress(UpdateError):
        it.updating().update(Path(NEW))
    assert lives[0] is None


def test_with_patience_it_is_installed_now_and_starts_when_the_hand_is_paid(tmp_path: Path) -> None:
    it = computer(tmp_path)
    it.playing = True
    lay_there: list[bool] = []

    def wait() -> None:
        lay_there.append((it.place / NEW / "bin/jantaku").is_file())
        it.playing = len(lay_there) < 3
        assert it.current == OLD

    assert dataclasses.replace(it.updating(), wait=wait).update(Path(NEW)) == NEW
    assert lay_there == [True] * 3


def test_all_is_on_the_disk_before_anything_leads_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = computer(tmp_path)
    led_to: list[dict[str, str]] = []
    monkeypatch.setattr("os.sync", lambda: led_to.append(links(it.place)))
    it.updating().update(Path(NEW))
    assert led_to == [{"current": OLD}]


def test_there_and_back(tmp_path: Path) -> None:
    it = computer(tmp_path)
    it.updating().update(Path(NEW))
    assert it.updating().back() == OLD
    assert links(it.place) == {"current": OLD, "previous": NEW}
    ran = len(it.ran)
    assert it.updating().update(Path(NEW)) == NEW
    assert not any("venv" in words for words in it.ran[ran:]), "it lies there already"


def test_older_ones_only_if_they_are_asked_for(tmp_path: Path) -> None:
    it = computer(tmp_path)
    with pytest.raises(UpdateError, match=r"0\.8\.12 is older than 0\.9\.0, .*: add --older"):
        it.updating().update(Path("0.8.12"))
    with pytest.raises(UpdateError, match="is the version that runs"):
        it.updating().update(Path(OLD))
    assert it.updating().update(Path("0.8.12"), older=True) == "0.8.12"


@pytest.mark.parametrize(
    ("number", "code"), [(errno.EROFS, "read_only"), (errno.ENOSPC, "full"), (errno.EIO, "worn")]
)
@pytest.mark.parametrize("folder", [".release", "copies"])
def test_a_card_that_cannot_be_written_is_said_with_its_code(
    number: int, code: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it, true = computer(tmp_path), Path.mkdir

    def fails(path: Path, *given: Any, **named: Any) -> None:
        if path.name == folder:
            raise OSError(number, os.strerror(number), str(path))
        true(path, *given, **named)

    monkeypatch.setattr(Path, "mkdir", fails)
    with pytest.raises(UpdateError, match=rf"{folder} cannot be written") as told:
        it.updating().update(Path(NEW))
    assert (told.value.code, it.current) == (code, OLD)
    assert not any("restart" in words for words in it.ran)


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    it = computer(tmp_path)
    updating = it.updating()
    with pytest.raises(UpdateError, match=r"less than 1\.5 GB of room"):
        dataclasses.replace(updating, room=lambda place: 10**9).update(Path(NEW))
    with updating._alone(), pytest.raises(UpdateError, match="Something else is under way"):
        it.updating().update(Path(NEW))
    (it.place / "current").unlink()
    with pytest.raises(UpdateError, match="install Jantaku as"):
        updating.update(Path(NEW))


@pytest.mark.parametrize("kind", ["good", "dead", "loops", "door", "no units", "uninstallable"])
def test_whenever_the_plug_is_pulled_a_version_that_works_runs_after(kind: str, tmp_path: Path) -> None:
    """At every step of an update, and every other time once more in what the next start does about it."""
    for at in count():
        it = Computer(tmp_path / f"{at}", {NEW: kind})
        it.pulled_at, cut = at, False
        try:
            it.updating().update(Path(NEW))
        except UpdateError:
            pass
        except PowerCutError:
            cut = True
        it.pulled_at = it.steps + at % 3 + 1 if at % 2 else None
        it.switch_on()
        for _ in range(2):  # systemd starts the unit at each start of the computer, if there is a trial
            if (it.place / "trial").is_symlink():
                assert (it.place / "previous/bin/jantaku").is_file(), "whose program settles it"
                try:
                    it.updating().settle()
                except UpdateError:
                    pass
                except PowerCutError:
                    it.switch_on()
            it.pulled_at = None
        assert not (it.place / "trial").is_symlink()
        assert it.current in ((OLD, NEW) if kind == "good" else (OLD,))
        assert it._lives == {HUB: it.current, TABLE: it.current}
        assert it.units == it.current
        it.kinds[NEW] = "good"
        if it.current == OLD:
            assert it.updating().update(Path(NEW)) == NEW, "the next one is not hindered by what lies about"
        assert folders(it.place) == {OLD, NEW}
        if not cut:
            break
    assert at >= (3 if kind == "uninstallable" else 14)
