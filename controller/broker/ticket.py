"""The ticket that lets browsers of the table's own computer in, where programs of the same user find it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

from controller.broker.accounts import Account
from controller.broker.errors import BrokerError
from runtime.secret import write_secret

FILE: Final = "here"
"""Beside the accounts: the address of the pages, the ticket, and the page of the computer's own screen. A
shell reads it, too (`controller.appliance.kiosk`)."""
HERE: Final = "house-here-"
"""How the names of accounts begin that were given for a ticket; the second of 1970 follows."""
MOST: Final = 32
"""Browsers of one computer: the oldest account goes when there are more."""
FIRST_PAGE: Final = "table.html"


def put_ticket(folder: Path, page: str, ticket: str, first: str = FIRST_PAGE) -> Callable[[], None]:
    """Keeps where the pages are, their ticket, and which is the `first`; call what is given back when the
    service ends."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    write_secret(path, f"{page} {ticket} {first}\n")
    return lambda: path.unlink(missing_ok=True)


def link_to(folder: Path, page: str | None = FIRST_PAGE) -> str:
    """The address of a page that lets a browser of this computer in; None: of the first on its own screen.
    BrokerError where no table runs."""
    try:
        base, ticket, first = (folder / FILE).read_text("utf-8").split()
    except (OSError, ValueError) as error:
        raise BrokerError(
            f"No table runs with the data in {folder.parent}: start one with `jantaku run`, or name its "
            "configuration with --config."
        ) from error
    return here_link(base, ticket, page or first)


def here_link(base: str, ticket: str, page: str = FIRST_PAGE) -> str:
    """The same of a table whose address and ticket are known. The ticket stands in the fragment, which a
    browser keeps to itself."""
    return f"{urljoin(base, page)}#here={ticket}"


def oldest(accounts: Iterable[Account]) -> list[str]:
    """The names of those that must go before another one is made."""
    names = sorted(account.name for account in accounts if account.name.startswith(HERE))
    return names[: len(names) - MOST + 1] if len(names) >= MOST else []
