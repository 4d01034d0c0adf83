"""Teaching a die: a sample from a picture, and how well a taught die knows its own pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.dice.colour import Palette
from vision.dice.die import Doubt, Point
from vision.dice.face import crop, pyramid
from vision.dice.likeness import Likeness
from vision.dice.picture import WORK_SIDE, Picture, shrink
from vision.dice.presence import LIKELY_DIE, SURE_DIE, present
from vision.dice.quality import CUT, WORDS, cause, outside
from vision.dice.reader import Reader
from vision.dice.report import SURE, SURE_STATE
from vision.dice.sighting import Sighting
from vision.dice.taught import LEAST_FACES, LEAST_SAMPLES, SIZE, WIDTHS, Sample, TaughtDie
from vision.dice.words import number

_BADLY = ("leaning", "stacked", "covered", "illegible")
_WEAK_PART = 1 / 3  # of a face's own pictures that may be unsure


class TeachingError(ValueError):
    """A picture that cannot teach a face. `cause` says why in a word: none, several, beside, cut, leaning, covered,
    glare, dark, blurred or unreadable."""

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True)
class Shown:
    """A die that is shown to be taught: its sample, its body (one of taught.SHAPES), and its colour's name where that
    is clear."""

    sample: Sample
    body: str
    colour: str | None


def shown(reader: Reader, image: Picture, at: Point | None = None) -> Shown:
    """The one die on a BGR picture (H, W, 3) uint8, or the one at a point in its pixels. Raises TeachingError."""
    scale = min(1.0, WORK_SIDE / max(image.shape))
    work = shrink(image, scale)
    seen = [s for s in present(reader.sight(work), 0) if s.chance >= LIKELY_DIE]
    die = _only(seen) if at is None else _at(seen, ((at[0] + 0.5) * scale - 0.5, (at[1] + 0.5) * scale - 0.5))
    _refuse_badly_shown(work, die)
    picture = crop(pyramid(work), die.spot.center, die.spot.side, die.spot.yaw, SIZE, WIDTHS)
    return Shown(Sample.of(picture), die.body, _colour(reader.palette, die))


def _only(seen: Sequence[Sighting]) -> Sighting:
    if not seen:
        raise TeachingError("none", "no die is seen")
    if len(seen) > 1:
        raise TeachingError("several", f"{number(len(seen))} dice are seen: show one, or say which")
    return seen[0]


def _at(seen: Sequence[Sighting], point: Point) -> Sighting:
    near = min(seen, key=lambda s: float(np.linalg.norm(s.spot.center - point)), default=None)
    if near is None or float(np.linalg.norm(near.spot.center - point)) > near.spot.side:
        raise TeachingError("beside", "no die is seen at this place")
    return near


def _refuse_badly_shown(work: Picture, die: Sighting) -> None:
    if outside(work, die.polygon, die.spot.side) > CUT:
        raise TeachingError("cut", "the die is cut by the border of the picture")
    state = max(_BADLY, key=die.odds_of_state)
    if die.odds_of_state(state) < SURE_STATE and die.chance >= SURE_DIE:
        return
    if state == "illegible" or die.odds_of_state(state) < SURE_STATE:
        doubt = cause(work, die.polygon)
        raise TeachingError(doubt.value, f"the die {WORDS[doubt]}")
    covered = state in ("covered", "stacked")
    raise TeachingError("covered" if covered else state, f"the die {WORDS[Doubt(state)]}")


def _colour(palette: Palette, die: Sighting) -> str | None:
    return palette.name_of(die.colour)


@dataclass(frozen=True)
class Check:
    """How a taught die reads its own pictures, each by the others: `right` and `total` of each face, `sure` of those
    right; `alike` are pairs of faces that were taken for one another."""

    total: Mapping[str, int] = field(default_factory=dict)
    right: Mapping[str, int] = field(default_factory=dict)
    sure: Mapping[str, int] = field(default_factory=dict)
    alike: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Advice:
    """One thing to do, or that all is well: `code` is good, faces, more or alike; `values` are the faces meant, `count`
    the number of pictures (more) or faces (faces) that lack."""

    code: str
    values: tuple[str, ...] = ()
    count: int = 0


def check(reader: Reader, die: TaughtDie) -> Check:
    """Reads each of a die's pictures by the others. A face with one picture is counted as not right."""
    total = {value: len(samples) for value, samples in die.faces.items()}
    right, sure, alike = dict.fromkeys(total, 0), dict.fromkeys(total, 0), set()
    for value, read, odds in _read_by_the_others(reader, die):
        right[value] += read == value
        sure[value] += read == value and odds >= SURE
        if read != value:
            alike.add((min(value, read), max(value, read)))
    return Check(total, right, sure, tuple(sorted(alike)))


def _read_by_the_others(reader: Reader, die: TaughtDie) -> Iterator[tuple[str, str, float]]:
    """(face, what it was read as, odds) of each sample."""
    if len(die.faces) < LEAST_FACES or not all(die.faces.values()):
        return
    likeness = Likeness(die, reader.faces)
    for value, samples in die.faces.items():
        for k in range(len(samples) if len(samples) > 1 else 0):
            read, odds = likeness.without(value, k).best
            yield value, str(read), odds


def advise(die: TaughtDie, checked: Check) -> tuple[Advice, ...]:
    """What to do so that the die is read well; one Advice `good` where nothing is left to do."""
    if len(die.faces) < LEAST_FACES:
        return (Advice("faces", (), LEAST_FACES - len(die.faces)),)
    lacking = tuple(Advice("more", (value,), lack) for value, lack in die.lacks.items())
    if lacking:
        return lacking
    found = [Advice("alike", pair) for pair in checked.alike]
    confused = {value for pair in checked.alike for value in pair}
    for value, total in checked.total.items():
        if value not in confused and total - checked.sure[value] > _WEAK_PART * total:
            found.append(Advice("more", (value,), LEAST_SAMPLES - 1))
    return tuple(found) or (Advice("good"),)
