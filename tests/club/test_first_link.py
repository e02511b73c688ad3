"""The address for whoever holds the computer: written for nobody else, anew when it is old, taken away."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from club import first_link
from tests.mine import mine
from upkeep.computer import FIRST_LINK

LINK = "http://127.0.0.1:8080/me.html#link=abc"
HERE = "http://club.local:8081/me.html#link=abc\n"


@pytest.fixture(autouse=True)
def _named(monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, socket, gethostname=lambda: "club")


def test_it_is_written_as_other_computers_reach_the_hub_and_for_nobody_else(tmp_path: Path) -> None:
    first_link.keep(tmp_path, LINK, 8081)
    file = tmp_path / FIRST_LINK
    assert file.read_text() == HERE
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("age_s", "anew"), [(0, False), (3590, False), (3610, True)])
def test_what_stands_there_is_written_anew_after_an_hour(tmp_path: Path, age_s: int, anew: bool) -> None:
    first_link.keep(tmp_path, LINK, 8081)
    file = tmp_path / FIRST_LINK
    written = file.stat().st_mtime - age_s
    os.utime(file, (written, written))
    first_link.keep(tmp_path, LINK, 8081)
    assert (file.stat().st_mtime != written) == anew
    first_link.keep(tmp_path, LINK, 8082)
    assert file.read_text() == HERE.replace("8081", "8082"), "another address at once"


def test_it_is_taken_away_once_somebody_can_sign_in(tmp_path: Path) -> None:
    first_link.keep(tmp_path, LINK, 8081)
    for _ in range(2):
        first_link.keep(tmp_path, None, 8081)
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    first_link.keep(tmp_path / "file", LINK, 8081)
    assert f"{tmp_path / 'file' / FIRST_LINK} cannot be written (Not a directory)." in caplog.text


def test_an_open_page_stays_authorised_over_a_restart(tmp_path: Path) -> None:
    ticket = first_link.ticket_of(tmp_path)
    assert len(ticket) > 20
    assert first_link.ticket_of(tmp_path) != ticket, "nothing was kept yet"
    page = first_link.to_page("http://127.0.0.1:8080/", ticket)
    assert page == f"http://127.0.0.1:8080/#here={ticket}"
    first_link.keep(tmp_path, page, 8081)
    assert first_link.ticket_of(tmp_path) == ticket


@pytest.mark.parametrize("content", [b"", b"http://club.local:8080/#here=\n", HERE.encode(), b"\xff#here=a"])
def test_a_file_without_a_ticket_gives_a_new_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FIRST_LINK).write_bytes(content)
    assert len(first_link.ticket_of(tmp_path)) > 20
