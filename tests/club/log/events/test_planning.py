"""Who takes part, and where they are drawn to."""

from __future__ import annotations

from typing import ClassVar

from pydantic import JsonValue

from club.log.events import (
    BanLifted,
    Banned,
    ConsentChanged,
    Event,
    Paid,
    Replaced,
    Returned,
    Reverted,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    SeedCommitted,
    TablesReduced,
    TournamentChanged,
    Withdrew,
)
from club.log.state import State
from club.seating.commit import commitment
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.states import after, playing, ready, refuses, the
from tests.club.log.values import DAY, EIGHT, FOUR, T


class TestPeople:
    def test_beyond_the_capacity_there_is_a_waiting_list_in_order(self) -> None:
        state = after(created(capacity=4), *registered((9, 2, 7, 4, 5, 1)))
        assert the(state).admitted == (9, 2, 7, 4)
        assert the(state).waiting == (5, 1)

    def test_a_place_given_up_before_the_start_goes_to_the_first_who_waits(self) -> None:
        state = after(created(capacity=4), *registered((9, 2, 7, 4, 5, 1)))
        state = after(Withdrew(tournament=T, person=2, from_round=1), state=state)
        assert the(state).admitted == (9, 7, 4, 5)
        assert the(state).waiting == (1,)

    def test_the_fee_can_be_the_confirmation(self) -> None:
        state = after(created(capacity=4, confirmed_by_fee=True), *registered((1, 2, 3, 4, 5)))
        state = after(*(Paid(tournament=T, person=p) for p in (5, 3)), state=state)
        assert the(state).admitted == (3, 5)
        assert the(state).waiting == (1, 2, 4)

    def test_substitutes_take_no_place(self) -> None:
        state = after(created(capacity=4), *registered((8, 9), kind="permanent"), *registered(FOUR))
        assert the(state).admitted == FOUR
        assert the(state).players(1) == (8, 9, *FOUR)

    def test_who_is_banned_is_not_admitted_until_then(self) -> None:
        state = after(created(), Banned(person=7, until_ms=DAY))
        assert refuses(state, *registered([7]), ts_ms=DAY - 1).code == "banned"
        after(*registered([7]), state=state, ts_ms=DAY)
        lifted = after(BanLifted(person=7), state=state)
        after(*registered([7]), state=lifted, ts_ms=1)

    def test_a_ban_afterwards_leaves_the_registration(self) -> None:
        state = after(created(), *registered([7]), Banned(person=7, until_ms=DAY))
        assert the(state).admitted == (7,)

    def test_nobody_is_registered_twice_or_for_a_round_that_has_begun(self) -> None:
        assert refuses(playing(), *registered([1])).code == "registered"
        assert "round 2" in refuses(playing(), *registered([9])).sentence
        assert the(after(*registered([9], from_round=2), state=playing())).players(2) == (*FOUR, 9)

    def test_a_drop_out_may_return(self) -> None:
        state = after(Withdrew(tournament=T, person=3, from_round=2), state=playing())
        assert the(state).players(1) == FOUR
        assert the(state).players(2) == (1, 2, 4)
        state = after(Returned(tournament=T, person=3, from_round=3), state=state)
        assert the(state).players(2) == (1, 2, 4)
        assert the(state).players(3) == FOUR
        assert refuses(state, Returned(tournament=T, person=3, from_round=3)).code == "not_withdrawn"

    def test_the_rules_are_those_of_a_preset_and_fixed_once_play_begins(self) -> None:
        state = ready()
        assert refuses(state, TournamentChanged(tournament=T, preset="chess")).code == "no_preset"
        changed = after(TournamentChanged(tournament=T, options={"game.start_points": 25_000}), state=state)
        assert the(changed).rules.number("game.start_points") == 25_000
        assert refuses(playing(), TournamentChanged(tournament=T, preset="wrc")).code == "rules_fixed"
        assert the(after(TournamentChanged(tournament=T, name="Other"), state=playing())).name == "Other"

    def test_games_that_are_drawn_begin_as_the_rules_at_the_start_of_their_round_say(self) -> None:
        state = after(
            drawn(1, FOUR),
            TournamentChanged(tournament=T, options={"game.start_points": 25_000}),
            state=ready(),
        )
        assert the(state).rounds[1].games[1].scores == (25_000,) * 4
        state = after(RoundStarted(tournament=T, round=1), state=state)
        state = after(sheet(scores=(40_000, 20_000, 20_000, 20_000)), state=state)
        game = the(state).rounds[1].games[1]
        assert game.result is not None
        assert game.result.scores == (40_000, 20_000, 20_000, 20_000)

    def test_taking_the_change_back_takes_its_start_points_back(self) -> None:
        change = TournamentChanged(tournament=T, preset="tenhou")
        changed = after(change, state=after(drawn(1, FOUR), state=ready()))
        back = after(Reverted(tournament=T, seqs=(changed.seq,)), state=changed)
        assert the(changed).rounds[1].games[1].scores == (25_000,) * 4
        assert the(back).rounds[1].games[1].scores == (30_000,) * 4


