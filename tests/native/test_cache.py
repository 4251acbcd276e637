"""The cache of compiled kernels: whatever the disk does, kernels work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import group
from croupier.kernel import Kernel, cache, compile_kernel, machine, trust, words
from croupier.kernel.cache import Cache, directory, key

TEXT = "def f(A: Words[3], B: Halves, x: Float, k: Int) -> Int:\n    A[k] += int(x) + len(B)\n    return A[k]"


@pytest.fixture(autouse=True)
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A secret for this test alone."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))
    found = trust.secret(trust.secret_file())
    assert found is not None
    return found


@pytest.fixture
def place(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kernels")


def made(place: Cache, text: str = TEXT, opt: int = 2) -> Kernel:
    found = compile_kernel(text, ["f"], opt=opt, cache=place)
    if text == TEXT:
        from croupier.kernel import halves

        assert found.call.f(words([1, 2, 3]), halves(4), 5.5, 1) == 11
    return found


def only(place: Cache) -> Path:
    ((path, _),) = place.files()
    return path


class TestEntries:
    def test_the_second_time_it_is_loaded(self, place: Cache) -> None:
        assert [made(place).origin for _ in range(3)] == ["compiled", "cache", "cache"]
        assert len(place.files()) == 1
        assert made(place).note == ""

    def test_every_input_makes_another_entry(self, place: Cache) -> None:
        made(place)
        assert made(place, opt=1).origin == "compiled"
        assert made(place, TEXT + "\n# another text").origin == "compiled"
        assert compile_kernel(TEXT, ["f"], unroll=True, cache=place).origin == "compiled"
        assert len(place.files()) == 4

    def test_the_key_knows_machine_and_versions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        here = machine.Host("x86_64-linux", "zen", "+bmi2", "llvmlite 1")
        others = [
            machine.Host("aarch64-linux", "zen", "+bmi2", "llvmlite 1"),
            machine.Host("x86_64-linux", "core", "+bmi2", "llvmlite 1"),
            machine.Host("x86_64-linux", "zen", "-bmi2", "llvmlite 1"),
            machine.Host("x86_64-linux", "zen", "+bmi2", "llvmlite 2"),
        ]
        keys = {key(TEXT, ["f"], "O2", each) for each in (here, *others)}
        keys |= {key(TEXT, ["g"], "O2", here), key("", ["f"], "O2", here), key(TEXT, ["f"], "O1", here)}
        monkeypatch.setattr(cache, "generator", lambda: "another translator")
        keys.add(key(TEXT, ["f"], "O2", here))
        assert len(keys) == 9

    def test_the_name_of_a_kernel_does_not_matter(self, place: Cache) -> None:
        compile_kernel(TEXT, ["f"], "one", cache=place)
        assert compile_kernel(TEXT, ["f"], "two", cache=place).origin == "cache"


class TestTrouble:
    @pytest.mark.parametrize("left", [0, 1, 20, 60, 100, 400, -1])
    def test_a_truncated_file_is_compiled_again(self, place: Cache, left: int) -> None:
        made(place)
        path = only(place)
        path.write_bytes(path.read_bytes()[:left])
        assert made(place).origin == "compiled"
        assert made(place).origin == "cache"

    def test_a_changed_byte_is_found_wherever_it_is(self, place: Cache) -> None:
        made(place)
        path = only(place)
        whole = path.read_bytes()
        for at in range(0, len(whole), max(1, len(whole) // 25)):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            assert place.load(path.stem) is None
        assert made(place).origin == "compiled"
        assert path.read_bytes() == whole

    @pytest.mark.parametrize(
        "content", [b"", b"\n", b"\0" * 5000, b"croupier kernel \n[]\n", os.urandom(3000)]
    )
    def test_any_other_file_is_not_an_entry(self, place: Cache, content: bytes) -> None:
        made(place)
        only(place).write_bytes(content)
        assert made(place).origin == "compiled"

    def test_a_whole_file_with_a_senseless_head_is_not_an_entry(self, place: Cache, secret: bytes) -> None:
        made(place)
        for head in (
            b"{}",
            b"[[1]]",
            b"[[4], [[1]]]",
            b'[[4], [["f", [["a", "Strings"]], "Int", true]]]',
            b"[",
            b"\xff",
            b"5",
            b"[" * 100_000,
            b"[[-4, 8], []]",
            b"[[3], []]",
            b"[[4000000000], []]",
            b'[["4"], []]',
            b"[[], []]",
        ):
            rest, path = head + b"\n" + b"code", only(place)
            path.write_bytes(cache._MAGIC + cache._checksum(rest, secret, path.stem) + b"\n" + rest)
            found = made(place)
            assert found.origin == "compiled"
            assert found.note == f"{path} is damaged, or not from this user: it is compiled anew"

    def test_a_directory_in_the_place_of_the_file(self, place: Cache) -> None:
        made(place)
        path = only(place)
        path.unlink()
        path.mkdir()
        found = made(place)
        assert found.origin == "compiled"
        assert "could not be kept" in found.note

    def test_a_place_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        found = made(Cache(tmp_path / "file" / "kernels"))
        assert found.origin == "compiled"
        assert "could not be kept" in found.note

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
    def test_a_read_only_directory(self, place: Cache, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        try:
            found = made(place)
        finally:
            tmp_path.chmod(0o700)
        assert (found.origin, "could not be kept" in found.note) == ("compiled", True)

    @pytest.mark.parametrize("at", ["mkstemp", "write", "replace"])
    def test_a_full_or_read_only_disk(self, place: Cache, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
        def full(*arguments: object, **more: object) -> object:
            raise OSError(28, "No space left on device")

        class Full:
            def __init__(self, handle: int, mode: str) -> None:
                os.close(handle)

            def __enter__(self) -> Full:
                return self

            def __exit__(self, *problem: object) -> None:
                pass

            write = full

        with monkeypatch.context() as patch:
            if at == "mkstemp":
                patch.setattr(tempfile, "mkstemp", full)
            elif at == "write":
                patch.setattr(os, "fdopen", Full)
            else:
                patch.setattr(os, "replace", full)
            found = made(place)
        assert found.origin == "compiled"
        assert found.note == f"the compiled kernel could not be kept in {place.path}: No space left on device"
        assert place.files() == []
        assert made(place).origin == "compiled"
        assert made(place).origin == "cache"

    def test_what_llvm_cannot_load_is_compiled_again(
        self, place: Cache, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(place)
        engine = machine.Engine
        calls = []

        def refusing(*arguments: object) -> object:
            calls.append(arguments)
            if len(calls) == 1:
                raise RuntimeError("not an object file")
            return engine(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(machine, "Engine", refusing)
        assert made(place).origin == "compiled"


class TestSize:
    def test_what_was_not_used_for_longest_goes(self, place: Cache) -> None:
        for k in range(4):
            made(place, f"def f() -> Int:\n    return {k}")
        for k, (path, _) in enumerate(place.files()):
            os.utime(path, (k, k))
        oldest, *others = [path for path, _ in place.files()]
        assert place.load(oldest.stem) is not None  # used: now it is the youngest
        size = sum(path.stat().st_size for path in (others[-1], oldest))
        Cache(place.path, size).trim()
        assert {path for path, _ in place.files()} == {others[-1], oldest}

    def test_the_limit_holds_while_writing(self, place: Cache) -> None:
        small = Cache(place.path, 1)
        assert made(small).origin == "compiled"
        assert small.files() == []


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    job = (
        "from croupier.kernel import compile_kernel\n"
        "for k in range(6):\n"
        "    made = compile_kernel(f'def f(a: Int) -> Int:\\n    return a + {k}', ['f'], opt=1)\n"
        "    assert made.call.f(1) == k + 1 and not made.note, made.note\n"
    )
    source = str(Path(cache.__file__).parents[3])
    environment = {**os.environ, "CROUPIER_CACHE": str(tmp_path), "PYTHONPATH": source}
    jobs = [
        subprocess.Popen([sys.executable, "-c", job], env=environment, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for each in jobs:
        assert each.communicate()[1] == b""
        assert each.returncode == 0
    files = Cache(tmp_path / "kernels").files()
    assert len(files) == 6
    assert all(Cache(tmp_path / "kernels").load(path.stem) for path, _ in files)


class TestDirectory:
    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for name in ("CROUPIER_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(Path, "home", lambda: tmp_path)
        return tmp_path

    @pytest.mark.parametrize(
        ("platform", "expected"),
        [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "AppData/Local")],
    )
    def test_the_platforms_own(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, platform: str, expected: str
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        assert directory() == home / expected / "croupier" / "kernels"

    def test_what_the_environment_says(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
        assert directory() == tmp_path / "x" / "croupier" / "kernels"
        monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "mine"))
        assert directory() == tmp_path / "mine" / "kernels"
        for off in ("off", "OFF"):
            monkeypatch.setenv("CROUPIER_CACHE", off)
            assert directory() is None

    def test_a_cache_that_is_off_keeps_nothing(self) -> None:
        nowhere = Cache(None)
        assert [made(nowhere).origin for _ in range(2)] == ["compiled", "compiled"]
        assert nowhere.files() == []
        assert nowhere.clear() == (0, 0)


class TestCommand:
    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))

    def run(self, *arguments: str) -> str:
        result = CliRunner().invoke(group, ["cache", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    def test_showing_and_clearing(self, tmp_path: Path) -> None:
        assert self.run() == f"{tmp_path / 'kernels'}\n0 compiled kernels, 0 bytes of 256.0 MB\n"
        made(Cache.usual())
        assert "1 compiled kernel, " in self.run("show")
        assert "Removed 1 compiled kernel, " in self.run("clear")
        assert "0 compiled kernels" in self.run()

    def test_as_data(self, tmp_path: Path) -> None:
        made(Cache.usual())
        data = json.loads(self.run("--json"))
        assert data["path"] == str(tmp_path / "kernels")
        assert (data["entries"], data["bytes"] > 100) == (1, True)
        cleared = json.loads(self.run("clear", "--json"))
        assert cleared["removed"]["entries"] == 1
        assert cleared["entries"] == 0

    def test_switched_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CROUPIER_CACHE", "off")
        assert self.run() == "The cache is off: nothing is kept.\n"
        assert json.loads(self.run("--json"))["path"] is None

    def test_a_mistyped_action(self) -> None:
        result = CliRunner().invoke(group, ["cache", "clean"])
        assert result.exit_code == 2
        assert "'clean' is not one of 'show', 'clear'" in result.output

    def test_what_cannot_be_removed_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made(Cache.usual())
        monkeypatch.setattr(cache, "_remove", lambda path: False)
        result = CliRunner().invoke(group, ["cache", "clear"])
        assert result.exit_code == 2
        assert "1 compiled kernel could not be removed" in result.output
