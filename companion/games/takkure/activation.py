"""One activation: the token, then six steps in order (TAK-ACT-04)."""

from __future__ import annotations

from functools import partial

from companion.games.takkure import measured, second, teamplay
from companion.games.takkure.asking import asked, has_moved, window_nod
from companion.games.takkure.defence import (
    any_more,
    begin_defence,
    declaration_offer,
    declare,
    defence,
    end_defence,
    first_declaration,
    late_offer,
    stand_up,
)
from companion.games.takkure.drills import DRILLS
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.harm import able, tire
from companion.games.takkure.legal import may_rise, second_actions
from companion.games.takkure.offers import DeclaredLate
from companion.games.takkure.ready import mates, not_ahead
from companion.games.takkure.state import Activation, State
from companion.games.takkure.tables import ACTION_TEXT, TIRING_TOKEN
from companion.vocabulary import Asking, Call, Choose, Option, Taken, Text

SECOND_HINTS = {
    "PICK_UP": Text(
        "PICK UP: he touched the ball or its holder, and comes from behind the holder.",
        "PICK UP: Ball oder Träger wurde berührt, den Träger von hinten.",
    ),
    "SCORE": Text(
        "SCORE: his base is partly in the in-goal zone.", "SCORE: seine Base ist teilweise in der In-goal-Zone."
    ),
}
"""What the table has to show for these (R-65)."""


def activate(s: State, active: Footballer, first: str, team_play: bool = False) -> Asking:
    """Spends a token on `active` (TAK-ACT-01) and goes through the six steps; what was left undecided is in `s.act`
    until the next one (TAK-ACT-09)."""
    s.activated += 1
    first, _, to = first.partition(":")
    s.act = Activation(active, first, receiver=s.player(to) if to else None, held=s.carrier, began=s.last)
    if team_play:
        yield from teamplay.declared(s)
    yield from token(s)
    if not active.on_field:
        remove_tokens(s)
        return
    yield from teamplay.announced(s)
    yield from first_action(s)
    if s.going_on.play or s.rules.overlay or not _second_options(s):
        yield from _step_by_step(s)
    else:
        yield from _all_at_once(s)
    remove_tokens(s)


def _step_by_step(s: State) -> Asking:
    """Steps 2 to 5, each closed before the next is asked for."""
    yield from defence(s)
    yield from teamplay.revealed(s)
    yield from execute(s)
    if s.going_on.play:
        yield from teamplay.sequence(s)
    else:
        yield from second_action(s)
        yield from rolls(s)


def _all_at_once(s: State) -> Asking:
    """Steps 2 to 5 with few taps, for tables without an overlay: once the defence has had its word, what is left of it
    lies open beside the second action, which says that everybody has moved. Where that was said too early, the defence
    may still say so until something is measured or rolled, and the second action is asked for anew (TAK-ACT-04)."""
    begin_defence(s)
    defends = yield from first_declaration(s)
    if s.lesson:
        s.remind(s.lesson.second)
    while True:
        second_ = yield from _second_beside_the_defence(s, defends)
        try:
            yield from _second_and_rolls(s, second_, defends)
        except DeclaredLate as late:
            _take_back_second(s)
            yield from _declared(s, late.said)
        else:
            return


def _second_beside_the_defence(s: State, defends: bool) -> Asking:
    while True:
        yield from execute(s)
        s.enter("A2")
        said = yield from asked(
            s,
            lambda: _second(s, _second_options(s)),
            "step1 step2 step4",
            beside=partial(declaration_offer, s) if defends else tuple,
        )
        if not isinstance(said, Taken):
            return said
        yield from _declared(s, str(said.value))


def _declared(s: State, said: str) -> Asking:
    id_, _, action = said.partition(":")
    yield from declare(s, s.player(id_), action)


def _second_and_rolls(s: State, said: str, defends: bool) -> Asking:
    """Where step 5 asks for nothing, the defence is asked whether that was all."""
    end_defence(s)
    s.going_on.landed = s.last
    s.enter("A4", s.attacker)
    s.late = partial(late_offer, s) if defends else None
    yield from _second_said(s, said)
    yield from rolls(s)
    late, s.late = s.late, None
    if late and late():
        s.enter("A2", s.defending.side)
        more = yield from asked(s, partial(any_more, s))
        if more != "done":
            raise DeclaredLate(more)


def _take_back_second(s: State) -> None:
    """The second action was said before the defence was through: nothing of it was measured or rolled yet."""
    act = s.going_on
    act.second, act.on_the_way, act.receiver = "NONE", False, None
    act.moved.clear()
    s.todo.clear()
    s.opened.clear()
    s.attempts, s.sums, s.claims, s.late = [], (), None, None


