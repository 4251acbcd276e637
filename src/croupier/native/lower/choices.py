"""The code of choices (§7): building the options, and carrying one out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.native.lower.actions import action, with_variable
from croupier.native.lower.barring import exclusion_functions
from croupier.native.lower.counters import count_taking
from croupier.native.lower.keeping import store_at
from croupier.native.lower.keys import how_told
from croupier.native.lower.lowering import END_WHEN_TOLD, Listed, ListPile, Lowering, SetPile
from croupier.native.lower.offers import (
    Seen,
    begin_offers,
    count_chosen,
    count_offers,
    discount_offers,
    follows,
    seen_test,
    straight_tests,
    unseen,
)
from croupier.native.lower.piles import check_singles, is_pile, is_set, pile, size_of_pile
from croupier.native.lower.plain import Guard, Plain, PlainItem, alike
from croupier.native.lower.rules import conjuncts
from croupier.native.lower.scalars import current_of, scalars
from croupier.native.lower.trials import trial
from croupier.recycle.places import is_place
from croupier.recycle.program import Expr
from croupier.recycle.types import Type

DECISIONS_AT_ONCE = 1024
"""After so many decisions a game that runs by itself looks whether it has to end."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A choice: its number, from 1; the way there, and the cycles that are open."""

    number: int
    expr: Expr
    way: tuple[int, ...]
    players: int
    teams: int
    counted: tuple[int, ...] = ()
    """The words with the turns that are left of the stages around it."""


def choice_functions(outer: Lowering, choosing: Choosing) -> None:
    """The functions of a choice: each item, all options, and one of them carried out."""
    functions, number = outer.kit.functions, choosing.number
    for index, item in enumerate(choosing.expr.parts("items")):
        lo = outer.beside()
        lo.choosing = True
        action(lo, item)
        functions[f"item_{number}_{index}"] = [
            f"def item_{number}_{index}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:",
            *(lo.code.lines or ["    pass"]),
        ]
        functions[f"try_{number}_{index}"] = _tried(outer, number, index, item)
    items = Plain(outer.bp).items(choosing.expr)
    if items is not None:
        functions[f"quick_{number}"] = _quick(outer, choosing, items)
    functions[f"options_{number}"] = _options(outer, choosing, quick=items is not None)
    functions[f"take_{number}"] = _take(choosing, exclusion_functions(outer, choosing))


def _quick(outer: Lowering, choosing: Choosing, items: list[PlainItem]) -> list[str]:
    """Plain options written down without trying them out; 0 if that is not possible this time."""
    lo = outer.beside(quiet=True)
    code, plain = lo.code, Plain(lo.bp)
    code.check = END_WHEN_TOLD
    code("st = C[STEPS]")
    code("limit = C[MAX_STEPS]")
    code("C[TOP] = ARENA")
    unclear = code.let("b", "0")
    with code.sharing():
        counted = _all_counted(lo, items, {}, unclear)
    for i, one in enumerate(items):
        for j in range(i + 1, len(items)):
            if not plain.apart(one, items[j]):
                with code.block(f"if {counted[i].count} > 0 and {counted[j].count} > 0:"):
                    code(f"{unclear} = 1")
    total = code.let("n", " + ".join(c.count for c in counted))
    explored = sum(item.explored for item in items)
    with code.block(f"if {unclear} != 0 or st + {explored} + 1000 * {total} > limit or {total} > 4000:"):
        code("return 0")
    for item, found in zip(items, counted, strict=True):
        if item.tried:
            continue
        if item.choosing is None:
            with code.block(f"if {found.count} > 0:"):
                code(f"plain_item(C, {item.number})")
            continue
        how = how_told(item.choosing)
        call = (
            f"plain_card(S, L, C, {item.number}"
            if how == 1
            else f"plain_option(S, L, C, {item.number}, {how}"
        )
        if isinstance(found.offered, SetPile):
            left = code.let("w", found.offered.word)
            with code.block(f"while {left} != 0:"):
                code(f"{call}, {found.count}, ctz({left}))")
                code(f"{left} &= wsub({left}, 1)")
            continue
        at = found.offered.at
        element = f"L[{at} + 1 + {{}}]" if isinstance(found.offered, ListPile) else f"C[{at} + {{}}]"
        i_th = code.let("i", "0")
        with code.block(f"while {i_th} < {found.count}:"):
            code(f"{call}, {found.count}, {element.format(i_th)})")
            code(f"{i_th} += 1")
    code("return 1")
    head = f"def quick_{choosing.number}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> Int:"
    return [head, *code.lines]


