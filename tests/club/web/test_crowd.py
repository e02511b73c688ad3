"""The hub's whole server beside 500 slow ones, and its pages' way to the club's broker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from runtime.web.road import Road
from tests.club.web.stand import Stand
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club
from tests.runtime.web.door import asked, opened
from tests.runtime.web.packets import CONNACK, connect, field, packet
from tests.runtime.web.test_slow import SLOW, slow_ones

pytestmark = needs_mosquitto
TOPIC = b"jantaku/1/home/table-1/state"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = Club(tmp_path_factory.mktemp("club"))
    yield made
    made.close()


@pytest.fixture
def hall(club: Club, tmp_path: Path) -> Iterator[Stand]:
    """A hub whose pages reach the club's broker."""
    made = Stand(tmp_path, road=Road(None, "127.0.0.1", club.wanted.local_port))
    yield made
    made.close()


def test_a_screen_with_an_account_reads_through_the_pages_port_what_the_broker_keeps(
    hall: Stand, club: Club
) -> None:
    table = club.member("controller-table-1", club.add("controller-table-1", "table-1"))
    table.say(TOPIC.decode(), "kept", retain=True)
    secret = club.add("wall-hall").encode()
    with opened(hall.server.port) as screen:
        screen.send(connect(secret=secret))
        assert screen.recv(timeout=60) == CONNACK
        screen.send(packet(0x82, b"\x00\x01" + field(TOPIC) + b"\x00"))
        received = b""
        while b"kept" not in received:
            piece = screen.recv(timeout=60)
            assert isinstance(piece, bytes)
            received += piece


def hear(screen: ClientConnection, answers: list[str | bytes]) -> None:
    """All that is answered, until the other side ends it."""
    while True:
        answers.append(screen.recv(timeout=60))


@pytest.mark.parametrize(("user", "secret"), [(b"wall-hall", b"guess"), (b"nobody", b"x"), (None, None)])
def test_nobody_reads_there_without_an_account(
    hall: Stand, club: Club, user: bytes | None, secret: bytes | None
) -> None:
    club.add("wall-hall")
    with opened(hall.server.port) as screen:
        screen.send(connect(user=user, secret=secret))
        answers: list[str | bytes] = []
        with pytest.raises(ConnectionClosed):
            hear(screen, answers)
    assert CONNACK not in answers


@pytest.mark.parametrize("kind", SLOW)
def test_a_quick_one_gets_its_page_beside_500_slow_ones(hall: Stand, kind: str) -> None:
    port = hall.server.port
    page = b"GET /wall.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with slow_ones(port, 500, SLOW[kind]):
        for _ in range(10):
            assert asked(port, page).startswith(b"HTTP/1.1 200 ")
            assert hall.browser().get("/api/tournaments").status == 200
