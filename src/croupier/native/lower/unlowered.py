"""What is raised for a program that has no machine code."""

from __future__ import annotations

from croupier.text.errors import CroupierError


class Unlowered(CroupierError):
    """A program that only the interpreter can play; says why."""
