"""The rule sheet of a game: every option with its value, where that comes from and who honours it.

Data for people and screens (README of the rules, section 6); nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.presets import Honoured, Option, Table, table_of
from engine.rules.ruleset import Origin, Ruleset

AREAS: Final = {
    "game": "Game and final score",
    "tiles": "Tiles and dice",
    "sticks": "Sticks",
    "wall": "Wall",
    "call": "Calls",
    "win": "Winning",
    "kan": "Kan",
    "riichi": "Riichi",
    "furiten": "Furiten",
    "dora": "Dora",
    "fu": "Fu",
    "score": "Points",
    "yaku": "Yaku",
    "pao": "Responsibility (pao)",
    "draw": "Exhaustive draw",
    "abort": "Abortive draws",
    "honba": "Counters (honba)",
    "nagashi": "Nagashi mangan",
    "chombo": "Chombo",
    "timer": "Time",
    "classical": "Chinese Classical",
}
ACCREDITED: Final = "rrc"
"""The preset whose community rates games, and says which deviations it still rates."""
_ABORTS: Final = tuple(
    f"abort.{kind}" for kind in ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")
)


@dataclass(frozen=True, slots=True)
class Row:
    """One option as it is played. `source` is the rule text, the fallback preset or empty.

    `accreditable` is False where the value is a deviation that RRC 2024 does not permit.
    """

    id: str
    area: str
    title: str
    value: Any
    origin: Origin
    source: str
    honoured: Honoured
    place: str
    accreditable: bool
    clauses: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An option with two values."""

    one: Row
    other: Row


@dataclass(frozen=True, slots=True)
class Sheet:
    """`notes` are sentences about options that do not go together, and what is filled in besides."""

    rules: Ruleset
    title: str
    source: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    @property
    def accreditable(self) -> bool | None:
        """Whether a game may be rated; None for rules that are not based on RRC 2024."""
        return all(row.accreditable for row in self.rows) if self.rules.name == ACCREDITED else None


def sheet(rules: Ruleset) -> Sheet:
    """The rule sheet of a game under these rules."""
    table = table_of(rules.name)
    preset = table.presets[rules.name]
    refused = _not_accreditable(rules, table)
    rows = tuple(_row(rules, table, option, option.id not in refused) for option in table.options.values())
    return Sheet(rules, preset.title, preset.source, rows, _notes(rules))


def differences(one: Sheet, other: Sheet) -> tuple[Difference, ...]:
    """The options of which two sheets of one game have different values; ValueError for two games."""
    if one.rules.game != other.rules.game:
        raise ValueError(f"{one.rules.name} and {other.rules.name} are different games: nothing compares.")
    pairs = zip(one.rows, other.rows, strict=True)
    return tuple(Difference(mine, theirs) for mine, theirs in pairs if mine.value != theirs.value)


def words(value: Any) -> str:
    """A value of an option for people."""
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_range(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(_part(item) for item in value) or "none"
    return str(value).replace("_", " ")


def _part(item: Any) -> str:
    return f"{item:+d}" if isinstance(item, int) else str(item).replace("_", " ")


def _range(value: Any) -> str:
    """One number, or two that bound a range."""
    if not isinstance(value, tuple):
        return str(value)
    low, high = value
    if high is None:
        return f"from {low}"
    return str(low) if low == high else f"{low} to {high}"


def _row(rules: Ruleset, table: Table, option: Option, accreditable: bool) -> Row:
    origin = rules.origin(option.id)
    return Row(
        option.id,
        AREAS.get(option.area, option.area),
        option.title,
        rules.value(option.id),
        origin,
        _source(rules, table, option, origin),
        option.honoured,
        option.place,
        accreditable,
        option.clauses,
        option.note or option.beyond,
    )


def _source(rules: Ruleset, table: Table, option: Option, origin: Origin) -> str:
    preset = table.presets[rules.name]
    if origin is Origin.PRESET:
        return option.sources.get(preset.id, preset.everywhere or preset.source)
    if origin is Origin.FALLBACK and preset.fallback is not None:
        return option.sources.get(preset.fallback, table.presets[preset.fallback].source)
    return ""


def _not_accreditable(rules: Ruleset, table: Table) -> set[str]:
    """Ids of the deviations from RRC 2024 that it does not permit; what it is silent on is free."""
    if rules.name != ACCREDITED:
        return set()
    refused = {
        key
        for key in rules.overrides
        if ACCREDITED in (option := table.options[key]).values
        and rules.value(key) != option.values[ACCREDITED]
        and not _permitted(rules, option)
    }
    aborts = [rules.flag(key) for key in _ABORTS]
    usual = [table.options[key].values[ACCREDITED] for key in _ABORTS]
    if aborts != usual and len(set(aborts)) > 1:
        refused |= {key for key, now, then in zip(_ABORTS, aborts, usual, strict=True) if now != then}
    return refused


def _permitted(rules: Ruleset, option: Option) -> bool:
    value = rules.value(option.id)
    # Any allotment of sticks with the right sum is valid (R-SET-04).
    return option.id == "sticks.start_set" or any(_fits(rules, value, each) for each in option.permitted)


def _fits(rules: Ruleset, value: Any, permitted: Any) -> bool:
    """One entry of `permitted`: a value, `any symmetric uma`, or bounds that go with other options."""
    if permitted == "any symmetric uma":
        return bool(value[0] == -value[3] and value[1] == -value[2])
    if isinstance(permitted, Mapping) and "with" in permitted:
        together = all(rules.value(key) == other for key, other in permitted["with"].items())
        return bool(permitted["min"] <= value <= permitted["max"] and together)
    return bool(value == permitted)


def _notes(rules: Ruleset) -> tuple[str, ...]:
    """What an organiser should know of this combination of options (presets.md, section 1)."""
    if rules.game != "riichi":
        return ()
    start, oka = rules.number("game.start_points"), rules.number("game.oka")
    minutes, after = rules.number("timer.minutes"), rules.choice("timer.after")
    found = {
        "The list of yaku is that of RRC 2024 where the source of the preset gives no value.": rules.name
        not in (ACCREDITED, "tenhou", "mahjong_soul"),
        "Final results do not sum to zero: game.return_points is not game.start_points + game.oka / 4.": (
            rules.number("game.return_points") != start + oka // 4
        ),
        "With bankruptcy riichi should need its deposit: set riichi.needs_1000.": (
            rules.flag("game.tobi") and not rules.flag("riichi.needs_1000")
        ),
        "A time of 85 to 90 minutes goes with timer.after = finish_current.": (
            85 <= minutes <= 90 and after != "finish_current"
        ),
        "A chombo paid as a reverse mangan is inadmissible in tournaments, unless it was announced.": (
            rules.choice("chombo.form") == "reverse_mangan"
        ),
        "For kans whose indicator waits for the discard kan.dora_vs_replacement has no effect.": any(
            rules.choice(f"kan.dora_timing_{kind}") == "after_discard" for kind in ("closed", "open", "added")
        ),
        "With atamahane riichi.multi_ron_sticks, honba.multi_ron and abort.sanchahou have no effect.": (
            rules.choice("call.multi_ron") == "atamahane"
        ),
    }
    return tuple(text for text, true in found.items() if true)
