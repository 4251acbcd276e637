"""What the checker has in front of it while it goes through one program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from croupier.recycle.codes import finding
from croupier.recycle.forms import (
    ACTION_FORMS,
    FORMS,
    PUBLISHED_ACTIONS,
    PUBLISHED_VALUES,
    VALUE_FORMS,
    Dialect,
    Form,
)
from croupier.recycle.nodes import Atom, List, Node, is_atom
from croupier.recycle.program import Constant, DeckPlan, Expr, Parameter
from croupier.recycle.types import Type
from croupier.text import Diagnostic, Fix, Guesses, Note, Source, Span


@dataclass(slots=True)
class Binding:
    """A variable in scope."""

    name: str
    type: Type
    slot: int
    node: Node
    declared: bool = False
    uses: int = 0
    names: str = ""
    """What kind of thing bound it, for messages."""
    storage: str = ""
    """The storage whose value a `let` has named, as the text says it."""
    stands_for: Expr | None = None
    """What a parameter of a definition is, where the argument can be written in its place."""


@dataclass(slots=True)
class Definition:
    """What `define` names: a template, which is checked anew wherever it is called."""

    name: str
    node: List
    parameters: tuple[Atom, ...]
    contents: tuple[Node, ...]
    number: int
    """Definitions count in text order; each sees only those before it."""
    scope: dict[str, Binding]
    """The declares that it sees."""
    acts: bool
    """It is an action or a block; else a value."""
    uses: int = 0
    written: int = 0
    """How many forms its calls have been written out to."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is being written out."""

    definition: Definition
    node: Node


