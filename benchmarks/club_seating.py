"""How good and how fast the draws are: `python -m benchmarks.club_seating`.

Whole events by number of players and rounds, and Swiss events whose results are normal with a deviation of
12,000 points, as players of equal strength make them: those of a table make zero, or, reported beside,
each is independent. Rank spread is the mean of the places between the best and the worst of a table, from the
second round on; with the first round, where all are equal and the tables drawn by lot are neighbours, it is
reported beside. Seconds are the processor's. Exit 1 when a draw is worse than it may be.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.progress import Command, Options, each, tell
from club.seating.draw import History, Method, draw
from club.seating.measure import (
    Round,
    extra_meetings,
    max_meetings,
    rank_spread,
    table_revisits,
    wind_spread,
)

DEVIATION: Final = 12_000
HELD: Final = 910_000
"""Seeds from here on were never looked at when weights were chosen."""
EXTRA: Final = {
    (16, 5): 0, (24, 7): 0, (28, 8): 0, (32, 10): 0, (48, 15): 0, (64, 8): 0, (16, 8): 72, (24, 8): 31,
}  # fmt: skip
"""Extra meetings that an event may have."""
SECONDS: Final = 2.0
SWISS_EXTRA: Final = 10
SWISS_SPREAD: Final = 12.0
_ALONE: Final = (4 / 3) ** 0.5
"""Less the mean of four, a result has three quarters of the variance."""
NEIGHBOURS: Final = 3
"""The spread of a table of four neighbours."""


class Event(NamedTuple):
    extra: int
    most: int
    winds: int
    revisits: int
    seconds: float
    spread: float = 0.0


def whole(players: int, rounds: int, method: Method, seed: str) -> Event:
    began = time.process_time()
    seating = draw(range(players), rounds, method, seed=seed)
    seconds = time.process_time() - began
    done = seating.rounds
    return Event(extra_meetings(done), max_meetings(done), wind_spread(done), table_revisits(done), seconds)


def swiss(players: int, rounds: int, seed: int, zero_sum: bool = True) -> Event:
    """`winds` is the spread at the end, `seconds` the longest draw."""
    results, history = random.Random(seed), History()
    spreads, seconds = list[float](), 0.0
    for _ in range(rounds):
        began = time.process_time()
        new = draw(range(players), 1, Method.SWISS, history, seed=str(seed), last=rounds).rounds
        seconds = max(seconds, time.process_time() - began)
        if history.rounds:
            ranking = sorted(range(players), key=lambda player: -history.totals[player])
            spreads.append(rank_spread(new[0], ranking))
        gains = _results(new[0], results, zero_sum)
        totals = {player: history.totals.get(player, 0) + gain for player, gain in gains.items()}
        history = History((*history.rounds, *new), totals)
    done = history.rounds
    mean = sum(spreads) / len(spreads)
    return Event(
        extra_meetings(done), max_meetings(done), wind_spread(done), table_revisits(done), seconds, mean
    )


def _results(tables: Round, results: random.Random, zero_sum: bool) -> dict[int, int]:
    """Points of a round, each of deviation `DEVIATION`."""
    drawn = {player: results.gauss(0, DEVIATION) for player in range(4 * len(tables))}
    if not zero_sum:
        return {player: round(points / 100) * 100 for player, points in drawn.items()}
    gains = {}
    for four in tables:
        mean = sum(drawn[player] for player in four) / 4
        for player in four[1:]:
            gains[player] = round((drawn[player] - mean) * _ALONE / 100) * 100
        gains[four[0]] = -sum(gains[player] for player in four[1:])
    return gains


def fields() -> Iterator[tuple[int, int]]:
    """What must be reached first, then every other number of tables."""
    yield from EXTRA
    for players in [*range(16, 72, 4), 80, 100, 120, 160, 200]:
        for rounds in (5, 8, 10, 12, 15):
            if (players, rounds) not in EXTRA:
                yield players, rounds


def takes(options: Options) -> float:
    return float((0 if options.only_swiss else 60) + 16 * options.swiss)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--swiss", type=int, default=10, help="Swiss events; their seeds begin at 910000.")
    parser.add_argument("--only-swiss", action="store_true", help="Leave out whole events.")
    arguments = parser.begin()
    wrong = 0 if arguments.only_swiss else _whole_events()
    for zero_sum in (True, False):
        kind = "Swiss events, " + ("zero-sum" if zero_sum else "independent")
        seeds = each(kind, range(HELD, HELD + arguments.swiss))
        events = [swiss(32, 8, seed, zero_sum) for seed in seeds]
        if events:
            wrong += _reported(events, zero_sum)
    raise SystemExit(wrong > 0)


def _whole_events() -> int:
    """Prints what is drawn at once, and returns how many are worse than they may be."""
    wrong = 0
    print("players x rounds: extra meetings (fewest by counting), most of a pair, winds, revisits, seconds")
    for players, rounds in each("fields", list(fields())):
        fewest = max(0, 6 * (players // 4) * rounds - players * (players - 1) // 2)
        for method in (Method.PREDETERMINED, Method.RANDOM):
            found = whole(players, rounds, method, "benchmark")
            may = EXTRA.get((players, rounds)) if method is Method.PREDETERMINED or not fewest else None
            bad = (may is not None and found.extra > may) or found.winds > 1 or found.seconds > SECONDS
            wrong += bad
            tell(
                f"{players}x{rounds} {method.value:13} {found.extra:4} ({fewest}) {found.most} {found.winds} "
                f"{found.revisits:4} {found.seconds:5.2f}{'  WRONG' if bad else ''}"
            )
    return wrong


def _reported(events: Sequence[Event], zero_sum: bool) -> bool:
    """Prints Swiss events and their means, and says whether they are worse than they may be."""
    kind = "zero-sum" if zero_sum else "independent"
    for event in events:
        print(
            f"swiss 32x8 {kind}: extra {event.extra}, spread {event.spread:.1f}, winds {event.winds}, "
            f"{event.seconds:.2f} s"
        )
    extra, spread = fmean(event.extra for event in events), fmean(event.spread for event in events)
    print(
        f"swiss 32x8 {kind}, mean of {len(events)}: extra {extra:.2f}, spread {spread:.2f}, "
        f"with the first round {(7 * spread + NEIGHBOURS) / 8:.2f}",
        flush=True,
    )
    return extra > SWISS_EXTRA or spread > SWISS_SPREAD or any(event.winds > 1 for event in events)


if __name__ == "__main__":
    main()
