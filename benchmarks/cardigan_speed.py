"""How fast Cardigan is: games of War a second, and whether cost is linear in steps; games over many seeds.

``PYTHONPATH=tests python benchmarks/cardigan_speed.py`` prints the numbers, in CPU time. The aim is twenty
games of War a second (two seats, won cards shuffled). With ``--seeds 1000`` every game of the library is
played to its end over so many seeds, by the simple answerer: the first option.
"""

from __future__ import annotations

import sys
import time

from cardigan_programs import played
from croupier.script.cardigan.check import check
from croupier.script.cardigan.runnable import Runnable
from croupier.script.library import names, shelved
from croupier.script.machine import Limits, Status
from croupier.text import Source

_LOOP = """\
total = 0
for i: [0 ... {count}] {{
    if i % 3 == 0 {{ total = total + i * 2 }} else {{ total = total - 1 }}
}}
OUTPUT(total)
"""


def runnable(name: str) -> Runnable:
    """A game of the library."""
    source = shelved(f"{name}.cdg")
    assert source is not None
    return check(source).runnable


def instructions(count: int) -> tuple[int, float]:
    """Steps and seconds of a loop of that many turns."""
    machine = check(Source("loop.cdg", _LOOP.format(count=count))).runnable.machine(
        limits=Limits(steps=10**9)
    )
    begun = time.process_time()
    status = machine.run()
    spent = time.process_time() - begun
    assert status is Status.FINISHED, machine.failure
    return machine.steps, spent


def games(name: str, count: int, seats: int) -> tuple[int, float]:
    """Steps and seconds of that many games, all of which come to their end."""
    game = runnable(name)
    steps = 0
    begun = time.process_time()
    for seed in range(count):
        machine = played(game.machine(seed=seed, seats=seats))
        assert machine.status is Status.FINISHED, (name, seed, machine.failure)
        steps += machine.steps
    return steps, time.process_time() - begun


def main(arguments: list[str]) -> None:
    """Print the numbers."""
    for count in (20_000, 200_000):
        steps, seconds = instructions(count)
        print(f"{steps:,} instructions in {seconds:.2f} s: {steps / seconds / 1e6:.2f} million a second")
    for name, count in (("war", 100), ("war", 200), ("uno", 100)):
        steps, seconds = games(name, count, 2)
        each = f"{steps // count:,} steps each"
        print(f"{count} games of {name} in {seconds:.2f} s: {count / seconds:.0f} a second, {each}")
    if "--seeds" in arguments:
        count = int(arguments[arguments.index("--seeds") + 1])
        for name in names(".cdg"):
            _, seconds = games(name, count, 2)
            print(f"{name}: {count} seeds played to the end in {seconds:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
