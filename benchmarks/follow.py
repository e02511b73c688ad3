"""Whole games through the whole road: `python -m benchmarks.follow --seeds 1 2 --records FILE ...`.

Every game runs at speed 0 from the machine through the camera to the journal, and is compared with
what really happened at the virtual table. With `--venues 0` the first game is played at the first club
that was kept out of training, with its tile set, light, camera and habits, the second at the next, and so on;
with `--known` at clubs of which training may have seen some, to look for faults without using the others up.

With `--walls people` there is no machine, `raised` and `dealt` are bought tables, of which the second deals,
and with `--words none` nobody presses a button.
`--tile` and `--centre` say how long its tiles are and how wide the unit in its middle, `--markers` which
printed cards lie on its mat: all, the eight on the rim, or none, where touched corners calibrate it. With
`--dim` half of the light fails in the middle of the first hand.

With `--keep FOLDER` the tape of every game is kept, which `--tapes FILE ...` follows again in seconds.

People answer two questions of each hand (`--answers`). *unasked* counts as missed whatever an answer
gave: the tile that was named, and all that followed in a hand that waited for one.

One row a game and one for all. Exit 1 when a game falls short of what must be reached: final scores and
every hand's payments equal, F1 of all events at least 99.5 % unasked and 99.95 % with the answers.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, get_args

from benchmarks.followed import Game, head, row, summary
from benchmarks.progress import Command, Options, Progress, no_file, tell
from benchmarks.tape import Manner, Tape, Taped, replay
from benchmarks.touched import by_corners
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, loop, start
from controller.cli.run import PATIENCE_S, Walls
from controller.config import parse
from controller.eyes.steady import SteadyCamera
from controller.infer.begun import Raised
from controller.infer.question import place_of
from controller.loop.service import Service
from controller.table.journal import Record
from controller.table.journal_notes import ANSWER, QUESTION
from controller.virtual.compare import compare
from engine.notation.read import RecordError, read
from engine.state import events as ev
from engine.tiles.tile import Tile
from vision.calibration.mat import TILE_H, Zone
from vision.faces.makers import HELD
from vision.scene.camera import CameraFault, RenderedCamera

NOBODY: Final = "mqtt://127.0.0.1:1"
"""No screen listens: a broker that is not there."""
ANSWERS: Final = 2
"""Questions of a hand that people answer."""
HANDS_USUAL: Final = 10
"""Hands of a hanchan, for the time that it takes."""


@dataclass
class Watch:
    """Counts pictures, notices a table that does not go on."""

    running: Running
    frames: int = 0
    stuck: bool = False
    hands: int = 0
    _news: float = 0.0
    dims: bool = False
    """Half of the light fails in the first hand."""

    def turn(self, accepted: Sequence[ev.Event]) -> bool:
        """To be called at every turn; whether to go on."""
        self.frames += 1
        now = self.running.clock.now()
        if accepted:
            self._news = now
        self.hands += sum(isinstance(e, ev.HandEnded) for e in accepted)
        if self.dims and any(isinstance(e, ev.Discarded) for e in accepted):
            fail(self.running, CameraFault.DIM)
            self.dims = False
        self.stuck = not self.running.finished and now - self._news > PATIENCE_S
        return not (self.running.finished or self.stuck)


def fail(running: Running, fault: CameraFault) -> None:
    """From now on the rendered camera has this fault."""
    camera = running.service._parts.camera
    while isinstance(camera, SteadyCamera):
        camera = camera._camera
    assert isinstance(camera, RenderedCamera)
    camera.fault = fault


def table_of(preset: str, folder: Path, look: Mapping[str, object], walls: str) -> dict[str, object]:
    """The table's configuration. `look` is its section [virtual]; with `walls` other than "machine" it has
    none of ours, and where they have no `words`, silence accepts a result."""
    silent = look.get("words") == "none"
    return {
        "data": folder,
        "table": {
            **{"preset": preset, "walls": "people" if walls == "machine" else walls},
            **{"confirm": "silence" if silent else "all", "silence_s": 5},
        },
        "machine": {"kind": "simulated" if walls == "machine" else "none"},
        "broker": {"url": NOBODY},
        "virtual": dict(look),
    }


def follow(
    name: str,
    preset: str,
    wishes: Wishes,
    folder: Path,
    look: Mapping[str, object],
    keep: Path | None = None,
    walls: str = "machine",
    *,
    dim: bool = False,
) -> Game:
    """Plays one game to its end, or until it is stuck; its data lie under `folder`, its tape at `keep`.

    `look` and `walls` as in `table_of`.
    """
    described = table_of(preset, folder, look, walls)
    if look.get("markers") == "none":
        described["camera"] = {"calibration": by_corners(look, folder / "corners.json", wishes.seed or 0)}
    running = start(parse(described, "The benchmark"), wishes)
    try:
        begun = time.monotonic()
        watch = Watch(running, dims=dim)
        tape = None if keep is None else taped(running.service, keep)
        with Progress(f"{name}, hands", wishes.hands or HANDS_USUAL, lambda: watch.hands):
            loop(running, watch.turn)
        return followed(name, running, watch, tape, time.monotonic() - begun)
    finally:
        running.close()


def followed(name: str, running: Running, watch: Watch, tape: Taped | None, seconds: float) -> Game:
    """What was followed of the game that `running` has played in `seconds`; closes its `tape`."""
    world, table = running.world, running.service.table
    assert world is not None
    plans = world.plans if world.finished or watch.stuck else world.plans[:-1]
    if tape is not None:
        tape.close(plan.events for plan in plans)
    found = compare(plans, table.events)
    asked = [r.body for r in table.records if r.kind == QUESTION and r.body.get("assumed") is None]
    return Game(
        name,
        len(found.hands),
        found.paid,
        found.tallies,
        compare(plans, unasked(table.records)).tallies,
        dict(Counter(str(body["code"]) for body in asked)),
        found.followed_scores,
        found.scores,
        watch.stuck or not world.finished,
        watch.frames,
        seconds,
    )


def taped(service: Service, path: Path) -> Taped:
    """From now on everything that the service's inference receives is recorded, too."""
    started = service.table.events[0]
    assert isinstance(started, ev.GameStarted)
    parts, habits = service._parts, service._parts.habits
    ours, people = parts.device is not None, parts.walls is Raised.PEOPLE
    manner = Manner(ours, ours or people, habits.tiles_declare, habits.who, habits.silence_s)
    taped = Taped(path, started, manner)
    service._following.inference = taped
    return taped


