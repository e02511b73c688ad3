"""The pin table as documents: by pin of the board, by connector, and one drawing per connector."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


def pinout(table: PinTable) -> str:
    """Every pin of chip and shift registers with what hangs on it."""
    direct = sorted((s for s in table.signals if not s.shifted), key=lambda s: _order(s.arduino))
    shifted = sorted((s for s in table.signals if s.shifted), key=lambda s: s.pin)
    heads = ("signal", "direction", "active", "pull", "safe", "function", "contact", "axis")
    return "\n".join(
        [
            "# Pinout",
            "",
            f"{_HEAD} Pin map {table.hash:08X}, revision {table.board['revision']}.",
            "",
            f"## {table.board['name']} ({len(direct)} of 70 pins)",
            "",
            *_rows(("board", "chip", *heads), ((s.arduino, s.pin, *_columns(s)) for s in direct)),
            "",
            "## Shift registers",
            "",
            "U1 to U3: 74HC165, read once a millisecond. U4 and U5: 74HC595, off without the motor supply.",
            "",
            *_rows(("input or output", *heads), ((s.pin, *_columns(s)) for s in shifted)),
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


def wiring(table: PinTable) -> str:
    """Every connector with its contacts and colours."""
    lines = [
        *("# Wiring", "", f"{_HEAD} Colours: IEC 60757. No cable has been made.", ""),
        "Signals 0.25 mm² (AWG 24), +5 V and GND 0.34 mm² (AWG 22), 1.5 m at most [E]; GND in each bundle.",
        "The motor rail and the motors have connectors that are not in this table: [power.md](../power.md).",
        "",
    ]
    for connector in table.connectors:
        lines += [
            f"## {connector.name}: {connector.what}",
            "",
            f"{connector.part}. Drawing: [{connector.name}.svg]({connector.name}.svg)",
            "",
            *_rows(("contact", "wire", "carries", "chip", "far end"), _contacts(connector, table)),
            "",
        ]
    return "\n".join(lines)


def drawing(connector: Connector, table: PinTable) -> str:
    """One connector as SVG: contact, wire in its colour, signal, pin of the chip and far end."""
    rows = list(_contacts(connector, table))
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


def _contacts(connector: Connector, table: PinTable) -> Iterator[tuple[str, str, str, str, str]]:
    """Contact, colour, what it carries, pin of the chip and what is at the other end."""
    signals = {s.contact: s for s in table.signals if s.plug == connector.name}
    for n in range(1, connector.contacts + 1):
        if n in connector.power:
            supply = connector.power[n]
            yield str(n), SUPPLIES[supply], supply, "", ""
        elif n in signals:
            s = signals[n]
            yield str(n), s.wire, s.name, s.pin, s.sensor or s.sim


def _columns(s: Signal) -> tuple[str, ...]:
    return s.name, s.direction, s.active, s.pull, s.safe, s.function, s.at, s.axis or ""


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return lines + [f"| {' | '.join(row)} |" for row in rows]


def _order(arduino: str) -> tuple[str, int]:
    return re.sub(r"\d", "", arduino), int(arduino[1:])


def _text(value: object) -> str:
    return "" if value is None else str(value)
