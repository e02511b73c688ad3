"""Codes for telephones: each opens one seat, once, while the table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.roles import Role
from controller.broker.accounts import Account, AccountError
from controller.broker.phones import CODE_S, EACH, SHOWN_S, Phones, is_phone


@dataclass
class Accounts:
    """As the table's list, with a clock."""

    now: float = 0.0
    made: int = 0
    full: bool = False
    there: list[Account] = field(default_factory=list)

    def known(self) -> Sequence[Account]:
        return sorted(self.there, key=lambda each: each.name)

    def pair(self, seat: int) -> tuple[Account, str]:
        if self.full:
            raise AccountError("The disk is full.")
        self.made += 1
        account = Account.named(f"phone-{self.made:08x}", Role.SEAT, seat, "table-1")
        self.there.append(account)
        return account, f"secret-{self.made}"

    def send_away(self, names: Sequence[str]) -> None:
        assert set(names) <= {each.name for each in self.there}
        self.there = [each for each in self.there if each.name not in names]


@pytest.fixture
def book() -> Accounts:
    return Accounts()


@pytest.fixture
def phones(book: Accounts) -> Phones:
    return Phones(book, lambda: book.now)


def code(phones: Phones, seat: int) -> str:
    """What the place of the seat shows."""
    found = phones.show()[seat].code
    assert found is not None
    return found.text


def given_to(phones: Phones, text: str, before: str | None = None) -> tuple[Account, str]:
    given = phones.claim(text, before)
    assert not isinstance(given, str)
    return given


def test_each_seat_has_a_code_of_its_own_that_stays_while_it_is_shown(phones: Phones, book: Accounts) -> None:
    first = [code(phones, seat) for seat in range(4)]
    assert len(set(first)) == 4
    assert min(map(len, first)) == 16, "96 bits: nobody guesses one"
    book.now += SHOWN_S - 1
    assert [code(phones, seat) for seat in range(4)] == first


def test_a_code_gives_the_account_of_its_seat_and_no_second_one(phones: Phones) -> None:
    text = code(phones, 2)
    account, secret = given_to(phones, text)
    assert (account.role, account.seat, secret) == (Role.SEAT, 2, "secret-1")
    assert is_phone(account)
    assert phones.claim(text) == "taken", "a photograph of it is worth nothing"
    assert phones.show()[2].code is None
    assert phones.show()[2].phones == (account.name,), "the table shows who is there"


def test_a_code_is_over_once_the_table_shows_it_no_more(phones: Phones, book: Accounts) -> None:
    text = code(phones, 0)
    phones.close()
    assert phones.claim(text) == "over"
    text = code(phones, 0)
    book.now += SHOWN_S
    assert phones.claim(text) == "over", "the screen has vanished"
    assert book.made == 0


def test_a_code_that_is_shown_for_long_becomes_another_one(phones: Phones, book: Accounts) -> None:
    text = code(phones, 0)
    while book.now < CODE_S:
        book.now += SHOWN_S / 2
        phones.show()
    assert code(phones, 0) != text
    assert phones.claim(text) == "over"


def test_another_telephone_comes_beside_the_first_and_the_oldest_goes(phones: Phones, book: Accounts) -> None:
    names = [given_to(phones, code(phones, 1))[0].name]
    for _ in range(EACH):
        phones.another(1)
        names.append(given_to(phones, code(phones, 1))[0].name)
    assert phones.show()[1].phones == tuple(names[1:])
    assert len(book.there) == EACH


def test_a_telephone_has_one_seat(phones: Phones) -> None:
    first, _ = given_to(phones, code(phones, 0))
    second, _ = given_to(phones, code(phones, 3), first.name)
    assert [each.phones for each in phones.show()] == [(), (), (), (second.name,)]


def test_no_other_account_is_given_back(phones: Phones, book: Accounts) -> None:
    book.there.append(Account.named("paired-1", Role.SEAT, 0, "table-1"))
    kept = list(book.there)
    known = book.known
    book.known = lambda: [each for each in known() if is_phone(each)]  # type: ignore[method-assign]
    given_to(phones, code(phones, 0), "seat0-paired-1")
    assert kept[0] in book.there


def test_one_is_sent_away_and_all(phones: Phones, book: Accounts) -> None:
    first, second = (given_to(phones, code(phones, seat))[0] for seat in (0, 1))
    waiting = code(phones, 2)
    phones.away(first.name)
    assert book.there == [second]
    phones.away("seat0-nobody")
    phones.away()
    assert book.there == []
    assert phones.claim(waiting) == "over", "the evening is over, and so is every code"


def test_an_account_that_cannot_be_written_leaves_the_code_as_it_is(phones: Phones, book: Accounts) -> None:
    text = code(phones, 0)
    book.full = True
    with pytest.raises(AccountError):
        phones.claim(text)
    book.full = False
    assert given_to(phones, text)[0].seat == 0


@given(st.lists(st.tuples(st.sampled_from(("show", "claim", "late", "another", "away")), st.integers(0, 3))))
def test_never_more_accounts_than_codes_and_each_at_its_codes_seat(
    steps: list[tuple[str, int]],
) -> None:
    book = Accounts()
    phones = Phones(book, lambda: book.now)
    seen: dict[str, int] = {}
    opened: set[str] = set()
    for what, seat in steps:
        if what == "late":
            book.now += SHOWN_S * 0.7
        elif what == "another":
            phones.another(seat)
        elif what == "away":
            phones.away()
        elif what == "claim":
            for text, at in seen.items():
                if at == seat and not isinstance(given := phones.claim(text), str):
                    assert given[0].seat == seat
                    assert text not in opened
                    opened.add(text)
        for here in phones.show() if what == "show" else ():
            if here.code is not None:
                assert seen.setdefault(here.code.text, here.seat) == here.seat
    assert book.made == len(opened)
    assert all(sum(each.seat == seat for each in book.there) <= EACH for seat in range(4))
