"""What every released version has written is opened, continued and finished by this one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from club.hub.timekeeper import CLOCK_FILE, kept
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, Accounts
from controller.broker.club import ClubBroker
from controller.bus.gate import Gate, Letter
from controller.bus.replies import Replies
from controller.club_link.outbox import Outbox
from controller.evidence import store as evidence
from controller.history.archive import Archive
from controller.table.games import Games
from controller.table.journal import Journal, read
from controller.table.writer import Table, entries
from controller.virtual.restart import agree, machine_left
from controller.virtual.world import VirtualTable
from engine.judge import cases, judge
from engine.state import events as ev
from tests.controller.desk import FakeBus
from tests.data.releases.make import LIVE, RIICHI_SEED, SECRET, WALL_MS, WHOLE, expected, finish, unpack
from vision.calibration.surface import Surface
from vision.eyes.taught import Taught
from vision.nets.detect import FACES
from vision.nets.enrol import TileSet

FOLDER = Path(__file__).parents[1] / "data" / "releases"
RELEASES = sorted(path.name for path in FOLDER.iterdir() if (path / "expected.json").exists())
GAMES = ("riichi", "classical")


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The files of a release, as its program left them."""
    return unpack(FOLDER / request.param, tmp_path / "release")


def stored(release: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((release / "expected.json").read_text("utf-8"))
    return found


def test_the_first_release_is_among_them() -> None:
    assert "0.1" in RELEASES


@pytest.mark.parametrize("game", GAMES)
def test_journals_say_what_they_said(release: Path, game: str) -> None:
    then = {name: each for name, each in stored(release)[game].items() if name != "finished"}
    assert expected(release / game) == then


def test_the_whole_game_holds_what_a_game_can_hold(release: Path) -> None:
    contents = read(release / "riichi" / "games" / f"{WHOLE}.jsonl")
    events = contents.events
    melds = {e.meld.type.value for e in events if isinstance(e, ev.Called | ev.KanDeclared)}
    assert {"daiminkan", "shouminkan", "ankan"} <= melds
    sanctions = {e.sanction for e in events if isinstance(e, ev.Penalised)}
    assert sanctions == {ev.Sanction.CHOMBO, ev.Sanction.FINE}
    assert any(isinstance(e, ev.Correct) for e in events)
    assert any(isinstance(e, ev.RiichiPaid) for e in events)
    refused = [r for r in contents.records if r.kind == "refused"]
    assert refused[0].body["faults"]


@pytest.mark.parametrize("game", GAMES)
def test_the_game_in_play_is_resumed_and_played_to_its_end(release: Path, game: str) -> None:
    games = Games(release / game)
    path = games.unfinished()
    assert path is not None
    assert path.stem == LIVE
    lines = path.read_bytes()
    table = games.open(path)
    assert table.game is not None
    assert table.game.in_play is not None
    finish(table, RIICHI_SEED)
    assert table.game.finished
    assert list(table.game.scores) == stored(release)[game]["finished"]
    table.close()
    assert path.read_bytes().startswith(lines)
    again = Table(Journal(path))
    assert again.game == table.game
    again.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_virtual_table_stands_as_it_stood(release: Path, game: str) -> None:
    games = Games(release / game)
    path = games.folder / f"{LIVE}.jsonl"
    saved = games.world(path)
    assert saved is not None
    world = VirtualTable.restore(saved["world"])
    table = games.open(path)
    agree(world, table)
    assert table.game is not None
    assert world.save() == saved["world"]
    assert machine_left(saved, 2).save() == saved["machine"]
    laid = [e.tile for e in table.events if isinstance(e, ev.Discarded)]
    planned = [e.tile for e in world.plans[0].events if isinstance(e, ev.Discarded)]
    assert planned[: len(laid)] == laid
    table.close()


def test_the_judge_and_the_history_read_the_whole_game(release: Path) -> None:
    folder = release / "riichi" / "games"
    path = folder / f"{WHOLE}.jsonl"
    table = Table(Journal(path))
    assert table.case is not None
    judge(table.case)
    table.close()
    assert len(list(cases(entries(read(path).records)))) >= stored(release)["riichi"][WHOLE]["hands"]
    found = Archive(folder).games()
    assert WHOLE in {game.id for game in found.games}


def test_the_outbox_sends_what_the_club_has_not_got_and_nothing_else(release: Path) -> None:
    data = release / "riichi"
    games, bus = Games(data), FakeBus()
    table = games.open(games.folder / f"{LIVE}.jsonl")
    outbox = Outbox(bus, data, "boot")  # type: ignore[arg-type]
    assert outbox.trouble is None
    assert outbox.log == "1-99"
    outbox.restore(table)
    outbox.turn(0.0)
    hands = {int(name.rpartition("/")[2]) for name in bus.kept if name.startswith("record/")}
    assert hands == set(range(4, stored(release)["riichi"][WHOLE]["hands"]))
    assert f"result/{WHOLE}" in bus.kept
    outbox.close()
    table.close()


def test_a_command_of_yesterday_is_answered_and_not_done_again(release: Path) -> None:
    path = release / "riichi" / "commands.sqlite"
    replies = Replies(path, "another run", lambda: WALL_MS + 1000)
    assert replies.trouble is None
    gate = Gate(Topics("home", "table-1"), replies, "another run", lambda: WALL_MS + 1000, int)
    assert replies.enter("", "c1", "") is not None
    letter = json.dumps({"id": "c2", "by": "test", "name": "seat.signed", "body": {"seat": 1, "ok": True}})
    found = gate.admit(Letter(letter.encode()))
    assert found is not None
    assert found.reply.code == "duplicate"  # type: ignore[union-attr]
    replies.close()


def test_pictures_are_found_by_their_lines(release: Path) -> None:
    kept_ = evidence.kept(release / "riichi" / "games" / f"{WHOLE}.jsonl")
    assert sorted(kept_) == [57, 58]
    store = evidence.Store(release / "riichi" / "games", 1_000_000)
    store.open()
    assert store.holds(WHOLE, 57)


def test_camera_tile_set_and_lessons_are_read(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = release / "riichi"
    surface = Surface.load(data / "calibration.json")
    assert (surface.width, len(surface.markers) >= 4, surface.error_mm < 1) == (surface.width, True, True)
    with np.load(data / "sets" / "club.npz") as file:
        net = str(file["net"])
    # Features are those of one net: a release with another net asks to enrol again, and says so.
    monkeypatch.setattr("vision.nets.enrol.net", lambda: net)
    monkeypatch.setattr("vision.eyes.taught.net", lambda: net)
    assert len(TileSet.load(data / "sets" / "club.npz").faces) == 6
    taught = Taught()
    taught.load(data / "sets" / "club.taught")
    assert [FACES[lesson.face] for lesson in taught.lessons] == [FACES[FACES.index(33 - 2)], None]


@pytest.mark.parametrize("where", ["riichi/broker", "club"])
def test_accounts_still_open_what_they_opened(release: Path, where: str) -> None:
    accounts = Accounts(release / where, "home")
    assert accounts.role("referee-anna", SECRET) is Role.REFEREE
    assert accounts.role("seat2-table-1", SECRET) is Role.SEAT
    accounts.put(Account.named("bo", Role.REFEREE), SECRET)
    accounts.write()
    assert {a.name for a in Accounts(release / where, "home")} == {
        "referee-anna",
        "referee-bo",
        "seat2-table-1",
    }


def test_the_clubs_broker_is_set_up_as_it_was(release: Path) -> None:
    settings = ClubBroker(release / "club").settings()
    assert (settings.club, settings.hosts, settings.user, settings.port) == (
        "home",
        ("127.0.0.1",),
        "root",
        8883,
    )


def test_the_clock_of_the_round_goes_on(release: Path) -> None:
    (mark,) = kept(release / "club" / CLOCK_FILE, 6_800_000, lambda: "golden")
    assert (mark.tournament, mark.round) == (1, 1)
    assert mark.clock.left(6_800_000) == 75 * 60_000 - 1_800_000
    assert mark.clock.left(6_800_000, 2) - mark.clock.left(6_800_000) == 120_000


def test_golden_files_are_as_they_were_made() -> None:
    """They are made once: a change of one of them is a change of what was released."""
    sums = dict(line.split()[::-1] for line in (FOLDER / "SHA256SUMS").read_text("ascii").splitlines())
    found = {
        str(path.relative_to(FOLDER)): hashlib.sha256(path.read_bytes()).hexdigest()
        for name in RELEASES
        for path in sorted((FOLDER / name).rglob("*"))
        if path.is_file() and path.parent.name != "__pycache__"
    }
    assert found == sums
