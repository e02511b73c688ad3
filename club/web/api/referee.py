"""The referees' desk over HTTP: what it receives, what it asks, and what it enters into the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final, NotRequired

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.responses import Response
from typing_extensions import TypedDict

from club.access.authority import REFEREES, allowed
from club.access.roles import Role
from club.forms.fonts import FontMissingError
from club.forms.forms import JournalRow, Sheet
from club.forms.forms import journal as printed
from club.forms.words import Words as FormWords
from club.hub.table_status import TableView
from club.log.desk import Accepted
from club.log.events import Event
from club.log.events.base import Code, Id
from club.log.state import State
from club.log.tournament.tournament import Tournament
from club.referee import acting
from club.referee.appeals import until
from club.referee.asked import CorrectHand, Freeze, Reseat
from club.referee.case import case as case_of
from club.referee.case import snapshot
from club.referee.correcting import correction, reentry
from club.referee.journal import as_csv, journal, notorious
from club.referee.reasons import reasons as reasons_of
from club.referee.ruling import Who, proposed, reason_of
from club.referee.view import Hall, Seen
from club.referee.view import desk as desk_of
from club.referee.views import AppealView, CaseView, Column, DeskView, Journal, JournalLine, ReasonView
from club.web.api.log import Entered, entries
from club.web.api.paths import DESK, DESK_TABLE
from club.web.request.call import Asked, Call, understood
from club.web.request.malformed import malformed, wrong
from club.web.request.operation import LANGUAGE, get, post
from club.web.request.problem import ProblemError, missing
from engine.explain.words import Words
from engine.judge.penalties import PENALTIES
from screens import CLUB_WORDS
from words import offered

_READERS: Final = REFEREES | {Role.DIRECTOR}
_LANGUAGE: Final = {"lang": LANGUAGE}


class Act(BaseModel):
    """`key` makes the request safe to repeat."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    body: dict[str, Any]
    key: Code


class Asking(BaseModel):
    """What would a violation cost these people now?"""

    model_config = ConfigDict(frozen=True, extra="forbid")
    persons: tuple[Id, ...]
    reason: Code


class Trial(BaseModel):
    """One of both: a correction whose effect is asked for before it is made."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    correct_hand: CorrectHand | None = None
    reseat: Reseat | None = None


class Columns(TypedDict):
    """What both columns of the penalty table say; the second where there is one."""

    standard: Column
    minimum: NotRequired[Column]


class Scores(TypedDict):
    before: list[int]
    after: list[int]


@get(DESK, roles=_READERS)
def desk(call: Call) -> DeskView:
    """The hall as a referee sees it."""
    found, who = _found(call), _who(call)
    return desk_of(found, _hall(call, found), who, call.services.now_ms())


@get(f"{DESK}/judges", roles=_READERS)
def judges(call: Call) -> dict[str, str]:
    """Names of those who enter something at the desk, by the account that the log names."""
    call.need(call.number("tournament"))
    names = call.services.names()
    accounts = call.services.access.accounts.all()
    return {f"account-{each.id}": names.get(each.person or 0, each.login) for each in accounts}


@get(f"{DESK}/reasons", roles=_READERS, parameters=_LANGUAGE)
def reasons(call: Call) -> list[ReasonView]:
    """What a ruling can be about, in the language asked for."""
    found = _found(call)
    words = Words(_language(call))
    views = []
    for id_, reason in reasons_of(found.preset).items():
        row = PENALTIES.get(id_)
        view = ReasonView(
            id=id_,
            clause=reason.clause,
            norm=reason.norm,
            section="beside" if row is None else row.section,
            violation="" if row is None else words.penalty(id_),
            standard=reason.standard,
            minimum=reason.minimum,
            least=reason.least,
            most=reason.most,
        )
        views.append(view)
    return views


@get(DESK_TABLE, roles=_READERS)
def case(call: Call) -> CaseView:
    """One table with its case."""
    found = _found(call)
    round_, table = call.number("round"), call.number("table")
    if round_ not in found.rounds or table not in found.rounds[round_].games:
        raise missing("table in this round")
    return case_of(found, _hall(call, found, round_, table), round_, table)


@get(f"{DESK}/journal", roles=_READERS)
def journal_(call: Call) -> Journal:
    """The judges' journal with the appeals."""
    found = _found(call)
    lines = journal(found)
    return Journal(
        lines=lines,
        players=notorious(lines),
        appeals=tuple(_appeals(found)),
        appeals_from_ms=found.closed and found.closed.ts_ms,
        appeals_until_ms=until(found),
    )


