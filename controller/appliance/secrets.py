"""Secrets of a table and of a hub: where they lie, and texts without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import tomlkit

from controller.broker.accounts import PASSWORDS
from controller.broker.ticket import FILE as TICKET
from controller.config import ConfigError, values_of
from controller.setup.masking import STARS
from runtime.logs import struck

_NAMED: Final = re.compile(r"password|passwd|secret|token|ticket|^pin$", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"(?<=://)([^\s/@:\"']*):([^\s/\"']*)@")
_SHORTEST: Final = 4
"""A secret of fewer letters would strike out half of every line."""


def without_secrets(path: Path) -> str:
    """A configuration without passwords, and without comments, in which one may stand. ConfigError."""
    return tomlkit.dumps(_bare(values_of(path)))


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(each) for key, each in value.items() if not _NAMED.search(key)}
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return _ADDRESS.sub(r"\1@", value) if isinstance(value, str) else value


def known(data: Path, files: Iterable[Path]) -> set[str]:
    """The secrets that lie in a data folder, and in these configurations."""
    found: set[str] = set()
    for file in files:
        try:
            found.update(_of_values(values_of(file)))
        except ConfigError:
            found.update(_of_text(_text(file)))
    for file in sorted((data / "broker").glob("*")) if (data / "broker").is_dir() else ():
        found.update(_of_broker(file))
    return {secret for secret in found if len(secret) >= _SHORTEST}


def _of_values(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _of_values(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _of_values(each, name)
    elif isinstance(value, str):
        if _NAMED.search(name):
            yield value
        yield from (secret for _, secret in _ADDRESS.findall(value))


def _of_text(text: str) -> Iterator[str]:
    """Of a configuration that is no TOML: whatever stands in quotes beside such a name."""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if _NAMED.search(name.strip()):
            yield value.strip().strip("\"'")
        yield from (secret for _, secret in _ADDRESS.findall(line))


def _of_broker(file: Path) -> Iterator[str]:
    """Tickets, passwords and their hashes, keys: whatever a line of such a file ends with."""
    if file.name == TICKET:
        yield from _text(file).split()[1:2]
    elif file.name == PASSWORDS:
        yield from (line.partition(":")[2] for line in _text(file).splitlines())
    elif file.suffix == ".json":
        yield from _of_json(_text(file))
    elif file.suffix == ".toml":
        yield from known(file.parent / "none", [file])
    elif "PRIVATE KEY" in (text := _text(file)):
        yield from text.splitlines()


def _of_json(text: str) -> Iterator[str]:
    try:
        waiting: list[Any] = [json.loads(text)]
    except ValueError:
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield from (str(each) for key, each in value.items() if key == "hash" or _NAMED.search(key))
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace") if file.is_file() else ""
    except OSError:
        return ""


def clean(text: str, secrets: Iterable[str]) -> str:
    """Without these, and without what is known as a secret by its form."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, STARS)
    return struck(text)
