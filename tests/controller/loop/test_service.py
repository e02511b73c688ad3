"""The main loop's body without model, broker, camera or machine."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Alert, Phase, Question
from contract.messages.seat_panel import Button, Lamp
from controller.machine.transitions import CycleStep
from controller.table.journal import read
from engine.state import events as ev
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.message import (
    ClearFault,
    Close,
    Collect,
    Fault,
    Home,
    Outcome,
    Raise,
    Shuffle,
    Status,
    ThrowDice,
)
from firmware_bridge.pins import Axis
from tests.controller.desk import PICTURE, Desk, Disk
from tests.controller.given import S, ended, hand, last_hand, perform, shuffle, timeline, unpaid
from tests.flows.truth import Performance
from vision.camera.sources import CameraError
from vision.eyes.observation import Sight, SightChanged

# the machine


def test_from_power_on_to_the_dice(desk: Desk) -> None:
    desk.machine(S.UNHOMED, S.HOMING)
    assert desk.device.sent == [Home()]
    shuffle(desk)
    assert desk.device.sent == [Home(), Collect(), Close(), Shuffle(), Raise(), ThrowDice()]
    assert desk.service.step_of_cycle is CycleStep.PLAY
    assert desk.game.in_play is not None
    assert desk.game.in_play.dice == (3, 4)
    assert [type(e) for e in desk.accepted][:2] == [ev.HandStarted, ev.DiceThrown]


def test_everybody_is_asked_to_start(desk: Desk) -> None:
    desk.machine(S.READY)
    assert desk.panel.lamps == [Lamp.ASK_START] * 4


def test_a_jam_is_reported_and_taken_back(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.device.reports.append(Fault(0x22, Axis.CONV2, Outcome.RECOVERING))
    desk.machine(S.RECOVERING, fault=0x22)
    assert desk.alerts["machine_jam"].startswith("Lane 3 is stuck (fault E22)")
    assert (desk.shown.machine.fault, desk.shown.machine.lane) == (0x22, 2)
    desk.machine(S.SORTING)
    assert desk.alerts == {}
    assert (desk.shown.machine.fault, desk.shown.machine.lane) == (0, None)


def test_start_clears_a_latched_fault_and_starts_nothing(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.collect()
    desk.machine(S.SORTING)
    desk.device.reports.append(Fault(0x20, Axis.CONV0, Outcome.LATCHED))
    desk.machine(S.FAULT, fault=0x20)
    assert "press START" in desk.alerts["machine_fault"]
    assert desk.panel.lamps == [Lamp.ASK_START] * 4
    desk.press(Button.START, 3)
    desk.turn()
    assert desk.device.sent == [Collect(), Close(), Shuffle(), ClearFault()]
    desk.machine(S.SORTING, S.STAGED)
    assert desk.alerts == {}
    assert desk.device.sent[-1] == Raise()


def test_a_lost_machine_is_reported_until_it_speaks_again(desk: Desk) -> None:
    desk.device.lost = DeviceLostError(Trouble.SILENT, "The machine does not answer: check its power.")
    desk.turn()
    assert desk.alerts == {"machine_lost_silent": "The machine does not answer: check its power."}
    desk.device.lost = None
    desk.machine(S.READY)
    assert desk.alerts == {}


# commands


def test_a_screen_presses_buttons(desk: Desk) -> None:
    desk.machine(S.READY)
    assert desk.says("panel", seat=1, button="start").ok
    assert desk.device.sent == [Collect()]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seat": 4, "button": "riichi"},
        {"seat": True, "button": "riichi"},
        {"seat": 1.0, "button": "riichi"},
        {"seat": [1], "button": "riichi"},
        {"seat": 1, "button": "sleep"},
        {"seat": 1, "button": {"name": "riichi"}},
    ],
)
def test_a_wrong_button_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    assert desk.says("panel", **body).code == "bad_schema"


def test_the_cycle_starts_over_the_bus(desk: Desk) -> None:
    desk.machine(S.READY)
    assert desk.says("cycle.start").ok
    assert desk.device.sent == [Collect()]


def test_start_after_a_hand_has_begun_is_answered_with_a_refusal(desk: Desk) -> None:
    """While the walls rise, the dice fall and the hand is dealt, START changes nothing, and says so."""
    desk.machine(S.READY)
    assert desk.says("cycle.start").ok
    sent = list(desk.device.sent)
    desk.machine(S.OPENING)
    for name, body in (("cycle.start", {}), ("panel", {"seat": 2, "button": "start"})):
        reply = desk.says(name, **body)
        assert (reply.ok, reply.code, reply.reason) == (False, "not_now", "hand_on")
    assert desk.device.sent == sent
    desk.machine(S.INTAKE)
    assert desk.says("cycle.start").ok, "it closes the hatch"


def test_a_machine_that_works_leaves_the_revision_of_the_game_as_it_is(desk: Desk) -> None:
    """So a command with `if_rev` holds on: what it was asked about is the same."""
    desk.machine(S.READY)
    rev, before = desk.shown.rev, len(desk.bus.states)
    for percent in (10, 20, 30):
        desk.device.reports.append(Status(S.READY, percent=percent))
        desk.turn()
    assert [state.machine.progress for state in desk.bus.states[before:]] == [0.1, 0.2, 0.3]
    assert {state.rev for state in desk.bus.states[before:]} == {rev}
    assert desk.says("cycle.start").ok
    desk.machine(S.OPENING)
    assert desk.shown.rev > rev, "another phase is another state of the game"


def test_sync_publishes_the_same_picture_again(desk: Desk) -> None:
    desk.machine(S.READY)
    before = len(desk.bus.states)
    assert desk.says("sync").ok
    assert len(desk.bus.states) == before + 1
    assert desk.shown.rev == before + 1
    assert desk.shown.machine == desk.bus.states[-2].machine


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"question": "pond.1.4", "tile": "5m"}, "not_now"),
        ({"question": "pond.1.4", "tile": "5x"}, "bad_schema"),
        ({"question": None, "tile": "5m"}, "bad_schema"),
        ({}, "bad_schema"),
    ],
)
def test_an_answer_to_no_question_is_refused(desk: Desk, body: dict[str, Any], code: str) -> None:
    reply = desk.says("answer", **body)
    assert reply.code == code
    assert reply.message


def test_an_answer_names_the_doubtful_tile(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    performance = Performance(desk.game, 1.0, random.Random(4), 0.5, doubt=0.3)
    performance.perform(hand().events)
    for t, given in sorted(performance.timeline, key=lambda entry: entry[0]):
        desk.turn(max(0.0, t - desk.now))
        desk.give(given)
        questions = [q for q in desk.shown.questions if q.code == "unread_discard"] if desk.bus.states else []
        if questions:
            break
    question = questions[0]
    tile = performance.faces[int(question.id.rsplit(".", 1)[1])]
    assert desk.says("answer", question=question.id, tile=str(tile)).ok
    desk.wait(1.0)
    assert question.id not in {q.id for q in desk.shown.questions}
    noted = [r for r in read(desk.path).records if r.kind in ("question", "answer")]
    assert {"question", "answer"} == {r.kind for r in noted}
    assert noted[-1].body == {"question": question.id, "tile": str(tile), "by": "test"}
    assert desk.teacher.taught == [(question.quad, tile)]


def asked_about_a_discard(path: Path) -> tuple[Desk, Question]:
    """A table that asks about a discard and whose disk takes nothing that is taught."""
    desk = Desk(path)
    desk.teacher.full = True
    performance = Performance(desk.game, 1.0, random.Random(4), 0.5, doubt=0.3)
    performance.perform(hand().events)
    for t, given in sorted(performance.timeline, key=lambda entry: entry[0]):
        desk.turn(max(0.0, t - desk.now))
        desk.give(given)
        if desk.bus.states and any(q.code == "unread_discard" for q in desk.shown.questions):
            break
    return desk, next(q for q in desk.shown.questions if q.code == "unread_discard")


def test_what_an_answer_teaches_and_the_disk_does_not_take_is_reported(tmp_path: Path) -> None:
    desk, question = asked_about_a_discard(tmp_path)
    assert desk.says("answer", question=question.id, tile="1m").ok
    assert "disk" in desk.alerts["taught"]


def test_that_no_face_shows_is_on_record_and_teaches_nothing(tmp_path: Path) -> None:
    desk, question = asked_about_a_discard(tmp_path)
    assert desk.says("answer", question=question.id, tile=None).ok
    desk.turn()
    assert question.id not in [q.id for q in desk.shown.questions]
    assert "taught" not in desk.alerts
    assert [r.body["tile"] for r in read(desk.path).records if r.kind == "answer"] == [None]


# what is published


def test_nothing_new_is_not_published(desk: Desk) -> None:
    desk.machine(S.READY)
    before = len(desk.bus.states)
    desk.wait(3.0)
    assert len(desk.bus.states) == before
    desk.machine(S.OPENING)
    assert len(desk.bus.states) == before + 1


def test_every_event_is_published_once(desk: Desk) -> None:
    shuffle(desk)
    desk.wait(2.0)
    assert [e.type for e in desk.bus.events] == ["hand_started", "dice_thrown", "dealt"]
    assert len({e.seq for e in desk.bus.events}) == 3


def test_a_broker_that_is_away_stands_among_the_alerts(desk: Desk) -> None:
    desk.bus.alert = Alert(code="broker_away", message="The MQTT broker is away.")
    desk.turn()
    assert desk.alerts == {"broker_away": "The MQTT broker is away."}
    desk.bus.alert = None
    desk.turn()
    assert desk.alerts == {}


# results and the next game


def paid(desk: Desk) -> None:
    desk.wait(4.0)
    assert desk.shown.phase is Phase.CONFIRM
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.turn()


def test_four_confirmations_pay_and_the_table_asks_to_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    assert desk.panel.lamps == [Lamp.ASK_CONFIRM] * 4
    desk.press(Button.CONFIRM, 0, 1, 2)
    desk.turn()
    assert desk.accepted == []
    assert desk.panel.lamps[3] is Lamp.ASK_CONFIRM
    desk.press(Button.CONFIRM, 3)
    desk.turn()
    assert desk.accepted == [hand().ended]
    assert desk.service.step_of_cycle is CycleStep.WAIT
    assert desk.panel.lamps == [Lamp.ASK_START] * 4


def test_after_the_game_start_begins_another(tmp_path: Path) -> None:
    desk = Desk(tmp_path, last_hand())
    desk.machine(S.PRESENTED)
    paid(desk)
    assert isinstance(desk.accepted[-1], ev.GameEnded)
    assert desk.shown.phase is Phase.FINISHED
    assert desk.service.step_of_cycle is CycleStep.DONE
    old = desk.path.read_bytes()
    desk.press(Button.START, 1)
    desk.turn()
    assert desk.games == 2
    assert desk.device.sent == [Collect()]
    assert desk.game.history == ()
    assert desk.folder.joinpath("1.jsonl").read_bytes() == old


def test_another_game_waits_for_room_on_the_disk(tmp_path: Path, disk: Disk) -> None:
    desk = Desk(tmp_path, last_hand())
    desk.machine(S.PRESENTED)
    paid(desk)
    disk.full = True
    desk.press(Button.START, 1)
    desk.turn()
    assert "make room" in desk.alerts["journal"]
    assert desk.game.finished
    disk.full = False
    desk.press(Button.START, 1)
    desk.turn()
    assert not desk.game.finished
    assert desk.alerts == {}
    assert desk.device.sent == [Collect()]


# a whole hand


def test_a_hand_is_followed_through_the_service(desk: Desk) -> None:
    list(perform(desk, timeline(desk)))
    events = ended(desk)
    assert events[-1] == hand().ended
    assert desk.game.scores == hand().after.scores


# evidence


def test_every_turn_hands_its_picture_and_what_was_accepted_to_the_evidence(desk: Desk) -> None:
    shuffle(desk)
    frame, lines, clear = desk.evidence.fed[-1]
    assert (frame, clear) == (PICTURE, True)
    assert lines == len(read(desk.path).records)
    desk.eyes.seen.append(SightChanged(desk.now, Sight.MOVED, "The camera has moved."))
    desk.turn()
    assert desk.evidence.fed[-1] == (PICTURE, lines, False)
    desk.camera.error = CameraError("There is no camera.")
    desk.turn()
    assert desk.evidence.fed[-1][0] is None


def test_trouble_with_the_evidence_is_an_alert_while_it_lasts(desk: Desk) -> None:
    desk.evidence.trouble = "Evidence cannot be kept (No space left on device): make room."
    desk.wait(0.5)
    assert desk.alerts == {"evidence": desk.evidence.trouble}
    desk.evidence.trouble = None
    desk.wait(0.5)
    assert desk.alerts == {}
