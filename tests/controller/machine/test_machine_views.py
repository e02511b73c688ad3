"""What the screens are told of the machine, report by report."""

from __future__ import annotations

import pytest

from contract.messages import MachineCode, MachineView
from controller.machine.machine_views import noted, seen
from firmware_bridge.message import Fault, Outcome

JAM = next(code for code in range(256) if seen(MachineView(state=MachineCode.READY), Fault(code)).lane == 2)
NAME = seen(MachineView(state=MachineCode.READY), Fault(JAM)).cause


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.CLEARED])
def test_a_fault_stands_with_its_cause_and_its_lane(outcome: Outcome) -> None:
    view = seen(MachineView(state="ready"), Fault(JAM, outcome=outcome))
    assert (view.fault, view.cause, view.lane, view.state) == (JAM, NAME, 2, "ready")
    assert NAME


def test_a_fault_that_is_cleared_is_gone_with_its_cause_and_its_lane() -> None:
    view = seen(MachineView(state="fault"), Fault(JAM))
    view = seen(view, Fault(JAM, outcome=Outcome.CLEARED))
    assert (view.fault, view.cause, view.lane, view.state) == (0, "", None, "fault")


def test_the_journal_keeps_the_number_of_a_fault_also_when_it_is_cleared() -> None:
    kept = noted(Fault(JAM, outcome=Outcome.CLEARED))
    assert (kept["code"], kept["lane"], kept["recovering"]) == (JAM, 2, False)
    assert noted(Fault(JAM, outcome=Outcome.RECOVERING))["recovering"] is True
