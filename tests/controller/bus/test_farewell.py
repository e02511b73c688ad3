"""The end of a connection: whatever the client's thread does meanwhile."""

from __future__ import annotations

import threading

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from controller.bus.farewell import leave


class Vanishing(paho.Client):
    """Its thread is there when it is looked for and gone when it is to be waited for."""

    looks = 0

    @property
    def _thread(self) -> threading.Thread | None:
        self.looks += 1
        return threading.Thread() if self.looks <= 2 else None

    @_thread.setter
    def _thread(self, _: threading.Thread | None) -> None:
        pass


def test_a_thread_that_ends_by_itself_meanwhile_is_no_fault() -> None:
    client = Vanishing(CallbackAPIVersion.VERSION2)
    with pytest.raises(AttributeError):
        client.loop_stop()
    client.looks = 0
    leave(client)
    assert client.looks == 3
