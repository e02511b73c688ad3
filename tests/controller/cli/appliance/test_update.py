"""`jantaku update`: one thing at a time, by root, for makers whose key somebody has taken."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.updates.update import Updating
from controller.cli import main
from controller.cli.appliance import update as module
from controller.config import ConfigError
from upkeep import network, places, progress
from upkeep.network import OFFER, Network, Offer
from upkeep.release import HERE, Kind, UpdateError, name_of
from upkeep.versions import Versions


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, ["update", *words])


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(module, "TRUSTED", tmp_path / "trusted")
    monkeypatch.setattr(progress, "RUN", tmp_path / "run")
    return tmp_path / "trusted"


@pytest.mark.parametrize("words", [(), ("it.zip", "--back"), ("--back", "--settle")])
def test_one_thing_at_a_time(words: tuple[str, ...]) -> None:
    refused = asked(*words)
    assert refused.exit_code == 2
    assert (
        refused.stderr
        == "jantaku: Name the FILE of a release, or one of --trust, --stick, --back, --settle and --look.\n"
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


def test_a_key_that_cannot_be_kept_is_said_and_the_one_before_stays(
    tmp_path: Path, trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "our-club.pub"
    key.write_text("untrusted comment: minisign public key 1\nRWQbase64\n")
    assert asked("--trust", str(key)).exit_code == 0
    before = (trusted / "our-club.pub").read_text()
    key.write_text("untrusted comment: minisign public key 2\nRWQother\n")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    refused = asked("--trust", str(key))
    monkeypatch.undo()
    assert refused.exit_code == 2
    assert "cannot be written (No space left on device): nobody else is trusted." in refused.stderr
    assert [path.name for path in trusted.iterdir()] == ["our-club.pub"]
    assert (trusted / "our-club.pub").read_text() == before


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


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Version 0.1.0 runs; what is installed is told by its file's name. Gives where things are fetched to."""
    fetched, stick = tmp_path / "releases", tmp_path / "stick"
    fetched.mkdir()
    stick.mkdir()
    monkeypatch.setattr(network, "FETCHED", fetched)
    monkeypatch.setattr(module, "STICK", stick)
    monkeypatch.setattr(places, "STICK_DEVICE", str(stick))
    monkeypatch.setattr(Versions, "version", lambda self, link: "0.1.0")

    def update(self: Updating, file: Path, *, older: bool) -> str:
        self.say("Installing ...", "installing")
        assert not older, "a page asks for no older version"
        if file.read_text() == "strange":
            raise UpdateError("Signed by nobody.", "stranger")
        return file.name

    monkeypatch.setattr(Updating, "update", update)
    monkeypatch.setattr(Updating, "back", lambda self: "0.0.9")
    return fetched


def notice(tmp_path: Path) -> tuple[str, str, str]:
    found = progress.latest(tmp_path / "run")
    return ("", "", "") if found is None else (found.what, found.code, found.detail)


