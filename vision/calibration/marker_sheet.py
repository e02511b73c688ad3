"""The sheet of cards with the mat's markers, to print at true size and to cut out: SVG or PDF.

Both writers draw the same shapes, so what is tested in one is what the other prints. Lengths are
millimetres from the sheet's top left corner, y downwards; the PDF is written by hand, since
filled rectangles, lines and words in one of the fonts that every reader has are all it needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final
from xml.sax.saxutils import escape

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.markers import DICTIONARY, QUIET, STANDARD, Marker, Plan

MODULES: Final = 6
"""Black border and bits of a 4x4 marker along one side."""
MARGIN: Final = 8.0
"""What printers leave white, with some to spare."""
GAP: Final = 3.0
LABEL: Final = 4.5
"""Under each card, for its number and place."""
RULE: Final = 100.0
POINT: Final = 72 / 25.4
"""Points of PDF in a millimetre."""
GREY: Final = 0.6


class Paper(Enum):
    """Width and height of a sheet, upright, in mm (ISO 216)."""

    A4 = (210.0, 297.0)
    A3 = (297.0, 420.0)


@dataclass(frozen=True, slots=True)
class Black:
    """Black rectangles (left, top, width, height), filled at once: no hair of white where two touch."""

    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class HairLine:
    """A hair line; `grey` 0 black to 1 white."""

    x1: float
    y1: float
    x2: float
    y2: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Plain ASCII words, `size` mm high, beginning at x on the base line y, or with x in their middle."""

    x: float
    y: float
    words: str
    size: float = 3.0
    middle: bool = False
    grey: float = 0.0


Shape = Black | HairLine | Text

HOW: Final = (
    "Print at 100 % (not fitted to the page) and measure the rule above: it must be 100 mm long.",
    "Cut along the lines: the white edge belongs to the card.",
    "Lay each card flat with its middle at x, y (mm from the middle of the mat; x to the right and y away",
    "from the seat at the bottom of the camera's picture), its small number towards that seat:",
    "four between the ponds, four around the centre, eight on the wooden rim at its corners and mid-edges.",
    "The cards of the rim touch the edge of the field. They suffice alone, as do any four that lie apart.",
)


def bits(marker: int) -> NDArray[np.bool_]:
    """MODULES x MODULES, True where the marker is black, from its top left."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return np.asarray(cv2.aruco.generateImageMarker(book, marker, MODULES) == 0)


def sheet(paper: Paper, plan: Plan = STANDARD) -> list[Shape]:
    """Everything on the sheet: the check rule, the words, the cards and the plan of the mat."""
    width, height = paper.value
    shapes = _rule(MARGIN, MARGIN + 4)
    y = MARGIN + 12.0
    for line in HOW:
        shapes.append(Text(MARGIN, y, line, 3.2))
        y += 4.6
    x, row = MARGIN, 0.0
    for marker in sorted(plan.markers, key=lambda m: (-m.side, m.id)):
        side = marker.side + 2 * QUIET
        if x + side > width - MARGIN:
            x, y, row = MARGIN, y + row + LABEL, 0.0
        shapes += _card(marker, x, y)
        x, row = x + side + GAP, max(row, side)
    y += row + LABEL + GAP
    return shapes + _plan(plan, MARGIN, y, min(width - 2 * MARGIN, height - MARGIN - y))


def _rule(x: float, y: float) -> list[Shape]:
    ticks = [
        HairLine(x + mm, y, x + mm, y - (3.0 if mm % 50 == 0 else 1.5)) for mm in np.arange(0, RULE + 1, 10.0)
    ]
    return [HairLine(x, y, x + RULE, y), *ticks, Text(x + RULE + 3, y, f"{RULE:.0f} mm", 3.2)]


def _card(marker: Marker, x: float, y: float) -> list[Shape]:
    """The card with its cut lines at (x, y), its number within the white edge, its place below."""
    side, module = marker.side + 2 * QUIET, marker.side / MODULES
    black = np.argwhere(bits(marker.id)).tolist()
    left, top = x + QUIET, y + QUIET
    boxes = tuple((left + i * module, top + j * module, module, module) for j, i in black)
    shapes: list[Shape] = [Black(boxes), *_frame(x, y, side)]
    shapes.append(Text(x + side / 2, y + side - 0.6, str(marker.id), 2.0, middle=True, grey=GREY))
    place = f"{marker.id}: x {marker.x:.0f}, y {marker.y:.0f}"
    shapes.append(Text(x + side / 2, y + side + 3.0, place, 2.6, middle=True))
    return shapes


def _frame(x: float, y: float, side: float, grey: float = GREY) -> list[HairLine]:
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    return [HairLine(*a, *b, grey) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


def _plan(plan: Plan, x: float, y: float, side: float) -> list[Shape]:
    """The mat with its rim, and the cards' numbers where they lie."""
    rim = plan.marker + 2 * QUIET
    half = plan.field / 2 + rim
    scale = side / (2 * half)
    shapes: list[Shape] = [*_frame(x, y, side, 0.0)]
    shapes += _frame(x + rim * scale, y + rim * scale, plan.field * scale, 0.0)
    for marker in plan.markers:
        cx, cy = x + (half + marker.x) * scale, y + (half - marker.y) * scale
        card = (marker.side + 2 * QUIET) * scale
        shapes += _frame(cx - card / 2, cy - card / 2, card)
        shapes.append(Text(cx, cy + 0.8, str(marker.id), 2.2, middle=True))
    return [*shapes, Text(x + side / 2, y + side - rim * scale - 1.5, "seat 0", 2.6, middle=True)]


