"""The sight: one frame of the pitch, what was measured in it, and what of that screens and a match are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.adapters import ruler_words as words
from companion.adapters.laid import Laid
from companion.adapters.measuring import REFEREE, Named, Scale, joined, shares, told
from companion.adapters.witness import Judged, Places
from companion.vocabulary import JSON, TOKEN_TEXT, Choose, Fields, Measure, Near, Text, to_json, token_of
from companion.vocabulary import Pitch as Drawn
from vision.frame import Frame
from vision.measure import ARROWS, Disc, Verdict
from vision.ruler.lens import Floats
from vision.ruler.measured import Measured, is_clear
from vision.ruler.paint import RIM_COLOURS
from vision.ruler.pieces import Piece, tags_beside
from vision.ruler.pitch import Pitch
from vision.ruler.pose import good_to_map
from vision.ruler.shapes import ring
from vision.ruler.template import Template
from vision.ruler.tokens import BALL_MM, Loose

_MAP = 8, 6  # columns and rows that a phone has room for


@dataclass(frozen=True)
class Offer:
    """A distance, or the ids of those who are within a limit, that one tap takes, or why there is none: `text`. `limit`
    is the bound that a distance counts as."""

    key: str
    text: Text
    value: float | list[str] | None = None
    pm: float = 0.0
    limit: float | None = None

    def still(self, shown: JSON) -> bool:
        """Whether it is what was shown, as far as the ± tells."""
        if isinstance(self.value, float) and isinstance(shown, (int, float)):
            return abs(self.value - shown) <= max(self.pm, 0.01)
        return bool(shown == self.value)


@dataclass(frozen=True, eq=False)
class Sight:
    """A frame, and what was measured in it, or why nothing was; `markers` are corners (4, 2) in pixels by id, `players`
    the names of those on the field by id."""

    frame: Frame
    markers: Mapping[int, Floats]
    hidden: tuple[int, ...] = ()
    measured: Measured | None = None
    pieces: tuple[Piece, ...] = ()
    laid: Laid = field(default_factory=Laid)
    code: str = ""
    why: Text | None = None
    players: Mapping[str, str] = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.frame.image.shape[:2]
        return width, height

    @property
    def scale(self) -> Scale | None:
        """What is measured between the pieces; None where nothing is."""
        return Scale(self.measured, [self.named(piece) for piece in self.pieces], self.size) if self.measured else None

    def named(self, piece: Piece) -> Named:
        """A piece and the player that it is, or the count of its rim."""
        if piece.name in self.players:
            return Named(piece, Text.same(self.players[piece.name]))
        rim, count = piece.label
        return Named(piece, Text("{rim} {n}", "{rim} {n}").format(rim=words.RIMS[rim], n=count))

    def told(self) -> JSON:
        """Frame, reason, hidden markers, pieces, tokens and ball: nothing that a rule could forbid."""
        return {
            "seq": self.frame.seq,
            "size": list(self.size),
            "code": self.code,
            "reason": to_json(self.why),
            "hidden": list(self.hidden),
            "pieces": [self._piece(self.measured, piece) for piece in self.pieces] if self.measured else [],
            "loose": [self._lies(self.measured, one) for one in self.laid.loose] if self.measured else [],
            "template": self._template(self.measured, self.laid.template)
            if self.measured and self.laid.template
            else None,
        }

    def good_to(self, pitch: Pitch) -> JSON:
        """± inches over the pitch: [{cell (corners in fractions of the picture), inches}]."""
        if self.measured is None:
            return []
        pose = self.measured.pose
        good = good_to_map(pose, pitch, *_MAP)
        cells = [shares(pose.to_picture(cell), self.size) for cell in good.cells_mm]
        return [{"cell": cell, "inches": round(v, 3)} for cell, v in zip(cells, good.inches.tolist(), strict=True)]

    def offer(self, prompt: Measure) -> Offer:
        """What is measured between the two pieces; a reason where one of them is not known or not seen well."""
        scale = self.scale
        if scale is None:
            return Offer(prompt.key, self.why or words.LOOKING)
        at = {piece.name: k for k, piece in enumerate(self.pieces) if piece.name}
        for name in prompt.between:
            if name not in at:
                return Offer(prompt.key, words.UNNAMED.format(name=self.players.get(name, name)))
            if not is_clear(self.pieces[at[name]].base):
                return Offer(prompt.key, words.UNSURE.format(name=self.players.get(name, name)))
        gap = scale.gap(*(at[name] for name in prompt.between))
        limit = next((limit for limit in prompt.limits if gap.within(limit) is Verdict.CLOSE), None)
        text = words.LIMIT.format(d=told(gap), limit=f"{limit:g}") if limit else told(gap)
        return Offer(prompt.key, text, limit or round(gap.value, 2), gap.pm, limit)

    @property
    def places(self) -> Places:
        """Where the players, other pieces and tokens are that are seen well."""
        if self.measured is None:
            return Places(self.frame.t_s)
        pieces: dict[str, Disc] = {}
        nobody = []
        for k, piece in enumerate(self.pieces):
            disc = Disc(*piece.base.centre_mm, piece.base.diameter_mm, self.measured.pm_mm(k))
            if piece.name in self.players and is_clear(piece.base):
                pieces[piece.name] = disc
            else:
                nobody.append(disc)
        measured = self.measured
        beside = tags_beside(measured.bases, self.markers, measured.pose, measured.pitch)
        tokens = {number: complex(*at) for number, at in beside.items() if token_of(number)}
        return Places(self.frame.t_s, pieces, tuple(nobody), tokens)

    def drawn(self, pitch: Pitch) -> JSON:
        """The drawn pitch, and the players on it in hundredths of its length: enough to tap, too coarse to measure."""
        length, width = pitch.size_mm
        places = self.places.pieces
        rounded = {
            i: [round(100 * (d.x / length + 0.5)), round((width / 2 - d.y) * 100 / length)] for i, d in places.items()
        }
        return {"pitch": to_json(Drawn(Fields.FREE, 100, round(100 * width / length))), "pieces": rounded}

    def judgement(self, prompt: Choose, judged: Judged | None) -> Offer:
        """Who is within the limit, those first who are for certain; who is too close to call is named. A contact that
        lies inside the ± counts as seen, any other limit does not."""
        if judged is None:
            return Offer(prompt.key, words.NOT_ALL_SEEN)
        touch = isinstance(prompt.judge, Near) and not prompt.judge.inches
        inside = [*judged.inside, *(judged.close if touch else ())]
        names = {o.id: o.text for o in prompt.options}
        text = joined([names[i] for i in inside]) if inside else words.NOBODY
        if judged.close:
            text += REFEREE.format(names=joined([names[i] for i in judged.close]))
        return Offer(prompt.key, text, inside)

    def _lies(self, measured: Measured, one: Loose) -> JSON:
        shape = ring(measured.pose, one.centre_mm, one.diameter_mm / 2)
        return {"kind": one.kind, "label": to_json(TOKEN_TEXT.get(one.kind)), "ring": shares(shape, self.size)}

    def _template(self, measured: Measured, template: Template) -> JSON:
        """Its edge, and where the ball lies at the tip of each arrow."""
        edge = ring(measured.pose, template.centre_mm, template.diameter_mm / 2)
        places = [template.place(BALL_MM, arrow + 1) for arrow in range(ARROWS)]
        return {"ring": shares(edge, self.size), "arrows": shares(measured.pose.to_picture(places), self.size)}

    def _piece(self, measured: Measured, piece: Piece) -> JSON:
        base = piece.base
        shape = ring(measured.pose, base.centre_mm, base.diameter_mm / 2)
        return {
            "number": piece.number,
            "label": to_json(self.named(piece).name),
            "player": piece.name,
            "rgb": list(RIM_COLOURS[base.rim]),
            "ring": shares(shape, self.size),
            "sure": is_clear(base),
        }


BLIND: dict[str, JSON] = {
    "seq": 0,
    "size": None,
    "code": "looking",
    "reason": to_json(words.LOOKING),
    "hidden": [],
    "pieces": [],
    "loose": [],
    "template": None,
}
"""What is told while nothing was seen yet."""
