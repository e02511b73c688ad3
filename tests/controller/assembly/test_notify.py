"""systemd is told how a table fares; its watchdog hears the main loop, and nothing else."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.assembly import run
from controller.assembly.resuming import Wishes
from controller.config import parse
from runtime.notify import Manager
from tests.controller.process import running
from tests.systemd import Ear

SCORES = {"camera": {"kind": "none"}, "machine": {"kind": "none"}}
FED = "WATCHDOG=1"


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(str(tmp_path / "systemd"))
    yield made
    made.socket.close()


def ready(ear: Ear, received: list[str]) -> bool:
    received += ear.received()
    return "READY=1" in received


def environment(tmp_path: Path, watchdog_us: int) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "systemd"), "WATCHDOG_USEC": str(watchdog_us)}


def test_a_main_loop_that_hangs_feeds_no_watchdog(
    ear: Ear, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "MANAGER", Manager(environment(tmp_path, 400_000)))
    away = {"broker": {"url": "mqtt://127.0.0.1:1"}, "data": tmp_path / "data"}
    table = run.start(parse({**away, **SCORES}, "the test"), Wishes())
    turns, fed = 0, [False, True]

    def watch(_accepted: object) -> bool:
        nonlocal turns
        turns += 1
        if turns < 10:
            return True
        fed[0] = FED in ear.received()
        time.sleep(1.0)  # everything but this loop goes on: web server, link to the broker, the supervisor
        fed[1] = FED in ear.received()
        return False

    try:
        run.loop(table, watch)
    finally:
        table.close()
    assert fed == [True, False]


def test_a_table_is_ready_when_it_plays_and_says_what_is_not_well(ear: Ear, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[camera]\nkind = "none"\n[machine]\nkind = "none"\n')
    received: list[str] = []
    with running(
        tmp_path / "data", config=file, env={**os.environ, **environment(tmp_path, 60_000_000)}
    ) as table:
        table.until(lambda: ready(ear, received))
        assert table.plays(), "its pages are there when systemd starts what comes after it"
    assert received[0] == "STATUS=It is being put together."
    assert (
        received.index("WATCHDOG_USEC=300000000")
        < received.index("READY=1")
        < received.index("WATCHDOG_USEC=60000000")
    )
    assert received.count("READY=1") == 1


def test_a_table_that_cannot_begin_is_ready_too_and_says_why(ear: Ear, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[camera]\nkind = "nune"\n')
    received: list[str] = []
    with running(
        tmp_path / "data", config=file, env={**os.environ, **environment(tmp_path, 60_000_000)}
    ) as table:
        table.until(lambda: ready(ear, received))
        table.until(lambda: "camera.kind" in str(table.safe().get("trouble")))
    said = [line for line in received if line.startswith("STATUS=")]
    assert "camera.kind" in said[1], "what is wrong stands in `systemctl status`"
