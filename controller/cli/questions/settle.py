"""`jantaku settle`: Chinese Classical hands in, their values and the payments out, one answer a line."""

from __future__ import annotations

from typing import Final, TextIO

import click

from controller.cli.questions.json_lines import JSON_LINES, Answer, answer_lines
from controller.cli.questions.schemas import schema_option
from controller.sentences.explained import explained
from engine.classical.account import Account
from engine.classical.query import SettleQuery, settle_query
from engine.classical.score import HandValue, loser_value, winner_value
from engine.classical.settle import Settlement
from engine.classical.settle import settle as settled
from engine.explain.counted import explain_account
from engine.explain.explanation import Players, moved
from engine.explain.words import LANGUAGES, Words

_EXAMPLE: Final = 'Example: echo \'{"values": [40, 100, 20, 60], "east": 0, "winner": 1}\' | jantaku settle'


@click.command(name="settle", epilog=_EXAMPLE)
@click.argument("source", metavar="[FILE]", type=JSON_LINES, default="-")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
@click.option(
    "--explain", type=click.Choice(LANGUAGES), help="Reasons in this language; without --json English."
)
@schema_option("settle")
def settle(source: TextIO, as_json: bool, explain: str | None) -> None:
    """Count and settle hands of Chinese Classical, given as JSON lines (standard input by default).

    \b
    A line holds the four hands by seat, the winner and how the hand was won:
      {"id": 1, "round_wind": "E", "east": 0, "winner": 1, "from": 2, "win_tile": "3p",
       "hands": [{"tiles": "...", "melds": [{"type": "pon", "tiles": "555z"}],
                  "flowers": "1f3g"}, ...],
       "visible": "3p3p", "loose": false, "last_tile": false, "robbed_kong": false,
       "ready_first": false, "first_hand": false, "options": {"classical.limit_points": 500}}

    `tiles` are the concealed ones without the winning tile, `visible` the discards that lie open. If `from`
    is the winner, the tile came from the wall; `winner` null is a draw. Values already counted are given as
    "values" in place of "hands". An unknown field is refused, with the closest known name; --schema prints
    them all.

    Exit status 1 when a line contradicts itself.
    """
    words = None if as_json and explain is None else Words(explain or "en")
    answer_lines(
        source, as_json, lambda data: _settle(settle_query(data), words), lambda answer: _text(answer, words)
    )


def _settle(query: SettleQuery, words: Words | None) -> Answer:
    worths = tuple(_worth(query, seat) for seat in range(len(query.racks)))
    values = query.values or tuple(worth.value for worth in worths)
    result = settled(values, query.winner, query.east)
    answer: Answer = {
        "ok": True,
        "east": query.east,
        "winner": query.winner,
        "hands": [_hand(worth) for worth in worths] or [{"value": value} for value in values],
        "payments": [{"from": p.payer, "to": p.receiver, "points": p.points} for p in result.payments],
        "net": list(result.net),
    }
    found = _account(query, worths, result)
    if words is not None and found is not None:
        limit = query.rules.number("classical.limit_points")
        reasons = explain_account(found, limit, Players(query.east), words)
        answer["explanation"] = explained(reasons, words.language)
    return answer


def _worth(query: SettleQuery, seat: int) -> HandValue:
    if query.won is None or seat != query.winner:
        return loser_value(query.racks[seat], query.rules)
    worth = winner_value(query.racks[seat], query.won, query.rules)
    assert worth is not None, "the question was checked to hold a complete hand"
    return worth


def _account(query: SettleQuery, worths: tuple[HandValue, ...], result: Settlement) -> Account | None:
    """The whole account; None for a draw and for values that were counted by hand."""
    if query.won is None or query.winner is None or query.source is None:
        return None
    return Account(query.winner, query.source, query.won.tile, query.racks, worths, result)


def _hand(worth: HandValue) -> dict[str, object]:
    return {
        "points": worth.points,
        "base": [list(part) for part in worth.base],
        "doubles": [list(part) for part in worth.doubles],
        "factor": worth.factor,
        "limit": worth.limit,
        "value": worth.value,
    }


def _text(answer: Answer, words: Words | None) -> str:
    """The reasons, or who pays, and a table: what each hand is worth and each seat gets."""
    assert words is not None
    hands, net, east, reasons = answer["hands"], answer["net"], answer["east"], answer.get("explanation")
    assert isinstance(hands, list)
    assert isinstance(net, list)
    assert isinstance(east, int)
    players = Players(east)
    rows = [
        f"{players.called(words, seat):<8} {hand['value']:>6} {net[seat]:>+8}"
        for seat, hand in enumerate(hands)
    ]
    if isinstance(reasons, dict):
        said = str(reasons["text"]).splitlines()
    else:
        said = [moved(words, players, net, east).text]
    return "\n  ".join([*said, *rows])
