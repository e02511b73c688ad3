"""What the commands for results read: files of results, people, accounts and records; rule options."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

import click

from club.results.export import Person, people_of
from club.results.game import GameResult, Terms
from club.results.lines import FIELDS, read
from club.results.needs import lacks
from engine.rules.nearest import asked, nearest, quoted
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset

_UNREADABLE: Final = 2
_WORDS: Final = {"yes": True, "no": False}
_NAMED: Final = 10
"""Wrong lines of a file that are reported one by one."""
_NEEDED: Final = {
    "won": "write in `won` which of the four has won a hand (yakitori)",
    "chips": "write in `chips` what each has won or lost",
}
_GZIP: Final = b"\x1f\x8b"
FILE: Final = click.Path(path_type=Path)
INPUT: Final = click.File("r", encoding="utf-8-sig", errors="surrogateescape")
PRESET: Final = click.option(
    "--preset", type=click.Choice(PRESETS), default="rrc", show_default=True, help="The rules."
)
OPTIONS: Final = click.option(
    "--options", metavar="ID=VALUE", multiple=True, help="A rule that differs from the preset."
)


def refuse(*messages: str) -> NoReturn:
    """Says what cannot be used, a sentence a line, and ends the program with status 2."""
    for message in messages:
        click.echo(message.encode("utf-8", "backslashreplace"), err=True)
    raise SystemExit(_UNREADABLE)


def overrides(options: Sequence[str]) -> dict[str, Any]:
    """Rule options given as ID=VALUE; ValueError for anything else."""
    out: dict[str, Any] = {}
    for text in options:
        key, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"{text!r} is no option: write ID=VALUE, such as game.tobi=yes.")
        try:
            out[key.strip()] = _WORDS[value] if value in _WORDS else json.loads(value)
        except ValueError:
            out[key.strip()] = value
    return out


def games_of(source: TextIO) -> tuple[GameResult, ...]:
    """The results of a file; errors in its lines are printed and end the program with status 2."""
    found, name = read(source), getattr(source, "name", "<stdin>")
    for number, field in found.unknown:
        near = nearest(field, FIELDS)
        meant = f": {asked(near, ())}" if near else "."
        text = f"Line {number}: the field {quoted(field)} is not known and does not count{meant}"
        click.echo(text.encode("utf-8", "backslashreplace"), err=True)
    if found.errors:
        more = len(found.errors) - _NAMED
        rest = [f"{name}: wrong lines besides these: {more}."] if more > 0 else []
        refuse(*(f"{name}: {error}" for error in found.errors[:_NAMED]), *rest)
    if not found.games:
        raise ValueError(f"{name} holds no result: write one JSON object a line.")
    return found.games


def whole(games: Sequence[GameResult], rules: Ruleset, terms: Terms) -> Sequence[GameResult]:
    """The games with all that the rules need; what lacks is printed and ends the program with status 2."""
    missing = list(lacks(games, rules, terms))
    if missing:
        asked = [
            f"Round {each.round}, table {each.table}: {' and '.join(map(_NEEDED.__getitem__, each.needs))}."
            for each in missing[:_NAMED]
        ]
        more = len(missing) - _NAMED
        refuse(*asked, *([f"Results that lack something besides these: {more}."] if more > 0 else []))
    return games


def people_of_file(path: Path) -> dict[int, Person]:
    """The people of a CSV file; ValueError."""
    text = text_of(path)
    try:
        return people_of(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def text_of(path: Path) -> str:
    """The text of a file, unpacked if it is packed."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data.startswith(_GZIP) else data).decode("utf-8-sig")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ValueError(f"{path} cannot be read: the packed file is damaged.") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} cannot be read: it is no text.") from None
    return text


def accounts_of(path: Path) -> dict[str, int]:
    """Names of a site with the numbers of players, from CSV with the columns `account` and `player`."""
    rows = csv.DictReader(text_of(path).splitlines())
    if not {"account", "player"} <= set(rows.fieldnames or ()):
        raise ValueError(f"{path} has no columns `account` and `player`: its first line names the columns.")
    out: dict[str, int] = {}
    for row in rows:
        name, player = (row["account"] or "").strip(), row["player"] or ""
        if not name or not player.strip().isdecimal():
            raise ValueError(f"{path}, line {rows.line_num}: write an account and the player's number.")
        if name in out:
            raise ValueError(f"{path}, line {rows.line_num}: the account {name!r} stands there twice.")
        out[name] = int(player)
    return out
