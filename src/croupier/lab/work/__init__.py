"""Long work: tasks for this process, for others on this machine, or for a cluster, by one `map`."""

from __future__ import annotations

from croupier.lab.work.chunks import Chunks
from croupier.lab.work.crew import Crew
from croupier.lab.work.here import Here
from croupier.lab.work.job import Backend, Done, Job, Lost, WorkerError, cores
from croupier.lab.work.processes import Processes, mapped

__all__ = [
    "Backend",
    "Chunks",
    "Crew",
    "Done",
    "Here",
    "Job",
    "Lost",
    "Processes",
    "WorkerError",
    "cores",
    "mapped",
]
