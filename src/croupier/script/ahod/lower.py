"""From a checked program to routines for the machine."""

from __future__ import annotations

from croupier.script import operations as common
from croupier.script.ahod import operations as op
from croupier.script.ahod.answer_uses import answer_uses
from croupier.script.ahod.calls import Handlers
from croupier.script.ahod.kinds import BUILT_IN, Kind, derivation
from croupier.script.ahod.nodes import Action, Helper, Parameter, TypeDef, TypeRef
from croupier.script.ahod.program import Body, Program
from croupier.script.ahod.pushing import Names
from croupier.script.ahod.runnable import Runnable
from croupier.script.ahod.scope import Scopes, attribute_names
from croupier.script.ahod.statements import Writing
from croupier.script.ahod.stating import default_seats, stated_helpers
from croupier.script.machine import Routine
from croupier.script.operations import Writer
from croupier.text import Span


def lower(program: Program, scopes: Scopes) -> Runnable:
    """Routines for every body; the program must be without errors."""
    return _Lowering(program, scopes).run()


class _Lowering:
    def __init__(self, program: Program, scopes: Scopes) -> None:
        self.program = program
        self.scopes = scopes
        self.count = 0
        self.uses = answer_uses(program, scopes)
        self.names = Names(
            {name: slot for slot, name in enumerate(scopes.globals)},
            {},
            {},
            dict(BUILT_IN),
            self.global_types(),
            {site for site, uses in self.uses.items() if uses.count},
        )

    def global_types(self) -> dict[str, TypeRef]:
        top = next(use for body, use in self.scopes.uses if body.kind == "top")
        return {name: d.type for name, d in top.declared.items() if d.type is not None}

    def routine(self, name: str, parameters: list[Parameter], first: str | None = None) -> Routine:
        """An empty routine with slots for its receiver and parameters."""
        self.count += 1
        names = ([first] if first else []) + [p.name for p in parameters]
        required = sum(p.default is None for p in parameters)
        return Routine(
            name, self.count, [], [], len(names), names, tuple(p.name for p in parameters), required
        )

    def run(self) -> Runnable:
        names = self.names
        for type_ in self.in_order():
            self.kind(type_)
        for helper in self.program.helpers.values():
            names.helpers[helper.name] = self.routine(helper.name, helper.parameters)
        actions = [(a, self.routine(a.name, a.parameters, a.receiver)) for a in self.program.actions.values()]
        for action, routine in actions:
            self.handler(action, routine)
        routines = {id(a): r for a, r in actions}
        entry = main = self.routine("top level", [])
        for body in self.program.bodies():
            if body.kind == "top":
                self.body(body, entry)
            elif body.kind == "main":
                main = self.routine("main", [])
                self.body(body, main)
            elif isinstance(body.definition, Action):
                self.body(body, routines[id(body.definition)])
            elif isinstance(body.definition, Helper):
                self.body(body, self.routine_of(body))
        for type_ in self.in_order():
            self.constructor(type_)
        self.finish(entry, main)
        stated = {name: names.helpers[name] for name in stated_helpers(self.program)}
        return Runnable(
            self.program,
            entry,
            self.scopes.globals,
            names.kinds,
            names.handlers,
            stated,
            self.uses,
            default_seats(self.program),
        )

    def routine_of(self, body: Body) -> Routine:
        assert body.definition is not None
        if body.owner is None:
            return self.names.helpers[body.definition.name]
        return self.names.kinds[body.owner.name].computed[body.definition.name]

    def in_order(self) -> list[TypeDef]:
        """Types with bases before what derives from them."""
        return sorted(self.program.types.values(), key=lambda t: len(self.program.lineage(t)))

    def kind(self, type_: TypeDef) -> None:
        kinds = self.names.kinds
        made = Kind(type_.name, kinds[type_.base.name], type_.base.element)
        made.consts |= {a.name for a in type_.attributes if a.const}
        made.consts -= {a.name for a in type_.attributes if not a.const}
        made.typed = {**made.typed, **{a.name: a.type for a in type_.attributes if a.type is not None}}
        for helper in type_.computed:
            made.computed[helper.name] = self.routine(
                f"{type_.name}.{helper.name}", helper.parameters, "self"
            )
        kinds[type_.name] = made

    def handler(self, action: Action, routine: Routine) -> None:
        handlers = self.names.handlers.setdefault(action.name, Handlers(action.name))
        if action.type is not None:
            entries = handlers.typed.setdefault(action.type.name, [])
            entries.append((action.type.element, routine))
            # Stable: among unrelated element types the first defined comes first.
            entries.sort(key=lambda e: -derivation(e[0].name, self.names.kinds) if e[0] else 1)
        elif action.receiver:
            handlers.instances.append((self.names.globals[action.receiver], routine))
        else:
            handlers.bare = routine

    def body(self, body: Body, routine: Routine) -> None:
        use = self.scopes.use_of(body)
        attributes = attribute_names(self.program, body.owner) if body.owner is not None else set()
        kind = self.names.kinds[body.owner.name] if body.owner is not None else None
        own = {} if body.kind == "top" else use.declared
        writing = Writing(self.names, Writer(routine), attributes, kind, set(own))
        writing.local_types = {name: d.type for name, d in own.items() if d.type is not None}
        span = body.definition.name_span if body.definition else self.program.source.span(0, 0)
        for slot, name in enumerate(routine.names):
            writing.local(name, slot)
        writing.parameters(body.parameters, routine.name, {n: i for i, n in enumerate(routine.names)})
        writing.block(body.statements)
        if body.kind != "top":
            writing.writer.emit(span, common.const, None)
            writing.writer.emit(span, common.give_back)

    def finish(self, entry: Routine, main: Routine) -> None:
        end = len(self.program.source.text)
        span = Span(self.program.source, max(0, end - 1), end)
        writer = Writer(entry)
        if main is not entry:
            assert self.program.main is not None
            writer.emit(self.program.main.name_span, common.call, main)
        writer.emit(span, common.run_timers)
        writer.emit(span, common.const, None)
        writer.emit(span, common.give_back)

    def constructor(self, type_: TypeDef) -> None:
        """One routine that makes a thing and gives it all attributes, inherited ones first."""
        lineage = self.program.lineage(type_)
        kind = self.names.kinds[type_.name]
        kind.element_names = self.element_names(kind)
        if not any(t.attributes or t.parameters for t in lineage):
            return
        routine = self.routine(type_.name, type_.parameters)
        kind.constructor = routine
        writer = Writer(routine)
        rest, self_slot = writer.slot("(rest)"), writer.slot("self")
        slots = {p.name: i for i, p in enumerate(type_.parameters)}
        writing = Writing(self.names, writer, set(), None, set())
        for name, slot in slots.items():
            writing.local(name, slot)
        writing.parameters(type_.parameters, type_.name, slots)
        writer.emit(type_.name_span, op.make, op.Making(kind, rest, self_slot))
        steps = []
        for step in lineage:
            steps.append((step, slots))
            base = self.program.base_of(step)
            if base is not None and base in lineage:
                slots = {p.name: slots.get(p.name, -1) for p in base.parameters}
        for step, known in reversed(steps):
            self.attributes(writing, step, known, self_slot)
        writer.emit(type_.name_span, common.load, self_slot)
        writer.emit(type_.name_span, common.give_back)

    def element_names(self, kind: Kind) -> frozenset[str]:
        element = kind.element
        if element is None:
            return frozenset()
        known = self.names.kinds.get(element.name)
        return known.names if known is not None else frozenset((element.name,))

    def attributes(self, writing: Writing, step: TypeDef, slots: dict[str, int], self_slot: int) -> None:
        """The attributes of one type of the line, seen with its own parameters."""
        writer = writing.writer
        writing.scopes = [{}]
        for parameter in step.parameters:
            slot = slots[parameter.name]
            if slot < 0:
                slot = writer.slot(parameter.name)
                assert parameter.default is not None
                writing.expr(parameter.default)
                writer.emit(parameter.span, common.store, slot)
            writing.local(parameter.name, slot)
        writing.self_slot = self_slot
        base = self.program.base_of(step)
        writing.attributes = attribute_names(self.program, base) if base is not None else set()
        for attribute in step.attributes:
            writing.expr(attribute.value)
            if attribute.type is not None:
                writer.emit(attribute.value.span, op.convert, (attribute.type, f"'{attribute.name}'"))
            writer.emit(attribute.span, op.initialise, (self_slot, attribute.name))
            writing.attributes = writing.attributes | {attribute.name}
