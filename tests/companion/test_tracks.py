"""The lights of the games that cannot be played yet, state by state; and that a strip shows them."""

from __future__ import annotations

import pytest

from companion import games
from companion.adapters.strip import strip_picture
from companion.tracks import AHEAD, fussball_duell, super_team, tormauer
from companion.tracksheet import lights_of, titles, tracks_of
from firmware_bridge.firmware.boards import pico
from firmware_bridge.firmware.picture import DIM, FULL, Picture


def test_the_five_games_are_told_once_each() -> None:
    assert not set(AHEAD) & set(games.names()), "a game that can be played brings its own lights"
    assert set(titles()) == {"tooor", "takkure", "super_team", "fussball_duell", "tormauer"}


@pytest.mark.parametrize(
    ("token", "letters"), [("00", "O......"), ("15", "dO....."), ("45", "dddO..."), ("90", "ddddddO")]
)
def test_the_token_of_super_team(token: str, letters: str) -> None:
    assert super_team.track(token).lights == letters


def test_the_longer_side_board_has_its_own_spaces() -> None:
    spaces = ("00", "10", "20", "30", "45", "60", "75", "90")
    assert super_team.track("45", spaces).lights == "ddddO..."
    with pytest.raises(ValueError, match="tuple"):
        super_team.track("15", spaces)


@pytest.mark.parametrize(
    ("half", "ball", "on_turn", "hands", "draws", "whistle", "letters"),
    [
        (1, "blue", "blue", (3, 3), 0, False, "O.O.OOOO."),  # FV-130
        (1, "blue", "red", (3, 3), 6, False, "O.ObOOO.."),  # FV-131
        (2, "red", "red", (3, 3), 21, False, "dO.O....b"),  # FV-132
        (1, "red", None, (3, 3), 24, True, "O..O....O"),
        (1, "blue", "blue", (2, 2, 2, 2), 18, False, "O.O.O...."),
        (1, "blue", "blue", (2, 2, 2, 2), 19, False, "O.O.....b"),
    ],
)
def test_halves_ball_and_pile_of_fussball_duell(
    half: int, ball: str, on_turn: str | None, hands: tuple[int, ...], draws: int, whistle: bool, letters: str
) -> None:
    assert fussball_duell.track(half, ball, on_turn, hands, draws, whistle).lights == letters


@pytest.mark.parametrize(
    ("played_s", "minutes", "letters"),
    [
        (0, 45, "O........"),
        (299, 45, "O........"),
        (300, 45, "dO......."),
        (2639, 45, "ddddddddO"),
        (2640, 45, "ddddddddb"),
        (2700, 45, "ddddddddd"),
        (4000, 45, "ddddddddd"),
        (2700, 90, "ddddO...."),
        (5345, 90, "ddddddddb"),
    ],
)
def test_the_clock_of_tormauer(played_s: float, minutes: int, letters: str) -> None:
    assert tormauer.track(played_s, minutes).lights == letters


def test_its_lights_are_named_by_the_minute_when_they_are_over() -> None:
    assert tormauer.track(0, 45).fields == ("5'", "10'", "15'", "20'", "25'", "30'", "35'", "40'", "45'")
    assert tormauer.track(0, 90).fields[-1] == "90'"


@pytest.mark.parametrize("game", titles())
def test_a_strip_shows_them(game: str) -> None:
    """Letter by letter, from the definition to the colours of the board's lights."""
    tracks = tracks_of(game)
    teams = {"A": {"colour": "x"}, "B": {"colour": "x"}}
    board = {"scoreboard": {"tracks": tracks, "lamps": "..", "teams": teams}}
    told = strip_picture(board, tracks[0]["lights"].ljust(9, "."), "..", pico.LEDS)
    shown = Picture(told.lights, told.colours, told.lamps)
    assert shown.fits
    strip = shown.strip(0, pico.LEDS)
    levels = {"O": FULL, "b": FULL, "d": DIM, ".": 0}
    for track, lights in zip(tracks, lights_of(tracks), strict=True):
        for light, letter in zip(lights, track["lights"], strict=True):
            assert strip[light - 1] == (levels[letter],) * 3
