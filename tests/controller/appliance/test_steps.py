"""What an installation writes and runs: golden files, judged by systemd's tools, done twice, undone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.appliance.carry_out import StepError, carry_out
from controller.appliance.description import HUB_FILE, KIOSK_STATE, MACHINE, TABLE_FILE, USER, Appliance
from controller.appliance.steps import File, Link, Remove, Run, Step, installing, options, removing, written
from controller.appliance.system import first_hub, first_table
from controller.assembly.run import HANG_S
from controller.config import load
from runtime.programs import call
from runtime.tasks import EXIT, GRACE_S
from upkeep.computer import HUB_DATA, SETTINGS, STATE, TABLE_DATA, TRUSTED

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests/data/appliance"
PROGRAM = Path("/opt/jantaku/current/bin/jantaku")
TABLE = Appliance(PROGRAM, "0.1.0", name="jantaku", missing=("mosquitto", "cage"), camera=True, machine=True)
EVERYTHING = Appliance(PROGRAM, "0.1.0", hub=True, security=True)
HUB = Appliance(Path("/opt/jantaku/bin/jantaku"), table=False, hub=True, kiosk=False)
HUB_WORDS = ("--hub", "--no-table", "--no-kiosk")
PLANS = {
    "table": list(installing(TABLE)),
    "everything": list(installing(EVERYTHING)),
    "hub": list(installing(HUB)),
    "uninstall": list(removing(data=False)),
    "uninstall-data": list(removing(data=True)),
}


@pytest.mark.parametrize("name", PLANS)
def test_the_plan_is_the_golden_one(name: str) -> None:
    """A change is looked at in the file; `python -m tests.controller.appliance.golden` writes them anew."""
    assert written(PLANS[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def files(plan: str) -> dict[str, File]:
    return {step.path.name: step for step in PLANS[plan] if isinstance(step, File)}


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs Debian's systemd (systemd-analyze)"
)
@pytest.mark.parametrize("plan", ["table", "everything", "hub"])
def test_systemd_has_nothing_to_say_against_the_units(plan: str, tmp_path: Path) -> None:
    program = tmp_path / "jantaku"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    units = [step for name, step in files(plan).items() if "/systemd/system/" in str(step.path)]
    for unit in units:
        text = re.sub(r"/opt/jantaku/[a-z/]*bin/(jantaku|python)", str(program), unit.text)
        (tmp_path / unit.path.name).write_text(text)
    asked = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.path.name) for unit in units)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    said = [line for line in found.stderr.splitlines() if "jantaku" in line]
    assert units
    assert said == []
    assert found.returncode == 0, found.stderr


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None, reason="needs Debian's systemd (systemd-sysusers)"
)
def test_the_users_and_their_groups_are_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "users.conf").write_text(files("table")["jantaku.conf"].text)
    for _ in range(2):  # the second time they are there
        subprocess.run(
            ["systemd-sysusers", f"--root={tmp_path}", str(tmp_path / "users.conf")],
            check=True,
            capture_output=True,
        )
    members = {
        group: {each for each in line.rpartition(":")[2].split(",") if each}
        for line in (tmp_path / "etc/group").read_text().splitlines()
        for group in [line.partition(":")[0]]
    }
    assert members["gpio"] == members["dialout"] == members["audio"] == {USER}
    assert members["video"] == {USER, "jantaku-kiosk"}
    assert re.search(
        r"^jantaku:.*:/var/lib/jantaku:.*nologin$", (tmp_path / "etc/passwd").read_text(), re.MULTILINE
    )


@pytest.mark.skipif(
    shutil.which("udevadm") is None
    or subprocess.run(["udevadm", "verify", "--help"], capture_output=True, check=False).returncode != 0,
    reason="needs Debian's udev 254 or later (udevadm verify)",
)
def test_udev_understands_the_names_of_devices(tmp_path: Path) -> None:
    rules = tmp_path / "70-jantaku.rules"
    rules.write_text(files("table")["70-jantaku.rules"].text)
    subprocess.run(["udevadm", "verify", "--resolve-names=never", str(rules)], check=True)


def test_the_watchdog_leaves_the_process_the_time_to_end_itself() -> None:
    unit = files("table")["jantaku-table.service"].text
    (watchdog,) = re.findall(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert int(watchdog) > HANG_S + GRACE_S
    assert "Type=notify" in unit


def test_a_stick_is_mounted_only_while_a_backup_is_written() -> None:
    """It may be pulled at any other time, whatever its file system is."""
    wait, mount, backup = (
        files("everything")[name].text
        for name in ("media-jantaku.automount", "media-jantaku.mount", "jantaku-backup.service")
    )
    assert "TimeoutIdleSec=5" in wait
    assert "umask" not in mount, "a file system of Linux is not mounted with it"
    (command,) = re.findall(r"^ExecStart=(.*)$", backup, re.MULTILINE)
    assert re.findall(r"--data (\S+)", command) == [str(TABLE_DATA), str(HUB_DATA)], "one saves both"


def test_what_ended_in_order_stays_ended_and_what_failed_comes_back() -> None:
    for name in ("jantaku-table.service", "jantaku-hub.service"):
        unit = files("everything")[name].text
        assert "Restart=on-failure" in unit, "exit code 0, as the host's page ends it, is no failure"
        assert "StartLimitIntervalSec=0" in unit, "it never gives up"
        assert str(EXIT) not in re.findall(r"(?:Prevent|Success)ExitStatus=(.*)", unit)


def test_what_a_page_asks_writes_data_and_nothing_of_the_program_or_the_system() -> None:
    unit = files("everything")["jantaku-care@.service"].text
    assert {"ProtectSystem=full", "ReadOnlyPaths=-/opt/jantaku", "NoNewPrivileges=yes"} <= set(
        unit.splitlines()
    )
    look = files("everything")["jantaku-look.service"].text
    assert {f"User={USER}", "ProtectSystem=strict"} <= set(look.splitlines()), "no root speaks to the network"


@pytest.mark.parametrize("appliance", [TABLE, EVERYTHING])
def test_a_table_begins_with_its_first_file(appliance: Appliance, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(first_table(appliance))
    config = load(file)
    assert (config.machine.port, config.web.host) == (MACHINE if appliance.machine else "", "0.0.0.0")
    assert config.camera.kind == ("v4l2" if appliance.camera else "none")


def test_what_a_hub_alone_is_looked_after_with_is_there() -> None:
    found = files("hub")
    hub = found["jantaku-hub.service"].text.splitlines()
    assert "jantaku-care@.service" in found
    for unit in ("jantaku-care@.service", "jantaku-settings.service"):
        care = found[unit].text.splitlines()
        assert "ReadWritePaths=/etc/jantaku" in care, "a reset and a restore write settings anew"
        assert "ReadOnlyPaths=/etc/jantaku/trusted" in care, "and say of nobody that they are trusted"
    assert "SupplementaryGroups=systemd-journal" in hub, "a report has the log"
    assert "DevicePolicy=closed" in hub
    assert "PrivateDevices=yes" not in hub, "it sees under /dev whether a stick is plugged in"


@pytest.mark.parametrize("name", ["jantaku-table.service", "jantaku-hub.service"])
def test_nothing_begins_before_restored_settings_have_their_place(name: str) -> None:
    """Also after a power cut; without one the unit's conditions say that there is nothing to do."""
    unit = files("everything")[name].text
    for key in ("Wants", "After"):
        assert (
            "jantaku-settings.service" in " ".join(re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)).split()
        )
    conditions = re.findall(
        r"^Condition\w+=\|(.*)$", files("everything")["jantaku-settings.service"].text, re.M
    )
    assert conditions == [f"{TABLE_DATA}/settings", f"{HUB_DATA}/settings"]


