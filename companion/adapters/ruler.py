"""The ruler: watches the camera above a pitch, measures while somebody looks or a match waits for it, and answers what
a match asks of it where it is sure. What is too close to call it only offers, and a person takes it; what is doubtful
is no answer, and a camera that was moved measures nothing."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from companion.adapters import ruler_words as words
from companion.adapters.camera import CAMERA_STATES
from companion.adapters.lookout import Lookout, live_picture
from companion.adapters.measuring import DISTANCE, MOST_IN, RING, TOOLS, Question
from companion.adapters.pitchview import PitchView
from companion.adapters.sight import BLIND, Offer, Sight
from companion.adapters.windows import Window, window_of
from companion.adapters.witness import Witness, waits_for_eyes
from companion.vocabulary import (
    JSON,
    Choose,
    JournalError,
    Lane,
    Measure,
    Near,
    Prompt,
    PromptRefused,
    RulerRefused,
    Source,
    StaleVersion,
    Status,
    Text,
    Update,
    Way,
    to_json,
)
from vision.draw import jpeg
from vision.frame import CameraState, Frame, FrameSource
from vision.ruler.lens import Lens
from vision.ruler.pieces import Pieces, tags_on
from vision.ruler.pitch import Pitch

DEVICE = "ruler"
WATCHED_S = 6.0
"""So long after the last look somebody still counts as looking."""

FRESH_S = 4.0
"""What was measured longer ago is no answer."""

_MEASURED = (Near, Lane, Way)
_LOOK_EVERY_S = 0.3
_REST = 2.0  # times what a measurement took: the eye and the screens need the machine too
_EVIDENCE_BYTES = 240_000


class AnswersMeasures(Protocol):
    """What the ruler needs of the Table."""

    def board(self) -> JSON: ...

    def prompts(self) -> tuple[int, dict[str, Prompt]]: ...

    def answer(
        self, key: str, value: JSON, *, source: str, version: int | None = None, evidence: bytes | None = None
    ) -> Update: ...

    def report(self, status: Status) -> None: ...


class Ruler:
    """The ruler of one table until `close`. May be used from many threads. `lens` is None until it is calibrated."""

    def __init__(
        self,
        table: AnswersMeasures,
        camera: FrameSource,
        pitch: Pitch,
        lens: Lens | None = None,
        *,
        simulated: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table, self._camera, self._view = table, camera, PitchView(pitch, lens)
        self._simulated, self._clock = simulated, clock
        self._lock = threading.RLock()
        self._pieces, self._witness = Pieces(), Witness()
        self._sight: Sight | None = None
        self._teams: list[tuple[str, str]] = []
        self._question: Question | None = None
        self._watched_s = -WATCHED_S
        self._due_s = 0.0
        self._told: object = None
        self._places: dict[str, list[int]] = {}
        self._lookout = Lookout(
            DEVICE,
            camera,
            self._took,
            self._failed,
            every_s=_LOOK_EVERY_S,
            wanted=lambda: self._in_use() or self._wanted(),
        )

    def start(self) -> Ruler:
        self._lookout.start()
        return self

    def close(self) -> None:
        """May be called twice, also before `start`."""
        self._lookout.close()

    # -- looking ------------------------------------------------------------------------------------------------------

    def watch(self, frame: Frame) -> None:
        """Takes in a frame: how the camera stands, and, if it is time and somebody wants it, what is measured."""
        sight = self._view.glance(frame)
        lens = self._view.lens
        if sight.why is None and lens is not None:
            if self._clock() < self._due_s or not self._wanted():
                return
            sight = self._measured(sight, lens)
        if sight.measured is None:
            with self._lock:
                self._sight = sight
        else:
            self._answer()
        self._report(sight)

    def _measured(self, glance: Sight, lens: Lens) -> Sight:
        began_s = self._clock()
        sight = self._view.measure(glance, lens)
        ended_s = self._clock()
        self._due_s = ended_s + _REST * (ended_s - began_s)
        if sight.measured is None:
            return sight
        with self._lock:
            self._follow_teams()
            tags = tags_on(sight.measured.bases, sight.markers, sight.measured.pose, self._view.pitch)
            pieces = self._pieces.look(sight.measured.bases, sight.frame.t_s, tags)
            # together with the pieces: names are given to those that are in sight
            self._sight = replace(sight, pieces=pieces)
            return self._sight

    def _follow_teams(self) -> None:
        """Other teams are other figures: nobody has a name any more."""
        teams = [(i, player["name"]) for i, player in self._roster().items()]
        if teams != self._teams:
            self._teams = teams
            self._pieces.forget_names()
            self._rename()

    def _rename(self) -> None:
        """The pieces in sight have the names that they have now."""
        if self._sight is not None and self._sight.measured is not None:
            self._sight = replace(self._sight, pieces=self._pieces.seen)

    def _wanted(self) -> bool:
        return (
            self._clock() - self._watched_s < WATCHED_S
            or any(self._asked())
            or (self._named and any(waits_for_eyes(self._table.prompts()[1])))
        )

    @property
    def _named(self) -> bool:
        """Whether somebody has said who a piece is: without names a match has nothing to see here."""
        return any(piece.name for piece in self._pieces.seen)

    def _asked(self) -> Iterator[Measure | Choose]:
        """What a match asks of the ruler: distances whose pieces it names, and who is within a limit."""
        for prompt in self._table.prompts()[1].values():
            if isinstance(prompt, Measure):
                if prompt.between:
                    yield prompt
            elif isinstance(prompt, Choose) and isinstance(prompt.judge, _MEASURED):
                yield prompt

    def _answer(self) -> None:
        """Gives one answer that is beyond doubt. What else waits is looked at again in the next picture."""
        if self._table.board()["undo"] is None:
            self._witness = Witness()
        version, prompts = self._table.prompts()
        with self._lock:
            sight = self._now()
            if sight is None:
                return
            offers = [self._offer(p, sight) for p in prompts.values() if isinstance(p, Measure) and p.between]
            measured = {o.key: o.value for o in offers if isinstance(o.value, float) and o.limit is None}
            found = self._witness.look(sight.places, prompts, measured)
        if not found or window_of(self._table.board()).free:
            return
        key, value = next(iter(found.items()))
        prompt = prompts[key]
        measures = isinstance(prompt, Measure) or (isinstance(prompt, Choose) and isinstance(prompt.judge, _MEASURED))
        evidence = jpeg(sight.frame.image, _EVIDENCE_BYTES) if measures else None
        with contextlib.suppress(PromptRefused, StaleVersion, JournalError):  # somebody was faster, or will hear of it
            self._table.answer(key, value, source=Source.CAMERA, version=version, evidence=evidence)
            self._witness.answered(key)

    def _offer(self, prompt: Measure | Choose, sight: Sight) -> Offer:
        if isinstance(prompt, Measure):
            return sight.offer(prompt)
        return sight.judgement(prompt, self._witness.judged(prompt, sight.places))

    def _in_use(self) -> bool:
        """A match is played, and the ruler could measure it."""
        return self._view.lens is not None and not window_of(self._table.board()).free

    def _took(self, frame: Frame | None) -> None:
        if frame is not None and self._camera.state is CameraState.LIVE:
            self.watch(frame)

    def _failed(self) -> None:
        text = Text("The ruler has failed: measure by hand.", "Das Lineal ist ausgefallen: von Hand messen.")
        self._table.report(Status(DEVICE, "failed", text, False, {"simulated": self._simulated}))

    def _report(self, sight: Sight) -> None:
        """No number is told here: this goes to every screen. A table that never had a lens has no ruler to speak of."""
        if self._view.lens is None:
            return
        state, text = (sight.code, sight.why) if sight.why else ("ready", words.READY)
        places = self._drawn(sight) if sight.measured else None
        if self._told != (state, text, places):
            self._told = (state, text, places)
            detail = {"simulated": self._simulated, "places": places}
            self._table.report(Status(DEVICE, state, text, sight.why is None, detail))

    def _drawn(self, sight: Sight) -> JSON:
        """The places of the players as they were told last, except of those who have moved."""
        now = replace(sight, players={i: player["name"] for i, player in self._players().items()}).drawn(
            self._view.pitch
        )
        before = self._places
        for i, place in now["pieces"].items():
            if i in before and all(abs(a - b) <= 1 for a, b in zip(place, before[i], strict=True)):
                now["pieces"][i] = before[i]
        self._places = now["pieces"]
        return now if now["pieces"] else None

    # -- what people do -----------------------------------------------------------------------------------------------

    def picture(self, after: int, width_px: int) -> tuple[int, bytes] | None:
        """The number of the newest frame and its JPEG, if there is one after `after`."""
        return live_picture(self._camera, after, width_px)

    def ask(self, tool: str, a: int, b: int | None, inches: float) -> None:
        """Asks for a measure. RulerRefused where the rules do not let it be measured now (TAK-MEA-01)."""
        if tool not in TOOLS or not 0 < inches <= MOST_IN:
            raise PromptRefused(tool, f"one of {', '.join(TOOLS)}, and up to {MOST_IN:g} inches")
        question = Question(tool, a, b, inches)
        window = window_of(self._table.board())
        with self._lock:
            self._follow_teams()
            if not self._lets(window, question):
                raise RulerRefused(window.text)
            self._question = question

    def clear(self) -> None:
        """Nothing is asked any more."""
        self._question = None

    def call(self, number: int, name: str) -> None:
        """This piece is the player of this id; "" for nobody."""
        if name and name not in self._players():
            raise PromptRefused(name, "a player of this match")
        with self._lock:
            try:
                self._pieces.call(number, name)
            except LookupError as error:
                raise PromptRefused(number, "a piece that is seen now") from error
            self._rename()

    @property
    def calibrated(self) -> bool:
        """Whether it has a lens to measure with."""
        return self._view.lens is not None

    def use_lens(self, lens: Lens) -> None:
        """Measures with this lens from the next frame on."""
        self._view.lens = lens

    def accept(self) -> None:
        """The camera may stand where it stands now."""
        self._view.accept()

    def drag(self, corners: Sequence[tuple[float, float]] | None) -> None:
        """The pitch's corners as dragged, fractions of the picture; None: by its markers again."""
        frame = self._camera.frame(timeout_s=0.0)
        height, width = frame.image.shape[:2] if frame else (1, 1)
        self._view.drag(corners, (height, width))
        self._due_s = 0.0

    def take(self, key: str, version: int, shown: float | list[str]) -> Update:
        """Answers a prompt with what is measured, if it still is what was shown."""
        with self._lock:
            self._follow_teams()
            sight = self._now()
            offer = next((offer for offer in self._offers(sight) if offer.key == key), None)
        if offer is None or offer.value is None or sight is None:
            raise RulerRefused(offer.text if offer else words.LOOKING)
        if not offer.still(shown):
            raise PromptRefused(shown, f"what is measured now: {offer.value}")
        evidence = jpeg(sight.frame.image, _EVIDENCE_BYTES)
        return self._table.answer(key, offer.value, source=Source.CAMERA, version=version, evidence=evidence)

    # -- what screens show --------------------------------------------------------------------------------------------

    def look(self) -> JSON:
        """See `web.ruler.Ruler`."""
        self._watched_s = self._clock()
        board = self._table.board()
        window, state = window_of(board), self._camera.state
        with self._lock:
            self._follow_teams()
            if self._question is not None and not self._lets(window, self._question):
                self._question = None
            sight = self._now() if state is CameraState.LIVE else None
            scale = sight.scale if sight and self._is_fresh(sight) else None
            offers = self._offers(sight)
            question = self._question
            return {
                "state": state.value,
                "text": to_json(CAMERA_STATES.get(state)),
                "simulated": self._simulated,
                "standing": self._view.standing.value,
                "free": window.free,
                "window": {"open": window.open, "text": to_json(window.text)},
                "players": [{"id": i, **player} for i, player in self._players().items()],
                "outline": [list(corner) for corner in self._view.outline] if self._view.outline else None,
                **(sight.told() if sight else BLIND),
                "question": to_json(question),
                "answer": scale.answer(question) if scale and question else None,
                "offers": [{**to_json(offer), "version": board["version"]} for offer in offers],
            }

    def good_to(self) -> JSON:
        """± inches over the pitch: [{cell (corners in fractions of the picture), inches}]."""
        sight = self._sight
        return sight.good_to(self._view.pitch) if sight else []

    def _now(self) -> Sight | None:
        """The newest sight, with those who are on the field now."""
        names = {i: player["name"] for i, player in self._players().items()}
        return replace(self._sight, players=names) if self._sight else None

    def _is_fresh(self, sight: Sight) -> bool:
        return self._clock() - sight.frame.t_s <= FRESH_S

    def _offers(self, sight: Sight | None) -> list[Offer]:
        usable = sight if sight is not None and self._is_fresh(sight) else None
        return [self._offer(p, usable) if usable else Offer(p.key, words.LOOKING) for p in self._asked()]

    def _players(self) -> dict[str, dict[str, Any]]:
        """Who is on the field."""
        return {i: player for i, player in self._roster().items() if player["deployed"]}

    def _roster(self) -> dict[str, dict[str, Any]]:
        shown = self._table.board()["scoreboard"]
        return {
            player["id"]: {
                "name": player["name"],
                "side": side,
                "team": shown["teams"][side]["name"],
                "deployed": player["deployed"],
            }
            for side, roster in ((shown["rosters"] or {}) if shown else {}).items()
            for player in roster
        }

    def _lets(self, window: Window, question: Question) -> bool:
        names = {piece.number: piece.name for piece in self._pieces.seen}
        b = names.get(question.b, "") if question.b is not None else None
        return window.lets(names.get(question.a, ""), b, question.tool not in (DISTANCE, RING))
