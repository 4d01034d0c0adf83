"""What the referee may put right at any time, and the referee roll."""

from __future__ import annotations

from companion.games.takkure.asking import player_option
from companion.games.takkure.dashboard import Dashboard
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import ACTIVATIONS, FATIGUE_SPACES, SLOTS
from companion.vocabulary import JSON, Call, Choose, Number, Option, Prompt, Text

TOKENS = {
    "ground": Text("Ground tokens of {name}", "Bodenmarker von {name}"),
    "wounds": Text("Wounds of {name}", "Wunden von {name}"),
}
FATIGUE = Text("Fatigue of {name}: active / inactive", "Erschöpfung von {name}: aktiv / inaktiv")


def corrections(s: State) -> tuple[Prompt, ...]:
    """Score and referee roll always (TAK-PRI-02, TAK-RFR-02); between activations the ball, the time, cards in hand and
    everybody's tokens, for what a card did by hand (TAK-PRI-01)."""
    found: list[Prompt] = [_referee(s), *(_score(c) for c in s.both)]
    if s.phase == "READY":
        found += [_ball(s), _slot(s), _unspent(s)]
        found += [q for c in s.both for q in (_hand(c), *([_pool(c)] if c.superstars else []))]
        found += [q for p in s.players if p.on_field for q in (*(_tokens(p, what) for what in TOKENS), _fatigue(p))]
    return tuple(found)


def _referee(s: State) -> Choose:
    """Two options, one toss, final (TAK-PRI-02)."""
    text = Text("Referee roll: whose option applies?", "Münzwurf: wessen Lesart gilt?")
    options = tuple(Option(c.side, Text.same(c.name)) for c in s.both)
    return Choose(key="referee", text=text, rule="TAK-PRI-02", options=options)


def _score(coach: Coach) -> Number:
    text = Text("Tries of {name}", "Tries von {name}").format(name=coach.name)
    key = f"score.{coach.side}"
    most = max(99, coach.tries)
    return Number(key=key, side=coach.side, text=text, rule="TAK-TRY-07", least=0, most=most, suggestion=coach.tries)


def _ball(s: State) -> Choose:
    """Only the attacker's, or loose: a defender with the ball would be the attacker (TAK-POS-01)."""
    options = (Option("loose", Text("loose", "frei")), *(player_option(p) for p in s.attacking.on_field))
    held = s.carrier.id if s.carrier else "loose"
    return Choose(
        key="ball",
        text=Text("Who has the ball", "Wer hat den Ball"),
        rule="TAK-BAL-01",
        options=options,
        suggestion=held,
    )


def _slot(s: State) -> Number:
    text = Text("Slot of the time tokens", "Feld der Zeitmarker")
    return Number(key="slot", text=text, rule="TAK-TIM-01", least=1, most=SLOTS, suggestion=s.time.slot)


def _unspent(s: State) -> Number:
    """At least one: the last was not spent yet, or nobody would be asked whom to activate."""
    text = Text("Activation tokens left of {name}", "Übrige Aktivierungsmarker von {name}").format(
        name=s.attacking.name
    )
    key, now = "unspent", s.unspent
    return Number(key=key, text=text, rule="TAK-ACT-01", least=1, most=max(ACTIVATIONS, now), suggestion=now)


def _hand(coach: Coach) -> Number:
    text = Text("Cards in the hand of {name}", "Handkarten von {name}").format(name=coach.name)
    key, now = f"hand.{coach.side}", coach.hand
    return Number(key=key, side=coach.side, text=text, rule="TAK-IND-05", least=0, most=max(9, now), suggestion=now)


def _pool(coach: Coach) -> Number:
    text = Text("Team-skill tokens of {name}", "Teamskill-Marker von {name}").format(name=coach.name)
    key, now = f"pool.{coach.side}", coach.pool
    return Number(key=key, side=coach.side, text=text, rule="TAK-TSK-06", least=0, most=max(99, now), suggestion=now)


def _tokens(p: Footballer, what: str) -> Number:
    """Never so many that he would be injured: that is played, not corrected."""
    most = max(9, p.ground) if what == "ground" else max(p.stats["bdy"] - 1, p.wounds)
    now = p.ground if what == "ground" else p.wounds
    text = TOKENS[what].format(name=p.name)
    return Number(key=f"{what}.{p.id}", side=p.side, text=text, rule="TAK-GRD-01", least=0, most=most, suggestion=now)


def _fatigue(p: Footballer) -> Choose:
    """Both kinds at once, for they share their spaces (TAK-FAT-06)."""
    free = FATIGUE_SPACES - p.permanent
    ways = [(a, i) for a in range(free + 1) for i in range(free + 1 - a)]
    return Choose(
        key=f"fatigue.{p.id}",
        side=p.side,
        text=FATIGUE.format(name=p.name),
        rule="TAK-FAT-02",
        options=tuple(Option(f"{a}-{i}", Text.same(f"{a} / {i}")) for a, i in ways),
        suggestion=f"{p.active}-{p.inactive}" if (p.active, p.inactive) in ways else None,
    )


def correct(s: State, key: str, value: JSON) -> Call:
    what, _, whose = key.partition(".")
    if what == "referee":
        text = Text("Referee roll: {name}.", "Münzwurf: {name}.").format(name=s.coaches[value].name)
        return Call("corrected", text, value, "TAK-RFR-02")
    if what == "score":
        s.coaches[whose].tries = value
    elif what == "ball":
        s.carrier = None if value == "loose" else s.player(value)
    elif what == "slot":
        s.time = Dashboard(value, s.time.active)
    elif what == "unspent":
        s.unspent = value
    elif what == "hand":
        s.coaches[whose].hand = value
    elif what == "pool":
        s.coaches[whose].pool = value
    else:
        _set_tokens(s.player(whose), what, value)
    return Call("corrected", Text("Corrected.", "Korrigiert."), None, "TAK-PRI-02")


def _set_tokens(p: Footballer, what: str, value: JSON) -> None:
    if what == "ground":
        p.ground = value
    elif what == "wounds":
        p.wounds = value
    else:
        p.active, p.inactive = (int(n) for n in value.split("-"))
