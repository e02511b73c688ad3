"""After a game: what the engine followed against what really happened at the virtual table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Final

from controller.virtual.plan import HandPlan
from engine.state import events as ev

KINDS: Final = ("discards", "calls", "riichi", "dora", "wins", "revealed")


@dataclass(frozen=True, slots=True)
class Tally:
    """Things that happened: followed rightly, as something else, not at all; and invented ones."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    extra: int = 0

    @property
    def total(self) -> int:
        """How many there really were."""
        return self.right + self.wrong + self.missing

    @property
    def followed(self) -> int:
        """How many were followed, rightly or not."""
        return self.right + self.wrong + self.extra

    @property
    def f1(self) -> float:
        """Harmonic mean of the rightly followed shares of what happened and of what was followed, 0..1."""
        return 2 * self.right / (self.total + self.followed) if self.total + self.followed else 1.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.right + other.right,
            self.wrong + other.wrong,
            self.missing + other.missing,
            self.extra + other.extra,
        )


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand: tallies by kind, and whether the payments are the true ones."""

    index: int
    name: str
    tallies: dict[str, Tally]
    deltas: tuple[int, ...]
    followed_deltas: tuple[int, ...] | None

    @property
    def paid(self) -> bool:
        return self.deltas == self.followed_deltas


@dataclass(frozen=True, slots=True)
class Report:
    """The whole game; `scores` are the final ones, None when the follower did not get there."""

    hands: tuple[HandReport, ...]
    scores: tuple[int, ...]
    followed_scores: tuple[int, ...] | None
    tallies: dict[str, Tally] = field(default_factory=dict)

    @property
    def percent(self) -> float:
        """Rightly followed things of `KINDS` of all that happened, 0..100."""
        total = sum((t for t in self.tallies.values()), Tally())
        return 100.0 * total.right / total.total if total.total else 100.0

    @property
    def paid(self) -> int:
        """Hands whose payments are the true ones."""
        return sum(h.paid for h in self.hands)

    @property
    def equal(self) -> bool:
        """Nothing was missed, wrong or invented."""
        clean = all(t.wrong + t.missing + t.extra == 0 for t in self.tallies.values())
        return clean and self.paid == len(self.hands) and self.scores == self.followed_scores


def compare(truth: Sequence[HandPlan], followed: Iterable[ev.Event]) -> Report:
    """The report of the hands in `truth` against the accepted events of the table.

    Hands are matched in order; an unread discard counts by the name that it gets later, or is missing.
    """
    parts = _split(followed)
    hands = []
    for i, plan in enumerate(truth):
        mine = parts[i] if i < len(parts) else []
        ended = next((e for e in mine if isinstance(e, ev.HandEnded)), None)
        started = plan.events[0]
        assert isinstance(started, ev.HandStarted)
        name = f"{'ESWN'[started.round_wind]}{started.number}-{started.honba}"
        tallies = {kind: tally(items(plan.events), items(mine)) for kind, items in _ITEMS.items()}
        hands.append(HandReport(i, name, tallies, plan.ended.deltas, None if ended is None else ended.deltas))
    sums = {kind: sum((h.tallies[kind] for h in hands), Tally()) for kind in KINDS}
    scores = truth[-1].after.scores if truth else ()
    return Report(tuple(hands), scores, _scores(parts, len(truth)), sums)


def tally(true: Sequence[Any], seen: Sequence[Any]) -> Tally:
    """Two rows of the same kind of thing, aligned so that one slip does not spoil the rest."""
    out = Tally()
    for tag, a, b, c, d in SequenceMatcher(None, true, seen, autojunk=False).get_opcodes():
        if tag == "equal":
            out += Tally(right=b - a)
        else:
            both = min(b - a, d - c)
            out += Tally(wrong=both, missing=b - a - both, extra=d - c - both)
    return out


def _split(events: Iterable[ev.Event]) -> list[list[ev.Event]]:
    hands: list[list[ev.Event]] = []
    for event in events:
        if isinstance(event, ev.HandStarted):
            hands.append([event])
        elif hands and not isinstance(event, ev.GameEnded):
            hands[-1].append(event)
    return hands


def _scores(parts: Sequence[Sequence[ev.Event]], count: int) -> tuple[int, ...] | None:
    """Scores of the follower after hand `count`, from the start of that hand and its payments."""
    if not 0 < count <= len(parts):
        return None
    hand = parts[count - 1]
    started, ended = hand[0], hand[-1]
    if not isinstance(started, ev.HandStarted) or not isinstance(ended, ev.HandEnded):
        return None
    paid = [e.seat for e in hand if isinstance(e, ev.RiichiPaid)]
    return tuple(
        s + d - 1000 * paid.count(i)
        for i, (s, d) in enumerate(zip(started.scores, ended.deltas, strict=True))
    )


def _discards(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    rows: list[list[Any]] = [[], [], [], []]
    order: list[tuple[int, int]] = []
    for event in events:
        if isinstance(event, ev.Discarded):
            order.append((event.seat, len(rows[event.seat])))
            rows[event.seat].append(event.tile)
        elif isinstance(event, ev.Identified):
            rows[event.seat][event.index] = event.tile
    return [(seat, rows[seat][index]) for seat, index in order if rows[seat][index] is not None]


def _calls(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    return [
        (e.seat, e.meld.type, tuple(sorted(e.meld.tiles)), e.meld.source)
        for e in events
        if isinstance(e, ev.Called | ev.KanDeclared)
    ]


def _riichi(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    """Declarations of riichi or of a ready hand, and deposits."""
    kinds = ev.RiichiDeclared | ev.RiichiPaid | ev.ReadyDeclared
    return [(type(e).__name__, e.seat) for e in events if isinstance(e, kinds)]


def _dora(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    out: list[tuple[Any, ...]] = []
    for event in events:
        if isinstance(event, ev.DoraRevealed):
            out.append(("dora", event.tile))
        elif isinstance(event, ev.UraRevealed):
            out.extend(("ura", tile) for tile in event.tiles)
    return out


def _wins(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    return sorted((e.seat, e.source) for e in events if isinstance(e, ev.WinDeclared))


def _revealed(events: Iterable[ev.Event]) -> list[tuple[Any, ...]]:
    """Revealed hands, in the order of the seats."""
    return sorted((e.seat, tuple(sorted(e.tiles)), e.win_tile) for e in events if isinstance(e, ev.HandShown))


_ITEMS: Final[dict[str, Callable[[Iterable[ev.Event]], list[tuple[Any, ...]]]]] = {
    "discards": _discards,
    "calls": _calls,
    "riichi": _riichi,
    "dora": _dora,
    "wins": _wins,
    "revealed": _revealed,
}
