"""The second actions, measured and rolled in step 5."""

from __future__ import annotations

from companion.games.takkure import ball, passing
from companion.games.takkure.asking import asked
from companion.games.takkure.contest import alone, attempt, contest
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.measured import Facts, opposing
from companion.games.takkure.rolls import Outcome
from companion.games.takkure.state import Attempt, Claims, State
from companion.games.takkure.sums import Term, pressure_terms
from companion.games.takkure.tables import FROM_GROUND_MOST_IN, PICK_UP, STEAL_LOOSE
from companion.games.takkure.tackling import (
    break_effect,
    confront,
    dodge_effect,
    keep_feet,
    stopped,
    superstar,
    tackle_ends,
    unopposed,
)
from companion.vocabulary import Asking, Call, Choose, Option, Text


def carried_out(s: State, key: str, action: str, actor: Footballer, to: Footballer | None, facts: Facts) -> Asking:
    """The second action of `actor`, with what was measured for it. Returns whether its roll was a success (True
    where there was none), which keeps a team play going (TAK-TPL-09)."""
    pressure = list(pressure_terms(p.name for p in facts.pressers))
    try:
        if action == "PASS" and to is not None:
            return (yield from throw(s, key, actor, to, facts, pressure))
        done = {"PICK_UP": pick_up, "DODGE": dodge, "BREAK_THROUGH": break_through, "SCORE": score}.get(action)
        return (yield from done(s, key, actor, facts, pressure)) if done else True
    finally:
        s.claims = None


def throw(s: State, key: str, passer: Footballer, to: Footballer, facts: Facts, pressure: list[Term]) -> Asking:
    """PASS, a BaC roll (TAK-PAS-06): before any contact unopposed (TAK-PAS-04), else face-to-face with those whose
    contact comes before it (TAK-PAS-05). Later tacklers roll unopposed afterwards (TAK-PAS-14, R-10)."""
    terms = passing.terms(facts.distance_in, pressure)
    s.claims = Claims(passer, "PASS", facts.pressers, terms, facts.lane)
    arrived = thrown = False

    def flown(mine: Outcome, theirs: Outcome | None, d: Footballer | None) -> Asking:
        nonlocal arrived, thrown
        if not passing.performed(mine, [theirs] if theirs else []):
            return False
        thrown = True
        arrived = yield from passing.flight(s, key, passer, to, mine, facts)
        return True

    if facts.before:
        yield from confront(s, key, "PASS", passer, facts.before, terms, flown)
    else:
        outcome = yield from alone(s, key, "TAK-PAS-04", attempt(passer, "PASS", terms))
        yield from flown(outcome, None, None)
    if thrown and not s.rules.late_tackle:
        s.going_on.done += [d.id for d in facts.touching]
    return arrived


def dodge(s: State, key: str, actor: Footballer, facts: Facts, pressure: list[Term]) -> Asking:
    """DODGE: face-to-face with the tacklers in contact (TAK-DOD-02), unopposed without contact (R-25)."""
    effect = dodge_effect(s, key)
    s.claims = Claims(actor, "DODGE", facts.pressers, pressure, [])
    if against := opposing(s, actor, facts):
        yield from confront(s, key, "DODGE", actor, against, pressure, effect)
    else:
        outcome = yield from alone(s, key, "TAK-DOD-02", attempt(actor, "DODGE", pressure))
        yield from effect(outcome, None, None)
    return s.going_on.dodged and not actor.grounded


def break_through(s: State, key: str, actor: Footballer, facts: Facts, pressure: list[Term]) -> Asking:
    """BREAK THROUGH: face-to-face with each tackler in contact (TAK-BRK-02); without any it has no effect (R-25)."""
    act, against = s.going_on, opposing(s, actor, facts)
    if not against:
        text = Text(
            "No tackler in contact: nothing to break through.", "Kein Tackler im Kontakt: nichts zu durchbrechen."
        )
        yield Call("no_effect", text, actor.side, "TAK-BRK-02")
        return True
    s.claims = Claims(actor, "BREAK_THROUGH", facts.pressers, pressure, [])
    yield from confront(s, key, "BREAK_THROUGH", actor, against, pressure, break_effect(s, key))
    return act.broke and actor.on_field and not actor.grounded


def score(s: State, key: str, actor: Footballer, facts: Facts, pressure: list[Term]) -> Asking:
    """SCORE A TRY against the second BaC value (TAK-TRY-02), where a 12 misses as always (TAK-TRY-05): one tackler
    face-to-face, several in a melee (TAK-TRY-06, TAK-MEL-01). A try (TAK-TRY-07), or on a miss a kick-off after the
    tackle's effects (TAK-TRY-08, R-12); cancelled, play goes on (TAK-TRY-09)."""
    act, tacklers = s.going_on, opposing(s, actor, facts)
    act.done += [d.id for d in tacklers]
    tackles = [attempt(d, "TACKLE") for d in tacklers]
    one = attempt(actor, "SCORE", pressure)
    s.claims = Claims(actor, "SCORE", facts.pressers, pressure, [])
    outcomes = yield from contest(s, key, "TAK-TRY-02", one, *tackles, melee=len(tackles) > 1)
    mine = outcomes[actor.id]
    if mine.won:
        act.tried = "scored"
        yield from superstar(s, actor)
    elif mine.failed:
        act.tried = "failed"
    for d in tacklers:
        if not (stopped(s) and outcomes[d.id].won):
            yield from tackle_ends(s, key, d, outcomes[d.id])
    return mine.won


