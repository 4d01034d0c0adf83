"""What may be shown."""

from __future__ import annotations

from companion.games.takkure import leds
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.injuries import INJURIES
from companion.games.takkure.match import result_text
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import PHASES
from companion.vocabulary import Counter, Player, Scoreboard, Text

TITLE = Text.same("Takkure")
PLACES = {
    "off": Text("injured, off the field", "verletzt, nicht auf dem Feld"),
    "out": Text("out of the game", "aus dem Spiel"),
}


def scoreboard(s: State) -> Scoreboard:
    """Score, time, tokens, who attacks, what the table has to do, and whether anything may be measured: nothing here
    tells a distance (TAK-MEA-01)."""
    over = s.phase == "MATCH_OVER"
    return Scoreboard(
        game="takkure",
        title=TITLE,
        phase=s.phase,
        phase_text=PHASES[s.phase],
        teams={c.side: c.team for c in s.both},
        score=s.score,
        score_text=f"{s.score[0]}:{s.score[1]}",
        period="HT" if s.phase == "HALFTIME" else str(s.half),
        tracks=leds.tracks(s),
        lamps=leds.lamps(s.acting),
        possession=s.attacker,
        counters=_counters(s),
        rosters={c.side: tuple(_player(s, p) for p in c.players) for c in s.both},
        dice=s.dice,
        sums=s.sums,
        result=s.winner if over else None,
        result_text=result_text(s) if over else None,
        measuring=s.measuring if s.rules.overlay else "",
        tasks=tuple(s.todo),
    )


def _counters(s: State) -> tuple[Counter, ...]:
    a, b = s.both
    found = [
        Counter("hand", Text("Cards in hand", "Handkarten"), a.hand, b.hand),
        Counter("plays", Text("Team plays left", "Teamspielzüge übrig"), _plays(a), _plays(b)),
    ]
    if a.superstars or b.superstars:
        found.append(Counter("pool", Text("Team-skill tokens", "Teamskill-Marker"), a.pool, b.pool))
    return tuple(found)


def _plays(coach: Coach) -> int:
    return len([p for p in coach.team_plays if p not in coach.used])


def _player(s: State, p: Footballer) -> Player:
    marks = [
        (Text("ball", "Ball"), int(s.carrier is p)),
        (Text("on the ground", "am Boden"), p.ground),
        (Text("activations", "Aktivierungen"), p.activations),
        (Text("fatigue", "Erschöpfung"), p.tired),
        (Text("inactive fatigue", "inaktive Erschöpfung"), p.inactive),
        (Text("wounds", "Wunden"), p.wounds),
        (Text("team-skill tokens", "Teamskill-Marker"), p.honor),
        *((text, int(p.place == place)) for place, text in PLACES.items()),
        (Text("injury", "Verletzung"), sum(INJURIES[code].lasting for code in p.injuries)),
    ]
    return Player(p.id, p.name, p.place, deployed=p.on_field, marks=tuple((t, n) for t, n in marks if n))
