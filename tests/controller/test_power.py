"""The end of the program and of the computer: asked of systemd's logind, refused where that may not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.power import Logind, again, carry_out
from runtime.programs import asked


class Answers:
    """What is asked of it, in order; answers the same each time."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.commands: list[str] = []

    def __call__(self, command: Sequence[str]) -> str | None:
        self.commands.append(" ".join(command[-3:]))
        return self.answer


def test_the_computer_is_switched_where_its_rules_let_us() -> None:
    logind = Answers('s "yes"\n')
    assert Logind(logind).refuses("computer_off") is None
    assert carry_out("computer_off", Logind(logind))
    assert carry_out("computer_restart", Logind(logind))
    assert [command.split(".")[-1] for command in logind.commands] == [
        "Manager CanPowerOff",
        "PowerOff b false",
        "Reboot b false",
    ]


@pytest.mark.parametrize("answer", [None, 's "no"\n', 's "challenge"\n', 's "na"\n', ""])
def test_elsewhere_it_is_refused_and_the_program_ends_all_the_same(answer: str | None) -> None:
    logind = Logind(Answers(answer))
    refusal = logind.refuses("computer_off")
    assert refusal is not None
    assert refusal.reason == "no_power"
    assert logind.refuses("stop") is None
    assert logind.refuses("restart") is None
    assert carry_out("stop", logind)


def test_a_switch_that_fails_is_said() -> None:
    assert not carry_out("computer_off", Logind(Answers(None)))


def test_a_restart_is_the_same_program_which_resumes_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr("os.execv", lambda *arguments: begun.append(arguments))
    monkeypatch.setattr(
        sys, "orig_argv", ["python", "-m", "jantaku", "run", "--new", "--port", "8090", "--seed", "7"]
    )
    carry_out("restart", Logind(Answers(None)))
    assert begun == [(sys.executable, [sys.executable, "-m", "jantaku", "run", "--port", "8090"])]
    assert again(["run", "--seed=7", "--data", "new"]) == ["run", "--data", "new"]


def test_a_program_that_is_not_there_or_hangs_answers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked([str(tmp_path / "busctl")]) is None
    assert asked(["false"]) is None
    assert asked(["echo", "yes"]) == "yes\n"
    monkeypatch.setattr("runtime.programs.PATIENCE_S", 0.1)
    assert asked(["sleep", "5"]) is None
