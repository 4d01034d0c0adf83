"""Rolls whose pictures were kept, read again by the reader of today. It changes nothing; a person decides."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.adapters.camera import doubt_text, shared_out
from companion.match import Match, reenact
from companion.vocabulary import JSON, Answered, Entry, Game, PromptRefused, Roll, Started, Text, to_json
from vision.caption import caption_of, die_json
from vision.dice.die import Reading, Status
from vision.dice.expect import Expected
from vision.picture import PictureError, decode_picture
from vision.settle import ReadsDice

Pictures = Callable[[str], bytes | None]


class Verdict(StrEnum):
    """How a fresh reading compares with the value that counts."""

    SAME = "same"
    DIFFERS = "differs"
    UNSURE = "unsure"
    GONE = "gone"  # the picture is no longer there, or can no longer be read


@dataclass(frozen=True)
class KeptRoll:
    """A roll with its picture. `value` counts now, `entered` was the answer; `asked` are all rolls that this picture
    answered, whose dice lie in it together."""

    seq: int
    prompt: Roll
    entered: JSON
    source: str
    value: JSON
    counts: bool
    picture: str
    asked: tuple[Roll, ...]


def kept_rolls(match: Match, entries: Iterable[Entry]) -> list[KeptRoll]:
    """The rolls of a match that have a picture, undone ones too, oldest first. Those still secret are left out."""
    live = {move.seq: move for move in match.moves()}
    answers = [
        (entry.seq, entry.what, prompt, entry.what.evidence)
        for entry in entries
        if isinstance(entry.what, Answered) and entry.what.evidence
        if isinstance(prompt := match.prompts[entry.seq], Roll)
    ]
    together: dict[str, dict[str, Roll]] = {}
    for _, _, prompt, picture in answers:
        together.setdefault(picture, {})[prompt.key] = prompt
    return [
        KeptRoll(
            seq, prompt, prompt.parse(what.value), what.source, live[seq].value if seq in live else what.value,
            seq in live, picture, tuple(together[picture].values()),
        )
        for seq, what, prompt, picture in answers
        if seq in match.public
    ]  # fmt: skip


def read_again(kept: KeptRoll, picture: bytes | None, reader: ReadsDice) -> JSON:
    """`seq`, `key`, `side`, `text`, `entered`, `source`, `value` and `value_text` (what counts), `counts`, `picture`,
    `verdict`, `reason` (a Text, or None), `now` and `now_text` (the fresh value, None unless every die is sure),
    `dice` (as `vision.caption.die_json` spells them)."""
    told = {
        "seq": kept.seq,
        "key": kept.prompt.key,
        "side": kept.prompt.side,
        "text": to_json(kept.prompt.text),
        "entered": to_json(kept.entered),
        "source": kept.source,
        "value": to_json(kept.value),
        "value_text": to_json(kept.prompt.tell(kept.value)),
        "counts": kept.counts,
        "picture": kept.picture,
    }
    if picture is None:
        return {
            **told,
            **_outcome(Verdict.GONE, Text("The picture is no longer there.", "Das Bild ist nicht mehr da.")),
        }
    try:
        image = decode_picture(picture, kept.picture)
    except PictureError as error:
        return {**told, **_outcome(Verdict.GONE, Text.same(str(error)))}
    reading = reader.read(image, [Expected(d.kind_of_die, d.colour, d.count) for r in kept.asked for d in r.dice])
    height, width = image.shape[:2]
    return {**told, **_compared(kept, reading), "dice": [die_json(d, width, height) for d in reading.dice]}


class RollPictures:
    """The kept pictures of one table's match, for its console. May be asked from any thread.

    `entries` and `picture` are the table's, `reader` belongs to this object alone."""

    def __init__(
        self, entries: Callable[[], list[Entry]], picture: Pictures, load: Callable[[str], Game], reader: ReadsDice
    ) -> None:
        self._entries, self._picture, self._load, self._reader = entries, picture, load, reader
        self._lock = threading.Lock()

    def dice(self, name: str) -> list[JSON] | None:
        """The dice as they were read then; None without such a picture, or one that does not tell."""
        picture = self._picture(name)
        return caption_of(picture) if picture else None

    def again(self, seq: int) -> JSON:
        """A fresh reading of the roll of entry `seq`, see `read_again`; PromptRefused names those there are."""
        rolls = {kept.seq: kept for kept in kept_of(self._entries(), self._load)}
        if seq not in rolls:
            raise PromptRefused(seq, f"the number of a roll with a picture: {', '.join(map(str, rolls)) or 'none yet'}")
        with self._lock:
            return read_again(rolls[seq], self._picture(rolls[seq].picture), self._reader)


def kept_of(entries: Sequence[Entry], load: Callable[[str], Game]) -> list[KeptRoll]:
    """The rolls with pictures of a recorded match; none of a record that starts no match."""
    if not entries or not isinstance(entries[0].what, Started):
        return []
    match, _ = reenact(load(entries[0].what.game), list(entries))
    return kept_rolls(match, entries)


def _compared(kept: KeptRoll, reading: Reading) -> dict[str, JSON]:
    if reading.status is not Status.OK:
        nothing = Text("No dice are seen.", "Es sind keine Würfel zu sehen.")
        return _outcome(Verdict.UNSURE, nothing if reading.status is Status.EMPTY else doubt_text(reading))
    dice = shared_out(kept.asked, reading.dice).get(kept.prompt.key)
    if dice is None:
        whose = Text("The dice do not tell whose they are.", "Den Würfeln ist nicht anzusehen, wem sie gehören.")
        return _outcome(Verdict.UNSURE, whose)
    now = kept.prompt.parse([d.value for d in dice])
    alike = len(kept.prompt.dice) == 1  # such dice cannot be told apart, so that their order says nothing
    same = _sorted(now) == _sorted(kept.value) if alike else now == kept.value
    return {
        **_outcome(Verdict.SAME if same else Verdict.DIFFERS, None),
        "now": to_json(now),
        "now_text": to_json(kept.prompt.tell(now)),
    }


def _sorted(value: JSON) -> list[str]:
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


def _outcome(verdict: Verdict, reason: Text | None) -> dict[str, JSON]:
    return {"verdict": verdict.value, "reason": to_json(reason), "now": None, "now_text": None, "dice": []}
