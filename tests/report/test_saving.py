"""Reports are written as a whole, or kept elsewhere."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from croupier.report import saving

pytestmark = pytest.mark.slow


def test_what_was_there_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    saving.check(path)
    assert not path.exists()
    saving.save(path, "one")
    path.chmod(0o600)
    saving.check(path)
    saving.save(path, "two")
    assert path.read_text() == "two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["r.html"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.html"
    link.symlink_to(tmp_path / "real" / "r.html")
    saving.save(link, "x")
    assert link.is_symlink()
    assert (tmp_path / "real" / "r.html").read_text() == "x"


@pytest.mark.parametrize("place", ["missing/r.html", "file/r.html", "."])
def test_places_that_cannot_be_written_are_told_before(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        saving.check(tmp_path / place)
    with pytest.raises(saving.SaveError, match=r"cannot be written: .*; it is in .* instead") as problem:
        saving.save(tmp_path / place, "kept")
    [kept] = re.findall(r"it is in (\S+) instead", str(problem.value))
    assert Path(kept).read_text() == "kept"
    os.unlink(kept)


def test_a_folder_that_has_become_read_only(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        saving.check(tmp_path / "r.html")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    saving.check(tmp_path / "pipe")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(saving.SaveError, match="No space left on device; it is in") as problem:
        saving.save("/dev/full", "kept")
    os.unlink(re.findall(r"it is in (\S+) instead", str(problem.value))[0])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(saving.SaveError, match="nor is there a temporary file"):
        saving.save("/dev/full", "lost")


def test_what_was_there_survives_a_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(saving.SaveError) as problem:
        saving.save(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["r.html"]
    os.unlink(re.findall(r"it is in (\S+) instead", str(problem.value))[0])
