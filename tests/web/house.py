"""What the tests of `web` share: a toy match, a simulated table that remembers, a client that writes."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pypdfium2
from flask.testing import FlaskClient
from werkzeug import Response

from companion.adapters.trial import Trial
from companion.boxshelf import BoxShelf
from companion.games import load
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import (
    JSON,
    BoxError,
    Choose,
    JournalFull,
    Measure,
    Mistake,
    Number,
    Prompt,
    Roll,
    Text,
    to_json,
)
from tests.toy_game import GAME
from web import Seats, create_app
from web.seats import Role

PIN = "4711"
JPEG = cv2.imencode(".jpg", np.full((60, 80, 3), (90, 140, 60), np.uint8))[1].tobytes()
MOMENTS = [cv2.imencode(".jpg", np.full((60, 80, 3), grey, np.uint8))[1].tobytes() for grey in (40, 120, 200)]

WRITES: list[tuple[str, JSON]] = [
    ("/api/answer", {"key": "r1.card.A", "value": "low", "version": 1}),
    ("/api/undo", {"version": 1}),
    ("/api/amend", {"seq": 1, "value": 2, "version": 1}),
    ("/api/correct", {"what": "score.A", "value": 2, "reason": "seen", "version": 1}),
    ("/api/note", {"text": "rain", "version": 1}),
    ("/api/pause", {"on": True, "version": 1}),
    ("/api/end", {"reason": "rain", "version": 1}),
    ("/api/reread", {"seq": 4}),
    ("/api/dispute", {"seq": 4, "value": 0, "version": 1}),
    ("/api/dispute/word", {"number": 6, "agrees": True, "version": 1}),
    ("/api/dispute/stand", {"number": 6, "version": 1}),
    ("/api/memory", {}),
    ("/api/begin", {"game": "toy"}),
    ("/api/box", {"new": "toy"}),
    ("/api/seats/revoke", {"seat": "coach_a"}),
    ("/api/camera/region", {"corners": None}),
    ("/api/camera/remember", {}),
    ("/api/camera/tray", {}),
    ("/api/camera/teach", {"at": [0.5, 0.5], "colour": "red"}),
    ("/api/camera/forget", {}),
    ("/api/teach/begin", {"title": "Duel die"}),
    ("/api/teach/face", {"die": "duel_die", "face": "won"}),
    ("/api/teach/take", {"die": "duel_die", "face": "won", "at": None}),
    ("/api/teach/forget", {"die": "duel_die", "face": "won", "sample": None}),
    ("/api/teach/delete", {"die": "duel_die"}),
    ("/api/teach/upload", {"file": {}}),
    ("/api/ruler/ask", {"tool": "distance", "a": 1, "b": 2}),
    ("/api/ruler/clear", {}),
    ("/api/ruler/call", {"number": 1, "player": ""}),
    ("/api/ruler/accept", {}),
    ("/api/ruler/drag", {"corners": None}),
    ("/api/ruler/take", {"key": "r1.distance", "version": 1, "shown": 2.0}),
    ("/api/lens/take", {}),
    ("/api/lens/drop", {"number": 1}),
    ("/api/lens/learn", {}),
    ("/api/boxes/keep", {"name": "mine", "was": "", "text": "nothing"}),
    ("/api/boxes/rename", {"name": "mine", "was": "0", "to": "yours"}),
    ("/api/boxes/delete", {"name": "mine", "was": "0"}),
    ("/api/trial/begin", {}),
    ("/api/trial/light", {"device": "buttons", "light": "0"}),
    ("/api/trial/end", {}),
    ("/api/simulation/throw", {}),
    ("/api/simulation/pick_up", {}),
    ("/api/simulation/press", {"button": "whistle"}),
    ("/api/simulation/misbehave", {"fault": "glare"}),
]
"""Every write there is, with a body that would do."""


class FullJournal(MemoryJournal):
    """A disk that takes nothing while `full`."""

    full = False

    def append(self, entry: Any) -> None:
        if self.full:
            raise JournalFull("no room left on the disk")
        super().append(entry)

    def go_on_in_memory(self) -> None:
        self.full = False


class Simulated:
    """A simulated table: a throw answers every open roll with ones, the confirm buttons do nothing but remember."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pressed: list[tuple[str, bool]] = []
        self.fault: str | None = None
        self.thrown = False

    def throw(self) -> None:
        self.thrown = True
        for prompt in self.table.prompts()[1].values():
            if isinstance(prompt, Roll):
                values = [legal[-1] for legal in prompt.legal]
                self.table.answer(prompt.key, values, source="camera", confidence=0.98, evidence=JPEG)

    def pick_up(self) -> None:
        self.thrown = False

    def press(self, button: str, long: bool) -> None:
        self.pressed.append((button, long))
        if button == "undo":
            self.table.undo(beyond=long)

    def lights(self) -> dict[str, str]:
        board = self.table.board()
        letters = (board["tracks"][0]["lights"] if board["tracks"] else "").ljust(9, ".")
        return {**{str(i): letters[i] for i in range(9)}, "possession_a": "O", "possession_b": ".", "buzzer": "."}

    def picture(self) -> bytes | None:
        return JPEG if self.thrown else None

    def faults(self) -> list[str]:
        return ["glare", "frozen"]

    def misbehave(self, fault: str | None) -> None:
        self.fault = fault


