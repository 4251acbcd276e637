"""Programs that play, and what they have started, end with the game and with croupier."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.catalog.loading import find_source
from croupier.lab.simulate import Plan, play
from croupier.players import watchdog

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux tells whose a process is"),
]

LINGERING = """
import os, signal, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
print(os.getpid(), child.pid, file=open({log!r}, "w"), flush=True)
"""
PLAYS = "os.execv('/bin/sh', ['sh', {bot!r}])"
HEEDS_NOTHING = "signal.signal(signal.SIGHUP, signal.SIG_IGN); time.sleep(600)"


def lives(process: int) -> bool:
    """Whether a process is there, and not only its name on a list."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_child_that_leaves_the_group_of_its_program_ends_with_it(tmp_path: Path) -> None:
    log, script = tmp_path / "log", tmp_path / "bot.py"
    first = Path(__file__).parents[2] / "docs/bots/first.sh"
    script.write_text(LINGERING.format(log=str(log)) + PLAYS.format(bot=str(first)))
    source = find_source("kuhn_poker")
    plan = Plan(source, "kuhn_poker", seed=1, players=(f"exec:{sys.executable} -S {script}",))
    assert not play(plan, 0).forfeits
    assert not any(map(lives, map(int, log.read_text().split())))


def test_a_program_ends_with_a_croupier_that_is_killed(tmp_path: Path) -> None:
    log, script = tmp_path / "log", tmp_path / "bot.py"
    script.write_text(LINGERING.format(log=str(log)) + HEEDS_NOTHING)
    words = ["simulate", "kuhn_poker", "-n", "1", "--workers", "1", "--players"]
    croupier = subprocess.Popen(
        [sys.executable, "-m", "croupier", *words, f"exec:{sys.executable} -S {script}"]
    )
    while not (log.exists() and log.read_text().endswith("\n")):
        assert croupier.poll() is None
        time.sleep(0.01)
    processes = [int(word) for word in log.read_text().split()]
    assert all(map(lives, processes))
    croupier.send_signal(signal.SIGKILL)
    croupier.wait()
    until = time.monotonic() + 60
    while any(map(lives, processes)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(lives, processes))


def test_the_watchdog_forgets_programs_that_have_ended() -> None:
    me = f"{os.getpid()} no-token"
    watchdog.watch([f"+ {me}\n", f"- {me}\n"])
    assert watchdog.marked("no-token-has-this") == []
