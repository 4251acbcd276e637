"""What the checker has in front of it while it goes through one program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from croupier.recycle.codes import finding
from croupier.recycle.forms import FORMS, Dialect, Form
from croupier.recycle.nodes import Atom, Node
from croupier.recycle.program import Constant, DeckPlan, Expr
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
    seats: int | None = None
    seats_variable: str | None = None
    seats_overridden: bool = False
    team_count: int | None = None
    card_count: int = 0
    decks: list[DeckPlan] = field(default_factory=list)
    in_setup: bool = False
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
        """Note a finding."""
        self.findings.append(finding(code, span, hint=hint, notes=notes, fixes=fixes, **words))

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
    def running(self, times: int | None) -> Iterator[None]:
        """What is checked inside runs that many times as often (None: nobody knows)."""
        outer = self.times
        self.times = None if outer is None or times is None else outer * times
        try:
            yield
        finally:
            self.times = outer