def _options(outer: Lowering, choosing: Choosing, *, quick: bool) -> list[str]:
    number = choosing.number
    lines = [
        f"def options_{number}(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:",
        "    begin_options(C)",
    ]
    if quick:
        lines += [
            f"    if quick_{number}(S, L, C) != 0:  # for a search",
            "        end_options(C)  # for a search",
            "        return  # for a search",
        ]
    for index, item in enumerate(choosing.expr.parts("items")):
        call = f"try_{number}_{index}(S, L, T, M, C)"
        if item.form != "else":
            lines.append(f"    {call}")
            continue
        lines.append("    if C[COUNT] == 0:")
        if outer.kit.counters is not None:
            lines.append(f"        {outer.kit.counters.cell('tries', item)} += 1")
        lines.append(f"        {call}")
    return [*lines, "    end_options(C)"]


def _tried(outer: Lowering, number: int, index: int, item: Expr) -> list[str]:
    """The function that goes along every path of an item, and adds those that are options."""
    tried = trial(outer, item)
    whole = tried is None
    draws = any(inner.traits.draws for inner in item.walk())
    before = [] if tried is None else tried.copied("T", "S")
    back = [] if tried is None else ["undo(S, L, C)", *tried.copied("S", "T")]
    return [
        f"def try_{number}_{index}(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:",
        f"    begin_item(C, {index})",
        *(f"    {line}" for line in before),
        "    more = 1",
        "    while more != 0:",
        *(["        copy(T, 0, S, 0, WORDS)", "        copy(M, 0, L, 0, STATE)"] if whole else []),
        "        begin_path(C)",
        *([f"        scratch_stream({'T' if whole else 'S'}, C[BUILDING])"] if draws else []),
        f"        found = caught(item_{number}_{index}({'T, M' if whole else 'S, L'}, C))",
        *(f"        {line}" for line in back),
        "        more = end_path(C, found)",
        "        if C[KEYING] != 0:",
        "            key_option(S, L, C)",
    ]


def _take(choosing: Choosing, telling: list[str]) -> list[str]:
    number = choosing.number
    lines = [
        f"def take_{number}(S: Words[NS], L: Halves[NL], C: Words[NC]) -> None:",
        "    C[STEPS] = 0",
        "    item = begin_taking(C)",
        *telling,
    ]
    for index in range(len(choosing.expr.parts("items"))):
        lines += [f"    if item == {index}:", f"        item_{number}_{index}(S, L, C)"]
    return [*lines, "    C[HOW] = 0"]


def by_number(choices: list[Choosing]) -> list[str]:
    """The options of the choice at which a state rests, and what one of them would do."""
    lines = [
        "def rebuild(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC]) -> None:",
        "    C[STEPS] = 0",
        "    C[BUILDING] = S[DECISIONS] - 1",
    ]
    for choosing in choices:
        lines += [
            f"    if S[PC] == {choosing.number}:",
            f"        options_{choosing.number}(S, L, T, M, C)",
        ]
    lines += [
        "def preview(S: Words[NS], L: Halves[NL], T: Words[NS], M: Halves[NL], C: Words[NC], option: Int) -> None:",
        "    copy(T, 0, S, 0, NS)",
        "    copy(M, 0, L, 0, STATE)",
        "    scratch_stream(T, S[DECISIONS] - 1)",
        "    C[CHOSEN] = option",
        "    C[LOGGED] = 0",
        "    C[NOTING] = LOGS",
    ]
    for choosing in choices:
        lines += [f"    if S[PC] == {choosing.number}:", f"        take_{choosing.number}(T, M, C)"]
    return [*lines, "    C[NOTING] = C[WATCH]"]


