"""What follows from what came in: inference proposes, the table accepts, the seats confirm."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from contract.messages import Question
from controller.bus.publisher import Publisher
from controller.clock import wall_ms
from controller.club_link.link import ClubLink
from controller.ending.confirm import Confirm, Confirmed, Who
from controller.ending.reading_confidence import ReadingConfidence
from controller.ending.referee import Referee, chombo
from controller.infer.inference import Inference, Inferred
from controller.infer.unwatched import Unwatched
from controller.loop.beginnings import Games
from controller.loop.incoming import Incoming
from controller.machine.preparation import Preparation
from controller.machine.transitions import Trigger
from controller.sentences.alerts import Alerts
from controller.table.writer import Accepted
from engine.judge import Finding
from engine.play.apply import Outcome
from engine.result.game import called_off
from engine.state.events import Correct, Dealt, DiceThrown, Discarded, Event, GameEnded, HandEnded
from engine.state.hand import Game
from engine.state.wall_break import fallen
from vision.eyes.observation import Observation


@dataclass(frozen=True, slots=True)
class Habits:
    """How people at this table say what they do."""

    tiles_declare: bool = False
    """A hand laid open is a declaration; else a button is pressed."""
    who: Who = Who.ALL
    silence_s: float | None = None
    """Seconds after which a result counts that nobody disputes; None: it is confirmed."""


class Accepting:
    """Owns the events that wait for the disk, and what was accepted in this turn.

    `seen` gives what the eyes read in every zone now.
    """

    def __init__(
        self,
        games: Games,
        preparation: Preparation,
        alerts: Alerts,
        publisher: Publisher,
        club_link: ClubLink,
        seen: Callable[[], Iterable[Observation]],
    ) -> None:
        self._games = games
        self._preparation = preparation
        self._alerts = alerts
        self._publisher = publisher
        self._club_link = club_link
        self._seen = seen
        self._waiting: deque[tuple[Event | Outcome, tuple[int, ...]]] = deque()
        self._breached = False
        self.laid_open = ReadingConfidence()
        self.accepted: list[Event] = []

    def __len__(self) -> int:
        """What waits."""
        return len(self._waiting)

    def propose(self, found: Event | Outcome, because: tuple[int, ...] = ()) -> None:
        """It waits its turn; `because` are lines of the journal."""
        self._waiting.append((found, because))

    def submit(self) -> None:
        """What waits, in order; an event that is refused makes those after it void. JournalError: call again,
        nothing is lost and nothing counts twice."""
        while self._waiting:
            proposed, because = self._waiting[0]
            outcome = self._games.table.submit(proposed, because)
            self._alerts.clear("journal")
            if not isinstance(outcome, Accepted):
                self._waiting.clear()
                return
            self._waiting.popleft()
            self.took(outcome)

    def took(self, outcome: Accepted) -> None:
        """An accepted event is published, and who prepares the next hand learns of it."""
        event, table = outcome.event, self._games.table
        self._breached |= bool(outcome.breaches)
        self.accepted.append(event)
        self._publisher.event(outcome, table.name)
        self._club_link.took(table, event)
        self.laid_open.feed(outcome, self._seen)
        if isinstance(event, DiceThrown | Dealt):
            assert outcome.game.in_play is not None
            self._preparation.thrown(fallen(outcome.game.rules, outcome.game.in_play))
        elif isinstance(event, Discarded):
            self._preparation.tell(Trigger.DISCARD)
        elif isinstance(event, HandEnded):
            self._alerts.read()
            self._preparation.tell(Trigger.HAND_OVER)
        elif isinstance(event, GameEnded):
            self._preparation.tell(Trigger.GAME_OVER)
        elif isinstance(event, Correct):
            self._corrected(outcome.game)

    def _corrected(self, game: Game) -> None:
        self._preparation.tell(Trigger.GAME_OVER if game.finished else Trigger.GAME_ON)
        if game.in_play is not None:
            self._preparation.tell(Trigger.HAND_ON)

    @property
    def breached(self) -> bool:
        """Whether something accepted since this was last read broke a rule."""
        was, self._breached = self._breached, False
        return was


class Following:
    """Owns what inference, the judge and the seats say of the game; `anew` when another game begins."""

    def __init__(
        self,
        games: Games,
        accepting: Accepting,
        infers: Callable[[], Inference | Unwatched] = Inference,
        confirms: Callable[[], Confirm] = Confirm,
    ) -> None:
        """`infers` makes what finds events in the inputs, `confirms` what asks about results, anew for each
        game."""
        self._games = games
        self._accepting = accepting
        self._infers = infers
        self._confirms = confirms
        self.inferred = Inferred((), ())
        self.confirmed = Confirmed(None, (None,) * 4)
        self.findings: tuple[Finding, ...] = ()
        self.counts_at_ms: int | None = None
        """When silence counts as agreement to the result, Unix time; None: it does not."""
        self._counts: tuple[float | None, float] = None, 0.0
        self.anew()

    def anew(self) -> None:
        """Nothing is known of the hand."""
        self.inference = self._infers()
        self._confirm = self._confirms()
        self._referee = Referee()

    def built_before(self) -> None:
        """People had built the walls of the hand that goes on."""
        self.inference.built_before()

    @property
    def questions(self) -> tuple[Question, ...]:
        """Everything that people are asked now."""
        return (*self.inferred.questions, *self.confirmed.questions)

    def follow(self, incoming: Incoming) -> None:
        """What the mat and the seats say; JournalError as `Accepting.submit`."""
        now, accepting = incoming.play_s, self._accepting
        self.inferred = self.inference.feed(self._games.game, incoming.inputs, now)
        incoming.inferred()
        for found in self.inferred.outcomes:
            accepting.propose(found, self.inferred.because)
        accepting.submit()
        for found in self.inferred.tried:
            # Refused, and on record for the judge.
            accepting.propose(found)
            accepting.submit()
        self.findings = self._referee.feed(self._games.table, breached=accepting.breached)
        rulings = chombo(self._games.game, self.findings)
        self.confirmed = self._confirm.feed(
            *(self._games.game, incoming.words, now, rulings), claim_pending=self.inferred.claim_pending
        )
        incoming.confirmed()
        self._count_down(incoming)
        for found in self.confirmed.outcomes:
            accepting.propose(found)
        accepting.submit()

    def _count_down(self, incoming: Incoming) -> None:
        """The moment stays the same while nothing changes, so that the state is not sent anew each turn."""
        counts = self.confirmed.counts_at, incoming.stood_s
        if counts != self._counts:
            at, self._counts = self.confirmed.counts_at, counts
            self.counts_at_ms = None if at is None else wall_ms() + round(1000 * (at - incoming.play_s))

    def call_off(self) -> None:
        """The time of the game is over."""
        self._accepting.propose(called_off(self._games.game))
        self._accepting.submit()
