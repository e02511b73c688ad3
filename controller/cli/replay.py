"""`jantaku replay`: records through the engine, every payment and score compared."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from controller.cli.rule_options import OPTIONS, options_of
from controller.history.records import UnreadableError, playback_of
from engine.judge import CaseEntry, cases, judge
from engine.notation.mjai import SITE
from engine.notation.record import HandReport, Playback
from engine.result.game import ended_by
from engine.rules.presets import PRESETS

_DIFFERS: Final = 1
_UNREADABLE: Final = 2
_WINDS: Final = "ESWN"
Row = dict[str, object]


@click.command(name="replay", epilog="Example: jantaku replay games/*.mjson --json")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@click.option("--preset", type=click.Choice(PRESETS), help="Rules; by default those of the record's site.")
@OPTIONS
def replay(files: Sequence[Path], as_json: bool, preset: str | None, chosen: Sequence[str]) -> None:
    """Play records (mjai, tenhou JSON or XML, also packed) and compare every payment and score.

    In the output, `at` is the line, tag or entry of the record that ends a hand. Give rules that a record
    does not name with --options, such as game.length=tonpuusen for a game of the East round alone.

    Exit status 1 when anything differs, 2 when a record cannot be read or contradicts itself; the hands
    finished before are still compared.
    """
    options, status = options_of(preset or SITE, chosen), 0
    with click.progressbar(
        files, label="Replaying", file=sys.stderr, hidden=as_json or len(files) < 2 or not sys.stderr.isatty()
    ) as bar:
        for path in bar:
            status = max(status, _replayed(path, as_json, preset, options))
    raise SystemExit(status)


def _replayed(path: Path, as_json: bool, preset: str | None, options: Mapping[str, object]) -> int:
    try:
        playback = playback_of(path, preset, options)
    except UnreadableError as error:
        if error.playback is not None:
            _print(_hands(path, error.playback), as_json)
        return _refused(path, as_json, str(error))
    rows = [*_hands(path, playback), _game(path, playback)]
    _print(rows, as_json)
    return 0 if all(row["ok"] for row in rows) else _DIFFERS


def _print(rows: Iterable[Row], as_json: bool) -> None:
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else _text(row))


def _refused(path: Path, as_json: bool, message: str) -> int:
    click.echo(message, err=True)
    if as_json:
        click.echo(json.dumps({"file": str(path), "ok": False, "error": message}, ensure_ascii=False))
    return _UNREADABLE


def _hands(path: Path, playback: Playback) -> Iterator[Row]:
    for hand, findings in zip(playback.hands, _findings(playback), strict=False):
        yield _hand_row(path, f"{playback.unit} {hand.line}", hand, findings)


def _game(path: Path, playback: Playback) -> Row:
    """What became of the game; `turned` is the seat of the record that is seat 0 here."""
    game = playback.game
    assert game is not None
    return {
        "file": str(path),
        "hands": len(playback.hands),
        "preset": game.rules.name,
        "finished": game.finished,
        "ok": not playback.final and not any(hand.differences for hand in playback.hands),
        "scores": list(game.scores),
        "chips": None if playback.chips is None else list(playback.chips),
        "turned": playback.turned,
        "differences": list(playback.final),
    }


def _findings(playback: Playback) -> Iterator[list[Row]]:
    """What the judge finds in each hand; `events` are lines or tags, or numbers in the hand."""
    for case in cases(CaseEntry(number, event) for number, event in enumerate(playback.events)):
        yield [
            {
                "kind": finding.kind.value,
                "clause": finding.clause,
                "seat": finding.seat,
                "events": [playback.places[number] for number in finding.events],
                "penalty": finding.penalty or None,
                "sanction": None if finding.sanction is None else finding.sanction.value,
                "minimum": None if finding.minimum is None else finding.minimum.value,
            }
            for finding in judge(case)
        ]


def _hand_row(path: Path, at: str, hand: HandReport, findings: Sequence[Row]) -> Row:
    started = hand.started
    return {
        "file": str(path),
        "hand": f"{_WINDS[started.round_wind]}{started.number}-{started.honba}",
        "at": at,
        "result": ended_by(hand.ended),
        "ok": not hand.differences,
        "deltas": list(hand.ended.deltas),
        "recorded": None if hand.recorded is None else list(hand.recorded),
        "differences": list(hand.differences),
        "findings": list(findings),
    }


def _text(row: Row) -> str:
    mark = "ok" if row["ok"] else "DIFFERS"
    said = "".join(f"  {text}" for text in ("; ".join(_said(row)),) if text)
    if "hand" in row:
        mark += "" if row["ok"] else f" at {row['at']}"
        return f"{row['hand']:6} {row['result']:9} {row['deltas']!s:34} {mark}{said}"
    final = f"final {row['scores']}{_chips(row)}"
    return f"{row['file']}: {row['hands']} hands, {row['preset']}, {final} {mark}{said}"


def _chips(row: Row) -> str:
    return "" if row["chips"] is None else f" chips {row['chips']}"


def _said(row: Row) -> Iterator[str]:
    differences, findings = row["differences"], row.get("findings", [])
    assert isinstance(differences, list)
    assert isinstance(findings, list)
    yield from differences
    for found in findings:
        yield f"{found['kind']} of seat {found['seat']} ({found['clause']})"
