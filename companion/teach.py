"""What `touchline teach` does: pictures of the faces of a die become a taught die's file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.adapters.teacher import advice_text
from companion.vocabulary import TouchlineError
from vision.camera import open_camera
from vision.dice.die import FACES, Reading
from vision.dice.expect import ExpectationError, Expected, parse_expected
from vision.dice.reader import Reader
from vision.dice.taught import SUFFIX, DieFileError, TaughtDie, load_die, save_die
from vision.dice.teaching import Shown, TeachingError, advise, check, shown
from vision.frame import Frame, FrameSource, Image
from vision.picture import PictureError, read_picture

A_FACE = 4  # pictures that the camera takes of each
_WAIT_S = 10.0
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class LessonFailed(TouchlineError, ValueError):
    """A picture, a face or a file that teaches nothing; the message names it and says why."""


@dataclass(frozen=True)
class Lesson:
    """What is to be taught: `faces` maps each value to its pictures, or to none where `camera` shows them; `pick` is
    the pixel of the die that is meant."""

    name: str
    faces: Mapping[str, Sequence[Path]]
    camera: str | None = None
    out: Path | None = None
    title: str | None = None
    body: str | None = None
    colour: str | None = None
    pick: tuple[float, float] | None = None
    check: Sequence[Path] = ()
    expect: str = ""

    @property
    def file(self) -> Path:
        return self.out or Path(f"{self.name}{SUFFIX}")


def parse_faces(words: Sequence[str]) -> dict[str, list[Path]]:
    """`--face won a.jpg b.jpg --face foul c.jpg` -> pictures by value. ValueError says what is missing."""
    faces: dict[str, list[Path]] = {}
    left = iter(words)
    value = None
    for word in left:
        if word == "--face" or word.startswith("--face="):
            value = word.partition("=")[2] if "=" in word else next(left, "")
            if not value or value.startswith("--"):
                raise ValueError("--face needs a value: --face won a.jpg b.jpg c.jpg")
            faces.setdefault(value, [])
        elif word.startswith("-"):
            raise ValueError(f"there is no option {word}")
        elif value is None:
            raise ValueError(f"say which face {word} shows: --face VALUE {word}")
        else:
            faces[value].append(Path(word))
    return faces


def pictures_in(folder: Path) -> dict[str, list[Path]]:
    """The pictures of a folder with one sub-folder a face."""
    faces = {
        sub.name: sorted(p for p in sub.iterdir() if p.suffix.lower() in _PICTURES)
        for sub in sorted(folder.iterdir())
        if sub.is_dir()
    }
    if not faces:
        raise ValueError(f"{folder} has no sub-folders: one for each face, with its pictures in it")
    return faces


def parse_point(text: str | None) -> tuple[float, float] | None:
    """`412,300` -> a pixel."""
    if text is None:
        return None
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--pick {text}: give a pixel as x,y") from None
    return x, y


def teach_die(lesson: Lesson, wait: Callable[[str], object]) -> Iterator[str]:
    """Teaches and writes; yields what to tell people. `wait` shows words and waits for a nod. Raises LessonFailed."""
    reader = Reader()
    old = _before(lesson)
    if not lesson.faces and old is None:
        raise LessonFailed("name the faces: --face VALUE PICTURE..., or --folder DIR")
    if not lesson.camera and lesson.faces and not any(lesson.faces.values()):
        raise LessonFailed("no pictures are given: name them after --face VALUE, or show the faces to a --camera")
    expected = _expected(lesson)
    bodies: Counter[str] = Counter()
    die = old or TaughtDie(lesson.name, lesson.title or lesson.name.replace("_", " "))
    for value, seen in _seen(lesson, reader, wait):
        bodies[seen.body] += 1
        die = _learnt(die, value, seen)
    die = _described(die, lesson, None if old else max(bodies, key=bodies.__getitem__, default="cube"))
    save_die(die, lesson.file)
    yield from _verdict(reader, die, lesson.file)
    if lesson.check:
        reader.taught = (die,)
        for path in lesson.check:
            yield f"{path}: {_told(reader.read(_image(path), expected))}"


def _before(lesson: Lesson) -> TaughtDie | None:
    if not lesson.file.exists():
        return None
    try:
        die = load_die(lesson.file)
    except DieFileError as error:
        raise LessonFailed(str(error)) from error
    if die.name != lesson.name:
        raise LessonFailed(f"{lesson.file} is the die {die.name}: give another --out for {lesson.name}")
    return die


def _expected(lesson: Lesson) -> tuple[Expected, ...]:
    try:
        return parse_expected(lesson.expect, frozenset(FACES) | {lesson.name})
    except ExpectationError as error:
        raise LessonFailed(str(error)) from error


def _seen(lesson: Lesson, reader: Reader, wait: Callable[[str], object]) -> Iterator[tuple[str, Shown]]:
    if lesson.camera:
        with open_camera(lesson.camera) as camera:
            frames = _frames(camera)
            for value in lesson.faces:
                yield from ((value, seen) for seen in _shown_to(frames, value, lesson, reader, wait))
        return
    for value, paths in lesson.faces.items():
        for path in paths:
            try:
                yield value, shown(reader, _image(path), lesson.pick)
            except TeachingError as error:
                hint = " with --pick x,y" if error.cause == "several" else ""
                raise LessonFailed(f"{path} cannot teach {value}: {error}{hint}") from error


def _frames(camera: FrameSource) -> Iterator[Frame]:
    """New frames, each when it is asked for."""
    seq = 0
    while (frame := camera.frame(after=seq, timeout_s=_WAIT_S)) is not None:
        seq = frame.seq
        yield frame
    raise LessonFailed(f"the camera shows no picture: {camera.sentence}")


def _shown_to(
    frames: Iterator[Frame], value: str, lesson: Lesson, reader: Reader, wait: Callable[[str], object]
) -> Iterator[Shown]:
    """A few pictures of one face; a bad one is told and taken again."""
    taken, words = 0, ""
    while taken < A_FACE:
        wait(f"{words}Show {value} ({taken + 1} of {A_FACE}), turned a little each time, then press Enter")
        try:
            seen = shown(reader, next(frames).image, lesson.pick)
        except TeachingError as error:
            words = f"{str(error)[:1].upper()}{str(error)[1:]}. "
        else:
            taken, words = taken + 1, ""
            yield seen


def _image(path: Path) -> Image:
    try:
        return read_picture(path)
    except PictureError as error:
        raise LessonFailed(str(error)) from error


def _learnt(die: TaughtDie, value: str, seen: Shown) -> TaughtDie:
    try:
        return die.with_face(value, seen.sample)
    except DieFileError as error:
        raise LessonFailed(str(error)) from error


def _described(die: TaughtDie, lesson: Lesson, body: str | None) -> TaughtDie:
    told = replace(
        die,
        title=lesson.title or die.title,
        body=lesson.body or body or die.body,
        colour=lesson.colour or die.colour,
    )
    try:
        return told.checked()
    except DieFileError as error:
        raise LessonFailed(str(error)) from error


def _verdict(reader: Reader, die: TaughtDie, file: Path) -> Iterator[str]:
    checked = check(reader, die)
    wide = max(len(value) for value in die.faces)
    for value, total in checked.total.items():
        yield (
            f"  {value:{wide}}  {total} pictures, "
            f"reads {checked.right[value]} by the others, {checked.sure[value]} surely"
        )
    for advice in advise(die, checked):
        yield advice_text(advice).en
    yield f"{file}: {'ready' if die.ready else 'not ready yet'}"


def _told(reading: Reading) -> str:
    dice = ", ".join(f"{die.kind} {die.value}" for die in reading.dice)
    return f"{reading.status.value} {reading.reason or dice}".rstrip()
