"""The forms: each takes plain data and gives a PDF file as bytes. FontMissingError everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Final

from club.forms.paper import Paper
from club.forms.words import Words
from club.results.export import shown
from club.results.needs import Lack
from club.results.row import Row
from club.results.standings import Standings
from engine.rules.ruleset import Ruleset
from engine.state.events import Seats4

_WINDS: Final = ("wind_E", "wind_S", "wind_W", "wind_N")
_BOXES: Final = {"won": "yes_no", "chips": ""}
"""What stands in the column of what the rules need: words of which one is ringed, or room for a number."""
_HANDS: Final = 20
_JOURNAL: Final = 21


@dataclass(frozen=True, slots=True)
class Sheet:
    """What every form needs: the language, the event's name, names by player, the time of making."""

    words: Words
    event: str
    names: Mapping[int, str]
    made: datetime

    def name(self, player: int | None) -> str:
        """The player's number and name; nothing for an empty seat."""
        return "" if player is None else f"{player}  {self.names.get(player, '')}".strip()

    def paper(self, texts: Iterable[str] = (), landscape: bool = False) -> Paper:
        return Paper(self.words, self.event, (*self.names.values(), *texts), self.made, landscape)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table of a round; `players` by seat, None where the name is to be written by hand."""

    round: int | None
    table: int
    players: Seats4 | None = None


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A line of the referees' journal as it is to be printed (K-JUDGE-07)."""

    time: str
    round: str
    table: str
    hand: str
    referee: str
    player: str
    violation: str
    facts: str
    sanction: str
    points: str
    step: str


def result_forms(
    sheet: Sheet, sittings: Iterable[Sitting], rules: Ruleset, needed: Sequence[str] = ()
) -> bytes:
    """A page a table, to be filled in by hand: hands, final points, signatures (K-FAIL-02).

    `needed` is what the rules need beside points (`club.results.needs`): each has a column.
    """
    words, paper = sheet.words, sheet.paper()
    more = [(words(name), words(_BOXES[name]) if _BOXES[name] else "") for name in needed]
    must = 4 * rules.number("game.start_points")
    for sitting in sittings:
        paper.add_page()
        table = words("table_n", n=sitting.table)
        round_ = "" if sitting.round is None else f"{words('round_n', n=sitting.round)}   "
        paper.heading(words("result_form"), round_ + table)
        paper.text_line(f"{words('start')}  ____________     {words('end')}  ____________")
        players = sitting.players or (None,) * 4
        winds = [words(wind) for wind in _WINDS]
        head = [words(key) for key in ("seat", "player", "score", "place", "penalties")]
        head += [*(title for title, _ in more), words("signature")]
        boxes = [box for _, box in more]
        rows = [
            [wind, sheet.name(who), "", "", "", *boxes, ""] for wind, who in zip(winds, players, strict=True)
        ]
        widths = (16, 52 - 10 * len(more), 26, 18, 26, *(20,) * len(more), 48 - 10 * len(more))
        paper.grid(head, rows, widths, f"LLCCC{'C' * len(more)}L", 10, shaded=False)
        paper.ln(2)
        paper.text_line(f"{words('sticks')}  ________     {words('sum', n=must)}  ____________")
        head = [words(key) for key in ("hand", "winner", "source", "han_fu", "riichi")] + winds
        paper.grid(
            head, [[""] * 9 for _ in range(_HANDS)], (19, 27, 20, 20, 19, 20, 20, 20, 20), "C" * 9, 8.4
        )
    return paper.whole()


