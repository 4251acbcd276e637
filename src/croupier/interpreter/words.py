"""What happens at the table, in words: as one seat may know it, or as it really is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.game.cards import kinds_words
from croupier.interpreter.sight import EXACT, Telling
from croupier.interpreter.table import Event, Table
from croupier.recycle.program import Expr


class Words:
    """Puts events into words for a seat; without a seat, with open cards."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.layout = table.layout
        self.names = table.layout.names
        self.seat = seat

    def place(self, number: int) -> str:
        """What a place is called from this seat."""
        place = self.layout.places[number]
        name = f"{place.name}{f' {place.nth}' if place.nth else ''}"
        if place.owner == "game" or (place.owner == "player" and place.member == self.seat):
            return name
        return f"{'seat' if place.owner == 'player' else 'team'} {place.member}'s {name}"

    def sees(self, number: int) -> bool:
        """Whether the cards of a place are open to this seat."""
        if self.seat is None:
            return True
        return self.layout.sees(self.seat, self.layout.places[number], self.table.teams)

    def card(self, card: int) -> str:
        """A card by its name if the seat sees it, else by its place."""
        where = self.table.where[card]
        if where < 0 or self.sees(where) or card in self.table.open_cards():
            return self.names[card]
        pile = self.table.pile(where)
        place = self.place(where)
        if self.layout.ordered_freely[where] and self.layout.has_open_cards:
            # Which place a hidden card has beside open ones would tell of its number.
            pile = [other for other in pile if other not in self.table.open_cards()]
        index = pile.index(card)
        if index == len(pile) - 1 and not self.layout.ordered_freely[where]:
            return f"the top of {place}"
        return f"the {_ordinal(index + 1)} card of {place}"

    def _listed(self, told: list[tuple[int, str]]) -> str:
        """Cards one after the other; those first that everybody sees: the order might tell of others."""
        seen = self.table.open_cards()
        return ", ".join(text for _, text in sorted(told, key=lambda one: bool(seen) and one[0] not in seen))

    def _all(self, cards: Sequence[int], expr: Expr) -> str:
        return self._listed([(card, self._part(card, expr, 0)) for card in cards])

    def sentence(self, actions: Sequence[tuple[Event, Expr]]) -> str:
        """Several actions in one sentence; cards that go the same way are told together."""
        parts: list[str] = []
        together: list[tuple[int, str]] = []
        told = [(event, expr) for event, expr in actions if not self.telling(expr).hidden]
        for i, (event, expr) in enumerate(told):
            if event[0] == "move":
                together.append((event[1], self._part(event[1], expr, 0)))
                following, by = told[i + 1] if i + 1 < len(told) else (("",), expr)
                if following[0] == "move" and self._target(following, by) == self._target(event, expr):
                    continue
                parts.append(f"move {self._listed(together)} to {self._target(event, expr)}")
                together = []
            else:
                parts.append(self.event(event, expr))
        return "; ".join(parts) or "let the cards decide"

    def telling(self, expr: Expr) -> Telling:
        """How an action may be told to this seat before it is chosen."""
        return EXACT if self.seat is None else self.layout.tellings.get(id(expr), EXACT)

    def _part(self, card: int, expr: Expr, part: int) -> str:
        """The card that is a part of an action."""
        telling = self.telling(expr)
        if part in telling.vague:
            where = self.table.where[card]
            return "a card" if part in telling.somewhere or where < 0 else f"a card of {self.place(where)}"
        return self.names[card] if part in telling.named else self.card(card)

    def _target(self, event: Event, expr: Expr) -> str:
        if 1 in self.telling(expr).vague:
            return "somewhere"
        at = event[5]
        where = "" if at is None else "the bottom of " if at == 0 else f"place {at} of "
        return f"{where}{self.place(event[4])}"

    def event(self, event: Event, expr: Expr) -> str:
        """One thing that happens."""
        kind = event[0]
        vague = self.telling(expr).vague
        if vague and kind in _VAGUELY:
            return _VAGUELY[kind]
        teller = _TELLERS.get(kind)
        return teller(self, event, expr) if teller is not None else str(kind)

    def _told(self, event: Event, expr: Expr) -> str:
        """What is asked, of which cards, and who gets the answers; never the answers."""
        _, seats, cards, asked = event
        about = kinds_words(self.layout.pack.kinds_shown().kinds, asked)
        if self.telling(expr).vague & {_QUESTION}:
            about = "what is asked for"
        everyone = len(seats) == self.layout.seats
        who = "everyone" if everyone else ", ".join(f"seat {seat}" for seat in seats)
        where = list(dict.fromkeys(self.table.where[card] for card in cards))
        whole = len(cards) == sum(len(self.table.pile(place)) for place in where)
        of = ", ".join(map(self.place, where)) if whole else "some cards"
        return f"tell {who} which of {of} are {about}"

    def _stored(self, event: Event, expr: Expr) -> str:
        (owner, member, name), content = event[1], event[2]
        mine = owner == "game" or (owner == "player" and member == self.seat)
        whose = "" if mine else f"{'seat' if owner == 'player' else 'team'} {member}'s "
        if 0 in self.telling(expr).vague:
            return "change what is stored"
        if 1 in self.telling(expr).vague:
            return f"change {whose}{name}"
        return f"set {whose}{name} to {content}"


