"""Golden files: what the program printed when somebody last looked at it and found it good.

``CROUPIER_GOLDEN=write pytest`` writes them anew; look at the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, text: str) -> None:
    """The text is what the golden file of that name holds."""
    path = FOLDER / name
    if os.environ.get("CROUPIER_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: CROUPIER_GOLDEN=write pytest makes it"
    assert text == path.read_text(encoding="utf-8")
