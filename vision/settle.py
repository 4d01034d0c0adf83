"""Settle: from frames to one roll. Pure: frames carry their time, the reader is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.difference import Small
from vision.frame import Frame, Image
from vision.lying import Change, Lying
from vision.ring import Ring, Shot
from vision.scene import Look, Scene
from vision.stance import Stance
from vision.thrown import Thrown
from vision.votes import Votes

_REST_S = 0.06  # nothing has moved for so long: worth a reading
_LOOK_AGAIN_S = 0.4  # a doubt is looked at again after this, then ever more seldom
_LOOK_AGAIN_MOST_S = 2.0
_REMEMBER_EVERY_S = 0.25

_LOUD = frozenset({Doubt.UNREADABLE, Doubt.LEANING, Doubt.TOUCHING, Doubt.TOO_MANY, Doubt.WRONG_COLOUR})
"""Doubts that say something about dice that were reported before; the others say that they are being picked up."""

_HAND = Reading(Status.UNSURE, (), Doubt.HAND, "a hand or something big is in the tray")
_MOVED = Reading(Status.UNSURE, (), Doubt.MOVED, "a die moved after it had come to rest")
_JOINED = Reading(Status.UNSURE, (), Doubt.TOO_MANY, "dice of the last roll still lie among the new ones")


class ReadsDice(Protocol):
    """What Settle needs of a reader. It is asked only while nothing moves."""

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading: ...


class State(StrEnum):
    EMPTY = "empty"  # nothing lies in the tray
    ROLLING = "rolling"  # something moves
    HAND = "hand"  # a hand is in view
    SETTLED = "settled"  # dice lie still that are not a roll yet: being read, or doubtful
    CONSUMED = "consumed"  # the dice that lie there have been reported or are old


@dataclass(frozen=True, eq=False)
class Roll:
    """Dice that were thrown and came to rest, every one of them sure. `image` is the picture that shows them, `before`
    are the last moments up to rest, oldest first."""

    t_s: float
    reading: Reading
    image: Image
    before: tuple[Shot, ...] = ()


@dataclass(frozen=True, eq=False)
class DoubtShown:
    """Dice lie still; why they are no roll stands in `reading`. `image` and `before` as of a Roll."""

    t_s: float
    reading: Reading
    image: Image
    before: tuple[Shot, ...] = ()


Event: TypeAlias = Roll | DoubtShown


@dataclass(frozen=True, eq=False)
class Seen:
    """What one frame led to."""

    state: State
    event: Event | None = None


class Settle:
    """Watches frames and says once, right after rest, what was thrown.

    Dice count as thrown when they come to rest on a tray that was seen empty, or after something rolled with no hand
    in view. Dice that lie there from the start are old. Old dice that changed otherwise are a doubt, never a roll."""

    def __init__(self, reader: ReadsDice, expect: Sequence[Expected] = ()) -> None:
        self._reader, self._expect = reader, tuple(expect)
        self._scene, self._thrown, self._votes = Scene(), Thrown(), Votes()
        self._stance = Stance()
        self._state = State.EMPTY
        self._doubt: DoubtShown | None = None
        self._old: Lying | None = None  # dice reported or never to be; None while that is not known
        self._old_picture: Small | None = None  # what that looked like
        self._old_state = State.EMPTY
        self._remember_at_s = 0.0
        self._trust_bare = True
        self._rest_since_s = 0.0
        self._seen_s = 0.0
        self._closed = False  # this rest has been decided
        self._look_at_s, self._look_again_s = 0.0, _LOOK_AGAIN_S
        self._before = Ring()

    @property
    def state(self) -> State:
        return self._state

    @property
    def doubt(self) -> DoubtShown | None:
        """The doubt that stands, until dice move again or are sure."""
        return self._doubt

    def before_rest(self) -> tuple[Shot, ...]:
        """The last seconds up to rest, see `vision.ring`: what a person looks at to judge."""
        return self._before.shots()

    def expect(self, expected: Sequence[Expected]) -> None:
        """Which dice the next roll shall show; () for any."""
        if tuple(expected) != self._expect:
            self._expect = tuple(expected)
            self._votes, self._doubt, self._look_at_s = Votes(), None, 0.0

    def rearm(self, count_lying: bool = False) -> None:
        """A new roll is awaited: dice that lie still are old, whatever they show. With `count_lying` they are read
        anew and do count."""
        self._doubt = None
        if count_lying:
            self._old, self._old_picture, self._closed = None, None, False
            self._votes, self._thrown, self._look_at_s = Votes(), Thrown(), 0.0
            self._thrown.emptied()
        elif self._state is State.SETTLED:
            self._retire(self._votes.last)

    def forget_tray(self) -> None:
        """Whatever lies in the tray beside dice (a card, a phone) shall no longer be taken for a hand."""
        self._scene.forget()
        self._closed = False

    def forget_stance(self) -> None:
        """The camera stands elsewhere now: which dice lie flat is learnt anew."""
        self._stance = Stance()

    def see(self, frame: Frame) -> Seen:
        """Takes in the next frame. Frames may be missing. Where their times go back, time begins anew."""
        if frame.t_s < self._seen_s:
            self._begin_anew(frame.t_s)
        self._seen_s = frame.t_s
        if frame.image.shape[1] != self._scene.width_px:
            self._old, self._old_picture, self._thrown = None, None, Thrown()  # places are pixels of other pictures
        look = self._scene.look(frame.image)
        self._thrown.see(frame.t_s, look, self._trust_bare)
        if not look.still:
            self._rest_since_s = frame.t_s
            self._move(look)
        if frame.t_s - self._rest_since_s < _REST_S:
            self._before.take(frame)
            return Seen(self._state)
        self._thrown.rested()
        if self._closed:
            self._follow_light(frame.t_s)
            return Seen(self._state)
        event = self._at_rest(frame, look)
        return Seen(self._state, event)

    def _begin_anew(self, t_s: float) -> None:
        """Moments that were noted belong to another count of time, as when a recording starts again."""
        self._rest_since_s = self._look_at_s = self._remember_at_s = t_s
        self._before.clear()

    def _move(self, look: Look) -> None:
        self._closed, self._doubt = False, None
        self._votes = Votes()
        self._look_at_s, self._look_again_s = 0.0, _LOOK_AGAIN_S
        if not look.veiled:
            self._state = State.HAND if look.hand else State.ROLLING

    def _at_rest(self, frame: Frame, look: Look) -> Event | None:
        if self._old_picture is not None and self._scene.same_as(self._old_picture):
            self._resume()
            return None
        if frame.t_s < self._look_at_s:
            return None
        reading = _HAND if look.hand else self._read(frame.image)
        if reading.dice and self._state is not State.CONSUMED:
            self._state = State.SETTLED
        decided = self._votes.add(reading)
        return None if decided is None else self._decide(decided, frame, look)

    def _read(self, image: Image) -> Reading:
        return self._stance.judged(self._reader.read(image, self._expect), image)

    def _resume(self) -> None:
        """All lies as it lay, whatever moved meanwhile and however the light has changed."""
        if self._old_state is State.CONSUMED:
            self._thrown = Thrown()
        self._remember()
        self._close(self._old_state)

    def _follow_light(self, t_s: float) -> None:
        """Daylight wanders over the tray; the memory of it must not grow stale. Nothing has moved since the rest was
        decided without a hand, so what differs is light."""
        if self._old_picture is not None and t_s >= self._remember_at_s:
            self._remember_at_s = t_s + _REMEMBER_EVERY_S
            self._remember()

    def _remember(self) -> None:
        self._old_picture = self._scene.small
        if self._old is not None and self._scene.ground_known:
            self._scene.learn(self._old.dice)

    def _decide(self, reading: Reading, frame: Frame, look: Look) -> Event | None:
        self._look_at_s = frame.t_s + self._look_again_s
        self._look_again_s = min(_LOOK_AGAIN_MOST_S, 1.5 * self._look_again_s)
        if reading.status is Status.OK:
            return self._sure(reading, frame)
        known = self._scene.ground_known
        if reading.status is Status.EMPTY or (_finds_nothing(reading) and (look.bare or not known)):
            self._empty(certain=(look.bare and self._trust_bare) or not known)
            return None
        return self._unsure(reading, frame)

    def _empty(self, certain: bool) -> None:
        """Where it is not certain that the tray is bare, the old dice are remembered: should the reader have
        overlooked them, they are not new when it sees them again."""
        self._old_picture, self._doubt = None, None
        if certain:
            self._old, self._old_picture, self._old_state = Lying(), self._scene.small, State.EMPTY
            self._thrown.emptied()
            self._scene.learn(())
        self._close(State.EMPTY)

    def _sure(self, reading: Reading, frame: Frame) -> Event | None:
        known, thrown = self._old is not None, self._thrown.sure
        change = self._old.change(reading.dice) if self._old is not None else Change.ALL
        self._doubt = None
        self._scene.learn(reading.dice)
        self._trust_bare = self._scene.stands_out(reading.dice)
        self._retire(reading)
        if change in (Change.NONE, Change.FEWER):
            return None
        if change is Change.ALL and thrown:
            self._stance.learn(reading, frame.image)
            return Roll(frame.t_s, reading, frame.image, self.before_rest())
        if not known:
            return None
        return self._show(_JOINED if change is Change.JOINED else _MOVED, reading, frame)

    def _unsure(self, reading: Reading, frame: Frame) -> Event | None:
        hand = reading.doubt is Doubt.HAND
        if self._old is None and not self._thrown.sure:
            if not hand and not self._scene.ground_known:
                self._scene.learn(reading.dice, guess=True)
            self._retire(reading)
            return None
        if not self._thrown.sure and not self._tells_of_change(reading):
            self._state = State.HAND if hand else State.CONSUMED
            return None
        self._state = State.HAND if hand else State.SETTLED
        return self._show(reading, reading, frame)

    def _tells_of_change(self, reading: Reading) -> bool:
        """Whether a doubt concerns old dice that changed, and not just that they are being picked up."""
        if reading.doubt in _LOUD:
            return True
        old = self._old or Lying()
        return bool(reading.dice) and old.change(reading.dice) not in (Change.NONE, Change.FEWER)

    def _show(self, why: Reading, reading: Reading, frame: Frame) -> DoubtShown | None:
        """The doubt as an event, unless it stands already, for the same reason."""
        standing = self._doubt.reading if self._doubt is not None else None
        if standing is not None and (standing.doubt, standing.reason) == (why.doubt, why.reason):
            return None
        self._doubt = DoubtShown(frame.t_s, replace(why, dice=reading.dice), frame.image, self.before_rest())
        return self._doubt

    def _retire(self, reading: Reading | None) -> None:
        """The dice that lie there now are old from here on, even where the reading does not tell which they are."""
        self._old = Lying(reading.dice) if reading is not None and reading.status is Status.OK else None
        self._old_picture, self._old_state, self._thrown = self._scene.small, State.CONSUMED, Thrown()
        self._close(State.CONSUMED)

    def _close(self, state: State) -> None:
        """This rest is decided: nothing more is read until something moves."""
        self._state, self._closed, self._votes = state, True, Votes()


def _finds_nothing(reading: Reading) -> bool:
    return not reading.dice and reading.doubt in (Doubt.MISSING, Doubt.UNKNOWN_KIND)
