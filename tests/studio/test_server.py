"""The server with real connections: what it answers, and what it survives."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

import croupier.studio
from strategies import ROOT
from studio_server import Page, Studio, running_studio

pytestmark = pytest.mark.slow
QUESTIONS = (
    *("games", "game", "table.open", "table.list", "table.join", "table.choose", "table.undo", "table.hint"),
    *("table.look", "table.replace", "table.again", "table.save", "replay.open", "replay.join"),
    *("replay.words", "replay.at", "replay.expected", "replay.fork", "settings.set", "table.pause"),
)
FIELDS = (
    "table",
    "game",
    "replay",
    "seat",
    "seats",
    "at",
    "key",
    "seed",
    "set",
    "n",
    "who",
    "text",
    "shift",
    "settings",
)
VALUES = st.one_of(
    st.none(), st.integers(), st.text(max_size=8), st.lists(st.integers() | st.text(max_size=3), max_size=3)
)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("studio")) as found:
        yield found


def opened(studio: Studio, game: str = "agram", others: str = "random") -> str:
    return studio.table(game, seats=3, others=others).partition("/table/")[2].partition("#")[0]


@pytest.mark.parametrize(
    "more",
    [
        {"token": "wrong"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": None},
    ],
)
def test_strangers_are_refused_before_they_are_let_in(studio: Studio, more: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Page(studio, **more)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    ("what", "more", "code"),
    [
        ("hello", {"protocol": 99}, "protocol"),
        ("no.such.question", {}, "unknown"),
        ("table.join", {"table": "../../etc/passwd"}, "missing"),
        ("table.join", {"table": 3}, "missing"),
        ("table.join", {}, "nonsense"),
        ("table.choose", {"table": "nothing"}, "missing"),
        ("table.open", {"game": "no such game"}, "refused"),
        ("table.open", {"game": "hearts", "seats": [{"who": "you"}]}, "refused"),
        ("table.open", {"game": "hearts", "seed": "-1"}, "refused"),
        ("table.open", {"game": "hearts", "seed": "1" * 80}, "refused"),
        ("table.open", {"game": "hearts", "set": {"NOTHING": "1"}}, "refused"),
        ("table.open", {"game": "/etc/passwd"}, "refused"),
        ("table.open", {"game": "../../../etc/hostname"}, "refused"),
        ("table.open", {"game": "hearts", "seats": [{"who": "program:rm -rf ."}] * 4}, "refused"),
        ("table.open", {"game": "hearts", "seats": [{"who": "bot.py:Timid"}] * 4}, "refused"),
        ("table.open", {}, "nonsense"),
        ("replay.join", {"replay": "x"}, "missing"),
        ("replay.open", {"text": "nonsense"}, "transcript"),
        ("replay.open", {"text": 5}, "refused"),
    ],
)
def test_what_cannot_be_is_refused_with_a_word_and_a_sentence(
    studio: Studio, what: str, more: dict[str, Any], code: str
) -> None:
    error = studio.ask(what, **more)["error"]
    assert error["code"] == code
    assert len(error["message"]) > 10
    assert "/replays/" not in error["message"]
    assert "Traceback" not in error["message"]


def test_nonsense_floods_and_halves_harm_nobody(studio: Studio) -> None:
    page = Page(studio)
    for text in ("", "{", "[1, 2]", '"text"', '{"do": "games"}', "[" * 5000, '{"id": "x", "do": "ping"}'):
        page.socket.send(text)
        assert json.loads(page.socket.recv(timeout=60))["error"]["code"] == "nonsense"
    page.socket.send(b"\x00\xff")
    with contextlib.suppress(ConnectionClosed):
        page.socket.recv(timeout=5)
    half = socket.create_connection(tuple(studio.host.split(":")))  # type: ignore[arg-type]
    half.send(b"POST /api/games HTTP/1.1\r\nHost: ")
    other = Page(studio)
    answers = [other.ask("ping") for _ in range(60)]
    assert all("error" not in answer for answer in answers)
    half.close()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(what=st.sampled_from(QUESTIONS), body=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4))
def test_no_question_ends_the_server(studio: Studio, what: str, body: dict[str, Any]) -> None:
    answer = studio.ask(what, **body)
    assert isinstance(answer.get("error", {}).get("message", ""), str)
    assert answer.get("error", {}).get("code") != "fault"
    assert "protocol" in studio.ask("hello", protocol=1)


def test_the_pages_are_small() -> None:
    built = list(Path(croupier.studio.__file__).parent.glob("static/**/*.*"))
    assert sum(file.stat().st_size for file in built) <= 700_000
    assert sum(len(gzip.compress(file.read_bytes())) for file in built) <= 230_000


def test_a_second_tab_takes_the_table(studio: Studio) -> None:
    table = opened(studio)
    first, second = Page(studio), Page(studio)
    first.ask("table.join", table=table)
    second.ask("table.join", table=table)
    assert first.until(lambda m: m.get("ev") == "table.replaced")["table"] == table
    second.decide(table)


def test_a_process_that_dies_takes_no_decision_with_it(studio: Studio) -> None:
    table = opened(studio)
    page = Page(studio)
    page.decide(table)
    before = page.turn(table)
    for pid in _children(studio.process.pid):
        os.kill(pid, signal.SIGKILL)
    page.until(lambda m: m.get("ev") == "table.lost")
    assert page.turn(table) == before
    page.decide(table)


def _children(pid: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True
    )
    return [int(text) for text in found.stdout.split()]


def test_a_table_outlives_the_server(tmp_path: Path) -> None:
    with running_studio(tmp_path) as studio:
        table = opened(studio)
        page = Page(studio)
        page.decide(table)
        before = page.turn(table)
        children = _children(studio.process.pid)
        studio.process.kill()
        studio.process.wait()
    with running_studio(tmp_path, port=int(studio.host.split(":")[1])) as again:
        assert again.token == studio.token
        page = Page(again)
        assert page.turn(table) == before
        saved = again.ask("table.save", table=table)["path"]
        assert saved == "agram-7.jsonl"
        assert (tmp_path / saved).read_bytes().count(b"\n") > 3
        assert [entry["table"] for entry in again.ask("table.list")["tables"]] == [table]
        again.process.send_signal(signal.SIGINT)
        assert again.process.wait(20) == 0
    assert not [pid for pid in children if _alive(pid)]


def _alive(pid: int) -> bool:
    try:
        return "croupier.studio.host" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = _studio("--port", port, "--data", str(tmp_path))
    assert found.returncode == 2
    assert f"port {port} is taken" in found.stderr


def test_an_address_for_guests_has_to_be_ours(tmp_path: Path) -> None:
    found = _studio("--share", "--address", "203.0.113.7", "--data", str(tmp_path))
    assert found.returncode == 2
    assert "203.0.113.7 is no address of this machine" in found.stderr
    assert _studio("--public", "https://cards.example.org").returncode == 2
    assert _studio("--share", "--public", "cards.example.org").returncode == 2


def test_mistakes_are_told_before_anything_is_served() -> None:
    assert _studio("no_such_game").returncode == 2
    assert _studio("nothing.jsonl").returncode == 2


def _studio(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "studio", "--no-browser", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_program_of_the_command_line_plays(tmp_path: Path) -> None:
    bot = ROOT / "docs" / "bots" / "lazy.py"
    command = f"{sys.executable} {bot}"
    with running_studio(tmp_path, "--allow-program", command) as studio:
        assert {"name": f"exec:{command}", "summary": "a program of yours"} in studio.ask(
            "game", game="agram"
        )["players"]
        table = opened(studio, others=f"exec:{command}")
        page = Page(studio)
        page.decide(table)
        assert all(seat["problem"] == "" for seat in page.ask("table.join", table=table)["seats"])
        # After both have answered it is our turn again.
        assert page.turn(table)["to_move"] == 0
