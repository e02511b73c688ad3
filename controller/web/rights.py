"""Who may do what on the pages of a table, by the account with which a request comes."""

from __future__ import annotations

import base64
from contextlib import suppress

from starlette.requests import Request

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.pairing import Door
from controller.bus.authority import CALIBRATORS, CONFIGURATORS, INVITERS, JUDGES, SERVICERS


class Rights:
    """Asks `door` for the role of an account; none without an account, or with a wrong secret."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def judge(self, request: Request) -> bool:
        """Whether it may see evidence and the newest hands."""
        return self._role(request) in JUDGES

    def examine(self, request: Request) -> bool:
        """Whether it may start the doctor."""
        return self.configure(request) or self.judge(request)

    def service(self, request: Request) -> bool:
        """Whether it may service the machine."""
        return self._role(request) in SERVICERS

    def invite(self, request: Request) -> bool:
        """Whether it may authorise phones at the seats."""
        return self._role(request) in INVITERS

    def calibrate(self, request: Request) -> bool:
        """Whether it may calibrate the camera and teach it tiles."""
        return self._role(request) in CALIBRATORS

    def configure(self, request: Request) -> bool:
        """Whether it may change the configuration: with an account of this table or of its club."""
        account = account_of(request)
        if account is None:
            return False
        return any(known(*account) in CONFIGURATORS for known in (self._door.own_role, self._door.role))

    def house(self, request: Request) -> bool:
        """Whether it comes from the house of the table."""
        return self._role(request) is Role.HOUSE

    def account(self, request: Request) -> Account | None:
        """The account with which it comes; None where name and secret do not belong together."""
        account = account_of(request)
        return None if account is None or self._role(request) is None else Account.of(account[0])

    def _role(self, request: Request) -> Role | None:
        account = account_of(request)
        return None if account is None else self._door.role(*account)


def account_of(request: Request) -> tuple[str, str] | None:
    """The account with which a request comes, unchecked: its name and secret (RFC 7617)."""
    kind, _, encoded = request.headers.get("authorization", "").partition(" ")
    with suppress(ValueError):
        device, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
        return (device, secret) if kind.lower() == "basic" and device else None
    return None
