"""The simulated pitch: a picture that can be measured, labelled, and able to misbehave."""

from __future__ import annotations

import numpy as np

from vision.frame import CameraState, Frame
from vision.ruler.drawn import PITCH
from vision.ruler.markers import see_markers
from vision.simulated_pitch import TWO_TEAMS, PitchFault, SimulatedPitch


class Clock:
    now_s = 5.0

    def __call__(self) -> float:
        return self.now_s

    def pause(self, seconds: float) -> None:
        self.now_s += seconds


def shown(pitch: SimulatedPitch, after: int = 0) -> Frame:
    frame = pitch.frame(after=after)
    assert frame is not None
    return frame


def test_frames_come_at_their_pace_and_differ_by_noise() -> None:
    clock = Clock()
    with SimulatedPitch(clock=clock, pause=clock.pause) as pitch:
        first = shown(pitch)
        assert pitch.frame(after=first.seq, timeout_s=0.0) is None
        second = shown(pitch, first.seq)
        assert (second.seq, round(second.t_s - first.t_s, 3)) == (first.seq + 1, 0.1)
        off = np.abs(first.image.astype(int) - second.image)
        assert 0 < off.max() < 20
        assert set(see_markers(first.image, PITCH.dictionary)) == set(PITCH.markers)
        assert pitch.state is CameraState.LIVE
    assert pitch.state is CameraState.ENDED
    assert pitch.frame() is None
    assert "closed" in pitch.sentence


def test_it_misbehaves_on_request_and_pieces_can_be_placed() -> None:
    clock = Clock()
    pitch = SimulatedPitch(clock=clock, pause=clock.pause)
    home = see_markers(shown(pitch).image, PITCH.dictionary)
    pitch.misbehave(PitchFault.BUMPED)
    bumped = see_markers(shown(pitch, 1).image, PITCH.dictionary)
    assert np.abs(bumped[0] - home[0]).max() > 5
    pitch.misbehave(PitchFault.MARKERS_HIDDEN)
    assert set(see_markers(shown(pitch, 2).image, PITCH.dictionary)) == {2, 3}
    pitch.misbehave(PitchFault.NONE)
    before = shown(pitch, 3).image
    pitch.place(0, (TWO_TEAMS[0].centre_mm[0] + 60, TWO_TEAMS[0].centre_mm[1]))
    moved = np.abs(shown(pitch, 4).image.astype(int) - before).max(axis=2) > 40
    rows, columns = np.nonzero(moved)
    assert 20 < np.ptp(columns) < 160
    assert np.ptp(rows) < 80