def test_what_a_page_asks_of_a_stick_is_reported(computer: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    assert asked("--wait", "--asked", "plugged").exit_code == 0
    assert notice(tmp_path) == ("", "", ""), "a stick for backups is no news"
    assert asked("--wait", "--asked", "stick").exit_code == 0
    assert notice(tmp_path) == ("update", "newest", "")
    file = stick / name_of("0.2.0")
    file.touch()
    assert asked("--wait", "--asked", "stick").exit_code == 0
    assert notice(tmp_path) == ("update", "done", file.name)
    file.write_text("strange")
    assert asked("--wait", "--asked", "plugged").exit_code == 1
    assert notice(tmp_path) == ("update", "stranger", "")
    assert file.exists(), "what lies on a stick is somebody's"
    assert asked("--asked", "back").exit_code == 0
    assert notice(tmp_path) == ("back", "done", "0.0.9")


def test_a_stick_that_stays_in_does_not_try_the_version_that_failed_at_every_start(
    computer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Versions, "failed", lambda self: "0.2.0")
    (tmp_path / "stick" / name_of("0.2.0")).touch()
    assert asked("--wait", "--asked", "plugged").exit_code == 0
    assert notice(tmp_path) == ("", "", "")
    assert asked("--wait", "--asked", "stick").exit_code == 0
    assert notice(tmp_path) == ("update", "done", name_of("0.2.0")), "somebody pressed"
    (tmp_path / "stick" / name_of("0.3.0")).touch()
    assert asked("--wait", "--asked", "plugged").exit_code == 0
    assert notice(tmp_path) == ("update", "done", name_of("0.3.0")), "another one is tried"


def test_without_a_stick_it_says_so_and_opens_no_folder(
    computer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd has whoever opens it wait for a stick, and the page with them."""
    monkeypatch.setattr(places, "STICK_DEVICE", str(tmp_path / "away"))
    (tmp_path / "stick" / name_of("0.2.0")).touch()
    assert asked("--asked", "stick").exit_code == 1
    assert notice(tmp_path) == ("update", "no_stick", "")
    assert asked("--asked", "plugged").exit_code == 0, "it was pulled again"
    assert [path.name for path in (tmp_path / "stick").iterdir()] == [name_of("0.2.0")]


def test_the_network_is_asked_as_the_tables_user(
    computer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = ["good"]

    def run(words: list[str], **how: object) -> subprocess.CompletedProcess[bytes]:
        assert (words[-1], how["user"], how["extra_groups"]) == ("--bring", "jantaku", ())
        found = progress.latest(tmp_path / "run")
        assert found is not None
        assert found.step == "fetching"
        offer = Offer(looked_at_ms=1, version="0.2.0", size=4)
        if not content:
            offer = Offer(looked_at_ms=1, code="stranger", message="Signed by nobody.")
        else:
            (computer / name_of("0.2.0")).write_text(content[0])
        (computer / OFFER).write_text(offer.model_dump_json())
        return subprocess.CompletedProcess(words, int(not content))

    monkeypatch.setattr("subprocess.run", run)
    assert asked("--asked", "network").exit_code == 0
    assert notice(tmp_path) == ("update", "done", name_of("0.2.0"))
    content[0] = "strange"
    assert asked("--asked", "network").exit_code == 1
    assert notice(tmp_path) == ("update", "stranger", "")
    assert not (computer / name_of("0.2.0")).exists(), "it is fetched anew the next time"
    content.clear()
    assert asked("--asked", "network").exit_code == 1
    assert notice(tmp_path) == ("update", "stranger", "")


def test_a_hub_alone_says_in_its_own_file_where_newer_versions_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('club = "mine"\n[updates]\nindex = "https://example.org/index.json"\ndaily = true\n')
    monkeypatch.setattr(module, "hub_alone", lambda: True)
    monkeypatch.setattr(module, "HUB_FILE", file)
    assert (module._wanted().index, module._wanted().daily) == ("https://example.org/index.json", True)
    file.write_text("updates = 3\n")
    with pytest.raises(ConfigError, match="updates is no section"):
        module._wanted()
    file.write_text('[updates]\nindex = "ftp://example.org"\n')
    with pytest.raises(ConfigError, match=r"updates\.index"):
        module._wanted()


@pytest.mark.parametrize(
    ("settings", "looks"),
    [
        ("", False),
        ("daily = true", False),
        ('index = "http://x/i"', False),
        ('index = "http://x/i"\ndaily = true', True),
    ],
)
def test_nothing_is_looked_for_unless_the_settings_want_it(
    computer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, looks: bool
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.toml").write_text(f"[updates]\n{settings}\n")
    monkeypatch.setattr(module, "TABLE_DATA", data)
    did: list[str] = []

    def look(self: Network, now: str) -> Offer:
        did.append(now)
        return Offer(looked_at_ms=1, version="0.2.0", size=4)

    monkeypatch.setattr(Network, "look", look)
    assert asked("--look").exit_code == 0
    assert did == (["0.1.0"] if looks else [])
    (data / "games").mkdir()
    (data / "games/g000001-a.jsonl").touch()
    did.clear()
    assert asked("--look").exit_code == 0
    assert did == [], "somebody plays"