def token(s: State) -> Asking:
    """The token lies on his card (TAK-ACT-02); a third one in a time phase tires him before step 1 (TAK-ACT-03), and
    injures him if he can take no more, which ends the activation with the token spent (R-59)."""
    active = s.going_on.active
    s.enter("A0", s.attacker)
    s.unspent -= 1
    active.activations += 1
    s.remind(Text("Activation token on {name}.", "Aktivierungsmarker auf {name}.").format(name=active.name))
    yield Call(
        "activated", Text("{name} is active.", "{name} ist aktiv.").format(name=active.name), s.attacker, "TAK-ACT-02"
    )
    tires = s.mode not in DRILLS or DRILLS[s.mode].plays  # exercise 4 adds fatigue (TAK-EXR-08)
    if tires and active.activations == TIRING_TOKEN:
        yield from tire(s, f"{s.here}.third", active)


def first_action(s: State) -> Asking:
    """Step 1: a MOVE is only marked (TAK-FST-02), with the movement token alone (TAK-FST-03) or over the turn token
    (TAK-FST-04, TAK-FST-08), at any distance and unmeasured (TAK-FST-05, TAK-MEA-04), for the active player alone
    (TAK-FST-07)."""
    act = s.going_on
    s.enter("A1", s.attacker)
    if not (yield from able(s, s.here, act.active, act.first)):
        act.first = "NONE"
        return
    name = act.active.name
    if act.first == "STAND_UP":
        stand_up(s, act.active)
        return
    if act.first == "TURN":
        s.remind(
            Text(
                "{name}: turn token, then movement token, at any distance.",
                "{name}: Turnmarker, dann Movementmarker, beliebig weit.",
            ).format(name=name)
        )
    elif act.first == "MOVE":
        s.remind(
            Text(
                "{name}: movement token, at any distance, straight.",
                "{name}: Movementmarker, beliebig weit, geradeaus.",
            ).format(name=name)
        )


def execute(s: State) -> Asking:
    """Step 3: the start is marked (TAK-EXE-01), then the marked move goes as far as it reaches (TAK-FST-06,
    TAK-EXE-02), measured now (TAK-MEA-06), over everybody (TAK-EXE-03, TAK-EXE-06, TAK-OCC-03). Who stands or lies
    (TAK-OCC-01, TAK-OCC-02) where he lands (TAK-OCC-04), and a loose ball (TAK-OCC-07, TAK-BAL-03), makes room by
    the shortest way (TAK-EXE-04, TAK-OCC-05), team-mates do not (TAK-EXE-05), and in doubt the defending coach
    places (TAK-OCC-06)."""
    act = s.going_on
    s.opened.append("step3")
    if act.first not in ("MOVE", "TURN"):
        return
    s.enter("A3", s.attacker, act.active.id)
    way = Text("over the turn token", "über den Turnmarker") if act.first == "TURN" else Text("straight", "geradeaus")
    text = Text(
        "{name} moves {way} to the movement token, up to {n}″.", "{name} zieht {way} zum Movementmarker, bis {n}″."
    )
    if not s.rules.overlay:  # read while the defence may still declare: no number yet (TAK-MEA-01)
        text = Text(
            "{name} moves {way} to the movement token, as far as his MOV goes.",
            "{name} zieht {way} zum Movementmarker, so weit sein MOV reicht.",
        )
    hint = Text(
        "Active-player token where he starts. Displace opponents where he lands; stop short of team-mates. "
        "In doubt {other} places.",
        "Aktivmarker an den Start. Gegner am Ziel verdrängen; vor Mitspielern anhalten. Im Zweifel stellt {other} hin.",
    )
    text = text.format(name=act.active.name, way=way, n=act.active.mov[0])
    hint, moved = hint.format(other=s.defending.name), has_moved(s, act.active, act.began)
    yield from window_nod(s, f"{s.here}.executed", s.attacker, text, "TAK-EXE-01", hint, moved=moved)
    s.measuring = ""


def second_action(s: State) -> Asking:
    """Step 4: one second action, or none (TAK-SND-01, R-17)."""
    s.enter("A4", s.attacker)
    s.opened.append("step4")
    options = _second_options(s)
    if not options:
        return
    if s.lesson:
        s.remind(s.lesson.second)
    said = yield from asked(s, lambda: _second(s, options))
    s.going_on.landed = s.last
    yield from _second_said(s, said)


def _second_said(s: State, said: str) -> Asking:
    act = s.going_on
    action, to, how = (*said.split(":"), "", "")[:3]
    if not (yield from able(s, s.here, act.active, action)):
        return
    act.second, act.on_the_way = action, how == "way"
    act.receiver = s.player(to) if to else act.receiver
    if action == "MOVE":
        yield from move_again(s, act.active)


def _second_options(s: State) -> list[Option]:
    act, p = s.going_on, s.going_on.active
    if not p.on_field:
        return []
    others = mates(s, p)
    free = s.carrier is None or s.carrier in others
    actions = second_actions(
        act.first,
        s.carrier is p,
        ground_left=p.ground,
        active_fatigue=p.tired,
        ball_to_pick=free,
        tackle_declared=p is act.target and any(a.startswith("TACKLE") for a in act.defence.values()),
    )
    if s.mode in DRILLS:
        actions = [a for a in actions if a in DRILLS[s.mode].seconds]
    found = []
    for action in actions:
        if action == "PASS":
            found += [o for mate in others for o in _passes(act, mate)]
        else:
            found.append(Option(action, ACTION_TEXT[action], action))
    return found


