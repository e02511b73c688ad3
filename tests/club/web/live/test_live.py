"""After which events pages ask anew."""

from __future__ import annotations

from club.log.events import EVENT
from club.web.live.live import QUIET


def test_quiet_events_are_events_of_the_log() -> None:
    """Each by its name in the log: another word would make every page ask anew after every hand."""
    assert set(EVENT.json_schema()["discriminator"]["mapping"]) >= QUIET