def svg(paper: Paper, plan: Plan = STANDARD) -> str:
    """The sheet as a picture of true size."""
    width, height = paper.value
    body = "\n".join(_svg_shape(shape) for shape in sheet(paper, plan))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, Arial, sans-serif">\n'
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _svg_shape(shape: Shape) -> str:
    match shape:
        case Black(boxes):
            path = " ".join(f"M{x:.4f} {y:.4f}h{w:.4f}v{h:.4f}h{-w:.4f}z" for x, y, w, h in boxes)
            return f'<path d="{path}"/>'
        case HairLine(x1, y1, x2, y2, grey):
            ends = f'x1="{x1:.4f}" y1="{y1:.4f}" x2="{x2:.4f}" y2="{y2:.4f}"'
            return f'<line {ends} stroke="{_hex(grey)}" stroke-width="0.1"/>'
        case Text(x, y, words, size, middle, grey):
            anchor = ' text-anchor="middle"' if middle else ""
            where = f'x="{x:.3f}" y="{y:.3f}" font-size="{size:g}" fill="{_hex(grey)}"'
            return f"<text {where}{anchor}>{escape(words)}</text>"


def _hex(grey: float) -> str:
    return "#" + f"{round(255 * grey):02x}" * 3


def pdf(paper: Paper, plan: Plan = STANDARD) -> bytes:
    """The sheet as a document of one page (PDF 1.4)."""
    width, height = (length * POINT for length in paper.value)
    drawing = "\n".join(_pdf_shape(shape, paper.value[1]) for shape in sheet(paper, plan)).encode("ascii")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.4f %.4f] /Contents 4 0 R "
        b"/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
        % (width, height),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawing), drawing),
    )
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % count
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(out))
    return out + head + table + tail


def _pdf_shape(shape: Shape, height: float) -> str:
    """Drawing operators; PDF counts points upwards from the bottom left."""
    match shape:
        case Black(boxes):
            corners = ((x, height - y - h, w, h) for x, y, w, h in boxes)
            return "\n".join(" ".join(f"{v * POINT:.4f}" for v in box) + " re" for box in corners) + " f"
        case HairLine(x1, y1, x2, y2, grey):
            start = f"{x1 * POINT:.4f} {(height - y1) * POINT:.4f} m"
            end = f"{x2 * POINT:.4f} {(height - y2) * POINT:.4f} l S"
            return f"{0.1 * POINT:.4f} w {grey:g} G {start} {end}"
        case Text(x, y, words, size, middle, grey):
            left = x - (_length(words) * size / 2 if middle else 0.0)
            safe = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            at = f"{left * POINT:.4f} {(height - y) * POINT:.4f}"
            return f"{grey:g} g BT /F {size * POINT:.4f} Tf {at} Td ({safe}) Tj ET 0 g"


def _length(words: str) -> float:
    """The width of words in Helvetica of size 1, near enough to centre a number under its card."""
    return sum(0.278 if c in " :,.-" else 0.556 for c in words)
