"""Small games solved: exact values, equilibria, and how much a best response wins against a player."""

from croupier.lab.solve.errors import SolveError, TooLarge
from croupier.lab.solve.solution import Settings, Solution
from croupier.lab.solve.solving import solve

__all__ = ["Settings", "Solution", "SolveError", "TooLarge", "solve"]
