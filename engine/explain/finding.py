"""What the judge found and the referee ruled, in words: breach, clause, details, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.explain.explanation import Explanation, ExplanationLine, Players, Topic, moves, said, sentence
from engine.explain.words import Words
from engine.judge.finding import Finding, Kind
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import Tile

_DETAILS: Final = {
    Kind.RON_IN_OWN_FURITEN: "detail.waits",
    Kind.RON_IN_TEMPORARY_FURITEN: "detail.waits",
    Kind.RON_IN_RIICHI_FURITEN: "detail.waits",
    Kind.RON_LATE: "detail.late",
    Kind.CHANKAN_LATE: "detail.late",
    Kind.CALL_LATE: "detail.late",
    Kind.KUIKAE: "detail.kuikae",
    Kind.TURN_OUT_OF_ORDER: "detail.turn",
    Kind.TILE_COUNT: "detail.count",
    Kind.FIVE_COPIES: "detail.tile",
    Kind.INDICATOR_WRONG: "detail.indicator",
    Kind.PAYMENT_WRONG: "detail.right",
    Kind.RESULT_NOT_AS_SHOWN: "detail.right",
}


def explain_finding(finding: Finding, players: Players, words: Words) -> Explanation:
    """A finding of `engine.judge` with the row of the penalty table and its sanctions."""
    what = words.say("clause", text=words.name("finding", finding.kind), clause=finding.clause)
    if finding.seat is None:
        what = what[0].upper() + what[1:]
    else:
        what = words.say("finding", player=players.called(words, finding.seat), what=what)
    breach = sentence(words, Topic.END, what)
    return Explanation((breach, *_details(finding, players, words), *_ruling(finding, words)))


def _details(finding: Finding, players: Players, words: Words) -> Iterator[ExplanationLine]:
    """What the finding knows of the case: tiles, times, seats, reasons."""
    if not finding.details:
        return
    given = {key: _shown(value, words) for key, value in finding.details.items()}
    key = _DETAILS.get(finding.kind)
    names = finding.details.get("faults")
    if isinstance(names, tuple) and names:
        faults = LEGAL
        for name in names:
            faults |= Fault[name]
        yield ExplanationLine(Topic.NOTE, words.fault(faults))
    elif key == "detail.late":
        waited = finding.details.get("milliseconds")
        if isinstance(waited, int):
            yield said(words, Topic.NOTE, key, seconds=f"{waited / 1000:g}")
    elif key == "detail.turn":
        turn = finding.details["turn"]
        assert isinstance(turn, int)
        yield said(words, Topic.NOTE, key, player=players.called(words, turn))
    elif key == "detail.right":
        right = finding.details["right" if finding.kind is Kind.PAYMENT_WRONG else "shown"]
        assert isinstance(right, tuple)
        text, _ = moves(words, players, right, players.dealer)
        yield said(words, Topic.NOTE, key, moves=text)
    elif key is not None:
        yield said(words, Topic.NOTE, key, **given)


def _shown(value: object, words: Words) -> object:
    if isinstance(value, Tile):
        return words.tile(value)
    if isinstance(value, tuple) and all(isinstance(item, Tile) for item in value):
        return words.listed(words.tile(item) for item in value)
    return value


def _ruling(finding: Finding, words: Words) -> Iterator[ExplanationLine]:
    """The sanctions, or why there are none."""
    if finding.waived is not None:
        text = words.name("waived", finding.waived)
    elif finding.sanction is not None:
        text = words.inside("sanction", finding.sanction)
        if finding.minimum not in (None, finding.sanction):
            least = words.inside("sanction", str(finding.minimum))
            text = words.listed((text, words.say("mitigated", measure=least)))
    else:
        return
    yield sentence(words, Topic.NOTE, _with_row(finding.penalty, text, words))


def _with_row(penalty: str, measure: str, words: Words) -> str:
    """A measure behind the row of the penalty table that prescribes it, where there is one."""
    if penalty:
        row = words.say("clause", text=words.penalty(penalty), clause=penalty)
        return words.say("ruling", penalty=row, measure=measure)
    return measure[0].upper() + measure[1:]
