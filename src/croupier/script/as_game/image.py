"""Trying something on a machine and taking it back, without copying what is on the heap one by one.

A trial works on the machine itself. Before it begins, every thing gets copies of its fields and items; to
take it back, it gets its own ones again. So things stay the same things, and whether anything has changed
is a comparison of what they held with what they hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from gc import get_referents
from operator import attrgetter
from typing import Any

from croupier.script.as_game.flow import Flow
from croupier.script.heap import Cursor, Thing
from croupier.script.machine import Frame, Machine

_FIELDS = attrgetter("fields")


def reachable(machine: Machine) -> list[Thing]:
    """Every thing that a machine can still get at."""
    todo: list[Any] = [machine.globals, machine.seated, [t.thing for t in machine.timers]]
    for frame in machine.frames:
        todo += (frame.locals, frame.stack)
    pending = machine.pending
    if pending is not None:
        todo += (pending.options or (), [pending.by])
    found: dict[int, Thing] = {}
    while todo:
        # What containers hold is asked of the garbage collector, which knows it without a loop.
        new: dict[int, Thing] = {}
        inner: list[Any] = []
        for value in get_referents(*todo):
            kind = type(value)
            if kind is Thing:
                if id(value) not in found:
                    new[id(value)] = value
            elif kind is Cursor:
                inner.append(value.items)
            elif kind is tuple:
                inner.append(value)
        found |= new
        todo = [thing.fields for thing in new.values()]
        todo += [thing.items for thing in new.values() if thing.items]
        todo += [held for held in inner if type(held) is tuple]
    return list(found.values())


def _newer(machine: Machine, trial: Trial, also: Iterable[Any] = ()) -> list[Thing]:
    """What a machine can get at from its variables, and others, that was not there when a trial began."""
    known = set(map(id, trial.things))
    found: list[Thing] = []
    todo: list[Any] = [*machine.globals, *also]
    for frame in machine.frames:
        todo += frame.locals
        todo += frame.stack
    while todo:
        value = todo.pop()
        kind = type(value)
        if kind is Thing:
            if id(value) not in known:
                known.add(id(value))
                found.append(value)
                todo += value.fields.values()
                todo += value.items or ()
        elif kind is Cursor:
            if type(value.items) is tuple:
                todo += value.items
        elif kind is tuple:
            todo += value
    return found


def _since(machine: Machine, trial: Trial) -> list[Thing]:
    """What a machine can get at after a trial that was not taken back, and perhaps what it could before.

    What is new can be reached only from something that has changed, or from the machine itself.
    """
    also: list[Any] = [*machine.seated, *(t.thing for t in machine.timers)]
    if machine.pending is not None:
        also += (*(machine.pending.options or ()), machine.pending.by)
    for thing, fields in zip(trial.things, trial.fields, strict=True):
        if thing.fields != fields:
            also += thing.fields.values()
    for thing, items in trial.piles:
        if thing.items != items:
            also += thing.items or ()
    return trial.things + _newer(machine, trial, also)


class Trial:
    """Something that is tried on a machine, any number of times.

    It may be `within` another trial that is going on, or come `after` one that was not taken back: then not
    everything has to be looked for anew.
    """

    def __init__(self, machine: Machine, within: Trial | None = None, after: Trial | None = None) -> None:
        self.machine = machine
        self.things: list[Thing] = []
        if within is not None:
            # Inside of another trial only what was made since then is new.
            self.things = within.things + _newer(machine, within)
        elif after is not None and len(after.things) < 2 * after.once:
            self.things = _since(machine, after)
        self.once: int = after.once if after is not None else 0
        """How many things there were when all were looked for."""
        if not self.things:
            self.things = reachable(machine)
            self.once = len(self.things)
        self.fields = list(map(_FIELDS, self.things))
        self.piles = [(thing, thing.items) for thing in self.things if thing.items is not None]
        self.frames = machine.frames
        self.globals = machine.globals
        self.rest = dict(machine.__dict__)

    def begin(self) -> None:
        """From now on everything that happens can be taken back."""
        machine = self.machine
        for thing, fields in zip(self.things, self.fields, strict=True):
            thing.fields = fields.copy()
        for thing, items in self.piles:
            thing.items = items[:]
        self._begin(machine)

    def again(self) -> None:
        """Take back something that has changed no thing, and begin anew."""
        self.machine.__dict__.update(self.rest)
        self._begin(self.machine)

    def _begin(self, machine: Machine) -> None:
        machine.globals = self.globals[:]
        machine.assigned = machine.assigned[:]
        machine.seated = machine.seated[:]
        machine.frames = [_frame(frame) for frame in self.frames]
        machine.frame = machine.frames[-1] if machine.frames else machine.frame
        machine.stream = machine.stream.copy()
        machine.timers = machine.timers[:]
        machine.output, machine.asked_at = [], 0
        machine.speakers, machine.notes = [], machine.notes[:]

    def rewind(self) -> None:
        """Take back everything."""
        for thing, fields in zip(self.things, self.fields, strict=True):
            thing.fields = fields
        for thing, items in self.piles:
            thing.items = items
        self.machine.__dict__.update(self.rest)

    @property
    def things_changed(self) -> bool:
        """Whether anything that was there before holds something else than before."""
        for thing, items in self.piles:
            if thing.items != items:
                return True
        return list(map(_FIELDS, self.things)) != self.fields

    def same_place(self, flow: Flow) -> bool:
        """Whether the machine stands where it stood, with nothing changed that will be looked at again.

        A question that asks again by calling its own routine stands there, too, one activation deeper, if
        all that the outer activations have left to do is to return.
        """
        return self.same_question(flow) and self._only_returns(flow)

    def same_question(self, flow: Flow) -> bool:
        """Tell whether the same question is asked with nothing changed, however many activations deeper."""
        machine = self.machine
        if (
            not machine.frames
            or len(machine.frames) < len(self.frames)
            or machine.clock != self.rest["clock"]
        ):
            return False
        if len(machine.timers) != len(self.rest["timers"]):
            return False
        # Whatever was called since waits between the outer activations and the one that asks.
        standing = [*machine.frames[: len(self.frames) - 1], machine.frames[-1]]
        for now, then in zip(standing, self.frames, strict=True):
            if now.routine is not then.routine or now.pc != then.pc or len(now.stack) != len(then.stack):
                return False
        if self.things_changed:
            return False
        for slot, (one, other) in enumerate(zip(machine.globals, self.globals, strict=True)):
            if one is not other and not alike(one, other) and flow.is_global_live(machine.frames, slot):
                return False
        pairs: list[tuple[Any, Any]] = []
        for now, then in zip(standing, self.frames, strict=True):
            pairs += zip(now.stack, then.stack, strict=True)
            pairs += [
                (a, b)
                for slot, (a, b) in enumerate(zip(now.locals, then.locals, strict=True))
                if a is not b and flow.is_live(now, slot)
            ]
        return all(a is b or alike(a, b) for a, b in pairs)

    def _only_returns(self, flow: Flow) -> bool:
        """Tell whether the activations that wait for a repeated question only return, the same result."""
        waiting = self.machine.frames[len(self.frames) - 1 : -1]
        if not waiting:
            return True
        caller = self.frames[-2] if len(self.frames) > 1 else None
        if caller is None or not self.frames[-1].keep or flow.drops_at(caller.routine, caller.pc):
            return all(flow.only_returns(frame.routine, frame.pc) for frame in waiting)
        handed_on = all(frame.keep for frame in self.machine.frames[len(self.frames) :])
        return handed_on and all(flow.returns_at(frame.routine, frame.pc) for frame in waiting)


def _frame(frame: Frame) -> Frame:
    made = Frame(frame.routine, frame.locals[:], frame.keep)
    made.ops, made.pc = frame.ops, frame.pc
    made.stack = [Cursor(v.items, v.at) if type(v) is Cursor else v for v in frame.stack]
    return made


def alike(one: Any, other: Any) -> bool:
    """Whether two values cannot be told apart: things that were made anew are compared by what they hold."""
    pairs = [(one, other)]
    assumed: set[tuple[int, int]] = set()
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        kind = type(a)
        if kind is not type(b):
            return False
        if kind is Thing:
            if (id(a), id(b)) in assumed:
                continue
            assumed.add((id(a), id(b)))
            if a.kind is not b.kind and a.kind != b.kind:
                return False
            if a.fields.keys() != b.fields.keys() or (a.items is None) is not (b.items is None):
                return False
            pairs += [(held, b.fields[name]) for name, held in a.fields.items()]
            if a.items is not None:
                if len(a.items) != len(b.items):
                    return False
                pairs += zip(a.items, b.items, strict=True)
        elif kind is Cursor:
            if a.at != b.at or len(a.items) != len(b.items):
                return False
            if type(a.items) is tuple and type(b.items) is tuple:
                pairs += zip(a.items, b.items, strict=True)
            elif a.items != b.items:
                return False
        elif kind is tuple:
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif a != b:
            return False
    return True
