"""From nodes to a checked program: structure first, then everything in it (§2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from croupier.recycle.actions import blocks
from croupier.recycle.capitals import small_names
from croupier.recycle.codes import finding
from croupier.recycle.constants import constant, integer
from croupier.recycle.decks import MAX_CARDS, MAX_SEATS, deck, team_list, teams
from croupier.recycle.definitions import HANDLED, preamble
from croupier.recycle.desk import Binding, Desk
from croupier.recycle.dialects import is_told, read_as_house, told_dialect
from croupier.recycle.forms import FORMS, Dialect, Form
from croupier.recycle.lint import lint
from croupier.recycle.nodes import Atom, List, Node, is_atom, walk, word
from croupier.recycle.program import Constant, Expr, Program, ProgramError
from croupier.recycle.reader import Reading, read
from croupier.recycle.types import Type, element, is_a
from croupier.recycle.values import expect, fold_ranges, misfit, unknown, unknown_form, value
from croupier.text import Diagnostic, Source, nearest, undisturbed

_ALLOW = re.compile(r";+\s*allow:?\s+((?:RCY\d{3}[\s,]*)+)")


@dataclass(frozen=True)
class Suspicions:
    """The findings of a check; the lints among them are looked for when somebody asks."""

    reading: Reading
    told: tuple[Diagnostic, ...]
    """The findings of the check itself: every error is among them."""
    suspect: Program | None
    """The program that lints look at, if they can."""

    @undisturbed()
    def __call__(self) -> tuple[Diagnostic, ...]:
        """All findings, with those of the lints."""
        complete = not any(finding.is_error for finding in self.told)
        more = lint(self.suspect, complete=complete) if self.suspect is not None else []
        return _allowed(self.reading, [*self.told, *more])


@dataclass(frozen=True)
class Checked:
    """All that is known after a check: the findings, and the program if it can run."""

    reading: Reading
    suspicions: Suspicions
    program: Program | None
    dialect: Dialect
    used: dict[str, Node]
    spelled: dict[Node, tuple[Form, Expr]]
    forms: dict[Node, Form]
    """Which form each node was read as."""
    references: dict[Node, Binding]
    """What each variable means where it stands."""

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that was noticed; lints run when this is first asked for."""
        return self.program.findings if self.program is not None else self.suspicions()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings because of which it cannot run."""
        return _allowed(self.reading, [f for f in self.suspicions.told if f.is_error])


@undisturbed()
def check(
    source: Source,
    *,
    dialect: Dialect | None = None,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
) -> Checked:
    """Read and check a text, with other values for its seats and declared constants if given."""
    found = _checked(source, dialect, seats, settings)
    if dialect is not None or found.dialect is Dialect.HOUSE or is_told(found.reading):
        return found
    if not any(finding.is_error for finding in found.suspicions.told):
        return found
    # What is no program in any published dialect may be one of the house's.
    other = _checked(source, Dialect.HOUSE, seats, settings)
    first = next((n for n, form in other.forms.items() if form.since is Dialect.HOUSE), None)
    if first is None or any(finding.is_error for finding in other.suspicions.told):
        return found
    suspicions = replace(other.suspicions, told=(*other.suspicions.told, read_as_house(first)))
    if other.program is not None:
        object.__setattr__(other.program, "look", suspicions)
    return replace(other, suspicions=suspicions)


def _checked(
    source: Source,
    dialect: Dialect | None,
    seats: int | None,
    settings: Mapping[str, Constant] | None,
) -> Checked:
    """A text read in the dialect chosen, or in the one that it tells."""
    reading = read(source)
    games = [f for f in reading.forms if isinstance(f, List) and f.head == "game"]
    told = told_dialect(reading, dialect)
    small = small_names(reading.lists)
    if ".." in source.text:
        for node in reading.lists:
            fold_ranges(node)
    desk = Desk(source, told.dialect, dict(settings or {}))
    desk.findings += [*reading.findings, *small, *told.findings]
    if desk.house:
        desk.defined_somewhere = _defined(reading)
    program = None
    if len(reading.forms) == 1 and _is_definitions(reading.forms[0]):
        return _definitions(desk, reading, told.dialect)
    if not games:
        # Whoever misspelt `game` wants the rest checked all the same.
        games = [f for f in reading.forms if isinstance(f, List) and nearest(f.head, ["game"])]
        for game in games[:1]:
            unknown_form(desk, game, game.head)
    if not games:
        _no_game(desk, reading)
    else:
        beside = {form.span.line: form for form in reversed(reading.forms) if form is not games[0]}
        for form in reversed(beside.values()):
            _beside(desk, form)
        program = _game(desk, games[0], seats, reading)
    errors = [f.span.start for f in desk.findings if f.is_error]
    clear = program is not None and not any(start < program.setup.span.end for start in errors)
    suspicions = Suspicions(reading, tuple(desk.findings), program if clear else None)
    if errors:
        program = None
    if program is not None:
        object.__setattr__(program, "look", suspicions)
    return Checked(
        reading, suspicions, program, told.dialect, desk.used, desk.spelled, desk.forms, desk.references
    )


def value_in(
    program: Program, text: Source, settings: Mapping[str, Constant] | None = None
) -> tuple[Expr, tuple[Diagnostic, ...]]:
    """A value form of its own text, checked as if it stood at the end of a program, and what was noticed.

    It sees the declared constants and definitions of the program, and no other variables.
    """
    reading, own = read(program.source), read(text)
    for each in (reading, own):
        if ".." in each.source.text:
            for node in each.lists:
                fold_ranges(node)
    desk = Desk(program.source, program.dialect, dict(settings or {}))
    if desk.house:
        desk.defined_somewhere = _defined(reading)
    game = next(form for form in reading.forms if isinstance(form, List) and form.head == "game")
    _game(desk, game, program.seats, reading)
    before = len(desk.findings)
    if len(own.forms) != 1:
        desk.report(
            "RCY024", text.span(0, len(text.text)), text=text.text[:30], hint="a measure is one value"
        )
        found = unknown(own.forms[0]) if own.forms else Expr("error", Type.UNKNOWN)
    else:
        found = value(desk, own.forms[0])
    return found, (*own.findings, *small_names(own.lists), *desk.findings[before:])


def program_of(
    source: Source,
    *,
    dialect: Dialect | None = None,
    seats: int | None = None,
    settings: Mapping[str, Constant] | None = None,
) -> Program:
    """The checked program, or :class:`ProgramError` with all findings."""
    checked = check(source, dialect=dialect, seats=seats, settings=settings)
    if checked.program is None:
        findings = checked.findings
        if not checked.errors:
            # A file of definitions is in order, and yet no game.
            first = checked.reading.forms[0]
            findings = (finding("RCY001", first.source.span(first.start, first.start + 1)), *findings)
        raise ProgramError(source, findings)
    return checked.program


def _defined(reading: Reading) -> frozenset[str]:
    """The names that any `define` of a text gives."""
    headings = [n.items[1] for n in reading.lists if n.head == "define" and len(n.items) > 1]
    names = [h.items[0] if isinstance(h, List) and h.items else h for h in headings]
    return frozenset(name.text for name in names if isinstance(name, Atom))


def _is_definitions(form: Node) -> bool:
    return isinstance(form, List) and form.head == "definitions"


def _definitions(desk: Desk, reading: Reading, dialect: Dialect) -> Checked:
    """A file of definitions by itself: its shapes are checked, for it is no program."""
    form = reading.forms[0]
    assert isinstance(form, List)
    desk.use_named("definitions", form)
    preamble(desk, form.items[1:])
    suspicions = Suspicions(reading, tuple(desk.findings), None)
    return Checked(reading, suspicions, None, dialect, desk.used, desk.spelled, desk.forms, desk.references)


def _no_game(desk: Desk, reading: Reading) -> None:
    source = reading.source
    if not reading.forms:
        desk.report("RCY001", source.span(0, min(1, len(source.text))))
        return
    first = reading.forms[0]
    desk.report("RCY001", first.source.span(first.start, first.start + 1))


def _beside(desk: Desk, form: Node) -> None:
    """Something outside of the game."""
    if isinstance(form, List) and form.head == "game":
        desk.report("RCY007", form.items[0].span)
    elif not is_atom(form, "junk"):
        text = form.span.text.split("\n")[0]
        desk.report(
            "RCY024",
            form.span,
            text=text[:30],
            hint="a file holds one `(game …)` form; a comment begins with `;`",
        )


def _game(desk: Desk, node: List, seats: int | None, reading: Reading) -> Program | None:
    desk.use_named("game", node)
    created = [n for n in reading.lists if n.head == "create" and len(n.items) > 2]
    counted = next((n.items[2] for n in created if n.items[1].word == "players" and len(n.items) == 3), None)
    _collect_point_variables(desk, reading)
    desk.seats_wanted, desk.counted = seats, counted
    declares = list(takewhile(lambda child: _is_declare(desk, child), node.items[1:]))
    for declare in declares:
        assert isinstance(declare, List)
        HANDLED[declare.head](desk, declare)
    rest = node.items[1 + len(declares) :]
    setup = unknown(node)
    made_teams: Expr | None = None
    if rest and isinstance(rest[0], List) and rest[0].head == "setup":
        form = rest.pop(0)
        assert isinstance(form, List)
        setup, made_teams = _setup(desk, form)
    else:
        desk.report(
            "RCY025",
            node.items[0].span,
            what="`(setup …)`",
            hint="a game begins with its declares and its setup",
        )
    scoring = unknown(node)
    last = rest[-1] if rest else None
    if isinstance(last, List) and last.head == "scoring":
        rest.pop()
    else:
        last = None
        desk.report(
            "RCY025",
            node.source.span(node.end - 1, node.end),
            what="`(scoring max|min INTEGER)`",
            hint="a game ends with its scoring",
        )
    if not rest:
        desk.report(
            "RCY025",
            node.source.span(node.end - 1, node.end),
            what="anything that is played",
            hint="between setup and scoring stand stages and actions",
        )
    played = rest[0].start if rest else node.end
    if any(n.start > played and n.items[1].word == "teams" for n in created):
        desk.team_count = None
    body = blocks(desk, rest)
    if isinstance(last, List):
        scoring = _scoring(desk, last)
    if desk.card_count > MAX_CARDS:
        desk.report(
            "RCY030",
            setup.span if setup.form != "error" else node.items[0].span,
            what=f"{desk.card_count:,} cards",
            limit=f"at most {MAX_CARDS:,}",
        )
    _unused(desk)
    if desk.seats is None or setup.form == "error":
        return None
    found = Program(
        source=desk.source,
        dialect=desk.dialect,
        parameters=tuple(desk.parameters),
        seats=desk.seats,
        seats_parameter=desk.seats_variable,
        teams=team_list(made_teams, desk.seats),
        setup=setup,
        decks=tuple(desk.decks),
        body=body,
        scoring=scoring,
        title=_title(reading),
        files=tuple(desk.files.values()),
    )
    if desk.house:
        _one_name_twice(desk, found)
    return found


def _is_declare(desk: Desk, node: Node) -> bool:
    return isinstance(node, List) and node.head in (HANDLED if desk.house else ("declare",))


def _collect_point_variables(desk: Desk, reading: Reading) -> None:
    """Variables of `put points` are known in the whole file, also before it (§3.8)."""
    for node in reading.lists if "put" in reading.source.text else ():
        if node.head == "put" and len(node.items) > 2:
            variable = node.items[2]
            if isinstance(variable, Atom) and variable.kind == "var":
                desk.point_variables.setdefault(variable.text[1:], variable)


def _setup(desk: Desk, node: List) -> tuple[Expr, Expr | None]:
    desk.use_named("setup", node)
    args: list[Expr] = []
    made_teams: Expr | None = None
    desk.in_setup = True
    for child in node.items[1:]:
        expr = _create(desk, child)
        args.append(expr)
        if expr.form == "create.teams":
            made_teams = expr
    desk.in_setup = False
    if desk.seats is None and not any(f.is_error for f in desk.findings):
        desk.report(
            "RCY025",
            node.items[0].span,
            what="`(create players INTEGER)`",
            hint="the setup says how many players there are",
        )
    if desk.seats is not None:
        desk.team_count = len(team_list(made_teams, desk.seats))
    if not any(isinstance(n, List) and n.head == "deck" for n in walk(node)):
        desk.report("RCY119", node.source.span(node.end - 1, node.end))
    return Expr("setup", Type.ACTION, tuple(args), node=node), made_teams


def _create(desk: Desk, node: Node) -> Expr:
    if isinstance(node, List) and node.head == "repeat" and len(node.items) == 3:
        desk.use_named("repeat", node)
        times = expect(desk, node.items[1], Type.INT, "`(repeat Int …)`")
        known = integer(times, desk.constants)
        if known is None and times.form != "error":
            desk.report("RCY019", node.items[1].span, what="how often a deck is made")
        with desk.running(max(0, known if known is not None else 1)):
            return Expr("repeat", Type.ACTION, (times, _create(desk, node.items[2])), node=node)
    if desk.house and isinstance(node, List) and node.head == "all" and len(node.items) > 3:
        return _create_all(desk, node)
    what = (
        word(node.items[1])
        if isinstance(node, List) and node.head == "create" and len(node.items) > 1
        else ""
    )
    if what == "players":
        assert isinstance(node, List)
        return _players(desk, node)
    if what == "teams":
        assert isinstance(node, List)
        desk.use_named("create.teams", node)
        return teams(desk, node)
    if what == "deck":
        assert isinstance(node, List)
        return deck(desk, node)
    desk.report("RCY036", node.span)
    return unknown(node)


def _create_all(desk: Desk, node: List) -> Expr:
    """``(all COLLECTION 'V CREATE+)``: written out, since the collection is known."""
    desk.use_named("create.all", node)
    variable = node.items[2]
    listed = expect(desk, node.items[1], Type.COLLECTION, f"`{FORMS['create.all'].signature}`")
    if not isinstance(variable, Atom) or variable.kind != "var":
        misfit(desk, node, (FORMS["create.all"],))
        return unknown(node)
    if listed.form == "error":
        return listed
    elements: list[Expr] | None = None
    known = constant(listed, desk.constants)
    if listed.form == "players" and desk.seats is not None:
        seats = (Expr("int", Type.INT, value=seat, node=node) for seat in range(desk.seats))
        elements = [Expr("player.seat", Type.PLAYER, (seat,), node=variable) for seat in seats]
    elif isinstance(known, tuple):
        form = "int" if listed.type is Type.INTS else "name"
        elements = [Expr(form, element(listed.type), value=said, node=variable) for said in known]
    if elements is None:
        desk.report("RCY019", node.items[1].span, what="for whom something is made")
        return unknown(node)
    made: list[Expr] = []
    for found in elements:
        with desk.inner_scope():
            binding = desk.bind(variable, found.type, "all")
            binding.stands_for = found
            made += [_create(desk, child) for child in node.items[3:]]
    return Expr("do", Type.ACTION, tuple(made), node=node)


def _players(desk: Desk, node: List) -> Expr:
    if len(node.items) != 3:
        misfit(desk, node, (FORMS["create.players"],))
        return unknown(node)
    desk.use_named("create.players", node)
    expr = expect(desk, node.items[2], Type.INT, "`(create players Int)`")
    if expr.form == "error":
        return expr
    count = integer(expr, desk.constants)
    if count is None:
        desk.report("RCY019", node.items[2].span, what="the number of players")
    elif not 1 <= count <= MAX_SEATS:
        desk.report("RCY030", node.items[2].span, what=f"{count:,} players", limit=f"1 to {MAX_SEATS}")
    elif desk.seats is not None:
        desk.report("RCY035", node.span, name="create players")
    else:
        desk.seats = count
        desk.seats_variable = str(expr.value) if expr.form == "var" else None
    return Expr("create.players", Type.ACTION, (expr,), node=node)


def _scoring(desk: Desk, node: List) -> Expr:
    form = FORMS["scoring"]
    if desk.house and len(node.items) in (3, 4) and word(node.items[1]) == "together":
        return _together(desk, node)
    if len(node.items) != 3 or word(node.items[1]) not in ("max", "min"):
        misfit(desk, node, (form,))
        return unknown(node)
    desk.use(form, node)
    return Expr(
        f"scoring.{word(node.items[1])}",
        Type.ACTION,
        (expect(desk, node.items[2], Type.INT, f"`{form.signature}`"),),
        node=node,
    )


def _together(desk: Desk, node: List) -> Expr:
    """``(scoring together INT [BOOL])``: without a condition it is won above 0."""
    form = FORMS["scoring.together.won" if len(node.items) == 4 else "scoring.together"]
    desk.use(form, node)
    score = expect(desk, node.items[2], Type.INT, f"`{form.signature}`")
    if len(node.items) == 4:
        won = expect(desk, node.items[3], Type.BOOL, f"`{form.signature}`")
    else:
        zero = Expr("int", Type.INT, value=0, node=node)
        won = Expr("greater", Type.BOOL, (score, zero), node=node)
    return Expr("scoring.together", Type.ACTION, (score, won), node=node)


def _one_name_twice(desk: Desk, program: Program) -> None:
    """Report a name under which an owner keeps a string and a player: both are kept in one place."""
    kept: dict[tuple[str, str], str] = {}
    for expr in program.walk():
        if expr.form in ("who", "str"):
            key = (_owner_kind(expr.part("owner").type), str(expr.part("name")))
            if kept.setdefault(key, expr.form) != expr.form:
                desk.report("RCY035", expr.span, name=f"{expr.form} {expr.part('name')}")


def _owner_kind(type_: Type) -> str:
    """Whether an owner is the game, a player or a team."""
    return "player" if is_a(type_, Type.PLAYER) else type_.words


def _unused(desk: Desk) -> None:
    for binding in desk.bindings:
        if not binding.uses and binding.type is not Type.UNKNOWN and binding.node.source is desk.source:
            desk.report("RCY101", binding.node.span, name=binding.name)
    for definition in desk.definitions.values():
        if not definition.uses and definition.node.source is desk.source:
            desk.report("RCY130", definition.node.items[1].span, name=definition.name)


def _title(reading: Reading) -> str:
    """The first comment of the file, which customarily is the game's name."""
    first = next((f for f in reading.forms), None)
    lines = [c.text.lstrip("; ").strip() for c in first.before] if first is not None else []
    return next((line for line in lines if line and not line.startswith(("dialect:", "allow"))), "")


def _allowed(reading: Reading, findings: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without the warnings that a comment `; allow RCY108` on the line, or on the line before, accepts."""
    source = reading.source
    allowed: set[tuple[int, str]] = set()
    for comment in reading.comments if "allow" in source.text else ():
        match = _ALLOW.match(comment.text)
        if match:
            line = source.position(comment.start)[0]
            begins = not source.text[source.line_starts[line - 1] : comment.start].strip()
            for code in re.findall(r"RCY\d{3}", match.group(1)):
                allowed.add((line + 1 if begins else line, code))
    kept = [
        f
        for f in findings
        if f.is_error or f.span.source is not source or (f.span.line, f.code) not in allowed
    ]
    return tuple(sorted(dict.fromkeys(kept), key=lambda f: f.sort_key))


__all__ = ["Checked", "check", "is_a", "program_of"]
