"""A program as definitions: what its files bring together, before anything is checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from croupier.script.ahod.codes import found
from croupier.script.ahod.dialects import Dialect, assumed
from croupier.script.ahod.nodes import Action, Assign, Declare, Definition, Helper, Main, Parameter, TypeDef
from croupier.script.ahod.parser import Parsed, parse
from croupier.script.tree import Include, Name, Stmt, children
from croupier.text import Diagnostic, Note, Source, SourceError, Span

Load = Callable[[str], Source]
MAX_FILES = 100


@dataclass(eq=False)
class Body:
    """Something that runs: top level, main, an ACTION, a helper, a computed attribute."""

    kind: str
    """``top``, ``main``, ``action``, ``helper`` or ``computed``."""
    name: str
    statements: list[Stmt]
    parameters: list[Parameter] = field(default_factory=list)
    receiver: str | None = None
    owner: TypeDef | None = None
    definition: Definition | None = None

    @property
    def pure(self) -> bool:
        """Whether it must not change anything."""
        return self.kind in ("helper", "computed")

    def __str__(self) -> str:
        return {"top": "the top level", "main": "main"}.get(self.kind, self.name)


@dataclass(repr=False)
class Program:
    """All definitions by name, and the statements of the top level in order."""

    source: Source
    files: list[Parsed] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    top: list[Stmt] = field(default_factory=list)
    main: Main | None = None
    types: dict[str, TypeDef] = field(default_factory=dict)
    helpers: dict[str, Helper] = field(default_factory=dict)
    actions: dict[tuple[str, str], Action] = field(default_factory=dict)
    """By name and receiver."""

    def __repr__(self) -> str:
        return f"<program {self.source.name}: {len(self.types)} types, {len(self.actions)} actions>"

    def bodies(self) -> Iterator[Body]:
        """Everything that runs, in the order of the definitions."""
        yield Body("top", "top level", self.top)
        if self.main is not None:
            yield Body("main", "main", self.main.body, definition=self.main)
        for action in self.actions.values():
            yield Body(
                "action", action.name, action.body, action.parameters, action.receiver, definition=action
            )
        for helper in self.helpers.values():
            yield Body("helper", helper.name, helper.body, helper.parameters, definition=helper)
        for type_ in self.types.values():
            for helper in type_.computed:
                name = f"{type_.name}.{helper.name}"
                yield Body("computed", name, helper.body, helper.parameters, owner=type_, definition=helper)

    def base_of(self, type_: TypeDef) -> TypeDef | None:
        """The type it derives from, if that is not built in."""
        base = self.types.get(type_.base.name)
        return base if base is not type_ else None

    def lineage(self, type_: TypeDef) -> list[TypeDef]:
        """The type, its base, and so on; a cycle is cut."""
        chain: list[TypeDef] = []
        step: TypeDef | None = type_
        while step is not None and step not in chain:
            chain.append(step)
            step = self.base_of(step)
        return chain


def receiver_key(action: Action) -> str:
    """What an ACTION is for: a type, the global named, or nothing."""
    if action.type is not None:
        return str(action.type)
    return f"={action.receiver}" if action.receiver else ""


def gather(source: Source, load: Load = Source.read) -> Program:
    """Parse a file and everything it includes."""
    program = Program(source)
    gatherer = _Gatherer(program, load)
    gatherer.file(source, ())
    program.findings += [f for parsed in program.files for f in parsed.findings]
    return program


class _Gatherer:
    def __init__(self, program: Program, load: Load) -> None:
        self.program = program
        self.load = load
        self.seen: set[str] = set()
        self.places: dict[str, int] = {}
        """Where in the top level each variable is assigned first."""
        self.depths: dict[int, int] = {}
        """How deep the file of a definition is included: what is nearer replaces what is farther."""

    def file(self, source: Source, open_: tuple[str, ...]) -> None:
        path = os.path.abspath(source.name)
        self.seen.add(path)
        parsed = parse(source)
        self.program.files.append(parsed)
        before = len(self.program.top)
        for item in parsed.items:
            if isinstance(item, Include):
                self.include(item, (*open_, path))
            elif isinstance(item, Definition):
                self.define(item, len(open_))
            else:
                self.top_level(item, before)
            self.nested(item, len(open_))

    def top_level(self, item: Stmt, before: int) -> None:
        """An assignment takes the place of an included one of the same name."""
        name = assigned_name(item)
        top = self.program.top
        if name is not None:
            at = self.places.setdefault(name, len(top))
            if before <= at < len(top) and top[at].span.source is not item.span.source:
                top[at] = item
                return
        top.append(item)

    def include(self, item: Include, open_: tuple[str, ...]) -> None:
        path = os.path.join(os.path.dirname(item.span.source.name), item.path)
        key = os.path.abspath(path)
        if key in open_:
            self.report("A111", item.span, what=f"{item.path} includes itself")
        elif key in self.seen:
            return
        elif len(self.seen) >= MAX_FILES:
            self.report("A111", item.span, what=f"more than {MAX_FILES} files are included")
        else:
            try:
                source = self.load(path)
                if assumed(source).dialect is Dialect.BRACE:
                    told = f"{item.path} is in {Dialect.BRACE.title}, which cannot be included"
                    self.report("A111", item.span, what=told)
                    return
                self.file(source, open_)
            except SourceError as problem:
                self.report("A111", item.span, what=f"cannot be included: {problem}")

    def nested(self, item: Stmt, depth: int) -> None:
        """Definitions that stand inside of something hold everywhere."""
        if isinstance(item, TypeDef):
            return
        stack = list(children(item))[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, Include):
                self.report("A111", node.span, what="`include` stands at top level only")
            if isinstance(node, Definition):
                self.report("W513", node.name_span, what=_called(node))
                self.define(node, depth)
                if isinstance(node, TypeDef):
                    continue
            stack += list(children(node))[::-1]

    def define(self, item: Definition, depth: int) -> None:
        program = self.program
        if isinstance(item, Main):
            if self.admit(program.main, item, depth):
                program.main = item
        elif isinstance(item, TypeDef):
            if self.admit(program.types.get(item.name), item, depth):
                program.types[item.name] = item
        elif isinstance(item, Action):
            key = (item.name, receiver_key(item))
            if self.admit(program.actions.get(key), item, depth):
                program.actions[key] = item
        elif isinstance(item, Helper) and self.admit(program.helpers.get(item.name), item, depth):
            program.helpers[item.name] = item

    def admit(self, old: Definition | None, new: Definition, depth: int) -> bool:
        """Whether a definition counts: the first of its name, or one that replaces an included one."""
        self.depths[id(new)] = depth
        if old is None:
            return True
        note = (Note("the other one is here", old.name_span),)
        if old.span.source is new.span.source:
            self.report("A205", new.name_span, note, what=_called(new))
            return False
        if self.depths[id(old)] >= depth:
            self.report("W515", new.name_span, note, what=_called(new))
            return True
        return False

    def report(self, code: str, span: Span, notes: tuple[Note, ...] = (), **words: object) -> None:
        self.program.findings.append(found(code, span, hint=None, notes=notes, **words))


def _called(item: Definition) -> str:
    if isinstance(item, TypeDef):
        return f"type {item.name}"
    if isinstance(item, Action):
        key = receiver_key(item).lstrip("=")
        return f"ACTION {item.name}" + (f" for {key}" if key else "")
    return "main" if isinstance(item, Main) else f"helper {item.name}"


def assigned_name(item: Stmt) -> str | None:
    """The variable that a statement gives a value, if that is all it does."""
    if isinstance(item, Assign) and item.op == "=" and isinstance(item.target, Name):
        return item.target.name
    return item.name if isinstance(item, Declare) else None
