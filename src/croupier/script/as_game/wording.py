"""Moves as options: a text that names each among its siblings and tells no hidden card, and a stable key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from croupier.game import Option
from croupier.script.as_game.domain import Candidate
from croupier.script.as_game.moves import Move
from croupier.script.as_game.pointing import Pointer
from croupier.script.as_game.probing import probed
from croupier.script.as_game.script_program import ScriptProgram
from croupier.script.as_game.sight import hidden, hidden_cards
from croupier.script.machine import Machine
from croupier.script.uses import Uses, site_of

LONGEST = 60


def described(
    script: ScriptProgram, machine: Machine, seat: int, moves: Sequence[Move]
) -> tuple[Option, ...]:
    """The options of a seat."""
    secret = hidden_cards(machine, hidden(script, machine, seat))
    meant = _meant(script, machine, moves)
    texts = [
        " ".join(filter(None, (_said(script, machine, part, secret, meant) for part in move.parts)))
        for move in moves
    ]
    seen, times = Counter[str](), Counter(texts)
    pointer = Pointer(script, machine, seat, secret)
    firsts: dict[str, int] = {}
    options = []
    for index, (move, text) in enumerate(zip(moves, texts, strict=True)):
        seen[text] += 1
        named = text if times[text] == 1 else f"{text} ({seen[text]} of {times[text]})"
        picks = tuple(pointer.target(part, meant.get(part.answer)) for part in move.parts if part.answer)
        first = move.parts[0]
        group = firsts.setdefault(first.answer, len(firsts)) if len(move.parts) > 1 else 0
        label = _said(script, machine, first, secret, meant) if len(move.parts) > 1 else ""
        key = "/".join(move.answers)
        options.append(Option(index, key, named or "(nothing)", picks, (), group, label))
    return tuple(options)


def _meant(script: ScriptProgram, machine: Machine, moves: Sequence[Move]) -> dict[str, Any]:
    """What numbers among which the program lets one choose stand for: elements of a collection, often."""
    plain = all(len(move.parts) == 1 and type(move.parts[0].value) is int for move in moves)
    if not plain or machine.pending is None or machine.pending.options is None:
        return {}
    uses = script.uses.get(site_of(machine.pending.span), Uses())
    if not uses.indexes:
        return {}
    return {
        str(answer): items[probe.scale * answer + probe.offset]
        for probe, _, items in reversed(probed(machine, len(uses.indexes)).indexes)
        for answer in probe.answers(len(items))
    }


def _said(
    script: ScriptProgram, machine: Machine, part: Candidate, secret: set[int], meant: dict[str, Any]
) -> str:
    shown = meant.get(part.answer, part.shown if part.element else None)
    if part.hidden or (shown is not None and id(shown) in secret):
        return part.answer
    if shown is None or shown is part.value:
        return _short(script.label(machine, part.value))
    return f"{part.answer}: {_short(script.label(machine, shown))}"


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
