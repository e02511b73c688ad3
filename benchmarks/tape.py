"""What eyes, panel and machine reported during a game, kept so that it can be followed again in seconds.

A tape is a file of JSON lines: the first names rules, players and their habits, each further one is a look of
the main loop, its time and what came in, the last holds the hands as they were played. It needs no picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from contract.messages import Question
from contract.stored.codec import built, decode, encode, fields_of
from controller.ending.confirm import Confirm, Who
from controller.infer import Answer, Inference, Inferred, Input
from controller.infer.begun import HandBegun, WallsBuilt
from controller.panel.panel import PanelSignal
from controller.virtual.plan import HandPlan
from engine.play.apply import apply
from engine.state.events import Event, GameStarted
from engine.state.hand import Game
from firmware_bridge.message import DiceFell, WallsPresented
from vision.eyes.observation import Observation

KINDS: Final[dict[str, type]] = {
    kind.__name__: kind
    for kind in (Observation, PanelSignal, WallsPresented, WallsBuilt, HandBegun, DiceFell, Answer)
}


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is played: what `Inference` and `Confirm` are made with."""

    machine: bool = True
    dice: bool = True
    declared_by_tiles: bool = False
    who: Who = Who.ALL
    silence_s: float | None = None

    @property
    def infers(self) -> dict[str, bool]:
        """As `Inference` takes it."""
        return {"machine": self.machine, "dice": self.dice, "declared_by_tiles": self.declared_by_tiles}


OURS: Final = Manner()


class Taped(Inference):
    """Inference that records what it receives."""

    def __init__(self, path: Path, started: GameStarted, manner: Manner = OURS) -> None:
        super().__init__(**manner.infers)
        self._file = path.open("w", encoding="utf-8")
        self._write({"started": encode(started), "manner": asdict(manner)})

    def feed(self, game: Game, inputs: Sequence[Input], now: float) -> Inferred:
        rows = [{"kind": type(given).__name__, **fields_of(given)} for given in inputs]
        self._write({"t": now, "inputs": rows})
        return super().feed(game, inputs, now)

    def close(self, truth: Iterable[Sequence[Event]]) -> None:
        """Ends the tape with the hands as they were played."""
        self._write({"truth": [[encode(event) for event in hand] for hand in truth]})
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


@dataclass(frozen=True, slots=True)
class Tape:
    """A tape in memory; `truth` are the events of the hands as they were played, where that is known."""

    started: GameStarted
    looks: tuple[tuple[float, tuple[Input, ...]], ...]
    truth: tuple[tuple[Event, ...], ...] = ()
    manner: Manner = OURS

    @classmethod
    def load(cls, path: Path) -> Tape:
        """ValueError for a file that is no tape."""
        first, *rest = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        started = decode(first["started"])
        assert isinstance(started, GameStarted)
        seen = tuple((look["t"], tuple(map(_input, look["inputs"]))) for look in rest if "inputs" in look)
        hands = [hand for line in rest for hand in line.get("truth", ())]
        fields = first.get("manner", {})
        manner = Manner(**(fields | {"who": Who(fields.get("who", Who.ALL))}))
        return cls(started, seen, tuple(tuple(map(decode, hand)) for hand in hands), manner)

    @property
    def plans(self) -> list[HandPlan]:
        """The hands as they were played."""
        game = apply(None, self.started)
        plans = []
        for index, events in enumerate(self.truth):
            for event in events:
                game = apply(game, event)
            plans.append(HandPlan(index, (), {}, events, game))
        return plans

    def unanswered(self) -> Tape:
        """The same without the answers that people gave."""
        kept = ((t, tuple(i for i in given if not isinstance(i, Answer))) for t, given in self.looks)
        return replace(self, looks=tuple(kept))


def _input(data: dict[str, Any]) -> Input:
    given: Input = built(KINDS[data.pop("kind")], data)
    return given


@dataclass(frozen=True, slots=True)
class Followed:
    """The events that follow from a tape, and everything that was asked, by time in seconds."""

    events: tuple[Event, ...]
    asked: tuple[tuple[float, Question], ...]


def replay(tape: Tape) -> Followed:
    """Follows a tape as the service would."""
    game = apply(None, tape.started)
    manner = tape.manner
    inference, confirm = Inference(**manner.infers), Confirm(manner.who, manner.silence_s)
    events: list[Event] = [tape.started]
    asked: dict[tuple[int, str], tuple[float, Question]] = {}
    for now, inputs in tape.looks:
        inferred = inference.feed(game, inputs, now)
        for event in inferred.events:
            game = apply(game, event)
        signals = [given for given in inputs if isinstance(given, PanelSignal)]
        paid = confirm.feed(game, signals, now, claim_pending=inferred.claim_pending)
        for event in paid.events:
            game = apply(game, event)
        events += (*inferred.events, *paid.events)
        for question in inferred.questions:
            asked.setdefault((len(game.history), question.id), (now, question))
    return Followed(tuple(events), tuple(asked.values()))
