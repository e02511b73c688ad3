"""kill -9 at random moments of a game: `python -m benchmarks.endurance --kills 50 --seed 1`.

Starts `jantaku run --speed 0`, kills it, starts it again, and checks each time that the journal
opens, that everything that lay in it before is still there, that the same game goes on, and that
no broker stays behind. The last run goes to the end of the game: what was followed must equal what
happened. One JSON line for each kill and one for the end; exit 1 when anything was lost.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.progress import Command, Options, Progress, no_broker, tell
from controller.table.journal import JournalError, read

PROGRAM: Final = "from controller.cli import main; main()"
STARTING_S: Final = 6.0
"""A kill while the program starts comes within this time."""
PLAYING_S: Final = 25.0
"""A kill at any moment comes within this time."""
JUST_WRITTEN_S: Final = 0.02
"""A kill between the journal and whatever follows it comes within this time of a new line."""
GAME_S: Final = 7200.0
ORPHAN_S: Final = 3.0


class LostError(Exception):
    """Something that counted is gone, or the game does not go on; the message says what."""


@dataclass
class Endurance:
    """One data directory, its kills and its games."""

    data: Path
    seed: int
    hands: int | None = None
    games: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def kill(self) -> dict[str, Any]:
        """One run that is killed; what was found afterwards. A game that ended before is reported instead."""
        before = self._journals()
        process = self._start()
        how = self._random.choice(("starting", "playing", "playing", "written", "written"))
        ended = self._wait(process, how)
        seen = self._journals()
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
        out = process.communicate()[0]
        if ended:
            self._finished(process, out)
        self._check(before, seen)
        self._check(seen, self._journals())
        self._orphans()
        newest = max(self._journals(), default=None)
        records = len(read(self.data / "games" / newest).records) if newest else 0
        return {"kill": how, "ended": ended, "game": newest, "records": records}

    def finish(self) -> dict[str, Any]:
        """The run to the end of the game; its report."""
        before = self._journals()
        process = self._start()
        try:
            out = process.communicate(timeout=GAME_S)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise LostError("The game did not come to its end.") from None
        self._check(before, self._journals())
        self._orphans()
        return self._finished(process, out)

    def _start(self) -> subprocess.Popen[str]:
        hands = [] if self.hands is None else ["--hands", str(self.hands)]
        seed = str(self.seed + len(self.games))
        options = ["--speed", "0", "--no-browser", "--json", "--seed", seed, "--data", str(self.data), *hands]
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "run", *options],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def _wait(self, process: subprocess.Popen[str], how: str) -> bool:
        """Until the moment of the kill; whether the program ended by itself before."""
        span = STARTING_S if how == "starting" else PLAYING_S
        until = time.monotonic() + self._random.uniform(0.0, span)
        size = self._size()
        while time.monotonic() < until or (how == "written" and self._size() == size):
            if process.poll() is not None:
                return True
            if time.monotonic() < until:
                size = self._size()
            time.sleep(0.002)
        time.sleep(self._random.uniform(0.0, JUST_WRITTEN_S) if how == "written" else 0.0)
        return False

    def _finished(self, process: subprocess.Popen[str], out: str) -> dict[str, Any]:
        lines = [json.loads(line) for line in out.splitlines()]
        if not lines or "equal" not in lines[-1]:
            raise LostError(f"The program ended with {process.returncode} and without a report: {out!r}")
        self.games.append(lines[-1])
        report: dict[str, Any] = lines[-1]
        return report

    def _journals(self) -> dict[str, bytes]:
        """Journal by name, without a torn last line."""
        found = {}
        for path in sorted((self.data / "games").glob("*.jsonl")):
            data = path.read_bytes()
            found[path.name] = data[: data.rfind(b"\n") + 1]
        return found

    def _size(self) -> int:
        return sum(path.stat().st_size for path in (self.data / "games").glob("*.jsonl"))

    def _check(self, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        for name, data in before.items():
            if not after.get(name, b"").startswith(data):
                raise LostError(f"{name} no longer begins with the {len(data)} bytes that it had.")
        for name in after:
            try:
                read(self.data / "games" / name)
            except JournalError as error:
                raise LostError(str(error)) from error
        new = sorted(after.keys() - before.keys())
        if len(new) > 1 or (new and before and not self._over(max(before))):
            raise LostError(f"{new} was begun although {max(before, default='no game')} was not over.")

    def _over(self, name: str) -> bool:
        """A game that was begun and never got its first line, or whose people have left."""
        path = self.data / "games" / name
        world = json.loads(path.with_suffix(".world.json").read_text(encoding="utf-8"))
        return not read(path).records or bool(world["saved"]["world"]["finished"])

    def _orphans(self) -> None:
        """The broker of a killed program ends, too."""
        until = time.monotonic() + ORPHAN_S
        while left := _processes(str(self.data / "broker")):
            if time.monotonic() > until:
                raise LostError(f"Brokers stay behind: processes {left}.")
            time.sleep(0.05)


def _processes(word: str) -> list[int]:
    """Processes with `word` on their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in line and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def endure(data: Path, seed: int, kills: int, hands: int | None = None) -> list[dict[str, Any]]:
    """The reports of all games played through `kills` kills; LostError when something was lost."""
    endurance = Endurance(data, seed, hands)
    left = kills
    with Progress("kills", kills, lambda: kills - left):
        while left > 0:
            killed = endurance.kill()
            left -= not killed["ended"]
            tell(json.dumps({"left": left, **killed}))
    with Progress("the end of the game", 1):
        endurance.finish()
    return endurance.games


def takes(options: Options) -> float:
    return float(150 + 8 * options.kills)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int)
    parser.add_argument("--data", type=Path)
    asked = parser.begin()
    parser.need(no_broker())
    with tempfile.TemporaryDirectory() as folder:
        try:
            games = endure(asked.data or Path(folder), asked.seed, asked.kills, asked.hands)
        except LostError as error:
            print(json.dumps({"lost": str(error)}))
            sys.exit(1)
    for game in games:
        print(json.dumps(game))
    sys.exit(not all(game["equal"] for game in games))


if __name__ == "__main__":
    main()
