"""From a discard lying still to the table screen: `python -m benchmarks.road --hands 2 --seed 1`.

Runs a virtual table at speed 1 with the table screen open in a real headless Chromium. The page
notes when each tile enters its document and when the next picture of the screen begins; the true
times are those of the virtual table. Two starting points: the moment the tile is let go at its
place, and the moment the arm has left the zone of the pond, before which no pixel of the zone is
still. Exit 1 when the 95th percentile from letting go is above the limit or a discard never came.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.progress import Command, Options, Progress, no_broker, no_browser
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, loop, start
from controller.bus.mqtt import Bus
from controller.config import parse
from controller.table.writer import Accepted, Table
from controller.virtual.gesture import GestureStep, Reach
from engine.state.events import Discarded, Event
from tests.controller.browser import chromium
from vision.calibration.mat import ZONES, Zone, to_player
from vision.eyes.eyes import Eyes
from vision.eyes.observation import Observation
from vision.scene.scene import TileBody

DISCARDS: Final = 50
"""Of a usual hand, for the time that it takes."""
LIMIT_MS: Final = 500.0
"""What must be reached at the 95th percentile."""
FINGER_MM: Final = 8.0
"""How far the rounded finger of a rendered arm reaches beyond its tip."""
LATE_S: Final = 10.0
"""A tile that has not come to the screen by then never does."""
STAGES: Final = ("observed", "accepted", "published", "on screen")

PAGE: Final = """
const ponds = {}, log = window.__log = [];
const now = () => performance.timeOrigin + performance.now();
const look = () => {
  for (const field of document.querySelectorAll("[data-field]")) {
    const seat = +field.dataset.field;
    const faces = [...field.querySelectorAll(".pond .tile")].map((tile) => tile.dataset.tile);
    const before = ponds[seat] ?? [];
    if (faces.length > before.length && before.every((face, i) => face === faces[i]))
      for (const face of faces.slice(before.length)) {
        const entry = { seat, face, dom: now(), frame: null };
        log.push(entry);
        requestAnimationFrame(() => (entry.frame = now()));
      }
    ponds[seat] = faces;
  }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
look();
"""


@dataclass(frozen=True, slots=True)
class Deed:
    """A true discard; times are wall-clock seconds."""

    seat: int
    face: str
    released: float
    arm_away: float


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile that entered a pond of the page; wall-clock seconds. `frame` is None while unpainted."""

    seat: int
    face: str
    dom: float
    frame: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Seconds from letting go to each of STAGES; None what never came."""

    deed: Deed
    stages: tuple[float | None, float | None, float | None, float | None]
    painted: float | None = None

    @property
    def total(self) -> float | None:
        return self.stages[-1]


@dataclass
class Notes:
    """When what passed the stations of the road; wall-clock seconds."""

    observed: list[tuple[float, int]] = field(default_factory=list)
    accepted: list[tuple[float, int]] = field(default_factory=list)
    published: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)


def arm_away(reach: Reach, released: float) -> float:
    """The moment, in seconds of its step, from which an arm that has let go is not over the pond."""
    pond = ZONES[Zone.POND]
    last = reach.points[-1][0]
    t = released
    while t < last:
        body = reach.at(t)
        if body is None or to_player(reach.seat, body.x, body.y)[1] + FINGER_MM < pond.near:
            return t
        t += 0.001
    return last


def deed_of(step: GestureStep, begun: float) -> Deed:
    """The discard of a step that began at `begun`, wall-clock seconds."""
    tile = step.carries[0].to
    assert isinstance(tile, TileBody)
    assert step.seat is not None
    released = step.carries[0].end
    away = arm_away(step.reaches[-1], released)
    return Deed(step.seat, str(tile.face), begun + released, begun + away)


def match(deeds: Sequence[Deed], shown: Sequence[Shown], notes: Notes) -> list[Passage]:
    """Every discard with what became of it, each appearance used once."""
    left = list(shown)
    out = []
    for deed in deeds:
        fits = (s for s in left if s.seat == deed.seat and s.face == deed.face)
        seen = next((s for s in fits if 0 <= s.dom - deed.released < LATE_S), None)
        if seen is None:
            out.append(Passage(deed, (None, None, None, None)))
            continue
        left.remove(seen)
        accepted = _first(t for t, seat in notes.accepted if seat == deed.seat and t > deed.released)
        observed = max(
            (t for t, seat in notes.observed if seat == deed.seat and deed.released < t <= (accepted or 0)),
            default=None,
        )
        published = _first(t for t in notes.published if accepted is not None and t > accepted)
        times = (observed, accepted, published, seen.dom)
        stages = tuple(None if t is None else t - deed.released for t in times)
        painted = None if seen.frame is None else seen.frame - deed.released
        out.append(Passage(deed, (stages[0], stages[1], stages[2], stages[3]), painted))
    return out


def _first(times: Iterator[float]) -> float | None:
    return next(times, None)


def figures(values: Sequence[float]) -> dict[str, float]:
    """Count, median, 95th percentile (nearest rank) and maximum, in ms."""
    ordered = sorted(values)
    rank = -(-95 * len(ordered) // 100) - 1
    return {
        "n": len(ordered),
        "median": round(1000 * ordered[len(ordered) // 2], 1),
        "p95": round(1000 * ordered[rank], 1),
        "max": round(1000 * ordered[-1], 1),
    }


@contextmanager
def noting(notes: Notes) -> Iterator[None]:
    """The stations of the road write into `notes` what passes them."""
    feed, submit, publish = Eyes.feed, Table.submit, Bus.publish_state

    def eyes(self: Eyes, frame: Any) -> Any:
        seen = feed(self, frame)
        ponds = [o for o in seen if isinstance(o, Observation) and o.zone is Zone.POND]
        notes.observed += [(time.time(), o.seat) for o in ponds]
        return seen

    def table(self: Table, proposed: Any, *rest: Any) -> Any:
        answer = submit(self, proposed, *rest)
        if isinstance(answer, Accepted) and isinstance(answer.event, Discarded):
            notes.accepted.append((time.time(), answer.event.seat))
        return answer

    def bus(self: Bus, snapshot: Any) -> None:
        publish(self, snapshot)
        notes.published.append(time.time())

    with ExitStack() as patched:
        patched.enter_context(mock.patch.object(Eyes, "feed", eyes))
        patched.enter_context(mock.patch.object(Table, "submit", table))
        patched.enter_context(mock.patch.object(Bus, "publish_state", bus))
        yield


@dataclass
class Watch:
    """Gathers the true discards while the table runs; `enough` of them end the run."""

    running: Running
    notes: Notes
    enough: int | None
    deeds: list[Deed] = field(default_factory=list)
    _step: GestureStep | None = None
    _since: float = field(default_factory=time.monotonic)

    def turn(self, _accepted: Sequence[Event]) -> bool:
        """To be called at every turn; whether to go on."""
        now = time.monotonic()
        self.notes.turns.append(now - self._since)
        self._since = now
        world = self.running.world
        assert world is not None
        step, begun = world.current, world.begun
        if step is not None and step.name == "discard" and begun is not None:
            deed = deed_of(step, time.time() - self.running.clock.now() + begun)
            if step is self._step:
                self.deeds[-1] = deed
            else:
                self.deeds.append(deed)
            self._step = step
        return not self.running.finished and (self.enough is None or len(self.deeds) <= self.enough)


def clock_ahead(driver: Any) -> float:
    """By how many seconds the page's clock is ahead of ours; the quickest of some answers counts."""
    answers = []
    for _ in range(15):
        before = time.time()
        page = driver.execute_script("return performance.timeOrigin + performance.now()") / 1000
        after = time.time()
        answers.append((after - before, page - (before + after) / 2))
    return float(min(answers)[1])


def appearances(driver: Any, ahead: float) -> list[Shown]:
    """What the page has noted, on our clock."""
    return [
        Shown(
            e["seat"],
            e["face"],
            e["dom"] / 1000 - ahead,
            None if e["frame"] is None else e["frame"] / 1000 - ahead,
        )
        for e in driver.execute_script("return window.__log")
    ]


def measure(
    seed: int, hands: int, enough: int | None = None, tell: Callable[[str], None] = print
) -> tuple[list[Passage], Notes]:
    """Plays and measures. The last discard of a run that is cut short is left out."""
    notes = Notes()
    with tempfile.TemporaryDirectory() as folder, noting(notes), ExitStack() as opened:
        config = parse({"data": Path(folder) / "data"}, "The benchmark")
        running = start(config, Wishes(seed=seed, hands=hands, new=True))
        opened.callback(running.close)
        driver = opened.enter_context(chromium(Path(folder) / "profile", whole=True))
        driver.get(f"{running.url}table.html")
        driver.execute_script(PAGE)
        ahead = clock_ahead(driver)
        tell(f"The page's clock is {1000 * ahead:+.1f} ms from ours.")
        watch = Watch(running, notes, enough)
        with Progress("discards", enough or DISCARDS * hands, lambda: len(watch.deeds)):
            loop(running, watch.turn)
        deeds = watch.deeds[:enough]
        return match(deeds, appearances(driver, ahead), notes), notes


def report(passages: Sequence[Passage], notes: Notes) -> dict[str, Any]:
    """All figures, in ms."""
    whole = [p for p in passages if p.total is not None]
    if not whole:
        return {"discards": len(passages), "missed": len(passages), "reached": False}
    totals = [p.total for p in whole if p.total is not None]
    steps: dict[str, dict[str, float]] = {}
    for i, name in enumerate(STAGES):
        parts = [_between(p, i) for p in whole]
        steps[name] = figures([v for v in parts if v is not None] or [0.0])
    out = {
        "discards": len(passages),
        "missed": len(passages) - len(whole),
        "from letting go": figures(totals),
        "from the arm's leaving": figures(
            [p.deed.released + (p.total or 0) - p.deed.arm_away for p in whole]
        ),
        "painted, from letting go": figures([p.painted for p in whole if p.painted is not None] or [0.0]),
        "split": steps,
        "turn of the main loop": figures(notes.turns),
    }
    out["reached"] = len(whole) == len(passages) and out["from letting go"]["p95"] <= LIMIT_MS  # type: ignore[index]
    return out


def _between(passage: Passage, i: int) -> float | None:
    """Seconds of one stage: from the one before, the first from letting go."""
    here = passage.stages[i]
    before = passage.stages[i - 1] if i else 0.0
    return None if here is None or before is None else here - before


def table_of(found: dict[str, Any]) -> Iterator[str]:
    """The report as lines for people."""
    yield f"{found['discards']} discards, {found['missed']} never came to the screen"
    if "split" not in found:
        return
    rows = [(k, found[k]) for k in ("from letting go", "from the arm's leaving", "painted, from letting go")]
    rows += [(f"  ... {name}", numbers) for name, numbers in found["split"].items()]
    rows.append(("turn of the main loop", found["turn of the main loop"]))
    yield f"{'ms':<28}{'n':>6}{'median':>9}{'p95':>9}{'max':>9}"
    for name, numbers in rows:
        yield f"{name:<28}{numbers['n']:>6}{numbers['median']:>9}{numbers['p95']:>9}{numbers['max']:>9}"
    word = "reached" if found["reached"] else "NOT reached"
    yield f"{LIMIT_MS:.0f} ms at the 95th percentile from letting go: {word}"


def takes(options: Options) -> float:
    return float(40 + 3.3 * (options.discards or DISCARDS * options.hands))


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--hands", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--discards", type=int, help="stop after so many")
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_browser(), no_broker())
    passages, notes = measure(
        given.seed, given.hands, given.discards, lambda line: print(line, file=sys.stderr)
    )
    found = report(passages, notes)
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(table_of(found)))
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())
