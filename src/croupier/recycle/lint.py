from __future__ import annotations
from croupier.recycle.program import Program
from croupier.text import Diagnostic
def lint(program: Program) -> list[Diagnostic]:
    return []
