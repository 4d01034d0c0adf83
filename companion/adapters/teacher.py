"""The teacher: dice that people teach with the table's camera, for the page that does it and for the command line."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Container
from typing import Protocol

from companion.vocabulary import JSON, TeachingRefused, Text, to_json
from vision.dice.die import FACES
from vision.dice.reader import Reader
from vision.dice.shelf import Shelf
from vision.dice.taught import LONGEST_NAME, DieFileError, Sample, TaughtDie, die_of, spell_die
from vision.dice.teaching import Advice, TeachingError, advise, check, shown
from vision.frame import Frame

_CANNOT: dict[str, Text] = {
    "none": Text("No die is seen.", "Es ist kein Würfel zu sehen."),
    "several": Text(
        "Several dice are seen: show one, or tap the one that is meant.",
        "Es sind mehrere Würfel zu sehen: bitte nur einen zeigen oder den gemeinten antippen.",
    ),
    "beside": Text("No die is seen at this place.", "An dieser Stelle ist kein Würfel zu sehen."),
    "cut": Text("The die is cut by the border of the picture.", "Der Würfel ist vom Bildrand abgeschnitten."),
    "leaning": Text("The die does not lie flat.", "Der Würfel liegt nicht flach."),
    "covered": Text("The die is partly covered.", "Der Würfel ist teilweise verdeckt."),
    "glare": Text("The die cannot be seen well: glare.", "Der Würfel ist überstrahlt."),
    "dark": Text("The die cannot be seen well: too dark.", "Der Würfel ist zu dunkel."),
    "blurred": Text("The die cannot be seen well: blurred.", "Der Würfel ist unscharf."),
    "unreadable": Text("The die cannot be seen well.", "Der Würfel ist nicht gut zu sehen."),
}
_NO_CAMERA = Text("The camera shows no picture.", "Die Kamera zeigt kein Bild.")
_NO_DIE = Text("No die of this name is taught here.", "Hier ist kein Würfel dieses Namens angelernt.")
_NO_FACE = Text("This die has no such face.", "Dieser Würfel hat keine solche Seite.")
_FACE_THERE = Text("This die has this face already.", "Dieser Würfel hat diese Seite schon.")
_NO_FILE = Text("This file is no taught die: {why}", "Diese Datei ist kein angelernter Würfel: {why}")
_NOT_SO = Text("This cannot be kept: {why}", "Das geht nicht: {why}")
_DIE_THERE = Text(
    "A die called {name} is there already: delete it first.",
    "Ein Würfel namens {name} ist schon da: bitte erst löschen.",
)
_ADVICE: dict[str, Text] = {
    "good": Text("It reads its own pictures well.", "Seine eigenen Bilder liest er gut."),
    "faces": Text("It needs at least two faces.", "Er braucht mindestens zwei Seiten."),
    "more": Text("{count} more of: {values}.", "{count} weitere von: {values}."),
    "alike": Text(
        "{values} look alike: take more pictures of both.",
        "{values} sehen sich ähnlich: bitte von beiden mehr Bilder aufnehmen.",
    ),
}


class LatestFrame(Protocol):
    """What the teacher needs of a camera."""

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None: ...


def advice_text(advice: Advice) -> Text:
    """One thing to do about a taught die, in a sentence."""
    joined = Text(" and ".join(advice.values), " und ".join(advice.values))
    return _ADVICE[advice.code].format(count=advice.count, values=joined)


class Teacher:
    """Teaches the dice of one table; see `web.teacher.Teacher`. The `reader` reads what is taught, from the
    moment on when it is taught well enough. May be used from many threads."""

    def __init__(self, shelf: Shelf, camera: LatestFrame, reader: Reader) -> None:
        self._shelf, self._camera, self._reader = shelf, camera, reader
        self._lock = threading.Lock()
        self._told: dict[str, tuple[TaughtDie, JSON]] = {}
        self._hand_out()

    def told(self) -> JSON:
        """The taught dice, and the files that are none."""
        with self._lock:
            dice = sorted(self._shelf.dice.values(), key=lambda die: die.title.casefold())
            damaged = [{"file": file, "why": why} for file, why in self._shelf.damaged.items()]
            return {"dice": [self._die_told(die) for die in dice], "damaged": damaged}

    def begin(self, title: str) -> str:
        """A new die without faces."""
        title = title.strip()
        with self._lock:
            die = TaughtDie(_free_name(title, self._shelf.dice), title)
            self._keep(_checked(die))
            return die.name

    def add_face(self, die: str, value: str) -> None:
        """A face, still without pictures."""
        with self._lock:
            known = self._die(die)
            if value.strip() in known.faces:
                raise TeachingRefused(_FACE_THERE)
            self._keep(_with_face(known, value.strip()))

    def take(self, die: str, value: str, at: tuple[float, float] | None) -> None:
        """A picture of a face."""
        frame = self._camera.frame(timeout_s=0.0)
        if frame is None:
            raise TeachingRefused(_NO_CAMERA)
        height, width = frame.image.shape[:2]
        try:
            seen = shown(self._reader, frame.image, None if at is None else (at[0] * width, at[1] * height))
        except TeachingError as error:
            raise TeachingRefused(_CANNOT[error.cause]) from error
        with self._lock:
            known = self._face_of(die, value)
            self._keep(_with_face(known, value, seen.sample, body=None if any(known.faces.values()) else seen.body))

    def forget(self, die: str, value: str, sample: str | None) -> None:
        """Without this face, or without one of its pictures."""
        with self._lock:
            self._keep(self._face_of(die, value).without(value, sample))

    def delete(self, die: str) -> None:
        """Forgets a die and its file."""
        with self._lock:
            name = self._die(die).name
            try:
                self._shelf.delete(name)
            finally:
                self._hand_out()

    def keep(self, told: JSON) -> str:
        """Takes in a die's file."""
        try:
            die = die_of(told, "the file")
        except DieFileError as error:
            raise TeachingRefused(_NO_FILE.format(why=str(error))) from error
        with self._lock:
            if die.name in self._shelf.dice and self._shelf.dice[die.name] != die:
                raise TeachingRefused(_DIE_THERE.format(name=die.name))
            self._keep(die)
        return die.name

    def content(self, die: str) -> str | None:
        """A die's file, to be shared."""
        known = self._shelf.dice.get(die)
        return spell_die(known) if known else None

    def sample(self, die: str, sample: str) -> tuple[str, bytes] | None:
        """A picture of a face."""
        known = self._shelf.dice.get(die)
        samples = [s for own in known.faces.values() for s in own if s.id == sample] if known else []
        if not samples:
            return None
        return "image/png" if samples[0].coded[:4] == b"\x89PNG" else "image/jpeg", samples[0].coded

    def _die(self, name: str) -> TaughtDie:
        if name not in self._shelf.dice:
            raise TeachingRefused(_NO_DIE)
        return self._shelf.dice[name]

    def _face_of(self, name: str, value: str) -> TaughtDie:
        die = self._die(name)
        if value not in die.faces:
            raise TeachingRefused(_NO_FACE)
        return die

    def _keep(self, die: TaughtDie) -> None:
        try:
            self._shelf.keep(die)
        finally:
            self._hand_out()  # what the disk did not take counts until the program ends

    def _hand_out(self) -> None:
        self._reader.taught = tuple(self._shelf.dice.values())

    def _die_told(self, die: TaughtDie) -> JSON:
        known = self._told.get(die.name)
        if known is None or known[0] != die:
            known = self._told[die.name] = (die, self._spelled(die))
        return known[1]

    def _spelled(self, die: TaughtDie) -> JSON:
        checked = check(self._reader, die)
        return {
            "name": die.name,
            "title": die.title,
            "body": die.body,
            "colour": die.colour,
            "ready": die.ready,
            "faces": [
                {
                    "value": value,
                    "samples": [s.id for s in samples],
                    "right": checked.right[value],
                    "sure": checked.sure[value],
                    "lacks": die.lacks.get(value, 0),
                }
                for value, samples in die.faces.items()
            ],
            "advice": [{"code": advice.code, "text": to_json(advice_text(advice))} for advice in advise(die, checked)],
        }


def _with_face(die: TaughtDie, value: str, *samples: Sample, body: str | None = None) -> TaughtDie:
    try:
        return die.with_face(value, *samples, body=body)
    except DieFileError as error:
        raise TeachingRefused(_NOT_SO.format(why=str(error))) from error


def _checked(die: TaughtDie) -> TaughtDie:
    try:
        return die.checked()
    except DieFileError as error:
        raise TeachingRefused(_NOT_SO.format(why=str(error))) from error


def _free_name(title: str, taken: Container[str]) -> str:
    """The title in the letters of a name; with a number where another die has it."""
    plain = unicodedata.normalize("NFKD", title.casefold().replace("ß", "ss")).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[: LONGEST_NAME - 4] or "die"
    name = name if name[0].isalpha() else f"die_{name}"[: LONGEST_NAME - 4]
    names = (name, *(f"{name}_{k}" for k in range(2, 1000)))
    return next(n for n in names if n not in taken and n not in FACES)
