"""How long it takes to read and check a program, and whether the cost grows with its length and no faster.

``python benchmarks/read.py`` prints it, in CPU time, the best of several runs. The program is Agram with its
rounds repeated: 300 lines, then 10 and 100 times as many. The aims are about 10 ms for the 300 lines and the
same time a line for the others.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from pathlib import Path

from croupier.catalog import shelf
from croupier.recycle.check import check
from croupier.recycle.reader import read, tokens
from croupier.text import Source

LINES = 300
TIMES = ((1, 25), (10, 7), (100, 3))
"""How many times as long, and the best of how many runs."""


def lengthened(lines: int) -> Source:
    """Agram, its play repeated until the program has so many lines."""
    agram = shelf.source("agram")
    assert agram is not None
    text = agram.text.split("\n")
    first = next(i for i, line in enumerate(text) if line.startswith("  (do"))
    last = next(i for i, line in enumerate(text) if line.startswith("  (scoring"))
    play = text[first:last]
    rounds = round((lines - first - len(text) + last) / len(play))
    return Source("agram.rcy", "\n".join([*text[:first], *play * rounds, *text[last:]]))


def best(work: Callable[[], object], runs: int) -> float:
    """The shortest time of several runs, in milliseconds."""
    took = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took) * 1000


def processor() -> str:
    """What the machine calls its processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().split("\n"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main() -> None:
    """Print the table."""
    print(f"{processor()}, Python {platform.python_version()}")
    print(f"{'lines':>7} {'tokens':>8} {'read':>10} {'and check':>10} {'a 1×':>8} {'tokens/s':>10}")
    for times, runs in TIMES:
        source = lengthened(LINES * times)
        count = len(tokens(source.text))
        program = check(source).program
        assert program is not None
        reading = best(lambda source=source: read(source), runs)  # type: ignore[misc]
        whole = best(lambda source=source: check(source), runs)  # type: ignore[misc]
        print(
            f"{source.text.count(chr(10)):>7,} {count:>8,} {reading:>7.1f} ms {whole:>7.1f} ms"
            f" {whole / times:>5.1f} ms {count / whole * 1000:>10,.0f}"
        )


if __name__ == "__main__":
    main()
