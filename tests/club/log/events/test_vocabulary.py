"""The vocabulary: what the document lists, and what each event of it can do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from club.log.events import BanLifted, Banned, Event, Reverted, TournamentCreated
from club.log.steps import STEPS

DOCUMENT = Path(__file__).resolve().parents[4] / "docs/club-log.md"
EVENTS = get_args(get_args(Event)[0])


def test_every_event_is_documented_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}
    for kind in EVENTS:
        fields = [name for name in kind.model_fields if name not in {"type", "tournament"}]
        assert shown.get(kind.model_fields["type"].default) == fields


def test_every_event_has_a_step() -> None:
    assert set(EVENTS) == {*STEPS, TournamentCreated, Reverted, Banned, BanLifted}
    assert len({kind.model_fields["type"].default for kind in EVENTS}) == len(EVENTS)
