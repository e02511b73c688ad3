"""The little that inference remembers between two looks; after a restart it starts empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from contract.messages.seat_panel import Button
from controller.panel.panel import DECLARATIONS, PanelSignal
from engine.state.hand import Game, Hand, Riichi
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation

WORD_SETTLES: Final = 1.0
"""Seconds after which a word is believed: the tile it is about may have been laid just before the
button was pressed and must first lie still long enough for the eyes."""
WORD_LAPSES: Final = 10.0
"""Seconds after which a word that fits nothing is given up."""
MOST: Final = 400
"""Observations and words at most: half a hand. Where more came, nothing is gone through."""
_SOON: Final = 1e-3
"""Seconds before the next observation at which all is as it was, and as old as it became."""

Given = Observation | PanelSignal


class Words:
    """What players said by button and the state does not show yet."""

    def __init__(self) -> None:
        self._said: dict[tuple[int, Button], float] = {}
        self._spoken: set[tuple[int, Button]] = set()

    def put(self, signal: PanelSignal, *, implied: bool = False) -> None:
        """`implied`: no button said it, the tiles did."""
        key = signal.seat, signal.button
        if signal.button in DECLARATIONS:
            self._said.setdefault(key, signal.t)
            if not implied:
                self._spoken.add(key)

    def said(self, seat: int, button: Button) -> bool:
        return (seat, button) in self._said

    def implied(self, seat: int, button: Button) -> bool:
        """Whether the tiles said it last, and no button; of a word that was accepted, too."""
        return (seat, button) not in self._spoken

    def since(self, seat: int, button: Button) -> float | None:
        """When it was said, in seconds; None if it was not."""
        return self._said.get((seat, button))

    def settled(self, seat: int, button: Button, now: float, after: float = WORD_SETTLES) -> bool:
        said = self._said.get((seat, button))
        return said is not None and now - said >= after

    def seats(self, button: Button) -> list[int]:
        """Who said it, in the order of time."""
        found = sorted((t, seat) for (seat, said), t in self._said.items() if said is button)
        return [seat for _, seat in found]

    def drop(self, seat: int, button: Button) -> None:
        self._said.pop((seat, button), None)

    def forget(self) -> None:
        self._said.clear()
        self._spoken.clear()

    def fulfilled(self, game: Game) -> None:
        """Gives up what the state shows already; a word counts until its event was accepted."""
        for seat, button in list(self._said):
            if game.hand is None or _shows(game.hand, seat, button):
                self.drop(seat, button)

    def lapsed(self, now: float) -> list[tuple[int, Button]]:
        """Words that somebody said and that fitted nothing for too long; they are forgotten."""
        old = [key for key, t in self._said.items() if now - t >= WORD_LAPSES]
        for key in old:
            del self._said[key]
        return [key for key in old if key in self._spoken]


def _shows(hand: Hand, seat: int, button: Button) -> bool:
    me = hand.seats[seat]
    if button is Button.RIICHI:
        return me.riichi is not Riichi.NO or me.ready is not None
    if button in (Button.RON, Button.TSUMO):
        return hand.wins_by(seat)
    if button is Button.NOTEN:
        return me.noten or me.shown is not None
    return hand.aborted_by == seat


class Timers:
    """For how long something has lasted without a break, by name."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._raised: set[str] = set()
        self._now = 0.0

    def begin(self, now: float) -> None:
        self._since = {key: t for key, t in self._since.items() if key in self._raised}
        self._raised = set()
        self._now = now

    def age(self, key: str, since: float | None = None) -> float:
        """Seconds that it has been so; `since`: it is known to have begun then, before anybody asked."""
        self._raised.add(key)
        return self._now - self._since.setdefault(key, self._now if since is None else min(since, self._now))


class Past:
    """What was seen and said while no hand was followed: the content of every zone before the first discard,
    and all that came since.

    A hand that nobody saw begin is followed by it, in its order: calls and discards that lie side by side do
    not say which came first.
    """

    def __init__(self) -> None:
        self._before: dict[tuple[Zone, int], Observation] = {}
        self._since: list[Given] = []
        self._laid: set[int] = set()
        """Seats whose pond is not empty."""

    @property
    def before(self) -> tuple[Observation, ...]:
        """The zones as they were before the first of the discards that lie there was laid down."""
        return tuple(self._before.values())

    @property
    def fresh(self) -> bool:
        """Whether all discards that lie there were laid down since the ponds were empty, and what came since
        is kept. Else some may be of the last hand."""
        return bool(self._laid) and not any(o.tiles for o in self.before if o.zone is Zone.POND)

    def put(self, given: Given, *, followed: bool) -> None:
        """`followed`: what it shows becomes events at once."""
        if isinstance(given, Observation) and given.zone is Zone.POND:
            (self._laid.add if given.tiles else self._laid.discard)(given.seat)
        self._since.append(given)
        if followed or not self._laid or len(self._since) > MOST:
            self._before.update({(o.zone, o.seat): o for o in self._since if isinstance(o, Observation)})
            self._since.clear()

    def moments(self, now: float) -> Iterator[tuple[Given, tuple[float, ...]]]:
        """What came since, with the times (s) at which to look: when it came, and just before more came."""
        for n, given in enumerate(self._since):
            until = self._since[n + 1].t - _SOON if n + 1 < len(self._since) else now
            yield given, (given.t, until) if until > given.t else (given.t,)
