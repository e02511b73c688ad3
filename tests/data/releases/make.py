"""Makes the golden files of a release with its own code: `python -m tests.data.releases.make VERSION`.

Run it in a checkout of the release, once; the files are committed and never made again (docs/release.md).
What was written then, and how it must be read for ever, stands in `expected.json` beside them.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from club.hub.timekeeper import CLOCK_FILE, Timekeeper
from club.log.events import RoundStarted, TimeAdded
from contract.roles import Role
from contract.topics import Topics
from controller.assembly.resuming import Wishes
from controller.assembly.run import start
from controller.broker.accounts import Account, Accounts
from controller.broker.club import ClubBroker, Settings
from controller.bus.gate import Gate, Order
from controller.bus.replies import Replies
from controller.config import Config
from controller.evidence.store import PICTURE, Store
from controller.sentences.refusals import Refusal
from controller.table.games import Games
from controller.table.journal import Journal, read
from controller.table.writer import Accepted, Table
from controller.virtual.plan import PlayedPlan
from engine.result.game import next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile
from firmware_bridge.message import MachineState
from tests.club.log.build import created, drawn, registered, stage
from tests.club.log.states import after
from tests.controller.club_link.sitting import assign, play
from tests.controller.desk import Desk, FakeBus
from vision.calibration.by_markers import calibrate
from vision.eyes.taught import Taught
from vision.nets.detect import FACES
from vision.nets.enrol import tile_set
from vision.scene.render import Renderer
from vision.scene.scene import Scene

HERE: Final = Path(__file__).parent
NAMES: Final = ("A", "B", "C", "D")
RIICHI_SEED: Final = 4
"""Of a game with riichi, all three kinds of kan, wins of both kinds and an exhaustive draw."""
CLASSICAL_SEED: Final = 1
CLASSICAL: Final = {"classical.flowers": False}
LIVE_DISCARDS: Final = 24
"""After which the game in play is left."""
WHOLE: Final = "20261101-180002-000aaaa"
"""The second game of its table: the first one was put aside when the club assigned this one."""
LIVE: Final = "20261101-200000-000bbbb"
WALL_MS: Final = 1_793_556_000_000
"""1 November 2026, 18:00 UTC: the time of day of what is not stamped by a running table."""
SECRET: Final = "the secret of a golden file"
LARGE: Final = 20_000
"""Bytes from which on a file is packed."""


class Kept(FakeBus):
    """A bus whose gate remembers commands in a file."""

    file: Path

    def __init__(self) -> None:
        super().__init__()
        self.replies = Replies(self.file, "golden", lambda: WALL_MS)
        topics = Topics("home", "table-1")
        self.gate = Gate(topics, self.replies, "golden", lambda: WALL_MS, int)

    def answer(self, command: Order, why_not: Refusal | None = None) -> None:
        super().answer(command, why_not)
        self.replies.finish(command.sender, command.id, self.answers[-1])


class Hall(Desk):
    """A table whose service writes below a data directory, as `jantaku run` does."""

    BUS = Kept

    @property
    def path(self) -> Path:
        return self.folder / "games" / f"20261101-18000{self.games}-000aaaa.jsonl"


def whole_riichi(data: Path) -> None:
    """An assigned game with all that a journal may hold; its first hands the club has, the others wait."""
    Kept.file = data / "commands.sqlite"
    desk = Hall(data)
    desk.machine(MachineState.READY)
    assert assign(desk).ok
    assert desk.says("seat.signed", seat=0, ok=True, person=11).ok
    assert desk.says("clock.start").ok
    for n, hand in enumerate(_hands("rrc", {}, RIICHI_SEED)):
        if n == 3:
            _chombo(desk, hand)
        play(desk, *hand)
        _between(desk, n)
    assert desk.game.finished
    assert desk.service.table.name == WHOLE
    desk.service.close()
    assert isinstance(desk.bus, Kept)
    desk.bus.replies.close()


def _between(desk: Desk, n: int) -> None:
    """What people do after hand `n`."""
    name = desk.service.table.name
    if n < 3:
        assert desk.says("record.ack", game=name, hand=n, rev=0, log="1-99").ok
    if n == 0:
        assert desk.says("pause", reason="A tile fell.").ok
        assert desk.says("resume").ok
    if n == 1:
        log = desk.game.log
        at = max(i for i, e in enumerate(log) if isinstance(e, ev.Discarded))
        thrown = log[at]
        assert isinstance(thrown, ev.Discarded)
        other = replace(thrown, tsumogiri=None if thrown.tsumogiri is not None else False)
        play(desk, ev.Correct(at, 1, (other,), "looked again"))
    if n == 2:
        assert desk.says("referee.call", seat=2) is not None
        play(desk, ev.Penalised(1, ev.Sanction.FINE, "P-19", 2000))
        desk.service.table.submit(ev.Drawn(0, Tile.parse("5m")))
    if n == 6:
        messages = {hand: desk.bus.kept[f"record/{name}/{hand}"] for hand in range(4)}
        assert all(
            desk.says("record.ack", game=name, hand=h, rev=m.rev, log="1-99").ok for h, m in messages.items()
        )
    if n == 4:
        play(desk, ev.Reseated(("Bo", "Anna", "Chie", "D")))


def _chombo(desk: Desk, hand: tuple[ev.Event, ...]) -> None:
    """The hand is begun, and a chombo ends it; by these rules it is played again."""
    play(desk, *hand[:25])
    assert desk.game.hand is not None
    play(desk, ev.Penalised(2, ev.Sanction.CHOMBO, "P-30"))
    ended = result(desk.game)
    if ended is not None:
        play(desk, ended)


def _hands(preset: str, options: dict[str, Any], seed: int) -> Iterator[tuple[ev.Event, ...]]:
    plan = PlayedPlan(Ruleset.preset(preset, options), NAMES, seed)
    index = 0
    while (hand := plan.hand(index)) is not None:
        yield hand.events
        index += 1


def whole_classical(data: Path) -> None:
    """Every event of a game of Chinese Classical, through the one writer."""
    games = Games(data)
    table = games.open(games.folder / f"{WHOLE}.jsonl")
    table.submit(ev.GameStarted("classical", CLASSICAL, NAMES))
    for hand in _hands("classical", CLASSICAL, CLASSICAL_SEED):
        for event in hand:
            table.submit(event)
    assert table.game is not None
    table.submit(next_hand(table.game))
    assert table.game.finished
    table.close()


def in_play(data: Path, preset: str, options: dict[str, Any]) -> None:
    """A running table with camera and machine, all virtual, is stopped in the middle of a hand."""
    with tempfile.TemporaryDirectory() as scratch:
        table = {"preset": preset, "options": options}
        config = {"data": scratch, "table": table, "machine": {"simulator": "python"}}
        running = start(Config.model_validate(config), Wishes(speed=0, seed=RIICHI_SEED))
        laid = 0
        while laid < LIVE_DISCARDS:
            laid += sum(isinstance(event, ev.Discarded) for event in running.step())
        running.close()
        for path in (Path(scratch) / "games").iterdir():
            ending = path.name[path.name.index(".") :]
            shutil.copy(path, data / "games" / f"{LIVE}{ending}")


def pictures(data: Path) -> None:
    """Evidence of two lines of the whole game."""
    store = Store(data / "games", 1_000_000)
    store.open()
    pixels = np.full((8, 8, 3), 90, np.uint8)
    _, jpeg = cv2.imencode(".jpg", pixels)
    for line in (57, 58):
        store.put(WHOLE, line, PICTURE, jpeg.tobytes())


def eyes(data: Path) -> None:
    """Where the camera stands, a club's tile set, and what was said of doubtful tiles."""
    calibrate(Renderer(seed=3).render(Scene(), 0.0), 50.0).save(data / "calibration.json")
    rng = np.random.default_rng(7)
    looks = rng.normal(size=(6, 2, 24)).astype(np.float32)
    tile_set([(face, look[None]) for face, look in zip(FACES, looks, strict=False)]).save(
        data / "sets" / "club.npz"
    )
    taught = Taught()
    taught.learn(FACES.index(Tile.parse("5z")), looks[0])
    taught.learn(FACES.index(None), looks[1])
    taught.save(data / "sets" / "club.taught")