def picked_at_random(lo: Lowering, choosing: Choosing) -> None:
    """A decision in a game that runs to its end by itself."""
    code, number = lo.code, choosing.number
    lo.check_steps()
    with code.block("if met >= soon:"):
        code("go_on(C)")
        with code.block("if met >= most:"):
            note_counts(lo)
            code("S[STATUS] = UNFINISHED")
            code(f"S[PC] = {number}")
            code("return")
        code(f"soon = min(most, met + {DECISIONS_AT_ONCE})")
    items = Plain(lo.bp).items(choosing.expr)
    if items is None:
        _picked_from_all(lo, choosing)
        return
    with code.aside() as lines:
        _picked_by_count(lo, choosing, items)
    code.lines += lines


def note_counts(lo: Lowering) -> None:
    """Write down what has been counted in variables."""
    lo.code("S[DECISIONS] = met")
    lo.code("S[OPTIONS] = offered")
    lo.code("S[FORCED] = single")


def _picked_from_all(lo: Lowering, choosing: Choosing) -> None:
    code, number = lo.code, choosing.number
    code("C[BUILDING] = met")
    code("C[STEPS] = st")
    code(f"options_{number}(S, L, T, M, C)")
    code("met += 1")
    code("offered += C[COUNT] & new")
    with code.block("if C[COUNT] == 0:"):
        note_counts(lo)
        code("S[STATUS] = STUCK")
        code(f"S[PC] = {number}")
        code("return")
    with code.block("if C[COUNT] == 1:"):
        code("single += 1")
        code("C[CHOSEN] = 0")
    with code.block("else:"):
        code(f"C[CHOSEN] = {drawn_option(lo, 'C[COUNT]')}")
    count_taking(lo, choosing.expr)
    code(f"take_{number}(S, L, C)")
    check_singles(lo)
    code("st = C[STEPS]")


def drawn_option(lo: Lowering, total: str) -> str:
    """Which option is taken: one at random, unless a search has said which one is the first."""
    drawn = f"R, {current_of(lo, 'player')} * 4 & streams, {total}"
    return f"chance({drawn}) if new != 0 else first_of(C, {drawn})"


@dataclass(frozen=True, slots=True)
class _Counted:
    """The options of a plain item: how many, out of what, and the steps that it took to see."""

    count: str
    steps: str
    offered: Any
    seen: Seen = field(default_factory=Seen)
    """What becomes of its conditions, if that is counted."""
    members: tuple[tuple[int, str], ...] = ()
    """The numbers of the items that they are options of, and how many each has, if that is counted."""


