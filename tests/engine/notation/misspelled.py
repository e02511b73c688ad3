"""Questions in which one name is misspelled.

`python -m tests.engine.notation.misspelled --count 1000` makes new ones; `--seed` names those of a run.
Every command, every depth: fields of a line, of a meld, of a hand, rule options and the names inside them.
Each line that is answered in spite of it, or does not name the right field, is printed.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from click.testing import CliRunner

from controller.cli.questions.score import score, waits
from controller.cli.questions.settle import settle
from engine.classical.query import SETTLE
from engine.notation.query import FLAGS, HAND, WIN
from engine.rules.option_values import DENOMINATIONS
from engine.rules.presets import CLASSICAL, OPTIONS, plain
from engine.rules.ruleset import Ruleset

COMMANDS: Final = {"score": score, "waits": waits, "settle": settle}
PON: Final = {"type": "pon", "tiles": "555z", "called": "5z", "from": 3}
KAN: Final = {"type": "shouminkan", "tiles": "7777z", "called": "7z", "from": 2, "added": "7z"}
_SCORE: Final[dict[str, Any]] = {
    "id": 1,
    "preset": "rrc",
    "options": {name: plain(value) for name, value in Ruleset.preset("rrc").record.items()},
    "tiles": "123m22p45s",
    "melds": [PON, KAN],
    "win_tile": "3s",
    "seat": 1,
    "from": 1,
    "dealer": 1,
    "round_wind": "E",
    **dict.fromkeys(FLAGS, False),
    "dora_indicators": ["4m"],
    "ura_indicators": [],
    "honba": 0,
    "kyotaku": 1,
    "pao": None,
    "ruleset": "tenhou-aka-kuitan",
    "tsumo": True,
    "seat_wind": "E",
    "honba_round": 0,
    "multi_ron": None,
    "source": "a record",
    "expected": None,
    "note": "",
}
_HANDS: Final = [
    {"tiles": "147m258p369s1167z", "melds": [], "flowers": ""},
    {"tiles": "234m567m34p22z45s2p", "melds": [], "flowers": "1f"},
    {"tiles": "258m147p9s444z", "melds": [{**PON, "from": 0}], "flowers": ""},
    {"tiles": "369m3699p2588s67z", "melds": [], "flowers": ""},
]
_SETTLE: Final[dict[str, Any]] = {
    "id": 7,
    "preset": "classical",
    "options": {
        **{
            name: plain(row.values.get("classical", row.recommended))
            for name, row in CLASSICAL.options.items()
        },
        "classical.flowers": True,
    },
    "round_wind": "E",
    "east": 0,
    "winner": 1,
    "hands": _HANDS,
    "from": 1,
    "win_tile": "6s",
    "visible": "1s",
    "loose": False,
    "last_tile": False,
    "robbed_kong": False,
    "ready_first": False,
    "first_hand": False,
    "source": "",
    "expected": {},
    "note": "",
}
_WAITS: Final = {"id": 1, "tiles": "123m22p45s", "melds": [PON, KAN], "source": "", "expected": 0, "note": ""}
_VALUES: Final = {"values": {"E": 40, "S": 100, "W": 20, "N": 60}, "winner": "S", "east": 0}
LINES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("score", _SCORE),
    ("waits", _WAITS),
    ("settle", _SETTLE),
    ("settle", _VALUES),
)
"""Right lines that hold every field."""


@dataclass(frozen=True, slots=True)
class Misspelled:
    """A line in which `right` is written `wrong`, below `path`."""

    command: str
    line: dict[str, Any]
    path: tuple[str | int, ...]
    right: str
    wrong: str


def holders(
    value: object, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """Every object in a line whose names have a meaning; what is the sender's own is not read."""
    if isinstance(value, dict):
        if path[-1:] not in (("expected",), ("source",), ("note",)):
            yield path, value
            for name, item in value.items():
                yield from holders(item, (*path, name))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from holders(item, (*path, at))


def known(command: str, path: tuple[str | int, ...], holder: dict[str, Any]) -> set[str]:
    """The right names of the object at the path."""
    if not path:
        return set({"score": WIN, "waits": HAND, "settle": SETTLE}[command]["properties"])
    if path == ("options",):
        return set(OPTIONS if command == "score" else CLASSICAL.options)
    if path[-1] == "sticks.start_set":
        return set(DENOMINATIONS)
    if isinstance(path[-1], int):
        return {"type", "tiles", "called", "from", "added", "melds", "flowers"}
    return set(holder)


def misspell(rng: random.Random, name: str) -> str:
    """The name with a letter dropped, doubled, swapped or replaced, in another case, singular or plural."""
    at = rng.randrange(len(name))
    way = rng.randrange(7)
    if way == 0:
        return name[:at] + name[at + 1 :]
    if way == 1:
        return name[:at] + name[at] + name[at:]
    if way == 2 and at + 1 < len(name):
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if way == 3:
        return name[:at] + rng.choice(string.ascii_lowercase) + name[at + 1 :]
    if way == 4:
        return rng.choice((name.upper(), name.title(), name.swapcase(), name[:at] + name[at:].upper()))
    if way == 5:
        return name[:-1] if name.endswith("s") else name + "s"
    return name[:at] + rng.choice(string.ascii_lowercase) + name[at:]


def misspelled(seed: int, count: int) -> Iterator[Misspelled]:
    """So many lines with one wrong name each."""
    rng = random.Random(seed)
    found = 0
    while found < count:
        command, right_line = rng.choice(LINES)
        line = copy.deepcopy(right_line)
        path, holder = rng.choice(list(holders(line)))
        if not holder:
            continue
        right = rng.choice(list(holder))
        wrong = misspell(rng, right)
        if wrong == right or wrong in known(command, path, holder):
            continue
        items = [(wrong if name == right else name, item) for name, item in holder.items()]
        holder.clear()
        holder.update(items)
        found += 1
        yield Misspelled(command, line, path, right, wrong)


def answers(command: str, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the command answers."""
    text = "\n".join(json.dumps(line) for line in lines)
    result = CliRunner().invoke(COMMANDS[command], ["--json"], input=text)
    return [json.loads(row) for row in result.stdout.splitlines()]


def silent(seed: int, count: int) -> list[tuple[Misspelled, dict[str, Any]]]:
    """The misspelled lines that were answered, or whose right name was not reported."""
    cases = list(misspelled(seed, count))
    out = []
    for command in COMMANDS:
        mine = [case for case in cases if case.command == command]
        for case, answer in zip(mine, answers(command, [case.line for case in mine]), strict=True):
            if answer.get("ok") is not False or not _named(case, answer):
                out.append((case, answer))
    return out


def _named(case: Misspelled, answer: dict[str, Any]) -> bool:
    """Whether one of the faults names the wrong word and the right one."""
    for fault in answer["details"]:
        hint = fault["message"].rpartition("did you mean ")[2].split("?")[0]
        if repr(case.wrong) in fault["message"] and case.right in hint.split(" or "):
            return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description="Misspelled questions that pass in silence.")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--count", type=int, default=1000)
    chosen = parser.parse_args()
    bad = silent(chosen.seed, chosen.count)
    for case, answer in bad:
        print(
            case.command, case.path, f"{case.right!r} as {case.wrong!r}:", answer.get("message", "answered")
        )
    print(f"seed {chosen.seed}: {chosen.count} misspelled, {len(bad)} passed in silence or without the name")
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
