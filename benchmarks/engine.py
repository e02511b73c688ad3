"""Speed of the rules engine beside other libraries: `python -m benchmarks.engine`.

Scoring and shanten are measured against PyPI `mahjong`, and against `riichienv` (Rust) where it is
installed, in one process and in turns of `TURN` hands, so that a busy machine slows all of them alike. No
hand is seen twice: *cold* are the first 20,000 hands after the import, *warm* 20,000 others, when the engine
remembers what it found for the suits of the first. What is measured is the call with the objects
that a library takes, which are made before. Then the import in fresh processes, and whole records followed
event by event with every check of legality.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mahjong.shanten import Shanten

from benchmarks.progress import Command, Options, each, tell
from engine.notation.read import read
from engine.play.apply import apply
from engine.rules.ruleset import Ruleset
from engine.state.events import Event, HandEnded
from engine.tiles.meld import MeldType
from engine.tiles.shape import counts, shanten
from engine.tiles.tile import tile_of_id
from engine.value.score import value
from engine.value.win import Win
from tests.engine.board import Dealer
from tests.engine.library import Question, question
from tests.engine.winning import ALL_KINDS, RARE, Pools, win

TURN: Final = 100
"""Hands of one library before the next one's turn."""
RULES: Final = Ruleset.preset("rrc", {"fu.tsumo_with_rinshan": 2})
"""Rules that the library has, too."""
RUST: Final[Any] = importlib.import_module("riichienv") if importlib.util.find_spec("riichienv") else None
RUST_MELDS: Final = {
    MeldType.CHI: "Chi",
    MeldType.PON: "Pon",
    MeldType.DAIMINKAN: "Daiminkan",
    MeldType.SHOUMINKAN: "Kakan",
    MeldType.ANKAN: "Ankan",
}
GAMES: Final = Path("../shared/games")
Job = Callable[[], object]
IMPORT: Final = """
import time
begun = time.perf_counter()
import engine.play.apply, engine.value.score
print(time.perf_counter() - begun)
"""


