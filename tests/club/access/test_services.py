"""Accounts and signing in: every way, its failures, and what they cost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from club.access.accounts import FIRST_LINK_S, AccessError, Accounts
from club.access.hashing import outdated
from club.access.roles import Grant, Identity, Role
from club.access.sign_in import FREE, FREE_NAME, SESSION_S, RefusedError, SignIn
from club.database.database import Database
from runtime.clock import Clock
from tests.club.access.given import ADDRESS, NOW, SECRET, known


def test_a_password_opens_a_session_that_ends(accounts: Accounts, sign_in: SignIn) -> None:
    anna = accounts.add("anna", person=3, grants=(Grant(Role.REFEREE, 7),))
    accounts.set_password(anna, SECRET)
    token = sign_in.password("anna", SECRET, ADDRESS, NOW)
    identity = known(sign_in, token)
    assert identity.person == 3
    assert identity.roles(7) == {Role.REFEREE}
    assert identity.roles(8) == frozenset()
    assert sign_in.session(token, NOW + SESSION_S - 1) is not None
    assert sign_in.session(token, NOW + SESSION_S) is None
    sign_in.out(token)
    assert sign_in.session(token, NOW) is None


@pytest.mark.parametrize(("login", "secret"), [("anna", "wrong password"), ("nobody", SECRET), ("anna", "")])
def test_a_stranger_learns_nothing_of_which_part_was_wrong(
    accounts: Accounts, sign_in: SignIn, login: str, secret: str
) -> None:
    accounts.set_password(accounts.add("anna"), SECRET)
    with pytest.raises(RefusedError, match=r"^Name or password is wrong\.$"):
        sign_in.password(login, secret, ADDRESS, NOW)


def test_a_password_kept_with_older_parameters_is_kept_anew_when_it_is_next_known(
    engine: Database, accounts: Accounts, sign_in: SignIn
) -> None:
    anna = accounts.add("anna")
    accounts.rehash(anna, PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(SECRET))
    kept = []
    for _ in range(3):
        with engine.connect() as db:
            kept.append(db.execute(text(f"SELECT password FROM accounts WHERE id = {anna}")).scalar_one())
        assert sign_in.password("anna", SECRET, ADDRESS, NOW)
    assert [outdated(each) for each in kept] == [True, False, False]
    assert kept[1] == kept[2]


def guessed(sign_in: SignIn, address: str, times: int = FREE, now: float = NOW) -> None:
    """A stranger guesses anna's password."""
    for _ in range(times):
        with pytest.raises(RefusedError):
            sign_in.password("anna", "guess", address, now)


def test_guessing_is_slowed_down_and_the_right_password_waits_there_too(
    accounts: Accounts, sign_in: SignIn
) -> None:
    accounts.set_password(accounts.add("anna"), SECRET)
    guessed(sign_in, ADDRESS)
    with pytest.raises(RefusedError, match="Too many tries: wait 2 s"):
        sign_in.password("anna", SECRET, ADDRESS, NOW)
    assert known(sign_in, sign_in.password("anna", SECRET, ADDRESS, NOW + 2)).login == "anna"


def test_a_stranger_s_guesses_keep_nobody_out_elsewhere(accounts: Accounts, sign_in: SignIn) -> None:
    accounts.set_password(accounts.add("anna"), SECRET)
    guessed(sign_in, "198.51.100.9", times=30)
    assert known(sign_in, sign_in.password("anna", SECRET, ADDRESS, NOW)).login == "anna"


def test_all_addresses_of_an_ipv6_network_are_one_guesser(accounts: Accounts, sign_in: SignIn) -> None:
    accounts.set_password(accounts.add("anna"), SECRET)
    for last in range(FREE):
        guessed(sign_in, f"2001:db8:1:2::{last:x}", times=1)
    for address in ("2001:db8:1:2:ffff::1", "2001:db8:1:2::7%eth0"):
        with pytest.raises(RefusedError, match="Too many tries"):
            sign_in.password("anna", SECRET, address, NOW)
    assert sign_in.password("anna", SECRET, "2001:db8:1:3::1", NOW)


