"""Printable forms of a tournament: for the walls, and for the day when the tables do not work (K-FAIL-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from starlette.responses import Response

from club.access.roles import Role
from club.forms.fonts import FontMissingError
from club.forms.forms import JournalRow, Sheet, Sitting
from club.forms.kinds import FORMS
from club.forms.words import Words
from club.log.tournament.finals import final_standings, terms
from club.log.tournament.needs import lacks
from club.log.tournament.tournament import Tournament
from club.referee.journal import journal
from club.referee.views import JournalLine
from club.results.game import Terms
from club.results.needs import Lack
from club.results.standings import Standings
from club.web.api.paths import TOURNAMENT
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.request.call import Call
from club.web.request.malformed import wrong
from club.web.request.operation import LANGUAGE, Parameter, get
from club.web.request.problem import ProblemError
from engine.rules.ruleset import Ruleset

_ROLES: Final = (*DESK, Role.REFEREE, Role.HEAD_REFEREE)


@dataclass(frozen=True, slots=True)
class Filled:
    """Forms as a tournament's log fills them in; `asked`: the round as it was asked for. ProblemError."""

    known: Tournament
    sheet: Sheet
    asked: str

    @property
    def rules(self) -> Ruleset:
        return self.known.rules

    @property
    def terms(self) -> Terms:
        return terms(self.known)

    def round(self) -> int:
        """The round that was asked for, or the last one that is drawn."""
        drawn, off = self.known.rounds, self.known.off
        last = max((n for n in drawn if n not in off), default=0)
        number = int(self.asked) if self.asked.isdecimal() else last
        if number not in drawn:
            raise ProblemError(404, "not_drawn", round=number)
        return number

    def sittings(self) -> list[Sitting]:
        number = self.round()
        games = self.known.rounds[number].games
        return [Sitting(number, table, game.sitting.players) for table, game in sorted(games.items())]

    def tables(self) -> Iterable[int]:
        return (table for each in self.known.rounds.values() for table in each.games)

    def standings(self) -> Standings:
        return final_standings(self.known)

    def after(self) -> str:
        """After which round it is so, and which were not played."""
        known, words = self.known, self.sheet.words
        last = max((n for n in known.rounds if known.over(n) and not known.void(n)), default=0)
        parts = [words("round_n", n=last)] if last else []
        if known.off:
            parts.append(words("called_off", n=", ".join(map(str, sorted(known.off)))))
        return " · ".join(parts)

    def lacking(self) -> Iterator[Lack]:
        return (each for number in sorted(self.known.rounds) for each in lacks(self.known, number))

    def heading(self) -> tuple[str, str]:
        plan = self.known.plan
        days = " – ".join(dict.fromkeys((*plan.dates[:1], *plan.dates[-1:])))
        now = " · ".join(filter(None, (self.sheet.words("standings"), self.after())))
        title = now if self.known.closed is None else self.sheet.words("final")
        return " · ".join(filter(None, (days, plan.place))), title

    def entries(self) -> list[JournalRow]:
        return [_entry(self.sheet, line) for line in journal(self.known)]


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


_ASKED: Final = {
    "kind": Parameter("Which form.", tuple(FORMS)),
    "language": LANGUAGE,
    "round": Parameter("Of a seating and of result forms; else the last round that is drawn."),
}


@get(f"{TOURNAMENT}/forms/{{kind}}", roles=_ROLES, parameters=_ASKED, media="application/pdf")
def form(call: Call) -> Response:
    """A form to print."""
    known = found(call)
    call.need(known.id)
    kind = call.word("kind")
    if kind not in FORMS:
        raise ProblemError(404, "unknown", what="form")
    services = call.services
    try:
        words = Words(_language(call))
        sheet = Sheet(words, known.name, services.names(), datetime.fromtimestamp(services.now_s(), UTC))
        file = FORMS[kind](Filled(known, sheet, call.query("round")))
    except ValueError:
        raise wrong(("language",), "choice") from None
    except FontMissingError as error:
        raise ProblemError.of(503, error) from None
    headers = {"content-disposition": f'inline; filename="{kind}-{known.id}.pdf"'}
    return Response(file, media_type="application/pdf", headers=headers)


def _language(call: Call) -> str:
    """An empty value counts as absent."""
    return call.request.query_params.get("language", "en")
