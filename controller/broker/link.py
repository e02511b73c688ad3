"""Links that sign a browser in with the account of a device."""

from __future__ import annotations

from typing import Final

import click

from contract.roles import Role
from controller.broker.accounts import Account

PAGES: Final = {
    Role.SEAT: "seat.html?seat={seat}&",
    Role.REFEREE: "referee.html?",
    Role.WALL: "wall.html?",
    Role.OVERLAY: "overlay.html?",
}
"""What a device of a role opens; the others open the table screen."""
DEFAULT_PAGE: Final = "table.html?"


def signed_link(page: str, named: Account, secret: str) -> str:
    """What a device of the account opens once. The secret stands in the fragment, which a browser keeps to
    itself: it is in no request and in no log of a server."""
    base = page.partition("#")[0]
    if "://" not in base:
        base = f"http://{base}"
    if not base.partition("?")[0].endswith(".html"):
        base = base.rstrip("/") + "/" + PAGES.get(named.role, DEFAULT_PAGE).format(seat=named.seat)
    joint = "" if base[-1] in "?&" else "&" if "?" in base else "?"
    return f"{base}{joint}device={named.name}#key={secret}"


def show_link(address: str) -> None:
    """On the terminal, with its picture for a telephone."""
    import segno  # noqa: PLC0415 - only where a link is shown

    click.echo(f"link      {address}")
    segno.make(address, micro=False).terminal(compact=True)
