"""The folder in which a table keeps its box files, one `NAME.yaml` each, beside the invented sample of every game."""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
from collections.abc import Mapping
from pathlib import Path

from companion import games
from companion.vocabulary import JSON, BoxError, BoxRefused, Mistake, Text, to_json
from companion.vocabulary.fields import root, spell
from vision.keep import write_text

SUFFIX = ".yaml"
FORMER = ".before"
SAMPLE = ".sample"
"""What the name of a sample ends with; no name that people give has a dot."""
LONGEST_NAME = 60


class BoxShelf:
    """`elsewhere` is a box file that the settings name: it is listed too, and saving it makes a copy in the folder."""

    def __init__(self, folder: Path, elsewhere: Path | None = None) -> None:
        self._folder = folder
        self._elsewhere = elsewhere
        self._lock = threading.Lock()

    def listed(self) -> list[JSON]:
        """The samples, then the files by name: `name`, `game` (None where no line tells), `sample`, `mistakes` (how
        many), `notes` (what is odd in it)."""
        samples = [_sample_card(name) for name in _samples()]
        return [*samples, *(self._card(name) for name in sorted(self._files()))]

    def open(self, name: str) -> JSON:
        """`name`, `game`, `sample`, `text`, `content` (None where the text cannot be taken apart), `form`, `mistakes`,
        `notes`, `was` (stands for this state of the file). BoxRefused where there is none of that name."""
        if name in _samples():
            return {**_told(name, spell(_sample(name))), "sample": True, "was": ""}
        text, unread = self._read(name)
        told = _told(name, text)
        return {**told, "mistakes": unread or told["mistakes"], "sample": False, "was": self._state(name)}

    def content(self, name: str) -> JSON:
        """What a match is played with. BoxError names its mistakes."""
        return _sample(name) if name in _samples() else games.check_box(self._text(name))[1].content

    def keep(self, name: str, text: str, was: str) -> JSON:
        """Writes a box file as a whole and keeps the former one beside it as NAME.yaml.before; tells what `open` tells.
        BoxError names mistakes, BoxRefused that the name or the state of the file is another. OSError: not written."""
        games.check_box(text)
        name = name if name in self._files() else _named(name)
        with self._lock:
            if was != self._state(name):
                raise BoxRefused((_CHANGED if was else _THERE).format(name=name))
            path = self._path(name)
            self._folder.mkdir(parents=True, exist_ok=True)
            if was:
                shutil.copyfile(path, path.with_name(path.name + FORMER))
            write_text(path, text)
        return self.open(name)

    def keep_content(self, name: str, content: JSON, was: str) -> JSON:
        """The same of the content that a form holds; comments of the former text are not in it."""
        return self.keep(name, spell(content), was)

    def rename(self, name: str, to: str, was: str) -> JSON:
        """Gives a box file of the folder another name; tells what `open` tells. Refused as `keep` is."""
        to = _named(to)
        with self._lock:
            path = self._own(name, was)
            if to in self._files():
                raise BoxRefused(_THERE.format(name=to))
            path.rename(self._path(to))
        return self.open(to)

    def delete(self, name: str, was: str) -> None:
        """Takes a box file off the list; what it was stays beside the others as NAME.yaml.before."""
        with self._lock:
            path = self._own(name, was)
            path.replace(path.with_name(path.name + FORMER))

    def _own(self, name: str, was: str) -> Path:
        """The file of this name in the folder, in the state `was`; BoxRefused."""
        if name not in self._files():
            raise BoxRefused(_NONE.format(name=name))
        if not self._state(name):
            raise BoxRefused(_ELSEWHERE.format(name=name))
        if was != self._state(name):
            raise BoxRefused(_CHANGED.format(name=name))
        return self._path(name)

    def _state(self, name: str) -> str:
        """Stands for the file as it is in the folder; empty where there is none."""
        path = self._path(name)
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"

    def _files(self) -> dict[str, Path]:
        """What lies in the folder wins over a file of the same name elsewhere."""
        other = self._elsewhere
        there = {other.stem: other} if other and other.is_file() else {}
        return there | {path.stem: path for path in self._folder.glob(f"*{SUFFIX}")}

    def _card(self, name: str) -> JSON:
        text, unread = self._read(name)
        notes, mistakes = _checked(text)
        told = {"name": name, "game": games.marked(text), "sample": False, "notes": notes}
        return {**told, "mistakes": len(unread or mistakes)}

    def _read(self, name: str) -> tuple[str, list[JSON]]:
        """The text, and what keeps it from being one."""
        try:
            return self._text(name), []
        except BoxError as error:
            return "", [mistake.told() for mistake in error.mistakes]

    def _text(self, name: str) -> str:
        """BoxError where the file is no text; then nothing of it is shown."""
        path = self._files().get(name)
        if path is None:
            raise BoxRefused(_NONE.format(name=name))
        raw = path.read_bytes()
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BoxError(Mistake("", _NO_TEXT, raw[: error.start].count(b"\n") + 1)) from error


def _samples() -> list[str]:
    return [f"{game}{SAMPLE}" for game in games.with_boxes()]


def _sample(name: str) -> JSON:
    return games.boxes(name.removesuffix(SAMPLE)).sample().content


def _told(name: str, text: str) -> JSON:
    game = games.marked(text)
    form = to_json(games.box_form(game)) if game else []
    notes, mistakes = _checked(text)
    told = {"name": name, "game": game, "text": text, "content": _plain(text), "form": form}
    return {**told, "notes": notes, "mistakes": mistakes}


def _checked(text: str) -> tuple[list[JSON], list[JSON]]:
    """What is odd and what is wrong in a box file."""
    try:
        return [note.told() for note in games.check_box(text)[1].warnings], []
    except BoxError as error:
        return [], [mistake.told() for mistake in error.mistakes]


def _plain(text: str) -> JSON:
    try:
        content = root(text).plain()
    except BoxError:
        return None
    return content if isinstance(content, Mapping) else None


def _sample_card(name: str) -> JSON:
    game = name.removesuffix(SAMPLE)
    notes = [note.told() for note in games.boxes(game).sample().warnings]
    return {"name": name, "game": game, "sample": True, "notes": notes, "mistakes": 0}


def _named(name: str) -> str:
    """The name of the file: letters, digits, - and _."""
    named = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-")[:LONGEST_NAME]
    if name.endswith(SAMPLE) or not named:
        raise BoxError(Mistake("name", _SAMPLE if named else _NO_NAME))
    return named


_NONE = Text("There is no box called {name}.", "Eine Box {name} gibt es nicht.")
_CHANGED = Text(
    "{name} was changed by somebody else meanwhile: open it again, then change it.",
    "{name} wurde inzwischen von jemand anderem geändert: neu öffnen, dann ändern.",
)
_THERE = Text("There is a box {name} already: take another name.", "Eine Box {name} gibt es schon: anders benennen.")
_ELSEWHERE = Text(
    "{name} lies elsewhere: the settings name it. Save a copy of it, then change that.",
    "{name} liegt woanders: die Einstellungen nennen sie. Eine Kopie speichern, dann diese ändern.",
)
_NO_TEXT = Text("it is no text in UTF-8", "sie ist kein Text in UTF-8")
_NO_NAME = Text("it needs a name, with letters or digits", "sie braucht einen Namen aus Buchstaben oder Ziffern")
_SAMPLE = Text(
    "the sample stays as it is: give your copy a name", "das Beispiel bleibt, wie es ist: bitte die Kopie benennen"
)
