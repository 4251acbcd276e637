"""The file of facts about the games of the library, as it lies beside them: cards, parameters, decisions.

`croupier.lab.library_facts` says what they mean, and measures what is missing. Whoever only lists games reads
them here, without loading what plays them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

FILE = "facts.json"
"""The name of the file, in the folder of the library."""


@cache
def stored_facts() -> Mapping[str, Mapping[str, Any]]:
    """Returns the facts in the file, by game; none if the file is missing or damaged.

    >>> stored_facts()["agram"]["cards"]
    35
    """
    try:
        found = json.loads((files("croupier.library") / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        # All of it can be measured again.
        return {}
    return found if isinstance(found, dict) else {}