@get(f"{DESK}/journal.csv", roles=_READERS, media="text/csv")
def journal_csv(call: Call) -> Response:
    """The journal as a table, with names."""
    text = as_csv(journal(_found(call)), _naming(call))
    headers = {"content-disposition": 'attachment; filename="journal.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@get(f"{DESK}/journal.json", roles=_READERS)
def journal_json(call: Call) -> Annotated[Response, list[JournalLine]]:
    """The journal as data, people by id."""
    lines = [line.model_dump(mode="json") for line in journal(_found(call))]
    headers = {"content-disposition": 'attachment; filename="journal.json"'}
    return Response(json.dumps(lines, ensure_ascii=False), media_type="application/json", headers=headers)


@get(f"{DESK}/journal.pdf", roles=_READERS, parameters=_LANGUAGE, media="application/pdf")
def journal_pdf(call: Call) -> Response:
    """The journal as it is printed, in the language asked for."""
    found, language = _found(call), _language(call)
    names = call.services.names()
    made = datetime.fromtimestamp(call.services.now_s(), UTC)
    sheet = Sheet(FormWords(language), found.name, names, made)
    try:
        document = printed(sheet, [_printed(line, language, _naming(call)) for line in journal(found)])
    except FontMissingError as error:
        raise ProblemError.of(503, error) from None
    headers = {"content-disposition": 'attachment; filename="journal.pdf"'}
    return Response(document, media_type="application/pdf", headers=headers)


@post(f"{DESK}/propose", roles=_READERS)
def propose(call: Asked[Asking]) -> dict[str, Columns]:
    """What both columns of the penalty table say now, for each person (K-ESC-02)."""
    found, asked = _found(call), call.given
    reason = reason_of(found, asked.reason)
    columns_of: dict[str, Columns] = {}
    for person in asked.persons:
        columns = columns_of[str(person)] = {"standard": _column(found, person, asked.reason, mild=False)}
        if reason.minimum is not None:
            columns["minimum"] = _column(found, person, asked.reason, mild=True)
    return columns_of


@post(f"{DESK}/preview", roles=_READERS)
def preview(call: Asked[Trial]) -> Scores:
    """Scores before and after a correction that nobody has made yet."""
    found, asked = _found(call), call.given
    full = call.services.desk.entry
    if asked.correct_hand is not None:
        course = correction(found, full, asked.correct_hand)
    elif asked.reseat is not None:
        course = reentry(found, full, asked.reseat)
    else:
        raise wrong(("correct_hand",), "required")
    before, after = course.scores
    return {"before": list(before), "after": list(after)}


@post(f"{DESK}/do", roles=_READERS)
def act(call: Asked[Act]) -> Entered:
    """Does what the referee asks for. The log refuses what another has done meanwhile, and says who."""
    found, given, who = _found(call), call.given, _who(call)
    if given.name not in acting.ACTS:
        raise missing("act of a referee")
    picture = _stored(call, found, given)

    def draft(state: State) -> tuple[Event, ...]:
        desk = acting.RefereeActions(state.tournament(found.id), who, call.services.desk.entry, picture)
        events = acting.events(desk, given.name, given.body)
        for event in events:
            if not allowed(call.identity, event, lambda _: None, lambda _: True):
                raise ProblemError(403, "role")
        return events

    try:
        key, now_ms = f"{who.account}/{given.key}", call.services.now_ms()
        outcome = call.services.desk.submit(draft, who.account, key, now_ms)
    except ValidationError as error:
        raise malformed(error) from None
    return {"seqs": [entry.seq for entry in entries(outcome)], "repeated": not isinstance(outcome, Accepted)}


def _found(call: Call) -> Tournament:
    """The tournament; ProblemError for whoever is no referee of it."""
    number = call.number("tournament")
    call.need(number)
    return call.services.desk.state.tournament(number)


def _who(call: Call) -> Who:
    return Who(call.identity.by, call.identity.person)


def _language(call: Call) -> str:
    language = call.request.query_params.get("lang", "en")
    if language not in offered(*CLUB_WORDS, "engine", "forms"):
        raise wrong(("language",), "choice", status=400)
    return language


def _printed(line: JournalLine, language: str, name: Callable[[int], str]) -> JournalRow:
    """A line as the printed journal has it; times are UTC."""
    words = Words(language)
    row = f"{line.reason} {words.penalty(line.reason)}" if line.reason in PENALTIES else line.reason
    return JournalRow(
        time=datetime.fromtimestamp(line.ts_ms / 1000, UTC).strftime("%H:%M"),
        round="" if line.round is None else str(line.round),
        table="" if line.table is None else str(line.table),
        hand="" if line.hand is None else str(line.hand + 1),
        referee=line.judge,
        player=", ".join(map(name, line.persons)),
        violation=row or line.clause,
        facts=" ".join(filter(None, (line.facts, line.explanation, line.lifted and f"({line.lifted})"))),
        sanction="" if line.sanction is None else line.sanction.value,
        points=str(line.points) if line.points else "",
        step=str(line.step + 1) if line.step else "",
    )


def _naming(call: Call) -> Callable[[int], str]:
    names = call.services.names()
    return lambda person: names.get(person, f"#{person}")


def _hall(call: Call, found: Tournament, round_: int | None = None, look_at: int | None = None) -> Hall:
    """What is known now of the tables of a round, by their numbers; the picture of one of them only."""
    number = round_ or found.playing or max(found.rounds, default=0)
    here = {}
    for table in call.services.hall.view().tables:
        sits = table.sitting
        if sits is None or (sits.tournament, sits.round) != (found.id, number) or not sits.label.isdecimal():
            continue
        label = int(sits.label)
        picture = call.services.hall.picture(table.name) if label == look_at else None
        here[label] = _seen(table, picture)
    return here


def _seen(table: TableView, picture: Mapping[str, Any] | None) -> Seen:
    signed = () if table.sitting is None else table.sitting.signed
    clock = table.clock
    return Seen(
        online=table.online and not table.silent,
        missing=sum(sign.state != "signed" for sign in signed),
        scores=table.scores,
        left_ms=None if clock is None else clock.left_ms,
        running=clock is not None and clock.running,
        over=clock is not None and clock.over,
        troubles=tuple(trouble.words for trouble in table.troubles),
        picture=picture,
    )


def _stored(call: Call, found: Tournament, given: Act) -> dict[str, Any]:
    """The picture of the table that is to be frozen (K-JUDGE-02)."""
    if given.name != "freeze":
        return {}
    asked = understood(Freeze, given.body)
    round_ = found.rounds.get(asked.round)
    if asked.table is None or round_ is None or asked.table not in round_.games:
        return {}
    return snapshot(_hall(call, found, asked.round, asked.table).get(asked.table), round_.sits(asked.table))


def _column(found: Tournament, person: int, reason: str, *, mild: bool) -> Column:
    column = proposed(found, person, reason_of(found, reason), mild=mild)
    return Column(measure=column.measure, sanction=column.sanction, points=column.points, step=column.step)


def _appeals(found: Tournament) -> list[AppealView]:
    return [
        AppealView(
            id=seq,
            filed_ms=appeal.entry.ts_ms,
            **appeal.event.model_dump(include={"person", "about", "situation", "decision", "reasons"}),
            upheld=getattr(appeal.decided and appeal.decided.event, "upheld", None),
            board=getattr(appeal.decided and appeal.decided.event, "board", ()),
            explanation=getattr(appeal.decided and appeal.decided.event, "explanation", ""),
            decided_ms=appeal.decided and appeal.decided.ts_ms,
        )
        for seq, appeal in found.appeals.items()
    ]
