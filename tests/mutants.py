"""Programs that nobody has written: library files with pieces changed, forms with numbers at their limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from croupier.catalog import shelf
from croupier.catalog.loading import game_from
from croupier.game.settings import ParameterError
from croupier.lab.simulate import Plan, simulate
from croupier.recycle.codes import framed
from croupier.recycle.forms import FORMS
from croupier.recycle.program import ProgramError
from croupier.script.library import names, shelved
from croupier.text import Source, SourceError

LIMITS = (0, 1, -1, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, -(2**63), 2**63)
"""Integers next to which something changes, whatever the form."""

PROGRAMS = Path(__file__).parent / "programs"
MAX_STEPS, MAX_DECISIONS = 20_000, 100
_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a program: whether it could be played, and what went wrong, if anything did."""

    played: bool
    wrong: str = ""


def mutant(text: str, rng: Random) -> str:
    """A text with one to three pieces deleted, doubled, swapped or replaced by others of it."""
    pieces = _PIECE.findall(text)
    words = [i for i, piece in enumerate(pieces) if not piece.isspace()]
    for _ in range(rng.randint(1, 3)):
        at, other = rng.choice(words), rng.choice(words)
        how = rng.randrange(6)
        if how == 0:
            pieces[at] = ""
        elif how == 1:
            pieces[at] += f" {pieces[at]}"
        elif how == 2:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif how == 3:
            pieces[at] = pieces[other]
        elif pieces[at].isdigit():
            pieces[at] = str(rng.choice((*range(8), *LIMITS)))
        elif pieces[at].isidentifier():
            alike = [p for p in pieces if p.isidentifier() and p.isupper() == pieces[at].isupper()]
            pieces[at] = rng.choice(alike)
    return "".join(pieces)


def library(ending: str) -> list[tuple[str, str]]:
    """The files of the library in one language, with their texts; for `house` the tests' own programs."""
    if ending == "house":
        return [(path.name, path.read_text("utf-8")) for path in sorted(PROGRAMS.glob("*_house.rcy"))]
    if ending == ".rcy":
        sources = [shelf.source(name) for name in shelf.names()]
    else:
        sources = [shelved(f"{stem}{ending}") for stem in names(ending)]
    return [(source.name, source.text) for source in sources if source is not None]


def literals() -> Iterator[tuple[str, str]]:
    """Every form with every integer of its example at every limit, those of its own traits included."""
    for form in FORMS.values():
        if not form.example:
            continue
        failures = () if form.traits is None else form.traits.fails
        own = {
            int(n) + more for failure in failures for n in re.findall(r"\d+", failure.when) for more in (0, 1)
        }
        for found in _NUMBER.finditer(form.example):
            for limit in sorted({*LIMITS, *own}):
                text = f"{form.example[: found.start()]}{limit}{form.example[found.end() :]}"
                yield f"{form.name} with {limit}", framed(form.frame, text)


def judged(name: str, text: str, games: int = 20, seed: int = 1) -> Verdict:
    """Play a program on both engines, as commands do, and compare all that is counted."""
    source = Source(name, text)
    try:
        game_from(source, engine="interpreter")
    except (ProgramError, ParameterError, SourceError):
        return Verdict(played=False)
    except Exception as problem:
        return Verdict(False, f"check: {type(problem).__name__}: {problem}")
    if not name.endswith(".rcy"):
        # Scripts have one engine, which is slow: what is compared is that it does the same again.
        games = min(games, 2)
    found = []
    for engine in ("interpreter", "native"):
        plan = Plan(source, name, seed=seed, engine=engine, max_steps=MAX_STEPS, max_decisions=MAX_DECISIONS)
        try:
            found.append(simulate(plan, games).tally)
        except Exception as problem:
            return Verdict(True, f"{engine}: {type(problem).__name__}: {problem}")
    return Verdict(True, "" if found[0] == found[1] else "the engines differ")
