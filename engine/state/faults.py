"""Everything that can be wrong with an event at its moment, as flags that add up."""

from __future__ import annotations

from enum import Flag, auto
from typing import Final

from engine.state.events import Event


class Fault(Flag):
    """The reasons why an event cannot happen; `Fault(0)` is a legal event."""

    NO_GAME = auto()
    GAME_RUNNING = auto()
    UNKNOWN_RULES = auto()
    HAND_RUNNING = auto()
    WRONG_HAND = auto()
    GAME_NOT_OVER = auto()
    WRONG_SCORES = auto()
    WRONG_MOMENT = auto()
    OUT_OF_TURN = auto()
    WINDOW_CLOSED = auto()
    HAND_IS_DRAWN = auto()
    WALL_EMPTY = auto()
    WRONG_WALL_END = auto()
    TILE_NOT_IN_HAND = auto()
    TILE_UNREAD = auto()
    FIVE_COPIES = auto()
    INDICATOR_NOT_DUE = auto()
    SIDEWAYS_WITHOUT_RIICHI = auto()
    NOT_TSUMOGIRI = auto()
    KUIKAE = auto()
    RIICHI_OPEN_HAND = auto()
    RIICHI_NOTEN = auto()
    RIICHI_FURITEN = auto()
    RIICHI_TOO_LATE = auto()
    RIICHI_AFTER_CALL = auto()
    RIICHI_TWICE = auto()
    RIICHI_POINTS = auto()
    RIICHI_FROZEN = auto()
    RIICHI_KAN = auto()
    RIICHI_NOT_DECLARED = auto()
    RIICHI_CALL = auto()
    CALL_OWN_TILE = auto()
    CALL_WRONG_TILE = auto()
    CALL_AFTER_DRAW = auto()
    CHI_NOT_FROM_LEFT = auto()
    CALL_LAST_DISCARD = auto()
    KAN_AFTER_CALL = auto()
    KAN_NOT_OWN = auto()
    KAN_FIFTH = auto()
    NO_SUCH_PON = auto()
    WIN_TWICE = auto()
    TSUMO_AFTER_CALL = auto()
    NOT_COMPLETE = auto()
    NO_YAKU = auto()
    FURITEN = auto()
    ROB_NOT_KOKUSHI = auto()
    SHOWN_COUNT = auto()
    SHOWN_DIFFERS = auto()
    SHOWN_TWICE = auto()
    NOT_A_WINNER = auto()
    NO_RIICHI_WINNER = auto()
    URA_COUNT = auto()
    NOTEN_IN_RIICHI = auto()
    TENPAI_HIDDEN = auto()
    NOT_FIRST_TURN = auto()
    NOT_NINE_KINDS = auto()
    ABORT_NOT_PLAYED = auto()
    NO_SUCH_DISCARD = auto()
    ALREADY_READ = auto()
    RESULT_OPEN = auto()
    WRONG_RESULT = auto()
    DEAD_HAND = auto()
    NOT_FETCHED = auto()
    NOTHING_TO_FETCH = auto()
    RIICHI_STANDS = auto()
    WIN_NOT_DECLARED = auto()
    WIN_SHOWN = auto()
    CHOMBO_CANCELLED = auto()
    ONE_CHOMBO = auto()
    ENTERED_RESULT = auto()
    CORRECTION_PLACE = auto()
    CORRECTION_BREAKS = auto()
    NOT_PLAYED = auto()
    NOT_READY = auto()
    READY_TWICE = auto()
    READY_NOTEN = auto()
    READY_FROZEN = auto()
    KAN_HELD_TILE = auto()


LEGAL: Final = Fault(0)

