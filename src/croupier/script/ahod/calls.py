"""Calls: helpers, computed attributes, constructors, ACTIONS, built-ins; and how an ACTION is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from croupier.script.ahod.builtins import ACTIONS, BuiltIn, method
from croupier.script.ahod.kinds import Kind, holds, type_name, with_article
from croupier.script.ahod.nodes import TypeRef
from croupier.script.ahod.operations import missing, new_thing
from croupier.script.ahod.values import identical
from croupier.script.heap import UNSET, Interval, Thing
from croupier.script.machine import Fault, Frame, Machine, Routine


@dataclass
class Handlers:
    """All definitions of one ACTION."""

    name: str
    bare: Routine | None = None
    instances: list[tuple[int, Routine]] = field(default_factory=list)
    """By the global variable whose value the receiver must be."""
    typed: dict[str, list[tuple[TypeRef | None, Routine]]] = field(default_factory=dict)
    """By type: first those for an element type, the most derived first, then the one for all."""

    def find(self, machine: Machine, receiver: Any) -> Routine | None:
        """The definition for a receiver: by instance, then by type up to Object."""
        for slot, routine in self.instances:
            if identical(machine.globals[slot], receiver):
                return routine
        if type(receiver) is Thing:
            for kind in receiver.kind.chain:
                for element, routine in self.typed.get(kind.name, ()):
                    if element is None or holds(receiver, element):
                        return routine
            return None
        name = type_name(receiver)
        for candidate in (name, "float") if name == "int" else (name,):
            for element, routine in self.typed.get(candidate, ()):
                if element is None:
                    return routine
        return None


@dataclass(frozen=True)
class Site:
    """A call as it is written: its name, how many arguments, names of the last ones, the receiver's text."""

    name: str
    count: int
    names: tuple[str, ...] = ()
    called: str = ""
    receiver: bool = True
    handlers: Handlers | None = None


def _arguments(frame: Frame, site: Site) -> list[Any]:
    if not site.count:
        return []
    at = len(frame.stack) - site.count
    found = frame.stack[at:]
    del frame.stack[at:]
    return found


def arranged(
    what: str, parameters: tuple[str, ...], required: int, site: Site, values: list[Any]
) -> list[Any]:
    """The arguments in the order of the parameters; those left out are unset."""
    if not site.names and len(values) == len(parameters):
        return values
    placed = len(values) - len(site.names)
    if placed > len(parameters):
        raise Fault("R403", f"{takes(what, parameters, required)}, got {len(values)}")
    slots = values[:placed] + [UNSET] * (len(parameters) - placed)
    for name, value in zip(site.names, values[placed:], strict=True):
        if name not in parameters:
            raise Fault("R403", f"{what} has no parameter '{name}'")
        at = parameters.index(name)
        if slots[at] is not UNSET:
            raise Fault("R403", f"{what} gets '{name}' twice")
        slots[at] = value
    if any(value is UNSET for value in slots[:required]):
        raise Fault("R403", f"{takes(what, parameters, required)}, got {len(values)}")
    return slots


def takes(what: str, parameters: tuple[str, ...], required: int) -> str:
    """How many arguments something takes, in words.

    >>> takes("PLAY", ("index",), 1), takes("f", ("a", "b"), 1), takes("g", (), 0)
    ('PLAY takes 1 (index)', 'f takes 1 to 2 (a, b)', 'g takes none')
    """
    if not parameters:
        return f"{what} takes none"
    count = str(len(parameters)) if required == len(parameters) else f"{required} to {len(parameters)}"
    return f"{what} takes {count} ({', '.join(parameters)})"


def call_helper(machine: Machine, frame: Frame, argument: tuple[Routine, Site]) -> None:
    """``f(…)``."""
    routine, site = argument
    values: list[Any] = arranged(
        routine.name, routine.parameters, routine.required, site, _arguments(frame, site)
    )
    machine.push(routine, values)


