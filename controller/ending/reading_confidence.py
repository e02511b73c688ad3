"""How surely hands that were laid open were read, and where their pictures are, for the preview of a win."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from contract.messages import ResultView, WinView
from controller.infer.reading import CERTAIN
from controller.table.writer import Accepted
from engine.state.events import HandShown, HandStarted, WinDeclared
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation


class ReadingConfidence:
    """How surely the hand in play was read, as far as this run of the service has seen it."""

    def __init__(self) -> None:
        self._lines: defaultdict[int, list[int]] = defaultdict(list)
        self._unsure: dict[int, list[str]] = {}

    def feed(self, accepted: Accepted, seen: Callable[[], Iterable[Observation]]) -> None:
        """An event counts; `seen` gives what the eyes read in every zone at that moment."""
        event = accepted.event
        if isinstance(event, HandStarted):
            self._lines.clear()
            self._unsure.clear()
        elif isinstance(event, WinDeclared | HandShown):
            self._lines[event.seat].append(accepted.seq)
        if isinstance(event, HandShown):
            zone = (Zone.HAND, event.seat)
            tiles = [tile for each in seen() if (each.zone, each.seat) == zone for tile in each.tiles]
            doubted = [str(tile.tile) for tile in tiles if tile.tile is not None and tile.p < CERTAIN]
            own = {str(tile) for tile in event.tiles} | {str(event.win_tile)}
            self._unsure[event.seat] = [face for face in doubted if face in own]

    def on(self, result: ResultView, pictures: Callable[[Sequence[int]], list[str]]) -> ResultView:
        """The result with what is known of its winners' hands; `pictures` gives the addresses of lines."""
        wins = [self._proved(win, pictures) for win in result.wins]
        return result.model_copy(update={"wins": wins}) if wins else result

    def _proved(self, win: WinView, pictures: Callable[[Sequence[int]], list[str]]) -> WinView:
        known = {"unsure": self._unsure.get(win.seat, []), "pictures": pictures(self._lines[win.seat])}
        return win.model_copy(update=known)
