"""How soon a phone paints each page, and how far the clocks of two screens lie apart:
`python -m tests.bench.bench_screens`.

Chromium's processor is slowed so many times, as the makers of the browser do for a phone; every page is opened cold.
The floor is the plainest page that the same server sends, in the same browser. A screen's clock is the age that it
tells of a lost line, the one time that runs on a page; both screens are given wrong clocks of their own. The bars are
1 s for a first paint with the processor slowed 4 times, and 100 ms between clocks."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import PHONE, Room, launch
from tests.web.house import PlayedHouse, until
from web.stream import HEARTBEAT_S

PATHS = ("/", "/console", "/coach", "/overlay", "/setup", "/report")
FLOOR = "/healthz"
SLOWER, TIMES = (4, 6), 3
PAINT_BAR_S, CLOCK_BAR_S = 1.0, 0.1
LOSSES, TICKS, WRONG_MS = 6, 5, (-37 * 60_000, 26 * 3_600_000)

_PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_WATCH = """() => { window.ticks = {}; window.watch?.disconnect();
  window.watch = new MutationObserver(() => { const n = document.getElementById("line").textContent.match(/\\d+/)?.[0];
    if (n) window.ticks[n] ??= performance.timeOrigin + performance.now(); });
  window.watch.observe(document.getElementById("line"), { childList: true, characterData: true, subtree: true }); }"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        clocks(browser)
        room = Room(browser, PlayedHouse("box"))
        for slower in SLOWER:
            paints(room, slower)
        room.close()
        browser.close()


def paints(room: Room, slower: int) -> None:
    """Prints the median and the slowest first paint of each page, and what it is to the floor."""
    floor = statistics.median(painted(room, FLOOR, slower) for _ in range(TIMES))
    print(f"processor slowed {slower} times; floor {1000 * floor:.0f} ms")
    for path in PATHS:
        took = [painted(room, path, slower) for _ in range(TIMES)]
        median = statistics.median(took)
        print(
            f"  {path:10} median {1000 * median:5.0f} ms, slowest {1000 * max(took):5.0f} ms, to the floor"
            f" {median / floor:4.1f}; bar {1000 * PAINT_BAR_S:.0f} ms: {median <= PAINT_BAR_S}"
        )


def painted(room: Room, path: str, slower: int) -> float:
    """The first contentful paint of a page that this browser has never seen, in seconds after the navigation."""

    def slow(page: Page) -> None:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})

    page = room.open(path, PHONE, before=slow, settled=False)
    took: float = page.wait_for_function(_PAINTED, polling=50, timeout=30_000).json_value()
    page.context.close()
    return took / 1000


def clocks(browser: Browser) -> None:
    """Prints how far apart two screens count on, over several lost lines, and how many ticks were out of bar."""
    room = Room(browser, PlayedHouse("light"))
    screens = [room.open("/", before=wrong(by_ms)) for by_ms in WRONG_MS]
    apart = [tick for _ in range(LOSSES) for tick in lost(room, screens)]
    room.close()
    median, late = statistics.median(apart), sum(tick > CLOCK_BAR_S for tick in apart)
    print(f"clocks of two screens: {1000 * median:.0f} ms apart, at most {1000 * max(apart):.0f} ms; ", end="")
    print(f"bar {1000 * CLOCK_BAR_S:.0f} ms: {median <= CLOCK_BAR_S}; {late} of {len(apart)} ticks further apart")


def lost(room: Room, screens: list[Page]) -> list[float]:
    """Loses the line and finds it again; returns by how many seconds the screens counted each second apart. The first
    second that is shown is when they noticed, no tick."""
    for screen in screens:
        screen.locator("body[data-version]:not(.lost)").wait_for()
        screen.evaluate(_WATCH)
    time.sleep(2 * HEARTBEAT_S)  # until both have heard the same beats of the table
    room.server.close()
    until(lambda: all(str(TICKS) in screen.evaluate("window.ticks") for screen in screens), 30)
    first, second = (screen.evaluate("window.ticks") for screen in screens)
    room.restart()
    both = sorted(map(int, first.keys() & second.keys()))[1:]
    return [abs(first[str(n)] - second[str(n)]) / 1000 for n in both]


def wrong(by_ms: int) -> Callable[[Page], object]:
    """What gives a page a clock that is wrong by so much."""
    return lambda page: page.add_init_script(f"const now = Date.now; Date.now = () => now() + {by_ms};")


if __name__ == "__main__":
    main()
