"""Every command that people give to a table is sent by a page; the others are sent by a club's programs."""

from __future__ import annotations

import re
from typing import Final

from contract.messages import NAMES
from screens import SHARED, TABLE

SENT: Final = re.compile(r"(?:\.command|\bsend)\(\s*(?:\w+\.\w+ \? )?\"([a-z._]+)\"(?: : \"([a-z._]+)\")?")
PROGRAMS: Final = {
    "rule": "the older name of `ruling`",
    "assign": "the hub says who plays",
    "record.ack": "the hub has a hand",
    "record.again": "the hub was restored",
    "seat.signed": "the hub answers a sign-in",
    "evidence.list": "the hub asks for pictures of its referees",
    "evidence.get": "the hub asks for pictures of its referees",
}
OTHERWISE: Final = {"win.dispute": "panel", "penalty": "ruling"}
"""What pages ask for by another command that does the same: the button, and the ruling that was previewed."""


def sent() -> set[str]:
    """The names of commands that the scripts of a table's pages send."""
    scripts = [path.read_text("utf-8") for folder in (TABLE, SHARED) for path in folder.glob("js/**/*.js")]
    found = [name for script in scripts for match in SENT.findall(script) for name in match]
    return set(found) - {""}


def test_every_command_of_people_is_reachable_by_a_page() -> None:
    assert set(NAMES) - sent() == set(PROGRAMS) | set(OTHERWISE)
    assert set(OTHERWISE.values()) <= sent()


def test_no_page_sends_what_is_no_command() -> None:
    assert sent() <= set(NAMES)
