"""Writes docs/mqtt.md and docs/asyncapi.json from the published models: `python -m controller.bus.reference`.

The tables are the source's own fields and docstrings, read from its syntax tree, so that the page
cannot say anything else than the code.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from contract.channels import CHANNELS, Channel
from contract.docstrings import documented, line
from contract.messages import BODIES, NAMES, SCHEMA
from contract.messages.tree import LONGEST, MOST
from contract.roles import COMMANDERS, Role
from controller.bus.asyncapi import document
from controller.bus.authority import MAY
from controller.bus.examples import COMMANDS
from controller.bus.vocabulary import alerts, events
from controller.sentences.refusals import REASONS

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = tuple(
    ROOT / f"{name}.py"
    for name in (
        "contract/messages/tree",
        "contract/messages/seat_panel",
        "contract/messages/snapshot",
        "contract/messages/machine_view",
        "contract/messages/result",
        "contract/messages/derived_topics",
        "contract/messages/command",
        "contract/messages/host",
        "contract/messages/club",
        "contract/messages/eyes",
        "contract/messages/machine",
    )
)
DOCS: Final = ROOT / "docs"
PAGE: Final = DOCS / "mqtt.md"
ASYNCAPI: Final = DOCS / "asyncapi.json"

_HEAD: Final = f"""\
# Topics and payloads

Written by `python -m controller.bus.reference` from `contract/messages/` and the table of channels
(`contract/channels.py`); a test keeps it in step. The same for programs: [asyncapi.json](asyncapi.json)
(AsyncAPI 3.0).

All topics lie under `jantaku/1/{{club}}/{{table}}/`; the number is the major version of this contract,
`{SCHEMA}` (`$info.table_schema`) the version with what was added since. Payloads are JSON in UTF-8.
Fields may be added within a major version, so ignore what you do not know. Payloads carry codes and
numbers, never display text: a screen knows its language. Nothing here carries a concealed tile.
"""

_RULES: Final = """\
**The snapshot is the truth, events are decoration.** Who has seen only `state` is right. Take any `rev`
when `boot` has changed; of the same `boot` ignore a lower `rev`. A `tick` with a higher `rev` than the
last snapshot means that one was missed: subscribe to `state` again. `win`, `clock`, `seat`, `mini` and
`alert` repeat parts of `state` for displays that cannot read all of it. The machine is no part of the game:
while it works, `state` comes again with the same `rev`, and the last one counts.

**The broker may lose everything.** On each connection the table publishes all retained topics again.
They go at QoS 0, because TCP keeps their order and a repeat of an old snapshot after a reconnection must
not overtake the new one. What a killed run of the service left behind (`alert`, its last will) is
cleared when the next one connects.

**Freshness.** `$status` says `online: false` with a reason after an orderly end, without one when the
service vanished. Five seconds without a `tick` mean that the service hangs. A screen that was loaded
with another `ui` than `$info` names loads itself again.

**Time.** `ts_ms` and `since_ms` are the table's time of day, for people. The left time of the clock is
counted by a clock that nobody sets: `tick.left_ms` is right whatever the display's own clock says.

**MQTT 5 and 3.1.1.** The table speaks 5, and 3.1.1 where the broker knows no other. What properties say,
the payload says, too:

| MQTT 5 | in the payload |
|---|---|
| user properties `schema`, `boot` on all that is sent | `table_schema` in `$info` and `state`, `boot` |
| message expiry of a command | `expires_ms` |
| response topic | `reply_to` |
| correlation data, given back with the answer | `id` |
| message expiry of `event`, `tick`, `reply` | `ts_ms` |

**Broadcasts** read `delayed/` and nothing else: the same payloads five minutes later
([brokers.md](brokers.md)).

## Commands

A device with an account writes to `cmd/{device}`; the broker lets nobody else write there, so the topic
says who asks. `cmd` without a device is the open door of a table's own broker: a Unix socket that programs
of the table's user reach, and nobody else; they are the house.

* An `id` of its own for each command. A repeat gets the same answer and does nothing, for a day and over
  restarts; another command under a used `id` is refused (`duplicate`).
* With `if_rev` it holds only for that revision (`stale_rev` otherwise), with `expires_ms` only until
  then.
* A retained command is refused, answered and cleared: it would act again at every start. So are bytes that
  are no command, and one of more than 4096 bytes (65536 from a judge); all is counted in `health`. Who
  sends more than 50 a second for long is read in part, and answered so (`not_now`) once a second.
