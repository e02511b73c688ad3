"""`jantaku machine` on the virtual machine (its model in Python, so that no compiler is needed)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from contract.messages import MachineReport, PartView, Phase, Reply, Snapshot
from controller.cli.machine.commands import machine
from controller.cli.machine.desk import MachineConsole
from controller.machine.operator import Operator, OperatorError
from controller.sentences.machine_faults import lost
from controller.table.games import Games
from controller.table.journal import Journal
from engine.explain.words import LANGUAGES
from engine.state.events import GameStarted
from firmware_bridge.device import Trouble
from firmware_bridge.faults import KINDS
from firmware_bridge.message import Close, Collect, Home, Shuffle
from firmware_bridge.pins import Axis

Run = Callable[..., Result]
PLAY = Path(__file__).parents[3] / "data" / "snapshots" / "play.json"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def call(*words: str, **settings: Any) -> Result:
        values = {"simulator": "python", "jam": 0.0, **settings}
        rows = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        config = tmp_path / "table.toml"
        config.write_text("[machine]\n" + "\n".join(rows))
        return CliRunner().invoke(machine, ["--config", str(config), "--data", str(tmp_path), *words])

    return call


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_status_says_who_answers_and_how_it_stands(run: Run) -> None:
    result = run("--json", "status")
    (rows,) = lines(result)
    assert result.exit_code == 0
    assert (rows["ok"], rows["state"], rows["build"], rows["protocol"]) == (True, "unhomed", "python", "1.4")
    assert rows["link"]["damaged"] == 0
    assert "state     unhomed" in run("status").stdout


def test_status_does_not_call_rows_empty_that_nobody_has_looked_into(run: Run) -> None:
    output = run("status", sets=1).stdout
    assert "rows not known before homing" in output
    assert "rows empty" not in output
    assert "on the table" not in output


def test_home_ends_homed(run: Run) -> None:
    (rows,) = lines(run("--json", "home"))
    assert (rows["ok"], rows["step"]) == (True, "home")
    assert rows["seconds"] > 0


def test_a_cycle_with_two_sets_raises_the_one_and_sorts_the_other(run: Run) -> None:
    result = run("--json", "cycle", sets=2)
    steps = [printed["step"] for printed in lines(result)]
    assert steps == [
        "home",
        "open the hatch",
        "close the hatch",
        "raise the walls",
        "dice",
        "sort the other set",
    ]
    dice = next(printed["dice"] for printed in lines(result) if printed["step"] == "dice")
    assert all(1 <= value <= 6 for value in dice)


def test_a_cycle_with_one_set_sorts_it_first(run: Run) -> None:
    steps = [printed["step"] for printed in lines(run("--json", "cycle", "--cycles", "2", sets=1))]
    once = ["open the hatch", "close the hatch", "shuffle and stack", "raise the walls", "dice"]
    assert steps == ["home", *once, *once]


def test_the_self_test_reports_every_axis(run: Run) -> None:
    result = run("--json", "selftest")
    assert result.exit_code == 0
    tested = {printed["part"]: printed["verdict"] for printed in lines(result) if "part" in printed}
    assert tested.keys() >= {axis.name for axis in Axis}
    assert set(tested.values()) == {"pass"}
    assert [
        printed["part"] for printed in lines(run("--json", "selftest", "lift2")) if "part" in printed
    ] == ["LIFT2"]


def test_jog_moves_one_axis_and_says_where_it_is(run: Run) -> None:
    rows = lines(run("--json", "jog", "LIFT2", "forward", "--seconds", "1"))
    positions = [line["position"] for line in rows]
    assert positions == sorted(positions)
    assert positions[-1] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("jog", "ARM", "back"), "There is no axis ARM"),
        (("selftest", "ARM"), "There is no axis ARM"),
        (("faults", "E0F"), "There is no fault E0F"),
    ],
)
def test_wrong_use_is_reported(run: Run, words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_remedy_in_every_language(run: Run, language: str) -> None:
    rows = lines(run("--language", language, "--json", "faults"))
    assert {line["name"] for line in rows} == {kind.name for kind in KINDS}
    assert len({line["code"] for line in rows}) == len(rows)
    assert all(line["remedy"] and "{" not in line["remedy"] for line in rows)


def test_one_fault_by_its_code(run: Run) -> None:
    (rows,) = lines(run("--json", "faults", "e21"))
    assert (rows["code"], rows["name"], rows["lane"], rows["attempts"]) == ("E21", "LANE_JAM", 1, 3)
    assert "lane 2" in rows["remedy"]


def test_a_jam_that_stays_ends_the_cycle_with_its_remedy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.Random.random", lambda _: 0.0)
    result = run("--json", "cycle", sets=1, jam=1.0)
    assert result.exit_code == 1
    last = lines(result)[-1]
    assert (last["ok"], last["cause"]) == (False, "LANE_JAM")
    assert last["fault"].startswith("E2")
    assert "press START" in last["remedy"]


def test_the_black_box_of_a_machine_without_a_past_holds_its_counters(run: Run) -> None:
    (rows,) = lines(run("--json", "blackbox"))
    assert (rows["ok"], rows["cycles"], rows["watchdogs"], rows["latched"]) == (True, 0, 0, 0)


def test_the_black_box_tells_the_fault_that_waits_for_a_person(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.Random.random", lambda _: 0.0)
    remembered = Operator.remembered

    def after_a_jam(operator: Operator) -> Any:
        for command in (Home(), Collect(0), Close()):
            operator.do(command, 30.0)
        with pytest.raises(OperatorError):
            operator.do(Shuffle(), 300.0)
        return remembered(operator)

    monkeypatch.setattr(Operator, "remembered", after_a_jam)
    counted, *records = lines(run("--json", "blackbox", sets=1, jam=1.0))
    assert counted["latched"] > 0
    assert records[-1]["name"] == "LANE_JAM"
    assert records[-1]["axis"].startswith("CONV")


def test_fairness_counts_the_games_of_the_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with Journal(tmp_path / "games" / "g1.jsonl") as journal:
        journal.append_event(GameStarted("rrc"), 0)
    (tmp_path / "games" / "g2.jsonl").write_text("no\njournal\n")
    result = run("--json", "fairness")
    assert result.exit_code == 0
    assert {printed["verdict"] for printed in lines(result)} == {"too few"}
    assert {printed["test"] for printed in lines(result)} >= {"dice faces", "dora indicator"}
    assert "g2.jsonl" in result.stderr


def test_a_port_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        '[camera]\nkind = "v4l2"\nsource = "/dev/video0"\n'
        '[machine]\nkind = "serial"\nport = "/dev/tty-none"\n'
    )
    words = ["--config", str(config), "--data", str(tmp_path)]
    result = CliRunner().invoke(machine, [*words, "status"])
    assert result.exit_code == 1
    assert result.stderr.startswith("The machine's port /dev/tty-none cannot be opened")
    assert result.stderr.count("\n") == 1
    swedish = CliRunner().invoke(machine, [*words, "--language", "sv", "status"])
    assert swedish.stderr == f"{lost(Trouble.PORT, 'sv')}\n"


def test_a_step_tells_the_seconds_that_the_machine_took(run: Run) -> None:
    """Of its own time: three seconds to home, as the model says, and not those that somebody waited."""
    output = run("home").stdout
    assert output.startswith("home      ")
    assert float(output.removesuffix(" s\n").split()[-1]) == pytest.approx(3.0, abs=0.15)
    (line,) = lines(run("--json", "home"))
    assert line["seconds"] == pytest.approx(3.0, abs=0.15)
    assert line["seconds"] == round(line["seconds"], 2)


def test_the_status_for_people_is_six_lines(run: Run) -> None:
    result = dict(line.split(maxsplit=1) for line in run("status").stdout.splitlines())
    assert list(result) == ["state", "sets", "firmware", "link", "homed", "inputs"]
    assert result["state"] == "unhomed, rows staged, motor supply off"
    assert result["sets"] == "set 1 in the rows"
    assert re.fullmatch(r"median \d+\.\d ms, p99 \d+\.\d ms, 0 damaged, 0 repeated", result["link"])
    assert (result["homed"], result["inputs"]) == ("no axis", "none asserted")
    assert "(python), protocol 1.4, pin map " in result["firmware"]
    assert result["firmware"].endswith("start 1 after power")


def test_the_self_test_for_people_ends_with_a_count(run: Run) -> None:
    *parts, last = run("selftest", "lift2").stdout.splitlines()
    assert [line.split()[:2] for line in parts] == [["home", "3.1"], ["pass", "LIFT2"]]
    assert last == "1 parts, 0 failed; the machine needs homing now."


def test_the_black_box_for_people_is_one_line_of_counters(run: Run) -> None:
    assert run("blackbox").stdout == (
        "since built  0 sets sorted, 1 starts, 0 by the watchdog, 0 faults recovered, 0 for a person\n"
    )


def test_a_fault_for_people_says_who_clears_it(run: Run) -> None:
    assert re.match(r"E21  LANE_JAM +itself, 3x +\w", run("faults", "E21").stdout)
    assert re.match(r"E04  ESTOP +lockout +\w", run("faults", "E04").stdout)
    assert re.match(r"E78  SENSOR_DIRTY +warning +\w", run("faults", "E78").stdout)


class Running:
    """A table that runs: what it answers, one after the other, and what it was asked."""

    def __init__(self, *states: tuple[Phase, str], ok: bool = True) -> None:
        self._states = list(states)
        self._ok = ok
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.report = MachineReport(state="ready", homed=("LIFT0",), supply=True)

    @contextmanager
    def table(self) -> Iterator[Running]:
        yield self

    def _state(self) -> Snapshot:
        phase, state = self._states.pop(0)
        play = Snapshot.model_validate_json(PLAY.read_bytes())
        machine = play.machine.model_copy(update={"state": state, "fault": 0x21 if state == "fault" else 0})
        return play.model_copy(update={"phase": phase, "machine": machine, "dice": (2, 5)})

    def look(self) -> tuple[MachineReport, Snapshot]:
        return self.report, self._state()

    def next_state(self, printed: tuple[Phase, str], limit: float) -> Snapshot:
        return self._state()

    def ask(self, name: str, **body: object) -> Reply:
        self.asked.append((name, body))
        return Reply(id="1", ok=self._ok, code="ok" if self._ok else "not_now", message="It is busy.", rev=1)

    def wait(self, found: Callable[[MachineReport], MachineReport | None], limit: float) -> MachineReport:
        part = PartView(part="LIFT2", verdict="fail", measured=7)
        for testing in (True, False):
            news = self.report.model_copy(update={"testing": testing, "tested": [] if testing else [part]})
            if (result := found(news)) is not None:
                return result
        raise AssertionError("The test of the table never ends.")


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Callable[[Running], Running]:
    """Puts a table that runs in the place of the one whose folder is given."""

    def put(table: Running) -> Running:
        monkeypatch.setattr(Games, "running", property(lambda _: True))
        monkeypatch.setattr(MachineConsole, "table", lambda _: table.table())
        return table

    return put


Put = Callable[[Running], Running]


def test_a_cycle_of_a_running_table_is_followed_from_start_to_the_dice(run: Run, running: Put) -> None:
    ways = (
        (Phase.IDLE, "ready"),
        (Phase.COLLECT, "intake"),
        (Phase.SHUFFLE, "sorting"),
        (Phase.DEAL, "presented"),
    )
    table = running(Running(*ways))
    result = run("--json", "cycle")
    assert result.exit_code == 0
    assert [(printed["phase"], printed["state"]) for printed in lines(result)] == [
        (p.value, s) for p, s in ways[1:]
    ]
    assert all(0 <= printed["seconds"] < 5 for printed in lines(result))
    assert lines(result)[-1]["dice"] == [2, 5]
    assert table.asked == [("cycle.start", {})]
    running(Running(*ways))
    first = run("cycle").stdout.splitlines()[0]
    assert re.fullmatch(r"collect, intake +0\.\d s", first)


def test_a_table_in_play_is_not_pressed_start_at(run: Run, running: Put) -> None:
    table = running(Running((Phase.PLAY, "presented")))
    result = run("cycle")
    assert result.exit_code == 1
    assert result.stderr == "The table does not wait for START now (play): see its screen.\n"
    assert table.asked == []


def test_a_machine_that_stops_ends_the_cycle_with_its_remedy(run: Run, running: Put) -> None:
    running(Running((Phase.FINISHED, "ready"), (Phase.SHUFFLE, "fault")))
    result = run("cycle")
    assert result.exit_code == 1
    assert result.stderr.startswith("The machine stopped. E21: ")


def test_a_running_table_tests_its_machine_itself(run: Run, running: Put) -> None:
    table = running(Running())
    result = run("--json", "selftest", "lift2")
    assert table.asked == [("machine.selftest", {"axis": "LIFT2"})]
    assert lines(result) == [{"ok": False, "part": "LIFT2", "verdict": "fail", "measured": 7}]
    assert result.exit_code == 1
    running(table)
    run("selftest")
    assert table.asked[-1] == ("machine.selftest", {"axis": None})


def test_a_running_table_that_does_not_test_now_says_why(run: Run, running: Put) -> None:
    running(Running(ok=False))
    result = run("selftest")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_the_status_comes_from_a_running_table(run: Run, running: Put) -> None:
    running(Running((Phase.IDLE, "ready")))
    (rows,) = lines(run("--json", "status"))
    assert (rows["served"], rows["state"], rows["homed"]) == (True, "ready", ["LIFT0"])
    assert not rows.keys() & {"alerts", "tested", "testing"}


def test_a_running_table_keeps_its_machine(run: Run, running: Put) -> None:
    running(Running())
    result = run("home")
    assert result.exit_code == 1
    assert result.stderr.startswith("A running table has the machine (")
    assert result.stderr.endswith("stop it first, then try again.\n")
