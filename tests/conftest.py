"""For all tests: games run on the interpreter unless a test asks for machine code.

Compiling takes longer than most tests; `tests/native` compares the engines.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import Any

import pytest

from browser import a_browser, browser

__all__ = ["a_browser", "browser"]

os.environ.setdefault("CROUPIER_ENGINE", "interpreter")
# Tests run on all cores already: threads of NumPy's own would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_TESTS = pytest.StashKey[int]()
"""How many tests there have been."""


def pytest_configure(config: pytest.Config) -> None:
    """Prepare this process, and those that tests start."""
    if config.pluginmanager.has_plugin("cacheprovider"):
        _keep_what_is_compiled(config.cache)
    # Let Ctrl-C be heard: in the background of a shell it is not, and tests of it would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _keep_what_is_compiled(cache: Any) -> None:
    """Keep bytecode and kernels beside what pytest keeps, for all workers and the next run."""
    if sys.dont_write_bytecode:
        # Else every process would compile all of croupier anew, and every worker all tests.
        folder = str(cache.mkdir("bytecode"))
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
    # Not before bytecode is kept.
    from native_games import KEPT

    os.environ.setdefault(KEPT, str(cache.mkdir("kernels")))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave all that is there before the tests to itself."""
    del session
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Now and then leave to itself what tests keep: to look through it again and again takes minutes."""
    item.session.stash[_TESTS] = done = item.session.stash.get(_TESTS, 0) + 1
    if done % 50 == 0:
        gc.freeze()