class TestConsents:
    def consent(self, granted: bool, **more: int) -> Event:
        return ConsentChanged.model_validate(
            {"tournament": T, "person": 1, "what": "stream", "granted": granted, **more}
        )

    def test_nobody_has_consented_who_has_not_said_so(self) -> None:
        assert not the(ready()).consents_to(1, "stream")

    def test_the_narrowest_answer_counts(self) -> None:
        state = after(
            self.consent(True),
            self.consent(False, round=2),
            self.consent(True, round=2, hand=5),
            state=ready(),
        )
        assert the(state).consents_to(1, "stream", 1)
        assert not the(state).consents_to(1, "stream", 2)
        assert the(state).consents_to(1, "stream", 2, 5)
        assert not the(state).consents_to(1, "stream", 2, 4)
        assert not the(state).consents_to(2, "stream", 1)
        assert not the(state).consents_to(1, "photo")

    def test_a_hand_needs_its_round(self) -> None:
        assert refuses(ready(), self.consent(True, hand=5)).code == "no_round"


class TestDraws:
    def test_everybody_sits_once_or_has_a_bye(self) -> None:
        state = ready((*FOUR, 5))
        assert "Player 5" in refuses(state, drawn(1, FOUR)).sentence
        after(drawn(1, FOUR, byes=(5,)), state=state)
        assert refuses(state, drawn(1, FOUR, byes=(5, 1))).code == "twice"
        assert refuses(state, drawn(1, FOUR, byes=(5, 6))).code == "not_registered"

    def test_who_waits_or_has_withdrawn_is_not_seated(self) -> None:
        state = ready((1, 2, 3, 4, 5), capacity=4)
        assert refuses(state, drawn(1, (1, 2, 3, 5), byes=(4,))).code == "waiting"
        state = after(Withdrew(tournament=T, person=4, from_round=1), state=state)
        assert refuses(state, drawn(1, FOUR, byes=(5,))).code == "withdrawn"
        after(drawn(1, (1, 2, 3, 5)), state=state)

    def test_after_a_cut_not_everybody_plays(self) -> None:
        state = after(created(), *registered(EIGHT), stage(1), stage(1, 2, cut=4))
        assert refuses(state, drawn(1, FOUR)).code == "missing"
        after(drawn(2, FOUR), state=state)

    def test_a_round_belongs_to_a_stage(self) -> None:
        assert refuses(ready(rounds=3), drawn(4, FOUR)).code == "no_stage"
        assert the(after(stage(2, 2), state=ready(rounds=3))).stage_of(5) is not None

    def test_a_round_is_drawn_once_and_started_once(self) -> None:
        assert refuses(playing(), drawn(1, FOUR)).code == "drawn"
        assert refuses(playing(), RoundStarted(tournament=T, round=1)).code == "started"
        assert refuses(ready(), RoundStarted(tournament=T, round=1)).code == "not_drawn"

    def test_rounds_start_one_after_the_other(self) -> None:
        state = after(drawn(2, FOUR), state=playing())
        assert refuses(state, RoundStarted(tournament=T, round=2)).code == "round_open"
        state = after(
            sheet(), RoundClosed(tournament=T, round=1), RoundStarted(tournament=T, round=2), state=state
        )
        assert the(state).playing == 2

    def test_a_drop_out_in_a_drawn_round_is_replaced_or_drawn_anew(self) -> None:
        state = after(drawn(1, FOUR), *registered([9], kind="occasional"), state=ready())
        state = after(Withdrew(tournament=T, person=2, from_round=1), state=state)
        assert "Player 2" in refuses(state, RoundStarted(tournament=T, round=1)).sentence
        state = after(
            Replaced(tournament=T, round=1, table=1, seat=1, substitute=9),
            RoundStarted(tournament=T, round=1),
            state=state,
        )
        assert the(state).rounds[1].sits(1) == (1, 9, 3, 4)

    def test_tables_never_become_more_again(self) -> None:
        state = after(TablesReduced(tournament=T, from_round=2, tables=1), state=ready(EIGHT))
        after(drawn(1, EIGHT), state=state)
        assert refuses(state, drawn(2, EIGHT)).code == "more_tables"
        after(drawn(2, FOUR, byes=(5, 6, 7, 8)), state=state)
        assert refuses(state, TablesReduced(tournament=T, from_round=3, tables=2)).code == "more_tables"


