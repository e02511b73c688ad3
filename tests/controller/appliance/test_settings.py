"""Settings beside the data of a table or a hub: in its backup, and back with the data or not at all."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from click.testing import CliRunner

from controller.appliance import backup as packing
from controller.appliance import settings
from controller.appliance.backup import BackupError, make, save, wanted
from controller.appliance.restore import asides, restore
from controller.appliance.system import first_hub
from controller.cli.appliance import settle as module
from tests.mine import mine

OF_HUB = {
    "club.toml": 'club = "sakura"\n[broker]\npassword = "correct-horse"\n',
    "ca.pem": "the club's",
    "ca.key": "nobody's",
    "accounts.json": "{}",
    "web.key": "of the pages",
}
NEVER = {"jantaku-broker.service": "a unit", "mosquitto.conf": "rights", "trusted/maker.pub": "a key"}


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "etc"
    monkeypatch.setattr("controller.appliance.settings.beside", lambda data: place)
    filled(place, OF_HUB | NEVER)
    return place


@pytest.fixture
def hub(tmp_path: Path, etc: Path) -> Path:
    return filled(tmp_path / "club", {"club.head": "{}", "clock.json": "{}"})


@pytest.fixture
def table(tmp_path: Path, etc: Path) -> Path:
    return filled(tmp_path / "table", {"table.toml": "", "games/g1.jsonl": ""})


def filled(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def contents(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def beside(file: Path | io.BytesIO) -> set[str]:
    with zipfile.ZipFile(file) as found:
        return {name.partition("/")[2] for name in found.namelist() if name.startswith("settings/")}


def test_a_hubs_backup_has_them_and_nothing_that_gives_rights(hub: Path, tmp_path: Path) -> None:
    assert beside(save(hub, tmp_path / "a.zip")[0]) == set(OF_HUB)


def test_a_table_beside_a_hub_leaves_the_club_to_it(table: Path, etc: Path, tmp_path: Path) -> None:
    assert beside(save(table, tmp_path / "a.zip")[0]) == {"web.key"}
    (etc / "club.toml").unlink()
    assert beside(save(table, tmp_path / "b.zip")[0]) == set(OF_HUB) - {"club.toml"}, (
        "the authority is its own"
    )
    filled(etc, {"club.toml": "a hub since", "ca.key": "the club's now", "web.key": "lost"})
    restore(tmp_path / "b.zip", table)
    assert (etc / "ca.key").read_text() == "the club's now"
    assert (etc / "web.key").read_text() == "of the pages"


@pytest.mark.parametrize(
    "name",
    [
        "settings/jantaku-broker.service",
        "settings/trusted/maker.pem",
        "settings/../trusted/maker.pem",
        "settings/.hidden.pem",
        "settings/mosquitto.conf",
        "settings/maker.pub",
    ],
)
def test_what_would_give_rights_is_refused(name: str) -> None:
    assert not wanted("hub", PurePosixPath(name), whole=True)
    assert not wanted("table", PurePosixPath("settings/club.toml"), whole=True)


def test_a_new_computer_gets_them(hub: Path, etc: Path, tmp_path: Path) -> None:
    file, _ = save(hub, tmp_path / "a.zip")
    for folder in (hub, etc):
        shutil.rmtree(folder)
    assert restore(file, hub) is None
    assert contents(etc) == OF_HUB
    assert contents(hub) == {"club.head": "{}", "clock.json": "{}"}
    modes = {path.name: path.stat().st_mode & 0o777 for path in etc.iterdir()}
    assert modes == {name: 0o644 if name == "ca.pem" else 0o600 for name in OF_HUB}


def test_what_was_there_lies_aside_with_the_data(hub: Path, etc: Path, tmp_path: Path) -> None:
    file, _ = save(hub, tmp_path / "a.zip")
    (etc / "club.toml").write_text("later")
    (etc / "web.key").chmod(0o640)
    restore(file, hub)
    (aside,) = asides(hub)
    assert (aside / "settings/club.toml").read_text() == "later"
    assert (etc / "club.toml").read_text() == OF_HUB["club.toml"]
    assert (etc / "web.key").stat().st_mode & 0o777 == 0o640, "who reads it reads it still"
    assert contents(etc) == OF_HUB | NEVER


def test_the_port_of_a_hubs_own_broker_stays_its_computers(hub: Path, tmp_path: Path) -> None:
    """A table that runs here may hold the one of another computer, and tables of this one look there."""
    filled(hub, {"broker/ports": "1885", "broker/join.toml": "how tables join"})
    file, _ = save(hub, tmp_path / "a.zip")
    filled(hub, {"broker/ports": "1884"})
    restore(file, hub)
    assert (hub / "broker/ports").read_text() == "1884"
    shutil.rmtree(hub)
    restore(file, hub)
    assert [path.name for path in (hub / "broker").iterdir()] == ["join.toml"], "one that is free is taken"


def test_a_director_takes_the_clubs_along_without_passwords(hub: Path, etc: Path, tmp_path: Path) -> None:
    out = io.BytesIO()
    make(hub, out, whole=False)
    with zipfile.ZipFile(out) as found:
        assert {name for name in found.namelist() if "/" in name} == {"settings/club.toml"}
        assert "correct-horse" not in found.read("settings/club.toml").decode()
    (tmp_path / "a.zip").write_bytes(out.getvalue())
    restore(tmp_path / "a.zip", hub)
    assert contents(etc) == OF_HUB | NEVER, "a password is not taken from who has it"
    (etc / "club.toml").write_text(first_hub())
    restore(tmp_path / "a.zip", hub)
    assert (etc / "club.toml").read_text().startswith('club = "sakura"\n')


def test_a_backup_of_before_leaves_them_alone(hub: Path, etc: Path, tmp_path: Path) -> None:
    file, _ = save(hub, tmp_path / "a.zip")
    with zipfile.ZipFile(file) as found:
        every = {name: found.read(name) for name in found.namelist() if not name.startswith("settings/")}
    manifest = json.loads(every[packing.MANIFEST])
    manifest["format"] = "jantaku-backup/1"
    manifest["files"] = [each for each in manifest["files"] if not each["path"].startswith("settings/")]
    every[packing.MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(file, "w") as out:
        for name, text in every.items():
            out.writestr(name, text)
    (etc / "club.toml").write_text("later")
    restore(file, hub)
    assert (etc / "club.toml").read_text() == "later"


@pytest.mark.parametrize("there", [True, False])
def test_where_they_cannot_be_written_all_is_as_it_was(
    hub: Path, etc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    file, _ = save(hub, tmp_path / "a.zip")
    filled(etc, {"club.toml": "later"})
    (hub / "clock.json").write_text("later")
    (etc / "web.key").unlink()
    if not there:
        shutil.rmtree(hub)
    before = (contents(etc), contents(hub), asides(hub))
    replaced = settings._replace

    def full(path: Path, text: bytes, data: Path) -> None:
        if path.name == "web.key":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        replaced(path, text, data)

    monkeypatch.setattr(settings, "_replace", full)
    with pytest.raises(BackupError, match=r"web\.key cannot be written .* nothing was changed") as told:
        restore(file, hub)
    assert told.value.code == "full"
    assert (contents(etc), contents(hub), asides(hub)) == before


class Cut(BaseException):
    """The plug is pulled: nothing after it happens, not even what cleans up."""


def cut_at(turn: int, monkeypatch: pytest.MonkeyPatch, file: Path, data: Path) -> bool:
    """Restores, and pulls the plug at this step; False where it came to its end before."""
    left, remove, rename, sync = [turn], shutil.rmtree, Path.replace, os.fsync

    def step() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Cut

    def replaced(path: Path, to: Path) -> Path:
        step()
        return rename(path, to)

    def synced(number: int) -> None:
        step()
        sync(number)

    def cleaned(*given: Any, **named: Any) -> None:
        if left[0] >= 0:
            remove(*given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replaced)
        mine(patched, os, fsync=synced)
        mine(patched, shutil, rmtree=cleaned)
        try:
            restore(file, data)
        except Cut:
            return True
    return False


def test_a_power_cut_leaves_the_old_ones_or_the_new_with_their_data(
    hub: Path, etc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = save(hub, tmp_path / "a.zip")
    new = (contents(hub), OF_HUB | NEVER)
    (hub / "clock.json").write_text("old")
    old_club = filled(etc, {"club.toml": "old", "ca.pem": "old"})
    old = (contents(hub), contents(old_club))
    monkeypatch.setattr(module, "HUB_DATA", hub)
    monkeypatch.setattr(module, "SETTINGS", etc)
    monkeypatch.setattr(module, "TABLE_DATA", tmp_path / "none")
    seen = set()
    for turn in range(200):
        cut = cut_at(turn, monkeypatch, file, hub)
        assert CliRunner().invoke(module.settle, []).exit_code == 0, "at the next start"
        found = (contents(hub), {k: v for k, v in contents(etc).items() if not k.startswith(".")})
        assert found in (old, new)
        seen.add(found == new)
        if not cut:
            break
        shutil.rmtree(hub)
        for aside in asides(hub):
            shutil.rmtree(aside)
        filled(hub, old[0])
        shutil.rmtree(etc)
        filled(etc, old[1])
    assert seen == {True, False}
    assert turn > 15


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who gives folders away")
def test_what_another_user_has_put_there_is_no_setting(hub: Path, etc: Path) -> None:
    """The hub's own user writes its data, and is not to decide over the club's authority by that."""
    filled(hub, {"settings/ca.pem": "forged"})
    os.chown(hub / "settings", 4321, 4321)
    settings.put("hub", hub, etc)
    assert (etc / "ca.pem").read_text() == OF_HUB["ca.pem"]
