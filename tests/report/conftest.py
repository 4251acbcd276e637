"""One small analysis for all tests of reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.lab import Analysis, analyze


@pytest.fixture(scope="session")
def found() -> Analysis:
    """Agram for two, as little of it as has something of everything."""
    return analyze("agram", seats=2, games="40,4,4,2,2,20", players="pipmc:tests=2", workers=1)


@pytest.fixture(scope="session")
def page(found: Analysis, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its report as a file."""
    path = tmp_path_factory.mktemp("report") / "agram.html"
    path.write_text(found.page(), encoding="utf-8")
    return path
