"""What a running table prints: lines for people, JSON lines for programs, progress on a terminal alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from contract.roles import Role
from controller.broker.accounts import Account
from controller.cli.tell import CLEAR, Tell
from controller.table.journal import Journal
from controller.table.writer import Table
from engine.state import events as ev
from tests.controller.ending.test_referee import DEALT, M

SCREEN = "http://localhost:8090/table.html"
LINK = f"{SCREEN}#key=secret"
REDEAL = ev.HandEnded(ev.EndReason.REDEAL, (0, 0, 0, 0), 0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(Journal(tmp_path / "game.jsonl", durable=False))
    for event in (*DEALT, ev.Discarded(0, M("1m"))):
        table.submit(event)
    yield table
    table.close()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes a terminal of what is captured, within the test: capsys is not there yet before."""

    def begin() -> None:
        for stream in (sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda: True)

    return begin


Printed = pytest.CaptureFixture[str]


def line(printed: Printed) -> Any:
    return json.loads(printed.readouterr().out)


def test_a_start_says_where_to_look_and_where_the_game_goes_on(table: Table, capsys: Printed) -> None:
    Tell(False).started(SCREEN, table, link=LINK, builds=True)
    screen, buttons, builds, game = capsys.readouterr().out.splitlines()
    assert screen == f"The table screen is at {SCREEN}"
    assert "`jantaku link`" in buttons
    assert builds.startswith("The machine's firmware is compiled once")
    assert game == "The interrupted game goes on at E1-0; --new begins another."


def test_a_secret_is_shown_on_a_terminal_alone(
    table: Table, capsys: Printed, terminal: Callable[[], None]
) -> None:
    terminal()
    Tell(False).started(SCREEN, table, link=LINK)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"The table screen is at {LINK}"
    assert len(lines) == 2
    assert not Tell(True).shows_secrets


def test_a_start_as_json_is_one_line_with_the_link(table: Table, capsys: Printed) -> None:
    Tell(True).started(SCREEN, table, link=LINK, builds=True)
    assert line(capsys) == {"table": SCREEN, "game": table.name, "link": LINK}


def test_who_looks_from_elsewhere_is_told_how_to_command(capsys: Printed) -> None:
    Tell(False).serves("http://table.local:8090/", None)
    first, second = capsys.readouterr().out.splitlines()
    assert first == "Other computers see the table at http://table.local:8090/ and cannot command it."
    assert second.endswith("jantaku mqtt account add NAME --role house --link http://table.local:8090/")
    Tell(False).serves("http://table.local:8090/", (Account.named("phone", Role.HOUSE), "s3cret"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Whoever opens this link can; it is shown this once:"
    assert lines[2].startswith("link ")
    assert lines[2].endswith("device=house-phone#key=s3cret")
    Tell(True).serves("http://table.local:8090/", None)
    assert line(capsys) == {"far": "http://table.local:8090/"}


def test_progress_overwrites_one_line_of_a_terminal(
    table: Table, capsys: Printed, terminal: Callable[[], None]
) -> None:
    terminal()
    Tell(False).progress(table, 125.9)
    assert capsys.readouterr().err == f"{CLEAR}E1-0  1 discards, 2:05 of table time"
    table.submit(ev.Drawn(1))
    table.submit(ev.Discarded(1, M("2m")))
    Tell(False).progress(table, 9.0)
    assert capsys.readouterr().err == f"{CLEAR}E1-0  2 discards, 0:09 of table time"


def test_discards_are_counted_from_the_last_deal(
    table: Table, capsys: Printed, terminal: Callable[[], None]
) -> None:
    terminal()
    table.submit(ev.Penalised(1, ev.Sanction.REDEAL, "P-01"))
    table.submit(REDEAL)
    table.submit(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4))
    Tell(False).progress(table, 60.0)
    assert capsys.readouterr().err == f"{CLEAR}E1-0  0 discards, 1:00 of table time"


def test_there_is_no_progress_without_a_terminal_or_in_json(
    table: Table, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tell(False).progress(table, 1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    Tell(True).progress(table, 1.0)
    assert capsys.readouterr().err == ""


def test_a_line_on_a_terminal_clears_the_progress_first(
    table: Table, capsys: Printed, terminal: Callable[[], None]
) -> None:
    terminal()
    Tell(False).hand(REDEAL, table)
    printed = capsys.readouterr()
    assert printed.err == CLEAR
    assert printed.out.split() == ["E1-0", REDEAL.reason.value, *["30000", "(+0)"] * 4]


def test_a_hand_as_json_has_its_name_its_end_and_the_points(table: Table, capsys: Printed) -> None:
    Tell(True).hand(ev.HandEnded(ev.EndReason.REDEAL, (1000, -1000, 0, 0), 0), table)
    assert line(capsys) == {
        "hand": "E1-0",
        "reason": REDEAL.reason.value,
        "deltas": [1000, -1000, 0, 0],
        "scores": [30000] * 4,
    }


@pytest.mark.parametrize(
    ("questions", "waits"), [(0, "nothing is asked"), (3, "3 questions wait for an answer")]
)
def test_a_table_that_does_not_go_on_says_what_it_waits_for(
    questions: int, waits: str, capsys: Printed
) -> None:
    Tell(False).stuck(questions)
    assert capsys.readouterr().err == (
        f"jantaku: The table does not go on, and {waits}: start again without --speed 0 and look at it.\n"
    )


def test_the_end_is_counted_for_people_from_the_first_place_on(table: Table, capsys: Printed) -> None:
    Tell(False).final(table)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 4
    Tell(True).final(table)
    assert capsys.readouterr().out == ""


def test_a_result_is_its_fields_or_its_lines(capsys: Printed) -> None:
    Tell(False).result({"ok": True}, ["one", "two"])
    assert capsys.readouterr().out == "one\ntwo\n"
    Tell(True).result({"ok": True}, ["one", "two"])
    assert line(capsys) == {"ok": True}


def test_a_failure_is_one_sentence_and_wrong_use(capsys: Printed, terminal: Callable[[], None]) -> None:
    terminal()
    assert Tell(False).failed("It is not there.") == 2
    assert capsys.readouterr().err == f"{CLEAR}jantaku: It is not there.\n"
    assert Tell(True).failed("It is not there.") == 2
    assert capsys.readouterr().err == "jantaku: It is not there.\n"
