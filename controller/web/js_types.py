"""Writes screens/types/table.d.ts, the types of what a table's own web server answers to the pages' scripts.

`python -m controller.web.js_types`. What the table tells over MQTT has its types in contract.d.ts.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from contract import js_types
from controller.history.archive import GameList
from controller.people.referee_desk import Effect, HandLog

FILE: Final = Path(__file__).resolve().parents[2] / "screens" / "types" / "table.d.ts"
ANSWERS: Final = (HandLog, Effect, GameList)
_HEAD: Final = """\
// What the web server of a table answers, as types for the scripts of its pages. Written by
// `python -m controller.web.js_types` from the models of the answers; a test keeps it in step.

import type {{ {names} }} from "./contract";
"""


def text() -> str:
    """The whole file."""
    published = js_types.contract()
    parts = list(js_types.declared(js_types.reached(ANSWERS) - published))
    words = re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", "\n".join(parts)))
    named = {*words} & {"Json", *(kind.__name__ for kind in published)}
    return "\n".join([_HEAD.format(names=", ".join(sorted(named))), *parts])


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
