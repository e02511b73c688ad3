"""What stands among the alerts, and until when."""

from __future__ import annotations

import pytest

from contract.messages import Alert
from controller.sentences.alerts import BACKS, HELD, PART, TOO_LIGHT, Alerts
from controller.sentences.machine_faults import refused, remedy
from controller.sentences.refusals import Refusal
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.faults import ALL
from firmware_bridge.message import Fault, Flag, MachineState, Outcome, Reason, Status
from runtime.tasks import Tasks
from vision.eyes.observation import Sight, SightChanged


def test_a_part_that_fails_stands_by_its_name_until_it_runs_again() -> None:
    alerts = Alerts()
    part = Tasks().part("evidence")
    alerts.parts([part])
    (standing,) = alerts.all
    assert standing.code == f"{PART}evidence"
    assert part.about.does in standing.message
    other = Tasks().part("readings")
    alerts.parts([other])
    assert [alert.code for alert in alerts.all] == [f"{PART}readings"]
    alerts.parts([])
    assert not alerts.all


def standing(alerts: Alerts) -> dict[str, str]:
    return {alert.code: alert.message for alert in alerts.all}


def test_one_stands_by_its_code_until_it_is_taken_back() -> None:
    alerts = Alerts()
    alerts.warn("disk_low", "One.")
    alerts.warn("disk_low", "Two.")
    assert standing(alerts) == {"disk_low": "Two."}
    alerts.warn("disk_low", None)
    alerts.warn("disk_low", None)
    assert standing(alerts) == {}


def test_a_refusal_is_reported_with_its_reason_and_values() -> None:
    alerts = Alerts()
    alerts.put("no_hand", Refusal("many_calls", n=3))
    (alert,) = alerts.all
    assert (alert.reason, alert.values, alert.message) == (
        "many_calls",
        {"n": 3},
        str(Refusal("many_calls", n=3)),
    )
    alerts.put("no_hand", "A sentence alone.")
    (alert,) = alerts.all
    assert (alert.reason, alert.message) == (Alert(code="no_hand", message="").reason, "A sentence alone.")


@pytest.mark.parametrize("sight", [each for each in Sight if each is not Sight.OK])
def test_the_camera_has_one_state(sight: Sight) -> None:
    alerts = Alerts()
    for before in Sight:
        alerts.sight(SightChanged(0.0, before, "Before."))
        alerts.sight(SightChanged(1.0, sight, "Now."))
        assert standing(alerts) == {f"camera_{sight.value}": "Now."}
    alerts.sight(SightChanged(2.0, Sight.OK, ""))
    assert standing(alerts) == {}


def test_what_ends_when_its_cause_ends() -> None:
    alerts = Alerts()
    alerts.cut("It ends early.")
    alerts.backs(differ=True)
    assert standing(alerts) == {"camera_cut": "It ends early.", "backs_differ": BACKS}
    alerts.burnt(stays=True)
    assert standing(alerts)["camera_burnt"] == TOO_LIGHT
    alerts.sight(SightChanged(0.0, Sight.OK, ""))
    assert "camera_burnt" in standing(alerts), "tiles are read all the same"
    alerts.burnt(stays=False)
    alerts.cut(None)
    alerts.backs(differ=False)
    assert standing(alerts) == {}


def test_a_machine_is_lost_or_refuses_for_one_reason_and_takes_no_other_with_it() -> None:
    alerts = Alerts()
    alerts.put("machine_other", "It stays.")
    for trouble in Trouble:
        alerts.lost(DeviceLostError(trouble, "Look there."))
        assert standing(alerts) == {"machine_other": "It stays.", f"machine_lost_{trouble}": "Look there."}
    alerts.lost(None)
    for reason in Reason:
        alerts.refused(reason)
        assert standing(alerts) == {
            "machine_other": "It stays.",
            f"machine_refused_{reason.name.lower()}": refused(reason),
        }
    alerts.refused(None)
    assert standing(alerts) == {"machine_other": "It stays."}


def test_a_warning_stands_until_people_have_read_it_and_faults_are_no_warnings() -> None:
    alerts = Alerts()
    dirty = next(fault for fault in ALL if fault.name == "SENSOR_DIRTY")
    for outcome in Outcome:
        alerts.fault(Fault(dirty.number, outcome=outcome))
        warns = outcome is Outcome.WARNING
        expected = {"machine_warning_SENSOR_DIRTY": f"{remedy(dirty)} (Fault E78.)"}
        assert standing(alerts) == (expected if warns else {})
        alerts.warned()
    alerts.fault(Fault(0xFE, outcome=Outcome.WARNING))
    assert standing(alerts) == {}, "nobody knows what it says"
    alerts.put("mended_x", "It was damaged.")
    alerts.warned()
    assert standing(alerts) == {"mended_x": "It was damaged."}
    alerts.read()
    assert standing(alerts) == {}


@pytest.mark.parametrize("state", MachineState)
@pytest.mark.parametrize("lease", [False, True])
def test_what_the_machine_does_is_said_where_a_person_must_know_it(state: MachineState, lease: bool) -> None:
    alerts = Alerts()
    jam = next(fault for fault in ALL if fault.name == "LANE_JAM" and fault.lane == 1)
    flags = Flag.LEASE if lease else Flag(0)
    found = {}
    if state in (MachineState.FAULT, MachineState.ESTOP):
        found = {"machine_fault": f"{remedy(jam)} (Fault E21; START clears it.)"}
    elif state is MachineState.RECOVERING:
        found = {"machine_jam": "Lane 2 is stuck (fault E21); the machine is clearing it."}
    elif state is MachineState.HOLD and lease:
        found = {"machine_held": HELD}
    for before in MachineState:
        alerts.machine(Status(before, fault=jam.number, flags=Flag.LEASE))
        alerts.machine(Status(state, fault=jam.number, flags=flags))
        assert standing(alerts) == found


def test_a_fault_that_nobody_knows_or_of_no_lane_has_a_sentence_too() -> None:
    alerts = Alerts()
    alerts.machine(Status(MachineState.FAULT, fault=0xFE))
    unknown = "The machine stopped: look what stops it. (Fault EFE; START clears it.)"
    assert standing(alerts) == {"machine_fault": unknown}
    alerts.machine(Status(MachineState.RECOVERING, fault=0x10))
    stuck = "The machine is stuck (fault E10); the machine is clearing it."
    assert standing(alerts) == {"machine_jam": stuck}
