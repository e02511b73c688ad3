"""From a winning hand lying still to its value on its way to the screens: `python -m benchmarks.laid_open`.

Nobody presses anything at this table: whoever wins lays the hand open, and turns the ura indicators where
they count. Measured is the time from the moment at which the last of these tiles lies still to the
publication of the state that holds the value; what a page then takes stands in `benchmarks.road`. The last
seconds of each hand are rendered, twelve pictures a second, and read by the real eyes; before that perfect
eyes follow the play, which costs little. The clock counts what waits are due and what processor time this
process takes, so that other work on the computer changes nothing; two threads that read at the same time
count twice. Exit 1 when the 95th percentile is above the limit, a value never came, or a hand was paid
otherwise than played.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from unittest import mock

import numpy as np

from benchmarks.progress import Command, Options, Progress, no_broker, tell
from benchmarks.road import figures
from controller.assembly import choices, run
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, loop, start
from controller.bus.mqtt import Bus
from controller.clock import FastClock
from controller.config import parse
from controller.table.writer import Accepted, Table
from controller.virtual.world import VirtualTable
from engine.state.events import EndReason, Event, HandShown, UraRevealed, WinDeclared
from tests.flows.scene_eyes import SceneEyes
from vision.calibration.mat import Zone
from vision.camera.frame import Frame
from vision.eyes.eyes import Eyes
from vision.eyes.observation import Observation, TileSeen
from vision.scene.camera import RenderedCamera

LIMIT_MS: Final = 985.0
"""What must be reached at the 95th percentile: a second, less 15 ms in which a page draws it."""
FRAME_S: Final = 1 / 12
"""Between two pictures at the end of a hand, as a camera gives them."""
LAYING: Final = ("win", "show", "ura", "ura read")
"""Steps of the virtual people that end a hand."""
BEFORE: Final = 6
"""So many steps before them the real eyes begin to look."""
AFTER_S: Final = 3.0
"""So long they look after the last tile; a value that has not come by then never does."""
OTHERS: Final = 1_000_000
"""Perfect eyes number the tiles from here, so that no number is a tile of the real ones."""
STAGES: Final = ("observed", "accepted", "published")


class WorkClock(FastClock):
    """Jumps to the time that is waited for; while it `counts`, this process's processor time passes, too."""

    def __init__(self) -> None:
        super().__init__()
        self._worked: float | None = None

    @property
    def counts(self) -> bool:
        return self._worked is not None

    def count(self, *, on: bool) -> None:
        """Whether work takes time from now on."""
        self._now = self.now()
        self._worked = time.process_time() if on else None

    def now(self) -> float:
        return self._now if self._worked is None else self._now + time.process_time() - self._worked

    def sleep_until(self, t: float) -> None:
        self._now += max(0.0, t - self.now())

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """What is done meanwhile takes no time: a real camera's pictures need not be drawn."""
        counted = self.counts
        self._now, self._worked = self.now(), None
        yield
        self._worked = time.process_time() if counted else None


@dataclass(slots=True)
class Laid:
    """The end of a hand: who won, and since when all that counts lies still, in seconds of the clock."""

    seats: list[int]
    tsumo: bool
    still: float
    arm_away: float


