"""What is done in a new system, and from which packages it is made."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.appliance.carry_out import carry_out
from controller.appliance.description import Appliance
from controller.appliance.image.boot import INITRD, KERNEL, taken, written
from controller.appliance.image.files import imaging
from controller.appliance.image.inside import built
from controller.appliance.image.layout import Names
from controller.appliance.image.make import bootstrap
from controller.appliance.image.target import MIRROR, SUITES, SYSTEM, TARGETS, Target
from controller.appliance.steps import File, Run, installing
from upkeep.computer import PLACE

PROGRAM = PLACE / "current/bin/jantaku"


def test_a_new_system_gets_every_file_that_an_installation_writes() -> None:
    wanted = [step for step in installing(Appliance(PROGRAM, "0.1.0")) if isinstance(step, File)]
    assert [step for step in built("0.1.0") if step in wanted] == wanted
    assert len(wanted) > 9


def test_nothing_in_a_new_system_speaks_to_the_one_that_builds() -> None:
    commands = [step.command for step in built("0.1.0") if isinstance(step, Run)]
    speaking = {"start", "restart", "daemon-reload", "stop", "reload", "trigger", "control", "--now"}
    assert not [command for command in commands if speaking & set(command)]
    assert not [command for command in commands if command[0] in {"hostnamectl", "apt-get", "udevadm"}]
    services = next(command for command in commands if "jantaku-table.service" in command)
    assert services[:2] == ("systemctl", "enable")


def test_done_in_an_empty_folder_it_writes_there_and_nowhere_else(tmp_path: Path) -> None:
    done: list[tuple[str, ...]] = []

    def run(command: object) -> int:
        done.append(tuple(command))  # type: ignore[arg-type]
        return 0

    carry_out(built("0.1.0"), lambda line: None, tmp_path, run, lambda path, user: None)
    assert (tmp_path / "etc/machine-id").read_bytes() == b""  # each computer makes its own
    assert (tmp_path / "etc/resolv.conf").readlink() == Path("../run/systemd/resolve/stub-resolv.conf")
    assert (tmp_path / "usr/local/lib/jantaku/grow").stat().st_mode & 0o111
    assert done[-1][0] == "update-initramfs"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs Debian's systemd (systemd-analyze)"
)
def test_systemd_has_nothing_to_say_against_the_image_s_own_unit(tmp_path: Path) -> None:
    grow = next(
        step for step in imaging() if isinstance(step, File) and step.path.name.endswith("grow.service")
    )
    (tmp_path / "true").write_text("#!/bin/sh\n")
    (tmp_path / "true").chmod(0o755)
    unit = tmp_path / grow.path.name
    unit.write_text(re.sub(r"ExecStart=.*", f"ExecStart={tmp_path}/true", grow.text))
    asked = ["systemd-analyze", "verify", "--man=no", str(unit)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if "jantaku-grow" in line] == []


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
@pytest.mark.parametrize("suite", SUITES)
def test_the_packages_are_debian_s_and_all_that_an_installation_needs(target: Target, suite: str) -> None:
    command = bootstrap(target, suite, MIRROR, "true", Path("out.tar"))
    (include,) = (word for word in command if word.startswith("--include="))
    packages = include.removeprefix("--include=").split(",")
    assert set(Appliance(PROGRAM).packages) <= set(packages)
    assert len(set(packages)) == len(packages)
    assert f"--architectures={target.architecture}" in command
    lines = [word for word in command if word.startswith("deb ")]
    assert all(line.startswith("deb http://deb.debian.org/debian") for line in lines)
    assert {line.split()[2] for line in lines} == {suite, f"{suite}-security", f"{suite}-updates"}
    assert {"pc": "firmware-amd-graphics", "pi4": "raspi-firmware"}[target.name] in packages
    assert all("non-free-firmware" in line.split() for line in lines), "where firmware lies"


def known(*packages: str) -> set[str]:
    """Those of the packages that Debian's lists on this computer have."""
    asked = ["apt-cache", "show", "--no-all-versions", *packages]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return set(re.findall(r"^Package: (\S+)$", found, re.MULTILINE))


@pytest.mark.skipif(shutil.which("apt-cache") is None, reason="needs Debian")
def test_debian_has_the_packages() -> None:
    if not known("hello"):  # what is installed is known without them
        pytest.skip("needs Debian's lists: apt-get update")
    packages = {*SYSTEM, *Appliance(PROGRAM).packages, *TARGETS["pc"].packages}
    assert packages - known(*packages) == set()
    assert known("bash", "python3-lgpio") == {"bash"}, "keys and lamps come with the release"


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_the_boot_partition_names_the_kernel_that_lies_on_it(target: Target) -> None:
    there = {*taken(target).values(), *written(Names(target, "test"))}
    texts = "".join(written(Names(target, "test")).values())
    for file in (KERNEL, INITRD):
        assert file in there
        assert re.search(rf"[ =/]{re.escape(file)}\b", texts)
