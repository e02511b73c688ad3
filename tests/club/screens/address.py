"""The one address at which the browser finds every club of these tests, one after the other.

It keeps the scripts of that address compiled. A club at a fresh port would have none of them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from tests.ports import free_port

KEPT: Final = "local_storage,session_storage,indexeddb,service_workers,cache_storage,websql,file_systems"
"""What pages may keep of a club, under Chromium's names."""


@cache
def port() -> int:
    return free_port()


def url() -> str:
    return f"http://127.0.0.1:{port()}/"


def signed(driver: Any, cookie: str) -> None:
    """As whoever has this cookie (`name=value`), or as nobody."""
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    if cookie:
        name, _, value = cookie.partition("=")
        driver.execute_cdp_cmd("Network.setCookie", {"name": name, "value": value, "url": url()})


def go(driver: Any, address: str) -> None:
    """Loads the page anew, also where it differs from the one that is open in its fragment alone."""
    if driver.current_url.partition("#")[0] == address.partition("#")[0]:
        driver.get("about:blank")
    driver.get(address)


def leave(driver: Any) -> None:
    """The next club hears nothing of this one, from the page or from what the page has kept."""
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": url(), "storageTypes": KEPT})
