"""The server without a process: settings, players that may sit down, and files that are old."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.studio.clearing import KEPT
from croupier.studio.errors import Refused
from croupier.studio.hub import Hub
from croupier.studio.offered import check_player


def asked(hub: Hub, what: str, **more: Any) -> dict[str, Any]:
    return asyncio.run(hub.answer({"do": what, **more}, None))


def test_settings_outlive_the_studio(tmp_path: Path) -> None:
    hub = Hub(tmp_path, tmp_path)
    assert asked(hub, "settings.get") == {"settings": {}}
    assert asked(hub, "settings.set", settings={"theme": "dark", "panes": [1, 2]}) == {}
    assert asked(hub, "settings.set", settings={"speed": 2}) == {}
    found = asked(Hub(tmp_path, tmp_path), "settings.get")["settings"]
    assert found == {"theme": "dark", "panes": [1, 2], "speed": 2}
    assert json.loads((tmp_path / "studio.json").read_text()) == found


@pytest.mark.parametrize("nonsense", [None, 3, ["theme"], {"text": "x" * 100_000}])
def test_settings_that_make_no_sense_change_nothing(tmp_path: Path, nonsense: object) -> None:
    hub = Hub(tmp_path, tmp_path)
    assert "error" in asked(hub, "settings.set", settings=nonsense)
    assert asked(hub, "settings.get") == {"settings": {}}
    (tmp_path / "studio.json").write_text("[" * 100_000)
    assert Hub(tmp_path, tmp_path).preferences.values == {}


def test_tables_and_replays_are_kept_for_a_month(tmp_path: Path) -> None:
    hub = Hub(tmp_path, tmp_path)
    for name, kept in (("old", False), ("young", True)):
        for path in (
            hub.folder / f"{name}.json",
            hub.folder / f"{name}.jsonl",
            hub.records / f"{name}.jsonl",
        ):
            path.write_text("{}")
            moment = path.stat().st_mtime - (0 if kept and path.suffix == ".json" else KEPT + 60)
            os.utime(path, (moment, moment))
        hub.links.make(name, None)
    hub = Hub(tmp_path, tmp_path)
    # A table stays whole as long as one of its files is young; the replay of that name is another thing.
    assert sorted(path.name for path in hub.folder.iterdir()) == ["young.json", "young.jsonl"]
    assert list(hub.records.iterdir()) == []
    assert (len(hub.links.of_table("old")), len(hub.links.of_table("young"))) == (0, 1)


@pytest.mark.parametrize(
    "player",
    [
        *("ismcts:threads=64", "ismcts:nodes=999999999", "pipmc:tests=99999999", "mcts:time=31s", "ismcts:x"),
        *("exec:./bot", "exec:time=1s:./bot", "bot.py:Timid", "solved:file=x", "strong:time=1s", "", None, 3),
    ],
)
def test_players_that_a_message_must_not_name(player: object) -> None:
    with pytest.raises(Refused):
        check_player(player, ["exec:./other"])


def test_a_program_plays_only_if_the_command_line_names_it(tmp_path: Path) -> None:
    seats = [["you", "Seat 0", ""], ["exec:./bot", "Ada", ""]]
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "t1.json").write_text(json.dumps({"seats": seats}))
    found = asked(Hub(tmp_path, tmp_path), "table.join", table="t1")
    assert found["error"]["message"] == "Programs play only if --allow-program names them."
    assert check_player("exec:./bot", ["exec:./bot"]) == "exec:./bot"


def test_read_only_means_that_nothing_is_written(tmp_path: Path) -> None:
    workspace = tmp_path / "games"
    workspace.mkdir()
    hub = Hub(tmp_path / "data", workspace, read_only=True)
    for what, more in (
        ("table.save", {"table": "t1"}),
        ("file.copy", {"game": "hearts"}),
        ("file.new", {"kind": "fishing", "name": "net"}),
        ("file.write", {"path": "mine.rcy", "text": "(game)", "hash": ""}),
    ):
        assert "--read-only" in asked(hub, what, **more)["error"]["message"], what
    assert list(workspace.iterdir()) == []


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.rcy", "link.rcy", "games/../../secret.rcy", ""])
def test_nothing_outside_the_workspace_is_read(tmp_path: Path, name: str) -> None:
    workspace = tmp_path / "games"
    workspace.mkdir()
    (tmp_path / "secret.rcy").write_text("(game)")
    (workspace / "link.rcy").symlink_to(tmp_path / "secret.rcy")
    hub = Hub(tmp_path / "data", workspace)
    for what, key in (("game", "game"), ("table.open", "game"), ("file.read", "path"), ("file.copy", "game")):
        assert asked(hub, what, **{key: name})["error"]["code"] in ("refused", "missing"), what
    assert sorted(path.name for path in workspace.iterdir()) == ["link.rcy"]
