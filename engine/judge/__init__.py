"""The judge: what nobody could check during play, found in the journal of a finished hand.

`cases` reads a journal into hands, `judge` finds the breaches of one, `proposal` says what a referee
would rule. Nothing here changes a game.
"""

from engine.judge import calls, dead, dora, end, riichi, turns, wins  # noqa: F401  (they register their checks)
from engine.judge.case import Case, CaseEntry, CaseStep
from engine.judge.finding import CHECKS, Check, Finding, Kind, Waived
from engine.judge.journal import cases
from engine.judge.proposal import judge_needed, proposal, ruling, settled_by_table
from engine.judge.verdict import judge

__all__ = [
    "CHECKS",
    "Case",
    "CaseEntry",
    "CaseStep",
    "Check",
    "Finding",
    "Kind",
    "Waived",
    "cases",
    "judge",
    "judge_needed",
    "proposal",
    "ruling",
    "settled_by_table",
]
