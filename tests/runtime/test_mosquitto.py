"""The broker's process: found, watched, told of changes; its last words."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from runtime.mosquitto import (
    CONFIG,
    LOG,
    NEAR,
    MissingError,
    Mosquitto,
    StartError,
    find_mosquitto,
    free_port,
    run_by_us,
)
from tests.controller.broker.client import needs_mosquitto, until
from tests.ports import free_port as unused_port


def test_a_missing_binary_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("runtime.mosquitto.BINARY_FOLDERS", ())
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(MissingError):
        find_mosquitto()
    with pytest.raises(MissingError):
        Mosquitto(tmp_path).start([tmp_path / "x"])


@needs_mosquitto
def test_what_it_cannot_read_is_reported_by_its_first_error(tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text("nonsense true\n")
    child = Mosquitto(tmp_path)
    with pytest.raises(StartError, match="Unknown configuration variable"):
        child.start([tmp_path / "x"])
    assert child.pid is None


@needs_mosquitto
def test_it_serves_without_a_log_and_with_one_that_nobody_may_read(tmp_path: Path) -> None:
    user = "user root\n" if os.geteuid() == 0 else ""
    (tmp_path / CONFIG).write_text(f"{user}listener 0 {tmp_path}/x\nallow_anonymous true\n")
    (tmp_path / LOG / "within").mkdir(parents=True)
    child = Mosquitto(tmp_path)
    child.start([tmp_path / "x"])
    child.stop()
    shutil.rmtree(tmp_path / LOG)
    (tmp_path / LOG).symlink_to(tmp_path / LOG)
    child.start([tmp_path / "x"])
    child.stop()
    assert "version" in (tmp_path / LOG).read_text()


@needs_mosquitto
def test_a_stranger_at_its_port_is_not_taken_for_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        (tmp_path / CONFIG).write_text(f"listener {port} 127.0.0.1\n")
        with pytest.raises(StartError, match="Address already in use"):
            Mosquitto(tmp_path).start([("127.0.0.1", port)])


@needs_mosquitto
def test_it_comes_back_each_time_it_is_killed_and_ends_when_it_is_stopped(tmp_path: Path) -> None:
    user = "user root\n" if os.geteuid() == 0 else ""
    (tmp_path / CONFIG).write_text(f"{user}listener 0 {tmp_path}/x\nallow_anonymous true\n")
    child = Mosquitto(tmp_path)
    child.start([tmp_path / "x"])
    for starts in (2, 3):
        pid = child.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert until(lambda known=pid: child.pid not in (None, known))  # type: ignore[misc]
        assert child.starts == starts
    last = child.pid
    child.stop()
    assert child.pid is None
    assert not Path(f"/proc/{last}").exists()


@needs_mosquitto
def test_one_that_ran_well_comes_back_at_once_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.mosquitto.STEADY_S", 0.0)
    monkeypatch.setattr("runtime.mosquitto.BACKOFF_S", (0.05, 600.0, 600.0))
    (tmp_path / CONFIG).write_text(
        "\n".join([*run_by_us(), f"listener 0 {tmp_path}/x", "allow_anonymous true", ""])
    )
    child = Mosquitto(tmp_path)
    child.start([tmp_path / "x"])
    for _ in range(2):
        pid = child.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert until(lambda known=pid: child.pid not in (None, known))  # type: ignore[misc]
    child.stop()


@pytest.mark.parametrize(("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)])
def test_a_usual_port_is_taken_where_it_is_free(host: str, family: socket.AddressFamily) -> None:
    with socket.socket(family) as held:
        port = unused_port(host, family)
        held.bind((host, port))
        assert port < free_port(host, port) < port + NEAR, "it will be there at the next start, too"
    assert free_port(host, port) == port


def test_the_usual_port_is_free_again_as_soon_as_nobody_listens_there() -> None:
    """A table that is started anew is found where it was: what its old connections left holds nothing."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = int(listening.getsockname()[1])
        assert free_port("127.0.0.1", port) != port
        client = socket.create_connection(("127.0.0.1", port))
        served, _ = listening.accept()
        served.close()  # the side that closes first keeps the address for a while (RFC 9293, TIME-WAIT)
        client.recv(1)
        client.close()
    assert free_port("127.0.0.1", port) == port


@needs_mosquitto
def test_a_child_that_ends_while_it_starts_is_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal may meet it before it listens."""
    path = tmp_path / "socket"
    (tmp_path / CONFIG).write_text(
        "\n".join([*run_by_us(), f"listener 0 {path}", "allow_anonymous true", ""])
    )
    spawn, killed = Mosquitto._spawn, [True]

    def dying(self: Mosquitto) -> subprocess.Popen[bytes]:
        child = spawn(self)
        if killed and killed.pop():
            child.kill()
        return child

    monkeypatch.setattr(Mosquitto, "_spawn", dying)
    child = Mosquitto(tmp_path)
    child.start([path])
    assert until(lambda: child.starts == 2)
    child.stop()


def test_it_does_not_speak_to_systemd_in_our_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "mosquitto"
    program.write_text('#!/bin/sh\necho "Error: told=$NOTIFY_SOCKET kept=$KEPT"\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setattr("runtime.mosquitto.find_mosquitto", lambda: str(program))
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    monkeypatch.setenv("KEPT", "yes")
    with pytest.raises(StartError, match="told= kept=yes"):
        Mosquitto(tmp_path).start([tmp_path / "x"])