def _passes(act: Activation, mate: Footballer) -> list[Option]:
    """From where he stands, or from any other point of his move (TAK-PAS-03)."""
    here = Text("PASS to {name}", "PASS zu {name}").format(name=mate.name)
    found = [Option(f"PASS:{mate.id}", here, "PASS", piece=mate.id)]
    if act.first in ("MOVE", "TURN"):
        way = Text("PASS to {name}, on the way", "PASS zu {name}, unterwegs").format(name=mate.name)
        found.append(Option(f"PASS:{mate.id}:way", way, "PASS", piece=mate.id))
    return found


def _second(s: State, options: list[Option]) -> Choose:
    """What the table shows to be impossible is not said: nobody ahead, in contact with the ball, partly in the
    in-goal zone (TAK-PUP-02, TAK-PUP-03, TAK-PUP-04, TAK-TRY-01, R-65); the pass point may be any point of the move
    (TAK-PAS-03)."""
    groups = {o.group for o in options}
    hints = [not_ahead(s)] if "PASS" in groups else []
    hints += [text for action, text in SECOND_HINTS.items() if action in groups]
    text = Text("{name}: second action?", "{name}: zweite Aktion?")
    if s.phase == "A2":
        text = Text("The defence has moved. {name}: second action?", "Die Abwehr hat gezogen. {name}: zweite Aktion?")
    none = Option("NONE", ACTION_TEXT["NONE"], "NONE")
    key = s.key(f"{s.here}.second")
    return Choose(
        key=key,
        side=s.attacker,
        text=text.format(name=s.going_on.active.name),
        hint=sum(hints[1:], hints[0]) if hints else None,
        rule="TAK-SND-01",
        options=(*options, none),
        suggestion="NONE",
    )


def move_again(s: State, p: Footballer) -> Asking:
    """MOVE as second action: up to the attack MOV in any shape, without tokens (TAK-SND-02), around everybody
    (TAK-SND-03), measured now (TAK-MEA-07). A tackled player marks its start (TAK-SND-05)."""
    s.measuring = p.id
    s.going_on.moved.append(p.id)
    hint = None
    if any(a.startswith("TACKLE") for a in s.going_on.defence.values()) and p is s.going_on.target:
        hint = Text("Active-player token to where this move starts.", "Aktivmarker an den Start dieses Zuges.")
    text = Text(
        "{name} moves up to {n}″ in any shape, around others.", "{name} zieht bis {n}″ beliebig, um andere herum."
    )
    text = text.format(name=p.name, n=p.mov[0])
    yield from window_nod(s, f"{s.here}.moved_again", s.attacker, text, "TAK-SND-02", hint, moved=has_moved(s, p))
    s.measuring = ""


def rolls(s: State) -> Asking:
    """Step 5: first everything is measured, then rolled, in the order of the catalogue's queue: the active player's
    action with those it opposes, the tackles that are left, steals, tackles without contact."""
    act, key = s.going_on, f"{s.here}.s5"
    s.enter("A5", "AB", "all")
    s.opened += ["step5", "before_measure"]
    action = "PASS_FROM_GROUND" if act.first == "PASS_FROM_GROUND" else act.second
    to = act.receiver if action in ("PASS", "PASS_FROM_GROUND") else None
    if s.rules.overlay:
        facts = yield from measured.contacts(s, key)
        yield from measured.for_action(s, key, action, act.active, to, facts)
    else:
        facts = yield from measured.at_once(s, key, action, act.active, to)
    if action == "PASS_FROM_GROUND":
        yield from second.pass_from_ground(s, key, facts)
    else:
        yield from second.carried_out(s, key, action, act.active, to, facts)
    yield from after_action(s, key, facts)


def after_action(s: State, key: str, facts: measured.Facts) -> Asking:
    yield from second.tackles_left(s, key, facts)
    yield from second.steals(s, key, facts)
    yield from second.tackles_missed(s, key, facts)
    s.measuring = ""


def remove_tokens(s: State) -> None:
    """Step 6: the tokens of the activation come off (TAK-ACT-06), and team-mates who were not active may take off a
    GROUNDED token each (TAK-ACT-07, TAK-ACT-08): they do, unless their coach says before the next activation that one
    keeps it."""
    act = s.going_on
    s.enter("A6", s.attacker)
    s.opened.append("step6")
    s.remind(
        Text(
            "Off the pitch: pressure, tackle, steal, movement, turn and active-player tokens.",
            "Vom Feld: Pressure-, Tackle-, Steal-, Movement-, Turn- und Aktivmarker.",
        )
    )
    busy = [act.active, act.held, s.carrier, *act.taking_part]
    s.rose = [p for p in s.attacking.on_field if may_rise(p, busy)]
    for p in s.rose:
        stand_up(s, p)
