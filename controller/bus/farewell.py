"""The end of a connection to a broker."""

from __future__ import annotations

from contextlib import suppress

import paho.mqtt.client as paho


def leave(client: paho.Client) -> None:
    """Disconnects and waits until the client's thread is done. Safe to call twice."""
    client.disconnect()
    with suppress(AttributeError):  # paho forgets a thread that ends just before it would wait for it
        client.loop_stop()
