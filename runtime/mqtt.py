"""A client of a broker: its thread survives the errors of whoever listens, and no socket is left open."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import MQTTErrorCode

from runtime.tasks import Part


class Client(paho.Client):
    """As paho's own, as a part of the process: an error in its loop is reported, and it connects anew.

    Its callbacks go through `Part.guard`, because a message on which one fails would be handed to it
    again and again. Without a `part` an error ends the loop, for tools that end with it.
    """

    def __init__(self, part: Part | None, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._part = part

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:
        """Until it is disconnected; called by the thread of `loop_start`."""
        fresh = True

        def loop() -> None:
            nonlocal fresh
            if not fresh:
                with suppress(OSError):  # the loop goes on trying
                    self.reconnect()
            fresh = False
            super(Client, self).loop_forever(timeout, retry_first_connection)

        if self._part is None:
            loop()
        else:
            self._part.keep(loop)
        return MQTTErrorCode.MQTT_ERR_SUCCESS

    def loop_stop(self) -> MQTTErrorCode:
        """Waits until the thread is done, and closes the pair of sockets that wakes it.

        paho closes that pair when the client is forgotten. A client whose callbacks lead back to it is
        forgotten by the collector, which may come to the sockets first.
        """
        done = MQTTErrorCode.MQTT_ERR_SUCCESS
        with suppress(AttributeError):  # paho forgets a thread that ends just before it would wait for it
            done = super().loop_stop()
        if threading.current_thread() is not self._thread:
            self._reset_sockets(sockpair_only=True)
        return done

    def _create_unix_socket_connection(self) -> socket.socket:
        """Like paho's, but closes the socket when the connection fails; paho's leaves it open."""
        made = socket.socket(socket.AF_UNIX)
        try:
            made.connect(self._host)
        except OSError:
            made.close()
            raise
        return made
