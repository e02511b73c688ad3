"""The log: for the journal or for people, without secrets, and with the errors that nobody caught."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from runtime.logs import Lines

ROOT = Path(__file__).parents[2]


def line(text: str, *given: object, journal: bool = False, level: int = logging.ERROR) -> str:
    lines = Lines(journal=journal)
    lines.hide("s3cr3t-of-the-broker", "x")
    return lines.format(logging.LogRecord("jantaku", level, "", 0, text, given, None))


@pytest.mark.parametrize(
    "text",
    [
        "mqtts://hub:{}@hub.local:8883 is away",
        "http://127.0.0.1:8090/table.html#here={}",
        "me.html#link={}&more=1",
        "password: {}",
        "{{'device': 'a', 'key': '{}'}}",
        '{{"token": "{}"}}',
        "PIN={}",
        "first_link={}",
        "authorization: Basic {}",
        "Authorization: Bearer {}",
        "csrf={}; cookie={}",
    ],
)
def test_no_secret_is_written(text: str) -> None:
    assert "bm8tc2VjcmV0" not in line(text.format("bm8tc2VjcmV0", "bm8tc2VjcmV0"))
    assert "***" in line(text.format("bm8tc2VjcmV0", "bm8tc2VjcmV0"))


def test_secrets_that_are_known_are_struck_out_anywhere_also_of_a_traceback() -> None:
    assert line("It was s3cr3t-of-the-broker, an x.").endswith("It was ***, an x.")
    lines = Lines(journal=False)
    lines.hide("s3cr3t-of-the-broker")
    try:
        raise ValueError("refused with s3cr3t-of-the-broker")
    except ValueError:
        record = logging.LogRecord("jantaku", 40, "", 0, "failed", (), sys.exc_info())
    text = lines.format(record)
    assert "Traceback" in text
    assert "s3cr3t" not in text


@pytest.mark.parametrize(
    "text", ["part=voice starts again: ValueError", "table-1 refuses assign: bad_schema", "exit code 70"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert line(text).endswith(text)


def test_the_journal_gets_the_priority_of_each_line() -> None:
    assert line("one\ntwo", journal=True) == "<3>jantaku: one\n<3>two"
    rows = [line("a", journal=True, level=level)[:3] for level in (50, 40, 30, 20, 10)]
    assert rows == ["<2>", "<3>", "<4>", "<6>", "<7>"]


PROGRAM = """
import logging, os, sys, threading, gc
stat = os.fstat(2)
if {journal}: os.environ["JOURNAL_STREAM"] = f"{{stat.st_dev}}:{{stat.st_ino}}"
from runtime.logs import log
from runtime.tasks import Tasks
tasks = Tasks()
telling = log("warning", tasks, "hidden-word")
telling.__enter__()
logging.getLogger("a").info("not this")
logging.getLogger("a").warning("this, hidden-word")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(); thread.join()
class Bad:
    def __del__(self): raise KeyError("nowhere")
Bad(); gc.collect()
telling.__exit__(None, None, None)
print(tasks.troubled[0].name, tasks.troubled[0].failures)
raise LookupError("at the end")
"""


@pytest.mark.parametrize("journal", [False, True])
def test_errors_that_nobody_caught_are_in_the_log(journal: bool) -> None:
    program = textwrap.dedent(PROGRAM.format(journal=journal))
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=60, check=False
    )
    assert ran.returncode == 1
    assert ran.stdout == "other 1\n"
    said = ran.stderr
    assert "not this" not in said
    assert "a: this, ***" in said
    for error in ("ZeroDivisionError", "KeyError: 'nowhere'", "LookupError: at the end"):
        assert error in said
    assert all(each.startswith("<") for each in said.splitlines()) is journal
