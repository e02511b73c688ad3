"""What the endpoints work with."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from club.access.services import Access
from club.hub.pictures import Pictures
from club.hub.table_status import Hall
from club.log.desk import LogDesk
from club.log.people.people import People
from club.web.live.broadcast import Broadcast
from club.web.live.feed import Feed
from club.web.live.public_delay import PublicDelay


class AnswerCache:
    """Answers that follow from the log alone, as they were given last; safe to use from several threads."""

    LIMIT: Final = 512

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Hashable, bytes]] = {}

    def get(self, path: str, at: Hashable) -> bytes | None:
        """The answer as it was given `at` a state of the log; None where it is to be made."""
        found = self._kept.get(path)
        return found[1] if found is not None and found[0] == at else None

    def put(self, path: str, at: Hashable, body: bytes) -> None:
        if len(self._kept) >= self.LIMIT:
            self._kept.clear()
        self._kept[path] = (at, body)


@dataclass(frozen=True)
class Services:
    """`live` is sent to everybody, `inside` to who sees everything at once (`public_delay`), `late` to
    broadcasters. `secure`: the pages are served over TLS. `now_s` is the time of day, seconds since 1970."""

    desk: LogDesk
    people: People
    hall: Hall
    access: Access
    live: Feed
    inside: Feed
    late: Feed
    broadcast: Broadcast
    public_delay: PublicDelay
    pictures: Pictures
    secure: bool
    now_s: Callable[[], float]
    answers: AnswerCache = field(default_factory=AnswerCache)

    def names(self) -> dict[int, str]:
        """Everybody's name by id; who is forgotten has none."""
        return {person: details.name for person, details in self.people.get().items()}

    def logins(self) -> dict[str, str]:
        """The names of accounts by what the log calls them."""
        return {account.by: account.login for account in self.access.accounts.all()}

    def now_ms(self) -> int:
        return int(self.now_s() * 1000)
