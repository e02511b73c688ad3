"""Signing in where people play: cards, and PINs at the table at which somebody was drawn."""

from __future__ import annotations

import pytest

from club.access.accounts import AccessError, Accounts
from club.access.sign_in import FREE, FREE_ADDRESS, RefusedError, SignIn
from tests.club.access.given import ADDRESS, NOW, known


def test_a_card_is_known_by_its_id(accounts: Accounts, sign_in: SignIn) -> None:
    accounts.set_card(accounts.add("anna", person=3), "04A2B6C8")
    assert known(sign_in, sign_in.card(" 04a2b6c8", ADDRESS, NOW)).person == 3
    with pytest.raises(RefusedError, match="not known"):
        sign_in.card("04a2b6c9", ADDRESS, NOW)
    with pytest.raises(AccessError, match="belongs to another account"):
        accounts.set_card(accounts.add("bo", person=4), "04a2b6c8")


def test_at_a_table_a_pin_proves_only_who_was_drawn_there(accounts: Accounts, sign_in: SignIn) -> None:
    anna = accounts.add("anna", person=3)
    accounts.set_pin(anna, "4829")
    accounts.set_card(anna, "card-of-anna")
    assert sign_in.at_table("5", 3, "pin:4829", NOW) == 3
    for seated, token in ((4, "pin:4829"), (None, "pin:4829"), (3, "pin:4828"), (3, "pin:"), (3, "4829")):
        with pytest.raises(RefusedError):
            sign_in.at_table("5", seated, token, NOW)
    assert sign_in.at_table("5", 4, "card:card-of-anna", NOW) == 3
    assert sign_in.at_table("5", 4, f"link:{accounts.link(anna, int(NOW) + 60)}", NOW) == 3


def test_pins_of_a_table_cannot_be_tried_through(accounts: Accounts, sign_in: SignIn) -> None:
    accounts.set_pin(accounts.add("anna", person=3), "4829")
    tries = 0
    for n in range(200):
        with pytest.raises(RefusedError) as refused:
            sign_in.at_table("5", 3, f"pin:{n:04}", NOW)
        tries += "Wrong PIN" in str(refused.value)
    assert tries == FREE


def test_a_hall_shares_an_address_and_many_unknown_cards_and_links_make_it_wait(
    accounts: Accounts, sign_in: SignIn
) -> None:
    """Whoever was known there before; elsewhere nobody waits."""
    accounts.set_card(accounts.add("anna", person=3), "04a2b6c8")
    for n in range(FREE_ADDRESS):
        assert sign_in.card("04a2b6c8", ADDRESS, NOW)
        with pytest.raises(RefusedError, match=r"not known|no link of this club"):
            (sign_in.card if n % 2 else sign_in.link)("strange", ADDRESS, NOW)
    for way in (sign_in.card, sign_in.link):
        with pytest.raises(RefusedError, match="Too many tries: wait 2 s") as refused:
            way("04a2b6c8", ADDRESS, NOW)
        assert refused.value.wait_s == 2
    assert sign_in.card("04a2b6c8", "203.0.113.9", NOW)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("sms:4829", "sign_how"),
        ("", "sign_how"),
        ("pin:4829", "wrong_pin"),
        ("card:04a2b6c9", "unknown_card"),
        ("card:04a2b6c8", "no_player"),
        ("link:strange", "bad_link"),
    ],
)
def test_what_does_not_sign_in_at_a_table_says_why(
    accounts: Accounts, sign_in: SignIn, token: str, code: str
) -> None:
    accounts.set_card(accounts.add("staff"), "04a2b6c8")
    with pytest.raises(RefusedError) as refused:
        sign_in.at_table("5", 3, token, NOW)
    assert (refused.value.code, refused.value.wait_s) == (code, 0)
