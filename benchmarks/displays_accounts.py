"""What an account may say: `python -m benchmarks.displays_accounts`.

Sets up a club's broker as `jantaku mqtt setup` does, with an account of every role that a screen has, and
lets each of them write on every topic of its own table and of another one. The tables' controllers receive
what came through. Exit 1 when more did than a device's own presence and, where its role may ask for
something, its own commands; or when a stranger was authorised without an account.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks.progress import Command, Options, each, no_broker
from benchmarks.rows import Row
from tests.controller.broker.test_accounts import ALL, COMMANDS, OTHER, ROOT
from tests.controller.club import Club, Member, settled

SCREENS: Final = ("table-table-1", "seat2-table-1", "referee-anna", "wall-hall", "overlay-tv", "archiver")


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        club = Club(Path(folder))
        try:
            tables = [
                club.member(f"controller-{n}", club.add(f"controller-{n}", f"table-{n}")) for n in (1, 2)
            ]
            for name in each("accounts", SCREENS):
                tried = attempts(club, name)
                came = {topic for table in tables for topic in written(table, name)}
                what = f"{name}: topics written beside its own, of {tried} tried"
                yield Row(what, 0, len(came - own(name)), most=True)
            strangers = [club.member(None, None), club.member("wall-hall", "guess")]
            yield Row("authorised without an account", 0, sum(not s.refused for s in strangers), most=True)
        finally:
            club.close()


def attempts(club: Club, name: str) -> int:
    """A device of the account writes everywhere; on how many topics."""
    device = club.member(name, club.add(name, "table-1" if name.endswith("table-1") else None))
    names = (*ALL, "new", f"cmd/{name}", f"presence/{name}", f"reply/{name}", f"cmd/x-{name}")
    topics = [f"{root}/{each}" for root in (ROOT, OTHER) for each in names]
    for topic in topics:
        device.say(topic, name)
    return len(topics)


def written(table: Member, name: str) -> set[str]:
    """Topics on which the account was received."""
    settled(table)
    return {message.topic for message in table.received if message.payload == name.encode()}


def own(name: str) -> set[str]:
    """Its presence, and where its role may ask for something its commands."""
    parts = ["presence", *(["cmd"] if name in COMMANDS else [])]
    return {f"{root}/{part}/{name}" for root in (ROOT, OTHER) for part in parts}


def takes(options: Options) -> float:
    return 20


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_broker())
    found = list(rows())
    print(json.dumps([asdict(row) for row in found]) if given.json else "\n".join(map(str, found)))
    return 0 if all(row.reached for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
