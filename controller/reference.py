"""Writes docs/mqtt.md from the published models: `python -m controller.reference`.

The tables are the source's own fields and docstrings, read from its syntax tree, so that the page
cannot say anything else than the code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = tuple(
    HERE / f"{name}.py"
    for name in (
        "topics/snapshot",
        "topics/result",
        "topics/small",
        "topics/command",
        "eyes_report",
        "machine_report",
    )
)
PAGE: Final = HERE.parent / "docs" / "mqtt.md"

PREFACE: Final = """\
# Topics and payloads

Written by `python -m controller.reference` from `controller/topics/` and
the reports beside it; a test keeps it in step.

All topics lie under `jantaku/1/{club}/{table}/`; the number is the major version of this contract.
Payloads are JSON in UTF-8. Fields may be added within a major version, so ignore what you do not
know. Payloads carry codes and numbers, never display text: a screen knows its language. Nothing
here carries a concealed tile.

| topic | retained | QoS | payload | when |
|---|---|---|---|---|
| `$info` | yes | 0 | [Info](#info) | at the start |
| `$status` | yes | 0 | [Status](#status) | at the start and the end; last will |
| `state` | yes | 0 | [Snapshot](#snapshot) | whenever anything public changes |
| `eyes` | yes | 0 | [Eyes](#eyes) | whenever the reading of the picture changes |
| `machine` | yes | 0 | [MachineReport](#machinereport) | when machine or link change, once a second at most |
| `event` | no | 0 | [EventMessage](#eventmessage) | once for each event of the game |
| `tick` | no | 0 | [Tick](#tick) | once a second while the main loop runs |
| `cmd` | never | 1 | [Command](#command) | to the table |
| `reply/{device}` | no | 1 | [Reply](#reply) | one for each command that names it in `reply_to` |

**The snapshot is the truth, events are decoration.** Who has seen only `state` is right. Take any
`rev` when `boot` has changed; of the same `boot` ignore a lower `rev`. A `tick` with a higher `rev`
than the last snapshot means that one was missed: subscribe to `state` again.

**The broker may lose everything.** On each connection the table publishes all retained topics again.
They go at QoS 0, because TCP keeps their order and a repeat of an old snapshot after a reconnection
must not overtake the new one.

**Freshness.** `$status` says `online: false` with a reason after an orderly end, without one when the
service vanished. Five seconds without a `tick` mean that the service hangs.

**Commands** need an `id` of their own. A repeated `id` gets the first answer again and does nothing.
With `if_rev` a command holds only for that revision (`stale_rev` otherwise). A retained command is
refused: it would act again at every start. The embedded broker lets everybody read, and write to
`cmd`; everything else can be published by the service's own account alone, whose password is new at
every start. Try it:

```sh
mosquitto_sub -p PORT -t 'jantaku/#' -v
mosquitto_pub -p PORT -t jantaku/1/home/table-1/cmd -q 1 -m '{"id": "42", "by": "me", "name": "panel",
  "body": {"seat": 0, "button": "start"}, "reply_to": "jantaku/1/home/table-1/reply/me"}'
```

The page's port is in what `jantaku run` prints; `/config.json` there names the WebSocket URL and the
root of the topics, `/camera.jpg` and `/camera.mjpg` are the picture that `eyes` is drawn over.

## Payloads
"""


def text() -> str:
    """The whole page."""
    parts = [PREFACE]
    for node in (node for source in SOURCES for node in ast.parse(source.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(base) for base in node.bases}
            if "StrEnum" in bases:
                parts.append(_codes(node))
            elif bases & {"Model", "Body"}:
                parts.append(_fields(node))
    return "\n".join(parts)


def _head(node: ast.ClassDef) -> str:
    said = _line(ast.get_docstring(node) or "")
    return f"### {node.name}\n\n" + (f"{said}\n\n" if said else "")


def _line(docstring: str) -> str:
    return " ".join(docstring.split())


def _documented(node: ast.ClassDef) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement of a class with the docstring that follows it."""
    for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
        said = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            said = _line(str(after.value.value))
        yield statement, said


def _codes(node: ast.ClassDef) -> str:
    rows = [
        f"| `{ast.literal_eval(statement.value)}` | {said} |"
        for statement, said in _documented(node)
        if isinstance(statement, ast.Assign)
    ]
    return _head(node) + "\n".join(["| code | |", "|---|---|", *rows]) + "\n"


def _fields(node: ast.ClassDef) -> str:
    rows = []
    for statement, said in _documented(node):
        if isinstance(statement, ast.AnnAssign):
            kind = ast.unparse(statement.annotation).replace("|", "\\|").replace("'", '"')
            default = "" if statement.value is None else f"`{ast.unparse(statement.value)}`"
            rows.append(f"| `{ast.unparse(statement.target)}` | `{kind}` | {default} | {said} |")
    return _head(node) + "\n".join(["| field | type | default | |", "|---|---|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
