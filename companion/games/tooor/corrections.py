"""What the referee may put right at any time."""

from __future__ import annotations

from companion.games.tooor.state import Coach, State
from companion.games.tooor.tables import LAST_ROUND, ROUND_PHASES, ROUNDS
from companion.games.tooor.view import score_text
from companion.vocabulary import JSON, Call, Choose, Number, Option, Prompt, Text

BEFORE_THE_DICE = ("ROLES", "ATT_DEPLOY", "DEF_DEPLOY")


def corrections(s: State) -> tuple[Prompt, ...]:
    """The score always (TOOOR-SHOT-03), the minute in a round (TOOOR-ROUND-01), who attacks until the dice of the
    first attack fall (TOOOR-CARD-03), and the tally of penalties (TOOOR-PEN-09)."""
    found: list[Prompt] = [_score(c) for c in s.both]
    if s.phase in ROUND_PHASES:
        found.append(_minute(s))
    if s.phase in BEFORE_THE_DICE and s.part == "attack":
        found.append(_possession(s))
    if s.kick:
        found += [_penalties(c) for c in s.both]
    return tuple(found)


def _score(coach: Coach) -> Number:
    """The companion counts on, wherever the goal tracker ends (TR-26)."""
    text = Text("Goals of {name}", "Tore von {name}").format(name=coach.name)
    return Number(
        key=f"score.{coach.side}",
        side=coach.side,
        text=text,
        rule="TOOOR-SHOT-03",
        least=0,
        most=max(99, coach.goals),
        suggestion=coach.goals,
    )


def _minute(s: State) -> Choose:
    """The rounds on this side of the board."""
    side = [minute for r, minute in ROUNDS.items() if (r > LAST_ROUND) == (s.round > LAST_ROUND)]
    return Choose(
        key="minute",
        text=Text("Field of the whistle", "Feld der Pfeife"),
        rule="TOOOR-ROUND-01",
        options=tuple(Option(minute, Text.same(minute)) for minute in side),
        suggestion=ROUNDS[s.round],
    )


def _possession(s: State) -> Choose:
    return Choose(
        key="possession",
        text=Text("Who attacks", "Wer angreift"),
        rule="TOOOR-CARD-03",
        options=tuple(Option(c.side, Text.same(c.name)) for c in s.both),
        suggestion=s.attacker,
    )


def _penalties(coach: Coach) -> Number:
    text = Text("Penalties scored by {name}", "Verwandelte Elfmeter von {name}").format(name=coach.name)
    key = f"penalties.{coach.side}"
    return Number(key=key, side=coach.side, text=text, rule="TOOOR-PEN-09", least=0, most=coach.kicks)


def correct(s: State, key: str, value: JSON) -> Call:
    what, _, side = key.partition(".")
    if what == "score":
        s.coaches[side].goals = value
        return _corrected(
            Text("The score is {now}.", "Es steht {now}.").format(now=score_text(s)), side, "TOOOR-SHOT-03"
        )
    if what == "penalties":
        s.coaches[side].penalties = value
        return _corrected(
            Text("The score is {now}.", "Es steht {now}.").format(now=score_text(s)), side, "TOOOR-PEN-09"
        )
    if what == "minute":
        s.round = next(r for r, minute in ROUNDS.items() if minute == value)
        return _corrected(
            Text("The whistle lies on {now}.", "Die Pfeife liegt auf {now}.").format(now=value), None, "TOOOR-ROUND-01"
        )
    s.attacker = value
    return _corrected(Text("{now} attacks.", "{now} greift an.").format(now=s.attacking.name), value, "TOOOR-CARD-03")


def _corrected(now: Text, side: str | None, rule: str) -> Call:
    return Call("corrected", Text("Corrected:", "Korrigiert:") + now, side, rule)
