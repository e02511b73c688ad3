"""A broker that is told of new accounts has read them, also when a signal is lost on the way."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.broker.accounts import Account
from runtime import reload
from runtime.reload import Readers, changed
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.club import Club

BROKER = """
import signal, sys, pathlib
files, lost = [pathlib.Path(each) for each in sys.argv[3].split(":")], int(sys.argv[4])
heard = 0
def hup(*_):
    global heard
    heard += 1
    if heard > lost:
        pathlib.Path("read").write_text("".join(each.read_text() for each in files))
signal.signal(signal.SIGHUP, hup)
pathlib.Path("broker.pid").write_text(str(__import__("os").getpid()))
while True:
    signal.pause()
"""
"""Stands in for a mosquitto that loses its first signals."""


@contextmanager
def broker(folder: Path, lost: int) -> Iterator[Path]:
    """Its folder, with accounts of yesterday; the rights are named in a file of their own."""
    (folder / "more").mkdir()
    (folder / "passwords").write_text("old ")
    (folder / "rights").write_text("old")
    (folder / "mosquitto.conf").write_text("listener 0 x\npassword_file passwords\ninclude_dir more\n")
    (folder / "more" / "rights.conf").write_text(f"acl_file {folder / 'rights'}\n")
    (folder / "more" / "notes.txt").write_text("acl_file /nowhere\n")
    (folder / "broker.py").write_text(BROKER)
    (folder / "mosquitto").symlink_to(sys.executable)
    words = ["./mosquitto", "broker.py", "-c", "mosquitto.conf", "passwords:rights", str(lost)]
    words = [words[0], words[1], words[2], words[3], words[4], words[5]]
    with subprocess.Popen(words, cwd=folder, env={"PYTHONHOME": sys.base_prefix}) as child:
        try:
            assert until(lambda: (folder / "broker.pid").exists() and bool(pid(folder)))
            yield folder
        finally:
            child.kill()


def pid(folder: Path) -> str:
    return (folder / "broker.pid").read_text()


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_signal_that_is_lost_is_sent_again(tmp_path: Path, lost: int) -> None:
    with broker(tmp_path, lost) as folder:
        for name in ("passwords", "rights"):
            new = folder / "new"
            new.write_text(f"{name} ")
            new.replace(folder / name)
        assert changed(folder / "broker.pid")
        assert until((folder / "read").exists)
        assert until(lambda: (folder / "read").read_text() == "passwords rights ")


def test_a_broker_that_reads_nothing_holds_nobody_up_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reload, "PATIENCE_S", 1.0)
    with broker(tmp_path, 10**6) as folder:
        assert changed(folder / "broker.pid")
    assert "The broker has not read its accounts for 1 s." in caplog.text


@pytest.mark.parametrize("text", ["", "x", "1", "999999999"])
def test_only_a_mosquitto_is_told_of_changes(tmp_path: Path, text: str) -> None:
    (tmp_path / "pid").write_text(text)
    assert not changed(tmp_path / "pid")
    assert not changed(tmp_path / "none")


def test_all_of_the_files_are_waited_for(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    two.write_text("2")
    with Readers([one, two]) as readers:
        one.read_text()
        one.read_text()
        assert not readers.came(0.1)
        threading.Timer(0.1, two.read_text).start()
        assert readers.came(60)


def test_a_file_that_is_not_there_cannot_be_watched(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Readers([tmp_path / "none"])


@needs_mosquitto
def test_an_account_opens_the_moment_after_it_was_made(tmp_path: Path) -> None:
    """While other accounts are made as fast as can be: none is lost."""
    club = Club(tmp_path)
    stopping = threading.Event()

    def others() -> None:
        while not stopping.is_set():
            changed(club.files.pid)

    beside = threading.Thread(target=others)
    beside.start()
    try:
        for number in range(20):
            accounts = club.files.accounts()
            account = Account.of(f"wall-{number}", None)
            assert account is not None
            secret = accounts.put(account)
            accounts.write()
            assert changed(club.files.pid)
            assert club.member(account.name, secret).refused == ""
    finally:
        stopping.set()
        beside.join()
        club.close()
