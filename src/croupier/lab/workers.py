"""Moved to croupier.lab.work; goes as soon as nobody names it."""

from croupier.lab.work import WorkerError, cores, mapped

__all__ = ["WorkerError", "cores", "mapped"]
