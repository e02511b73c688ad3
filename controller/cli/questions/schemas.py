"""The lines of `score`, `waits` and `settle` as JSON Schema.

`python -m controller.cli.questions.schemas` writes docs/schemas. The root of a document is the question,
`$defs/answer` what comes back. Questions are checked by the very shapes that are printed here
(`engine/notation/schema.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from engine.classical.query import SETTLE
from engine.notation.fields import ID, SEAT
from engine.notation.option_shapes import option_shapes
from engine.notation.query import HAND, WIN
from engine.notation.schema import Schema, nullable, record, rows
from engine.rules.presets import CLASSICAL, PRESETS, RIICHI

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "schemas"
_TEXT: Final[Schema] = {"type": "string", "title": "a text"}
_NUMBER: Final[Schema] = {"type": "integer", "title": "a number"}
_TEXTS: Final = rows("a list of texts", _TEXT)
_SEATS: Final = rows("points by seat", _NUMBER, 4, 4)
_PAIR: Final = rows("a name and its number", {"title": "a name or a number", "anyOf": [_TEXT, _NUMBER]}, 2, 2)
_PAIRS: Final = rows("names with their numbers", _PAIR)
_YES: Final[Schema] = {"type": "boolean", "title": "true", "enum": [True]}
_NO: Final[Schema] = {"type": "boolean", "title": "false", "enum": [False]}
_EXPLANATION: Final = record(
    "the reasons, on request",
    {
        "language": _TEXT,
        "text": _TEXT,
        "lines": rows(
            "the lines of the text",
            record(
                "a line",
                {
                    "topic": _TEXT,
                    "text": _TEXT,
                    "parts": rows(
                        "what a line counts",
                        record("a part", {"key": _TEXT, "amount": nullable(_NUMBER), "text": _TEXT}),
                    ),
                },
            ),
        ),
    },
)
_REFUSED: Final = record(
    "a line that was not answered: why not",
    {
        "id": ID,
        "ok": _NO,
        "faults": _TEXTS,
        "message": _TEXT,
        "details": rows(
            "each fault with its place in the line and the right names for a wrong one",
            record(
                "a fault",
                {"fault": _TEXT, "path": _TEXT, "message": _TEXT, "nearest": _TEXTS},
                ("fault", "path", "message", "nearest"),
            ),
        ),
        "explanation": _EXPLANATION,
    },
    ("id", "ok", "faults", "message"),
)
_VALUED: Final = record(
    "the value of the hand and what it moves",
    {
        "id": ID,
        "ok": _YES,
        "han": _NUMBER,
        "fu": _NUMBER,
        "fu_parts": _PAIRS,
        "yaku": _PAIRS,
        "yakuhai": _TEXTS,
        "dora": _NUMBER,
        "red": _NUMBER,
        "ura": _NUMBER,
        "yakuman": _NUMBER,
        "limit": nullable(_TEXT),
        "points": _NUMBER,
        "deltas": _SEATS,
        "explanation": _EXPLANATION,
    },
    ("id", "ok", "han", "fu", "fu_parts", "yaku", "yakuhai", "dora", "red", "ura", "points", "deltas"),
)
_FAR: Final[Schema] = {"type": "integer", "title": "tiles from tenpai; -1 is complete", "minimum": -1}
_WAITING: Final = record(
    "how far the hand is and what it waits for",
    {
        "id": ID,
        "shanten": _FAR,
        "standard": _FAR,
        "seven_pairs": nullable(_FAR),
        "thirteen_orphans": nullable(_FAR),
        "waits": _TEXTS,
        "discards": {
            "type": "object",
            "title": "the waits after each discard that keeps tenpai",
            "additionalProperties": _TEXTS,
        },
    },
    ("id", "shanten", "standard", "seven_pairs", "thirteen_orphans"),
)
_COUNTED: Final = record(
    "a hand as it was counted; of a value that was sent, the value alone",
    {
        "points": _NUMBER,
        "base": _PAIRS,
        "doubles": _PAIRS,
        "factor": _NUMBER,
        "limit": nullable(_TEXT),
        "value": _NUMBER,
    },
    ("value",),
)
_PAYMENT: Final = record("a payment", {"from": SEAT, "to": SEAT, "points": _NUMBER}, ("from", "to", "points"))
_SETTLED: Final = record(
    "the values of the hands and who pays whom",
    {
        "id": ID,
        "ok": _YES,
        "east": SEAT,
        "winner": nullable(SEAT),
        "hands": rows("the hands by seat", _COUNTED, 4, 4),
        "payments": rows("the payments", _PAYMENT),
        "net": _SEATS,
        "explanation": _EXPLANATION,
    },
    ("id", "ok", "east", "winner", "hands", "payments", "net"),
)
_ABOUT: Final[Mapping[str, str]] = {
    "tiles": "The concealed part, without the winning tile; 0m is a red five.",
    "melds": "Declared sets; called, from and added may be left out.",
    "win_tile": "The tile that was won on.",
    "seat": "The winner.",
    "from": "Whose tile it is; the winner's own seat is a tsumo, or a tile from the wall.",
    "dora_indicators": "All dora indicators that are turned, the first of the hand first.",
    "ura_indicators": "The tiles under them.",
    "honba": "Counters that this win collects.",
    "kyotaku": "Sticks that this winner collects, the own deposit included.",
    "pao": "The seat that is responsible.",
    "preset": "The rules.",
    "hands": "Each with its concealed tiles without the winning tile, melds and flowers; or values are sent.",
    "values": "Hands that are counted already, in place of hands.",
    "visible": "The discards that lie open.",
    "merged": "The drawn tile was mixed into the hand.",
}
SHAPES: Final[Mapping[str, tuple[Schema, Schema]]] = {
    "score": (WIN, {"title": "An answer", "anyOf": [_VALUED, _REFUSED]}),
    "waits": (HAND, {"title": "An answer", "anyOf": [_WAITING, _REFUSED]}),
    "settle": (SETTLE, {"title": "An answer", "anyOf": [_SETTLED, _REFUSED]}),
}
"""Of each command the shape of a question and of an answer."""
_F = TypeVar("_F", bound=Callable[..., Any])


def document(command: str) -> Schema:
    """The JSON Schema of a command's lines."""
    question, answer = SHAPES[command]
    fields = {name: _described(command, name, shape) for name, shape in question["properties"].items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": f"A line sent to `jantaku {command} --json`; what comes back is $defs/answer.",
        **question,
        "title": f"jantaku {command}",
        "properties": fields,
        "$defs": {"answer": answer},
    }


def _described(command: str, name: str, shape: Schema) -> Schema:
    if name == "options":
        shape = option_shapes(CLASSICAL if command == "settle" else RIICHI)
    if name == "preset" and command == "score":
        shape = {**shape, "enum": list(PRESETS)}
    return {**shape, "description": _ABOUT[name]} if name in _ABOUT else shape


def text(command: str) -> str:
    """The document as it is printed."""
    return json.dumps(document(command), indent=1, ensure_ascii=False)


def schema_option(command: str) -> Callable[[_F], _F]:
    """The option `--schema`, which prints the document and ends."""

    def show(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            click.echo(text(command))
            ctx.exit()

    about = f"Print the JSON Schema of the lines and their answers (docs/schemas/{command}.json), and end."
    return click.option(
        "--schema", is_flag=True, is_eager=True, expose_value=False, callback=show, help=about
    )


def main() -> None:
    """Writes the documents."""
    FOLDER.mkdir(exist_ok=True)
    for command in SHAPES:
        (FOLDER / f"{command}.json").write_text(text(command) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
