"""What the judge found, in words: the breach, its clause, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.explain.explanation import Explanation, Line, Players, Topic, sentence
from engine.explain.words import Words
from engine.judge.finding import Finding


def explain_finding(finding: Finding, players: Players, words: Words) -> Explanation:
    """A finding of `engine.judge` with the row of the penalty table and its sanctions."""
    what = words.say("clause", text=words.name("finding", finding.kind), clause=finding.clause)
    if finding.seat is not None:
        what = words.say("finding", player=players.called(words, finding.seat), what=what)
    else:
        what = what[0].upper() + what[1:]
    return Explanation((sentence(words, Topic.END, what), *_ruling(finding, words)))


def _ruling(finding: Finding, words: Words) -> Iterator[Line]:
    if finding.waived is not None:
        text = words.name("waived", finding.waived)
    elif finding.sanction is not None:
        text = words.name("measure", finding.sanction)
        if finding.minimum is not None:
            least = words.inside("measure", finding.minimum)
            text = words.listed((text, words.say("mitigated", measure=least)))
    else:
        return
    if finding.penalty:
        row = words.say("clause", text=words.penalty(finding.penalty), clause=finding.penalty)
        text = words.say("ruling", penalty=row, measure=text[0].lower() + text[1:])
    else:
        text = text[0].upper() + text[1:]
    yield sentence(words, Topic.NOTE, text)
