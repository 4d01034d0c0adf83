"""What the tests of the pages share: one Chromium a file, and a table that it looks at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import Room, launch


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    """The toy game's table, nobody having answered yet."""
    opened = Room(browser)
    yield opened
    opened.close()
