"""Between the records of hands in the log and the game that the engine carries from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from club.log.events.base import HandWin, Record
from club.referee.hands import CorrectionError, End, Played
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game, HandResult


def played(records: Sequence[Record], rules: Ruleset) -> tuple[Played, ...]:
    """The hands as the engine reads them; CorrectionError for one whose values nobody recorded."""
    out = []
    sticks = 0
    for number, record in enumerate(records):
        before = _before(record, rules)
        started = ev.HandStarted(record.wind, record.number, record.honba, sticks, record.dealer, before)
        out.append(Played(started, end(record, number)))
        sticks = record.sticks
    return tuple(out)


def end(record: Record, number: int) -> End:
    """How the hand ended; `number` names it where that is unknown."""
    if record.reason is ev.EndReason.CHOMBO and record.offenders:
        return ev.Penalised(record.offenders[0], ev.Sanction.CHOMBO)
    if record.reason is ev.EndReason.REDEAL:
        return ev.Penalised(record.dealer, ev.Sanction.REDEAL)
    a, b, c, d = (seat in record.tenpai for seat in range(4))
    wins = record.wins or ()
    worthless = any(not (win.han or win.yakuman) for win in wins)
    if worthless or tuple(win.seat for win in wins) != tuple(record.winners):
        raise CorrectionError("no_worth", hand=number + 1)
    entered = tuple(ev.EnteredWin(**vars(win)) for win in wins)
    return ev.ResultEntered(record.reason, entered, (a, b, c, d), tuple(record.riichi))


def entered(hand: HandResult, how: End, after: Sequence[int], rules: Ruleset) -> Record:
    """The record of a hand that a referee has entered; `after` are the scores after it."""
    started, ended = hand.started, hand.ended
    riichi = how.riichi if isinstance(how, ev.ResultEntered) else ()
    a, b, c, d = _moved(ended.deltas, riichi, rules.number("riichi.deposit"))
    wins = how.wins if isinstance(how, ev.ResultEntered) else ()
    return Record(
        dealer=started.dealer,
        wind=started.round_wind,
        number=started.number,
        honba=started.honba,
        reason=ended.reason,
        winners=ended.winners,
        wins=tuple(HandWin(**asdict(win)) for win in wins),
        deltas=(a, b, c, d),
        scores=(after[0], after[1], after[2], after[3]),
        riichi=riichi,
        sticks=ended.kyotaku,
        offenders=(how.seat,)
        if ended.reason is ev.EndReason.CHOMBO and isinstance(how, ev.Penalised)
        else (),
        tenpai=tuple(seat for seat in range(4) if ended.tenpai[seat]),
    )


def ends(game: Game) -> tuple[End, ...]:
    """How each hand of a game that was carried ended."""
    return tuple(event for event in game.log if isinstance(event, ev.ResultEntered | ev.Penalised))


def _before(record: Record, rules: Ruleset) -> ev.Seats4:
    deposit = rules.number("riichi.deposit")
    moved = zip(record.scores, record.deltas, range(4), strict=True)
    a, b, c, d = (score - delta + deposit * (seat in record.riichi) for score, delta, seat in moved)
    return a, b, c, d


def _moved(deltas: ev.Seats4, riichi: Sequence[int], deposit: int) -> list[int]:
    """Without the deposits, which an entered result pays and a record does not count (`Record`)."""
    return [delta + deposit * (seat in riichi) for seat, delta in enumerate(deltas)]
