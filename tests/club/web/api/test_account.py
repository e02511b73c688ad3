"""Signing in over the web: who comes in, who does not, and a database that another program holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from club.access.roles import Role
from tests.club.web.stand import Stand

SECRET = "correct horse"


def test_a_name_and_a_password_open_a_session(stand: Stand) -> None:
    account = stand.account(Role.REFEREE)
    login = next(each.login for each in stand.access.accounts.all() if each.id == account)
    stand.access.accounts.set_password(account, SECRET)
    browser = stand.browser()
    wrong = browser.post("/api/sign-in", {"login": login, "password": "wrong horse"})
    assert (wrong.status, wrong.data["code"]) == (403, "wrong_password")
    stranger: dict[str, object] = {"login": None, "person": None, "roles": [], "may": [], "csrf": None}
    assert browser.get("/api/me").data == stranger
    assert browser.post("/api/sign-in", {"login": login, "password": SECRET}).status == 200
    me = browser.get("/api/me").data
    assert (me["login"], me["password"], me["csrf"]) == (login, True, browser.csrf)
    assert browser.post("/api/sign-out").status == 200
    assert browser.get("/api/me").data == stranger


def test_while_another_program_holds_the_database_nobody_is_signed_in_and_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.database.engine.BUSY_MS", 50)
    stand = Stand(tmp_path)
    link = stand.access.accounts.link(stand.account(Role.REFEREE), int(stand.now_s) + 60)
    browser = stand.browser()
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = browser.post("/api/sign-in", {"link": link})
        other.execute("ROLLBACK")
    assert (answer.status, answer.data["code"]) == (503, "no_database")
    assert browser.post("/api/sign-in", {"link": link}).status == 200
    stand.close()


def test_a_badge_signs_in_for_sixty_days(stand: Stand) -> None:
    director, account = stand.signed(Role.DIRECTOR), stand.account(Role.PLAYER)
    badge = {"link": director.get(f"/api/accounts/{account}/link").data["link"].partition("#link=")[2]}
    stand.now_s += 60 * 86_400 - 1
    assert stand.browser().post("/api/sign-in", badge).status == 200
    stand.now_s += 1
    assert stand.browser().post("/api/sign-in", badge).data["code"] == "old_link"
