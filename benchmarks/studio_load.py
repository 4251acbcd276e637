"""Many tables full of people: latency, memory, and that no decision is lost or made twice.

``python benchmarks/studio_load.py`` starts a studio, opens 50 tables with four guests each and lets them take
random options for a minute, each after having thought for a second on average (``--think 0``: at once). Some
connections break and come back. At the end all that was answered is compared with the records on disk. A
process that only sends back is asked meanwhile: it tells how busy the machine is with other things. The exit
code is 1 if a decision was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from studio_server import Studio, running_studio

Message = dict[str, Any]


@dataclass
class Found:
    """All that was measured."""

    answered: list[float] = field(default_factory=list)
    """Seconds from a choice to its answer."""
    told: list[float] = field(default_factory=list)
    """Seconds from a choice to the new table on the same page."""
    decided: list[tuple[str, int, int, str]] = field(default_factory=list)
    """Every choice that was accepted: table, number of the decision, seat, key."""
    chosen: set[tuple[str, int, int, str]] = field(default_factory=set)
    """Every choice that was sent, accepted or not."""
    refused: Counter[str] = field(default_factory=Counter)
    broken: int = 0
    """Connections that were broken on purpose."""
    echoed: list[float] = field(default_factory=list)
    """Seconds that the same way takes to a process that only sends back."""
    games: int = 0
    """Games that were finished."""


class Guest:
    """Somebody at a seat: hears, thinks, chooses, and now and then loses the connection."""

    def __init__(
        self, url: str, found: Found, rng: random.Random, think: float, breaking: float, go: asyncio.Event
    ) -> None:
        self.go = go
        """Set when everybody has come: nobody chooses before."""
        self.base, self.token = url.partition("/t/")[0], url.partition("#seat=")[2]
        self.found = found
        self.rng = rng
        self.think = think
        self.breaking = breaking
        self.newest: Message = {"n": -1}
        self.table = ""
        self.until = 0.0
        self.pending: Message | None = None
        self.over = asyncio.Event()

    async def run(self) -> None:
        """Play until the time is over, over as many connections as it takes."""
        while not self.go.is_set() or time.monotonic() < self.until:
            with suppress(WebSocketException, OSError):
                async with connect(
                    f"ws://{self.base.removeprefix('http://')}/ws",
                    subprotocols=["croupier.v1", f"token.{self.token}"],  # type: ignore[list-item]
                    origin=self.base,  # type: ignore[arg-type]
                    max_size=None,
                    compression=None,
                ) as socket:
                    await self.play(socket)

    async def play(self, socket: ClientConnection) -> None:
        """Play over one connection."""
        await socket.send(json.dumps({"id": 0, "do": "table.join"}))
        asked: dict[int, tuple[Message, float]] = {}
        sent: tuple[int, float] | None = None
        count, due = 0, 0.0
        while not self.go.is_set() or time.monotonic() < self.until:
            wait = (due if due and self.pending is None else time.monotonic() + 1) - time.monotonic()
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), max(wait, 0.001)))
            except TimeoutError:
                message = {}
            now = time.monotonic()
            if message.get("ev") == "table.moved":
                self.newest, self.pending, due = {"n": -1}, None, 0.0
                await socket.send(json.dumps({"id": 0, "do": "table.join"}))
                continue
            if message.get("re") == 0 and "error" not in message:
                self.table = message["table"]
                if self.pending is not None:
                    # The answer was lost with the connection: the same once more.
                    count, due = count + 1, 0.0
                    asked[count] = self.pending, 0.0
                    await socket.send(json.dumps({"id": count, **self.pending}))
            elif message.get("re") in asked:
                choice, at = asked.pop(message["re"])
                if at:
                    self.found.answered.append(now - at)
                self.answered(choice, message)
            if (
                message.get("snapshot")
                and message["n"] >= self.newest["n"]
                and message["table"] == self.table
            ):
                self.newest = message
                if sent is not None and message["n"] > sent[0]:
                    self.found.told.append(now - sent[1])
                    sent = None
                mine = bool(message["snapshot"]["options"])
                due = now + (self.rng.expovariate(1 / self.think) if self.think else 0) if mine else 0.0
                if message["snapshot"]["to_move"] is None:
                    self.over.set()
            if due and now >= due and self.pending is None and self.go.is_set():
                due, count = 0.0, count + 1
                shown = self.newest["snapshot"]
                self.pending = {
                    "do": "table.choose",
                    "table": self.table,
                    "seat": shown["seat"],
                    "at": shown["at"],
                    "key": self.rng.choice(shown["options"])["key"],
                }
                self.found.chosen.add(named(self.pending))
                asked[count], sent = (self.pending, now), (self.newest["n"], now)
                await socket.send(json.dumps({"id": count, **self.pending}))
                if self.rng.random() < self.breaking:
                    self.found.broken += 1
                    socket.transport.abort()
                    return

    def answered(self, choice: Message, message: Message) -> None:
        """Note whether a choice was accepted."""
        self.pending = None
        if "error" in message:
            self.found.refused[message["error"]["message"]] += 1
        else:
            self.found.decided.append(named(choice))


def named(choice: Message) -> tuple[str, int, int, str]:
    """A choice as it is compared: table, number of the decision, seat, key."""
    return choice["table"], choice["at"], choice["seat"], choice["key"]


ECHO = """
import asyncio
async def main():
    async def echo(reader, writer):
        while data := await reader.read(100):
            writer.write(data)
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


