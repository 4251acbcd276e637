"""Running Cardigan programs in tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from croupier.script.cardigan.check import Checked, check
from croupier.script.cardigan.values import text
from croupier.script.machine import Limits, Machine, Status
from croupier.script.session import Script, drive, own_answer
from croupier.text import Source, SourceError, render_all

FOLDER = Path(__file__).parent / "cardigan" / "programs"


def beside(path: str) -> Source:
    """A program of the folder, whatever directory it is asked for in."""
    found = FOLDER / Path(path).name
    if not found.is_file():
        raise SourceError(f"{found.name}: there is no such file")
    return Source(found.name, found.read_text(encoding="utf-8"))


def checked(program: str, name: str = "test.cdg") -> Checked:
    """A program that must be without errors."""
    found = check(Source(name, program), load=beside)
    assert not found.errors, render_all(found.errors)
    return found


def run(
    program: str,
    answers: Iterable[str] = (),
    *,
    seed: int = 1,
    seats: int | None = None,
    limits: Limits | None = None,
) -> Machine:
    """The machine after running a program to its end."""
    machine = checked(program).runnable.machine(seed=seed, seats=seats, limits=limits)
    drive(machine, Script("answers", answers), lambda _: None, lambda _: None)
    return machine


def output(program: str, answers: Iterable[str] = ()) -> str:
    """What a program prints; it must end well."""
    machine = run(program, answers)
    assert machine.failure is None, render_all([machine.failure])
    return "".join(machine.output)


def failure(program: str, answers: Iterable[str] = (), *, limits: Limits | None = None) -> str:
    """The code, line and sentence with which a program fails."""
    machine = run(program, answers, limits=limits)
    assert machine.failure is not None
    return f"{machine.failure.code} {machine.failure.span.line}: {machine.failure.message}"


def codes_of(program: str) -> list[str]:
    """What `check` finds, as codes with their lines."""
    return [f"{f.code}:{f.span.line}" for f in check(Source("test.cdg", program), load=beside).findings]


def first_answer(machine: Machine) -> str:
    """The simple answerer: a strategy if the player has one, else the first option, if there are any."""
    own = own_answer(machine)
    if own is not None:
        return own
    assert machine.pending is not None
    options = machine.pending.options
    if options is None:
        return "2" if machine.pending.expects in ("int", "float") else "true"
    return "0" if not isinstance(options[0], int | str) else text(machine, options[0])


def played(machine: Machine) -> Machine:
    """The machine at the end of a game in which everybody takes the first option."""
    while machine.run() is Status.ASKING:
        machine.answer(first_answer(machine))
    return machine
