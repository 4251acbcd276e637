"""Many games: experiments, statistics and reports, in as many processes as the machine has cores."""

from croupier.lab.simulate import Plan, Simulation, simulate
from croupier.lab.statistics import Estimate
from croupier.lab.tally import Incident, Tally

__all__ = ["Estimate", "Incident", "Plan", "Simulation", "Tally", "simulate"]
