"""Every reason has its sentence and its remedy, in English and German, with the number in it."""

from __future__ import annotations

import pytest

from companion.adapters.advice import LEVELS, remedy, spelled, what
from tests.vision import degraded
from vision.advice import Cause, Level, Reason, advise
from vision.dice.reader import Reader

READER = Reader()


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_words_in_both_languages(cause: Cause) -> None:
    for number in (0.0, 17.4):
        reason = Reason(cause, Level.USABLE, number, 32.0)
        for text in (what(reason), remedy(reason)):
            assert text.en != text.de
            assert text.en.endswith(".")
            assert text.de.endswith(".")
            assert "{" not in text.en + text.de
    assert set(LEVELS) == set(Level)


@pytest.mark.parametrize(
    ("spoil", "de", "help_de"),
    [
        (lambda image: degraded.lit(image, 0.15), "Zu dunkel: die hellsten Stellen erreichen", "Lampe einschalten"),
        (lambda image: degraded.lit(image, 6.0), "Zu hell: ", "Kürzer belichten"),
        (lambda image: degraded.noisy(degraded.blurred(image, 14)), "Unscharf: Kanten sind über", "scharfstellen"),
        (lambda image: degraded.from_afar(image, 0.36), "Kleine Würfel: ", "näher heran: von 50 cm aus"),
    ],
    ids=["dark", "bright", "blurred", "small"],
)
def test_a_spoilt_picture_says_in_german_what_to_do(spoil: object, de: str, help_de: str) -> None:
    image = spoil(degraded.tray())  # type: ignore[operator]
    told = spelled(advise(image, READER.read(image)))
    assert told["level"] == "not_usable"
    assert told["text"] == {"en": "not usable", "de": "nicht brauchbar"}
    assert told["reasons"][0]["text"]["de"].startswith(de) or de in told["reasons"][0]["text"]["de"]
    assert help_de in told["reasons"][0]["remedy"]["de"]


def test_glare_on_a_die_in_words() -> None:
    image = degraded.tray()
    reading = READER.read(image)
    red = next(die for die in reading.dice if die.value == 2)
    told = spelled(advise(degraded.with_a_reflection(image, red.center, 26), reading))
    assert "spiegelt sich auf einem Würfel" in told["reasons"][0]["text"]["de"]
    assert told["reasons"][0]["remedy"]["en"] == "Move the lamp to the side, or shade it with paper."


def test_small_dice_say_how_much_closer() -> None:
    text = remedy(Reason(Cause.SMALL, Level.NOT_USABLE, 20.0, 32.0))
    assert text.en == "Bring the camera about 38 % closer: from 50 cm, 19 cm."


def test_numbers_are_spelled_as_the_language_spells_them() -> None:
    blurred = what(Reason(Cause.BLURRED, Level.USABLE, 4.25, 2.2))
    assert "4.2 pixels; 2.2" in blurred.en
    assert "4,2 Pixel verwischt; 2,2" in blurred.de
