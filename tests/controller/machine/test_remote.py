"""`jantaku machine` beside a running table: what goes through the table, and what needs it stopped."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from contract.messages import Alert, Command, Info, MachineReport, MachineView, PartView, Phase, Snapshot
from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from controller.bus.mqtt import Bus
from controller.cli.machine.commands import machine
from controller.sentences.refusals import Refusal
from controller.table.games import Games
from tests.controller.broker.client import Client, needs_mosquitto, until

TOPICS = Topics("home", "table-1")
INFO = Info(software="test", club="home", table="table-1")
PLAY = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"
WELL = MachineReport(state="presented", sorter="sorting", drum_set=0, standing_set=1, build="native")
pytestmark = needs_mosquitto


class Table:
    """A table that runs in `data`: it answers commands as `answers` says, and keeps them."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.commands: list[Command] = []
        self.answers: Callable[[Command], Refusal | None] = lambda _: None
        self._unlock = Games(data).lock()
        self._broker = EmbeddedBroker(data / "broker", TOPICS)
        self._broker.start()
        self.bus = Bus(TOPICS, self._broker.address, INFO, "boot")
        self.bus.start()
        self._screen = Client(self._broker)
        assert until(lambda: self.bus.connected)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        self.show(Phase.PLAY)
        self.tell(WELL)

    def tell(self, report: MachineReport) -> None:
        """Returns when the broker has it, so that whoever asks next is told."""
        self.bus.publish_machine(report)
        sent = report.model_dump(mode="json")
        assert until(lambda: sent in self._screen.payloads(TOPICS.machine))

    def show(self, phase: Phase, state: str = "presented") -> None:
        shown = Snapshot.model_validate_json(PLAY.read_text("utf-8"))
        now = shown.model_copy(update={"phase": phase, "machine": MachineView(state=state)})
        self.bus.publish_state(now)
        assert until(lambda: now.model_dump(mode="json") in self._screen.payloads(TOPICS.state))

    def cli(self, *words: str) -> Result:
        return CliRunner().invoke(machine, ["--data", str(self.data), *words])

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()
        self.bus.close()
        self._screen.close()
        self._broker.stop()
        self._unlock()

    def _serve(self) -> None:
        while not self._ended.wait(0.02):
            for command in self.bus.poll():
                self.commands.append(command)
                self.bus.answer(command, self.answers(command))


@pytest.fixture(autouse=True)
def nobody_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.cli.machine.commands.SORT_S", 20.0)
    monkeypatch.setattr("controller.cli.machine.selftest.TEST_S", 20.0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.stop()


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_status_is_what_the_table_tells(table: Table) -> None:
    result = table.cli("--json", "status")
    (printed,) = lines(result)
    assert (result.exit_code, printed["served"], printed["ok"]) == (0, True, True)
    assert (printed["state"], printed["drum_set"], printed["standing_set"]) == ("presented", 0, 1)
    assert "set 0 in the drum, set 1 on the mat" in table.cli("status").stdout


def test_status_says_what_the_screens_say_of_the_machine(table: Table) -> None:
    pulled = Alert(code="machine_lost_cable", message="The machine's cable is gone (5); plug it in again.")
    table.tell(MachineReport(state="lost", alerts=(pulled,)))
    result = table.cli("status")
    assert result.exit_code == 1
    assert pulled.message in result.stdout
    assert "Maskinens kabel är borta" in table.cli("--language", "sv", "status").stdout


def test_a_latched_fault_comes_with_its_remedy(table: Table) -> None:
    table.tell(MachineReport(state="fault", fault="E21", cause="LANE_JAM"))
    (printed,) = lines(table.cli("--json", "--language", "ja", "status"))
    assert not printed["ok"]
    assert printed["messages"][0].startswith("E21: ")


@pytest.mark.parametrize("words", [("home",), ("jog", "LIFT0", "forward")])
def test_motion_by_hand_needs_the_table_stopped(table: Table, words: tuple[str, ...]) -> None:
    result = table.cli(*words)
    assert (result.exit_code, table.commands) == (1, [])
    assert result.stderr.endswith("stop it first, then try again.\n")


def test_a_self_test_goes_through_the_table(table: Table) -> None:
    def test() -> None:
        table.tell(WELL.model_copy(update={"testing": True}))
        part = PartView(part="LIFT2", verdict="fail", measured=7)
        table.tell(WELL.model_copy(update={"tested": (part,)}))

    table.answers = lambda _: threading.Timer(0.3, test).start()
    result = table.cli("--json", "selftest", "lift2")
    assert result.exit_code == 1
    assert lines(result) == [{"ok": False, "part": "LIFT2", "verdict": "fail", "measured": 7}]
    assert [(c.name, c.body) for c in table.commands] == [("machine.selftest", {"axis": "LIFT2"})]


def test_a_self_test_at_the_wrong_time_is_reported(table: Table) -> None:
    table.answers = lambda _: Refusal("not_at_rest")
    for language, said in (("en", "A self-test needs a table"), ("sv", "Självtestet kräver att bordet")):
        result = table.cli("--language", language, "selftest")
        assert (result.exit_code, result.stderr.startswith(said)) == (1, True)


def test_a_cycle_presses_start_and_follows_to_the_deal(table: Table) -> None:
    def follow() -> None:
        for phase, state in ((Phase.COLLECT, "intake"), (Phase.RAISE, "raising"), (Phase.DEAL, "presented")):
            time.sleep(0.3)
            table.show(phase, state)

    table.show(Phase.IDLE)
    table.answers = lambda _: threading.Thread(target=follow).start()
    result = table.cli("--json", "cycle")
    assert result.exit_code == 0
    assert [printed["phase"] for printed in lines(result)][-1] == "deal"
    assert {printed["phase"] for printed in lines(result)} <= {"collect", "raise", "deal"}
    assert [c.name for c in table.commands] == ["cycle.start"]


def test_a_cycle_in_a_hand_moves_nothing(table: Table) -> None:
    result = table.cli("cycle")
    assert (result.exit_code, table.commands) == (1, [])
    assert "does not wait for START now (play)" in result.stderr


def test_a_table_that_does_not_answer_is_one_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    (table.data / "broker" / "listens").write_text(f"{table.data}/nobody\n")
    result = table.cli("status")
    assert result.exit_code == 1
    assert result.stderr.startswith("The running table does not answer")
    (table.data / "broker" / "listens").unlink()
    assert "try again in a moment" in table.cli("status").stderr