@dataclass(frozen=True, slots=True)
class Contest:
    """Microseconds a hand by contestant, one number a turn; ours is the first."""

    name: str
    turns: dict[str, list[float]]

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for the cold and the warm half of each contestant, `ratio` how many times faster ours is."""
        ours, *_ = self.turns.values()
        half = len(ours) // 2
        for state, part in (("cold", slice(half)), ("warm", slice(half, None))):
            for who, turns in self.turns.items():
                ratio = statistics.median(b / a for a, b in zip(ours[part], turns[part], strict=True))
                yield {
                    "contest": self.name,
                    "state": state,
                    "who": who,
                    "median_us": round(statistics.median(turns[part]), 2),
                    "least_us": round(min(turns[part]), 2),
                    "ratio": round(ratio, 2),
                }


def contest(name: str, hands: Sequence[dict[str, Job]]) -> Contest:
    """Lets the contestants do the hands in turns; each hand is one job for each of them."""
    turns: dict[str, list[float]] = {who: [] for who in hands[0]}
    gc.collect()
    gc.disable()
    for start in each(name, range(0, len(hands), TURN)):
        turn = hands[start : start + TURN]
        for who, times in turns.items():
            jobs = [hand[who] for hand in turn]
            begun = time.perf_counter()
            for job in jobs:
                job()
            times.append((time.perf_counter() - begun) * 1e6 / len(jobs))
    gc.enable()
    return Contest(name, turns)


def scoring(name: str, pools: Pools, count: int, seed: int) -> Contest:
    rng = random.Random(seed)
    return contest(name, [_scored(win(rng, 1, pools)) for _ in range(2 * count)])


def _scored(won: Win) -> dict[str, Job]:
    asked = question(won, RULES)
    jobs: dict[str, Job] = {"engine": lambda: value(won, RULES), "mahjong": asked.ask}
    if RUST is not None:
        jobs["riichienv"] = _rust_job(won, asked)
    return jobs


def _rust_job(won: Win, asked: Question) -> Job:
    sets = [
        RUST.Meld(getattr(RUST.MeldType, RUST_MELDS[ours.type]), list(theirs.tiles), ours.open)
        for ours, theirs in zip(won.melds, asked.melds, strict=True)
    ]
    own = asked.tiles[: len(won.tiles)]
    how = RUST.Conditions(
        tsumo=won.tsumo,
        riichi=won.riichi,
        double_riichi=won.double_riichi,
        ippatsu=won.ippatsu,
        haitei=won.haitei,
        houtei=won.houtei,
        rinshan=won.rinshan,
        chankan=won.chankan,
        player_wind=won.seat_wind,
        round_wind=won.round_wind,
    )
    return lambda: RUST.HandEvaluator(own, sets).calc(asked.win_tile, asked.indicators, how, asked.ura)


def distances(count: int, seed: int) -> Contest:
    rng = random.Random(seed)
    return contest("shanten", [_measured(rng.sample(range(136), 13)) for _ in range(2 * count)])


def _measured(ids: list[int]) -> dict[str, Job]:
    tiles = tuple(tile_of_id(tile) for tile in ids)
    kinds = counts(tiles)
    jobs: dict[str, Job] = {
        "engine": lambda: shanten(tiles),
        "mahjong": lambda: Shanten.calculate_shanten(kinds),
    }
    if RUST is not None:
        jobs["riichienv"] = lambda: RUST.calculate_shanten(ids)
    return jobs


def imports(times: int) -> float:
    """Least milliseconds of importing the state machine and the values, each time in a fresh process."""
    command = [sys.executable, "-c", IMPORT]
    env = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    runs = [subprocess.run(command, check=True, capture_output=True, env=env) for _ in range(times + 1)]
    # The first one writes the bytecode.
    return min(float(run.stdout) for run in runs[1:]) * 1000


def records() -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Whole hanchans: the recorded ones where they are, else one played here."""
    for path in sorted(GAMES.glob("*.mjson")):
        yield path.stem, tuple(read(path.read_text(encoding="utf-8").splitlines()))
    if not any(GAMES.glob("*.mjson")):
        dealer = Dealer("tenhou", 1)
        dealer.play_game()
        yield "played here", tuple(dealer.events)


def followed(events: Sequence[Event], times: int) -> list[float]:
    """Milliseconds of applying a record, every event checked."""
    out = []
    for _ in range(times):
        gc.collect()
        game = None
        begun = time.perf_counter()
        for event in events:
            game = apply(game, event, trust=True)
        out.append((time.perf_counter() - begun) * 1000)
    return out


def takes(options: Options) -> float:
    return float(10 + 0.003 * options.hands + 2 * options.times)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--hands", type=int, default=20_000, help="cold, and as many warm")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--times", type=int, default=7, help="of each import and record")
    options.add_argument("--json", action="store_true")
    given = options.begin()
    for row in _rows(given.hands, given.seed, given.times):
        tell(json.dumps(row) if given.json else _line(row))
    return 0


def _rows(hands: int, seed: int, times: int) -> Iterator[dict[str, Any]]:
    yield from distances(hands, seed).rows()
    yield from scoring("score", ALL_KINDS, hands, seed).rows()
    yield from scoring("score, rare yaku", RARE, hands, seed).rows()
    yield {"contest": "import engine.play.apply and engine.value.score", "least_ms": round(imports(times), 1)}
    for name, events in each("records", list(records())):
        found = followed(events, times)
        hands_played = sum(isinstance(event, HandEnded) for event in events)
        yield {
            "contest": f"follow {name}, {hands_played} hands, {len(events)} events",
            "first_ms": round(found[0], 1),
            "least_ms": round(min(found), 1),
            "median_ms": round(statistics.median(found), 1),
        }


def _line(row: dict[str, Any]) -> str:
    name = " ".join(str(row[key]) for key in ("contest", "state", "who") if key in row)
    numbers = (
        f"{key.replace('_', ' ')} {number}" for key, number in row.items() if isinstance(number, float)
    )
    return f"{name:<48}{'   '.join(numbers)}"


if __name__ == "__main__":
    sys.exit(main())
