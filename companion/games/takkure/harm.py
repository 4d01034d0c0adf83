"""Falls, wounds, fatigue and injuries."""

from __future__ import annotations

from companion.games.takkure import ball, injuries
from companion.games.takkure.asking import plain_roll
from companion.games.takkure.contest import alone, attempt
from companion.games.takkure.footballer import OFF, OUT, Footballer
from companion.games.takkure.injuries import TABLE_TEXT, Injury
from companion.games.takkure.state import State
from companion.vocabulary import Asking, Call, Text


def fall(s: State, p: Footballer) -> None:
    """A felled player gets a ground token (TAK-GRD-01)."""
    p.ground += 1
    s.opened.append("on_grounded")
    s.remind(Text("Ground token on {name}.", "Bodenmarker auf {name}.").format(name=p.name))


def endurance(s: State, key: str, p: Footballer, by: str) -> Asking:
    """A tackled player rolls END unopposed (TAK-END-02); a miss is a wound (TAK-END-03)."""
    outcome = yield from alone(s, f"{key}.end", "TAK-END-02", attempt(p, "ENDURANCE"))
    if outcome.failed:
        yield from wound(s, key, p, by)


def wound(s: State, key: str, p: Footballer, by: str) -> Asking:
    """A WOUND token; a Yamato player gets a team-skill token with it (TAK-TSK-04). As many wounds as BDY injure him
    (TAK-END-04). `by` is the side that caused it."""
    p.wounds += 1
    s.opened.append("on_wound")
    text = Text("Wound token on {name}.", "Wundmarker auf {name}.").format(name=p.name)
    if s.coach_of(p).honor:
        p.honor += 1
        text += Text("And a team-skill token.", "Und ein Teamskill-Marker.")
    s.remind(text)
    yield Call("wound", text, p.side, "TAK-END-03")
    if p.beaten:
        yield from injured(s, key, p, by)


def tire(s: State, key: str, p: Footballer) -> Asking:
    """A fatigue token (TAK-FAT-01, TAK-FAT-02); where there is no space for a fourth he is injured (TAK-MXF-01)."""
    if p.tire():
        yield from injured(s, key, p, p.side)
        return
    text = Text("{name}: fatigue token, active side up.", "{name}: Erschöpfungsmarker, aktive Seite oben.")
    s.remind(text.format(name=p.name))
    yield Call("fatigue", text.format(name=p.name), p.side, "TAK-FAT-02")


def injured(s: State, key: str, p: Footballer, by: str) -> Asking:
    """The ball scatters from a carrier (TAK-BAL-04), he leaves the field (TAK-INJ-02), loses wounds and fatigue and
    rolls on the table (TAK-INJ-01, TAK-INJ-03, TAK-INJ-07)."""
    s.opened.append("on_injury")
    phase, acting, measuring = s.phase, s.acting, s.measuring
    s.enter("INJURY", p.side)
    yield Call("injured", Text("{name} is injured.", "{name} ist verletzt.").format(name=p.name), p.side, "TAK-INJ-01")
    if s.carrier is p:
        s.carrier = None
        chooses = s.other(p.side).side if by != p.side else p.side
        yield from ball.scatter(s, f"{key}.{p.id}", chooses, Text.same(p.name), "TAK-BAL-04")
    p.place = OFF
    p.clear_tokens()
    text = Text(
        "{name} leaves the field, all wounds and fatigue off, injury token on his card.",
        "{name} verlässt das Feld, alle Wunden und Erschöpfung weg, Verletzungsmarker auf die Karte.",
    )
    s.remind(text.format(name=p.name))
    yield from _table(s, f"{key}.{p.id}", p, "common")
    s.enter(phase, acting, measuring)


def _table(s: State, key: str, p: Footballer, table: str) -> Asking:
    """One roll on a table and what it means; a 12 leads to the grave table, whose 1 leads back (TAK-INJ-05)."""
    text = Text("{name} rolls: {table}.", "{name} würfelt: {table}.").format(name=p.name, table=TABLE_TEXT[table])
    fixed = next((n for n, row in enumerate(injuries.TABLES[table], 1) if row.immune_to_abilities), None)
    die = yield from plain_roll(s, f"{key}.{table}", p.side, text, "TAK-INJ-03", fixed=fixed)
    injury = injuries.row(table, die)
    said = Text("{name}: {injury}.", "{name}: {injury}.").format(name=p.name, injury=injury.name)
    if injury.effect.en:
        said += Text("{effect}.", "{effect}.").format(effect=injury.effect)
    yield Call("injury", said, p.side, "TAK-INJ-05" if table == "grave" else "TAK-INJ-03")
    p.suffer(injury)
    yield from _tokens_again(s, key, p, injury)
    if injury.again and p.place == OFF:
        yield from _table(s, key, p, injury.again)
    elif p.place == OUT:
        out = Text("{name} is out of the game.", "{name} ist aus dem Spiel.").format(name=p.name)
        yield Call("out_of_game", out, p.side, "TAK-INJ-06")


def _tokens_again(s: State, key: str, p: Footballer, injury: Injury) -> Asking:
    """Fatigue and wound of a table count at once, and may injure again (R-40)."""
    again = bool(injury.fatigue) and p.tire()
    p.wounds += injury.wound
    if injury.wound and s.coach_of(p).honor:
        p.honor += 1
    if (again or p.beaten) and p.place == OFF:
        text = Text("{name} is injured again.", "{name} ist erneut verletzt.").format(name=p.name)
        yield Call("injured", text, p.side, "TAK-INJ-01")
        p.clear_tokens()
        yield from _table(s, key, p, "common")


def able(s: State, key: str, p: Footballer, action: str) -> Asking:
    """With fractured vertebrae a BDY roll comes before each action; a miss loses it (R-41). Returns whether he acts."""
    if not p.body_roll or action == "NONE":
        return True
    outcome = yield from alone(s, f"{key}.body", "TAK-INJ-04", attempt(p, "BODY"))
    return outcome.won
