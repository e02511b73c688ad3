"""Versions side by side: which links lead where after an update, a way back and a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from upkeep import versions as modules
from upkeep.versions import Versions


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    found = Versions(tmp_path)
    for version in ("0.1.0", "0.2.0", "0.3.0"):
        lies(found, version)
    return found


def lies(versions: Versions, version: str) -> None:
    program = versions.folder(version) / "bin/jantaku"
    program.parent.mkdir(parents=True)
    program.write_text(version)


def links(versions: Versions) -> tuple[str | None, ...]:
    return tuple(versions.version(link) for link in ("current", "previous", "trial"))


def test_a_version_is_tried_and_kept_or_the_one_before_it_is_back(versions: Versions) -> None:
    assert (links(versions), versions.take_back(), versions.on_trial()) == ((None,) * 3, None, False)
    versions.switch("0.1.0", must_begin=False)
    assert links(versions) == ("0.1.0", None, "0.1.0"), "there was none before"
    assert versions.program().read_text() == "0.1.0"
    versions.keep()
    assert (links(versions), versions.on_trial()) == (("0.1.0", None, None), False)
    versions.switch("0.2.0", must_begin=True)
    assert links(versions) == ("0.2.0", "0.1.0", "0.2.0")
    assert (versions.on_trial(), versions.must_begin()) == (True, True)
    assert not versions.taking_back()
    assert versions.take_back() == "0.1.0"
    assert links(versions) == ("0.1.0", "0.1.0", "0.2.0"), "its units are still to be made"
    assert (versions.on_trial(), versions.taking_back()) == (False, True)
    versions.taken_back()
    assert links(versions) == ("0.1.0", "0.1.0", None)
    assert (versions.on_trial(), versions.taking_back(), versions.must_begin()) == (False, False, False)
    versions.switch("0.2.0", must_begin=False)
    assert (versions.on_trial(), versions.must_begin()) == (True, False), "what was said before is forgotten"


def test_a_version_that_is_tried_again_leaves_the_one_before_it_where_it_is(versions: Versions) -> None:
    versions.switch("0.1.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    assert links(versions) == ("0.2.0", "0.1.0", "0.2.0")


def test_a_link_leads_only_to_what_was_installed_to_its_end(versions: Versions, tmp_path: Path) -> None:
    versions.switch("0.1.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    (versions.folder("0.1.0") / "bin/jantaku").unlink()
    assert links(versions) == ("0.2.0", None, "0.2.0")
    assert versions.take_back() is None
    assert links(versions) == ("0.2.0", None, "0.2.0"), "nothing has changed"
    (tmp_path / ".current").symlink_to("a power cut left it")
    versions.switch("0.3.0", must_begin=False)
    assert links(versions) == ("0.3.0", "0.2.0", "0.3.0")


def test_what_no_link_leads_to_is_deleted_and_nothing_else(versions: Versions, tmp_path: Path) -> None:
    (tmp_path / "0.4.0").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "0.5.0").write_text("a file")
    (tmp_path / "0.6.0").symlink_to("notes")
    versions.switch("0.1.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    versions.tidy()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"0.1.0", "0.2.0", "notes", "0.5.0", "0.6.0", "current", "previous", "trial"}
    versions.switch("0.1.0", must_begin=False)
    versions.keep()
    versions.tidy()
    assert (versions.folder("0.1.0").is_dir(), versions.folder("0.2.0").is_dir()) == (True, True)


def test_the_last_version_that_did_not_work_is_known_until_it_does(versions: Versions) -> None:
    assert versions.failed() is None
    versions.switch("0.1.0", must_begin=False)
    versions.keep()
    versions.switch("0.2.0", must_begin=False)
    assert (versions.take_back(), versions.failed()) == ("0.1.0", "0.2.0")
    versions.switch("0.3.0", must_begin=False)
    versions.keep()
    assert versions.failed() == "0.2.0", "another one that works says nothing of it"
    versions.switch("0.2.0", must_begin=False)
    versions.keep()
    assert versions.failed() is None


def test_a_version_that_failed_is_deleted_and_still_named(versions: Versions) -> None:
    versions.switch("0.1.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    versions.take_back()
    versions.taken_back()
    versions.tidy()
    assert (versions.folder("0.2.0").exists(), versions.failed()) == (False, "0.2.0")
    assert links(versions) == ("0.1.0", "0.1.0", None)


def test_each_change_of_a_link_is_on_the_disk_before_the_next(
    versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut in between leaves the version before as the current one."""
    seen: list[tuple[str | None, ...]] = []
    monkeypatch.setattr(modules, "sync_folder", lambda _: seen.append(links(versions)))
    versions.switch("0.1.0", must_begin=False)
    versions.switch("0.2.0", must_begin=False)
    versions.keep()
    assert seen == [
        *((None, None, "0.1.0"), ("0.1.0", None, "0.1.0")),
        *(("0.1.0", "0.1.0", "0.1.0"), ("0.1.0", "0.1.0", "0.2.0"), ("0.2.0", "0.1.0", "0.2.0")),
        ("0.2.0", "0.1.0", None),
    ]
    seen.clear()
    versions.switch("0.3.0", must_begin=False)
    seen.clear()
    assert versions.take_back() == "0.2.0"
    versions.taken_back()
    assert seen == [("0.3.0", "0.2.0", "0.3.0"), ("0.2.0", "0.2.0", "0.3.0"), ("0.2.0", "0.2.0", None)]


def test_what_was_installed_is_on_the_disk_before_a_link_leads_to_it(
    versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str | None, ...]] = []
    monkeypatch.setattr("os.sync", lambda: seen.append(links(versions)))
    versions.switch("0.1.0", must_begin=False)
    assert seen == [(None, None, None)]
