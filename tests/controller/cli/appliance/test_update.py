"""`jantaku update`: one thing at a time, by root, for makers whose key somebody has taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.updates.release import UpdateError
from controller.appliance.updates.update import Updating
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
    assert refused.stderr == "jantaku: Name the FILE of a release, or one of --trust, --back and --settle.\n"


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


def test_with_wait_it_begins_when_the_hand_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter((True, True, False))
    waited: list[float] = []
    monkeypatch.setattr(module, "_playing", lambda begun: lambda: next(looks))
    monkeypatch.setattr("time.sleep", waited.append)
    monkeypatch.setattr(Updating, "back", lambda self: "0.1.0")
    assert asked("--back", "--wait").output == "0.1.0 runs.\n"
    assert len(waited) == 2