class Lobby:
    """Begins toy matches."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def games(self) -> list[JSON]:
        return [{"name": "toy", "title": {"en": "Toy cup", "de": "Spielzeugpokal"}}]

    def usual(self) -> JSON:
        return {"game": "toy", "options": {}, "box": ""}

    def look(self, game: str, options: Any, box: str) -> JSON:
        wrong = [] if options.get("rounds", 1) in range(1, 10) else [Mistake("rounds", Text("too many", "zu viele"))]
        return {"form": to_json(GAME.form(options)), "boxes": [], "mistakes": [mistake.told() for mistake in wrong]}

    def begin(self, game: str, options: Any, box: str) -> None:
        self.table.begin(game, options)

    def new_box(self, game: str) -> str:
        return f"box: {game}\n"

    def check_box(self, text: str) -> JSON:
        if not text.startswith("box: "):
            raise BoxError(Mistake("box", Text("missing", "fehlt"), 1))
        return {"game": text.split()[1], "content": {"rounds": 1}, "warnings": ["line 1, box: invented"]}


class Ready:
    """One part of each level; remembers whether the referee asked."""

    asked: ClassVar[list[bool]] = []

    def told(self, referee: bool) -> list[JSON]:
        text = {"en": "It is so.", "de": "Es ist so."}
        levels = ("good", "usable", "not_usable", "hint")
        self.asked.append(referee)
        return [{"part": level, "level": level, "title": text, "lines": [text], "page": "/camera"} for level in levels]


class Lamp:
    """A device that can be tried out: one button, one light, a buzzer."""

    device = "buttons"

    def __init__(self) -> None:
        self.beeps = 0

    def parts(self) -> JSON:
        place = {"en": "pin 1", "de": "Pin 1"}
        lights = [{"name": name, "group": group, "place": place} for name, group in (("0", "row"), ("bell", "buzzer"))]
        return {"buttons": [{"name": "b1", "role": "whistle", "place": place}], "lights": lights}

    def beep(self) -> None:
        self.beeps += 1

    def wake(self) -> None:
        pass


def setting_up(table: Table) -> dict[str, Any]:
    """What the pages need on which people set up: samples of box files, a device to try out, what is ready."""
    trial = Trial(table)
    trial.join(Lamp())
    return {"boxes": BoxShelf(Path("no such folder")), "trial": trial, "readiness": Ready()}


class Pictures:
    """Kept pictures of toy rolls: read as one die in the middle, read anew as `now`."""

    def __init__(self) -> None:
        self.now: JSON = 3
        self.verdict = "differs"

    def dice(self, name: str) -> list[JSON] | None:
        return [self._die(2)]

    def again(self, seq: int) -> JSON:
        text = {"en": str(self.now), "de": str(self.now)} if self.verdict in ("same", "differs") else None
        reason = None if text else {"en": "A die leans.", "de": "Ein Würfel steht schief."}
        return {"seq": seq, "verdict": self.verdict, "value_text": {"en": "2", "de": "2"}, "now": text and self.now,
                "now_text": text, "reason": reason, "dice": [self._die(3)]}  # fmt: skip

    def _die(self, value: int) -> JSON:
        outline = [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]]
        return {"kind": "number_die", "colour": "white", "value": value, "confidence": 0.97, "outline": outline}


class Clips:
    """Of every kept picture three moments, each a shade of its own."""

    def moments(self, name: str) -> list[float]:
        return [1.5, 0.7, 0.0]

    def moment(self, name: str, number: int) -> bytes | None:
        return MOMENTS[number] if 0 <= number < 3 else None


class House:
    """A table with a match, its app, and a client that has the PIN."""

    def __init__(
        self,
        simulated: bool = True,
        lobby: bool = True,
        begun: bool = True,
        pictures: bool = True,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.journal = FullJournal()
        self.table = Table(self.journal, lambda name: GAME, wall_s)
        if begun:
            self.table.begin("toy", {})
        self.simulation = Simulated(self.table)
        self.pictures = Pictures()
        self.seats = Seats()
        self.app = create_app(
            self.table,
            pin=PIN,
            seats=self.seats,
            simulation=self.simulation if simulated else None,
            lobby=Lobby(self.table) if lobby else None,
            pictures=self.pictures if pictures else None,
            clips=Clips() if pictures else None,
            **setting_up(self.table),
        )
        self.client: FlaskClient = self.app.test_client()

    @property
    def version(self) -> int:
        return self.table.version

    def post(self, path: str, body: JSON, **headers: str) -> tuple[int, JSON]:
        answer = self.client.post(path, json=body, headers={"X-Touchline-PIN": PIN, **headers})
        return answer.status_code, answer.get_json(silent=True)

    def get(self, path: str, **headers: str) -> tuple[int, JSON]:
        answer = self.client.get(path, headers=headers)
        return answer.status_code, answer.get_json(silent=True)

    def sitting(self, role: Role) -> FlaskClient:
        """A browser of this role: a coach by his code, the referee by the PIN."""
        client = self.app.test_client()
        if role is Role.REFEREE:
            assert client.post("/api/pin", json={"pin": PIN}).status_code == 204
        elif role.side:
            assert client.post("/api/join", json={"token": self.seats.token(role)}).get_json()["side"] == role.side
        return client

    def answer(self, key: str, value: JSON) -> tuple[int, JSON]:
        return self.post("/api/answer", {"key": key, "value": value, "version": self.version})

    def to_the_rolls(self) -> None:
        self.answer("r1.card.A", "low")
        self.answer("r1.card.B", "high")


class PlayedHouse(House):
    """A real game in the middle of a match: `light` and `box` of Tooor! with a sum on the board, `takkure` at a
    contest's dice; the camera and the buttons are real ones that never answer."""

    def __init__(self, game: str, wall_s: Callable[[], float] = time.time) -> None:
        super().__init__(simulated=False, begun=False)
        self.table = Table(MemoryJournal(), load, wall_s)
        tooor: JSON = {"mode": game, "agreed": "draw_ok"}
        self.table.begin("takkure", {}) if game == "takkure" else self.table.begin("tooor", tooor)
        self.app = create_app(self.table, pin=PIN, lobby=Lobby(self.table), seats=self.seats, **setting_up(self.table))
        self.client = self.app.test_client()
        self.play(lambda: self.table.board()["scoreboard"]["sums"])

    def play(self, enough: Callable[[], object]) -> None:
        """Answers what is asked, the first side the stronger, until there is enough or nothing is asked."""
        while not enough() and (prompts := self.table.prompts()[1]):
            prompt = next(iter(prompts.values()))
            self.table.answer(prompt.key, wish(prompt), source="console")

    def score(self) -> None:
        """Goes on to the next goal, the referee's word where the dice bring none."""
        before, seq = self.table.board()["score"], self.version
        self.play(lambda: self.table.board()["score"] != before or self.version > seq + 60)


