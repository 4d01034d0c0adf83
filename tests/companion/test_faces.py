"""Vocabulary and vision know nothing of each other; the dice they speak of are the same."""

from companion.adapters.camera import _DOUBTS_DE
from companion.vocabulary import FACES
from vision.dice import die


def test_a_die_has_the_same_faces_for_the_game_and_for_the_eye() -> None:
    assert die.FACES == FACES


def test_every_doubt_has_its_german_sentence() -> None:
    assert set(_DOUBTS_DE) == set(die.Doubt)
