"""What came of games that were followed, and how it is printed (`benchmarks.follow`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from controller.virtual.compare import Tally

UNASKED: Final = 0.995
ASKED: Final = 0.9995
"""Least F1 of events without and with answers."""
SHOWN: Final = ("discards", "calls", "riichi", "dora", "revealed")


@dataclass(frozen=True, slots=True)
class Game:
    """How one game was followed; `unasked` tallies without what answers gave."""

    name: str
    hands: int
    paid: int
    tallies: Mapping[str, Tally]
    unasked: Mapping[str, Tally]
    questions: Mapping[str, int]
    scores: tuple[int, ...] | None
    truth: tuple[int, ...]
    stuck: bool
    frames: int
    seconds: float

    @property
    def perfect(self) -> bool:
        """Nothing missed, wrong or invented, with the answers."""
        whole = all(t.right == t.total and not t.extra for t in self.tallies.values())
        return not self.stuck and whole and self.paid == self.hands and self.scores == self.truth

    @property
    def reached(self) -> bool:
        return (
            not self.stuck
            and self.scores == self.truth
            and self.paid == self.hands
            and total(self.unasked).f1 >= UNASKED
            and total(self.tallies).f1 >= ASKED
        )

    def plain(self) -> dict[str, Any]:
        """Everything as JSON data."""
        f1 = {"f1_unasked": total(self.unasked).f1, "f1": total(self.tallies).f1}
        return {
            **asdict(self),
            **{key: round(value, 5) for key, value in f1.items()},
            "ms_per_frame": round(self.pace_ms, 1),
            "perfect": self.perfect,
            "reached": self.reached,
        }

    @property
    def pace_ms(self) -> float:
        return 1000.0 * self.seconds / max(1, self.frames)


def total(tallies: Mapping[str, Tally]) -> Tally:
    return sum(tallies.values(), Tally())


def row(game: Game) -> str:
    """One line of the table."""
    counts = [f"{t.right}/{t.wrong + t.extra}/{t.missing}" for t in (game.tallies[k] for k in SHOWN)]
    scores = "stuck" if game.stuck else "equal" if game.scores == game.truth else "NOT equal"
    return (
        f"{game.name:<22}{game.hands:>6}{game.paid:>6}"
        + "".join(f"{c:>12}" for c in counts)
        + f"{100 * total(game.unasked).f1:>9.2f}{100 * total(game.tallies).f1:>8.2f}"
        + f"{sum(game.questions.values()):>6}  {scores:<10}"
        + f"{game.frames:>8}{game.seconds:>7.0f}{game.pace_ms:>9.1f}"
    )


def head() -> str:
    return (
        f"{'game':<22}{'hands':>6}{'paid':>6}"
        + "".join(f"{kind:>12}" for kind in SHOWN)
        + f"{'unasked':>9}{'F1 %':>8}{'asked':>6}  {'scores':<10}{'pictures':>8}{'s':>7}{'ms/pict':>9}\n"
        + "                      (each kind: right / wrong or invented / missing)"
    )


def summary(games: Sequence[Game]) -> dict[str, Any]:
    """All games together; shares and F1 in percent."""
    hands = sum(game.hands for game in games)
    with_answers = total({str(n): total(game.tallies) for n, game in enumerate(games)})
    without = total({str(n): total(game.unasked) for n, game in enumerate(games)})
    shown = sum((game.tallies["revealed"] for game in games), Tally())
    return {
        "games": len(games),
        "hands": hands,
        "paid": sum(game.paid for game in games),
        "events": with_answers.total,
        "f1_unasked": round(100 * without.f1, 3),
        "f1": round(100 * with_answers.f1, 3),
        "precision": round(100 * with_answers.right / max(1, with_answers.followed), 3),
        "recall": round(100 * with_answers.right / max(1, with_answers.total), 3),
        "perfect_games": round(100 * sum(game.perfect for game in games) / max(1, len(games)), 1),
        "revealed_exact": round(100 * shown.right / max(1, shown.total), 2),
        "questions_a_hand": round(sum(sum(g.questions.values()) for g in games) / max(1, hands), 3),
        "stuck": sum(game.stuck for game in games),
    }
