"""``croupier replay``: walk through a recorded game, and verify it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group
from playing import game_at, recorded
from strategies import ROOT

pytestmark = pytest.mark.slow

HEARTS = recorded(game_at(ROOT / "src/croupier/library/hearts.rcy"), 7)
KUHN = recorded(game_at(ROOT / "src/croupier/library/kuhn_poker.rcy"), 1)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hearts.jsonl").write_text(HEARTS, encoding="utf-8")
    Path("kuhn.jsonl").write_text(KUHN, encoding="utf-8")


def replay(*arguments: str, answers: str = "") -> Result:
    """The result of ``croupier replay``."""
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["replay", *arguments], input=answers, prog_name="croupier")


def printed(*arguments: str, answers: str = "") -> str:
    """What it prints when all is well."""
    result = replay(*arguments, answers=answers)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(code: int, *arguments: str) -> str:
    """What it says on standard error."""
    result = replay(*arguments)
    assert result.exit_code == code, result.output
    return result.stderr


def test_with_open_cards_in_words() -> None:
    text = printed("kuhn.jsonl")
    assert "   1  3 cards are laid into STOCK" in text
    assert "seat 0 chooses:" in text
    assert "hidden" not in text
    assert "the game is over: finished, played to the end; scores" in text
    assert text.rstrip().endswith("events, all by the rules.")


def test_as_a_seat_saw_it() -> None:
    text = printed("hearts.jsonl", "--seat", "1")
    assert "a hidden card goes from STOCK to seat 0's HAND" in text
    assert "seat 0 decides" in text
    assert "you choose:" in text


def test_json() -> None:
    data = json.loads(printed("kuhn.jsonl", "--json", "--words"))
    assert data["ok"]
    assert data["complete"]
    assert data["game"] == "kuhn_poker"
    assert len(data["words"]) == data["events"] + 1
    assert "seed" in data
    assert "seed" not in json.loads(printed("kuhn.jsonl", "--json", "--seat", "1"))


def test_stepping_forwards_and_backwards() -> None:
    text = printed("hearts.jsonl", "--step", answers="\nn\np\n100\nd\nb\n0\n9999\nx\n?\nq\n")
    prompts = [line.split("/")[0] for line in text.splitlines() if "(Enter n p d b ? q):" in line]
    assert prompts[:4] == ["1", "2", "3", "2"]
    assert prompts[4] == "100"
    assert int(prompts[5]) > 100 > int(prompts[6])
    assert len(set(prompts[6:])) == 1
    assert "There is nothing before that." in text
    assert "There is nothing after" in text
    assert "I do not understand 'x'" in text


def test_stepping_ends_with_the_input() -> None:
    assert "1/" in printed("kuhn.jsonl", "--step", "--seat", "0")


def test_a_page() -> None:
    printed("hearts.jsonl", "--html", "all.html")
    page = Path("all.html").read_text(encoding="utf-8")
    # The one address is the name of a kind of element, which nobody fetches.
    assert "http://" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert "src=" not in page.replace("'unsafe-inline'; script-src", "")
    data = json.loads(page.split('type="application/json">')[1].split("</script>")[0])
    assert [side["name"] for side in data["sides"]] == ["Open cards", *(f"Seat {seat}" for seat in range(4))]
    assert len({len(side["steps"]) for side in data["sides"]}) == 1


def test_a_page_for_one_seat() -> None:
    printed("hearts.jsonl", "--html", "one.html", "--seat", "2")
    data = json.loads(Path("one.html").read_text().split('type="application/json">')[1].split("</script>")[0])
    assert [side["seat"] for side in data["sides"]] == [2]
    assert "cannot be written" in refused(2, "hearts.jsonl", "--html", "nowhere/x.html")


def test_text_in_a_page_cannot_break_out_of_it() -> None:
    program = ROOT / "src/croupier/library/kuhn_poker.rcy"
    text = program.read_text().replace(";; Kuhn Poker", ";; </script><b>").replace("check", "</script><i>")
    Path("odd.rcy").write_text(text)
    Path("odd.jsonl").write_text(recorded(game_at(Path("odd.rcy").absolute()), 1))
    printed("odd.jsonl", "--html", "odd.html")
    page = Path("odd.html").read_text()
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("</script>") == 2


# What does not fit


def test_another_program() -> None:
    said = refused(1, "hearts.jsonl", "--game", "kuhn_poker")
    assert "hearts.jsonl:1: this is a game of another program ('hearts', not 'kuhn_poker')" in said


def test_another_program_of_the_same_name() -> None:
    text = HEARTS.replace(json.loads(HEARTS.splitlines()[0])["program"], "0" * 32)
    Path("other.jsonl").write_text(text)
    assert "other.jsonl:1: this is a game of another program ('hearts', not 'hearts')" in refused(
        1, "other.jsonl"
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("options", "decision, private: options is not what it is by the rules"),
        ("key", "the choice is not offered here"),
    ],
)
def test_a_difference_is_told_a_seat_without_what_it_may_not_know(change: str, told: str) -> None:
    lines = HEARTS.splitlines()
    at, decision = next(
        (at, event)
        for at, event in enumerate(map(json.loads, lines))
        if event.get("event") == "decision" and not event["private"]["forced"]
    )
    seat, key = decision["public"]["seat"], decision["private"]["key"]
    card = key[key.index("(") + 1 : -1]
    decision["private"][change] = ["nothing"] if change == "options" else "nothing"
    lines[at] = json.dumps(decision)
    Path("edited.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert card in refused(1, "edited.jsonl")
    assert card in refused(1, "edited.jsonl", "--seat", str(seat))
    other = (seat + 1) % 4
    assert refused(1, "edited.jsonl", "--seat", str(other)) == f"croupier: edited.jsonl:{at + 1}: {told}\n"
    assert card not in replay("edited.jsonl", "--json", "--seat", str(other)).output


def test_a_seat_is_not_told_which_line_of_the_program_it_was() -> None:
    lines = HEARTS.splitlines()
    event = json.loads(lines[3])
    lines[3] = json.dumps(event | {"line": 999})
    Path("edited.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert f"line is 999 in the transcript, {event['line']} by the rules" in refused(1, "edited.jsonl")
    for seat in range(4):
        told = refused(1, "edited.jsonl", "--seat", str(seat))
        assert told == "croupier: edited.jsonl:4: line is not what it is by the rules\n"


def test_an_edited_one() -> None:
    lines = HEARTS.splitlines()
    at = next(n for n, line in enumerate(lines) if '"move"' in line and '"card"' in line)
    lines[at] = lines[at].replace('"to":"0.HAND"', '"to":"1.HAND"')
    Path("edited.jsonl").write_text("\n".join(lines) + "\n")
    assert (
        f"edited.jsonl:{at + 1}: move, public: to is '1.HAND' in the transcript, '0.HAND' by the rules"
        in refused(1, "edited.jsonl")
    )
    result = replay("edited.jsonl", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["line"] == at + 1


def test_a_damaged_one() -> None:
    lines = HEARTS.splitlines()
    lines[10] = lines[10][:15]
    Path("damaged.jsonl").write_text("\n".join(lines) + "\n")
    assert "damaged.jsonl:11: this line is not JSON" in refused(2, "damaged.jsonl")


def test_one_that_was_cut_off() -> None:
    lines = HEARTS.splitlines(keepends=True)
    line = len(lines) // 2
    Path("cut.jsonl").write_text("".join(lines[: line - 1]) + lines[line - 1][:15], encoding="utf-8")
    text = " ".join(printed("cut.jsonl").split())
    assert f"Line {line} is not whole and was left out. The record breaks off before the end" in text
    data = json.loads(printed("cut.jsonl", "--json"))
    assert (data["damaged_line"], data["complete"]) == (line, False)


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b'{"format":"croupier-transcript"}\n'])
def test_what_is_no_transcript(content: bytes) -> None:
    Path("none.jsonl").write_bytes(content)
    assert "none.jsonl:1: " in refused(2, "none.jsonl")


def test_what_is_not_there() -> None:
    assert "No such file" in refused(2, "none.jsonl")
    assert "there is no seat 9" in refused(2, "hearts.jsonl", "--seat", "9")
    assert "no game of that name" in refused(2, "hearts.jsonl", "--game", "nothing")
    head = json.loads(KUHN.splitlines()[0]) | {"source": "gone.rcy", "game": "gone"}
    Path("gone.jsonl").write_text(json.dumps(head) + "\n")
    assert "gone.jsonl:1: its game 'gone.rcy' is not here: name it with --game" in refused(2, "gone.jsonl")


@pytest.mark.parametrize(
    "change", [{"seats": "x"}, {"settings": 3}, {"settings": {"SEATS": None}}, {"seats": 99}]
)
def test_a_header_with_nonsense(change: dict[str, object]) -> None:
    head = json.loads(HEARTS.splitlines()[0]) | change
    Path("odd.jsonl").write_text(json.dumps(head) + "\n")
    assert "odd.jsonl:1: " in refused(2, "odd.jsonl")


def test_a_program_beside_its_transcript(tmp_path: Path) -> None:
    """Wherever one stands, the game is looked for where the header says, and beside the transcript."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "mine.rcy").write_text((ROOT / "tests/programs/leak_notes_06.rcy").read_text())
    text = recorded(game_at(folder / "mine.rcy"), 1).replace(str(folder / "mine.rcy"), "mine.rcy")
    (folder / "mine.jsonl").write_text(text)
    assert "all by the rules" in printed("games/mine.jsonl")


def test_what_simulate_records() -> None:
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    result = runner.invoke(group, ["simulate", "kuhn_poker", "-n", "3", "--transcripts", "out/games"])
    assert result.exit_code == 0, result.output
    files = sorted(Path("out/games").iterdir())
    assert [file.name for file in files] == [f"kuhn_poker-{index}.jsonl" for index in range(3)]
    for file in files:
        data = json.loads(printed(str(file), "--json"))
        assert (data["ok"], data["complete"], data["players"]) == (True, True, ["random", "random"])
    Path("taken").write_text("")
    result = runner.invoke(group, ["simulate", "kuhn_poker", "-n", "3", "--transcripts", "taken"])
    assert result.exit_code == 2
    assert "croupier: taken: File exists" in result.stderr
