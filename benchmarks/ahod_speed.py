"""How fast the script machine is: instructions a second, games of UNO a second, and whether cost is linear.

``PYTHONPATH=tests python benchmarks/ahod_speed.py`` prints them, in CPU time. The aims are one million
instructions and thirty games a second.
"""

from __future__ import annotations

import time

from croupier.script.ahod.check import check
from croupier.script.library import shelved
from croupier.script.machine import Limits, Status
from croupier.text import Source
from uno_answers import simple_uno

_LOOP = """\
total = 0
for i in range({count}):
    if i % 3 == 0:
        total += i * 2
    else:
        total = total - 1
print total
"""


def instructions(count: int) -> tuple[int, float]:
    """Steps and seconds of a loop of that many turns."""
    machine = check(Source("loop.ah", _LOOP.format(count=count))).runnable.machine(limits=Limits(steps=10**9))
    begun = time.process_time()
    status = machine.run()
    spent = time.process_time() - begun
    assert status is Status.FINISHED, machine.failure
    return machine.steps, spent


def games(count: int) -> tuple[int, int, float]:
    """Steps, decisions and seconds of that many games of UNO with four seats."""
    source = shelved("uno")
    assert source is not None
    runnable = check(source).runnable
    steps = decisions = 0
    begun = time.process_time()
    for seed in range(count):
        machine = runnable.machine(seed=seed, seats=4)
        while machine.run() is Status.ASKING:
            machine.answer(simple_uno(machine))
        assert machine.status is Status.FINISHED, machine.failure
        steps += machine.steps
        decisions += machine.answers
    return steps, decisions, time.process_time() - begun


def main() -> None:
    """Print the numbers."""
    for count in (20_000, 200_000):
        steps, seconds = instructions(count)
        print(f"{steps:,} instructions in {seconds:.2f} s: {steps / seconds / 1e6:.2f} million a second")
    steps, decisions, seconds = games(100)
    print(f"100 games of UNO in {seconds:.2f} s: {100 / seconds:.0f} a second")
    print(f"  {steps // 100:,} instructions and {decisions / 100:.0f} decisions a game")


if __name__ == "__main__":
    main()
