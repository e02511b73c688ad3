"""What the club has assigned to this table: who plays its game, and who of them has signed in.

It lies in the journal of the game that it became, so a restart knows it. The names are those of the game;
beside them only the club's numbers of the people are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from contract.messages import AssignBody, AssignedView, SignedBody, SignView
from controller.club_link.playable import unplayable
from controller.sentences.refusals import Refusal
from controller.table.journal import Record
from controller.table.journal_notes import ASSIGNED, assigned
from controller.table.round_clock import Limit
from controller.table.writer import Table
from engine.rules.ruleset import Ruleset
from engine.state.events import GameStarted
from engine.state.hand import Game

SIGNED: Final = "signed"
"""The note that somebody has signed in, or tried to."""
_OPEN: Final = (SignView(),) * 4
_WINDS: Final = "ESWN"
"""Of the first hand, by seat."""


class Assignment:
    """Each method that changes something may raise JournalError, and then nothing has changed.

    `only`: nothing is played that the club has not assigned. `watched`: a camera follows the hands.
    """

    def __init__(self, usual: Limit | None, *, only: bool = False, watched: bool = True) -> None:
        """`usual` is the time limit of a game that nobody has assigned."""
        self._usual = usual
        self._only = only
        self._watched = watched
        self.sitting: AssignBody | None = None
        self._signs: tuple[SignView, ...] = _OPEN

    @property
    def chosen_elsewhere(self) -> bool:
        """Whether the club says who plays, and nobody at the table."""
        return self._only or self.sitting is not None

    def restore(self, records: Sequence[Record]) -> None:
        """Restores the assignment from the journal of the game."""
        self.sitting, self._signs = assigned(records), _OPEN
        for record in records:
            if record.kind == ASSIGNED:
                self._signs = _OPEN
            elif record.kind == SIGNED:
                self._put(SignedBody.model_validate(record.body))

    @staticmethod
    def refuses(game: Game, *, idle: bool) -> Refusal | None:
        """Why no other game can be the next one now; `idle`: the machine prepares no hand."""
        if not game.finished and (game.history or game.in_play is not None):
            return Refusal("game_played", hands=len(game.history))
        return None if idle else Refusal("hand_prepared")

    def unplayable(self, body: AssignBody) -> Refusal | None:
        """Why its rules can never be played here."""
        try:
            rules = Ruleset.preset(body.preset, body.options)
        except (ValueError, TypeError) as error:
            return Refusal("unplayable", detail=str(error))
        return unplayable(rules, watched=self._watched)

    def announced(self, body: AssignBody) -> GameStarted:
        """The game to begin; its rules are playable."""
        a, b, c, d = (player.name for player in body.players)
        return GameStarted(body.preset, Ruleset.preset(body.preset, body.options).record, (a, b, c, d))

    def begin(self, table: Table, body: AssignBody | None) -> None:
        """A game's journal begins; None: nobody has assigned it."""
        if body is not None:
            table.note(ASSIGNED, body.model_dump(mode="json"))
        self.sitting, self._signs = body, _OPEN

    def end(self, table: Table, *, idle: bool) -> Refusal | None:
        """The club lets the table go. A refusal where it has assigned nothing, or its hand is played or, not
        `idle`, prepared: it would be played as nobody's."""
        game = table.game
        if self.sitting is None or game is None:
            return Refusal("nothing_assigned")
        if not game.finished and (game.history or game.in_play is not None):
            return Refusal("assigned_played")
        if not idle:
            return Refusal("hand_prepared")
        table.note(ASSIGNED, {})
        self.sitting = None
        return None

    def sign(self, table: Table, body: SignedBody) -> Refusal | None:
        """The club's answer to a sign-in. A refusal where nobody is assigned."""
        if self.sitting is None:
            return Refusal("nobody_assigned")
        table.note(SIGNED, body.model_dump(mode="json"))
        self._put(body)
        return None

    def limit(self) -> Limit | None:
        """The time limit of the game: an assigned one begins with the gong (K-GONG-02)."""
        if self.sitting is None:
            return self._usual
        if self.sitting.clock == "none":
            return None
        return Limit.of(Ruleset.preset(self.sitting.preset, self.sitting.options), gong=True)

    def no_hand(self, game: Game) -> Refusal | None:
        """Why no hand may begin yet; None when it may. Who sits where is known before the first deal."""
        if self.sitting is None:
            return Refusal("club_says") if self._only else None
        if game.finished:
            return Refusal("round_over")
        return None if game.history else self._unsigned(self.sitting)

    def _unsigned(self, sitting: AssignBody) -> Refusal | None:
        for wind, sign in zip(_WINDS, self._signs, strict=True):
            if sign.state == "wrong" and sign.person is not None:
                return _elsewhere(wind, sign)
        missing = [wind for wind, sign in zip(_WINDS, self._signs, strict=True) if sign.state != "signed"]
        if sitting.sign_in == "required" and missing:
            return Refusal("unsigned", winds=missing)
        return None

    def view(self, table: Table, log: str | None = None) -> AssignedView | None:
        """The assignment as it is published, with the newest entry of the club's log that it knows; None
        where nothing is assigned."""
        sitting, game = self.sitting, table.game
        if sitting is None or game is None:
            return None
        return AssignedView(
            id=sitting.id,
            game=table.name,
            tournament=sitting.tournament,
            round=sitting.round,
            label=sitting.label,
            players=[player.id for player in sitting.players],
            names=list(game.names),
            sign_in=sitting.sign_in,
            signed=list(self._signs),
            stream=sitting.stream,
            log=log,
        )

    def _put(self, body: SignedBody) -> None:
        elsewhere = body.table is not None or body.place not in (None, body.seat)
        state = SignView(
            state="signed" if body.ok and not elsewhere else "wrong",
            person=body.person,
            table=body.table,
            place=body.place,
            wait_s=body.wait_s,
            tries=self._signs[body.seat].tries + 1,
        )
        # Nobody sits twice: who signs in at another seat has left the one before.
        signs = [
            SignView() if sign.person is not None and sign.person == body.person else sign
            for sign in self._signs
        ]
        signs[body.seat] = state
        self._signs = tuple(signs)


def _elsewhere(wind: str, sign: SignView) -> Refusal:
    """Where the person belongs who has signed in at the seat of this wind."""
    place = None if sign.place is None else _WINDS[sign.place]
    match sign.table, place:
        case None, None:
            return Refusal("not_in_round", wind=wind)
        case None, _:
            return Refusal("wrong_seat", wind=wind, place=place)
        case table, None:
            return Refusal("wrong_table", wind=wind, table=table)
        case table, _:
            return Refusal("wrong_place", wind=wind, table=table, place=place)
