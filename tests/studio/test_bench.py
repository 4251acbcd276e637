"""The designer's questions: texts, quick runs, runs that go on, are stopped and keep what they have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.catalog import shelf
from croupier.lab.work import Crew
from croupier.studio.run_process import Running
from croupier.studio.run_results import page_data
from croupier.studio.run_wishes import Wishes
from studio_server import Page, Studio, running_studio

WRONG = """(game
  (setup (create players 2) (create teams (0) (1)))
  (do ((shufle (game iloc X)))))
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose workspace has a small game."""
    folder = tmp_path_factory.mktemp("bench")
    with running_studio(folder) as found:
        found.ask("file.copy", game="kuhn_poker")
        yield found


def ended(page: Page, run: str) -> dict[str, Any]:
    """The line of a run when it is over."""
    over = ("done", "stopped", "failed")
    known = page.ask("run.get", run=run)
    if known["state"] in over:
        return known
    page.until(lambda m: m.get("ev") == "run" and m["run"] == run and m["state"] in over)
    return page.ask("run.get", run=run)


def test_a_text_is_checked_mended_and_asked_about(studio: Studio) -> None:
    text = f";; ♠𝄞\n{WRONG}"
    found = studio.ask("check", path="x.rcy", text=text, version=4)
    finding = next(f for f in found["findings"] if "shufle" in f["message"])
    units = text.encode("utf-16-le")
    assert units[2 * finding["start"] : 2 * finding["end"]].decode("utf-16-le").startswith("shufle")
    assert (found["ok"], found["version"]) == (False, 4)
    [fix] = finding["fixes"]
    mended = units[: 2 * fix["start"]] + fix["text"].encode("utf-16-le") + units[2 * fix["end"] :]
    assert "(shuffle (game iloc X))" in mended.decode("utf-16-le")
    assert studio.ask("explain", code=finding["code"])["rule"]
    hearts = studio.ask("file.read", path="hearts")["text"]
    place = {"path": "hearts", "text": hearts, "at": hearts.index("'PASS)") + 2}
    assert studio.ask("rename", **place)["name"].strip("'") == "PASS"
    assert len(studio.ask("uses", **place)["uses"]) == 2
    assert studio.ask("rename", **place, name="9 no")["error"]["code"] == "refused"
    assert "PASS" in studio.ask("hover", **place)["text"]
    assert studio.ask("complete", path="x.rcy", text="(ga", at=3)["items"]
    assert studio.ask("format", path="x.rcy", text="((", at=0)["error"]["code"] == "refused"


@pytest.mark.parametrize("name", ["hearts", "uno.ah", "set.cdg"])
def test_all_languages_have_an_outline_and_no_findings(studio: Studio, name: str) -> None:
    read = studio.ask("file.read", path=name)
    path = name if "." in name else f"{name}.rcy"
    assert studio.ask("check", path=path, text=read["text"])["ok"]
    assert studio.ask("outline", path=path, text=read["text"])["seats"] >= 1
    drawn = studio.ask("graph", path=path, text=read["text"])
    assert "svg" in drawn if name == "hearts" else "RECYCLE" in drawn["error"]["message"]


def test_a_quick_run_tells_who_wins(studio: Studio) -> None:
    text = studio.ask("file.read", path="kuhn_poker.rcy")["text"]
    page = Page(studio)
    found = page.ask("quick", path="kuhn_poker.rcy", text=text, version=2, seed=1)
    assert (found["games"], found["version"], len(found["wins"])) == (1000, 2, 2)
    assert found["wins"][0]["low"] < found["wins"][0]["mean"] < found["wins"][0]["high"]
    again = page.ask("quick.game", path="kuhn_poker.rcy", text=text, index=3)
    assert "replay" in again, again
    assert page.ask("quick", path="x.rcy", text=WRONG)["error"]["code"] == "errors"


def test_a_run_goes_to_its_end_and_is_compared_with_the_one_before(studio: Studio) -> None:
    page = Page(studio)
    text = studio.ask("file.read", path="kuhn_poker.rcy")["text"]
    wanted: dict[str, Any] = {"kind": "simulate", "path": "kuhn_poker.rcy", "options": {"games": "400"}}
    first = page.ask("run.start", **wanted)
    assert first["command"] == "croupier simulate kuhn_poker.rcy --games 400"
    found = ended(page, first["run"])
    assert (found["state"], found["result"]["played"], found["moved"]) == ("done", 400, False)
    second = page.ask("run.start", **wanted, text=f"{text};; another line\n")["run"]
    again = ended(page, second)
    assert (again["before"], again["moved"]) == (first["run"], True)
    changes = page.ask("run.changes", run=second, **{"with": first["run"]})
    assert [line for line in changes["text"] if line["kind"] == "new"] == [
        {"kind": "new", "text": ";; another line"}
    ]
    assert changes["numbers"]
    assert not any(number["clear"] for number in changes["numbers"])


def test_a_stopped_analysis_keeps_what_it_has(studio: Studio) -> None:
    page = Page(studio)
    options = {"effort": "thorough", "players": "pipmc:tests=4"}
    run = page.ask("run.start", kind="analyze", path="kuhn_poker.rcy", options=options)["run"]
    page.until(lambda m: m.get("ev") == "run" and m["run"] == run and m["partial"].get("games", 0) > 50)
    page.ask("run.stop", run=run)
    found = ended(page, run)
    assert found["state"] == "stopped"
    assert found["result"]["interrupted"]
    assert found["result"]["played"] > 50
    assert all({"value", "low", "high", "n"} <= number.keys() for number in found["result"]["numbers"])
    page.ask("run.discard", run=run)
    assert page.ask("run.get", run=run)["error"]["code"] == "missing"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"kind": "analyze", "options": {"players": "exec:./bot"}}, "field:players"),
        ({"kind": "analyze", "options": {"players": "bot.py:Timid"}}, "field:players"),
        ({"kind": "simulate", "options": {"games": "many"}}, "field:games"),
        ({"kind": "compare"}, "field:others"),
        ({"kind": "compare", "others": ["../../secret.rcy"]}, "refused"),
        ({"kind": "nothing"}, "refused"),
    ],
)
def test_wishes_that_cannot_be_are_refused_with_the_field(
    studio: Studio, wanted: dict[str, Any], code: str
) -> None:
    page = Page(studio)
    started = page.ask("run.start", path="kuhn_poker.rcy", **wanted)
    error = started.get("error") or ended(page, started["run"])["error"]
    assert error["code"] == code


def test_a_studio_that_ends_keeps_its_runs(tmp_path: Path) -> None:
    with running_studio(tmp_path) as studio:
        page = Page(studio)
        run = page.ask("run.start", kind="simulate", path="agram", options={"games": "2000000000"})["run"]
        page.until(lambda m: m.get("ev") == "run" and m["partial"].get("games", 0) > 100)
    kept = json.loads((tmp_path / "runs" / run / "run.json").read_text())
    assert kept["state"] == "stopped"
    assert kept["result"]["played"] > 100


@pytest.mark.parametrize(
    ("kind", "game", "settings", "options"),
    [
        ("coverage", "kuhn_poker", {}, {"games": "50,0"}),
        ("tournament", "kuhn_poker", {}, {"players": "random,pipmc:tests=2", "deals": "5"}),
        ("compare", "agram", {}, {"games": "40,0,0"}),
        ("sweep", "agram", {"HANDSIZE": "2,3"}, {"games": "20,0,0"}),
        ("tune", "agram", {"HANDSIZE": "2,3"}, {"games": "20,0,0", "aim": "length min"}),
    ],
)
def test_every_command_of_the_lab_is_played_and_shown(
    kind: str, game: str, settings: dict[str, str], options: dict[str, str]
) -> None:
    text, told = shelf.find(game).text, list[dict[str, Any]]()
    others = ("agram.rcy:HANDSIZE=2",) if kind == "compare" else ()
    wishes = Wishes(kind, f"{game}.rcy", text, options, settings, others)
    with Crew(workers=1) as crew:
        found = Running(wishes, crew, told.append).play()
    data = page_data(found)
    assert any(message["total"] for message in told)
    assert data["text"]
    assert data["verdict"] or data["numbers"]
    assert all({"value", "low", "high", "n"} <= number.keys() for number in data["numbers"])
    assert bool(data["lines"]) == (kind == "coverage")
    # What is shown before a run is the command that the result names, but for what is usual.
    assert wishes.command.split()[:3] == data["command"].split()[:3]
