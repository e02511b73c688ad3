"""Hands opened for nothing where nobody presses a button: `python -m benchmarks.declarations --cases 200`.

Perfect eyes, people who build the walls, tiles that say everything. Between the moves somebody opens a hand
by mistake, shows tiles to a neighbour, knocks the hand over or lifts it, for one to fifteen seconds, and
stands it up again. Nothing may be declared of it, a whole hand that lies open for longer must be asked
about, and every hand of the games has to be paid as it was played. Exit 1 where one is not.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, Progress, tell
from controller.infer.begun import Raised
from tests.flows.mishaps import KINDS, Case, Mishaps
from tests.flows.silent import play

HANDS: Final = 4
"""Of each game."""


def takes(options: Options) -> float:
    return float(0.45 * options.cases)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--cases", type=int, default=200, help="stop after so many")
    options.add_argument("--seed", type=int, default=1, help="of the first game")
    options.add_argument("--preset", default="rrc")
    options.add_argument("--walls", default="people", choices=[walls.value for walls in Raised])
    given = options.begin()
    cases: list[Case] = []
    hands = paid = 0
    seed = given.seed
    with Progress("cases", given.cases) as progress, tempfile.TemporaryDirectory() as folder:
        while len(cases) < given.cases:
            mishaps, of = Mishaps(seed), Path(folder) / str(seed)
            of.mkdir()
            report = play(Raised(given.walls), given.preset, seed, of, HANDS, mishaps=mishaps)
            cases += mishaps.cases
            hands, paid = hands + len(report.hands), paid + report.paid
            if not report.equal:
                tell(f"seed {seed}: {report.paid} of {len(report.hands)} hands paid as played")
            progress.step(len(mishaps.cases))
            seed += 1
    return _report(cases, hands, paid)


def _report(cases: list[Case], hands: int, paid: int) -> int:
    count = Counter(case.kind for case in cases)
    right = Counter(case.kind for case in cases if case.as_it_should_be)
    asked = Counter(case.kind for case in cases if case.asked)
    for kind in KINDS:
        tell(f"{kind:<10}{count[kind]:>5} cases{right[kind]:>6} as it should be{asked[kind]:>6} asked about")
    tell(f"{'all':<10}{len(cases):>5} cases{right.total():>6} as it should be")
    tell(f"{paid} of {hands} hands paid as played")
    return 0 if (right.total(), paid) == (len(cases), hands) else 1


if __name__ == "__main__":
    sys.exit(main())
