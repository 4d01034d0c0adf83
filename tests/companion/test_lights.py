"""LED pictures: letters to brightness, numbers, the refused flash, the buzzer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.adapters.lights import (
    BLINK_S,
    DIM,
    DOUBLE,
    LONG,
    SHORT,
    Show,
    brightness,
    lamp_letters,
    look,
    number_lights,
    sound_of,
    track_lights,
)


def board_of(lights: str = "dOb......", lamps: str = "O.", prompts: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"scoreboard": {"tracks": [{"lights": lights}], "lamps": lamps}, "prompts": list(prompts)}


def calls(*names: str) -> list[dict[str, str]]:
    return [{"name": name} for name in names]


@pytest.mark.parametrize(
    ("value", "lights"),
    [
        (12, "OOddddddd"),  # TV-101
        (7, "OOOOOOO.."),  # TV-102
        (0, "........."),
        (9, "OOOOOOOOO"),
        (10, "ddddddddd"),
        (99, "OOOOOOOOO"),
    ],
)
def test_a_number_on_the_lights(value: int, lights: str) -> None:
    assert number_lights(value) == lights


@pytest.mark.parametrize(
    ("shown", "seen"), [("O..", "O........"), ("O" * 12, "O" * 9), ("Ox?b", "O..b....."), ("", "." * 9)]
)
def test_any_games_track_fits_the_nine_lamps(shown: str, seen: str) -> None:
    assert track_lights(board_of(shown)) == seen


@pytest.mark.parametrize("board", [None, {"scoreboard": None}, {"scoreboard": {"tracks": [], "lamps": ""}}])
def test_no_match_is_dark(board: Any) -> None:
    assert track_lights(board) == "." * 9
    assert lamp_letters(board) == ".."


def test_letters_and_brightness_are_each_others_reverse() -> None:
    assert [brightness(letter, 0.0) for letter in ".dO"] == [0.0, DIM, 1.0]
    assert "".join(look(brightness(letter, 0.0)) for letter in ".dO") == ".dO"


def test_all_lamps_blink_in_one_phase() -> None:
    show = Show()
    show.told(board_of("bbbbbbbbb", "bb"), [], 0.0)
    for now_s in (0.0, 0.3, 0.49, 0.51, 0.99, 1.2, 7.6):
        levels = show.levels(now_s)
        assert {v for k, v in levels.items() if k != "buzzer"} == {1.0 if now_s % BLINK_S < 0.5 else 0.0}


def test_a_refused_press_is_three_fast_blinks_of_all_leds_and_a_short_beep() -> None:
    show = Show()
    show.told(board_of(), [], 0.0)
    show.refuse(10.0)
    seen = [show.levels(10.0 + beat * 0.125 + 0.01) for beat in range(7)]
    assert [{v for k, v in s.items() if k != "buzzer"} for s in seen[:6]] == [{1.0}, {0.0}] * 3
    assert [s["buzzer"] for s in seen] == [1.0] + [0.0] * 6
    assert seen[6] == {**dict.fromkeys(map(str, range(9)), 0.0), "0": DIM, "1": 1.0, "2": 0.0,
                       "possession_a": 1.0, "possession_b": 0.0, "buzzer": 0.0}  # fmt: skip


def test_a_still_picture_needs_no_clock() -> None:
    show = Show()
    show.told(board_of("dO......."), [], 0.0)
    assert not show.moving(0.0)
    show.refuse(1.0)
    assert show.moving(1.1)
    assert not show.moving(1.8)
    show.told(board_of("dOb......"), [], 2.0)
    assert show.moving(2.0)


def test_an_entry_shows_until_its_prompt_is_gone() -> None:
    asked = {"key": "total", "before": None}
    show = Show()
    show.told(board_of("O........", prompts=(asked,)), [], 0.0)
    show.enter(asked, number_lights(3))
    show.told(board_of("O........", prompts=(asked, {"key": "other"})), [], 1.0)
    assert row(show) == "OOO......"
    show.told(board_of("O........", prompts=({**asked, "before": 5},)), [], 2.0)
    assert row(show) == "O........"


@pytest.mark.parametrize(
    ("names", "sound"),
    [(["goal"], SHORT), (["half_time"], LONG), (["goal", "full_time"], LONG), (["saved"], None), ([], None)],
)
def test_what_the_buzzer_says(names: list[str], sound: object) -> None:
    assert sound_of(calls(*names)) == sound


def test_the_newest_sound_is_heard() -> None:
    show = Show()
    show.told(board_of(), calls("full_time"), 0.0)
    assert show.levels(0.9)["buzzer"] == 1.0
    show.sound(DOUBLE, 5.0)
    assert [show.levels(5.0 + t)["buzzer"] for t in (0.0, 0.2, 0.3, 0.4)] == [1.0, 0.0, 1.0, 0.0]


def row(show: Show) -> str:
    return "".join(v for k, v in show.letters().items() if k.isdigit())
