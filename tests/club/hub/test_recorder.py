"""What a table tells goes into the log once, or is refused; nothing is acknowledged before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from club.hub.messages import OF_GAME, RECORD, RESULT, STATUS, BadMessageError, read
from club.hub.recorder import Recorder
from club.hub.writer import LaterError, Writer
from club.log.desk import LogDesk, Outcome, Refused
from club.log.events import Event, HandRecorded, RoundStarted, TableBound
from club.log.faults import LogRefusal
from club.log.state import GENESIS, NAMED
from club.log.store.line import write
from club.log.store.store import Store
from club.log.tournament.game import Game
from contract.messages import RecordMessage, ResultMessage
from tests.club.databases import laid_out
from tests.club.log.build import created, drawn, registered, stage

PEOPLE = [1, 2, 3, 4]
LOG = write(GENESIS, 1, 0, "test", "t0", 0, created()).entry.hash[:NAMED]
"""The name of the log in every `Room`."""


def played(hand: int = 0, **changes: Any) -> RecordMessage:
    given = {
        "game": "g1",
        "hand": hand,
        "rev": 0,
        "assignment": f"{LOG}-1-1-1-0f0f0f0f",
        "tournament": 1,
        "assigned_round": 1,
        "label": "1",
        "players": PEOPLE,
        "round": {"wind": "E", "number": 1, "honba": 0, "kyotaku": 0},
        "dealer": 0,
        "reason": "win",
        "winners": [1],
        "deltas": [0, 1000, -1000, 0],
        "scores": [30000, 31000, 29000, 30000],
        "mjai": ['{"type": "start_kyoku"}'],
        "unknown to the hub": True,
    }
    return RECORD.model_validate(given | changes)


def over(**changes: Any) -> ResultMessage:
    given = played().model_dump(include=set(OF_GAME) - {"withdrawn"})
    return RESULT.model_validate(given | {"hands": 1, "scores": (30000, 31000, 29000, 30000)} | changes)


class Room:
    def __init__(self, folder: Path) -> None:
        self.store = Store(laid_out(folder / "club.db"))
        self.desk = LogDesk(self.store)
        self.recorder = Recorder(Writer(self.desk, "hub-club", lambda: 1000))
        self.enter(
            created(), *registered(PEOPLE), stage(), drawn(1, PEOPLE), RoundStarted(tournament=1, round=1)
        )

    def enter(self, *events: Event) -> Outcome:
        return self.desk.submit(events, "test", f"t{self.desk.state.seq}", 0)

    @property
    def game(self) -> Game:
        return self.desk.state.tournament(1).rounds[1].games[1]

    def hands(self) -> list[HandRecorded]:
        return [e.event for e in self.store.read() if isinstance(e.event, HandRecorded)]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def refused(act: Callable[[], object]) -> BadMessageError:
    with pytest.raises(BadMessageError) as raised:
        act()
    return raised.value


def test_a_hand_is_written_and_its_revision_acknowledged(room: Room) -> None:
    written = room.recorder.hand("table-1", played())
    assert (written.new, dict(written.acknowledge)) == (True, {"game": "g1", "hand": 0, "rev": 0})
    assert room.game.scores == (30000, 31000, 29000, 30000)
    (event,) = room.hands()
    assert event.record.moves == ({"type": "start_kyoku"},)


def test_a_repeat_is_acknowledged_and_not_written_again(room: Room) -> None:
    room.recorder.hand("table-1", played())
    again = Recorder(Writer(LogDesk(room.store), "hub-club", lambda: 5000)).hand("table-1", played())
    assert (again.new, again.acknowledge["rev"]) == (False, 0)
    assert len(room.hands()) == 1


def test_a_correction_has_a_higher_revision(room: Room) -> None:
    room.recorder.hand("table-1", played())
    fixed = played(rev=1, deltas=[0, 2000, -2000, 0], scores=[30000, 32000, 28000, 30000])
    assert room.recorder.hand("table-1", fixed).new
    assert room.game.scores == (30000, 32000, 28000, 30000)
    late = room.recorder.hand("table-1", played())
    assert not late.new
    assert room.game.scores == (30000, 32000, 28000, 30000), "an old message that comes late changes nothing"


def test_a_table_that_has_forgotten_its_revisions_is_told_to_go_on_above_those_of_the_log(room: Room) -> None:
    room.recorder.hand("table-1", played())
    room.recorder.hand("table-1", played(rev=1, reason="exhaustive", winners=[]))
    other = played(deltas=[0, 3900, -3900, 0], scores=[30000, 33900, 26100, 30000])
    hand = room.recorder.hand("table-1", other).acknowledge
    assert hand["rev"] > 0
    assert room.recorder.hand("table-1", other.model_copy(update={"rev": hand["rev"] + 1})).new
    assert room.game.scores == (30000, 33900, 26100, 30000)


def test_a_withdrawn_hand_is_taken_back_with_all_its_revisions(room: Room) -> None:
    room.recorder.hand("table-1", played())
    room.recorder.hand("table-1", played(rev=1, honba=1))
    written = room.recorder.hand("table-1", played(rev=2, withdrawn=True))
    assert written.acknowledge["rev"] == 2
    assert room.game.hands == {}
    assert room.recorder.hand("table-1", played(rev=3)).new
    assert room.recorder.hand("table-1", played(7, rev=0, withdrawn=True)).acknowledge["hand"] == 7


def test_the_result_ends_the_game(room: Room) -> None:
    room.recorder.hand("table-1", played())
    assert room.recorder.result("table-1", over()).new
    assert not room.recorder.result("table-1", over()).new
    assert room.game.reported is not None


@pytest.mark.parametrize(
    ("device", "changes", "reason"),
    [
        ("table-1", {"assignment": "0123456789ab-1-1-1-0f0f0f0f"}, "other_log"),
        ("table-1", {"assignment": "1-1-1-0f0f0f0f"}, "other_log"),
        ("table-1", {"tournament": 9}, "elsewhere"),
        ("table-1", {"assigned_round": 5}, "elsewhere"),
        ("table-1", {"label": "x"}, "elsewhere"),
        ("table-2", {}, "forged"),
        ("table-1", {"players": [1, 2, 3, 99]}, "forged"),
        ("table-1", {"scores": [1, 2, 3, 4]}, "sum"),
        ("table-1", {"deltas": []}, "malformed"),
        ("table-1", {"reason": "victory"}, "malformed"),
        ("table-1", {"round": None}, "malformed"),
        ("table-1", {"mjai": ["{"]}, "malformed"),
        ("table-1", {"mjai": ['{"names": ["Anna"]}']}, "malformed"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    room: Room, device: str, changes: dict[str, Any], reason: str
) -> None:
    error = refused(lambda: room.recorder.hand(device, played(**changes)))
    assert error.reason == reason, str(error)
    assert len(str(error)) > 10
    assert room.hands() == []


def test_a_result_of_another_log_is_refused(room: Room) -> None:
    room.recorder.hand("table-1", played())
    error = refused(lambda: room.recorder.result("table-1", over(assignment="0123456789ab-1-1-1-0f0f0f0f")))
    assert error.reason == "other_log"
    assert "start the hub with the database of that log" in str(error)
    assert room.game.reported is None


def test_another_game_at_the_same_table_is_refused(room: Room) -> None:
    room.recorder.hand("table-1", played())
    assert refused(lambda: room.recorder.hand("table-1", played(game="g2"))).reason == "other_game"


def test_a_device_that_is_bound_to_a_table_speaks_for_it(room: Room) -> None:
    room.enter(TableBound(tournament=1, table=1, device="spare"))
    assert refused(lambda: room.recorder.hand("table-1", played())).reason == "forged"
    assert room.recorder.hand("spare", played()).new


@pytest.mark.parametrize("code", ["unavailable", "busy", "disk_full"])
def test_a_database_that_cannot_now_is_asked_again(
    room: Room, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room.desk, "submit", lambda *_: Refused(LogRefusal(code)))
    with pytest.raises(LaterError):
        room.recorder.hand("table-1", played())


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b'{"online": 3.5}', b"\xff", b"null", b"9" * 9000])
def test_bytes_that_are_no_message_are_refused(payload: bytes) -> None:
    assert refused(lambda: read(STATUS, payload)).reason in ("malformed", "too_large")