class TestCommitments:
    BOUND: ClassVar[dict[str, JsonValue]] = {"players": [1, 2, 3, 4], "rounds": 1}

    def state(self) -> State:
        return after(created(), *registered(FOUR), stage(2, method="random"))

    def commit(self, *rounds: int, seed: str = "s") -> SeedCommitted:
        return SeedCommitted(tournament=T, rounds=rounds, commitment=commitment(seed, self.BOUND))

    def draw(self, round_: int = 1, seed: str = "s", **bound: object) -> RoundDrawn:
        return drawn(round_, FOUR, method="random", seed=seed, bound={**self.BOUND, **bound})

    def test_a_draw_reveals_what_was_committed(self) -> None:
        assert refuses(self.state(), self.draw()).code == "no_commitment"
        state = after(self.commit(1), state=self.state())
        after(self.draw(), state=state)
        assert refuses(state, self.draw(seed="t")).code == "commitment"
        assert refuses(state, self.draw(rounds=2)).code == "commitment"

    def test_after_the_draw_nothing_more_is_committed(self) -> None:
        state = after(self.commit(1), self.draw(), state=self.state())
        assert refuses(state, self.commit(1, seed="t")).code == "drawn"

    def test_a_seed_that_is_known_draws_nothing_more(self) -> None:
        state = after(self.commit(1), self.draw(), state=self.state())
        state = after(Reverted(tournament=T, seqs=(state.seq,)), state=state)
        assert refuses(state, self.draw()).code == "seed_known"
        state = after(self.commit(1, seed="t"), self.draw(seed="t"), state=state)
        assert the(state).rounds[1].draw.seed == "t"

    def test_one_seed_can_draw_all_rounds(self) -> None:
        after(self.commit(1, 2), self.draw(1), self.draw(2), state=self.state())

    def test_swiss_needs_the_results_before(self) -> None:
        swiss = after(created(), *registered(FOUR), stage(2, method="swiss"))
        state = after(self.commit(1, 2), state=swiss)
        first = drawn(1, FOUR, method="swiss", seed="s", bound=self.BOUND)
        second = drawn(2, FOUR, method="swiss", seed="s", bound=self.BOUND)
        state = after(first, state=state)
        assert refuses(state, second).code == "round_open"
        assert refuses(swiss, self.draw()).code == "method"
