"""A club's broker on the loopback interface, and clients that sign in there."""

from __future__ import annotations

import os
import pwd
import secrets
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho

from controller.broker.accounts import Account
from controller.broker.broker import Address
from controller.broker.club import ClubBroker, Settings
from controller.bus.farewell import leave
from runtime.mosquitto import Mosquitto
from runtime.reload import changed
from tests.controller.broker.client import until
from tests.ports import free_port

ME = pwd.getpwuid(os.geteuid()).pw_name


def settings(**changes: Any) -> Settings:
    ports = {"port": free_port(), "local_port": free_port()}
    return Settings(**{"club": "home", "hosts": ("127.0.0.1", "localhost"), "user": ME, **ports, **changes})


class Club:
    """Set up and running."""

    def __init__(self, folder: Path) -> None:
        self.wanted = settings(listen="127.0.0.1")
        self.files = ClubBroker(folder)
        self.files.setup(self.wanted)
        self.mosquitto = Mosquitto(folder)
        self.mosquitto.start([("127.0.0.1", port) for port in (self.wanted.local_port, self.wanted.port)])
        self.clients: list[Member] = []

    def add(self, name: str, table: str | None = None) -> str:
        account = Account.of(name, table)
        assert account is not None
        accounts = self.files.accounts()
        secret = accounts.put(account)
        accounts.write()
        assert until(lambda: changed(self.files.pid)), "a broker answers before it has written its number"
        return secret

    def address(self, name: str | None, secret: str | None, **changes: Any) -> Address:
        given = {"host": "127.0.0.1", "port": self.wanted.port, "tls": True, "ca": self.files.ca}
        return Address(**{**given, "username": name, "password": secret, **changes})

    def member(self, name: str | None, secret: str | None, **changes: Any) -> Member:
        made = Member(self.address(name, secret, **changes))
        self.clients.append(made)
        return made

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.mosquitto.stop()


class Member:
    """A device that reads whatever it may."""

    def __init__(self, address: Address) -> None:
        self.received: list[paho.MQTTMessage] = []
        self.refused = ""
        self.connected = threading.Event()
        self.lost = threading.Event()
        self.paho = client = address.client(client_id=f"test-{secrets.token_hex(4)}")
        client.reconnect_delay_set(60, 60)
        client.on_message = lambda _c, _d, message: self.received.append(message)
        client.on_connect = self._on_connect
        client.on_subscribe = lambda *_: self.connected.set()
        client.on_disconnect = lambda *_: self.lost.set()
        try:
            client.connect(*address.target)
        except (OSError, ssl.SSLError) as error:
            self.refused = str(error)
            self.connected.set()
            return
        client.loop_start()
        assert self.connected.wait(60)

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, reason: Any, _p: object
    ) -> None:
        if reason.is_failure:
            self.refused = str(reason)
            self.connected.set()
        else:
            client.subscribe("#")

    def say(self, topic: str, text: str = "1", retain: bool = False) -> None:
        self.paho.publish(topic, text, qos=1, retain=retain).wait_for_publish(5)

    def topics(self) -> set[str]:
        return {message.topic for message in self.received}

    def close(self) -> None:
        leave(self.paho)


def wait(true: Callable[[], bool]) -> bool:
    return until(true)


def settled(member: Member) -> set[str]:
    """What a member has heard of all that was acknowledged to others so far: a broker keeps the order."""
    member.connected.clear()
    member.paho.subscribe("order")
    assert member.connected.wait(60)
    return member.topics()
