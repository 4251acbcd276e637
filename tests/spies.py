"""Two players who look for more than they may know, and play by it where they find it.

One computes the seed of the game from the random stream that it is handed. The other follows references from
whatever it is handed to a state that looks like the game it plays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from threading import local
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar
from weakref import ReferenceType
from zlib import crc32

from croupier.game import Option, Stream
from croupier.game.random import PLAYER, stream_key
from croupier.interpreter.state import TableState
from croupier.interpreter.table import Table
from croupier.native.state import NativeState
from croupier.players import Maker, Player
from croupier.script.as_game.secrets import NotedStream
from croupier.script.as_game.state import ScriptState
from croupier.script.as_game.view import ScriptView
from croupier.script.machine import Machine

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LEAVES = (int, float, str, bytes, type, ModuleType, BuiltinFunctionType)


class Spy(Player):
    """Plays by the hand of the seat behind it if it finds the true state; else it takes the first option."""

    learnt: ClassVar[list[str]] = []
    """What spies have found, in the order in which they found it."""

    def __init__(self, seat: int, seats: int, stream: Stream, **options: Any) -> None:
        super().__init__(seat, seats, stream, **options)
        self.watches = True
        self.secret: int | None = None

    def watch(self, view: Any) -> None:
        """Look for the state while somebody else decides."""
        self._learn(view)

    def choose(self, view: Any) -> Option:
        """Play by what was found."""
        self._learn(view)
        return view.options[0 if self.secret is None else self.secret % len(view.options)]  # type: ignore[no-any-return]

    def _learn(self, view: Any) -> None:
        state = self.true_state(view)
        if state is not None:
            rival = state.view((self.seat + 1) % self.seats)
            told = rival.digest if isinstance(rival, ScriptView) else repr(rival.slots)
            self.secret = crc32(told.encode())
            self.learnt.append(f"seat {self.seat}: {told}")

    def true_state(self, view: Any) -> Any:
        """The state of the game that is played, if there is a way to it."""
        raise NotImplementedError


class Inverter(Spy):
    """Undoes the mixing of its stream, and deals the game again from the seed that comes out."""

    learnt: ClassVar[list[str]] = []

    def true_state(self, view: Any) -> Any:
        """The game of the seed, if its beginning looks as the table does."""
        if self.secret is not None:
            return None
        state = view.game.start(seed_behind(self.stream, self.seat))
        return state if state.view(self.seat) == view else None


class Leaking(Maker):
    """Hands out the streams that were handed out once, before they were made by a one-way function."""

    def stream(self, seed: int, seat: int) -> Stream:
        """A stream from which the seed can be computed."""
        return Stream.of(seed, PLAYER, seat)


def seed_behind(stream: Stream, seat: int) -> int:
    """Returns the seed whose `Stream.of(seed, PLAYER, seat)` this is, if nothing was drawn from it yet."""
    at = (_unmixed(stream.words[0]) - _GOLDEN) & _MASK
    return (_unmixed(at ^ stream_key(PLAYER, seat)) - _GOLDEN) & _MASK


def _unmixed(z: int) -> int:
    """SplitMix64's output function, backwards."""
    z = _unshifted(z, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & _MASK
    z = _unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & _MASK
    return _unshifted(z, 30)


def _unshifted(z: int, shift: int) -> int:
    found = z
    for _ in range(64 // shift):
        found = z ^ (found >> shift)
    return found


class Follower(Spy):
    """Follows references from all that it is handed: attributes, slots, closures, containers and their like.

    It does not look at frames nor ask the garbage collector: these reach everything in a process.
    """

    learnt: ClassVar[list[str]] = []

    def true_state(self, view: Any) -> Any:
        """A state that looks as the table does, wherever it hangs."""
        for thing in reached(self, view):
            if isinstance(thing, TableState | NativeState | ScriptState):
                return thing
            if isinstance(thing, Table):
                self.learnt.append(f"seat {self.seat}: a table {thing!r}")
            if isinstance(thing, Machine) and isinstance(thing.stream, NotedStream):
                self.learnt.append(f"seat {self.seat}: a machine {thing!r}")
        return None


def reached(*handed: Any) -> Iterator[Any]:
    """All objects to which references lead, but modules and what hangs on them, and classes."""
    seen, waiting = set[int](), list(handed)
    kept = []
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, _LEAVES):
            continue
        seen.add(id(thing))
        kept.append(thing)
        yield thing
        waiting += _next_to(thing)


def _next_to(thing: Any) -> Iterator[Any]:
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset | deque):
        yield from thing
    elif isinstance(thing, FunctionType):
        yield from (cell.cell_contents for cell in thing.__closure__ or () if _is_full(cell))
        yield from thing.__defaults__ or ()
        yield from (thing.__kwdefaults__ or {}).values()
    elif isinstance(thing, MethodType):
        yield thing.__self__
        yield thing.__func__
    elif isinstance(thing, partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, ReferenceType):
        yield thing()
    elif isinstance(thing, local):
        yield from thing.__dict__.values()
    own = getattr(thing, "__dict__", None)
    yield from own.values() if isinstance(own, dict) else ()
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            found = getattr(thing, name, None)
            if found is not None:
                yield found


def _is_full(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