def test_the_clubs_broker_is_found_under_a_name_that_no_update_writes_over() -> None:
    """`jantaku install`, which every update runs, writes its own services for avahi anew."""
    told = (ROOT / "docs/brokers.md").read_text("utf-8")
    (copied,) = re.findall(r"`sudo cp /etc/jantaku/\S+ (/etc/avahi/services/\S+)`", told)
    assert Path(copied) not in {step.path for step in PLANS["everything"] if isinstance(step, File)}
    assert Path(copied) in {step.path for step in PLANS["uninstall-data"] if isinstance(step, Remove)}


def test_a_hub_begins_with_its_first_file(tmp_path: Path) -> None:
    from club.hub import config

    (tmp_path / "club.toml").write_text(first_hub())
    assert config.load(tmp_path / "club.toml").web.port == 8080


class Computer:
    """Notes what is run; `broken` is a command that fails."""

    def __init__(self, root: Path, broken: str = "") -> None:
        self.root, self.broken = root, broken
        self.ran: list[str] = []
        self.given: dict[str, str] = {}

    def run(self, command: Sequence[str]) -> int:
        self.ran.append(" ".join(command))
        return int(bool(self.broken) and self.ran[-1].startswith(self.broken))

    def give(self, path: Path, user: str) -> None:
        self.given["/" + str(path.relative_to(self.root))] = user

    def does(self, steps: Sequence[Step]) -> list[str]:
        self.ran.clear()
        said: list[str] = []
        carry_out(steps, said.append, self.root, self.run, self.give)
        return said

    def files(self) -> set[str]:
        return {"/" + str(each.relative_to(self.root)) for each in self.root.rglob("*") if not each.is_dir()}


def test_it_works_twice_and_the_second_time_restarts_nothing(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    computer.does(PLANS["everything"])
    assert computer.ran[0] == "systemd-sysusers jantaku.conf", "before anything is given to these users"
    began = "media-jantaku.automount jantaku-backup.timer jantaku-look.timer"
    began += " jantaku-hub.service jantaku-table.service jantaku-kiosk.service"
    assert computer.ran[-2:] == [f"systemctl enable -q {began}", f"systemctl start {began}"]
    assert computer.given == dict.fromkeys(map(str, (STATE, TABLE_DATA, TABLE_FILE, HUB_FILE)), USER), (
        "root owns all else"
    )
    (tmp_path / "var/lib/jantaku/table/table.toml").write_text("# mine\n")
    said = computer.does(PLANS["everything"])
    assert [line for line in said if not line.startswith("run")] == []
    assert not any("restart" in line or "reload" in line for line in computer.ran)
    assert (tmp_path / "var/lib/jantaku/table/table.toml").read_text() == "# mine\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, who gives folders away")
