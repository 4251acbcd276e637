"""Games of programs as transcripts, and back: what was printed, to whom, and what was answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from croupier import __version__
from croupier.game.hosting import Event, Listener, Watcher
from croupier.game.transcript import FORMAT, VERSION, Line, Transcript, TranscriptError, chosen

if TYPE_CHECKING:
    from croupier.script.as_game.game import ScriptGame
    from croupier.script.as_game.state import ScriptState


def header(state: ScriptState, players: Iterable[str] = ()) -> Line:
    """The first line of a transcript."""
    game = state.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "croupier": __version__,
        "game": game.name,
        "source": game.source.name,
        "language": game.language,
        "program": game.rules_hash,
        "seats": game.seats,
        "settings": dict(game.settings),
        **({} if game.filtered else {"filter": False}),
        "players": list(players),
        "seed": state.seed,
        "limits": {"steps": state.max_steps, "decisions": state.max_decisions},
    }


def recorder(sink: Callable[[Line], None], count: int = 0) -> Listener:
    """Turns what happens in a game into lines, after so many of them, and hands each to a sink."""

    def heard(event: Event, place: Any) -> None:
        nonlocal count
        count += 1
        sink(line_of(count, event, place))

    return heard


def line_of(number: int, event: Event, place: Any) -> Line:
    """An event as data."""
    if event[0] == "end":
        return _end(event[1])
    line: Line = {"n": number, "event": event[0], "line": place.span.line}
    if event[0] == "output":
        _, seat, public, private = event
        line["public"] = {"text": public} if public else {}
        if private:
            line["private"] = {"seen_by": [seat], "text": private}
        return line
    _, seat, options, index = event
    line["public"] = {"seat": seat}
    # That a seat had no choice tells about its hand, as its options do.
    line["private"] = {
        "seen_by": [seat],
        "forced": len(options) == 1,
        "options": [option.text for option in options],
        "choice": index,
        "key": options[index].key,
    }
    return line


def _end(outcome: Any) -> Line:
    line: Line = {"event": "end", "status": outcome.status.value, "reason": outcome.reason}
    if outcome.scores:
        line |= {"scores": list(outcome.scores), "ranks": list(outcome.ranks), "wins": list(outcome.wins)}
    if outcome.finding is not None:
        line |= {"code": outcome.finding.code, "line": outcome.finding.span.line}
    return line


def teller(tell: Callable[[str], None]) -> Listener:
    """Tells everything that happens in words, with all that is printed to whomever."""

    def heard(event: Event, _: Any) -> None:
        if event[0] == "output":
            for text in event[2:]:
                for piece in text.splitlines():
                    tell(f"  {piece}")
        elif event[0] == "end":
            outcome = event[1]
            scores = f"; scores {', '.join(map(str, outcome.scores))}" if outcome.scores else ""
            tell(f"the game ends: {outcome.status.value}, {outcome.reason}{scores}")
        else:
            _, seat, options, index = event
            many = f" ({len(options)} options)" if len(options) > 1 else " (forced)"
            tell(f"seat {seat} {'chooses' if len(options) > 1 else 'must'}: {options[index].text}{many}")

    return heard


def replayed(game: ScriptGame, transcript: Transcript, watch: Watcher | None = None) -> ScriptState:
    """Play a transcript again; :class:`TranscriptError` names the first difference.

    A transcript that was cut off is played as far as it goes: the state then stands at the next decision.
    """
    _same_game(game, transcript)
    limits = transcript.header.get("limits", {})
    numbers = [transcript.header.get("seed", 0), limits.get("steps"), limits.get("decisions")]
    if not all(isinstance(number, int) for number in numbers):
        raise TranscriptError(transcript.name, 1, "seed or limits are no numbers")
    state = game.fresh(numbers[0], max_steps=numbers[1], max_decisions=numbers[2])
    verifier = _Verifier(state, transcript, watch)
    state.listen(verifier)
    state.begin()
    for choice in transcript.choices:
        if state.outcome is not None:
            raise verifier.error("the transcript goes on, but the game is over")
        state.apply(chosen(state, choice, verifier.error))
        state.begin()
    if state.outcome is None and transcript.outcome is not None:
        raise verifier.error("the transcript is over, but the game is not")
    if verifier.at < len(transcript.events):
        raise verifier.error("the transcript goes on, but nothing more happens by the rules")
    state.listen(None)
    return state


def _same_game(game: ScriptGame, transcript: Transcript) -> None:
    found = transcript.header
    if found.get("program") != game.rules_hash:
        named = f"({found.get('game')!r}, not {game.name!r})"
        raise TranscriptError(transcript.name, 1, f"this is a game of another program {named}")
    for part, expected in (("seats", game.seats), ("settings", dict(game.settings))):
        if found.get(part) != expected:
            told = f"{part} differ: {found.get(part)} in the transcript, {expected} here"
            raise TranscriptError(transcript.name, 1, told)


class _Verifier:
    """Compares what happens with what the transcript says."""

    def __init__(self, state: ScriptState, transcript: Transcript, watch: Watcher | None) -> None:
        self.state = state
        self.transcript = transcript
        self.watch = watch
        self.at = 0

    def __call__(self, event: Event, place: Any) -> None:
        line = line_of(self.at + 1, event, place)
        if event[0] == "end":
            recorded = self.transcript.outcome
            if recorded is not None:
                self._compare(recorded, line)
        elif self.at < len(self.transcript.events):
            self._compare(self.transcript.events[self.at], line)
            self.at += 1
        elif self.transcript.outcome is not None:
            raise self.error(f"the transcript ends, but the game goes on with {line['event']!r}")
        if self.watch is not None:
            self.watch(self.state, line, event, place)

    def _compare(self, recorded: Line, happened: Line) -> None:
        for key in dict.fromkeys((*recorded, *happened)):
            if recorded.get(key) == happened.get(key):
                continue
            told = f"{key} is {recorded.get(key)!r} in the transcript, {happened.get(key)!r} by the rules"
            veiled = f"{key} is not what it is by the rules" if key in ("private", "line") else None
            raise self.error(told, veiled=veiled, seen_by=happened.get("private", {}).get("seen_by", ()))

    def error(
        self, message: str, *, veiled: str | None = None, seen_by: Collection[int] = ()
    ) -> TranscriptError:
        """An error at the line that is being compared; `veiled` says it to seats that may not see it."""
        at = self.transcript.line_of(self.at)
        return TranscriptError(self.transcript.name, at, message, veiled=veiled, seen_by=seen_by)
