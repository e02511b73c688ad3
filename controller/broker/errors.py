"""What keeps a table from its broker."""

from __future__ import annotations


class BrokerError(Exception):
    """No broker can be had; the message says what to do."""
