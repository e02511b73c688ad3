"""The pin table as documents: by pin of the board, by connector, and one drawing per connector."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from hardware.generate.table import SUPPLIES, Connector, PinTable, Signal

_HEAD = "Generated from `pins.toml` by `python -m hardware.generate`; do not edit."
_INK = {
    "BN": "#7a4a21",
    "YE": "#e2c000",
    "GN": "#1f8a3b",
    "BU": "#1f5fbf",
    "VT": "#7a3fa0",
    "GY": "#8a8a8a",
    "WH": "#ffffff",
    "PK": "#f09bb5",
    "TQ": "#25b3b3",
    "RD": "#c81e1e",
    "OG": "#f08a1d",
    "BK": "#111111",
}


def pinout(tables: Sequence[PinTable]) -> str:
    """Every pin of each board's chip and of the shift registers with what hangs on it."""
    table = tables[0]
    shifted = sorted((s for s in table.signals if s.shifted), key=lambda s: s.pin)
    return "\n".join(
        [
            "# Pinout",
            "",
            f"{_HEAD} Pin maps: "
            + ", ".join(f"{t.board['name']} {t.hash:08X}, revision {t.board['revision']}" for t in tables)
            + ".",
            "",
            *(line for each in tables for line in _board(each)),
            "## Shift registers",
            "",
            "The same for both boards. U1 to U3: 74HC165, read once a millisecond. U4 and U5: 74HC595, off "
            "without the motor supply.",
            "",
            *_rows(("input or output", *_COLUMNS), ((s.pin, *_columns(s, table)) for s in shifted)),
            "",
            "## Axes",
            "",
            *_rows(
                ("axis", "kind", "lane", "low end", "high end", "enable", "what"),
                (
                    (a.name, a.kind, _text(a.lane), _text(a.low), _text(a.high), _text(a.enable), a.what)
                    for a in table.axes
                ),
            ),
            "",
        ]
    )


_COLUMNS = ("signal", "direction", "active", "pull", "safe", "function", "contact", "axis")


def _board(table: PinTable) -> list[str]:
    chip = table.chip
    direct = sorted((s for s in table.signals if not s.shifted), key=lambda s: _order(s.place))
    pulls = "Pull-ups of the inputs: the chip's own." if chip.own_pulls else _ADAPTER
    return [
        f"## {table.board['name']} ({len(direct)} of {chip.pins} pins)",
        "",
        f"{table.board['chip']}, {table.board['clock_hz'] // 1_000_000} MHz. {pulls} All other pulls are "
        "resistors on the board: in reset, and without a program, every pin floats and they alone keep "
        "everything off.",
        "",
        *_rows(("board", "chip", *_COLUMNS), ((s.place, s.pin, *_columns(s, table)) for s in direct)),
        "",
    ]


_ADAPTER = (
    "3.3 V: [its adapter](power.md#the-adapter-of-a-nucleo-f429zi) is between it and the connectors, with a "
    "pull-up of 10 kOhm to 3.3 V and 1 kOhm in series at each input: a pin bears 5 V only while the chip's "
    "own pulls are off."
)


def wiring(tables: Sequence[PinTable]) -> str:
    """Every connector with its contacts and colours."""
    names = " / ".join(table.board["name"] for table in tables)
    lines = [
        *("# Wiring", "", f"{_HEAD} Colours: IEC 60757. No cable has been made.", ""),
        "Signals 0.25 mm² (AWG 24), +5 V and GND 0.34 mm² (AWG 22), 1.5 m at most [E]; GND in each bundle.",
        f"Pins of the chip: {names}; one where both boards have the same shift register.",
        "The motor rail and the motors have connectors that are not in this table: [power.md](../power.md).",
        "",
    ]
    for connector in tables[0].connectors:
        lines += [
            f"## {connector.name}: {connector.what}",
            "",
            f"{connector.part}. Drawing: [{connector.name}.svg]({connector.name}.svg)",
            "",
            *_rows(("contact", "wire", "carries", "chip", "far end"), _contacts(connector, tables)),
            "",
        ]
    return "\n".join(lines)


def drawing(connector: Connector, tables: Sequence[PinTable]) -> str:
    """One connector as SVG: contact, wire in its colour, signal, pin of the chip and far end."""
    rows = list(_contacts(connector, tables))
    height = 90 + 34 * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" '
        'font-family="sans-serif" font-size="15">',
        f'<rect width="900" height="{height}" fill="#f4f1ea"/>',
        f'<text x="30" y="40" font-size="20">{connector.name}: {escape(connector.what)} '
        f"({escape(connector.part)})</text>",
        f'<rect x="30" y="60" width="90" height="{height - 80}" fill="#fff" stroke="#333" stroke-width="2"/>',
    ]
    for n, (contact, wire, carries, chip, far) in enumerate(rows):
        y = 85 + 34 * n
        parts += [
            f'<circle cx="100" cy="{y}" r="7" fill="#ddd" stroke="#333"/>',
            f'<text x="45" y="{y + 5}">{contact}</text>',
            f'<path d="M108 {y}H330" stroke="#333" stroke-width="8"/>',
            f'<path d="M108 {y}H330" stroke="{_INK[wire]}" stroke-width="5"/>',
            f'<text x="200" y="{y - 6}" font-size="11">{wire}</text>',
            f'<text x="345" y="{y + 5}">{escape(carries)}</text>',
            f'<text x="520" y="{y + 5}" fill="#555">{escape(chip)}</text>',
            f'<text x="610" y="{y + 5}" font-size="11" fill="#555">{escape(far)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _contacts(connector: Connector, tables: Sequence[PinTable]) -> Iterator[tuple[str, str, str, str, str]]:
    """Contact, colour, what it carries, pin of the chip and what is at the other end."""
    signals = {s.contact: s for s in tables[0].signals if s.plug == connector.name}
    for n in range(1, connector.contacts + 1):
        if n in connector.power:
            supply = connector.power[n]
            yield str(n), SUPPLIES[supply], supply, "", ""
        elif n in signals:
            s = signals[n]
            pins = dict.fromkeys(table.signal(s.name).pin for table in tables)
            yield str(n), s.wire, s.name, " / ".join(pins), s.sensor or s.sim


def _columns(s: Signal, table: PinTable) -> tuple[str, ...]:
    return s.name, s.direction, s.active, s.pull, s.safe, table.function(s), s.at, s.axis or ""


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return lines + [f"| {' | '.join(row)} |" for row in rows]


def _order(place: str) -> tuple[str, int, int]:
    """A board's names in their order: A2 before A10 before D0, CN11.2 before CN12.1."""
    letters, *numbers = re.findall(r"[A-Z]+|\d+", place)
    first, second = (*map(int, numbers), 0)[:2]
    return letters, first, second


def _text(value: object) -> str:
    return "" if value is None else str(value)
