"""Ways to damage files and data, and commands that are given them; none may answer with a traceback."""

from __future__ import annotations

from random import Random
from typing import Any

from click.testing import CliRunner

from croupier.cli import group

STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    10**400,
    1e308,
    "",
    "\x1b[2J\u202e",
    "\ud800",
    [],
    {},
    [[]] * 3,
    {"": None},
)
"""Values that nobody expects."""

BYTES = (
    b"",
    b"\x00" * 64,
    b"\xff\xfe\x00",
    b"[" * 50_000,
    b'{"a":' * 50_000,
    b"9" * 5_000,
    b"\n" * 100,
    b"nan",
)
"""Contents that are none."""


def croupier(*arguments: str, typed: str = "", **env: str) -> str:
    """What went wrong when a command was run: an exception that escaped, or an unknown exit code."""
    result = CliRunner(env={"NO_COLOR": "1", **env}).invoke(group, list(arguments), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"croupier {' '.join(arguments)}: {type(result.exception).__name__}: {result.exception}"
    if result.exit_code not in (0, 1, 2, 3):
        return f"croupier {' '.join(arguments)}: exit code {result.exit_code}"
    return ""


def twisted(data: Any, rng: Random) -> Any:
    """Plain data with one value somewhere in it replaced by a strange one, or a key missing or new."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        how = rng.random()
        if how < 0.15:
            return {k: v for k, v in data.items() if k != key}
        if how < 0.25:
            return {**data, "unheard of": rng.choice(STRANGE)}
        return {**data, key: twisted(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        at = rng.randrange(len(data))
        return [twisted(v, rng) if i == at else v for i, v in enumerate(data)]
    return rng.choice(STRANGE)


def damaged(content: bytes, rng: Random) -> bytes:
    """Bytes cut off, flipped, doubled, or others altogether."""
    how = rng.randrange(5)
    at = rng.randrange(len(content) + 1)
    if how == 0:
        return content[:at]
    if how == 1:
        return rng.choice(BYTES)
    if how == 2:
        return content[:at] + content[at // 2 :]
    flipped = bytearray(content)
    for _ in range(rng.randint(1, 20)):
        flipped[rng.randrange(len(flipped))] = rng.randrange(256)
    return bytes(flipped)
