"""`jantaku machine selftest --guided`: at a virtual machine, through a running table, by words, by keys."""

from __future__ import annotations

import json
import os
import pty
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from contract.messages import GuideView, MachineReport, PartView, Reply
from controller.cli.machine import guided
from controller.cli.machine.commands import machine
from controller.cli.machine.desk import MachineConsole
from controller.cli.machine.remote import RemoteError
from controller.machine.selftest.guide import Word
from controller.table.games import Games
from firmware_bridge.pins import Axis, Input
from tests.hardware.conftest import need

Run = Callable[..., Result]
EVERYTHING = {*Input.__members__, *Axis.__members__}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def call(*words: str, simulator: str = "python") -> Result:
        config = tmp_path / "table.toml"
        config.write_text(f'[machine]\nsimulator = "{simulator}"\njam = 0.0\n')
        return CliRunner().invoke(machine, ["--config", str(config), "--data", str(tmp_path), *words])

    return call


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("simulator", ["python", "firmware"])
def test_of_a_virtual_machine_all_inputs_and_axes_are_tried_by_its_own_people(
    run: Run, simulator: str
) -> None:
    if simulator == "firmware":
        need("native")
    result = run("--json", "selftest", "--guided", simulator=simulator)
    rows = lines(result)
    assert result.exit_code == 0
    assert {line["part"]: line["how"] for line in rows if "part" in line} == dict.fromkeys(
        EVERYTHING, "works"
    )
    steps = [(line["act"], line["lane"]) for line in rows if "act" in line and line["act"] != "moving"]
    assert steps[:3] == [("estop", None), ("lid", None), ("entry", 0)]
    assert steps[-1] == ("go", 0)
    assert len(steps) == 16


def test_for_people_a_step_is_a_drawing_a_sentence_and_the_keys(run: Run) -> None:
    output = run("--language", "de", "selftest", "--guided").stdout
    assert "Schritt 1 von 16: Not-Halt S1 drücken" in output
    assert "q: Selbsttest beenden" in output
    first = output.split("Schritt 1 von 16")[0]
    assert first.count("#####") == 1, "S1 is marked"
    assert output.endswith("59 parts, 0 failed; the machine needs homing now.\n")


def test_without_a_terminal_the_machine_is_tried_alone(run: Run) -> None:
    assert "act" not in run("--json", "selftest").stdout
    wrong = run("selftest", "lift2", "--guided")
    assert (wrong.exit_code, "leave out AXIS" in wrong.stderr) == (2, True)


class Table:
    """A running table: step after step, as they are answered."""

    def __init__(self, ok: bool = True) -> None:
        acts = ("estop", "lid", "go")
        self._steps = [GuideView(step=n, steps=3, act=act, place=act) for n, act in enumerate(acts, 1)]
        self._ok = ok
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.report: MachineReport | None = MachineReport(state="ready")

    @contextmanager
    def table(self) -> Iterator[Table]:
        yield self

    def ask(self, name: str, **body: object) -> Reply:
        self.asked.append((name, body))
        guide = self._steps.pop(0) if self._steps else None
        tested = () if guide else (PartView(part="LID_OPEN", verdict="fail", measured=0, how="stuck_on"),)
        self.report = MachineReport(state="unhomed", testing=guide is not None, guide=guide, tested=tested)
        return Reply(id="1", ok=self._ok, code="ok" if self._ok else "not_now", message="It moves.", rev=1)

    def wait(self, found: object, limit: float) -> MachineReport:
        del found, limit
        raise RemoteError("Nothing has changed.")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], Table]:
    def put(table: Table) -> Table:
        monkeypatch.setattr(Games, "running", property(lambda _: True))
        monkeypatch.setattr(MachineConsole, "table", lambda _: table.table())
        return table

    return put


def test_a_running_table_is_asked_step_by_step(
    run: Run, served: Callable[[Table], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = iter([None, Word.SKIP, Word.FAILS, None, Word.GO])
    monkeypatch.setattr(guided, "_line", lambda _: next(said))
    table = served(Table())
    result = run("--json", "selftest", "--guided")
    assert table.asked == [
        ("machine.selftest", {"guided": True}),
        ("machine.step", {"step": 1, "word": "skip"}),
        ("machine.step", {"step": 2, "word": "fails"}),
        ("machine.step", {"step": 3, "word": "go"}),
    ]
    *steps, last = lines(result)
    assert [line["step"] for line in steps] == [1, 2, 3]
    assert last == {"ok": False, "part": "LID_OPEN", "verdict": "fail", "measured": 0, "how": "stuck_on"}
    assert result.exit_code == 1


def test_a_running_table_that_does_not_test_now_says_why(run: Run, served: Callable[[Table], Table]) -> None:
    served(Table(ok=False))
    result = run("selftest", "--guided")
    assert (result.exit_code, result.stderr) == (1, "It moves.\n")


def test_words_are_read_a_word_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours) as stdin, os.fdopen(theirs, "w") as person:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert guided._line(0.0) is None
        for line, word in (("skip", Word.SKIP), ("dance", None), ("stop", Word.STOP)):
            person.write(f"{line}\n")
            person.flush()
            assert guided._line(1.0) is word


def test_keys_need_no_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with guided._answers() as read:
            for key, word in (
                (" ", Word.GO),
                ("n", Word.FAILS),
                ("s", Word.SKIP),
                ("q", Word.STOP),
                ("x", None),
            ):
                os.write(person, key.encode())
                assert read(1.0) is word
    os.close(person)
