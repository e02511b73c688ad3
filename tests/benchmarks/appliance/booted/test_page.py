"""What a walk reads of the pages: an answer that does not come in time, or is a refusal, is a fault."""

from __future__ import annotations

import pytest

from benchmarks.appliance.booted.__main__ import STEPS
from benchmarks.appliance.booted.computer import FaultError
from benchmarks.appliance.booted.page import Page, until


def test_what_comes_late_is_a_fault_and_what_comes_is_given() -> None:
    answers = iter(["", "", "there"])
    assert until(lambda: next(answers), 10, "nothing came") == "there"
    with pytest.raises(FaultError, match=r"nothing came within 0 s\."):
        until(lambda: "", 0, "nothing came")


def test_where_nobody_answers_is_a_fault() -> None:
    page = Page(1)
    assert page.asked("health") == (0, b"")
    assert page.health() == {}
    with pytest.raises(FaultError, match=r"/care\.json answers 0"):
        page.json("care.json")


def test_a_step_is_chosen_by_its_name() -> None:
    names = [step.__name__ for step in STEPS]
    assert len(set(names)) == len(names)
    assert all(step.__doc__ for step in STEPS)