def telling(table: Table, tell: Callable[[str], None]) -> Callable[[Event, Expr], None]:
    """What tells everything that happens at a table in words, with open cards."""
    words = Words(table, None)

    def heard(event: Event, expr: Expr) -> None:
        decided = event[0] == "decision"
        forced = " (forced)" if decided and len(event[2]) == 1 else ""
        tell(f"{'' if decided or event[0] == 'end' else '  '}{words.event(event, expr)}{forced}")

    return heard


def _ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th …

    >>> [_ordinal(n) for n in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


_QUESTION = 3
"""The number of the part of a `tell` that is the question."""

_VAGUELY = {
    "forget": "forget a copy",
    "swap": "swap two places",
    "shuffle": "shuffle a place",
    "faro": "riffle two places",
    "points": "fill a point map",
    "cycle": "change the turn",
}
"""What is told of an action any part of which is uncertain."""

_TELLERS: dict[str, Callable[[Words, Event, Expr], str]] = {
    "move": lambda w, e, x: f"move {w._part(e[1], x, 0)} to {w._target(e, x)}",
    "remember": lambda w, e, x: (
        f"remember {w._part(e[1], x, 0)} in " + ("a memory" if 1 in w.telling(x).vague else w.place(e[2]))
    ),
    "forget": lambda w, e, x: f"forget {w.names[e[1]]} in {w.place(e[2])}",
    "swap": lambda w, e, x: f"swap {w.place(e[1])} and {w.place(e[2])}",
    "swap cards": lambda w, e, x: f"swap {w._part(e[1], x, 0)} and {w._part(e[2], x, 1)}",
    "shuffle": lambda w, e, x: f"shuffle {w.place(e[1])}",
    "faro": lambda w, e, x: f"riffle {w.place(e[2])} into {w.place(e[1])}",
    "gather": lambda w, e, x: (
        f"gather {'all cards' if e[2] is None else f'all cards of the back {e[2]}'} in {w.place(e[1])}"
    ),
    "show": lambda w, e, x: "show " + w._all(e[1], x),
    "hide": lambda w, e, x: "hide " + w._all(e[1], x),
    "look": lambda w, e, x: f"show {w._all(e[1], x)} to " + ", ".join(f"seat {seat}" for seat in e[2]),
    "tell": lambda w, e, x: w._told(e, x),
    "make": lambda w, e, x: f"make {len(e[1])} cards in {w.place(e[2])}",
    "set": lambda w, e, x: w._stored(e, x),
    "points": lambda w, e, x: f"fill the point map {e[1][2]}",
    "cycle": lambda w, e, x: (
        f"{'seat' if e[1] == 'player' else 'team'} {e[3]} {'plays next' if e[2] == 'next' else 'is current'}"
    ),
    "pass": lambda w, e, x: "pass",
    "void": lambda w, e, x: f"what seat {e[1]} has chosen is not possible any more",
    "teams": lambda w, e, x: "make the teams " + " ".join(str(list(team)) for team in e[1]),
    "drop": lambda w, e, x: f"an option is impossible: {e[1]} (line {x.span.line})",
    "decision": lambda w, e, x: (
        f"seat {e[1]} {'chooses' if len(e[2]) > 1 else 'must'}: {e[2][e[3]].text}"
        + (f" ({len(e[2])} options)" if len(e[2]) > 1 else "")
    ),
    "end": lambda w, e, x: (
        f"the game ends: {e[1].status.value}, {e[1].reason}"
        + (f"; scores {', '.join(map(str, e[1].scores))}" if e[1].scores else "")
    ),
}
