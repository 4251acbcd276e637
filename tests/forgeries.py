"""Files of every format that croupier reads, whole and forged; no command may answer one with a traceback."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from click.testing import CliRunner

from croupier.cli import group
from croupier.kernel import compile_kernel
from croupier.kernel.cache import Cache
from croupier.lab.work import cluster
from croupier.players import game_kind
from croupier.studio.errors import Refused
from croupier.studio.hub import Hub
from croupier.studio.links import Links
from croupier.studio.opening import new_table, restored_table
from croupier.studio.preferences import Preferences
from croupier.studio.replays import Recorded
from croupier.studio.running import kept_token
from damage import BYTES, croupier, damaged, twisted
from forged_runs import forged_run, make_runs
from mutants import library

_BOT = """
import sys
sys.stdin.readline(); print('{"type": "hello", "protocol": 1}', flush=True)
while sys.stdin.readline():
    sys.stdout.buffer.write(ANSWER + b"\\n"); sys.stdout.flush()
"""


KERNELS = "def f(a: Int) -> Int: return a + {}"
"""Texts of kernels by number."""


class Formats:
    """A whole file of every format in a folder, and forgeries of it by number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made = folder / "made"
        made.mkdir()
        self.runs, games = made / "runs", made / "games"
        make_runs(self.runs)
        assert not croupier(
            "simulate", "kuhn_poker", "-n", "4", "--workers", "1", "--transcripts", str(games)
        )
        assert not croupier("solve", "kuhn_poker", "--save", str(made / "policy.json"))
        self.policy = made / "policy.json"
        self.transcript = next(games.iterdir())
        self.kinds: dict[str, Callable[[Random], str]] = {
            "transcripts": self.forged_transcript,
            "runs": lambda rng: forged_run(self.runs, self.folder, rng),
            "policies": self.forged_policy,
            "settings": self.forged_setting,
            "answers of bots": self.forged_answer,
            "programs": self.forged_program,
            "kernels": self.forged_kernel,
            "kinds of games": self.forged_kind,
            "plans of tables": self.forged_plan,
            "tables of the studio": self.forged_table,
            "links of the studio": self.forged_links,
            "preferences of the studio": self.forged_preferences,
            "clusters": self.forged_cluster,
        }

    def forged_transcript(self, rng: Random) -> str:
        """A transcript of which a line is another one, replayed and gone on with."""
        path = self.folder / "forged.jsonl"
        content = self.transcript.read_bytes()
        if rng.random() < 0.7:
            lines = content.splitlines()
            at = rng.randrange(len(lines))
            lines[at] = json.dumps(twisted(json.loads(lines[at]), rng)).encode()
            content = b"\n".join(lines) + b"\n"
        else:
            content = damaged(content, rng)
        path.write_bytes(content)
        return (
            croupier("replay", str(path), "--game", "kuhn_poker")
            or croupier("replay", str(path), "--json")
            or croupier("replay", str(path), "--seat", "0", "--html", str(self.folder / "page.html"))
            or croupier(
                "play", "--resume", str(path), "--save", str(self.folder / "resumed.jsonl"), typed="1\nq\n"
            )
        )

    def forged_policy(self, rng: Random) -> str:
        """A policy with another value, or other bytes, played by."""
        path = self.folder / "forged.json"
        content = self.policy.read_bytes()
        if rng.random() < 0.7:
            path.write_text(json.dumps(twisted(json.loads(content), rng)))
        else:
            path.write_bytes(damaged(content, rng))
        return croupier(
            "simulate", "kuhn_poker", "-n", "2", "--players", f"solved:file={path}", "--workers", "1"
        )

    def forged_setting(self, rng: Random) -> str:
        """Constants, seeds, seats and sizes that are none."""
        values = ("", "x", "-1", "9" * 5000, "1e9", "0x10", "\x1b", "A,B,,C", "2" * 19, "🂡", "1,2,3", "'")
        value = rng.choice(values)
        choices = (
            "--seed",
            "--seats",
            "--max-size",
            "-n",
            "--max-decisions",
            "--players",
            "--workers",
            "--dialect",
        )
        if rng.random() < 0.5:
            name = rng.choice(("hearts", "agram", "uno.ah", "uno.cdg"))
            return croupier("show", name, "--set", f"{rng.choice(('HANDSIZE', 'DEALS', '', 'x y'))}={value}")
        return croupier("simulate", "kuhn_poker", "-n", "1", rng.choice(choices), value)

    def forged_answer(self, rng: Random) -> str:
        """A program that answers what is no answer."""
        answer: Any = {"choice": 0, "estimates": [[0.5, 0.5], [0.5, 0.5]]}
        said = json.dumps(twisted(answer, rng)).encode()
        path = self.folder / "bot.py"
        path.write_text(_BOT.replace("ANSWER", repr(said if rng.random() < 0.7 else damaged(said, rng))))
        player = f"random,exec:time=5s:{sys.executable} -S -E {path}"
        return croupier("simulate", "kuhn_poker", "-n", "1", "--workers", "1", "--players", player)

    def forged_program(self, rng: Random) -> str:
        """A file with the ending of a program, and other bytes in it."""
        ending = rng.choice((".rcy", ".ah", ".cdg"))
        path = self.folder / f"forged{ending}"
        head = b";; dialect: house\n" if rng.random() < 0.3 else b""
        path.write_bytes(damaged(head + b"(game (setup (create players 2)))\nprint 1\nOUTPUT(1)\n", rng))
        command = rng.choice(("check", "show", "simulate", "fmt", "run"))
        return croupier(command, str(path), *(("-n", "1") if command == "simulate" else ()), typed="\n\n")

    def forged_kernel(self, rng: Random) -> str:
        """An entry of the kernel cache that is another one, or no file at all: it is compiled anew."""
        folder = self.folder / "kernels"
        secret = self.folder / "kernel secret" / "secret"
        place = Cache(folder, secret=secret)
        place.clear()
        compile_kernel(KERNELS.format(7), ["f"], opt=0, cache=place)
        [(other, _)] = place.files()
        compile_kernel(KERNELS.format(1), ["f"], opt=0, cache=place)
        [path] = [path for path, _ in place.files() if path != other]
        seal, head, code = path.read_bytes().split(b"\n", 2)
        how = rng.randrange(6)
        if how == 0:
            path.write_bytes(damaged(path.read_bytes(), rng))
        elif how == 1:
            path.write_bytes(
                b"\n".join([seal, json.dumps(twisted(json.loads(head), rng)).encode(), damaged(code, rng)])
            )
        elif how == 2:
            os.replace(other, path)
        elif how == 3:
            path.unlink()
            ways: list[Callable[[], None]] = [
                path.mkdir,
                partial(path.symlink_to, other),
                partial(os.mkfifo, path),
            ]
            rng.choice(ways)()
        elif how == 4:
            path.chmod(rng.choice((0o000, 0o666, 0o620)))
        else:
            secret.write_bytes(damaged(secret.read_bytes(), rng))
        found = compile_kernel(KERNELS.format(1), ["f"], opt=0, cache=place)
        # An entry of another secret is another user's: the next trial begins with a new one.
        if how == 5:
            secret.unlink()
        if how == 3 and path.is_dir():
            path.rmdir()
        wrong = found.call.f(20) != 21
        return f"forged in way {how}, the kernel gives {found.call.f(20)}" if wrong else ""

    def forged_kind(self, rng: Random) -> str:
        """The kind of a game that somebody else has found; players go by the true one."""
        folder = self.folder / "kinds of games"
        env = {"CROUPIER_CACHE": str(folder), "CROUPIER_DATA": str(self.folder / "data")}
        ask = ("players", "kuhn_poker", "--json")

        def asked() -> str:
            game_kind._KNOWN.clear()
            return CliRunner(env=env).invoke(group, list(ask)).stdout

        true = asked()
        for path in [path for path in folder.rglob("*") if path.is_file()]:
            content = path.read_bytes()
            with suppress(ValueError):
                content = json.dumps(twisted(json.loads(content), rng)).encode()
            path.write_bytes(content if rng.random() < 0.5 else damaged(content, rng))
        game_kind._KNOWN.clear()
        failed = croupier(*ask, **env) or croupier("players", "kuhn_poker", **env)
        return failed or ("" if asked() == true else "players go by a forged kind")

    def forged_plan(self, rng: Random) -> str:
        """A head whose hints about the table mean nothing, or not what anybody means."""
        words = (
            *("HAND", "player.HAND", "game.POT", "team.", ".", "seats", "order", "0", "1", "9" * 5000, "²"),
            *("hidden", "trick", "score", "stock", "", "\x1b[2J", "\u202e", "\ud800", ",", "table:", "\x00"),
        )
        hint = " ".join(rng.choices(words, k=rng.randint(0, 12)))
        name, sign = rng.choice((("kuhn_poker.rcy", ";;"), ("war.ah", "//"), ("war.cdg", "//")))
        ending = Path(name).suffix
        body = dict(library(ending))[name]
        path = self.folder / f"hinted{ending}"
        path.write_bytes(f"{sign} Hinted\n{sign} table: {hint}\n{body}".encode("utf-8", "surrogatepass"))
        as_json = ("--json",) if rng.random() < 0.5 else ()
        return croupier("check", str(path)) or croupier("show", str(path), "--table", *as_json)

    def forged_table(self, rng: Random) -> str:
        """What the studio keeps of a table, and its token: a sentence, and the other tables are listed."""
        data = self.folder / "studio"
        folder = data / "tables"
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "whole.json").exists():
            new_table("whole", folder, {"game": "kuhn_poker", "seed": 1})
        for ending in (".json", ".jsonl"):
            content = (folder / f"whole{ending}").read_bytes()
            how = rng.random()
            if how < 0.4:
                lines = content.splitlines()
                at = rng.randrange(len(lines))
                lines[at] = json.dumps(twisted(json.loads(lines[at]), rng)).encode()
                content = b"\n".join(lines) + b"\n"
            elif how < 0.7:
                content = damaged(content, rng)
            (folder / f"forged{ending}").write_bytes(content)
        (data / "token").write_bytes(damaged(b"0123456789abcdef" * 2, rng))
        try:
            kept_token(data)
            with suppress(Refused):
                Recorded.read("forged", folder / "forged.jsonl").joined()
            with suppress(Refused):
                restored_table("forged", folder).joined()
            listed = asyncio.run(Hub(data, self.folder).answer({"do": "table.list"}, None))
        except Exception as problem:
            return f"the studio: {type(problem).__name__}: {problem}"
        names = [table["table"] for table in listed.get("tables", ())]
        return "" if "whole" in names else f"the studio lists {listed}"

    def forged_links(self, rng: Random) -> str:
        """The file of the links to shared tables: those that cannot be are none, and new ones are made."""
        path = self.folder / "links.json"
        path.unlink(missing_ok=True)
        good = Links(path).make("table", 1)
        content = path.read_bytes()
        if rng.random() < 0.7:
            path.write_text(json.dumps(twisted(json.loads(content), rng)))
        else:
            path.write_bytes(damaged(content, rng))
        try:
            links = Links(path)
            links.find(good.token)
            links.move("table", "other", 1, 2)
            links.revoke("other", good.ident)
            made = links.make("table", 0)
        except Exception as problem:
            return f"links: {type(problem).__name__}: {problem}"
        return "" if Links(path).find(made.token) == made else "a new link is lost"

    def forged_preferences(self, rng: Random) -> str:
        """The file of what the owner has chosen; it is read, and a new choice is kept."""
        path = self.folder / "studio.json"
        chosen = json.dumps(twisted({"colours": "dark", "speed": 2}, rng)).encode()
        path.write_bytes(chosen if rng.random() < 0.5 else damaged(chosen, rng))
        try:
            with suppress(Refused):
                Preferences(path).change({"speed": 3})
        except Exception as problem:
            return f"preferences: {type(problem).__name__}: {problem}"
        return "" if Preferences(path).values.get("speed") == 3 else "a new preference is lost"

    def forged_cluster(self, rng: Random) -> str:
        """A cluster that is none: an address that cannot be, or somebody else who listens there."""
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        answer = damaged(rng.choice(BYTES) + rng.randbytes(40), rng)

        def answers() -> None:
            with suppress(OSError):
                while True:
                    with listening.accept()[0] as connection:
                        connection.sendall(answer)

        Thread(target=answers, daemon=True).start()
        hosts = ("", "x", "[", "127.0.0.1", f"127.0.0.1:{port}", "127.0.0.1:99999", "127.0.0.1:-1", "\x1b:1")
        patience = cluster.ANSWER_SECONDS
        cluster.ANSWER_SECONDS = 0.5
        try:
            address = rng.choice(("", "dask://", "tcp://", "dask://dask://")) + rng.choice(hosts)
            return croupier("simulate", "kuhn_poker", "-n", "2", "--cluster", address)
        finally:
            cluster.ANSWER_SECONDS = patience
            listening.close()

    def forged(self, rng: Random) -> Iterator[tuple[str, str]]:
        """One forgery of every format: its name, and what went wrong."""
        for name, tried in self.kinds.items():
            yield name, tried(rng)
