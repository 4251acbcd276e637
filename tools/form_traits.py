"""The page about the traits of forms, made from the table of forms and from the docstrings of `traits.py`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from croupier.recycle import failures, traits
from croupier.recycle.form_table import LEAVES
from croupier.recycle.forms import FORMS
from croupier.recycle.shapes import SHAPES, Shape, checked_names
from croupier.recycle.traits import Bound, Traits
from pages import generated, joined, table

TRAITS_PAGE = "form-traits.md"

_ABOUT = """\
For those who change Croupier. Every form of RECYCLE has one row in `src/croupier/recycle/form_table.py`. It
says how the form is written ([the forms](recycle-forms.md)), and here is what else it says: the names of the
parts, what the form does and what it depends on. Analysis (findings, `show`, order, sight, coverage) and the
native engine read this. They have no lists of forms of their own; `tests/recycle/test_traits.py` fails when
one appears.

In code a form of a checked program is an `Expr`: `expr.part("into")` is a part by its name,
`expr.parts("items")` are all parts of a name that repeats, `expr.traits.draws` is a trait.
[CONTRIBUTING](../CONTRIBUTING.md#adding-a-form) tells how to add a form."""

_DERIVED = "These follow from the others:"
_FAILURES = """\
A failure is written as a condition over the parts, in RECYCLE and a few more words. `failure.parts` are the
parts that it hangs on. `failure.holds({"number": 4, "seats": 4})` says whether it is impossible with these
numbers, or `None` if they do not tell; the checker finds constants out of range by it. Besides the forms of
the language a condition may say:"""


def traits_page(command: str) -> str:
    """The vocabulary, and every form with its parts and traits."""
    lines = [
        generated("the table of forms, `src/croupier/recycle/form_table.py`", command),
        "# The traits of forms",
        _ABOUT,
        "## The traits",
        table(("Trait", "What it says"), _documented(ast.AnnAssign)),
        _DERIVED,
        table(("Trait", "What it says"), _documented(ast.FunctionDef)),
        "## When a form fails",
        _FAILURES,
        inspect.cleandoc(failures.__doc__ or "").partition("it may say:\n\n")[2],
        "## The forms",
    ]
    for room in dict.fromkeys(form.room for form in FORMS.values()):
        names = [
            name
            for form in FORMS.values()
            if form.room == room and not form.meaning
            for name, _ in checked_names(form)
        ]
        lines += [f"### {room.capitalize()}", _table(names)]
    lines += [
        "### Without a row",
        "Made by the checker of atoms and of pieces of other forms:",
        _table(list(LEAVES)),
    ]
    return joined(lines)


def _documented(kind: type[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The fields or the properties of `Traits` with their docstrings."""
    body = ast.parse(inspect.getsource(traits.Traits)).body[0]
    assert isinstance(body, ast.ClassDef)
    for at, statement in enumerate(body.body):
        if not isinstance(statement, kind):
            continue
        if isinstance(statement, ast.AnnAssign):
            below = body.body[at + 1]
            assert isinstance(below, ast.Expr)
            assert isinstance(below.value, ast.Constant)
            yield f"`{ast.unparse(statement.target)}`", str(below.value.value)
        elif isinstance(statement, ast.FunctionDef):
            yield f"`{statement.name}`", ast.get_docstring(statement) or ""


def _table(names: list[str]) -> str:
    rows = ((f"`{name}`", _parts(SHAPES[name]), "; ".join(_told(SHAPES[name].traits))) for name in names)
    return table(("Form", "Parts", "Traits"), rows)


def _parts(shape: Shape) -> str:
    stars = {name: "*" if isinstance(at, slice) else "" for name, at in shape.at.items()}
    return ", ".join(f"`{name}{stars[name]}`" for name in shape.parts)


def _told(found: Traits) -> Iterator[str]:
    """The traits of one form in words."""
    if found.draws is not None:
        yield found.draws.value
    if found.binds is not None:
        yield f"binds {'an element of' if found.binds.each else 'to'} `{found.binds.source}`"
    if found.moves is not None:
        way = " and ".join(f"`{source}` to `{target}`" for source, target in found.moves.ways)
        yield f"moves {'a copy of ' if found.moves.copies else ''}{way}"
    if found.writes:
        yield "writes " + ", ".join(f"{written.what.value} (`{written.part}`)" for written in found.writes)
    if found.reads:
        yield "reads " + ", ".join(sorted(world.value for world in found.reads))
    if found.faces:
        yield "faces of " + ", ".join(f"`{part}`" for part in found.faces)
    if found.by_position:
        yield "by position in " + ", ".join(f"`{part}`" for part in found.by_position)
    if found.bounded is not Bound.AT_ONCE:
        yield (
            f"takes {found.bounded.value}" if found.bounded is not Bound.COMBINATIONS else found.bounded.value
        )
    if found.location is not None:
        kinds = (
            "copies" if found.location.memory else "cards",
            "all indices of " if found.location.many else "",
        )
        yield f"{kinds[1]}a place for {kinds[0]}, seen by {found.location.seen.value}"
    if found.body is not None:
        by = f", by `{found.body.by}`" if found.body.by else ""
        yield f"`{found.body.part}` run {found.body.times.value}{by}"
    if found.sifts:
        yield "sifts"
    if found.event:
        yield f"event “{found.event}”"
    for failure in found.fails:
        yield f"fails ({failure.code}) when `{failure.when}`"
