"""`jantaku run`: one sentence and exit code 2 for whatever cannot work; when it ends, and what it says."""

from __future__ import annotations

import gzip
import json
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from controller.cli.run import PATIENCE_S, _Watch, run
from controller.cli.starting import Asked as Wanted
from controller.cli.tell import Tell
from controller.clock import FastClock
from controller.config import Config
from controller.virtual.compare import Report, compare
from engine.play.apply import replay
from engine.result.game import called_off
from engine.state import events as ev
from engine.state.hand import Game
from tests.mine import mine

Asked = tuple[Config, dict[str, Any]]


def invoke(tmp_path: Path, *options: object) -> Result:
    words = ["--speed", "0", "--hands", "1", "--no-browser", "--data", tmp_path / "data", *options]
    return CliRunner().invoke(run, [str(word) for word in words])


def refused(result: Result) -> str:
    """The sentence of a command that could not work."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("jantaku: ")
    assert line[-1] in ".)"
    return line


def no_file(path: Path) -> Path:
    return path / "none"


def of_text(text: bytes, name: str = "given") -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(text)
        return path

    return write


CONFIGS = [
    (no_file, "cannot be read"),
    (of_text(b"[camera]\nfsp = 12\n"), "camera.fsp is not a known key"),
    (of_text(b"[camera]\nfps = 99\n"), "camera.fps"),
    (of_text(b"[camera\n"), "is no TOML"),
    (of_text(b"\xff\xfe"), "it is no text"),
    (of_text(b'[table]\npreset = "nope"\n'), "There is no preset 'nope'"),
    (of_text(b'[table.options]\n"tiles.red_fives" = "lots"\n'), "tiles.red_fives cannot be 'lots'"),
    (of_text(b'[table.options]\n"no.such" = 1\n'), "There is no rule option 'no.such'"),
]


@pytest.mark.parametrize(("make", "said"), CONFIGS)
def test_a_configuration_that_cannot_be_used(make: Callable[[Path], Path], said: str, tmp_path: Path) -> None:
    assert said in refused(invoke(tmp_path, "--config", make(tmp_path)))


START = b'{"type": "start_game", "names": ["a", "b", "c", "d"]}\n'
CUT = START + b'{"type": "start_kyoku", "bakaze": "E", "kyo'
OTHER = START + b'{"type": "dahai", "actor": 0, "pai": "5m", "tsumogiri": false}\n'
RECORDS = [
    (no_file, "cannot be read"),
    (lambda path: path, "cannot be read: Is a directory"),
    (of_text(b""), "the record is empty"),
    (of_text(b"Once upon a time\n"), "cannot be played: Line 1"),
    (of_text(b"\xff\xfe\xfd"), "no text"),
    (of_text(b"\x1f\x8b\x08\x00\x00", "cut.gz"), "the packed file is damaged"),
    (of_text(gzip.compress(START)[:-12], "cut.gz"), "the packed file is damaged"),
    (of_text(CUT), "cut off or damaged"),
    (of_text(OTHER), "cannot be played"),
    (of_text(START), "its last line is not the end of a game"),
]


@pytest.mark.parametrize(("make", "said"), RECORDS)
def test_a_record_that_cannot_be_played(make: Callable[[Path], Path], said: str, tmp_path: Path) -> None:
    assert said in refused(invoke(tmp_path, "--record", make(tmp_path)))


def test_an_unknown_preset(tmp_path: Path) -> None:
    assert "There is no preset 'nope': use one of rrc" in refused(invoke(tmp_path, "--preset", "nope"))


def test_an_unknown_light(tmp_path: Path) -> None:
    assert "There is no light 'disco': choose one of house" in refused(invoke(tmp_path, "--light", "disco"))


def test_no_broker(tmp_path: Path) -> None:
    assert "write mqtt://host:1883" in refused(invoke(tmp_path, "--broker", "nonsense"))


def test_mosquitto_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, shutil, which=lambda *_, **__: None)
    assert "sudo apt install mosquitto" in refused(invoke(tmp_path))


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = refused(invoke(tmp_path, "--port", port, "--broker", "mqtt://127.0.0.1:1"))
    assert f"Port {port} is in use" in result


def test_data_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert "give another with --data" in refused(invoke(tmp_path))


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What `run` would play, in the order in which it is called; nothing is played."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    asked: list[Asked] = []

    def play(wanted: Wanted, *_: object) -> tuple[bool, None]:
        asked.append((wanted.config(), wanted.wishes))
        return True, None

    monkeypatch.setattr("controller.cli.run._play", play)
    return asked


@pytest.mark.parametrize(("obeyed", "code"), [(True, 0), (False, 2)])
def test_what_the_host_wanted_happens_once_everything_is_closed(
    monkeypatch: pytest.MonkeyPatch, obeyed: bool, code: int
) -> None:
    """A computer that does not obey after all is said, and a service begins the table anew."""
    wanted: list[str] = []

    def done(what: str, _: object) -> bool:
        wanted.append(what)
        return obeyed

    monkeypatch.setattr("controller.cli.run._play", lambda *_: (True, "computer_off"))
    monkeypatch.setattr("controller.cli.run.carry_out", done)
    found = CliRunner().invoke(run, ["--no-browser"])
    assert (wanted, found.exit_code) == (["computer_off"], code)
    assert ("switch it yourself" in found.stderr) is not obeyed


def test_tables_of_one_computer_have_a_data_directory_each(tmp_path: Path, asked: list[Asked]) -> None:
    words = ("--broker", "mqtt://127.0.0.1:1", "--no-browser")
    for name in ("table-1", "table-2"):
        assert not CliRunner().invoke(run, ["--club", "sakura", "--table", name, *words]).exception
    assert not CliRunner().invoke(run, ["--table", "table-2", "--data", str(tmp_path)]).exception
    (first, wishes), (second, _), (third, free) = asked
    assert (first.table.club, first.table.name) == ("sakura", "table-1")
    assert first.data != second.data
    assert third.data == tmp_path
    assert (wishes["assigned_only"], free["assigned_only"]) == (True, False)


def test_a_table_joins_with_the_clubs_file(tmp_path: Path, asked: list[Asked]) -> None:
    file = tmp_path / "join.toml"
    file.write_text(
        '[table]\nclub = "sakura"\n[broker]\nurl = "mqtt://127.0.0.1:1"\nbridge = true\n'
        'user = "bridge"\npassword = "s"\n'
    )
    for name in ("table-1", "table-2"):
        joined = CliRunner().invoke(run, ["--join", str(file), "--table", name, "--no-browser"])
        assert not joined.exception
    (first, wishes), (second, _) = asked
    assert (first.table.club, first.table.name, first.broker.bridge) == ("sakura", "table-1", True)
    assert (first.broker.user, first.broker.password) == ("bridge", "s")
    assert first.data != second.data
    assert wishes["assigned_only"]
    assert "give --join an existing file" in refused(invoke(tmp_path, "--join", tmp_path / "none"))
    file.write_text("[broker]\nurll = 'x'\n")
    assert f"{file}: broker.urll is not a known key" in refused(invoke(tmp_path, "--join", file))


# when it ends


@dataclass
class FakeRunning:
    """As much of a running table as is watched."""

    world: object | None = None
    finished: bool = False
    clock: FastClock = field(default_factory=FastClock)

    def report(self) -> Report:
        return compare((), ())

    def __post_init__(self) -> None:
        self.service = SimpleNamespace(
            table=SimpleNamespace(game=after_a_hand(), events=()), questions=(1, 2)
        )


def after_a_hand() -> Game:
    made = replay(
        [
            ev.GameStarted("rrc"),
            ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4),
            ev.DiceThrown((3, 4)),
            ev.Dealt(),
        ]
    )
    assert made is not None
    return made


ENDED = ev.HandEnded(ev.EndReason.EXHAUSTIVE, (0, 0, 0, 0), 0)


def watch(running: FakeRunning, fast: bool, hands: int | None) -> _Watch:
    return _Watch(cast("Any", running), Tell(as_json=True), fast, hands)


@pytest.mark.parametrize(
    ("fast", "hands", "goes_on"),
    [(True, None, False), (True, 2, False), (False, 2, False), (False, None, True)],
)
def test_a_virtual_game_that_is_over(
    fast: bool, hands: int | None, goes_on: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the pace of people the result stays to be looked at, unless a number of hands was asked for."""
    running = FakeRunning(world=object(), finished=True)
    watched = watch(running, fast, hands)
    assert watched.turn(()) is goes_on
    watched.turn(())
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["hands"] == 0


