"""Rule options on the command line: ID=VALUE, or a file of them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from engine.rules.presets import OPTIONS as KNOWN
from engine.rules.ruleset import Ruleset

_BOOLEANS: Final = {"yes": True, "no": False, "true": True, "false": False}
OPTIONS: Final = click.option(
    "--options",
    "chosen",
    metavar="FILE|ID=VALUE",
    multiple=True,
    help="Options that differ from the preset: a TOML or JSON file, or one by its id.",
)


class WrongUse(click.ClickException):
    """What was asked for cannot be answered; the message is one sentence."""

    exit_code = 2


def overrides(chosen: Sequence[str]) -> dict[str, Any]:
    """The options by id; ValueError for an unknown one."""
    out: dict[str, Any] = {}
    for text in chosen:
        key, sign, value = text.partition("=")
        out |= {key.strip(): _value(value.strip())} if sign else _of_file(Path(text))
    return out


def options_of(preset: str, chosen: Sequence[str]) -> dict[str, Any]:
    """The options by id, which this preset takes; WrongUse."""
    try:
        options = overrides(chosen)
        Ruleset.preset(preset, options)
    except ValueError as error:
        raise WrongUse(str(error)) from None
    return options


def _value(text: str) -> Any:
    if text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _of_file(path: Path) -> dict[str, Any]:
    """Options of a file: ids with values, or the `[table.options]` of a table's configuration."""
    if not path.is_file():
        raise ValueError(f"There is no file {path}: name a file, or an option as ID=VALUE.")
    try:
        text = path.read_text("utf-8")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path} is not TOML, or not JSON where it ends in .json.") from None
    if not isinstance(data, dict):
        raise ValueError(f"{path} holds no options: write ids with values.")
    if isinstance(data.get("table"), dict):
        data = data["table"].get("options", {})
    return dict(_flat(data, ""))


def _flat(data: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Dotted ids, also where the file writes them as tables."""
    for key, value in data.items():
        name = prefix + key
        if isinstance(value, dict) and name not in KNOWN:
            yield from _flat(value, name + ".")
        else:
            yield name, value
