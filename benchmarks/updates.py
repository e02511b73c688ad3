"""Updates of a table that plays: real tables and journals, versions that work and versions that do not.

    python -m benchmarks.updates --updates 100 --rollbacks 20 --cuts 20

A virtual table plays on and on. It is updated again and again, in the middle of a hand, which a table refuses
and a power cut does not; versions that end at once are taken back; and at a random step of some updates
everything is killed, as by a power cut, and the computer is switched on. Every time the same game has to go
on, with every line of its journal. A stand-in for systemd starts the tables, by its protocol (sd_notify).
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, each, no_broker, tell
from controller.appliance.updates.services import PATIENCE_S, TABLE, Services
from controller.appliance.updates.update import Updating
from controller.table.games import Games
from controller.table.journal import read
from engine.state.events import Event, GameEnded
from tests.controller.appliance.updates.plug import CutVersions, PowerCutError
from upkeep.release import Release, UpdateError

CHECKOUT: Final = Path(__file__).resolve().parents[1]
EACH_S: Final = 14.0
GROWS_S: Final = 300.0
"""In which a game has to go on: a hand is prepared meanwhile, on a computer that may have other work."""
PACE: Final = 0.1
"""Of a second that the update waits: the steps are judged, not how long a table is steady."""
STEPS: Final = 22
"""Of an update at which it can be cut."""
BAD: Final = ".1"
"""How the numbers of versions end that do not work."""
PROGRAM: Final = """\
#!/bin/sh
[ "$1" = install ] && exit 0
{fails}
cd {checkout} && exec {python} -c "from controller.cli import main; main()" "$@"
"""
PYTHON: Final = """\
#!/bin/sh
cd {checkout} && exec {python} "$@"
"""


class Computer:
    """One table, what starts it, and a plug that is pulled before the step of a number."""

    def __init__(self, root: Path, seed: int) -> None:
        self.place, self.data = root / "opt", root / "data"
        self._root, self._seed = root, seed
        self._process: subprocess.Popen[bytes] | None = None
        self._status, self._ready, self._restarts = "", threading.Event(), 0
        self.pulled_at: int | None = None
        self._steps = 0
        self.program("0.1.0")
        (self.place / "current").symlink_to("0.1.0")

    def program(self, version: str) -> None:
        """Installs a version; a bad one ends as soon as it is to run a table."""
        folder = self.place / version / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        fails = '[ "$1" = run ] && exit 1' if version.endswith(BAD) else ""
        for name, text in {"jantaku": PROGRAM, "python": PYTHON}.items():
            path = folder / name
            path.write_text(text.format(fails=fails, checkout=CHECKOUT, python=sys.executable))
            path.chmod(0o755)

    def updating(self) -> Updating:
        services = Services(self._run, self._hear, lambda seconds: time.sleep(seconds * PACE))
        return Updating(
            CutVersions(self.place, self.step),
            services,
            lambda: False,
            tuple,
            lambda line, step: None,
            run=self._run,
            unpack=lambda file, *_: Release(file.name, (file,)),
            copies=self._root / "copies",
        )

    def step(self) -> None:
        """One that a power cut may come before."""
        self._steps += 1
        if self._steps == self.pulled_at:
            raise PowerCutError

    def pull(self, at: int | None) -> None:
        """The power fails so many steps from now."""
        self._steps, self.pulled_at = 0, at

    def switch_on(self) -> None:
        """The table begins with the computer."""
        self._start()

    def switch_off(self) -> None:
        """As by its plug."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _run(self, command: Sequence[str]) -> int:
        self.step()
        if "venv" in command:
            return 0
        if "pip" in command:
            self.program(Path(command[0]).parents[1].name)
            return 0
        if command[0] == "systemctl":
            if command[1:] == ("restart", TABLE):
                self._restart()
            return 0
        words = [str(self.data) if word.startswith("/var/lib/jantaku/table") else word for word in command]
        return subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode

    def _hear(self, *command: str) -> str:
        if command[-1] != TABLE:
            return ""
        process = self._process
        if process is not None and process.poll() is not None:
            self._restarts += 1
            self._start()
        up = "active" if self._ready.is_set() else "activating"
        shown = {"ActiveState": up, "NRestarts": self._restarts, "StatusText": self._status}
        return "".join(f"{name}={value}\n" for name, value in {**shown, "UnitFileState": "enabled"}.items())

    def _restart(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            self._process.wait(40)
        started = self._start()
        end = time.monotonic() + PATIENCE_S  # in full: the looks after it have the pace of the benchmark
        while not self._ready.wait(0.2) and started.poll() is None and time.monotonic() < end:
            pass

    def _start(self) -> subprocess.Popen[bytes]:
        """With a socket of its own: what an earlier process still says is not about this one."""
        self._ready, self._status = threading.Event(), ""
        path = self._root / f"notify-{time.monotonic_ns()}"
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ear.bind(str(path))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        program = str(self.place / "current/bin/jantaku")
        words = ["run", "--no-browser", "--speed", "10", "--seed", str(self._seed), "--port", port]
        process = subprocess.Popen(
            [program, *words, "--data", str(self.data)],
            env=os.environ | {"NOTIFY_SOCKET": str(path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._process = process
        threading.Thread(target=self._listen, args=(ear, process, self._ready), daemon=True).start()
        return process

    def _listen(self, ear: socket.socket, process: subprocess.Popen[bytes], ready: threading.Event) -> None:
        ear.settimeout(0.5)
        with ear:
            while process.poll() is None:
                with suppress(TimeoutError):
                    said = ear.recv(4096).decode().splitlines()
                    if self._process is not process:
                        return
                    self._status = next((x[7:] for x in said if x.startswith("STATUS=")), self._status)
                    if "READY=1" in said:
                        ready.set()


def goes_on(data: Path, before: tuple[Path, list[Event]]) -> bool:
    """Whether the same game has every event that it had, and new ones."""
    path, past = before
    end = time.monotonic() + GROWS_S
    while time.monotonic() < end:
        newest = Games(data).newest()
        now = [] if newest is None else events(newest)
        if newest == path and now[: len(past)] == past and len(now) > len(past):
            return True
        last = events(path)
        if newest != path and any(isinstance(event, GameEnded) for event in last):
            return last[: len(past)] == past
        time.sleep(0.2)
    return False


def events(path: Path) -> list[Event]:
    """All of a journal."""
    return [record.event for record in read(path).records if record.event is not None]


def kept(data: Path) -> tuple[Path, list[Event]]:
    """The game that is played, and its events so far."""
    newest = Games(data).newest()
    assert newest is not None, "no game was begun"
    return newest, events(newest)


def main() -> None:
    """Prints what became of the updates."""
    parser = Command(__doc__, lambda given: EACH_S * (given.updates + 2 * given.rollbacks + given.cuts))
    parser.add_argument("--updates", type=int, default=10, help="Versions that work (default: 10).")
    parser.add_argument("--rollbacks", type=int, default=3, help="Versions that do not (default: 3).")
    parser.add_argument("--cuts", type=int, default=5, help="Updates whose power fails (default: 5).")
    parser.add_argument("--seed", type=int, default=1, help="Of the game and of the moments.")
    given = parser.begin()
    parser.need(no_broker())
    kinds = ["update"] * given.updates + ["rollback"] * given.rollbacks + ["cut"] * given.cuts
    rng = random.Random(given.seed)
    rng.shuffle(kinds)
    right, done = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    with tempfile.TemporaryDirectory() as folder:
        it = Computer(Path(folder), given.seed)
        it.switch_on()
        try:
            while Games(it.data).newest() is None or len(kept(it.data)[1]) < 3:
                time.sleep(0.2)
            for number, kind in enumerate(each("updates", kinds)):
                right[kind] += one(it, kind, f"0.{number + 2}", rng)
                done[kind] += 1
        finally:  # also where it is stopped before its end
            it.switch_off()
            for kind, count in right.items():
                tell(f"{kind:<9} {count} of {done[kind]} right, the game went on; {kinds.count(kind)} wanted")
            shutil.rmtree(it.data / "evidence", ignore_errors=True)


def one(it: Computer, kind: str, version: str, rng: random.Random) -> bool:
    """Whether it ended as it should, and the game went on."""
    bad = kind == "rollback" or (kind == "cut" and rng.random() < 0.3)
    version += BAD if bad else ".0"
    before, ran = kept(it.data), (it.place / "current").readlink().name
    it.pull(rng.randrange(1, STEPS) if kind == "cut" else None)
    try:
        it.updating().update(Path(version))
    except PowerCutError:
        it.switch_off()
        it.pull(None)
        it.switch_on()
        if (it.place / "trial").is_symlink():
            with suppress(UpdateError):
                it.updating().settle()
    except UpdateError as error:
        if kind == "update" or (kind == "rollback" and "runs again" not in str(error)):
            tell(f"{kind} to {version}: {error}")
            return False
    it.pull(None)
    now = (it.place / "current").readlink().name
    wanted = {ran} if bad else {version} if kind == "update" else {ran, version}
    if now in wanted and goes_on(it.data, before):
        return True
    tell(f"{kind} to {version}: {now} runs, and the game of {len(before[1])} events does not go on.")
    return False


if __name__ == "__main__":
    main()
