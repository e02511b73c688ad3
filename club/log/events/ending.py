"""Events that end something before its time: rounds called off, a round with fewer minutes.

Each keeps what it changed in the standings, as it was shown before it was confirmed: the club's server works
that out (`club.log.effects`), nobody else enters it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from club.log.events.base import FREE, Happening, Id, LogModel, Seconds

Exact = int | Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,20}/[0-9]{1,12}$")]
"""Points: a whole number, or a fraction such as `1000/3`."""
Why = Annotated[str, StringConstraints(min_length=1, max_length=4000), FREE]
"""What people write, and have to. Write seats and ids, no names: it stays when somebody is forgotten."""
Place = Annotated[int, Field(ge=1)]
Games = Annotated[int, Field(ge=0)]


class Moved(LogModel):
    """A person's line of the standings before and after; None where the person has none there."""

    person: Id
    places: tuple[Place | None, Place | None]
    totals: tuple[Exact | None, Exact | None]
    games: tuple[Games, Games]
    """How many the person has played that count."""


class RoundsCalledOff(Happening):
    """These rounds are not played, or not to their end: whoever has not finished is let go (K-FAIL-05).

    Of the one that is played the games at the tables `counted` count, which have a result; all others
    count for nothing. Rounds keep their numbers, and those after these go on.
    """

    type: Literal["rounds_called_off"] = "rounds_called_off"
    rounds: Annotated[tuple[Id, ...], Field(min_length=1, max_length=100)]
    counted: tuple[Id, ...] = ()
    reason: Why
    effect: tuple[Moved, ...] = ()


class RoundShortened(Happening):
    """So many seconds less for every table of the round.

    `ends`: the round that is played is over at once; each table finishes the hand in play and begins no
    other, whatever else the rules say (K-TIMER-02).
    """

    type: Literal["round_shortened"] = "round_shortened"
    round: Id
    seconds: Seconds
    ends: bool = False
    reason: Why
    effect: tuple[Moved, ...] = ()
