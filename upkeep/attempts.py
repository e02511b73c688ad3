"""A table or a hub that cannot begin is tried again, and its web door says why it does not."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from runtime.logs import struck
from runtime.notify import MANAGER
from upkeep.finding import Finding
from upkeep.safe_door import SafeDoor

LEAST_S: Final = 5.0
"""Between two attempts, so that a person can read the page and press its button."""
SHARE: Final = 10.0
"""So many times as long as an attempt lasted: nine tenths of the computer's time are for the page."""
BEGINNING_S: Final = 300.0
"""An attempt that lasts longer hangs."""
T = TypeVar("T")
Door = TypeVar("Door", bound=SafeDoor)


def begun(
    begin: Callable[[Door | None], T],
    final: Callable[[Exception], bool],
    door: Callable[[], Door],
    examine: Callable[[], Sequence[Finding]],
    say: Callable[[str, str], None],
    safe: Door | None = None,
) -> T:
    """What `begin` gives in the end; an error that is `final` is raised, each other waits at the `door`.

    `examine` is the doctor; `say` gets each sentence once, with the address of the page. `safe` is a door
    that is open already. WebError.
    """
    said = ""
    try:
        while True:
            at = time.monotonic()
            MANAGER.begins("It is being put together.", BEGINNING_S)
            try:
                return begin(safe)
            except Exception as error:
                if final(error):
                    raise
                sentence = struck(str(error))
            lasted = time.monotonic() - at
            if safe is None or not safe.open:
                safe = door()
            if sentence != said:
                say(sentence, safe.url)
                said = sentence
            safe.show(sentence, examine())
            pause = max(LEAST_S, SHARE * lasted)
            MANAGER.stands(sentence, pause + BEGINNING_S)
            safe.wait(pause)
    finally:
        if safe is not None:
            safe.close()
