"""The one owner of order: checks an answer against what was asked, lets the game go on, writes it down, tells everyone.

HOUSE.md writes before the game goes on. Here the game goes on first, in memory, and the entry is written with the calls
it led to; if the game or the disk fails, the match is folded anew from its entries. So a fault never reaches the
journal, a full disk leaves the match untouched, and every entry carries its own calls for a later replay."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.board import board_of, history_of, preview_of
from companion.journal import Journal
from companion.match import END, PAUSE, Match, reenact
from companion.matchfile import spell_match
from companion.report import report_of
from companion.vocabulary import (
    JSON,
    AmendmentDrops,
    Answered,
    Entry,
    Game,
    GameFault,
    Happening,
    NotAsked,
    Noted,
    Prompt,
    PromptRefused,
    Roll,
    SaidRefusal,
    Source,
    StaleVersion,
    Started,
    Status,
    Text,
    TouchlineError,
    Update,
    to_json,
)

Listener = Callable[[Update], None]

_log = logging.getLogger(__name__)


class Table:
    """One table with at most one running match. All methods may be called from any thread.

    `load` gives the game of a name; `wall_s` and `mono_s` are the clocks that stamp entries."""

    def __init__(
        self,
        journal: Journal,
        load: Callable[[str], Game],
        wall_s: Callable[[], float] = time.time,
        mono_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal = journal
        self._load = load
        self._wall_s = wall_s
        self._mono_s = mono_s
        self._lock = threading.RLock()
        self._teller: int | None = None
        self._listeners: list[Listener] = []
        self._statuses: dict[str, Status] = {}
        self._warnings: list[Text] = []
        self._match: Match | None = None
        self._entries: list[Entry] = []
        self._version = journal.last_seq()
        self._resume(journal.match())
        self._board = self._drawn()

    # -- one door in ------------------------------------------------------------------------------------------------

    def begin(self, game: str, options: Mapping[str, JSON]) -> Update:
        """Starts a match; an unfinished one stays in the journal. OptionsRefused names what is wrong."""
        rulebook = self._load(game)
        with self._writing(None):
            started = Started(game, dict(options), rulebook.edition)
            return self._take(started, Match(rulebook, started), [])

    def answer(
        self,
        key: str,
        value: JSON,
        *,
        source: str,
        version: int | None = None,
        confidence: float | None = None,
        evidence: bytes | None = None,
    ) -> Update:
        """An answer to the open prompt `key`. Returns when it is on disk.

        PromptRefused (NotAsked among them), StaleVersion, JournalError: nothing happened. `evidence` is a JPEG."""
        with self._writing(version):
            match = self._running()
            if match.halt:
                raise NotAsked(key, f"nothing: {match.halt}")
            prompt = match.play.asked(key)
            parsed = prompt.parse(value)
            if source == Source.CAMERA and match.final(key):
                raise PromptRefused(value, "a correction by hand: these dice have been read and are final")
            evidence = evidence or self._doubted(prompt)
            picture = self._journal.keep_picture(evidence) if evidence else None
            return self._take(Answered(key, parsed, source, confidence, picture), match, self._entries)

    def undo(self, *, version: int | None = None, beyond: bool = False) -> Update:
        """Takes back the last answer, amendment or note. UndoHeld: it goes back over the whistle, say `beyond`."""
        with self._writing(version):
            match = self._running()
            return self._take(match.undoing(beyond), match, self._entries)

    def amend(
        self, seq: int, value: JSON, *, source: str, version: int | None = None, drop: int | None = None
    ) -> Update:
        """Corrects an earlier answer; everything after it is computed again.

        AmendmentDrops carries the preview when later answers would no longer apply and `drop` is not their number."""
        with self._writing(version):
            match = self._running()
            amended, play, dropped = match.amending(seq, value, source)
            if len(dropped) != (drop or 0):
                raise AmendmentDrops(preview_of(match, seq, value, play, dropped))
            return self._take(amended, match, self._entries)

    def preview(self, seq: int, value: JSON) -> JSON:
        """What an amendment would change, plain JSON: see `companion.board.preview_of`."""
        with self._lock:
            match = self._running()
            _, play, dropped = match.amending(seq, value, Source.CONSOLE)
            return preview_of(match, seq, value, play, dropped)

    def dispute(self, seq: int, value: JSON, by: str, *, version: int | None = None) -> Update:
        """Asks both coaches whether roll `seq` reads `value`; `by` is a side or "referee". The match waits."""
        with self._writing(version):
            match = self._running()
            return self._take(match.disputing(seq, value, by), match, self._entries)

    def judge(self, number: int, by: str, agrees: bool, *, version: int | None = None) -> Update:
        """The word of a coach, or of the referee who lets the roll stand, on what entry `number` asked. The last word
        that was missing is the amendment itself, so that nothing is ever half confirmed."""
        with self._writing(version):
            match = self._running()
            return self._take(match.judging(number, by, agrees), match, self._entries)

    def preview_dispute(self, seq: int, value: JSON) -> JSON:
        """What a question to the coaches is about, as `preview`; DisputeRefused where it could not be asked."""
        with self._lock:
            self._running().disputing(seq, value, "")
            return self.preview(seq, value)

    def note(self, words: str, *, version: int | None = None) -> Update:
        """Keeps a referee's note."""
        if not words.strip():
            raise PromptRefused(words, "some words")
        with self._writing(version):
            return self._take(Noted("note", None, words.strip()), self._running(), self._entries)

    def pause(self, on: bool, *, version: int | None = None) -> Update:
        """Lets nobody answer until the match goes on. PromptRefused: it is so already, or over."""
        with self._writing(version):
            match = self._running()
            if match.over or match.paused == on:
                raise PromptRefused(
                    on, "a match that is over stays so" if match.over else f"{not on}: it is so already"
                )
            return self._take(Noted(PAUSE, on, ""), match, self._entries)

    def end(self, reason: str, *, version: int | None = None) -> Update:
        """Ends the match before its rules do. It needs a reason; an undo takes it back."""
        if not reason.strip():
            raise PromptRefused(reason, "a reason for the end")
        with self._writing(version):
            match = self._running()
            if match.over:
                raise PromptRefused(reason, "a match that goes on: it is over")
            return self._take(Noted(END, None, reason.strip()), match, self._entries)

    def correct(self, what: str, value: JSON, reason: str, *, version: int | None = None) -> Update:
        """The referee's correction of score, minute, possession: what the game names. It needs a reason."""
        if not reason.strip():
            raise PromptRefused(reason, "a reason for the correction")
        with self._writing(version):
            match = self._running()
            prompts = {p.key: p for p in match.game.corrections(match.play.state)}
            if what not in prompts:
                raise NotAsked(what, f"a correction of {', '.join(prompts)}")
            noted = Noted(what, prompts[what].parse(value), reason.strip())
            return self._take(noted, match, self._entries)

    def go_on_in_memory(self) -> None:
        """The referee's word after a JournalError: play on, with a warning on every screen until the disk is back."""
        with self._lock:
            self._journal.go_on_in_memory()
            self._tell(None, [])

    def report(self, status: Status) -> None:
        """How a device is. Told to all, kept in no journal."""
        with self._lock:
            if self._statuses.get(status.device) != status:
                self._statuses[status.device] = status
                self._tell(None, [])

    # -- one stream out ---------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tells `listener` every Update from now on, in order; returns what ends that. A listener may not answer, must
        not block, and its exception undoes nothing."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def since(self, seq: int) -> list[JSON]:
        """The history after entry `seq`."""
        return [h for h in self.history() if h["seq"] > seq]

    @property
    def version(self) -> int:
        return self._version

    def board(self) -> JSON:
        """Everything a screen may show, plain JSON: see `companion.board.board_of`."""
        return self._board

    def history(self) -> list[JSON]:
        """What happened, oldest first, plain JSON: see `companion.board.history_of`."""
        with self._lock:
            return history_of(self._match, self._entries) if self._match else []

    def match_report(self) -> JSON:
        """The report of the match so far, plain JSON: see `companion.report.report_of`; None before the first."""
        with self._lock:
            return report_of(self._match) if self._match else None

    def match_file(self) -> str:
        """The match as a file that replays bit for bit. PromptRefused until its rules have ended it: what a coach chose
        in secret stands in it."""
        with self._lock:
            if self._match is None or not self._match.play.over:
                raise PromptRefused("the match as a file", "the end of the match: until then it holds secrets")
            return spell_match(self._entries)

    def entries(self) -> list[Entry]:
        """The entries of this match, for an export. They hold secrets: not for a screen."""
        with self._lock:
            return list(self._entries)

    def prompts(self) -> tuple[int, dict[str, Prompt]]:
        """The version, and what is asked at it."""
        with self._lock:
            return self._version, self._match.open if self._match else {}

    def final(self, key: str) -> bool:
        """Whether the dice of this open roll have been read, and only a hand may change them."""
        with self._lock:
            return self._match is not None and self._match.final(key)

    def picture(self, name: str) -> bytes | None:
        """An evidence picture by name."""
        return self._journal.picture(name)

    def status_picture(self, device: str) -> bytes | None:
        """The picture that goes with a device's status."""
        status = self._statuses.get(device)
        return status.picture if status else None

    # -- inside -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _writing(self, version: int | None) -> Iterator[None]:
        if self._teller == threading.get_ident():
            raise RuntimeError("a listener may not answer")
        with self._lock:
            if version is not None and version != self._version:
                raise StaleVersion(version, self._version)
            yield

    def _doubted(self, prompt: Prompt) -> bytes | None:
        """The picture of a roll that a device could not read, while a person tells its value."""
        if not isinstance(prompt, Roll):
            return None
        shown = (s for s in self._statuses.values() if s.evidence and prompt.key in (s.detail or {}).get("asked", ()))
        return next((s.evidence for s in shown), None)

    def _running(self) -> Match:
        if self._match is None:
            raise NotAsked(None, "a match to be started")
        return self._match

    def _take(self, what: Happening, match: Match, entries: list[Entry]) -> Update:
        """Goes on, writes, tells; folds the match anew if the game or the disk fails."""
        seq = self._version + 1
        try:
            calls = to_json(match.apply(seq, what))
            entry = match.sealed(Entry(seq, self._wall_s(), self._mono_s(), what, calls))
            self._journal.append(entry)
        except Exception:
            self._fold(self._entries)
            raise
        self._match, self._entries, self._version = match, [*entries, entry], seq
        return self._tell(entry, calls)

    def _fold(self, entries: list[Entry]) -> None:
        if entries:
            self._match, _ = reenact(self._load(_started(entries).game), entries)

    def _resume(self, entries: list[Entry]) -> None:
        if not entries:
            return
        try:
            started = _started(entries)
            self._match, differences = reenact(self._load(started.game), entries)
        except TouchlineError as error:
            _log.exception("the match in the journal cannot go on")
            self._warnings.append(_unplayable(error))
            return
        self._entries = entries
        if differences:
            self._warnings.append(_differs(differences))

    def _tell(self, entry: Entry | None, calls: JSON) -> Update:
        self._board = self._drawn()
        told = history_of(self._match, [entry])[0] if entry and self._match else None
        update = Update(self._version, told, calls, self._board)
        self._teller = threading.get_ident()
        try:
            for listener in list(self._listeners):
                self._tell_one(listener, update)
        finally:
            self._teller = None
        return update

    def _tell_one(self, listener: Listener, update: Update) -> None:
        try:
            listener(update)
        except Exception:  # noqa: BLE001 - one screen's fault must not stop the match
            _log.exception("a listener failed at version %d", update.version)

    def _drawn(self) -> JSON:
        warnings = [*self._warnings, *([self._journal.notice] if self._journal.notice else [])]
        return board_of(self._match, self._version, warnings, self._statuses)


