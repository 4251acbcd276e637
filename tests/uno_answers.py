"""A simple player for the UNO of the library: the first card that fits, else draw."""

from __future__ import annotations

from croupier.script.machine import Machine


def simple_uno(machine: Machine) -> str:
    """What to answer where the machine asks."""
    assert machine.pending is not None
    if "Which card" not in machine.pending.prompt:
        return "play"
    hand = machine.global_value("current_player").fields["hand"].items
    top = machine.global_value("discard").items[0].fields
    for index, card in enumerate(hand):
        if card.fields["type"] == top["type"] or card.fields["color"] == top["color"]:
            return str(index)
    return "0"
