"""The line to the program in the virtual machine that switches networks on and off, see `inside`."""

from __future__ import annotations

import json
import socket
from typing import Final

from benchmarks.appliance.radio.inside import Network

START_S: Final = 600.0
SWITCH_S: Final = 60.0


class Air:
    """Listens on this computer alone, for one virtual machine after the other."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(START_S)
        self.port: int = self._door.getsockname()[1]
        self._line: socket.socket | None = None

    def begin(self, *networks: Network) -> None:
        """A machine was switched on: waits for its radios and switches these networks on. TimeoutError."""
        self.end()
        self._line, _ = self._door.accept()
        self._line.settimeout(SWITCH_S)
        for network in networks:
            self.switch(network, on=True)

    def switch(self, network: Network, *, on: bool) -> None:
        """Returns when it is done. TimeoutError, ConnectionError."""
        assert self._line is not None
        asked = json.dumps({"name": network.name, "on": on}).encode() + b"\n"
        self._line.sendall(asked)
        answer = b""
        while not answer.endswith(b"\n"):
            part = self._line.recv(4096)
            if not part:
                raise ConnectionError("The virtual machine has ended.")
            answer += part
        assert answer == asked, answer

    def end(self) -> None:
        """The machine is gone."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def close(self) -> None:
        self.end()
        self._door.close()