def test_a_real_table_ends_after_its_hands() -> None:
    watched = watch(FakeRunning(), fast=False, hands=2)
    assert watched.turn((ENDED,))
    assert watched.turn(())
    assert not watched.turn((ENDED,))


def test_a_table_that_does_not_go_on_is_not_waited_for_forever(capsys: pytest.CaptureFixture[str]) -> None:
    running = FakeRunning(world=object())
    watched = watch(running, fast=True, hands=None)
    running.clock.sleep_until(PATIENCE_S)
    assert watched.turn(())
    assert watched.turn((ENDED,))
    running.clock.sleep_until(2 * PATIENCE_S + 1)
    assert not watched.turn(())
    assert watched.stuck
    assert "2 questions wait for an answer" in capsys.readouterr().err


def test_a_hand_is_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    watch(FakeRunning(), fast=False, hands=None).turn((ENDED,))
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"hand": "E1-0", "reason": "exhaustive", "deltas": [0] * 4, "scores": [30000] * 4}


def test_a_hand_is_one_line_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    Tell(as_json=False).hand(ENDED, cast("Any", FakeRunning().service.table))
    assert capsys.readouterr().out.split() == ["E1-0", "exhaustive", *["30000", "(+0)"] * 4]


def test_the_final_results_are_counted_out_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    over = called_off(after_a_hand())
    _Watch(cast("Any", FakeRunning()), Tell(as_json=False), False, None).turn((over,))
    assert capsys.readouterr().out.splitlines()[0].startswith("1–4. A: 30000 points, −30000 return points")
    watch(FakeRunning(), fast=False, hands=None).turn((over,))
    assert capsys.readouterr().out == ""


def test_an_interrupted_game_is_reported_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    tell = Tell(as_json=False)
    tell.started("http://here/", cast("Any", SimpleNamespace(game=after_a_hand(), name="any")))
    assert "goes on at E1-0; --new begins another" in capsys.readouterr().out
    tell.started(
        "http://here/", cast("Any", SimpleNamespace(game=replay([ev.GameStarted("rrc")]), name="any"))
    )
    assert capsys.readouterr().out == "The table screen is at http://here/\n"
