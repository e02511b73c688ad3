"""The printed sheet: read back as a printer reads it, the markers have their size, room and number."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration.marker_sheet import Paper, pdf, svg
from vision.calibration.markers import DICTIONARY, IDS, MARKERS, QUIET, STANDARD
from vision.calibration.surface import find_markers

Boxes = NDArray[np.float64]
"""N x 4 black rectangles in mm from the top left corner: left, top, width, height."""
PER_MM = 8
SVG = "{http://www.w3.org/2000/svg}"


def of_svg(paper: Paper) -> Boxes:
    root = ET.fromstring(svg(paper))
    width, height = paper.value
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    paths = " ".join(p.get("d", "") for p in root.iter(f"{SVG}path"))
    return np.array(re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", paths), float)


def of_pdf(paper: Paper) -> Boxes:
    text = pdf(paper).decode("ascii")
    box = re.search(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text)
    assert box is not None
    assert [float(v) * 25.4 / 72 for v in box.groups()] == pytest.approx(paper.value, abs=0.01)
    found = np.array(re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", text), float) * 25.4 / 72
    found[:, 1] = paper.value[1] - found[:, 1] - found[:, 3]
    return found


READ = {"svg": of_svg, "pdf": of_pdf}
EVERY = pytest.mark.parametrize("paper", Paper)
BOTH = pytest.mark.parametrize("read", READ.values(), ids=READ)


def printed(boxes: Boxes, paper: Paper) -> NDArray[np.uint8]:
    """The sheet at PER_MM pixels a millimetre."""
    width, height = (round(length * PER_MM) for length in paper.value)
    out = np.full((height, width, 3), 255, np.uint8)
    for x, y, w, h in boxes * PER_MM:
        out[round(y) : round(y + h), round(x) : round(x + w)] = 0
    return out


@EVERY
@BOTH
def test_every_marker_is_found_on_the_sheet_at_its_true_size(
    read: Callable[[Paper], Boxes], paper: Paper
) -> None:
    seen = find_markers(printed(read(paper), paper))
    assert sorted(seen) == sorted(IDS)
    for marker, corners in seen.items():
        edges = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T) / PER_MM
        assert edges == pytest.approx(STANDARD.by_id[marker].side, abs=0.2)
        assert corners[0][0] < corners[1][0]
        assert corners[0][1] < corners[3][1]


@EVERY
@BOTH
def test_cards_do_not_meet_and_stay_off_the_paper_s_edge(
    read: Callable[[Paper], Boxes], paper: Paper
) -> None:
    seen = find_markers(printed(read(paper), paper))
    low = {i: c.min(axis=0) / PER_MM - QUIET for i, c in seen.items()}
    high = {i: c.max(axis=0) / PER_MM + QUIET for i, c in seen.items()}
    for i, a in low.items():
        assert (a > 5.0).all()
        assert (high[i] < np.array(paper.value) - 5.0).all()
        assert all((low[j] > high[i]).any() or (high[j] < a).any() for j in low if j != i)


def test_the_modules_are_those_of_the_dictionary() -> None:
    boxes = of_svg(Paper.A4)
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    black = sum(int((cv2.aruco.generateImageMarker(book, m.id, 6) == 0).sum()) for m in MARKERS)
    assert len(boxes) == black


@EVERY
def test_the_rule_is_a_hundred_millimetres_in_both(paper: Paper) -> None:
    root = ET.fromstring(svg(paper))
    flat = [
        float(e.get("x2", 0)) - float(e.get("x1", 0))
        for e in root.iter(f"{SVG}line")
        if e.get("y1") == e.get("y2")
    ]
    assert flat[0] == pytest.approx(100.0)
    moves = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", pdf(paper).decode("ascii"))
    x1, y1, x2, y2 = (float(v) * 25.4 / 72 for v in moves[0])
    assert (x2 - x1, y2 - y1) == pytest.approx((100.0, 0.0), abs=0.001)


def test_the_words_tell_how_to_print_and_where_every_card_lies() -> None:
    words = [e.text or "" for e in ET.fromstring(svg(Paper.A4)).iter(f"{SVG}text")]
    assert any("100 %" in w for w in words)
    assert any("mid-edges" in w for w in words)
    for marker in MARKERS:
        assert f"{marker.id}: x {marker.x:.0f}, y {marker.y:.0f}" in words
        assert f"({marker.id}: x {marker.x:.0f}, y {marker.y:.0f}) Tj" in pdf(Paper.A4).decode("ascii")


def test_the_table_of_the_pdf_points_at_its_objects() -> None:
    data = pdf(Paper.A4)
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start : start + 4] == b"xref"
    places = [int(line.split()[0]) for line in data[start:].split(b"\n")[3:7]]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)
    content = data[places[3] :]
    length = int(content.split(b"/Length ", 1)[1].split()[0])
    begin = content.index(b"stream\n") + len(b"stream\n")
    assert content[begin + length :].startswith(b"\nendstream")
