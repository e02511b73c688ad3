"""Every command of `jantaku` with what it takes, as scripts and services rely on it: kept in a file, so that
an option is renamed, lost or given another default only where somebody means it.

`python -m tests.command_lines` writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import click

from controller.cli import main

KEPT: Final = Path(__file__).parent / "data" / "command_lines.txt"
ROOT: Final = Path(__file__).resolve().parents[1]
_PLAIN: Final = (
    *(("nargs", 1), ("hidden", False), ("readable", True), ("file_okay", True), ("dir_okay", True)),
    *(("case_sensitive", True), ("flag_value", True)),
)
"""What is not worth a word."""


@cache
def taken(room: str) -> dict[str, list[str]]:
    """The commands whose code lies in a room, each with a line per argument and option."""
    return {name: lines for name, at, lines in _commands(main, "jantaku") if at.startswith(f"{room}.")}


def kept() -> dict[str, list[str]]:
    """The same, of all rooms, as it was written."""
    blocks = re.split(r"\n(?=\S)", KEPT.read_text("utf-8").rstrip("\n"))
    names = (block.split("\n  ") for block in blocks)
    return {name: lines for name, *lines in names}


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, str, list[str]]]:
    entry = [f"{type(command).__name__}{_words(_settings(command))}"]
    entry += [line for each in command.params if (line := _taken(each))]
    yield name, getattr(command.callback, "__module__", "controller.cli"), entry
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from _commands(found, f"{name} {each}")


def _settings(command: click.Command) -> dict[str, Any]:
    names = ("hidden", "deprecated", "no_args_is_help", "invoke_without_command", "chain")
    group = isinstance(command, click.Group)
    said = {
        each: getattr(command, each, False) for each in names if not (group and each == "no_args_is_help")
    }
    return {**said, **command.context_settings}


def _taken(parameter: click.Parameter) -> str:
    about = parameter.to_info_dict()
    kind = about.pop("type")
    names = " ".join((*about.pop("opts"), *about.pop("secondary_opts")))
    for spoken in ("help", "prompt", "name", "param_type_name"):
        about.pop(spoken, None)
        kind.pop(spoken, None)
    words = {"to": parameter.name, "kind": kind.pop("param_type")} | about | kind
    if callable(parameter.default):
        words["default"] = "computed"
    if isinstance(parameter.type, click.Path):
        words["path_type"] = getattr(parameter.type.type, "__name__", None)
    if (callback := parameter.callback) is not None:
        words["callback"] = callback.__name__.strip("_")
    return names + _words(words)


def _words(about: Mapping[str, Any]) -> str:
    """The settings that somebody chose; a path of this checkout from its root on."""
    entry = {key: f"{value}" for key, value in about.items() if _is_told(key, value)}
    return "".join(f" {key}={value.replace(f'{ROOT}/', '')}" for key, value in entry.items())


def _is_told(key: str, value: object) -> bool:
    """click has a mark of its own for a default that nobody gave."""
    unset = value is None or value is False or value in ([], ()) or "UNSET" in repr(value)
    return not unset and (key, value) not in _PLAIN


def write() -> None:
    lines = []
    for name, _, entry in _commands(main, "jantaku"):
        lines += [name, *(f"  {each}" for each in entry)]
    KEPT.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
