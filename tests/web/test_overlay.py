"""What a stream lays over its picture: transparent, in time with it, and nothing secret."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import CHROMIUM, SCREENSHOTS, TV, Room
from tests.web.house import House, PlayedHouse

browser_needed = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def alpha(page: Page, name: str) -> NDArray[np.uint8]:
    """How opaque each pixel of the window is, 0 to 255, as a streaming program would get it."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.evaluate("document.fonts.ready")
    shot = page.screenshot(path=SCREENSHOTS / f"{name}.png", omit_background=True, animations="disabled")
    return cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_UNCHANGED)[:, :, 3]


@browser_needed
@pytest.mark.parametrize("game", ["light", "takkure"])
def test_nothing_but_the_pieces_is_opaque(browser: Browser, game: str) -> None:
    room = Room(browser, PlayedHouse(game))
    for path, clear in (("/overlay/lower", 0.85), ("/overlay", 0.65)):
        page = room.open(path, TV, still=True)
        seen = alpha(page, f"overlay{path.removeprefix('/overlay').replace('/', '-')}-{game}")
        assert (seen == 0).mean() > clear, path
        assert not seen[: TV["height"] // 3].any(), "the upper third belongs to the picture"
        box = page.locator(".goals.A").bounding_box() or {}
        assert seen[int(box["y"] + box["height"] / 2), int(box["x"] + box["width"] / 4)] == 255
    assert room.complaints == []
    room.close()


@browser_needed
def test_an_overlay_of_a_simulated_table_says_so(browser: Browser) -> None:
    room = Room(browser)
    expect(room.open("/overlay/lower").get_by_role("note")).to_have_text("Simulated table")
    room.close()


@browser_needed
def test_it_comes_as_much_later_as_the_streams_picture(browser: Browser) -> None:
    room = Room(browser, House(simulated=False))
    page = room.open("/overlay?delay=20", before=lambda page: page.clock.install())
    page.clock.run_for(20_000)
    expect(page.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 0, Blues 0 ")
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    room.house.answer("r1.roll.B", 0)
    expect(page.locator("body")).to_have_attribute("data-version", "5")
    page.clock.run_for(19_000)
    expect(page.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 0, Blues 0 ")
    page.clock.run_for(2_000)
    expect(page.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 1, Blues 0 ")
    room.close()


@browser_needed
def test_an_overlay_that_lost_the_line_is_gone(browser: Browser) -> None:
    room = Room(browser, PlayedHouse("light"))
    page = room.open("/overlay/lower", still=True)
    assert alpha(page, "overlay-there").any()
    room.server.close()
    expect(page.locator("main")).to_have_css("opacity", "0")
    assert not alpha(page, "overlay-lost").any()
    room.close()


def test_it_is_painted_before_its_scripts_run_but_not_before_its_delay() -> None:
    house = House(simulated=False)
    for path in ("/overlay", "/overlay/lower"):
        painted = house.client.get(path).get_data(as_text=True)
        assert '<span class="team-name">Reds</span>' in painted
        assert '<span class="goals">0:0</span>' in painted
        assert "Reds" not in house.client.get(f"{path}?delay=5").get_data(as_text=True)
    assert House(begun=False).client.get("/overlay").status_code == 200


@pytest.mark.parametrize("delay", ["-1", "1.5", "121", "x", "9" * 400])
def test_a_delay_that_makes_no_sense_is_refused(delay: str) -> None:
    assert House().client.get(f"/overlay?delay={delay}").status_code == 400
