"""What a page asks of root is the name of a unit, and nothing that is not meant gets through."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from controller.appliance.system import switching
from upkeep.wish import UPDATE, Wish, wish_of

GOOD = [
    Wish("look"),
    Wish("backup", "stick"),
    Wish("backup", "here"),
    Wish("restore", "stick", "jantaku-table-east-20261127-011438.zip"),
    Wish("foreign", "here", "my_evening.zip"),
    Wish("reset"),
    Wish("forget"),
]


def instance(unit: str) -> str:
    return unit.partition("@")[2].removesuffix(".service")


@pytest.mark.parametrize("wish", GOOD, ids=str)
def test_a_wish_comes_through_the_name_of_its_unit(wish: Wish) -> None:
    assert wish_of(instance(wish.unit)) == wish


@pytest.mark.parametrize(
    "text",
    [
        *("", "look:stick", "backup", "backup:network", "restore:stick", "restore:stick:", "reset:here"),
        *("restore:stick:../../etc/shadow", "restore:stick:/etc/shadow.zip", "restore:stick:.hidden.zip"),
        *("restore:stick:a b.zip", "restore:stick:a.zip:b.zip", "restore:here:a.tar", "uninstall", "-x"),
        "restore:stick:" + "a" * 200 + ".zip",
    ],
)
def test_whatever_else_is_no_wish(text: str) -> None:
    assert wish_of(text) is None


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="needs Debian's systemd (systemctl)")
@pytest.mark.parametrize("wish", GOOD, ids=str)
def test_systemd_takes_it_for_the_name_of_a_unit(wish: Wish, tmp_path: Path) -> None:
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    (units / "jantaku-care@.service").write_text(
        "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=x.target\n"
    )
    command = ["systemctl", f"--root={tmp_path}", "enable", wish.unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (units / "x.target.wants" / wish.unit).is_symlink()


RULE = """
var asked;
var polkit = { Result: { YES: "yes" }, addRule: function (rule) { polkit.rule = rule; } };
%s
var units = [%s];
for (var i = 0; i < units.length; i++) {
  var one = units[i];
  print(polkit.rule({ id: one[0], lookup: function (key) { return { verb: one[1], unit: one[2] }[key]; } }, { user: one[3] }) || "no");
}
"""  # noqa: E501
UNITS = "org.freedesktop.systemd1.manage-units"
ASKED = [
    *((UNITS, "start", wish.unit, "jantaku", True) for wish in GOOD),
    (UNITS, "start", UPDATE.format("network"), "jantaku", True),
    (UNITS, "stop", "jantaku-care@look.service", "jantaku", False),
    (UNITS, "start", "jantaku-care@look.service", "nobody", False),
    (UNITS, "start", "ssh.service", "jantaku", False),
    (UNITS, "start", "x-jantaku-care@look.service", "jantaku", False),
    (UNITS, "start", "jantaku-care@look.service.evil", "jantaku", False),
    ("org.freedesktop.systemd1.manage-unit-files", "start", "jantaku-care@look.service", "jantaku", False),
    ("org.freedesktop.login1.reboot", "", "", "jantaku", True),
    ("org.freedesktop.login1.power-off-multiple-sessions", "", "", "jantaku", True),
    ("org.freedesktop.login1.suspend", "", "", "jantaku", False),
    ("org.freedesktop.timedate1.set-ntp", "", "", "jantaku", True),
    ("org-freedesktop-login1-reboot", "", "", "jantaku", False),
]


@pytest.mark.skipif(not (shutil.which("duk") or shutil.which("node")), reason="needs duktape or node")
def test_the_rule_allows_our_units_and_no_other() -> None:
    """Where Debian's duktape is installed, by the interpreter that polkit has."""
    units = ", ".join(str(list(each[:4])) for each in ASKED)
    program = RULE % (switching(), units)
    if shutil.which("duk"):
        command = ["duk", "-"]
    else:
        command, program = ["node", "-"], program.replace("print(", "console.log(")
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=True)
    said = [line == "yes" for line in done.stdout.split() if line in ("yes", "no")]
    assert said == [each[4] for each in ASKED]


def test_the_rule_is_in_the_language_that_debians_polkit_knows() -> None:
    """duktape 2.7, which Debian's polkit is built with, knows neither arrow functions nor template strings:
    the whole file is dropped, and the host's page can do nothing."""
    for newer in ("=>", "`", "let ", "const ", "class ", "..."):
        assert newer not in switching()
