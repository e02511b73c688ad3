"""Signing in and out, who I am, and the accounts of the club."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, StringConstraints
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from club.access.accounts import Account
from club.access.authority import MAY
from club.access.roles import Grant, Role
from club.access.sign_in import SESSION_S, RefusedError, Session
from club.log.faults import LogRefusal
from club.web.api.qr import qr
from club.web.request.call import Asked, Call, cookie_name
from club.web.request.malformed import wrong
from club.web.request.operation import Done, get, post
from club.web.request.problem import ProblemError
from club.web.request.services import Services
from club.web.views.revision import granted, revision, unchanged

_DIRECTOR: Final = (Role.DIRECTOR,)
_SECRETS: Final[tuple[Literal["password", "pin", "card"], ...]] = ("password", "pin", "card")
LINK_DAYS: Final = 60
"""A badge's code outlives the longest event."""
Text = Annotated[str, StringConstraints(max_length=300)]


class AccountRequest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Password(AccountRequest):
    login: Text
    password: Text


class Secret(AccountRequest):
    """A signed link's text, or a card's id."""

    link: Text | None = None
    card: Text | None = None


class Granted(AccountRequest):
    role: Role
    tournament: int | None = None


class NewAccount(AccountRequest):
    login: Text
    person: int | None = None
    grants: tuple[Granted, ...] = ()


class Change(AccountRequest):
    """Only what is given changes; roles with the `revision` of those that were read."""

    revision: Text | None = None
    grants: tuple[Granted, ...] | None = None
    password: Text | None = None
    pin: Text | None = None
    card: Text | None = None
    revoke: bool = False


class Own(AccountRequest):
    """What somebody sets of the own account."""

    password: Text | None = None
    pin: Text | None = None


class RoleGiven(TypedDict):
    role: Role
    tournament: int | None


class Me(TypedDict):
    """Who is signed in, and what that account may enter; everything empty for a stranger. `csrf` is to be
    sent as the header `x-csrf-token` with everything that changes something."""

    login: str | None
    password: NotRequired[bool]
    by: NotRequired[str]
    person: int | None
    roles: list[RoleGiven]
    may: list[str]
    csrf: str | None


class AccountLine(TypedDict):
    id: int
    by: str
    login: str
    person: int | None
    has: list[Literal["password", "pin", "card"]]
    roles: list[RoleGiven]
    revision: str


class Made(TypedDict):
    id: int


class Entrance(TypedDict):
    """The address that signs somebody in."""

    link: str


@get("/api/me")
def me(call: Call) -> Me:
    """Who is signed in."""
    return _me(call.services, call.session)


def _me(services: Services, session: Session | None) -> Me:
    if session is None:
        return {"login": None, "person": None, "roles": [], "may": [], "csrf": None}
    who = session.identity
    own = next(each for each in services.access.accounts.all() if each.id == who.account)
    return {
        "login": who.login,
        "password": own.password,
        "by": who.by,
        "person": who.person,
        "roles": _roles(who.grants),
        "may": sorted(kind for kind, roles in MAY.items() if who.anywhere(roles)),
        "csrf": session.csrf,
    }


@post("/api/sign-in", roles=None, open_=True)
def sign_in(call: Asked[Password | Secret]) -> Annotated[Response, Me]:
    """Signs in by name and password, or by a link or card. A cookie that no script can read holds the
    session."""
    by = call.services.access.sign_in
    now = call.services.now_s()
    try:
        if isinstance(call.body, dict) and "login" in call.body:
            given = call.read(Password)
            token = by.password(given.login, given.password, call.address, now)
        else:
            secret = call.read(Secret)
            if secret.link is not None:
                token = by.link(secret.link, call.address, now)
            else:
                token = by.card(secret.card or "", call.address, now)
    except RefusedError as refused:
        raise ProblemError.of(403, refused) from None
    except LogRefusal as fault:
        raise ProblemError(503, "no_database") from fault
    return _signed(call, token)


@post("/api/sign-out", roles=None)
def sign_out(call: Call) -> Annotated[Response, Done]:
    """Ends the session."""
    call.services.access.sign_in.out(call.token)
    answer = JSONResponse({})
    answer.delete_cookie(
        cookie_name(call.services), secure=call.services.secure, httponly=True, samesite="lax"
    )
    return answer


