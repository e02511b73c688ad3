"""Short ways to events for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from club.log.events import (
    Event,
    GameRecorded,
    HandRecorded,
    Plan,
    Registered,
    RoundDrawn,
    StageAdded,
    TournamentCreated,
)
from club.log.events.base import Record, Sitting
from engine.state.events import EndReason
from tests.club.log.values import WON, T


def created(**plan: object) -> TournamentCreated:
    return TournamentCreated(tournament=T, name="Open", preset="rrc", plan=Plan.model_validate(plan))


def registered(people: Iterable[int], **more: object) -> list[Event]:
    return [Registered.model_validate({"tournament": T, "person": p, **more}) for p in people]


def stage(rounds: int = 3, number: int = 1, **more: object) -> StageAdded:
    return StageAdded.model_validate(
        {"tournament": T, "stage": number, "method": "manual", "rounds": rounds, **more}
    )


def drawn(round_: int, people: Sequence[int], **more: object) -> RoundDrawn:
    """Tables of four in the order given, numbered from 1."""
    sittings = [{"table": 1 + i // 4, "players": tuple(people[i : i + 4])} for i in range(0, len(people), 4)]
    return RoundDrawn.model_validate(
        {"tournament": T, "round": round_, "method": "manual", "sittings": sittings, **more}
    )


def record(scores: Sequence[int], before: Sequence[int] = (30_000,) * 4, **more: object) -> Record:
    """A hand without riichi that leads from `before` to `scores`."""
    deltas = tuple(b - a for a, b in zip(before, scores, strict=True))
    return Record.model_validate(
        {
            "dealer": 0,
            "wind": 0,
            "number": 1,
            "reason": EndReason.WIN,
            "winners": (deltas.index(max(deltas)),) if any(deltas) else (),
            "deltas": deltas,
            "scores": tuple(scores),
            **more,
        }
    )


def hand(
    round_: int, table: int, number: int, played: Record, game: str | None = None, rev: int = 1
) -> HandRecorded:
    name = game or f"g{round_}.{table}"
    return HandRecorded(
        tournament=T, round=round_, table=table, game=name, hand=number, rev=rev, record=played
    )


def sitting(table: int, *players: int) -> Sitting:
    a, b, c, d = players
    return Sitting(table=table, players=(a, b, c, d))


def recorded_game(table: int = 1, scores: tuple[int, int, int, int] = WON, **more: object) -> GameRecorded:
    return GameRecorded.model_validate(
        {
            "tournament": T,
            "round": 1,
            "table": table,
            "source": "table",
            "scores": scores,
            "game": f"g1.{table}",
            **more,
        }
    )


def sheet(table: int = 1, scores: tuple[int, int, int, int] = WON, round_: int = 1) -> GameRecorded:
    return GameRecorded(tournament=T, round=round_, table=table, source="sheet", scores=scores)
