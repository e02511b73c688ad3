"""The refusal of the log."""

from __future__ import annotations

from club.sentences import ToldError


class LogRefusal(ToldError):  # noqa: N818 - a refusal is no error of the program
    """An entry that the log does not accept, or that cannot be drawn up; nothing was written."""
