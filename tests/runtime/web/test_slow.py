"""Five hundred slow ones keep nobody from a page, and none of them stays (real sockets on both sides)."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from runtime.web import http
from runtime.web.crowd import HANDSHAKE_S, Crowd
from runtime.web.road import Road
from tests.runtime.web.door import Broker, answered, asked, served, until

PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
UPGRADE = (
    b"GET /mqtt HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: mqtt\r\n\r\n"
)
SLOW = {
    "silence": b"",
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\nx",
    "screen": UPGRADE,
    "after a page": PAGE.replace(b"Connection: close\r\n", b"") + b"GET / HT",
}


@contextlib.contextmanager
def slow_ones(port: int, count: int, said: bytes) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as lines:
        made = []
        for _ in range(count):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            line.sendall(said)
            made.append(line)
        yield made


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def page_s(port: int) -> float:
    """How long a quick one waits for its page."""
    since = time.monotonic()
    assert b" 200 " in asked(port, PAGE)
    return time.monotonic() - since


def gone(lines: list[socket.socket]) -> int:
    """How many the server has ended."""
    count = 0
    for line in lines:
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            try:
                while line.recv(65_536):
                    pass
                count += 1
            except ConnectionError:
                count += 1
    return count


@pytest.mark.parametrize("kind", SLOW)
def test_a_quick_one_gets_its_page_beside_500_slow_ones(kind: str, tmp_path: Path) -> None:
    broker = Broker(tmp_path / "screens")
    with served(Road(broker.path), Crowd(1000, 500, 400)) as web:
        page_s(web.port)
        files = open_files()
        with slow_ones(web.port, 500, SLOW[kind]):
            waits = [page_s(web.port) for _ in range(40)]
            assert max(waits) < HANDSHAKE_S / 2  # none had to wait until the slow ones were ended
            assert open_files() <= files + 2 * 500 + 8
        until(lambda: open_files() <= files + 8)
    broker.close()


@pytest.mark.parametrize("kind", ["silence", "headers", "body", "after a page"])
def test_the_slow_ones_are_ended_in_time(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {name: limit and 3.0 for name, limit in http.WAITS.items()}
    monkeypatch.setattr(http, "WAITS", limits)
    with served(None) as web, slow_ones(web.port, 20, SLOW[kind]) as lines:
        threading.Event().wait(0.1)
        assert gone(lines) == 0
        until(lambda: gone(lines) == 20)


def test_whoever_trickles_wins_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "WAITS", http.WAITS | {"asks": 0.5})
    with served(None) as web, slow_ones(web.port, 5, SLOW["headers"]) as lines:
        end = time.monotonic() + 15
        while gone(lines) < 5:
            assert time.monotonic() < end
            for line in lines:
                with contextlib.suppress(OSError):
                    line.send(b"x")
            time.sleep(0.05)


def test_whoever_does_not_read_the_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "WAITS", http.WAITS | {"reads": 6.0, "asks": 20.0})
    received: list[int] = []

    async def pieces() -> AsyncIterator[bytes]:
        for n in range(1000):
            received.append(n)
            yield b"x" * 100_000

    async def large(_request: Request) -> Response:
        return StreamingResponse(pieces())

    monkeypatch.setattr("tests.runtime.web.door._echo", large)
    with served(None) as web, slow_ones(web.port, 3, PAGE) as lines:
        until(lambda: received)
        time.sleep(0.5)
        assert len(received) < 3 * 100
        until(
            lambda: len(received) == 3 * 1000
        )  # who is ended is served no longer, and its answer runs through
        assert gone(lines) == 3


def test_the_next_request_on_the_same_line_has_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "WAITS", http.WAITS | {"asks": 3.0})
    with served(None) as web, slow_ones(web.port, 1, b"") as (line,):
        for _ in range(4):
            time.sleep(1.8)
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in answered(line)


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 1001\r\n\r\n" + b"x" * 1001,
        b"Content-Length: 10000000\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n"
        + b"1f4\r\n"
        + b"x" * 500
        + b"\r\n1f5\r\n"
        + b"x" * 501
        + b"\r\n",
    ],
)
def test_more_than_anybody_needs_is_answered_with_a_sentence(body: bytes) -> None:
    with served(None) as web:
        said = asked(web.port, b"POST / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: sv\r\n" + body)
        assert b" 413 " in said
        assert "Det är för stort: skicka högst 1000 byte.".encode() in said
        assert b"x-content-type-options: nosniff" in said


def test_a_body_of_the_largest_size_is_read() -> None:
    with served(None) as web:
        said = asked(
            web.port, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000
        )
        assert b" 200 " in said
        assert said.endswith(b"1000")
