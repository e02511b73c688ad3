"""Everything that the displays must reach, asked and found: `python -m benchmarks.displays`.

Every part runs in a process of its own and can be run alone (`--only pixel page`): from an accepted event to
the pixel, what the way through the web server costs, what a page costs to open, fifty screens, random
payloads, accounts, killed brokers. They measure times, so nothing else should run beside them. Exit 1 when
anything falls short.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Final

from benchmarks import (
    displays_accounts,
    displays_broker,
    displays_crowd,
    displays_fuzz,
    displays_page,
    displays_pixel,
    displays_proxy,
)
from benchmarks.progress import Options, no_broker, no_browser
from benchmarks.rows import Parts, Row, asked, output, parser


def pixel(o: Options) -> Iterator[Row]:
    found = json.loads(output("displays_pixel", "--events", o.events, "--json"))
    whole = found["accepted to the pixel"]
    yield Row("accepted event to the pixel, p95, ms", displays_pixel.P95_MS, whole["p95"], most=True)
    yield Row("accepted event to the pixel, p99, ms", displays_pixel.P99_MS, whole["p99"], most=True)
    yield Row("events that never came to the screen", 0, found["never"], most=True)
    yield Row("layout shifts while these were played", 0, len(found["layout shifts"]), most=True)


def proxy(o: Options) -> Iterator[Row]:
    found = json.loads(output("displays_proxy", "--events", o.events, "--json"))
    what = "accepted event to the pixel through the web server, times as long as past it, p95"
    yield Row(what, displays_proxy.LIMIT, found["longer"]["p95"], most=True)
    yield Row("events that never came to one of both screens", 0, found["never"], most=True)


def page(o: Options) -> Iterator[Row]:
    found = json.loads(output("displays_page", "--loads", o.loads, "--json"))
    table = found["table"]
    first, weight = displays_page.FIRST_MS, displays_page.WEIGHT_KB
    yield Row("first paint of the table screen, ms", first, table["first paint, ms"], most=True)
    yield Row("first paint of the table itself, ms", first, table["drawn, ms"], most=True)
    yield Row("layout shift while the table screen loads", 0, table["layout shift"], most=True)
    for name, figures in found.items():
        yield Row(f"{name}: weight, kB", weight, figures["weight, kB"], most=True)
    yield Row("foreign addresses asked for", 0, sum(len(f["foreign"]) for f in found.values()), most=True)


def crowd(o: Options) -> Iterator[Row]:
    found = json.loads(output("displays_crowd", "--minutes", o.minutes, "--json"))
    for name, longer in found["longer"].items():
        what = f"the road with {displays_crowd.CLIENTS} screens, times as long, {name}"
        yield Row(what, displays_crowd.LIMIT, longer, most=True)
    yield Row("discards that never came to the screen", 0, found["missed"], most=True)


def fuzz(o: Options) -> Iterator[Row]:
    found = displays_fuzz.fuzz(o.payloads)
    yield Row(f"{o.payloads} random messages: that broke something", 0, len(found.crashes), most=True)
    yield Row("that changed something without authority", 0, len(found.unauthorised), most=True)
    yield Row("that were answered elsewhere than to a device", 0, found.elsewhere, most=True)


def accounts(_: Options) -> Iterator[Row]:
    yield from rows("displays_accounts")


def broker(o: Options) -> Iterator[Row]:
    yield from rows("displays_broker", "--kills", o.kills)


def rows(module: str, *options: object) -> Iterator[Row]:
    """Of a benchmark that prints its own rows as JSON."""
    for row in json.loads(output(module, *options, "--json")):
        yield Row(**row)


PARTS: Final[Parts] = {
    "pixel": pixel,
    "proxy": proxy,
    "page": page,
    "crowd": crowd,
    "fuzz": fuzz,
    "accounts": accounts,
    "broker": broker,
}


def seconds(part: str, o: Options) -> float:
    """How long a part takes."""
    found: dict[str, Callable[[], float]] = {
        "pixel": lambda: displays_pixel.takes(Options(events=o.events, speed=1.0)),
        "proxy": lambda: displays_proxy.takes(o),
        "page": lambda: displays_page.takes(o),
        "crowd": lambda: displays_crowd.takes(o),
        "fuzz": lambda: displays_fuzz.takes(Options(messages=o.payloads)),
        "accounts": lambda: displays_accounts.takes(o),
        "broker": lambda: displays_broker.takes(o),
    }
    return found[part]()


def main() -> int:
    given = parser(__doc__, PARTS, seconds)
    given.add_argument("--events", type=int, default=400)
    given.add_argument("--loads", type=int, default=5)
    given.add_argument("--minutes", type=float, default=10.0, help="of the crowd")
    given.add_argument("--payloads", type=int, default=100_000)
    given.add_argument("--kills", type=int, default=100)
    options = given.begin()
    given.need(no_browser(), no_broker())
    return asked(PARTS, options)


if __name__ == "__main__":
    sys.exit(main())
