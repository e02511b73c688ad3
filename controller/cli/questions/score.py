"""`jantaku score` and `jantaku waits`: JSON lines in, one answer a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TextIO

import click

from controller.cli.questions.json_lines import JSON_LINES, Answer, answer_lines, explained
from controller.cli.questions.schemas import schema_option
from engine.explain.win import Account, explain_no_win, explain_win
from engine.explain.words import LANGUAGES, Words
from engine.notation.query import HandQuery, WinQuery, hand_query, win_query
from engine.rules.presets import PRESETS
from engine.tiles.shape import shanten_forms
from engine.tiles.shape import waits as waits_of
from engine.tiles.tile import ALL, sort_key
from engine.value.points import honba_by_discarder, pao_payments, payments
from engine.value.score import HandValue, NoWin, pao_base, value, why_not

_NO_WIN: Final[Mapping[NoWin, str]] = {
    NoWin.NOT_COMPLETE: "The hand is not complete.",
    NoWin.NO_YAKU: "The hand is complete but has no yaku.",
    NoWin.TOO_FEW_HAN: "The hand is complete but its yaku give fewer than two han, which the honba demand.",
}


@click.command(name="score", epilog="Example: jantaku score --json < wins.jsonl")
@click.argument("source", metavar="[FILE]", type=JSON_LINES, default="-")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@click.option("--preset", type=click.Choice(PRESETS), default="rrc", help="Rules of lines that name none.")
@click.option(
    "--explain", type=click.Choice(LANGUAGES), help="Reasons in this language; without --json English."
)
@click.option("--tile-names", is_flag=True, help="Reasons name the tiles in words.")
@schema_option("score")
def score(source: TextIO, as_json: bool, preset: str, explain: str | None, tile_names: bool) -> None:
    """Value winning hands, given as JSON lines (standard input by default), with the reasons.

    A line with a field that is not known is refused with the nearest right one; --schema prints them all.
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

    A line with a field that is not known is refused with the nearest right one; --schema prints them all.
    Exit status 1 when a line is no hand.
    """
    answer_lines(source, as_json, lambda data: _waits(hand_query(data)), _waits_text)


def _score(query: WinQuery, words: Words | None, as_json: bool) -> Answer:
    worth = value(query.win, query.rules)
    if worth is None:
        return _no_win(query, words, as_json)
    deltas = _deltas(query, worth)
    answer: Answer = {
        "ok": True,
        "han": worth.han,
        "fu": worth.fu,
        "fu_parts": [list(part) for part in worth.fu_parts],
        "yaku": [list(yaku) for yaku in worth.yaku],
        "yakuhai": list(worth.value_sets),
        "dora": worth.dora,
        "red": worth.red,
        "ura": worth.ura,
        "yakuman": worth.yakuman,
        "limit": worth.limit,
        "points": worth.points,
        "deltas": deltas,
    }
    if words is not None:
        account = Account(
            query.seat, query.source, query.dealer, deltas, query.honba, query.kyotaku, query.pao
        )
        found = explain_win(query.win, worth, account, query.rules, words)
        answer["explanation"] = explained(found, words.language)
    return answer


def _no_win(query: WinQuery, words: Words | None, as_json: bool) -> Answer:
    """The fault of the hand; its message is fixed for scripts and in the language of people for them."""
    reason = why_not(query.win, query.rules) or NoWin.NOT_COMPLETE
    answer: Answer = {"ok": False, "faults": [reason.value], "message": _NO_WIN[reason]}
    if words is not None:
        found = explain_no_win(query.win, query.rules, words)
        answer["explanation"] = explained(found, words.language)
        if not as_json:
            answer["message"] = _card(found.text)
    return answer


def _deltas(query: WinQuery, worth: HandValue) -> list[int]:
    payer = None if query.win.tsumo else query.source
    honba = (query.honba, query.rules.number("honba.value"))
    if query.pao is None:
        moved = payments(worth.base, query.seat, payer, query.dealer, *honba)
    else:
        covered = pao_base(worth, query.rules, query.win.rinshan)
        extra, discarder = honba[0] * honba[1], honba_by_discarder(query.rules)
        moved = pao_payments(
            worth.base, query.seat, payer, query.pao, query.dealer, extra, covered, discarder
        )
    deltas = list(moved)
    deltas[query.seat] += query.kyotaku * query.rules.number("riichi.deposit")
    return deltas


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
