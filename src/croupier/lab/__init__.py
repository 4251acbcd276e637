"""Many games: experiments, statistics and reports, in as many processes as the machine has cores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.lab.analysis import Analysis, analyze
    from croupier.lab.comparison import Comparison, compare
    from croupier.lab.experiment import Experiment
    from croupier.lab.heuristic import Heuristic, Score
    from croupier.lab.scorer import Scorer
    from croupier.lab.sweeps import Sweep, sweep
    from croupier.lab.tuning import Tuning, tune
    from croupier.lab.world import World

__all__ = [
    "Analysis",
    "Comparison",
    "Experiment",
    "Heuristic",
    "Score",
    "Scorer",
    "Sweep",
    "Tuning",
    "World",
    "analyze",
    "compare",
    "sweep",
    "tune",
]

_HOMES = {
    "Analysis": "croupier.lab.analysis",
    "Comparison": "croupier.lab.comparison",
    "Experiment": "croupier.lab.experiment",
    "Heuristic": "croupier.lab.heuristic",
    "Score": "croupier.lab.heuristic",
    "Scorer": "croupier.lab.scorer",
    "Sweep": "croupier.lab.sweeps",
    "Tuning": "croupier.lab.tuning",
    "World": "croupier.lab.world",
    "analyze": "croupier.lab.analysis",
    "compare": "croupier.lab.comparison",
    "sweep": "croupier.lab.sweeps",
    "tune": "croupier.lab.tuning",
}


def __getattr__(name: str) -> Any:
    # Loaded when they are first used: `simulate` needs none of them.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'croupier.lab' has no attribute {name!r}")
