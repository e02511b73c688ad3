"""What an explanation is made of: lines in the order in which they are said, with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from fractions import Fraction

from engine.explain.words import WINDS, Words


class Topic(StrEnum):
    """What a line says."""

    END = auto()
    """How the hand ended."""
    YAKU = auto()
    DORA = auto()
    HAN = auto()
    FU = auto()
    LIMIT = auto()
    NOTE = auto()
    """Why something counts, or does not."""
    PRICE = auto()
    """What the hand costs, then the same with honba."""
    PAYMENT = auto()
    """What each seat pays and receives."""
    STICKS = auto()
    SEAT = auto()
    """A hand at a draw."""
    PLACE = auto()
    """A final result."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number of a line, exact: `key` is the id of a yaku, of a part of the fu, a seat 0..3 as text."""

    key: str
    amount: int | Fraction
    text: str


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """A sentence and the numbers in it."""

    topic: Topic
    text: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Lines in the order in which they are said (R-WIN-09)."""

    lines: tuple[ExplanationLine, ...]

    @property
    def text(self) -> str:
        """All of it, one sentence a line."""
        return "\n".join(line.text for line in self.lines)

    def of(self, *topics: Topic) -> tuple[ExplanationLine, ...]:
        """The lines about these topics."""
        return tuple(line for line in self.lines if line.topic in topics)


@dataclass(frozen=True, slots=True)
class Players:
    """How the seats are called: by `names`, or by their winds."""

    dealer: int
    names: tuple[str, ...] = ()

    def called(self, words: Words, seat: int) -> str:
        return self.names[seat] if self.names else words.name("seat", WINDS[(seat - self.dealer) % 4])


def sentence(words: Words, topic: Topic, text: str, parts: Iterable[Part] = ()) -> ExplanationLine:
    """A line that ends as a sentence does."""
    return ExplanationLine(topic, words.say("end", text=text), tuple(parts))


def said(words: Words, topic: Topic, key: str, **values: object) -> ExplanationLine:
    """A line from a sentence of the table."""
    return sentence(words, topic, words.say(key, **values))


def moves(words: Words, players: Players, deltas: Sequence[int], first: int) -> tuple[str, tuple[Part, ...]]:
    """Who pays and then who receives, each from seat `first` on in turn order; seats as parts."""
    parts = []
    for seat in sorted(range(4), key=lambda s: (deltas[s] > 0, (s - first) % 4)):
        if deltas[seat]:
            key = "receives" if deltas[seat] > 0 else "pays"
            player = players.called(words, seat)
            parts.append(Part(str(seat), deltas[seat], words.say(key, player=player, n=abs(deltas[seat]))))
    text = words.listed(part.text for part in parts) if parts else words.say("no_payment")
    return text, tuple(parts)


def moved(words: Words, players: Players, deltas: Sequence[int], first: int) -> ExplanationLine:
    """The line of a payment."""
    return sentence(words, Topic.PAYMENT, *moves(words, players, deltas, first))
