"""Alternatives that are written one after the other, and so may both happen (§7).

The conditions of a path see what the path has done before. Two conditions that exclude each other at the
beginning of a `do` need not do so any more when the first action has run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from croupier.recycle.codes import finding
from croupier.recycle.facts import ANYWHERE, Facts
from croupier.recycle.lint_options import Cases
from croupier.recycle.program import Expr
from croupier.text import Diagnostic, Fix, Note


def successive(facts: Facts) -> Iterator[Diagnostic]:
    """Two conditional `any`s of one `do` in a choice that exclude each other only until the first is done."""
    for choice, forms in facts.choices:
        cases: Cases | None = None
        for group in forms:
            if group.form != "do":
                continue
            offers = [item for item in group.args if _is_conditional_any(item)]
            told: set[int] = set()
            for first, second in combinations(offers, 2):
                if second.start in told or not _changes(facts, first.part("body"), second.part("condition")):
                    continue
                cases = cases or Cases(facts, choice, forms)
                if cases.exclude(first.part("condition"), second.part("condition")):
                    told.add(second.start)
                    yield finding(
                        "RCY122",
                        second.part("condition").span,
                        notes=(
                            Note(
                                "it excludes this condition, but only until that is done",
                                first.part("condition").span,
                            ),
                        ),
                        fixes=_apart(choice, group, offers),
                    )


def _is_conditional_any(item: Expr) -> bool:
    return item.form == "if" and any(inner.traits.chooses for inner in item.part("body").walk())


def _changes(facts: Facts, action: Expr, condition: Expr) -> bool:
    """Whether an action may change what a condition looks at."""
    changed = list(facts.changes(action))
    return any(
        change is ANYWHERE or change.meets(read) for read, _ in facts.reads(condition) for change in changed
    )


def _apart(choice: Expr, group: Expr, offers: list[Expr]) -> tuple[Fix, ...]:
    """The repair where it is plain: the items of a `do` become items of the choice."""
    if not any(item is group for item in choice.parts("items")) or len(offers) != len(group.args):
        return ()
    text = group.span.source.text
    first, *_, last = group.args * 2
    inside = text[first.start : last.span.end]
    return (Fix("make them items of the choice", group.span, inside),)
