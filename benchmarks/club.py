"""Everything that the club must reach, asked and found: `python -m benchmarks.club`.

Every part can be run alone (`--only hub faults`). The hub's delays are times, so nothing else should run
beside them. What a test decides counts as the number of its failures. Exit 1 when anything falls short.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from statistics import fmean
from typing import Final

from benchmarks.club_seating import EXTRA, HELD, SECONDS, SWISS_EXTRA, SWISS_SPREAD, swiss, whole
from benchmarks.progress import Options, Progress, no_broker
from benchmarks.rows import Parts, Row, asked, output, parser
from club.seating.draw import Method

DELAY_S: Final = 1.0
MEMORY_MB: Final = 300.0
FAULTS: Final = "hub,broker,bridge,network,database"


def seating(o: Options) -> Iterator[Row]:
    longest = winds = 0.0
    for (players, rounds), may in EXTRA.items():
        for method in (Method.PREDETERMINED, Method.RANDOM):
            found = whole(players, rounds, method, "benchmark")
            longest, winds = max(longest, found.seconds), max(winds, found.winds)
            yield Row(f"{players}x{rounds} {method.value}: extra meetings", may, found.extra, most=True)
    events = [swiss(32, 8, HELD + number) for number in range(o.swiss)]
    yield Row("32x8 swiss: extra meetings, mean", SWISS_EXTRA, fmean(e.extra for e in events), most=True)
    yield Row("32x8 swiss: rank spread, mean", SWISS_SPREAD, fmean(e.spread for e in events), most=True)
    yield Row("winds: spread after whole events", 1, winds, most=True)
    longest = max(longest, *(event.seconds for event in events))
    yield Row("longest draw, s", SECONDS, longest, most=True)


def hub(o: Options) -> Iterator[Row]:
    found = json.loads(output("club_hub", "--tables", o.tables, "--speed", 4, "--seconds", o.seconds))
    yield from _whole(found, f"{o.tables} tables at four times their speed")
    yield Row("confirmed hand to the wall's feed, p95, s", DELAY_S, found["p95_s"], most=True)
    yield Row("memory of the hub, MB", MEMORY_MB, found["hub_mb"], most=True)


def faults(o: Options) -> Iterator[Row]:
    kills = ("--tables", 10, "--seconds", 300, "--kills", 50, "--entered", "--faults", "hub")
    yield from _whole(json.loads(output("club_hub", *kills)), "hub killed 50 times")
    cuts = ("--tables", 20, "--seconds", o.seconds, "--kills", 8, "--entered", "--faults", FAULTS)
    yield from _whole(json.loads(output("club_hub", *cuts)), "broker, bridge, network, database away")


def cluster(_: Options) -> Iterator[Row]:
    yield _tests("a NATS cluster whose node is killed during play", "tests/club/scale")


def tournament(_: Options) -> Iterator[Row]:
    yield _tests("a tournament of 32 players against sums made by hand", "tests/club/test_tournament.py")


def delay(_: Options) -> Iterator[Row]:
    yield _tests(
        "every address and feed as every role",
        "tests/club/web/live/test_delay.py",
        "tests/club/web/live/test_broadcast.py",
    )


def pages(_: Options) -> Iterator[Row]:
    yield _tests("pages in every language, axe-core", "tests/club/screens")


def _whole(found: dict[str, float], what: str) -> Iterator[Row]:
    yield Row(f"{what}: hands recorded", 1, found["recorded"])
    for fault in ("lost", "twice", "wrong"):
        yield Row(f"{what}: {fault}", 0, found[fault], most=True)


def _tests(what: str, *paths: str) -> Row:
    """How many tests there fail; one that was skipped proves nothing and counts, too."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
    with Progress(f"tests, {what}", 1):
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    counts = {word: int(n) for n, word in re.findall(r"(\d+) (\w+)", done.stdout.splitlines()[-1])}
    wrong = sum(counts.get(word, 0) for word in ("failed", "error", "errors", "skipped"))
    return Row(f"{what}: tests that fail", 0, wrong if counts.get("passed") else 1, most=True)


PARTS: Final[Parts] = {
    "seating": seating,
    "hub": hub,
    "faults": faults,
    "cluster": cluster,
    "tournament": tournament,
    "delay": delay,
    "pages": pages,
}


def seconds(part: str, o: Options) -> float:
    """How long a part takes; the tests among them as found on two cores."""
    found: dict[str, float] = {
        "seating": 60 + 8 * o.swiss,
        "hub": o.seconds + 90,
        "faults": 300 + o.seconds + 180,
        "cluster": 180,
        "tournament": 60,
        "delay": 90,
        "pages": 420,
    }
    return found[part]


def main() -> int:
    given = parser(__doc__, PARTS, seconds)
    given.add_argument("--swiss", type=int, default=10, help="Swiss events")
    given.add_argument("--tables", type=int, default=100)
    given.add_argument("--seconds", type=float, default=300.0)
    options = given.begin()
    given.need(no_broker())
    return asked(PARTS, options)


if __name__ == "__main__":
    sys.exit(main())
