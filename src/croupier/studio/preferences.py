"""What the owner has chosen for all pages, such as colours and speed: kept in `studio.json`."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier.studio.errors import Refused

LARGEST = 64 * 1024
"""Characters of the whole file."""


class Preferences:
    """Settings by name. Pages say what they mean; here they are only kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, Any] = {}
        # A file that cannot be read means that nothing was chosen yet.
        with suppress(OSError, ValueError, RecursionError):
            found = json.loads(path.read_text(encoding="utf-8"))
            self.values = found if isinstance(found, dict) else {}

    def change(self, changes: object) -> None:
        """Take over some settings; the others stay. All are written, whole or not at all."""
        if not isinstance(changes, dict) or not all(isinstance(name, str) for name in changes):
            raise Refused("nonsense", "Settings are an object with names.")
        values = {**self.values, **changes}
        text = json.dumps(values, indent=2, sort_keys=True)
        if len(text) > LARGEST:
            raise Refused("large", "These are too many settings.")
        draft = self.path.with_suffix(".new")
        draft.write_text(text + "\n", encoding="utf-8")
        draft.replace(self.path)
        self.values = values
