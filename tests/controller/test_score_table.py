"""A table without a camera and without a machine: people enter how each hand ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contract.messages import AssignBody, RecordMessage, ResultMessage
from contract.messages.seat_panel import Button, Lamp
from contract.stored.codec import encode
from controller.club_link.finished import Finished
from controller.history.hands import Course, hand_record
from controller.machine.transitions import CycleStep
from controller.table.journal import read
from controller.table.writer import Table, entries
from engine.judge import cases, judge
from engine.state import events as ev
from engine.state.events import EndReason
from tests.controller.desk import Desk
from tests.controller.scored import GAMES, ScoredGame, ScoredHand, scored

PEOPLE = [{"id": n, "name": name} for n, name in enumerate("ABCD", 1)]
SITTING = AssignBody.model_validate(
    {"id": "1-1-1", "tournament": 1, "round": 1, "label": "1", "players": PEOPLE, "preset": "tenhou"}
)
RON = ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 0, 3, 40),))


class ScoreDesk(Desk):
    WATCHED = False

    @property
    def phase(self) -> str:
        return self.shown.phase.value

    def begin(self) -> None:
        self.press(Button.START, 0)
        self.turn()

    def lay(self, *seats: int) -> None:
        for seat in seats:
            assert self.says("panel", seat=seat, button="riichi").ok

    def enter(self, event: ev.Event, **body: Any) -> Any:
        return self.says("result.enter", event=encode(event), **body)

    def confirm(self) -> None:
        for seat in range(4):
            assert self.says("win.confirm", seat=seat).ok


def played_by(folder: Path, announced: ev.GameStarted) -> ScoreDesk:
    """A table that plays this game."""

    class Announced(ScoreDesk):
        def _open(self) -> tuple[Table, ev.GameStarted]:
            return super()._open()[0], announced

    return Announced(folder)


@pytest.fixture
def desk(tmp_path: Path) -> ScoreDesk:
    made = ScoreDesk(tmp_path)
    made.turn()
    return made


def test_it_waits_for_the_first_hand_and_misses_nothing(desk: ScoreDesk) -> None:
    assert (desk.phase, desk.shown.machine.state, desk.shown.sight) == ("idle", "none", "none")
    assert desk.alerts == {}
    assert desk.panel.lamps == [Lamp.ASK_START] * 4


def test_a_hand_from_start_to_the_next_one(desk: ScoreDesk) -> None:
    desk.begin()
    assert desk.service.step_of_cycle is CycleStep.PLAY
    assert desk.phase == "play"
    assert (desk.shown.questions, desk.alerts) == ([], {})
    desk.lay(2)
    assert [seat.score for seat in desk.shown.seats] == [30000, 30000, 29000, 30000]
    assert [seat.riichi for seat in desk.shown.seats] == ["no", "no", "paid", "no"]
    assert desk.enter(ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 0, 3, 40),), riichi=(2,))).ok
    assert desk.phase == "confirm"
    result = desk.shown.result
    assert result is not None
    (win,) = result.wins
    assert (win.seat, win.source, win.han, win.fu, win.points, win.tiles) == (2, 0, 3, 40, 5200, [])
    assert (win.deltas, result.deltas) == ([-5200, 0, 6200, 0], [-5200, 0, 6200, 0])
    desk.confirm()
    assert [seat.score for seat in desk.shown.seats] == [24800, 30000, 35200, 30000]
    assert (desk.phase, desk.service.step_of_cycle) == ("idle", CycleStep.WAIT)
    assert desk.shown.result is not None
    assert desk.shown.result.wins[0].points == 5200
    desk.begin()
    assert desk.shown.round is not None
    assert (desk.shown.round.wind, desk.shown.round.number, desk.shown.dealer) == ("E", 2, 1)


def test_a_stick_is_taken_back_by_the_same_word(desk: ScoreDesk) -> None:
    desk.begin()
    desk.lay(1, 3, 1)
    assert [seat.riichi for seat in desk.shown.seats] == ["no", "no", "no", "paid"]
    assert desk.game.scores == (30000, 30000, 30000, 29000)
    assert desk.service.step_of_cycle is CycleStep.PLAY


def test_who_has_no_points_lays_no_stick(tmp_path: Path) -> None:
    desk = played_by(tmp_path, ev.GameStarted("tenhou"))
    for han in (11, 1):
        desk.begin()
        desk.enter(ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 3, han, 30),)))
        desk.confirm()
    desk.begin()
    assert desk.game.scores[3] == 0
    desk.lay(3, 2)
    assert [seat.riichi for seat in desk.shown.seats] == ["no", "no", "paid", "no"]


def test_a_result_entered_again_takes_the_place_of_the_first(desk: ScoreDesk) -> None:
    desk.begin()
    desk.enter(RON)
    desk.says("win.dispute", seat=0)
    desk.enter(ev.ResultEntered(EndReason.EXHAUSTIVE, (), (True, False, False, False)))
    assert desk.shown.result is not None
    assert desk.shown.result.deltas == [3000, -1000, -1000, -1000]
    assert [seat.confirmed for seat in desk.shown.seats] == [None] * 4
    desk.confirm()
    assert desk.game.history[-1].ended.reason is EndReason.EXHAUSTIVE


def test_nothing_else_is_entered_than_a_result_and_nothing_out_of_a_hand(desk: ScoreDesk) -> None:
    assert desk.enter(RON).code == "not_now"
    desk.begin()
    assert desk.enter(ev.GameEnded((30000,) * 4)).code == "bad_schema"
    assert desk.says("result.enter", event={"type": "nonsense"}).code == "bad_schema"
    wrong = ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 2, 3, 40), ev.EnteredWin(1, 2, 3, 40)))
    assert desk.enter(wrong).code == "not_now"
    desk.says("pause")
    assert desk.enter(RON).reason == "paused"
    assert desk.game.in_play is not None
    assert desk.game.in_play.entered is None


@pytest.mark.parametrize(
    ("device", "seat", "code"),
    [
        ("seat2-table-1", 2, "ok"),
        ("seat2-table-1", None, "ok"),
        ("seat2-table-1", 1, "forbidden"),
        ("table-table-1", None, "ok"),
        ("referee-anna", None, "ok"),
        ("wall-1", None, "forbidden"),
        ("overlay-1", None, "forbidden"),
        ("technician-1", None, "forbidden"),
    ],
)
def test_who_may_enter_is_said_by_the_accounts(
    desk: ScoreDesk, device: str, seat: int | None, code: str
) -> None:
    desk.begin()
    body = {"event": encode(RON)} | ({} if seat is None else {"seat": seat})
    desk.bus.hear(device, id="c", by="x", name="result.enter", body=body)
    desk.turn()
    assert desk.bus.answers[-1].code == code
    assert (desk.phase == "confirm") == (code == "ok")


def test_a_table_with_a_camera_leaves_that_to_the_referee(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert desk.says("result.enter", event=encode(RON)).reason == "table_sees"


def test_a_referee_takes_a_recorded_hand_back_and_it_is_played_on(desk: ScoreDesk) -> None:
    desk.begin()
    desk.enter(RON)
    desk.confirm()
    at = len(desk.game.log) - 2
    ruling = ev.Correct(at, 2)
    assert desk.says("ruling", event=encode(ruling)).ok
    assert desk.game.scores == (30000,) * 4
    assert desk.service.step_of_cycle is CycleStep.PLAY
    desk.enter(ev.ResultEntered(EndReason.WIN, (ev.EnteredWin(2, 0, 4, 30),)))
    desk.confirm()
    assert desk.game.history[-1].ended.deltas[2] > 5200


def test_a_chombo_is_settled_by_the_four_and_confirmed(desk: ScoreDesk) -> None:
    desk.begin()
    desk.lay(1)
    for seat in range(4):
        assert desk.says("settle", seat=seat, offender=3, row="P-14").ok
    assert desk.shown.result is not None
    assert (desk.shown.result.reason, desk.shown.result.offenders) == ("chombo", [3])
    desk.confirm()
    assert desk.game.history[-1].ended.reason is EndReason.CHOMBO


def test_a_kill_loses_nothing(desk: ScoreDesk) -> None:
    desk.begin()
    desk.lay(1)
    desk.restart()
    desk.turn()
    assert (desk.phase, desk.shown.seats[1].riichi) == ("play", "paid")
    desk.enter(RON)
    desk.restart()
    desk.turn()
    assert desk.phase == "confirm"
    desk.confirm()
    desk.restart()
    desk.turn()
    assert desk.phase == "idle"
    desk.begin()
    assert desk.phase == "play"


def test_it_has_nothing_to_test(desk: ScoreDesk) -> None:
    assert desk.says("machine.selftest").reason == "no_machine"


@pytest.mark.parametrize("path", GAMES or [None], ids=lambda path: path and path.stem)
def test_a_recorded_game_is_entered_and_paid_as_it_was(tmp_path: Path, path: Path | None) -> None:
    """Every hand: its number, counters and sticks, its payments, the scores after it, and the end."""
    if path is None:
        pytest.skip("the recorded games are not on this machine")
    game = scored(path)

    desk = played_by(tmp_path, game.started)
    for hand in game.hands:
        _play(desk, hand)
    assert game.finished is not None
    assert desk.game.finished
    assert desk.game.scores == game.finished.scores
    _sent_to_the_club(desk, game)


def _sent_to_the_club(desk: ScoreDesk, game: ScoredGame) -> None:
    """From the journal alone: hands without tiles, as those that are read from paper."""
    course = Course("g", desk.game.log, {})
    messages = Finished(course, SITTING, ()).everything()
    for number, (hand, record) in enumerate(zip(game.hands, messages, strict=False)):
        assert isinstance(record, RecordMessage)
        assert (record.hand, record.deltas, record.riichi) == (
            number,
            list(hand.ended.deltas),
            sorted(hand.laid),
        )
        assert [(win.seat, win.source) for win in record.wins] == [
            (win.seat, win.source) for win in hand.entered.wins if hand.ended.reason is EndReason.WIN
        ]
        seen = hand_record(course, number)
        assert seen is not None
        assert len(seen.frames) == 3 + len(hand.laid)
    result = messages[-1]
    assert isinstance(result, ResultMessage)
    assert tuple(result.scores) == desk.game.scores
    assert [judge(case) for case in cases(entries(read(desk.path).records)) if judge(case)] == []


def _play(desk: ScoreDesk, hand: ScoredHand) -> None:
    desk.begin()
    assert desk.game.hand is not None
    assert desk.game.hand.started == hand.started
    desk.lay(*hand.laid)
    assert desk.enter(hand.entered).ok
    desk.confirm()
    assert desk.game.history[-1].ended == hand.ended
