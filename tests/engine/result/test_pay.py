"""Who pays whom: laws that hold whatever is won, by whom and under which options (R-PAY, R-STICK-01/02)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.result.pay import NOTHING, Claim, add, pay, single
from engine.rules.ruleset import Ruleset
from engine.state.events import HandStarted
from engine.state.hand import Hand
from tests.engine.board import Board

HEADS, HONBA, STICKS = (
    ("atamahane", "all"),
    ("first", "each"),
    ("pot_to_first", "own_back_rest_first"),
)


def hand(dealer: int, honba: int, dice: tuple[int, int] | None = None) -> Hand:
    return Hand(HandStarted(0, dealer + 1, honba, 0, dealer, (30000,) * 4), dice=dice)


@st.composite
def claimed(draw: st.DrawFn) -> list[Claim]:
    """Wins on one tile in turn order after the discarder, or one by a drawn tile."""
    source = draw(st.integers(0, 3))
    base = st.integers(1, 80).map(lambda hundreds: 100 * hundreds)
    if draw(st.booleans()):
        return [Claim(source, source, draw(base))]
    after = sorted(draw(st.sets(st.integers(1, 3), min_size=1)))
    return [Claim((source + n) % 4, source, draw(base)) for n in after]


@given(
    claimed(),
    st.integers(0, 3),
    st.integers(0, 5),
    st.integers(0, 6),
    st.sets(st.integers(0, 3)),
    st.tuples(*map(st.sampled_from, (HEADS, HONBA, STICKS))),
)
def test_what_one_pays_another_receives_and_every_stick_goes_to_one_winner(
    claims: Sequence[Claim],
    dealer: int,
    honba: int,
    more: int,
    deposited: set[int],
    options: tuple[str, str, str],
) -> None:
    names = ("call.multi_ron", "honba.multi_ron", "riichi.multi_ron_sticks")
    rules = Ruleset.preset("rrc", dict(zip(names, options, strict=True)))
    pot = more + len(deposited)
    found = pay(rules, hand(dealer, honba), claims, pot, deposited)
    paid = [each for each in found if each is not None]
    assert len(found) == len(claims)
    assert [each is not None for each in found] == [
        n == 0 or options[0] != "atamahane" for n in range(len(claims))
    ]
    assert sum(each.sticks for each in paid) == pot
    for n, (claim, each) in enumerate(zip(claims, paid, strict=False)):
        assert sum(each.deltas) == 1000 * each.sticks
        losers = [claim.source] if claim.source != claim.seat else [s for s in range(4) if s != claim.seat]
        assert [s for s in range(4) if each.deltas[s] < 0] == losers
        assert each.honba == (honba if n == 0 or options[1] == "each" else 0)
        own = options[2] == "own_back_rest_first" and claim.seat in deposited
        assert each.sticks == own if n else each.sticks >= own
        assert each.wareme is None


def test_honba_adds_three_hundred_a_counter() -> None:
    rules = Ruleset.preset("rrc")
    for claim in (Claim(1, 2, 2000), Claim(1, 1, 2000)):
        paid = [pay(rules, hand(0, honba), [claim], 0, ())[0] for honba in range(3)]
        gains = [0 if each is None else each.deltas[1] for each in paid]
        assert [one - gains[0] for one in gains] == [0, 300, 600]


@pytest.mark.parametrize(("dice", "owner"), [((1, 1), 1), ((1, 2), 2), ((1, 3), 3), ((1, 4), 0), ((6, 6), 3)])
@pytest.mark.parametrize("dealer", range(4))
def test_who_owns_the_broken_side_pays_and_receives_double(
    dice: tuple[int, int], owner: int, dealer: int
) -> None:
    """R-OPT-01: counted from the dealer, who is one."""
    rules = Ruleset.preset("rrc", {"score.wareme": True})
    at = (dealer + owner) % 4
    plain = Ruleset.preset("rrc")
    for winner in range(4):
        claim = Claim(winner, winner, 2000)
        (single_,) = pay(plain, hand(dealer, 0), [claim], 0, ())
        (found,) = pay(rules, hand(dealer, 0, dice), [claim], 0, ())
        assert single_ is not None
        assert found is not None
        assert found.wareme == at
        lost = [amount * (2 if at in (seat, winner) else 1) for seat, amount in enumerate(single_.deltas)]
        assert [d for s, d in enumerate(found.deltas) if s != winner] == [
            d for s, d in enumerate(lost) if s != winner
        ]
        assert sum(found.deltas) == 0
    loser, bystander = (at + 1) % 4, (at + 2) % 4
    (beside,) = pay(rules, hand(dealer, 0, dice), [Claim(bystander, loser, 2000)], 0, ())
    assert beside is not None
    assert beside.wareme is None


def test_rows_are_added_seat_by_seat_and_have_four_seats() -> None:
    assert add(()) == NOTHING
    assert add([(1, 2, 3, 4), single(2, 10)]) == (1, 2, 13, 4)
    assert single(0, 5) == (5, 0, 0, 0)
    with pytest.raises(ValueError, match="shorter"):
        add([(1, 2, 3)])


def test_a_table_without_a_throw_has_no_broken_side() -> None:
    board = Board(score__wareme=True)
    (found,) = pay(board.game.rules, hand(0, 0), [Claim(0, 0, 2000)], 0, ())
    assert found is not None
    assert found.wareme is None
