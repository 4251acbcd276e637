"""A Dask cluster on this machine: the same numbers, whoever is killed; and no workers of another kind."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, simulate
from croupier.lab.work import Crew, cluster
from croupier.lab.work.cluster import ClusterError
from croupier.lab.work.remote import Fingerprint

pytestmark = pytest.mark.slow

pytest.importorskip("distributed")

PLAN = Plan(find_source("kuhn_poker"), "kuhn_poker", engine="interpreter")


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """Two workers, each a process of its own."""
    with Crew(2, cluster="local-dask") as two:
        yield two


def pids(crew: Crew) -> list[int]:
    """The processes of the workers."""
    assert crew.cluster is not None
    return list(crew.cluster._client.run(os.getpid).values())


def test_the_same_numbers_though_a_worker_is_killed_in_the_middle(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.lab.work.crew.CLUSTER_SECONDS", 0.05)
    victims = pids(crew)[:1]

    def progress(_: int) -> None:
        while victims:
            os.kill(victims.pop(), signal.SIGKILL)

    found = simulate(PLAN, 1500, crew=crew, progress=progress).tally
    assert not victims
    assert found == simulate(PLAN, 1500).tally


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"version": "0.0.1"}, r"the worker tcp://127.0.0.1:\d+ has croupier .*, and this is 0.0.1"),
        ({"python": "3.8"}, r"the worker tcp://127.0.0.1:\d+ has Python 3\.\d+, and this is 3.8"),
        ({"code": "another"}, r"the worker tcp://127.0.0.1:\d+ has another croupier .*: its files"),
        ({"text": "another"}, r"the worker tcp://127.0.0.1:\d+ has another kuhn_poker.rcy: its text"),
    ],
)
def test_workers_of_another_kind_are_refused_and_named(
    crew: Crew, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any], said: str
) -> None:
    ours = Fingerprint.of(PLAN.source)
    monkeypatch.setattr(Fingerprint, "of", lambda _: replace(ours, **other))
    with pytest.raises(ClusterError, match=said):
        simulate(PLAN, 10, crew=crew)


def test_an_address_that_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.3)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at dask://127\.0\.0\.1:1"):
        Crew(2, cluster="dask://127.0.0.1:1")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(64)])
def test_something_else_listens_at_the_address(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask has tracebacks for it, and waits for half a minute: it gets a sentence before that."""
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        where = f"dask://127.0.0.1:{listening.getsockname()[1]}"

        def answers() -> None:
            with suppress(OSError):
                while True:
                    with listening.accept()[0] as connection:
                        connection.sendall(answer)

        Thread(target=answers, daemon=True).start()
        with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {where}"):
            Crew(2, cluster=where)
