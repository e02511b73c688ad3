"""Games at the tables: what tables report, what people enter, and who sits where."""

from __future__ import annotations

from dataclasses import replace

from club.log.events.entry import LogEntry
from club.log.events.playing import (
    GameOpened,
    GameRecorded,
    HandCorrected,
    HandRecorded,
    Late,
    Replaced,
    Reseated,
    ResultCorrected,
)
from club.log.faults import LogRefusal
from club.log.steps.common import (
    check_sum,
    drawn,
    game_at,
    put,
    registered,
    require_on,
    require_open,
    started,
    with_game,
    with_round,
)
from club.log.tournament.game import Game, GameEnd, Hand
from club.log.tournament.needs import lacking
from club.log.tournament.tournament import Replacement, Tournament


def open_game(tournament: Tournament, entry: LogEntry, event: GameOpened) -> Tournament:
    del entry
    game = game_at(started(tournament, event.round), event.round, event.table)
    if game.id == event.game:
        raise LogRefusal("opened", game=event.game, table=event.table)
    if game.id is not None and (game.hands or game.reported):
        raise _other(game, event.table, event.round, event.game)
    return with_game(tournament, event.round, event.table, _bind(tournament, game, event.game))


def record_hand(tournament: Tournament, entry: LogEntry, event: HandRecorded) -> Tournament:
    game = _played(tournament, event.round, event.table, event.game)
    hand = game.hands.get(event.hand, Hand())
    if event.rev <= hand.rev:
        raise LogRefusal("old", game=event.game, rev=hand.rev, given=event.rev)
    check_sum(game, event.record.scores, event.record.sticks)
    received = replace(hand, recorded=event.record, rev=event.rev, seq=entry.seq)
    changed = replace(game, hands=_in_order(game, event.hand, received))
    return with_game(tournament, event.round, event.table, changed)


def correct_hand(tournament: Tournament, entry: LogEntry, event: HandCorrected) -> Tournament:
    game = game_at(started(tournament, event.round), event.round, event.table)
    check_sum(game, event.record.scores, event.record.sticks)
    hand = replace(game.hands.get(event.hand, Hand()), corrected=event.record, corrected_seq=entry.seq)
    changed = replace(game, hands=_in_order(game, event.hand, hand))
    return with_game(tournament, event.round, event.table, changed)


def record_game(tournament: Tournament, entry: LogEntry, event: GameRecorded) -> Tournament:
    reported = GameEnd(
        entry.seq,
        event.scores,
        event.sticks_left,
        event.rev,
        event.hands,
        event.chips,
        event.won,
        event.source,
    )
    if event.source == "table":
        if event.game is None:
            raise LogRefusal("no_game")
        game = _played(tournament, event.round, event.table, event.game)
        if game.reported is not None and event.rev <= game.reported.rev:
            raise LogRefusal("old", game=event.game, rev=game.reported.rev, given=event.rev)
        game = replace(game, reported=reported.filled(game.reported))
    else:
        _require_counted(tournament, event.round, event.table)
        game = game_at(started(tournament, event.round), event.round, event.table)
        game = _entered(tournament, game, reported, event.table)
    check_sum(game, event.scores, event.sticks_left)
    _check_chips(event)
    return with_game(tournament, event.round, event.table, game)


def correct_result(tournament: Tournament, entry: LogEntry, event: ResultCorrected) -> Tournament:
    _require_counted(tournament, event.round, event.table)
    game = game_at(started(tournament, event.round), event.round, event.table)
    check_sum(game, event.scores, event.sticks_left)
    _check_chips(event)
    before = game.result or GameEnd(entry.seq, event.scores, event.sticks_left)
    corrected = replace(
        before,
        seq=entry.seq,
        scores=event.scores,
        sticks_left=event.sticks_left,
        chips=event.chips,
        won=event.won,
    )
    return with_game(tournament, event.round, event.table, replace(game, entered=corrected.filled(before)))


def _require_counted(tournament: Tournament, number: int, table: int) -> None:
    """LogRefusal where a person enters the end of a game that does not count. What the table sends stays."""
    if not tournament.counts(number, table):
        require_on(tournament, number)


