"""Why something is not accepted."""

from __future__ import annotations

from club.sentences import ToldError


class LogRefusal(ToldError):  # noqa: N818 - a refusal is no error of the program
    """What the log, or who draws up its entries, does not accept; nothing was written."""