def test_many_computers_that_guess_together_wait_and_where_anna_has_been_she_does_not(
    accounts: Accounts, sign_in: SignIn
) -> None:
    accounts.set_password(accounts.add("anna"), SECRET)
    sign_in.password("anna", SECRET, ADDRESS, NOW)
    for n in range(FREE_NAME):
        guessed(sign_in, f"198.51.100.{n}", times=1)
    with pytest.raises(RefusedError, match="Too many tries"):
        sign_in.password("anna", SECRET, "203.0.113.200", NOW)
    assert sign_in.password("anna", SECRET, ADDRESS, NOW)


def test_who_signs_in_begins_anew_with_wrong_passwords(accounts: Accounts, sign_in: SignIn) -> None:
    """Those of one address and those of everywhere; strangers' guesses before it count no more."""
    accounts.set_password(accounts.add("anna"), SECRET)
    for n in range(FREE_NAME - 1):
        guessed(sign_in, f"198.51.100.{n}", times=1)
    guessed(sign_in, ADDRESS, times=FREE - 1, now=NOW - 4000)
    assert sign_in.password("anna", SECRET, ADDRESS, NOW)
    guessed(sign_in, ADDRESS, times=FREE - 1)
    assert sign_in.password("anna", SECRET, ADDRESS, NOW)
    guessed(sign_in, "198.51.100.200", times=1)
    assert sign_in.password("anna", SECRET, "203.0.113.200", NOW)


