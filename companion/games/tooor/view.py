"""What may be shown."""

from __future__ import annotations

from companion.games.tooor import leds
from companion.games.tooor.match import result_text
from companion.games.tooor.state import Coach, Footballer, State
from companion.games.tooor.tables import PHASES, ROUND_PHASES, ROUNDS
from companion.vocabulary import Counter, Player, Scoreboard, Text, Track

TITLE = Text.same("Tooor!")


def scoreboard(s: State) -> Scoreboard:
    """Score, track, lamps, roles and what the mode knows of the players."""
    over = s.phase == "END"
    return Scoreboard(
        game="tooor",
        title=TITLE,
        phase=s.phase,
        phase_text=PHASES[s.phase],
        teams={c.side: c.team for c in s.both},
        score=s.score,
        score_text=score_text(s),
        period=_period(s),
        tracks=(_time_track(s),),
        lamps=leds.lamps(s.acting if not over else _winners(s), "b" if s.phase == "REVEAL" else "O"),
        possession=s.attacker if s.phase in (*ROUND_PHASES, "PEN_SHOT", "PEN_TURN") else None,
        counters=_counters(s),
        rosters={c.side: _roster(c) for c in s.both} if s.coaches["A"].outfield else None,
        dice=s.dice,
        sums=s.sums,
        result=s.winner if over else None,
        result_text=result_text(s) if over else None,
    )


def score_text(s: State) -> str:
    """The goals, and the penalties apart from them: "2:2 (4:3 pens)" (TOOOR-PEN-09)."""
    goals = f"{s.score[0]}:{s.score[1]}"
    return f"{goals} ({s.penalties[0]}:{s.penalties[1]} pens)" if s.kick else goals


def _winners(s: State) -> str:
    return "AB" if s.winner == "draw" else s.winner


def _period(s: State) -> str:
    if s.phase in ("HALF_TIME", "HALF_READY"):
        return "HT"
    return "pens" if s.phase.startswith("PEN") else ROUNDS[s.round]


def _time_track(s: State) -> Track:
    text = Text("Time", "Zeit")
    return Track("time", leds.FIELDS, leds.lights(s.phase, s.round, s.kick), text)


def _counters(s: State) -> tuple[Counter, ...]:
    a, b = s.both
    cards = Counter("cards_left", Text("Cards left", "Karten übrig"), a.cards_left, b.cards_left)
    penalties = Counter("penalties", Text("Penalties", "Elfmeter"), a.penalties, b.penalties)
    return (cards, *s.mode.counters(s), *([penalties] if s.kick else []))


def _roster(coach: Coach) -> tuple[Player, ...]:
    """Keeper last, players sent off left out."""
    return tuple(_player(p) for p in [*coach.players, *([coach.keeper] if coach.keeper else [])])


def _player(p: Footballer) -> Player:
    return Player(p.id, p.name, p.row, p.strength, p.facing, p.yellow, p.injured, p.deployed)
