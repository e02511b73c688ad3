"""What the club's log costs: submitting, reading a whole tournament again, taking back, memory.

    python -m benchmarks.club_log [--players 200] [--rounds 15] [--hands 12] [--url sqlite:////tmp/club.db]

Every hand carries 70 lines of moves, as a table sends them. Without `--url` the database lies in memory
(/dev/shm), so that no disk is measured. Times are those of the processor.
"""

from __future__ import annotations

import gc
import json
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.progress import Command, Options, Progress
from club.log.desk import Accepted, LogDesk
from club.log.events import (
    Event,
    GameRecorded,
    HandRecorded,
    Registered,
    Reverted,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    TournamentCreated,
)
from club.log.events.base import Record, Sitting
from club.log.store.store import Store
from club.log.tournament.finals import final_standings
from engine.state.events import EndReason

MOVES = tuple({"type": "dahai", "actor": i % 4, "pai": "5m", "tsumogiri": bool(i % 3)} for i in range(70))


def scores(hand: int) -> tuple[int, int, int, int]:
    return 30_000 + 100 * hand, 30_000 - 100 * hand, 30_000, 30_000


def played(round_: int, table: int, hand: int) -> HandRecorded:
    record = Record(
        dealer=hand % 4,
        wind=0,
        number=1 + hand % 4,
        reason=EndReason.WIN,
        winners=(0,),
        deltas=(100, -100, 0, 0),
        scores=scores(hand + 1),
        moves=MOVES,
    )
    game = f"{round_}.{table}"
    return HandRecorded(tournament=1, round=round_, table=table, game=game, hand=hand, record=record)


def tournament(players: int, rounds: int, hands: int) -> Iterator[list[Event]]:
    """Transactions of a whole event, hands of all tables mixed as they come."""
    yield [TournamentCreated(tournament=1, name="Benchmark", preset="rrc")]
    yield [Registered(tournament=1, person=p) for p in range(1, players + 1)]
    yield [StageAdded(tournament=1, stage=1, method="manual", rounds=rounds)]
    tables = players // 4
    for number in range(1, rounds + 1):
        sittings = tuple(
            Sitting(table=t + 1, players=(4 * t + 1, 4 * t + 2, 4 * t + 3, 4 * t + 4)) for t in range(tables)
        )
        yield [RoundDrawn(tournament=1, round=number, method="manual", sittings=sittings)]
        yield [RoundStarted(tournament=1, round=number)]
        for hand in range(hands):
            for table in range(1, tables + 1):
                yield [played(number, table, hand)]
        for table in range(1, tables + 1):
            yield [
                GameRecorded(
                    tournament=1,
                    round=number,
                    table=table,
                    source="table",
                    game=f"{number}.{table}",
                    hands=hands,
                    scores=scores(hands),
                )
            ]
        yield [RoundClosed(tournament=1, round=number)]


def timed(work: Any) -> tuple[float, Any]:
    """Seconds of the processor, which other programs do not blur, and the result."""
    start = time.thread_time()
    result = work()
    return time.thread_time() - start, result


def resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def takes(options: Options) -> float:
    return float(options.players * options.rounds * options.hands / 4 * 0.0014 + 10)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--url")
    options = parser.begin()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        url = options.url or f"sqlite:///{Path(folder) / 'club.db'}"
        print(json.dumps(measure(url, options.players, options.rounds, options.hands), indent=2))


def measure(url: str, players: int, rounds: int, hands: int) -> dict[str, object]:
    before = resident_mb()
    desk, took = LogDesk(Store(url)), list[float]()
    with Progress("hands", players // 4 * rounds * hands, lambda: len(took)):
        for number, events in enumerate(tournament(players, rounds, hands)):
            seconds, outcome = timed(lambda n=number, e=events: desk.submit(e, "hub", f"k{n}", n))
            assert isinstance(outcome, Accepted), outcome
            took.append(seconds)
    memory = resident_mb()
    took.sort()
    whole = sum(took)
    last = len(took) - 1
    replay, again = timed(lambda: LogDesk(Store(url)))
    assert again.state == desk.state
    undo, outcome = timed(lambda: desk.submit(Reverted(tournament=1, seqs=(desk.state.seq,)), "a", "undo", 0))
    assert isinstance(outcome, Accepted), outcome
    standing, _ = timed(lambda: final_standings(desk.state.tournament(1)))
    verify, entries = timed(Store(url).verify)
    return {
        "entries": entries,
        "submit_ms": {
            "p50": 1000 * took[last // 2],
            "p95": 1000 * took[int(0.95 * last)],
            "max": 1000 * took[-1],
        },
        "submits_per_s": len(took) / whole,
        "replay_s": replay,
        "revert_s": undo,
        "standings_s": standing,
        "verify_s": verify,
        "memory_mb": memory - before,
    }


if __name__ == "__main__":
    main()
