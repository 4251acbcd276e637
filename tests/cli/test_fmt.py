"""``croupier fmt``: files in the canonical layout, or in another dialect."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group

UGLY = b""";; Demo
(game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE KING)))))
  (do ( (put points 'WORTH ((RANK (ACE)) 1))
    (inc ((0 player) sto SCORE) (sum (game iloc STOCK) using 'WORTH)) ))
  (scoring max ((current player) sto SCORE)))
"""
TIDY = b""";; Demo
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING)))))
  (do (
    (put points 'WORTH ((RANK (ACE)) 1))
    (inc ((0 player) sto SCORE) (sum (game iloc STOCK) using 'WORTH))))
  (scoring max ((current player) sto SCORE)))
"""


def fmt(*arguments: str | Path, stdin: bytes = b"", colour: bool = False) -> Result:
    """The result of ``croupier fmt``."""
    env = {"FORCE_COLOR": "1", "NO_COLOR": None} if colour else {"NO_COLOR": "1", "FORCE_COLOR": None}
    runner = CliRunner(env={"COLUMNS": "100", **env})
    return runner.invoke(group, ["fmt", *map(str, arguments)], prog_name="croupier", input=stdin)


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    """A program that is not laid out."""
    path = tmp_path / "ugly.rcy"
    path.write_bytes(UGLY)
    return path


@pytest.fixture
def tidy(tmp_path: Path) -> Path:
    """A program that is."""
    path = tmp_path / "tidy.rcy"
    path.write_bytes(TIDY)
    return path


def test_files_are_rewritten_in_place(ugly: Path, tidy: Path) -> None:
    result = fmt(ugly, tidy)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "1 file changed, 1 file left alone\n"
    assert ugly.read_bytes() == tidy.read_bytes() == TIDY


def test_a_pipe() -> None:
    result = fmt("-", stdin=UGLY)
    assert (result.exit_code, result.stdout_bytes, result.stderr) == (0, TIDY, "")


def test_check_lists_what_would_change_and_writes_nothing(ugly: Path, tidy: Path) -> None:
    result = fmt("--check", ugly, tidy)
    assert result.exit_code == 1
    assert result.stdout == f"{ugly}\n"
    assert result.stderr == "1 file would change, 1 file would be left alone\n"
    assert ugly.read_bytes() == UGLY
    assert fmt("--check", tidy).exit_code == 0


def test_check_as_data(ugly: Path, tidy: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.rcy"
    broken.write_text("(game")
    result = fmt("--check", "--json", ugly, tidy, broken, tmp_path / "missing.rcy")
    assert result.exit_code == 2
    first, second, third, fourth = json.loads(result.stdout)
    assert first == {"file": str(ugly), "changed": True}
    assert second == {"file": str(tidy), "changed": False}
    assert third["refused"]
    assert [f["code"] for f in third["findings"]] == ["RCY004"]
    assert fourth == {"file": str(tmp_path / "missing.rcy"), "changed": False, "unreadable": True}


def test_data_is_there_for_check_only(ugly: Path) -> None:
    result = fmt("--json", ugly)
    assert result.exit_code == 2
    assert "--json goes with --check" in result.stderr
    assert ugly.read_bytes() == UGLY


def test_diff_shows_what_would_change_and_writes_nothing(ugly: Path, tidy: Path) -> None:
    result = fmt("--diff", ugly, tidy)
    assert result.exit_code == 0
    lines = result.stdout.split("\n")
    assert lines[:2] == [f"--- {ugly}", f"+++ {ugly} (formatted)"]
    assert "+    (create players 2)" in lines
    assert str(tidy) not in result.stdout
    assert ugly.read_bytes() == UGLY
    assert fmt("--diff", "--check", ugly).exit_code == 1


def test_a_coloured_diff(ugly: Path) -> None:
    assert "\x1b[32m+    (create players 2)\x1b[0m" in fmt("--diff", ugly, colour=True).stdout


def test_line_ends_show_in_a_diff(ugly: Path) -> None:
    ugly.write_bytes(TIDY.replace(b"\n", b"\r\n"))
    assert "-(game\\r\n" in fmt("--diff", ugly).stdout
    fmt(ugly)
    assert ugly.read_bytes() == TIDY


def test_a_translation(ugly: Path) -> None:
    assert fmt("--to", "0.5.10", ugly).exit_code == 0
    text = ugly.read_text()
    assert text.startswith(";; Demo\n;; dialect: 0.5.10\n(game\n")
    assert "(set (game points WORTH) ((RANK : ACE) 1))" in text
    assert fmt("--to", "0.4", ugly).exit_code == 0
    assert ugly.read_bytes() == TIDY.replace(b";; Demo\n", b";; Demo\n;; dialect: 0.4\n")


def test_a_translation_that_is_impossible(ugly: Path) -> None:
    text = UGLY.replace(b"(inc (", b"(swap (game iloc STOCK) (game vloc TABLE)) (inc (")
    ugly.write_bytes(text)
    result = fmt("--to", "0.4", ugly)
    assert result.exit_code == 1
    assert "error[RCY201]: `(swap Location Location)` cannot be said in dialect 0.4" in result.stderr
    assert "1 file not formatted" in result.stderr
    assert ugly.read_bytes() == text


def test_the_dialect_that_a_range_is_read_in() -> None:
    text = UGLY.replace(b"sum (game iloc STOCK) using 'WORTH", b"size (range 0 .. 3)")
    as_old = fmt("--to", "0.6", "--dialect", "0.4", "-", stdin=text).stdout
    as_new = fmt("--to", "0.6", "--dialect", "0.6", "-", stdin=text).stdout
    assert ("(range 0 .. 2)" in as_old, "(range 0 .. 3)" in as_new) == (True, True)


def test_a_warning_about_the_dialect_does_not_stop_a_translation() -> None:
    text = UGLY.replace(b"sum (game iloc STOCK) using 'WORTH", b"size (range 0 .. 3)")
    text = text.replace(b"(put points 'WORTH ((RANK (ACE)) 1))", b"(turn pass)")
    result = fmt("--to", "0.6", "-", stdin=text)
    assert result.exit_code == 0
    assert "warning[RCY111]" in result.stderr


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"(game (do (", "RCY004"), (b"(game $)", "RCY003"), (b"", "RCY001"), (b";; nothing", "RCY001")],
)
def test_what_is_no_program_is_left_alone(ugly: Path, text: bytes, code: str) -> None:
    ugly.write_bytes(text)
    result = fmt(ugly)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert ugly.read_bytes() == text


def test_a_program_with_other_mistakes_is_laid_out() -> None:
    assert (
        fmt("-", stdin=b"(game (mvoe A, 'B) (frobnicate))").stdout
        == "(game\n  (mvoe A 'B)\n  (frobnicate))\n"
    )


def test_bytes_in_comments_that_are_not_utf8_stay(ugly: Path) -> None:
    ugly.write_bytes(UGLY.replace(b"Demo", b"D\xe9mo \xef\xbf\xbd \xff"))
    assert fmt(ugly).exit_code == 0
    assert ugly.read_bytes() == TIDY.replace(b"Demo", b"D\xe9mo \xef\xbf\xbd \xff")


def test_permissions_and_links_stay(ugly: Path, tmp_path: Path) -> None:
    ugly.chmod(0o640)
    link = tmp_path / "link.rcy"
    link.symlink_to(ugly)
    assert fmt(link).exit_code == 0
    assert link.is_symlink()
    assert ugly.read_bytes() == TIDY
    assert ugly.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_leaves_the_file_intact(ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    result = fmt(ugly)
    assert result.exit_code == 2
    assert f"croupier: {ugly}: cannot be written: No space left on device" in result.stderr
    assert ugly.read_bytes() == UGLY
    assert list(ugly.parent.iterdir()) == [ugly]


def test_a_file_that_must_not_be_written(ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = fmt(ugly)
    assert result.exit_code == 2
    assert "cannot be written: it is not a file that may be written" in result.stderr
    assert ugly.read_bytes() == UGLY


def test_files_that_cannot_be_read_do_not_stop_the_others(ugly: Path, tmp_path: Path) -> None:
    result = fmt(tmp_path / "missing.rcy", tmp_path, ugly)
    assert result.exit_code == 2
    assert "there is no such file" in result.stderr
    assert "this is a directory" in result.stderr
    assert "1 file changed, 2 files not formatted" in result.stderr
    assert ugly.read_bytes() == TIDY


def test_an_unknown_dialect(ugly: Path) -> None:
    result = fmt("--to", "0.7", ugly)
    assert result.exit_code == 2
    assert "0.5.10" in result.stderr
