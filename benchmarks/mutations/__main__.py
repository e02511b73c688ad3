"""How many small faults the tests notice: `python -m benchmarks.mutations --seed 1`.

A seed draws `--count` mutants, in turn from each of the places named (`--only PATH ...`, else `AREAS`;
`--rooms` names every room of the product) and there in turn of each kind. Each is put into a scratch copy of
the checkout, alone, and the tests that run its line are run until one fails, the quickest first. A failure
counts when the same test passes without the mutant. Prints each survivor as a diff, then the share; exit 1
below 90 %.

With `--rooms` a mutant is judged by the tests of its own room alone.

Which tests run which line is recorded once (`--record`; all tests are run for it but the slow ones) and kept
in `--map`; record it again when the code has moved. No tool of PyPI does this: mutmut
3 draws nothing and leaves decorated functions alone, cosmic-ray has one command for all mutants and removes
no statement, mutatest is not kept any more.

Mutants of programs that start others are best run in namespaces of their own:
`sudo unshare -n -p -f --mount-proc sh -c 'ip link set lo up; python -m benchmarks.mutations --seed 1'`.
"""

from __future__ import annotations

import compileall
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path, PurePosixPath
from queue import SimpleQueue
from typing import Final

from benchmarks.mutations.mutants import Mutant, mutants
from benchmarks.mutations.nearest import Nearest
from benchmarks.progress import Command, Options, Progress, tell

ROOT: Final = Path(__file__).resolve().parents[2]
AREAS: Final = (
    *("contract/stored/codec.py", "controller/table/journal.py", "controller/table/games.py"),
    *("controller/broker", "controller/web", "controller/bus", "runtime", "club/access"),
)
ROOMS: Final = ("engine", "vision", "controller", "club", "firmware_bridge", "upkeep")
RECORDED: Final = (
    *(f"tests/{room}" for room in ROOMS),
    *("tests/contract", "tests/runtime", "tests/words", "tests/flows"),
)
LEFT_OUT: Final = ("tests/flows/test_killed_parts.py", "tests/club/test_killed_parts.py")
"""A thread that is killed within the recorder leaves its lock behind."""
BESIDE: Final = ROOT.parent / "shared"
"""Games and photographs that lie beside a checkout: without them tests are skipped, and notice nothing."""
ENOUGH: Final = 0.9
SLACK_S: Final = 60.0
FAILED: Final = 1
"""What pytest returns when a test has failed."""
_LEFT_BEHIND: Final = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "var", ".hypothesis")


@dataclass(frozen=True, slots=True)
class Outcome:
    mutant: Mutant
    by: str
    """The test that noticed it; nothing if it survived."""
    ran: int
    seconds: float


class Copy:
    """A scratch copy of the checkout in which one mutant at a time lives. No bytecode of a mutant is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder / "tree", ignore=_LEFT_BEHIND, symlinks=True)
        self.tree = folder / "tree"
        if BESIDE.is_dir():
            (folder / BESIDE.name).symlink_to(BESIDE)
        compileall.compile_dir(self.tree, quiet=2)
        self._passed: set[str] = set()
        for name in ("home", "tmp"):
            (folder / name).mkdir()

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def judge(self, mutant: Mutant, tests: Sequence[str], expected_s: float) -> Outcome:
        """Runs the tests until one notices the mutant that passes without it."""
        begun = time.monotonic()
        file = self.tree / mutant.path
        source = file.read_bytes()
        for stale in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
            stale.unlink()
        left, by = list(tests), ""
        while left and not by:
            file.write_bytes(mutant.apply(source))
            try:
                failed = self._first_failure(left, 3 * expected_s + SLACK_S)
            finally:
                file.write_bytes(source)
            if failed is None:
                break
            if self._passes_without(failed):
                by = failed
            else:
                left = left[left.index(failed) + 1 :]
        return Outcome(mutant, by, len(tests), time.monotonic() - begun)

    def _passes_without(self, test: str) -> bool:
        if test not in self._passed and self._first_failure([test], 10 * SLACK_S) is None:
            self._passed.add(test)
        return test in self._passed

    def _first_failure(self, tests: Sequence[str], limit_s: float) -> str | None:
        """The first test that fails; the first at all where nothing can be collected or the time runs out."""
        words = ["-x", "-v", "-rN", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
        there = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        quiet = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(self.tree), "PYTHONHASHSEED": "0"}
        run = subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, *tests],
            cwd=self.tree,
            env={**os.environ, **there, **quiet},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = run.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired:
            return tests[0]
        finally:
            _end(run)
        if run.returncode == 0:
            return None
        verdicts = (
            line.split(" ")[0] for line in output.splitlines() if " FAILED" in line or " ERROR" in line
        )
        failed = next((name.partition("[")[0] for name in verdicts), tests[0])
        return failed if failed in tests else tests[0]


def _end(run: subprocess.Popen[str]) -> None:
    """Ends the run with all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()


