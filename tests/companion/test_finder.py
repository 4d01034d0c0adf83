"""The finder: what the set-up page is told, and that what is set up reaches eye, reader and disk."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from companion.adapters.camera import PLACE
from companion.vocabulary import JSON, PromptRefused
from tests.vision import degraded
from tests.web.camera import CameraHouse, tray
from vision.dice.die import Doubt, Reading, Status
from vision.frame import CameraState
from vision.memory import Memory, MemoryDamaged, recall
from vision.region import WHOLE, Region
from vision.settle import State
from vision.view import Shift, View

LEFT = ((0.0, 0.0), (0.65, 0.0), (0.65, 1.0), (0.0, 1.0))


def dice(told: JSON) -> dict[int, JSON]:
    return {die["value"]: die for die in told["dice"]}


def test_the_dice_are_told_where_they_lie_in_the_whole_picture(tmp_path: Path) -> None:
    whole = CameraHouse(tmp_path).finder.look()
    house = CameraHouse(tmp_path, memory=Memory(Region(LEFT)))
    half = house.finder.look()
    assert set(dice(whole)) == {5, 2, 3}
    assert 3 not in dice(half), "what lies outside the region is not read"
    for value in dice(half):
        assert dice(half)[value]["center"] == pytest.approx(dice(whole)[value]["center"], abs=0.004)
        outlines = [sorted(dice(told)[value]["polygon"]) for told in (half, whole)]
        for corner, other in zip(*outlines, strict=True):
            assert corner == pytest.approx(other, abs=0.006)
    assert (whole["whole"], half["whole"]) == (True, False)
    assert whole["size"] == half["size"] == [1280, 720]
    assert whole["verdict"]["level"] == "good"
    assert whole["reading"]["text"] == {"en": "Dice read for sure: 3.", "de": "Sicher gelesene Würfel: 3."}


def test_it_reads_at_most_twice_a_second_and_only_when_asked(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    now = [10.0]
    house.finder._clock = lambda: now[0]
    read = []
    house.reader.read = lambda image, expect=(): read.append(image) or Reading(Status.EMPTY)
    assert read == []
    for step in range(21):
        now[0] = 10.0 + step / 10
        house.finder.look()
    assert len(read) == 5


def test_a_slow_reading_leaves_the_eye_two_thirds_of_the_time(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    now, reads = [10.0], []

    def slow(image: object, expect: object = ()) -> Reading:
        reads.append(now[0])
        now[0] += 0.4
        return Reading(Status.EMPTY)

    house.finder._clock, house.reader.read = lambda: now[0], slow
    for _ in range(40):
        house.finder.look()
        now[0] += 0.1
    assert all(later - earlier >= 1.2 - 1e-6 for earlier, later in itertools.pairwise(reads))
    assert len(reads) >= 3


def test_who_comes_while_somebody_looks_gets_what_was_seen_before(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    before = house.finder.look()
    with house.finder._lock:
        again = house.finder.look()
    assert again["seq"] == before["seq"]


def test_what_moves_is_not_read(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    before = house.finder.look()
    house.eye.state = State.ROLLING
    house.camera.image = degraded.blurred(tray(2), 12)
    told = house.finder.look()
    assert (told["resting"], told["verdict"], told["seq"]) == (False, before["verdict"], before["seq"])


def test_a_doubt_is_told_in_both_languages(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    house.reader.read = lambda image, expect=(): Reading(Status.UNSURE, (), Doubt.LEANING, "a die leans")
    assert house.finder.look()["reading"] == {
        "status": "unsure",
        "text": {"en": "A die leans.", "de": "Ein Würfel steht schief."},
    }


def test_a_camera_that_is_gone_is_told_and_nothing_can_be_remembered(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    house.camera.state = CameraState.LOST
    told = house.finder.look()
    assert (told["state"], told["verdict"], told["dice"]) == ("lost", None, [])
    assert "weg" in told["text"]["de"]
    assert house.finder.picture(0, 800) is None
    with pytest.raises(PromptRefused, match="a camera that shows a picture"):
        house.finder.remember_view()


def test_a_region_is_kept_with_the_view_and_the_eye_hears_of_it(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    house.finder.set_region(LEFT)
    kept = recall(tmp_path)
    assert kept.region == Region(LEFT)
    assert kept.view is not None
    assert house.eye.memory is not None
    assert house.eye.memory.region == Region(LEFT)
    assert house.finder.look()["view"] == "known"
    house.finder.set_region(None)
    assert recall(tmp_path).region == WHOLE


def test_a_region_that_is_none_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    with pytest.raises(PromptRefused, match="must not cross itself"):
        house.finder.set_region(((0, 0), (1, 1), (1, 0), (0, 1)))
    assert house.eye.memory is None
    assert recall(tmp_path) == Memory()


def test_a_taught_colour_reaches_the_reader_and_the_disk_and_can_be_forgotten(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    white = dice(house.finder.look())[5]
    assert white["colour"] is None
    house.finder.teach(tuple(white["center"]), "white")
    assert house.reader.palette.samples.keys() == {"white"}
    assert recall(tmp_path).palette == house.reader.palette
    assert CameraHouse(tmp_path, memory=recall(tmp_path)).reader.palette == house.reader.palette
    told = house.finder.look()
    assert dice(told)[5]["colour"] == "white"
    assert [colour["name"] for colour in told["colours"]] == ["white"]
    house.finder.forget_colours()
    assert house.reader.palette.samples == {}
    assert recall(tmp_path).palette.samples == {}


def test_only_a_die_that_is_seen_can_be_taught_and_only_a_colour(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    with pytest.raises(PromptRefused, match="a die that the camera sees"):
        house.finder.teach((0.5, 0.5), "red")
    center = dice(house.finder.look())[2]["center"]
    with pytest.raises(PromptRefused, match="a die that the camera sees"):
        house.finder.teach((0.02, 0.98), "red")
    with pytest.raises(PromptRefused, match="one of white, ivory"):
        house.finder.teach(tuple(center), "mauve")


def test_what_lies_beside_the_dice_is_told_to_the_eye(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    house.finder.forget_tray()
    assert house.eye.forgot == 1


def test_a_moved_camera_is_in_the_verdict_until_the_view_is_remembered(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path)
    house.eye.shift = Shift(True, 44.0, 2.0, True)
    told = house.finder.look()
    assert told["moved"] == {"px": 44, "degrees": 2.0}
    assert told["verdict"]["level"] == "usable"
    assert told["verdict"]["reasons"][0]["text"]["de"] == "Die Kamera hat sich bewegt, um 44 Pixel."
    house.finder.remember_view()
    assert house.finder.look()["moved"] is None


def test_a_view_without_anything_in_it_is_called_plain(tmp_path: Path) -> None:
    plain = np.full((720, 1280, 3), 110, np.uint8)
    house = CameraHouse(tmp_path, image=plain, memory=Memory(view=View.of(plain)))
    assert house.finder.look()["view"] == "plain"


def test_a_damaged_memory_is_told_everywhere_until_the_camera_is_set_up_again(tmp_path: Path) -> None:
    (tmp_path / "camera.json").write_text("{")
    with pytest.raises(MemoryDamaged) as damage:
        recall(tmp_path)
    house = CameraHouse(tmp_path, damage=str(damage.value))
    assert "camera.json is damaged" in house.finder.look()["damage"]
    status = house.table.board()["devices"][PLACE]
    assert (status["ok"], status["state"]) == (False, "damaged")
    house.finder.remember_view()
    assert house.finder.look()["damage"] == ""
    assert house.table.board()["devices"][PLACE]["ok"]
    assert recall(tmp_path).view is not None


def test_a_disk_that_fails_is_told_and_the_set_up_counts_all_the_same(tmp_path: Path) -> None:
    house = CameraHouse(tmp_path / "gone")
    with pytest.raises(OSError, match="camera"):
        house.finder.set_region(LEFT)
    assert house.eye.memory is not None
    assert house.eye.memory.region == Region(LEFT)
    assert not house.finder.look()["whole"]


def test_pictures_are_numbered_and_bounded(tmp_path: Path) -> None:
    finder = CameraHouse(tmp_path).finder
    first, second = finder.picture(0, 99999), finder.picture(0, 1)
    assert first is not None
    assert second is not None
    assert second[0] > first[0]
    assert first[1][:2] == second[1][:2] == b"\xff\xd8"
    assert len(second[1]) < len(first[1]) <= 200_000
    assert finder.picture(second[0] + 100, 640) is None
