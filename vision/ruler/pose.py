"""The pose: how a camera stands to the pitch, found anew in each picture, and how well it is known."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.measure import INCH_MM
from vision.ruler.lens import Floats, Lens
from vision.ruler.markers import Marker, find_marker_at, find_markers, glimpse_markers, measure_markers
from vision.ruler.pitch import LEAST_MARKERS, Pitch
from vision.ruler.zoom import seen_zoom

MOST_RESIDUAL_MM = 2.5
"""Of marker corners that were held out. With more the table is not flat, or something else is wrong."""

_LEAST_TO_START = 2  # markers; the others are then looked for where they should be
_OUTLIER_PX = 1.0
_LEAST_CORNERS = 10
_LEAST_NOISE_PX = 0.1
_MOST_BLEED_MM = 0.6  # ink, light and focus let a marker look larger or smaller by 0.4 on each side; 5 % of 40 mm are 1
_BASE_PX = 0.25  # how well a base is found in the picture
_SURE = 2.0  # standard deviations of which 95 % lie inside
_DRAGGED_PX = 1.5
_STEPS, _ROUNDS = 3, 4


class PoseDoubt(StrEnum):
    """Why a picture cannot be measured. The code is stable: screens translate it."""

    MARKERS_HIDDEN = "markers_hidden"
    RESIDUAL = "residual"  # the markers do not lie where the pitch file says
    ZOOM = "zoom"  # the lens file is of another zoom
    SCALE = "scale"  # the markers have another size than the pitch file says
    MOVED = "moved"  # the camera was bumped
    OUTLINE = "outline"  # dragged corners that are no pitch
    GREY = "grey"  # a picture without colours: whose a base is, only its rim tells


class PoseError(ValueError):
    """A picture that cannot be measured; `doubt` says why in a word, `hidden` names the markers not seen."""

    def __init__(self, doubt: PoseDoubt, message: str, hidden: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.doubt = doubt
        self.hidden = hidden


@dataclass(frozen=True, eq=False)
class Pose:
    """`turn` (3,) and `way` (3,) take the table frame (mm) to the camera's, as OpenCV's rvec and tvec; `spread`
    (6, 6) is their covariance. `residual_mm` is the root mean square error of corners that the fit did not know;
    `bleed_mm` how much larger on each side the markers look than they should; `zoom` how many times longer the focal
    length surely is than the lens's; `seen` and `hidden` name the markers."""

    lens: Lens
    turn: Floats
    way: Floats
    spread: Floats
    residual_mm: float
    bleed_mm: float = 0.0
    zoom: float = 1.0
    seen: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()

    @cached_property
    def rotation(self) -> Floats:
        """(3, 3), from the table frame to the camera's."""
        return np.asarray(cv2.Rodrigues(self.turn)[0], np.float64)

    @cached_property
    def camera_mm(self) -> Floats:
        """Where the camera is in the table frame, (3,)."""
        return -self.rotation.T @ self.way

    def to_picture(self, points_mm: ArrayLike) -> Floats:
        """Pixels (N, 2) of points (N, 2) on the table or (N, 3) above it, in mm."""
        seen = cv2.projectPoints(_raised(points_mm), self.turn, self.way, self.lens.matrix, self.lens.bend)[0]
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def to_table(self, points_px: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Where the lines of sight of pixels (N, 2) meet the plane `height_mm` above the table, (N, 2) in mm."""
        rays = self.lens.rays(points_px)
        ways = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ self.rotation
        camera = self.camera_mm
        return np.asarray(camera[:2] + ways[:, :2] * ((height_mm - camera[2]) / ways[:, 2])[:, None])

    def px_per_mm(self, points_mm: Floats) -> Floats:
        """(N, 2, 2): how a pixel moves when a point (N, 2) of the table moves by a mm along x and along y."""
        steps = [self.to_picture(points_mm + 0.5 * way) - self.to_picture(points_mm - 0.5 * way) for way in np.eye(2)]
        return np.stack(steps, axis=2)

    def drift(self, points_mm: Floats) -> Floats:
        """(N, 2, 6): how a point (N, 2), found at its pixel, moves in mm when turn and way change."""
        jacobian = cv2.projectPoints(_raised(points_mm), self.turn, self.way, self.lens.matrix, self.lens.bend)[1]
        moves = np.asarray(jacobian, np.float64)[:, :6].reshape(-1, 2, 6)
        return np.asarray(-np.linalg.solve(self.px_per_mm(points_mm), moves))

    def good_to_in(self, points_mm: Floats, base_px: float = _BASE_PX) -> Floats:
        """± inches, (N,), to which a base that stands at a point (N, 2) is known: by the pose, and by how well a base
        is found in the picture. 95 % lie inside."""
        drift = self.drift(points_mm)
        back = np.linalg.inv(self.px_per_mm(points_mm))
        cover = drift @ self.spread @ drift.transpose(0, 2, 1) + base_px**2 * back @ back.transpose(0, 2, 1)
        return np.asarray(_SURE * np.sqrt(np.linalg.eigvalsh(cover)[:, -1]) / INCH_MM)


@dataclass(frozen=True, eq=False)
class GoodTo:
    """How well bases are known over a pitch: `cells_mm` (N, 4, 2) and ± inches (N,) in their middles."""

    cells_mm: Floats
    inches: Floats


def good_to_map(pose: Pose, pitch: Pitch, columns: int = 12, rows: int = 8) -> GoodTo:
    """The pitch in cells, row by row from the largest y, each from the smallest x."""
    x = ((np.arange(columns) + 0.5) / columns - 0.5) * pitch.size_mm[0]
    y = (0.5 - (np.arange(rows) + 0.5) / rows) * pitch.size_mm[1]
    middles = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2)
    corner = np.array(pitch.size_mm) / (2 * columns, 2 * rows)
    ways = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]])
    return GoodTo(middles[:, None] + ways * corner, pose.good_to_in(middles))


def find_pose(grey: NDArray[np.uint8], lens: Lens, pitch: Pitch, found_px: Mapping[int, Floats] | None = None) -> Pose:
    """The pose in a grey picture (height, width), from the pitch's markers: those that somebody has found in it,
    (4, 2) each and right to about three pixels, or None: they are found here. Three that are seen are enough, as long
    as held-out corners agree. Raises PoseError, and LensError for a picture of another size."""
    lens.check_picture(grey.shape[1], grey.shape[0])
    found = _read(grey, pitch) if found_px is None else _of_pitch(found_px, pitch)
    markers = measure_markers(grey, _completed(found, grey, lens, pitch))
    if len(markers) < len(pitch.markers):
        markers |= measure_markers(grey, _inside(grey, _missing(_fitted(markers, lens, pitch), markers, pitch)))
    seen = tuple(n for n, marker in markers.items() if marker.sure.sum() >= 2)
    _check_enough(seen, pitch, LEAST_MARKERS)
    return _checked(_fitted({n: markers[n] for n in seen}, lens, pitch, hold_out=True), pitch)


def pose_of_outline(outline_px: ArrayLike, lens: Lens, pitch: Pitch) -> Pose:
    """The pose from the pitch's four corners as a person dragged them, (4, 2) in pixels, in the order of
    `Pitch.outline_mm`. Raises PoseError where no pitch looks like this."""
    corners = np.asarray(outline_px, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise PoseError(PoseDoubt.OUTLINE, "four corners are needed, each with x and y in pixels")
    shape = corners.astype(np.float32)
    if not cv2.isContourConvex(shape) or cv2.contourArea(shape) < 0.01 * lens.size_px[0] * lens.size_px[1]:
        raise PoseError(PoseDoubt.OUTLINE, "the four corners cross each other, or lie too close together")
    if cv2.contourArea(shape, oriented=True) < 0:
        raise PoseError(PoseDoubt.OUTLINE, "the corners go the wrong way round: they start at -x, +y, then +x, +y")
    pose = _solved(pitch.outline_mm, corners, lens)
    off = np.hypot(*(pose.to_table(corners) - pitch.outline_mm).T)
    residual = float(np.sqrt((off**2).sum() / 2))  # eight numbers seen, six found
    if residual > 4 * MOST_RESIDUAL_MM:
        raise PoseError(
            PoseDoubt.OUTLINE, f"the corners miss those of a pitch by {residual:.0f} mm: drag them again, in order"
        )
    noise = max(_DRAGGED_PX, _rms(pose.to_picture(pitch.outline_mm) - corners) * 2)
    return replace(pose, spread=_spread(pose, pitch.outline_mm, noise), residual_mm=residual)


def _check_enough(seen: tuple[int, ...], pitch: Pitch, least: int) -> None:
    hidden = tuple(sorted(set(pitch.markers) - set(seen)))
    if len(seen) < least:
        names = ", ".join(map(str, hidden))
        raise PoseError(
            PoseDoubt.MARKERS_HIDDEN,
            f"the markers {names} are not seen; {LEAST_MARKERS} of {len(pitch.markers)} are needed",
            hidden,
        )


def _checked(pose: Pose, pitch: Pitch) -> Pose:
    if pose.residual_mm > MOST_RESIDUAL_MM:
        raise PoseError(
            PoseDoubt.RESIDUAL,
            f"marker corners miss their place by {pose.residual_mm:.1f} mm: a marker was shifted or lies not flat,"
            " or the lens file is not of this camera",
        )
    if pose.zoom != 1:
        raise PoseError(
            PoseDoubt.ZOOM,
            f"the markers look as through a lens of {pose.zoom:.2f} times the focal length: calibrate the lens again if"
            " its zoom was touched, or look whether each marker lies in its place",
        )
    if abs(pose.bleed_mm) > _MOST_BLEED_MM:
        side = pitch.marker_mm + 2 * pose.bleed_mm
        raise PoseError(
            PoseDoubt.SCALE,
            f"the markers measure {side:.1f} mm, the pitch file says {pitch.marker_mm:g} mm:"
            " print them again at 100 %, or correct marker_mm",
        )
    return pose


def _read(grey: NDArray[np.uint8], pitch: Pitch) -> dict[int, Floats]:
    """The corners (4, 2) of the pitch's markers, to about three pixels: those that a glimpse shows, if they are enough
    to look for the others."""
    found = _of_pitch(glimpse_markers(grey, pitch.dictionary), pitch)
    return found if len(found) >= _LEAST_TO_START else _of_pitch(find_markers(grey, pitch.dictionary), pitch)


def _completed(found: dict[int, Floats], grey: NDArray[np.uint8], lens: Lens, pitch: Pitch) -> dict[int, Floats]:
    """With the markers that were missed: they are looked for where the others say they are."""
    _check_enough(tuple(found), pitch, _LEAST_TO_START)
    if len(found) == len(pitch.markers):
        return found
    known = np.concatenate([pitch.corners_mm[number] for number in found])
    pose = _solved(known, np.concatenate(list(found.values())), lens)
    near = _inside(grey, _missing(pose, found, pitch))
    read = {number: find_marker_at(grey, pitch.dictionary, number, quad) for number, quad in near.items()}
    seen = found | {number: quad for number, quad in read.items() if quad is not None}
    if len(seen) >= LEAST_MARKERS:
        return seen
    return seen | _of_pitch(find_markers(grey, pitch.dictionary), pitch)  # where the pose told wrong places


def _of_pitch(found: Mapping[int, Floats], pitch: Pitch) -> dict[int, Floats]:
    return {number: quad for number, quad in found.items() if number in pitch.markers}


def _missing(pose: Pose, found: Container[int], pitch: Pitch) -> dict[int, Floats]:
    """Where the markers should be that were not found. One that is half hidden cannot be read, but be measured."""
    return {number: pose.to_picture(quad) for number, quad in pitch.corners_mm.items() if number not in found}


def _inside(grey: NDArray[np.uint8], quads: Mapping[int, Floats]) -> dict[int, Floats]:
    """Those that lie in the picture."""
    most = np.array(grey.shape[::-1]) - 1
    return {number: quad for number, quad in quads.items() if (quad >= 0).all() and (quad <= most).all()}


def _fitted(markers: Mapping[int, Marker], lens: Lens, pitch: Pitch, hold_out: bool = False) -> Pose:
    ids = np.concatenate([np.full(int(m.sure.sum()), n) for n, m in markers.items()])
    known = np.concatenate([pitch.corners_mm[n][m.sure] for n, m in markers.items()])
    if len(known) < 4:
        _check_enough((), pitch, LEAST_MARKERS)
    seen = np.concatenate([m.corners_px[m.sure] for m in markers.values()])
    ways = np.concatenate([_outward(pitch, n)[m.sure] for n, m in markers.items()])
    pose, bleed, kept = _robust(known, seen, ways, lens)
    grown = known + bleed * ways
    off = (pose.to_picture(grown) - seen)[kept]
    noise = max(_LEAST_NOISE_PX, float(np.sqrt((off**2).sum() / max(2 * len(off) - 7, 1))))
    spread = _spread(pose, grown[kept], noise)
    residual, zoom = 0.0, 1.0
    if hold_out:
        without = _without_each(grown[kept], seen[kept], ids[kept], pose)
        residual = _held_out(grown[kept], seen[kept], ids[kept], without)
        spread = spread + _jackknife(pose, list(without.values()))
        zoom = seen_zoom(grown[kept], seen[kept], ids[kept], ways[kept], lens, (pose.turn, pose.way))
    names = tuple(sorted({int(n) for n in ids[kept]}))
    hidden = tuple(sorted(set(pitch.markers) - set(names)))
    return replace(pose, spread=spread, residual_mm=residual, bleed_mm=bleed, zoom=zoom, seen=names, hidden=hidden)


def _outward(pitch: Pitch, number: int) -> Floats:
    """(4, 2): which way each corner of a marker moves when it looks larger by a mm on each side."""
    return np.asarray(np.sign(pitch.corners_mm[number] - np.array(pitch.markers[number])))


def _robust(known: Floats, seen: Floats, ways: Floats, lens: Lens) -> tuple[Pose, float, NDArray[np.bool_]]:
    """Pose, bleed, and which corners were believed."""
    kept, bleed, pose = np.ones(len(known), bool), 0.0, _solved(known, seen, lens)
    for k in range(_ROUNDS):
        pose = _solved((known + bleed * ways)[kept], seen[kept], lens, pose)
        off = pose.to_table(seen) - known
        bleed = float(np.median((off * ways)[kept].mean(axis=1)))
        miss = np.hypot(*(pose.to_picture(known + bleed * ways) - seen).T)
        limit = max(_OUTLIER_PX, 3 * float(np.median(miss)))
        believed = miss <= limit
        before, kept = kept, believed if believed.sum() >= min(_LEAST_CORNERS, len(known)) else kept
        if k and (before == kept).all():
            break
    return pose, bleed, kept


def _solved(known: Floats, seen: Floats, lens: Lens, start: Pose | None = None) -> Pose:
    """The pose in which points on the table are seen at these pixels, from a start that is nearly right."""
    turn, way = (start.turn, start.way) if start else _started(known, seen, lens)
    for _ in range(_STEPS):  # Gauss and Newton's; OpenCV's own stops too early where the start is nearly right
        at, moves = cv2.projectPoints(_raised(known), turn, way, lens.matrix, lens.bend)
        step = cv2.solve(moves[:, :6], (seen - at.reshape(-1, 2)).reshape(-1, 1), flags=cv2.DECOMP_QR)[1].ravel()
        turn, way = turn + step[:3], way + step[3:]
    return Pose(lens, turn, way, np.eye(6), 0.0)


def _started(known: Floats, seen: Floats, lens: Lens) -> tuple[Floats, Floats]:
    """A turn and a way that are nearly right."""
    how = cv2.SOLVEPNP_IPPE
    count, turns, ways, _ = cv2.solvePnPGeneric(_raised(known), seen, lens.matrix, lens.bend, flags=how)
    if not count:
        raise PoseError(PoseDoubt.RESIDUAL, "the markers lie as no flat pitch can")
    return np.asarray(turns[0], np.float64).ravel(), np.asarray(ways[0], np.float64).ravel()


def _spread(pose: Pose, known: Floats, noise_px: float) -> Floats:
    """The covariance of turn and way (6, 6) when corners are off by `noise_px` each."""
    lens = pose.lens
    seen = cv2.projectPoints(_raised(known), pose.turn, pose.way, lens.matrix, lens.bend)
    jacobian = np.asarray(seen[1], np.float64)[:, :6]
    return np.asarray(noise_px**2 * np.linalg.pinv(jacobian.T @ jacobian))


def _without_each(known: Floats, seen: Floats, ids: NDArray[np.float64], pose: Pose) -> dict[int, Pose]:
    """The pose that the other markers tell, by the marker that is left out."""
    kept = {int(number): ids != number for number in np.unique(ids)}
    return {number: _solved(known[others], seen[others], pose.lens, pose) for number, others in kept.items()}


def _held_out(known: Floats, seen: Floats, ids: NDArray[np.float64], without: Mapping[int, Pose]) -> float:
    """Root mean square error in mm of the corners of each marker, by the pose that the other markers tell."""
    own = {number: ids == number for number in without}
    return _rms(np.concatenate([pose.to_table(seen[own[n]]) - known[own[n]] for n, pose in without.items()]))


def _jackknife(pose: Pose, without: Sequence[Pose]) -> Floats:
    """The covariance of turn and way (6, 6) when whole markers are off, because people laid them so (Efron and Stein,
    The jackknife estimate of variance, 1981)."""
    off = np.array([[*(one.turn - pose.turn), *(one.way - pose.way)] for one in without])
    return np.asarray((len(off) - 1) / len(off) * off.T @ off)


def _rms(off: Floats) -> float:
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def _raised(points_mm: ArrayLike) -> Floats:
    points = np.asarray(points_mm, np.float64)
    return points if points.shape[1] == 3 else np.concatenate([points, np.zeros((len(points), 1))], axis=1)
