"""The lowest versions that pyproject.toml allows, as constraints for pip.

``python tools/lowest.py > lowest.txt && pip install -c lowest.txt .`` installs with them; `.ci/run` does.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"

_REQUIREMENT = re.compile(r"\s*([\w.-]+)(?:\[[\w,\s-]*\])?\s*([^;]*?)\s*(;.*)?")
_LOWER = re.compile(r">=\s*([\w.]+)")


def lowest(requirements: Iterable[str]) -> Iterator[str]:
    """Pins each requirement to its lower bound; refuses one that has none.

    >>> list(lowest(["click>=8.1.7,<9", "llvmlite>=0.45; python_version < '3.15'"]))
    ['click==8.1.7', "llvmlite==0.45; python_version < '3.15'"]
    """
    for requirement in requirements:
        match = _REQUIREMENT.fullmatch(requirement)
        bound = _LOWER.search(match[2]) if match else None
        if match is None or bound is None:
            raise ValueError(f"{requirement!r} has no lower bound: write NAME>=VERSION")
        yield f"{match[1]}=={bound[1]}{match[3] or ''}"


def main() -> int:
    """Prints the constraints for what a user installs."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    sys.stdout.write("".join(f"{line}\n" for line in lowest(project["dependencies"])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
