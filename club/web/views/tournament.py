"""What pages are sent of a tournament: plain data from the state of the log. People are ids."""

from __future__ import annotations

from typing import Final, Literal

from club.hub.desired_state import rules_of
from club.log.events import GameRecorded
from club.log.tournament.finals import terms
from club.log.tournament.game import Game, Hand
from club.log.tournament.needs import lacking
from club.log.tournament.needs import lacks as lacks_of
from club.log.tournament.tournament import Round, Stage, Tournament
from club.results.accreditation import Criterion, Deviation, Facts, report
from club.results.export import exact
from club.results.game import PlayerFinal
from club.results.needs import needs
from club.web.live.public_delay import OF_PLAY
from club.web.views import shapes
from club.web.views.revision import result, revision
from club.web.views.tables import result_of
from engine.rules.presets import table_of

WINDS: Final[tuple[Literal["E", "S", "W", "N"], ...]] = ("E", "S", "W", "N")


def line(found: Tournament) -> shapes.Line:
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
        "off": sorted(found.off),
        "closed": found.closed is not None,
        "lately_ms": _lately(found),
    }


def overview(found: Tournament) -> shapes.Overview:
    """All that is published of a tournament before its games and beside them (K-EVENT-02)."""
    return {
        **line(found),
        "preset": found.preset,
        "options": dict(found.options),
        "rules": table_of(found.preset).presets[found.preset].title,
        "accreditation": accreditation(found),
        "needs": list(needs(found.rules, terms(found))),
        "plan": found.plan.model_dump(mode="json", exclude={"officials", "contacts"}),
        "stages": [_stage(stage) for stage in found.stages.values()],
        "draws": [
            _draw(found, number)
            for number in sorted({*found.rounds, *found.commitments, *found.off, *found.cuts})
        ],
        "admitted": list(found.admitted),
        "waiting": list(found.waiting),
        "teams": {str(r.person): r.team for r in found.registrations.values() if r.team is not None},
        "team_names": {str(team): name for team, name in found.teams.items()},
        "substitutes": [r.person for r in found.registrations.values() if r.event.kind != "player"],
        "away": [r.person for r in found.registrations.values() if r.away and r.away[-1][1] is None],
    }


def _stage(stage: Stage) -> shapes.StageLine:
    event = stage.event
    return {
        "stage": event.stage,
        "method": event.method,
        "rounds": event.rounds,
        "interval": event.interval,
        "carry": event.carry,
        "cut": event.cut,
        "first": stage.first,
        "closed": stage.closed is not None,
    }


def accreditation(found: Tournament) -> shapes.Accreditation:
    """What differs from the regulation, to be read out before the first game (K-EVENT-03), and whether the
    event can be rated (K-ACC-05). A round that was called off is no game of it."""
    rounds = sum(number not in found.off for number in found.numbers)
    days = max(1, len(found.plan.dates))
    places = found.plan.capacity or len(found.admitted)
    facts = Facts(
        players=len(found.admitted),
        games_by_day=[rounds // days + (day < rounds % days) for day in range(days)],
        places=places,
        open_places=places if found.plan.open_places is None else found.plan.open_places,
        methods=[stage.event.method for stage in found.stages.values()],
        ended_early=bool(found.off) and _online(found),
    )
    made = report(facts, rules_of(found))
    return {
        "criteria": [_criterion(each) for each in made.criteria],
        "deviations": [deviation(each) for each in made.deviations],
        "size": made.size,
        "rating": made.rating,
    }


def _criterion(made: Criterion) -> shapes.Criterion:
    return {
        "id": made.id,
        "clause": made.clause,
        "ok": made.ok,
        "found": made.found,
        "needed": made.needed,
    }


def deviation(made: Deviation) -> shapes.Deviation:
    """A rule that differs from the regulation's."""
    return {"option": made.option, "value": made.value, "permitted": made.permitted}


def _online(found: Tournament) -> bool:
    """Whether its games are played online."""
    return any(isinstance(e.event, GameRecorded) and e.event.source == "online" for e in found.log)


def seating(found: Tournament, number: int) -> shapes.Seating:
    """A round: who sits where, how far its games are, and the proof of its draw."""
    round_ = found.rounds[number]
    return {
        **_draw(found, number),
        "byes": list(round_.draw.byes),
        "seed": round_.draw.seed,
        "bound": round_.draw.bound,
        "started_ms": None if round_.started is None else round_.started.ts_ms,
        "tables": [with_finals(found, number, place) for place in sorted(round_.games)],
    }


def lacks(found: Tournament) -> list[shapes.Lack]:
    """Games with a result that lacks what the rules need."""
    every = (each for number in sorted(found.rounds) for each in lacks_of(found, number))
    return [{"round": each.round, "table": each.table, "needs": list(each.needs)} for each in every]


def table(found: Tournament, number: int, place: int) -> shapes.Table:
    """A game as far as it is. `lacks` is what the rules need of its result and nobody has said."""
    round_ = found.rounds[number]
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
        "counts": found.counts(number, place),
        "revision": revision(result(game)),
        "by_table": game.result is not None and game.result.source == "table",
        "won": None if game.won is None else list(game.won),
        "chips": None if game.result is None or game.result.chips is None else list(game.result.chips),
        "lacks": list(lacking(found, game)),
        "extra_s": round_.extra_s(place),
    }


