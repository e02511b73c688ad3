"""What each event does to a tournament, and why it may be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from club.log import events as ev
from club.log.events.entry import LogEntry
from club.log.steps import endings, games, people, referee, rounds, sanctions, stages, teams
from club.log.tournament.tournament import Tournament

Step = Callable[[Tournament, LogEntry, Any], Tournament]
STEPS: Final[Mapping[type[ev.Happening], Step]] = {
    ev.TournamentChanged: people.changed,
    ev.Registered: people.register,
    ev.Paid: people.pay,
    ev.Withdrew: people.withdraw,
    ev.Returned: people.come_back,
    ev.ConsentChanged: people.consent,
    ev.TeamNamed: teams.name,
    ev.TeamJoined: teams.join,
    ev.StageAdded: stages.add,
    ev.StageClosed: stages.close,
    ev.TournamentClosed: stages.end,
    ev.TablesReduced: stages.reduce_tables,
    ev.TableBound: stages.bind,
    ev.SeedCommitted: rounds.commit,
    ev.RoundDrawn: rounds.draw,
    ev.RoundStarted: rounds.start,
    ev.RoundClosed: rounds.close,
    ev.RoundsCalledOff: endings.call_off,
    ev.RoundShortened: endings.shorten,
    ev.TimeAdded: rounds.add_time,
    ev.Frozen: rounds.freeze,
    ev.Unfrozen: rounds.unfreeze,
    ev.GameOpened: games.open_game,
    ev.HandRecorded: games.record_hand,
    ev.GameRecorded: games.record_game,
    ev.HandCorrected: games.correct_hand,
    ev.ResultCorrected: games.correct_result,
    ev.Reseated: games.reseat,
    ev.Replaced: games.substitute,
    ev.Late: games.late,
    ev.Called: referee.call,
    ev.Answered: referee.answer,
    ev.CallClosed: referee.close_call,
    ev.Ruled: referee.rule,
    ev.Settled: referee.settle,
    ev.HandOpened: referee.open_hand,
    ev.Penalised: sanctions.penalise,
    ev.PenaltyLifted: sanctions.lift,
    ev.AppealFiled: sanctions.appeal,
    ev.AppealDecided: sanctions.decide,
}
"""One step for every event but those of `club.log.state`: the first, and what takes others back."""

INSTEAD: Final[Mapping[type[ev.Happening], str]] = {
    ev.TournamentCreated: "stays_tournament",
    ev.Penalised: "stays_penalty",
    ev.PenaltyLifted: "stays_lifted",
    ev.HandOpened: "stays_opened",
    ev.ConsentChanged: "stays_consent",
}
"""What is not reverted: the code of the refusal, whose sentence says what to do instead."""
