"""How the end of a worker is told."""

from __future__ import annotations

import signal

import pytest

from croupier.lab.work.processes import ending


def test_a_killed_worker_may_have_been_out_of_memory() -> None:
    assert ending(-9) == "was killed (out of memory?), SIGKILL"
    assert ending(-11) == "crashed, SIGSEGV"
    assert ending(3) == ending(None).replace("None", "3") == "has ended with code 3"
    assert ending(-250) == "has ended with code -250"


def test_it_is_told_where_there_is_no_such_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(signal, "SIGKILL")
    assert ending(-11) == "crashed, SIGSEGV"
