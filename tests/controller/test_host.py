"""What a host asks for: who plays the next game, its end, the evening's end, the end of the program."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from contract.messages import NAMES, Command
from contract.roles import Role
from controller.bus.authority import MAY, authority
from controller.people.host_book import FILE, MOST, Book
from controller.people.hosting import NAMES as HOSTS
from controller.people.hosting import drawn_seats
from controller.table.journal import Journal
from controller.table.writer import Table
from engine.result.game import next_hand
from engine.state import events as ev
from firmware_bridge.message import MachineState, ReadCounters, ReadFaults, Sorter, Status
from tests.controller.desk import Desk, Disk
from tests.controller.given import hand, unpaid
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation

FOUR = ["Anna", "Bo", "Chie", "Dmytro"]


class HandsAlone(Desk):
    WATCHED = False


def chosen(desk: Desk, **more: Any) -> Any:
    return desk.says("game.set", **({"players": FOUR, "preset": "ema"} | more))


def ready(folder: Path) -> Desk:
    """A table that waits for START of a first hand."""
    desk = Desk(folder)
    desk.machine(MachineState.READY)
    return desk


def test_the_host_chooses_who_plays_and_by_which_rules(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    assert chosen(desk, options={"game.tobi": True}).ok
    assert (desk.game.names, desk.game.rules.name) == (tuple(FOUR), "ema")
    assert desk.game.rules.flag("game.tobi")
    assert [seat.name for seat in desk.shown.seats] == FOUR
    assert (desk.shown.preset, desk.shown.drawn, desk.games) == ("ema", False, 2)


def test_the_same_people_play_the_game_after_it_and_after_a_restart(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    chosen(desk, preset="rrc", draw=True)
    seats = desk.game.names
    for event in (*unpaid()[1:], hand().ended):
        desk.service.table.submit(event)
    assert desk.says("game.end").ok
    assert desk.says("cycle.start").ok
    assert (desk.game.names, desk.game.history) == (seats, ()), "START begins another game of theirs"
    assert not desk.shown.drawn, "nobody has drawn these seats for it"
    desk.service.close()
    (tmp_path / "anew").mkdir()
    (tmp_path / "anew" / FILE).write_bytes((tmp_path / FILE).read_bytes())
    assert Desk(tmp_path / "anew").game.names == seats, "and so does a program that has no game to resume"


def test_what_was_chosen_ends_where_the_tables_own_rules_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = ready(tmp_path)
    chosen(desk)
    desk.service.close()
    desk.path.unlink()
    monkeypatch.setattr(
        Desk, "_open", lambda self: (_opened(self), ev.GameStarted("wrc", {}, ("K", "L", "M", "N")))
    )
    assert Desk(tmp_path).game.names == ("K", "L", "M", "N")


def _opened(desk: Desk) -> Table:
    desk.games += 7
    return Table(Journal(desk.path, durable=False))


def test_a_draw_gives_everybody_a_seat_and_all_are_told(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    assert chosen(desk, draw=True).ok
    assert sorted(desk.game.names) == sorted(FOUR)
    assert desk.shown.drawn
    desk.restart()
    desk.turn()
    assert desk.shown.drawn


def test_every_order_of_seats_is_drawn_as_often() -> None:
    """Each of 24 orders 200 times on average: a chi-square of 23 degrees is above 60 once in 40 000 runs."""
    seen = Counter(tuple(drawn_seats("ABCD")) for _ in range(4800))
    assert set(seen) == set(permutations("ABCD"))
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 60


def test_of_two_hosts_the_second_is_told_who_was_quicker(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    seen = desk.shown.game
    assert chosen(desk, after=seen).ok
    late = chosen(desk, players=["W", "X", "Y", "Z"], after=seen)
    assert (late.code, late.reason) == ("not_now", "set_meanwhile")
    assert desk.game.names == tuple(FOUR)
    assert chosen(desk, players=["W", "X", "Y", "Z"], after=desk.shown.game).ok


@pytest.mark.parametrize(
    ("more", "code", "reason"),
    [
        ({"players": ["Anna", "Bo", "Anna", "Dan"]}, "bad_schema", "same_name"),
        ({"players": ["Anna", "Bo", "Chie"]}, "bad_schema", "bad_body"),
        ({"players": ["Anna", "Bo", "Chie", " "]}, "bad_schema", "bad_body"),
        ({"players": ["Anna", "Bo", "Chie", "D\nE"]}, "bad_schema", "bad_body"),
        ({"preset": "emma"}, "bad_schema", "unplayable"),
        ({"options": {"game.tobi": 7}}, "bad_schema", "unplayable"),
        ({"preset": "classical", "options": {"classical.flowers": True}}, "bad_schema", "flowers"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    tmp_path: Path, more: dict[str, Any], code: str, reason: str
) -> None:
    desk = ready(tmp_path)
    reply = chosen(desk, **more)
    assert (reply.code, reply.reason) == (code, reason)
    assert desk.game.names == ("A", "B", "C", "D")


def test_a_game_that_is_played_is_ended_first(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*unpaid(), hand().ended))
    assert (chosen(desk).reason, desk.game.names) == ("end_first", ("A", "B", "C", "D"))


def test_what_a_club_has_assigned_is_the_clubs(tmp_path: Path) -> None:
    desk = Desk(tmp_path, assigned_only=True)
    desk.machine(MachineState.READY)
    assert chosen(desk).reason == "club_says"
    assert desk.says("game.end").reason == "club_ends"


def test_a_game_ends_as_it_stands_and_its_open_hand_counts_for_nothing(tmp_path: Path) -> None:
    first = (*unpaid(), hand().ended)
    desk = Desk(tmp_path, first)
    scores = desk.game.scores
    desk = Desk(tmp_path / "on", (*first, next_hand(desk.game), ev.DiceThrown((3, 4))))
    desk.turn()
    assert desk.says("game.end", game="another").reason == "other_game"
    assert desk.says("game.end", game=desk.shown.game).ok
    assert desk.game.finished
    assert desk.game.scores == scores
    assert isinstance(desk.accepted[-1], ev.GameEnded)
    assert desk.accepted[-1].by_time
    assert desk.shown.phase == "finished"
    assert len(desk.shown.standings) == 4
    assert desk.says("game.end").reason == "nothing_to_end"


def test_a_first_hand_that_is_called_off_leaves_the_game_unbegun(tmp_path: Path) -> None:
    desk = HandsAlone(tmp_path)
    assert desk.says("game.end").reason == "nothing_to_end"
    desk.says("cycle.start")
    desk.turn()
    assert desk.game.in_play is not None
    assert desk.says("game.end").ok
    assert desk.game.in_play is None
    assert not desk.game.finished
    assert desk.shown.phase == "idle"
    assert chosen(desk).ok
    desk.says("cycle.start")
    desk.turn()
    assert desk.game.in_play is not None


def test_the_end_of_a_game_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    desk = Desk(tmp_path, (*unpaid(), hand().ended))
    disk.full = True
    desk.bus.hear(id="end", by="test", name="game.end", body={})
    desk.turn()
    assert (desk.bus.answers, desk.game.finished) == ([], False)
    disk.full = False
    desk.turn()
    assert desk.game.finished
    assert [reply.code for reply in desk.bus.answers] == ["ok"]


def test_the_evenings_end_forgets_who_played(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    chosen(desk)
    assert desk.says("evening.end").ok
    assert desk.game.names == ("A", "B", "C", "D")
    assert "Anna" not in (tmp_path / FILE).read_text("utf-8")


def test_names_are_kept_and_forgotten(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    for name in ("Chie", "anna", "Bo", "Bo"):
        assert desk.says("player.keep", name=name).ok
    assert Book(tmp_path).names == ("anna", "Bo", "Chie")
    assert desk.says("player.forget", name="Bo").ok
    assert Book(tmp_path).names == ("anna", "Chie")
    assert "Bo" not in (tmp_path / FILE).read_text("utf-8")
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    desk.service.hosting.book._names = tuple(f"n{i}" for i in range(MOST))
    assert desk.says("player.keep", name="one more").reason == "names_full"


@pytest.mark.parametrize(
    "text", ["{", '{"names": 7}', json.dumps({"names": ["\n"], "next": None, "usual": ""})]
)
def test_a_damaged_list_is_put_aside_and_said(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    desk = ready(tmp_path)
    assert "host_list" in desk.alerts
    assert (tmp_path / f"{FILE}.aside").read_text() == text
    assert desk.says("player.keep", name="Bo").ok
    assert Book(tmp_path).names == ("Bo",)


def test_a_newer_programs_list_is_left_alone(tmp_path: Path) -> None:
    text = json.dumps({"format": "jantaku-host/99", "names": ["Z"]})
    (tmp_path / FILE).write_text(text)
    desk = ready(tmp_path)
    assert desk.says("player.keep", name="Bo").ok
    assert desk.service.hosting.book.names == ("Bo",)
    assert (tmp_path / FILE).read_text() == text


def test_a_list_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = ready(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("runtime.stored.replace_file", full)
    assert desk.says("player.keep", name="Bo").reason == "names_unwritten"
    assert desk.service.hosting.book.names == ()
    assert chosen(desk).ok, "the game is in the journal all the same"


# the program


def test_the_program_ends_only_when_the_machine_rests(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    desk.machine(MachineState.SORTING)
    sent = len(desk.device.sent)
    assert desk.says("power", what="restart").ok
    assert desk.service.ended is None
    assert "closing" in desk.alerts
    desk.says("cycle.start")
    assert len(desk.device.sent) == sent, "nothing begins to move"
    desk.machine(MachineState.STAGED)
    assert desk.service.ended == "restart"


def test_the_sorter_is_waited_for_too(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    desk.device.reports.append(Status(MachineState.PRESENTED, sorter=Sorter.SORTING))
    desk.turn()
    desk.says("power", what="stop")
    assert desk.service.ended is None
    desk.machine(MachineState.PRESENTED)
    assert desk.service.ended == "stop"


def test_a_paused_table_ends_though_its_mat_is_not_followed(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    desk.says("pause")
    desk.eyes.seen.append(Observation(1, Zone.POND, 0, desk.now, ()))
    desk.says("power", what="stop")
    desk.turn()
    assert not desk.service.written
    assert desk.service.ended == "stop"


def test_the_end_can_be_taken_back(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    desk.machine(MachineState.SORTING)
    desk.says("power", what="stop")
    assert desk.says("power", what="stay").ok
    desk.machine(MachineState.STAGED)
    assert (desk.service.ended, "closing" in desk.alerts) == (None, False)


def test_a_computer_that_nobody_may_switch_is_left_on(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    assert desk.says("power", what="computer_off").reason == "no_power"
    assert desk.service.ended is None


# the machine


def test_the_machine_is_asked_what_it_counted(tmp_path: Path) -> None:
    desk = ready(tmp_path)
    desk.device.sent.clear()
    assert desk.says("machine.read").ok
    assert desk.device.sent == [ReadCounters(), ReadFaults()]
    assert Desk(tmp_path / "none", machine=False).says("machine.read").reason == "no_machine"


# who may


@pytest.mark.parametrize("name", sorted(HOSTS))
def test_what_is_the_hosts_is_nobody_elses(name: Any) -> None:
    others = set(Role) - {Role.HOUSE} - ({Role.TECHNICIAN} if name == "power" else set())
    command = Command(id="1", by="x", name=name, body={})
    assert authority(Role.HOUSE, None, command)
    assert [role for role in others if authority(role, 0, command)] == []
    assert MAY.keys() == set(NAMES)


@pytest.mark.parametrize(
    "device", ["seat0-table-1", "table-table-1", "referee-bo", "guest-1", "wall-1", "nobody"]
)
def test_seats_guests_and_strangers_change_nothing(tmp_path: Path, device: str) -> None:
    desk = ready(tmp_path)
    bodies: dict[str, dict[str, object]] = {
        "game.set": {"players": FOUR, "preset": "ema"},
        "player.keep": {"name": "Bo"},
        "player.forget": {"name": "Bo"},
        "power": {"what": "stop"},
    }
    for name in sorted(HOSTS):
        desk.bus.hear(device, id=f"{name}-{device}", by="x", name=name, body=bodies.get(name, {}))
        desk.turn()
        assert desk.bus.answers[-1].code == "forbidden"
    assert (desk.game.names, desk.service.ended) == (("A", "B", "C", "D"), None)
    assert desk.service.hosting.book.names == ()
