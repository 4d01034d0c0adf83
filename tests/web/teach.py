"""A table whose camera can be taught dice: the real teacher and reader, a camera that shows what it is told."""

from __future__ import annotations

from pathlib import Path

from companion.adapters.teacher import Teacher
from tests.vision.duel_die import beside, pictures
from tests.web.camera import CameraHouse
from tests.web.house import PIN
from vision.dice.reader import Reader
from vision.dice.shelf import Shelf
from vision.frame import Image
from web import create_app


class TeachHouse(CameraHouse):
    """A house with a teacher."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, pictures("teach", "won")[0])
        self.folder = folder / "dice"
        self.dice_reader = Reader()
        self.reader.read = self.dice_reader.read  # type: ignore[method-assign]
        self.teacher = Teacher(Shelf(self.folder), self.camera, self.dice_reader)
        self.app = create_app(self.table, pin=PIN, simulation=self.simulation, finder=self.finder, teacher=self.teacher)
        self.client = self.app.test_client()

    def show(self, *shown: Image) -> None:
        """What lies in the tray from now on."""
        self.camera.image = beside(*shown)
