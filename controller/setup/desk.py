"""Reads and changes the configuration of one table: checked as a whole, written whole or not at all."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from controller.config import Config, ConfigError
from controller.setup.answers import RefusalCode, SetupFlashed, SetupRefusal
from controller.setup.document import DocumentError, Value, changed
from controller.setup.document import Path as Place
from controller.setup.keep import Kept, Version
from controller.setup.keys import RULES, SECRET, SETTINGS, WITH_SECRETS, Key, keys
from controller.setup.masking import unmasked
from runtime.logs import struck

CODES: Final[Mapping[str, RefusalCode]] = {
    code: code
    for code in ("value", "unknown", "missing", "pair", "walls", "no_camera", "unfit", "rules", "look")
}
"""Of what the configuration itself refuses."""
Values = dict[str, Any]


class RefusedError(Exception):
    """Nothing was changed; `status` is that of the answer (RFC 9110)."""

    def __init__(self, code: RefusalCode, key: str = "", message: str = "", status: int = 422) -> None:
        super().__init__(message)
        self.refusal = SetupRefusal(code=code, key=key, message=struck(message))
        self.status = status


@dataclass(frozen=True, slots=True)
class Read:
    """The file: its values as they stand there, `trouble` where they make no table, and the configuration
    that counts, with what the command line says instead; None where there is none."""

    revision: str
    exists: bool
    values: Values
    trouble: SetupRefusal | None
    config: Config | None


class Desk:
    """Safe to use from several threads. `whole` makes the configuration of a file's values, or says in a
    ConfigError what is wrong with them; `fixed` is what the command line says, by section."""

    def __init__(self, path: Path, whole: Callable[[Values], Config], fixed: Values | None = None) -> None:
        self.kept = Kept(path)
        self._whole = whole
        self.fixed = fixed or {}
        self._writing = threading.Lock()
        self.again = threading.Event()
        """Somebody wants the table to begin again with what is in the file."""
        self.firmware = threading.Event()
        """Before it begins again its machine is to get the firmware of this release."""
        self.flashed: SetupFlashed | None = None
        """What became of that."""
        self.applied: str | None = None
        """The revision with which the table has begun; None while it is not known."""

    def begins(self) -> None:
        """The table reads the file now."""
        with suppress(OSError):
            self.applied = self.kept.revision()

    def read(self) -> Read:
        """RefusedError where the disk cannot be read."""
        try:
            revision, text = self.kept.revision(), self.kept.read()
        except UnicodeDecodeError:
            return Read(self.kept.revision(), True, {}, _toml("It is no text."), None)
        except OSError as error:
            self._disk(error)
        try:
            values = tomllib.loads(text or "")
        except tomllib.TOMLDecodeError as error:
            return Read(revision, True, {}, _toml(f"It is no TOML: {error}."), None)
        try:
            return Read(revision, text is not None, values, None, self._whole(values))
        except ConfigError as error:
            return Read(revision, text is not None, values, _refused(error).refusal, None)

    def change(
        self,
        revision: str,
        changes: Mapping[str, Value],
        *,
        anew: bool = False,
        allow: Callable[[Config], None] = lambda _: None,
    ) -> str:
        """Writes the file with these keys changed, and gives its new revision.

        RefusedError, and the file is as it was; also where `allow` raises one.
        """
        with self._writing:
            self._expect(revision)
            text = "" if anew else self._text()
            before = self.read()
            values = {} if anew else before.values
            try:
                made = changed(text, dict(_places(changes, values, before.values)))
            except DocumentError as error:
                raise RefusedError("form", message=str(error)) from error
            return self._write(made, allow)

    def back(self, revision: str, number: int, allow: Callable[[Config], None] = lambda _: None) -> str:
        """Makes an earlier version hold again; what holds now is a version then. RefusedError."""
        with self._writing:
            self._expect(revision)
            version = next((each for each in self.versions() if each.number == number), None)
            if version is None:
                raise RefusedError("gone", message="That version is not kept any more.", status=404)
            try:
                text = version.path.read_bytes().decode("utf-8")
            except UnicodeDecodeError as error:
                raise RefusedError("toml", message="That version is no text.") from error
            except OSError as error:
                self._disk(error)
            return self._write(text, allow)

    def versions(self) -> list[Version]:
        """The newest first. RefusedError."""
        try:
            return self.kept.versions()
        except OSError as error:
            self._disk(error)

    def differences(self) -> Iterator[tuple[Version, list[str]]]:
        """Each version with the keys in which it differs from what followed it. RefusedError."""
        later = self.read().values
        for version in self.versions():
            try:
                own = tomllib.loads(version.path.read_text("utf-8"))
            except (OSError, ValueError):
                own = {}
            yield version, differing(own, later)
            later = own

    def _text(self) -> str:
        try:
            return self.kept.read() or ""
        except UnicodeDecodeError as error:
            raise RefusedError("toml", message=f"{self.kept.path} is no text.") from error
        except OSError as error:
            self._disk(error)

    def _expect(self, revision: str) -> None:
        """Two who set up at once do not overwrite each other."""
        try:
            now = self.kept.revision()
        except OSError as error:
            self._disk(error)
        if now != revision:
            message = "The file was changed meanwhile: look at the new values, and change them again."
            raise RefusedError("changed", message=message, status=409)

    def _write(self, text: str, allow: Callable[[Config], None]) -> str:
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RefusedError("toml", message=f"It is no TOML: {error}.") from error
        try:
            config = self._whole(values)
        except ConfigError as error:
            raise _refused(error) from error
        allow(config)
        try:
            self.kept.write(text)
            return self.kept.revision()
        except OSError as error:
            self._disk(error)

    def _disk(self, error: OSError) -> NoReturn:
        why = error.strerror or str(error)
        message = (
            f"{self.kept.path} cannot be read or written ({why}): mend the disk, or who may write there."
        )
        raise RefusedError("file", message=message, status=507) from error


def value_at(values: Values, key: Key) -> tuple[bool, Any]:
    """Whether the key stands in the values of a file, and what it says there."""
    place: Any = values
    for part in key.path:
        if not isinstance(place, dict) or part not in place:
            return False, None
        place = place[part]
    return True, place


def unknown(values: Values) -> list[str]:
    """Keys in a file that no table knows."""
    known = keys()
    sections = {key.section for key in known.values()}
    found = []
    for name, part in values.items():
        if isinstance(part, dict) and name in sections:
            found += [f"{name}.{key}" for key in part if f"{name}.{key}" not in known]
        elif name not in known and name not in sections:
            found.append(name)
    return found


def differing(one: Values, other: Values) -> list[str]:
    """The names of all keys in which the values of two files differ."""
    known = [key.name for key in keys().values() if value_at(one, key) != value_at(other, key)]
    return known + sorted(set(unknown(one)) ^ set(unknown(other)))


def _places(changes: Mapping[str, Value], values: Values, before: Values) -> Iterator[tuple[Place, Value]]:
    """Where each change goes; what stands below a key that is a section changes one by one. `values` stand in
    the text that is changed, `before` in the file. RefusedError."""
    known = keys()
    strange = set(unknown(values))
    for name, value in changes.items():
        key = known.get(name)
        if key is None:
            if name not in strange or value is not None:
                raise RefusedError("unknown", name, f"{name} is not a known key.")
            yield tuple(name.split(".")), None
        elif name in {RULES, SETTINGS}:
            yield from _inner(key, value, values)
        else:
            yield key.path, _meant(key, value, before)


def _inner(key: Key, value: Value, values: Values) -> Iterator[tuple[Place, Value]]:
    wanted = {} if value is None else value
    if not isinstance(wanted, dict):
        raise RefusedError("value", key.name, f"{key.name} is no list of names with their values.")
    _, now = value_at(values, key)
    now = now if isinstance(now, dict) else {}
    for name in [*now, *(each for each in wanted if each not in now)]:
        if name not in wanted or wanted[name] is None or wanted.get(name) != now.get(name):
            yield (*key.path, name), wanted.get(name)


def _meant(key: Key, value: Value, before: Values) -> Value:
    """A value with the password that stands behind stars."""
    if isinstance(value, dict) or (key.name in SECRET and value is not None and not isinstance(value, str)):
        raise RefusedError("value", key.name, f"{key.name} takes no such value.")
    if key.name not in WITH_SECRETS or not isinstance(value, str):
        return value
    _, known = value_at(before, key)
    found = unmasked(value, known if isinstance(known, str) else "")
    if found is None:
        raise RefusedError(
            "masked", key.name, f"{key.name}: give the password again, for it is of another address."
        )
    return found


def _refused(error: ConfigError) -> RefusedError:
    return RefusedError(CODES.get(error.code, "other"), error.key, str(error))


def _toml(message: str) -> SetupRefusal:
    return SetupRefusal(code="toml", message=message)
