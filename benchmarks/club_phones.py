"""Run: python -m benchmarks.club_phones [--tables N] [--rounds N]

An evening without electronics through the hub: the organiser's pages from an empty folder on, and tables of
four players who enter every hand on a telephone (360 x 740). Each table plays a recorded game; all tables of
a round are entered hand by hand in turn. Exit 1 where anybody gets another result than the records say; a
hand that moves anything else ends it at once.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, Progress, no_broker, no_browser, tell
from tests.club.evenings.hall import opened
from tests.club.evenings.organiser import Organiser
from tests.club.evenings.phones import Players, evening
from tests.club.evenings.readers import ema
from tests.club.evenings.test_plain import name_of
from tests.controller.browser import chromium
from tests.controller.scored import GAMES, scored

HAND_S: Final = 4.0
GIVEN: Final = ("Anna", "Bo", "Chie", "Dan", "Eva", "Fedir", "Gunta", "Hiro")
FAMILY: Final = ("Ozola", "Ek", "Sato", "Orlov")


def takes(options: Options) -> float:
    return 60.0 + 11 * int(options.tables) * int(options.rounds) * HAND_S


def people(count: int) -> list[str]:
    """Names that all differ."""
    return [f"{given} {family}" for family in FAMILY for given in GIVEN][:count]


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--rounds", type=int, default=2)
    given = options.begin()
    wanted = given.tables * given.rounds
    absent = None if len(GAMES) >= wanted else f"{wanted} recorded games are wanted: ../shared/games"
    options.need(no_browser(), no_broker(), absent)
    games = [scored(path) for path in GAMES[:wanted]]
    rounds = [games[n * given.tables : (n + 1) * given.tables] for n in range(given.rounds)]
    hands = sum(len(game.hands) for game in games)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "downloads").mkdir()
        with (
            opened(folder) as hub,
            chromium(folder / "organiser", downloads=folder / "downloads") as desk,
            chromium(folder / "phone", downloads=folder / "downloads") as phone,
            Progress("hands", hands) as progress,
        ):
            one, phones = Organiser(desk, folder / "downloads"), Players(phone, folder / "downloads")
            begun = time.monotonic()
            totals = evening(one, phones, hub.link, people(4 * given.tables), rounds, progress.step)
            took = time.monotonic() - begun
            found = {name_of(line): int(line["Score"]) for line in ema(one.exports("ema"))}
    tell(f"{4 * given.tables} players, {wanted} games, {hands} hands: each moved what its record says")
    same = sum(found[name] == points for name, points in totals.items())
    tell(f"results as counted from the records: {same} of {len(totals)}")
    tell(f"{took / 60:.1f} min, {took / hands:.1f} s a hand with everything beside it")
    return 0 if same == len(totals) else 1


if __name__ == "__main__":
    sys.exit(main())
