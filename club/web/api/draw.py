"""Publishing a commitment, and the draw that reveals what was committed to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from club.access.roles import Role
from club.draws import Draw
from club.log.events import Event
from club.log.steps.common import require_on
from club.web.api.log import Entered, enter
from club.web.api.paths import ROUND
from club.web.api.public import found
from club.web.request.call import Call
from club.web.request.operation import post
from club.web.request.problem import ProblemError

_DIRECTOR: Final = (Role.DIRECTOR,)


@post(f"{ROUND}/commit", roles=_DIRECTOR)
def commit(call: Call) -> Entered:
    """Publishes the commitment of the next draw."""
    draw = _draw(call)
    return _entered(call, lambda: [draw.committed()], f"commit-{draw.first}")


@post(f"{ROUND}/draw", roles=_DIRECTOR)
def draw(call: Call) -> Entered:
    """Draws and reveals the seed, in one transaction; the log checks it against the commitment."""
    made = _draw(call)
    return _entered(call, made.drawn, f"draw-{made.first}")


def _draw(call: Call) -> Draw:
    known, number = found(call), call.number("round")
    call.need(known.id)
    stage = known.stage_of(number)
    if stage is None:
        raise ProblemError(404, "no_stage", round=number)
    require_on(known, number)  # before the draw is made of what is left
    accounts = call.services.access.accounts
    return Draw(known, stage, number, call.services.people.get(), accounts.key())


def _entered(call: Call, events: Callable[[], list[Event]], name: str) -> Entered:
    """The log's word; the state of the log makes the request safe to repeat."""
    return enter(call, tuple(events()), f"{name}-{call.services.desk.state.seq}")