def call_method(machine: Machine, frame: Frame, site: Site) -> None:
    """``x.f(…)``: a computed attribute, or something built in."""
    values = _arguments(frame, site) if site.count else []
    it = frame.stack.pop()
    if type(it) is Thing:
        routine = it.kind.computed.get(site.name)
        if routine is not None:
            found = arranged(routine.name, routine.parameters, routine.required, site, values)
            machine.push(routine, [it, *found])
            return
        built_in = method("collection" if it.items is not None else category(it), site.name)
    else:
        built_in = method(category(it), site.name)
    if built_in is None:
        if type(it) is Thing and site.name in it.fields:
            raise Fault(
                "R405", f"'{site.name}' of {with_article(it.kind.name)} is stored", "read it without ()"
            )
        raise missing(it, site.name + "()")
    frame.stack.append(built_in.meaning(machine, it, _placed(built_in, site, values), site.called))


def call_function(machine: Machine, frame: Frame, argument: tuple[BuiltIn, Site]) -> None:
    """A built-in function."""
    built_in, site = argument
    values = _placed(built_in, site, _arguments(frame, site))
    frame.stack.append(built_in.meaning(machine, None, values, site.called))


def _placed(built_in: BuiltIn, site: Site, values: list[Any]) -> list[Any]:
    """The arguments of something built in; those left out at the end are not there."""
    most = built_in.most
    if not site.names and len(values) == most:
        return values
    if site.names:
        values = arranged(built_in.name, built_in.names, built_in.least, site, values)
        values = [None if v is UNSET else v for v in values]
    if len(values) < built_in.least or (most is not None and len(values) > most):
        words = takes(built_in.name, built_in.names, built_in.least)
        raise Fault("R403", f"{words}, got {len(values)}")
    return values


def category(value: Any) -> str:
    """Under which heading the built-in helpers of a value stand."""
    if type(value) is Thing:
        if value.items is not None:
            return "collection"
        return "timer" if value.kind.timer else "object"
    if type(value) is Interval:
        return "range"
    return "string" if type(value) is str else ""


def construct(machine: Machine, frame: Frame, argument: tuple[Kind, Site]) -> None:
    """``T(…)``."""
    kind, site = argument
    values = _arguments(frame, site)
    routine = kind.constructor
    takes_rest = kind.collection or kind.timer
    parameters = routine.parameters if routine is not None else ()
    rest: list[Any] = []
    if takes_rest and not site.names:
        rest = values[len(parameters) :]
        values = values[: len(parameters)]
        site = Site(site.name, len(values))
    if routine is None:
        arranged(kind.name, (), 0, site, values)
        frame.stack.append(new_thing(machine, kind, rest))
        return
    found = arranged(kind.name, parameters, routine.required, site, values)
    machine.push(routine, [*found, tuple(rest)])


def perform(machine: Machine, frame: Frame, site: Site) -> None:
    """``x do NAME(…)`` and ``do NAME(…)``."""
    values = _arguments(frame, site)
    handlers = site.handlers
    if not site.receiver:
        routine = handlers.bare if handlers is not None else None
        if routine is None:
            raise Fault("R407", f"there is no ACTION {site.name} without a receiver")
        machine.push(routine, arranged(site.name, routine.parameters, routine.required, site, values))
        return
    it = frame.stack.pop()
    routine = handlers.find(machine, it) if handlers is not None else None
    if routine is not None:
        found = arranged(site.name, routine.parameters, routine.required, site, values)
        machine.push(routine, [it, *found])
        return
    built_in = ACTIONS.get((category(it), site.name))
    if built_in is None:
        known = sorted(handlers.typed) if handlers is not None else []
        hint = f"{site.name} is defined for {', '.join(known)}" if known else ""
        raise Fault("R407", f"there is no ACTION {site.name} for {with_article(type_name(it))}", hint)
    frame.stack.append(built_in.meaning(machine, it, _placed(built_in, site, values), site.called))
