"""A program as one tree: a file with all that it includes, and the functions of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from croupier.script.cardigan.codes import finding, place
from croupier.script.cardigan.parser import Reading, parse
from croupier.script.cardigan.tree import Assign, Block, Define, Entry, Function, Lambda, Struct
from croupier.script.library import shelved
from croupier.script.tree import Attribute, Include, Index, Literal, Name, Node, Stmt, walk
from croupier.text import Diagnostic, Source, SourceError, Span

MOST_FILES = 100
Loader = Callable[[str], Source]
"""Reads a file by its path; :class:`SourceError` says why it cannot be read."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a function is defined."""

    function: Function
    span: Span


@dataclass(slots=True, repr=False)
class Program:
    """The statements of all files in their order, functions by their names."""

    source: Source
    body: Block
    functions: dict[str, Site]
    choices: tuple[tuple[str, Struct], ...]
    files: list[Reading] = field(default_factory=list)
    """The file itself, then those that it includes."""
    findings: list[Diagnostic] = field(default_factory=list)
    _nodes: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<program {self.source.name}: {len(self.functions)} functions>"

    def nodes(self) -> list[Node]:
        """Every node, in the order of the text."""
        if not self._nodes:
            self._nodes = list(walk(self.body))
        return self._nodes

    def bodies(self) -> list[Function]:
        """All functions, `play` first."""
        found = [n for n in self.nodes() if isinstance(n, Function)]
        play = self.functions.get("play")
        return sorted(found, key=lambda f: play is None or f is not play.function)

    def function_names(self) -> frozenset[str]:
        """Functions, and variables of the top level that begin as one."""
        tops = (n for n in self.body.body if isinstance(n, Assign) and isinstance(n.value, Lambda))
        return frozenset((*self.functions, *(n.target.name for n in tops if isinstance(n.target, Name))))

    def members(self) -> set[int]:
        """The functions that stand in structs, and those that are put into one by their names."""
        named: set[str] = set()
        found: set[int] = set()
        for node in self.nodes():
            if isinstance(node, Entry) or (isinstance(node, Assign) and isinstance(node.target, Attribute)):
                if isinstance(node.value, Function):
                    found.add(id(node.value))
                elif isinstance(node.value, Name):
                    named.add(node.value.name)
        found |= {id(site.function) for name, site in self.functions.items() if name in named}
        return found

    def only_members(self) -> dict[str, Function | Lambda]:
        """By their names, the fields that nothing but one function written in a struct ever sets."""
        found: dict[str, Function | Lambda] = {}
        others: set[str] = set()
        for node in self.nodes():
            if isinstance(node, Entry):
                if node.name is None:
                    return {}  # a bare value may fill any field
                if node.name in found:
                    others.add(node.name)
                elif isinstance(node.value, Function | Lambda):
                    found[node.name] = node.value
                else:
                    others.add(node.name)
            elif isinstance(node, Assign):
                if isinstance(node.target, Attribute | Name):
                    others.add(node.target.name)
                elif isinstance(node.target, Index) and isinstance(node.target.index, Literal):
                    others.add(str(node.target.index.value))
        return {name: function for name, function in found.items() if name not in others}


def function_name(node: Stmt) -> str | None:
    """The name of the function that a statement of the top level defines."""
    if isinstance(node, Define):
        return node.function.name
    if isinstance(node, Assign) and isinstance(node.target, Name) and isinstance(node.value, Function):
        return node.target.name
    return None


def assemble(reading: Reading, load: Loader | None = None) -> Program:
    """A file and all it includes as one program."""
    assembler = _Assembler(load or Source.read)
    body = assembler.file(reading, (_path(reading.source.name),))
    whole = Block(reading.body.span, tuple(body))
    program = Program(
        reading.source, whole, {}, tuple(assembler.choices), assembler.files, assembler.findings
    )
    _collect_functions(program)
    return program


def _path(name: str) -> str:
    try:
        return str(Path(name).resolve())
    except (OSError, RuntimeError, ValueError):
        return name