def again(path: Path) -> Game:
    """A kept game followed once more, with the answers of then and without any."""
    tape = Tape.load(path)
    begun = time.monotonic()
    followed, without = replay(tape), replay(tape.unanswered())
    seconds = time.monotonic() - begun
    found, alone = compare(tape.plans, followed.events), compare(tape.plans, without.events)
    questions = dict(Counter(q.code for _, q in followed.asked if q.assumed is None))
    over = found.followed_scores is not None
    return Game(
        path.stem, len(found.hands), found.paid, found.tallies, alone.tallies, questions,
        found.followed_scores, found.scores, not over, len(tape.looks), seconds,
    )  # fmt: skip


def unasked(records: Sequence[Record]) -> list[ev.Event]:
    """The events of a journal as they would be had nobody answered.

    A discard or indicator that was named stays unread, one that was corrected stays as it was; a set or
    hand that was named ends the hand, and so does what people said to be no tile.
    """
    out: list[ev.Event] = []
    answer: tuple[Zone, int, Tile] | None = None
    waits = False
    for record in records:
        if record.kind == ANSWER:
            place = place_of(str(record.body["question"]))
            said = record.body["tile"]
            if place is not None and said is None:
                waits = True
            elif place is not None:
                answer = (place[0], place[1], Tile.parse(str(said)))
                waits |= place[0] in (Zone.MELD, Zone.HAND)
        event = record.event
        if isinstance(event, ev.HandStarted):
            waits = False
        if isinstance(event, ev.Correct):
            answer = None
        if event is None or isinstance(event, ev.Correct) or waits:
            continue
        if answer is not None and not isinstance(event, ev.Drawn):
            event, answer = _unread(event, *answer), None
        if event is not None:
            out.append(event)
    return out


def _unread(event: ev.Event, zone: Zone, seat: int, tile: Tile) -> ev.Event | None:
    """The event right after an answer without what the answer gave."""
    if zone is Zone.POND and isinstance(event, ev.Discarded) and (event.seat, event.tile) == (seat, tile):
        return replace(event, tile=None)
    if zone is Zone.POND and isinstance(event, ev.Identified) and (event.seat, event.tile) == (seat, tile):
        return None
    if zone is Zone.WALL and isinstance(event, ev.DoraRevealed | ev.UraRevealed):
        return None
    return event


