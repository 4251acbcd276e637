"""What a program states about itself: in a struct made from `Game`, and by strategies of players."""

from __future__ import annotations

from typing import Any

from croupier.script.cardigan.codes import finding
from croupier.script.cardigan.inference import Kinds
from croupier.script.cardigan.program import Program
from croupier.script.cardigan.tree import Entry, Function, Lambda, Struct
from croupier.script.cardigan.values import Code, is_function, items_of
from croupier.script.heap import Thing
from croupier.script.machine import Machine
from croupier.script.stated import Stated
from croupier.text import Diagnostic, did_you_mean

STATED: dict[str, tuple[str, ...]] = {
    "turn": (),
    "score": ("player",),
    "winners": (),
    "sees": ("player", "card"),
}
"""The functions of a game, and what each is given."""
FIELDS = ("seats", *STATED)
_MOST_SEATS = 100


def stated(machine: Machine) -> Stated:
    """What the first global struct that is a game states; what it leaves unset is inferred."""
    games = (machine.globals[slot] for slot in machine.assigned)
    game = next((held for held in games if type(held) is Thing and held.kind == "Game"), None)
    if game is None:
        return Stated()
    fields = machine.fields(game)
    asked = {name: _function(fields.get(name), len(given)) for name, given in STATED.items()}
    return Stated(_seats(machine, fields.get("seats")), **asked)


def _function(held: Any, parameters: int) -> Any:
    """What a field holds, if it can be called with so much."""
    if not is_function(held):
        return None
    code = held if type(held) is Code else held.kind
    return held if code.parameters == parameters else None


def _seats(machine: Machine, held: Any) -> tuple[int, ...] | None:
    """The possible numbers of players: one, or a collection of them."""
    items = [held] if type(held) is int else items_of(machine, held) or []
    found = sorted({n for n in items if type(n) is int and 0 < n <= _MOST_SEATS})
    return tuple(found) or None


def stating_findings(program: Program, kinds: Kinds) -> list[Diagnostic]:
    """Fields of games, and strategies of players, that nobody will ask."""
    found: list[Diagnostic] = []
    for node in program.nodes():
        type_ = kinds.type_of(node) if isinstance(node, Struct) else None
        if type_ is None or not isinstance(node, Struct):
            continue
        for entry in node.entries:
            if type_.library == "Game" and entry.name is not None:
                found += _game_field(entry, entry.name, kinds)
            elif type_.library == "Player" and entry.name == "strategy":
                found += _parameters(entry, "strategy", ("options",), "Player")
    return found


def _game_field(entry: Entry, name: str, kinds: Kinds) -> list[Diagnostic]:
    if name not in FIELDS:
        hint = did_you_mean(name, FIELDS) or f"a game has the fields {', '.join(FIELDS)}"
        return [finding("W618", entry.span, what=f"nobody asks a Game for `{name}`", hint=hint)]
    if name in STATED:
        return _parameters(entry, name, STATED[name], "Game")
    kind = kinds.type_of(entry.value)
    if kind is not None and kind.known and kind.kind not in ("collection", "int"):
        what = f"`seats` of a Game is {kind.kind}, not numbers of players"
        return [finding("W618", entry.span, what=what, hint="write `seats=[2 ... 7]` for 2 to 6")]
    return []


def _parameters(entry: Entry, name: str, wanted: tuple[str, ...], owner: str) -> list[Diagnostic]:
    """Whether a function that stands in the text takes what it will be given."""
    value = entry.value
    if not isinstance(value, Function | Lambda) or len(value.parameters) == len(wanted):
        return []
    given = f"takes {len(wanted)} ({', '.join(wanted)})" if wanted else "takes none"
    what = f"`{name}` of a {owner} {given}, this one {len(value.parameters)}, so that nobody asks it"
    written = f"{name}=lambda{' ' if wanted else ''}{', '.join(wanted)}: …"
    return [finding("W618", entry.span, what=what, hint=f"write `{written}`")]
