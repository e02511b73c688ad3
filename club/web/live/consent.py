"""Whose hands a broadcast may show, by the log as it stands now (K-STREAM-02)."""

from __future__ import annotations

from club.log.desk import LogDesk
from club.log.tournament.tournament import Round, Tournament
from club.web.live.broadcast import Consents, Hands


def consents(desk: LogDesk) -> Consents:
    """Asks the newest state at every call, so that who withdraws is obeyed at once."""

    def asked(device: str, game: str, hand: int) -> Hands | None:
        found = _found(desk, device, game)
        if found is None:
            return None
        tournament, number, round_, table = found
        a, b, c, d = (tournament.consents_to(person, "stream", number, hand) for person in round_.sits(table))
        return a, b, c, d

    return asked


def _found(desk: LogDesk, device: str, game: str) -> tuple[Tournament, int, Round, int] | None:
    """Where the device's game is in the log; None for a game that is in no tournament."""
    for tournament in reversed(tuple(desk.state.tournaments.values())):
        for number, round_ in reversed(tuple(tournament.rounds.items())):
            for table, played in round_.games.items():
                if played.id == game and tournament.devices.get(table) == device:
                    return tournament, number, round_, table
    return None