def record_of(path: Path) -> tuple[ev.Event, ...]:
    """The events of a record file; RecordError and OSError as they come."""
    return tuple(read(path.read_text(encoding="utf-8").splitlines()))


def games(options: argparse.Namespace) -> Iterator[tuple[str, str, Wishes, dict[str, object]]]:
    """Name, preset, wishes and look of every game. Records are read only when their turn comes."""
    for n, what in enumerate((*options.seeds, *options.records)):
        look: dict[str, object] = {"answers": options.answers, "words": options.words}
        look |= {"tile": options.tile, "centre": options.centre, "markers": options.markers}
        at = ""
        if options.venues is not None:
            look["venue"] = options.venues + n + (0 if options.known else HELD)
            at = f" at {look['venue']}"
        wishes = Wishes(speed=0, seed=1, hands=options.hands, new=True)
        if n < len(options.seeds):
            yield f"seed {what}{at}", options.preset, replace(wishes, seed=what), look
        else:
            yield f"{what.stem}{at}", "tenhou", replace(wishes, record=record_of(what)), look


def _played(options: argparse.Namespace) -> Iterator[Game]:
    yield from map(again, options.tapes)
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    for name, preset, wishes, look in games(options):
        keep = None if options.keep is None else options.keep / f"{name.replace(' ', '-')}.jsonl"
        with tempfile.TemporaryDirectory() as folder:
            yield follow(name, preset, wishes, Path(folder), look, keep, options.walls, dim=options.dim)


def takes(options: Options) -> float:
    games = max(1, len(options.seeds) + len(options.records) - len(options.tapes))
    return float(150 * games * (options.hands or HANDS_USUAL) / HANDS_USUAL + 6.0 * len(options.tapes))


def main() -> int:
    parser = Command(__doc__, takes)
    parser.add_argument("--seeds", type=int, nargs="*", default=[])
    parser.add_argument("--records", type=Path, nargs="*", default=[])
    parser.add_argument("--preset", default="rrc", help="rules of the seeds' games, such as classical")
    parser.add_argument("--venues", type=int, help="the first game's club, counted from those kept out")
    parser.add_argument("--known", action="store_true", help="count clubs from 0, not from those kept out")
    parser.add_argument("--answers", type=int, default=ANSWERS, help="questions of a hand that are answered")
    parser.add_argument(
        "--walls", choices=get_args(Walls), default="machine", help="who raises the walls, or deals"
    )
    parser.add_argument("--words", choices=("all", "none"), default="all", help="what people say by buttons")
    parser.add_argument("--tile", type=float, default=TILE_H, help="length of a tile in mm")
    parser.add_argument("--centre", type=float, default=0.0, help="side in mm of a unit in the middle")
    parser.add_argument(
        "--markers", choices=("all", "rim", "none"), default="all", help="printed cards on the mat"
    )
    parser.add_argument("--dim", action="store_true", help="half of the light fails in the first hand")
    parser.add_argument("--hands", type=int, help="end every game after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the tapes of the games")
    parser.add_argument("--tapes", type=Path, nargs="*", default=[], help="kept games, followed again")
    parser.add_argument("--json", action="store_true", help="one line a game, with every tally")
    options = parser.begin()
    if not (options.seeds or options.records or options.tapes):
        parser.error("give --seeds, --records or --tapes")
    parser.need(*(no_file(path, "name a file that is there") for path in (*options.records, *options.tapes)))
    return told("follow", _played(options), as_json=options.json)


def told(command: str, games: Iterator[Game], *, as_json: bool) -> int:
    """Prints a row a game and one for all; the exit status of `command`."""
    if not as_json:
        print(head())
    played: list[Game] = []
    try:
        for game in games:
            played.append(game)
            tell(json.dumps(game.plain()) if as_json else row(game))
    except (OSError, RecordError) as error:
        print(f"{command}: the record cannot be played: {error}", file=sys.stderr)
        return 2
    print(json.dumps(summary(played)))
    return 0 if all(game.reached for game in played) else 1


if __name__ == "__main__":
    sys.exit(main())
