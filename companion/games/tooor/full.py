"""Full mode: with the box the companion knows every card, and the coaches tell only what they choose."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.tooor import lineup, turning
from companion.games.tooor.asking import asked, asked_together, chosen_ids, nods, show_strengths
from companion.games.tooor.printed import Card
from companion.games.tooor.state import Coach, Footballer, State
from companion.games.tooor.strength import demand, turned
from companion.games.tooor.tables import PENALTIES, ROW_TEXT
from companion.vocabulary import Asking, Choose, Counter, Option, Prompt, Secret, Text


class Full:
    """Cards, rows, strengths, turns and checks are computed from the box."""

    def set_up(self, s: State) -> Asking:
        yield from lineup.card_sides(s)

    def line_up(self, s: State) -> Asking:
        yield from lineup.first_rows(s)

    def redistribute(self, s: State, key: str, rule: str, hint: Text) -> Asking:
        yield from lineup.redistribution(s, key, rule, hint)

    def reveal(self, s: State) -> Asking:
        """The cards shown (TOOOR-CARD-02), each one that its coach has not played yet (TOOOR-CARD-08); the higher
        number attacks (TOOOR-CARD-03)."""
        shown = yield from asked(s, lambda: [_card_shown(s, c) for c in s.both])
        for coach, id_ in zip(s.both, shown, strict=True):
            coach.card = next(card for card in _hand(coach) if card.id == id_)
            coach.hand = [card for card in _hand(coach) if card.id != id_]
        a, b = (_laid(c).value for c in s.both)
        return None if a == b else "A" if a > b else "B"

    def deploy(self, s: State, coach: Coach, half: str) -> Asking:
        """The coach puts a stone on as many players of each row as the card that applies shows: the attacker by its
        bottom half (TOOOR-ATT-01), the defender by its top half (TOOOR-ATT-04). The sum of both is agreed on before
        the dice (TR-23)."""
        card = _laid(s.attacking)
        wanted = card.bottom if half == "bottom" else card.top
        if any(demand(wanted, coach.rows).values()):
            chosen = yield from asked(s, lambda: [_deployment(s, coach, wanted, half)])
            for id_ in chosen_ids(chosen):
                coach.player(id_).deployed = True
        coach.strength = sum(p.strength for p in coach.deployed)
        show_strengths(s, *(s.both if half == "top" else [coach]))
        if half == "top":
            s.enter(s.phase)
            yield from asked(s, lambda: _sums_agreed(s))

    def turn(self, s: State, coach: Coach) -> Asking:
        yield from turning.turn_deployed(s, coach)

    def pick_shooter(self, s: State) -> Asking:
        """One of those just deployed who is still on the field, or anyone of the attack row (TOOOR-SHOT-01)."""
        eligible = [p for p in s.attacking.players if p.deployed or p.row == "attack"]
        s.shooter = None
        if not eligible:
            return False
        id_ = yield _shooter(s, eligible)
        s.shooter = s.attacking.player(id_)
        s.attacking.strength, s.defending.strength = s.shooter.strength, _keeper(s.defending).strength
        show_strengths(s, *s.both)
        return True

    def turn_shooter(self, s: State) -> Asking:
        if s.shooter and not s.shooter.sent_off:
            yield from turning.turn_shooter(s, s.shooter)

    def turn_keeper(self, s: State, keeping: Coach) -> None:
        """A keeper's card has no symbols, so no check (TOOOR-TURN-03)."""
        keeper = _keeper(keeping)
        keeper.facing = turned(keeper.facing)

    def choose_takers(self, s: State) -> Asking:
        """Each coach lays out five outfield players in shooting order, unturned (TOOOR-PEN-01); all there are if
        there are fewer (TR-20)."""
        coaches = [c for c in s.both if c.players]
        chosen = yield from asked_together(*(_takers(s, c) for c in coaches))
        for coach, value in zip(coaches, chosen, strict=True):
            coach.takers = chosen_ids(value)

    def one_more_taker(self, s: State) -> Asking:
        """Someone who has not shot yet; when all have, the coach's own order starts again (TOOOR-PEN-08)."""
        coaches = [c for c in s.both if fresh(c)]
        chosen = yield from asked_together(*(_one_more(s, c) for c in coaches))
        for coach, id_ in zip(coaches, chosen, strict=True):
            coach.takers.append(id_)

    def penalty_strengths(self, s: State, shooting: Coach, keeping: Coach) -> Asking:
        """The taker's current strength, Injured tokens counted (TOOOR-PEN-02), and the keeper's. Without any player
        left the die alone counts."""
        taker = shooting.player(shooting.takers[(s.kick - 1) % len(shooting.takers)]) if shooting.takers else None
        shooting.strength = taker.strength if taker else 0
        keeping.strength = _keeper(keeping).strength
        show_strengths(s, *s.both)
        yield from ()

    def counters(self, s: State) -> tuple[Counter, ...]:
        """The tokens that lie on players, and the players sent off."""
        return (
            Counter(
                "yellow_card", Text("Yellow cards", "Gelbe Karten"), *(sum(p.yellow for p in c.players) for c in s.both)
            ),
            Counter("injured", Text("Injuries", "Verletzungen"), *(sum(p.injured for p in c.players) for c in s.both)),
            Counter("red_card", Text("Sent off", "Platzverweise"), *(len(c.outfield) - len(c.players) for c in s.both)),
        )


