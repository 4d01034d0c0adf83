"""Before an activation: whom, and with which first action (state READY)."""

from __future__ import annotations

from functools import partial

from companion.games.takkure import teamplay
from companion.games.takkure.asking import asked, player_option
from companion.games.takkure.drills import DRILLS
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.legal import first_actions, kick_out
from companion.games.takkure.state import State
from companion.games.takkure.tables import ACTION_TEXT
from companion.vocabulary import Asking, Choose, Option, Prompt, Taken, Text

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
    while True:
        beside = partial(_keeping, s)
        said = yield from asked(s, partial(_whom, s), "activation_start", renew=True, beside=beside)
        if not isinstance(said, Taken):
            s.rose.clear()
            return said
        keeps = s.player(said.value)
        s.rose.remove(keeps)
        keeps.ground += 1


def _keeping(s: State) -> list[Prompt]:
    """The ground tokens that came off in step 6, unless the coach keeps one (TAK-ACT-07)."""
    if not s.rose:
        return []
    text = Text("{name}: does somebody keep his ground token?", "{name}: behält jemand seinen Bodenmarker?")
    options = tuple(player_option(p) for p in s.rose)
    coach = s.coach_of(s.rose[0])
    key, text = s.key(f"{s.here}.keeps"), text.format(name=coach.name)
    return [Choose(key=key, side=coach.side, text=text, rule="TAK-ACT-07", options=options, offer=True)]


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
        hint=not_ahead(s) if any("PASS_FROM_GROUND" in o.id for o in options) else None,
        rule="TAK-ACT-01",
        options=tuple(options),
    )


def _first_options(s: State, p: Footballer) -> list[Option]:
    """Standing: a MOVE, marked in either way, or nothing; on the ground what is left there (R-17, R-58). The receiver
    is named with a PASS FROM THE GROUND (TAK-PFG-01, R-37)."""
    actions = first_actions(p.grounded, s.carrier is p)
    if actions == ["MOVE"]:
        actions = ["MOVE", "TURN"]
    if actions == ["PASS_FROM_GROUND"]:
        actions = [f"PASS_FROM_GROUND:{mate.id}" for mate in mates(s, p)]
    return [Option(f"{p.id}:{a}", _first_text(s, p, a), p.id, piece=p.id) for a in (*actions, "NONE")]


def _first_text(s: State, p: Footballer, first: str) -> Text:
    action, _, to = first.partition(":")
    text = Text("{name}: {action}", "{name}: {action}").format(name=p.name, action=ACTION_TEXT[action])
    return text + Text("to {name}", "zu {name}").format(name=s.player(to).name) if to else text


def mates(s: State, passer: Footballer) -> list[Footballer]:
    """The team-mates on the field (R-64); who of them is ahead the coaches see (TAK-PAS-02, TAK-PRI-03)."""
    return [p for p in s.coach_of(passer).on_field if p is not passer]


def not_ahead(s: State) -> Text:
    if s.rules.ahead_ref == "front_edge":
        return Text("Not to anybody ahead of you: compare front edges.", "Nie nach vorn: Vorderkanten vergleichen.")
    return Text("Not to anybody ahead of you: compare centres.", "Nie nach vorn: Mitten vergleichen.")
