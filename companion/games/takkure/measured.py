"""What step 5 measures before anything is rolled (TAK-M5-01, TAK-MEA-08): contacts, pressure, the pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from companion.games.takkure.asking import asked, pass_length, players_of, which
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.state import State
from companion.games.takkure.tables import PRESSURE_IN
from companion.vocabulary import Asking, Choose, Judge, Near, Prompt, Text, Way

PRESSED = ("PASS", "PICK_UP", "DODGE", "BREAK_THROUGH", "SCORE")
"""The second actions that are rolled for, and so may suffer from pressure (TAK-PRS-03)."""


@dataclass
class Facts:
    """`tacklers` declared a TACKLE, `touching` made contact, in the order in which they are faced, `before` are
    those whose contact comes at or before the pass (R-11); `pressers` are within 2 inches of the point of the
    action, `stealing` touch the ball or its GROUNDED holder; `lane` are the stealers in the way of the pass, None where
    that is asked when it flies; `distance_in` is that of the pass."""

    tacklers: list[Footballer] = field(default_factory=list)
    touching: list[Footballer] = field(default_factory=list)
    before: list[Footballer] = field(default_factory=list)
    pressers: list[Footballer] = field(default_factory=list)
    stealing: list[Footballer] = field(default_factory=list)
    lane: list[Footballer] | None = None
    distance_in: float = 0.0


def declared(s: State, *actions: str) -> list[Footballer]:
    """The defenders on the field who declared one of these."""
    return [p for p in s.defending.on_field if s.going_on.defence.get(p.id) in actions]


def _together(s: State, makers: Sequence[Callable[[], Prompt]]) -> Asking:
    """The answers to prompts that are open at once, in their order; none where nothing is to be asked."""
    values = (yield from asked(s, lambda: [make() for make in makers])) if makers else []
    return [values] if len(makers) == 1 else list(values)


def contacts(s: State, key: str) -> Asking:
    """Which tackles (TAK-TKL-07) and steals (TAK-STL-02, TAK-STL-03) made contact, as they stood after step 2;
    returns Facts. Nothing is asked where nothing was declared (TAK-M5-02)."""
    facts, stealers = Facts(tacklers=_tacklers(s)), _stealers(s)
    makers: list[Callable[[], Prompt]] = []
    if facts.tacklers:
        makers.append(lambda: _tackled(s, key, facts.tacklers))
    if stealers:
        makers.append(lambda: _stealing(s, key, stealers))
    values = yield from _together(s, makers)
    facts.touching = players_of(s, values.pop(0)) if facts.tacklers else []
    facts.stealing = players_of(s, values.pop(0)) if stealers else []
    return facts


def for_action(s: State, key: str, action: str, actor: Footballer, to: Footballer | None, facts: Facts) -> Asking:
    """What this action's value hangs on: who presses (TAK-PRS-02), how far the pass is (TAK-PAS-07), and which
    contacts it comes after (TAK-PAS-05): all of them where the passer stands at the end of his move (R-11). Fills
    `facts`."""
    idle = action == "BREAK_THROUGH" and not opposing(s, actor, facts)
    pressers = declared(s, "PRESSURE") if _pressed(s, action) and not idle else []
    met = _met(s, action, actor, facts)
    open_ = met if s.going_on.on_the_way else []
    makers: list[Callable[[], Prompt]] = []
    if pressers:
        makers.append(lambda: _pressing(s, key, action, actor, pressers))
    if to is not None:
        makers.append(lambda: pass_length(s, f"{key}.distance", actor, to))
    if open_:
        makers.append(lambda: _before(s, key, actor, open_))
    values = yield from _together(s, makers)
    facts.pressers = players_of(s, values.pop(0)) if pressers else []
    facts.distance_in = values.pop(0) if to is not None else 0.0
    facts.before = players_of(s, values.pop(0)) if open_ else met


def at_once(s: State, key: str, action: str, actor: Footballer, to: Footballer | None) -> Asking:
    """The same by hand, in one list with one tap for each, where no ruler can judge them one by one: contacts,
    pressure, stealers at the ball or in the lane of a pass (TAK-M5-01), and beside it the distance. Returns Facts."""
    facts, stealers = Facts(tacklers=_tacklers(s)), _stealers(s)
    pressers = declared(s, "PRESSURE") if _pressed(s, action) else []
    lane = declared(s, "BALL_STEAL") if action == "PASS" else []
    makers: list[Callable[[], Prompt]] = []
    if about := [*facts.tacklers, *stealers, *pressers, *lane]:
        makers.append(lambda: _reaching(s, key, actor, about, lane))
    if to is not None:
        makers.append(lambda: pass_length(s, f"{key}.distance", actor, to))
    values = yield from _together(s, makers)
    reaching = players_of(s, values.pop(0)) if about else []
    facts.touching, facts.stealing, facts.pressers = (
        [p for p in reaching if p in those] for those in (facts.tacklers, stealers, pressers)
    )
    facts.lane = [p for p in reaching if p in lane] if action == "PASS" else None
    facts.distance_in = values.pop(0) if to is not None else 0.0
    facts.before = met = _met(s, action, actor, facts)
    if met and s.going_on.on_the_way:
        said = yield from asked(s, lambda: _before(s, key, actor, met))
        facts.before = players_of(s, said)
    return facts


def _reaching(s: State, key: str, actor: Footballer, about: list[Footballer], lane: list[Footballer]) -> Choose:
    """All but who stands in the lane are suggested."""
    text = Text("Measured as they stand: who reaches?", "Gemessen, so wie sie stehen: wer reicht hin?")
    hint = Text("In the order in which they roll.", "In der Reihenfolge, in der gewürfelt wird.")
    asked_ = which(s, f"{key}.reach", s.attacker, text, "TAK-MEA-08", about, hint)
    told = tuple(replace(o, detail=_reach_text(s, s.player(o.id), actor)) for o in asked_.options)
    return replace(asked_, options=told, suggestion=[p.id for p in about if p not in lane])


def _reach_text(s: State, p: Footballer, actor: Footballer) -> Text:
    """What it means for him to reach."""
    act = s.going_on
    action = act.defence[p.id]
    if action == "PRESSURE":
        return Text("within 2″ of {name}", "höchstens 2″ von {name}").format(name=actor.name)
    if action == "BALL_STEAL" and act.loose:
        return Text("touches the ball", "berührt den Ball")
    if action == "BALL_STEAL" and act.target_grounded and act.held:
        return Text("touches {name}", "berührt {name}").format(name=act.held.name)
    if action == "BALL_STEAL":
        return Text("stands in the lane of the pass", "steht in der Passbahn")
    assert act.target is not None
    return Text("touches {name} or his path", "berührt {name} oder seinen Weg").format(name=act.target.name)


def _tacklers(s: State) -> list[Footballer]:
    return declared(s, "TACKLE", "TACKLE_PATH")


def _stealers(s: State) -> list[Footballer]:
    """Those with a ball to reach for: loose, or in the hands of who lies (TAK-STL-02, TAK-STL-03)."""
    return declared(s, "BALL_STEAL") if s.going_on.loose or s.going_on.target_grounded else []


def _met(s: State, action: str, actor: Footballer, facts: Facts) -> list[Footballer]:
    """The contacts that a passer may be opposed by."""
    carrier = action == "PASS" and actor is s.going_on.target
    return [d for d in facts.touching if d.id not in s.going_on.done] if carrier else []


def opposing(s: State, actor: Footballer, facts: Facts) -> list[Footballer]:
    """The tacklers in contact who have not rolled yet: they oppose nobody but the player they went for (TAK-PRI-04)."""
    return [d for d in facts.touching if actor is s.going_on.target and d.id not in s.going_on.done]


def _pressed(s: State, action: str) -> bool:
    return action in PRESSED or (action == "PASS_FROM_GROUND" and s.rules.pressure_ground_pass)


def _tackled(s: State, key: str, tacklers: list[Footballer]) -> Prompt:
    target = s.going_on.target
    assert target is not None
    text = Text("Which tackles touch {name} or his path?", "Welche Tackles berühren {name} oder seinen Weg?")
    hint = Text(
        "As the tacklers stand. Tap in the order in which they are faced.",
        "So wie die Tackler stehen. In der Reihenfolge antippen, in der sie drankommen.",
    )
    text = text.format(name=target.name)
    return which(s, f"{key}.contact", s.attacker, text, "TAK-TKL-07", tacklers, hint, True, _contact(s, target))


def _contact(s: State, target: Footballer) -> Judge | None:
    """The tacklers as they stood after step 2, the target where he was or on his way to where he landed, over
    the turn token if there is one (R-20)."""
    act = s.going_on
    if act.active is not target or act.first not in ("MOVE", "TURN"):
        return Near(target.id, 0, act.defended)
    if not act.landed:
        return None
    return Way(target.id, act.began, act.landed, act.defended, "turn" if act.first == "TURN" else "")


def _stealing(s: State, key: str, stealers: list[Footballer]) -> Prompt:
    ball = Text("the ball", "den Ball")
    holder = s.going_on.held
    held = None if s.going_on.loose else holder
    what = ball if held is None else Text.same(held.name)
    touch = Near(held.id, 0, s.going_on.defended) if held else None
    text = Text("Who of the stealers touches {what}?", "Wer von den Stehlern berührt {what}?").format(what=what)
    hint = Text(
        "As they stand. Tap in the order in which they roll.", "So wie sie stehen. In der Reihenfolge der Würfe."
    )
    return which(s, f"{key}.steal", s.defending.side, text, "TAK-STL-02", stealers, hint, True, touch)


def _pressing(s: State, key: str, action: str, actor: Footballer, pressers: list[Footballer]) -> Prompt:
    text = Text("Who presses {name} from within 2″?", "Wer übt aus höchstens 2″ Druck auf {name} aus?")
    hint = Text("At the exact point of the action.", "Genau am Ort der Aktion.")
    text = text.format(name=actor.name)
    elsewhere = action == "PICK_UP" or s.going_on.on_the_way  # where he touched the ball, or threw it
    judge = None if elsewhere else Near(actor.id, PRESSURE_IN)
    return which(s, f"{key}.pressure", s.attacker, text, "TAK-PRS-02", pressers, hint, True, judge, ordered=False)


def _before(s: State, key: str, actor: Footballer, touching: list[Footballer]) -> Prompt:
    """A pass exactly at the contact is opposed too (R-11)."""
    text = Text("Whose contact comes before the pass of {name}?", "Wessen Kontakt kommt vor dem Pass von {name}?")
    hint = Text("Contact at the pass point itself counts.", "Kontakt genau am Abwurfpunkt zählt mit.")
    text = text.format(name=actor.name)
    return which(s, f"{key}.before", s.attacker, text, "TAK-PAS-05", touching, hint, True, ordered=False)