def seating_chart(sheet: Sheet, round_: int, sittings: Sequence[Sitting]) -> bytes:
    """Where everybody sits in a round: by table, then by player."""
    words, paper = sheet.words, sheet.paper()
    winds = [words(wind) for wind in _WINDS]
    paper.add_page()
    paper.heading(words("seating"), words("round_n", n=round_))
    rows = [
        [str(sitting.table), *map(sheet.name, sitting.players or (None,) * 4)]
        for sitting in sorted(sittings, key=lambda sitting: sitting.table)
    ]
    paper.grid([words("table"), *winds], rows, (14, 43, 43, 43, 43), "CLLLL", 8)
    seats = [
        (player, sitting.table, winds[seat])
        for sitting in sittings
        for seat, player in enumerate(sitting.players or ())
    ]
    if seats:
        paper.add_page()
        paper.heading(f"{words('seating')} · {words('by_name')}", words("round_n", n=round_))
        seats.sort(key=lambda seat: (sheet.names.get(seat[0], "").casefold(), seat[0]))
        lines = [[sheet.name(player), str(table), wind] for player, table, wind in seats]
        half = -(-len(lines) // 2)
        pairs = [
            left + ([""] * 3 if n + half >= len(lines) else lines[n + half])
            for n, left in enumerate(lines[:half])
        ]
        head = [words("player"), words("table"), words("seat")]
        paper.grid(head * 2, pairs, (55, 16, 22) * 2, "LCLLCL", 6.5)
    return paper.whole()


def standings_list(
    sheet: Sheet, found: Standings, after: str = "", thousands: bool = False, lacks: Iterable[Lack] = ()
) -> bytes:
    """The standings with the sum check and what is not counted yet; `after` says after which round."""
    words, paper = sheet.words, sheet.paper([after], landscape=True)
    used = [
        (key, values)
        for key, values in (
            ("carried", [row.carried for row in found.rows]),
            ("counted", [row.points for row in found.rows]),
            ("uma", [row.uma for row in found.rows]),
            ("oka", [row.oka for row in found.rows]),
            ("other", [row.chips + row.yakitori for row in found.rows]),
            ("fixed", [row.fixed for row in found.rows]),
            ("penalties", [row.penalties for row in found.rows]),
        )
        if key in ("counted", "uma") or any(values)
    ]
    paper.add_page()
    paper.heading(words("standings"), after)
    head = [words("place"), words("player"), words("total"), *(words(key) for key, _ in used)]
    head += [words(key) for key in ("games", "places", "mean_place")]
    rows = [
        [
            *(str(row.place), sheet.name(row.player), shown(row.total, thousands)),
            *(shown(values[number], thousands) for _, values in used),
            *(str(row.games), "-".join(map(str, row.places)), _mean(row)),
        ]
        for number, row in enumerate(found.rows)
    ]
    widths = (17, 60, 24, *[25] * len(used), 17, 25, 24)
    paper.grid(head, rows, widths, "RL" + "R" * (1 + len(used)) + "RCR")
    total, expected = (shown(points, thousands) for points in (found.check.total, found.check.expected))
    paper.ln(2)
    paper.text_line(words("check", total=total, expected=expected))
    for each in lacks:
        what = ", ".join(words(name) for name in each.needs)
        paper.text_line(words("lacks", round=each.round, table=each.table, what=what))
    return paper.whole()


def poster(sheet: Sheet, found: Standings, beside: str, title: str, thousands: bool = False) -> bytes:
    """The standings for a wall: places, names and totals. `beside` the event's name stand date and place, and
    `title` says what standings these are."""
    paper = sheet.paper([beside, title])
    paper.numbered = False
    paper.set_auto_page_break(False, 12)
    paper.add_page()
    paper.banner(sheet.event, 30)
    if beside:
        paper.banner(beside, 14)
    paper.banner(title, 20)
    paper.ln(4)
    paper.places(
        [
            (str(row.place), sheet.names.get(row.player, str(row.player)), _signed(row.total, thousands))
            for row in found.rows
        ]
    )
    return paper.whole()


def journal(sheet: Sheet, entries: Sequence[JournalRow] = ()) -> bytes:
    """The referees' journal, filled up with empty lines to the end of a page (K-JUDGE-07)."""
    words = sheet.words
    keys = [field.name for field in fields(JournalRow)]
    lines = [[getattr(entry, key) for key in keys] for entry in entries]
    paper = sheet.paper((text for line in lines for text in line), landscape=True)
    paper.add_page()
    paper.heading(words("journal"))
    empty = [[""] * len(keys)] * (-len(lines) % _JOURNAL if lines else _JOURNAL)
    widths = (15, 17, 14, 19, 24, 33, 24, 58, 28, 21, 19)
    paper.grid([words(key) for key in keys], lines + empty, widths, "CCCCLLCLLRC", 7.2)
    return paper.whole()


def table_numbers(sheet: Sheet, tables: Iterable[int]) -> bytes:
    """A tent for each table: the number to both sides when the sheet is folded (K-EVENT-06)."""
    paper = sheet.paper(landscape=True)
    paper.numbered = False
    paper.set_auto_page_break(False)
    for table in tables:
        paper.add_page()
        paper.tent(sheet.words("table"), str(table))
    return paper.whole()


def _signed(points: Fraction, thousands: bool) -> str:
    return f"{'+' if points > 0 else ''}{shown(points, thousands)}".replace("-", "−")


def _mean(row: Row) -> str:
    return "" if row.mean_place is None else f"{float(row.mean_place):.2f}"
