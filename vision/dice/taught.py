"""A die that people taught: small pictures of each of its faces, in one file that can be shared."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import pathlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from vision.dice.die import FACES
from vision.dice.face import crop
from vision.dice.names import BODIES
from vision.dice.picture import Picture
from vision.keep import write_text

SUFFIX = ".die.json"
EDITION = 1
SIZE, WIDTHS = 72, 1.6  # pixels of a sample's side, and widths of the die that it shows
MOST_BYTES = 2 * 1024 * 1024
MOST_FACES = 24
MOST_SAMPLES = 24  # of one face
MOST_SAMPLE_BYTES = 24 * 1024
LEAST_FACES, LEAST_SAMPLES = 2, 3  # with fewer no face can be told from the others
SHAPES = tuple(body for body in BODIES if body != "nothing")
LONGEST_NAME, LONGEST_TITLE, LONGEST_VALUE = 32, 60, 24

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_QUALITY = 95
_FIELDS = ("touchline_die", "name", "title", "body", "colour", "faces")


class DieFileError(ValueError):
    """A file that is no taught die; the message names the file, the line or field, and what would do."""


@dataclass(frozen=True)
class Sample:
    """One picture of a face: `coded` is a JPEG or PNG of (SIZE, SIZE, 3), WIDTHS of the die wide and turned as it is:
    more than a network looks at, so that the files of today will do for the next one."""

    coded: bytes

    @classmethod
    def of(cls, picture: Picture) -> Sample:
        """The sample of a BGR crop (SIZE, SIZE, 3) uint8."""
        return cls(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes())

    @property
    def id(self) -> str:
        """The same for the same picture."""
        return hashlib.sha256(self.coded).hexdigest()[:16]

    @cached_property
    def picture(self) -> Picture:
        """BGR uint8, as the face network looks at a die."""
        whole = np.asarray(cv2.imdecode(np.frombuffer(self.coded, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        return crop([whole], np.full(2, (SIZE - 1) / 2), SIZE / WIDTHS, 0.0)


@dataclass(frozen=True)
class TaughtDie:
    """`name` is its kind, as games and `--expect` spell it; `body` one of SHAPES; `colour` where all such dice have
    the same; `faces` maps what each face means to its samples."""

    name: str
    title: str
    body: str = "cube"
    colour: str | None = None
    faces: Mapping[str, tuple[Sample, ...]] = field(default_factory=dict)

    @property
    def lacks(self) -> dict[str, int]:
        """How many more pictures each face needs at the least; only faces that need some."""
        return {v: LEAST_SAMPLES - len(s) for v, s in self.faces.items() if len(s) < LEAST_SAMPLES}

    @property
    def ready(self) -> bool:
        """Whether it can be read: at least two faces, each with its least number of pictures."""
        return len(self.faces) >= LEAST_FACES and not self.lacks

    def checked(self) -> TaughtDie:
        """The die itself. DieFileError where it is none that can be kept."""
        return _checked(self, self.name)

    def with_face(self, value: str, *samples: Sample, body: str | None = None) -> TaughtDie:
        """The same die with these samples as well, of a face that may be new, and with another body where one is
        given. DieFileError where that is too much."""
        known = {s.id for s in self.faces.get(value, ())}
        own = (*self.faces.get(value, ()), *(s for s in samples if s.id not in known))
        return replace(self, faces={**self.faces, value: own}, body=body or self.body).checked()

    def without(self, value: str, sample: str | None = None) -> TaughtDie:
        """The same die without a face, or without the sample of this id."""
        if sample is None:
            return replace(self, faces={v: own for v, own in self.faces.items() if v != value})
        kept = tuple(s for s in self.faces[value] if s.id != sample)
        return replace(self, faces={**self.faces, value: kept})


def spell_die(die: TaughtDie) -> str:
    """The content of a die's file: one sample a line, so that a fault can be named by its line."""
    told = {
        "touchline_die": EDITION,
        "name": die.name,
        "title": die.title,
        "body": die.body,
        "colour": die.colour,
        "faces": [
            {"value": value, "samples": [base64.b64encode(s.coded).decode("ascii") for s in samples]}
            for value, samples in die.faces.items()
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def parse_die(text: str, where: str) -> TaughtDie:
    """The die of a file's content; `where` names it in errors. Raises DieFileError."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise DieFileError(f"{where}: a die's file has at most {MOST_BYTES // 1024} kB")
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        raise DieFileError(f"{where}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # a number or a nesting that no die has
        raise DieFileError(f"{where}: this is no die's file: {error}") from error
    return die_of(told, where)


def die_of(told: Any, where: str) -> TaughtDie:
    """The die that JSON tells. Raises DieFileError."""
    if not isinstance(told, dict) or "touchline_die" not in told:
        raise DieFileError(f'{where}: this is no die\'s file: "touchline_die" is missing')
    if told["touchline_die"] != EDITION or isinstance(told["touchline_die"], bool):
        edition = _short(told["touchline_die"])
        raise DieFileError(f"{where}: touchline_die is {edition}, edition {EDITION} is known: update Touchline")
    for name in told:
        if name not in _FIELDS:
            raise DieFileError(f"{where}: {_short(name)} is no field of a die: there are {', '.join(_FIELDS)}")
    for name in _FIELDS:
        if name not in told:
            raise DieFileError(f"{where}: the field {name} is missing")
    faces: dict[str, tuple[Sample, ...]] = {}
    for number, face in enumerate(_list(told["faces"], f"{where}: faces")):
        value, samples = _face(face, f"{where}: faces[{number}]")
        if value in faces:
            raise DieFileError(f"{where}: faces[{number}]: {_short(value)} is there twice")
        faces[value] = samples
    return _checked(TaughtDie(told["name"], told["title"], told["body"], told["colour"], faces), where)


def load_die(path: pathlib.Path) -> TaughtDie:
    """The die in a file. Raises DieFileError, or OSError where it cannot be read."""
    if path.stat().st_size > MOST_BYTES:
        raise DieFileError(f"{path}: a die's file has at most {MOST_BYTES // 1024} kB")
    try:
        return parse_die(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise DieFileError(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}") from error


def save_die(die: TaughtDie, path: pathlib.Path) -> None:
    """Writes a die: the old file or the new one is there, whenever the power fails. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, spell_die(die))


def _face(told: Any, where: str) -> tuple[str, tuple[Sample, ...]]:
    if not isinstance(told, dict) or set(told) != {"value", "samples"}:
        raise DieFileError(f"{where}: awaited: an object with value and samples")
    listed = _list(told["samples"], f"{where}: samples")
    samples = tuple(_sample(packed, f"{where}: samples[{k}]") for k, packed in enumerate(listed))
    if not isinstance(told["value"], str):
        raise DieFileError(f"{where}: value is {_short(told['value'])}; awaited: a text")
    return told["value"], samples


def _sample(packed: Any, where: str) -> Sample:
    try:
        coded = base64.b64decode(packed, validate=True) if isinstance(packed, str) else b""
    except (binascii.Error, ValueError):
        coded = b""
    # the size is read from the header by hand: a few bytes may decode to a gigabyte
    if not 0 < len(coded) <= MOST_SAMPLE_BYTES or _size(coded) != (SIZE, SIZE):
        raise DieFileError(f"{where}: awaited: a JPEG or PNG of {SIZE} × {SIZE} pixels in base64")
    sample = Sample(coded)
    decoded = cv2.imdecode(np.frombuffer(coded, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None or decoded.shape != (SIZE, SIZE, 3):
        raise DieFileError(f"{where}: the picture is damaged")
    return sample


def _size(coded: bytes) -> tuple[int, int] | None:
    from vision.header import HeaderError, read_header

    try:
        header = read_header(coded)
    except HeaderError:
        return None
    return (header.width, header.height) if header and header.whole else None


def _checked(die: TaughtDie, where: str) -> TaughtDie:
    _check_name(die.name, where)
    _check_text(die.title, LONGEST_TITLE, f"{where}: title")
    if die.body not in SHAPES:
        raise DieFileError(f"{where}: body is {_short(die.body)}; awaited: one of {', '.join(SHAPES)}")
    if die.colour is not None and not (isinstance(die.colour, str) and _NAME.fullmatch(die.colour)):
        raise DieFileError(f"{where}: colour is {_short(die.colour)}; awaited: a colour's name, or null")
    if len(die.faces) > MOST_FACES:
        raise DieFileError(f"{where}: {len(die.faces)} faces; at most {MOST_FACES} are kept")
    for value, samples in die.faces.items():
        _check_text(value, LONGEST_VALUE, f"{where}: a face's value")
        if len(samples) > MOST_SAMPLES:
            raise DieFileError(f"{where}: {len(samples)} pictures of {value}; at most {MOST_SAMPLES} are kept")
    return die


def _check_name(name: Any, where: str) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise DieFileError(
            f"{where}: name is {_short(name)}; awaited: at most {LONGEST_NAME} of a-z, 0-9 and _, first a letter"
        )
    if name in FACES or name == "unknown":
        raise DieFileError(f"{where}: name is {name}: that die is known already")


def _check_text(text: Any, longest: int, where: str) -> None:
    good = isinstance(text, str) and text == text.strip() and 0 < len(text) <= longest and text.isprintable()
    if not good:
        raise DieFileError(f"{where} is {_short(text)}; awaited: a text of 1 to {longest} letters")


def _list(told: Any, where: str) -> Sequence[Any]:
    if not isinstance(told, list):
        raise DieFileError(f"{where}: awaited: a list")
    return told


def _short(value: Any) -> str:
    return repr(value)[:60]
