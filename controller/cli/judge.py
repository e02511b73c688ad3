"""`jantaku judge`: how every hand of a game ended, why, and which rules were broken in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from contract.stored.codec import encode, line_of
from controller.evidence.store import Kept, kept
from controller.history.records import UnreadableError, entries_of
from controller.table.journal import JournalError
from engine.explain.end import explain_end
from engine.explain.explanation import Players
from engine.explain.finding import explain_finding
from engine.explain.words import LANGUAGES, Words
from engine.judge import Case, CaseStep, Finding, cases, judge
from engine.judge.proposal import proposal
from engine.state.hand import Game

_FOUND = 1
_UNREADABLE = 2


@click.command(name="judge", epilog="Example: jantaku judge game.jsonl --lang sv")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the reasons.")
@click.option("--log", is_flag=True, help="Number the events as corrections do.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a hand and nothing else.")
def judge_game(file: Path, lang: str, log: bool, as_json: bool) -> None:
    """Explain the hands of a journal or record, and name every rule that was broken.

    Exit status 1 when something was found, 2 when the file cannot be read.
    """
    try:
        found = cases(entries_of(file))
    except (UnreadableError, JournalError, ValueError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(_UNREADABLE) from error
    words, broken, pictures = Words(lang), False, kept(file)
    for case in found:
        findings = judge(case)
        broken |= bool(findings)
        if as_json:
            row = _row(case, findings, words, pictures)
            if log:
                row["log"] = _log(case, pictures)
            click.echo(json.dumps(row, ensure_ascii=False))
            continue
        click.echo("\n".join(_lines(case, findings, words)))
        if log:
            click.echo("\n".join(_numbered(case, pictures)))
    raise SystemExit(_FOUND if broken else 0)


def _name(case: Case) -> str:
    started = case.hand.started
    return f"{'ESWN'[started.round_wind]}{started.number}-{started.honba}"


def _end(case: Case, words: Words) -> str:
    if case.ended is None:
        return ""
    return explain_end(case.final, case.ended, words, case.final.names).text


def _players(game: Game) -> Players:
    return Players(game.dealer, game.names)


def _lines(case: Case, findings: tuple[Finding, ...], words: Words) -> Iterator[str]:
    yield click.style(_name(case), bold=True)
    yield from (f"  {line}" for line in _end(case, words).splitlines())
    for finding in findings:
        lines = explain_finding(finding, _players(case.final), words).text.splitlines()
        yield from (f"  {'! ' if n == 0 else '  '}{line}" for n, line in enumerate(lines))


def _row(
    case: Case, findings: tuple[Finding, ...], words: Words, pictures: Mapping[int, Kept]
) -> dict[str, object]:
    ended = case.ended
    return {
        "hand": _name(case),
        "reason": None if ended is None else ended.reason.value,
        "deltas": None if ended is None else list(ended.deltas),
        "explanation": _end(case, words),
        "findings": [
            {
                "kind": finding.kind.value,
                "clause": finding.clause,
                "seat": finding.seat,
                "events": list(finding.events),
                "evidence": [file for seq in finding.events for file in _files(pictures, seq)],
                "penalty": finding.penalty or None,
                "sanction": finding.sanction,
                "minimum": finding.minimum,
                "waived": finding.waived,
                "ruling": None if (ruling := proposal(finding)) is None else encode(ruling),
                "explanation": explain_finding(finding, _players(case.final), words).text,
            }
            for finding in findings
        ],
    }


def _accepted(case: Case) -> Iterator[tuple[int, CaseStep]]:
    """The accepted events of the hand with their numbers in the game's log (`Correct.at`)."""
    return ((len(step.before.log), step) for step in case.steps if not step.refused)


def _numbered(case: Case, pictures: Mapping[int, Kept]) -> Iterator[str]:
    for at, step in _accepted(case):
        shown = f"  (evidence {step.id})" if step.id in pictures else ""
        yield f"  {at:5} {line_of(encode(step.event))}{shown}"


def _log(case: Case, pictures: Mapping[int, Kept]) -> list[dict[str, object]]:
    return [
        {"at": at, "seq": step.id, "event": encode(step.event), "evidence": _files(pictures, step.id)}
        for at, step in _accepted(case)
    ]


def _files(pictures: Mapping[int, Kept], seq: int) -> list[str]:
    return [str(file) for file in pictures[seq].files] if seq in pictures else []
