"""A small part of `benchmarks/drill.py`: programs, literals and files that nobody has written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from forgeries import Formats
from mutants import judged, library, literals, mutant

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("ending", "number"), [(".rcy", 8), (".ah", 5), (".cdg", 5)])
def test_mutants_of_the_library_are_refused_or_played_alike_by_both_engines(ending: str, number: int) -> None:
    rng = Random(f"{ending} 41")
    files = library(ending)
    wrong = []
    for _ in range(number):
        name, text = rng.choice(files)
        changed = mutant(text, rng)
        verdict = judged(name, changed, games=5)
        if verdict.wrong:
            wrong.append((verdict.wrong, changed))
    assert wrong == []


def test_every_form_takes_every_limit_alike_on_both_engines() -> None:
    every = list(literals())
    assert len(every) > 1000
    wrong = [(name, found) for name, text in every[::250] if (found := judged(name, text, games=2).wrong)]
    assert wrong == []


def test_forged_files_of_every_format_get_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    formats = Formats(tmp_path)
    wrong = [found for number in range(5) for found in formats.forged(Random(number)) if found[1]]
    assert wrong == []
