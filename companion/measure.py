"""Measuring a pitch from the command line: files to one plain answer, in JSON or in sentences."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.adapters.laid import laid_on
from companion.vocabulary import JSON, TouchlineError
from vision.picture import read_picture
from vision.ruler.lens import Lens, LensError, load_lens
from vision.ruler.markers import see_markers
from vision.ruler.measured import Measured, is_clear, measure
from vision.ruler.pitch import Mm, Pitch, PitchFileError, load_pitch
from vision.ruler.pose import PoseError
from vision.ruler.scale import check_printed, check_seen

_NEAREST = 3  # distances that are told in words, of each base


class MeasureRefused(TouchlineError, ValueError):
    """Files or options with which nothing can be measured; the message says why."""


@dataclass(frozen=True)
class Ruler:
    """What is measured with. `outline_px` are the pitch's four corners as dragged, instead of its markers;
    `side_mm` a printed marker's side as measured with a ruler; `check` a length that lies on the table: both ends in
    pixels, then its mm; `tokens` says that tokens, ball and scatter template are looked for, too."""

    lens: Lens
    pitch: Pitch
    outline_px: tuple[tuple[float, float], ...] | None = None
    side_mm: float | None = None
    check: tuple[float, float, float, float, float] | None = None
    tokens: bool = False


def load_ruler(lens: Path, pitch: Path, **given: Any) -> Ruler:
    """The ruler of these files. Raises MeasureRefused, or OSError where a file cannot be read."""
    try:
        return Ruler(load_lens(lens), load_pitch(pitch), **given)
    except (LensError, PitchFileError) as error:
        raise MeasureRefused(str(error)) from error


def numbers_of(text: str, count: int) -> tuple[float, ...]:
    """So many numbers, with commas between. Raises ValueError."""
    numbers = tuple(float(part) for part in text.split(","))
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError(f"{count} numbers with commas between are needed, not {text!r:.60}")
    return numbers


def measure_picture(path: Path, ruler: Ruler) -> JSON:
    """One picture, in JSON. What cannot be measured is `unsure`, with the reason. Raises MeasureRefused where the lens
    file is not that of the picture, and PictureError where there is no picture."""
    began = time.perf_counter()
    try:
        measured = _measured(path, ruler)
        told = _told(measured) | (_laid(measured) if ruler.tokens else {})
    except LensError as error:
        raise MeasureRefused(f"{path}: {error}") from error
    except PoseError as error:
        told = _unmeasured(error)
    return {"picture": str(path), **told, "ms": round((time.perf_counter() - began) * 1000, 1)}


def _measured(path: Path, ruler: Ruler) -> Measured:
    if ruler.side_mm is not None:
        check_printed(ruler.side_mm, ruler.pitch)
    measured = measure(read_picture(path), ruler.lens, ruler.pitch, ruler.outline_px)
    if ruler.check is not None:
        check_seen(measured.pose, ruler.check[:4], ruler.check[4])
    return measured


def _unmeasured(error: PoseError) -> JSON:
    return {
        "status": "unsure",
        "doubt": error.doubt.value,
        "reason": str(error),
        "bases": [],
        "pairs": [],
        "residual_mm": None,
        "hidden": list(error.hidden),
    }


def _told(measured: Measured) -> JSON:
    names = _names(measured)
    doubtful = [names[k] for k in measured.doubtful]
    return {
        "status": "unsure" if doubtful else "ok",
        "doubt": "bases" if doubtful else None,
        "reason": f"too little is seen of {', '.join(doubtful)}" if doubtful else "",
        "bases": [
            {
                "id": names[k],
                "center_mm": [round(v, 2) for v in base.centre_mm],
                "diameter_mm": base.diameter_mm,
                "team": base.rim,
                "pm_mm": round(measured.pm_mm(k), 2),
                "sure": is_clear(base),
            }
            for k, base in enumerate(measured.bases)
        ],
        "pairs": [
            {"a": names[a], "b": names[b], "edge_in": round(gap.value, 4), "pm_in": round(gap.pm, 4)}
            for (a, b), gap in measured.gaps.items()
        ],
        "residual_mm": round(measured.pose.residual_mm, 3),
        "hidden": list(measured.pose.hidden),
    }


def _laid(measured: Measured) -> JSON:
    laid = laid_on(measured, see_markers(measured.view.image, measured.pitch.dictionary))
    loose = [{**_round(one.centre_mm, one.diameter_mm), "kind": one.kind, "pm_mm": one.pm_mm} for one in laid.loose]
    found = laid.template
    template = found and {
        **_round(found.centre_mm, found.diameter_mm),
        "arrow1_deg": round(found.arrow1_deg, 1),
        "pm_mm": round(found.pm_mm, 1),
    }
    return {"loose": loose, "template": template}


def _round(centre_mm: Mm, diameter_mm: float) -> dict[str, JSON]:
    return {"center_mm": [round(v, 1) for v in centre_mm], "diameter_mm": round(diameter_mm, 1)}


def _names(measured: Measured) -> list[str]:
    """red1, red2, blue1, ... in the order of the bases."""
    count: dict[str, int] = {}
    names = []
    for base in measured.bases:
        count[base.rim] = count.get(base.rim, 0) + 1
        names.append(f"{base.rim}{count[base.rim]}")
    return names


def in_words(told: JSON) -> Iterator[str]:
    """The lines that people read."""
    if told["residual_mm"] is None:
        yield f"{told['picture']}: not measured: {told['reason']}"
        return
    hidden = f"; hidden markers: {', '.join(map(str, told['hidden']))}" if told["hidden"] else ""
    doubt = f" ({told['reason']})" if told["reason"] else ""
    yield f"{told['picture']}: {len(told['bases'])} bases{doubt}, markers agree to {told['residual_mm']:.1f} mm{hidden}"
    for base in told["bases"]:
        x, y = base["center_mm"]
        yield f"  {base['id']}: {base['diameter_mm']:g} mm at {x:.1f}, {y:.1f} mm ± {base['pm_mm']:.1f} mm"
    yield from _laid_in_words(told)
    for pair in sorted(_near(told["bases"], told["pairs"]), key=lambda pair: float(pair["edge_in"])):
        yield f'  {pair["a"]} to {pair["b"]}: {pair["edge_in"]:.2f}" ± {pair["pm_in"]:.2f}"'


def _laid_in_words(told: JSON) -> Iterator[str]:
    for one in told.get("loose", ()):
        x, y = one["center_mm"]
        yield f"  {one['kind']}: {one['diameter_mm']:g} mm at {x:.0f}, {y:.0f} mm ± {one['pm_mm']:g} mm"
    if found := told.get("template"):
        x, y = found["center_mm"]
        yield (
            f"  scatter template: {found['diameter_mm']:g} mm at {x:.0f}, {y:.0f} mm ± {found['pm_mm']:g} mm, arrow"
            f" 1 at {found['arrow1_deg']:.0f}° clockwise from +x"
        )


def _near(bases: Sequence[JSON], pairs: Sequence[JSON]) -> list[JSON]:
    """The pairs that are among the nearest of one of their bases."""
    kept: dict[tuple[str, str], JSON] = {}
    for base in bases:
        own = sorted((p for p in pairs if base["id"] in (p["a"], p["b"])), key=lambda pair: float(pair["edge_in"]))
        kept |= {(pair["a"], pair["b"]): pair for pair in own[:_NEAREST]}
    return list(kept.values())
