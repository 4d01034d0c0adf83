"""Screens tell the same age of a lost line in the same second: what is drawn follows from the table's clock and how far
this screen's is ahead of it, and from nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import CHROMIUM, Room
from tests.web.house import until

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the clocks were not looked at")

BEAT_MS = 3000

TOLD = """async ({ ahead, late, moments }) => {
  const { TableClock } = await import("/static/js/clock.js");
  const clock = new TableClock(7);
  clock.forget();
  late.forEach((held_up, n) => clock.hear(n * BEAT, n * BEAT + held_up + ahead));
  return moments.map((ms) => clock.second(ms + ahead));
}""".replace("BEAT", str(BEAT_MS))


def told(page: Page, ahead: float, late: list[float], moments: list[float]) -> Any:
    """What a screen draws at moments of the table's clock, by its own clock that is `ahead`, having heard beats that
    were held up by `late`, all in milliseconds."""
    return page.evaluate(TOLD, {"ahead": ahead, "late": late, "moments": moments})


def test_the_drawn_second_is_that_of_the_table_however_late_its_signs_came(room: Room) -> None:
    page = room.open("/api", settled=False)
    moments = [2 * BEAT_MS + ms for ms in (0, 1, 400, 999, 1000, 1001, 4999, 5000, 61_000)]
    awaited = [{"age_s": (ms - 2 * BEAT_MS) // 1000, "left_ms": 1000 - ms % 1000} for ms in moments]
    for ahead in (0, 26 * 3_600_000, -37_000):
        for late in ([0, 0, 0], [0, 40, 900], [340, 0, 20], [5, 2500, 0]):
            assert told(page, ahead, late, moments) == awaited, (ahead, late)


def test_a_quartz_that_drifts_is_followed(room: Room) -> None:
    """50 millionths, the worst of a cheap one, make 180 ms an hour."""
    page = room.open("/api", settled=False)
    beats, drift = 1200, 50e-6
    for way in (drift, -drift):
        late = [n * BEAT_MS * way for n in range(beats)]
        end = BEAT_MS * (beats - 1)
        (drawn,) = told(page, 0, late, [end * (1 + way) + 1500])
        assert (drawn["age_s"], drawn["left_ms"]) == (1, pytest.approx(500, abs=10))


EARLY = """() => { const fake = performance.now.bind(performance), line = document.getElementById("line");
  let seen = -1;
  performance.now = () => { const ms = fake(), first = ms !== seen; seen = ms;
    return ms + (ms % 2000 < 1000 ? 0 : first ? -1.5 : 1.5); };
  window.drawn = [];
  new MutationObserver(() => window.drawn.push([Number(line.textContent.match(/\\d+/)[0]), fake()]))
    .observe(line, { childList: true, characterData: true, subtree: true }); }"""


def test_no_second_is_late_where_a_timer_fires_a_little_early(room: Room) -> None:
    """As Chromium's do: read twice, the clock stood on both sides of the edge, and the second was drawn with the next
    one or by chance in between."""
    wall = room.open("/", before=lambda page: page.clock.install())
    room.server.close()
    expect(wall.locator("#line")).to_be_visible()
    wall.clock.pause_at(wall.evaluate("Date.now()") + 1000)
    wall.evaluate(EARLY)
    wall.clock.run_for(12_000)
    drawn = first_drawn(wall.evaluate("window.drawn"))
    (first, at_ms), *others = sorted(drawn.items())[1:]
    assert [second for second, _ in others] == list(range(first + 1, first + 1 + len(others))), "none is left out"
    assert len(others) > 8
    for second, ms in others:
        assert ms - at_ms == pytest.approx(1000 * (second - first), abs=10)
    room.restart()


def first_drawn(told: list[tuple[int, float]]) -> dict[int, float]:
    """When each second was first drawn."""
    return dict(reversed(told))


def test_a_screen_that_was_asleep_draws_at_once(room: Room) -> None:
    wall = room.open("/", before=lambda page: page.clock.install())
    room.server.close()
    expect(wall.locator("#line")).to_be_visible()
    wall.clock.pause_at(wall.evaluate("Date.now()") + 1000)
    first = seconds(wall)
    wall.evaluate("""() => { const now = performance.now.bind(performance); performance.now = () => now() + 60_000;
        document.dispatchEvent(new Event("visibilitychange")); }""")
    assert seconds(wall) == first + 60
    room.restart()


SLOW = """() => { const now = performance.now.bind(performance), parse = JSON.parse;
  let drawn_ms = 0;
  performance.now = () => now() + drawn_ms;
  JSON.parse = (text) => { drawn_ms += 9000; return parse(text); };
  window.lost = 0;
  new MutationObserver(() => { window.lost += document.body.classList.contains("lost"); })
    .observe(document.body, { attributeFilter: ["class"] }); }"""


def test_a_slow_screen_that_drew_for_long_does_not_think_the_line_lost(room: Room) -> None:
    wall = room.open("/", before=lambda page: page.clock.install())
    wall.evaluate(SLOW)
    room.house.answer("r1.card.A", "low")
    expect(wall.locator("body")).to_have_attribute("data-version", "2")
    wall.clock.run_for(1500)
    room.house.answer("r1.card.B", "low")
    expect(wall.locator("body")).to_have_attribute("data-version", "3")
    assert wall.evaluate("window.lost") == 0


def test_attempts_in_vain_do_not_break_the_line_that_came_after_them(room: Room) -> None:
    """Each of them once left a timer behind, which ended whatever line there was 8 s later."""
    wall = room.open("/", before=lambda page: page.clock.install())
    room.server.close()
    expect(wall.locator("#line")).to_be_visible()
    wall.clock.pause_at(wall.evaluate("Date.now()") + 1000)
    for _ in range(2):
        with wall.expect_event("requestfailed"):
            wall.clock.run_for(3000)
        wall.evaluate("new Promise((done) => queueMicrotask(done))")
    room.restart()

    def back() -> bool:
        wall.clock.run_for(500)
        return wall.locator("body:not(.lost)").count() == 1

    until(back)
    wall.evaluate("""() => { window.lost = 0;
        new MutationObserver(() => { window.lost += document.body.classList.contains("lost"); })
            .observe(document.body, { attributes: true, attributeFilter: ["class"] }); }""")
    wall.clock.run_for(7000)  # less than what makes a line silent
    wall.evaluate("() => fetch('/healthz').then((answer) => answer.text())")
    assert wall.evaluate("window.lost") == 0


def seconds(page: Page) -> int:
    found = re.search(r"\d+", page.locator("#line").inner_text())
    assert found
    return int(found[0])
