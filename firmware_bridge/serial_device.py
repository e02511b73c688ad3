"""The real machine on a serial port."""

from __future__ import annotations

import errno
import queue
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import serial

from contract.messages import LinkView
from firmware_bridge.device import Answered, DeviceLostError, News, Trouble
from firmware_bridge.link import HostLink
from firmware_bridge.message import BAUD, Answer, Command, Reason, Reply
from firmware_bridge.refusal import SILENT
from runtime.tasks import Tasks

ALIVE_S: Final = 1.0
"""The lease is renewed only while the service asked for reports within this time: a link that
lives on in a hung service must not keep motors running."""
REOPEN_S: Final = 0.5
"""Between two attempts to open a port that vanished; a cable put back is found well within 2 s."""
HANG_S: Final = 5.0
"""A link that gives no sign of life for so long hangs in its port."""
_STEP_S: Final = 0.005
_PULSE_S: Final = 0.05
SEE: Final = "ls -l /dev/serial/by-id/ shows what is; check the cable and machine.port"


class SerialPort:
    """A pyserial port as a pair of byte streams that never block."""

    def __init__(self, url: str) -> None:
        try:
            self._serial = serial.serial_for_url(url, BAUD, timeout=0, write_timeout=0.2, exclusive=True)
        except (serial.SerialException, ValueError) as error:
            raise _closed(url, error) from error

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

    def pulse_reset(self) -> None:
        """Resets the board where its RESET-EN is not cut."""
        with suppress(serial.SerialException, OSError):
            self._serial.dtr = False
            time.sleep(_PULSE_S)
            self._serial.dtr = True

    def close(self) -> None:
        self._serial.close()


_DENIED: Final = (Trouble.DENIED, "by this user: sudo usermod -aG dialout $USER, then log in again")
_HELD: Final = (
    Trouble.HELD,
    "because another program holds it: sudo fuser -v {url} says which; end it and try again",
)
_ABSENT: Final = (Trouble.PORT, f"because nothing of this name is plugged in: {SEE}")
_NONE: Final = (Trouble.PORT, f"because it is no serial port: {SEE}")
_WHY: Final = {
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EAGAIN: _HELD,
    errno.EBUSY: _HELD,
    errno.ENOENT: _ABSENT,
    errno.ENODEV: _ABSENT,
    errno.ENXIO: _ABSENT,
    errno.EISDIR: _NONE,
    errno.ENOTTY: _NONE,
}


def _closed(url: str, error: Exception) -> DeviceLostError:
    """Pyserial hides the number of some errors in its text."""
    hidden = re.search(r"\((\d+), '", str(error))
    number = getattr(error, "errno", None) or (int(hidden[1]) if hidden else 0)
    other = (Trouble.PORT, f"({error}); check machine.port and the cable")
    trouble, why = _WHY.get(number, other)
    return DeviceLostError(trouble, f"The machine's port {url} cannot be opened {why.replace('{url}', url)}.")


def _cable(error: Exception) -> DeviceLostError:
    return DeviceLostError(Trouble.CABLE, f"The machine's cable is gone ({error}); plug it in again.")


class NoPort:
    """Where none could be opened yet: nothing comes in, and what is written goes nowhere."""

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        del data


class SerialDevice:
    """A `Device` whose link runs in a thread of its own, so that a busy service keeps its lease."""

    def __init__(
        self,
        url: str,
        settings: Mapping[str, int] | None = None,
        tasks: Tasks | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """`waits`: a machine that is switched on later is found then, and reported by `poll` until it is."""
        self._url = url
        self._settings = settings
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._inbox: queue.SimpleQueue[News | DeviceLostError] = queue.SimpleQueue()
        self._asked_at = time.monotonic()
        self._tasks = tasks or Tasks()
        self._part = self._tasks.part("machine-link")
        self._statistics = LinkView()
        self._suspect: Command | None = None
        self._waits = waits
        self._absent = False
        self._port: SerialPort | None = None

    def open(self) -> None:
        """Opens the port; DeviceLostError when it cannot be opened, and nobody waits for it."""
        try:
            self._port = SerialPort(self._url)
        except DeviceLostError as error:
            if not self._waits:
                raise
            self._inbox.put(error)
            self._absent = True
        self._link = HostLink(self._port or NoPort(), settings=self._settings)
        self._part.start(self._run)
        self._tasks.watch(self._part, HANG_S)

    def send(self, command: Command) -> None:
        self._commands.put(command)

    def poll(self, now: float) -> list[News]:
        del now
        self._asked_at = time.monotonic()
        if self._part.stuck:
            raise DeviceLostError(Trouble.SILENT, SILENT)
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
    def statistics(self) -> LinkView:
        return self._statistics

    def close(self) -> None:
        self._part.end(1.0)

    def _run(self) -> None:
        """Until the end. After an error of the program it runs again: the port is opened anew, the machine is
        greeted, and what it was sent last comes once more under the same number, so nothing moves twice."""
        try:
            if self._port is None:
                self._reopen()
            while not self._part.stopping.wait(_STEP_S):
                self._part.beat()
                try:
                    self._turn()
                except DeviceLostError as error:
                    self._inbox.put(error)
                    self._reopen()
        except Exception:
            # A command on which the link fails twice is given up.
            if self._suspect is not None and self._suspect is self._link.under_way:
                self._link.drop()
            self._suspect = self._link.under_way
            raise
        finally:
            self._shut()

    def _turn(self) -> None:
        while not self._commands.empty():
            self._link.send(self._commands.get())
        now = time.monotonic()
        for item in self._link.poll(now, lease=now - self._asked_at < ALIVE_S):
            self._inbox.put(item)
        self._statistics = self._link.statistics

    def _reopen(self) -> None:
        self._shut()
        while not self._part.stopping.wait(REOPEN_S):
            self._part.beat()
            try:
                self._port = SerialPort(self._url)
            except DeviceLostError:
                continue
            self._link.reconnect(self._port)
            self._refuse_old()
            return

    def _refuse_old(self) -> None:
        """A machine that comes late moves by no command that was given long before: START gives it again."""
        while self._absent and not self._commands.empty():
            self._inbox.put(Answered(self._commands.get(), Reply(Answer.REFUSED, Reason.LEASE)))
        self._absent = False

    def _shut(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
