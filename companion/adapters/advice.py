"""What the codes of `vision.advice` say to people, and what to do about it."""

from __future__ import annotations

from companion.vocabulary import JSON, Text, numeral, to_json
from vision.advice import LEAST_DIE_PX, Cause, Level, Reason, Verdict

LEVELS = {
    Level.GOOD: Text("good", "gut"),
    Level.USABLE: Text("usable", "brauchbar"),
    Level.NOT_USABLE: Text("not usable", "nicht brauchbar"),
    Level.HINT: Text("hint", "Hinweis"),
}

_WHAT = {
    Cause.TOO_DARK: Text(
        "Too dark: the brightest places reach {number} of 255; {wanted} would do.",
        "Zu dunkel: die hellsten Stellen erreichen {number} von 255; {wanted} wären genug.",
    ),
    Cause.TOO_BRIGHT: Text(
        "Too bright: {number} % of the picture is blown out.", "Zu hell: {number} % des Bildes sind überstrahlt."
    ),
    Cause.GLARE: Text(
        "Glare: a lamp is reflected on a die, {number} % of its face is white.",
        "Spiegelung: eine Lampe spiegelt sich auf einem Würfel, {number} % der Fläche sind weiß.",
    ),
    Cause.BLURRED: Text(
        "Blurred: edges are smeared over {number} pixels; {wanted} would do.",
        "Unscharf: Kanten sind über {number} Pixel verwischt; {wanted} gehen noch.",
    ),
    Cause.SMALL: Text(
        "Small dice: {number} pixels wide; {wanted} would do, under {least} nothing is sure.",
        "Kleine Würfel: {number} Pixel breit; {wanted} wären genug, unter {least} ist nichts sicher.",
    ),
    Cause.FLICKER: Text("The light flickers by {number} %.", "Das Licht flackert um {number} %."),
    Cause.MOVED: Text("The camera has moved, by {number} pixels.", "Die Kamera hat sich bewegt, um {number} Pixel."),
    Cause.NO_DICE: Text(
        "No dice in view: their size and focus cannot be judged.",
        "Keine Würfel im Bild: Größe und Schärfe lassen sich nicht beurteilen.",
    ),
}
_BESIDE = Text("Glare: a lamp is reflected in the tray.", "Spiegelung: eine Lampe spiegelt sich im Würfelteller.")
_LOST = Text(
    "The tray is not where it was: the camera has moved, or something covers it.",
    "Der Würfelteller ist nicht mehr, wo er war: die Kamera hat sich bewegt, oder etwas verdeckt ihn.",
)
_REMEDY = {
    Cause.TOO_DARK: Text("Switch on a lamp, or raise the exposure.", "Lampe einschalten oder länger belichten."),
    Cause.TOO_BRIGHT: Text("Lower the exposure, or dim the lamp.", "Kürzer belichten oder die Lampe dimmen."),
    Cause.GLARE: Text(
        "Move the lamp to the side, or shade it with paper.", "Lampe zur Seite rücken oder mit Papier abschirmen."
    ),
    Cause.BLURRED: Text(
        "Focus on the dice: wipe the lens, turn its ring, or raise the camera.",
        "Auf die Würfel scharfstellen: Linse putzen, am Ring drehen oder die Kamera höher hängen.",
    ),
    Cause.SMALL: Text(
        "Bring the camera about {percent} % closer: from 50 cm, {cm} cm.",
        "Kamera etwa {percent} % näher heran: von 50 cm aus {cm} cm.",
    ),
    Cause.FLICKER: Text(
        "Set the camera to the mains frequency (50 Hz, in America 60), or take another lamp.",
        "Netzfrequenz der Kamera einstellen (50 Hz, in Amerika 60) oder eine andere Lampe nehmen.",
    ),
    Cause.MOVED: Text("Put it back, or draw the tray region anew.", "Zurückstellen oder den Würfelbereich neu ziehen."),
    Cause.NO_DICE: Text("Put the dice in the tray.", "Würfel in den Würfelteller legen."),
}


def what(reason: Reason) -> Text:
    """What is wrong, in a sentence with its number."""
    if reason.cause is Cause.GLARE and not reason.number:
        return _BESIDE
    if reason.cause is Cause.MOVED and not reason.number:
        return _LOST
    return _filled(_WHAT[reason.cause], reason)


def remedy(reason: Reason) -> Text:
    """What to do about it."""
    return _filled(_REMEDY[reason.cause], reason)


def spelled(verdict: Verdict) -> JSON:
    """The verdict in JSON, with its sentences: {"level", "text", "reasons": [{"cause", "level", "number", "wanted",
    "text", "remedy"}]}."""
    return {
        "level": verdict.level.name.lower(),
        "text": to_json(LEVELS[verdict.level]),
        "reasons": [
            {
                "cause": reason.cause.value,
                "level": reason.level.name.lower(),
                "number": round(reason.number, 1),
                "wanted": round(reason.wanted, 1),
                "text": to_json(what(reason)),
                "remedy": to_json(remedy(reason)),
            }
            for reason in verdict.reasons
        ],
    }


def _filled(text: Text, reason: Reason) -> Text:
    fine = reason.cause is Cause.BLURRED
    closer = max(0.0, 1 - reason.number / reason.wanted) if reason.wanted else 0.0
    return text.format(
        number=_number(reason.number, fine),
        wanted=_number(reason.wanted, fine),
        least=round(LEAST_DIE_PX),
        percent=round(100 * closer),
        cm=max(1, round(50 * closer)),
    )


def _number(value: float, fine: bool) -> Text:
    return numeral(value, 1) if fine else Text.same(str(round(value)))
