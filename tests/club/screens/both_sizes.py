"""What is wrong with a page on a desktop and on a telephone."""

from __future__ import annotations

from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.test_director_people import TELEPHONE


def faults(viewer: Viewer, page: Page, axe: str) -> list[str]:
    """On a desktop and on a telephone, of the page as it lies."""
    found = []
    for size, theme in ((page.size, "dark"), (TELEPHONE, "light")):
        viewer.turn(size, theme)
        viewer.driver.execute_script("scrollTo(0, 0)")
        found += viewer.faults(page, axe)
    viewer.turn(page.size, "dark")
    return found