def drawn(seed: int, count: int, areas: Iterable[str]) -> list[Mutant]:
    """The seed's mutants, dealt from the areas in turn, and in each area from the kinds in turn."""
    return list(islice(_dealt([_dealt(_piles(seed, area)) for area in areas]), count))


def _piles(seed: int, area: str) -> list[list[Mutant]]:
    """The mutants of an area, shuffled, one pile for each kind."""
    place = ROOT / area
    if not place.exists():
        sys.exit(f"mutations: {area} is not there; name a file or folder of the checkout")
    chance = random.Random(f"{seed} {area}")
    piles: dict[str, list[Mutant]] = defaultdict(list)
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        for each in mutants(file.relative_to(ROOT).as_posix(), file.read_bytes()):
            piles[each.kind].append(each)
    for pile in piles.values():
        chance.shuffle(pile)
    return chance.sample([*piles.values()], len(piles))


def _dealt(piles: Iterable[Iterable[Mutant]]) -> Iterator[Mutant]:
    return (each for each in chain.from_iterable(zip_longest(*piles)) if each is not None)


def record(folder: Path, jobs: int) -> None:
    """Runs the tests once and writes down what each of them runs; without the slow ones, as no mutant would
    wait for a browser or a whole game."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tests = [each for each in RECORDED if (ROOT / each).exists()]
    words = [
        "-q",
        "-n",
        str(jobs),
        "-m",
        "not slow",
        "-p",
        "benchmarks.mutations.recorder",
        "-p",
        "no:cacheprovider",
        *(f"--ignore={each}" for each in LEFT_OUT),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MUTATIONS_MAP": str(folder)}
    with Progress("the tests are recorded", 1):
        subprocess.run(
            [sys.executable, "-m", "pytest", *words, *tests],
            cwd=ROOT,
            env=environment,
            check=False,
            stdout=sys.stderr,
        )


def line_of(outcome: Outcome) -> str:
    """One line of an outcome; a survivor with its diff."""
    mutant, by = outcome.mutant, outcome.by
    where = f"{mutant.path}:{mutant.first} {mutant.kind} ({outcome.ran} tests, {outcome.seconds:.0f} s)"
    if by:
        return f"killed    {where} {by}"
    return f"SURVIVED  {where}\n{mutant.diff((ROOT / mutant.path).read_bytes())}"


def takes(options: Options) -> float:
    recorded = options.map.is_dir() and not options.record
    return float((0 if recorded else 1500 / options.jobs) + 45 * options.count / options.jobs)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--only", nargs="+", default=AREAS, metavar="PATH")
    places.add_argument("--rooms", action="store_true", help="all rooms, each judged by its own tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--map", type=Path, default=Path(tempfile.gettempdir(), "jantaku-mutations"))
    parser.add_argument("--record", action="store_true", help="record anew which tests run which lines")
    wishes = parser.begin()
    if wishes.record or not wishes.map.is_dir():
        record(wishes.map, wishes.jobs)
    areas = ROOMS if wishes.rooms else wishes.only
    nearest = Nearest(wishes.map, ROOT)
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        Path(scratch).chmod(0o711)  # PostgreSQL runs as another user, whose folder lies in it
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(wishes.jobs):
            copies.put(Copy(Path(scratch, str(number))))
        outcomes: list[Outcome] = []
        done = Progress("mutants", wishes.count, lambda: len(outcomes))
        with ThreadPoolExecutor(wishes.jobs) as pool, done:
            for outcome in pool.map(
                partial(judged, copies, nearest, wishes.rooms), drawn(wishes.seed, wishes.count, areas)
            ):
                outcomes.append(outcome)
                tell(line_of(outcome))
    killed = sum(bool(each.by) for each in outcomes)
    print(f"seed {wishes.seed}: {killed} of {len(outcomes)} killed ({killed / max(1, len(outcomes)):.1%})")
    sys.exit(0 if killed >= ENOUGH * len(outcomes) else 1)


def judged(copies: SimpleQueue[Copy], nearest: Nearest, own: bool, mutant: Mutant) -> Outcome:
    """One mutant in the copy that is free, by the tests of its own room alone or by all that run its line."""
    copy = copies.get()
    try:
        tests = nearest.tests(mutant, f"tests/{PurePosixPath(mutant.path).parts[0]}/" if own else "tests/")
        return copy.judge(mutant, tests, sum(nearest.seconds.get(test, 1.0) for test in tests))
    finally:
        copies.put(copy)


if __name__ == "__main__":
    main()