def pick_up(s: State, key: str, actor: Footballer, facts: Facts, pressure: list[Term]) -> Asking:
    """PICK UP with +4 (TAK-PUP-05), for the attacker only (TAK-PUP-01); one stealer in contact makes it
    face-to-face, several a melee (TAK-MEL-01, R-35). A miss leaves the ball where it is."""
    plus = Term(Text("pick up", "Aufnehmen"), PICK_UP, "TAK-PUP-05")
    s.claims = Claims(actor, "PICK_UP", facts.pressers, pressure, [])
    outcome = yield from for_the_ball(s, key, "TAK-PUP-05", attempt(actor, "PICK_UP", [plus, *pressure]), facts)
    if outcome.won:
        yield from ball.give(s, actor, "picked_up", "TAK-PUP-05")
    return outcome.won


def for_the_ball(s: State, key: str, rule: str, own: Attempt, facts: Facts) -> Asking:
    """One attacker and the stealers in contact compete for one ball; a stealer who wins has it. Returns the attacker's
    outcome."""
    stealers = facts.stealing
    s.going_on.done += [d.id for d in stealers]
    rivals = [attempt(d, "BALL_STEAL", steal_terms(s)) for d in stealers]
    outcomes = yield from contest(s, key, rule, own, *rivals, melee=len(rivals) > 1)
    for d in stealers:
        if outcomes[d.id].won:
            yield from ball.give(s, d, "stolen", "TAK-STL-08")
    return outcomes[own.player.id]


def steal_terms(s: State) -> list[Term]:
    """A loose ball +4 (TAK-STL-02); out of the hands of a GROUNDED attacker nothing, or what the house rule says
    (TAK-STL-03, R-09)."""
    if s.going_on.loose:
        return [Term(Text("loose ball", "freier Ball"), STEAL_LOOSE, "TAK-STL-02")]
    held = Term(Text("held on the ground", "am Boden gehalten"), s.rules.steal_held_mod, "TAK-STL-03")
    return [held] if held.value else []


def pass_from_ground(s: State, key: str, facts: Facts) -> Asking:
    """PASS FROM THE GROUND (TAK-PFG-02, TAK-PFG-04): farther than 8 inches it is cancelled (TAK-PFG-03); stealers
    who touch the passer compete with it (R-36)."""
    act = s.going_on
    passer, receiver = act.active, act.receiver
    assert receiver is not None
    if (yield from _too_far(s, key, facts.distance_in)):
        text = Text("Farther than 8″: no pass.", "Weiter als 8″: kein Pass.")
        yield Call("too_far", text, passer.side, "TAK-PFG-03")
        return
    pressure = pressure_terms(p.name for p in facts.pressers) if s.rules.pressure_ground_pass else ()
    terms = passing.terms(facts.distance_in, pressure, from_ground=True)
    mine = yield from for_the_ball(s, key, "TAK-PFG-02", attempt(passer, "PASS", terms), facts)
    if s.carrier is passer and passing.performed(mine, []):
        yield from passing.flight(s, key, passer, receiver, mine, facts)


def _too_far(s: State, key: str, distance_in: float) -> Asking:
    if not passing.at_the_limit(distance_in) or distance_in == FROM_GROUND_MOST_IN:
        return passing.too_far_from_ground(distance_in)
    said = yield from asked(s, lambda: _limit(s, key, distance_in))
    return said == "farther"


def _limit(s: State, key: str, distance_in: float) -> Choose:
    """Inside the tolerance the value is shown and the coaches agree, or a referee roll decides (R-21)."""
    text = Text("{d}″ measured: within 8″?", "{d}″ gemessen: innerhalb von 8″?").format(d=f"{distance_in:g}")
    options = (Option("within", Text("Within 8″", "Innerhalb")), Option("farther", Text("Farther", "Weiter")))
    return Choose(key=s.key(f"{key}.limit"), text=text, rule="TAK-PFG-03", options=options)


def steals(s: State, key: str, facts: Facts) -> Asking:
    """Never from who stands (TAK-STL-06). Stealers in contact whom nobody contests roll in their coach's order,
    until one has the ball (R-35). Ball and contact count as they were at the end of step 2 (R-34)."""
    act = s.going_on
    for d in facts.stealing:
        there = s.carrier is None if act.loose else s.carrier is act.held
        if d.id in act.done or not there or d.grounded or not d.on_field:
            continue
        act.done.append(d.id)
        outcome = yield from alone(s, key, "TAK-STL-02", attempt(d, "BALL_STEAL", steal_terms(s)))
        if outcome.won:
            yield from ball.give(s, d, "stolen", "TAK-STL-08")
            return


def tackles_left(s: State, key: str, facts: Facts) -> Asking:
    """Tacklers in contact whom no action opposed roll unopposed, until the target is down (TAK-TKL-09, R-56)."""
    for d in facts.touching:
        if d.id not in s.going_on.done and not stopped(s):
            s.going_on.done.append(d.id)
            yield from unopposed(s, key, d)


def tackles_missed(s: State, key: str, facts: Facts) -> Asking:
    """No contact counts as a failed roll: straight to the tackler's REF roll (TAK-TKL-08), also when another tackler
    has felled the target (R-25)."""
    touching = {d.id for d in facts.touching}
    for d in facts.tacklers:
        if d.id not in touching and d.on_field and not d.grounded:
            text = Text("{name}: no contact, the tackle fails.", "{name}: kein Kontakt, der Tackle misslingt.")
            yield Call("no_contact", text.format(name=d.name), d.side, "TAK-TKL-08")
            yield from keep_feet(s, key, d)
