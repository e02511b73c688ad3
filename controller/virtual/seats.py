"""The seat panel of the virtual players: they say words and answer lamps."""

from __future__ import annotations

import random
from typing import Final

from contract.messages.seat_panel import Button, Lamp
from controller.panel.panel import PanelSignal
from controller.virtual.gesture import Pace

READ: Final = (4.0, 7.0)
"""Seconds for reading a result before it is confirmed, at human pace."""
REST: Final = (2.0, 3.0)
"""Seconds from the wish for START to the button: everybody sees what was paid."""
GAME_REST: Final = 60.0
"""The same after a game: everybody has seen how it ended."""
AGAIN: Final = 5.0
"""A lamp that still asks after so long is answered once more."""
HUMAN: Final = Pace(1.0)
_ANSWERS: Final = {Lamp.ASK_CONFIRM: (Button.CONFIRM, READ), Lamp.ASK_START: (Button.START, REST)}


class VirtualPanel:
    """A `controller.panel.panel.Panel`. It sees the lamps and nothing else of the service."""

    def __init__(self, seed: str, pace: Pace = HUMAN, *, silent: bool = False) -> None:
        """`silent` people press nothing, but START before another game."""
        self._silent = silent
        self._previewed = False
        self._game_over = False
        self.lamps = [Lamp.OFF] * 4
        self.confirmed: set[int] = set()
        self._rng = random.Random(f"panel {seed}")
        self._pace = pace
        self._words: list[PanelSignal] = []
        self._answers: dict[int, tuple[float, Button]] = {}
        self._now = 0.0

    def show(self, seat: int, lamp: Lamp) -> None:
        if not 0 <= seat <= 3:
            raise ValueError(f"A seat is a number from 0 to 3, not {seat}.")
        if self.lamps[seat] is lamp:
            return
        self.lamps[seat] = lamp
        self._answers.pop(seat, None)
        self._previewed |= lamp is Lamp.ASK_CONFIRM
        if lamp in _ANSWERS and not (self._silent and lamp is Lamp.ASK_CONFIRM):
            button, seconds = _ANSWERS[lamp]
            self._answers[seat] = (self._now + self._pace(self._rng.uniform(*seconds)), button)
            if self._game_over:
                self._rest(seat)

    def poll(self, now: float) -> list[PanelSignal]:
        self._now = now
        out = [w for w in self._words if w.t <= now]
        self._words = [w for w in self._words if w.t > now]
        for seat, (due, button) in sorted(self._answers.items()):
            if due > now or (button is Button.START and seat != self._starter()):
                continue
            out.append(PanelSignal(seat, button, now))
            self._answers[seat] = (now + AGAIN, button)
            if button is Button.CONFIRM:
                self.confirmed.add(seat)
        return out

    def say(self, seat: int, button: Button, t: float) -> None:
        """A word of the game, to be polled from `t` on."""
        self._words.append(PanelSignal(seat, button, t))

    @property
    def silent(self) -> bool:
        """Every word has been polled."""
        return not self._words

    @property
    def paid(self) -> bool:
        """The result of the hand has been accepted by all, as far as lamps show."""
        if Lamp.ASK_START in self.lamps:
            return True
        accepted = self._previewed if self._silent else len(self.confirmed) == 4
        return accepted and Lamp.ASK_CONFIRM not in self.lamps

    def game(self, *, over: bool) -> None:
        """A game is over, or another one begins."""
        self._game_over = over
        for seat in self._answers if over else ():
            self._rest(seat)

    def _rest(self, seat: int) -> None:
        _, button = self._answers[seat]
        if button is Button.START:
            self._answers[seat] = (self._now + self._pace(GAME_REST), button)

    def next_hand(self) -> None:
        """What was accepted of the hand before is forgotten."""
        self.confirmed.clear()
        self._previewed = False

    def _starter(self) -> int:
        """One of those who are asked to start."""
        return self.lamps.index(Lamp.ASK_START)
