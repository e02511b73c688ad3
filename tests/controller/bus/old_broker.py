"""A broker of the years before MQTT 5."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack


class OldBroker(threading.Thread):
    """Answers MQTT 5 as a broker of version 3.1.1 does, or closes without a word, and takes 3.1.1."""

    def __init__(self, *, polite: bool) -> None:
        super().__init__(daemon=True)
        self.polite = polite
        self.levels: list[int] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    def run(self) -> None:
        with ExitStack() as kept:
            while True:
                try:
                    client, _ = self.socket.accept()
                except OSError:
                    return
                data = client.recv(1000)
                level = data[data.index(b"MQTT") + 4]
                self.levels.append(level)
                if level == 4:
                    client.sendall(b"\x20\x02\x00\x00")
                    kept.enter_context(client)
                    continue
                if self.polite:
                    client.sendall(b"\x20\x02\x00\x01")
                client.close()

    def end(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)  # closing alone would leave `accept` waiting
        self.join()
        self.socket.close()
