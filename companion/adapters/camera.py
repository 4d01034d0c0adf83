"""The eye: what the dice camera sees becomes answers to open rolls, or a doubt that people look at.

It decides nothing: which dice are asked for comes from the Table, what counts as a roll from `vision.settle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.adapters.lookout import Lookout
from companion.vocabulary import (
    JSON,
    Prompt,
    Roll,
    Source,
    StaleVersion,
    Status,
    Text,
    TouchlineError,
    Update,
)
from vision.caption import captioned
from vision.dice.die import Die, Doubt, Reading
from vision.dice.expect import Expected
from vision.draw import jpeg, marked
from vision.frame import CameraState, Frame, FrameSource
from vision.memory import Memory
from vision.ring import Shot
from vision.settle import DoubtShown, ReadsDice, Settle, State
from vision.settle import Roll as SeenRoll
from vision.view import Shift, Standing

DEVICE = "eye"
PLACE = "camera_place"
_LOOK_AT_PLACE_S = 0.5
_EVIDENCE_BYTES = 240_000  # the journal keeps 256 KiB, the caption among them

_STATES = {
    State.EMPTY: Text("The tray is empty.", "Der Würfelteller ist leer."),
    State.ROLLING: Text("The dice roll.", "Die Würfel rollen."),
    State.HAND: Text("A hand is in the tray.", "Eine Hand ist im Würfelteller."),
    State.SETTLED: Text("The dice lie still: reading.", "Die Würfel liegen: wird gelesen."),
    State.CONSUMED: Text("These dice have been read.", "Diese Würfel sind gelesen."),
}
CAMERA_STATES = {
    CameraState.OPENING: Text("The camera is being opened.", "Die Kamera wird geöffnet."),
    CameraState.FROZEN: Text("The camera is frozen: tap the values.", "Die Kamera steht: bitte Werte antippen."),
    CameraState.LOST: Text("The camera is lost: tap the values.", "Die Kamera ist weg: bitte Werte antippen."),
    CameraState.ENDED: Text("The camera has ended: tap the values.", "Die Kamera ist zu Ende: bitte Werte antippen."),
}
_DOUBTS_DE: dict[Doubt, str] = {
    Doubt.MISSING: "Ein Würfel fehlt.",
    Doubt.TOO_MANY: "Es liegen mehr Würfel da als gefragt.",
    Doubt.WRONG_COLOUR: "Die Würfel haben andere Farben als gefragt.",
    Doubt.UNREADABLE: "Ein Würfel ist nicht lesbar.",
    Doubt.LEANING: "Ein Würfel steht schief.",
    Doubt.STACKED: "Ein Würfel liegt auf einem anderen.",
    Doubt.COVERED: "Ein Würfel ist teilweise verdeckt.",
    Doubt.AMBIGUOUS: "Ein Würfel lässt sich auf zwei Arten lesen.",
    Doubt.TOUCHING: "Würfel liegen zu dicht beieinander.",
    Doubt.AT_EDGE: "Ein Würfel liegt am Bildrand.",
    Doubt.GLARE: "Ein Würfel ist überstrahlt.",
    Doubt.BLURRED: "Das Bild ist unscharf.",
    Doubt.DARK: "Das Bild ist zu dunkel.",
    Doubt.HAND: "Eine Hand oder etwas Großes liegt im Würfelteller.",
    Doubt.MOVED: "Ein Würfel hat sich bewegt, nachdem er lag.",
    Doubt.UNKNOWN_KIND: "Ein Würfel zeigt etwas, das die Kamera nicht kennt.",
}
_UNNAMED_DE = "Die Würfel sind nicht sicher zu lesen."
_STRAYED = Text(
    "The camera has moved: look at its page. Play goes on.",
    "Die Kamera hat sich bewegt: bitte auf ihrer Seite nachsehen. Das Spiel geht weiter.",
)
STANDS = Text("The camera stands as it was set up.", "Die Kamera steht, wie sie eingerichtet wurde.")
_EARLY = Text(
    "These dice were thrown before they were asked for: use them?",
    "Diese Würfel fielen, bevor sie gefragt waren: gelten sie?",
)
_OVERTAKEN = Text(
    "The table moved on while the dice were read: use them?",
    "Der Tisch war schon weiter, als die Würfel gelesen waren: gelten sie?",
)


class AnswersRolls(Protocol):
    """What the eye needs of the Table."""

    @property
    def version(self) -> int: ...

    def prompts(self) -> tuple[int, dict[str, Prompt]]: ...

    def final(self, key: str) -> bool: ...

    def answer(
        self,
        key: str,
        value: JSON,
        *,
        source: str,
        version: int | None = None,
        confidence: float | None = None,
        evidence: bytes | None = None,
    ) -> Update: ...

    def report(self, status: Status) -> None: ...


@dataclass(frozen=True)
class _Wanted:
    """The rolls that the camera may answer at one version of the table."""

    version: int
    rolls: tuple[Roll, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(r.key for r in self.rolls)

    @property
    def dice(self) -> tuple[Expected, ...]:
        return tuple(Expected(d.kind_of_die, d.colour, d.count) for r in self.rolls for d in r.dice)


class _Place:
    """The tray region, and whether the camera still stands as it stood."""

    def __init__(self, memory: Memory, told: bool = False) -> None:
        self.region = memory.region
        self.shift: Shift | None = None
        self.told = told  # people know that it has moved
        self._standing = Standing(memory.view) if memory.view is not None else None
        self._look_at_s = 0.0

    def look(self, frame: Frame) -> bool:
        """Compares, now and then; True if it did."""
        if self._standing is None or frame.t_s < self._look_at_s:
            return False
        self._look_at_s = frame.t_s + _LOOK_AT_PLACE_S
        self.shift = self._standing.moved(frame.image, frame.t_s)
        return True


class Eye:
    """Watches one camera for one table until `close`. `simulated` labels it; `memory` says which part of its picture is
    the tray, and how it stood; `offer_clip` hears of each evidence picture and of the moments that led to it."""

    def __init__(
        self,
        table: AnswersRolls,
        camera: FrameSource,
        reader: ReadsDice,
        *,
        simulated: bool = False,
        memory: Memory | None = None,
        offer_clip: Callable[[bytes, Sequence[Shot]], None] = lambda picture, shots: None,
    ) -> None:
        self._table = table
        self._offer_clip = offer_clip
        self._camera = camera
        self._simulated = simulated
        self._reader = reader
        self._settle = Settle(reader)
        self._memory = self._set_up_as = memory or Memory()
        self._place = _Place(self._memory)
        self._forget_tray = False
        self._wanted = _Wanted(-1, ())
        self._early: SeenRoll | None = None
        self._told: object = None
        self._lookout = Lookout(DEVICE, camera, self.look, self._failed)

    def start(self) -> Eye:
        self._lookout.start()
        return self

    def close(self) -> None:
        """May be called twice, also before `start`."""
        self._lookout.close()
        self._camera.close()

    @property
    def state(self) -> State:
        """What happens in the tray."""
        return self._settle.state

    @property
    def expected(self) -> tuple[Expected, ...]:
        """The dice that are asked for now."""
        return self._wanted.dice

    @property
    def shift(self) -> Shift | None:
        """How the camera has moved; None while it stands or nobody said how it should."""
        return self._place.shift

    def set_up(self, memory: Memory) -> None:
        """From the next frame on the camera's place is this one. Another region is another tray: dice that lie in it
        are old. May be called from any thread."""
        self._set_up_as = memory

    def forget_tray(self) -> None:
        """What lies beside the dice belongs to the tray from the next frame on. May be called from any thread."""
        self._forget_tray = True

    def look(self, frame: Frame | None) -> None:
        """Takes in the newest frame, or notes that none came."""
        self._follow_set_up()
        self._follow_table()
        if frame is None or self._camera.state is not CameraState.LIVE:
            self._show_camera()
            return
        self._watch_place(frame)
        seen = self._settle.see(replace(frame, image=self._place.region.crop(frame.image)))
        if isinstance(seen.event, SeenRoll):
            self._rolled(seen.event)
        elif isinstance(seen.event, DoubtShown):
            self._doubtful(seen.event)
        elif self._settle.doubt is None and self._early is None:
            self._show(seen.state.value, _STATES[seen.state])
        if seen.state in (State.ROLLING, State.EMPTY):
            self._early = None

    def _failed(self) -> None:
        text = Text("The eye has failed: tap the values.", "Das Auge ist ausgefallen: bitte Werte antippen.")
        self._show("failed", text, ok=False)

    def _follow_set_up(self) -> None:
        memory = self._set_up_as
        if memory is not self._memory:
            if memory.view is not self._memory.view:
                self._settle.forget_stance()
            self._memory = memory
            if memory.region != self._place.region:
                self._settle = Settle(self._reader, self._wanted.dice)
                self._early, self._told = None, None
            self._tell_place(strayed=False)
            self._place = _Place(memory, told=self._place.told)
        if self._forget_tray:
            self._forget_tray = False
            self._settle.forget_tray()

    def _watch_place(self, frame: Frame) -> None:
        if self._place.look(frame):
            self._tell_place(strayed=self._place.shift is not None)

    def _tell_place(self, strayed: bool) -> None:
        """Says that the camera has moved, and that it stands again; nothing while all has been well."""
        if strayed == self._place.told:
            return
        self._place.told = strayed
        self._settle.forget_stance()
        state, text = ("moved", _STRAYED) if strayed else ("stands", STANDS)
        self._table.report(Status(PLACE, state, text, not strayed, {"simulated": self._simulated}))

    def _follow_table(self) -> None:
        if self._table.version == self._wanted.version:
            return
        version, prompts = self._table.prompts()
        rolls = tuple(p for p in prompts.values() if isinstance(p, Roll) and not self._table.final(p.key))
        before, self._wanted = self._wanted, _Wanted(version, rolls)
        if not rolls or self._wanted.keys == before.keys:
            return
        self._settle.expect(self._wanted.dice)
        if self._early is not None and set(self._wanted.keys).isdisjoint(before.keys):
            self._offer(_EARLY, "early", self._early.reading, self._early)
        elif not set(self._wanted.keys) <= set(before.keys):
            self._settle.rearm()

    def _rolled(self, roll: SeenRoll) -> None:
        if not self._wanted.rolls:
            self._early = roll
            return
        values = shared_out(self._wanted.rolls, roll.reading.dice)
        if set(values) != set(self._wanted.keys):
            self._offer(_whose(), "whose", roll.reading, roll)
            return
        picture = self._evidence(roll)
        version = self._wanted.version
        try:
            for key, dice in values.items():
                update = self._table.answer(
                    key,
                    [d.value for d in dice],
                    source=Source.CAMERA,
                    version=version,
                    confidence=min(d.confidence for d in dice),
                    evidence=picture,
                )
                version = update.version
        except StaleVersion:
            self._offer(_OVERTAKEN, "overtaken", roll.reading, roll)
        except TouchlineError as error:
            self._offer(Text.same(str(error)), "refused", roll.reading, roll)

    def _doubtful(self, doubt: DoubtShown) -> None:
        reading = doubt.reading
        self._offer(doubt_text(reading), (reading.doubt or Doubt.UNREADABLE).value, reading, doubt)

    def _offer(self, text: Text, code: str, reading: Reading, seen: SeenRoll | DoubtShown) -> None:
        """Shows why dice are no answer, with the picture and the values that one tap takes."""
        readings = [
            {"key": key, "value": [d.value for d in dice] if len(dice) > 1 else dice[0].value}
            for key, dice in shared_out(self._wanted.rolls, reading.dice).items()
        ]
        picture = jpeg(marked(seen.image, reading.dice))
        detail = {"doubt": code, "readings": readings, "asked": list(self._wanted.keys)}
        self._show("doubt", text, ok=False, detail=detail, picture=picture, evidence=self._evidence(seen))

    def _evidence(self, seen: SeenRoll | DoubtShown) -> bytes:
        """The picture to keep: as it was taken, fine enough to be read again, and what it was read as."""
        height, width = seen.image.shape[:2]
        picture = captioned(jpeg(seen.image, _EVIDENCE_BYTES), seen.reading.dice, width, height)
        self._offer_clip(picture, seen.before)
        return picture

    def _show_camera(self) -> None:
        state = self._camera.state
        if state is CameraState.LIVE:
            return
        text = CAMERA_STATES[state]
        shown = Text(self._camera.sentence, text.de) if state is not CameraState.OPENING else text
        self._show(state.value, shown, ok=state is CameraState.OPENING)

    def _show(
        self,
        state: str,
        text: Text,
        ok: bool = True,
        detail: Mapping[str, JSON] | None = None,
        picture: bytes | None = None,
        evidence: bytes | None = None,
    ) -> None:
        if (state, text, detail) == self._told:
            return
        self._told = (state, text, detail)
        shown = {"simulated": self._simulated, "readings": [], **(detail or {})}
        self._table.report(Status(DEVICE, state, text, ok, shown, picture, evidence))


def doubt_text(reading: Reading) -> Text:
    """Why a reading is no roll, in a sentence."""
    return Text(_sentence(reading.reason), _DOUBTS_DE.get(reading.doubt or Doubt.UNREADABLE, _UNNAMED_DE))


def shared_out(rolls: Sequence[Roll], dice: Sequence[Die]) -> dict[str, list[Die]]:
    """Which dice answer which roll, by kind and colour, in the order of the roll's own dice. A roll whose dice are not
    all there is left out, and so is one whose dice another roll could claim as well."""
    if _ambiguous(rolls):
        return {}
    found = {}
    for roll in rolls:
        own = [d for wanted in roll.dice for d in _of(wanted.kind_of_die, wanted.colour, dice)[: wanted.count]]
        if len(own) == len(roll.legal) and roll.accepts([d.value for d in own]):
            found[roll.key] = own
    return found


def _ambiguous(rolls: Sequence[Roll]) -> bool:
    claims = [(d.kind_of_die, d.colour) for r in rolls for d in r.dice]
    return any(
        a[0] == b[0] and (a[1] is None or b[1] is None or a[1] == b[1])
        for i, a in enumerate(claims)
        for b in claims[i + 1 :]
    )


def _of(kind: str, colour: str | None, dice: Sequence[Die]) -> list[Die]:
    left_to_right = sorted(dice, key=lambda d: d.center)
    return [d for d in left_to_right if d.kind == kind and (colour is None or d.colour == colour)]


def _whose() -> Text:
    return Text(
        "The dice do not tell whose they are: tap the values.",
        "Den Würfeln ist nicht anzusehen, wem sie gehören: bitte Werte antippen.",
    )


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}." if reason else "The dice cannot be read."
