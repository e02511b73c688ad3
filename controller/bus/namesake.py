"""Another table of the same club and name at one broker: both write the same topics, so screens show now one,
now the other. Each hears of the other by `$status`. Pure but for the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from pydantic import ValidationError

from contract.messages import Status

AGAIN_S: Final = 30.0
"""So often a table says anew that it is here, while another one does."""
HELD_S: Final = 2.5 * AGAIN_S
"""So long another one is taken to be here after it was last heard."""


class Namesake:
    """What other runs of the service say of themselves under this table's name; `boot` names this one. Only
    what is said live counts: what the broker has retained may be the last word of a run that was killed."""

    def __init__(self, boot: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._boot = boot
        self._clock = clock
        self._until = self._next = float("-inf")

    @property
    def there(self) -> bool:
        return self._clock() < self._until

    def received(self, payload: bytes, *, retained: bool) -> bool:
        """A message of `$status`. True: this run has to say again that it is here, since another one says
        that it has ended, or that it is here, too."""
        try:
            status = Status.model_validate_json(payload)
        except ValidationError:
            return False
        if status.boot == self._boot or (status.online and retained):
            return False
        self._until = self._clock() + HELD_S if status.online else float("-inf")
        return not status.online or self.due()

    def due(self) -> bool:
        """Whether this run says again that it is here: the other one may have come after it."""
        now = self._clock()
        if now < self._next or not self.there:
            return False
        self._next = now + AGAIN_S
        return True