def with_finals(found: Tournament, number: int, place: int) -> shapes.TableWithFinals:
    """The same with what it gave to each player."""
    result = result_of(found, number, place)
    return {**table(found, number, place), "finals": None if result is None else finals(result)}


def game(found: Tournament, number: int, place: int) -> shapes.Game:
    """A game hand by hand, the newest word about each (K-ASSIST-06)."""
    round_ = found.rounds[number]
    played = round_.games[place]
    return {
        **with_finals(found, number, place),
        "start": played.start,
        "list": [hand(n, each, played) for n, each in sorted(played.hands.items())],
    }


def hand(number: int, played: Hand, game: Game) -> shapes.PlayedHand:
    """A finished hand in one line."""
    record = played.current
    return {
        "hand": number,
        "round": {
            "wind": WINDS[record.wind],
            "number": record.number,
            "honba": record.honba,
            "kyotaku": record.sticks,
        },
        "reason": record.reason.value,
        "winners": list(record.winners),
        "net": list(game.net(record)),
        "riichi": list(record.riichi),
        "ended_ms": record.ended_ms,
        "replay": played.seq is not None,
    }


def finals(seats: tuple[PlayerFinal, ...]) -> list[shapes.PlayerResult]:
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


def _draw(found: Tournament, number: int) -> shapes.Draw:
    """Where a round stands, and what was committed for it."""
    round_ = found.rounds.get(number)
    stage = found.stage_of(number)
    committed: shapes.Commitment | None = None
    if number in found.commitments:
        entry = found.commitments[number]
        committed = {"commitment": getattr(entry.event, "commitment", ""), "ts_ms": entry.ts_ms}
    return {
        "round": number,
        "stage": None if stage is None else stage.event.stage,
        "state": "off" if number in found.off else _state(round_),
        "minutes": found.minutes(number),
        "method": _method(round_, stage),
        "committed": committed,
        "tables_count": len(round_.games) if round_ else 0,
    }


def _method(round_: Round | None, stage: Stage | None) -> str | None:
    if round_ is not None:
        return round_.draw.method
    return None if stage is None else stage.event.method


def _lately(found: Tournament) -> int:
    """When something was entered last that is not play, which may not be public yet (K-STREAM-03)."""
    return next((e.ts_ms for e in reversed(found.log) if e.event.type not in OF_PLAY), 0)


def _state(round_: Round | None) -> Literal["coming", "drawn", "playing", "closed"]:
    if round_ is None:
        return "coming"
    if round_.closed is not None:
        return "closed"
    return "drawn" if round_.started is None else "playing"