* The answer goes to `reply/{device}` of the account; at the open door to the response topic or
  `reply_to`, if that is a `reply/...` of this table, else to `reply/nobody`."""

_REFUSED: Final = """\
### Reasons

A refusal carries a `reason` and its `values` beside the English `message`, so that a display can say it in
its own language; one that does not know a reason says what the `code` means. Names in braces are values:
`wind`, `winds` and `place` are letters of `E S W N`, `faults` the names of the engine's faults, `detail`
the words of a library or of the disk, which are English. An alert has a reason where it says that something
is refused.
"""
_AFTER: Final = """\
While the table is paused (`pause`) nothing on the mat becomes an event, the machine ends its motion and
begins no other, and buttons are `not_now`; rulings, calls and the clock go on. A pause, calls and the
clock lie in the journal and outlive a kill.

**The clock** (`clock.kind = "round"`) counts the time that the rules name, `timer.minutes`. When it is
over, the hand in play is finished and one more is played, or none more where `timer.after` says so
(K-TIMER-02, K-TIMER-03); after the last one the table ends the game. A hand is in play from the dice on
(K-TIMER-04). A chombo is replayed, and counts as played where none more follows (K-TIMER-03,
K-TIMER-05). Without the gong (`clock.start`) no hand begins. After a power cut the time last written
goes on, half a minute old at most.

**The club.** Its hub assigns a table's next game (`assign`); `assigned` shows it, and the hub says it again
until it does. Nobody can press START before the gong, while somebody sits in a wrong seat, or, where
`sign_in` is `required`, before all four have signed in. Every finished hand of an assigned game waits at
`record/{game}/{hand}`, its result at `result/{game}`, until `record.ack` names that revision: it is made
of the journal on the table's disk, so no outage and no kill loses it. What a referee corrects later comes
again with a higher `rev`. After an assigned game the table waits for the next one, or for `assign.end`.
Each acknowledgement names the newest entry of the club's log, and `assigned.log` says the last such name.
A hub whose log has no such entry, because it was restored from a backup, asks with `record.again` for all
that this table has sent to that log.

A club knows its tables through the broker only. So its hub asks there for pictures of evidence when a referee
looks at them: `evidence.list` names the lines of a hand of which something is kept, `evidence.get` gives a
file piece by piece, both at `evidence/{device}` ([evidence.md](evidence.md)).

Examples, one a command:

```json
"""

_TRY: Final = """\
```

Try it:

```sh
house=$(cat ~/.local/state/jantaku/broker/listens)    # the socket of the table that runs
mosquitto_sub --unix "$house" -t 'jantaku/#' -v
mosquitto_pub --unix "$house" -t jantaku/1/home/table-1/cmd -q 1 -m '{"id": "42", "by": "me", "name": "panel",
  "body": {"seat": 0, "button": "start"}, "reply_to": "jantaku/1/home/table-1/reply/me"}'
```

