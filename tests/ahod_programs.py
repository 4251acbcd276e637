"""Running programs in tests."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from croupier.script.ahod.check import Checked, check
from croupier.script.machine import Limits, Machine
from croupier.script.session import Script, drive
from croupier.text import Source, render_all

FOLDER = Path(__file__).parent / "ahod" / "programs"


def checked(text: str) -> Checked:
    """A program that must be without errors."""
    found = check(Source("test.ah", text))
    assert not found.errors, render_all(found.errors)
    return found


def run(text: str, answers: Iterable[str] = (), *, seed: int = 1, limits: Limits | None = None) -> Machine:
    """The machine after running a program to its end."""
    machine = checked(text).runnable.machine(seed=seed, limits=limits)
    drive(machine, Script("answers", answers), lambda _: None, lambda _: None)
    return machine


def output(text: str, answers: Iterable[str] = ()) -> str:
    """What a program prints; it must end well."""
    machine = run(text, answers)
    assert machine.failure is None, render_all([machine.failure])
    return "".join(machine.output)


def failure(text: str, answers: Iterable[str] = (), *, limits: Limits | None = None) -> str:
    """The code and sentence with which a program fails."""
    machine = run(text, answers, limits=limits)
    assert machine.failure is not None
    return f"{machine.failure.code} {machine.failure.span.line}: {machine.failure.message}"


def shipped() -> dict[str, Source]:
    """The AHOD programs that come along, by name."""
    entries = sorted(
        (e for e in files("croupier.library").iterdir() if e.name.endswith(".ah")), key=lambda e: e.name
    )
    return {e.name.removesuffix(".ah"): Source(e.name, e.read_text(encoding="utf-8")) for e in entries}
