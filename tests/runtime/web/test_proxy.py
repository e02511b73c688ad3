"""MQTT over WebSocket, through the web server: whole, at the speed of the slower side, and after any cut."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from runtime.web import proxy
from runtime.web.crowd import Crowd
from runtime.web.proxy import LARGEST, Screen
from runtime.web.road import Road
from runtime.web.serve import Serving
from tests.runtime.web.door import Broker, asked, opened, served, until
from tests.runtime.web.packets import CONNACK, connect, packet


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = Broker(tmp_path / "screens")
    yield made
    made.close()


@pytest.fixture
def web(broker: Broker) -> Iterator[Serving]:
    with served(Road(broker.path)) as made:
        yield made


def code_of(port: int, *said: bytes | str) -> int:
    """With which code the connection ends when this is said at its beginning."""
    with opened(port) as browser:
        return ending(browser, *said)


def ending(browser: ClientConnection, *said: bytes | str) -> int:
    """The same of a connection that is open."""
    with pytest.raises(ConnectionClosed) as closed:
        talk(browser, *said)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def talk(browser: ClientConnection, *said: bytes | str) -> None:
    """Says all of it, and listens to the end."""
    for each in said:
        browser.send(each)
    while True:
        browser.recv(timeout=60)


def test_the_broker_gets_the_packet_with_an_id_that_nobody_can_guess(web: Serving, broker: Broker) -> None:
    ids = []
    for _ in range(2):
        with opened(web.port) as browser:
            browser.send(connect(client_id=b"known", clean=False))
            broker.accept()
            assert browser.recv(timeout=60) == CONNACK
            assert browser.subprotocol == "mqtt"
        ids.append(broker.first[-1].split(b"web-")[1][:32])
        assert broker.first[-1] == connect(client_id=b"web-" + ids[-1])
    assert ids[0] != ids[1]


def test_a_first_packet_in_pieces_and_what_follows_it_arrive_in_order(web: Serving, broker: Broker) -> None:
    subscribe, given = packet(0x82, b"\x00\x01\x00\x01#\x00"), connect()
    with opened(web.port) as browser:
        for byte in given[:-1]:
            browser.send(bytes((byte,)))
        browser.send(given[-1:] + subscribe)
        broker.accept()
        assert browser.recv(timeout=60) == CONNACK
        assert broker.first[0].endswith(subscribe)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 1_000_000])
def test_messages_of_every_size_go_through_whole_in_both_directions(
    web: Serving, broker: Broker, size: int
) -> None:
    said = packet(0x30, os.urandom(size))
    with opened(web.port) as browser:
        browser.send(connect())
        far = broker.accept()
        assert browser.recv(timeout=60) == CONNACK
        sending = threading.Thread(target=far.sendall, args=(said,))
        sending.start()
        back = b""
        while len(back) < len(said):
            back += bytes(browser.recv(timeout=60))  # type: ignore[arg-type]
        sending.join()
        assert back == said
        browser.send(said)
        there = b""
        while len(there) < len(said):
            there += far.recv(65_536)
        assert there == said


def test_a_fragmented_message_is_the_same_stream(web: Serving, broker: Broker) -> None:
    with opened(web.port) as browser:
        browser.send([connect()[:5], connect()[5:]])
        far = broker.accept()
        assert browser.recv(timeout=60) == CONNACK
        browser.send([b"ab", b"c", b"", b"def"])
        got = b""
        while len(got) < 6:
            got += far.recv(100)
        assert got == b"abcdef"


def test_a_slow_browser_stops_the_reading_from_the_broker(web: Serving, broker: Broker) -> None:
    """What is held in between is bounded: sockets and two buffers, not what the broker has to say."""
    with opened(web.port, max_queue=1) as browser:
        browser.send(connect())
        far = broker.accept()
        far.setblocking(False)
        sent, piece = 0, b"x" * 65_536
        for _ in range(200):
            try:
                sent += far.send(piece)
            except BlockingIOError:
                threading.Event().wait(0.02)
        assert sent < 16_000_000
        far.setblocking(True)
        threading.Thread(target=far.sendall, args=(b"end",), daemon=True).start()
        got = b""
        while not got.endswith(b"end"):
            got = (got + bytes(browser.recv(timeout=60)))[-3:]  # type: ignore[arg-type]


def test_a_slow_broker_stops_the_reading_from_the_browser(web: Serving, broker: Broker) -> None:
    with opened(web.port) as browser:
        browser.send(connect())
        far = broker.accept()
        assert browser.recv(timeout=60) == CONNACK
        sent: list[int] = []

        def flood() -> None:
            for _ in range(400):
                browser.send(b"x" * 65_536)
                sent.append(1)

        sending = threading.Thread(target=flood, daemon=True)
        sending.start()
        sending.join(timeout=1.5)
        assert sending.is_alive()
        assert len(sent) * 65_536 < 16_000_000
        came = 0
        while came < 400 * 65_536:
            came += len(far.recv(1_000_000))
        sending.join(timeout=10)
        assert not sending.is_alive()


def test_a_browser_that_takes_nothing_is_ended(
    web: Serving, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy, "STUCK_S", 0.3)
    with opened(web.port, max_queue=1) as browser:
        browser.send(connect())
        far = broker.accept()
        with pytest.raises(ConnectionError):
            far.sendall(b"x" * 100_000_000)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([b"GET / HTTP/1.1\r\n\r\n"], 1008),
        (["text"], 1003),
        ([connect(), "text"], 1003),
        ([b"\x10\xff\xff\xff\x7f"], 1008),
        ([b"\x10\xfd\x3f" + b"x" * 7000, b"x" * 12_000], 1009),
        ([connect(level=3)], 1008),
        ([connect(), b"x" * (LARGEST + 1)], 1009),
    ],
)
def test_what_is_no_conversation_ends_with_its_code(
    web: Serving, broker: Broker, said: list[bytes | str], code: int
) -> None:
    if said[0] == connect():
        broker.serve(1)
    assert code_of(web.port, *said) == code


@pytest.mark.parametrize(("level", "answer"), [(4, b"\x20\x02\x00\x05"), (5, b"\x20\x03\x00\x87\x00")])
def test_nobody_is_anonymous(web: Serving, broker: Broker, level: int, answer: bytes) -> None:
    with opened(web.port) as browser:
        browser.send(connect(user=None, secret=None, level=level))
        assert browser.recv(timeout=60) == answer
        with pytest.raises(ConnectionClosed):
            browser.recv(timeout=60)
    assert broker.came == []


def test_whoever_does_not_say_who_it_is_is_ended(web: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "CONNECT_S", 0.2)
    assert code_of(web.port) == 1008
    assert code_of(web.port, connect()[:-1]) == 1008


def test_a_broker_that_is_away_is_said_and_one_that_ends_too(web: Serving, broker: Broker) -> None:
    with opened(web.port) as browser:
        browser.send(connect())
        broker.accept().close()
        assert ending(browser) == 1012
    broker.close()
    assert code_of(web.port, connect()) == 1013
    broker.path.unlink()
    assert code_of(web.port, connect()) == 1013


def test_a_browser_that_is_cut_off_mid_frame_leaves_half_a_packet_to_nobody(
    web: Serving, broker: Broker
) -> None:
    with opened(web.port) as browser:
        browser.send(connect())
        far = broker.accept()
        assert browser.recv(timeout=60) == CONNACK
        browser.socket.sendall(b"\x82\xfe\x10\x00" + b"\0\0\0\0" + b"half of what it says")
        browser.socket.shutdown(socket.SHUT_RDWR)
    assert far.recv(100) == b""


def test_the_end_of_a_browser_is_the_end_at_the_broker_after_what_it_said(
    web: Serving, broker: Broker
) -> None:
    with opened(web.port) as browser:
        browser.send(connect())
        far = broker.accept()
        browser.send(b"\xe0\x00")
    assert far.recv(100) == b"\xe0\x00"
    assert far.recv(100) == b""


def test_fifty_screens_come_at_once_to_a_broker_whose_queue_is_short(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "short", backlog=2)
    with ExitStack() as stack:
        stack.callback(broker.close)
        web = stack.enter_context(served(Road(broker.path)))
        screens = [stack.enter_context(opened(web.port)) for _ in range(50)]
        for screen in screens:
            screen.send(connect())
        broker.serve(50)
        assert [screen.recv(timeout=60) for screen in screens] == [CONNACK] * 50


def test_an_address_has_so_many_screens_and_pages_all_the_same(broker: Broker) -> None:
    with served(Road(broker.path), Crowd(100, 50, 2)) as web, opened(web.port), opened(web.port):
        with pytest.raises(InvalidStatus) as refused:
            opened(web.port)
        assert refused.value.response.status_code == 429
        assert b"Too many screens" in (refused.value.response.body or b"")
        assert b"200 OK" in asked(web.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
    ],
)
def test_a_page_of_another_site_gets_no_connection(
    web: Serving, headers: dict[str, str], status: int
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        opened(web.port, additional_headers=headers)
    assert refused.value.response.status_code == status


def test_under_another_name_there_is_no_connection(web: Serving) -> None:
    upgrade = (
        b"GET /mqtt HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: mqtt\r\n\r\n"
    )
    assert b" 421 " in asked(web.port, upgrade)
    assert b" 101 " in asked(web.port, upgrade.replace(b"evil.example", b"localhost"))
    assert b" 404 " in asked(
        web.port, upgrade.replace(b"evil.example", b"localhost").replace(b"/mqtt", b"/x")
    )
    assert b" 426 " in asked(web.port, b"GET /mqtt HTTP/1.1\r\nHost: localhost\r\n\r\n")


def test_a_first_packet_in_the_same_piece_as_the_upgrade_is_not_lost(web: Serving, broker: Broker) -> None:
    upgrade = (
        b"GET /mqtt HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: mqtt\r\n\r\n"
    )
    given = connect()
    with socket.create_connection(("127.0.0.1", web.port), timeout=60) as line:
        line.sendall(upgrade + b"\x82" + bytes((0x80 | len(given),)) + b"\0\0\0\0" + given)
        broker.accept()
        got = b""
        while not got.endswith(CONNACK):
            got += line.recv(1000)


def test_the_end_of_the_server_is_said_to_screens(broker: Broker) -> None:
    with served(Road(broker.path)) as web, opened(web.port) as browser:
        browser.send(connect())
        broker.accept()
        web.stop()
        assert ending(browser) == 1001


def test_nothing_waits_to_be_sent_together(web: Serving, broker: Broker) -> None:
    """Nagle's algorithm would hold small messages back for 40 ms."""
    found: list[int] = []
    received = Screen.receive

    def look(self: Screen, data: bytes) -> None:
        assert self.transport is not None
        sock = self.transport.get_extra_info("socket")
        found.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        received(self, data)

    with pytest.MonkeyPatch.context() as patch, opened(web.port) as browser:
        patch.setattr(Screen, "receive", look)
        browser.send(connect())
        broker.accept()
        browser.recv(timeout=60)
    until(lambda: found)
    assert all(found)
