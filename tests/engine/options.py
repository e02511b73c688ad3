"""How the tests of the rule options are written: one question, answered differently by an option's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.play.legal import legal
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import parse_tiles
from engine.value.score import value
from engine.value.win import Win
from tests.engine.board import Board

Options = dict[str, Any]
Question = Callable[[Options], Any]
TENPAI: Final = "123456789m99s11z"
"""Waits for 9s and 1z."""


@dataclass(frozen=True)
class Flip:
    """`ask` gives under each value of an option the answer beside it; `also` are other options."""

    ask: Question
    answers: tuple[tuple[Any, Any], ...]
    also: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _, first = self.answers[0]
        assert all(answer != first for _, answer in self.answers[1:]), "every value changes the result"

    def check(self, option: str) -> None:
        for chosen, answer in self.answers:
            assert self.ask({**self.also, option: chosen}) == answer, f"{option} = {chosen}"


YES: Final = True
NO: Final = False


def rules(options: Options) -> Ruleset:
    return Ruleset.preset("rrc", options)


def board(options: Options) -> Board:
    return Board("rrc", **{key.replace(".", "__"): value for key, value in options.items()})


def kan(tiles: str) -> Meld:
    return Meld(MeldType.ANKAN, parse_tiles(tiles))


def fault(at: Board, event: ev.Event, named: Fault) -> bool:
    """Whether this is one of the reasons against the event."""
    return named in legal(at.game, event)


def points(win: Win) -> Question:
    """What a win is worth; None where it is none."""

    def ask(options: Options) -> int | None:
        found = value(win, rules(options))
        return None if found is None else found.points

    return ask


def yaku(win: Win) -> Question:
    """The yaku of a win with their han."""

    def ask(options: Options) -> dict[str, int]:
        found = value(win, rules(options))
        assert found is not None
        return dict(found.yaku)

    return ask
