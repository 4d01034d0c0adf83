"""A table with a ruler above a drawn pitch, and its lens set-up, served without threads of their own."""

from __future__ import annotations

from pathlib import Path

from companion.adapters.lens import LensSetup
from companion.vocabulary import JSON
from tests.companion.pitch_desk import PitchDesk
from tests.companion.test_lens_setup import BOARD
from tests.web.house import PIN, House
from vision.frame import Image
from vision.ruler.drawn import LENS
from web import create_app


class RulerHouse(House):
    """A house with a ruler; with a `match` it is Takkure."""

    def __init__(self, folder: Path, match: bool = False) -> None:
        super().__init__()
        self.desk = PitchDesk(match)
        self.table, self.ruler, self.camera = self.desk.table, self.desk.ruler, self.desk.camera
        self.lens = LensSetup(self.camera, BOARD, folder / "lens.json", self.ruler.use_lens, LENS)
        self.app = create_app(self.table, pin=PIN, simulation=None, ruler=self.ruler, lens=self.lens)
        self.client = self.app.test_client()

    def see(self, image: Image | None = None) -> JSON:
        return self.desk.see(image)
