"""Who plays the next game and by which rules, where the people of the table choose it themselves.

It lies in the journal of the game that it became. A club's assignment comes first (`club_link.assignment`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Final

from contract.messages import GameBody, Name
from contract.stored.codec import Json
from controller.broker.accounts import AccountError
from controller.broker.errors import BrokerError
from controller.broker.phones import Phones
from controller.club_link.assignment import Assignment
from controller.club_link.playable import unplayable
from controller.people.host_book import MOST, Book, BookError
from controller.sentences.refusals import Refusal
from controller.table.journal import Record
from controller.table.writer import Table
from engine.rules.presets import plain
from engine.rules.ruleset import Ruleset
from engine.state.events import GameStarted
from engine.state.hand import Game

NAMES: Final[frozenset[Name]] = frozenset(
    ("game.set", "game.end", "evening.end", "player.keep", "player.forget", "power")
)
"""The commands of a host."""
SET: Final = "set"
"""The note that somebody has chosen who plays this game."""
Draw = Callable[[Sequence[str]], list[str]]


def drawn_seats(names: Sequence[str]) -> list[str]:
    """The names in an order of which each is equally likely, by the randomness of the computer's system."""
    return SystemRandom().sample(list(names), len(names))


def usual_of(announced: GameStarted) -> str:
    """Names the rules that are a table's own: what was chosen holds as long as they do."""
    rules = json.dumps([announced.preset, plain(announced.options)], sort_keys=True)
    return hashlib.sha256(rules.encode()).hexdigest()[:16]


class Hosting:
    """`book` is what the table remembers; `watched`: a camera follows the hands; `phones` have an account
    for an evening, None: another broker keeps the accounts."""

    def __init__(
        self,
        book: Book,
        assignment: Assignment,
        *,
        watched: bool = True,
        draw: Draw = drawn_seats,
        phones: Phones | None = None,
    ) -> None:
        self._phones = phones
        self.book = book
        self._assignment = assignment
        self._watched = watched
        self._draw = draw
        self.drawn = False
        """The table has drawn the seats of the game that is played."""

    def restore(self, records: Sequence[Record]) -> None:
        """Restores the choice from the journal of the game."""
        said = [record.body for record in records if record.kind == SET]
        self.drawn = bool(said and said[-1].get("drawn"))

    def refuses(self, body: GameBody, table: Table, *, idle: bool) -> Refusal | None:
        """Why these cannot play the next game now; `idle`: no hand is being prepared."""
        game = table.game
        assert isinstance(game, Game)
        if (why_not := self._unfit(body)) is not None:
            return why_not
        if self._assignment.chosen_elsewhere:
            return Refusal("club_says")
        if not game.finished and (game.history or game.in_play is not None):
            return Refusal("end_first", hands=len(game.history))
        if body.after not in (None, table.name):
            return Refusal("set_meanwhile")
        return None if idle else Refusal("hand_prepared")

    def _unfit(self, body: GameBody) -> Refusal | None:
        twice = next((name for name in body.players if body.players.count(name) > 1), None)
        if twice is not None:
            return Refusal("same_name", name=twice)
        try:
            rules = Ruleset.preset(body.preset, body.options)
        except (ValueError, TypeError) as error:
            return Refusal("unplayable", detail=str(error))
        return unplayable(rules, watched=self._watched)

    def seated(self, body: GameBody) -> GameBody:
        """The game with its seats drawn, where the table is to draw them."""
        return body.model_copy(update={"players": self._draw(body.players)}) if body.draw else body

    def planned(self, usual: GameStarted) -> GameBody | None:
        """What was chosen before and holds for another game, too; nothing is drawn anew for it."""
        plan = self.book.plan(usual_of(usual))
        if plan is None or self._unfit(plan) is not None:
            return None
        return plan.model_copy(update={"draw": False})

    @staticmethod
    def announced(body: GameBody) -> GameStarted:
        """The game to begin."""
        a, b, c, d = body.players
        return GameStarted(body.preset, Ruleset.preset(body.preset, body.options).record, (a, b, c, d))

    def begin(self, table: Table, body: GameBody | None, usual: GameStarted) -> None:
        """A game's journal begins; None: nobody has chosen it. JournalError: nothing has changed."""
        if body is not None:
            note: dict[str, Json] = {"usual": usual_of(usual), "drawn": body.draw}
            table.note(SET, note)
        self.drawn = body is not None and body.draw

    def chose(self, body: GameBody, usual: GameStarted) -> None:
        """It holds for the games after it, too. What cannot be written holds until the next start."""
        self._try(lambda: self.book.choose(body, usual_of(usual)))

    def keep(self, name: str) -> Refusal | None:
        """A name for the list of players."""
        if name not in self.book.names and len(self.book.names) >= MOST:
            return Refusal("names_full", n=MOST)
        return self._try(lambda: self.book.keep(name))

    def forget(self, name: str) -> Refusal | None:
        """A name leaves the list; one that is not there is gone already."""
        return self._try(lambda: self.book.forget(name))

    def end_evening(self, game: Game) -> Refusal | None:
        """What was chosen is forgotten: the table's own rules and names come next. Telephones leave their
        seats."""
        if not game.finished and (game.history or game.in_play is not None):
            return Refusal("end_first", hands=len(game.history))
        return self._try(lambda: self.book.choose(None, "")) or self._phones_away()

    def _phones_away(self) -> Refusal | None:
        try:
            if self._phones is not None:
                self._phones.away()
        except (AccountError, BrokerError, OSError) as error:
            return Refusal("phones_stay", detail=str(error))
        return None

    @staticmethod
    def _try(write: Callable[[], None]) -> Refusal | None:
        try:
            write()
        except BookError as error:
            return Refusal("names_unwritten", detail=str(error))
        return None


def set_by_host(records: Sequence[Record], usual: GameStarted) -> bool:
    """Whether a game was chosen by people where these were the table's own rules."""
    said = [record.body.get("usual") for record in records if record.kind == SET]
    return bool(said) and said[-1] == usual_of(usual)
