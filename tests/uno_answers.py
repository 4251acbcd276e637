"""A simple player for the UNO of the library: the first card that fits, else draw."""

from __future__ import annotations

from croupier.script.machine import Machine


def simple_uno(machine: Machine) -> str:
    """What to answer where the machine asks."""
    assert machine.pending is not None
    if "Which card" not in machine.pending.prompt:
        return "play"
    hand = machine.items(machine.fields(machine.global_value("current_player"))["hand"])
    top = machine.fields(machine.items(machine.global_value("discard"))[0])
    for index, card in enumerate(map(machine.fields, hand)):
        if card["type"] == top["type"] or card["color"] == top["color"]:
            return str(index)
    return "0"
