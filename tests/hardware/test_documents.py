"""What the documents list is what the machine has."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_bridge.faults import KINDS, fault_of

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"


def test_every_fault_has_its_line_in_the_service_manual() -> None:
    text = (HARDWARE / "service.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (E\w\w) \| (\w+)(?:, retry (\d))?", text, re.MULTILINE)
    assert [(n, name, int(tries or 0)) for n, name, tries in rows] == [
        (fault_of(kind.number).code, kind.name, kind.attempts) for kind in KINDS
    ]


def test_the_safety_notes_name_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", (HARDWARE / "safety.md").read_text(encoding="utf-8")))
    sources = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    assert not {n for n in named if f"def {n}(" not in sources and n != "test_generate"}
