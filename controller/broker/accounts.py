"""Who may do what on a broker: roles, the accounts of devices, and the access list that follows.

An account's name says its role, and its seat where it has one: `referee-anna`, `seat2-table-1`, `house`.
The broker lets only the account itself write to `cmd/{name}`, so whoever receives a command there knows
the role without a list of its own (`Account.of`). What a role may command is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from contract.channels import CHANNELS, READS, root_of
from contract.roles import PUBLISHERS, Role
from runtime.secret import new_secret, password_fits, password_hash, write_secret
from runtime.stored import Format, StoredError

FILE: Final = "accounts.json"
FORMAT: Final = Format(
    "accounts",
    2,
    "list of accounts",
    "restore it from a copy",
    {1: lambda accounts: {"accounts": accounts}},
)
PASSWORDS: Final = "passwords"
ACL: Final = "acl"


HOME_ASSISTANT: Final = "homeassistant"
"""Where Home Assistant looks for descriptions of devices, and says that it was started."""

_NAME: Final = re.compile(rf"({'|'.join(Role)})([0-3]?)(?:-([a-z0-9][a-z0-9_-]{{0,31}}))?")


class AccountError(Exception):
    """An account cannot be made, found or read; one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """`table` None: all tables of the club."""

    name: str
    role: Role
    seat: int | None = None
    table: str | None = None

    @classmethod
    def of(cls, device: str, table: str | None = None) -> Self | None:
        """What a name says of its account; None for a name that no account can have."""
        found = _NAME.fullmatch(device)
        if found is None or (found[1] == Role.SEAT) != bool(found[2]):
            return None
        return cls(device, Role(found[1]), int(found[2]) if found[2] else None, table)

    @classmethod
    def named(cls, label: str, role: Role, seat: int | None = None, table: str | None = None) -> Self:
        """The account of a label, such as `anna` for a referee; AccountError where the parts do not fit."""
        if (role is Role.SEAT) != (seat is not None):
            raise AccountError(
                "The display of a seat needs --seat 0 to 3." if seat is None else f"A {role} has no seat."
            )
        if table is None and role in {Role.SEAT, Role.TABLE, Role.CONTROLLER}:
            raise AccountError(f"A {role} belongs to one table: name it with --table.")
        made = cls.of(f"{role}{'' if seat is None else seat}-{label}", table)
        if made is None:
            raise AccountError(
                f"{label!r} is no name: small letters, digits, - and _, 32 at most, a letter or digit first."
            )
        return made

    def rules(self, club: str) -> list[str]:
        """The account's lines of mosquitto's access list."""
        root = root_of(club, self.table or "+")
        if self.role in PUBLISHERS:
            device = f"{HOME_ASSISTANT}/device/jantaku_{club}_{self.table}/config"
            home = (
                [] if self.table is None else [f"topic write {device}", f"topic read {HOME_ASSISTANT}/status"]
            )
            return [f"topic readwrite {root}/#", *home]
        out = [f"topic read {root}/{each.format(seat=self.seat)}" for each in READS[self.role]]
        if self.role is Role.ARCHIVER:  # so Home Assistant signs in
            out += [f"topic read {HOME_ASSISTANT}/#"]
            out += [f"topic deny {root}/{channel.pattern}" for channel in CHANNELS if channel.personal]
        for channel in CHANNELS:
            own = channel.address.format(device=self.name, seat=self.seat, id="", game="", hand="")
            if self.role in channel.own_readers and "{device}" in channel.address:
                out += [f"topic read {root}/{own}"]
            if self.role in channel.own_writers:
                out += [f"topic write {root}/{own}"]
        return out


def read_accounts(path: Path) -> dict[str, dict[str, str | None]]:
    """Table and hash by the name of the account. AccountError when the file is not one of accounts, or a
    newer program's."""
    try:
        known = FORMAT.read(path)["accounts"]
        kept = {str(k): {"table": v["table"], "hash": v["hash"]} for k, v in known.items()}
        return {name: each for name, each in kept.items() if Account.of(name)}
    except StoredError as error:
        raise AccountError(str(error)) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AccountError(str(FORMAT.broken(path))) from error


class Accounts:
    """The accounts of one broker, kept in a folder: names and hashes in `accounts.json`, and for mosquitto
    the password file and the access lists that follow from them.

    `doors`: the access list of each listener, and in it the rules of who has not signed in.
    """

    def __init__(self, folder: Path, club: str, doors: Mapping[str, Sequence[str]] | None = None) -> None:
        """AccountError when the file is not one of accounts, or a newer program's."""
        self._folder = folder
        self._club = club
        self._doors = {ACL: ()} if doors is None else doors
        path = folder / FILE
        self._kept = read_accounts(path) if path.exists() else {}

    def __iter__(self) -> Iterator[Account]:
        made = (Account.of(name, kept["table"]) for name, kept in sorted(self._kept.items()))
        return iter([account for account in made if account is not None])

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    def role(self, name: str, secret: str) -> Role | None:
        """The role of who knows the secret of an account; None for everybody else."""
        kept = self._kept.get(name)
        account = None if kept is None else Account.of(name, kept["table"])
        if kept is None or account is None or not password_fits(secret, kept["hash"] or ""):
            return None
        return account.role

    def put(self, account: Account, secret: str | None = None) -> str:
        """A new account, or a known one with a new secret, which is given back: it is kept nowhere."""
        secret = secret or new_secret()
        self._kept[account.name] = {"table": account.table, "hash": password_hash(secret)}
        return secret

    def add(self, account: Account) -> str:
        """Like `put`; AccountError when the name is taken."""
        if account.name in self._kept:
            raise AccountError(
                f"There is an account {account.name} already: rotate it, or take another name."
            )
        return self.put(account)

    def follow(self, table: str) -> None:
        """All accounts of a table are those of this one: a broker of a table's own knows no other, and the
        table may have another name since."""
        for kept in self._kept.values():
            if kept["table"] is not None:
                kept["table"] = table

    def rotate(self, name: str) -> str:
        """Another secret; the old one opens nothing any more. AccountError for an unknown name."""
        account = Account.of(name, self._found(name)["table"])
        assert account is not None
        return self.put(account)

    def remove(self, name: str) -> None:
        """AccountError for an unknown name."""
        self._found(name)
        del self._kept[name]

    def _found(self, name: str) -> dict[str, str | None]:
        if name not in self._kept:
            known = ", ".join(sorted(self._kept)) or "none yet"
            raise AccountError(f"There is no account {name}; there are: {known}.")
        return self._kept[name]

    def write(self) -> None:
        """All files, readable by their owner alone; a broker that runs reads them again at SIGHUP."""
        lines = [f"{name}:{kept['hash']}" for name, kept in sorted(self._kept.items())]
        kept = {"accounts": dict(sorted(self._kept.items()))}
        FORMAT.write(self._folder / FILE, kept, private=True, copied=True)
        write_secret(self._folder / PASSWORDS, "".join(f"{line}\n" for line in lines))
        for name, strangers in self._doors.items():
            write_secret(self._folder / name, self.acl(strangers))

    def acl(self, strangers: Sequence[str] = ()) -> str:
        """mosquitto's access list; `strangers` are the rules of who has not signed in."""
        parts = ["\n".join(strangers), *("\n".join([f"user {a.name}", *a.rules(self._club)]) for a in self)]
        return "\n\n".join(part for part in parts if part) + "\n"
