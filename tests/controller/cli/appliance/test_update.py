"""`jantaku update`: one thing at a time, by root, for makers whose key somebody has taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.updates.release import HERE, Kind, UpdateError, name_of
from controller.appliance.updates.update import Updating
from controller.appliance.updates.versions import Versions
from controller.cli import main
from controller.cli.appliance import update as module


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, ["update", *words])


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(module, "TRUSTED", tmp_path / "trusted")
    return tmp_path / "trusted"


@pytest.mark.parametrize("words", [(), ("it.zip", "--back"), ("--back", "--settle")])
def test_one_thing_at_a_time(words: tuple[str, ...]) -> None:
    refused = asked(*words)
    assert refused.exit_code == 2
    assert (
        refused.stderr
        == "jantaku: Name the FILE of a release, or one of --trust, --stick, --back and --settle.\n"
    )


def test_only_root_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert "needs root: sudo jantaku update" in asked("--back").stderr


def test_a_key_is_taken_and_what_is_none_is_refused(tmp_path: Path, trusted: Path) -> None:
    key = tmp_path / "our-club.pub"
    key.write_text("untrusted comment: minisign public key 1\nRWQbase64\n")
    taken = asked("--trust", str(key))
    assert taken.exit_code == 0
    assert f"To undo it delete {trusted / 'our-club.pub'}." in taken.output
    assert (trusted / "our-club.pub").read_text() == key.read_text()
    key.write_text("untrusted comment: minisign encrypted secret key\nRWRTY0Iy\nand more\n")
    assert "is no public key of minisign" in asked("--trust", str(key)).stderr
    assert "cannot be read" in asked("--trust", str(tmp_path / "none")).stderr


def test_a_computer_without_versions_is_told_how_to_get_some(tmp_path: Path) -> None:
    refused = asked(str(tmp_path / "it.zip"))
    assert refused.exit_code == 1
    assert (
        "No versions lie side by side in /opt/jantaku: install Jantaku as docs/appliance.md says"
        in refused.stderr
    )


def test_it_says_which_version_runs_and_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[object] = []

    def update(self: Updating, file: Path, *, older: bool) -> str:
        did.append((file, older))
        if older:
            raise UpdateError("It does not come up.")
        return "0.2.0"

    monkeypatch.setattr(Updating, "update", update)
    monkeypatch.setattr(Updating, "back", lambda self: "0.1.0")
    assert asked("it.zip").output == "0.2.0 runs.\n"
    assert asked("--back").output == "0.1.0 runs.\n"
    refused = asked("it.zip", "--older")
    assert (refused.exit_code, refused.stderr) == (1, "jantaku: It does not come up.\n")
    assert did == [(Path("it.zip"), False), (Path("it.zip"), True)]


def test_the_latest_release_on_a_stick_that_is_newer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    did: list[str] = []
    monkeypatch.setattr(Versions, "version", lambda self, link: "0.9.0")

    def update(self: Updating, file: Path, *, older: bool) -> str:
        did.append(file.name)
        return "0.10.0"

    monkeypatch.setattr(Updating, "update", update)
    assert asked("--stick", str(tmp_path)).output == f"No newer version lies in {tmp_path}.\n"
    for version, kind in (("0.8.0", HERE), ("0.9.0", HERE), ("0.20.0", Kind("cp310", "riscv64"))):
        (tmp_path / name_of(version, kind)).touch()
    assert asked("--stick", str(tmp_path)).output == f"No newer version lies in {tmp_path}.\n"
    for version in ("0.9.5", "0.10.0"):
        (tmp_path / name_of(version)).touch()
    assert asked("--stick", str(tmp_path)).output == "0.10.0 runs.\n"
    assert did == [name_of("0.10.0")]
    assert (tmp_path / module.RESULT).read_text().endswith(" 0.10.0 runs.\n")


def test_why_it_was_not_installed_stands_on_the_stick(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Versions, "version", lambda self, link: "0.1.0")
    (tmp_path / name_of("0.2.0")).touch()

    def update(self: Updating, file: Path, *, older: bool) -> str:
        raise UpdateError("It does not come up.")

    monkeypatch.setattr(Updating, "update", update)
    refused = asked("--stick", str(tmp_path))
    assert refused.exit_code == 1
    assert (tmp_path / module.RESULT).read_text().endswith(refused.stderr.removeprefix("jantaku: "))