BREACHES: Final = (
    Fault.KUIKAE
    | Fault.RIICHI_NOTEN
    | Fault.RIICHI_FURITEN
    | Fault.RIICHI_FROZEN
    | Fault.RIICHI_KAN
    | Fault.RIICHI_CALL
    | Fault.CHI_NOT_FROM_LEFT
    | Fault.KAN_AFTER_CALL
    | Fault.NOT_COMPLETE
    | Fault.NO_YAKU
    | Fault.FURITEN
    | Fault.ROB_NOT_KOKUSHI
    | Fault.NOTEN_IN_RIICHI
    | Fault.TENPAI_HIDDEN
    | Fault.NOT_NINE_KINDS
    | Fault.DEAD_HAND
    | Fault.NOT_FETCHED
    | Fault.READY_NOTEN
    | Fault.READY_FROZEN
    | Fault.KAN_HELD_TILE
)
"""What people do against the rules: it happened, the table cannot undo it, the judge says what follows.

Where the rules do not punish a declaration with a dead hand (`chombo.dead_hand_call`), the table
refuses it instead.
"""

SENTENCES: Final[dict[Fault, str]] = {
    Fault.NO_GAME: "No game is running: start one first.",
    Fault.GAME_RUNNING: "A game is running: finish it before the next one starts.",
    Fault.UNKNOWN_RULES: "The rules are not known: check the preset and its options.",
    Fault.HAND_RUNNING: "A hand is being played: finish it first.",
    Fault.WRONG_HAND: "This is not the hand that follows: check round, dealer, honba, sticks and scores.",
    Fault.GAME_NOT_OVER: "The game is not over: another hand follows.",
    Fault.WRONG_SCORES: "The final scores differ from the ones computed: check them.",
    Fault.WRONG_MOMENT: "This cannot happen at this moment of the hand.",
    Fault.OUT_OF_TURN: "It is another player's turn.",
    Fault.WINDOW_CLOSED: "There is no tile to claim any more: it was claimed too late.",
    Fault.HAND_IS_DRAWN: "The hand is drawn: nobody draws or calls any more.",
    Fault.WALL_EMPTY: "The live wall is empty: no tile is left to draw.",
    Fault.WRONG_WALL_END: "The wrong end of the wall: a replacement follows a kan and nothing else.",
    Fault.TILE_NOT_IN_HAND: "The player does not hold this tile: check the tile.",
    Fault.TILE_UNREAD: "The hand is known, so the discard must be named.",
    Fault.FIVE_COPIES: "There would be more copies of this tile than the set has: one was misread.",
    Fault.INDICATOR_NOT_DUE: "No dora indicator is to be turned now.",
    Fault.SIDEWAYS_WITHOUT_RIICHI: "The tile lies sideways without a riichi: declare it or turn the tile.",
    Fault.NOT_TSUMOGIRI: "The discard is said to be the drawn tile but is another one.",
    Fault.KUIKAE: "Kuikae: this tile would have completed the set just called, so discard another.",
    Fault.RIICHI_OPEN_HAND: "Riichi needs a closed hand.",
    Fault.RIICHI_NOTEN: "Riichi needs a hand that is tenpai after the discard.",
    Fault.RIICHI_FURITEN: "The hand is furiten, and these rules allow no riichi in furiten.",
    Fault.RIICHI_TOO_LATE: "Too few live tiles are left for riichi.",
    Fault.RIICHI_AFTER_CALL: "Riichi is declared after a draw, not after a call.",
    Fault.RIICHI_TWICE: "The player is in riichi already.",
    Fault.RIICHI_POINTS: "The player has too few points for the riichi deposit.",
    Fault.RIICHI_FROZEN: "In riichi only the drawn tile can be discarded.",
    Fault.RIICHI_KAN: "This kan would change the riichi hand.",
    Fault.RIICHI_NOT_DECLARED: "There is no riichi of this player to pay for.",
    Fault.RIICHI_CALL: "A player in riichi cannot call.",
    Fault.CALL_OWN_TILE: "Nobody can claim their own discard.",
    Fault.CALL_WRONG_TILE: "The set does not hold the tile that was discarded: check the tiles.",
    Fault.CALL_AFTER_DRAW: "The next player has drawn and cannot claim the discard any more.",
    Fault.CHI_NOT_FROM_LEFT: "Chi is possible only on the discard of the left neighbour.",
    Fault.CALL_LAST_DISCARD: "On the last discard only a win can be declared.",
    Fault.KAN_AFTER_CALL: "A kan from the hand cannot follow directly after a call.",
    Fault.KAN_NOT_OWN: "A kan on a discard is a call; in the own turn it is closed or added.",
    Fault.KAN_FIFTH: "Four kans were declared: a fifth is impossible.",
    Fault.NO_SUCH_PON: "The player has no such open pon to extend.",
    Fault.WIN_TWICE: "The player has declared the win already.",
    Fault.TSUMO_AFTER_CALL: "Tsumo needs a drawn tile.",
    Fault.NOT_COMPLETE: "The hand is not complete.",
    Fault.NO_YAKU: "The hand is complete but has no yaku.",
    Fault.FURITEN: "The player is furiten and can win only by tsumo.",
    Fault.ROB_NOT_KOKUSHI: "Only thirteen orphans can rob a closed kan.",
    Fault.SHOWN_COUNT: "The number of tiles shown is wrong: show the whole hand, the winning tile apart.",
    Fault.SHOWN_DIFFERS: "The tiles shown are not the ones this player holds.",
    Fault.SHOWN_TWICE: "This player has shown or hidden the hand already.",
    Fault.NOT_A_WINNER: "Only a winner shows the hand now.",
    Fault.NO_RIICHI_WINNER: "Ura indicators are turned only for a winner in riichi who has shown the hand.",
    Fault.URA_COUNT: "There is one ura indicator under each dora indicator: turn exactly those.",
    Fault.NOTEN_IN_RIICHI: "A player in riichi must show the hand.",
    Fault.TENPAI_HIDDEN: "The hand is tenpai, and these rules do not allow to hide it.",
    Fault.NOT_FIRST_TURN: "Kyuushu kyuuhai belongs to the first turn, after the draw, before any call.",
    Fault.NOT_NINE_KINDS: "Kyuushu kyuuhai needs nine different terminals and honours.",
    Fault.ABORT_NOT_PLAYED: "This abortive draw is not part of the rules of this game.",
    Fault.NO_SUCH_DISCARD: "There is no such discard.",
    Fault.ALREADY_READ: "This discard was read as another tile.",
    Fault.RESULT_OPEN: "The result is not known yet: hands, ura or riichi sticks are still to be shown.",
    Fault.WRONG_RESULT: "The result differs from the one computed.",
    Fault.DEAD_HAND: "The hand is dead: it may only draw and discard.",
    Fault.NOT_FETCHED: "The called tile still lies in the pond: fetch it before discarding.",
    Fault.NOTHING_TO_FETCH: "No called tile of this player lies in a pond.",
    Fault.RIICHI_STANDS: "The riichi cannot be taken back any more.",
    Fault.WIN_NOT_DECLARED: "This player has declared no win that could be taken back.",
    Fault.WIN_SHOWN: "The hand was shown already: the win cannot be taken back.",
    Fault.CHOMBO_CANCELLED: "Somebody wins at the same moment, which cancels the chombo.",
    Fault.ONE_CHOMBO: "This chombo cannot be added: the player, or by the rules another one, has it already.",
    Fault.ENTERED_RESULT: (
        "The result entered contradicts itself or is none by these rules: check how the hand ended and who "
        "won."
    ),
    Fault.CORRECTION_PLACE: "The game has no such events: check the place of the correction.",
    Fault.CORRECTION_BREAKS: "What follows does not fit the correction: correct that too.",
    Fault.NOT_PLAYED: "This does not belong to the game that is played here.",
    Fault.NOT_READY: "The player has not declared a ready hand and so cannot win.",
    Fault.READY_TWICE: "The player has declared a ready hand already.",
    Fault.READY_NOTEN: "The hand lacks more than one tile: it is not ready.",
    Fault.READY_FROZEN: "A declared ready hand may not change: discard the drawn tile.",
    Fault.KAN_HELD_TILE: "Only the tile just drawn may be added to a pung.",
}


def sentence(fault: Fault) -> str:
    """One clear sentence for each flag that is set, in the order of the flags."""
    return " ".join(SENTENCES[flag] for flag in fault)


class IllegalEventError(ValueError):
    """An event that cannot happen now; `faults` says all that is wrong with it."""

    def __init__(self, event: Event, faults: Fault) -> None:
        super().__init__(sentence(faults))
        self.event = event
        self.faults = faults
