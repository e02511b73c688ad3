"""What the four at a table settle at their seats comes into the log by itself (K-PEN-08)."""

from __future__ import annotations

import json
from collections.abc import Callable

from club.log.events import Settled
from engine.state import events as ev
from engine.state.events import Sanction
from tests.club.hub.evening import Evening
from tests.club.hub.test_corrections import at_table, begun
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]


def settles(night: Evening, offender: int, row: str) -> None:
    """Each of the four agrees at the display of the own seat."""
    for seat in range(4):
        name = f"seat{seat}-table-1"
        body = {"seat": seat, "offender": offender, "row": row}
        command = {"id": f"settle-{seat}", "by": name, "name": "settle", "body": body}
        member = night.club.member(name, night.club.add(name, "table-1"))
        member.say(f"jantaku/1/home/table-1/cmd/{name}", json.dumps(command))
    assert night.until(lambda: at_table(night).penalties)


def plays_on(night: Evening) -> None:
    del night.tables[0].turn
    night.tables[0]._resume()


def settled(night: Evening) -> list[tuple[int, int, str, Sanction]]:
    """Entries that stand."""
    found = [entry.event for entry in night.desk.state.tournament(1).settled.values()]
    return [(e.hand, e.person, e.reason, e.sanction) for e in found if isinstance(e, Settled)]


def all_told(night: Evening) -> bool:
    return len(night.results) == 1 and not len(night.tables[0].club_link.outbox)


def test_it_is_there_once_whatever_is_cut_or_killed(evening: Begin) -> None:
    night = begun(evening, 1, next_one=True)
    settles(night, 2, "P-02")
    night.relays[0].cut()
    plays_on(night)
    assert night.until(lambda: len(at_table(night).history) >= 3)
    killed = night.tables.pop()
    killed.bus._client.loop_stop()
    killed.drop()
    night.hub.close()
    night.another_hub()
    night.add_table("table-1")
    assert night.until(lambda: all_told(night))
    assert settled(night) == [(1, night.persons[2], "P-02", Sanction.DEAD_HAND)]
    assert len(night.events(Settled)) == 1
    assert not night.desk.state.tournament(1).penalties


def test_a_referee_takes_it_back_at_the_table(evening: Begin) -> None:
    night = begun(evening, 0, next_one=True)
    settles(night, 0, "P-18")
    plays_on(night)
    assert night.until(lambda: settled(night))
    log = at_table(night).log
    place = next(n for n, event in enumerate(log) if isinstance(event, ev.Penalised))
    correct = {"type": "correct", "at": place, "count": 1, "events": [], "reason": "no kuikae"}
    command = {"id": "c", "by": "referee-x", "name": "ruling", "body": {"event": correct}}
    referee = night.club.member("referee-x", night.club.add("referee-x"))
    referee.say("jantaku/1/home/table-1/cmd/referee-x", json.dumps(command))
    assert night.until(lambda: not settled(night))
    assert night.until(lambda: all_told(night))
    assert len(night.events(Settled)) == 1, "it stays said, and taken back"
