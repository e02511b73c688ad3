"""Functions of the standard library that a test replaces for itself.

A worker keeps tables and clubs for all its tests, and they run in threads of their own: a clock that stops or
a disk that is full for the whole process stops and fills them too, and a test fails for a fault it never had.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest


def mine(patch: pytest.MonkeyPatch, module: ModuleType, **functions: Callable[..., Any]) -> None:
    """Replaces functions of `module`, but only for calls from the thread that asks for it."""
    for name, function in functions.items():
        patch.setattr(module, name, _for_this_thread(function, getattr(module, name)))


def _for_this_thread(mine: Callable[..., Any], true: Callable[..., Any]) -> Callable[..., Any]:
    thread = threading.get_ident()

    def chosen(*given: Any, **named: Any) -> Any:
        return (mine if threading.get_ident() == thread else true)(*given, **named)

    return chosen