def _picked_by_count(lo: Lowering, choosing: Choosing, items: list[PlainItem]) -> None:
    """Count the options of plain items, draw one, and carry it out."""
    code, plain = lo.code, Plain(lo.bp)
    before = code.let("st", "st")
    unclear = code.let("b", "0")
    surely = plain.surely_apart(items)
    begin_offers(lo, choosing.expr, items, surely=surely)
    tried = _count_tried(lo, choosing, items)
    with code.aside() as lines, code.sharing():
        counted = _all_counted(lo, items, tried, unclear)
    most = without_steps(lo, lines)
    for i, item in enumerate(items):
        if item.steps:
            lo.kit.slack += item.steps
        if most is not None or item.steps:
            counted[i] = (
                counted[i] if item.tried else replace(counted[i], steps=str((most or 0) + item.steps))
            )
    code.lines += lines
    for i, one in enumerate(items):
        for j in range(i + 1, len(items)):
            if not plain.apart(one, items[j]) and not (one.tried and items[j].tried):
                with code.block(f"if {counted[i].count} > 0 and {counted[j].count} > 0:"):
                    code(f"{unclear} = 1")
    offers = [(item, each.count, each.seen) for item, each in zip(items, counted, strict=True)]
    groups = _merged(lo, items, counted) if surely else []
    total = code.let("n", " + ".join(each.count for each in ([g for _, g in groups] or counted)))
    # Each option takes some steps to build, far fewer than a thousand.
    explored = sum(item.explored for item in items)
    spent = f"C[STEPS] + {explored}" if tried else f"st + {explored}" if explored else "st"
    many = 1000 * (1 + lo.bp.capacity) * len(items)
    with code.block(f"if {unclear} != 0 or ({spent} + {many} > limit and {spent} + 1000 * {total} > limit):"):
        if surely:
            # Only numbers near their limits are unclear here: that is for those with more time.
            code("fail(BEYOND)")
        else:
            code(f"st = {before}")
            discount_offers(lo, choosing.expr, offers)
            _picked_from_all(lo, choosing)
    with code.block("else:"):
        code("met += 1")
        code(f"offered += {total} & new")
        count_offers(lo, choosing.expr, offers)
        with code.block(f"if {total} == 0:"):
            note_counts(lo)
            code("S[STATUS] = STUCK")
            code(f"S[PC] = {choosing.number}")
            code("return")
        code(f"single += 1 if {total} == 1 else 0")
        drawn = code.let("k", drawn_option(lo, total))
        groups = groups or _merged(lo, items, counted)

        def take(item: PlainItem, found: _Counted) -> None:
            if item.tried:
                code(f"C[CHOSEN] = {found.steps} + {drawn}")
                code(f"take_{choosing.number}(S, L, C)")
                check_singles(lo)
                code("st = C[STEPS]")
                return
            code(f"st = {found.steps}")
            count_chosen(lo, choosing.expr, found.members or ((item.number, found.count),), total)
            _carried_out(lo, item, found, drawn)

        last = len(groups) - 1
        if _never_together(plain, items, groups):
            # Which of them has options is known before one is drawn.
            for i, group in enumerate(groups):
                test = f"{'elif' if i else 'if'} {group[1].count} != 0:"
                with code.block(test if i < last else "else:" if i else "if 1 == 1:"):
                    take(*group)
            return
        for i, group in enumerate(groups):
            count = group[1].count
            with code.block(f"if {drawn} >= 0 and {drawn} < {count}:" if i < last else f"if {drawn} >= 0:"):
                take(*group)
                code(f"{drawn} = -1")
            if i < last:
                with code.block(f"if {drawn} >= 0:"):
                    code(f"{drawn} -= {count}")


def _never_together(plain: Plain, items: list[PlainItem], groups: list[tuple[PlainItem, _Counted]]) -> bool:
    """Whether only one of some groups of items has options at a time."""
    by_number = {item.number: item for item in items}
    members = [
        [by_number[number] for number, _ in found.members] if found.members else [item]
        for item, found in groups
    ]
    return all(
        plain.never_both(one, other)
        for i, group in enumerate(members)
        for later in members[i + 1 :]
        for one in group
        for other in later
    )


_STEPS = re.compile(r"( *)(?:st\d+ = .*|st \+= (.*))")


def without_steps(lo: Lowering, lines: list[str]) -> int | None:
    """Count no steps in lines without a loop; gives how many there are at most, None if there is a loop.

    A decision at random begins to count anew, so that steps are never more than so many off: where that
    matters, :attr:`Kit.slack` is looked at.
    """
    if any(line.lstrip().startswith(("while ", "for ")) for line in lines):
        return None
    most, kept = 0, list[str]()
    for line in lines:
        found = _STEPS.fullmatch(line)
        if found is None:
            kept.append(line)
            continue
        added = found.group(2)
        most += 0 if added is None else int(added) if added.isdecimal() else lo.bp.capacity
        if kept and kept[-1].endswith(":"):
            kept.append(f"{found.group(1)}pass")
    lines[:] = kept
    lo.kit.slack += most
    return most


def _merged(
    lo: Lowering, items: list[PlainItem], counted: list[_Counted]
) -> list[tuple[PlainItem, _Counted]]:
    """Items that do the same with cards of a set become one: only one of them has options by now."""
    found: list[tuple[PlainItem, _Counted]] = []
    for item, each in zip(items, counted, strict=True):
        for i, (other, known) in enumerate(found):
            if (
                _same_body(item, other)
                and follows(lo, item.body)
                and isinstance(each.offered, SetPile)
                and isinstance(known.offered, SetPile)
            ):
                word = lo.code.let("w", f"{known.offered.word} | {each.offered.word}")
                steps = each.steps
                if steps != known.steps:
                    steps = lo.code.let("st", f"{steps} if {each.count} > 0 else {known.steps}")
                count = lo.code.let("n", f"popcount({word})")
                members = (*(known.members or ((other.number, known.count),)), (item.number, each.count))
                found[i] = other, _Counted(count, steps, SetPile(word), members=members)
                break
        else:
            found.append((item, each))
    return found


