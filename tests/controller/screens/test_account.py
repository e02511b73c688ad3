"""A device that signs in with a link: the secret stays in the browser, and commands go under its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.broker import embedded_accounts
from controller.broker.link import signed_link
from runtime.reload import changed
from tests.controller.browser import recording
from tests.controller.screens.stand import TOPICS, Stand

pytestmark = pytest.mark.slow
COMMAND = """
import("/table/js/bus.js").then(({ Link }) => {
  const link = new Link([]);
  const send = () => (link.connected ? link.command("sync", {}) : setTimeout(send, 50));
  send();
});
"""


def signed(folder: Path, label: str) -> tuple[Account, str]:
    accounts = embedded_accounts(folder, TOPICS)
    account = Account.named(label, Role.HOUSE)
    secret = accounts.put(account)
    accounts.write()
    assert changed(folder / "broker.pid")
    return account, secret


def test_a_link_signs_in_and_is_taken_out_of_sight(stand: Stand) -> None:
    account, secret = signed(stand.folder, "phone")
    with recording(stand.driver):
        stand.driver.get(signed_link(f"{stand.web.url}table.html?lang=en", account, secret))
        stand.show("play")
        asked = stand.requests()
    assert secret not in stand.driver.current_url
    assert stand.driver.current_url.endswith("device=house-phone")
    assert asked
    assert not [url for url in asked if secret in url]
    stand.driver.execute_script(COMMAND)
    (command, *_) = stand.commands()
    assert command.by == "house-phone"


def test_the_browser_remembers_and_a_void_secret_is_said(stand: Stand) -> None:
    account, secret = signed(stand.folder, "tablet")
    stand.driver.get(signed_link(f"{stand.web.url}table.html?lang=en", account, secret))
    stand.show("play")
    kept = stand.driver.execute_script("return JSON.stringify(localStorage)")
    assert json.loads(kept)["jantaku.account.house-tablet"] == secret
    stand.driver.get(f"{stand.web.url}table.html?lang=en")
    stand.show("play")
    signed(stand.folder, "tablet")  # another secret
    stand.wait(lambda: any("Ask for a new link" in text for text in stand.texts("#app")))
    stand.driver.execute_script("localStorage.clear()")