def accounts(folder: Path) -> None:
    """A table's own accounts, all with one secret."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Accounts(folder, "home")
    made.put(Account.named("table-1", Role.SEAT, 2, "table-1"), SECRET)
    made.put(Account.named("anna", Role.REFEREE), SECRET)
    made.write()


def club(folder: Path) -> None:
    """A club's broker as it was set up, and the clock of its hub in the middle of a round."""
    with tempfile.TemporaryDirectory() as scratch:
        broker = ClubBroker(Path(scratch))
        broker.setup(Settings("home", ("127.0.0.1",), "root"))
        shutil.copy(Path(scratch) / "club.json", folder / "club.json")
    accounts(folder)
    now, wall = [5_000_000], WALL_MS
    state = after(created(), *registered(range(1, 9)), stage(), drawn(1, range(1, 9)))
    keeper = Timekeeper(folder / CLOCK_FILE, lambda: wall, lambda: now[0], lambda: "golden")
    which = {"tournament": 1, "round": 1}
    for event in (RoundStarted(**which), TimeAdded(**which, table=2, seconds=120)):
        state = after(event, state=state)
        keeper.follow(state)
        now[0] += 600_000
    keeper.follow(state)


def expected(data: Path) -> dict[str, Any]:
    """What the journals of a data directory say, in figures that outlive every format."""
    found = {}
    for path in sorted((data / "games").glob("*.jsonl")):
        contents = read(path)
        table = Table(Journal(path))
        table.close()
        assert table.game is not None
        found[path.stem] = {
            "records": len(contents.records),
            "kinds": sorted({record.kind for record in contents.records}),
            "head": contents.head,
            "events": len(table.game.log),
            "types": sorted({type(event).__name__ for event in contents.events}),
            "finished": table.game.finished,
            "hands": len(table.game.history),
            "scores": list(table.game.scores),
        }
    return found