The page's port is in what `jantaku run` prints. Browsers speak MQTT at `/mqtt` of that very port, always
with an account; `/config.json` there names that of a guest, who reads what is public, and the root of the
topics, `/camera.jpg` and `/camera.mjpg` are the picture that `eyes` is drawn over. A whole game to try a
display with: `jantaku mqtt replay` ([recording](#a-recorded-session)).

## A recorded session

`controller/sample/session.jsonl.gz` is what a table published of a virtual game, and comes with the program:
`jantaku mqtt replay` publishes it again, with screens of its own or to any broker (`--broker URL --speed N`);
`jantaku mqtt record FILE` writes one. The file is JSON lines, packed where its name ends in `.gz`: first
`{"session": 1, "root": ...}`, then each message as `{"t": seconds, "topic": below the root, "retain": ...,
"payload": object, or null for an empty one}`. The sample was made, and is made anew, by

```sh
python -m benchmarks.sample_session controller/sample/session.jsonl.gz
```

## Payloads
"""

_SAYS: Final = {
    "ge": "from",
    "le": "to",
    "min_length": "at least",
    "max_length": "at most",
    "pattern": "as",
}
_BOUNDED: Final = f"""\
A club reads what its tables send with fields that it does not know left out, and refuses a payload as a whole
that is larger than 8192 bytes (of `record`, `result`, `state` and `evidence` 262144), has a text of more than
{LONGEST} characters, a list of more than {MOST} elements, or a value beyond the limits of its type:
"""


def text() -> str:
    """The whole page."""
    parts = [_HEAD, _topics(), _RULES, _commands(), _reasons(), _AFTER + _examples() + _TRY, _limits()]
    for node in _statements():
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(base) for base in node.bases}
            if "StrEnum" in bases:
                parts.append(_codes(node))
            elif bases & {"Model", "Body"}:
                parts.append(_fields(node))
    parts += [events(), alerts()]
    return "\n".join(parts)


def _statements() -> Iterator[ast.stmt]:
    for source in SOURCES:
        yield from ast.parse(source.read_text(encoding="utf-8")).body


def _limits() -> str:
    """What a club refuses a table's payload for, by the names of types."""
    rows = []
    for node in _statements():
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Subscript(
                    slice=ast.Tuple(elts=[kind, ast.Call(func=ast.Name(id="Bound")) as bound])
                ),
            ):
                limits = ", ".join(
                    f"{_SAYS[str(each.arg)]} `{ast.literal_eval(each.value)}`" for each in bound.keywords
                )
                rows.append(f"| `{name}` | `{ast.unparse(kind)}` | {limits} |")
    return "\n".join([_BOUNDED, "| type | is | within |", "|---|---|---|", *rows]) + "\n"


def asyncapi() -> str:
    """The document for programs."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def _topics() -> str:
    rows = [
        f"| `{c.address}` | {_retained(c)} | {c.qos} | {_link(c.model.__name__)} | {c.when} |"
        for c in CHANNELS
    ]
    head = ["| topic | retained | QoS | payload | when |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


def _link(model: str, shown: str = "") -> str:
    return f"[{shown or model}](#{model.lower()})"


def _retained(channel: Channel) -> str:
    if channel.from_devices and not channel.retained:
        return "never"
    return "yes, then emptied" if channel.emptied else "yes" if channel.retained else "no"


def _commands() -> str:
    """Each command with its body, and whose device may ask for it."""
    roles = [role for role in Role if role in COMMANDERS]
    head = ["| name | body | " + " | ".join(roles) + " |", "|---|---|" + "---|" * len(roles)]
    rows = []
    for name in NAMES:
        body = BODIES[name]
        fields = ", ".join(f"`{field}`" for field in body.model_fields) or "nothing"
        may = " | ".join("yes" if role in MAY[name] else "" for role in roles)
        rows.append(f"| `{name}` | {_link(body.__name__, fields)} | {may} |")
    said = (
        "The display of a seat asks for its own seat only; who is neither referee nor house undoes only\n"
        "as a seat that asks or agrees.\n"
    )
    return "\n".join([*head, *rows]) + "\n\n" + said


def _reasons() -> str:
    """Why a command is refused, for displays that say it in their own language."""
    rows = [f"| `{name}` | `{reason.code}` | {reason.sentence} |" for name, reason in REASONS.items()]
    return "\n".join([_REFUSED, "| reason | code | in English |", "|---|---|---|", *rows]) + "\n"


def _examples() -> str:
    return "".join(f"{command.model_dump_json(exclude_defaults=True)}\n" for command in COMMANDS)


def _head(node: ast.ClassDef) -> str:
    said = line(ast.get_docstring(node) or "")
    return f"### {node.name}\n\n" + (f"{said}\n\n" if said else "")


def _codes(node: ast.ClassDef) -> str:
    rows = [
        f"| `{ast.literal_eval(statement.value)}` | {said} |"
        for statement, said in documented(node)
        if isinstance(statement, ast.Assign)
    ]
    return _head(node) + "\n".join(["| code | |", "|---|---|", *rows]) + "\n"


def _fields(node: ast.ClassDef) -> str:
    rows = []
    for statement, said in documented(node):
        if isinstance(statement, ast.AnnAssign):
            kind = ast.unparse(statement.annotation).replace("|", "\\|").replace("'", '"')
            default = "" if statement.value is None else f"`{ast.unparse(statement.value)}`"
            rows.append(f"| `{ast.unparse(statement.target)}` | `{kind}` | {default} | {said} |")
    if not rows:
        return _head(node)
    return _head(node) + "\n".join(["| field | type | default | |", "|---|---|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
    ASYNCAPI.write_text(asyncapi(), encoding="utf-8")
