"""`jantaku score` and `jantaku waits`: JSON lines in, one answer a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

import click

from controller.cli.questions.json_lines import JSON_LINES, Answer, answer_lines
from controller.cli.questions.schemas import schema_option
from controller.hand.value import valued
from engine.explain.words import LANGUAGES, Words
from engine.notation.query import HandQuery, WinQuery, hand_query, win_query
from engine.rules.presets import PRESETS
from engine.tiles.shape import shanten_forms
from engine.tiles.shape import waits as waits_of
from engine.tiles.tile import ALL, sort_key


@click.command(name="score", epilog="Example: jantaku score --json < wins.jsonl")
@click.argument("source", metavar="[FILE]", type=JSON_LINES, default="-")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@click.option(
    "--preset", type=click.Choice(PRESETS), default="rrc", help="Rules of lines that do not name their own."
)
@click.option(
    "--explain", type=click.Choice(LANGUAGES), help="Reasons in this language; without --json English."
)
@click.option("--tile-names", is_flag=True, help="Reasons name the tiles in words.")
@schema_option("score")
def score(source: TextIO, as_json: bool, preset: str, explain: str | None, tile_names: bool) -> None:
    """Value winning hands, given as JSON lines (standard input by default), with the reasons.

    A line with an unknown field is refused, with the closest known name; --schema prints them all.
    Exit status 1 when a line is no valid win.
    """
    words = None if as_json and explain is None else Words(explain or "en", tile_names)
    answer_lines(source, as_json, lambda data: _score(win_query(data, preset), words, as_json), _score_text)


@click.command(name="waits", epilog='Example: echo \'{"tiles": "123456789m1234p"}\' | jantaku waits --json')
@click.argument("source", metavar="[FILE]", type=JSON_LINES, default="-")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@schema_option("waits")
def waits(source: TextIO, as_json: bool) -> None:
    """Shanten, waits and the discards that keep tenpai of hands, given as JSON lines.

    A line with an unknown field is refused, with the closest known name; --schema prints them all.
    Exit status 1 when a line is no hand.
    """
    answer_lines(source, as_json, lambda data: _waits(hand_query(data)), _waits_text)


def _score(query: WinQuery, words: Words | None, as_json: bool) -> Answer:
    answer = valued(query, words)
    explanation = answer.get("explanation")
    if not answer["ok"] and isinstance(explanation, dict) and not as_json:
        answer["message"] = _card(explanation["text"])
    return answer


def _score_text(answer: Answer) -> str:
    explanation = answer["explanation"]
    assert isinstance(explanation, dict)
    return _card(explanation["text"])


def _card(text: str) -> str:
    """Lines below the first are indented."""
    return text.replace("\n", "\n   ")


def _waits(query: HandQuery) -> Answer:
    forms = shanten_forms(query.tiles, query.melds)
    answer: Answer = {
        "shanten": forms.best,
        "standard": forms.standard,
        "seven_pairs": forms.seven_pairs,
        "thirteen_orphans": forms.thirteen_orphans,
    }
    if len(query.tiles) % 3 == 2:
        answer["discards"] = _keeping_tenpai(query)
    elif forms.best == 0:
        answer["waits"] = _names(waits_of(query.tiles, query.melds))
    return answer


def _keeping_tenpai(query: HandQuery) -> dict[str, list[str]]:
    """The waits after each discard that leaves any, by the text of the discard."""
    kept = {}
    for tile in sorted(set(query.tiles), key=sort_key):
        rest = list(query.tiles)
        rest.remove(tile)
        left = waits_of(rest, query.melds)
        if left:
            kept[str(tile)] = _names(left)
    return kept


def _names(kinds: Iterable[int]) -> list[str]:
    return [str(ALL[kind]) for kind in kinds]


def _waits_text(answer: Answer) -> str:
    found, kept = answer.get("waits"), answer.get("discards")
    if answer["shanten"] == -1:
        said = "complete"
    elif answer["shanten"] == 0:
        said = "tenpai"
    else:
        said = f"{answer['shanten']}-shanten"
    if isinstance(found, list):
        said += f", waits {' '.join(found)}"
    if isinstance(kept, dict):
        said += "".join(f"; {tile} out waits {' '.join(left)}" for tile, left in kept.items())
    return said
