"""What everybody may read of a tournament. The log has only finished hands, so no hand in play can be read
here. Hands of a broadcast table appear after the delay of the broadcast."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from club.log.events.base import Record
from club.log.faults import LogRefusal
from club.log.tournament.tournament import Round, Tournament
from club.results.export import exact, standings_data
from club.results.game import own_endings
from club.web.api.paths import ROUND, TABLE, TOURNAMENT
from club.web.request.call import Call
from club.web.request.operation import get
from club.web.request.problem import ProblemError, missing
from club.web.views import replay as replays
from club.web.views import shapes
from club.web.views import tournament as views
from club.web.views.tables import all_finals, facts, results
from engine.statistics.figures import statistics as statistics_of


@get("/api/tournaments", pure=True)
def tournaments(call: Call) -> list[shapes.Line]:
    """All of them, the newest first."""
    found = call.services.desk.state.tournaments.values()
    return [views.line(each) for each in sorted(found, key=lambda each: -each.id)]


@get(TOURNAMENT, pure=True)
def tournament(call: Call) -> shapes.Overview:
    """All that is published of a tournament before its games and beside them."""
    return views.overview(public(call))


@get(f"{TOURNAMENT}/people")
def people(call: Call) -> dict[str, str]:
    """Names of those who are registered, by id; who has been forgotten has none."""
    names = call.services.names()
    return {str(person): names[person] for person in found(call).registrations if person in names}


@get(ROUND, pure=True)
def round_(call: Call) -> shapes.Seating:
    """Seating, proof of the draw and results of a round."""
    known, number = public(call), call.number("round")
    _round(known, number)
    return views.seating(known, number)


@get(TABLE, pure=True)
def game(call: Call) -> shapes.Game:
    """A game hand by hand, each as last recorded or corrected."""
    return views.game(*_place(call))


@get(f"{TABLE}/hands/{{hand:int}}")
def hand(call: Call) -> shapes.Replay:
    """A finished hand move by move."""
    known, number, place = _place(call)
    played = known.rounds[number].games[place].hands
    at = call.number("hand")
    if at not in played:
        raise missing("finished hand")
    names = call.services.names()
    sits = [names.get(person, f"#{person}") for person in known.rounds[number].sits(place)]
    try:
        shown = replays.replay(_whole(call, played[at].seq), sits, known.preset)
    except replays.ReplayError as error:
        raise ProblemError.of(422, error) from None
    return {
        "first": shown["first"],
        "frames": shown["frames"],
        "game": f"{number}-{place}",
        "hand": at,
        "hands": max(played) + 1,
    }


@get(f"{TOURNAMENT}/standings", pure=True)
def standings(call: Call) -> shapes.Standings:
    """The standings so far, exact, with the finals of each game and the check of the sums. `lacks` are games
    of which nobody has said what the rules need; that counts nothing until it is said."""
    known = public(call)
    shown = standings_data(*results(known))
    return {
        "games": shown["games"],
        "standings": shown["standings"],
        "check": shown["check"],
        "lacks": views.lacks(known),
        "seq": call.services.desk.state.seq,
    }


@get(f"{TOURNAMENT}/statistics", pure=True)
def statistics(call: Call) -> dict[str, shapes.Statistics]:
    """What each player did with the hands and games so far."""
    known = public(call)
    figures = statistics_of(facts(known), own_endings(all_finals(known)))
    return {str(person): _plain(asdict(line)) for person, line in figures.items()}


def found(call: Call) -> Tournament:
    """The tournament of the path. ProblemError where there is none."""
    try:
        return call.services.desk.state.tournament(call.number("tournament"))
    except LogRefusal as fault:
        raise ProblemError.of(404, fault) from None


def public(call: Call) -> Tournament:
    """The tournament of the path, without what the caller may not see yet (K-STREAM-03, K-STREAM-05)."""
    known = found(call)
    return known if call.inside(known.id) else call.services.public_delay.public(known)


def _round(known: Tournament, number: int) -> Round:
    if number not in known.rounds:
        raise missing("round that has been drawn")
    return known.rounds[number]


def _place(call: Call) -> tuple[Tournament, int, int]:
    known, number, place = public(call), call.number("round"), call.number("table")
    if place not in _round(known, number).games:
        raise missing("table in this round")
    return known, number, place


def _whole(call: Call, seq: int | None) -> Record:
    """The table's record with its moves, which the state leaves in the log."""
    event = None if seq is None else call.services.desk.entry(seq).event
    record = getattr(event, "record", None)
    if not isinstance(record, Record):
        raise ProblemError(422, "result_only")
    return record


def _plain(value: Any) -> Any:
    """Exact numbers as JSON has them."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return exact(value) if isinstance(value, Fraction) else value