def _entered(tournament: Tournament, game: Game, end: GameEnd, table: int) -> Game:
    """The game with the result that a person enters, or with what of one that stands nobody had said."""
    stands = game.result
    if stands is None:
        return replace(game, entered=end)
    adds = any(getattr(end, name) is not None for name in lacking(tournament, game))
    if not adds or (end.scores, end.sticks_left) != (stands.scores, stands.sticks_left):
        raise LogRefusal("has_result", table=table, entry=stands.seq)
    if game.entered is not None:
        return replace(game, entered=game.entered.filled(end))
    assert game.reported is not None
    return replace(game, reported=game.reported.filled(end))


def _check_chips(event: GameRecorded | ResultCorrected) -> None:
    if moved := sum(event.chips or ()):
        raise LogRefusal("chips", found=moved)


def _played(tournament: Tournament, round_: int, table: int, name: str) -> Game:
    """The game in which the table says it is, bound to its name; LogRefusal when it is another one."""
    game = game_at(started(tournament, round_), round_, table)
    if game.id is None:
        return _bind(tournament, game, name)
    if game.id != name:
        raise _other(game, table, round_, name)
    return game


def _bind(tournament: Tournament, game: Game, name: str) -> Game:
    for number, found in tournament.rounds.items():
        for table, other in found.games.items():
            if other.id == name:
                raise LogRefusal("replayed", game=name, round=number, table=table)
    return replace(game, id=name)


def _other(game: Game, table: int, round_: int, name: str) -> LogRefusal:
    return LogRefusal("other_game", table=table, game=game.id, round=round_, given=name)


def _in_order(game: Game, number: int, hand: Hand) -> dict[int, Hand]:
    hands = {**game.hands, number: hand}
    return hands if number == max(hands) else dict(sorted(hands.items()))


def reseat(tournament: Tournament, entry: LogEntry, event: Reseated) -> Tournament:
    """K-FAIL-01."""
    del entry
    found = started(tournament, event.round)
    before = [game_at(found, event.round, sitting.table).sitting for sitting in event.sittings]
    if len({sitting.table for sitting in event.sittings}) < len(event.sittings):
        raise LogRefusal("named_twice")
    people = sorted(player for sitting in before for player in sitting.players)
    if sorted(player for sitting in event.sittings for player in sitting.players) != people:
        raise LogRefusal("other_people")
    if all(old == new for old, new in zip(before, event.sittings, strict=True)):
        raise LogRefusal("same_seats")
    games = dict(found.games)
    for sitting in event.sittings:
        games[sitting.table] = replace(games[sitting.table], sitting=sitting)
    return with_round(tournament, event.round, replace(found, games=games))


def substitute(tournament: Tournament, entry: LogEntry, event: Replaced) -> Tournament:
    """K-SUB-03."""
    require_open(tournament)
    require_on(tournament, event.round)
    found = drawn(tournament, event.round)
    player = game_at(found, event.round, event.table).sitting.players[event.seat]
    registered(tournament, event.substitute)
    sits = found.sits(event.table)[event.seat]
    if event.substitute == sits:
        raise LogRefusal("sits", person=sits)
    elsewhere = found.table_of(event.substitute)
    if event.substitute != player and elsewhere is not None:
        raise LogRefusal("seated", person=event.substitute, table=elsewhere)
    rows = (
        *found.replaced.get(player, ()),
        Replacement(entry.seq, event.table, event.substitute, event.hand),
    )
    return with_round(tournament, event.round, replace(found, replaced=put(found.replaced, player, rows)))


def late(tournament: Tournament, entry: LogEntry, event: Late) -> Tournament:
    """K-LATE-01."""
    del entry
    found = started(tournament, event.round)
    if not any(event.person in game.sitting.players for game in found.games.values()):
        raise LogRefusal("not_seated", person=event.person, round=event.round)
    changed = replace(found, late=put(found.late, event.person, event.seconds))
    return with_round(tournament, event.round, changed)