def option(p: Footballer) -> Option:
    """A player to choose, with his current strength."""
    return Option(p.id, Text.same(p.name), p.row, Text("strength {n}", "Stärke {n}").format(n=p.strength))


def fresh(coach: Coach) -> list[Footballer]:
    """Who has not taken a penalty yet (TOOOR-PEN-08)."""
    return [p for p in coach.players if p.id not in coach.takers]


def _laid(coach: Coach) -> Card:
    assert coach.card is not None
    return coach.card


def _keeper(coach: Coach) -> Footballer:
    assert coach.keeper is not None
    return coach.keeper


def _hand(coach: Coach) -> list[Card]:
    """The unused cards. Where the referee set the minute back, more rounds are played than there are cards: then all
    are taken up again."""
    assert coach.squad is not None
    return coach.hand or list(coach.squad.cards)


def _card_shown(s: State, coach: Coach) -> Choose:
    number = Text("number {n}", "Zahl {n}")
    return Choose(
        key=s.key(f"{s.here}.card.{coach.side}"),
        side=coach.side,
        text=Text("{name}: which card is it?", "{name}: welche Karte ist es?").format(name=coach.name),
        hint=Text("3 – 2 – 1 – turn both cards over.", "3 – 2 – 1 – beide Karten aufdecken."),
        rule="TOOOR-CARD-02",
        options=tuple(Option(c.id, number.format(n=c.value), detail=_halves(c)) for c in _hand(coach)),
    )


def _halves(card: Card) -> Text:
    return Text("attacker: {a}; defender: {d}", "Angreifer: {a}; Verteidiger: {d}").format(
        a=_players(card.bottom), d=_players(card.top)
    )


def _players(half: Mapping[str, int]) -> Text:
    """In words: 2 midfield, 1 defence."""
    words = [Text.same(str(n)) + ROW_TEXT[row] for row, n in half.items() if n]
    return Text(", ".join(w.en for w in words) or "nobody", ", ".join(w.de for w in words) or "niemand")


def _deployment(s: State, coach: Coach, wanted: Mapping[str, int], half: str) -> Choose:
    """As many of each row as demanded; of a row that is too short all, and the rest lapses (TOOOR-ATT-02)."""
    due = demand(wanted, coach.rows)
    text = Text("{name} deploys {players}.", "{name} setzt ein: {players}.")
    hint = Text("A stone on each.", "Auf jeden einen Stein.")
    lapsed = Text("A row is too short: the rest lapses.", "Eine Reihe ist zu kurz: der Rest verfällt.")
    return Choose(
        key=s.key(f"{s.here}.deploy.{coach.side}"),
        side=coach.side,
        text=text.format(name=coach.name, players=_players(due)),
        hint=hint if due == wanted else hint + lapsed,
        rule="TOOOR-ATT-01" if half == "bottom" else "TOOOR-ATT-04",
        options=tuple(option(p) for p in coach.players if due[p.row]),
        groups={row: n for row, n in due.items() if n},
    )


def _sums_agreed(s: State) -> tuple[Prompt, ...]:
    """The computed sums (TOOOR-ATT-03), which both coaches nod to before they roll."""
    words = Text("{a} {x}, {b} {y}: as announced?", "{a} {x}, {b} {y}: wie angesagt?").format(
        a=s.attacking.name, x=s.attacking.strength, b=s.defending.name, y=s.defending.strength
    )
    return nods(s, f"{s.here}.sums", words, "TOOOR-ATT-03")


def _shooter(s: State, eligible: list[Footballer]) -> Choose:
    return Choose(
        key=s.key(f"{s.here}.shot.shooter"),
        side=s.attacker,
        text=Text("{name}: who shoots?", "{name}: wer schießt?").format(name=s.attacking.name),
        rule="TOOOR-SHOT-01",
        options=tuple(option(p) for p in eligible),
    )


def _takers(s: State, coach: Coach) -> Choose:
    n = min(PENALTIES, len(coach.players))
    return Choose(
        key=s.key(f"pens.takers.{coach.side}"),
        side=coach.side,
        text=Text("{name}: {n} takers in order.", "{name}: {n} Schützen der Reihe nach.").format(name=coach.name, n=n),
        hint=Text("Lay them out in this order, unturned.", "In dieser Reihenfolge auslegen, ungedreht."),
        rule="TOOOR-PEN-01",
        options=tuple(option(p) for p in coach.players),
        least=n,
        most=n,
        ordered=True,
        secret=Secret.UNTIL_ALL,
    )


def _one_more(s: State, coach: Coach) -> Choose:
    return Choose(
        key=s.key(f"pens.k{s.kick}.taker.{coach.side}"),
        side=coach.side,
        text=Text("{name}: one more taker.", "{name}: noch ein Schütze.").format(name=coach.name),
        rule="TOOOR-PEN-07",
        options=tuple(option(p) for p in fresh(coach)),
        secret=Secret.UNTIL_ALL,
    )
