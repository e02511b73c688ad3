"""The port of the pages: the one that was asked for, else the first that is free."""

from __future__ import annotations

import errno
import socket

import pytest

from contract.topics import Topics
from controller.web import place
from controller.web.place import DEFAULT_PORT, PORTS_TRIED, WebError
from controller.web.server import Web
from runtime.web.crowd import Crowd, Listener, listen
from tests.controller.web.test_server import BROKER, get

TOPICS = Topics("home", "table-1")


def test_a_port_that_was_asked_for_and_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            WebError, match=f"Port {port} is in use by another program: give another one with --port."
        ):
            Web(TOPICS, BROKER, port=port).start()


def test_without_a_wish_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr("controller.web.place.DEFAULT_PORT", taken.getsockname()[1])
        web = Web(TOPICS, BROKER)
        web.start()
        assert web.port != taken.getsockname()[1]
        assert get(web, "config.json")[0] == 200
        web.stop()


def refused(monkeypatch: pytest.MonkeyPatch, code: int, but: int | None = None) -> list[int]:
    """Every port but one is refused with an error of the system; those that were tried."""
    tried: list[int] = []

    def refuse(host: str, port: int, crowd: Crowd) -> Listener:
        tried.append(port)
        if port == but:
            return listen(host, 0, crowd)
        raise OSError(code, "refused")

    monkeypatch.setattr(place, "listen", refuse)
    return tried


def test_twenty_ports_are_tried_and_then_any(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = refused(monkeypatch, errno.EADDRINUSE)
    with pytest.raises(WebError, match="No free port for the web page was found"):
        Web(TOPICS, BROKER).start()
    assert tried == [*range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED), 0]


def test_the_first_that_is_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = refused(monkeypatch, errno.EADDRINUSE, but=DEFAULT_PORT + 2)
    web = Web(TOPICS, BROKER)
    web.start()
    web.stop()
    assert tried == [DEFAULT_PORT, DEFAULT_PORT + 1, DEFAULT_PORT + 2]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EACCES, "Port 80 is reserved for the administrator: give one above 1023 with --port."),
        (errno.EADDRNOTAVAIL, r"cannot be served at 127.0.0.1:80 \(refused\): check the host."),
    ],
)
def test_what_no_other_port_would_cure_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, code: int, said: str
) -> None:
    tried = refused(monkeypatch, code)
    with pytest.raises(WebError, match=said):
        Web(TOPICS, BROKER, port=80).start()
    assert tried == [80]
