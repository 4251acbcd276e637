"""How the commonest instructions of AHOD are written for `croupier.script.blocks`."""

from __future__ import annotations

from typing import Any

from croupier.script.ahod import operations as op
from croupier.script.ahod.builtins import method
from croupier.script.ahod.calls import Site, call_helper, call_method, perform
from croupier.script.ahod.kinds import fits
from croupier.script.ahod.nodes import TypeRef
from croupier.script.ahod.values import equal, identical, truth
from croupier.script.blocks import Block, Ways
from croupier.script.heap import Cursor, Thing
from croupier.script.machine import Routine


def _get(block: Block, name: str) -> bool:
    (it,) = block.need(1)
    value = block.new(f"{it}.fields.get({name!r}, UNSET) if type({it}) is {block.bind(Thing)} else UNSET")
    block.call_if(f"{value} is UNSET")
    block.replace(1, value)
    return True


def _equal(block: Block, _: Any) -> bool:
    left, right = block.need(2)
    block.replace(2, block.new(f"{block.bind(equal)}({left}, {right})"))
    return True


def _identical(block: Block, _: Any) -> bool:
    left, right = block.need(2)
    block.replace(2, block.new(f"{block.bind(identical)}({left}, {right})"))
    return True


def _unequal(block: Block, _: Any) -> bool:
    left, right = block.need(2)
    block.replace(2, block.new(f"not {block.bind(equal)}({left}, {right})"))
    return True


def _ordering(sign: str) -> Any:
    def write(block: Block, _: Any) -> bool:
        left, right = block.need(2)
        block.call_if(f"type({left}) is not int or type({right}) is not int")
        block.replace(2, block.new(f"{left} {sign} {right}"))
        return True

    return write


def _is_true(block: Block, value: str) -> str:
    return f"({value} is True or ({value} is not False and {block.bind(truth)}({value})))"


def _as_bool(block: Block, _: Any) -> bool:
    (value,) = block.need(1)
    block.replace(1, block.new(_is_true(block, value)))
    return True


def _negate(block: Block, _: Any) -> bool:
    (value,) = block.need(1)
    block.replace(1, block.new(f"not {_is_true(block, value)}"))
    return True


def _jump_if(block: Block, target: int) -> bool:
    (value,) = block.need(1)
    block.replace(1)
    block.jump_if(_is_true(block, value), target)
    return True


def _jump_unless(block: Block, target: int) -> bool:
    (value,) = block.need(1)
    block.replace(1)
    block.jump_if(f"not {_is_true(block, value)}", target)
    return True


def _check_parameter(block: Block, argument: tuple[int, TypeRef, str]) -> bool:
    slot, wanted, _ = argument
    block.call_if(f"not {block.bind(fits)}(variables[{slot}], {block.bind(wanted)})")
    return True


def _call_helper(block: Block, argument: tuple[Routine, Site]) -> bool:
    routine, site = argument
    if site.names or site.count != len(routine.parameters):
        return False
    values = block.need(site.count)
    block.replace(site.count)
    block.end(f"machine.push({block.bind(routine)}, [{', '.join(values)}])")
    return True


def _perform(block: Block, site: Site) -> bool:
    """An ACTION without receiver is known beforehand."""
    routine = site.handlers.bare if site.handlers is not None and not site.receiver else None
    return routine is not None and _call_helper(block, (routine, site))


def _iterate(block: Block, _: Any) -> bool:
    (it,) = block.need(1)
    block.call_if(f"type({it}) is not {block.bind(Thing)} or {it}.items is None")
    block.line(f"frame.pc = {block.at + 1}")
    block.line(f"machine.charge(len({it}.items))")
    block.replace(1, block.new(f"{block.bind(Cursor)}(tuple({it}.items))"))
    return True


def _item(block: Block, _: str) -> bool:
    it, at = block.need(2)
    block.call_if(
        f"type({it}) is not {block.bind(Thing)} or {it}.items is None "
        f"or type({at}) is not int or not 0 <= {at} < len({it}.items)"
    )
    block.replace(2, block.new(f"{it}.items[{at}]"))
    return True


def _call_computed(block: Block, site: Site) -> bool:
    it, *values = block.need(site.count + 1)
    thing = block.bind(Thing)
    routine = block.new(f"{it}.kind.computed.get({site.name!r}) if type({it}) is {thing} else None")
    block.call_if(f"{routine} is None or len({routine}.parameters) != {site.count}")
    block.replace(site.count + 1)
    block.end(f"machine.push({routine}, [{', '.join([it, *values])}])")
    return True


def _call_method(block: Block, site: Site) -> bool:
    """What is built in for collections goes on at once; everything else is called."""
    built_in = method("collection", site.name)
    if site.names:
        return False
    if built_in is None:
        return _call_computed(block, site)
    if site.count < built_in.least:
        return False
    if built_in.most is not None and site.count > built_in.most:
        return False
    it, *values = block.need(site.count + 1)
    block.call_if(
        f"type({it}) is not {block.bind(Thing)} or {it}.items is None or {site.name!r} in {it}.kind.computed"
    )
    block.line(f"frame.pc = {block.at + 1}")
    meaning, called = block.bind(built_in.meaning), block.bind(site.called)
    block.replace(site.count + 1, block.new(f"{meaning}(machine, {it}, [{', '.join(values)}], {called})"))
    block.jump_if("machine.frame is not frame", block.at + 1)
    return True


WAYS: Ways = {
    op.get: _get,
    op.BINARY["=="]: _equal,
    op.BINARY["!="]: _unequal,
    op.BINARY["is"]: _identical,
    **{op.BINARY[sign]: _ordering(sign) for sign in ("<", ">", "<=", ">=")},
    op.as_bool: _as_bool,
    op.negate: _negate,
    op.jump_if: _jump_if,
    op.jump_unless: _jump_unless,
    op.check_parameter: _check_parameter,
    op.iterate: _iterate,
    op.item: _item,
    perform: _perform,
    call_helper: _call_helper,
    call_method: _call_method,
}
