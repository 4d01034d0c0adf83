"""A disputed roll: somebody asks for another value, and it counts once both coaches have confirmed it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.vocabulary import JSON, SIDES, Call, Disputed, Judged, Text

REFEREE = "referee"

ASKED = Text("The coaches are asked about a roll already.", "Die Trainer werden schon zu einem Wurf gefragt.")
SECRET = Text(
    "A secret choice is open: ask again after its reveal.",
    "Eine geheime Wahl ist offen: bitte nach dem Aufdecken noch einmal fragen.",
)
NO_ROLL = Text("This is no roll that counts.", "Das ist kein Wurf, der zählt.")
SAME = Text("The roll counts like this already.", "So zählt der Wurf schon.")
GONE = Text("This is no longer asked.", "Das ist nicht mehr gefragt.")
TWICE = Text("This coach has confirmed already.", "Dieser Trainer hat schon bestätigt.")
HIMSELF = Text("The referee corrects a roll himself.", "Der Schiedsrichter berichtigt einen Wurf selbst.")


@dataclass(frozen=True)
class Dispute:
    """What was asked in entry `number`: that the roll of entry `target` reads `value`. `agreed` are the sides that have
    confirmed it; a coach who asks has confirmed by asking."""

    number: int
    target: int
    value: JSON
    by: str
    agreed: tuple[str, ...]

    @classmethod
    def opened(cls, number: int, asked: Disputed) -> Dispute:
        return cls(number, asked.target, asked.value, asked.by, (asked.by,) if asked.by in SIDES else ())

    def with_word_of(self, side: str) -> Dispute:
        """The same with one more side that has confirmed."""
        return replace(self, agreed=tuple(sorted({*self.agreed, side})))

    def settled_by(self, side: str) -> bool:
        """Whether the word of this side would be the last that is missing."""
        return {*self.agreed, side} >= set(SIDES)


def asked_call(who: Text, asked: Text, old: Text, new: Text) -> Call:
    """What is announced when a dispute opens."""
    text = Text(
        "{who} asks both coaches: {asked} {new} instead of {old}?",
        "{who} fragt beide Trainer: {asked} {new} statt {old}?",
    )
    return Call("disputed", text.format(who=who, asked=asked, old=old, new=new))


def judged_call(dispute: Dispute, judged: Judged, who: Text) -> Call:
    """What is announced when somebody has given his word, but the last that confirms."""
    if judged.agrees:
        text = Text("{who} confirms the correction of entry {n}.", "{who} bestätigt die Berichtigung von Eintrag {n}.")
    elif judged.by == REFEREE:
        text = Text("The referee decides: roll {n} stands.", "Der Schiedsrichter entscheidet: Wurf {n} bleibt.")
    elif judged.by == dispute.by:
        text = Text("{who} no longer asks: roll {n} stands.", "{who} fragt nicht mehr: Wurf {n} bleibt.")
    else:
        text = Text("{who} declines: roll {n} stands.", "{who} lehnt ab: Wurf {n} bleibt.")
    return Call("confirmed" if judged.agrees else "stands", text.format(who=who, n=dispute.target))


def overtaken_call(dispute: Dispute) -> Call:
    """What is announced when the match has become another than the coaches were asked about."""
    text = Text(
        "The question about roll {n} is dropped: the match has changed.",
        "Die Frage zu Wurf {n} entfällt: das Spiel hat sich geändert.",
    )
    return Call("dropped", text.format(n=dispute.target))