@dataclass
class Watched:
    """A table and what passed the stations of the road, in seconds of its clock; `enough` wins end it."""

    clock: WorkClock
    enough: int
    laid: list[Laid] = field(default_factory=list)
    observed: list[float] = field(default_factory=list)
    accepted: list[float] = field(default_factory=list)
    published: list[tuple[float, list[int]]] = field(default_factory=list)
    world: VirtualTable | None = None
    _perfect: SceneEyes = field(default_factory=SceneEyes)
    _hand: int = -1
    _until: float = 0.0
    _over: bool = False

    def turn(self, running: Running) -> bool:
        """After every turn; whether to go on."""
        world = self.world = running.world
        assert world is not None
        plan, step, begun = world.plans[-1], world.current, world.begun
        wins = [event for event in plan.events if isinstance(event, WinDeclared)]
        ends = plan.reason is EndReason.WIN and bool(wins)
        if ends and step is not None and step.name in LAYING and step.carries and begun is not None:
            still = begun + max(carry.end for carry in step.carries)
            seats = sorted({win.seat for win in wins})
            last = Laid(seats, wins[0].seat == wins[0].source, still, begun + step.seconds)
            self.laid[len(self.laid) - (plan.index == self._hand) :] = [last]
            self._hand, self._until = plan.index, begun + step.seconds + AFTER_S
        at = world.position[1]
        near = ends and any(coming.name in LAYING for coming in world.steps[at : at + BEFORE])
        looks = near or self.clock.now() < self._until
        if looks != self.clock.counts:
            self.clock.count(on=looks)
            running.frame_s = FRAME_S if looks else run.FAST_FRAME_S
        return not running.finished and (looks or len(self.laid) < self.enough)

    def perfectly(self, now: float) -> list[Observation]:
        """What perfect eyes report of this moment."""
        if self.world is None:
            return []
        observed = self._perfect.feed(self.world.scene(now), now)
        return [
            replace(o, tiles=tuple(replace(t, track=t.track + OTHERS) for t in o.tiles), id=o.id + OTHERS)
            for o in observed
        ]

    @property
    def perfect(self) -> SceneEyes:
        return self._perfect

    def reported(self) -> bool:
        """Whether the end of a hand has just been looked at; said once."""
        over, self._over = self._over, self.clock.counts
        return over and not self._over and bool(self.laid)

    def of(self, laid: Laid) -> list[float] | None:
        """When STAGES were passed; None where the value was never published."""
        times = (t for t, seats in self.published if seats == laid.seats)
        published = next((t for t in times if laid.still <= t < laid.still + AFTER_S), None)
        if published is None:
            return None
        accepted = max((t for t in self.accepted if t <= published), default=published)
        return [max((t for t in self.observed if t <= accepted), default=accepted), accepted, published]


@contextmanager
def looking(watched: Watched) -> Iterator[None]:
    """Real eyes look while the clock counts, perfect ones else; the stations of the road are noted."""
    clock = mock.patch.object(choices, "FastClock", return_value=watched.clock)
    with _eyes(watched), _stations(watched), clock:
        yield