@dataclass
class Desk:
    """Scope, constants and findings of the program under check."""

    source: Source
    dialect: Dialect
    settings: Mapping[str, Constant] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    scope: dict[str, Binding] = field(default_factory=dict)
    hidden: list[tuple[str, Binding | None]] = field(default_factory=list)
    """Each name in scope with what it means outside, the innermost last."""
    bindings: list[Binding] = field(default_factory=list)
    latest: dict[str, Binding] = field(default_factory=dict)
    """The last binding of each name, in scope or not."""
    guess: Guesses = field(default_factory=Guesses)
    constants: dict[int, Constant] = field(default_factory=dict)
    point_variables: dict[str, Atom] = field(default_factory=dict)
    used: dict[str, Node] = field(default_factory=dict)
    """The forms that the program uses, each with the first place."""
    spelled: dict[Node, tuple[Form, Expr]] = field(default_factory=dict)
    """Which form each list was read as, for the translator."""
    forms: dict[Node, Form] = field(default_factory=dict)
    """Which form each node was read as, errors or not, for editors."""
    references: dict[Node, Binding] = field(default_factory=dict)
    """What each variable means where it stands, for editors."""
    stages: list[str] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    seats_wanted: int | None = None
    """The number of seats that is asked for from outside."""
    counted: Node | None = None
    """What stands in `create players`."""
    seats: int | None = None
    seats_variable: str | None = None
    seats_overridden: bool = False
    team_count: int | None = None
    integer_keys: dict[str, bool] = field(default_factory=dict)
    """The attributes of decks, and whether their values are integers."""
    card_count: int = 0
    decks: list[DeckPlan] = field(default_factory=list)
    in_setup: bool = False
    definitions: dict[str, Definition] = field(default_factory=dict)
    defined_somewhere: frozenset[str] = frozenset()
    """The names that any `define` of the file gives."""
    calls: list[Call] = field(default_factory=list)
    """The calls that are being written out, the outermost first."""
    call_count: int = 0
    written: int = 0
    """How many forms calls have been written out to."""
    too_large: bool = False
    """A limit of what is written out has been passed, and reported."""
    files: dict[str, Source] = field(default_factory=dict)
    """The files of definitions that are used, by name."""
    reported: set[tuple[str, int, int]] = field(default_factory=set)
    """What has been reported of bodies of definitions, which are checked once a call."""
    times: int | None = 1
    """How often the place under check runs, if that is known statically."""

    def report(
        self,
        code: str,
        span: Span,
        *,
        hint: str | None = None,
        notes: tuple[Note, ...] = (),
        fixes: tuple[Fix, ...] = (),
        **words: object,
    ) -> None:
        """Note a finding; one in the body of a definition is noted once, with the call that leads to it."""
        if self.calls:
            spot = (code, id(span.source), span.start)
            if spot in self.reported:
                return
            self.reported.add(spot)
            inside = self.calls[-1].definition.node.span
            if span.source is inside.source and inside.start <= span.start < inside.end:
                call = self.calls[-1]
                notes = (*notes, Note(f"{call.definition.name} is called here", call.node.span))
        self.findings.append(finding(code, span, hint=hint, notes=notes, fixes=fixes, **words))

    @property
    def house(self) -> bool:
        """The forms of the house dialect are there."""
        return self.dialect is Dialect.HOUSE

    @property
    def value_forms(self) -> dict[str, tuple[Form, ...]]:
        """The value forms of the dialect, by the word that tells them."""
        return VALUE_FORMS if self.dialect is Dialect.HOUSE else PUBLISHED_VALUES

    @property
    def action_forms(self) -> dict[str, tuple[Form, ...]]:
        """The action forms of the dialect, by their heads."""
        return ACTION_FORMS if self.dialect is Dialect.HOUSE else PUBLISHED_ACTIONS

    def called(self, node: Node) -> Definition | None:
        """The definition that a list calls: its head names one that is seen here, and it has no comma."""
        if not self.definitions or not isinstance(node, List) or not node.items:
            return None
        if not is_atom(node.items[0], "name"):
            return None
        found = self.definitions.get(repr(node.items[0]))
        if found is None or any(item.comma for item in node.items):
            return None
        if self.calls and found.number >= self.calls[-1].definition.number:
            return None
        return found

    def acts(self, name: str) -> bool:
        """Whether a name calls an action or a block here."""
        found = self.definitions.get(name)
        seen = found is not None and (not self.calls or found.number < self.calls[-1].definition.number)
        return seen and found is not None and found.acts

    def use(self, form: Form, node: Node) -> None:
        """Remember that a form is used."""
        self.forms[node] = form
        self.used.setdefault(form.name, node)

    def use_named(self, name: str, node: Node) -> None:
        """Remember that the form of that name is used."""
        self.use(FORMS[name], node)

    def bind(self, node: Atom, type_: Type, names: str) -> Binding:
        """Bring a variable into scope; the caller puts the outer one back."""
        binding = Binding(node.text[1:], type_, len(self.bindings), node, names=names)
        self.bindings.append(binding)
        self.hidden.append((binding.name, self.scope.get(binding.name)))
        self.scope[binding.name] = self.latest[binding.name] = binding
        self.references[node] = binding
        return binding

    def unbind(self, depth: int) -> None:
        """Let go of what has been bound since ``hidden`` was so long; what it hid is back (§5)."""
        while len(self.hidden) > depth:
            name, outer = self.hidden.pop()
            if outer is None:
                del self.scope[name]
            else:
                self.scope[name] = outer

    @contextmanager
    def inner_scope(self) -> Iterator[None]:
        """Whatever is bound inside is gone afterwards, and what it hid is back (§5)."""
        depth = len(self.hidden)
        yield
        self.unbind(depth)

    @contextmanager
    def within(self, call: Call) -> Iterator[None]:
        """What is checked inside is the body of a definition: it sees nothing of the caller."""
        scope, hidden = self.scope, self.hidden
        self.scope, self.hidden = dict(call.definition.scope), []
        self.calls.append(call)
        yield
        self.calls.pop()
        self.scope, self.hidden = scope, hidden

    @contextmanager
    def running(self, times: int | None) -> Iterator[None]:
        """What is checked inside runs that many times as often (None: nobody knows)."""
        outer = self.times
        self.times = None if outer is None or times is None else outer * times
        try:
            yield
        finally:
            self.times = outer
