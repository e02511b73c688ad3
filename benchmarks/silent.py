"""Whole games in which nobody presses a button, by perfect eyes: `python -m benchmarks.silent --games 21`.

Tables without electronics: people build the walls, a bought table raises them, or it deals, too; the kinds
and the presets take turns. Each game is followed to its end and compared with what happened. `--records`
plays games that strangers played (mjai, one file each) in place of our own. With `--unseen` no walls ever
count as standing, and each hand is followed from its discards. With `--weak` the eyes miss tiles, doubt them
and lose sight of them, and people answer what they are asked. Exit 1 where a game was not followed right.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, each, no_folder, tell
from controller.infer.begun import Raised
from controller.virtual.compare import Report
from engine.notation.read import read
from engine.state.events import Event
from tests.flows.scene_eyes import LateEyes
from tests.flows.silent import play
from tests.flows.weak_eyes import WeakEyes

PRESETS: Final = ("rrc", "ema_2012", "ema", "wrc", "japanese", "tenhou", "mahjong_soul")
RECORD: Final = "*.mjson"
GAME_S: Final = 15
"""A whole game, usually."""


@dataclass(frozen=True, slots=True)
class Game:
    """One of the benchmark; `record` is None where it is our own."""

    name: str
    seed: int
    walls: Raised
    preset: str
    record: Sequence[Event] | None = None

    def line(self, report: Report) -> str:
        paid = f"{report.paid} of {len(report.hands)} hands paid as played"
        tallies = ", ".join(
            f"{kind}: {tally.right} of {tally.total}, {tally.extra} invented"
            for kind, tally in report.tallies.items()
            if tally.wrong or tally.missing or tally.extra
        )
        found = f"; {tallies}" if tallies else ""
        return f"{self.name} ({self.walls.value}, {self.preset}): {paid}{found}"


def own(seed: int, count: int) -> list[Game]:
    """Games of our own players."""
    kinds = list(Raised)
    return [
        Game(f"seed {n}", n, kinds[n % len(kinds)], PRESETS[n % len(PRESETS)])
        for n in range(seed, seed + count)
    ]


def recorded(folder: Path, first: int) -> list[Game]:
    """Games of strangers, by the rules of the server on which they were played; `first` is the kind of table
    of the first one."""
    kinds = list(Raised)
    return [
        Game(
            path.name,
            n,
            kinds[(first + n) % len(kinds)],
            "tenhou",
            read(path.read_text("utf-8").splitlines()),
        )
        for n, path in enumerate(sorted(folder.glob(RECORD)))
    ]


def followed(games: Sequence[Game], given: Options) -> Iterator[tuple[Game, Report]]:
    """Each game with what was followed of it."""
    answers = given.answers if given.weak else 0
    for game in each("games", games):
        eyes = WeakEyes(game.seed) if given.weak else LateEyes(given.late)
        with tempfile.TemporaryDirectory() as name:
            kind, folder = (game.walls, game.preset, game.seed), Path(name)
            report = play(
                *kind, folder, None, record=game.record, begun=not given.unseen, eyes=eyes, answers=answers
            )
            yield game, report


def takes(options: Options) -> float:
    return float(GAME_S * options.games)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--games", type=int, default=21)
    options.add_argument("--seed", type=int, default=1, help="of the first game; of records the first table")
    options.add_argument("--records", type=Path, help="a folder of recorded games, all are played")
    options.add_argument("--unseen", action="store_true", help="nobody sees a hand begin")
    options.add_argument("--late", type=int, default=0, help="discards beside which no indicator is read")
    options.add_argument("--weak", action="store_true", help="eyes that miss, doubt and lose tiles")
    options.add_argument("--answers", type=int, default=9, help="questions of a hand that are answered then")
    given = options.begin()
    options.need(no_folder(given.records, "recorded games (mjai)"))
    games = own(given.seed, given.games) if given.records is None else recorded(given.records, given.seed)
    perfect = paid = hands = 0
    for game, report in followed(games, given):
        perfect, paid, hands = perfect + report.equal, paid + report.paid, hands + len(report.hands)
        tell(game.line(report))
    tell(f"{perfect} of {len(games)} games perfect, {paid} of {hands} hands paid as played")
    return 0 if perfect == len(games) else 1


if __name__ == "__main__":
    sys.exit(main())
