"""The kinds of forms: each is filled in from what its source has. FontMissingError everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from club.forms import forms
from club.forms.forms import JournalRow, Sheet, Sitting
from club.results.game import Terms
from club.results.needs import Lack, needs
from club.results.standings import Standings
from engine.rules.ruleset import Ruleset


class Source(Protocol):
    """What forms are filled in from. Each method raises what its source raises where something is missing."""

    @property
    def sheet(self) -> Sheet: ...

    @property
    def rules(self) -> Ruleset: ...

    @property
    def terms(self) -> Terms: ...

    def round(self) -> int:
        """The round of a seating."""

    def sittings(self) -> Sequence[Sitting]:
        """The tables of a seating and of result forms."""

    def tables(self) -> Iterable[int]:
        """The numbers of all tables."""

    def standings(self) -> Standings:
        """Of what has been played."""

    def after(self) -> str:
        """After which round the standings are so."""

    def lacking(self) -> Iterable[Lack]:
        """What the standings lack."""

    def heading(self) -> tuple[str, str]:
        """What stands beside the event's name on a poster, and its title."""

    def entries(self) -> Sequence[JournalRow]:
        """Lines of the referees' journal."""


def _results(source: Source) -> bytes:
    needed = needs(source.rules, source.terms)
    return forms.result_forms(source.sheet, source.sittings(), source.rules, needed)


def _seating(source: Source) -> bytes:
    return forms.seating_chart(source.sheet, source.round(), source.sittings())


def _standings(source: Source) -> bytes:
    found, after = source.standings(), source.after()
    return forms.standings_list(source.sheet, found, after, _thousands(source), source.lacking())


def _poster(source: Source) -> bytes:
    return forms.poster(source.sheet, source.standings(), *source.heading(), _thousands(source))


def _thousands(source: Source) -> bool:
    return source.rules.choice("game.final_unit") == "thousands"


def _journal(source: Source) -> bytes:
    return forms.journal(source.sheet, source.entries())


def _numbers(source: Source) -> bytes:
    return forms.table_numbers(source.sheet, sorted(set(source.tables())))


FORMS: Final[Mapping[str, Callable[[Source], bytes]]] = {
    "results": _results,
    "seating": _seating,
    "standings": _standings,
    "poster": _poster,
    "journal": _journal,
    "numbers": _numbers,
}
"""Kind -> the PDF file, from its source."""