def test_only_so_many_addresses_are_remembered_as_ones_own(
    accounts: Accounts, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.access.sign_in.TRUSTED", 2)
    accounts.set_password(accounts.add("anna"), SECRET)
    for last in (1, 2, 3):
        sign_in.password("anna", SECRET, f"203.0.113.{last}", NOW)
    for n in range(FREE_NAME):
        guessed(sign_in, f"198.51.100.{n}", times=1)
    with pytest.raises(RefusedError, match="Too many tries"):
        sign_in.password("anna", SECRET, "203.0.113.1", NOW)
    for last in (2, 3):
        assert sign_in.password("anna", SECRET, f"203.0.113.{last}", NOW)


def test_the_log_names_an_account_by_its_number() -> None:
    assert Identity(3, "anna", None, frozenset()).by == "account-3"


def test_secrets_are_kept_as_hashes_only(accounts: Accounts, sign_in: SignIn, engine: Database) -> None:
    anna = accounts.add("anna", person=3)
    accounts.set_password(anna, SECRET)
    accounts.set_pin(anna, "482913")
    accounts.set_card(anna, "04A2B6C8")
    token = sign_in.password("anna", SECRET, ADDRESS, NOW)
    with engine.connect() as db:
        tables = ("accounts", "sessions", "grants", "used_links")
        kept = " ".join(
            str(tuple(row)) for name in tables for row in db.execute(text(f"select * from {name}"))
        )
    assert "$argon2id$" in kept
    assert [secret for secret in (SECRET, "482913", "04a2b6c8", "04A2B6C8", token) if secret in kept] == []


def test_a_link_signs_in_until_it_expires_or_is_revoked(accounts: Accounts, sign_in: SignIn) -> None:
    anna = accounts.add("anna", person=3)
    link = accounts.link(anna, int(NOW) + 60)
    assert known(sign_in, sign_in.link(link, ADDRESS, NOW)).person == 3
    assert known(sign_in, sign_in.link(link, ADDRESS, NOW + 59)).person == 3
    with pytest.raises(RefusedError, match="expired"):
        sign_in.link(link, ADDRESS, NOW + 60)
    accounts.revoke(anna)
    with pytest.raises(RefusedError, match="not valid any more"):
        sign_in.link(link, ADDRESS, NOW)


def test_a_link_that_was_changed_or_made_elsewhere_opens_nothing(
    accounts: Accounts, sign_in: SignIn, tmp_path: Path
) -> None:
    elsewhere = Accounts(Database(f"sqlite:///{tmp_path / 'other.db'}"))
    theirs = elsewhere.link(elsewhere.add("director"), int(NOW) + 60)
    body, _, proof = accounts.link(1, int(NOW) + 60).partition(".")
    for text_ in (theirs, f"{body}A.{proof}", f"{body}.{proof[:-2]}", body, "", "Ж.Ж", "a.b.c"):
        with pytest.raises(RefusedError, match="no link of this club"):
            sign_in.link(text_, ADDRESS, NOW)


def test_the_link_of_the_first_start_works_once_and_is_made_until_somebody_can_sign_in(
    engine: Database,
) -> None:
    accounts = Accounts(engine)
    sign_in = SignIn(accounts)
    link = accounts.first_link(NOW)
    assert link is not None
    assert known(sign_in, sign_in.link(link, ADDRESS, NOW)).roles() == {Role.DIRECTOR}
    with pytest.raises(RefusedError, match="worked once"):
        sign_in.link(link, ADDRESS, NOW)
    later = accounts.first_link(NOW)
    assert later is not None
    with pytest.raises(RefusedError, match="expired"):
        sign_in.link(later, ADDRESS, NOW + FIRST_LINK_S)
    accounts.set_password(accounts.all()[0].id, SECRET)
    assert accounts.first_link(NOW) is None


@pytest.mark.parametrize("kept", ["password", "pin", "card", None])
def test_a_director_sees_which_secrets_an_account_has_and_none_of_them(
    accounts: Accounts, kept: str | None
) -> None:
    made = accounts.add(" anna ", person=3, grants=(Grant(Role.PLAYER, 7), Grant(Role.REFEREE)))
    ways = {"password": accounts.set_password, "pin": accounts.set_pin, "card": accounts.set_card}
    if kept is not None:
        ways[kept](made, "1234" if kept == "pin" else SECRET)
    found = next(each for each in accounts.all() if each.id == made)
    assert (found.login, found.person, found.by) == ("anna", 3, f"account-{made}")
    assert {name: getattr(found, name) for name in ways} == {name: name == kept for name in ways}
    assert found.roles(7) == {Role.PLAYER, Role.REFEREE}
    assert found.roles(8) == {Role.REFEREE}
    assert accounts.of_person(3) == made
    assert (accounts.of_person(4), accounts.identity(made + 1)) == (None, None)


def test_accounts_stand_in_the_order_of_their_names(accounts: Accounts) -> None:
    for login in ("zoe", "anna", "mo"):
        accounts.add(login)
    assert [each.login for each in accounts.all()] == ["anna", "director", "mo", "zoe"]


def test_what_is_just_long_enough_or_just_not_too_long_is_kept(accounts: Accounts, sign_in: SignIn) -> None:
    made = accounts.add("x" * 64, person=3)
    accounts.set_password(made, "x" * 10)
    with pytest.raises(AccessError, match="10 characters"):
        accounts.set_password(made, "x" * 9)
    assert sign_in.password("x" * 64, "x" * 10, ADDRESS, NOW)
    for pin in ("4829", "48291357"):
        accounts.set_pin(made, pin)
        assert sign_in.at_table("5", 3, f"pin:{pin}", NOW) == 3


def test_nothing_is_given_to_an_account_that_is_gone(accounts: Accounts) -> None:
    changes: list[Callable[[], None]] = [
        lambda: accounts.set_password(99, SECRET),
        lambda: accounts.set_pin(99, "1234"),
        lambda: accounts.set_card(99, "04a2b6c8"),
        lambda: accounts.grant(99, (Grant(Role.PLAYER, 7),)),
    ]
    for change in changes:
        with pytest.raises(AccessError) as refused:
            change()
        assert refused.value.code == "no_account"
    with pytest.raises(AccessError) as refused:
        accounts.set_card(accounts.all()[0].id, "  ")
    assert refused.value.code == "card_empty"


def test_new_roles_take_the_place_of_those_that_were_there(accounts: Accounts) -> None:
    made = accounts.add("anna", grants=(Grant(Role.REFEREE, 7),))
    seen: list[frozenset[Grant]] = []
    accounts.grant(made, (Grant(Role.PLAYER, 7), Grant(Role.PLAYER, 7)), seen.append)
    accounts.grant(made, (), seen.append)
    assert seen == [{Grant(Role.REFEREE, 7)}, {Grant(Role.PLAYER, 7)}]
    found = accounts.identity(made)
    assert found is not None
    assert found.grants == frozenset()


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "١٢٣٤", ""])
def test_a_pin_has_four_to_eight_digits(accounts: Accounts, pin: str) -> None:
    with pytest.raises(AccessError, match="4 to 8 digits"):
        accounts.set_pin(1, pin)


