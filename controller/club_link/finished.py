"""What a table owes its club: the finished hands and the result of an assigned game, from its journal.

Pure: records in, messages out, without revision. Corrections are carried out first. Of the tiles only those
are sent that were laid open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from contract.messages import AssignBody, HandWin, RecordMessage, ResultMessage, RulingView
from controller.evidence.store import addresses
from controller.history.hands import Course, after, course, played_game, played_hand
from controller.public.judged import finding_view
from controller.table.journal import Record
from controller.table.journal_notes import assigned
from controller.table.writer import entries
from engine.judge import Finding, cases, judge
from engine.notation import mjai_writer
from engine.notation.played import laid_open, moved, paid_wins, played
from engine.state import events as ev

Owed = RecordMessage | ResultMessage


@dataclass(frozen=True)
class Finished:
    """A game of a journal with the sitting that plays it; `boot` and `rev` of what it sends are empty."""

    course: Course
    sitting: AssignBody
    records: Sequence[Record]

    @classmethod
    def of(cls, game: str, records: Sequence[Record]) -> Finished | None:
        """None for a game that is nobody's, or has not begun. ValueError where the journal makes no game."""
        sitting = assigned(records)
        found = None if sitting is None else course(game, records)
        return None if found is None or sitting is None else cls(found, sitting, records)

    def everything(self) -> list[Owed]:
        """All hands that are finished, and the result if the game is over."""
        found = {case.hand.started: judge(case) for case in cases(entries(self.records))}
        spans = self.course.spans
        messages = [self._hand(n, found.get(self._started(n), ())) for n in range(len(spans))]
        return [*messages, *self.result()]

    def last(self, findings: Sequence[Finding]) -> list[Owed]:
        """The last finished hand, in which the judge found these, and the result if the game is over."""
        spans = self.course.spans
        return [*([self._hand(len(spans) - 1, findings)] if spans else []), *self.result()]

    @property
    def hands(self) -> int:
        """The finished hands."""
        return len(self.course.spans)

    def withdrawn(self, hand: int | None) -> Owed:
        """A hand, or with None the result, that does not count any more."""
        about = self._about()
        if hand is None:
            return ResultMessage(**about, withdrawn=True)
        return RecordMessage(**about, hand=hand, withdrawn=True)

    def result(self) -> list[Owed]:
        """One, or none while the game is not over."""
        last = self.course.log[-1]
        ends = [event for event in self.course.log if isinstance(event, ev.GameEnded)]
        if not ends:
            return []
        game = played_game(self.course)
        rules = self.course.start.rules
        lost = sum(self.course.start.scores) - sum(ends[-1].scores)
        stick = rules.number("riichi.deposit") if rules.game == "riichi" else 0
        message = ResultMessage(
            **self._about(),
            hands=self.hands,
            scores=list(ends[-1].scores),
            sticks_left=lost // stick if stick else 0,
            by_time=ends[-1].by_time,
            standings=game.standings,
            rulings=self._rulings(0, len(self.course.log)),
            ended_ms=self.course.at_ms(last),
        )
        return [message]

    def _started(self, hand: int) -> ev.HandStarted:
        started = self.course.log[self.course.spans[hand][0]]
        assert isinstance(started, ev.HandStarted)
        return started

    def _hand(self, hand: int, findings: Sequence[Finding]) -> RecordMessage:
        begin, end = self.course.spans[hand]
        shown = played_hand(self.course, begin, end)
        events = self.course.log[begin:end]
        ended = events[-1]
        assert isinstance(ended, ev.HandEnded)
        shared = shown.model_dump(include={"dealer", "reason", "winners", "started_ms", "ended_ms"})
        open_game = played([self.course.log[0], *(laid_open(event) for event in events)])
        (moves,) = open_game.hands
        deltas, riichi = moved(moves, ended)
        callers = sorted({move.seat for move in moves.moves if isinstance(move, ev.Called)})
        return RecordMessage(
            **self._about(),
            **shared,
            hand=hand,
            round=shown.round,
            scores=list(after(self.course, begin, end)),
            offenders=sorted({e.seat for e in events if isinstance(e, ev.Penalised) and _chombo(e)}),
            tenpai=[seat for seat, ready in enumerate(ended.tenpai) if ready],
            wins=[HandWin(**asdict(win)) for win in paid_wins(moves)],
            called=None if ended.reason.void else callers,
            deltas=list(deltas),
            riichi=sorted(riichi),
            sticks=ended.kyotaku,
            findings=[finding_view(each, addresses(self.course.id, each.events)) for each in findings],
            rulings=self._rulings(begin, end),
            mjai=mjai_writer.write_played(open_game)[1:],
        )

    def _rulings(self, begin: int, end: int) -> list[RulingView]:
        """What was ruled between two places of the log."""
        out, over = [], 0
        for place, event in enumerate(self.course.log[:end]):
            over += isinstance(event, ev.HandEnded)
            if place >= begin and isinstance(event, ev.Penalised):
                ruled = {name: getattr(event, name) for name in ("seat", "sanction", "penalty", "points")}
                out.append(RulingView(**ruled, hand=over, confirmed=list(event.confirmed)))
        return out

    def _about(self) -> dict[str, Any]:
        sitting = self.sitting
        return {
            "boot": "",
            "game": self.course.id,
            "rev": 0,
            "assignment": sitting.id,
            "tournament": sitting.tournament,
            "assigned_round": sitting.round,
            "label": sitting.label,
            "players": self._players(),
        }

    def _players(self) -> list[int]:
        """The players by seat, as they turned out to sit (`Reseated` of the same four)."""
        given = self.sitting.players
        names, names_given = list(self.course.start.names), [player.name for player in given]
        if names == names_given or sorted(names) != sorted(names_given):
            return [player.id for player in given]
        return [given[names_given.index(name)].id for name in names]


def _chombo(ruling: ev.Penalised) -> bool:
    return ruling.sanction is ev.Sanction.CHOMBO
