"""Everything that lets people in, over one database."""

from __future__ import annotations

from sqlalchemy import Engine

from club.access.accounts import Accounts
from club.access.sign_in import SignIn


class Access:
    """Accounts and signing in; may be used by several threads."""

    def __init__(self, engine: Engine) -> None:
        self.accounts = Accounts(engine)
        self.sign_in = SignIn(self.accounts)
