"""A document of forms: pages, headings, tables; the look of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from club.forms.fonts import DIRECTORIES, found, needed
from club.forms.words import Words

_SMALL: Final = 9.0
HEAD_SIZE: Final = 8.0
PADDING: Final = 1.2
_SHADE: Final = (238, 238, 238)
_GREY: Final = (110, 110, 110)
_PLACES: Final = (0.11, 0.65, 0.24)
"""Shares of the width of a poster: place, name, points."""
_LARGEST: Final = 26.0
_LEAST: Final = 13.0
"""The type of a poster, in points."""
_LINE: Final = 1.5
_POINT: Final = 25.4 / 72
_GAP: Final = 6.0


class Paper(FPDF):
    """A4 pages. The fonts are chosen for `texts`, all that is printed; FontMissingError if one is missing.

    `made` is the time of creation in the file, so that equal forms are equal files.
    """

    def __init__(
        self,
        words: Words,
        event: str,
        texts: Iterable[str],
        made: datetime,
        landscape: bool = False,
        directories: Sequence[Path] = DIRECTORIES,
    ) -> None:
        super().__init__(orientation="landscape" if landscape else "portrait", format="A4")
        self.words = words
        self.event = event
        self.numbered = True
        fonts = needed((*texts, event, words("player"), words("total")))
        for font in fonts:
            regular, bold = found(font, directories)
            self.add_font(font.family, "", regular)
            self.add_font(font.family, "B", bold)
        # A page in Japanese looks of one piece when its digits are of the same font.
        names = [font.family for font in fonts]
        names.sort(key=lambda name: (words.language == "ja") != name.endswith("JP"))
        self.main, *fallback = names
        self.set_fallback_fonts(fallback, exact_match=False)
        self.set_font(self.main, size=_SMALL)
        self.set_margins(12, 12)
        self.set_auto_page_break(True, 16)
        self.set_creation_date(made)
        self.set_title(event)
        self.set_lang(words.language)

    def footer(self) -> None:
        """The event and the number of the page."""
        if not self.numbered:
            return
        self.set_y(-12)
        self.set_font(self.main, size=8)
        self.set_text_color(*_GREY)
        width = self.epw / 2
        self.cell(width, 6, self.event)
        page = self.words("page", n=self.page_no(), all="{nb}")
        self.cell(width, 6, page, align=Align.R)
        self.set_text_color(0)

    def heading(self, title: str, beside: str = "") -> None:
        """The title of a form, and what stands at its right."""
        self.set_font(self.main, "B", 16)
        self.cell(self.epw * 0.62, 10, title)
        self.set_font(self.main, "B", 13)
        self.cell(0, 10, beside, align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(self.main, size=_SMALL)
        self.ln(1)

    def text_line(self, text: str) -> None:
        """A line of text."""
        self.cell(0, 7, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def grid(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str]],
        widths: Sequence[float],
        align: str,
        height: float = 6.5,
        shaded: bool = True,
    ) -> None:
        """A table whose head is repeated on every page; `widths` are proportions, `align` has a
        letter a column: L, C or R."""
        bold = FontFace(emphasis="BOLD", size_pt=HEAD_SIZE, fill_color=_SHADE)
        with self.table(
            width=self.epw,
            col_widths=tuple(widths),
            text_align=tuple(Align[letter] for letter in align),
            line_height=4.6,
            min_row_height=height,
            headings_style=bold,
            borders_layout=TableBordersLayout.ALL,
            cell_fill_color=(248, 248, 248) if shaded else None,
            cell_fill_mode="EVEN_ROWS" if shaded else "NONE",
            padding=(0.6, PADDING),
        ) as table:
            table.row(head)
            for row in rows:
                table.row(row)

    def tent(self, word: str, number: str) -> None:
        """A page to be folded in the middle, with the number towards both sides."""
        middle = self.h / 2
        self.set_draw_color(*_GREY)
        self.set_dash_pattern(2, 2)
        self.line(0, middle, self.w, middle)
        self.set_dash_pattern()
        for turn in (0, 180):
            with self.rotation(turn, self.w / 2, middle):
                self.set_xy(0, middle + 4)
                self.set_font(self.main, "B", 22)
                self.cell(self.w, 12, word, align=Align.C, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
                self.set_x(0)
                self.set_font(self.main, "B", 220)
                self.cell(self.w, 80, number, align=Align.C)

    def banner(self, text: str, size: float) -> None:
        """A line in the middle, smaller where it would be wider than the page."""
        self._fit(text, size, self.epw, "B")
        self.cell(0, self.font_size * 1.5, text, align=Align.C, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def places(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Place, name and points of everybody, as large as fills the page and lets names stand on one line;
        the first three places in bold. Type stays legible in a hall: what does not fit goes on to the next
        page."""
        room = self.h - self.b_margin - self.get_y()
        columns = [self.epw * share for share in _PLACES]
        height = min(room / max(len(rows), 1), _LARGEST * _LINE * _POINT)
        self.set_font(self.main, "B", _LARGEST)
        widest = max((self.get_string_width(name) for _, name, _ in rows), default=0.0)
        fits = _LARGEST * (columns[1] - _GAP) / max(widest, 1.0)
        size = max(min(height / (_LINE * _POINT), fits), _LEAST)
        height = max(height, size * _LINE * _POINT)
        self.set_draw_color(*_GREY)
        self.c_margin = _GAP / 2
        for row in rows:
            if self.get_y() + height > self.h - self.b_margin + 0.01:
                self.add_page()
            for text, width, align in zip(row, columns, (Align.R, Align.L, Align.R), strict=True):
                self._fit(text, size, width - _GAP, "B" if int(row[0]) <= 3 else "")
                self.cell(width, height, text, align=align, border="B")
            self.ln(height)

    def _fit(self, text: str, size: float, width: float, style: str) -> None:
        """The font in this size, or in the one in which the text is as wide as there is room."""
        self.set_font(self.main, style, size)
        wide = self.get_string_width(text)
        if wide > width:
            self.set_font(self.main, style, size * width / wide)

    def whole(self) -> bytes:
        """The file."""
        return bytes(self.output())
