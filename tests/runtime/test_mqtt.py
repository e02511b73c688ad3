"""Clients of a broker: what a client that was stopped leaves behind."""

from __future__ import annotations

import gc
import warnings

from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from runtime.mqtt import Client
from tests.ports import free_port


def test_a_client_that_was_stopped_has_no_socket_left() -> None:
    """Also one that leads back to itself: the collector takes its sockets in any order."""
    client = Client(None, CallbackAPIVersion.VERSION2)
    client.user_data_set(client)
    client.reconnect_delay_set(1, 1)
    client.connect_async("127.0.0.1", free_port())
    client.loop_start()
    pair = client._sockpairR, client._sockpairW
    assert all(one is not None and one.fileno() >= 0 for one in pair)
    client.disconnect()
    assert client.loop_stop() == MQTTErrorCode.MQTT_ERR_SUCCESS
    assert all(one is not None and one.fileno() == -1 for one in pair)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        del client, pair
        gc.collect()


def test_a_client_that_never_ran_is_stopped_without_a_word() -> None:
    Client(None, CallbackAPIVersion.VERSION2).loop_stop()
