"""The code of actions that move cards, remember and forget them, swap and shuffle (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from croupier.native.lower.blueprint import Family, is_fixed
from croupier.native.lower.events import note
from croupier.native.lower.groups import each_group
from croupier.native.lower.lowering import FRESH, Listed, ListPile, Loc, Lowering, SetPile
from croupier.native.lower.open_cards import place_turned_down, turned_down
from croupier.native.lower.piles import as_pile, cards_in, list_at, pile, size_of_pile
from croupier.native.lower.room import add_card, new_list
from croupier.native.lower.runtime import signed
from croupier.native.lower.trials import UNDONE
from croupier.recycle.places import is_place
from croupier.recycle.program import Expr
from croupier.recycle.types import Type


def _target(lo: Lowering, expr: Expr) -> tuple[Loc, str]:
    """A destination: the place, and the index at which a card goes in (-1: on top)."""
    loc: Loc = lo.value(expr.part("location"))
    if expr.form == "place.top":
        return loc, "-1"
    if expr.form == "place.bottom":
        return loc, "0"
    index = lo.number(expr.part("index"))
    # An index of -1 is no way to say "on top": there is no such place.
    return loc, "(0 - 1)" if index == "-1" else index


def _move(lo: Lowering, expr: Expr) -> None:
    source, place = expr.part("card"), expr.part("into")
    dealing = _dealt(lo, source)
    listed = None if dealing else _top_of_list(lo, source)
    if listed is not None:
        size = lo.code.let("n", f"L[{listed.at}]")
    else:
        card = dealing or lo.number(source)
    loc, at = _target(lo, place)
    if listed is not None:
        lo.fail_if(f"{size} <= 0", "RCY301", expr, "there is no card to move")
        card = lo.code.let("c", f"L[{listed.at} + {1 if listed.single else size}]")
    else:
        lo.fail_if(f"{card} < 0", "RCY301", expr, "there is no card to move")
    if loc.kind == "mem":
        lo.fail("RCY301", expr, "a memory holds only copies: no card can be moved there")
        return
    target = as_pile(lo, loc)
    _room_to_undo(lo)
    origin = f"L[WHERE + {card}]"
    if not lo.quiet or at not in ("-1", "0"):
        origin = lo.code.let("p", origin)
    if at not in ("-1", "0"):
        _fits(lo, expr, at, f"{size_of_pile(target)} - (1 if {origin} == {loc.place} else 0)")
    if listed is not None:
        lo.code(f"L[{listed.at}] = {0 if listed.single else f'{size} - 1'}")
    index = "0" if dealing or listed is not None else _taken_out(lo, source, card, origin)
    if lo.choosing:
        index = lo.atom(index)
    put(lo, loc, target, card, at)
    if not lo.quiet or lo.kit.matters(loc.family):
        lo.code(f"L[WHERE + {card}] = {loc.place}")
    journal(lo, "move", index, origin, card)
    strike(lo, card)
    turned_down(lo, card)
    note(lo, expr, "move", card, origin, index, loc.place, at)


def _move_many(lo: Lowering, expr: Expr) -> None:
    """All cards as they are listed when the form begins, one after the other; the place is found for each."""
    for card in cards_in(lo, _listed_now(lo, expr.part("cards"))):
        loc, at = _target(lo, expr.part("into"))
        if loc.kind == "mem":
            lo.fail("RCY301", expr, "a memory holds only copies: no card can be moved there")
            continue
        target = as_pile(lo, loc)
        _room_to_undo(lo)
        origin = lo.code.let("p", f"L[WHERE + {card}]")
        if at not in ("-1", "0"):
            _fits(lo, expr, at, f"{size_of_pile(target)} - (1 if {origin} == {loc.place} else 0)")
        index = lo.code.let("i", f"take_out(S, L, {card}, {origin})")
        put(lo, loc, target, card, at)
        lo.code(f"L[WHERE + {card}] = {loc.place}")
        journal(lo, "move", index, origin, card)
        strike(lo, card)
        turned_down(lo, card)
        note(lo, expr, "move", card, origin, index, loc.place, at)


def _listed_now(lo: Lowering, expr: Expr) -> SetPile | ListPile:
    """Cards as they are now, whatever happens to those that they come from."""
    cards = pile(lo, expr)
    if isinstance(cards, SetPile) or expr.form in FRESH:
        return cards
    twin = new_list(lo)
    for card in cards_in(lo, cards):
        add_card(lo, twin, card)
    return twin


def journal(lo: Lowering, event: str, index: str, place: str, card: str) -> None:
    """Note how something is taken back, where it may only be tried."""
    if lo.choosing:
        lo.code(f"journal(C, {UNDONE.index(event)}, {index}, {place}, {card})")


def _room_to_undo(lo: Lowering) -> None:
    """Look for room in the journal, before anything is changed."""
    if lo.choosing:
        lo.code("room_to_undo(C, 1)")


def with_card_just_moved(lo: Lowering, before: Expr, expr: Expr) -> Expr:
    """An action behind another; the top card of where that one has moved a card to is that card."""
    counted = lo.kit.counters is not None
    if counted or not lo.quiet or (before.form, expr.form) != ("move", "remember"):
        return expr
    card, place, top = before.part("card"), before.part("into"), expr.part("card")
    if (
        card.form != "var"
        or place.form != "place.top"
        or top.form != "top"
        or top.part("cards") != place.part("location")
    ):
        return expr
    family = _steady_family(lo, top.part("cards"))
    return expr if family is None or family.as_set else replace(expr, args=(card, expr.part("into")))


def _steady_family(lo: Lowering, location: Expr) -> Family | None:
    """The family of a place that stays the same whatever moves; None if it may be another one."""
    if not is_place(location) or not is_fixed(location):
        return None
    if not all(part.traits.steady for part in location.part("owner").walk()):
        return None
    return lo.bp.family_of(location)


def deals(lo: Lowering, expr: Expr) -> bool:
    """Whether a move takes cards that are drawn as they are taken to a set, where nobody has to know them."""
    if not lo.quiet or lo.held or expr.form != "move":
        return False
    if expr.part("into").form not in ("place.top", "place.bottom"):
        return False
    source, target = expr.part("card"), expr.part("into").part("location")
    if source.form != "top" or not is_place(source.part("cards")):
        return False
    family = _steady_family(lo, target)
    if family is None or not family.as_set or lo.kit.matters(family):
        return False
    return _lazy(lo, source) is not None


def deal(lo: Lowering, expr: Expr, times: int) -> None:
    """The same move again and again."""
    lazy, loc = _lazy(lo, expr.part("card")), lo.value(expr.part("card").part("cards"))
    found = lo.code.let("w", f"dealt_set(S, L, {lazy}, {list_at(lo, loc)}, {times})")
    target = as_pile(lo, lo.value(expr.part("into").part("location")))
    assert isinstance(target, SetPile)
    lo.code(f"{target.word} |= {found}")
    lo.tick(str(2 * times))


def _lazy(lo: Lowering, source: Expr) -> str | None:
    """The words of the last shuffle, if the cards of a location are drawn as they are taken."""
    place = source.part("cards")
    if not is_fixed(place):
        return None
    return lo.kit.lazy(lo.bp.family_of(place))


def _dealt(lo: Lowering, source: Expr) -> str:
    """The top card of a location whose cards are drawn as they are taken, taken; empty if it is not so."""
    if not lo.quiet or source.form != "top" or not is_place(source.part("cards")):
        return ""
    lazy = _lazy(lo, source)
    if lazy is None:
        return ""
    return lo.code.let("c", f"dealt(S, L, {lazy}, {list_at(lo, lo.value(source.part('cards')))})")


def _top_of_list(lo: Lowering, source: Expr) -> ListPile | None:
    """The list of a location whose top card is moved; None if it is not so."""
    if not lo.quiet or source.form != "top" or not is_place(source.part("cards")):
        return None
    cards = as_pile(lo, lo.value(source.part("cards")))
    return replace(cards, at=lo.atom(cards.at)) if isinstance(cards, ListPile) else None


def _taken_out(lo: Lowering, source: Expr, card: str, origin: str) -> str:
    """Take a card out of its place; gives where in it the card was."""
    if source.form == "top" and is_place(source.part("cards")):
        loc: Loc = lo.value(source.part("cards"))
        if not loc.as_set:
            at = list_at(lo, loc)
            lo.code(f"L[{at}] = L[{at}] - 1")
            return f"L[{at}]"
    known = lo.origins.pop(card, None)
    if known is not None and lo.quiet:
        lo.code(f"{known} &= ~wshl(1, {card})")
        return "0"
    return lo.code.let("i", f"take_out(S, L, {card}, {origin})")


def _fits(lo: Lowering, expr: Expr, at: str, size: str) -> None:
    number = lo.code.let("n", size)
    lo.fail_if(
        f"{at} < 0 or {at} > {number}", "RCY302", expr, "there is no place {a} among {b} cards", at, number
    )


def put(lo: Lowering, loc: Loc, target: SetPile | ListPile, card: str, at: str) -> None:
    """Put a card into a place, in the order that the place keeps."""
    if isinstance(target, SetPile):
        lo.code(f"{target.word} |= wshl(1, {card})")
        return
    into = lo.atom(target.at)
    if target.single:
        lo.give_up_if(f"L[{into}] != 0")
        lo.code(f"L[{into}] = 1")
        lo.code(f"L[{into} + 1] = {card}")
    elif loc.free is None:
        with lo.code.block(f"if {_free_table(lo)}[{loc.place}] != 0:"):
            lo.code(f"insert_sorted(L, {into}, {card})")
        with lo.code.block("else:"):
            lo.code(f"insert(L, {into}, {at}, {card})")
    elif loc.free:
        lo.code(f"insert_sorted(L, {into}, {card})")
    elif at == "-1":
        lo.code(f"append(L, {into}, {lo.bp.capacity}, {card})")
    else:
        lo.code(f"insert(L, {into}, {at}, {card})")


def _free_table(lo: Lowering) -> str:
    families = sorted(lo.bp.families.values(), key=lambda family: family.first)
    return lo.kit.table("FREE", tuple(int(f.free) for f in families for _ in range(f.members * f.indices)))


def strike(lo: Lowering, card: str) -> None:
    """A card that is moved leaves the collections that variables hold (§3.3)."""
    for _, content in lo.held:
        if isinstance(content, SetPile):
            lo.code(f"{content.word} &= ~wshl(1, {card})")
        elif isinstance(content, ListPile):
            lo.code(f"strike(L, {content.at}, {card})")
        elif isinstance(content, Listed) and content.kind == "list":
            lo.code(f"strike_lists(C, {content.at}, {content.count}, {card})")
        elif isinstance(content, Listed):
            lo.code(f"strike_base(C, {content.base}, {card})")
        else:
            lo.code(f"strike_saved(S, {content.at}, {card})")


def _remember(lo: Lowering, expr: Expr) -> None:
    card = lo.number(expr.part("card"))
    loc, at = _target(lo, expr.part("into"))
    lo.fail_if(f"{card} < 0", "RCY301", expr, "there is no card to remember")
    target = as_pile(lo, loc)
    if at not in ("-1", "0"):
        _fits(lo, expr, at, size_of_pile(target))
    _room_to_undo(lo)
    put(lo, loc, target, card, at)
    if lo.choosing:
        top = f"last_of(L, {list_at(lo, loc)}, {card})"
        journal(lo, "remember", top if at == "-1" or loc.free is not False else at, loc.place, "0")
    note(lo, expr, "remember", card, loc.place, at)


def _forget(lo: Lowering, expr: Expr) -> None:
    """The copy is removed from the memory in which its form finds it; of equal copies the topmost."""
    copy = expr.part("copy")
    if copy.has("cards") and copy.traits.by_position and copy.part("cards").type is Type.MEMORY:
        _forget_at(lo, expr, copy)
        return
    card = lo.number(copy)
    done = lo.code.let("b", "0")
    for memory in lo.bp.layout.facts.memories(copy):
        with lo.code.block(f"if {done} == 0:"):
            for loc in _memories(lo, memory):
                at = list_at(lo, loc)
                index = lo.code.let("i", f"last_of(L, {at}, {card})")
                with lo.code.block(f"if {index} >= 0 and {done} == 0:"):
                    _forgotten(lo, expr, loc, at, index)
                    lo.code(f"{done} = 1")
    lo.fail_if(f"{done} == 0", "RCY301", expr, "there is no copy to forget")


def _memories(lo: Lowering, expr: Expr) -> Iterator[Loc]:
    """A memory, or a loop over a collection of memories."""
    if expr.type is Type.MEMORIES:
        yield from each_group(lo, expr)
    else:
        yield lo.value(expr)


def _forget_at(lo: Lowering, expr: Expr, copy: Expr) -> None:
    index = lo.number(copy.part("index")) if copy.form == "at" else "0"
    loc: Loc = lo.value(copy.part("cards"))
    cards = as_pile(lo, loc)
    assert isinstance(cards, ListPile)
    at = cards.at
    size = lo.code.let("n", f"L[{at}]")
    lo.fail_if(f"{size} == 0", "RCY301", copy, "there is no copy to forget")
    if copy.form == "at":
        lo.fail_if(
            f"{index} < 0 or {index} >= {size}", "RCY302", copy, "there is no copy {a} among {b}", index, size
        )
    if copy.form == "top" and not lo.held and not lo.choosing:
        lo.code(f"L[{at}] = {0 if cards.single else f'{size} - 1'}")
        note(lo, expr, "forget", f"L[{at} + {size}]", loc.place, f"{size} - 1")
        return
    _forgotten(lo, expr, loc, at, f"{size} - 1" if copy.form == "top" else index)


def _forgotten(lo: Lowering, expr: Expr, loc: Loc, at: str, index: str) -> None:
    index = lo.atom(index)
    card = lo.code.let("c", f"L[{at} + 1 + {index}]")
    _room_to_undo(lo)
    lo.code(f"remove_at(L, {at}, {index})")
    journal(lo, "forget", index, loc.place, card)
    for kind, content in lo.held:
        if kind != "COPIES":
            continue
        if isinstance(content, ListPile):
            lo.code(f"forget_last(L, {content.at}, {card})")
        elif isinstance(content, SetPile):
            lo.code(f"{content.word} &= ~wshl(1, {card})")
    note(lo, expr, "forget", card, loc.place, index)


def _forget_all(lo: Lowering, expr: Expr) -> None:
    """All copies of a memory, the topmost first."""
    loc: Loc = lo.value(expr.part("memory"))
    at = list_at(lo, loc)
    with lo.code.loop(f"L[{at}] > 0", short=True):
        _forgotten(lo, expr, loc, at, f"L[{at}] - 1")


def _gather(lo: Lowering, expr: Expr) -> None:
    """Every card, or every card of a back, goes to a place in deck order; copies are forgotten."""
    loc: Loc = lo.value(expr.part("location"))
    backs = lo.bp.layout.pack.backs
    gone = tuple(int(expr.value is None or back == expr.value) for back in backs)
    table = lo.kit.table("GATHERED", gone)
    for place, family in lo.bp.places_by_family():
        if family.as_set:
            mask = signed(sum(1 << card for card, goes in enumerate(gone) if goes))
            lo.code(f"S[SETS + {place}] &= ~({mask})")
        elif all(gone):
            lo.code(f"L[{list_at(lo, Loc(str(place), family.kind))}] = 0")
        else:
            _keep_others(lo, list_at(lo, Loc(str(place), family.kind)), table)
    target = as_pile(lo, loc)
    card = lo.code.let("c", "0")
    with lo.code.loop(f"{card} < {len(backs)}", short=True):
        with lo.code.block(f"if {table}[{card}] != 0 and L[WHERE + {card}] >= 0:"):
            put(lo, loc, target, card, "-1")
            lo.code(f"L[WHERE + {card}] = {loc.place}")
            strike(lo, card)
            turned_down(lo, card)
            lo.tick()
        lo.code(f"{card} += 1")
    note(lo, expr, "gather", loc.place)


def _keep_others(lo: Lowering, at: str, gathered: str) -> None:
    """Take the cards of a back out of a list."""
    kept, number = lo.code.let("k", "0"), lo.code.let("n", f"L[{at}]")
    index = lo.code.let("i", "0")
    with lo.code.loop(f"{index} < {number}", short=True):
        card = lo.code.let("c", f"L[{at} + 1 + {index}]")
        lo.code(f"{index} += 1")
        with lo.code.block(f"if {gathered}[{card}] == 0:"):
            lo.code(f"{kept} += 1")
            lo.code(f"L[{at} + {kept}] = {card}")
    lo.code(f"L[{at}] = {kept}")


def _swap_locations(lo: Lowering, expr: Expr) -> None:
    a, b = (lo.value(arg) for arg in expr.args)
    one, other = list_at(lo, a), list_at(lo, b)
    with lo.code.block(f"if {a.place} != {b.place}:"):
        _room_to_undo(lo)
        lo.code(f"swap_lists(L, {one}, {other})")
        settle(lo, a, one)
        settle(lo, b, other)
        journal(lo, "swap", "0", a.place, b.place)
        place_turned_down(lo, a.place, b.place)
    note(lo, expr, "swap", a.place, b.place)


def settle(lo: Lowering, loc: Loc, at: str) -> None:
    """The cards of a place are where they are, in the order that the place keeps."""
    free = f"{_free_table(lo)}[{loc.place}]" if loc.free is None else str(int(loc.free))
    lo.code(f"settle(L, {at}, {loc.place}, {free})")


def _swap_cards(lo: Lowering, expr: Expr) -> None:
    one, other = lo.number(expr.part("one")), lo.number(expr.part("other"))
    lo.fail_if(f"{one} < 0 or {other} < 0", "RCY301", expr, "there is no card to swap")
    first, second = lo.code.let("p", f"L[WHERE + {one}]"), lo.code.let("p", f"L[WHERE + {other}]")
    _room_to_undo(lo)
    lo.code(f"exchange(S, L, {one}, {other})")
    journal(lo, "swap cards", "0", one, other)
    turned_down(lo, one, other)
    note(lo, expr, "swap cards", one, other, first, second)


def _shuffle(lo: Lowering, expr: Expr) -> None:
    loc: Loc = lo.value(expr.part("pile"))
    if loc.as_set or loc.free:
        lo.code("draw(S)")
    elif loc.free is None:
        with lo.code.block(f"if {_free_table(lo)}[{loc.place}] != 0:"):
            lo.code("draw(S)")
        with lo.code.block("else:"):
            _shuffled(lo, loc)
    elif lo.quiet and (lazy := lo.kit.lazy(loc.family)) is not None:
        lo.code(f"shuffle_later(S, L, {lazy}, {list_at(lo, loc)})")
    else:
        _shuffled(lo, loc)
    place_turned_down(lo, loc.place)
    if not lo.quiet and not loc.as_set:
        lo.code(f"log_list(L, C, {list_at(lo, loc)})")
    note(lo, expr, "shuffle", loc.place)


def _shuffled(lo: Lowering, loc: Loc) -> None:
    if lo.choosing:
        lo.code(f"journal_order(L, C, {loc.place})")
    lo.code(f"shuffle(S, L, {list_at(lo, loc)})")


def _riffle(lo: Lowering, expr: Expr) -> None:
    a, b = (lo.value(arg) for arg in expr.args)
    one, other = list_at(lo, a), list_at(lo, b)
    added = lo.code.let("h", f"fingerprint(L, {other}) if {a.place} != {b.place} else 0")
    with lo.code.block(f"if {a.place} != {b.place}:"):
        if not lo.quiet:
            lo.code(f"log_list(L, C, {other})")
            with lo.code.block("if C[NOTING] & LEARNS != 0:"):
                lo.code(f"carried(S, L, {b.place}, {b.place}, {a.place})")
            with lo.code.block("if C[NOTING] & INFERS != 0:"):
                lo.code(f"carry_bars(S, L, {b.place}, {b.place}, {a.place})")
        lo.code(f"riffle(L, {one}, {other}, {lo.kit.buffer(2 * lo.bp.capacity)})")
        settle(lo, a, one)
    place_turned_down(lo, a.place)
    note(lo, expr, "faro", a.place, b.place, added)


MOVES: dict[str, Callable[[Lowering, Expr], None]] = {
    "move": _move,
    "move.many": _move_many,
    "remember": _remember,
    "forget": _forget,
    "forget.all": _forget_all,
    "gather": _gather,
    "swap.locations": _swap_locations,
    "swap.cards": _swap_cards,
    "shuffle": _shuffle,
    "shuffle.faro": _riffle,
}
"""The code of these actions, by their names in the table of forms."""
