"""A small invented game for tests of Table, journal and web: best of three rounds; secret choice, dice, correction."""

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
    Corrected,
    Dice,
    Form,
    Number,
    Option,
    Prompt,
    Roll,
    Scoreboard,
    Secret,
    ShownDie,
    Team,
    Text,
    Track,
)
from companion.vocabulary.form import Whole

_CARDS = tuple(Option(c, Text.same(c)) for c in ("low", "high"))


@dataclass
class State:
    teams: dict[str, Team]
    rounds: int
    round: int = 1
    played: int = 0
    score: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    phase: str = "CHOOSE"
    possession: str = "A"
    dice: tuple[ShownDie, ...] = ()
    result: str | None = None


class Toy:
    name = "toy"
    title = Text("Toy cup", "Spielzeugpokal")
    edition = "test"
    score_name = Text("Goals", "Tore")

    def form(self, options: Mapping[str, JSON]) -> Form:
        rounds = Whole(name="rounds", text=Text("Rounds", "Runden"), least=1, most=9, usual=3)
        return Form(rules=(rounds,))

    def setup(self, options: Mapping[str, JSON]) -> State:
        teams = {"A": Team("Reds", "red", "white"), "B": Team("Blues", "blue", "red")}
        return State(teams, int(options.get("rounds", 3)))

    def play(self, s: State) -> Asking:
        while s.round <= s.rounds:
            s.played += 1
            yield from self.round(s, f"r{s.played}")
            s.phase = "ROUND_END"
            yield Confirm(
                key=f"r{s.played}.whistle", text=Text("Whistle on", "Pfeife weiter"), rule="TOY-4", button="whistle",
                barrier=True,
            )  # fmt: skip
            s.round += 1
        s.phase = "END"
        a, b = s.score["A"], s.score["B"]
        s.result = "A" if a > b else "B" if b > a else "draw"
        yield Call("result", Text.same(s.result))

    def round(self, s: State, key: str) -> Asking:
        s.phase = "CHOOSE"
        a, b = yield Both(*(self._card(side, key) for side in "AB"))
        yield Call("revealed", Text(f"{a} against {b}", f"{a} gegen {b}"))
        s.phase = "ROLL"
        while isinstance(got := (yield self._rolls(s, key)), Corrected):
            pass
        s.dice = tuple(ShownDie(side, "number_die", s.teams[side].dice, v) for side, v in zip("AB", got, strict=True))
        total = {side: v + (card == "high") for side, v, card in zip("AB", got, (a, b), strict=True)}
        for side, other in (("A", "B"), ("B", "A")):
            if total[side] > total[other]:
                s.score[side] += 1
                yield Call("goal", Text("Goal for {team}!", "Tor für {team}!").format(team=s.teams[side].name), side)

    def _card(self, side: str, key: str) -> Prompt:
        return Choose(
            key=f"{key}.card.{side}", side=side, text=Text("Choose a card", "Wähle eine Karte"), rule="TOY-1",
            options=_CARDS, secret=Secret.UNTIL_ALL,
        )  # fmt: skip

    def _rolls(self, s: State, key: str) -> object:
        return Both(
            *(
                Roll(
                    key=f"{key}.roll.{side}", side=side, text=Text("Roll!", "Würfle!"), rule="TOY-2",
                    dice=(Dice("number_die", s.teams[side].dice),),
                )
                for side in "AB"
            ),
            renew=True,
        )  # fmt: skip

    def corrections(self, s: State) -> tuple[Prompt, ...]:
        sides = tuple(Option(side, Text.same(side)) for side in "AB")
        scores = (
            Number(key=f"score.{side}", side=side, text=Text("Score", "Spielstand"), rule="TOY-5", least=0, most=99)
            for side in "AB"
        )
        return *scores, Choose(key="possession", text=Text("Possession", "Ballbesitz"), rule="TOY-5", options=sides)

    def correct(self, s: State, key: str, value: JSON) -> Call:
        if key == "possession":
            s.possession = value
        else:
            s.score[key[-1]] = value
        return Call("corrected", Text("The referee corrects.", "Der Schiedsrichter berichtigt."))

    def view(self, s: State) -> Scoreboard:
        lights = "".join("O" if i + 1 == s.round else "d" if i + 1 < s.round else "." for i in range(s.rounds))
        return Scoreboard(
            game=self.name, title=self.title, phase=s.phase, phase_text=Text.same(s.phase), teams=s.teams,
            score=(s.score["A"], s.score["B"]), score_text=f"{s.score['A']}:{s.score['B']}", period=str(s.round),
            tracks=(Track("rounds", tuple(str(i + 1) for i in range(s.rounds)), lights, Text("Round", "Runde")),),
            possession=s.possession, dice=s.dice, result=s.result,
        )  # fmt: skip


GAME = Toy()
