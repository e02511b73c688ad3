"""Whole games through the whole road: `python -m benchmarks.follow --seeds 1 2 --records FILE ...`.

Every game runs at speed 0 from the machine through the camera to the journal, and is compared with
what really happened at the virtual table. One row a game; exit 1 when a game falls short of what
must be reached: final scores and every hand's payments equal, and of discards, calls, riichi and
dora together at least 99.5 % right and none wrong or invented: what is missed must be a question.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.cli_run import PATIENCE_S
from controller.config import parse
from controller.journal import Record
from controller.notes import QUESTION
from controller.run import Running, Wishes, loop, start
from controller.virtual.compare import Tally
from engine.events import Discarded, Event, GameEnded, HandEnded
from engine.notation.read import RecordError, read

ENOUGH: Final = 99.5
"""Percent of discards, calls, riichi and dora that must be right without a human."""
KINDS: Final = ("discards", "calls", "riichi", "dora")
HANDS_USUAL: Final = 10
"""Hands of a hanchan, for the progress bar only."""
BAR: Final = 20


@dataclass(frozen=True, slots=True)
class Game:
    """How one game was followed."""

    name: str
    hands: int
    paid: int
    tallies: dict[str, Tally]
    questions: dict[str, int]
    scores: tuple[int, ...] | None
    truth: tuple[int, ...]
    stuck: bool
    frames: int
    seconds: float

    @property
    def percent(self) -> float:
        """Right of all that happened, by KINDS, 0..100."""
        return 100.0 * self.sums.right / max(1, self.sums.total)

    @property
    def sums(self) -> Tally:
        return sum((self.tallies[kind] for kind in KINDS), Tally())

    @property
    def reached(self) -> bool:
        return (
            not self.stuck
            and self.scores == self.truth
            and self.paid == self.hands
            and self.percent >= ENOUGH
            and self.sums.wrong + self.sums.extra == 0
        )

    def plain(self) -> dict[str, Any]:
        """Everything as JSON data."""
        return {
            **asdict(self),
            "percent": round(self.percent, 3),
            "ms_per_frame": round(self.pace_ms, 1),
            "reached": self.reached,
        }

    @property
    def pace_ms(self) -> float:
        return 1000.0 * self.seconds / max(1, self.frames)


@dataclass
class Watch:
    """Counts pictures, notices a table that does not go on, and draws the bar."""

    running: Running
    name: str
    frames: int = 0
    stuck: bool = False
    _hands: int = 0
    _discards: int = 0
    _news: float = 0.0
    _told: float = field(default_factory=time.monotonic)

    def turn(self, accepted: Sequence[Event]) -> bool:
        """To be told of every turn; whether to go on."""
        self.frames += 1
        now = self.running.clock.now()
        if accepted:
            self._news = now
        self._hands += sum(isinstance(e, HandEnded) for e in accepted)
        self._discards += sum(isinstance(e, Discarded) for e in accepted)
        self.stuck = not self.running.finished and now - self._news > PATIENCE_S
        self._bar(over=any(isinstance(e, GameEnded) for e in accepted))
        return not (self.running.finished or self.stuck)

    def _bar(self, over: bool) -> None:
        if not sys.stderr.isatty() or (time.monotonic() - self._told < 0.5 and not over):
            return
        self._told = time.monotonic()
        part = BAR if over else min(BAR - 1, BAR * self._hands // HANDS_USUAL)
        bar = "#" * part + "." * (BAR - part)
        line = f"{self.name} [{bar}] {self._hands} hands, {self._discards} discards, {self.frames} pictures"
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def follow(name: str, preset: str, wishes: Wishes, folder: Path) -> Game:
    """Plays one game to its end, or until it is stuck; its data lie under `folder`."""
    config = parse({"data": folder, "table": {"preset": preset}}, "The benchmark")
    running = start(config, wishes)
    try:
        begun = time.monotonic()
        watch = Watch(running, name)
        loop(running, watch.turn)
        seconds = time.monotonic() - begun
        found = running.report()
        assert found is not None
        questions = _questions(running.service.table.records)
    finally:
        running.close()
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return Game(
        name,
        len(found.hands),
        found.paid,
        found.tallies,
        questions,
        found.followed_scores,
        found.scores,
        watch.stuck or not running.finished,
        watch.frames,
        seconds,
    )


def _questions(records: Sequence[Record]) -> dict[str, int]:
    """How many questions were asked, by their code."""
    return dict(Counter(str(r.body["code"]) for r in records if r.kind == QUESTION))


def record_of(path: Path) -> tuple[Event, ...]:
    """The events of a record file; RecordError and OSError as they come."""
    return tuple(read(path.read_text(encoding="utf-8").splitlines()))


def row(game: Game) -> str:
    """One line of the table."""
    counts = [f"{t.right}/{t.wrong + t.extra}/{t.missing}" for t in (game.tallies[k] for k in KINDS)]
    scores = "stuck" if game.stuck else "equal" if game.scores == game.truth else "NOT equal"
    return (
        f"{game.name:<14}{game.hands:>6}{game.paid:>6}"
        + "".join(f"{c:>12}" for c in counts)
        + f"{game.percent:>9.2f}{sum(game.questions.values()):>6}  {scores:<10}"
        + f"{game.frames:>8}{game.seconds:>7.0f}{game.pace_ms:>9.1f}"
    )


def head() -> str:
    return (
        f"{'game':<14}{'hands':>6}{'paid':>6}"
        + "".join(f"{kind:>12}" for kind in KINDS)
        + f"{'percent':>9}{'asked':>6}  {'scores':<10}{'pictures':>8}{'s':>7}{'ms/pict':>9}\n"
        + "               (each kind: right / wrong or invented / missing)"
    )


def games(
    seeds: Sequence[int], records: Sequence[Path], hands: int | None
) -> Iterator[tuple[str, str, Wishes]]:
    """Name, preset and wishes of every game. Records are read only when their turn comes."""
    for seed in seeds:
        yield f"seed {seed}", "rrc", Wishes(speed=0, seed=seed, hands=hands, new=True)
    for path in records:
        wishes = Wishes(speed=0, seed=1, hands=hands, record=record_of(path), new=True)
        yield path.stem, "tenhou", wishes


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seeds", type=int, nargs="*", default=[])
    options.add_argument("--records", type=Path, nargs="*", default=[])
    options.add_argument("--hands", type=int, help="end every game after so many")
    options.add_argument("--json", action="store_true", help="one line a game, with every tally")
    given = options.parse_args()
    if not given.seeds and not given.records:
        options.error("give --seeds, --records or both")
    if not given.json:
        print(head())
    good = True
    try:
        for name, preset, wishes in games(given.seeds, given.records, given.hands):
            with tempfile.TemporaryDirectory() as folder:
                game = follow(name, preset, wishes, Path(folder))
            good &= game.reached
            print(json.dumps(game.plain()) if given.json else row(game), flush=True)
    except (OSError, RecordError) as error:
        print(f"follow: the record cannot be played: {error}", file=sys.stderr)
        return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
