"""What the endpoints work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from club.access.access import Access
from club.hub.hall import Hall
from club.log.desk import Desk
from club.log.people import People
from club.web.broadcast import Broadcast
from club.web.feed import Feed


@dataclass(frozen=True)
class Services:
    """`secure`: the pages are served over TLS. `now_s` is the time of day in seconds since 1970."""

    desk: Desk
    people: People
    hall: Hall
    access: Access
    live: Feed
    late: Feed
    broadcast: Broadcast
    secure: bool
    now_s: Callable[[], float]

    def names(self) -> dict[int, str]:
        """Everybody's name by id; who is forgotten has none."""
        return {person: details.name for person, details in self.people.get().items()}

    def now_ms(self) -> int:
        return int(self.now_s() * 1000)
