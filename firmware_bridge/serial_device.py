"""The real machine on a serial port."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Mapping
from typing import Final

import serial

from firmware_bridge.device import DeviceLostError, News, Statistics, Trouble
from firmware_bridge.link import HostLink
from firmware_bridge.message import BAUD, Command

ALIVE_S: Final = 1.0
"""The lease is renewed only while the service asked for reports within this time: a link that
lives on in a hung service must not keep motors running."""
REOPEN_S: Final = 0.5
"""Between two attempts to open a port that vanished; a cable put back is found well within 2 s."""
_STEP_S: Final = 0.005


class SerialPort:
    """A pyserial port as a pair of byte streams that never block."""

    def __init__(self, url: str) -> None:
        try:
            self._serial = serial.serial_for_url(url, BAUD, timeout=0, write_timeout=0.2, exclusive=True)
        except (serial.SerialException, ValueError) as error:
            raise DeviceLostError(
                Trouble.PORT,
                f"The machine's port {url} cannot be opened ({error}); check machine.port and the cable.",
            ) from error

    def read(self) -> bytes:
        try:
            return bytes(self._serial.read(4096))
        except (serial.SerialException, OSError) as error:
            raise _cable(error) from error

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as error:
            raise _cable(error) from error

    def close(self) -> None:
        self._serial.close()


def _cable(error: Exception) -> DeviceLostError:
    return DeviceLostError(Trouble.CABLE, f"The machine's cable is gone ({error}); plug it in again.")


class SerialDevice:
    """A `Device` whose link runs in a thread of its own, so that a busy service keeps its lease."""

    def __init__(self, url: str, settings: Mapping[str, int] | None = None) -> None:
        self._url = url
        self._settings = settings
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._inbox: queue.SimpleQueue[News | DeviceLostError] = queue.SimpleQueue()
        self._asked_at = time.monotonic()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._statistics = Statistics()

    def open(self) -> None:
        """Opens the port; DeviceLostError when it cannot be opened."""
        port = SerialPort(self._url)
        self._thread = threading.Thread(target=self._run, args=(port,), name="machine-link", daemon=True)
        self._thread.start()

    def send(self, command: Command) -> None:
        self._commands.put(command)

    def poll(self, now: float) -> list[News]:
        del now
        self._asked_at = time.monotonic()
        news: list[News] = []
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return news
            if isinstance(item, DeviceLostError):
                raise item
            news.append(item)

    @property
    def statistics(self) -> Statistics:
        return self._statistics

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self, port: SerialPort) -> None:
        link = HostLink(port, settings=self._settings)
        try:
            while not self._stop.wait(_STEP_S):
                try:
                    self._turn(link)
                except DeviceLostError as error:
                    self._inbox.put(error)
                    port = self._reopen(port)
                    link.reconnect(port)
        finally:
            port.close()

    def _turn(self, link: HostLink) -> None:
        while not self._commands.empty():
            link.send(self._commands.get())
        now = time.monotonic()
        for item in link.poll(now, lease=now - self._asked_at < ALIVE_S):
            self._inbox.put(item)
        self._statistics = link.statistics

    def _reopen(self, port: SerialPort) -> SerialPort:
        port.close()
        while not self._stop.wait(REOPEN_S):
            try:
                return SerialPort(self._url)
            except DeviceLostError:
                continue
        return port
