"""A club's accounts in a database of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from club.access.accounts import Accounts
from club.access.roles import Grant, Role
from club.access.sign_in import SignIn
from club.database.database import Database


@pytest.fixture
def engine(tmp_path: Path) -> Database:
    return Database(f"sqlite:///{tmp_path / 'club.db'}")


@pytest.fixture
def accounts(engine: Database) -> Accounts:
    made = Accounts(engine)
    made.add("director", grants=(Grant(Role.DIRECTOR),))
    return made


@pytest.fixture
def sign_in(accounts: Accounts) -> SignIn:
    return SignIn(accounts)
