"""The camera's page: its API, and the page in a real Chromium with a real finder behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.vocabulary import JSON
from tests.vision import degraded
from tests.web.browser import CHROMIUM, PHONE, TV, Room, nameless, overflow, shoot
from tests.web.camera import CameraHouse, tray
from tests.web.house import PIN, House, until
from vision.frame import CameraState
from vision.memory import recall
from vision.region import Region
from vision.view import Shift

WORDS = json.loads((Path(__file__).resolve().parents[2] / "web" / "static" / "words.json").read_text(encoding="utf-8"))
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def house(tmp_path: Path) -> CameraHouse:
    return CameraHouse(tmp_path, simulated=True)


# -- the API -------------------------------------------------------------------------------------------------------


def test_looking_needs_no_pin_and_tells_everything(house: CameraHouse) -> None:
    status, told = house.get("/api/camera")
    assert status == 200
    assert told["verdict"]["level"] == "good"
    assert sorted(die["value"] for die in told["dice"]) == [2, 3, 5]
    assert told["simulated"]
    assert told["region"] == [[0, 0], [1, 0], [1, 1], [0, 1]]


def test_a_picture_comes_with_its_number_and_only_if_it_is_new(house: CameraHouse) -> None:
    answer = house.client.get("/api/camera/picture?after=0&width=640")
    assert answer.mimetype == "image/jpeg"
    assert answer.data[:2] == b"\xff\xd8"
    assert answer.headers["Cache-Control"] == "no-store"
    number = int(answer.headers["X-Frame"])
    assert house.client.get(f"/api/camera/picture?after={number}").status_code == 200
    assert house.client.get(f"/api/camera/picture?after={number + 1000}").status_code == 204
    assert house.client.get("/api/camera/picture?after=-1").status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("region", {}, 400, "corners"),
        ("region", {"corners": 3}, 400, "a list of at most 12"),
        ("region", {"corners": [[0, 0]] * 13}, 400, "a list of at most 12"),
        ("region", {"corners": [[0, 0], [1], [1, 1]]}, 400, "a point"),
        ("region", {"corners": [[0, 0], [1, True], [1, 1]]}, 400, "a point"),
        ("region", {"corners": [[0, 0], [1, 2], [1, 1]]}, 400, "a point"),
        ("region", {"corners": [[0, 0], [1, 1]]}, 409, "3 to 12 corners"),
        ("region", {"corners": [[0, 0], [1, 1], [1, 0], [0, 1]]}, 409, "cross"),
        ("teach", {"at": "there", "colour": "red"}, 400, "a point"),
        ("teach", {"at": [0.01, 0.01], "colour": "red"}, 409, "the place of a die"),
        ("teach", {"at": [0.5, 0.5], "colour": "mauve"}, 409, "one of white"),
        ("teach", {"at": [0.5, 0.5]}, 400, "colour"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_the_reason(
    house: CameraHouse, path: str, body: JSON, status: int, why: str
) -> None:
    house.get("/api/camera")
    got, told = house.post(f"/api/camera/{path}", body)
    assert (got, why in told["message"]) == (status, True), told
    assert house.eye.memory is None


def test_a_disk_that_fails_is_said(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path / "gone")
    status, told = house.post("/api/camera/remember", {})
    assert status == 507
    assert "counts until the program ends" in told["message"]


def test_a_table_without_a_camera_says_so() -> None:
    house = House()
    assert house.get("/api/camera")[0] == 404
    assert house.post("/api/camera/remember", {})[0] == 404
    assert "no camera" in house.client.get("/camera").text


# -- the page ------------------------------------------------------------------------------------------------------

with_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


@pytest.fixture
def room(browser: Browser, house: CameraHouse) -> Iterator[Room]:
    opened = Room(browser, house)
    yield opened
    opened.close()


def opened(room: Room, path: str = "/camera", size: dict[str, int] = TV) -> Page:
    page = room.open(path, size)
    page.locator("#live[src]").wait_for()
    page.locator(".outline").first.wait_for(state="attached")
    return page


BOXES = """() => [...document.querySelectorAll("#stage, .outline")].map((e) => e.getBoundingClientRect().toJSON())"""
"""At one moment: each look at the picture draws the outlines anew."""


@with_chromium
def test_dice_are_outlined_where_they_lie_and_the_verdict_follows_the_picture(room: Room, house: CameraHouse) -> None:
    page = opened(room)
    expect(page.locator("#overlay text")).to_have_text([re.compile(r"\d · \d+ %")] * 3)
    expect(page.locator("#verdict")).to_have_text("Good")
    expect(page.locator("#fake")).to_be_visible()
    told = house.finder.look()
    stage, *boxes = page.evaluate(BOXES)
    for die, box in zip(told["dice"], boxes, strict=True):
        middle = ((box["x"] + box["width"] / 2 - stage["x"]) / stage["width"],
                  (box["y"] + box["height"] / 2 - stage["y"]) / stage["height"])  # fmt: skip
        assert middle == pytest.approx(die["center"], abs=0.01)
    shoot(page, "camera-good-1920")
    house.camera.image = degraded.lit(tray(), 0.15)
    expect(page.locator("#verdict")).to_contain_text("Not usable")
    expect(page.locator("#verdict")).to_contain_text("too dark")
    expect(page.locator("#reasons")).to_contain_text("Switch on a lamp")
    assert room.complaints == []


@with_chromium
def test_the_region_is_drawn_by_dragging_and_kept_with_the_pin(room: Room, house: CameraHouse, tmp_path: Path) -> None:
    page = opened(room)
    page.locator("#draw").click()
    expect(page.locator(".handle")).to_have_count(4)
    drag(page, (0.15, 0.2), (0.7, 0.95))
    shoot(page, "camera-drawing-1920")
    page.locator("#keep").click()
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("Kept")
    expect(page.locator(".handle")).to_have_count(0)
    corners = recall(tmp_path).region.corners
    for corner, drawn in zip(corners, ((0.15, 0.2), (0.7, 0.2), (0.7, 0.95), (0.15, 0.95)), strict=True):
        assert corner == pytest.approx(drawn, abs=0.01)
    expect(page.locator(".outline")).to_have_count(2)
    expect(page.locator("#view")).to_contain_text("a moved camera is noticed")
    page.locator("#whole").click()
    expect(page.locator("#whole")).to_be_hidden()
    expect(page.locator(".outline")).to_have_count(3)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.locator("#stage").scroll_into_view_if_needed()
    box = page.locator("#stage").bounding_box() or {}
    way = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, (0.4, 0.4), end)]
    page.mouse.move(*way[0])
    page.mouse.down()
    page.mouse.move(*way[1])
    page.mouse.move(*way[2])
    page.mouse.up()


@with_chromium
def test_a_corner_can_be_dragged_alone(room: Room, house: CameraHouse) -> None:
    room.unlock()
    page = opened(room)
    page.locator("#draw").click()
    drag(page, (0.1, 0.1), (0.2, 0.25))
    page.locator("#keep").click()
    expect(page.locator("#done")).to_contain_text("Kept")
    assert house.eye.memory is not None
    assert house.eye.memory.region.corners[0] == pytest.approx((0.2, 0.25), abs=0.01)
    assert house.eye.memory.region.corners[2] == pytest.approx((0.9, 0.9), abs=0.001)
    page.locator("#draw").click()
    drag(page, (0.2, 0.25), (0.95, 0.95))
    expect(page.locator(".handle").first).not_to_have_attribute("aria-label", re.compile("95 %"))


@with_chromium
def test_the_keyboard_is_enough_to_set_the_region(room: Room, house: CameraHouse) -> None:
    room.unlock()
    page = opened(room)
    page.locator("#draw").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".handle").first).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("#corner-told")).to_have_text("Corner 1: 12 % from the left, 11 % from the top")
    page.locator("#keep").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("Kept")
    assert house.eye.memory is not None
    assert house.eye.memory.region == Region(((0.118, 0.11), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))


@with_chromium
def test_a_region_can_be_drawn_with_a_finger(browser: Browser, house: CameraHouse) -> None:
    room = Room(browser, house)
    room.unlock()
    page = opened(room, size=PHONE)
    page.locator("#draw").click()
    page.locator("#stage").evaluate(TOUCHES, [[0.15, 0.2], [0.5, 0.5], [0.85, 0.95]])
    page.locator("#keep").click()
    until(lambda: house.eye.memory is not None)
    assert house.eye.memory is not None
    assert house.eye.memory.region.corners[0] == pytest.approx((0.15, 0.2), abs=0.01)
    assert house.eye.memory.region.corners[2] == pytest.approx((0.85, 0.95), abs=0.01)
    room.close()


TOUCHES = """(stage, way) => {
  stage.setPointerCapture = () => {};
  const box = stage.getBoundingClientRect();
  way.forEach(([x, y], i) => {
    const at = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
    const type = i === 0 ? "pointerdown" : "pointermove";
    stage.dispatchEvent(new PointerEvent(type, { ...at, pointerType: "touch", pointerId: 7, bubbles: true }));
  });
  stage.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", pointerId: 7, bubbles: true }));
}"""


@with_chromium
def test_a_colour_is_taught_by_tapping_the_die(room: Room, house: CameraHouse) -> None:
    room.unlock()
    page = opened(room)
    five = next(i for i, die in enumerate(house.finder.look()["dice"]) if die["value"] == 5)
    told = page.locator("#dice button").filter(has_text=re.compile(r"^\s*5"))  # its place in the list may change
    expect(told).to_contain_text("no colour")
    page.locator(".seen-die .outline").nth(five).click(force=True)
    expect(page.locator("dialog")).to_contain_text("shows 5")
    page.locator('dialog [data-colour="white"]').click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(told).to_contain_text("white")
    expect(page.locator("#colours")).to_have_text("white")
    assert house.reader.palette.samples.keys() == {"white"}
    page.locator("#forget-colours").click()
    expect(page.locator("#colours")).to_be_empty()


@with_chromium
def test_a_moved_camera_is_said_until_it_is_agreed_to(room: Room, house: CameraHouse) -> None:
    room.unlock()
    page = opened(room)
    expect(page.locator("#moved")).to_be_hidden()
    house.eye.shift = Shift(True, 44.4, 2.31, moved=True)
    expect(page.locator("#moved")).to_contain_text("by 44 pixels and 2.3°")
    expect(page.locator("#verdict")).to_contain_text("camera moved")
    page.locator("#stands").click()
    expect(page.locator("#moved")).to_be_hidden()
    expect(page.locator("#verdict")).to_have_text("Good")
    page.locator("#forget-tray").click()
    expect(page.locator("#done")).to_contain_text("belongs to the tray")
    assert house.eye.forgot == 1


@with_chromium
def test_a_lost_camera_shows_no_old_picture(room: Room, house: CameraHouse) -> None:
    page = opened(room)
    house.camera.state = CameraState.LOST
    expect(page.locator("#no-live")).to_contain_text("The camera is lost")
    expect(page.locator("#live")).to_be_hidden()
    expect(page.locator("#verdict")).to_contain_text("Not usable")
    expect(page.locator(".outline")).to_have_count(0)


@with_chromium
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [NARROW, PHONE, TV], ids=lambda s: str(s["width"]))
def test_it_fits_every_screen_and_every_control_has_a_name(
    room: Room, house: CameraHouse, size: dict[str, int], lang: str
) -> None:
    room.unlock()
    house.eye.shift = Shift(True, 44.4, 2.31, moved=True)
    house.camera.image = degraded.lit(tray(), 0.5)
    page = opened(room, f"/camera?lang={lang}", size)
    page.locator("#reasons li").first.wait_for()
    page.locator("#dice button").first.wait_for()
    assert overflow(page) == 0
    assert nameless(page) == []
    shoot(page, f"camera-{size['width']}-{lang}", full=True)
    page.locator("#draw").click()
    expect(page.locator(".handle")).to_have_count(4)
    assert overflow(page) == 0
    assert nameless(page) == []
    shoot(page, f"camera-drawing-{size['width']}-{lang}", full=True)
    assert room.complaints == []


@with_chromium
def test_the_german_page_has_no_english_words(room: Room, house: CameraHouse) -> None:
    assert WORDS["en"].keys() == WORDS["de"].keys()
    house.eye.shift = Shift(True, 44.4, 2.31, moved=True)
    house.camera.image = degraded.lit(tray(), 0.5)
    page = opened(room, "/camera?lang=de")
    page.locator("#reasons li").first.wait_for()
    texts = page.evaluate(
        "() => document.querySelector('main').innerText.split('\\n').map((t) => t.trim().toLowerCase())"
    )
    plain = {key for key, w in WORDS["en"].items() if isinstance(w, str) and "{" not in w}
    english = {WORDS["en"][key].lower() for key in plain if WORDS["en"][key] != WORDS["de"][key]}
    german = {WORDS["de"][key].lower() for key in plain}
    assert not (set(texts) & english) - german
    assert "zu dunkel · kamera bewegt" in texts
    assert any(text.startswith("zu dunkel: die hellsten stellen") for text in texts)
