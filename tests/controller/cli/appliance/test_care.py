"""What a page asks of the data: by root alone, one at a time, and told in any case."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.care.data import Keeper
from controller.cli.appliance import care as module
from controller.config import load
from upkeep import progress
from upkeep.computer import HUB_DATA, TABLE_DATA, hub_alone
from upkeep.trouble import TroubleError
from upkeep.wish import Wish

RUN = "run"


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Where the versions lie."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(progress, "RUN", tmp_path / RUN)
    monkeypatch.setattr(module, "PLACE", tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, before)


def asked(wish: str) -> Result:
    return CliRunner().invoke(module.care, [wish])


def code(place: Path) -> str:
    found = progress.latest(place / RUN)
    return "" if found is None else found.code


def does(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> list[Wish]:
    did: list[Wish] = []

    def do(self: Keeper, wish: Wish) -> None:
        did.append(wish)
        if error is not None:
            raise error

    monkeypatch.setattr(Keeper, "does", do)
    return did


def test_a_wish_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    did = does(monkeypatch)
    assert asked("restore:stick:a.zip").exit_code == 0
    assert did == [Wish("restore", "stick", "a.zip")]


def test_one_that_takes_too_long_leaves_nothing_stopped(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """systemd ends it by SIGTERM; who has stopped a table then still starts it."""
    started = []

    def hangs(self: Keeper, wish: Wish) -> None:
        handler = signal.getsignal(signal.SIGTERM)
        assert callable(handler), "else the process ends at once"
        try:
            handler(signal.SIGTERM, None)
        finally:
            started.append(wish)

    monkeypatch.setattr(Keeper, "does", hangs)
    assert asked("reset").exit_code == 128 + signal.SIGTERM
    assert (started, code(place)) == ([Wish("reset")], ""), "and the page says that it was interrupted"


def test_what_is_no_wish_and_who_is_not_root_are_refused(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    did = does(monkeypatch)
    assert "is nothing that a page asks for" in asked("restore:stick:../x.zip").stderr
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert "as root" in asked("reset").stderr
    assert (did, code(place)) == ([], "")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (TroubleError("No.", "hand"), "hand"),
        (OSError(28, "full"), "full"),
        (OSError(30, "closed"), "read_only"),
    ],
)
def test_why_not_is_reported(
    monkeypatch: pytest.MonkeyPatch, place: Path, error: Exception, expected: str
) -> None:
    does(monkeypatch, error)
    assert asked("reset").exit_code == 2
    assert code(place) == expected


def test_during_an_update_it_is_refused(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    did = does(monkeypatch)
    held = os.open(place, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    assert asked("reset").exit_code == 2
    os.close(held)
    assert (did, code(place)) == ([], "busy")


def test_a_table_begins_anew_with_what_an_installation_writes(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(module.first())
    assert load(tmp_path / "table.toml").web.port == 8090


@pytest.mark.parametrize(
    ("units", "kind"),
    [
        (("jantaku-hub.service",), "hub"),
        (("jantaku-hub.service", "jantaku-table.service"), "table"),
        (("jantaku-table.service",), "table"),
    ],
)
def test_a_hub_is_looked_after_where_it_is_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, units: tuple[str, ...], kind: str
) -> None:
    for unit in units:
        (tmp_path / unit).touch()
    monkeypatch.setattr(module, "hub_alone", lambda: hub_alone(tmp_path))
    keeper = module._keeper(progress.ProgressFile("look"))
    assert (keeper.kind, keeper.data) == (kind, HUB_DATA if kind == "hub" else TABLE_DATA)