def _same_body(one: PlainItem, other: PlainItem) -> bool:
    """Whether two items do the same with cards of the same place."""
    if one.choosing is None or other.choosing is None:
        return False
    sources = []
    for item in (one, other):
        assert item.choosing is not None
        source = item.choosing.part("collection")
        while source.form == "filter":
            source = source.part("collection")
        sources.append(source)
    names = {one.choosing.part("variable").slot: other.choosing.part("variable").slot}
    return alike(sources[0], sources[1]) and alike(one.body, other.body, names)


def _all_counted(
    lo: Lowering, items: list[PlainItem], tried: dict[int, _Counted], unclear: str
) -> list[_Counted]:
    """The options of all items, some of which may have been tried; one that is a fallback comes behind others."""
    found: list[_Counted] = []
    for item in items:
        before = [
            each.count
            for other, each in zip(items, found, strict=False)
            if item.fallback and other.number != item.number
        ]
        given = f"({' | '.join(before)}) == 0" if before else ""
        found.append(tried.get(item.number) or _counted(lo, item, unclear, given))
    return found


def _counted(lo: Lowering, item: PlainItem, unclear: str, given: str) -> _Counted:
    """How many options an item has, if something is given that has to hold besides its conditions."""
    code = lo.code
    if item.tried:
        return _maybe_tried(lo, item, unclear)
    straight = _counted_straight(lo, item, given)
    if straight is not None:
        return straight
    count = code.let("n", "0")
    start = code.let("st", "st")
    offered: list[Any] = []
    kept = code.let("w", "0")
    seen = unseen(lo, item.conditions)

    def look(conditions: tuple[Expr, ...]) -> None:
        if conditions:
            with code.block(f"if {seen_test(lo, conditions[0], seen)}:"):
                look(conditions[1:])
            return
        if seen.all_hold:
            code(f"{seen.all_hold} = 1")
        for guard in item.guards:
            _guarded(lo, guard, unclear)
        if item.choosing is None:
            code(f"{count} = 1")
            return
        collection = item.choosing.part("collection")
        if not is_pile(collection.type):
            listed = scalars(lo, collection)
            code(f"{kept} = {listed.at}")
            code(f"{count} = {listed.count}")
            offered.append(Listed(kept, count, "scalar"))
            return
        cards = pile(lo, collection)
        if isinstance(cards, SetPile):
            code(f"{kept} = {cards.word}")
            code(f"{count} = popcount({kept})")
            offered.append(SetPile(kept))
        else:
            code(f"{kept} = {cards.at}")
            code(f"{count} = L[{kept}]")
            offered.append(ListPile(kept))

    if given:
        with code.block(f"if {given}:"):
            look(item.conditions)
    else:
        look(item.conditions)
    steps = code.let("st", f"st - {start}")
    return _Counted(count, steps, offered[0] if offered else None, seen)


def _maybe_tried(lo: Lowering, item: PlainItem, unclear: str) -> _Counted:
    """An item that only trying tells: it has no options where a guard does not hold."""

    def look(conditions: tuple[Expr, ...]) -> None:
        if conditions:
            with lo.code.block(f"if {lo.value(conditions[0])}:"):
                look(conditions[1:])
        else:
            lo.code(f"{unclear} = 1")

    look(item.conditions)
    return _Counted("0", "0", None)


def _count_tried(lo: Lowering, choosing: Choosing, items: list[PlainItem]) -> dict[int, _Counted]:
    """Try the items that cannot be counted, where their guards hold; gives what they offer, by number."""
    code, found = lo.code, dict[int, _Counted]()
    number = choosing.number
    waiting = [item for item in items if item.tried]
    if not waiting:
        return found
    code("begin_options(C)")
    code("C[STEPS] = st")
    code("C[BUILDING] = met")
    for item in waiting:
        first, count = code.let("k", "C[COUNT]"), code.let("n", "0")

        def look(conditions: tuple[Expr, ...], index: int, first: str, count: str) -> None:
            if conditions:
                with code.block(f"if {lo.value(conditions[0])}:"):
                    look(conditions[1:], index, first, count)
                return
            code(f"try_{number}_{index}(S, L, T, M, C)")
            code(f"{count} = C[COUNT] - {first}")

        look(item.conditions, item.number, first, count)
        found[item.number] = _Counted(count, first, None)
    code("end_options(C)")
    code("C[TOP] = ARENA")
    return found


