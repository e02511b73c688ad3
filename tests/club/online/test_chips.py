"""Games with chips: what the record tells of them counts by the event's value of a chip."""

from __future__ import annotations

from functools import cache

import pytest

from club.online.guard import Guards, admit
from club.online.source import read
from club.results.game import Terms, final
from engine.notation.read import RecordError
from engine.rules.ruleset import Ruleset
from tests.engine.board import Dealer
from tests.engine.notation.tenhou_log import Style, Writer

NAMES = ("Ann", "Bo", "Zoë", "東")
ACCOUNTS = {name: number for number, name in enumerate(NAMES, 11)}
STYLE = Style(kind=0x641, chips=True, names=NAMES, lost=0.1, seed=1)


@cache
def game() -> Writer:
    dealer = Dealer("tenhou", 1, game__length="tonpuusen")
    assert dealer.play_game().finished
    writer = Writer(STYLE)
    for event in dealer.events:
        writer.feed(event)
    return writer


def test_chips_of_a_record_count() -> None:
    assert any(game().chips), "the game of the test has chips"
    result = admit(read(game().text()), Guards(ACCOUNTS)).result
    assert result.chips == tuple(game().chips)
    finals = final(result, Ruleset.preset("tenhou"), Terms(chip=2000))
    assert [seat.chips for seat in finals] == [2000 * chips for chips in game().chips]
    assert sum(seat.total for seat in finals) == 0


def test_chips_that_do_not_cancel_out_are_refused() -> None:
    text = game().text()
    assert ',-1,0"/></mjloggm>' in text
    with pytest.raises(RecordError, match=r"the chips that it gives add up to 1, not to 0\.$"):
        read(text.replace(',-1,0"/></mjloggm>', ',0,0"/></mjloggm>'))


def test_a_record_without_chips_tells_none() -> None:
    dealer = Dealer("tenhou", 1, game__length="tonpuusen")
    dealer.play_game()
    writer = Writer(Style(kind=1))
    for event in dealer.events:
        writer.feed(event)
    assert read(writer.text()).chips is None
