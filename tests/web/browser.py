"""A real Chromium, and a served table that it looks at."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.web.house import PIN, House
from web.serve import serve

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
LAPTOP = {"width": 1280, "height": 800}
TV = {"width": 1920, "height": 1080}
LIMIT_MS = 30_000  # how long a page may be waited for: long, for other tests run beside it

_ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--no-first-run", "--disable-sync", "--disable-extensions",
]  # fmt: skip


def launch(playwright: Playwright) -> Browser:
    expect.set_options(timeout=LIMIT_MS)
    return playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)


class Room:
    """A served table, the pages that look at it, and what they complained about. Each page has a window of its own:
    Chromium draws the hidden tabs of a window only once a second. What a page sends while a service worker keeps it is
    hidden from `Page.route`, so who waylays requests of a phone does without `workers`."""

    def __init__(
        self, browser: Browser, house: House | None = None, locale: str = "en-GB", workers: bool = True
    ) -> None:
        self.house = house or House()
        self.server = serve(self.house.app, "127.0.0.1", 0)
        self.address = f"http://{self.server.host}:{self.server.port}"
        self.complaints: list[str] = []
        self._browser = browser
        self._locale = locale
        self._workers = "allow" if workers else "block"
        self._contexts: list[BrowserContext] = []
        self._session: Any = None

    def open(
        self,
        path: str,
        size: dict[str, int] = TV,
        still: bool = False,
        before: Callable[[Page], object] = lambda page: None,
        settled: bool = True,
    ) -> Page:
        """A new page in a window of its own; `before` sees it before it loads, `settled` waits for the first board."""
        motion: Any = "reduce" if still else "no-preference"
        viewport: Any = size
        page = self._context(viewport=viewport, reduced_motion=motion).new_page()
        page.set_default_timeout(LIMIT_MS)
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on("console", lambda said: said.type == "error" and self.complaints.append(f"{path}: {said.text}"))
        before(page)
        if settled:
            self.visit(page, path)
        else:
            page.goto(self.address + path)
        return page

    def visit(self, page: Page, path: str) -> None:
        page.goto(self.address + path)
        page.locator("body[data-version]:not(.lost)").wait_for()

    def unlock(self) -> None:
        """Gives the pages from now on a session, as the PIN dialog does."""
        context = self._context()
        told = context.request.post(f"{self.address}/api/pin", data={"pin": PIN})
        assert told.status == 204
        self._session = context.storage_state()

    def _context(self, **options: Any) -> BrowserContext:
        usual: Any = {"locale": self._locale, "storage_state": self._session, "service_workers": self._workers}
        self._contexts.append(self._browser.new_context(**usual, **options))
        return self._contexts[-1]

    def restart(self) -> None:
        """A new server of the same table on the same port, after `server.close()`."""
        self.server = serve(self.house.app, self.server.host, self.server.port)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self.server.close()


def shoot(page: Page, name: str, full: bool = False) -> None:
    """Keeps a screenshot of the page at rest: motion that ends is at its end."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full, animations="disabled")


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def nameless(page: Page) -> list[str]:
    """Controls and pictures that a screen reader could not name."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, textarea, img, svg[role=img], [role=img]")]
          .filter((e) => !e.closest("[hidden]") && e.offsetParent !== null)
          .filter((e) => !(e.getAttribute("aria-label") || e.getAttribute("alt") || e.textContent.trim()
            || [...(e.labels ?? [])].some((l) => l.textContent.trim())))
          .map((e) => e.outerHTML.slice(0, 120))"""
    )
    return found
