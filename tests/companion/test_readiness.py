"""What is ready at a table and what is not, in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import readiness
from companion.checks.finding import Finding
from companion.readiness import CHECKED_FOR_S, Readiness, camera, cards, dice, lights, ruler
from companion.settings import Settings
from companion.vocabulary import JSON, Text
from vision.advice import Level

LOOK: dict[str, Any] = {"text": None, "verdict": {"level": "good", "reasons": []}}
WORDS = {"en": "Too dark.", "de": "Zu dunkel."}
REMEDY = {"en": "Lamp.", "de": "Lampe."}


class Told:
    def __init__(self, told: JSON) -> None:
        self._told = told

    def told(self) -> JSON:
        return self._told

    def look(self) -> JSON:
        return self._told

    def listed(self) -> JSON:
        return self._told

    def board(self) -> JSON:
        return self._told


@pytest.mark.parametrize(
    ("look", "level", "said"),
    [
        (LOOK, "good", "sees the dice well"),
        (LOOK | {"verdict": None}, "hint", "being looked at"),
        (LOOK | {"text": {"en": "Unplugged.", "de": "Abgezogen."}, "verdict": None}, "not_usable", "Unplugged."),
        (
            LOOK | {"verdict": {"level": "usable", "reasons": [{"text": WORDS, "remedy": REMEDY}]}},
            "usable",
            "Too dark.",
        ),
    ],
)
def test_the_camera_says_what_is_wrong_and_what_to_do(look: JSON, level: str, said: str) -> None:
    told = camera(look)
    assert (told["level"], told["page"]) == (level, "/camera")
    assert said in " ".join(line["en"] for line in told["lines"])
    assert level != "usable" or "Lamp." in [line["en"] for line in told["lines"]]


def test_buttons_say_what_they_say_of_themselves() -> None:
    status = {"device": "buttons", "ok": False, "text": {"en": "Stuck.", "de": "Klemmt."}}
    assert (lights(status)["level"], lights(status)["page"]) == ("usable", "/lights")
    assert lights({**status, "ok": True})["level"] == "good"


def test_dice_that_are_damaged_or_half_taught_are_named() -> None:
    ready, begun = {"title": "Duel die", "ready": True}, {"title": "Odd die", "ready": False}
    assert dice({"dice": [], "damaged": []})["level"] == "good"
    assert "Duel die" in dice({"dice": [ready], "damaged": []})["lines"][0]["de"]
    assert dice({"dice": [ready, begun], "damaged": []})["level"] == "usable"
    assert "torn" in dice({"dice": [ready], "damaged": [{"file": "torn", "why": "?"}]})["lines"][0]["en"]


def test_a_lens_that_is_not_learnt_is_a_hint_only() -> None:
    assert ruler({"lens": None})["level"] == "hint"
    said = ruler({"lens": {"error_px": 0.2}})["lines"][0]
    assert ("0.20 pixels" in said["en"], "0,20 Pixel" in said["de"]) == (True, True)


def test_broken_boxes_are_named_and_samples_are_none_of_ones_own() -> None:
    sample, own = (
        {"name": "tooor.sample", "sample": True, "mistakes": 0},
        {"name": "ours", "sample": False, "mistakes": 0},
    )
    assert cards([sample])["level"] == "hint"
    assert cards([sample, own])["level"] == "good"
    assert "ours" in cards([sample, {**own, "mistakes": 2}])["lines"][0]["de"]


def test_all_parts_are_told_in_both_languages_and_the_machine_is_asked_seldom(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []
    now_s = [0.0]

    def check(settings: Settings) -> Finding:
        asked.append("disk")
        return Finding("disk", Level.USABLE, (Text("Little room.", "Wenig Platz."),))

    monkeypatch.setattr(readiness, "_CHECKS", {"disk": check})
    board = {"devices": {"buttons": {"device": "buttons", "ok": True, "text": WORDS}, "eye": {}}}
    dice_told, lens = Told({"dice": [], "damaged": []}), Told({"lens": None})
    made = Readiness(Told(board), Settings(tmp_path), Told(LOOK), dice_told, lens, Told([]), lambda: now_s[0])
    told = made.told(referee=True)
    assert [one["part"] for one in told] == ["camera", "buttons", "dice", "ruler", "boxes", "seats", "disk"]
    assert (told[-1]["level"], told[-1]["page"]) == ("usable", None)
    texts = [text for one in told for text in (one["title"], *one["lines"])]
    assert all(text["en"] and text["de"] for text in texts)
    made.told(referee=True)
    now_s[0] = CHECKED_FOR_S
    made.told(referee=True)
    assert asked == ["disk", "disk"]


@pytest.mark.parametrize(("level", "said"), [(Level.GOOD, "There is room."), (Level.NOT_USABLE, "The referee sees")])
def test_where_the_data_lie_is_for_the_referee_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, level: Level, said: str
) -> None:
    line = Text.same(f"{tmp_path} has little room.")
    monkeypatch.setattr(readiness, "_CHECKS", {"disk": lambda settings: Finding("disk", level, (line,))})
    made = Readiness(
        Told({"devices": {}}), Settings(tmp_path), Told(LOOK), Told({"dice": [], "damaged": []}), Told({"lens": None}),
        Told([]),
    )  # fmt: skip
    assert str(tmp_path) in json.dumps(made.told(referee=True))
    assert str(tmp_path) not in json.dumps(made.told(referee=False))
    assert made.told(referee=False)[-1]["lines"][0]["en"].startswith(said)
    assert made.told(referee=False)[-1]["level"] == made.told(referee=True)[-1]["level"]