@post("/api/me")
def set_own(call: Asked[Own]) -> Annotated[Response, Me | Done]:
    """The own password or PIN. A new password ends all sessions of the account but this one."""
    who = call.identity
    accounts, given = call.services.access.accounts, call.given
    if given.pin is not None:
        accounts.set_pin(who.account, given.pin)
    if given.password is None:
        return JSONResponse({})
    accounts.set_password(who.account, given.password)
    now = call.services.now_s()
    return _signed(call, call.services.access.sign_in.password(who.login, given.password, call.address, now))


@get("/api/accounts", roles=_DIRECTOR)
def accounts(call: Call) -> list[AccountLine]:
    """All accounts, for the director of the club."""
    call.need()
    return [_line(account) for account in call.services.access.accounts.all()]


@post("/api/accounts", roles=_DIRECTOR)
def add(call: Asked[NewAccount]) -> Made:
    """Makes an account."""
    call.need()
    given = call.given
    made = call.services.access.accounts.add(given.login, given.person, _grants(given.grants))
    return {"id": made}


@post("/api/accounts/{account:int}", roles=_DIRECTOR)
def change(call: Asked[Change]) -> Done:
    """What the director gives to or takes from an account."""
    call.need()
    account, given = call.number("account"), call.given
    accounts = call.services.access.accounts
    if given.grants is not None:
        if given.revision is None:
            raise wrong(("revision",), "required")
        read, grants = given.revision, _grants(given.grants)
        accounts.grant(account, grants, lambda now: unchanged(read, granted(now), granted(grants)))
    for value, put in (
        (given.password, accounts.set_password),
        (given.pin, accounts.set_pin),
        (given.card, accounts.set_card),
    ):
        if value is not None:
            put(account, value)
    if given.revoke:
        accounts.revoke(account)
    return Done()


@post("/api/accounts/{account:int}/remove", roles=_DIRECTOR)
def remove(call: Call) -> Done:
    """Deletes an account."""
    call.need()
    call.services.access.accounts.remove(call.number("account"))
    return Done()


@get("/api/accounts/{account:int}/badge.svg", roles=_DIRECTOR, media="image/svg+xml")
def badge(call: Call) -> Response:
    """The code that signs somebody in, as a picture for a badge (SVG)."""
    return qr(_entrance(call))


@get("/api/accounts/{account:int}/link", roles=_DIRECTOR)
def link(call: Call) -> Entrance:
    """The same as an address, for who has no camera."""
    return {"link": _entrance(call)}


def _entrance(call: Call) -> str:
    call.need()
    account = call.number("account")
    accounts = call.services.access.accounts
    if accounts.identity(account) is None:
        raise ProblemError(404, "no_account")
    made = accounts.link(account, int(call.services.now_s()) + LINK_DAYS * 86_400)
    return entrance(call.request, made)


def entrance(request: Request, link: str) -> str:
    """The address that signs in by a link; behind `#` no server and no other site receives it."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}/me.html#link={link}"


def _signed(call: Call, token: str) -> Response:
    session = call.services.access.sign_in.session(token, call.services.now_s())
    assert session is not None
    answer = JSONResponse(_me(call.services, session))
    answer.set_cookie(
        cookie_name(call.services),
        token,
        max_age=SESSION_S,
        secure=call.services.secure,
        httponly=True,
        samesite="lax",
    )
    return answer


def _line(account: Account) -> AccountLine:
    has = [name for name in _SECRETS if getattr(account, name)]
    return {
        "id": account.id,
        "by": account.by,
        "login": account.login,
        "person": account.person,
        "has": has,
        "roles": _roles(account.grants),
        "revision": revision(granted(account.grants)),
    }


def _roles(grants: frozenset[Grant]) -> list[RoleGiven]:
    roles: list[RoleGiven] = granted(grants)["grants"]
    return roles


def _grants(given: tuple[Granted, ...]) -> list[Grant]:
    return [Grant(each.role, each.tournament) for each in given]