async def control(until: float) -> list[float]:
    """Seconds that a process takes to send a byte back that does nothing else: what the machine costs."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    reader, writer = await asyncio.open_connection("127.0.0.1", int(await process.stdout.readline()))
    found = []
    while time.monotonic() < until:
        at = time.monotonic()
        writer.write(b"x")
        await reader.read(1)
        found.append(time.monotonic() - at)
        await asyncio.sleep(0.05)
    writer.close()
    process.kill()
    await process.wait()
    return found


def processes(pid: int) -> list[int]:
    """A process and all its children."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(path.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def resident(pid: int) -> float:
    """Megabytes of a process and all its children."""
    total = 0
    for one in processes(pid):
        with suppress(OSError):
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1])
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid: int) -> float:
    """Seconds that a process and all its children have worked."""
    total = 0
    for one in processes(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def share(values: list[float], part: float) -> float:
    """The value below which that part of all lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


async def again(studio: Studio, guests: list[Guest], found: Found, until: float) -> None:
    """Deal anew whenever a game is over."""
    while time.monotonic() < until:
        with suppress(TimeoutError):
            await asyncio.wait_for(guests[0].over.wait(), until - time.monotonic())
            found.games += 1
            guests[0].over.clear()
            await asyncio.to_thread(studio.ask, "table.again", table=guests[0].table, seed="next")


def compared(folder: Path, found: Found) -> Message:
    """The records on disk against all that was sent and answered.

    A decision has one number in its table. So one that was made twice is there as a decision that nobody has
    sent, and one that was lost is an answer without a decision.
    """
    made: set[tuple[str, int, int, str]] = set()
    total = forced = 0
    for path in folder.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        decisions = [line for line in lines if line.get("event") == "decision"]
        for at, line in enumerate(decisions, 1):
            total += 1
            if line["private"].get("forced"):
                forced += 1
            else:
                made.add((path.stem, at, line["public"]["seat"], line["private"]["key"]))
    return {
        "decisions_on_disk": total,
        "of_these_forced": forced,
        "on_disk_but_not_answered_yet": len(made - set(found.decided)),
        "lost": len(set(found.decided) - made),
        "doubled": len(made - found.chosen),
    }


async def load(studio: Studio, asked: argparse.Namespace) -> tuple[Found, float, float, float]:
    """Let everybody play, and measure."""
    found, rng, go = Found(), random.Random(asked.seed), asyncio.Event()
    tables: list[list[Guest]] = []
    for _ in range(asked.tables):
        _, links = await asyncio.to_thread(studio.shared, asked.game, *["link"] * asked.seats)
        tables.append(
            [
                Guest(links[seat], found, random.Random(rng.random()), asked.think, asked.breaking, go)
                for seat in range(asked.seats)
            ]
        )
    everybody = [guest for guests in tables for guest in guests]
    running = [asyncio.create_task(guest.run()) for guest in everybody]
    while not all(guest.table for guest in everybody):
        await asyncio.sleep(0.1)
    until, begun = time.monotonic() + asked.seconds, processor_seconds(studio.process.pid)
    for guest in everybody:
        guest.until = until
    go.set()
    echoing = asyncio.create_task(control(until))
    work = [again(studio, guests, found, until) for guests in tables]
    playing = asyncio.gather(*running, *work)
    await asyncio.sleep(min(10, asked.seconds / 6))
    early = resident(studio.process.pid)
    await asyncio.sleep(max(0, until - time.monotonic() - 0.5))
    late = resident(studio.process.pid)
    busy = processor_seconds(studio.process.pid) - begun
    await playing
    found.echoed = await echoing
    return found, early, late, busy


def measured(asked: argparse.Namespace) -> Message:
    """All figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        with running_studio(Path(folder), "--share", "--address", "127.0.0.2") as studio:
            found, early, late, busy = asyncio.run(load(studio, asked))
        records = compared(Path(folder) / "tables", found)
    return {
        "tables": asked.tables,
        "connections": asked.tables * asked.seats,
        "seconds": asked.seconds,
        "games_finished": found.games,
        "decisions_answered": len(found.decided),
        **records,
        "refused": dict(found.refused),
        "connections_broken": found.broken,
        "answer_ms": {part: round(1000 * share(found.answered, n), 1) for part, n in PARTS.items()},
        "told_ms": {part: round(1000 * share(found.told, n), 1) for part, n in PARTS.items()},
        "echo_ms": {part: round(1000 * share(found.echoed, n), 1) for part, n in PARTS.items()},
        "processor_ms_a_decision": round(1000 * busy / max(1, len(found.decided)), 1),
        "memory_mb": {"early": round(early, 1), "late": round(late, 1), "ratio": round(late / early, 3)},
    }


PARTS = {"median": 0.5, "p99": 0.99, "max": 1.0}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--game", default="hearts")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1.0, help="seconds on average before a choice")
    parser.add_argument(
        "--breaking", type=float, default=0.01, help="share of choices after which the connection breaks"
    )
    parser.add_argument("--seed", type=int, default=1)
    result = measured(parser.parse_args())
    print(json.dumps(result, indent=2))
    sys.exit(1 if result["lost"] or result["doubled"] else 0)
