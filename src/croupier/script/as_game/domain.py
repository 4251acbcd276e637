"""What may be answered to a question (C2): what the program states, or what it does with the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from croupier.script.as_game.probing import FORKS, Found, probed
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.heap import Thing
from croupier.script.machine import Machine
from croupier.script.uses import Uses, site_of

MOST = 1_000
"""So many answers are tried at one question."""
GUESSED = range(10)
"""What is tried where a number is wanted of which nothing else is known."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One answer that may make sense."""

    answer: str
    """What somebody would type."""
    value: Any
    shown: Any = None
    """The element that an index means, or a thing among the options."""
    element: bool = False
    """Whether it means an element."""
    hidden: bool = False
    """Whether it means something that the seat does not see."""
    where: tuple[Thing, int] | None = None
    """The collection and the place in it that it means."""


@dataclass(frozen=True, slots=True)
class Domain:
    """All of them, in a stable order: literals as they stand in the text, then numbers ascending."""

    candidates: tuple[Candidate, ...]
    stated: bool = False
    guessed: bool = False
    """Whether nothing in the program tells what it may be."""
    collections: tuple[Thing, ...] = ()
    """What an answer is an index of."""
    steady: bool = False
    """Whether it depends on nothing but the sizes of these."""


def domain(script: ScriptProgram, machine: Machine) -> Domain:
    """What may be answered to the pending question."""
    pending = machine.pending
    assert pending is not None
    if pending.options is not None:
        return Domain(_stated(script, machine, pending.options), stated=True)
    uses = script.uses.get(site_of(pending.span), Uses())
    found: dict[str, Candidate] = {}

    def add(values: Iterable[Any]) -> None:
        for value in values:
            if len(found) < MOST:
                said = script.text(machine, value)
                found.setdefault(said, Candidate(said, value))

    add(uses.literals)
    if uses.otherwise is not None:
        add((uses.otherwise,))
    numbers: set[int] = set()
    elements: dict[int, Any] = {}
    places: dict[int, tuple[Thing, int] | None] = {}
    dynamic: Found | None = None
    cuts = {bound.value + (bound.op in ("<=", ">")) for bound in uses.bounds if bound.op != "=="}
    if uses.indexes or uses.text or (uses.interval is None and (uses.bounds or uses.whole)):
        dynamic = probed(machine, len(uses.indexes) or FORKS)
        for probe, held, items in dynamic.indexes:
            for answer in probe.answers(len(items)):
                place = probe.scale * answer + probe.offset
                numbers.add(answer)
                elements.setdefault(answer, items[place])
                places.setdefault(answer, (held, place) if _is_there(machine, held) else None)
        add(value for value in dynamic.members if type(value) in (int, float, str, bool))
        cuts |= {number + (op in ("<=", ">")) for op, number in dynamic.bounds}
    for attribute in uses.attributes:
        add(script.attribute_values(machine, attribute))
    guessed = False
    indexed = tuple(held for _, held, _ in dynamic.indexes if _is_there(machine, held)) if dynamic else ()
    if not numbers and (uses.whole or uses.count or uses.bounds):
        reach = _between(cuts)
        if reach is not None:
            numbers |= set(reach)
        elif not found:
            numbers, guessed = set(GUESSED), True
    for number in sorted(numbers)[:MOST]:
        said = str(number)
        shown = elements.get(number)
        if said not in found:
            found[said] = Candidate(said, number, shown, number in elements, where=places.get(number))
    if not found:
        # Nothing is done with it: whoever is asked presses the Enter key.
        return Domain((Candidate("", ""),), guessed=True)
    changing = dynamic is not None and (dynamic.members or (dynamic.bounds and not dynamic.indexes))
    steady = not changing and not uses.attributes
    return Domain(tuple(found.values())[:MOST], False, guessed, indexed, steady)


def _is_there(machine: Machine, held: Any) -> bool:
    """Whether a collection was there already when the question was asked."""
    if type(held) is not Thing or held.i >= len(machine.owners):
        return False
    owner = machine.owners[held.i]
    return owner is not None and owner() is held


def _between(cuts: set[int]) -> range | None:
    """The numbers between the outermost bounds; up to the only one, if there is only one."""
    if len(cuts) > 1:
        return range(min(cuts), min(max(cuts), min(cuts) + MOST))
    only = next(iter(cuts), 0)
    return range(only) if 0 < only <= MOST else None


def _stated(script: ScriptProgram, machine: Machine, options: tuple[Any, ...]) -> tuple[Candidate, ...]:
    found: dict[str, Candidate] = {}
    for option in options:
        said = script.answer(machine, option, options)
        found.setdefault(said, Candidate(said, option, option, script.sort_of(option) is not None))
    return tuple(found.values())
