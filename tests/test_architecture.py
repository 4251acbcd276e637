"""The rooms of the house and the arrow between them: who may import whom, as data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from strategies import ROOT

SOURCE = ROOT / "src"
PACKAGE = SOURCE / "croupier"

ROOMS: dict[str, tuple[str, ...]] = {
    "text": (),
    "faces": ("text",),
    "game": ("text", "faces"),
    "wire": ("text", "game"),
    "recycle": ("text", "faces", "game"),
    "interpreter": ("text", "game", "recycle"),
    "kernel": ("text",),
    "native": ("text", "game", "recycle", "interpreter", "kernel"),
    "script": ("text", "game"),
}
"""Every room with the rooms it may import from, which all stand to its left."""
for _room in ("catalog", "players", "lab", "report", "terminal", "studio", "lsp", "envs", "cli"):
    ROOMS[_room] = tuple(ROOMS)

OUTSIDE = {"", "__main__", "testing", "library"}
"""The façade, the module behind `python -m croupier`, contract tests and game files: outside the arrow."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str) -> str:
    """The room in which a module stands; nothing for the façade."""
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, inside of functions and for types alone, too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            names.append(node.module or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # The homes of what is loaded lazily: "croupier.lab.analysis", "croupier.players.own:OwnPlayer".
            names = [node.value.partition(":")[0]]
        else:
            continue
        yield from (name for name in names if name in modules() and name != "croupier")


def test_every_package_is_a_room() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {name for name in packages if any((PACKAGE / name).iterdir())} - OUTSIDE == set(ROOMS)


def test_the_arrow_has_no_cycle() -> None:
    order = list(ROOMS)
    for room, left in ROOMS.items():
        assert all(order.index(other) < order.index(room) for other in left), room


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_only_to_the_left(room: str) -> None:
    allowed = {room, *ROOMS[room]}
    wrong = sorted(
        f"{module} imports {other}"
        for module, path in modules().items()
        if room_of(module) == room
        for other in imports(path)
        if room_of(other) not in allowed
    )
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "page", sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]), ids=lambda path: path.name
)
def test_module_paths_in_documents_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = {
        path
        for path in re.findall(r"`((?:src|tests|benchmarks|tools|docs)/[\w./-]+)`", text)
        if not (ROOT / path).exists()
    }
    for dotted in re.findall(r"`(croupier(?:\.\w+)+)", text):
        parts = dotted.split(".")
        # What is left behind the module is a name in it.
        while len(parts) > 1 and ".".join(parts) not in {*modules(), "croupier.library"}:
            parts.pop()
        named = dotted.split(".")[1]
        if len(parts) == 1 and (room_of(dotted) in {*ROOMS, *OUTSIDE} or _is_module_like(named)):
            missing.add(dotted)
    assert page.name == "CHANGELOG.md" or not missing, sorted(missing)


def _is_module_like(name: str) -> bool:
    """Whether a name behind `croupier.` can only be that of a module: the façade has no such name."""
    import croupier

    # Entry point groups, and settings of editors, have names of the same shape.
    return name not in dir(croupier) and name not in {"command", "heuristics", "pages", "players"}


ASKING_ROOMS = ("game", "players", "lab", "report", "terminal", "envs", "cli", "testing")
"""The rooms that work with anybody's games and players."""


def test_nobody_asks_for_capabilities_by_name() -> None:
    """`game/capabilities.py` declares what some games can: no attribute is looked for by a fixed name."""
    found = sorted(
        f"{module}:{node.lineno}"
        for module, path in modules().items()
        if room_of(module) in ASKING_ROOMS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr")
        and isinstance(node.args[1], ast.Constant)
    )
    # A function of somebody's class, which may be no function, has no other way to its place.
    assert [place.partition(":")[0] for place in found] == ["croupier.players.failing"], found
