"""The log for others: without names of accounts and without what people wrote in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from club.log.events.base import ACCOUNT, FREE
from club.log.events.entry import LogEntry


def exported(entries: Iterable[LogEntry]) -> Iterator[dict[str, Any]]:
    """The entries as JSON objects in their order.

    Accounts are numbered as they appear. `hash` is the one of the log: with what is left out it cannot be
    computed, and shows only which entry of the log this is.
    """
    accounts: dict[str, str] = {}
    for entry in entries:
        yield {
            "seq": entry.seq,
            "ts_ms": entry.ts_ms,
            "by": _numbered(entry.by, accounts),
            "event": _plain(entry.event, accounts),
            "hash": entry.hash,
        }


def _numbered(account: str, accounts: dict[str, str]) -> str:
    return accounts.setdefault(account, f"account-{len(accounts) + 1}")


def _plain(model: BaseModel, accounts: dict[str, str]) -> dict[str, Any]:
    out = model.model_dump(mode="json")
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if _marked(field, FREE):
            del out[name]
        elif _marked(field, ACCOUNT):
            out[name] = (
                _numbered(value, accounts)
                if isinstance(value, str)
                else [_numbered(each, accounts) for each in value]
            )
        elif isinstance(value, BaseModel):
            out[name] = _plain(value, accounts)
        elif isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            out[name] = [_plain(each, accounts) for each in value]
    return out


def _marked(field: FieldInfo, mark: str) -> bool:
    """Whether the field, or what it is a tuple or an alternative of, carries the mark."""
    inner = (kind for kind in get_args(field.annotation) if hasattr(kind, "__metadata__"))
    return mark in field.metadata or any(mark in kind.__metadata__ for kind in inner)
