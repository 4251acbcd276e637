"""A snapshot: everything that one seat sees of a game at a decision, as plain data, made of its view alone.

A card is the number of its kind in the pack. Where a copy in a memory tells two equal cards apart it is an
object with a number `n` besides; cards that are not known are counted by their back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from croupier.game.capabilities import AsksByPrompt, ShowsPiles, able
from croupier.game.cards import CardKind, Pack, Pile, Slot
from croupier.game.outcome import Outcome
from croupier.game.protocol import CardMove, Option, Target, View

Data = dict[str, Any]


def snapshot(view: View, outcome: Outcome | None = None) -> Data:
    """All that the seat of a view is shown; with the outcome, if the game is over.

    >>> from croupier import load
    >>> found = snapshot(load("kuhn_poker").start(seed=1).view(0))
    >>> found["to_move"], [(place["id"], place["slots"]) for place in found["places"]]
    (0, [('STOCK', [{'back': '', 'count': 1}]), ('0.HAND', [0]), ('1.HAND', [{'back': '', 'count': 1}])])
    """
    shown, asks = able(view, ShowsPiles), able(view, AsksByPrompt)
    piles = () if shown is None else tuple(shown.piles)
    doubled = _doubled(piles)
    data: Data = {
        "at": 0 if shown is None else shown.decisions,
        "seat": view.seat,
        "to_move": view.to_move,
        "prompt": "" if asks is None else asks.prompt,
        "teams": [list(team) for team in view.teams],
        "places": [_place(pile, doubled) for pile in piles],
        "stored": [
            {"owner": owner, "member": member, "name": name, "value": value}
            for (owner, member, name), value in (() if shown is None else shown.stored)
        ],
        # With open cards nobody chooses: the options are those of whoever is to move.
        "options": [option_data(option, pointing=view.seat >= 0) for option in view.options],
    }
    if outcome is not None:
        data["outcome"] = outcome_data(outcome)
    return data


def pack_data(pack: Pack) -> list[Data]:
    """The kinds of cards, by number."""
    return [kind_data(kind) for kind in pack.kinds]


def kind_data(kind: CardKind) -> Data:
    """One kind of card."""
    return {
        "name": kind.name,
        "attributes": dict(kind.attributes),
        "back": kind.back,
        "count": kind.count,
    }


def outcome_data(outcome: Outcome) -> Data:
    """How a game has ended; with the line of the program, if that is to blame."""
    data: Data = {
        "status": outcome.status.value,
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
    }
    if outcome.finding is not None:
        span = outcome.finding.span
        data |= {"line": span.line, "text": span.text.partition("\n")[0][:80]}
    return data


def _doubled(piles: Iterable[Pile]) -> dict[int, int]:
    """The cards that are shown more than once, because there are copies, numbered anew from 0."""
    times = Counter(slot[1] for pile in piles for slot in pile.slots if not isinstance(slot, str))
    return {number: n for n, number in enumerate(sorted(n for n, count in times.items() if count > 1))}


def _place(pile: Pile, doubled: dict[int, int]) -> Data:
    return {
        "id": pile.id,
        "owner": pile.owner,
        "member": pile.member,
        "name": pile.name,
        "nth": pile.nth,
        "kind": pile.kind,
        "free": pile.free,
        "slots": slots_data(pile.slots, doubled, pile.told),
    }


def slots_data(slots: Sequence[Slot], doubled: dict[int, int], told: Sequence[str] = ()) -> list[Any]:
    """Known cards by kind, unknown ones side by side counted by their back, and by what is told of them."""
    found: list[Any] = []
    about = zip(slots, told or ("",) * len(slots), strict=True)
    hidden = [(slot, words) if isinstance(slot, str) else None for slot, words in about]
    for back, run in groupby(zip(slots, hidden, strict=True), key=lambda pair: pair[1]):
        if back is not None:
            count = {"back": back[0], "count": len(list(run))}
            found.append({**count, "told": back[1]} if back[1] else count)
            continue
        for slot, _ in run:
            assert not isinstance(slot, str)
            kind, number = slot
            found.append({"k": kind, "n": doubled[number]} if number in doubled else kind)
    return found


def option_data(option: Option, *, pointing: bool = True) -> Data:
    """An option with all that it points at, as far as a slot of the view tells it."""
    data: Data = {"i": option.index, "key": option.key, "text": option.text, "item": option.item}
    if option.label:
        data["label"] = option.label
    if pointing:
        data["picks"] = [_pick(pick) for pick in option.picks]
        data["moves"] = [_move(move) for move in option.moves]
    return data


def _pick(pick: Sequence[Target]) -> Data:
    """One choice: a card, a set of cards, a place, a seat, a team, a number or a word."""
    if len(pick) == 1:
        return _target(pick[0])
    return {"cards": [_spot(target) for target in pick]}


def _target(target: Target) -> Data:
    if target.kind == "card":
        return {"card": _spot(target)}
    if target.kind == "place":
        return {"place": target.place}
    return {target.kind: target.word if target.kind == "word" else target.number}


def _spot(target: Target) -> list[Any]:
    return [target.place, target.slot]


def _move(move: CardMove) -> Data:
    data: Data = {"from": _spot(move.card), "to": move.to}
    if move.at is not None:
        data["at"] = move.at
    return data
