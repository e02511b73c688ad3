"""The real machine on a serial port."""

from __future__ import annotations

import queue
import threading
import time

import serial

from firmware_bridge.device import DeviceLostError
from firmware_bridge.link import HostLink
from firmware_bridge.message import Command, Report

BAUD = 250_000
"""Exact at 16 MHz; 115200 would be 2 % off (ATmega2560 datasheet, table of baud rates)."""
ALIVE_S = 1.0
"""The lease is renewed only while the service asked for reports within this time: a link that
lives on in a hung service must not keep motors running."""
_STEP_S = 0.005


class SerialPort:
    """A pyserial port as a pair of byte streams that never block."""

    def __init__(self, url: str) -> None:
        try:
            self._serial = serial.serial_for_url(url, BAUD, timeout=0, write_timeout=0.2)
        except (serial.SerialException, ValueError) as error:
            raise DeviceLostError(
                f"The machine's port {url} cannot be opened ({error}); check machine.port and the cable."
            ) from error

    def read(self) -> bytes:
        try:
            return bytes(self._serial.read(4096))
        except serial.SerialException as error:
            raise DeviceLostError(f"The machine's cable is gone ({error}); plug it in again.") from error

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except serial.SerialException as error:
            raise DeviceLostError(f"The machine's cable is gone ({error}); plug it in again.") from error

    def close(self) -> None:
        self._serial.close()


class SerialDevice:
    """A `Device` whose link runs in a thread of its own, so that a busy service keeps its lease."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._inbox: queue.SimpleQueue[Report | DeviceLostError] = queue.SimpleQueue()
        self._asked_at = time.monotonic()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def open(self) -> None:
        """Opens the port; DeviceLostError when it cannot be opened."""
        port = SerialPort(self._url)
        self._thread = threading.Thread(target=self._run, args=(port,), name="machine-link", daemon=True)
        self._thread.start()

    def send(self, command: Command) -> None:
        self._commands.put(command)

    def poll(self, now: float) -> list[Report]:
        del now
        self._asked_at = time.monotonic()
        reports: list[Report] = []
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return reports
            if isinstance(item, DeviceLostError):
                raise item
            reports.append(item)

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self, port: SerialPort) -> None:
        link = HostLink(port)
        try:
            while not self._stop.wait(_STEP_S):
                while not self._commands.empty():
                    link.send(self._commands.get())
                now = time.monotonic()
                try:
                    for report in link.poll(now, lease=now - self._asked_at < ALIVE_S):
                        self._inbox.put(report)
                except DeviceLostError as error:
                    self._inbox.put(error)
                    port = self._reopen(port)
                    link = HostLink(port)
        finally:
            port.close()

    def _reopen(self, port: SerialPort) -> SerialPort:
        port.close()
        while not self._stop.wait(1.0):
            try:
                return SerialPort(self._url)
            except DeviceLostError:
                continue
        return port
