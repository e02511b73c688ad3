"""From an accepted event to the pixel: `python -m benchmarks.displays_pixel --events 300 --seed 1`.

Runs a virtual table at speed 1, with everything that `jantaku run` starts, and the table screen open in a
real headless Chromium. The clock starts when `Table.submit` has accepted an event, its journal line being
on the disk; it stops at the presentation time of the first frame that shows the revision in which the event
was published. That is the browser's own word (Element Timing's `renderTime`), of a mark that enters the
document in the same task as the revision, and of every picture that came with it: a tile whose drawing is
still on its way counts as not yet shown. Whole hands are watched for layout shifts, too.
Exit 1 when a limit is passed, something shifted, or a revision never came.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.progress import Command, Options, Progress, no_broker, no_browser
from benchmarks.road import clock_ahead
from controller.assembly.resuming import Wishes
from controller.assembly.run import loop, start
from controller.bus.mqtt import Bus
from controller.config import parse
from controller.loop.service import Service
from controller.table.writer import Accepted, Table
from engine.state.events import Event
from tests.controller.browser import chromium

P95_MS: Final = 60.0
P99_MS: Final = 120.0
STAGES: Final = ("accepted to published", "published to the document", "document to the pixel")

PAGE: Final = """
const revs = window.__revs = {}, shifts = window.__shifts = [];
const now = () => performance.timeOrigin + performance.now();
const name = (node) => node?.tagName ? `${node.tagName.toLowerCase()}.${node.getAttribute("class")}` : "text";
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const rev = revs[entry.identifier];
    rev.painted = Math.max(rev.painted ?? 0, performance.timeOrigin + entry.renderTime);
  }
}).observe({ type: "element" });
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    const moved = sources.map(({ node }) => `${name(node?.parentElement)} > ${name(node)}`);
    shifts.push(`${value.toFixed(5)} ${[...new Set(moved)].join(", ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
let mark = null;
new MutationObserver((changes) => {
  const rev = document.querySelector("[data-rev]")?.dataset.rev;
  if (rev === undefined || rev in revs) return;
  revs[rev] = { dom: now(), painted: null, pictures: 0 };
  mark?.remove();
  mark = document.createElement("i");
  mark.style = "position: fixed; left: 0; bottom: 0; font-size: 9px";
  mark.textContent = ".";
  mark.setAttribute("elementtiming", rev);
  document.body.append(mark);
  const fresh = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node.nodeType === 1);
  for (const node of fresh) for (const picture of [node, ...node.querySelectorAll("img")]) {
    if (!picture.matches("img:not([elementtiming])") || !picture.isConnected) continue;
    picture.setAttribute("elementtiming", rev);
    revs[rev].pictures += 1;
  }
}).observe(document.getElementById("app"), { childList: true, subtree: true, attributes: true });
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """An accepted event, and the revision in which it was published; wall-clock seconds."""

    kind: str
    accepted: float
    published: float
    rev: int


@dataclass
class Notes:
    """What the service did while it was watched."""

    events: list[Shown] = field(default_factory=list)
    unseen: int = 0
    """Events that changed nothing that screens show."""
    _accepted: list[tuple[float, str]] = field(default_factory=list)
    _published: tuple[float, int] | None = None

    def turn_over(self) -> None:
        if self._published is None:
            self.unseen += len(self._accepted)
        else:
            self.events += [Shown(kind, at, *self._published) for at, kind in self._accepted]
        self._accepted, self._published = [], None

    def accepted(self, event: Event) -> None:
        self._accepted.append((time.time(), type(event).__name__))

    def published(self, rev: int) -> None:
        self._published = (time.time(), rev)


@contextmanager
def noting(notes: Notes) -> Iterator[None]:
    """The table, the bus and the service write into `notes` what they do."""
    submit, publish, step = Table.submit, Bus.publish_state, Service.step

    def table(self: Table, proposed: Any, *rest: Any) -> Any:
        answer = submit(self, proposed, *rest)
        if isinstance(answer, Accepted):
            notes.accepted(answer.event)
        return answer

    def bus(self: Bus, snapshot: Any) -> None:
        publish(self, snapshot)
        notes.published(snapshot.rev)

    def service(self: Service, now: float) -> Any:
        out = step(self, now)
        notes.turn_over()
        return out

    with ExitStack() as patched:
        patched.enter_context(mock.patch.object(Table, "submit", table))
        patched.enter_context(mock.patch.object(Bus, "publish_state", bus))
        patched.enter_context(mock.patch.object(Service, "step", service))
        yield


@dataclass(frozen=True, slots=True)
class Passage:
    """One event's seconds through STAGES."""

    event: Shown
    stages: tuple[float, float, float]
    pictures: int

    @property
    def total(self) -> float:
        return sum(self.stages)


def passages(
    accepted: Sequence[Shown], revs: dict[str, Any], ahead: float
) -> tuple[list[Passage], list[Shown]]:
    """Every event's way, and those that never came. A revision that was overtaken before it was drawn
    came with the one that overtook it."""
    shown = sorted((int(rev), seen) for rev, seen in revs.items() if seen["painted"] is not None)
    out, never = [], []
    for event in accepted:
        seen = next((seen for rev, seen in shown if rev >= event.rev), None)
        if seen is None:
            never.append(event)
            continue
        dom, painted = seen["dom"] / 1000 - ahead, seen["painted"] / 1000 - ahead
        stages = (event.published - event.accepted, dom - event.published, painted - dom)
        out.append(Passage(event, stages, seen["pictures"]))
    return out, never


def measure(seed: int, enough: int, speed: float = 1.0) -> dict[str, Any]:
    """Plays until `enough` events were published; all figures, in ms."""
    notes = Notes()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        config = parse({"data": Path(folder) / "data"}, "The benchmark")
        running = start(config, Wishes(seed=seed, new=True, speed=speed))
        opened.callback(running.close)
        driver = opened.enter_context(chromium(Path(folder) / "profile", whole=True))
        driver.get(f"{running.url}table.html")
        driver.execute_script(PAGE)
        ahead = clock_ahead(driver)
        opened.enter_context(noting(notes))
        with Progress("events", enough, lambda: len(notes.events)):
            loop(running, lambda _: not running.finished and len(notes.events) < enough)
        time.sleep(1.0)  # what is under way arrives; nothing is measured any more
        revs, shifts = driver.execute_script("return [window.__revs, window.__shifts]")
    ways, never = passages(notes.events, revs, ahead)
    return report(ways, never, notes.unseen, shifts)


def figures(values: Sequence[float]) -> dict[str, float]:
    """Median, percentiles by nearest rank, and maximum, in ms."""
    ordered = sorted(values)

    def rank(percent: int) -> float:
        return round(1000 * ordered[-(-percent * len(ordered) // 100) - 1], 1)

    return {"n": len(ordered), "median": rank(50), "p95": rank(95), "p99": rank(99), "max": rank(100)}


def report(ways: Sequence[Passage], never: Sequence[Shown], unseen: int, shifts: list[str]) -> dict[str, Any]:
    if not ways:
        return {"events": len(never), "never": len(never), "reached": False}
    whole = figures([way.total for way in ways])
    slow = sorted(ways, key=lambda way: -way.total)[:5]
    return {
        "events": len(ways) + len(never),
        "never": len(never),
        "unseen": unseen,
        "accepted to the pixel": whole,
        **{name: figures([way.stages[i] for way in ways]) for i, name in enumerate(STAGES)},
        "slowest": [
            f"{way.event.kind}: {' + '.join(f'{1000 * s:.0f}' for s in way.stages)}, {way.pictures} pictures"
            for way in slow
        ],
        "layout shifts": shifts,
        "reached": not never and not shifts and whole["p95"] <= P95_MS and whole["p99"] <= P99_MS,
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The report for people."""
    yield f"{found['events']} events, {found['never']} never came to the screen"
    if "slowest" not in found:
        return
    yield f"{'ms':<28}{'n':>6}{'median':>9}{'p95':>9}{'p99':>9}{'max':>9}"
    for name in ("accepted to the pixel", *STAGES):
        numbers = found[name]
        yield f"{name:<28}{numbers['n']:>6}" + "".join(
            f"{numbers[k]:>9}" for k in ("median", "p95", "p99", "max")
        )
    yield f"slowest: {'; '.join(found['slowest'])}"
    yield f"layout shifts: {'; '.join(found['layout shifts'][:10]) or 'none'}"


def takes(options: Options) -> float:
    return float(40 + 1.6 * options.events / options.speed)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--events", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--speed", type=float, default=1.0)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_browser(), no_broker())
    found = measure(given.seed, given.events, given.speed)
    print(json.dumps(found) if given.json else "\n".join(lines(found)))
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())
