"""For all tests: games run on the interpreter unless a test asks for machine code.

Compiling takes longer than most tests; `tests/native` compares the engines.
"""

from __future__ import annotations

import os

from browser import a_browser, browser

__all__ = ["a_browser", "browser"]

os.environ.setdefault("CROUPIER_ENGINE", "interpreter")
