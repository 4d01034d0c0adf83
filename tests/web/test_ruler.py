"""The ruler's pages: their API, and the pages in a real Chromium with a real ruler behind them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.vocabulary import JSON, TEMPLATE
from tests.companion.pitch_desk import drawn
from tests.companion.test_lens_setup import SHOTS
from tests.companion.test_ruler import BUMPED, INCHES
from tests.web.browser import CHROMIUM, PHONE, TV, Room, nameless, overflow, shoot
from tests.web.house import PIN, House
from tests.web.ruler import RulerHouse
from vision.ruler.drawn import PITCH, Scene, pose_of
from web.language import words

TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def house(tmp_path: Path) -> RulerHouse:
    return RulerHouse(tmp_path)


@pytest.fixture
def match(tmp_path: Path) -> RulerHouse:
    """A Takkure match at its first activation, everybody named."""
    told = RulerHouse(tmp_path, match=True)
    told.desk.ready()
    told.desk.name_all()
    return told


# -- the API ----


def test_what_is_asked_is_seen_by_everybody(house: RulerHouse) -> None:
    a, b, _, _ = house.desk.numbers
    status, told = house.post("/api/ruler/ask", {"tool": "distance", "a": a, "b": b})
    assert (status, told["answer"]["text"]["en"].startswith("red 1 to red 2: ")) == (200, True)
    assert house.get("/api/ruler")[1]["answer"] == told["answer"]
    assert house.post("/api/ruler/clear", {})[1]["answer"] is None


def test_the_picture_is_a_jpeg_with_its_number(house: RulerHouse) -> None:
    answer = house.client.get("/api/ruler/picture?width=480")
    assert (answer.mimetype, answer.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert int(answer.headers["X-Frame"]) > 0
    assert len(house.get("/api/ruler/good_to")[1]) == 48


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("ask", {"tool": "distance", "b": 2}, 400),
        ("ask", {"tool": "distance", "a": 1, "inches": 1.5}, 400),
        ("ask", {"tool": "hop", "a": 1}, 409),
        ("ask", {"tool": "ring", "a": 1, "inches": 0}, 409),
        ("call", {"number": 99, "player": ""}, 409),
        ("drag", {"corners": [[0, 0], [1, 1]]}, 400),
        ("drag", {"corners": [[0, 0], [1, 1], [1, 2], [0, 1]]}, 400),
        ("take", {"key": "x", "version": 0, "shown": "2"}, 400),
        ("take", {"key": "x", "version": 0, "shown": 2}, 409),
    ],
)
def test_what_cannot_be_is_refused(house: RulerHouse, path: str, body: JSON, status: int) -> None:
    assert house.post(f"/api/ruler/{path}", body)[0] == status


def test_a_locked_ruler_tells_no_number_in_json_and_stream(match: RulerHouse) -> None:
    """TAK-MEA-01."""
    a, b, _, _ = match.desk.numbers
    status, told = match.post("/api/ruler/ask", {"tool": "distance", "a": a, "b": b})
    assert (status, told["error"], "gesperrt" in told["text"]["de"]) == (409, "ruler_refused", True)
    match.see()
    for path in ("/api/ruler", "/api/board"):
        assert not INCHES.search(json.dumps(match.get(path)[1], ensure_ascii=False)), path
    stream = match.client.get("/stream")
    first = next(iter(stream.response)).decode()
    stream.close()
    assert '"ruler"' in first
    assert not INCHES.search(first)


def test_a_table_without_a_ruler_says_so() -> None:
    house = House()
    assert house.get("/api/ruler")[0] == 404
    assert house.post("/api/lens/take", {})[0] == 404
    for path in ("/ruler", "/ruler/mirror", "/ruler/setup"):
        assert "no ruler" in house.client.get(path).text


def test_the_words_are_there_in_both_languages() -> None:
    english, german = ({k: v for k, v in words()[lang].items() if k.startswith("ruler")} for lang in ("en", "de"))
    assert english.keys() == german.keys()
    for key in english:
        assert set(re.findall(r"\{\w+\}", english[key])) == set(re.findall(r"\{\w+\}", german[key])), key


# -- the pages ----

with_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def opened(room: Room, path: str = "/ruler", size: dict[str, int] = TV) -> Page:
    page = room.open(path, size)
    page.set_default_timeout(60_000)
    page.locator("#live[src]").wait_for()
    page.locator("#overlay .piece").first.wait_for(state="attached")
    return page


@pytest.fixture
def room(browser: Browser, house: RulerHouse) -> Iterator[Room]:
    told = Room(browser, house)
    told.unlock()
    yield told
    told.close()


@pytest.fixture
def match_room(browser: Browser, match: RulerHouse) -> Iterator[Room]:
    told = Room(browser, match)
    told.unlock()
    yield told
    told.close()


@with_chromium
def test_two_taps_on_the_picture_tell_the_distance_and_the_mirror_shows_it(room: Room) -> None:
    page = opened(room)
    expect(page.locator("#window")).to_contain_text("Free ruler")
    page.locator("#overlay .piece .rim").nth(0).click(force=True)
    expect(page.locator("#help")).to_have_text("Now the second base.")
    page.locator("#overlay .piece .rim").nth(2).click(force=True)
    expect(page.locator("#answer")).to_contain_text(re.compile(r"red 1 to yellow 1: \d+\.\d\d″ ± 0\.\d\d″"))
    expect(page.locator("#overlay .inches")).to_have_text(re.compile(r"″ ± "))
    shoot(page, "ruler-distance-1920")
    wall = opened(room, "/ruler/mirror")
    expect(wall.locator("#answer")).to_contain_text("red 1 to yellow 1")
    assert wall.locator("main button, main input, main a").count() == 0
    assert overflow(wall) == 0
    stage = wall.locator("#stage").bounding_box() or {}
    assert stage["height"] > 0.9 * TV["height"]
    shoot(wall, "ruler-mirror-1920")
    page.locator("#clear").click()
    expect(page.locator("#answer")).to_be_empty()
    assert room.complaints == []


@with_chromium
def test_the_keyboard_is_enough_and_verdicts_are_words(room: Room) -> None:
    page = opened(room)
    page.locator('#tools input[value="distance"]').focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#inches")).to_be_visible()
    page.locator("#inches").fill("10")
    page.locator("#pieces button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("10″ around red 1; inside: red 2")
    expect(page.locator("#pieces button").nth(1)).to_contain_text("in, 9.")
    expect(page.locator("#pieces button").nth(3)).to_contain_text("out")
    expect(page.locator("#overlay .reach")).to_have_count(1)


@with_chromium
def test_a_pass_shows_its_lane(room: Room) -> None:
    page = opened(room)
    page.locator('#tools label:has([value="pass"])').click()
    page.locator("#pieces button").nth(0).click()
    page.locator("#pieces button").nth(3).click()
    expect(page.locator("#answer")).to_contain_text("in the lane:")
    expect(page.locator("#overlay .lane")).to_have_count(1)


@with_chromium
@pytest.mark.parametrize("size", [PHONE, TV], ids=lambda s: str(s["width"]))
def test_a_scatter_template_has_its_arrows_and_a_token_its_name(
    room: Room, house: RulerHouse, size: dict[str, int]
) -> None:
    house.see(drawn(template=(TEMPLATE, (0.0, 150.0), 20.0), tokens=((36, (0.0, -150.0)),), height_mm=800.0))
    page = opened(room, "/ruler?lang=de", size)
    expect(page.locator("#overlay .template")).to_have_count(1)
    expect(page.locator("#overlay .arrow")).to_have_text([str(n) for n in range(1, 13)])
    expect(page.locator("#overlay .arrow.first")).to_have_text("1")
    expect(page.locator("#overlay")).to_contain_text("Turn")
    shoot(page, f"ruler-template-{size['width']}-de")
    assert room.complaints == []


@with_chromium
def test_in_a_match_the_lock_is_said_and_names_are_given_with_a_tap(match_room: Room, match: RulerHouse) -> None:
    page = opened(match_room)
    expect(page.locator("#window")).to_contain_text("Measuring is locked")
    page.locator("#pieces button").nth(0).click()
    page.locator("#pieces button").nth(1).click()
    expect(page.locator("#refused")).to_contain_text("locked")
    expect(page.locator("#answer")).to_be_empty()
    page.locator('#tools label:has([value="who"])').click()
    page.locator("#overlay .piece .rim").nth(1).click(force=True)
    page.locator('dialog [data-player="a3"]').click()
    expect(page.locator("#pieces button").nth(1)).to_contain_text("A3")
    assert INCHES.search(page.locator("#overlay").text_content() or "") is None


@with_chromium
def test_one_tap_takes_what_the_match_asks_for(match_room: Room, match: RulerHouse) -> None:
    match.desk.to_the_pass()
    match.see()
    page = opened(match_room, size=PHONE)
    expect(page.locator(".offer .inches")).to_contain_text("9.")
    shoot(page, "ruler-offer-390", full=True)
    page.locator(".offer .take").click()
    expect(page.locator(".offer")).to_have_count(0)
    assert match.table.history()[-1]["source"] == "camera"


@with_chromium
def test_a_bumped_camera_is_said_until_somebody_has_looked(room: Room, house: RulerHouse) -> None:
    page = opened(room)
    for _ in range(6):
        house.desk.see(after_s=0.4)
    for _ in range(5):
        house.desk.see(drawn(turn=BUMPED), after_s=0.4)
    expect(page.locator("#unready")).to_contain_text("The camera was moved")
    expect(page.locator("#overlay .piece")).to_have_count(0)
    shoot(page, "ruler-moved-1920")
    with page.expect_response("**/api/ruler/accept"):
        page.locator("#accept").click()
    house.desk.see(after_s=0.4)
    expect(page.locator("#unready")).to_be_hidden()


@with_chromium
def test_the_lens_is_learnt_with_hints_on_the_way(room: Room, house: RulerHouse) -> None:
    page = opened(room, "/ruler/setup")
    expect(page.locator("#lens")).to_contain_text("held-out corners miss by 0.2 pixels")
    page.locator("#shoot").click()
    expect(page.locator("#refused")).to_contain_text("not found")
    for image in SHOTS:
        house.camera.image = image
        house.lens.take()
    expect(page.locator("#shots li")).to_have_count(len(SHOTS))
    expect(page.locator("#hints")).to_contain_text("show the board in this part of the picture")
    page.locator("#learn").click()
    expect(page.locator("#lens")).to_contain_text("Good")
    shoot(page, "ruler-lens-1920", full=True)
    page.get_by_label("Remove shot 1").click()
    expect(page.locator("#shots li")).to_have_count(len(SHOTS) - 1)


@with_chromium
def test_the_pitch_is_set_up_by_markers_or_by_hand_and_its_map_is_shown(room: Room, house: RulerHouse) -> None:
    page = opened(room, "/ruler/setup")
    expect(page.locator("#markers")).to_have_text("All corner markers are seen.")
    page.locator("#map").check()
    expect(page.locator(".cell")).to_have_count(48)
    expect(page.locator("#good")).to_contain_text("at best")
    shoot(page, "ruler-map-1920")
    house.see(drawn(covered=(2,)))
    expect(page.locator("#markers")).to_contain_text("Hidden corner markers: 2")
    house.see(drawn(covered=(0, 1)))
    expect(page.locator("#markers")).to_contain_text("0, 1")
    page.locator("#draw").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".handle")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#corner-told")).to_contain_text("Corner 1: 11 %")
    page.locator("#keep").click()
    expect(page.locator("#by-markers")).to_be_visible()
    assert house.ruler.look()["outline"][0] == pytest.approx([0.11, 0.1])
    page.locator("#by-markers").click()
    expect(page.locator("#by-markers")).to_be_hidden()
    assert room.complaints == []


@with_chromium
@pytest.mark.parametrize("size", [PHONE, TV], ids=lambda s: str(s["width"]))
def test_corners_are_dragged_and_then_measured_with(room: Room, house: RulerHouse, size: dict[str, int]) -> None:
    """No marker is seen; each handle is dragged onto its corner of the pitch."""
    page = opened(room, "/ruler/setup?lang=de", size)
    house.see(drawn(covered=(0, 1, 2, 3)))
    expect(page.locator("#markers")).to_contain_text("verdeckt")
    page.locator("#draw").click()
    expect(page.locator(".handle")).to_have_count(4)
    corners = [(x / 1280, y / 960) for x, y in pose_of(Scene()).to_picture(PITCH.outline_mm).tolist()]
    for k, (x, y) in enumerate(ordered(corners)):
        stage = page.locator("#overlay").bounding_box() or {}
        handle = page.locator(".handle").nth(k).bounding_box() or {}
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(stage["x"] + x * stage["width"], stage["y"] + y * stage["height"], steps=4)
        page.mouse.up()
    shoot(page, f"ruler-dragged-{size['width']}-de")
    page.locator("#keep").click()
    expect(page.locator("#done")).not_to_be_empty()
    assert len(house.see()["pieces"]) >= 3, "without white paper one may be missed"
    expect(page.locator("#markers")).to_contain_text("von Hand gezogen")
    assert room.complaints == []


def ordered(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """As the handles are: from the top left clockwise in the picture."""
    by_height = sorted(corners, key=lambda corner: corner[1])
    return [*sorted(by_height[:2]), *sorted(by_height[2:], reverse=True)]


@with_chromium
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [PHONE, TABLET, TV], ids=lambda s: str(s["width"]))
def test_it_fits_every_screen_and_every_control_has_a_name(room: Room, size: dict[str, int], lang: str) -> None:
    for path in ("/ruler", "/ruler/setup", "/ruler/mirror"):
        page = opened(room, f"{path}?lang={lang}", size)
        assert overflow(page) == 0, path
        assert nameless(page) == [], path
        shoot(page, f"{path.strip('/').replace('/', '-')}-{size['width']}-{lang}", full=path != "/ruler/mirror")
    assert room.complaints == []


@with_chromium
def test_the_german_pages_have_no_english_words(room: Room) -> None:
    table = words()
    plain = {key for key, w in table["en"].items() if isinstance(w, str) and "{" not in w}
    english = {table["en"][key].lower() for key in plain if table["en"][key] != table["de"][key]}
    german = {table["de"][key].lower() for key in plain}
    for path in ("/ruler", "/ruler/setup"):
        page = opened(room, f"{path}?lang=de")
        told = page.evaluate("document.querySelector('main').innerText")
        texts = {text.strip().lower() for text in told.split("\n")}
        assert not (texts & english) - german, path


@with_chromium
def test_without_the_pin_nothing_is_asked(browser: Browser, house: RulerHouse) -> None:
    room = Room(browser, house)
    page = opened(room)
    page.locator('#tools label:has([value="pressure"])').click()
    page.locator("#pieces button").first.click()
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("2″ around red 1")
    room.close()