def _counted_straight(lo: Lowering, item: PlainItem, given: str) -> _Counted | None:
    """Without a jump, where conditions and collection are computed in a straight line: nothing can go wrong."""
    if item.choosing is None or item.guards or not is_pile(item.choosing.part("collection").type):
        return None
    code = lo.code
    if not is_set(lo, item.choosing.part("collection")):
        return None
    known = code.shared
    with code.aside() as lines:
        start = code.let("st", "st")
        tests, seen = straight_tests(lo, list(conjuncts(item.conditions)))
        tests = [given, *tests] if given else tests
        cards = pile(lo, item.choosing.part("collection"))
        assert isinstance(cards, SetPile)
        holds = " and ".join(f"({test})" for test in tests)
        word = code.let("w", f"{cards.word} if {holds} else 0" if holds else cards.word)
        count = code.let("n", f"popcount({word})")
        steps = code.let("st", f"st - {start}")
        computed = code.shared
    if any(line.strip().startswith(("if ", "while ", "for ", "else", "fail")) for line in lines):
        return None
    code.lines += lines
    if known is not None and computed is not None:
        known.update(computed)
    return _Counted(count, steps, SetPile(word), seen)


def _note_origin(lo: Lowering, collection: Expr, card: str) -> None:
    """A card of a location that is kept as a set lies there until it is moved."""
    while collection.form == "filter":
        collection = collection.part("collection")
    if is_place(collection):
        cards = pile(lo, collection)
        if isinstance(cards, SetPile):
            lo.origins[card] = cards.word


FAR_FROM_LIMITS = 1 << 40
"""Storages below this stay within 64 bits, however an item adds them up."""

_EVERYBODY = -2
"""The slot of the variable that runs through the players where a guard has to hold for all of them."""


def _guarded(lo: Lowering, guard: Guard, unclear: str) -> None:
    """Where something could go wrong with an item after all, the options are built in full."""
    what = guard.what
    if not guard.everybody:
        _guarded_here(lo, what, unclear)
        return
    owner, (_, *others) = Expr("var", Type.PLAYER, slot=_EVERYBODY), what.args
    for seat in range(lo.bp.seats):
        lo.env[_EVERYBODY] = str(seat)
        _guarded_here(lo, replace(what, args=(owner, *others)), unclear)
    del lo.env[_EVERYBODY]


def _guarded_here(lo: Lowering, what: Expr, unclear: str) -> None:
    if what.type is Type.INT_STORE:
        test = f"abs(S[{store_at(lo, what)}] >> 1) > {FAR_FROM_LIMITS >> 1}"
    elif what.type is Type.LOCATION:
        test = f"{size_of_pile(pile(lo, what))} == 0"
    else:
        test = f"{lo.value(what)} < 0"
    with lo.code.block(f"if {test}:"):
        lo.code(f"{unclear} = 1")


def _carried_out(lo: Lowering, item: PlainItem, found: _Counted, index: str) -> None:
    if item.choosing is None:
        action(lo, item.body)
        return
    bind, offered = item.choosing.part("variable"), found.offered
    if isinstance(offered, SetPile):
        # Saying that an index is below 64 spares the machine a check.
        element = lo.code.let("c", f"nth_bit({offered.word}, {index} & 63)")
        _note_origin(lo, item.choosing.part("collection"), element)
    elif isinstance(offered, ListPile):
        element = lo.code.let("c", f"L[{offered.at} + 1 + {index}]")
    else:
        element = lo.code.let("x", f"C[{offered.at} + {index}]")
    lo.tick()
    with_variable(lo, bind.slot, element, bind.type, lambda: action(lo, item.body))
