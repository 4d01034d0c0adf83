"""A match as its journal tells it: entries in order, folded into a playthrough. Pure; the Table adds lock and disk."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from companion.dispute import (
    ASKED,
    GONE,
    HIMSELF,
    NO_ROLL,
    REFEREE,
    SAME,
    SECRET,
    TWICE,
    Dispute,
    asked_call,
    judged_call,
    overtaken_call,
)
from companion.playthrough import Move, Playthrough, Step, replay
from companion.vocabulary import (
    JSON,
    Amended,
    Answered,
    Call,
    Disputed,
    DisputeRefused,
    Entry,
    Game,
    GameFault,
    Happening,
    Judged,
    Noted,
    NothingToUndo,
    OtherEdition,
    Prompt,
    PromptRefused,
    Roll,
    Secret,
    Source,
    Started,
    Text,
    TouchlineError,
    UndoHeld,
    Undone,
    canonical,
    to_json,
)

Operation = Answered | Amended | Noted
_NOTE, PAUSE, END = "note", "pause", "end"
_WORDS = (_NOTE, PAUSE, END)  # the referee's, of which no game knows


@dataclass(frozen=True)
class Remembered:
    """A value that was undone or dropped, to be offered again. `path` is the way that led to its roll: while it is the
    same, the dice on the table are final and the camera may not read them anew (TR-24, TV-104)."""

    value: JSON
    path: str | None


class Match:
    """The state of one match after its entries so far.

    `prompts` keeps what was asked at each answer, also at undone ones; `public` the entries that may be shown;
    `dispute` is the correction that the coaches are asked about now, and while they are the match waits."""

    def __init__(self, game: Game, started: Started) -> None:
        self.game = game
        self.started = started
        self.digest = ""
        self.play = Playthrough(game, started.options)
        self.operations: list[tuple[int, Operation]] = []
        self.prompts: dict[int, Prompt] = {}
        self.public: set[int] = set()
        self.undone: set[int] = set()
        self.remembered: dict[str, Remembered] = {}
        self.dispute: Dispute | None = None

    def apply(self, seq: int, what: Happening) -> tuple[Call, ...]:
        """Takes one happening; the calls that it led to. PromptRefused, NothingToUndo and UndoHeld change nothing."""
        if isinstance(what, Started):
            calls = self.play.opening_calls
        elif isinstance(what, Answered):
            calls = self._answer(seq, what)
        elif isinstance(what, Noted):
            calls = self._note(seq, what)
        elif isinstance(what, Amended):
            calls = self._amend(seq, what)
        elif isinstance(what, Disputed):
            calls = self._dispute(seq, what)
        elif isinstance(what, Judged):
            calls = self._judge(what)
        else:
            calls = self._undo(what)
        calls += self._overtaken(what)
        self.public |= {s.seq for s in self.play.steps if not self.play.hides(s.prompt.key)}
        return calls

    def sealed(self, entry: Entry) -> Entry:
        """The entry with the digest that chains it, its calls and what all screens show to the entry before."""
        shown = [to_json(self.play.view()), list(self.play.open), entry.seq, entry.wall_s, entry.mono_s]
        sealed = canonical([self.digest, entry.what, entry.calls, shown])
        self.digest = hashlib.sha256(sealed.encode()).hexdigest()
        return replace(entry, digest=self.digest)

    def undoable(self) -> tuple[int, Operation, bool]:
        """What an undo would take back, and whether it needs the long press; NothingToUndo at the start."""
        if not self.operations:
            raise NothingToUndo("the match is at its start: there is nothing to undo")
        seq, operation = self.operations[-1]
        held = isinstance(operation, Answered) and self.prompts[seq].barrier
        return seq, operation, held

    def undoing(self, beyond: bool) -> Undone:
        """The undo of the last operation; UndoHeld where it goes back over the whistle and `beyond` is not given."""
        seq, _, held = self.undoable()
        if held and not beyond:
            raise UndoHeld(f"this goes back over: {self.prompts[seq].text.en} Hold undo two seconds and confirm.")
        return Undone(seq)

    def amending(self, target: int, raw: JSON, source: str) -> tuple[Amended, Playthrough, list[Move]]:
        """The amendment of the live answer `target`, where it leads, and the moves that no longer apply."""
        moves = self.moves()
        at = next((i for i, m in enumerate(moves) if m.seq == target and not m.correction), None)
        if at is None:
            raise PromptRefused(target, f"the number of an answer that counts: {_numbers(moves)}")
        value = self.prompts[target].parse(raw)
        moves[at] = moves[at].amended(value)
        play, dropped = replay(self.game, self.started.options, moves)
        if any(m.seq == target for m in dropped):
            raise PromptRefused(raw, self.prompts[target].awaited)
        return Amended(target, value, source, tuple(m.seq for m in dropped)), play, dropped

    def disputing(self, target: int, raw: JSON, by: str) -> Disputed:
        """The question to both coaches whether the roll `target` reads `raw`. DisputeRefused while one is open, and
        while something is secret: what a correction would change could tell it. PromptRefused: it cannot be `raw`."""
        if self.dispute is not None:
            raise DisputeRefused(ASKED)
        if any(self.play.hides(step.prompt.key) for step in self.play.steps):
            raise DisputeRefused(SECRET)
        roll = next((s for s in self.play.steps if s.seq == target and isinstance(s.prompt, Roll)), None)
        if roll is None:
            raise DisputeRefused(NO_ROLL)
        value = self.amending(target, raw, Source.COACHES)[0].value
        if value == roll.value:
            raise DisputeRefused(SAME)
        return Disputed(target, value, by)

    def judging(self, number: int, by: str, agrees: bool) -> Judged | Amended:
        """The word of `by` on what entry `number` asked; the amendment where it is the last that was missing.
        DisputeRefused: that is no longer asked, the second yes of one coach, or a yes of the referee, who amends."""
        dispute = self.dispute
        if dispute is None or dispute.number != number:
            raise DisputeRefused(GONE)
        if agrees and (by == REFEREE or by in dispute.agreed):
            raise DisputeRefused(HIMSELF if by == REFEREE else TWICE)
        if agrees and dispute.settled_by(by):
            return self.amending(dispute.target, dispute.value, Source.COACHES)[0]
        return Judged(number, by, agrees)

    def moves(self) -> list[Move]:
        """The answers and corrections that count now, in order."""
        moves: list[Move] = []
        for seq, operation in self.operations:
            if isinstance(operation, Answered):
                moves.append(Move(seq, operation.key, operation.value))
            elif isinstance(operation, Noted) and operation.what not in _WORDS:
                moves.append(Move(seq, operation.what, operation.value, True, operation.reason))
            elif isinstance(operation, Amended):
                moves = [
                    m.amended(operation.value) if m.seq == operation.target else m
                    for m in moves
                    if m.seq not in operation.dropped
                ]
        return moves

    @property
    def paused(self) -> bool:
        """Whether the referee lets nobody answer now."""
        said = [o.value for _, o in self.operations if isinstance(o, Noted) and o.what == PAUSE]
        return bool(said) and said[-1] is True

    @property
    def over(self) -> bool:
        """Whether the rules or the referee have ended the match."""
        return self.play.over or any(isinstance(o, Noted) and o.what == END for _, o in self.operations)

    @property
    def open(self) -> dict[str, Prompt]:
        """What may be answered now: nothing while the match is at a halt."""
        return {} if self.halt else self.play.open

    @property
    def halt(self) -> str | None:
        """Why nobody may answer now; None while they may."""
        if self.over:
            return "the match is over"
        if self.paused:
            return "the match is paused"
        return f"roll {self.dispute.target} is disputed" if self.dispute else None

    def offered(self, key: str) -> Remembered | None:
        """The value that stood at this open prompt before an undo, if it is still acceptable."""
        before = self.remembered.get(key)
        prompt = self.play.open.get(key)
        return before if before and prompt and prompt.accepts(before.value) else None

    def final(self, key: str) -> bool:
        """Whether the dice of this open roll have been read already, so that only a hand may change them."""
        before = self.offered(key)
        return before is not None and before.path is not None and before.path == self._path()

    def _answer(self, seq: int, what: Answered) -> tuple[Call, ...]:
        step = self.play.answer(seq, what.key, what.value)
        self.remembered.pop(what.key, None)
        self.prompts[seq] = step.prompt
        self.operations.append((seq, replace(what, value=step.value)))
        return step.calls

    def _note(self, seq: int, what: Noted) -> tuple[Call, ...]:
        if what.what in _WORDS:
            self.operations.append((seq, what))
            return () if what.what == _NOTE else (_word(what),)
        step = self.play.correct(seq, what.what, what.value, what.reason)
        self.prompts[seq] = step.prompt
        self.operations.append((seq, what))
        return step.calls

    def _undo(self, what: Undone) -> tuple[Call, ...]:
        seq, operation, _ = self.undoable()
        if seq != what.target:
            raise PromptRefused(what.target, f"{seq}, the last entry that counts")
        self.operations.pop()
        before = self.play
        self._replay()
        self.undone.add(seq)
        if isinstance(operation, Answered):
            self._remember(before, seq, operation)
        text = Text("Undone: {what}", "Zurückgenommen: {what}").format(what=self.told(seq, operation))
        return (Call("undone", text),)

    def _amend(self, seq: int, what: Amended) -> tuple[Call, ...]:
        amended, _, dropped = self.amending(what.target, what.value, what.source)
        if amended.dropped != what.dropped:
            raise GameFault(f"amendment {seq} drops {amended.dropped}, recorded were {what.dropped}")
        old = next(s for s in self.play.steps if s.seq == what.target)
        text = self._amended_text(old, amended)
        self.operations.append((seq, amended))
        self._replay()
        for move in dropped:
            self._offer_again(move)
        score = Text.same(self.play.view().score_text)
        return (Call("amended", text + Text("Score {score}.", "Spielstand {score}.").format(score=score)),)

    def _amended_text(self, old: Step, amended: Amended) -> Text:
        if self.play.hides(old.prompt.key):
            return Text("Corrected: a secret choice.", "Berichtigt: eine geheime Wahl.")
        text = Text("Corrected: {old} → {new}.", "Berichtigt: {old} → {new}.")
        if amended.source == Source.COACHES:
            text = Text(
                "Corrected, confirmed by {a} and {b}: {old} → {new}.",
                "Berichtigt, bestätigt von {a} und {b}: {old} → {new}.",
            )
        old_text, new_text = old.prompt.tell(old.value), old.prompt.tell(amended.value)
        return text.format(old=old_text, new=new_text, a=self._name("A"), b=self._name("B"))

    def _name(self, by: str) -> Text:
        team = self.play.view().teams.get(by)
        return Text.same(team.name) if team else Text("The referee", "Der Schiedsrichter")

    def _dispute(self, seq: int, what: Disputed) -> tuple[Call, ...]:
        self.dispute = Dispute.opened(seq, self.disputing(what.target, what.value, what.by))
        step = next(s for s in self.play.steps if s.seq == what.target)
        old, new = step.prompt.tell(step.value), step.prompt.tell(self.dispute.value)
        return (asked_call(self._name(what.by), step.prompt.asked, old, new),)

    def _judge(self, what: Judged) -> tuple[Call, ...]:
        self.judging(what.target, what.by, what.agrees)
        dispute = self.dispute
        assert dispute is not None, "judging has refused"
        self.dispute = dispute.with_word_of(what.by) if what.agrees else None
        return (judged_call(dispute, what, self._name(what.by)),)

    def _overtaken(self, what: Happening) -> tuple[Call, ...]:
        """A dispute ends with whatever changes the match that the coaches were asked about."""
        aside = isinstance(what, Disputed | Judged) or (isinstance(what, Noted) and what.what in (_NOTE, PAUSE))
        if self.dispute is None or aside:
            return ()
        dispute, self.dispute = self.dispute, None
        confirmed = isinstance(what, Amended) and what.source == Source.COACHES
        return () if confirmed else (overtaken_call(dispute),)

    def _offer_again(self, move: Move) -> None:
        if not move.correction and self.prompts[move.seq].secret is Secret.OPEN:
            self.remembered[move.key] = Remembered(move.value, None)

    def _remember(self, before: Playthrough, seq: int, operation: Answered) -> None:
        prompt = self.prompts[seq]
        if prompt.secret is not Secret.OPEN:
            return
        value = next(s.value for s in before.steps if s.seq == seq)
        path = self._path() if isinstance(prompt, Roll) else None
        self.remembered[operation.key] = Remembered(value, path)

    def _path(self) -> str:
        """The answers that led to what is asked now, those of the same asking left out."""
        same = self.play.answered
        return canonical([[s.prompt.key, s.value] for s in self.play.steps if s.prompt.key not in same])

    def _replay(self) -> None:
        self.play, dropped = replay(self.game, self.started.options, self.moves())
        if dropped:
            raise GameFault(f"{self.game.name} no longer takes the answers {[m.seq for m in dropped]}")

    def told(self, seq: int, operation: Operation) -> Text:
        """An operation as a sentence; a secret answer keeps its secret."""
        if isinstance(operation, Amended):
            text = Text("correction of entry {n}: {told}", "Berichtigung von Eintrag {n}: {told}")
            return text.format(n=operation.target, told=self._answered(operation.target, operation.value))
        if isinstance(operation, Noted) and operation.what in _WORDS:
            return Text.same(operation.reason) if operation.what == _NOTE else _word(operation).text
        return self._answered(seq, operation.value)

    def _answered(self, seq: int, value: JSON) -> Text:
        """What was asked and what it was answered with; a secret answer keeps its secret."""
        prompt = self.prompts[seq]
        return prompt.asked + (prompt.tell(value) if seq in self.public else Text("secret", "geheim"))


def _word(noted: Noted) -> Call:
    """What the referee announces beside the rules."""
    if noted.what == END:
        text = Text("The referee ends the match: {why}", "Der Schiedsrichter beendet das Spiel: {why}")
        return Call("ended", text.format(why=noted.reason))
    if noted.value:
        return Call("paused", Text("The match is paused.", "Das Spiel ist unterbrochen."))
    return Call("resumed", Text("The match goes on.", "Das Spiel geht weiter."))


def _numbers(moves: list[Move]) -> str:
    return ", ".join(str(m.seq) for m in moves if not m.correction) or "none yet"


def reenact(game: Game, entries: list[Entry]) -> tuple[Match, list[dict[str, Any]]]:
    """Plays a recorded match again; returns it and every place where rules of today call or show something else.
    OtherEdition where they cannot, and are not those that it was played by."""
    started = entries[0].what
    if not isinstance(started, Started):
        raise GameFault(f"entry {entries[0].seq} does not start a match")
    try:
        return _played_again(game, started, entries)
    except TouchlineError as error:
        if started.edition == game.edition:
            raise
        raise OtherEdition(started.edition, game.edition) from error


def _played_again(game: Game, started: Started, entries: list[Entry]) -> tuple[Match, list[dict[str, Any]]]:
    match = Match(game, started)
    differences = []
    for entry in entries:
        calls = to_json(match.apply(entry.seq, entry.what))
        digest = match.sealed(replace(entry, calls=calls)).digest
        if digest != entry.digest:
            differences.append({"seq": entry.seq, "recorded": entry.calls, "now": calls})
            match.digest = entry.digest  # the chain goes on from what was recorded: each difference is named once
    return match, differences
