"""All that a view tells, as bytes: equal for equal views, in every process and on every engine."""

from __future__ import annotations

import marshal
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.interpreter.pack import Printed

if TYPE_CHECKING:
    from croupier.interpreter.view import View

_PLAIN = 0
"""The version of marshal in which equal values have equal bytes: nothing is shared, no text is interned."""


def fingerprint(view: View, ignoring: tuple[str, ...] = ()) -> bytes:
    """A view as bytes; attributes that are ignored count as if they were not printed on the cards."""
    layout = view.game.layout
    printed = layout.printed(ignoring) if ignoring else None
    content = (
        view.seat,
        -1 if view.to_move is None else view.to_move,
        view.decisions,
        tuple(sorted(option_keys(view, ignoring))),
        _slots(view, printed),
        view.teams,
        view.players,
        view.teams_turn,
        view.stored,
        view.points,
        1 if all(view.made) else view.made,
        view.way,
        *((view.turns,) if view.turns else ()),
        *((tuple((tuple(place), at) for place, at in view.faces),) if view.faces else ()),
        *((tuple((tuple(place), bars) for place, bars in view.told),) if view.told else ()),
        *((_together(view),) if view.together is not None else ()),
    )
    return marshal.dumps(content, _PLAIN)


def _together(view: View) -> tuple[Any, ...]:
    joint = view.together
    return () if joint is None else (joint.mode, joint.asked, joint.outer, joint.own)


def option_keys(view: View, ignoring: tuple[str, ...] = ()) -> list[str]:
    """Keys of options with the names that the cards have then; equal ones are numbered."""
    keys = [option.key for option in view.options]
    if not ignoring:
        return keys
    printed = view.game.layout.printed(ignoring)
    pattern = _names(tuple(printed.names))
    seen: dict[str, int] = {}
    found = []
    for key in keys:
        bare = pattern.sub(lambda match: printed.names[match.group()], re.sub(r"#[0-9]+$", "", key))
        seen[bare] = seen.get(bare, 0) + 1
        found.append(bare if seen[bare] == 1 else f"{bare}#{seen[bare]}")
    return found


@cache
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in longest))


def _slots(view: View, printed: Printed | None) -> tuple[Any, ...]:
    """The places with their cards. Numbers only say which copies in memory are copies of which card."""
    layout = view.game.layout
    if layout.memories:
        return tuple((tuple(place), slots) for place, slots in view.slots)
    found: list[Any] = []
    for place, slots in view.slots:
        seen = [slot if isinstance(slot, str) else slot[0] for slot in slots]
        if printed is not None:
            seen = [slot if isinstance(slot, str) else printed.looks[slot] for slot in seen]
            if layout.ordered_freely[layout.number(place)]:
                seen.sort(key=lambda slot: (isinstance(slot, str), slot))
        found.append((tuple(place), tuple(seen)))
    return tuple(found)
