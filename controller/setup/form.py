"""The form of the set-up page: every key with its present value, the rule options and settings among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from controller.setup.answers import SetupClock, SetupForm, SetupKey, SetupOption, SetupSetting
from controller.setup.desk import Desk, Read, Values, unknown, value_at
from controller.setup.found import zone
from controller.setup.keys import RULES, SECRET, SETTINGS, WITH_SECRETS, Key, keys
from controller.setup.masking import masked
from engine.rules.option_values import choices, offered
from engine.rules.presets import Honoured, Option, plain, table_of
from engine.rules.ruleset import Ruleset
from firmware_bridge.settings import SETTINGS as FIRMWARE
from runtime.clock import CLOCK
from words import FIRST, catalogue
from words import offered as languages


@dataclass(frozen=True, slots=True)
class Around:
    """How the table stands: `stopped` is why it cannot begin, `far` the page as other computers reach it."""

    boot: str
    in_hand: bool = False
    stopped: str | None = None
    running: bool = True
    since: str | None = None
    """The revision with which it has begun."""
    far: str | None = None
    board: bool = False
    """The machine has firmware that can be exchanged."""


def form_of(desk: Desk, around: Around, language: str) -> SetupForm:
    """RefusedError where the disk cannot be read."""
    read = desk.read()
    return SetupForm(
        boot=around.boot,
        running=around.running,
        stopped=around.stopped,
        in_hand=around.in_hand,
        revision=read.revision,
        path=str(desk.kept.path),
        exists=read.exists,
        pending=around.since is not None and around.since != read.revision,
        trouble=read.trouble,
        keys=[_key(key, read, desk.fixed, _titles(key, language)) for key in keys().values()],
        options=list(_options(read, language)),
        settings=list(_settings(read.values)),
        unknown=unknown(read.values),
        far=around.far,
        clock=clock(),
        board=around.board,
        flashed=desk.flashed,
    )


def clock() -> SetupClock:
    """The clock of this computer."""
    trouble = CLOCK.trouble()
    return SetupClock(now_ms=CLOCK.now_ms(), zone=zone(), trouble=None if trouble is None else trouble.code)


def _titles(key: Key, language: str) -> list[str]:
    if key.name != "table.preset":
        return []
    said = _names(language)["preset"]
    return [str(said.get(name) or table_of(str(name)).presets[str(name)].title) for name in key.choices]


def _names(language: str) -> Mapping[str, Any]:
    return catalogue(language if language in languages("names") else FIRST, "names")


def _key(key: Key, read: Read, fixed: Values, titles: list[str]) -> SetupKey:
    given, found = value_at(read.values, key)
    is_fixed, forced = value_at(fixed, key)
    is_fixed = is_fixed and forced is not None
    value = _shown(key, found if given else key.default)
    return SetupKey(
        name=key.name,
        section=key.section,
        kind=key.kind,
        optional=key.optional,
        choices=list(key.choices),
        titles=titles,
        low=key.bounds.low,
        high=key.bounds.high,
        above=key.bounds.above,
        whole=key.whole,
        count=key.count,
        secret=key.name in SECRET,
        default=key.default,
        given=given,
        value=value,
        fixed=is_fixed,
        now=_shown(key, _json(forced)) if is_fixed else value,
    )


def _shown(key: Key, value: Any) -> Any:
    """Without secrets. What no JSON has, such as a date of TOML, as its text."""
    if key.name in SECRET:
        return None
    if key.name in WITH_SECRETS and isinstance(value, str):
        return masked(value)
    return _json(value)


def _json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_json(each) for each in value]
    return (
        str(value)
        if not isinstance(value, bool | int | float | str | None) or isinstance(value, Path)
        else value
    )


def _options(read: Read, language: str) -> Iterator[SetupOption]:
    """The options that a file can have, of the preset that it names."""
    preset = str(value_at(read.values, keys()["table.preset"])[1] or keys()["table.preset"].default)
    _, chosen = value_at(read.values, keys()[RULES])
    chosen = chosen if isinstance(chosen, dict) else {}
    try:
        known = Ruleset.preset(preset).options
        options = table_of(preset).options
    except ValueError:
        return
    titles = _names(language)["option"]
    for option in options.values():
        if option.honoured is Honoured.FIXED:
            continue
        bounds = option.allowed if isinstance(option.allowed, Mapping) else {}
        yield SetupOption(
            id=option.id,
            title=_title(titles, option),
            kind=_kind(option),
            type=option.type,
            choices=offered(option)[0],
            low=bounds.get("min"),
            step=bounds.get("step") or bounds.get("multiple_of"),
            value=_json(plain(known.get(option.id))),
            chosen=_json(chosen.get(option.id)),
        )


def _title(titles: Mapping[str, Any], option: Option) -> str:
    area, _, name = option.id.partition(".")
    found = titles.get(area, {}).get(name) if isinstance(titles.get(area), dict) else None
    return found if isinstance(found, str) else option.title


def _kind(option: Option) -> Literal["choice", "switch", "number", "several"]:
    if option.type == "boolean":
        return "switch"
    if option.type == "integer":
        return "choice" if choices(option) else "number"
    return "choice" if option.type == "enum" else "several"


def _settings(values: Values) -> Iterator[SetupSetting]:
    _, chosen = value_at(values, keys()[SETTINGS])
    chosen = chosen if isinstance(chosen, dict) else {}
    for each in FIRMWARE:
        found = chosen.get(each.name)
        yield SetupSetting(
            name=each.name,
            unit=each.unit,
            default=each.default,
            low=each.low,
            high=each.high,
            chosen=found if isinstance(found, int) else None,
        )
