"""For all tests: games run on the interpreter unless a test asks for machine code.

Compiling takes longer than most tests; `tests/native` compares the engines.
"""

from __future__ import annotations

import gc
import os

import pytest
from browser import a_browser, browser

__all__ = ["a_browser", "browser"]

os.environ.setdefault("CROUPIER_ENGINE", "interpreter")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave all that is there before the tests alone: to look through it again and again takes a minute."""
    del session
    gc.collect()
    gc.freeze()
