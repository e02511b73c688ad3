"""Game results as JSON objects, one a line: the shape that scripts of users write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from club.results.game import GameResult
from club.results.standings import contradiction
from engine.state.events import Seats4

_ROWS: Final = {"penalties": "fines", "chombo": "chombo", "lateness": "lateness", "chips": "chips"}
"""Fields of four numbers that may be left out, and what they are here."""
FIELDS: Final = {
    "round",
    "table",
    "players",
    "scores",
    "sticks_left",
    "substitutes",
    "won",
    "source",
    *_ROWS,
}
"""What a line may have; `source` is for whoever wants to know where the result is from."""
_MOST: Final = 10**9
"""No number of a game is larger: a digit too many is a slip."""


class LineError(ValueError):
    """A line that is no result; the message begins with its number."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"Line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Read:
    """The games of a file; `errors` of the lines that are none, `unknown` fields that do not count."""

    games: tuple[GameResult, ...]
    errors: tuple[LineError, ...]
    unknown: tuple[tuple[int, str], ...]


def read(lines: Iterable[str]) -> Read:
    """Reads game results; empty lines are passed over, a wrong line is reported with its number."""
    games, numbers = [], []
    errors: list[LineError] = []
    unknown: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = _object(line)
            games.append(game_of(data))
        except ValueError as error:
            errors.append(LineError(number, str(error)))
            continue
        numbers.append(number)
        unknown += ((number, name) for name in data if name not in FIELDS)
    wrong = contradiction(games)
    if wrong is not None:
        errors.append(LineError(numbers[wrong[0]], wrong[1]))
    return Read(tuple(games), tuple(sorted(errors, key=lambda error: error.line)), tuple(unknown))


def game_of(data: Mapping[str, Any]) -> GameResult:
    """A result; ValueError says which field is wrong."""
    for name in ("round", "table", "players", "scores"):
        if name not in data:
            raise ValueError(f"{name!r} is missing: a result has round, table, players and scores.")
    return GameResult(
        round=_whole(data["round"], "round"),
        table=_whole(data["table"], "table"),
        players=_four(data["players"], "players"),
        scores=_four(data["scores"], "scores"),
        sticks_left=_whole(data.get("sticks_left", 0), "sticks_left"),
        substitutes=_substitutes(data.get("substitutes")),
        won=_won(data.get("won")),
        **{ours: _four(data[name], name) for name, ours in _ROWS.items() if name in data},
    )


def line_of(game: GameResult) -> dict[str, Any]:
    """The object that `game_of` reads; what is nothing is left out, but for what is always there."""
    out: dict[str, Any] = {
        "round": game.round,
        "table": game.table,
        "players": list(game.players),
        "scores": list(game.scores),
        "sticks_left": game.sticks_left,
        "penalties": list(game.fines),
    }
    for name in ("chombo", "lateness"):
        if any(row := getattr(game, name)):
            out[name] = list(row)
    if game.chips is not None:
        out["chips"] = list(game.chips)
    if any(who is not None for who in game.substitutes):
        out["substitutes"] = list(game.substitutes)
    if game.won is not None:
        out["won"] = list(game.won)
    return out


def _object(line: str) -> Mapping[str, Any]:
    twice: list[str] = []

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(name for n, (name, _) in enumerate(pairs) if name in dict(pairs[:n]))
        return dict(pairs)

    try:
        line.encode()
        data = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise ValueError("this is no JSON: write one object a line.") from None
    if not isinstance(data, dict):
        raise ValueError("this is no JSON object: write one result a line, in braces.")
    if twice:
        raise ValueError(f"it says {twice[0]!r} twice: say it once.")
    return data


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name!r} is {_shown(value)}: write a whole number.")
    if abs(value) > _MOST:
        raise ValueError(f"{name!r} is a number of too many digits.")
    return value


def _four(value: object, name: str) -> Seats4:
    if not isinstance(value, list) or len(value) != 4:
        raise ValueError(f"{name!r} is {_shown(value)}: write four numbers, in seat order.")
    a, b, c, d = (_whole(item, name) for item in value)
    return a, b, c, d


def _substitutes(value: object) -> tuple[int | None, int | None, int | None, int | None]:
    if value is None:
        return None, None, None, None
    if not isinstance(value, list) or len(value) != 4:
        raise ValueError("'substitutes' are four, in seat order: the player's number, or null for nobody.")
    a, b, c, d = (None if item is None else _whole(item, "substitutes") for item in value)
    return a, b, c, d


def _won(value: object) -> tuple[bool, bool, bool, bool] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 4 or not all(isinstance(item, bool) for item in value):
        raise ValueError("'won' says of each seat, in seat order, true or false.")
    a, b, c, d = value
    return a, b, c, d


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:40] + "…"
