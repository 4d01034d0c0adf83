"""Frog: a small invented game that lives only here. Its view uses every shared piece, its prompts stand on a pitch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.vocabulary import (
    JSON,
    Asking,
    Both,
    Call,
    Choose,
    Confirm,
    Counter,
    Dice,
    Fields,
    Option,
    Pitch,
    Player,
    Prompt,
    Roll,
    Scoreboard,
    Secret,
    ShownDie,
    Sum,
    Team,
    Text,
    Track,
)

PITCHES = {
    Fields.HEX: Pitch(Fields.HEX, 9, 6),
    Fields.SQUARE: Pitch(Fields.SQUARE, 12, 8),
    Fields.FREE: Pitch(Fields.FREE, 900, 600),
}
_SPOTS: Mapping[Fields, Mapping[str, tuple[float, float]]] = {
    Fields.HEX: {"pond": (1, 1), "reed": (4, 3), "stone": (7, 4)},
    Fields.SQUARE: {"pond": (1, 1), "reed": (5, 4), "stone": (10, 6)},
    Fields.FREE: {"pond": (120, 110), "reed": (455, 300), "stone": (800, 480)},
}
_NAMES = {
    "pond": Text("the pond", "der Teich"),
    "reed": Text("the reed", "das Schilf"),
    "stone": Text("the stone", "der Stein"),
}


@dataclass
class State:
    fields: Fields
    leaps: int = 0
    score: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    dice: tuple[ShownDie, ...] = ()
    sums: tuple[Sum, ...] = ()
    over: bool = False


TEAMS = {"A": Team("Tree Frogs", "green", "white"), "B": Team("Royal Marsh Salamanders", "purple", "black")}


class Frog:
    name = "frog"
    title = Text("Frog leap", "Froschsprung")
    edition = "test"
    score_name = Text("Goals", "Tore")

    def setup(self, options: Mapping[str, JSON]) -> State:
        return State(Fields(options.get("fields", "hex")))

    def play(self, s: State) -> Asking:
        while max(s.score.values()) < 2:
            s.leaps += 1
            to = yield Both(*(self._leap(s, side) for side in "AB"))
            yield Call("revealed", Text("{a} and {b}.", "{a} und {b}.").format(a=_NAMES[to[0]], b=_NAMES[to[1]]))
            faces = yield Both(*(self._roll(s, side) for side in "AB"))
            self._count(s, faces)
            winner = max("AB", key=lambda side: next(x.total for x in s.sums if x.side == side))
            s.score[winner] += 1
            yield Call(
                "goal",
                Text("Splash! {team} leap ahead.", "Platsch! {team} springen vor.").format(team=TEAMS[winner].name),
                winner,
            )
        s.over = True
        yield Confirm(key="bow", text=Text("Take a bow", "Verbeugt euch"), rule="FROG-9")

    def _leap(self, s: State, side: str) -> Prompt:
        spots = _SPOTS[s.fields]
        return Choose(
            key=f"l{s.leaps}.to.{side}", side=side, rule="FROG-1", secret=Secret.UNTIL_ALL, pitch=PITCHES[s.fields],
            text=Text("Where do your frogs leap?", "Wohin springen deine Frösche?"),
            options=tuple(Option(id_, _NAMES[id_], place=place) for id_, place in spots.items()),
        )  # fmt: skip

    def _roll(self, s: State, side: str) -> Prompt:
        dice = (Dice("d6", TEAMS[side].dice, 2),)
        return Roll(
            key=f"l{s.leaps}.roll.{side}",
            side=side,
            text=Text("Roll two dice.", "Zwei Würfel."),
            rule="FROG-2",
            dice=dice,
        )

    def _count(self, s: State, faces: JSON) -> None:
        rolled = dict(zip("AB", faces, strict=True))
        s.dice = tuple(ShownDie(side, "d6", TEAMS[side].dice, f) for side in "AB" for f in rolled[side])
        s.sums = tuple(
            Sum(side, tuple((Text("die", "Würfel"), f) for f in rolled[side]), sum(rolled[side])) for side in "AB"
        )

    def corrections(self, s: State) -> tuple[Prompt, ...]:
        return ()

    def correct(self, s: State, key: str, value: JSON) -> Call:
        raise NotImplementedError

    def view(self, s: State) -> Scoreboard:
        a, b = s.score["A"], s.score["B"]
        lights = ("d" * (s.leaps - 1) + "O").ljust(3, ".")[:3]
        return Scoreboard(
            game=self.name,
            title=self.title,
            phase="LEAP",
            phase_text=Text("Leaping", "Sprung"),
            teams=TEAMS,
            score=(a, b),
            score_text=f"{a}:{b}",
            period=str(s.leaps),
            tracks=(Track("leaps", ("1", "2", "3"), lights, Text("Leap", "Sprung")),),
            lamps="O.",
            possession="B",
            counters=(Counter("flies", Text("Flies eaten", "Fliegen gefressen"), 4, 7),),
            rosters={side: tuple(_frog(side, n) for n in (1, 2, 3)) for side in "AB"},
            dice=s.dice,
            sums=s.sums,
            result="A" if s.over else None,
        )


def _frog(side: str, n: int) -> Player:
    return Player(f"{side}{n}", f"Frog {n}", "front", n, deployed=n == 2)


GAME = Frog()