def finished(data: Path, seed: int) -> list[int]:
    """The scores when the game in play was continued and finished (see `finish`)."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / f"{LIVE}.jsonl"
        shutil.copy(data / "games" / path.name, path)
        table = Table(Journal(path))
        finish(table, seed)
        table.close()
        assert table.game is not None
        return list(table.game.scores)


def finish(table: Table, seed: int) -> None:
    """Plays on: the hand in play ends as people say, and virtual people play the others."""
    assert table.game is not None
    if table.game.in_play is not None:
        _end_hand(table, table.game)
    while not table.game.finished:
        follows = next_hand(table.game)
        if isinstance(follows, ev.GameEnded):
            _do(table, follows)
            continue
        for event in _played_from(table, follows, seed):
            _do(table, event)


def _end_hand(table: Table, game: Game) -> None:
    """Riichi: people say how it ended. Classical knows no such word: the hand is taken out."""
    if game.rules.game == "riichi":
        _do(table, ev.ResultEntered(ev.EndReason.EXHAUSTIVE, tenpai=(True, False, False, True)))
        assert table.game is not None
        ended = result(table.game)
        assert ended is not None
        _do(table, ended)
    else:
        begun = max(n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted))
        _do(table, ev.Correct(begun, len(game.log) - begun, (), "the tiles were mixed"))


def _do(table: Table, event: ev.Event) -> None:
    done = table.submit(event)
    assert isinstance(done, Accepted), done


def _played_from(table: Table, started: ev.HandStarted, seed: int) -> tuple[ev.Event, ...]:
    game = table.game
    assert game is not None
    plan = PlayedPlan(game.rules, game.names, f"{seed} {len(game.history)}")
    return plan._played(game, started).events


def pack(folder: Path) -> None:
    """Large files with gzip, always to the same bytes."""
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.stat().st_size >= LARGE and path.suffix != ".gz":
            packed = gzip.compress(path.read_bytes(), mtime=0)
            path.with_name(path.name + ".gz").write_bytes(packed)
            path.unlink()


def unpack(folder: Path, target: Path) -> Path:
    """A copy of golden files as the program wrote them."""
    shutil.copytree(folder, target)
    for path in list(target.rglob("*.gz")):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    return target


def make(target: Path) -> None:
    """All golden files of the code that runs."""
    riichi, classical, hall = (target / name for name in ("riichi", "classical", "club"))
    for folder in (riichi / "games", classical / "games", hall):
        folder.mkdir(parents=True)
    whole_riichi(riichi)
    whole_classical(classical)
    in_play(riichi, "rrc", {})
    in_play(classical, "classical", CLASSICAL)
    pictures(riichi)
    eyes(riichi)
    accounts(riichi / "broker")
    club(hall)
    write_expected(target, riichi, classical)
    for leftover in (*target.rglob("*.sqlite-*"), *target.rglob("lock")):
        leftover.unlink()
    pack(target)


def write_expected(target: Path, *tables: Path) -> None:
    messages = {data.name: expected(data) | {"finished": finished(data, RIICHI_SEED)} for data in tables}
    (target / "expected.json").write_text(json.dumps(messages, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    make(HERE / sys.argv[1])
