"""Where a machine stands: whether that is where another one stood, with nothing changed that matters.

Both are copies of one machine. So cells that neither has written to have the very same contents, and to
compare the others is quick.
"""

from __future__ import annotations

from typing import Any

from croupier.script.flow import Flow
from croupier.script.heap import Thing
from croupier.script.machine import Machine


def things_changed(now: Machine, then: Machine) -> bool:
    """Tell whether anything that was there before holds something else than before."""
    before = then.H
    return now.H[: len(before)] != before


def same_place(flow: Flow, now: Machine, then: Machine) -> bool:
    """Tell whether a machine stands where another one stood, with nothing changed that will be looked at.

    A question that asks again by calling its own routine stands there, too, one activation deeper, if all
    that the outer activations have left to do is to return.
    """
    return same_question(flow, now, then) and _only_returns(flow, now, then)


def same_question(flow: Flow, now: Machine, then: Machine) -> bool:
    """Tell whether the same question is asked with nothing changed, however many activations deeper."""
    frames, earlier = now.frames, then.frames
    if not frames or len(frames) < len(earlier) or now.clock != then.clock:
        return False
    if len(now.timers) != len(then.timers):
        return False
    # Whatever was called since waits between the outer activations and the one that asks.
    standing = [*frames[: len(earlier) - 1], frames[-1]]
    for one, other in zip(standing, earlier, strict=True):
        if one.routine is not other.routine or one.pc != other.pc or len(one.stack) != len(other.stack):
            return False
    if things_changed(now, then):
        return False
    for slot, (one, other) in enumerate(zip(now.globals, then.globals, strict=True)):
        if one is not other and not alike(now, one, then, other) and flow.is_global_live(frames, slot):
            return False
    for frame, before in zip(standing, earlier, strict=True):
        for a, b in zip(frame.stack, before.stack, strict=True):
            if a is not b and not alike(now, a, then, b):
                return False
        for slot, (a, b) in enumerate(zip(frame.locals, before.locals, strict=True)):
            if a is not b and flow.is_live(frame, slot) and not alike(now, a, then, b):
                return False
    return True


def _only_returns(flow: Flow, now: Machine, then: Machine) -> bool:
    """Tell whether the activations that wait for a repeated question only return, the same result."""
    waiting = now.frames[len(then.frames) - 1 : -1]
    if not waiting:
        return True
    caller = then.frames[-2] if len(then.frames) > 1 else None
    if caller is None or flow.drops_at(caller.routine, caller.pc):
        return all(flow.only_returns(frame.routine, frame.pc) for frame in waiting)
    return all(flow.returns_at(frame.routine, frame.pc) for frame in waiting)


def alike(now: Machine, one: Any, then: Machine, other: Any) -> bool:
    """Tell whether two values cannot be told apart: things made anew are compared by what they hold."""
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
            if (a.f is None) is not (b.f is None) or (a.i is None) is not (b.i is None):
                return False
            if a.f is not None:
                mine, theirs = now.fields(a), then.fields(b)
                if mine.keys() != theirs.keys():
                    return False
                pairs += [(held, theirs[name]) for name, held in mine.items()]
            if a.i is not None:
                first, second = now.items(a), then.items(b)
                if len(first) != len(second):
                    return False
                pairs += zip(first, second, strict=True)
        elif kind is tuple:
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif a != b:
            return False
    return True