@pytest.mark.parametrize("years", [-60, -5, 5, 60])
def test_a_jump_of_the_computers_clock_ends_no_session_and_revives_nothing(
    accounts: Accounts, sign_in: SignIn, years: int
) -> None:
    wall, uptime = NOW, 0.0
    clock = Clock(lambda: wall, lambda: uptime)
    anna = accounts.add("anna")
    accounts.set_password(anna, SECRET)
    old = accounts.link(anna, int(NOW) + 60)
    token = sign_in.password("anna", SECRET, ADDRESS, clock.now_s())
    for _ in range(FREE):
        with pytest.raises(RefusedError, match="wrong"):
            sign_in.password("anna", "guess", ADDRESS, clock.now_s())
    wall += years * 365 * 86_400
    with pytest.raises(RefusedError, match="Too many tries: wait 2 s"):
        sign_in.password("anna", SECRET, ADDRESS, clock.now_s())
    uptime = 61.0
    with pytest.raises(RefusedError, match="expired"):
        sign_in.link(old, ADDRESS, clock.now_s())
    sign_in.password("anna", SECRET, ADDRESS, clock.now_s())
    assert sign_in.session(token, clock.now_s()) is not None
    uptime = SESSION_S
    assert sign_in.session(token, clock.now_s()) is None


def test_a_new_password_signs_everybody_out(accounts: Accounts, sign_in: SignIn) -> None:
    anna = accounts.add("anna")
    token = sign_in.link(accounts.link(anna, int(NOW) + 60), ADDRESS, NOW)
    with pytest.raises(AccessError, match="10 characters"):
        accounts.set_password(anna, "short")
    assert sign_in.session(token, NOW) is not None
    accounts.set_password(anna, SECRET)
    assert sign_in.session(token, NOW) is None


def test_who_is_removed_is_signed_out_and_leaves_nothing(
    accounts: Accounts, sign_in: SignIn, engine: Database
) -> None:
    anna = accounts.add("anna", person=3, grants=(Grant(Role.PLAYER, 7),))
    token = sign_in.link(accounts.link(anna, int(NOW) + 60), ADDRESS, NOW)
    accounts.remove(anna)
    assert sign_in.session(token, NOW) is None
    with engine.connect() as db:
        left = [
            db.execute(text(f"select count(*) from {t} where account = {anna}")).scalar()
            for t in ("grants", "sessions")
        ]
    assert left == [0, 0]


def test_the_club_always_has_a_director(accounts: Accounts) -> None:
    (director,) = accounts.all()
    with pytest.raises(AccessError, match="Somebody must direct the club"):
        accounts.remove(director.id)
    with pytest.raises(AccessError, match="Somebody must direct the club"):
        accounts.grant(director.id, ())
    assert accounts.all() == [director]
    accounts.grant(accounts.add("bo"), [Grant(Role.DIRECTOR)])
    accounts.remove(director.id)


def test_two_accounts_have_two_names_and_two_people(accounts: Accounts) -> None:
    accounts.add("anna", person=3)
    for login, person in (("anna", 4), ("bo", 3)):
        with pytest.raises(AccessError, match="already"):
            accounts.add(login, person)
    for login in ("", "  ", "x" * 65):
        with pytest.raises(AccessError, match="at most 64 characters"):
            accounts.add(login)


def test_the_id_of_an_account_that_is_gone_is_not_given_again(accounts: Accounts, sign_in: SignIn) -> None:
    """The log names accounts by it, and badges that are still about sign in by it."""
    anna = accounts.add("anna")
    badge = accounts.link(anna, int(NOW) + 60)
    accounts.remove(anna)
    assert accounts.add("boris") > anna
    with pytest.raises(RefusedError, match="not valid any more"):
        sign_in.link(badge, ADDRESS, NOW)
