"""Why a command is refused: a reason with its values, which pages say in their own language.

`REASONS` is the one list of them: the code of each and its English sentence, so that what a program reads
and what a person reads cannot part. The English catalogue has the same sentences, which a test compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from contract.messages.command import Code
from contract.stored.codec import Json, fault_names
from engine.state.faults import Fault, sentence

WIND_NAMES: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
FOREIGN: Final = "detail"
"""The value that is a word of a library or of the disk, in English: other languages leave it out."""


@dataclass(frozen=True, slots=True)
class Reason:
    """`sentence` says in English what is wrong and what to do; a name in braces is a value."""

    code: Code
    sentence: str

    @property
    def holes(self) -> frozenset[str]:
        """Names of the values that the sentence shows."""
        return frozenset(re.findall(r"\{(\w+)\}", self.sentence))


def _all(code: Code, **sentences: str) -> dict[str, Reason]:
    return {name: Reason(code, sentence) for name, sentence in sentences.items()}


REASONS: Final[dict[str, Reason]] = {
    **_all("retained", retained="A command must not be retained: send it again without."),
    **_all("expired", expired="The command came too late: look at the table, then send it again."),
    **_all("too_large", too_large="That is too long: a command has {limit} bytes at most."),
    **_all("duplicate", id_used="This id was used for another command: give each its own."),
    **_all("stale_rev", stale="The table has changed meanwhile: look again."),
    **_all("fault", interrupted="The table was stopped before it answered: look at its state."),
    **_all(
        "forbidden",
        no_account="No account has such a name: open a new link, or use what `jantaku mqtt` gave out.",
        not_this_role="This device (role: {role}) may not do that here.",
        not_this_seat="The display of a seat acts for its own seat only, and does only what players may do.",
    ),
    **_all(
        "bad_schema",
        no_json="A command is a JSON object, as docs/mqtt.md describes it.",
        no_command="This is no command: {where}: {detail}.",
        bad_body="{command} with such a body is no command: {where}: {detail}.",
        no_tile="An answer names an open question and a tile.",
        no_axis="There is no axis {axis}: one of {axes}.",
        other_game="That is about another game than the one at this table.",
        bad_event="This is no event that the table knows: {detail}",
        no_ruling="{event} is no ruling: rule one of {allowed}.",
        no_entry="{event} is no result: enter how the hand ended.",
        all_four="What the four settle themselves each of them confirms: send `settle`.",
        no_such_hands="Finished hands of this game: {finished}. Hands {first} to {last} are asked for.",
        no_milder="{row} has no milder sanction: take the usual one.",
        choose_sanction="{row} leaves the sanction to the referee: choose one.",
        row_prescribes="{row} prescribes “{sanction}”: give another sanction with a ruling of its own.",
        needs_points="A fine needs points: say how many.",
        no_points="“{sanction}” takes no points: leave them out.",
        row_for_referee="{row} is for a referee: a table settles dead hand and chombo only.",
        no_row="The penalty table has no row {row}: P-01 to {last}.",
        no_preview="A preview is asked for by an event or a penalty with seat and row.",
        nothing_to_rule="That is nothing for a referee to rule.",
        unplayable="These rules cannot be played here: {detail}",
        needs_tiles="These rules count what only a table with a camera sees: {detail}.",
        same_name="Two players cannot have one name ({name}): call one of them otherwise.",
        flowers="The machine holds 136 tiles and no flowers: set classical.flowers to false.",
    ),
    **_all(
        "not_now",
        illegal="{faults}",
        crowded="Too many commands wait: try again in a moment.",
        paused="The table is paused: wait until play goes on.",
        not_paused="The table is not paused.",
        journal="The journal cannot be written, so nothing counts: check the disk. ({detail})",
        # the result and questions
        no_result="No result waits to be confirmed.",
        table_sees="This table sees its hands: only a referee enters a result, by a ruling.",
        question_closed="That question is not open any more.",
        dice_reported="Nobody enters dice at this table: its machine reports them, or none are needed.",
        dice_over="Dice count until the first discard.",
        # taking back, and what the four settle
        moved_on="Something else has happened since: look again.",
        hand_recorded="A recorded hand only the referee takes back, by a ruling (K-ASSIST-05).",
        nothing_to_undo="Nothing of this hand can be taken back yet.",
        ruling_stands="A ruling only the referee takes back.",
        other_case="The seats are asked about another case: agree to it or refuse it first.",
        case_paused="The table is paused: what happened is decided by who paused it.",
        case_ruled="That is ruled already.",
        # calls and the clock
        many_calls="Too many calls wait already ({n}): answer those first.",
        call_settled="That call is settled already, or there was none.",
        no_limit="This game has no time limit: set clock.kind in the configuration.",
        no_clock_runs="The clock does not run.",
        time_over="The time is over: add some first.",
        # START
        hand_on="A hand has begun already: START counts again when it is paid.",
        game_over="The game is over: the next one begins with its gong.",
        last_hand_over="The time is over, and the last hand was played.",
        before_gong="The round has not begun: it begins with the gong.",
        club_says="The club says who plays at this table.",
        round_over="The round is over: the club says who plays here next.",
        wrong_seat="Who signed in as {wind} belongs to {place}: change places and sign in there.",
        wrong_table="Who signed in as {wind} belongs to table {table}.",
        wrong_place="Who signed in as {wind} belongs to table {table}, {place}.",
        not_in_round="Who signed in as {wind} does not play in this round.",
        unsigned="Not everybody has signed in. Missing: {winds}.",
        # the host
        end_first="A game is being played (finished hands: {hands}): end it first.",
        set_meanwhile="Another host has set up the next game meanwhile: look who plays now.",
        nothing_to_end="No hand of this game was played: there is nothing to end.",
        club_ends="The club ends this game: ask its referee.",
        names_full="The list of players is full ({n}): forget some names first.",
        names_unwritten="The list of players cannot be written: check the disk. ({detail})",
        phones_stay="The phones keep their seats, as their accounts cannot be removed: check the disk. "
        "({detail})",
        no_power="The table's program may not do that to this computer: switch it yourself, or allow it as "
        "docs/host.md says.",
        machine_away="The machine does not answer: look at its cable and its power.",
        uncalibrated="The camera is not calibrated: calibrate it first.",
        no_machine="This table has no machine.",
        act_over="The machine does not offer that any more: look at the screen again.",
        not_at_rest="A self-test needs a table that waits for START, with nothing in the machine's rows and "
        "on its lifts.",
        no_such_step="The self-test does not wait for that now: look at its step.",
        # the club
        nothing_assigned="The club has assigned nothing to this table.",
        nobody_assigned="The club has assigned nobody to this table.",
        assigned_played="The assigned game is being played.",
        game_played="A game is being played (finished hands: {hands}): assign after its end.",
        hand_prepared="A hand is being prepared: try again later.",
        no_such_record="This table has sent no such hand.",
        # the calibration
        calibrating_hand="A hand is being played: calibrate between two hands.",
        calibration_over="That was tried too long ago: try it again.",
        calibration_unkept="The calibration cannot be written, so the old one stays: check the disk. "
        "({detail})",
        # evidence
        many_pictures="Too many pictures are asked for at once: ask again in a moment.",
        hands_closed="Standing hands may be seen in it: open the hands first (K-JUDGE-10).",
        evidence_unreadable="The evidence cannot be read: check the disk of the table. ({detail})",
        game_not_lent="The club has assigned no such game to this table.",
        nothing_kept="Nothing of this is kept any more.",
    ),
}


class Refusal:
    """Why something is refused; as text the English sentence.

    Values are JSON: `seat` counts from 0, winds are letters, `faults` the engine's names.
    """

    __slots__ = ("reason", "values")

    def __init__(self, reason: str, **values: Json) -> None:
        """KeyError for a reason that is not listed, ValueError where the sentence lacks a value."""
        lacking = REASONS[reason].holes - values.keys()
        if lacking:
            raise ValueError(f"The reason {reason} needs {', '.join(sorted(lacking))}.")
        self.reason = reason
        self.values = values

    @classmethod
    def illegal(cls, faults: Fault) -> Refusal:
        """What the engine has against an event."""
        return cls("illegal", faults=fault_names(faults))

    @property
    def code(self) -> Code:
        return REASONS[self.reason].code

    def __str__(self) -> str:
        def shown(found: re.Match[str]) -> str:
            return _shown(found[1], self.values[found[1]])

        return re.sub(r"\{(\w+)\}", shown, REASONS[self.reason].sentence)

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.reason, self.values) == (other.reason, other.values)

    __hash__ = None  # type: ignore[assignment] # values are lists and dictionaries, too


def _shown(name: str, value: Json) -> str:
    if name == "faults":
        return " ".join(sentence(Fault[str(each)]) for each in _list(value))
    if isinstance(value, list):
        return ", ".join(_shown(name.removesuffix("s"), each) for each in value)
    return WIND_NAMES.get(str(value), str(value)) if name in ("wind", "place") else str(value)


def _list(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list) else [value]
