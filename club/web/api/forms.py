"""Printable forms of a tournament: for the walls, and for the day when the tables do not work (K-FAIL-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from starlette.responses import Response

from club.access.roles import Role
from club.forms import forms
from club.forms.fonts import FontMissingError
from club.forms.forms import JournalRow, Sheet, Sitting
from club.forms.words import Words
from club.log.tournament.finals import final_standings, terms
from club.log.tournament.needs import lacks
from club.log.tournament.tournament import Tournament
from club.referee.journal import journal
from club.referee.views import JournalLine
from club.results.needs import needs
from club.web.api.paths import TOURNAMENT
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.request.call import Call
from club.web.request.malformed import wrong
from club.web.request.operation import LANGUAGE, Parameter, get
from club.web.request.problem import ProblemError

_ROLES: Final = (*DESK, Role.REFEREE, Role.HEAD_REFEREE)


def _round(known: Tournament, asked: str) -> int:
    """The round that was asked for, or the last one that is drawn."""
    number = (
        int(asked) if asked.isdecimal() else max((n for n in known.rounds if n not in known.off), default=0)
    )
    if number not in known.rounds:
        raise ProblemError(404, "not_drawn", round=number)
    return number


def _sittings(known: Tournament, number: int) -> list[Sitting]:
    games = known.rounds[number].games
    return [Sitting(number, table, game.sitting.players) for table, game in sorted(games.items())]


def _results(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    needed = needs(known.rules, terms(known))
    return forms.result_forms(sheet, _sittings(known, _round(known, asked)), known.rules, needed)


def _seating(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    number = _round(known, asked)
    return forms.seating_chart(sheet, number, _sittings(known, number))


def _standings(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    lacking = (each for number in sorted(known.rounds) for each in lacks(known, number))
    return forms.standings_list(
        sheet, final_standings(known), _after(known, sheet), _thousands(known), lacking
    )


def _thousands(known: Tournament) -> bool:
    return known.rules.choice("game.final_unit") == "thousands"


def _after(known: Tournament, sheet: Sheet) -> str:
    """After which round it is so, and which were not played."""
    last = max((n for n in known.rounds if known.over(n) and not known.void(n)), default=0)
    parts = [sheet.words("round_n", n=last)] if last else []
    if known.off:
        parts.append(sheet.words("called_off", n=", ".join(map(str, sorted(known.off)))))
    return " · ".join(parts)


def _poster(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    plan = known.plan
    days = " – ".join(dict.fromkeys((*plan.dates[:1], *plan.dates[-1:])))
    beside = " · ".join(filter(None, (days, plan.place)))
    now = " · ".join(filter(None, (sheet.words("standings"), _after(known, sheet))))
    title = now if known.closed is None else sheet.words("final")
    return forms.poster(sheet, final_standings(known), beside, title, _thousands(known))


def _journal(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    return forms.journal(sheet, [_entry(sheet, line) for line in journal(known)])


def _entry(sheet: Sheet, line: JournalLine) -> JournalRow:
    def text(value: object) -> str:
        return "" if value is None else str(value)

    # A penalty that was taken back stays in the journal, in brackets.
    points = text(line.points or None)
    return JournalRow(
        time=datetime.fromtimestamp(line.ts_ms / 1000).strftime("%d.%m. %H:%M"),
        round=text(line.round),
        table=text(line.table),
        hand=text(None if line.hand is None else line.hand + 1),
        referee=line.judge,
        player=", ".join(map(sheet.name, line.persons)),
        violation=line.reason or line.clause,
        facts=line.facts or line.explanation,
        sanction="" if line.sanction is None else sheet.words(f"sanction_{line.sanction.value}"),
        points=f"({points})" if line.lifted is not None else points,
        step=text(line.step or None),
    )


def _numbers(known: Tournament, sheet: Sheet, asked: str) -> bytes:
    return forms.table_numbers(
        sheet, sorted({table for each in known.rounds.values() for table in each.games})
    )


_FORMS: Final[Mapping[str, Callable[[Tournament, Sheet, str], bytes]]] = {
    "results": _results,
    "seating": _seating,
    "standings": _standings,
    "poster": _poster,
    "journal": _journal,
    "numbers": _numbers,
}
_ASKED: Final = {
    "kind": Parameter("Which form.", tuple(_FORMS)),
    "language": LANGUAGE,
    "round": Parameter("Of a seating and of result forms; else the last round that is drawn."),
}


@get(f"{TOURNAMENT}/forms/{{kind}}", roles=_ROLES, parameters=_ASKED, media="application/pdf")
def form(call: Call) -> Response:
    """A form to print."""
    known = found(call)
    call.need(known.id)
    kind = call.word("kind")
    if kind not in _FORMS:
        raise ProblemError(404, "unknown", what="form")
    services = call.services
    try:
        words = Words(_language(call))
        sheet = Sheet(words, known.name, services.names(), datetime.fromtimestamp(services.now_s(), UTC))
        file = _FORMS[kind](known, sheet, call.query("round"))
    except ValueError:
        raise wrong(("language",), "choice") from None
    except FontMissingError as error:
        raise ProblemError.of(503, error) from None
    headers = {"content-disposition": f'inline; filename="{kind}-{known.id}.pdf"'}
    return Response(file, media_type="application/pdf", headers=headers)


def _language(call: Call) -> str:
    """An empty value counts as absent."""
    return call.request.query_params.get("language", "en")
