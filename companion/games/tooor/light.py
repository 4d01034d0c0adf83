"""Light mode: no box is needed, the coaches announce what their cards show (TOOOR-LIGHT-01 to TOOOR-LIGHT-05)."""

from __future__ import annotations

from companion.games.tooor import events
from companion.games.tooor.asking import asked, event_die, nods, show_strengths
from companion.games.tooor.state import Coach, State
from companion.games.tooor.strength import consequence
from companion.games.tooor.tables import STONES, SYMBOL_TEXT
from companion.vocabulary import Asking, Both, Call, Choose, Counter, Number, Option, Text

MOST = 99
"""The most that can be announced: what the cards can add up to is not known here."""


class Light:
    """Time, score, roles, half-time, extra time and penalties run as in full mode; line-ups and tokens are the
    coaches' own business (TOOOR-LIGHT-05)."""

    def set_up(self, s: State) -> Asking:
        yield from ()

    def line_up(self, s: State) -> Asking:
        yield from ()

    def reveal(self, s: State) -> Asking:
        """The coaches say who attacks, or enter the two card values (TOOOR-LIGHT-01, TOOOR-CARD-03)."""
        said = yield _who_attacks(s)
        if said in s.coaches:
            return said
        if said == "equal":
            return None
        a, b = yield from asked(s, lambda: [_card_value(s, c) for c in s.both])
        return None if a == b else "A" if a > b else "B"

    def deploy(self, s: State, coach: Coach, half: str) -> Asking:
        """The coach adds up and announces the total without the die (TOOOR-LIGHT-02): the attacker first
        (TOOOR-ATT-03), then the defender (TOOOR-ATT-04)."""
        coach.strength = yield from asked(s, lambda: [_total(s, coach, half)])
        show_strengths(s, *(s.both if half == "top" else [coach]))

    def turn(self, s: State, coach: Coach) -> Asking:
        """Every deployed player is turned a step; the coach stops where a symbol comes to the top (TOOOR-LIGHT-03). A
        side has three stones, so three symbols at most."""
        text = Text(
            "{name}: turn each deployed player one step. A symbol at the top?",
            "{name}: jeden eingesetzten Spieler einmal drehen. Symbol oben?",
        )
        phase = s.phase
        for _ in range(STONES):
            s.enter(phase, coach.side)
            if not (yield from _turn_to_symbol(s, coach, f"{s.here}.turn", text, "TOOOR-ATT-08")):
                return

    def pick_shooter(self, s: State) -> Asking:
        """The shooter's and the keeper's strengths are announced (TOOOR-LIGHT-04). Nobody may shoot (TOOOR-SHOT-07)
        only if players were just sent off, so it is asked only then."""
        if s.attacking.just_sent_off and (yield _shooter_left(s)) == "nobody":
            return False
        yield from _announce_strengths(s, f"{s.here}.shot", s.attacking, s.defending, "TOOOR-SHOT-01")
        return True

    def turn_shooter(self, s: State) -> Asking:
        """The shooter is turned one step (TOOOR-SHOT-06), with the check that this may bring (TOOOR-LIGHT-03)."""
        text = Text("{name}: turn the shooter one step. A symbol at the top?", "{name}: Schützen drehen. Symbol oben?")
        yield from _turn_to_symbol(s, s.attacking, f"{s.here}.shot.turn", text, "TOOOR-SHOT-06")

    def turn_keeper(self, s: State, keeping: Coach) -> None:
        """The card lies on the table only."""

    def redistribute(self, s: State, key: str, rule: str, hint: Text) -> Asking:
        """Each coach nods when the rows are as they shall be (TOOOR-LIGHT-05)."""
        yield Both(*nods(s, key, Text("{name}: rows are ready.", "{name}: Reihen stehen."), rule, hint))

    def choose_takers(self, s: State) -> Asking:
        """Each coach lays out five players (TOOOR-PEN-01) and nods (TOOOR-LIGHT-05)."""
        text = Text("{name}: five takers lie in order.", "{name}: fünf Schützen liegen in Reihenfolge.")
        hint = Text("Do not turn any card. No goalkeepers.", "Keine Karte drehen. Keine Torhüter.")
        yield Both(*nods(s, "pens.takers", text, "TOOOR-PEN-01", hint))

    def one_more_taker(self, s: State) -> Asking:
        """Each coach lays out one more player (TOOOR-PEN-07), one who has not shot (TOOOR-PEN-08)."""
        text = Text("{name}: one more taker is chosen.", "{name}: noch ein Schütze ist gewählt.")
        hint = Text("Someone who has not shot yet, if there is one.", "Jemand, der noch nicht geschossen hat.")
        yield Both(*nods(s, f"pens.k{s.kick}.taker", text, "TOOOR-PEN-08", hint))

    def penalty_strengths(self, s: State, shooting: Coach, keeping: Coach) -> Asking:
        """The taker's and the keeper's strengths are announced (TOOOR-LIGHT-04)."""
        key = f"pens.k{s.kick}.{shooting.side}"
        yield from _announce_strengths(s, key, shooting, keeping, "TOOOR-PEN-04")

    def counters(self, s: State) -> tuple[Counter, ...]:
        """What was called; the tokens on the table are the coaches' business."""
        texts = {"yellow_card": YELLOWS, "injured": INJURIES, "red_card": SENT_OFF}
        return tuple(Counter(name, text, *(c.called[name] for c in s.both)) for name, text in texts.items())


