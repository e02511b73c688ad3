"""Time to read a question of `score`, `waits` and `settle`: `python -m benchmarks.questions`.

`--against FOLDER` measures another checkout in turns with this one and prints the ratios, so that a busy
machine slows both alike. Times are processor time, the least of all turns; what is valued afterwards is not
counted.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.progress import Command, Options, each, no_folder
from engine.tiles.tile import format_tiles
from tests.controller.cli.questions.test_settle import LINE
from tests.engine.winning import win

TURNS: Final = 7
COUNT: Final = 400
_MEASURE: Final = """
import json, sys, time
from engine.classical.query import settle_query
from engine.notation.query import hand_query, win_query
found = {}
for name, read in (("score", win_query), ("waits", hand_query), ("settle", settle_query)):
    lines, least = json.loads(sys.stdin.readline()), float("inf")
    for _ in range(5):
        begun = time.process_time()
        for line in lines:
            read(line)
        least = min(least, time.process_time() - begun)
    found[name] = 1e6 * least / len(lines)
print(json.dumps(found))
"""


def _lines(seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    rng = random.Random(seed)
    wins = [win(rng, 1) for _ in range(COUNT)]
    asked = []
    for at, won in enumerate(wins):
        melds = [
            {"type": meld.type.value, "tiles": format_tiles(meld.tiles), "called": str(meld.called)}
            if meld.open
            else {"type": meld.type.value, "tiles": format_tiles(meld.tiles)}
            for meld in won.melds
        ]
        line = {"id": at, "tiles": format_tiles(won.tiles), "melds": melds}
        table = {"win_tile": str(won.win_tile), "seat": 1, "from": 1, "dealer": 0, "round_wind": "E"}
        asked.append(line | table | {"riichi": won.closed, "dora_indicators": [], "honba": 0, "kyotaku": 1})
    hands = [{"id": line["id"], "tiles": line["tiles"], "melds": line["melds"]} for line in asked]
    return asked, hands, [LINE] * (COUNT // 4)


def _measured(folder: Path, text: str) -> dict[str, float]:
    process = subprocess.run(
        [sys.executable, "-c", _MEASURE],
        input=text,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    found: dict[str, float] = json.loads(process.stdout)
    return found


def takes(options: Options) -> float:
    return float((1 + bool(options.against)) * TURNS * 1.5)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--against", type=Path, help="Another checkout, measured in turns with this one.")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.begin()
    parser.need(no_folder(chosen.against, "another checkout"))
    text = "\n".join(map(json.dumps, _lines(chosen.seed)))
    folders = [Path.cwd(), *([chosen.against.resolve()] if chosen.against else [])]
    turns = [[_measured(folder, text) for folder in folders] for _ in each("turns", range(TURNS))]
    for name in ("score", "waits", "settle"):
        here, *there = (min(turn[i][name] for turn in turns) for i in range(len(folders)))
        ratio = f", {there[0]:.1f} there, {here / there[0]:.2f} times" if there else ""
        print(f"{name}: {here:.1f} µs{ratio}")


if __name__ == "__main__":
    main()
