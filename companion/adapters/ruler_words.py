"""What the ruler says when it does not measure, and the names of rims."""

from __future__ import annotations

from companion.vocabulary import Text
from vision.ruler.bump import Standing
from vision.ruler.pitch import LEAST_MARKERS
from vision.ruler.pose import PoseDoubt, PoseError

RIMS = {
    "red": Text("red", "rot"),
    "blue": Text("blue", "blau"),
    "magenta": Text("magenta", "magenta"),
    "cyan": Text("cyan", "türkis"),
    "orange": Text("orange", "orange"),
    "green": Text("green", "grün"),
    "yellow": Text("yellow", "gelb"),
    "violet": Text("violet", "violett"),
    "white": Text("white", "weiß"),
}
LOOKING = Text("The ruler is looking.", "Das Lineal schaut hin.")
READY = Text("The ruler measures.", "Das Lineal misst.")
NO_LENS = Text("The lens is not known yet: calibrate it.", "Das Objektiv ist noch nicht bekannt: bitte kalibrieren.")
MOVED = Text(
    "The camera was moved: nothing is measured until somebody has looked. The match goes on.",
    "Die Kamera wurde bewegt: gemessen wird erst, wenn jemand nachgesehen hat. Das Spiel geht weiter.",
)
MARKER_MOVED = Text(
    "A corner marker lies elsewhere than before: put it back.",
    "Ein Eckmarker liegt woanders als vorher: bitte zurücklegen.",
)
_OTHER_SIZE = Text(
    "The picture has {seen} pixels, the lens file is of {learnt}: set the camera to that size, or calibrate again.",
    "Das Bild hat {seen} Pixel, die Objektivdatei gilt für {learnt}: die Kamera so einstellen oder neu kalibrieren.",
)
UNSURE = Text("Too little is seen of {name}: measure by hand.", "Von {name} ist zu wenig zu sehen: von Hand messen.")
NOT_ALL_SEEN = Text("Not everybody is seen well: tap it.", "Nicht alle sind gut zu sehen: bitte antippen.")
NOBODY = Text("nobody", "niemand")
UNNAMED = Text("Which base is {name}? Tap it.", "Welche Base ist {name}? Bitte antippen.")
LIMIT = Text(
    "{d}: too close to call, {limit}″ lies inside the ±. Between two rows the better counts: {limit}″",
    "{d}: zu knapp, {limit}″ liegt innerhalb des ±. Zwischen zwei Zeilen gilt die bessere: {limit}″",
)
_DOUBTS = {
    PoseDoubt.MARKERS_HIDDEN: Text(
        "Corner markers {hidden} are hidden: {least} must be seen.",
        "Die Eckmarker {hidden} sind verdeckt: {least} müssen zu sehen sein.",
    ),
    PoseDoubt.RESIDUAL: Text(
        "The corner markers do not lie where the pitch file says: one was shifted, or this is another camera's lens.",
        "Die Eckmarker liegen nicht, wo die Pitch-Datei sagt: einer ist verschoben, oder das Objektiv ist ein anderes.",
    ),
    PoseDoubt.ZOOM: Text(
        "The lens file is of another zoom, or a corner marker lies off its place: calibrate again, or lay it right.",
        "Die Objektivdatei gehört zu einem anderen Zoom, oder ein Eckmarker liegt falsch: neu kalibrieren oder"
        " zurechtlegen.",
    ),
    PoseDoubt.SCALE: Text(
        "The corner markers have another size than the pitch file says: print them at 100 %, or correct the file.",
        "Die Eckmarker sind nicht so groß, wie die Pitch-Datei sagt: mit 100 % drucken oder die Datei berichtigen.",
    ),
    PoseDoubt.MOVED: MOVED,
    PoseDoubt.GREY: Text(
        "The picture has no colours: rims cannot be told.", "Das Bild hat keine Farben: Ränder sind nicht zu erkennen."
    ),
    PoseDoubt.OUTLINE: Text(
        "The dragged corners are no pitch: drag them again, in order.",
        "Die gezogenen Ecken sind kein Spielfeld: bitte der Reihe nach neu ziehen.",
    ),
}


def why(error: PoseError) -> Text:
    """Why a picture cannot be measured."""
    return _DOUBTS[error.doubt].format(hidden=", ".join(map(str, error.hidden)), least=LEAST_MARKERS)


def other_size(seen: tuple[int, int], learnt: tuple[int, int]) -> Text:
    """Why a lens of pictures of one width and height does not do for another."""
    return _OTHER_SIZE.format(seen="{} × {}".format(*seen), learnt="{} × {}".format(*learnt))


def stands(standing: Standing) -> Text | None:
    """Why a camera that stands like this measures nothing; None where it may."""
    return {Standing.MOVED: MOVED, Standing.MARKER_MOVED: MARKER_MOVED}.get(standing)