def wish(prompt: Prompt) -> JSON:
    """An answer that A's coach would like: higher dice and numbers for him, the first options there are."""
    if isinstance(prompt, Roll):
        return [legal[-1] if prompt.side == "A" or "blank" in legal else legal[0] for legal in prompt.legal]
    if isinstance(prompt, Number):
        return min(5, prompt.most) if prompt.side == "A" else prompt.least
    if prompt.suggestion is not None:
        return prompt.suggestion
    if isinstance(prompt, Choose):
        return chosen(prompt)
    return prompt.least if isinstance(prompt, Measure) else True


def chosen(prompt: Choose) -> JSON:
    if prompt.groups:
        return [id_ for g, n in prompt.groups.items() for id_ in [o.id for o in prompt.options if o.group == g][:n]]
    ids = sorted((o.id for o in prompt.options), key=lambda id_: id_ not in ("A", "none"))
    return ids[0] if prompt.single else ids[: max(1, prompt.least)]


def text_of(response: Response) -> str:
    """What an answer says, be it a PDF."""
    if response.mimetype != "application/pdf":
        return response.get_data(as_text=True)
    pages = pypdfium2.PdfDocument(response.data)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def timeless(event: bytes) -> str:
    """An event of the stream without the moment at which it was sent."""
    return re.sub(r"(?m)^: at \d+\n", "", event.decode())


def until(met: Callable[[], object], limit_s: float = 30.0) -> None:
    """Waits for a condition, not for a time."""
    end = time.monotonic() + limit_s
    tick = threading.Event()
    while not met():
        assert time.monotonic() < end, "waited in vain"
        tick.wait(0.01)