YELLOWS = Text("Yellow cards", "Gelbe Karten")
INJURIES = Text("Injuries", "Verletzungen")
SENT_OFF = Text("Sent off", "Platzverweise")


def _who_attacks(s: State) -> Choose:
    attacks = Text("{name} attacks", "{name} greift an")
    said = (
        *(Option(c.side, attacks.format(name=c.name)) for c in s.both),
        Option("equal", Text("Equal values", "Gleiche Werte")),
        Option("values", Text("Enter the values", "Werte eingeben")),
    )
    return Choose(
        key=s.key(f"{s.here}.reveal"),
        text=Text("Whose card has the higher number?", "Wessen Karte hat die höhere Zahl?"),
        hint=Text("3 – 2 – 1 – turn both cards over.", "3 – 2 – 1 – beide Karten aufdecken."),
        rule="TOOOR-CARD-03",
        options=said,
    )


def _number(s: State, key: str, coach: Coach, text: Text, rule: str, hint: Text | None = None) -> Number:
    text = text.format(name=coach.name)
    return Number(
        key=s.key(f"{key}.{coach.side}"), side=coach.side, text=text, rule=rule, hint=hint, least=0, most=MOST
    )


def _card_value(s: State, coach: Coach) -> Number:
    text = Text("{name}: the number in the jersey.", "{name}: die Zahl im Trikot.")
    return _number(s, f"{s.here}.value", coach, text, "TOOOR-LIGHT-01")


def _total(s: State, coach: Coach, half: str) -> Number:
    text = Text("{name}: total strength, without the die.", "{name}: Gesamtstärke, ohne Würfel.")
    if half == "bottom":
        hint = Text("Players as the bottom half shows, a stone on each.", "Spieler laut unterer Hälfte, je ein Stein.")
        return _number(s, f"{s.here}.strength", coach, text, "TOOOR-ATT-03", hint)
    hint = Text("Players as the top half of the same card shows.", "Spieler laut oberer Hälfte derselben Karte.")
    return _number(s, f"{s.here}.strength", coach, text, "TOOOR-ATT-04", hint)


def _shooter_left(s: State) -> Choose:
    return Choose(
        key=s.key(f"{s.here}.shot.left"),
        side=s.attacker,
        text=Text("Is there a player left who may shoot?", "Ist noch jemand da, der schießen darf?"),
        hint=Text("One who was deployed, or any of the attack row.", "Ein Eingesetzter oder einer aus dem Sturm."),
        rule="TOOOR-SHOT-07",
        options=(Option("somebody", Text("Yes", "Ja")), Option("nobody", Text("No: no shot", "Nein: kein Schuss"))),
    )


def _announce_strengths(s: State, key: str, shooting: Coach, keeping: Coach, rule: str) -> Asking:
    """The shooter's and the keeper's strength, each told by its coach."""
    s.enter(s.phase)
    shooter = Text("{name}: strength of the shooter.", "{name}: Stärke des Schützen.")
    keeper = Text("{name}: strength of the goalkeeper.", "{name}: Stärke des Torwarts.")
    shooting.strength, keeping.strength = yield Both(
        _number(s, f"{key}.strength", shooting, shooter, rule),
        _number(s, f"{key}.strength", keeping, keeper, rule),
    )
    show_strengths(s, *s.both)


def _turn_to_symbol(s: State, coach: Coach, key: str, text: Text, rule: str) -> Asking:
    """Turns until a symbol is at the top, and checks it; returns whether there was one."""
    symbols = (Option(symbol, name) for symbol, name in SYMBOL_TEXT.items())
    symbol = yield Choose(
        key=s.key(f"{key}.{coach.side}"),
        side=coach.side,
        text=text.format(name=coach.name),
        hint=Text(
            "Clockwise. With a symbol at the top, stop there.", "Im Uhrzeigersinn. Bei einem Symbol dort anhalten."
        ),
        rule=rule,
        options=(Option("none", Text("No, all turned", "Nein, alles gedreht")), *symbols),
        suggestion="none",
    )
    if symbol == "none":
        return False
    yield from _event_check(s, coach, f"{key}.{coach.side}", symbol)
    return True


def _event_check(s: State, coach: Coach, key: str, symbol: str) -> Asking:
    """The event die is compared with the symbol that was told, and the consequence read out (TOOOR-LIGHT-03)."""
    s.enter("EVENT", coach.side)
    face = yield from event_die(s, key, coach, SYMBOL_TEXT[symbol], coach.name)
    booked = symbol == face == "yellow_card" and (yield _booked(s, coach, key)) == "yes"
    what = consequence(symbol, face, yellow=int(booked))
    yield events.call(what, symbol, coach.name, coach.side)
    if what != "nothing":
        coach.called[what] += 1
    if what == "red_card":
        coach.just_sent_off = True
        yield Call("may_replace", events.MAY_MOVE, coach.side, "TOOOR-EVENT-06")


def _booked(s: State, coach: Coach, key: str) -> Choose:
    return Choose(
        key=s.key(f"{key}.booked"),
        side=coach.side,
        text=Text("Does he have a yellow card already?", "Hat er schon eine gelbe Karte?"),
        rule="TOOOR-EVENT-08",
        options=(
            Option("no", Text("No: first yellow", "Nein: erste Gelbe")),
            Option("yes", Text("Yes: sent off", "Ja: Platzverweis")),
        ),
        suggestion="no",
    )
