"""Calls: helpers, computed attributes, constructors, ACTIONS, built-ins; and how an ACTION is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.script.ahod.builtins import ACTIONS, BuiltIn, method
from croupier.script.ahod.kinds import Kind, holds, type_name, with_article
from croupier.script.ahod.nodes import TypeRef
from croupier.script.ahod.operations import missing, new_thing
from croupier.script.ahod.values import identical
from croupier.script.compiling import Body, Entry
from croupier.script.heap import UNSET, Interval, Thing
from croupier.script.machine import Fault, Machine, Routine
from croupier.script.operations import Operation, value


@dataclass
class Handlers:
    """All definitions of one ACTION."""

    name: str
    bare: Routine | None = None
    instances: list[tuple[int, Routine]] = field(default_factory=list)
    """By the global variable whose value the receiver must be."""
    typed: dict[str, list[tuple[TypeRef | None, Routine]]] = field(default_factory=dict)
    """By type: first those for an element type, the most derived first, then the one for all."""
    plain: dict[Kind, Routine | None] = field(default_factory=dict)
    """By the kind of a receiver, where nothing else decides."""

    def find(self, machine: Machine, receiver: Any) -> Routine | None:
        """The definition for a receiver: by instance, then by type up to Object."""
        if type(receiver) is Thing and receiver.kind in self.plain:
            return self.plain[receiver.kind]
        found = self._searched(machine, receiver)
        if type(receiver) is Thing and not self.instances:
            known = [e for kind in receiver.kind.chain for e, _ in self.typed.get(kind.name, ())]
            if not any(known):
                self.plain[receiver.kind] = found
        return found

    def _searched(self, machine: Machine, receiver: Any) -> Routine | None:
        for slot, routine in self.instances:
            if identical(machine.globals[slot], receiver):
                return routine
        if type(receiver) is Thing:
            for kind in receiver.kind.chain:
                for element, routine in self.typed.get(kind.name, ()):
                    if element is None or holds(machine, receiver, element):
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


def arranged(
    what: str, parameters: tuple[str, ...], required: int, site: Site, values: Sequence[Any]
) -> Sequence[Any]:
    """The arguments in the order of the parameters; those left out are unset."""
    if not site.names and len(values) == len(parameters):
        return values
    placed = len(values) - len(site.names)
    if placed > len(parameters):
        raise Fault("R403", f"{takes(what, parameters, required)}, got {len(values)}")
    slots = [*values[:placed], *[UNSET] * (len(parameters) - placed)]
    for name, given in zip(site.names, values[placed:], strict=True):
        if name not in parameters:
            raise Fault("R403", f"{what} has no parameter '{name}'")
        at = parameters.index(name)
        if slots[at] is not UNSET:
            raise Fault("R403", f"{what} gets '{name}' twice")
        slots[at] = given
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


Called = tuple[Routine | None, Any]
"""A routine with the values for it, or None with a result."""


def _helper(machine: Machine, argument: tuple[Routine, Site], *values: Any) -> Called:
    routine, site = argument
    return routine, arranged(routine.name, routine.parameters, routine.required, site, values)


def _inline_helper(body: Body, operands: list[Entry], argument: tuple[Routine, Site]) -> Entry:
    """A helper is known, and so is the order of its arguments."""
    routine, site = argument
    return direct(body, routine, routine.name, site, [], operands)


def direct(
    body: Body, routine: Routine, what: str, site: Site, first: list[str], operands: list[Entry]
) -> Entry:
    """Write the call of a routine that is known."""
    try:
        placed = arranged(what, routine.parameters, routine.required, site, [e.text for e in operands])
    except Fault as problem:
        body.fault(problem)
        return Entry("None")
    texts = [*first, *("UNSET" if text is UNSET else text for text in placed)]
    return body.new(f"r{routine.number}({', '.join(['m', f'{body.depth} + 1', *texts])})")


call_helper = Operation("call_helper", "call", _helper, lambda a: a[1].count, inline=_inline_helper)
"""``f(…)``."""


def _method(machine: Machine, site: Site, it: Any, *values: Any) -> Called:
    """``x.f(…)``: a computed attribute, or something built in."""
    if type(it) is Thing:
        routine = it.kind.computed.get(site.name)
        if routine is not None:
            return routine, (it, *arranged(routine.name, routine.parameters, routine.required, site, values))
    return None, built_in_method(machine, site, it, *values)


def built_in_method(machine: Machine, site: Site, it: Any, *values: Any) -> Any:
    """``x.f(…)`` of something built in."""
    built_in = method(category(it), site.name)
    if built_in is None:
        if type(it) is Thing and site.name in machine.fields(it):
            raise Fault(
                "R405", f"'{site.name}' of {with_article(it.kind.name)} is stored", "read it without ()"
            )
        raise missing(it, site.name + "()")
    return built_in.meaning(machine, it, _placed(built_in, site, values), site.called)


def _inline_method(body: Body, operands: list[Entry], site: Site) -> Entry | None:
    """What is built in for collections is called at once, unless a type computes something of that name."""
    if site.names:
        return None
    it, *texts = (entry.text for entry in operands)
    thing = body.bind(Thing)
    built_in = method("collection", site.name)
    body.temporary += 1
    made = f"t{body.temporary}"
    slow = f"{body.bind(built_in_method, 'f')}({', '.join(['m', body.bind(site), it, *texts])})"
    fits = built_in is not None and built_in.least <= site.count
    if built_in is not None and fits and (built_in.most is None or site.count <= built_in.most):
        meaning = f"{body.bind(built_in.meaning, 'f')}(m, {it}, [{', '.join(texts)}], {site.called!r})"
        quick = f"type({it}) is {thing} and {it}.i is not None"
        if not computed_somewhere(body, site.name):
            if not texts and site.name in _AT_ONCE:
                meaning, test, kind = _AT_ONCE[site.name]
                body.line(f"{made} = {meaning.format(it)} if {quick}{test.format(it)} else {slow}")
                return Entry(made, kind)
            body.line(f"{made} = {meaning} if {quick} else {slow}")
            return Entry(made)
    computed = f"{it}.kind.computed.get({site.name!r}) if type({it}) is {thing} else None"
    body.line(f"r = {computed}")
    body.line(f"if r is None: {made} = {slow}")
    values = "".join(f", {text}" for text in texts)
    body.line(f"elif len(r.parameters) == {site.count}:")
    body.line(f"    {made} = m.code[r.number](m, {body.depth} + 1, {it}{values})")
    body.line("else:")
    found = f"{body.bind(_method, 'f')}({', '.join(['m', body.bind(site), it, *texts])})"
    body.line(f"    {made} = m.code[r.number](m, {body.depth} + 1, *{found}[1])")
    return Entry(made)


_AT_ONCE = {
    "size": ("len(H[{0}.i])", "", ""),
    "empty": ("not H[{0}.i]", "", "bool"),
    **dict.fromkeys(("top", "front"), ("H[{0}.i][0]", " and H[{0}.i]", "")),
    **dict.fromkeys(("bottom", "back"), ("H[{0}.i][-1]", " and H[{0}.i]", "")),
}
"""What is built in for collections and written without a call: how, when, and of which kind it is."""


def computed_somewhere(body: Body, name: str) -> bool:
    """Tell whether some type of the program computes something of a name."""
    return bool(body.program.flow.of(call_method, Site(name, 0)).calls)


call_method = Operation("call_method", "call", _method, lambda site: site.count + 1, inline=_inline_method)
"""``x.f(…)``."""


@value(lambda argument: argument[1].count, takes=True)
def call_function(machine: Machine, *given: Any) -> Any:
    """A built-in function."""
    *values, (built_in, site) = given
    return built_in.meaning(machine, None, _placed(built_in, site, values), site.called)


def _placed(built_in: BuiltIn, site: Site, values: Sequence[Any]) -> Sequence[Any]:
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
        if value.i is not None:
            return "collection"
        return "timer" if value.kind.timer else "object"
    if type(value) is Interval:
        return "range"
    return "string" if type(value) is str else ""


def _construct(machine: Machine, argument: tuple[Kind, Site], *values: Any) -> Called:
    """``T(…)``."""
    kind, site = argument
    routine = kind.constructor
    parameters = routine.parameters if routine is not None else ()
    rest: Sequence[Any] = ()
    if (kind.collection or kind.timer) and not site.names:
        rest = values[len(parameters) :]
        values = values[: len(parameters)]
        site = Site(site.name, len(values))
    if routine is None:
        arranged(kind.name, (), 0, site, values)
        return None, new_thing(machine, kind, rest)
    return routine, (*arranged(kind.name, parameters, routine.required, site, values), tuple(rest))


def _inline_construct(body: Body, operands: list[Entry], argument: tuple[Kind, Site]) -> Entry | None:
    kind, site = argument
    routine = kind.constructor
    if routine is None or kind.collection or kind.timer:
        return None
    try:
        placed = arranged(kind.name, routine.parameters, routine.required, site, [e.text for e in operands])
    except Fault as problem:
        body.fault(problem)
        return Entry("None")
    texts = ["UNSET" if text is UNSET else text for text in placed]
    return body.new(f"r{routine.number}({', '.join(['m', f'{body.depth} + 1', *texts, '()'])})")


construct = Operation("construct", "call", _construct, lambda a: a[1].count, inline=_inline_construct)
"""``T(…)``."""


def _perform(machine: Machine, site: Site, *values: Any) -> Called:
    """``x do NAME(…)`` and ``do NAME(…)``."""
    handlers = site.handlers
    if not site.receiver:
        routine = handlers.bare if handlers is not None else None
        if routine is None:
            raise Fault("R407", f"there is no ACTION {site.name} without a receiver")
        return routine, arranged(site.name, routine.parameters, routine.required, site, values)
    it, *rest = values
    routine = handlers.find(machine, it) if handlers is not None else None
    if routine is not None:
        return routine, (it, *arranged(site.name, routine.parameters, routine.required, site, rest))
    return None, built_in_action(machine, site, it, *rest)


def built_in_action(machine: Machine, site: Site, it: Any, *values: Any) -> Any:
    """``x do NAME(…)`` of something built in."""
    built_in = ACTIONS.get((category(it), site.name))
    if built_in is None:
        known = sorted(site.handlers.typed) if site.handlers is not None else []
        hint = f"{site.name} is defined for {', '.join(known)}" if known else ""
        raise Fault("R407", f"there is no ACTION {site.name} for {with_article(type_name(it))}", hint)
    return built_in.meaning(machine, it, _placed(built_in, site, values), site.called)


def _inline_perform(body: Body, operands: list[Entry], site: Site) -> Entry | None:
    handlers = site.handlers
    if not site.receiver:
        routine = handlers.bare if handlers is not None else None
        return None if routine is None else direct(body, routine, site.name, site, [], operands)
    it, *texts = (entry.text for entry in operands)
    if site.names:
        return None
    if handlers is None:
        slow = ", ".join(["m", body.bind(site), it, *texts])
        return body.new(f"{body.bind(built_in_action, 'f')}({slow})")
    body.temporary += 1
    made = f"t{body.temporary}"
    body.line(f"r = {body.bind(handlers)}.find(m, {it})")
    slow = ", ".join(["m", body.bind(site), it, *texts])
    body.line(f"if r is None: {made} = {body.bind(built_in_action, 'f')}({slow})")
    values = "".join(f", {text}" for text in texts)
    body.line(f"elif len(r.parameters) == {site.count}:")
    body.line(f"    {made} = m.code[r.number](m, {body.depth} + 1, {it}{values})")
    body.line("else:")
    body.line(f"    {made} = m.code[r.number](m, {body.depth} + 1, *{body.bind(_perform, 'f')}({slow})[1])")
    return Entry(made)


perform = Operation(
    "perform", "call", _perform, lambda site: site.count + site.receiver, inline=_inline_perform
)
"""``x do NAME(…)`` and ``do NAME(…)``."""
