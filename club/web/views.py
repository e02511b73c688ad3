"""What pages are told of a tournament: plain data from the state of the log. People are ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from club.hub.wanted import rules_of
from club.log.base import Record
from club.log.game import Game
from club.log.tournament import Round, Tournament
from club.results.accreditation import Facts, report
from club.results.export import exact
from club.results.game import PlayerFinal
from engine.presets import table_of


def line(found: Tournament) -> dict[str, Any]:
    """A tournament in the list."""
    return {
        "id": found.id,
        "name": found.name,
        "dates": list(found.plan.dates),
        "place": found.plan.place,
        "players": len(found.admitted),
        "playing": found.playing,
        "played": found.last_started,
        "rounds": sum(stage.event.rounds for stage in found.stages.values()),
        "closed": found.closed is not None,
    }


def overview(found: Tournament) -> dict[str, Any]:
    """All that is published of a tournament before its games and beside them (K-EVENT-02)."""
    return line(found) | {
        "preset": found.preset,
        "options": dict(found.options),
        "rules": table_of(found.preset).presets[found.preset].title,
        "accreditation": accreditation(found),
        "plan": found.plan.model_dump(mode="json", exclude={"officials", "contacts"}),
        "stages": [
            stage.event.model_dump(
                mode="json", include={"stage", "method", "rounds", "interval", "carry", "cut"}
            )
            | {"first": stage.first, "closed": stage.closed is not None}
            for stage in found.stages.values()
        ],
        "draws": [_draw(found, number) for number in sorted({*found.rounds, *found.commitments})],
        "admitted": list(found.admitted),
        "waiting": list(found.waiting),
        "substitutes": [r.person for r in found.registrations.values() if r.event.kind != "player"],
        "away": [r.person for r in found.registrations.values() if r.away and r.away[-1][1] is None],
    }


def accreditation(found: Tournament) -> dict[str, Any]:
    """What differs from the regulation, to be read out before the first game (K-EVENT-03), and whether the
    event can be rated (K-ACC-05)."""
    rounds = sum(stage.event.rounds for stage in found.stages.values())
    days = max(1, len(found.plan.dates))
    places = found.plan.capacity or len(found.admitted)
    facts = Facts(
        players=len(found.admitted),
        games_by_day=[rounds // days + (day < rounds % days) for day in range(days)],
        places=places,
        open_places=places if found.plan.open_places is None else found.plan.open_places,
        methods=[stage.event.method for stage in found.stages.values()],
    )
    made = report(facts, rules_of(found))
    return asdict(made) | {"rating": made.rating}


def seating(found: Tournament, number: int) -> dict[str, Any]:
    """A round: who sits where, how far its games are, and the proof of its draw."""
    round_ = found.rounds[number]
    return _draw(found, number) | {
        "byes": list(round_.draw.byes),
        "seed": round_.draw.seed,
        "bound": round_.draw.bound,
        "started_ms": round_.started and round_.started.ts_ms,
        "tables": [table(round_, place) for place in sorted(round_.games)],
    }


def table(round_: Round, place: int) -> dict[str, Any]:
    game = round_.games[place]
    return {
        "table": place,
        "players": list(round_.sits(place)),
        "registered": list(game.sitting.players),
        "scores": list(game.scores),
        "sticks": game.sticks,
        "hands": len(game.hands),
        "finished": game.result is not None,
        "differs": game.differs,
        "extra_s": round_.extra_s(place),
    }


def game(found: Tournament, number: int, place: int) -> dict[str, Any]:
    """A game hand by hand, the newest word about each (K-ASSIST-06)."""
    round_ = found.rounds[number]
    played = round_.games[place]
    return table(round_, place) | {
        "start": played.start,
        "list": [
            hand(n, each.current, played) | {"replay": each.seq is not None}
            for n, each in sorted(played.hands.items())
        ],
    }


def hand(number: int, record: Record, played: Game) -> dict[str, Any]:
    """A finished hand in one line."""
    return {
        "hand": number,
        "round": {
            "wind": "ESWN"[record.wind],
            "number": record.number,
            "honba": record.honba,
            "kyotaku": record.sticks,
        },
        "reason": record.reason.value,
        "winners": list(record.winners),
        "net": list(played.net(record)),
        "riichi": list(record.riichi),
        "ended_ms": record.ended_ms,
    }


def finals(seats: tuple[PlayerFinal, ...]) -> list[dict[str, Any]]:
    """What a game gave to each player."""
    return [
        {
            "player": seat.player,
            "place": seat.place,
            "points": exact(seat.points),
            "penalties": seat.penalties,
            "substitute": seat.substitute,
            "total": exact(seat.total),
        }
        for seat in seats
    ]


def _draw(found: Tournament, number: int) -> dict[str, Any]:
    """Where a round stands, and what was committed for it."""
    round_ = found.rounds.get(number)
    stage = found.stage_of(number)
    committed: Mapping[str, Any] | None = None
    if number in found.commitments:
        entry = found.commitments[number]
        committed = {"commitment": getattr(entry.event, "commitment", ""), "ts_ms": entry.ts_ms}
    return {
        "round": number,
        "stage": stage and stage.event.stage,
        "state": _state(round_),
        "method": round_.draw.method if round_ else stage and stage.event.method,
        "committed": committed,
        "tables_count": len(round_.games) if round_ else 0,
    }


def _state(round_: Round | None) -> str:
    if round_ is None:
        return "coming"
    if round_.closed is not None:
        return "closed"
    return "drawn" if round_.started is None else "playing"
