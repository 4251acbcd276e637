"""The traits and named parts of forms: complete, consistent, true, and the only lists of forms there are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.interpreter.game import RecycleGame
from croupier.recycle.check import program_of
from croupier.recycle.codes import codes, framed
from croupier.recycle.failures import Failure
from croupier.recycle.form_table import LEAVES
from croupier.recycle.forms import FORMS, PART_TYPES
from croupier.recycle.program import Program
from croupier.recycle.shapes import SHAPES, Shape, checked_names
from croupier.recycle.traits import Draws, World
from croupier.text import Source

PACKAGE = Path(croupier.__file__).parent
PROGRAMS = sorted(Path(__file__).parents[1].joinpath("programs").glob("*.rcy"))

REGISTRIES = {
    "recycle/form_table.py": {"ROOMS": "the table", "LEAVES": "forms without a row"},
    "recycle/constants.py": {"_BINARY": "the meaning of forms over constants"},
    "recycle/forms.py": {"Form": "words of the text"},
    "recycle/actions.py": {"_head": "how structure is checked", "_STRUCTURES": "how structure is checked",
                           "_set": "how structure is checked", "_RIGHT_ONLY_HERE": "words of the text"},
    "recycle/definitions.py": {"HANDLED": "how structure is checked"},
    "recycle/house_table.py": {"HOUSE_ROOMS": "the table"},
    "recycle/house_values.py": {"SPECIAL": "how values are checked"},
    "recycle/capitals.py": {"_PROGRAM": "words of the text"},
    "recycle/dialects.py": {"_LATER_SECONDS": "words of the text", "_LATER_SHAPES": "words of the text",
                            "_INDEXED": "words of the text"},
    "recycle/short_forms.py": {"_SINGLE": "where each has its one item"},
    "recycle/svg.py": {"_PLAIN": "kinds of boxes"},
    "recycle/translate.py": {"_STAGE_PARTS": "words of the text"},
    "native/lower/rules.py": {"Rewriting": "how items become rules"},
    "native/lower/trials.py": {"UNDONE": "events that a journal takes back"},
    "recycle/values.py": {"_HEADS": "words of the text", "_OWNER_WORDS": "words of the text",
                          "_no_storage": "words of the text"},
    "recycle/services/fitting.py": {"_STRUCTURE": "the forms that fit a piece of structure"},
    "recycle/services/structure.py": {"_KINDS": "words of the text", "_symbols": "words of the text"},
    "interpreter/action.py": {"_GROUPS": "the meaning of actions", "_ACTIONS": "the meaning of actions"},
    "interpreter/record.py": {"_PARTS": "the lines of events", "header": "the fields of a line"},
    "interpreter/table.py": {"Table": "the fields of a table"},
    "interpreter/words.py": {"_TELLERS": "the words of events", "_VAGUELY": "the words of events"},
    "native/block.py": {"Reader": "the fields of a table"},
    "native/lower/actions.py": {"ACTIONS": "the lowering of actions"},
    "native/lower/changes.py": {"CHANGES": "the lowering of actions"},
    "native/lower/events.py": {"EVENTS": "the numbers of events"},
    "native/lower/moving.py": {"MOVES": "the lowering of actions"},
    "native/lower/open_cards.py": {"SHOWN": "the lowering of actions"},
}  # fmt: skip
"""What may list forms: registries that give each a meaning of its own, and words that are no forms there."""

MOST = 2
"""So many forms may stand side by side anywhere: `top` and `bottom`, `inc` and `dec`."""


def test_every_row_has_parts_and_traits() -> None:
    rows = {form.name: FORMS[form.means] for form in FORMS.values()}
    assert [name for name, row in rows.items() if row.traits is None or row.names is None] == []
    assert [form.name for form in FORMS.values() if form.meaning and (form.traits or form.names)] == []


def test_every_checked_form_has_a_shape() -> None:
    names = {name for form in FORMS.values() for name, _ in checked_names(form)}
    assert names <= set(SHAPES)
    assert set(SHAPES) - names == set(LEAVES)


@pytest.mark.parametrize("name", SHAPES)
def test_traits_speak_of_parts_that_are_there(name: str) -> None:
    shape = SHAPES[name]
    assert set(_parts_in_traits(shape)) <= set(shape.parts)


def _parts_in_traits(shape: Shape) -> Iterator[str]:
    traits = shape.traits
    yield from (*traits.faces, *traits.by_position, *(written.part for written in traits.writes))
    yield from (part for failure in traits.fails for part in failure.parts)
    if traits.binds is not None:
        yield from ("variable", traits.binds.source, traits.binds.scope)
    if traits.moves is not None:
        yield from (traits.moves.source, traits.moves.target)
    if traits.body is not None:
        yield traits.body.part
        yield from filter(None, (traits.body.by,))


@pytest.mark.parametrize(
    "form", [form for form in FORMS.values() if form.result == "Action"], ids=lambda f: f.name
)
def test_actions_leave_an_event_or_hold_others(form) -> None:  # type: ignore[no-untyped-def]
    traits = FORMS[form.means].traits
    assert traits is not None
    assert bool(traits.event) != (traits.body is not None)


def test_only_actions_change_the_table() -> None:
    values = [f for f in FORMS.values() if f.result in PART_TYPES and f.traits is not None]
    assert [
        f.name for f in values if f.traits and (f.traits.writes or f.traits.moves or f.traits.event)
    ] == []


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_part_of_a_program_has_a_name(path: Path) -> None:
    program = program_of(Source.read(path))
    for expr in program.walk():
        named = [arg for name in SHAPES[expr.form].parts for arg in expr.parts(name)]
        assert named == list(expr.args), expr


def test_traits_by_example() -> None:
    assert SHAPES["max"].traits.draws is Draws.TIES
    assert SHAPES["sort"].traits.pure
    assert not SHAPES["sort"].traits.steady
    assert SHAPES["player.next"].traits.steady
    assert SHAPES["cardatt"].traits.safe
    assert not SHAPES["score"].traits.safe
    assert World.STORAGES in SHAPES["points"].traits.reads
    with pytest.raises(KeyError, match="into"):
        _example("1").scoring.part("into")


# When forms fail


def _example(value: str, before: str = "") -> Program:
    text = f"(do ({before} (set (game sto X) {value})))"
    return program_of(Source("example", ";; dialect: 0.6\n" + framed("body", text)))


@pytest.mark.parametrize(
    ("form", "value", "edges"),
    [
        ("divide", "(// 9 (game sto N))", {"divisor": (0, 1, -1)}),
        ("modulo", "(% 9 (game sto N))", {"divisor": (0, 1, -1)}),
        ("power", "(^ 2 (game sto N))", {"exponent": (-1, 0, 1)}),
        ("random", "(random (game sto N))", {"high": (-1, 0, 1)}),
        ("random.between", "(random 3 .. (game sto N))", {"high": (2, 3, 4)}),
        ("range", "(size (range 1 .. (game sto N)))", {"high": (100_000, 100_001)}),
        ("vloc", "(size (game vloc PILE (game sto N)))", {"index": (-1, 0, 255, 256)}),
        ("mem", "(size (game mem SEEN (game sto N)))", {"index": (-1, 0, 255, 256)}),
        ("player.seat", "(pid ((game sto N) player))", {"number": (-1, 0, 1, 2)}),
        ("team.seat", "(size ((game sto N) team))", {"number": (-1, 0, 1, 2)}),
    ],
)
def test_a_form_fails_where_its_row_says(form: str, value: str, edges: dict[str, tuple[int, ...]]) -> None:
    """At the numbers around its limits the interpreter fails exactly where the expression holds."""
    ((part, numbers),) = edges.items()
    others = {"low": 3 if form == "random.between" else 1, "seats": 2, "teams": 2}
    for number in numbers:
        game = RecycleGame(_example(value, f"(set (game sto N) {number})"), "example")
        state = game.fresh()
        failures = [f for f in SHAPES[form].traits.fails if f.holds({**others, part: number})]
        state.begin()
        outcome = state.outcome
        assert outcome is not None
        found = {outcome.finding.code} if outcome.finding is not None else set()
        assert found == {failure.code for failure in failures}, number


def test_every_failure_has_a_code() -> None:
    found = {failure.code for shape in SHAPES.values() for failure in shape.traits.fails}
    assert found <= set(codes())


def test_failures_of_several_parts() -> None:
    between = Failure("RCY304", "(< 'high 'low)")
    assert between.parts == ("high", "low")
    assert between.holds({"high": 1, "low": 2}) is True
    assert between.holds({"high": 1}) is None
    both = Failure("RCY302", "(and (not (empty 'cards)) (< 'index 0))")
    assert both.holds({"index": 0}) is False
    assert both.holds({"index": -1}) is None


# The only lists of forms


def test_no_module_lists_forms_but_the_registries() -> None:
    found = {
        (str(path.relative_to(PACKAGE)), owner): forms
        for room in ("recycle", "interpreter", "native")
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for owner, forms in _lists(ast.parse(path.read_text("utf-8")))
    }
    allowed = {(module, owner) for module, owners in REGISTRIES.items() for owner in owners}
    assert {key: forms for key, forms in found.items() if key not in allowed} == {}
    assert allowed - set(found) == set(), "these no longer list forms"


def _lists(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The literal lists of more forms than may stand side by side, by the name of what they stand in."""
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            owner = ast.unparse(statement.targets[0])
        elif isinstance(statement, ast.AnnAssign):
            owner = ast.unparse(statement.target)
        else:
            owner = getattr(statement, "name", "")
        forms = {
            form
            for literal in _literals(statement)
            if len(form_names := _named(literal)) > MOST
            for form in form_names
        }
        if forms:
            yield owner, sorted(forms)


def _literals(node: ast.AST) -> Iterator[ast.AST]:
    """The outermost expressions that list something: literals, arguments, comparisons of the same thing."""
    if isinstance(node, ast.Set | ast.Tuple | ast.List | ast.Dict):
        yield node
        return
    listed: list[ast.expr] = []
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ("means", "lowers"):
            # The decorators by which forms get their meanings.
            return
        listed = [arg for arg in node.args if isinstance(arg, ast.Constant)]
    elif isinstance(node, ast.BoolOp):
        tests = [part for part in node.values if isinstance(part, ast.Compare)]
        asked = [ast.unparse(test.left) for test in tests]
        listed = [
            test.comparators[0] for test, what in zip(tests, asked, strict=True) if asked.count(what) > 1
        ]
    if listed:
        yield ast.Tuple(listed)
    for child in ast.iter_child_nodes(node):
        yield from _literals(child)


def _named(literal: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(literal)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in SHAPES
    }
