"""Games at tables that POV-Ray draws, through the whole road: `python -m benchmarks.povray.game --hands 1`.

As `benchmarks.follow`, but another program draws the pictures, with faces that nobody here drew: each state
in which the table rests, with arms over it in between (`benchmarks.povray.painter`). Every game has a club of
its own, by its seed: set (its family by turns), room, cloth, camera, sensor. `--records` plays games of
strangers. What people do at the table is ours. A hand takes some ten minutes. Needs what `benchmarks.povray`
needs.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, get_args
from unittest import mock

import numpy as np

from benchmarks.follow import ANSWERS, HANDS_USUAL, follow, record_of, told
from benchmarks.followed import Game
from benchmarks.povray import drawing, faces
from benchmarks.povray.club import Club
from benchmarks.povray.painter import Painter
from benchmarks.povray.taught import by_two_looks
from benchmarks.progress import Command, Options, no_file
from controller.assembly import devices, run
from controller.assembly.resuming import Wishes
from controller.cli.run import Walls
from vision.nets.enrol import TileSet
from vision.scene.venue import Venue

BLUR_PX: Final = (0.5, 1.0)
NOISE: Final = (1.5, 4.0)
HABITS: Final = ("tidy", "loose", "messy")
HAND_S: Final = 600.0
PICTURE_S: Final = 600.0
"""A picture of the whole table takes longer than a main loop that turns, which would count as hanging."""


def painter(club: Club) -> tuple[Painter, str]:
    """The club's camera in its first light, and the habits of its people."""
    rng = np.random.default_rng([club.seed, 60606])
    mess = HABITS[rng.integers(len(HABITS))]
    blur, noise = rng.uniform(*BLUR_PX), rng.uniform(*NOISE)
    return Painter(club.places[0], club.tiles, club.seed, blur, noise), mess


@contextmanager
def at(club: Club, drawn: Painter, known: TileSet | None) -> Iterator[None]:
    """Virtual tables stand in this club, and their set is `known`."""

    def rig(*_: object, **__: object) -> Painter:
        return drawn

    rigged = mock.patch.object(Venue, "rig", rig)
    read = mock.patch.object(devices, "known_set", return_value=known)
    with rigged, read, mock.patch.object(run, "HANG_S", PICTURE_S):
        yield


def games(options: Options) -> Iterator[Game]:
    for n, seed in enumerate(range(options.first, options.first + options.clubs)):
        club = Club.of(seed)
        drawn, mess = painter(club)
        known, said = by_two_looks(club, options.keep) if options.taught else (None, "untaught")
        name = f"{seed}: {club.tiles.drawings.name}, {club.places[0].room}, {said}"
        look = {"answers": options.answers, "words": options.words, "mess": mess}
        record = record_of(options.records[n % len(options.records)]) if options.records else None
        wishes = Wishes(speed=0, seed=seed, hands=options.hands, new=True, record=record)
        keep = None if options.keep is None else options.keep / f"povray-{seed}.jsonl"
        preset = "tenhou" if record else options.preset
        with tempfile.TemporaryDirectory() as folder, at(club, drawn, known):
            yield follow(name, preset, wishes, Path(folder), look, keep, options.walls)


def takes(options: Options) -> float:
    return float(HAND_S * options.clubs * (options.hands or HANDS_USUAL))


def main() -> int:
    parser = Command(__doc__, takes)
    parser.add_argument("--clubs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="seed of the first club and its game")
    parser.add_argument("--taught", action="store_true", help="teach each set by two looks, as the page does")
    parser.add_argument("--records", type=Path, nargs="*", default=[], help="recorded games, by turns")
    parser.add_argument("--preset", default="rrc", help="rules of games that are not recorded")
    parser.add_argument("--answers", type=int, default=ANSWERS, help="questions of a hand that are answered")
    parser.add_argument(
        "--walls", choices=get_args(Walls), default="machine", help="who raises the walls, or deals"
    )
    parser.add_argument("--words", choices=("all", "none"), default="all", help="what people say by buttons")
    parser.add_argument("--hands", type=int, help="end every game after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the tapes of the games")
    parser.add_argument("--json", action="store_true", help="one line a game, with every tally")
    options = parser.begin()
    parser.need(drawing.absent() or faces.absent())
    parser.need(*(no_file(path, "name a file that is there") for path in options.records))
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    return told("game", games(options), as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
