"""The printable forms: what stands on them, in every language, and what is said without fonts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from club.forms import forms
from club.forms.fonts import DEJAVU, NOTO, FontMissingError, found, needed
from club.forms.forms import JournalRow, Sheet, Sitting
from club.forms.paper import HEAD_SIZE, PADDING, Paper
from club.forms.words import Words
from club.results.game import GameResult
from club.results.needs import Lack
from club.results.standings import standings
from engine.rules.ruleset import Ruleset
from engine.state.events import Sanction
from words import offered

LANGUAGES = offered("forms")

RRC = Ruleset.preset("rrc")
MADE = datetime(2026, 11, 22, tzinfo=UTC)
NAMES = {1: "Åsa Öberg", 2: "Олександра", 3: "Żółć Łukasz", 4: "Bo Ek"}
SITTINGS = [Sitting(2, 1, (1, 2, 3, 4)), Sitting(2, 12)]
FOUND = standings([GameResult(1, 1, (1, 2, 3, 4), (40000, 40000, 30000, 10000), fines=(0, -2000, 0, 0))], RRC)
ENTRY = JournalRow("10:42", "1", "3", "E2-1", "4", "7", "P-10", "Two tiles shown", "Reminder", "0", "0")
FORMS: dict[str, Callable[[Sheet], bytes]] = {
    "results": lambda sheet: forms.result_forms(sheet, SITTINGS, RRC),
    "needs": lambda sheet: forms.result_forms(sheet, SITTINGS[:1], RRC, ("won", "chips")),
    "lacks": lambda sheet: forms.standings_list(sheet, FOUND, lacks=[Lack(1, 2, ("won", "chips"))]),
    "seating": lambda sheet: forms.seating_chart(sheet, 2, SITTINGS[:1]),
    "standings": lambda sheet: forms.standings_list(sheet, FOUND, "Round 1"),
    "poster": lambda sheet: forms.poster(sheet, FOUND, "2026-11-23 · Rīga", "Final standings"),
    "journal": lambda sheet: forms.journal(sheet, [ENTRY]),
    "numbers": lambda sheet: forms.table_numbers(sheet, [7, 128]),
}


def installed() -> bool:
    try:
        return bool([found(font) for font in (DEJAVU, NOTO)])
    except FontMissingError:
        return False


with_fonts = pytest.mark.skipif(not installed(), reason="fonts-dejavu-core and fonts-noto-cjk are needed")


def sheet(language: str = "en") -> Sheet:
    return Sheet(Words(language), "Stockholm Open", NAMES, MADE)


def pages(file: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", file))


Grid = tuple[list[str], list[list[str]]]


@pytest.fixture
def grids(monkeypatch: pytest.MonkeyPatch) -> list[Grid]:
    """The tables that are printed, each its head and its rows."""
    seen: list[Grid] = []
    true = Paper.grid

    def grid(self: Paper, head: Sequence[str], rows: Any, *rest: Any, **more: Any) -> None:
        rows = [list(row) for row in rows]
        seen.append((list(head), rows))
        true(self, head, rows, *rest, **more)

    monkeypatch.setattr(Paper, "grid", grid)
    return seen


@with_fonts
@pytest.mark.parametrize("name", FORMS)
def test_the_same_form_is_the_same_file(name: str) -> None:
    file = FORMS[name](sheet())
    assert file.startswith(b"%PDF-")
    assert pages(file) == {"results": 2, "seating": 2, "numbers": 2}.get(name, 1)
    assert file == FORMS[name](sheet())


@with_fonts
def test_a_result_form_has_the_players_and_room_for_the_hands(grids: list[Grid]) -> None:
    FORMS["results"](sheet())
    (head, players), (hands, lines), (_, unknown), _ = grids
    assert head == ["Wind", "Player", "Points", "Place", "Penalties", "Signature"]
    assert [row[:2] for row in players] == [
        ["East", "1  Åsa Öberg"],
        ["South", "2  Олександра"],
        ["West", "3  Żółć Łukasz"],
        ["North", "4  Bo Ek"],
    ]
    assert hands[:3] == ["Hand", "Winner", "From"]
    assert len(lines) >= 16
    assert [row[1] for row in unknown] == [""] * 4


@with_fonts
def test_a_result_form_has_a_box_for_all_that_the_rules_need(grids: list[Grid]) -> None:
    FORMS["needs"](sheet())
    head, players = grids[0]
    assert head[4:] == ["Penalties", "Won a hand", "Chips +/−", "Signature"]
    assert [row[4:] for row in players] == [["", "yes / no", "", ""]] * 4


@with_fonts
def test_what_is_not_counted_yet_stands_below_the_standings(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Paper, "text_line", lambda _paper, text: said.append(text))
    FORMS["lacks"](sheet())
    assert said[1:] == ["Not counted yet, round 1, table 2: Won a hand, Chips +/−"]


@with_fonts
def test_the_seating_is_reported_by_table_and_by_player(grids: list[Grid]) -> None:
    FORMS["seating"](sheet())
    (_, tables), (_, people) = grids
    assert tables == [["1", "1  Åsa Öberg", "2  Олександра", "3  Żółć Łukasz", "4  Bo Ek"]]
    assert [row[:3] for row in people] == [["4  Bo Ek", "1", "North"], ["1  Åsa Öberg", "1", "East"]]
    assert [row[3:] for row in people] == [["3  Żółć Łukasz", "1", "West"], ["2  Олександра", "1", "South"]]


@with_fonts
def test_the_standings_show_penalties_and_shared_places(grids: list[Grid]) -> None:
    """40000 twice: uma 10000 each; a fine of 2000 parts them."""
    FORMS["standings"](sheet())
    ((head, rows),) = grids
    assert head == [
        "Place",
        "Player",
        "Total",
        "Points − start",
        "Uma",
        "Penalties",
        "Games",
        "1st–4th",
        "Mean place",
    ]
    assert rows[0] == ["1", "1  Åsa Öberg", "20000", "10000", "10000", "0", "1", "1-0-0-0", "1.50"]
    assert rows[1][:6] == ["2", "2  Олександра", "18000", "10000", "10000", "-2000"]


Printed = tuple[str, float, float]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Printed]:
    """What stands on posters: each text, its width and the room that it has, in millimetres."""
    seen: list[Printed] = []
    true = Paper.cell

    def cell(self: Paper, width: float, height: float = 0, text: str = "", **more: Any) -> Any:
        seen.append((text, self.get_string_width(text), width or self.epw))
        return true(self, width, height, text, **more)

    monkeypatch.setattr(Paper, "cell", cell)
    return seen


@with_fonts
def test_a_poster_tells_places_names_and_totals(printed: list[Printed]) -> None:
    FORMS["poster"](sheet())
    said = [text for text, _, _ in printed]
    assert said[:3] == ["Stockholm Open", "2026-11-23 · Rīga", "Final standings"]
    assert said[3:9] == ["1", "Åsa Öberg", "+20000", "2", "Олександра", "+18000"]
    assert said[-3:] == ["4", "Bo Ek", "−35000"]


@with_fonts
@pytest.mark.parametrize(("players", "sheets"), [(4, 1), (16, 1), (32, 1), (200, 6)])
def test_a_poster_is_one_page_as_long_as_a_hall_can_read_it(
    players: int, sheets: int, printed: list[Printed]
) -> None:
    names = {player: "Bartholomäus " * (14 if player == 3 else 1) for player in range(1, players + 1)}
    games = [
        GameResult(1, first // 4 + 1, (first, first + 1, first + 2, first + 3), (50000, 40000, 20000, 10000))
        for first in range(1, players, 4)
    ]
    sheet = Sheet(Words("en"), "Riga " * 30, names, MADE)
    file = forms.poster(sheet, standings(games, RRC), "", "Final standings")
    assert pages(file) == sheets
    assert len(printed) == 2 + 3 * players
    assert [text for text, width, room in printed if width > room] == []


@with_fonts
def test_the_journal_fills_its_page_with_empty_lines(grids: list[Grid]) -> None:
    FORMS["journal"](sheet())
    ((head, rows),) = grids
    assert rows[0] == ["10:42", "1", "3", "E2-1", "4", "7", "P-10", "Two tiles shown", "Reminder", "0", "0"]
    assert len(head) == len(rows[0])
    assert len(rows) > 15
    assert not any(any(row) for row in rows[1:])


@with_fonts
@pytest.mark.parametrize("language", [word for word in LANGUAGES if word != "ja"])
def test_no_head_is_broken_within_a_word(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[str] = []

    def grid(
        self: Paper, head: Sequence[str], rows: Any, widths: Sequence[float], *_: Any, **__: Any
    ) -> None:
        self.set_font(self.main, "B", HEAD_SIZE)
        for text, width in zip(head, widths, strict=True):
            room = width / sum(widths) * self.epw - 2 * PADDING
            broken.extend(word for word in text.split() if self.get_string_width(word) > room)

    monkeypatch.setattr(Paper, "grid", grid)
    for name in ("results", "needs", "seating", "standings", "journal"):
        FORMS[name](sheet(language))
    assert broken == []


def test_a_language_that_the_forms_do_not_speak_is_refused() -> None:
    with pytest.raises(ValueError, match="'xx'"):
        Words("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sanction_has_a_word(language: str) -> None:
    assert all(Words(language)(f"sanction_{sanction.value}") for sanction in Sanction)


def test_a_missing_font_is_one_sentence_with_its_package(tmp_path: Path) -> None:
    with pytest.raises(FontMissingError, match="install the Debian package fonts-noto-cjk"):
        found(NOTO, [tmp_path])


def test_the_large_font_is_only_loaded_where_it_is_needed() -> None:
    assert needed(["Åsa", "Олександра", "順"]) == (DEJAVU, NOTO)
    assert needed(["Åsa", "Олександра"]) == (DEJAVU,)
