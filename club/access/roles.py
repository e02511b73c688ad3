"""Roles in a club, each for the whole club or for one tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    """Enters results by hand."""
    REFEREE = "referee"
    HEAD_REFEREE = "head_referee"
    DIRECTOR = "director"
    """The organisers: tournaments, people, rounds, and who has which role."""
    BROADCASTER = "broadcaster"
    """Reads the delayed feed, and nothing earlier than anybody else."""
    TECHNICIAN = "technician"


@dataclass(frozen=True, slots=True)
class Grant:
    """A role in one tournament; `tournament` None: in all of the club."""

    role: Role
    tournament: int | None = None


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who is signed in; `person` is None for an account that is nobody's, such as a screen's."""

    account: int
    login: str
    person: int | None
    grants: frozenset[Grant]

    @property
    def by(self) -> str:
        """Who that is in the log, which names nobody."""
        return f"account-{self.account}"

    def roles(self, tournament: int | None = None) -> frozenset[Role]:
        """The roles that count in a tournament; without one, those in the whole club."""
        return frozenset(g.role for g in self.grants if g.tournament in {None, tournament})

    def has(self, roles: Iterable[Role], tournament: int | None = None) -> bool:
        return not self.roles(tournament).isdisjoint(roles)

    def anywhere(self, roles: Iterable[Role]) -> bool:
        """Whether it has one of the roles in any tournament."""
        return not {g.role for g in self.grants}.isdisjoint(roles)
