"""A table with a ruler above a drawn pitch, carried forward by hand: no threads, no waiting."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion import games
from companion.adapters.ruler import Ruler
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import JSON
from tests.games.takkure.stage import even_box, quiet
from vision.frame import CameraState, Frame, Image
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw
from vision.ruler.lens import Lens

TEAMS = (
    Standing((-250.0, 100.0), 40.0, "red"),
    Standing((-60.0, -120.0), 40.0, "red"),
    Standing((60.0, 60.0), 40.0, "yellow"),
    Standing((230.0, -80.0), 40.0, "yellow"),
)
"""a1, a2, b1, b2 of `tests.games.takkure.stage.even_box`."""

PLAYERS = ("a1", "a2", "b1", "b2")


class Above:
    """A camera that shows one picture for ever, a new frame each time it is asked; time goes on by hand."""

    def __init__(self, image: Image) -> None:
        self.image, self.now_s, self.seq = image, 100.0, 0
        self.state, self.sentence, self.fps = CameraState.LIVE, "It is live.", 10.0

    def clock(self) -> float:
        return self.now_s

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        if self.state is not CameraState.LIVE:
            return None
        self.seq += 1
        return Frame(self.seq, self.now_s, self.image)

    def close(self) -> None:
        self.state = CameraState.ENDED


class PitchDesk:
    """A Takkure match, or no match, with a ruler that looks when told to."""

    def __init__(self, match: bool = True, lens: Lens | None = LENS, **options: JSON) -> None:
        self.table = Table(MemoryJournal(), games.load)
        if match:
            self.table.begin("takkure", {"box": even_box(), **options})
        self.camera = Above(drawn())
        self.ruler = Ruler(self.table, self.camera, PITCH, lens, clock=self.camera.clock)  # type: ignore[arg-type]
        self.see()

    def see(self, image: Image | None = None, after_s: float = 1.0) -> JSON:
        """One more frame, some time later, and what is shown then."""
        self.camera.now_s += after_s
        self.camera.image = self.camera.image if image is None else image
        self.ruler.look()
        frame = self.camera.frame()
        if frame is not None:
            self.ruler.watch(frame)
        return self.ruler.look()

    def name_all(self) -> None:
        """The pieces are the players of PLAYERS."""
        for number, name in zip(self.numbers, PLAYERS, strict=True):
            self.ruler.call(number, name)

    @property
    def numbers(self) -> list[int]:
        """The pieces' numbers in the order of TEAMS."""
        return [piece["number"] for piece in self.ruler.look()["pieces"]]

    def say(self, part: str, value: JSON = True) -> None:
        """Answers the open prompt whose key contains this."""
        (key,) = [key for key in self.table.prompts()[1] if part in key]
        self.table.answer(key, value, source="console")

    def until(self, phase: str) -> None:
        """Quiet answers until this phase, in which A has the ball at a1."""
        for _ in range(3000):
            if self.table.board()["phase"] == phase:
                return
            key, prompt = next(iter(self.table.prompts()[1].items()))
            ready = self.table.board()["phase"] in ("REFEREE", "KO_WHO") and ".kicker." in key
            self.table.answer(key, "B" if ready else quiet(prompt), source="console")
        raise AssertionError(f"never came to {phase}")

    def ready(self) -> None:
        """A may activate, the ball is a1's."""
        self.until("REFEREE")
        self.say("toss", "A")
        self.until("READY")
        self.table.correct("ball", "a1", "test")

    def to_the_pass(self) -> None:
        """a1 passes to a2: the match asks how far it is."""
        self.say(".ready", "a1:MOVE")
        self.say(".defence", "done")
        self.say(".executed")
        self.say(".second", "PASS:a2")


@cache
def drawn(**scene: Any) -> Image:
    """The pitch with TEAMS."""
    return draw(Scene(**{"bases": TEAMS, "noise": 1.0, **scene}))
