"""Accounts, sessions and sign-in, over one database."""

from __future__ import annotations

from club.access.accounts import Accounts
from club.access.sign_in import SignIn
from club.database.database import Database


class Access:
    """Accounts and signing in; may be used by several threads."""

    def __init__(self, database: Database) -> None:
        self.accounts = Accounts(database)
        self.sign_in = SignIn(self.accounts)
