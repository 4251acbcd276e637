"""The conformance tests of PettingZoo, Gymnasium and OpenSpiel, and our own, on every game of the library.

    pip install 'croupier[pettingzoo,gymnasium,openspiel]'
    python benchmarks/conformance.py [GAMES] [--tests api,seed,parallel,gymnasium,openspiel,engines]

A line for every game, with the processor time of each test; what is not installed is said once and left out.
The test `engines` compares `croupier.vector` on both engines, number by number, and with games that agree
with the views. The exit code is 1 if anything fails.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Callable
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import click

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from croupier.catalog import shelf
from croupier.catalog.languages import script_language
from croupier.envs import gymnasium, openspiel, pettingzoo
from croupier.native.vectors import NoDecisions
from vector_agreement import assert_agreement


def api(game: str) -> None:
    """Agents in turn."""
    from pettingzoo.test import api_test

    api_test(pettingzoo.env(game), num_cycles=cycles(game, 20))


def seed(game: str) -> None:
    """One seed, one game."""
    from pettingzoo.test import seed_test

    seed_test(lambda: pettingzoo.env(game), num_cycles=cycles(game, 10))


def parallel(game: str) -> None:
    """Agents at once."""
    from pettingzoo.test import parallel_api_test

    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=cycles(game, 20))


def env_checker(game: str) -> None:
    """One seat among players."""
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(game), skip_render_check=True)


def random_sim(game: str) -> None:
    """Random games, states written and read back."""
    import pyspiel

    openspiel.register()
    found = pyspiel.load_game(f"croupier(game={game},deals=50)")
    pyspiel.random_sim_test(found, num_sims=1, serialize=True, verbose=False)


def engines(game: str) -> None:
    """Both engines, number by number."""
    if script_language(game) is None:
        assert_agreement(game, 20)


TESTS: dict[str, tuple[str, Callable[[str], None]]] = {
    "api": ("pettingzoo", api),
    "seed": ("pettingzoo", seed),
    "parallel": ("pettingzoo", parallel),
    "gymnasium": ("gymnasium", env_checker),
    "openspiel": ("pyspiel", random_sim),
    "engines": ("croupier", engines),
}


@click.command()
@click.argument("games", nargs=-1)
@click.option("--tests", default=",".join(TESTS), show_default=True, help="Which tests, between commas.")
def main(games: tuple[str, ...], tests: str) -> None:
    """Run the tests on some games, or on all of the library."""
    wanted = [name for name in tests.split(",") if name]
    for name in wanted:
        if name not in TESTS:
            raise click.UsageError(f"there is no test {name}: there are {', '.join(TESTS)}")
        if find_spec(TESTS[name][0]) is None:
            print(f"{name}: {TESTS[name][0]} is not installed, left out")
    wanted = [name for name in wanted if find_spec(TESTS[name][0]) is not None]
    failed = 0
    for game in games or library():
        told = [f"{name} {outcome(TESTS[name][1], game)}" for name in wanted]
        failed += sum("FAILED" in each for each in told)
        print(f"{game:26} {'  '.join(told)}", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    raise SystemExit(1 if failed else 0)


def library() -> list[str]:
    """All games of the library, in all languages."""
    entries = [entry.name for entry in files("croupier.library").iterdir()]
    return [*shelf.names(), *sorted(name for name in entries if script_language(name) is not None)]


def cycles(game: str, usual: int) -> int:
    """How long a test is: scripts are played in Python, and slowly."""
    return usual if script_language(game) is None else max(1, usual // 10)


def outcome(test: Callable[[str], None], game: str) -> str:
    """How a test went: seconds of the processor, or what went wrong."""
    start = process_time()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        # An observation with its mask is a dictionary, as in PettingZoo's own card games: it warns of those.
        warnings.simplefilter("ignore")
        try:
            test(game)
        except NoDecisions:
            return "has no decisions"
        except Exception as problem:
            return f"FAILED {type(problem).__name__}: {' '.join(str(problem).split())[:300]}"
    return f"{process_time() - start:.1f} s"


if __name__ == "__main__":
    main()