def test_the_folder_of_trusted_keys_is_roots_also_where_it_was_the_hubs_users(tmp_path: Path) -> None:
    settings = tmp_path / str(SETTINGS)[1:]
    (tmp_path / str(TRUSTED)[1:]).mkdir(parents=True)
    for folder in (settings, settings / "trusted"):
        os.chown(folder, 4321, 4321)
        folder.chmod(0o775)
    steps = [step for step in PLANS["hub"] if isinstance(step, Run) and step.command[0] == "install"]
    carry_out(steps, lambda line: None, tmp_path, lambda words: call([_inside(tmp_path, w) for w in words]))
    for folder in (settings, settings / "trusted"):
        found = folder.stat()
        assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (0, 0, 0o755)
    hub = PLANS["hub"]
    first = next(i for i, step in enumerate(hub) if isinstance(step, File) and step.path == HUB_FILE)
    assert hub.index(steps[0]) < first, "the hub's file finds the folder there"


def _inside(root: Path, word: str) -> str:
    return str(root) + word if word.startswith("/") else word


def test_each_command_is_reported_before_it_runs(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    said = computer.does([Run(("true", "now")), Run(("true", "then"), after_change=True)])
    assert len(said) == 1
    assert "true now" in said[0]
    assert computer.ran == ["true now"]


def test_undone_it_leaves_the_data_alone(tmp_path: Path) -> None:
    computer = Computer(tmp_path, broken="systemctl disable")  # of services that are not there
    computer.does(PLANS["everything"])
    journal = tmp_path / "var/lib/jantaku/table/games/g000001.jsonl"
    journal.parent.mkdir()
    journal.write_text("{}\n")
    computer.does(PLANS["uninstall"])
    kept = {
        str(TABLE_FILE),
        str(HUB_FILE),
        str(TABLE_DATA / "games/g000001.jsonl"),
        "/etc/sysusers.d/jantaku.conf",
    }
    assert computer.files() == kept
    computer.does(PLANS["uninstall"])
    assert computer.files() == kept
    (tmp_path / str(KIOSK_STATE)[1:]).mkdir()
    found = tmp_path / "etc/avahi/services/jantaku-broker.service"  # as docs/brokers.md sets the club's up
    found.write_text("the broker's\n")
    computer.does(PLANS["uninstall-data"])
    assert "systemctl disable --now -q jantaku-broker.service" in computer.ran
    assert computer.files() == set()
    assert not (tmp_path / "var/lib/jantaku").exists()
    assert not (tmp_path / "var/lib/jantaku-kiosk").exists()
    assert computer.ran[-2:] == ["userdel jantaku", "userdel jantaku-kiosk"]


@pytest.mark.parametrize(
    ("plan", "words"), [("table", ()), ("everything", ("--hub", "--security-updates")), ("hub", HUB_WORDS)]
)
def test_how_it_was_installed_is_known_later(plan: str, words: Sequence[str], tmp_path: Path) -> None:
    Computer(tmp_path).does(PLANS[plan])
    assert options(tmp_path) == tuple(words)


def test_every_file_that_is_written_is_removed_again() -> None:
    made = {
        s.path for plan in ("table", "everything", "hub") for s in PLANS[plan] if isinstance(s, File | Link)
    }
    gone = {step.path for step in PLANS["uninstall-data"] if isinstance(step, Remove)}
    assert {path for path in made if gone.isdisjoint((path, *path.parents))} == set()


def test_a_command_that_fails_ends_it_with_a_sentence(tmp_path: Path) -> None:
    computer = Computer(tmp_path, broken="apt-get install")
    with pytest.raises(StepError, match=r"`apt-get install .*` failed"):
        computer.does(PLANS["table"])
    assert computer.files() == set()


def test_another_program_of_this_name_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "usr/local/bin/jantaku"
    other.parent.mkdir(parents=True)
    other.write_text("mine\n")
    with pytest.raises(StepError, match="another program"):
        Computer(tmp_path).does(PLANS["table"])
    assert other.read_text() == "mine\n"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("no folder\n")
    with pytest.raises(StepError, match="etc"):
        Computer(tmp_path).does(PLANS["table"])


def test_debians_broker_is_stopped_only_where_it_came_with_us() -> None:
    def commands(plan: str) -> list[str]:
        return [" ".join(step.command) for step in PLANS[plan] if isinstance(step, Run)]

    assert "systemctl disable --now -q mosquitto.service" in commands("table")
    assert not any("mosquitto" in command for command in commands("everything"))
