"""Games as transcripts: every event as data, with public and private parts apart."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from croupier import __version__
from croupier.game.cards import kinds_words
from croupier.game.transcript import FORMAT, VERSION, Line
from croupier.interpreter.table import Event, Table
from croupier.recycle.program import Expr, Program
from croupier.recycle.reader import tokens

if TYPE_CHECKING:
    from croupier.interpreter.on_table import OnTable


_LABEL = re.compile(r";+\s*option:")


def program_hash(program: Program) -> str:
    """A fingerprint of the rules: the same in every layout, whatever comments say but names of options."""
    text = _whole(program)
    pieces = ((t.kind, text[t.start : t.end]) for t in tokens(text) if t.kind != "comma")
    return _fingerprint(" ".join(piece for kind, piece in pieces if kind != "comment" or _LABEL.match(piece)))


def _whole(program: Program) -> str:
    """The text of a program with those of the files that it uses."""
    return "\n".join([program.source.text, *(file.text for file in program.files)])


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def header(state: OnTable, players: Iterable[str] = ()) -> Line:
    """The first line of a transcript."""
    program = state.game.program
    return {
        "format": FORMAT,
        "version": VERSION,
        "croupier": __version__,
        "game": state.game.name,
        "source": program.source.name,
        "program": program_hash(program),
        "text": _fingerprint(_whole(program)),
        "dialect": program.dialect.value,
        "seats": program.seats,
        "settings": settings(program),
        "players": list(players),
        "seed": state.seed,
        "limits": {"steps": state.table.max_steps, "decisions": state.max_decisions},
    }


def settings(program: Program) -> dict[str, Any]:
    """The values of the declared constants of a program, as data."""
    return {p.name: list(p.value) if isinstance(p.value, tuple) else p.value for p in program.parameters}


class Recorder:
    """Turns what happens in a game into lines, and hands each to a sink as it happens."""

    def __init__(self, state: OnTable, sink: Callable[[Line], None]) -> None:
        self.table: Table = state.table
        self.sink = sink
        self.count = 0

    def __call__(self, event: Event, expr: Expr) -> None:
        """Listen to one event."""
        if event[0] == "drop":
            return
        self.count += 1
        self.sink(self.line(event, expr))

    def line(self, event: Event, expr: Expr) -> Line:
        """An event as data."""
        if event[0] == "end":
            return _end(event[1])
        public, private = _PARTS[event[0]](self, event)
        name = _NAMES.get(event[0], event[0])
        line: Line = {"n": self.count, "event": name, "line": expr.span.line, "public": public}
        if private:
            line["private"] = private
        return line

    def place(self, number: int) -> str:
        """The name of a place; with its visibility where the name alone could mean two."""
        return self.table.layout.name(number)

    def seers(self, *places: int) -> list[int]:
        """The seats that see one of the places."""
        layout = self.table.layout
        return [
            seat
            for seat in range(layout.seats)
            if any(layout.sees(seat, layout.places[place], self.table.teams) for place in places)
        ]

    def known_to_all(self, card: int) -> bool:
        """Whether every seat sees a card that its place does not show: face up, or on top of a `tloc`."""
        if not self.table.layout.has_open_cards:
            return False
        return card in self.table.was_open or card in self.table.open_cards()

    def card(self, card: int, public: Line, *places: int, **more: Any) -> tuple[Line, Line]:
        """A card that moves between places: public if everyone sees it, else private to those who do."""
        name = self.table.layout.names[card]
        seers = self.seers(*places)
        if len(seers) == self.table.layout.seats or self.table.remembered(card) or self.known_to_all(card):
            return {**public, "card": name, **more}, {}
        return public, {"seen_by": seers, "card": name, **more}


def _end(outcome: Any) -> Line:
    line: Line = {"event": "end", "status": outcome.status.value, "reason": outcome.reason}
    if outcome.scores:
        line |= {"scores": list(outcome.scores), "ranks": list(outcome.ranks), "wins": list(outcome.wins)}
    if outcome.finding is not None:
        line |= {"code": outcome.finding.code, "line": outcome.finding.span.line}
    return line


def _move(r: Recorder, event: Event) -> tuple[Line, Line]:
    _, card, origin, index, to, at = event
    public: Line = {"from": r.place(origin), "to": r.place(to)}
    if at is not None:
        public["at"] = at
    # In a place that is kept in deck order, where a card lay would tell about the cards beside it. In any
    # other it tells which card it is, to whoever has kept in mind what lies there.
    more = {} if r.table.layout.ordered_freely[origin] else {"index": index}
    return r.card(card, public, origin, to, **more)


def _shuffle(r: Recorder, event: Event) -> tuple[Line, Line]:
    names = [r.table.layout.names[card] for card in r.table.pile(event[1])]
    seers = r.seers(event[1])
    public: Line = {"place": r.place(event[1])}
    if len(seers) == r.table.layout.seats:
        return {**public, "order": names}, {}
    return public, {"seen_by": seers, "order": names}


def _swap_cards(r: Recorder, event: Event) -> tuple[Line, Line]:
    _, one, other, first, second = event
    names = r.table.layout.names
    public: Line = {"places": [r.place(first), r.place(second)]}
    seers = r.seers(first, second)
    cards = [names[one], names[other]]
    if len(seers) == r.table.layout.seats:
        return {**public, "cards": cards}, {}
    return public, {"seen_by": seers, "cards": cards}


def _tell(r: Recorder, event: Event) -> tuple[Line, Line]:
    """What is asked of which cards is public; the answers are for those who are told."""
    _, seats, cards, asked = event
    table, layout = r.table, r.table.layout
    places: Line = {}
    answers: Line = {}
    for place in dict.fromkeys(table.where[card] for card in cards):
        name, pile = r.place(place), table.pile(place)
        here = [card for card in cards if table.where[card] == place]
        places[name] = len(here)
        yes = [card for card in here if asked >> layout.pack.kinds[card] & 1]
        # Where the order means nothing, so does the number of a slot.
        answers[name] = len(yes) if layout.ordered_freely[place] else sorted(map(pile.index, yes))
    about = kinds_words(layout.pack.kinds_shown().kinds, asked)
    public: Line = {"seats": list(seats), "places": places, "asked": about}
    if len(seats) == layout.seats:
        return {**public, "answers": answers}, {}
    return public, {"seen_by": list(seats), "answers": answers}


def _decision(r: Recorder, event: Event) -> tuple[Line, Line]:
    _, seat, options, index, *together = event
    # That a seat had no choice tells about its hand, as its options do.
    private = {"seen_by": [seat], "forced": len(options) == 1, "options": [option.text for option in options]}
    public: Line = {"seat": seat, **({"together": together[0]} if together else {})}
    return public, {**private, "choice": index, "key": options[index].key}


def _key(key: tuple[str, int, str]) -> str:
    owner, member, name = key
    return {"game": "", "player": f"{member}.", "team": f"T{member}."}[owner] + name


def _points(_: Recorder, event: Event) -> tuple[Line, Line]:
    awards = [{"has": dict(pairs), "points": n} for pairs, n in event[2]]
    return {"map": _key(event[1]), "awards": awards}, {}


_NAMES = {"make": "deal", "points": "set"}

_PARTS: dict[str, Callable[[Recorder, Event], tuple[Line, Line]]] = {
    "make": lambda r, e: ({"to": r.place(e[2]), "cards": len(e[1])}, {}),
    "move": _move,
    "gather": lambda r, e: (
        {"to": r.place(e[1]), "count": len(e[3]), **({} if e[2] is None else {"back": e[2]})},
        {},
    ),
    "shuffle": _shuffle,
    "swap": lambda r, e: ({"places": [r.place(e[1]), r.place(e[2])]}, {}),
    "swap cards": _swap_cards,
    "faro": lambda r, e: ({"into": r.place(e[1]), "from": r.place(e[2])}, {}),
    "remember": lambda r, e: ({"card": r.table.layout.names[e[1]], "in": r.place(e[2])}, {}),
    "forget": lambda r, e: ({"card": r.table.layout.names[e[1]], "in": r.place(e[2]), "index": e[3]}, {}),
    "set": lambda r, e: ({"storage": _key(e[1]), "value": e[2]}, {}),
    "points": _points,
    "cycle": lambda r, e: ({"cycle": e[1], e[2]: e[3]}, {}),
    "pass": lambda r, e: ({}, {}),
    "show": lambda r, e: ({"cards": [r.table.layout.names[card] for card in e[1]]}, {}),
    "hide": lambda r, e: ({"count": len(e[1])}, {}),
    "look": lambda r, e: (
        {"count": len(e[1]), "seats": list(e[2])},
        {"seen_by": list(e[2]), "cards": [r.table.layout.names[card] for card in e[1]]},
    ),
    "tell": _tell,
    "void": lambda r, e: ({"seat": e[1]}, {}),
    "teams": lambda r, e: ({"teams": [list(team) for team in e[1]]}, {}),
    "decision": _decision,
}


def listen_to(table: Table, *listeners: Callable[[Event, Expr], None]) -> None:
    """Let several listeners hear what happens at a table, in this order."""

    def all_of_them(event: Event, expr: Expr) -> None:
        for listener in listeners:
            listener(event, expr)

    table.listener = all_of_them