class _Assembler:
    def __init__(self, load: Loader) -> None:
        self.load = load
        self.findings: list[Diagnostic] = []
        self.choices: list[tuple[str, Struct]] = []
        self.seen: set[str] = set()
        self.files: list[Reading] = []

    def file(self, reading: Reading, open_: tuple[str, ...]) -> list[Stmt]:
        """The statements of a file with those of its includes in their place."""
        self.findings += reading.findings
        self.choices += reading.struct_choices
        self.files.append(reading)
        self.seen.add(open_[-1])
        own: list[Stmt] = []
        included: list[Stmt] = []
        result: list[Stmt] = []
        for node in reading.body.body:
            if isinstance(node, Include):
                taken = self._include(node, open_)
                included += taken
                result += taken
            else:
                own.append(node)
                result.append(node)
        return self._replaced(result, own, included) if included else result

    def _include(self, node: Include, open_: tuple[str, ...]) -> list[Stmt]:
        path = _path(str(Path(open_[-1]).parent / node.path))
        if path in open_:
            self._find(node, f"`{node.path}` includes itself")
            return []
        if path in self.seen:
            return []
        if len(self.seen) >= MOST_FILES:
            self._find(node, f"more than {MOST_FILES} files are included")
            return []
        try:
            source = self.load(path)
        except SourceError as problem:
            found = shelved(node.path)
            if found is None:
                self._find(node, str(problem).replace(path, node.path))
                return []
            source = found
        # The user knows the file by the path that is written, not by the one it has on this machine.
        shown = str(Path(node.span.source.name).parent / node.path)
        return self.file(parse(Source(shown, source.text, source.undecoded)), (*open_, path))

    def _find(self, node: Include, problem: str) -> None:
        self.findings.append(finding("C109", node.span, problem=problem))

    def _replaced(self, result: list[Stmt], own: list[Stmt], included: list[Stmt]) -> list[Stmt]:
        """What the including file assigns or defines itself stands where the included one stood."""
        mine: dict[tuple[str, bool], Stmt] = {}
        for node in own:
            name = _assigned_name(node)
            if name is not None:
                mine.setdefault(name, node)
        taken = {id(node) for node in included}
        moved: dict[int, Stmt] = {}
        for node in result:
            name = _assigned_name(node) if id(node) in taken else None
            if name is not None and name in mine:
                new = mine.pop(name)
                moved[id(node)] = new
                self.findings.append(finding("W615", _name_span(new), name=name[0], place=_file_place(node)))
        gone = {id(node) for node in moved.values()}
        return [moved.get(id(node), node) for node in result if id(node) not in gone]


def _assigned_name(node: Stmt) -> tuple[str, bool] | None:
    """What a statement of the top level gives a value, and whether it defines a function.

    An assignment of another function to a name does not define it: it is carried out where it stands.
    """
    defined = function_name(node)
    if defined is not None:
        return defined, True
    return (node.target.name, False) if isinstance(node, Assign) and isinstance(node.target, Name) else None


def _name_span(node: Stmt) -> Span:
    if isinstance(node, Define):
        return node.name_span
    return node.target.span if isinstance(node, Assign) else node.span


def _file_place(node: Stmt) -> str:
    return f"{node.span.source.name}:{place(node.span)}"


def _collect_functions(program: Program) -> None:
    """All functions by name: definitions anywhere, and assignments of functions at top level."""
    at_top = {id(node) for node in program.body.body}
    for node in program.nodes():
        if isinstance(node, Define):
            _define(program, node.function.name, Site(node.function, node.name_span))
        elif isinstance(node, Assign) and id(node) in at_top and isinstance(node.value, Function):
            name = function_name(node)
            if name is not None:
                _define(program, name, Site(node.value, node.target.span))


def _define(program: Program, name: str, site: Site) -> None:
    earlier = program.functions.get(name)
    if earlier is None:
        program.functions[name] = site
    else:
        program.findings.append(finding("C202", site.span, name=name, place=place(earlier.span)))
