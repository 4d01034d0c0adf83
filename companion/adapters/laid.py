"""What is laid on a pitch: tokens and the ball, tokens by name where a printed marker tells it, and the scatter
template."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.vocabulary import TEMPLATE, token_of
from vision.ruler.lens import Floats
from vision.ruler.measured import Measured
from vision.ruler.pieces import tags_beside
from vision.ruler.pitch import Mm
from vision.ruler.spots import TOKEN
from vision.ruler.template import Template, template_at
from vision.ruler.tokens import TOKEN_PM_MM, Loose

_PRINTED_MM = 20.0  # a marker as it is cut out, where no disc is seen under it


@dataclass(frozen=True)
class Laid:
    """The `kind` of a token is its name in `TOKENS`, or "token" where nothing tells it."""

    loose: tuple[Loose, ...] = ()
    template: Template | None = None


def laid_on(measured: Measured, markers_px: Mapping[int, Floats]) -> Laid:
    """What is laid in a measured picture; `markers_px` are the corners (4, 2) of the markers seen in it."""
    beside = tags_beside(measured.bases, markers_px, measured.pose, measured.pitch)
    template = template_at(measured.view, measured.pitch, markers_px[TEMPLATE]) if TEMPLATE in beside else None
    loose = list(measured.loose)
    if template is not None:  # its arrows look like tokens
        loose = [one for one in loose if one.kind != TOKEN or not _covers(template, one.centre_mm)]
    for number, at in beside.items():
        if token_of(number) and number != TEMPLATE:
            _name(loose, token_of(number), at)
    return Laid(tuple(loose), template)


def _name(loose: list[Loose], kind: str, at: Mm) -> None:
    """Names the token under a marker; one that was not seen is there all the same."""
    under = [one for one in loose if one.kind == TOKEN and math.dist(one.centre_mm, at) <= one.diameter_mm / 2]
    for one in under:
        loose.remove(one)
    seen = under[0] if under else Loose(kind, at, _PRINTED_MM, TOKEN_PM_MM)
    loose.append(replace(seen, kind=kind))


def _covers(template: Template, at: Mm) -> bool:
    return math.dist(template.centre_mm, at) <= template.diameter_mm / 2