@contextmanager
def _eyes(watched: Watched) -> Iterator[None]:
    feed, read, walls, content = Eyes.feed, RenderedCamera.read, Eyes.walls, Eyes.content
    clock, blank = watched.clock, np.zeros((8, 8, 3), np.uint8)

    def fed(self: Eyes, frame: Frame) -> list[Any]:
        if not clock.counts:
            return list(watched.perfectly(frame.t))
        seen = feed(self, frame)
        if any(isinstance(o, Observation) and o.zone in (Zone.HAND, Zone.WALL) for o in seen):
            watched.observed.append(clock.now())
        return seen

    def counted(self: Eyes) -> tuple[int, int, int, int]:
        return walls.fget(self) if clock.counts else watched.perfect.walls  # type: ignore[attr-defined]

    def lying(self: Eyes, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        return content(self, zone, seat) if clock.counts else watched.perfect.content(zone, seat)

    def pictured(self: RenderedCamera) -> Frame | None:
        if not clock.counts:
            return Frame(self.name, clock.now(), blank)
        with clock.at_rest():
            return read(self)

    ours: dict[str, Any] = {"feed": fed, "walls": property(counted), "content": lying}
    with mock.patch.multiple(Eyes, **ours), mock.patch.object(RenderedCamera, "read", pictured):
        yield


@contextmanager
def _stations(watched: Watched) -> Iterator[None]:
    submit, publish, clock = Table.submit, Bus.publish_state, watched.clock

    def accepted(self: Table, proposed: Any, *rest: Any) -> Any:
        answer = submit(self, proposed, *rest)
        if isinstance(answer, Accepted) and isinstance(answer.event, HandShown | UraRevealed):
            watched.accepted.append(clock.now())
        return answer

    def published(self: Bus, snapshot: Any) -> None:
        publish(self, snapshot)
        won = [] if snapshot.result is None else [win.seat for win in snapshot.result.wins if win.points]
        watched.published.append((clock.now(), sorted(won)))

    with mock.patch.object(Table, "submit", accepted), mock.patch.object(Bus, "publish_state", published):
        yield


Found = tuple[Laid, list[float] | None]


def said(laid: Laid, at: list[float] | None) -> str:
    """One win in words."""
    how = f"{'tsumo' if laid.tsumo else 'ron'} of {laid.seats}"
    return f"{how}: {'never' if at is None else [round(1000 * (t - laid.still)) for t in at]}"


def game(seed: int, wins: int, walls: str, progress: Progress) -> tuple[list[Found], int, int]:
    """Wins of a game with their times; how many of its hands were paid as played, and of how many."""
    settings = {
        "table": {"walls": walls, "confirm": "silence", "silence_s": 5.0},
        "machine": {"kind": "none"},
        "virtual": {"words": "none"},
    }
    watched = Watched(WorkClock(), wins)
    with tempfile.TemporaryDirectory() as folder, looking(watched), ExitStack() as opened:
        config = parse({"data": Path(folder) / "data", **settings}, "The benchmark")
        running = start(config, Wishes(speed=0, seed=seed, new=True))
        opened.callback(running.close)

        def turn(_: Sequence[Event]) -> bool:
            before = len(watched.laid)
            goes_on = watched.turn(running)
            progress.step(len(watched.laid) - before)
            if watched.reported():
                tell(said(watched.laid[-1], watched.of(watched.laid[-1])))
            return goes_on

        loop(running, turn)
        report = running.report()
        assert report is not None
        return [(laid, watched.of(laid)) for laid in watched.laid], report.paid, len(report.hands)


def measure(seed: int, wins: int, walls: str) -> dict[str, Any]:
    """Games of seeds from `seed` on, until there are so many wins; all figures, in ms."""
    found: list[Found] = []
    paid = hands = 0
    with Progress("wins", wins) as progress:
        while len(found) < wins:
            more, right, of = game(seed, wins - len(found), walls, progress)
            found, paid, hands, seed = [*found, *more], paid + right, hands + of, seed + 1
    return report(found, paid, hands)


def report(found: Sequence[Found], paid: int, hands: int) -> dict[str, Any]:
    """All figures, in ms."""
    whole = [(laid, at) for laid, at in found if at is not None]
    out: dict[str, Any] = {"wins": len(found), "missed": len(found) - len(whole)}
    out["by tsumo"] = sum(laid.tsumo for laid, _ in found)
    out["of several"] = sum(len(laid.seats) > 1 for laid, _ in found)
    out |= {"hands": hands, "paid as played": paid}
    if not whole:
        return {**out, "reached": False}
    out["from lying still"] = figures([at[-1] - laid.still for laid, at in whole])
    out["from the arm's leaving"] = figures([at[-1] - laid.arm_away for laid, at in whole])
    for n, name in enumerate(STAGES):
        out[f"... {name}"] = figures([at[n] - (at[n - 1] if n else laid.still) for laid, at in whole])
    quick = out["from lying still"]["p95"] <= LIMIT_MS
    return {**out, "reached": quick and len(whole) == len(found) and paid == hands}


def takes(options: Options) -> float:
    return float(15 + 8 * options.wins)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--wins", type=int, default=20)
    options.add_argument("--seed", type=int, default=1, help="of the first game")
    options.add_argument("--walls", default="dealt", choices=("people", "raised", "dealt"))
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_broker())
    found = measure(given.seed, given.wins, given.walls)
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:<26}{value}" for name, value in found.items()))
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())
