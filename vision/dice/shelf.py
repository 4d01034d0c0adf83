"""The folder in which a table keeps its taught dice, one file each."""

from __future__ import annotations

import logging
import pathlib
from collections.abc import Iterable

from vision.dice.taught import SUFFIX, DieFileError, TaughtDie, load_die, save_die

_log = logging.getLogger(__name__)


class Shelf:
    """`dice` by name, and `damaged`: what is wrong with each file that is none. A damaged file is left as it is."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self.dice: dict[str, TaughtDie] = {}
        self.damaged: dict[str, str] = {}
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            self._take_in(path)

    def keep(self, die: TaughtDie) -> None:
        """Counts from now on, and is written. Raises OSError where only the first could be done."""
        self.dice = {**self.dice, die.name: die}
        path = self._path(die.name)
        if path.name in self.damaged:
            raise FileExistsError(f"{path} is damaged and was left as it is: take it away or mend it")
        save_die(die, path)

    def delete(self, name: str) -> None:
        """Raises OSError where the file stays."""
        self.dice = {n: die for n, die in self.dice.items() if n != name}
        self._path(name).unlink(missing_ok=True)

    def _take_in(self, path: pathlib.Path) -> None:
        try:
            die = load_die(path)
            if path.name != f"{die.name}{SUFFIX}":
                raise DieFileError(f"{path}: this die's file is called {die.name}{SUFFIX}")
        except (DieFileError, OSError) as error:
            _log.warning("a taught die was left out: %s", error)
            self.damaged[path.name] = str(error)
        else:
            self.dice[die.name] = die

    def _path(self, name: str) -> pathlib.Path:
        return self._folder / f"{name}{SUFFIX}"


def load_dice(paths: Iterable[pathlib.Path]) -> list[TaughtDie]:
    """The dice in these files. Raises DieFileError, also for two of one name or one that cannot be read yet."""
    dice: dict[str, TaughtDie] = {}
    for path in paths:
        die = load_die(path)
        if die.name in dice:
            raise DieFileError(f"{path}: another die is called {die.name} as well")
        if not die.ready:
            lacks = ", ".join(f"{n} of {value}" for value, n in die.lacks.items()) or "a second face"
            raise DieFileError(f"{path}: {die.name} is not taught yet; it lacks pictures: {lacks}")
        dice[die.name] = die
    return list(dice.values())
