"""Step 2: every defender declares, then moves (TAK-DEF-01)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.takkure.asking import asked, has_moved, window_nod
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.harm import able
from companion.games.takkure.legal import defence_actions
from companion.games.takkure.state import State
from companion.games.takkure.tables import ACTION_TEXT
from companion.vocabulary import Asking, Call, Choose, Marked, Moved, Option, Prompt, Text

MOVING = ("PRESSURE", "BALL_STEAL", "TACKLE", "TACKLE_PATH")
"""The actions with a defensive move (TAK-DEF-03, TAK-PRS-01, TAK-TKL-01, TAK-STL-01)."""
TOKEN = {
    "PRESSURE": Text("Pressure token on {name}.", "Pressuremarker auf {name}."),
    "BALL_STEAL": Text("Ball-steal token on {name} (if you like).", "Ballstealmarker auf {name} (wer mag)."),
    "TACKLE": Text("Tackle token on {name}.", "Tacklemarker auf {name}."),
    "TACKLE_PATH": Text("Tackle token on {name}.", "Tacklemarker auf {name}."),
}


def defence(s: State) -> Asking:
    """One defender after the other, in their coach's order (TAK-DEF-01): declare, then the window opens for him
    alone, he moves, and the next declaration closes it (TAK-MEA-05, TAK-DMV-05). PRESSURE, BALL STEAL and TACKLE are
    resolved in step 5 (TAK-DEF-05)."""
    s.enter("A2", s.defending.side)
    begin_defence(s)
    act = s.going_on
    while waiting := [p for p in s.defending.on_field if p.id not in act.defence]:
        if not any(_actions(s, p) for p in waiting):
            break
        said = yield from asked(s, partial(_declaration, s, waiting), "step1 step2")
        s.measuring = ""
        if said == "done":
            break
        id_, action = said.split(":")
        yield from declare(s, s.player(id_), action)
    if s.measuring and s.rules.overlay:
        last = s.player(s.measuring)
        text = Text("{name} has moved.", "{name} hat gezogen.").format(name=last.name)
        yield from window_nod(s, f"{s.here}.moved", s.defending.side, text, "TAK-DMV-05", moved=has_moved(s, last))
    s.measuring = ""
    end_defence(s)


def begin_defence(s: State) -> None:
    """Whom a TACKLE would go for: the carrier, if he stands (TAK-TKL-02, TAK-TKL-03)."""
    standing = s.carrier and not s.carrier.grounded and s.carrier.side == s.attacker
    s.going_on.target = s.carrier if standing else None
    if s.lesson:
        s.remind(s.lesson.defence)


def end_defence(s: State) -> None:
    """The ball as stealers find it (R-34)."""
    act = s.going_on
    act.defended = s.last
    act.loose, act.target_grounded = s.carrier is None, bool(s.carrier and s.carrier.grounded)


def first_declaration(s: State) -> Asking:
    """The defence speaks before the second action does (TAK-ACT-04). Returns whether it may go on."""
    s.enter("A2", s.defending.side)
    waiting = [p for p in s.defending.on_field if _actions(s, p)]
    if not waiting:
        return False
    said = yield from asked(s, partial(_declaration, s, waiting), "step1 step2")
    if said == "done":
        return False
    id_, action = said.split(":")
    yield from declare(s, s.player(id_), action)
    return True


def declaration_offer(s: State) -> list[Prompt]:
    """The declarations that are left, to be taken up beside another question."""
    waiting = [p for p in s.defending.on_field if p.id not in s.going_on.defence and _actions(s, p)]
    if not waiting:
        return []
    asked_ = _declaration(s, waiting)
    return [replace(asked_, options=asked_.options[:-1], suggestion=None, moved=None, offer=True)]


def late_offer(s: State) -> list[Prompt]:
    """The same, where the second action was said before the defence was through with its own."""
    text = Text(
        "{name}: was more declared before anything was measured?",
        "{name}: war noch mehr angesagt, bevor gemessen wurde?",
    )
    name, key = s.defending.name, f"{s.here}.late"
    return [replace(p, key=s.key(key), text=text.format(name=name)) for p in declaration_offer(s)]


def any_more(s: State) -> Prompt:
    """The declarations that are left, or none of them."""
    waiting = [p for p in s.defending.on_field if p.id not in s.going_on.defence and _actions(s, p)]
    return replace(_declaration(s, waiting), key=s.key(f"{s.here}.more"), moved=None)


def _actions(s: State, p: Footballer) -> list[str]:
    """What he may declare; REST only with a token that it helps with (TAK-RST-01)."""
    carrier = s.carrier
    state = "none" if carrier is None else "grounded" if carrier.grounded else "standing"
    found = [a for a in defence_actions(p.grounded, state) if a != "REST" or p.active or p.inactive]
    if "TACKLE" in found and _has_path(s):
        found.insert(1, "TACKLE_PATH")
    return found


def _has_path(s: State) -> bool:
    """A marked path of the carrier, any point of which may be tackled (TAK-TKL-05)."""
    return s.going_on.active is s.carrier and s.going_on.first in ("MOVE", "TURN")


def _declaration(s: State, waiting: list[Footballer]) -> Choose:
    """Target and point of a TACKLE are said before anything is measured (TAK-TKL-04); what was said is not lightly
    taken back once the window is open (TAK-DMV-05). Once the active player leaves his place, step 3 has begun."""
    act = s.going_on
    begun = Moved("done", (act.active.id,), act.began, rest=False) if act.first in ("MOVE", "TURN") else None
    options = [_option(p, a) for p in waiting for a in _actions(s, p)]
    done = Option("done", Text("No more defence", "Keine weitere Verteidigung"))
    return Choose(
        key=s.key(f"{s.here}.defence"),
        side=s.defending.side,
        text=Text("{name}: which defender does what?", "{name}: welcher Verteidiger macht was?").format(
            name=s.defending.name
        ),
        hint=Text(
            "TACKLE: point at the exact spot first. PRESSURE needs no word here, its token says it.",
            "TACKLE: erst genau auf die Stelle zeigen. PRESSURE muss hier nicht gesagt werden, der Marker sagt es.",
        ),
        rule="TAK-DEF-01",
        options=(*options, done),
        barrier=s.rules.overlay,
        suggestion="done",
        moved=begun,
        judge=Marked(act.began),
    )


def _option(p: Footballer, action: str) -> Option:
    """A TACKLE goes for where the carrier stands, or for his path (TAK-TKL-05)."""
    text = Text("{name}: {action}", "{name}: {action}").format(name=p.name, action=ACTION_TEXT[action])
    token = action.lower() if action in MOVING else ""
    return Option(f"{p.id}:{action}", text, p.id, piece=p.id, token=token)


def declare(s: State, p: Footballer, action: str) -> Asking:
    s.going_on.defence[p.id] = "NONE"
    text = Text("{name}: {action}.", "{name}: {action}.").format(name=p.name, action=ACTION_TEXT[action])
    yield Call("declared", text, p.side, "TAK-DEF-01")
    if not (yield from able(s, s.here, p, action)):
        return
    s.going_on.defence[p.id] = action
    if action == "STAND_UP":
        stand_up(s, p)
    elif action == "REST":
        p.rest()
        s.remind(
            Text("{name}: one fatigue token eased.", "{name}: ein Erschöpfungsmarker gelockert.").format(name=p.name)
        )
    else:
        _opens(s, p, action)


def stand_up(s: State, p: Footballer) -> None:
    """One GROUNDED token off, no roll (TAK-STU-01), and in defence no move (TAK-STU-03)."""
    p.ground -= 1
    s.remind(Text("{name}: one ground token off.", "{name}: ein Bodenmarker weg.").format(name=p.name))


def _opens(s: State, p: Footballer, action: str) -> None:
    """The window of PRESSURE, BALL STEAL and TACKLE (TAK-DEF-03, TAK-PRS-01, TAK-STL-01, TAK-TKL-01): up to the
    second MOV (TAK-DMV-01), whatever comes of the action (TAK-DMV-02), in any direction and shape (TAK-DMV-03),
    around everybody and a loose ball (TAK-DMV-04); a tackler as close to the spot as he can (TAK-TKL-06)."""
    s.measuring = p.id
    move = Text("{name} moves up to {n}″, around others.", "{name} zieht bis {n}″, um andere herum.")
    if action in ("TACKLE", "TACKLE_PATH"):
        move = Text(
            "{name} moves up to {n}″, as close to the spot as he can.",
            "{name} zieht bis {n}″, so nah an die Stelle wie möglich.",
        )
    s.remind(TOKEN[action].format(name=p.name), move.format(name=p.name, n=p.defensive_mov))
