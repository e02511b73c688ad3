"""What a stranger tries at every open port: to come in without an account."""

from __future__ import annotations

import contextlib
import http.client
import ssl
from collections.abc import Iterable, Iterator
from typing import Final

import websocket

from tests.strangers.mqtt_bytes import Client, Plain, Web

PATHS: Final = ("/mqtt", "/", "/ws", "/mqtt/", "/websocket")
"""Where brokers and proxies take WebSockets."""
NAMES: Final = (None, "", "house", "hub-club", "controller", "admin", "guest", "table")
"""Accounts that a stranger would guess, with an empty password or their own name as one."""
_SHUT: Final = (OSError, websocket.WebSocketException, ssl.SSLError)


def open_doors(host: str, ports: Iterable[int]) -> list[str]:
    """Each way in without an account, in words."""
    found = []
    for port in sorted(set(ports)):
        for way, client in _ways(host, port):
            with contextlib.closing(client):
                found += _tried(f"{host}:{port} {way}", client)
    return found


def _tried(where: str, client: Client) -> list[str]:
    with contextlib.suppress(*_SHUT):
        if client.connect("stranger") == 0:
            return [f"{where}: anonymous"]
    return []


def _ways(host: str, port: int) -> Iterator[tuple[str, Client]]:
    """A connection by each road that leads anywhere, for each version of MQTT."""
    for five in (False, True):
        for tls in (False, True):
            with contextlib.suppress(*_SHUT):
                yield f"mqtt{5 if five else 4} tls={tls}", Client(Plain(host, port, tls), five)
            scheme = "wss" if tls else "ws"
            for path in PATHS:
                with contextlib.suppress(*_SHUT):
                    yield (
                        f"{scheme}{path} mqtt{5 if five else 4}",
                        Client(Web(f"{scheme}://{host}:{port}{path}"), five),
                    )


def guesses(url: str) -> list[str]:
    """Accounts that a guess opens at the WebSocket door."""
    found = []
    for name in NAMES[1:]:
        for secret in ("", name, "password"):
            with contextlib.suppress(*_SHUT), contextlib.closing(Client(Web(url))) as client:
                if client.connect("stranger", name, secret) == 0:
                    found.append(f"{name}:{secret}")
    return found


def fetch(
    host: str,
    port: int,
    path: str,
    *,
    tls: bool = False,
    method: str = "GET",
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, bytes]:
    """Status and the first bytes of an answer; the headers may say another Host."""
    made = (
        http.client.HTTPSConnection(host, port, timeout=60, context=_unchecked())
        if tls
        else http.client.HTTPConnection(host, port, timeout=60)
    )
    with contextlib.closing(made):
        given = headers or {}
        made.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
        for name, value in given.items():
            made.putheader(name, value)
        if body is not None:
            made.putheader("Content-Length", str(len(body)))
        made.endheaders(body)
        answer = made.getresponse()
        return answer.status, answer.read1(4096)


def _unchecked() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