def _started(entries: list[Entry]) -> Started:
    started = entries[0].what
    if not isinstance(started, Started):
        raise GameFault(f"entry {entries[0].seq} does not start a match")
    return started


def _unplayable(error: TouchlineError) -> Text:
    return Text(
        "The match in the journal cannot go on with the rules of this version ({why}). It stays in the journal.",
        "Das Spiel im Journal geht mit den Regeln dieser Version nicht weiter ({why}). Es bleibt im Journal.",
    ).format(why=error.text if isinstance(error, SaidRefusal) else error)


def _differs(differences: list[dict[str, Any]]) -> Text:
    first = differences[0]
    recorded, now = (", ".join(c["name"] for c in first[which]) for which in ("recorded", "now"))
    text = Text(
        "Entries that today's rules tell otherwise than recorded: {n}, the first is entry {seq}:",
        "Einträge, die die Regeln von heute anders erzählen als aufgezeichnet: {n}, zuerst Eintrag {seq}:",
    ).format(n=len(differences), seq=first["seq"])
    if recorded == now:
        return text + Text("the scoreboard differs.", "der Spielstand weicht ab.")
    detail = Text("{recorded} then, {now} now.", "damals {recorded}, jetzt {now}.")
    return text + detail.format(recorded=recorded or "—", now=now or "—")
