"""`jantaku settle`: Chinese Classical hands in, their values and the payments out, one answer a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TextIO

import click

from controller.json_lines import Answer, answer_lines
from engine.classical.query import SettleQuery, settle_query
from engine.classical.score import HandValue, loser_value, winner_value
from engine.classical.settle import Settlement
from engine.classical.settle import settle as settled

_WINDS: Final = ("East", "South", "West", "North")
_EXAMPLE: Final = 'Example: echo \'{"values": [40, 100, 20, 60], "east": 0, "winner": 1}\' | jantaku settle'


@click.command(name="settle", epilog=_EXAMPLE)
@click.argument("source", metavar="[FILE]", type=click.File("r", encoding="utf-8-sig"), default="-")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
def settle(source: TextIO, as_json: bool) -> None:
    """Count and settle hands of Chinese Classical, given as JSON lines (standard input by default).

    \b
    A line holds the four hands by seat, the winner and how the hand was won:
      {"id": 1, "round_wind": "E", "east": 0, "winner": 1, "from": 2, "win_tile": "3p",
       "hands": [{"tiles": "...", "melds": [{"type": "pon", "tiles": "555z"}],
                  "flowers": "1f3g"}, ...],
       "visible": "3p3p", "loose": false, "last_tile": false, "robbed_kong": false,
       "ready_first": false, "first_hand": false, "options": {"classical.limit_points": 500}}
    Tiles are the concealed ones without the winning tile, visible the discards that
    lie open. The tile is from the wall where from is the winner; winner null is a draw.
    Values that are counted already are sent as "values" in place of "hands".

    Exit status 1 when a line contradicts itself.
    """
    answer_lines(source, as_json, lambda data: _settle(settle_query(data)), _text)


def _settle(query: SettleQuery) -> Answer:
    worths = [_worth(query, seat) for seat in range(len(query.racks))]
    values = query.values or [worth.value for worth in worths]
    result = settled(values, query.winner, query.east)
    return {
        "ok": True,
        "east": query.east,
        "winner": query.winner,
        "hands": [_hand(worth) for worth in worths] or [{"value": value} for value in values],
        "payments": _payments(result),
        "net": list(result.net),
    }


def _worth(query: SettleQuery, seat: int) -> HandValue:
    if query.won is None or seat != query.winner:
        return loser_value(query.racks[seat], query.rules)
    worth = winner_value(query.racks[seat], query.won, query.rules)
    assert worth is not None, "the question was checked to hold a complete hand"
    return worth


def _hand(worth: HandValue) -> dict[str, object]:
    return {
        "points": worth.points,
        "base": [list(part) for part in worth.base],
        "doubles": [list(part) for part in worth.doubles],
        "factor": worth.factor,
        "limit": worth.limit,
        "value": worth.value,
    }


def _payments(result: Settlement) -> list[dict[str, int]]:
    return [{"from": p.payer, "to": p.receiver, "points": p.points} for p in result.payments]


def _text(answer: Answer) -> str:
    """A table: a line for each seat with its value and what makes it, then the payments."""
    hands, payments, net, east = answer["hands"], answer["payments"], answer["net"], answer["east"]
    assert isinstance(hands, list)
    assert isinstance(payments, list)
    assert isinstance(net, list)
    assert isinstance(east, int)
    winds = [_WINDS[(seat - east) % 4] for seat in range(4)]
    won = answer["winner"]
    head = "nobody wins, nothing is paid" if not isinstance(won, int) else f"{winds[won]} wins"
    rows = [
        f"  {winds[seat]:<5} {hand['value']:>5} points {net[seat]:>+7}  {_reasons(hand)}".rstrip()
        for seat, hand in enumerate(hands)
    ]
    paid = [f"{winds[p['from']]} pays {winds[p['to']]} {p['points']}" for p in payments if p["points"]]
    return "\n".join([head, *rows, *([f"  {', '.join(paid)}"] if paid else [])])


def _reasons(hand: Mapping[str, object]) -> str:
    base, doubles = hand.get("base"), hand.get("doubles")
    if not isinstance(base, Sequence) or not isinstance(doubles, Sequence):
        return ""
    if hand["limit"]:
        return _name(hand["limit"])
    return ", ".join([*_named(base, ""), *_named(doubles, "x")])


def _named(parts: Sequence[tuple[str, int]], sign: str) -> Iterator[str]:
    return (f"{_name(name)} {sign}{amount}" for name, amount in parts)


def _name(part: object) -> str:
    return str(part).replace("_", " ")
