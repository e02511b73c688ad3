"""The same over SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from club.log.desk import Accepted, LogDesk, Refused, Repeated
from club.log.events import Called, Event, Paid, Reverted, RoundStarted, Ruled
from club.log.faults import LogRefusal
from club.log.people.people import Details, People
from club.log.store.store import Store
from tests.club.log.build import created, drawn, hand, record, registered, stage
from tests.club.log.values import FOUR, T


def accepted(outcome: object) -> Accepted:
    assert isinstance(outcome, Accepted), outcome
    return outcome


def refused(outcome: object) -> LogRefusal:
    assert isinstance(outcome, Refused), outcome
    return outcome.fault


def test_what_was_accepted_is_there_after_a_restart(desk: LogDesk, store: Store) -> None:
    first = accepted(desk.submit([created(), *registered(range(1, 5))], "ann", "k1", 1000))
    assert [entry.seq for entry in first.entries] == [1, 2, 3, 4, 5]
    assert {(entry.by, entry.key, entry.ts_ms) for entry in first.entries} == {("ann", "k1", 1000)}
    assert LogDesk(store).state == desk.state == first.state
    assert store.verify() == 5


def test_the_same_again_changes_nothing(desk: LogDesk) -> None:
    events: list[Event] = [created(), *registered(range(1, 5))]
    first = accepted(desk.submit(events, "ann", "k1", 1000))
    again = desk.submit(events, "ann", "k1", 2000)
    assert isinstance(again, Repeated)
    assert again.entries == first.entries
    assert desk.state == first.state


def test_a_key_is_not_used_for_something_else(desk: LogDesk) -> None:
    desk.submit(created(), "ann", "k1", 0)
    fault = refused(desk.submit(registered([1]), "ann", "k1", 0))
    assert fault.code == "other_events"
    assert "entry 1" in fault.sentence


def test_of_a_transaction_all_or_nothing(desk: LogDesk, store: Store) -> None:
    accepted(desk.submit(created(), "ann", "k1", 0))
    fault = refused(desk.submit([*registered([1, 2]), Paid(tournament=T, person=9)], "ann", "k2", 0))
    assert "9" in fault.sentence
    assert desk.state.seq == 1
    assert [entry.seq for entry in store.read()] == [1]
    accepted(desk.submit(registered([1, 2]), "ann", "k2", 0))


def test_a_draft_sees_the_state_it_is_applied_to(desk: LogDesk) -> None:
    accepted(desk.submit(created(), "ann", "k1", 0))
    later = accepted(
        desk.submit(
            lambda state: [*registered([1]), Reverted(tournament=T, seqs=(state.seq + 1,))], "ann", "k2", 0
        )
    )
    assert later.state.tournament(T).registrations == {}


def test_whoever_comes_second_looks_again(store: Store) -> None:
    one, two = LogDesk(store), LogDesk(store)
    accepted(one.submit(created(), "ann", "a", 0))
    fault = refused(two.submit(created(), "bob", "b", 0))
    assert fault.code == "exists"
    accepted(two.submit(registered([1]), "bob", "c", 0))
    assert one.refresh()[0].by == "bob"
    assert one.state == two.state


def test_desks_at_once_lose_nothing(store: Store) -> None:
    """Four desks with threads of their own; every registration is there once and the chain is whole."""
    accepted(LogDesk(store).submit(created(), "ann", "k", 0))
    outcomes: list[object] = []

    def write(first: int) -> None:
        desk = LogDesk(store)
        for person in range(first, first + 10):
            outcomes.append(desk.submit(registered([person]), "ann", f"p{person}", 0))

    threads = [threading.Thread(target=write, args=(1 + 10 * i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [type(outcome) for outcome in outcomes] == [Accepted] * 40
    assert set(LogDesk(store).state.tournament(T).registrations) == set(range(1, 41))
    assert store.verify() == 41


def test_of_two_referees_at_once_one_rules_and_the_other_is_told(store: Store) -> None:
    desk = LogDesk(store)
    setup = [created(), *registered(FOUR), stage(), drawn(1, FOUR), RoundStarted(tournament=T, round=1)]
    call = accepted(desk.submit([*setup, Called(tournament=T, round=1, table=1)], "ann", "k", 0)).state.seq
    ruling = Ruled(tournament=T, round=1, table=1, call=call, reason="P-43", facts="noise")
    outcomes: list[object] = []
    together = threading.Barrier(2)

    def rule(who: str) -> None:
        own = LogDesk(store)
        together.wait()
        outcomes.append(own.submit(ruling, who, who, 0))

    threads = [threading.Thread(target=rule, args=(who,)) for who in ("bob", "eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [second] = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    desk.refresh()
    [ruled] = desk.state.tournament(T).rulings.values()
    assert second.fault.sentence == f"{ruled.entry.by} has decided call {call} already, in entry {call + 1}."


def test_listeners_hear_everything_in_order_from_every_desk(store: Store) -> None:
    one, two = LogDesk(store), LogDesk(store)
    received: list[int] = []
    end = one.subscribe(lambda new, state: received.extend(entry.seq for entry in new))
    one.subscribe(lambda new, state: 1 / 0)  # type: ignore[arg-type]
    accepted(one.submit([created(), *registered([1])], "ann", "k1", 0))
    accepted(two.submit(registered([2]), "ann", "k2", 0))
    accepted(one.submit(registered([3]), "ann", "k3", 0))
    assert received == [1, 2, 3, 4]
    end()
    accepted(one.submit(registered([4]), "ann", "k4", 0))
    assert received == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE entries SET event = replace(event, '\\:2,', '\\:7,') WHERE seq = 3", "Entry 3"),
        ("UPDATE entries SET \"by\" = 'eve' WHERE seq = 2", "Entry 2"),
        ("UPDATE entries SET ts_ms = ts_ms + 1 WHERE seq = 4", "Entry 4"),
        ("DELETE FROM entries WHERE seq = 3", "Entry 3"),
    ],
)
def test_a_change_of_the_log_is_found_and_named(desk: LogDesk, store: Store, change: str, named: str) -> None:
    accepted(desk.submit([created(), *registered([1, 2, 3])], "ann", "k1", 0))
    store.write(lambda connection: connection.execute(text(change)))
    with pytest.raises(LogRefusal, match=named):
        store.verify()


def test_a_log_that_is_cut_off_is_found_by_a_hash_noted_before(desk: LogDesk, store: Store) -> None:
    accepted(desk.submit([created(), *registered([1, 2, 3])], "ann", "k1", 0))
    noted = desk.state.hash
    assert store.verify(noted) == 4
    store.write(lambda connection: connection.execute(text("DELETE FROM entries WHERE seq = 4")))
    assert store.verify() == 3
    with pytest.raises(LogRefusal, match="cut off"):
        store.verify(noted)


def test_what_was_accepted_survives_a_power_cut_and_readers_do_not_wait(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/club.db")
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    store.close()


def test_a_long_log_is_read_in_pages(desk: LogDesk, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.log.store.store._PAGE", 3)
    accepted(desk.submit([created(), *registered(range(1, 9))], "ann", "k1", 0))
    assert [entry.seq for entry in store.read(after=2)] == [3, 4, 5, 6, 7, 8, 9]
    assert LogDesk(store).state == desk.state


def test_the_moves_of_a_hand_are_kept_in_the_log_only(desk: LogDesk) -> None:
    moves = ({"type": "start_kyoku", "bakaze": "E"}, {"type": "tsumo", "actor": 0, "pai": "?"})
    played = record((34_000, 26_000, 30_000, 30_000), moves=moves)
    players = [1, 2, 3, 4]
    setup = [created(), *registered(players), stage(), drawn(1, players)]
    accepted(desk.submit(setup, "ann", "k1", 0))
    done = accepted(desk.submit([RoundStarted(tournament=T, round=1), hand(1, 1, 0, played)], "hub", "k2", 0))
    game = done.state.tournament(T).rounds[1].games[1]
    seq = game.hands[0].seq
    assert seq is not None
    assert game.hands[0].current.moves == ()
    stored = desk.entry(seq).event
    assert stored == hand(1, 1, 0, played)


def test_forgetting_somebody_leaves_the_log_as_it_is(desk: LogDesk, store: Store) -> None:
    people = People(store)
    ann = people.add(Details("Ann Example", club="Riga", country="LV", contact="ann@example.org"))
    people.name_online(ann, "tenhou", "ann777")
    accepted(desk.submit([created(), *registered([ann])], "desk", "k1", 0))
    before = desk.state
    people.forget(ann)
    assert people.get() == {}
    assert people.online("tenhou") == {}
    assert LogDesk(store).state == before
    assert store.verify() == 2
    assert people.add(Details("Bob Example")) != ann
    with pytest.raises(LogRefusal, match="forgotten"):
        people.change(ann, Details("Ann Example"))


def test_one_account_is_one_person(store: Store) -> None:
    people = People(store)
    ann, bob = people.add(Details("Ann")), people.add(Details("Bob"))
    people.name_online(ann, "tenhou", "ann")
    people.name_online(ann, "tenhou", "ann")
    with pytest.raises(LogRefusal, match="belongs"):
        people.name_online(bob, "tenhou", "ann")
    with pytest.raises(LogRefusal, match="one account"):
        people.name_online(ann, "tenhou", "ann2")
    people.name_online(ann, "mahjong_soul", "ann")
    with pytest.raises(LogRefusal, match="no person"):
        people.name_online(99, "tenhou", "eve")


def test_people_can_be_changed_and_chosen(store: Store) -> None:
    people = People(store)
    ann, bob = people.add(Details("Ann")), people.add(Details("Bob", country="DE"))
    people.change(ann, Details("Ann B.", country="LV"))
    assert people.get() == {ann: Details("Ann B.", country="LV"), bob: Details("Bob", country="DE")}
    assert people.get([bob]) == {bob: Details("Bob", country="DE")}
    with pytest.raises(LogRefusal, match="name"):
        people.add(Details(" "))
    with pytest.raises(LogRefusal, match="two letters"):
        people.add(Details("Eve", country="Latvia"))
