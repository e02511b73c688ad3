"""The build hook that brings the browser libraries."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from screens import CLUB, HERE, SHARED, TABLE
from tests.screens.tools import hook

vendor = hook()
FAKE_NPM = """#!/bin/sh
echo "$@" > "$LOG"
mkdir -p node_modules/htm/preact node_modules/mqtt/dist node_modules/preact node_modules/axe-core
mkdir -p "node_modules/$TYPESCRIPT/lib"
for f in htm/preact/standalone.module.js mqtt/dist/mqtt.esm.js htm/LICENSE mqtt/LICENSE.md \\
  preact/LICENSE axe-core/axe.min.js axe-core/LICENSE; do
  echo "$f" > "node_modules/$f"
done
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A copy of what the hook reads."""
    (tmp_path / "shared").mkdir()
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_bytes((HERE / name).read_bytes())
    return tmp_path


def fake_npm(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    npm = bin_folder / "npm"
    npm.write_text(script, "utf-8")
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{bin_folder}:/usr/bin:/bin")
    monkeypatch.setenv("TYPESCRIPT", next(name for name in vendor.TOOLS if name.startswith("@")))
    monkeypatch.setenv("LOG", str(folder / "log"))


def test_libraries_come_by_the_lock_file_and_only_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_npm(here, monkeypatch, FAKE_NPM)
    assert vendor.build(here)
    said = (here / "log").read_text("utf-8")
    assert said.startswith("ci --ignore-scripts")
    assert "--omit=dev" in said
    assert {path.name for path in (here / "shared" / "vendor").iterdir()} == {
        *vendor.FILES.values(),
        "lock.sha256",
    }
    monkeypatch.setenv("PATH", "/nonexistent")
    assert not vendor.build(here), "a second build needs neither npm nor a network"


def test_a_changed_lock_or_a_lost_file_brings_them_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_npm(here, monkeypatch, FAKE_NPM)
    vendor.build(here)
    lock = here / "package-lock.json"
    lock.write_text(lock.read_text("utf-8") + "\n", "utf-8")
    assert vendor.build(here)
    (here / "shared" / "vendor" / "mqtt.js").unlink()
    assert vendor.build(here)


def test_tools_of_the_tests_lie_beside_them_and_not_among_the_screens(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_npm(here, monkeypatch, FAKE_NPM)
    assert vendor.build(here)
    assert vendor.build_tools(here, here / "tools")
    assert "--omit=dev" not in (here / "log").read_text("utf-8")
    assert {path.name for path in (here / "tools").iterdir()} == {*vendor.TOOLS.values(), "lock.sha256"}
    assert not (here / "shared" / "vendor" / "axe.js").exists()
    assert not vendor.build_tools(here, here / "tools")


def test_a_failing_npm_is_one_sentence(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_npm(here, monkeypatch, "#!/bin/sh\necho 'npm error network down' >&2\nexit 1\n")
    with pytest.raises(vendor.VendorError, match=r"could not fetch .* \(npm error network down\)"):
        vendor.build(here)
    assert not vendor.up_to_date(here, here / "shared" / "vendor")


def test_the_lock_file_names_versions_and_hashes_but_no_server() -> None:
    text = (HERE / "package-lock.json").read_text("utf-8")
    assert "http" not in text
    packages = json.loads(text)["packages"]
    assert [name for name, package in packages.items() if name and not package.get("integrity")] == []


def test_every_import_of_a_screen_is_a_file_of_ours_or_a_vendored_one() -> None:
    """On the disk as at a server: paths mean the same."""
    known = {SHARED / "vendor" / name for name in vendor.FILES.values()}
    line = re.compile(r'^(?:import|export) .*from "(.+)";', re.MULTILINE)
    found = 0
    for folder in (SHARED, TABLE, CLUB):
        for path in (folder / "js").rglob("*.js"):
            for target in line.findall(path.read_text("utf-8")):
                there = (path.parent / target).resolve()
                assert there in known or there.is_file(), f"{path.name}: {target}"
                assert folder is not SHARED or there.is_relative_to(SHARED), f"{path.name}: {target}"
                found += 1
    assert found > 300


def test_every_link_of_a_page_is_a_file_of_ours() -> None:
    for page in (*TABLE.glob("*.html"), *CLUB.glob("*.html")):
        for target in re.findall(r'(?:href|src)="([^"]+)"', page.read_text("utf-8")):
            written = target.endswith(".webmanifest")  # by the web server, in the language of the page
            assert written or (HERE / target).is_file(), f"{page.name}: {target}"


def test_declarations_of_types_outlive_the_libraries_they_are_of(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_npm(here, monkeypatch, FAKE_NPM)
    folder = here / "shared" / "vendor"
    folder.mkdir()
    for name in ("preact.d.ts", "of_an_older_lock.js"):
        (folder / name).write_text("", "utf-8")
    assert vendor.build(here)
    assert (folder / "preact.d.ts").is_file()
    assert not (folder / "of_an_older_lock.js").exists()
