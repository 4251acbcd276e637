"""The command line as a whole: help, versions, lazy commands, interruptions and closed pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import croupier
import croupier.cli
from croupier.cli import _COMMANDS, group, main


def run(
    *arguments: str, env: dict[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """``python -m croupier`` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *arguments],
        capture_output=True,
        text=True,
        input=stdin,
        env={**os.environ, "PYTHONUTF8": "1", **(env or {})},
        check=False,
    )


def test_python_m_croupier_tells_its_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"croupier, version {croupier.__version__}\n")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(flag: str) -> None:
    result = CliRunner().invoke(group, [flag], prog_name="croupier")
    assert result.exit_code == 0
    for name in _COMMANDS:
        assert re.search(rf"^  {name}  ", result.output, re.MULTILINE)


def test_without_a_command_help_is_shown() -> None:
    result = CliRunner().invoke(group, [], prog_name="croupier")
    assert "Commands:" in result.output


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_command_has_its_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(group, [name, "--help"], prog_name="croupier")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: croupier {name}")
    assert f"croupier {name}" in result.output.split("Usage:", 1)[1].split("\n", 1)[1]


def loaded(*arguments: str) -> set[str]:
    """The modules of Croupier that a command line loads."""
    code = (
        "import sys\nfrom croupier.cli import main\n"
        f"sys.argv = {['croupier', *arguments]!r}\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('loaded', *(m for m in sys.modules if m.startswith('croupier')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.rsplit("loaded ", 1)[1].split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_and_version_load_no_command(arguments: list[str]) -> None:
    assert loaded(*arguments) <= {"croupier", "croupier.cli", "croupier.cli.streams"}


def test_a_command_loads_only_itself() -> None:
    modules = loaded("check", "--help")
    assert "croupier.cli.check" in modules
    assert not {"croupier.cli.fmt", "croupier.cli.show", "croupier.recycle.check"} & modules


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "there is no command 'chekc'. Did you mean `check`?"),
        (["xyz"], "there is no command 'xyz'."),
        (["check"], "Missing argument 'FILE...'"),
        (["check", "--nonsense", "x"], "No such option"),
        (["check", "--dialect", "7", "x"], "Invalid value for '--dialect'"),
        (["check", "--max-size", "much", "x"], "'much' is not a size such as 500k or 8MB"),
        (["check", "--max-size", "9" * 5000, "x"], "is not a size"),
    ],
)
def test_a_wrong_command_line_ends_with_2(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def ending(monkeypatch: pytest.MonkeyPatch, problem: BaseException) -> object:
    """The exit code when a command ends with an exception."""

    def command(**_: object) -> None:
        raise problem

    monkeypatch.setattr(croupier.cli.group, "invoke", lambda _: command())
    monkeypatch.setattr(sys, "argv", ["croupier", "check", "x"])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


def test_an_interruption_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ending(monkeypatch, KeyboardInterrupt()) == 130
    assert "croupier: interrupted" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_a_real_process_with_130() -> None:
    code = (
        "import os, signal, sys\nfrom croupier.cli import group, main\n"
        "group.invoke = lambda ctx: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.argv = ['croupier', 'check', 'x']\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr.strip() == "croupier: interrupted"


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (MemoryError(), "."),
        (ImportError("libm.so.6: failed to map segment from shared object"), ": numpy cannot be loaded"),
        (
            ImportError("its library cannot be mapped into memory", name="llvmlite"),
            ": llvmlite cannot be loaded",
        ),
        (RuntimeError("can't start new thread"), ": no thread can be started"),
    ],
)
def test_little_memory_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], problem: Exception, said: str
) -> None:
    assert ending(monkeypatch, problem) == 3
    assert capsys.readouterr().err == f"croupier: there is not enough memory for this{said}\n"


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(monkeypatch, OSError(28, "No space left on device")) == 2
    assert capsys.readouterr().err == "croupier: cannot write: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe")
def test_output_into_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rcy"
    path.write_text("(foo)\n" * 500)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "croupier", "check", str(path)],
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""
    assert done.returncode in (0, 1)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_has_enough_ends_a_command_quietly() -> None:
    """Commands take errors of the system for files that they cannot write: this is none of theirs."""
    command = f"{sys.executable} -m croupier simulate kuhn_poker --trace -n 500 | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"game 0, Kuhn Poker\n", b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_streams_may_be_closed(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rcy"
    path.write_text("(foo)\n")
    command = f"{sys.executable} -m croupier check"
    no_output = subprocess.run(["sh", "-c", f"{command} {path} >&-"], capture_output=True, check=False)
    assert (no_output.returncode, no_output.stderr) == (1, b"")
    no_input = subprocess.run(["sh", "-c", f"{command} - <&-"], capture_output=True, check=False)
    assert (no_input.returncode, no_input.stderr) == (2, b"croupier: -: standard input is closed\n")


def test_a_terminal_that_lacks_a_character_shows_another(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rcy"
    path.write_text("(game ♥)", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "check", str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"},
        check=False,
    )
    assert done.returncode == 1
    assert b"(game ?)" in done.stdout
    assert done.stderr == b""


def test_ctrl_c_while_modules_are_loaded_ends_without_a_traceback() -> None:
    """The import of the command line is interrupted, as by somebody who has changed their mind at once."""
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from croupier.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"croupier: interrupted\n")
