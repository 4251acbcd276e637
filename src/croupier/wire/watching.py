"""The table for somebody who watches and sits nowhere: the cards that lie open for everybody.

A card is shown where its place is open and the views of all seats agree on it. So a watcher can tell no seat
anything that it does not know, whoever the watcher talks to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from croupier.game.capabilities import ShowsPiles, able
from croupier.game.cards import Pack, Pile, Slot
from croupier.game.hosting import HostedState
from croupier.game.transcript import Line
from croupier.wire.snapshot import slots_data, snapshot

Data = dict[str, Any]

WATCHER = -1
"""The seat of somebody who sits nowhere."""
_OPEN = ("vloc", "mem")
"""The places that everybody sees."""
_NO_NUMBER = -1
"""Numbers of cards belong to one view. Watchers get none: copies in memories are cards like others."""


def watched_snapshot(state: HostedState, pack: Pack, seats: int) -> Data:
    """A snapshot for a watcher.

    >>> from croupier import load
    >>> game = load("kuhn_poker")
    >>> found = watched_snapshot(game.start(seed=1), game.pack, game.seats)
    >>> found["seat"], found["options"], [place["slots"] for place in found["places"]]
    (-1, [], [[{'back': '', 'count': 1}], [{'back': '', 'count': 1}], [{'back': '', 'count': 1}]])
    """
    views = [state.view(seat) for seat in range(seats)]
    snapshots = [snapshot(view, state.outcome) for view in views]
    piles = [shown.piles for view in views if (shown := able(view, ShowsPiles)) is not None]
    prompts = {str(one["prompt"]) for one in snapshots}
    return {
        **snapshots[0],
        "seat": WATCHER,
        # A program may print its question for one seat alone.
        "prompt": prompts.pop() if len(prompts) == 1 else "",
        "places": [
            {**place, "slots": slots_data(common_slots(same, pack), {})}
            for place, same in zip(snapshots[0]["places"], zip(*piles, strict=True), strict=True)
        ],
        "options": [],
    }


def common_slots(piles: Sequence[Pile], pack: Pack) -> list[Slot]:
    """The cards of one place as everybody knows them: backs, unless it lies open.

    Seats may remember cards that have gone to hidden places; who remembers which is not told.
    """
    first = piles[0]
    if first.kind not in _OPEN:
        backs = [_back(slot, pack) for slot in first.slots]
        return list(sorted(backs) if first.free else backs)
    if not first.free:
        return [_common_slot(column, pack) for column in zip(*(pile.slots for pile in piles), strict=True)]
    # Where the order means nothing, views put known cards first: they are compared as sets.
    common = Counter(_kinds(first.slots))
    for pile in piles[1:]:
        common &= Counter(_kinds(pile.slots))
    left = Counter(_back(slot, pack) for slot in first.slots)
    left.subtract(pack.kinds[kind].back for kind in common.elements())
    return [*((kind, _NO_NUMBER) for kind in sorted(common.elements())), *sorted(left.elements())]


def _kinds(slots: Sequence[Slot]) -> list[int]:
    return [slot[0] for slot in slots if not isinstance(slot, str)]


def _common_slot(column: Sequence[Slot], pack: Pack) -> Slot:
    kinds = _kinds(column)
    if len(kinds) == len(column) and len(set(kinds)) == 1:
        return kinds[0], _NO_NUMBER
    return _back(column[0], pack)


def _back(slot: Slot, pack: Pack) -> str:
    return slot if isinstance(slot, str) else pack.kinds[slot[0]].back


def watched_line(line: Line) -> Line:
    """An event as a watcher may know it: its public part."""
    if line["event"] == "end":
        return line
    return {key: part for key, part in line.items() if key not in ("line", "private")}
