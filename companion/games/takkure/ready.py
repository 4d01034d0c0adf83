"""Before an activation: whom, and with which first action (state READY)."""

from __future__ import annotations

from functools import partial

from companion.games.takkure import teamplay
from companion.games.takkure.asking import asked
from companion.games.takkure.drills import DRILLS
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.legal import first_actions, kick_out
from companion.games.takkure.state import State
from companion.games.takkure.tables import ACTION_TEXT
from companion.vocabulary import Asking, Choose, Option, Text

TEAM_PLAY_OPTIONS = (
    Option("team_play:MOVE", Text("A team play with the carrier", "Ein Teamspielzug mit dem Ballträger"), "team_play"),
    Option(
        "team_play:TURN",
        Text("A team play, his move with a turn", "Ein Teamspielzug, sein Zug mit Richtungswechsel"),
        "team_play",
    ),
)


def ready(s: State) -> Asking:
    """Whom to activate, and his first action in the same tap; the attacker must go on while tokens are left
    (TAK-ACT-05, TAK-ACT-01). A referee's correction renews the question."""
    s.act = None
    s.enter("READY", s.attacker)
    said = yield from asked(s, partial(_whom, s), "activation_start", renew=True)
    return said


def _whom(s: State) -> Choose:
    coach = s.attacking
    options = [o for p in coach.on_field for o in _first_options(s, p)]
    if teamplay.available(s, coach) and (s.mode not in DRILLS or DRILLS[s.mode].plays):
        options += TEAM_PLAY_OPTIONS
    other = s.defending.tries
    if s.mode == "match" and kick_out(s.rules.kick_out, s.time.slot, coach.tries, other):
        text = Text("Kick the ball out of the field: the half ends", "Ball aus dem Feld kicken: die Halbzeit endet")
        lost = Text("This loses the match.", "Damit ist das Spiel verloren.")
        options.append(Option("kick_out", text, detail=lost if s.half == 2 and coach.tries < other else None))
    text = Text("{name}: whom do you activate? {n} tokens left.", "{name}: wen aktivierst du? Noch {n} Marker.")
    return Choose(
        key=s.key(f"{s.here}.ready"),
        side=coach.side,
        text=text.format(name=coach.name, n=s.unspent),
        rule="TAK-ACT-01",
        options=tuple(options),
    )


def _first_options(s: State, p: Footballer) -> list[Option]:
    """Standing: a MOVE, marked in either way, or nothing; on the ground what is left there (R-17, R-58)."""
    actions = first_actions(p.grounded, s.carrier is p)
    if actions == ["MOVE"]:
        actions = ["MOVE", "TURN"]
    text = Text("{name}: {action}", "{name}: {action}")
    return [Option(f"{p.id}:{a}", text.format(name=p.name, action=ACTION_TEXT[a]), p.id) for a in (*actions, "NONE")]
