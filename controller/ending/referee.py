"""The judge beside the table: what broke a rule in the hand, and what the table may settle itself.

Nothing is ruled here. A chombo that shows when hands are laid open is proposed as the result, and
counts when all four seats confirm it (K-PEN-08); everything else is shown and waits for a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.table.writer import Table
from engine.judge import Finding, judge, proposal
from engine.play.legal import legal
from engine.state.events import HandStarted, Penalised, Sanction
from engine.state.hand import Game, Phase


class Referee:
    """Findings of the hand on the table: once it has come to its end, or a rule was seen broken."""

    def __init__(self) -> None:
        self._hand: HandStarted | None = None
        self._breached = False
        self._examined = 0
        self._found: tuple[Finding, ...] = ()

    def feed(self, table: Table, *, breached: bool = False) -> tuple[Finding, ...]:
        """What the judge finds now; `breached` says that something just accepted broke a rule."""
        game = table.game
        started = None if game is None or game.hand is None else game.hand.started
        if started != self._hand:
            self._hand, self._breached, self._found = started, False, ()
        self._breached |= breached
        lines = len(table.records)
        if game is not None and lines != self._examined and (self._breached or at_its_end(game)):
            self._examined = lines
            case = table.case
            self._found = () if case is None else judge(case)
        return self._found


def at_its_end(game: Game) -> bool:
    """Whether the play of the hand is over, so that only hands are still to be shown."""
    hand = game.hand
    if hand is None:
        return False
    return hand.phase in (Phase.SHOWING, Phase.ENDED) or hand.automatic_end(game.rules) is not None


def chombo(game: Game, findings: Sequence[Finding]) -> tuple[Penalised, ...]:
    """The chombo that the findings ask for and that can be ruled now, one for each offender."""
    wanted: dict[int, Penalised] = {}
    for finding in findings:
        ruling = proposal(finding)
        if ruling is not None and ruling.sanction is Sanction.CHOMBO and not legal(game, ruling):
            wanted.setdefault(ruling.seat, ruling)
    return tuple(wanted.values())
