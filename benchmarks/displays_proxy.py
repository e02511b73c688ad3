"""What the way through the web server costs: `python -m benchmarks.displays_proxy --events 300 --seed 1`.

As `displays_pixel`, with two table screens of one game in browsers of their own: one at `/mqtt` of the web
server, the other at a WebSocket listener of the broker itself, which is opened for this alone. Both see the
same events in the same run. Found are the times from an accepted event to the pixel of both and how many
times as long the first one's are; the 95th percentile may be 1.05 times as long. Exit 1 when it is longer,
or an event never came.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.displays_pixel import PAGE, Notes, figures, noting, passages
from benchmarks.progress import Command, Options, Progress, no_broker, no_browser
from benchmarks.road import clock_ahead
from controller.assembly.resuming import Wishes
from controller.assembly.run import loop, start
from controller.broker import broker
from controller.broker.accounts import ACL, PASSWORDS
from controller.broker.embedded import Listeners, config_text
from controller.config import parse
from tests.controller.browser import chromium
from tests.ports import free_port

LIMIT: Final = 1.05
WAYS: Final = ("through the web server", "to the broker itself")
ELSEWHERE: Final = """
const Own = window.WebSocket;
window.WebSocket = class extends Own { constructor(_, protocols) { super("ws://127.0.0.1:%d", protocols); } };
"""


@contextmanager
def direct_listener() -> Iterator[int]:
    """The table's broker offers WebSocket at a port of its own, for accounts."""
    port = free_port()

    def text(folder: Path, listeners: Listeners, bridge: list[str]) -> str:
        more = [f"listener {port}", "protocol websockets", "allow_anonymous false"]
        more += [f"password_file {folder / PASSWORDS}", f"acl_file {folder / ACL}"]
        return config_text(folder, listeners, bridge) + "\n".join(more) + "\n"

    with mock.patch.object(broker, "config_text", text):
        yield port


def measure(seed: int, enough: int) -> dict[str, Any]:
    """Plays until `enough` events were published; all figures, in ms."""
    notes = Notes()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        port = opened.enter_context(direct_listener())
        config = parse({"data": Path(folder) / "data"}, "The benchmark")
        running = start(config, Wishes(seed=seed, new=True))
        opened.callback(running.close)
        screens = []
        for n, script in enumerate(("", ELSEWHERE % port)):
            driver = opened.enter_context(chromium(Path(folder) / f"profile-{n}", whole=True))
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
            # without this the pages of the web server may speak with it alone
            driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
            driver.get(f"{running.url}table.html")
            driver.execute_script(PAGE)
            screens.append((driver, clock_ahead(driver)))
        opened.enter_context(noting(notes))
        with Progress("events", enough, lambda: len(notes.events)):
            loop(running, lambda _: not running.finished and len(notes.events) < enough)
        time.sleep(1.0)  # what is under way arrives; nothing is measured any more
        seen = [
            passages(notes.events, driver.execute_script("return window.__revs"), ahead)
            for driver, ahead in screens
        ]
    return report(seen)


def report(seen: list[Any]) -> dict[str, Any]:
    """Figures of both ways, and how many times as long the first is."""
    found: dict[str, Any] = {"never": max(len(never) for _, never in seen)}
    if not all(ways for ways, _ in seen):
        return found | {"reached": False}
    for name, (ways, _) in zip(WAYS, seen, strict=True):
        found[name] = figures([way.total for way in ways])
    through, direct = (found[name] for name in WAYS)
    longer = {name: round(through[name] / direct[name], 3) for name in ("median", "p95")}
    return found | {"longer": longer, "reached": not found["never"] and longer["p95"] <= LIMIT}


def takes(options: Options) -> float:
    return float(60 + 1.6 * options.events)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--events", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_browser(), no_broker())
    found = measure(given.seed, given.events)
    print(
        json.dumps(found) if given.json else "\n".join(f"{what:<24}{value}" for what, value in found.items())
    )
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())
