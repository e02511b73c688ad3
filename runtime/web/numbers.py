"""Whole numbers in addresses: as long as a database and Python take them, else nothing is there."""

from __future__ import annotations

from starlette.convertors import IntegerConvertor, register_url_convertor


class Short(IntegerConvertor):
    """A number of at most 18 digits, which fits into 64 bits."""

    regex = "[0-9]{1,18}"


def register() -> None:
    """From now on `{name:int}` of a route accepts no longer numbers; call it before routes are made."""
    register_url_convertor("int", Short())
