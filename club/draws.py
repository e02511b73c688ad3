"""The draw of a round from what the log knows, and the secret seed until it is revealed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from club.log.events import Event, RoundDrawn, SeedCommitted
from club.log.events.base import Sitting
from club.log.people.people import Details
from club.log.tournament.finals import final_standings, stage_standings
from club.log.tournament.tournament import Stage, Tournament
from club.results.stages import cut
from club.seating.apart import Apart
from club.seating.commit import commitment, opens
from club.seating.draw import VERSION, History, Method, bound, draw
from club.sentences import ToldError


class DrawError(ToldError):
    """The round cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of the rounds from `first` on: all that is left of a predetermined stage, else one."""

    tournament: Tournament
    stage: Stage
    first: int
    people: Mapping[int, Details]
    key: bytes
    """The hub's own secret, from which seeds follow: nobody knows one before it is revealed, none is kept."""

    def committed(self) -> Event:
        """What is published before the draw (K-SEAT-03)."""
        return SeedCommitted(
            tournament=self.tournament.id,
            rounds=self.rounds,
            commitment=commitment(self._seed(self._commitments()), self._bound(VERSION)),
        )

    def drawn(self) -> list[Event]:
        """The seating with its seed; DrawError where it cannot be drawn."""
        seed = self._seed(self._commitments() - 1)
        version = self._version(seed)
        first_table = self.tournament.plan.first_table
        try:
            seating = draw(
                self.players(),
                len(self.rounds),
                self.method,
                self._history(),
                self._apart(),
                seed,
                self.stage.event.interval,
                self._last,
                version,
            )
        except ValueError as error:
            raise DrawError("cannot_draw", n=len(self.players())) from error
        return [
            RoundDrawn(
                tournament=self.tournament.id,
                round=number,
                sittings=tuple(_sitting(n, four) for n, four in enumerate(tables, first_table)),
                byes=byes,
                method=self.method.value,
                seed=seed,
                bound=self._bound(version),
            )
            for number, tables, byes in zip(self.rounds, seating.rounds, seating.byes, strict=True)
        ]

    @property
    def method(self) -> Method:
        if self.stage.event.method == "manual":
            raise DrawError("by_hand")
        return Method(self.stage.event.method)

    @property
    def rounds(self) -> tuple[int, ...]:
        if self.method is Method.PREDETERMINED:
            return tuple(n for n in range(self.first, self.stage.rounds.stop) if n not in self._off)
        return (self.first,)

    def players(self) -> tuple[int, ...]:
        """Who is to be seated: after a cut those who go on. DrawError where a tie is to be broken first."""
        here, size = self.tournament.players(self.first), self.stage.event.cut
        if size is None or self.stage.event.stage == 1:
            return here
        rows = stage_standings(self.tournament, self.stage.event.stage - 1).rows
        if len(rows) < size:
            raise DrawError("cut_short", n=len(rows), cut=size)
        found = cut(rows, size)
        if found.tied:
            raise DrawError("cut_tied", n=len(found.tied), left=found.left)
        return tuple(player for player in found.through if player in here)

    def _history(self) -> History:
        played = [
            tuple(games[table].sitting.players for table in sorted(games))
            for number in sorted(self.tournament.rounds)
            if number < self.first and self._met(number) and (games := self.tournament.rounds[number].games)
        ]
        totals = {row.player: row.total for row in final_standings(self.tournament).rows}
        return History(played, totals)

    def _apart(self) -> Apart:
        """Team mates never meet if it can be helped, members of a club rather not."""
        teams: dict[object, list[int]] = {}
        clubs: dict[object, list[int]] = {}
        for player in self.players():
            team = self.tournament.registrations[player].team
            club = self.people[player].club if player in self.people else None
            if team is not None:
                teams.setdefault(team, []).append(player)
            if club:
                clubs.setdefault(club.casefold(), []).append(player)
        return Apart(tuple(teams.values()), tuple(clubs.values()))

    def _bound(self, version: int) -> dict[str, JsonValue]:
        rounds, interval = len(self.rounds), self.stage.event.interval
        return bound(self.players(), rounds, self.method, self._apart(), interval, self._last, version)

    def _version(self, seed: str) -> int:
        """The version of the draw that was committed to, perhaps before an update of the program; the
        newest if there was no commitment."""
        entry = self.tournament.commitments.get(self.first)
        if entry is None or not isinstance(entry.event, SeedCommitted):
            return VERSION
        published = entry.event.commitment
        versions = range(VERSION, 0, -1)
        return next((one for one in versions if opens(published, seed, self._bound(one))), VERSION)

    @property
    def _last(self) -> int:
        """The last round of the stage, after which winds are even."""
        return max(n for n in self.stage.rounds if n not in self._off)

    @property
    def _off(self) -> Mapping[int, object]:
        return self.tournament.off

    def _met(self, number: int) -> bool:
        """Whether people sat together in a round: not in one that was called off before its gong."""
        return number not in self._off or self.tournament.rounds[number].started is not None

    def _commitments(self) -> int:
        """How many were published for the first of the rounds: each has a seed of its own."""
        events = (entry.event for entry in self.tournament.log)
        return sum(isinstance(event, SeedCommitted) and self.first in event.rounds for event in events)

    def _seed(self, number: int) -> str:
        named = f"draw:{self.tournament.id}:{self.first}:{number}:{len(self.tournament.spent)}"
        return hmac.digest(self.key, named.encode(), hashlib.sha256).hex()


def _sitting(table: int, four: tuple[int, ...] | list[int]) -> Sitting:
    a, b, c, d = four
    return Sitting(table=table, players=(a, b, c, d))
