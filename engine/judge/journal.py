"""From the journal of a game to its hands, as its corrections leave them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.judge.case import Case, CaseEntry, CaseStep, Replacement
from engine.play.apply import Outcome, outcome
from engine.play.legal import legal
from engine.state import events as ev
from engine.state.faults import BREACHES, IllegalEventError
from engine.state.hand import Game


def cases(entries: Iterable[CaseEntry]) -> tuple[Case, ...]:
    """The hands of a game's journal, which begins with `GameStarted`.

    ValueError names the entry that does not follow from those before it.
    """
    log, replaced = _counting(entries)
    hands: list[list[CaseStep]] = []
    game: Game | None = None
    for entry in log:
        if entry.refused:
            still = _still_refused(game, entry)
            if hands and game is not None and still is not None:
                hands[-1].append(CaseStep(still, game, game, len(hands[-1])))
            continue
        found = _applied(game, entry)
        before, game = game, found.game
        if isinstance(entry.event, ev.HandStarted):
            hands.append([])
        elif hands and before is not None:
            breaches = found.faults & BREACHES
            hands[-1].append(CaseStep(entry, before, game, len(hands[-1]), breaches))
    return tuple(Case(tuple(steps), _within(steps, replaced)) for steps in hands if steps)


def _applied(game: Game | None, entry: CaseEntry, *, trust: bool = True) -> Outcome:
    found = outcome(game, entry.event, trust=trust)
    if found.after is None:
        error = IllegalEventError(entry.event, found.faults)
        raise ValueError(f"Entry {entry.id} of the journal does not follow: {error}") from error
    return found


def _still_refused(game: Game | None, entry: CaseEntry) -> CaseEntry | None:
    """A refusal as far as it holds: a correction may have taken its reasons away."""
    faults = entry.refused & legal(game, entry.event, trust=True)
    return replace(entry, refused=faults) if faults else None


def _counting(entries: Iterable[CaseEntry]) -> tuple[list[CaseEntry], list[Replacement]]:
    """The entries that count, with what corrections put in under the id of the correction."""
    given = tuple(entries)
    if not any(isinstance(entry.event, ev.Correct) for entry in given):
        return list(given), []
    log: list[CaseEntry] = []
    replaced = []
    game: Game | None = None
    for entry in given:
        if entry.refused:
            log.append(entry)
            continue
        correct = isinstance(entry.event, ev.Correct)
        game = _applied(game, entry, trust=not correct).game
        if isinstance(entry.event, ev.Correct):
            log, gone = _corrected(log, entry, entry.event, game.log)
            replaced.append(Replacement(entry, entry.event.events, gone))
        else:
            log.append(entry)
    return log, replaced


def _corrected(
    log: Sequence[CaseEntry], entry: CaseEntry, correct: ev.Correct, course: Sequence[ev.Event]
) -> tuple[list[CaseEntry], tuple[CaseEntry, ...]]:
    """The entries as they make the corrected `course`; what was refused keeps its place among them.

    Events that the table announced may be other ones now, or be missing at the end.
    """
    end, new = correct.at + correct.count, len(correct.events)
    out: list[CaseEntry] = []
    gone: list[CaseEntry] = []
    number = 0
    for each in log:
        if each.refused:
            out.append(each)
            continue
        if number == correct.at:
            out += [
                CaseEntry(entry.id, event, entry.at_ms) for event in course[correct.at : correct.at + new]
            ]
        if correct.at <= number < end:
            gone.append(each)
        else:
            place = number if number < correct.at else number - correct.count + new
            out += [replace(each, event=event) for event in course[place : place + 1]]
        number += 1
    if correct.at >= number:
        out += [CaseEntry(entry.id, event, entry.at_ms) for event in course[correct.at :]]
    return out, tuple(gone)


def _within(steps: Sequence[CaseStep], replaced: Sequence[Replacement]) -> tuple[Replacement, ...]:
    ids = {step.id for step in steps}
    first, last = min(ids), max(ids)
    return tuple(
        each
        for each in replaced
        if each.entry.id in ids or any(first <= gone.id <= last for gone in each.gone)
    )
