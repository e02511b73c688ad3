"""Games of the log as the pages' tables show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from club.log.events.entry import LogEntry
from club.log.events.playing import HandCorrected, HandRecorded
from club.log.tournament.finals import final_standings, games, terms
from club.log.tournament.game import Hand
from club.log.tournament.tournament import Tournament
from club.results.game import GameResult, PlayerFinal, final
from club.results.hands import HandFacts, of_record
from club.results.standings import Standings


def results(found: Tournament) -> tuple[list[GameResult], Standings]:
    """The standings now, and the games that they count: those of the last stage of which a round counts."""
    stage = found.stage
    numbers = sorted(number for number, each in found.rounds.items() if each.stage == stage)
    return [game for number in numbers for game in games(found, number)], final_standings(found)


def result_of(found: Tournament, number: int, table: int) -> tuple[PlayerFinal, ...] | None:
    """What a game gave to its players; None while it has no result."""
    played = next((each for each in games(found, number) if each.table == table), None)
    return None if played is None else final(played, found.rules, terms(found))


def all_finals(found: Tournament) -> Iterator[tuple[PlayerFinal, ...]]:
    """What each game of the event has given."""
    for number in found.rounds:
        for game in games(found, number):
            yield final(game, found.rules, terms(found))


class Laid:
    """What statistics need of the moves of hands: read from the log once, because entries never change."""

    _KINDS: Final = frozenset(("start_kyoku", "chi", "pon", "daiminkan", "hora"))
    """With the beginning, so that a hand in which nobody called is told from one that nobody kept."""

    def __init__(self, entry: Callable[[int], LogEntry]) -> None:
        self._entry = entry
        self._kept: dict[int, tuple[Mapping[str, object], ...]] = {}

    def of(self, hand: Hand) -> tuple[Mapping[str, object], ...]:
        """mjai lines; of a correction without moves those of the table, but for the win it corrects."""
        if hand.corrected_seq is None:
            return self._lines(hand.seq)
        told = (line for line in self._lines(hand.seq) if line["type"] != "hora")
        return self._lines(hand.corrected_seq) or tuple(told)

    def _lines(self, seq: int | None) -> tuple[Mapping[str, object], ...]:
        if seq is None:
            return ()
        if seq not in self._kept:
            event = self._entry(seq).event
            moves = event.record.moves if isinstance(event, HandRecorded | HandCorrected) else ()
            self._kept[seq] = tuple(
                {name: line.get(name) for name in ("type", "actor", "target")}
                for line in moves
                if line.get("type") in self._KINDS
            )
        return self._kept[seq]


def facts(found: Tournament, laid: Laid) -> Iterator[HandFacts]:
    """All finished hands of games that count, each of whoever sat there then."""
    for at, round_ in found.rounds.items():
        for table, game in round_.games.items():
            if not found.counts(at, table):
                continue
            for number, hand in game.hands.items():
                record = hand.current
                a, b, c, d = (round_.plays(player, number) for player in game.sitting.players)
                yield of_record(
                    (a, b, c, d),
                    record.reason,
                    record.deltas,
                    winners=record.winners,
                    riichi=record.riichi,
                    tenpai=record.tenpai,
                    offenders=record.offenders,
                    moves=laid.of(hand),
                )
